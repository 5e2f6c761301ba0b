"""Check that the figures of other sides can move, and reach the places where they win."""

from __future__ import annotations

from questwright.compiler import codes
from questwright.compiler.english import listed_in_words
from questwright.compiler.geometry.openings import openings
from questwright.compiler.geometry.special import TERRAIN, WALL, passable, passes, stays
from questwright.compiler.geometry.terrain import cost_of
from questwright.compiler.model.conditions import Every, Fact, FactKind, Quantity, Some
from questwright.compiler.packs.system.moves import move_of
from questwright.compiler.packs.system.system import Category

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from questwright.compiler.frontend.findings import Findings
    from questwright.compiler.model.case import Case
    from questwright.compiler.model.conditions import Condition
    from questwright.compiler.model.quest import Thing
    from questwright.compiler.movers import Mover


def check_confined(case: Case, findings: Findings) -> None:
    """Check that ground does not keep a figure of one cell from moving at all [DN-B15].

    `check_large` looks at figures of several cells.
    """
    quest = case.quest
    figures = [thing for thing in quest.things_of(Category.FIGURE) if len(thing.cells) == 1]
    if not figures or not quest.board.terrain:
        return
    free = openings(quest.board)
    move_value = case.system.move_value
    rooted = next((special.word for special in case.system.specials.values() if special.stays), "")
    for thing in figures:
        specials = thing.exceptions
        is_unbound = stays(specials) or passes(specials, WALL) or passes(specials, TERRAIN)
        if is_unbound or not _moves(thing, case):
            continue
        around = free.grow(thing.mask) & ~thing.mask
        # An event that clears one of these cells may let the figure out.
        shut = around & ~passable(quest, specials)
        around &= passable(quest, specials)
        closed = [
            patch
            for patch in quest.board.terrain
            if around & patch.cells and cost_of(patch.kind, thing.kind, move_value) is None
        ]
        for patch in closed:
            around &= ~patch.cells
        # A figure may be walled in on purpose; what ground costs is easily overlooked.
        if around or not closed or any(effect.cells & shut for effect in quest.every_effect()):
            continue
        titles = dict.fromkeys(patch.kind.title for patch in closed)
        findings.add(
            codes.FIGURE_CONFINED,
            f"`{thing.id}` cannot leave where it stands",
            thing.origin,
            f"it never enters the {listed_in_words(titles)} beside it",
            reason="a figure never enters ground that is closed to it, or that costs more than "
            "its whole move",
            help=f"give it a way out{', or let it stay: `with {rooted}`' if rooted else ''}",
        )


def _moves(thing: Thing, case: Case) -> bool:
    move = move_of(thing.kind, case.system.move_value)
    return move is not None and move.most > 0


def check_victories(case: Case, findings: Findings) -> None:
    """Check that another side reaches the places where it wins in time [DN-B46, DN-B47]."""
    quest, system = case.quest, case.system
    asked = [
        fact
        for victory in quest.victories
        if victory.side != system.party.word
        for fact in _places(victory.condition)
    ]
    if not asked:
        return
    # Most quests have no such victory: they do not need this import.
    from questwright.compiler.movers import movers_of

    movers = movers_of(quest, system)
    limited = system.turn_limit(quest.settings)
    limit = None if limited is None else limited[0]
    for fact in asked:
        turns = sorted(_turns(fact, movers))
        needed = len(turns) if fact.quantity is Quantity.ALL else max(1, fact.least)
        # A figure without a move value may come anywhere.
        if not turns or needed > len(turns):
            continue
        turn = turns[needed - 1]
        if turn <= (limit or turn) and turn < _NEVER:
            continue
        _add_out_of_reach(fact, turn, limit, findings)


_NEVER = 1_000_000
"""Sorts after every turn in which a figure arrives."""


def _add_out_of_reach(fact: Fact, turn: int, limit: int | None, findings: Findings) -> None:
    findings.add(
        codes.OUT_OF_REACH,
        f"`{fact.subject_word}` cannot come to {fact.place} to win",
        fact.origin,
        "never"
        if turn >= _NEVER
        else f"not before round {turn}, and round {limit} is the last one",
        reason="walls, or ground that is closed to them, lie between"
        if turn >= _NEVER
        else "they go no further in a round",
        help="open a way, move the place, or let them win otherwise",
    )


def _places(condition: Condition) -> Iterator[Fact]:
    """The facts by which a condition asks that figures be at a place, or leave the board there."""
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
    """For each subject of a fact the first turn in which it is there; 0 where that is unknown."""
    for id_ in fact.subjects:
        mover = next((mover for mover in movers if id_ in mover.ids), None)
        if mover is None:
            yield 0
            continue
        found = (state.turn_of(fact.cells) for state in mover.states)
        yield min((turn for turn in found if turn >= 0), default=_NEVER)
