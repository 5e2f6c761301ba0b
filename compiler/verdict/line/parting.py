"""Who has what where members part: whoever needs it next, so that nobody fetches it."""

from __future__ import annotations

from questwright.compiler.verdict.decide.explore import Turn
from questwright.compiler.verdict.decide.shorten import replayed
from questwright.compiler.verdict.line.outcomes import acted
from questwright.compiler.verdict.rules.state import Act

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from questwright.compiler.verdict.decide.explore import Explorer
    from questwright.compiler.verdict.rules.state import State

_REST = 40
"""How many moves are tried anew after another outcome of the one before."""


def nearer(moves: Sequence[Turn], explorer: Explorer) -> Sequence[Turn]:
    """Moves with what comes of a deed from where the next one takes the fewest steps.

    So nobody hands over, as they part, what has to be fetched for that.
    """
    first, *rest = moves
    act = first.move
    if not isinstance(act, Act) or not rest or first.state.hold == rest[0].move.before.hold:
        return moves
    known = first.events, first.end, first.state.facts
    least = _steps(first.state, rest, explorer)
    for way, (state, events, end) in acted(explorer.play, act, act.before):
        is_same = (events, end, state.facts) == known and state != first.state
        then = replayed(explorer, state, rest) if is_same and len(rest) < _REST else None
        if then and then[-1].end == rest[-1].end:
            steps = _steps(state, then, explorer)
            if steps < least:
                moves, least = [Turn(way, events, state, end), *then], steps
    return moves


def _steps(state: State, moves: Sequence[Turn], explorer: Explorer) -> int:
    """How many steps it takes from a state to the first of some moves."""
    return len(explorer.way(state, moves[0].move.before))
