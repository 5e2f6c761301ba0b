"""Resolve the effects by which figures and what they come from get into play."""

from __future__ import annotations

from questwright.compiler import codes
from questwright.compiler.frontend.outline import StatementReader, values_of
from questwright.compiler.model.quest import Effect, EffectKind
from questwright.compiler.model.words import usual_foe
from questwright.compiler.packs.system.system import Category
from questwright.compiler.passes.things.read_specials import read_specials
from questwright.dsl.diagnostics import did_you_mean, listed
from questwright.dsl.syntax import Name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from questwright.compiler.frontend.findings import Findings
    from questwright.compiler.packs.system.system import Kind, System
    from questwright.compiler.passes.play.conditions import ConditionResolver
    from questwright.dsl.syntax import Statement

_CAN_SPAWN = (Category.FIGURE, Category.SPAWN_POINT)
"""The categories of kinds that an event may bring into play."""


def spawned(statement: Statement, conditions: ConditionResolver) -> list[Effect]:
    """Return the effect of a `spawn` statement; none after a finding."""
    system, findings = conditions.system, conditions.findings
    taken = StatementReader(statement, findings)
    number = taken.number()
    name = taken.name()
    at = taken.clause("at", "near", "in")
    facing = taken.clause("facing")
    granted = taken.clause("with")
    taken.finish(like := _like(system), has_title=False)
    if name is None:
        findings.add(
            codes.MISSING_PART,
            "this does not say what comes",
            statement.span,
            "no figure",
            help=like,
        )
        return []
    kind = _kind(name, system, findings)
    if kind is None:
        return []
    place = conditions.places.resolve(at, statement.span)
    if place is None:
        return []
    cells, words, moving = place
    count = number.value if number is not None else 1
    if not 1 <= count <= 99:
        findings.add(
            codes.BAD_NUMBER,
            f"{count} figures cannot come at once",
            number.span if number else statement.span,
            "from 1 to 99",
        )
        return []
    direction = ""
    if facing is not None:
        word = values_of(facing)[0] if facing.items else None
        direction = word.text if type(word) is Name else ""
    if granted is not None and kind.category is not Category.FIGURE:
        findings.add(
            codes.SURPLUS_PART,
            f"`{kind.word}` does not take `with`",
            granted.span,
            "only figures have specials",
        )
        granted = None
    near = "near " if at is not None and at.word.text == "near" else ""
    return [
        Effect(
            EffectKind.SPAWN,
            kind.word,
            kind.title,
            count,
            cells,
            near + words,
            direction,
            (),
            statement.span,
            read_specials(granted, kind, system, findings),
            moving,
        )
    ]


def _kind(name: Name, system: System, findings: Findings) -> Kind | None:
    """Return what comes; None, after a finding, where no opponent of the party is called so."""
    kind = system.kinds.get(name.text)
    party = system.party.word
    is_opponent = kind is not None and kind.side != party
    if kind is None or not is_opponent or kind.category not in _CAN_SPAWN:
        known = [
            word
            for word, kind in system.kinds.items()
            if kind.category in _CAN_SPAWN
            and not system.sides.get(kind.side, system.party).is_party
        ]
        findings.add(
            codes.UNKNOWN_WORD,
            f"{system.title} has no figure `{name.text}`",
            name.span,
            "unknown",
            help=did_you_mean(name.text, known) or f"there is {listed(sorted(known))}",
        )
        return None
    return kind


def _like(system: System) -> str:
    foe = usual_foe(system)
    return f"write it like `spawn 2 {foe.word if foe is not None else 'figure'} near C4`"
