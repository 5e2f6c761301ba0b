"""Leave out of a line the moves that it can do without."""

from __future__ import annotations

from questwright.compiler.verdict.decide.explore import MoveLine
from questwright.compiler.verdict.rules.state import Act
from questwright.compiler.verdict.task.bits import union
from questwright.compiler.verdict.task.need import Has, can_be_met
from questwright.compiler.verdict.task.task import DeedSort

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from questwright.compiler.verdict.decide.explore import Explorer, Turn
    from questwright.compiler.verdict.rules.state import State
    from questwright.compiler.verdict.task.need import Facts, Leaf
    from questwright.compiler.verdict.task.task import Task


def shortened(
    explorer: Explorer, line: MoveLine, is_done: Callable[[Turn], bool], most: int = 400
) -> MoveLine:
    """The line without moves that it can do without, so that its last move still is what is meant.

    ``most`` is how many shorter lines are tried; then it stays as it is.
    """
    kept = list(line.moves)
    task = explorer.play.task
    unmoved = union(event.adds for event in task.events) | union(own.adds for own in task.sights)
    unmoved |= union(deed.brings for deed in task.deeds if deed.sort is DeedSort.GO_THROUGH)
    """What may come about without a move that is made for it."""
    size = len(kept) // 2
    while size and most > 0:
        number = len(kept) - size
        while number >= 0 and most > 0:
            before, rest = kept[number - 1].state if number else line.first, kept[number + size :]
            tried = None
            if not _is_cut_off(rest, before.facts | unmoved, task):
                most -= 1
                tried = replayed(explorer, before, rest)
            if tried and is_done(tried[-1]):
                kept[number:] = tried
                number = min(number, len(kept)) - size
            else:
                number -= size
        size //= 2
    return MoveLine(line.begin, line.first, tuple(kept))


def _is_cut_off(moves: Sequence[Turn], facts: Facts, task: Task) -> bool:
    """Whether some move asks for what none before it brings, beside facts that may hold then."""
    for turn in moves:
        if isinstance(turn.move, Act):
            deed, known = task.deeds[turn.move.deed], facts

            def is_possible(leaf: Leaf, known: Facts = known) -> bool:
                return not isinstance(leaf, Has) or bool(known >> leaf.fact & 1)

            if not can_be_met(deed.needs, is_possible, lambda _: True, otherwise=True):
                return True
            facts |= deed.brings
    return False


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
