"""A line into a dead end without a move too many, and the deed at which it went wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler.verdict.decide.relaxed import Relaxed
from questwright.compiler.verdict.decide.search import Search
from questwright.compiler.verdict.explain.names import quoted
from questwright.compiler.verdict.rules.aftermath import EndlessError
from questwright.compiler.verdict.rules.play import CrowdedError
from questwright.compiler.verdict.rules.state import Act

if TYPE_CHECKING:
    from questwright.compiler.verdict.decide.explore import Explorer, MoveLine, Turn
    from questwright.compiler.verdict.rules.state import Move, State
    from questwright.compiler.verdict.task.task import Task
    from questwright.dsl.source import Span

MOST_STATES = 3_000


def shortened(explorer: Explorer, line: MoveLine, most_states: int = MOST_STATES) -> MoveLine:
    """A line into a dead end, up to the move after which nothing wins, without idle moves.

    The line is one of the task that the explorer looks at. It stays as it is where that cannot be
    found out within so many states.
    """
    try:
        return _Shortening(explorer, most_states).run(line)
    except (CrowdedError, EndlessError):
        return line


def went_wrong(task: Task, line: MoveLine) -> tuple[str, Span] | None:
    """What was done last, in words, and where it is written; None if nothing was done at all."""
    if not line.moves:
        return None
    last = line.moves[-1]
    if isinstance(last.move, Act):
        deed = task.deeds[last.move.deed]
        return quoted(deed.title), deed.origin
    if last.events:
        event = task.events[last.events[0]]
        return quoted(event.title), event.origin
    here, there = last.move.before.where, last.move.place
    for link in task.links:
        if link.second == there and any(own >> link.first & 1 for own in here):
            return quoted(link.title), link.origin
    return None


class _Shortening:
    """One line being shortened."""

    def __init__(self, explorer: Explorer, most_states: int) -> None:
        self._explorer = explorer
        self._task = explorer.play.task
        self._relaxed = Relaxed(self._task)
        self._most = most_states
        self._left = 10 * most_states
        self._known: dict[State, bool] = {}

    def run(self, line: MoveLine) -> MoveLine:
        states = [line.first, *(arrival.state for arrival in line.moves)]
        if not self._is_dead(states[-1]):
            return line
        # From a dead end play leads into dead ends alone.
        low, high = 0, len(states) - 1
        while low < high:
            middle = (low + high) // 2
            if self._is_dead(states[middle]):
                high = middle
            else:
                low = middle + 1
        moves = line.moves[:low]
        number = len(moves) - 1
        while number >= 0:
            shorter = self._replayed(line.first, (*moves[:number], *moves[number + 1 :]))
            if shorter is not None:
                moves = shorter
            number = min(number, len(moves)) - 1
        return line._replace(moves=moves)

    def _is_dead(self, state: State) -> bool:
        """Whether it is known that nothing wins from a state."""
        found = self._known.get(state)
        if found is None:
            found = self._relaxed.plan(state) is None
            if not found and self._left > 0:
                search = Search(self._task, min(self._most, self._left), state)
                found = search.can_win() is False
                self._left -= search.states
            self._known[state] = found
        return found

    def _replayed(self, first: State, moves: tuple[Turn, ...]) -> tuple[Turn, ...] | None:
        """The same moves from the beginning on, up to a dead end; None if they lead into none."""
        state = first
        done: list[Turn] = []
        for arrival in moves:
            if self._is_dead(state):
                break
            again = self._again(state, arrival)
            if again is None:
                return None
            done.append(again)
            state = again.state
        return tuple(done) if self._is_dead(state) else None

    def _again(self, state: State, wanted: Turn) -> Turn | None:
        """The move done from a state, with as much of the same coming of it as can be."""
        cluster = self._explorer.cluster(state)
        deeds = [wanted.move.deed] if isinstance(wanted.move, Act) else []
        found = [
            arrival
            for arrival in self._explorer.arrivals(cluster, deeds)
            if arrival.end is None and _is_same(arrival.move, wanted.move)
        ]
        alike = (
            arrival
            for arrival in found
            if arrival.events == wanted.events and arrival.state.where == wanted.state.where
        )
        return next(alike, next(iter(found), None))


def _is_same(move: Move, other: Move) -> bool:
    if isinstance(move, Act) or isinstance(other, Act):
        return isinstance(move, Act) and isinstance(other, Act) and move.deed == other.deed
    return (move.member, move.place) == (other.member, other.place)
