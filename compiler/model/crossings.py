"""Ways between places that do not lie beside each other: who takes them, and how long it takes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from compiler.model.phrases import listed_in_words
from compiler.model.quest import EffectKind

if TYPE_CHECKING:
    from collections.abc import Iterable

    from compiler.model.board import Crossing
    from compiler.model.quest import Quest
    from compiler.packs.model import Kind


def takes(crossing: Crossing, kind: Kind, move_value: str) -> bool:
    """Whether a figure takes a crossing: it is of those who go, and its whole move is enough."""
    if crossing.only and kind.word not in crossing.only:
        return False
    move = kind.values.get(move_value)
    if crossing.rounds or move is None or type(move.value) is not int:
        return True
    return move.value >= crossing.kind.cost


def is_shifting(crossing: Crossing, quest: Quest) -> bool:
    """Whether a crossing is not open at all times."""
    return not crossing.is_open or any(
        effect.target == crossing.id and effect.kind is EffectKind.CLOSE
        for effect in quest.every_effect()
    )


def crossing_in_words(crossing: Crossing, party: Iterable[Kind], move_value: str) -> str:
    """How long a crossing takes and who of a party takes it: ``6 rounds, for Kerin``."""
    every = tuple(party)
    kind = crossing.kind
    told = [time_in_words(crossing.rounds, kind.cost)]
    if kind.is_vessel:
        told.append("it has to be launched first")
    if kind.seats is not None:
        told.append(f"{kind.seats} at a time")
    if kind.is_one_way:
        told.append("one way")
    able = [one.title for one in every if takes(crossing, one, move_value)]
    if not able:
        told.append("nobody of the party takes it")
    elif len(able) < len(every):
        told.append(f"for {listed_in_words(able)}")
    if not crossing.is_open:
        told.append("barred at first")
    return ", ".join(told)


def time_in_words(rounds: int, cost: int) -> str:
    """What a crossing takes: ``6 rounds``, ``2 of a move``."""
    if rounds:
        return f"{rounds} round{'s' * (rounds > 1)}"
    return f"{cost} of a move"
