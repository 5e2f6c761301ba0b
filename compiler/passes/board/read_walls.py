"""Read what statements put between cells: walls, barriers, and the edges of gates.

Takes the outline of a quest and its board. Returns edges, and the board with its barriers.
"""

from __future__ import annotations

from questwright.compiler import codes
from questwright.compiler.english import with_article
from questwright.compiler.frontend.outline import Outline, StatementReader, values_of
from questwright.compiler.frontend.places import between, squares
from questwright.compiler.geometry.cliffs import is_cliff, level_title, with_barriers
from questwright.compiler.grid.cells import Edge
from questwright.compiler.model.board import Barrier, Board, Gate
from questwright.dsl.diagnostics import Label
from questwright.dsl.syntax import Place, PlaceForm, Statement

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from questwright.compiler.frontend.findings import Findings
    from questwright.compiler.packs.system.system import System


def read_walls(
    outline: Outline, gates: list[Gate], board: Board, findings: Findings
) -> Iterator[Edge]:
    """Yield the edges of the walls that are stated rather than drawn."""
    for statement in outline.walls:
        yield from _standing(statement, gates, board, findings)


def read_barriers(
    outline: Outline, board: Board, gates: list[Gate], system: System, findings: Findings
) -> Board:
    """Return the board with the barriers that are stated."""
    found: list[Barrier] = []
    for statement in outline.barriers:
        kind = system.barriers[statement.head.text]
        standing = {edge: barrier for barrier in found for edge in barrier.edges}
        edges = []
        for edge in _standing(statement, gates, board, findings):
            barrier = standing.get(edge)
            if barrier is not None or board.has_wall(*edge):
                what = f"{with_article(barrier.kind.title)}" if barrier is not None else "a wall"
                findings.add(
                    codes.TWICE_SAID,
                    f"{what} stands at {board.edge_name(edge)} already",
                    statement.span,
                    f"the {kind.title.lower()}",
                    related=() if barrier is None else (Label(barrier.origin, "stands there"),),
                    help="take one of them away",
                )
            elif board.floor >> edge.first & board.floor >> edge.second & 1:
                edges.append(edge)
            else:
                findings.add(
                    codes.NOT_ON_FLOOR,
                    f"there is no floor on both sides of {board.edge_name(edge)}",
                    statement.span,
                    f"the {kind.title.lower()}",
                    help="leave it out: nobody can walk there",
                )
        if edges:
            found.append(Barrier(kind, tuple(dict.fromkeys(edges)), statement.span))
    return with_barriers(board, tuple(found))


def check_cliffs(gates: list[Gate], board: Board, findings: Findings) -> None:
    """Report gates at a cliff: no step leads through them."""
    for gate in gates if board.cliffs else ():
        edge = next((edge for edge in gate.edges if is_cliff(*edge, board)), None)
        if edge is not None:
            first, second = (level_title(board, cell) for cell in edge)
            findings.add(
                codes.GATE_TO_NOWHERE,
                f"`{gate.id}` at {board.edge_name(edge)} stands at a cliff",
                gate.origin,
                f"{first} on one side, {second} on the other",
                help="let both sides lie on one level, or put stairs or the like on one of them",
            )


def _standing(
    statement: Statement, gates: list[Gate], board: Board, findings: Findings
) -> Iterator[Edge]:
    """Yield the edges that a statement names; an edge with a gate is reported and left out."""
    gated = {edge: gate for gate in gates for edge in gate.edges}
    word = statement.head.text
    like = f"`{word} at C4|D4, C5|D5`"
    edges = written_edges(statement, board, findings, like=like)
    taken = StatementReader(statement, findings)
    at = taken.clause("at")
    for value in values_of(at) if at is not None else ():
        if type(value) is not Place:
            findings.add(
                codes.SURPLUS_PART,
                f"`{word}` does not take this",
                value.span,
                "no edge",
                help=f"write it like {like}",
            )
    taken.finish(f"write it like {like}")
    for edge in edges:
        if edge in gated:
            gate = gated[edge]
            findings.add(
                codes.GATE_TWICE,
                f"a {word} stands at {board.edge_name(edge)}, and so does `{gate.id}`",
                statement.span,
                f"the {word}",
                related=(Label(gate.origin, "stands there"),),
                help="take one of them away",
            )
        else:
            yield edge


def written_edges(
    statement: Statement, board: Board, findings: Findings, like: str = ""
) -> tuple[Edge, ...]:
    """Return the edges that a statement names behind `at`; none after a finding.

    ``like`` is an example of the statement for the message.
    """
    at = next((clause for clause in statement.clauses if clause.word.text == "at"), None)
    places = [value for value in values_of(at) if type(value) is Place] if at else []
    head = statement.head.text
    if not places:
        findings.add(
            codes.MISSING_PART,
            f"this `{head}` stands nowhere",
            statement.span,
            "no edge",
            help=f"write {like}" if like else f"write `{head} my-{head} at C4|D4`, or draw it",
        )
        return ()
    edges = []
    for place in places:
        if place.form is not PlaceForm.EDGE:
            findings.add(
                codes.WRONG_KIND,
                f"a `{head}` stands between two {findings.cells}, but `{place}` is not an edge",
                place.span,
                "not an edge",
                help=f"name both {findings.cells}, like `C4|D4`",
            )
            return ()
        if not squares(place, board, findings):
            return ()
        first, second = between(place, board)
        if not board.are_beside(first, second):
            findings.add(
                codes.WRONG_KIND,
                f"`{place.first}` and `{place.second}` do not share an edge",
                place.span,
                "not side by side",
                reason=f"walls, doors and the like stand between two {findings.cells}",
            )
            return ()
        edges.append(Edge(first, second))
    return tuple(edges)
