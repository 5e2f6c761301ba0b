"""Read how many rounds a crossing takes: as the quest says, or as far as it is rowed.

A tool of the pass that reads crossings. Takes a clause, or the ends of a crossing. Returns rounds.
"""

from __future__ import annotations

from itertools import permutations

from questwright.compiler import codes
from questwright.compiler.frontend.outline import values_of
from questwright.compiler.passes.things.takers import is_barred
from questwright.dsl.diagnostics import listed
from questwright.dsl.syntax import Number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from questwright.compiler.frontend.findings import Findings
    from questwright.compiler.grid.cells import Cells
    from questwright.compiler.model.board import Board, Crossing
    from questwright.compiler.packs.system.crossings import CrossingKind
    from questwright.dsl.source import Span
    from questwright.dsl.syntax import Clause

_ROUNDS: Final = 1_000
"""How many rounds a crossing may take at most."""


def rounds_taken(clause: Clause | None, kind: CrossingKind, findings: Findings) -> int:
    """Return the rounds that a crossing takes; after a finding, those of its kind."""
    if clause is None:
        return kind.rounds
    values = [value for value in values_of(clause) if not is_barred(value)]
    if len(values) != 1 or type(values[0]) is not Number:
        _wrong_rounds(
            findings, clause.span, "this does not give a number of rounds", "not a number", kind
        )
        return kind.rounds
    rounds = values[0].value
    if not max(kind.rounds, 1) <= rounds <= _ROUNDS:
        message = f"this `{kind.word}` does not take {rounds} rounds"
        least = f"{max(kind.rounds, 1)} at least, {_ROUNDS:,} at most"
        _wrong_rounds(findings, values[0].span, message, least, kind)
        return kind.rounds
    if rounds % kind.rounds_step:
        message = f"this `{kind.word}` does not take {rounds} rounds"
        _wrong_rounds(
            findings, values[0].span, message, f"not a multiple of {kind.rounds_step}", kind
        )
    return rounds


def _wrong_rounds(
    findings: Findings, span: Span, message: str, label: str, kind: CrossingKind
) -> None:
    step, least = kind.rounds_step, max(kind.rounds, kind.rounds_step, 1)
    examples = [number for number in range(least, least + 3 * step) if number % step == 0]
    findings.add(
        codes.BAD_NUMBER,
        message,
        span,
        label,
        reason=f"the rounds of {kind.plural.lower()} are a multiple of {step}"
        if step > 1
        else None,
        help=f"write {listed([f'takes {number}' for number in examples])}",
    )


def rounds_rowed(
    crossing: Crossing, ends: tuple[Cells, ...], board: Board, findings: Findings
) -> tuple[tuple[int, ...], ...]:
    """Return the rounds from each end of a vessel's crossing to each other end.

    Row and column are the indices of the ends, as in ``Crossing.ends``; the diagonal is 0.
    Empty, with a finding, where the vessel cannot lie at an end or cannot reach one.
    """
    # Loaded here: few quests have a boat.
    from questwright.compiler.geometry.rowing import moorings, rowing_distance, rowing_of

    kind = crossing.kind
    rowing = rowing_of(kind, board)
    lying = [moorings(rowing, end) for end in ends]
    for end, there in zip(ends, lying, strict=True):
        if not there:
            _not_afloat(
                f"`{crossing.id}` cannot lie at {board.names(end)}",
                f"it needs two {findings.cells} side by side to float on",
                crossing.origin,
                findings,
            )
    if not all(lying):
        return ()
    rounds = [[0] * len(ends) for _ in ends]
    for start, end in permutations(range(len(ends)), 2):
        far = rowing_distance(rowing, lying[start], lying[end])
        if far is None:
            names = (board.names(ends[number]) for number in (start, end))
            message = "`{}` cannot be rowed from {} to {}".format(crossing.id, *names)
            label = "no ground that it floats on joins them"
            _not_afloat(message, label, crossing.origin, findings)
            return ()
        rounds[start][end] = max(kind.rounds, -(-far // kind.rows))
    return tuple(map(tuple, rounds))


def _not_afloat(message: str, label: str, span: Span, findings: Findings) -> None:
    findings.add(
        codes.BAD_FOOTPRINT,
        message,
        span,
        label,
        help="draw such ground at the landings and between them, or move the landings",
    )
