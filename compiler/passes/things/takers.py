"""Who may take a crossing: whom game or quest name, and nobody to whom a tile is closed."""

from __future__ import annotations

from questwright.compiler import codes
from questwright.compiler.frontend.outline import values_of
from questwright.compiler.model.board import BARRED
from questwright.compiler.model.words import every_figure_called
from questwright.compiler.packs.system.system import Category
from questwright.dsl.diagnostics import did_you_mean, listed
from questwright.dsl.syntax import Name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from questwright.compiler.frontend.findings import Findings
    from questwright.compiler.grid.cells import Cells
    from questwright.compiler.model.board import Board
    from questwright.compiler.packs.system.crossings import CrossingKind
    from questwright.compiler.packs.system.system import System
    from questwright.dsl.syntax import Clause, Value


def takers(
    clause: Clause | None, kind: CrossingKind, system: System, findings: Findings
) -> tuple[str, ...]:
    """Return the words of the kinds that may take it; empty where everybody may.

    The quest's `for` says it where the game does not, or names some of those whom the game names.
    """
    allowed = _called(kind.only, system)
    words = kind.only
    if clause is not None:
        values = [value for value in values_of(clause) if not is_barred(value)]
        words = ()
        for value in values:
            word = value.text if type(value) is Name else ""
            if word and (called := every_figure_called(word, system)):
                if kind.only and not {*called} & {*allowed}:
                    _not_theirs(value, word, kind, findings)
                words = (*words, word)
                continue
            kinds = system.kinds.values()
            known = [kind.word for kind in kinds if kind.category is Category.FIGURE]
            findings.add(
                codes.UNKNOWN_NAME,
                f"no figure is called `{word}`" if word else "this is not a name",
                value.span,
                "unknown",
                help=did_you_mean(word, known) or f"name those who may take it: {listed(known)}",
            )
    return tuple(word for word in _called(words, system) if not kind.only or word in allowed)


def _called(words: Sequence[str], system: System) -> tuple[str, ...]:
    """The words of all figures that some words name."""
    called = (every_figure_called(word, system) for word in words)
    return tuple(dict.fromkeys(figure for figures in called for figure in figures))


def _not_theirs(value: Value, word: str, kind: CrossingKind, findings: Findings) -> None:
    """Report somebody to whom the game does not give a crossing."""
    findings.add(
        codes.WRONG_KIND,
        f"`{word}` does not take a `{kind.word}`",
        value.span,
        "closed to them",
        reason=f"the game keeps {kind.plural.lower()} to {listed(kind.only)}",
        help="leave them out, or let something else join the two places",
    )


def without_the_barred(
    allowed: tuple[str, ...],
    clause: Clause | None,
    kind: CrossingKind,
    ends: tuple[Cells, ...],
    board: Board,
    system: System,
    findings: Findings,
) -> tuple[str, ...]:
    """Return those who may take it to its ends: nobody to whom the game closes a tile there."""
    barred, tile = _shut_out(kind, ends, board, system)
    if not barred:
        return allowed
    figures = [kind.word for kind in system.kinds.values() if kind.category is Category.FIGURE]
    left = tuple(word for word in allowed or figures if word not in barred)
    for value in values_of(clause) if clause is not None else ():
        if type(value) is Name and {*every_figure_called(value.text, system)} <= barred:
            findings.add(
                codes.WRONG_KIND,
                f"`{value.text}` does not take a `{kind.word}` at {tile}",
                value.span,
                "closed to them",
                reason=f"the game closes {kind.plural.lower()} of this tile to some",
                help="let it end on another tile, or leave them out",
            )
    return left


def _shut_out(
    kind: CrossingKind, ends: tuple[Cells, ...], board: Board, system: System
) -> tuple[frozenset[str], str]:
    """Return the kinds to whom a tile at an end is closed, and the title of the tile."""
    barred: set[str] = set()
    title = ""
    for closed in kind.closed:
        for tile in board.tiles:
            if tile.tile == closed.tile and any(end & tile.cells for end in ends):
                title = tile.title
                for word in closed.called:
                    barred |= {*every_figure_called(word, system)}
    return frozenset(barred), title


def is_barred(value: Value) -> bool:
    """Whether a value is the word for a crossing that is shut."""
    return type(value) is Name and value.text == BARRED
