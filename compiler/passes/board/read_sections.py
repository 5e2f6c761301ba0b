"""Read the doorways of tiles: a section is a tile with openings in its outer wall.

Takes the declaration of a tile. Returns a Section, or reports why it is none.
"""

from __future__ import annotations

from questwright.compiler import codes
from questwright.compiler.model.sections import Section
from questwright.compiler.model.words import kind_of, title_from_id
from questwright.compiler.packs.system.system import BLOCKING
from questwright.compiler.passes.board.doorways import STEPS, doorways_of, is_closed
from questwright.dsl.drawing import BLOCKED, DrawingKind, read_drawing
from questwright.dsl.records import NamedTuple
from questwright.dsl.syntax import Draw, Legend

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Final

    from questwright.compiler.frontend.findings import Findings
    from questwright.compiler.model.sections import Doorway
    from questwright.compiler.packs.system.dealing import SectionSort
    from questwright.compiler.packs.system.system import System
    from questwright.dsl.source import Source, Span
    from questwright.dsl.syntax import Declaration, Statement

DOORWAYS: Final = 5
"""The most doorways that a section has."""


class NamedTile(NamedTuple):
    """A tile as a deck names it."""

    word: str
    declaration: Declaration
    sort: SectionSort
    span: Span
    """Where it is named."""


def read_section(
    tile: NamedTile, system: System, sources: Mapping[str, Source], findings: Findings
) -> Section | None:
    """Return a tile as a section; None, with a finding, where it cannot be one."""
    drawings = [node for node in tile.declaration.body if isinstance(node, Draw)]
    if len(drawings) != 1:
        return None  # whoever lays it is told so
    draw = drawings[0]
    drawing, torn = read_drawing(
        draw, DrawingKind(system.grid.drawing), sources[draw.text.span.path]
    )
    if torn or not drawing.cells:
        findings.extend(torn)
        return None
    doorways = doorways_of(drawing)
    way_in = [door for door in doorways if door.side == "south"]
    if len(way_in) != 1 or len(doorways) > DOORWAYS:
        _refuse(tile, len(way_in), len(doorways), findings)
        return None
    legends = [node for node in tile.declaration.body if isinstance(node, Legend)]
    words = {legend.key.text: _kind_word(legend.thing, system) for legend in legends}
    things = tuple(
        (square, words[mark.char])
        for square, mark in sorted(drawing.cells.items())
        if mark.char in words
    )
    further = [door for door in doorways if door.side != "south"]
    printed = system.tiles.get(tile.word)
    title = tile.declaration.title
    own = title.raw.strip() if title is not None else title_from_id(tile.word)
    return Section(
        word=tile.word,
        title=printed.title if printed is not None else own,
        sort=tile.sort,
        rows=drawing.rows,
        columns=drawing.columns,
        squares=frozenset(drawing.cells),
        way_in=way_in[0],
        further=tuple(sorted(further, key=_clockwise)),
        rock=frozenset(at for at, mark in drawing.cells.items() if mark.char == BLOCKED),
        walls=frozenset(
            (square, side)
            for square in drawing.cells
            for side in STEPS
            if is_closed(drawing, square, side)
        ),
        things=things,
        blocked=frozenset(square for square, word in things if _blocks(word, system)),
    )


def _kind_word(thing: Statement, system: System) -> str:
    """The word of the kind or the terrain that a legend names."""
    kind, name = kind_of(thing, system)
    return name.text if kind is None else kind.word


def _blocks(word: str, system: System) -> bool:
    """Whether nobody walks through what a word of the game stands for."""
    kind = system.kinds.get(word)
    return kind is not None and kind.category in BLOCKING


def _refuse(tile: NamedTile, ways_in: int, doorways: int, findings: Findings) -> None:
    if ways_in == 1:
        findings.add(
            codes.BAD_NUMBER,
            f"`{tile.word}` has {doorways} doorways",
            tile.span,
            f"{DOORWAYS} at the most",
            help="close some of the openings in its outer wall",
        )
        return
    findings.add(
        codes.NO_WAY_IN,
        f"`{tile.word}` has no way in"
        if not ways_in
        else f"`{tile.word}` has {ways_in} openings at the bottom",
        tile.span,
        "cannot be clipped on",
        reason="a section is clipped on by the opening in the wall at its bottom, as it is drawn",
        help="leave one opening in that wall, as in `+-+ +-+`",
    )


def _clockwise(door: Doorway) -> tuple[int, int]:
    """Return a key that sorts doorways as one comes by them clockwise from the south."""
    row, column = door.square
    along = {"west": -row, "north": column, "east": row, "south": -column}
    return [*STEPS].index(door.side), along[door.side]


def each_of_sort(system: System, *, is_objective: bool) -> Iterator[str]:
    """Yield the words of the game's tiles that are objectives, or of those that are not."""
    for word, tile in system.tiles.items():
        sort = system.sections.get(tile.section)
        if sort is not None and sort.is_objective == is_objective:
            yield word
