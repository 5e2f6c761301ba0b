"""Whether those who do not play for the party can move, and come where they win."""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler import codes
from questwright.compiler.english import listed_in_words
from questwright.compiler.geometry.openings import openings
from questwright.compiler.geometry.special import TERRAIN, WALL, passable, passes, stays
from questwright.compiler.geometry.terrain import cost_of
from questwright.compiler.model.quest import Every, Fact, FactKind, Quantity, Some
from questwright.compiler.packs.system.system import Category

if TYPE_CHECKING:
    from collections.abc import Iterator

    from questwright.compiler.frontend.findings import Findings
    from questwright.compiler.model.case import Case
    from questwright.compiler.model.quest import Condition, Thing
    from questwright.compiler.movers import Mover


# -- figures that cannot move -------------------------------------------------------------


def check_confined(case: Case, findings: Findings) -> None:
    """A figure of a single cell can take a step [DN-B15]; `check_large` has the larger ones."""
    quest = case.quest
    figures = [thing for thing in quest.things_of(Category.FIGURE) if len(thing.cells) == 1]
    if not figures or not quest.board.terrain:
        return
    free = openings(quest.board)
    move_value = case.system.move_value
    rooted = next((special.word for special in case.system.specials.values() if special.stays), "")
    for thing in figures:
        specials = thing.exceptions
        is_free = stays(specials) or passes(specials, WALL) or passes(specials, TERRAIN)
        if is_free or not _moves(thing, case):
            continue
        around = free.grow(thing.mask) & ~thing.mask
        # What an event clears or takes away may let it out.
        shut = around & ~passable(quest, specials)
        around &= passable(quest, specials)
        closed = [
            patch
            for patch in quest.board.terrain
            if around & patch.cells and cost_of(patch.kind, thing.kind, move_value) is None
        ]
        for patch in closed:
            around &= ~patch.cells
        # Who is walled in may be meant to be; what ground costs is easily overlooked.
        if around or not closed or any(effect.cells & shut for effect in quest.every_effect()):
            continue
        titles = dict.fromkeys(patch.kind.title for patch in closed)
        findings.add(
            codes.FIGURE_CONFINED,
            f"`{thing.id}` cannot leave where it stands",
            thing.origin,
            f"it never enters the {listed_in_words(titles)} beside it",
            reason="ground is closed to who would pay more than a whole move for it, or may not",
            help=f"give it a way out{', or let it stay: `with {rooted}`' if rooted else ''}",
        )


def _moves(thing: Thing, case: Case) -> bool:
    sourced = thing.kind.values.get(case.system.move_value)
    return sourced is not None and type(sourced.value) is int and sourced.value > 0


# -- where the others win -------------------------------------------------------------------


def check_victories(case: Case, findings: Findings) -> None:
    """Where another side wins by being somewhere, it can come there in time [DN-B46, DN-B47]."""
    quest, system = case.quest, case.system
    asked = [
        fact
        for victory in quest.victories
        if victory.side != system.party.word
        for fact in _places(victory.condition)
    ]
    if not asked:
        return
    # Most quests do not ask: they need not know how.
    from questwright.compiler.movers import movers_of, turn_limit

    movers = movers_of(quest, system)
    limit = turn_limit(quest, system)
    for fact in asked:
        turns = sorted(_turns(fact, movers))
        needed = len(turns) if fact.quantity is Quantity.ALL else max(1, fact.count)
        # Who has no value to move by may come anywhere.
        if not turns or needed > len(turns):
            continue
        turn = turns[needed - 1]
        if turn <= (limit or turn) and turn < _NEVER:
            continue
        _say(fact, turn, limit, findings)


_NEVER = 1_000_000


def _say(fact: Fact, turn: int, limit: int | None, findings: Findings) -> None:
    findings.add(
        codes.OUT_OF_REACH,
        f"`{fact.subject_word}` cannot come to {fact.place} to win",
        fact.origin,
        "never" if turn >= _NEVER else f"not before turn {turn}, and turn {limit} is the last one",
        reason="walls, or ground that is closed to them, lie between"
        if turn >= _NEVER
        else "they go no further in a turn",
        help="open a way, move the place, or let them win otherwise",
    )


def _places(condition: Condition) -> Iterator[Fact]:
    """The places that a condition asks for."""
    match condition:
        case Every(parts, _) | Some(parts, _):
            for part in parts:
                yield from _places(part)
        case Fact(kind=FactKind.IS_IN | FactKind.LEAVES, moving=None, cells=cells) if cells:
            if condition.quantity is not Quantity.NONE:
                yield condition
        case _:
            pass


def _turns(fact: Fact, movers: tuple[Mover, ...]) -> Iterator[int]:
    """For each of the subjects of a condition the turn in which it comes there."""
    for id_ in fact.subjects:
        mover = next((mover for mover in movers if id_ in mover.ids), None)
        if mover is None:
            yield 0
            continue
        found = (state.turn_of(fact.cells) for state in mover.states)
        yield min((turn for turn in found if turn >= 0), default=_NEVER)
