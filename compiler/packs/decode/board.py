"""What a board is made of: grid, areas, gates, locks, terrain, levels, crossings, tiles."""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler.packs.system.crossings import CrossingKind
from questwright.compiler.packs.system.heights import RESULTS, BarrierKind, Jump, Level, Stroke
from questwright.compiler.packs.system.system import (
    AreaKind,
    Broken,
    Diagonal,
    GateForm,
    GateKind,
    Grid,
    LockKind,
    Terrain,
)
from questwright.compiler.packs.system.tiles import SIDES, JoinKind, PrintedSide, PrintedTile

if TYPE_CHECKING:
    from collections.abc import Sequence

    from questwright.compiler.packs.decode.row import Row


def grid(row: Row) -> Grid:
    """Decode how the board is drawn."""
    drawing = row.text("drawing")
    cell, cells = ("hex", "hexes") if drawing == "hexes" else ("square", "squares")
    return Grid(
        drawing=drawing,
        cell=row.text("cell", cell),
        cells=row.text("cells", cells),
        diagonal=Diagonal(row.text("diagonal")),
        facings=row.words("facings"),
        rules=row.words("rules"),
    )


def area(row: Row) -> AreaKind:
    """Decode a kind of area."""
    return AreaKind(
        word=row.word,
        title=row.text("title"),
        is_enclosed=row.flag("enclosed"),
        clear_by_sight=row.flag("clear_by_sight"),
        rules=row.words("rules"),
    )


def gate(row: Row) -> GateKind:
    """Decode a kind of gate."""
    return GateKind(
        word=row.word,
        form=GateForm(row.text("form")),
        title=row.text("title"),
        plural=row.text("plural"),
        symbol=row.text("symbol"),
        opened_by=row.words("opened_by"),
        move_cost=row.number("move_cost"),
        action_cost=row.number("action_cost"),
        passes_large=row.flag("passes_large", default=True),
        only=row.words("only"),
        box=row.limit("box"),
        rules=row.words("rules"),
    )


def lock(row: Row) -> LockKind:
    """Decode a kind of lock."""
    return LockKind(
        word=row.word,
        title=row.text("title"),
        text=row.text("text"),
        values=row.words("values"),
        by=row.words("by"),
        broken=row.optional("broken", _broken),
        symbol=row.text("symbol"),
        action_cost=row.number("action_cost"),
        rules=row.words("rules"),
    )


def _broken(row: Row) -> Broken:
    return Broken(
        attacks=row.words("attacks"),
        dice=row.text("dice"),
        armour=row.text("armour"),
        hits=row.number("hits"),
    )


def terrain(row: Row) -> Terrain:
    """Decode a kind of terrain."""
    return Terrain(
        word=row.word,
        title=row.text("title"),
        text=row.text("text"),
        symbol=row.text("symbol"),
        cost=row.number("cost", 1),
        costs=row.number_by_word("costs"),
        closed_to=row.words("closed_to"),
        joins_levels=row.flag("joins_levels"),
        holds=row.number("holds", 1),
        apart_from=row.words("apart_from"),
        climbed_by=row.words("climbed_by"),
        traits=row.plain_by_word("traits"),
        rules=row.words("rules"),
    )


def level(row: Row) -> Level:
    """Decode a level."""
    return Level(
        word=row.word,
        title=row.text("title"),
        height=row.number("height"),
        text=row.text("text"),
        rules=row.words("rules"),
    )


def barrier(row: Row) -> BarrierKind:
    """Decode a kind of barrier."""
    return BarrierKind(
        word=row.word,
        title=row.text("title"),
        plural=row.text("plural"),
        text=row.text("text"),
        line=Stroke(row.text("line")),
        sees=row.flag("sees"),
        jump_cost=row.limit("jump_cost"),
        traits=row.plain_by_word("traits"),
        rules=row.words("rules"),
    )


def crossing(row: Row) -> CrossingKind:
    """Decode a kind of crossing."""
    return CrossingKind(
        word=row.word,
        title=row.text("title"),
        plural=row.text("plural"),
        text=row.text("text"),
        symbol=row.text("symbol"),
        rounds=row.number("rounds"),
        rounds_step=row.number("rounds_step", 1),
        cost=row.number("cost", 1),
        only=row.words("only"),
        is_one_way=row.flag("one_way"),
        is_vessel=row.flag("vessel"),
        seats=row.limit("seats"),
        rows=row.number("rows"),
        floats_on=row.words("floats_on"),
        lands_on=row.words("lands_on"),
        traits=row.plain_by_word("traits"),
        rules=row.words("rules"),
    )


def jump(row: Row) -> Jump:
    """Decode a way to jump."""
    return Jump(
        word=row.word,
        title=row.text("title"),
        by=row.words("by"),
        die=row.number("die"),
        results={result: _faces(row, result) for result in RESULTS if result in row.data},
        rules=row.words("rules"),
    )


def _faces(row: Row, result: str) -> tuple[int, int]:
    low, high = row.numbers(result)
    return low, high


def tile(row: Row) -> PrintedTile:
    """Decode a printed tile."""
    return PrintedTile(
        word=row.word,
        title=row.text("title"),
        box=row.limit("box"),
        not_for=row.words("not_for"),
        traits=row.plain_by_word("traits"),
        sides=tuple([_side(row.row(side)) for side in SIDES]),
        rules=row.words("rules"),
    )


def _side(row: Row) -> PrintedSide:
    return PrintedSide(side=row.word, name=row.text("name"), join=row.text("join"))


def join(row: Row, others: Sequence[Row]) -> JoinKind:
    """Decode a kind of edge; it may be joined to whatever of the others may be joined to it."""
    own = row.words("with")
    return JoinKind(
        word=row.word,
        title=row.text("title"),
        joins=tuple(
            [other.word for other in others if other.word in own or row.word in other.words("with")]
        ),
        rules=row.words("rules"),
    )
