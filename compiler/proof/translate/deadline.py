"""Hurry: ways to win that know a last round, beside others that know none."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from questwright.compiler.model.quest import Condition, Every, Fact, FactKind, Not

if TYPE_CHECKING:
    from questwright.compiler.model.quest import Quest, Victory
    from questwright.compiler.packs.system.system import System

_LAST = {"<": -1, "<=": 0}
_DENIED = {">": 0, ">=": -1}


class Hurry(StrEnum):
    """What is made of ways to win that know a last round, where others know none."""

    COUNTS = "counts"
    """They are ways as all others."""
    SHUNNED = "shunned"
    """They are left aside: what is won so is won, but there may be more ways to win."""
    FORGIVEN = "forgiven"
    """They are won in any round: what is not won so is not won at all."""


def hurries(quest: Quest, system: System) -> bool:
    """Whether some ways to win know a last round and others know none."""
    own = [victory for victory in quest.victories if victory.side == system.party.word]
    return len({is_hurried(one) for one in own}) > 1


def is_hurried(victory: Victory) -> bool:
    """Whether a way to win knows a last round."""
    return any(last_round(part) is not None for part in parts_of_condition(victory.condition))


def parts_of_condition(condition: Condition) -> tuple[Condition, ...]:
    """What a condition asks for, all of it together."""
    return condition.parts if isinstance(condition, Every) else (condition,)


def last_round(condition: Condition) -> int | None:
    """The last round in which a condition holds; None where it does not speak of one."""
    fact = condition.part if isinstance(condition, Not) else condition
    if not isinstance(fact, Fact) or fact.kind is not FactKind.ROUND:
        return None
    shift = (_DENIED if isinstance(condition, Not) else _LAST).get(fact.comparison)
    return None if shift is None else fact.number + shift
