"""Leave out of a line the moves that it can do without."""

from __future__ import annotations

from questwright.compiler.verdict.decide.explore import MoveLine
from questwright.compiler.verdict.rules.state import Act

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from questwright.compiler.verdict.decide.explore import Explorer, Turn
    from questwright.compiler.verdict.rules.state import State


def shortened(
    explorer: Explorer, line: MoveLine, is_done: Callable[[Turn], bool], most: int = 400
) -> MoveLine:
    """The line without moves that it can do without, so that its last move still is what is meant.

    ``most`` is how many shorter lines are tried; then it stays as it is.
    """
    kept = list(line.moves)
    size = len(kept) // 2
    while size and most > 0:
        number = len(kept) - size
        while number >= 0 and most > 0:
            before, rest = kept[number - 1].state if number else line.first, kept[number + size :]
            most -= 1
            tried = replayed(explorer, before, rest)
            if tried and is_done(tried[-1]):
                kept[number:] = tried
                number = min(number, len(kept)) - size
            else:
                number -= size
        size //= 2
    return MoveLine(line.begin, line.first, tuple(kept))


def replayed(explorer: Explorer, first: State, moves: Sequence[Turn]) -> list[Turn] | None:
    """The same moves from a state on, by whoever can; None if some cannot be done."""
    state = first
    found: list[Turn] = []
    for number, move in enumerate(moves):
        arrival = _same(explorer, state, move)
        if arrival is None:
            return None
        found.append(arrival)
        if arrival.end is not None:
            return found if number == len(moves) - 1 or arrival.end.victory >= 0 else None
        state = arrival.state
    return found


def _same(explorer: Explorer, state: State, move: Turn) -> Turn | None:
    """A move like another from a state; by the same member and to the same end, if that can be."""
    cluster = explorer.cluster(state)
    best: tuple[tuple[bool, ...], Turn] | None = None
    own = move.move
    deeds = [own.deed] if isinstance(own, Act) else []
    for arrival in explorer.arrivals(cluster, deeds, with_walks=not deeds):
        other = arrival.move
        if isinstance(own, Act):
            if not isinstance(other, Act):
                continue
        elif isinstance(other, Act) or other.place != own.place:
            continue
        # Who is there already need not be waited for.
        rank = (
            arrival.end != move.end,
            arrival.events != move.events,
            other.before != state,
            other.member != own.member,
        )
        if not any(rank):
            return arrival
        if best is None or rank < best[0]:
            best = (rank, arrival)
    return None if best is None else best[1]
