"""Read the tiles that a quest lays, and the statements in their blocks.

Takes the outline of a quest and the declarations of tiles. Returns the tiles that lie on the board,
and adds the statements of their blocks to the outline, as statements of the quest.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from questwright.compiler import codes
from questwright.compiler.frontend.names import unusable
from questwright.compiler.frontend.outline import Outline, StatementReader, values_of
from questwright.compiler.grid.lattice import Lattice, lattice_of
from questwright.compiler.model.laid_tile import turned
from questwright.compiler.model.tiles import line_along
from questwright.compiler.model.words import kind_of, title_from_id
from questwright.compiler.packs.system.tiles import SIDES
from questwright.compiler.passes.text.sort_statements import sort_statements
from questwright.dsl.diagnostics import Label, did_you_mean, listed
from questwright.dsl.drawing import Drawing, DrawingKind, cell_at, read_drawing
from questwright.dsl.records import NamedTuple
from questwright.dsl.syntax import Draw, Form, Legend, Name, Number, Place, PlaceForm, Statement

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from questwright.compiler.frontend.canvas import Square
    from questwright.compiler.frontend.findings import Findings
    from questwright.compiler.model.laid_tile import Joined
    from questwright.compiler.packs.system.system import System
    from questwright.compiler.packs.system.tiles import PrintedTile
    from questwright.dsl.diagnostics import Diagnostic
    from questwright.dsl.source import Source, Span
    from questwright.dsl.syntax import Clause, Declaration, Node, Value

_ELSEWHERE = frozenset(
    {
        "actions",
        "allows",
        "boards",
        "decks",
        "events",
        "expects",
        "groups",
        "joins",
        "prose",
        "settings",
        "tables",
        "tiles",
        "victories",
    }
)
"""The parts of an outline that a tile's block cannot have, for it describes the board alone."""
_NOWHERE = (-1, -1)


@dataclass(slots=True, eq=False)
class Piece:
    """A tile that a quest lays; `join_tiles` finds its corner and its turn."""

    instance: str
    """The name that it has on the board."""
    declaration: Declaration
    draw: Draw
    drawing: Drawing
    is_torn: bool
    legends: list[Legend]
    printed: PrintedTile | None
    origin: Span
    at: Square | None
    """The upper left corner that the quest gives; None where it follows from a join."""
    given_turns: int | None
    """Quarter turns, clockwise, that the quest gives; None where they follow from a join."""
    given_title: str
    """The title that the quest gives; empty where it gives none."""
    is_lost: bool
    """Whether its corner or its turn could not be read, or do not follow; a finding says so."""
    corner: Square | None = None
    """The upper left corner on the board; None until the tile is laid."""
    turns: int = 0
    """Quarter turns, clockwise, once the tile is laid."""
    joined: dict[str, Joined] = field(default_factory=dict)
    """The edges of other tiles that are joined to it, by its own side."""

    @property
    def word(self) -> str:
        """The name under which the tile is declared."""
        return self.declaration.name.text

    @property
    def title(self) -> str:
        """The title in print: the quest's, the game's, or the tile's own."""
        if self.given_title:
            return self.given_title
        if self.printed is not None:
            return self.printed.title
        title = self.declaration.title
        return title.raw.strip() if title is not None else title_from_id(self.word)

    @property
    def rows(self) -> int:
        """Rows of its drawing."""
        return self.drawing.rows

    @property
    def columns(self) -> int:
        """Columns of its drawing."""
        return self.drawing.columns

    @property
    def is_short(self) -> bool:
        """Whether every second row of its drawing, from the second on, lacks its last hex."""
        last = self.columns - 1
        return all((row, last) not in self.drawing.cells for row in range(1, self.rows, 2))

    def can_turn(self, lattice: Lattice, turns: int) -> bool:
        """Tell whether its cells still lie on those of the lattice after some quarter turns."""
        if lattice is Lattice.SQUARES or turns == 0:
            return True
        return turns == 2 and (self.rows % 2 == 0 or self.is_short)

    def on_board(self, square: Square, lattice: Lattice) -> Square:
        """Return the square of the board on which a square of its drawing lies."""
        assert self.corner is not None
        row, column = turned(square, self.rows, self.columns, self.turns, lattice)
        return self.corner[0] + row, self.corner[1] + column

    def squares(self, lattice: Lattice) -> frozenset[Square]:
        """Return the squares of the board that it covers."""
        return frozenset(self.on_board(cell, lattice) for cell in self.drawing.cells)

    def line(self, side: str, lattice: Lattice) -> frozenset[Square]:
        """Return the squares of the board along one of its sides, drawn or not."""
        is_short = lattice is Lattice.HEXES and self.rows % 2 == 1 and self.is_short
        line = line_along(side, self.rows, self.columns, is_short=is_short)
        return frozenset(self.on_board(cell, lattice) for cell in line)

    def side_called(self, name: str) -> str | None:
        """Return the side with a printed name or a direction as drawn; None where there is none."""
        for side in self.printed.sides if self.printed is not None else ():
            if name in (side.name, side.side):
                return side.side
        return name if name in SIDES else None


