"""What players may know of a quest: all of it that lies open once its area has been revealed.

Takes a quest. Returns it without its secrets, so that what is made of it can hold none.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler.model.quest import UnknownSort
from questwright.compiler.packs.system.system import Category, GateForm

if TYPE_CHECKING:
    from questwright.compiler.model.board import Board, Crossing, Gate
    from questwright.compiler.model.quest import Quest, Thing

_UNSEEN = frozenset({Category.TRAP, Category.SPAWN_POINT})
"""What is never set out on the table before something comes of it."""
_HIDDEN = GateForm.PASSAGE


def public_quest(quest: Quest) -> Quest:
    """A quest without what is secret; its areas keep their numbers.

    Of a thing there is left what it looks like, of a gate that it is there, and of a hidden passage
    the wall. Events, actions, tables and what anybody holds are gone. Of texts and of what other
    sides win by there is left what the author says is `told`, and what the game says of each quest.
    """
    hidden = {
        unknown.id
        for unknown in quest.unknowns
        if unknown.sort in (UnknownSort.ITEM, UnknownSort.THING)
    }
    sides = {kind.side for kind in quest.party}
    return quest._replace(
        passages=tuple(passage for passage in quest.passages if passage.is_told),
        # The one tile of a dealt board is what everybody lays; of others it would say what is hid.
        board=_public_board(quest.board)._replace(tiles=quest.board.tiles if quest.deck else ()),
        things=tuple(
            _looks(thing)
            for thing in quest.things
            if thing.kind.category not in _UNSEEN and thing.id not in hidden
        ),
        items=tuple(i for i in quest.items if i.cell >= 0 and i.id not in hidden),
        flags=(),
        events=(),
        actions=(),
        victories=tuple(
            victory
            for victory in quest.victories
            if victory.side in sides or victory.is_told or victory.is_default
        ),
        expects=(),
        allows=(),
        unknowns=(),
        absent=frozenset(),
        before=(),
        musters=(),
        tables=(),
        deck=quest.deck,
    )


def _looks(thing: Thing) -> Thing:
    """A thing as anybody sees it: of what kind it is, but not which one of them."""
    plain = thing._replace(link="", specials=(), lock=None)
    if thing.kind.category in (Category.START, Category.TOKEN):
        return plain
    return plain._replace(title=thing.kind.title, is_named=False)


def _public_board(board: Board) -> Board:
    gates = [gate for gate in board.gates if gate.is_open or gate.kind.form is not _HIDDEN]
    hidden = {edge for gate in board.gates if gate not in gates for edge in gate.edges}
    walls = [
        walled | sum({1 << edge.first for edge in hidden if edge.second - edge.first == shift})
        for walled, (shift, _) in zip(board.walls, board.onward, strict=True)
    ]
    return board._replace(
        walls=tuple(walls),
        gates=tuple(map(_shown, gates)),
        tiles=(),
        crossings=tuple(map(_bridge, filter(_is_in_sight, board.crossings))),
    )


def _shown(gate: Gate) -> Gate:
    """A gate as anybody sees it: neither what opens it nor who goes through."""
    plain = gate._replace(title=gate.kind.title, is_named=False, lock=None)
    return plain._replace(only=(), way_from=-1, shuts_after=0)


def _is_in_sight(crossing: Crossing) -> bool:
    """Whether a crossing is seen: it is there, and leads over cells or is a vessel."""
    return crossing.is_open and (bool(crossing.over) or crossing.kind.is_vessel)


def _bridge(crossing: Crossing) -> Crossing:
    return crossing._replace(title=crossing.kind.title, is_named=False, only=())