class LaidPieces(NamedTuple):
    """The tiles that a quest lays."""

    by_name: dict[str, Piece]
    """By the name that each has on the board."""
    unread: frozenset[str]
    """The names of tiles that could not be read; later findings leave these out."""


def with_game_tiles(
    tiles: Mapping[str, Declaration],
    drawn: Mapping[str, Declaration],
    system: System,
    findings: Findings,
) -> Mapping[str, Declaration]:
    """Return the tiles of a text and those of its game by name; report a name that both have."""
    for name in sorted(tiles.keys() & drawn.keys()):
        findings.add(
            codes.NAME_TWICE,
            f"{system.title} has a tile called `{name}`",
            tiles[name].name.span,
            "the second one",
            related=(Label(drawn[name].name.span, "the game's own"),),
            help="give this one another name",
        )
    return {**tiles, **drawn}


def read_tiles(
    outline: Outline,
    system: System,
    sources: Mapping[str, Source],
    tiles: Mapping[str, Declaration],
    findings: Findings,
) -> LaidPieces:
    """Return the tiles that a quest lays, and add the statements of their blocks to its outline."""
    reader = _TileReader(system, sources, tiles, findings)
    pieces: dict[str, Piece] = {}
    for statement in outline.tiles:
        piece = reader.read(statement)
        if piece is None:
            continue
        before = pieces.get(piece.instance)
        if before is not None:
            findings.add(
                codes.NAME_TWICE,
                f"two tiles of this board are called `{piece.instance}`",
                statement.span,
                "the second one",
                related=(Label(before.origin, "the first one"),),
                help=f"give this one a name: `tile {piece.word} as other-{piece.word}`",
            )
            continue
        pieces[piece.instance] = piece
    every = list(pieces.values())
    _add_statements(outline, every, system, findings)
    return LaidPieces(pieces, frozenset(reader.unread - pieces.keys()))


class _TileReader:
    """Reads statements that lay tiles; each drawing is read once."""

    def __init__(
        self,
        system: System,
        sources: Mapping[str, Source],
        tiles: Mapping[str, Declaration],
        findings: Findings,
    ) -> None:
        self.system = system
        self.sources = sources
        self.tiles = tiles
        self.findings = findings
        self.unread: set[str] = set()
        self.drawn: dict[str, tuple[Drawing, tuple[Diagnostic, ...]]] = {}

    def read(self, statement: Statement) -> Piece | None:
        """Return the tile that a statement lays; None, with a finding, where it cannot be read."""
        taken = StatementReader(statement, self.findings)
        name = taken.name(is_needed=True)
        called, at, turn = taken.clause("as"), taken.clause("at"), taken.clause("turned")
        taken.finish("write it like `tile hall as far-hall at A1 turned 90`")
        if name is None:
            return None
        declaration = self._find(name)
        instance = self._instance(called, name) if called is not None else name.text
        corner = self._corner(at) if at is not None else None
        turns = self._turns(turn) if turn is not None else None
        draw = self._draw(declaration) if declaration is not None else None
        self.unread.add(instance or name.text)
        if declaration is None or instance is None or draw is None:
            return None
        drawing, torn = self._read_drawing(declaration, draw)
        if not drawing.cells:
            return None
        is_lost = turns == -1 or corner == _NOWHERE
        return Piece(
            instance,
            declaration,
            draw,
            drawing,
            bool(torn),
            [node for node in declaration.body if isinstance(node, Legend)],
            self.system.tiles.get(name.text),
            statement.span,
            None if is_lost else corner,
            None if is_lost else turns,
            statement.texts[0].raw.strip() if statement.texts else "",
            is_lost,
        )

    def _find(self, name: Name) -> Declaration | None:
        tile = self.tiles.get(name.text)
        if tile is None:
            self.findings.add(
                codes.UNKNOWN_NAME,
                f"there is no tile called `{name.text}`",
                name.span,
                "not declared",
                help=did_you_mean(name.text, self.tiles)
                or (
                    f"there is {listed(self.tiles)}"
                    if self.tiles
                    else "declare it: `tile hall { draw … }`"
                ),
            )
        return tile

    def _instance(self, called: Clause, name: Name) -> str | None:
        values = values_of(called)
        value = values[0] if len(values) == 1 else None
        if type(value) is not Name:
            self.findings.add(
                codes.MISSING_PART,
                f"`as` gives the tile `{name.text}` no name",
                called.span,
                "one word",
                help=f"write it like `tile {name.text} as far-{name.text}`",
            )
            return None
        why = unusable(value.text)
        if why:
            self.findings.add(
                codes.BAD_ID,
                f"`{value.text[:70]}` cannot be a name",
                value.span,
                "unusable",
                reason=why,
            )
            return None
        return value.text

    def _corner(self, at: Clause) -> Square:
        """Return the square of a tile's upper left corner; `_NOWHERE`, with a finding, else."""
        values = values_of(at)
        place = values[0] if values else None
        if type(place) is not Place or place.form is not PlaceForm.CELL or place.instance:
            self.findings.add(
                codes.MISSING_PART,
                "this tile lies nowhere",
                at.span,
                f"no {self.findings.cell} for its top left corner",
                help="write it like `tile hall at A1`",
            )
            return _NOWHERE
        row, column = cell_at(place.first)
        if row % 2 and lattice_of(self.system.grid.drawing) is Lattice.HEXES:
            above = place.first.rstrip("0123456789")
            self.findings.add(
                codes.OUT_OF_STEP,
                f"the rows of a tile at `{place.first}` would be out of step",
                place.span,
                "this row of the board is set in",
                reason="the first row of a tile is not set in",
                help=f"lay it one row higher or lower: at `{above}{row}` or `{above}{row + 2}`",
            )
            return _NOWHERE
        return row, column

    def _turns(self, turn: Clause) -> int:
        """Return quarter turns, clockwise; -1, with a finding, where a tile has no such turn."""
        values = values_of(turn)
        value = values[0] if values else None
        on_hexes = lattice_of(self.system.grid.drawing) is Lattice.HEXES
        allowed = (0, 180) if on_hexes else (0, 90, 180, 270)
        if type(value) is Number and value.value in allowed:
            return value.value // 90
        self.findings.add(
            codes.BAD_NUMBER,
            "on hexes, a tile is turned by 180"
            if on_hexes
            else "a tile is turned by 90, 180 or 270",
            turn.span,
            "degrees, clockwise",
            reason="turned by anything else, its hexes would not lie on those of the board"
            if on_hexes
            else None,
        )
        return -1

    def _draw(self, tile: Declaration) -> Draw | None:
        drawings = [node for node in tile.body if isinstance(node, Draw)]
        if len(drawings) == 1:
            return drawings[0]
        self.findings.add(
            codes.NO_BOARD,
            f"the tile `{tile.name.text}` has {len(drawings)} drawings",
            tile.name.span,
            "needs one",
        )
        return None

    def _read_drawing(
        self, tile: Declaration, draw: Draw
    ) -> tuple[Drawing, tuple[Diagnostic, ...]]:
        name = tile.name.text
        if name not in self.drawn:
            kind = DrawingKind(self.system.grid.drawing)
            self.drawn[name] = read_drawing(draw, kind, self.sources[draw.text.span.path])
            self.findings.extend(self.drawn[name][1])
        return self.drawn[name]


# -- what stands on a tile ------------------------------------------------------------------


def _add_statements(
    outline: Outline, pieces: list[Piece], system: System, findings: Findings
) -> None:
    """Add the statements of each tile's block to the outline, with places on that tile.

    Each name that a block gives has the tile's name before it: the `cell` of `jails` is
    `jails-cell`.
    """
    sorted_: dict[str, Outline] = {}
    found = Outline(outline.declaration)
    for piece in pieces:
        if piece.word not in sorted_:
            sorted_[piece.word] = _sorted(piece, system, findings)
        inner = sorted_[piece.word]
        own = _own_names(inner, system)
        for name in _parts(outline):
            statements = [
                _qualified(statement, piece.instance, own, system)
                for statement in getattr(inner, name)
            ]
            getattr(found, name).extend(statements)
        piece.legends = [
            legend._replace(thing=_qualified(legend.thing, piece.instance, own, system))
            for legend in piece.legends
        ]
    for name in _parts(outline):
        statements = getattr(found, name)
        if statements:
            getattr(outline, name)[:0] = statements


def _parts(outline: Outline) -> list[str]:
    """Return the parts of an outline that a tile's block may have, besides its drawing."""
    apart = {"declaration", "drawings", "legends"}
    return [name for name in vars(outline) if name not in _ELSEWHERE | apart]


def _sorted(piece: Piece, system: System, findings: Findings) -> Outline:
    inner = sort_statements(piece.declaration, system, findings)
    for name in sorted(_ELSEWHERE):
        for node in getattr(inner, name):
            findings.add(
                codes.MISPLACED,
                f"`{_word(node)}` does not belong in a tile",
                node.span,
                "not part of a tile",
                reason="a tile says what is printed on it: walls, gates, ground, areas, things",
                help="move it into the quest",
            )
    return inner


def _word(node: Node) -> str:
    if isinstance(node, Statement):
        return node.head.text
    word = getattr(node, "word", None)
    return word.text if isinstance(word, Name) else type(node).__name__.lower()


def _own_names(inner: Outline, system: System) -> frozenset[str]:
    """Return the names that the statements and legends of a tile declare."""
    found: set[str] = set()
    statements = [*inner.gates, *inner.areas, *inner.crossings, *inner.things, *inner.items]
    for statement in (*statements, *(legend.thing for legend in inner.legends)):
        names = [value for item in statement.items for value in item if type(value) is Name]
        _, word = kind_of(statement, system)
        is_grouped = word is not statement.head
        is_gate = statement.form is Form.DOOR or statement.head.text in system.gates
        is_crossing = statement.head.text in system.crossings
        given = [
            name.text
            for name in names[is_grouped:]
            if not (is_gate and name.text in ("open", "closed"))
            and not (is_crossing and name.text == "barred")
        ]
        found.update(given[:1])
    return frozenset(found)


def _qualified(
    statement: Statement, instance: str, own: frozenset[str], system: System
) -> Statement:
    """Return a tile's statement for the board: its places lie on the tile, its names begin with it.

    ``own`` are the names that the tile declares; others are left as they are.
    """

    def value(written: Value) -> Value:
        if isinstance(written, Place) and not written.instance:
            return written._replace(instance=instance)
        if isinstance(written, Name) and written.text in own and written is not kind:
            return written._replace(text=f"{instance}-{written.text}")
        return written

    _, kind = kind_of(statement, system)
    return statement._replace(
        items=tuple(tuple(map(value, item)) for item in statement.items),
        clauses=tuple(
            clause._replace(items=tuple(tuple(map(value, item)) for item in clause.items))
            for clause in statement.clauses
        ),
    )
