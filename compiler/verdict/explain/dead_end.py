"""Dead ends: the deed at which it went wrong, the kinds of them, and a line without idle moves."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, NamedTuple

from questwright.compiler.verdict.decide.beginnings import beginnings
from questwright.compiler.verdict.decide.explore import Explorer, MoveLine
from questwright.compiler.verdict.decide.relaxed import Relaxed
from questwright.compiler.verdict.decide.robust import Robust
from questwright.compiler.verdict.decide.search import Search
from questwright.compiler.verdict.decide.shorten import shortened as without_idle
from questwright.compiler.verdict.explain.names import quoted
from questwright.compiler.verdict.rules.aftermath import EndlessError
from questwright.compiler.verdict.rules.play import CrowdedError, Play
from questwright.compiler.verdict.rules.state import Act

if TYPE_CHECKING:
    from questwright.compiler.verdict.decide.explore import Cluster, Turn
    from questwright.compiler.verdict.rules.state import State
    from questwright.compiler.verdict.task.task import Task
    from questwright.dsl.source import Span

MOST_STATES = 3_000


class DeadEndKind(NamedTuple):
    """A kind of dead end: all those into which one deed leads."""

    deed: str
    """What is done last, as `went_wrong` has it; empty if play begins in a dead end."""
    origin: Span | None
    line: MoveLine
    """One of the shortest lines into one of them; its last move is that deed."""
    times: int
    """How often the deed was met as one that makes a state dead."""


class DeadEnds(NamedTuple):
    """The dead ends of a task."""

    kinds: tuple[DeadEndKind, ...]
    """The nearest to the beginning first."""
    is_whole: bool
    """Whether all of play was looked at: there may be others if not."""


def shortened(explorer: Explorer, line: MoveLine, most_states: int = MOST_STATES) -> MoveLine:
    """A line into a dead end, up to the move after which nothing wins, without idle moves.

    The line is one of the task that the explorer looks at. It stays as it is where that cannot be
    found out within so many states.
    """
    deaths = _Deaths(explorer.play.task, most_states)
    try:
        if not deaths.has(line.moves[-1].state if line.moves else line.first):
            return line
        short = without_idle(
            explorer, deaths.cut(line), lambda turn: turn.end is None and deaths.has(turn.state)
        )
        return deaths.cut(short)
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
    own, there = last.move.before.where[last.move.member], last.move.place
    taken = [link for link in task.links if own >> link.first & 1]
    for link in taken:
        if link.counts and link.counts in last.move.counts:
            return f"going through {quoted(link.title)}", link.origin
    # Who finds the first cell taken goes on over friends.
    ways = [link for link in taken if link.second == there] or [
        link for link in taken if link.is_one_way
    ]
    return (quoted(ways[0].title), ways[0].origin) if ways else None


def dead_end_kinds(task: Task, most_states: int = MOST_STATES) -> DeadEnds:
    """The dead ends that play can reach, by the deed that makes a state dead.

    The task is one that has been simplified. Nothing is a dead end that was not looked at up to
    where play ends; from so many states moves are looked at.
    """
    whole = _Whole(Explorer(Play(task)))
    try:
        is_whole = whole.look(most_states)
    except (CrowdedError, EndlessError):
        is_whole = False
    return DeadEnds(tuple(whole.kinds()), is_whole)


class _Visit(NamedTuple):
    """A cluster of states and how it is come to first."""

    cluster: Cluster
    before: _Visit | None
    turn: Turn | None
    begun: tuple[State, State]

    @property
    def line(self) -> MoveLine:
        """The moves that lead to it."""
        turns: list[Turn] = []
        visit = self
        while visit.before is not None and visit.turn is not None:
            turns.append(visit.turn)
            visit = visit.before
        return MoveLine(*self.begun, tuple(reversed(turns)))


class _Whole:
    """Play as far as it is looked at, breadth first, and what leads back from where it is won."""

    def __init__(self, explorer: Explorer) -> None:
        self._explorer = explorer
        self._task = explorer.play.task
        self._relaxed = Relaxed(self._task)
        self._robust = Robust(self._task, self._relaxed)
        self._visits: dict[int, _Visit] = {}
        self._waiting: deque[_Visit] = deque()
        self._back: dict[int, list[tuple[int, Turn]]] = {}
        self._good: list[int] = []
        """Clusters from which some line wins, or of which that is not known."""

    def look(self, most: int) -> bool:
        """Look at what play can reach; whether that was all of it."""
        for begin in beginnings(self._task):
            for outcome in self._explorer.play.settled([begin]):
                if outcome.end is None:
                    self._come(outcome.state, None, None, (begin, outcome.state))
        try:
            while self._waiting and most > 0:
                most -= 1
                self._expand(self._waiting.popleft())
        finally:
            self._good += (id(visit.cluster) for visit in self._waiting)
        return not self._waiting

    def _come(
        self, state: State, before: _Visit | None, turn: Turn | None, begun: tuple[State, State]
    ) -> int:
        cluster = self._explorer.cluster(state)
        if id(cluster) not in self._visits:
            visit = _Visit(cluster, before, turn, begun)
            self._visits[id(cluster)] = visit
            if self._robust.always_wins(cluster.states[0]):
                self._good.append(id(cluster))
            elif self._relaxed.plan(cluster.states[0]) is not None:
                self._waiting.append(visit)
        return id(cluster)

    def _expand(self, visit: _Visit) -> None:
        here = id(visit.cluster)
        for turn in self._explorer.arrivals(visit.cluster):
            if turn.end is None:
                there = self._come(turn.state, visit, turn, visit.begun)
                self._back.setdefault(there, []).append((here, turn))
            elif turn.end.victory >= 0 and self._task.victories[turn.end.victory].is_own:
                self._good.append(here)

    def kinds(self) -> list[DeadEndKind]:
        """The dead ends that are known, by the deed that leads into them."""
        good: set[int] = set()
        while self._good:
            number = self._good.pop()
            if number not in good:
                good.add(number)
                self._good += (before for before, _ in self._back.get(number, ()))
        found: dict[tuple[str, Span] | None, DeadEndKind] = {}
        for number, visit in self._visits.items():
            if number in good:
                continue
            into: list[tuple[MoveLine, Turn | None]] = []
            if visit.before is None:
                into.append((visit.line, None))
            into += [
                (self._visits[before].line, turn)
                for before, turn in self._back.get(number, ())
                if before in good
            ]
            for line, turn in into:
                whole = line._replace(moves=(*line.moves, turn)) if turn is not None else line
                what = went_wrong(self._task, whole)
                known = found.get(what)
                if known is not None:
                    found[what] = known._replace(times=known.times + 1)
                else:
                    deed, origin = what or ("", None)
                    found[what] = DeadEndKind(deed, origin, whole, 1)
        return sorted(found.values(), key=lambda kind: len(kind.line.moves))


class _Deaths:
    """The states of a task from which it is known that nothing wins."""

    def __init__(self, task: Task, most_states: int) -> None:
        self._task = task
        self._relaxed = Relaxed(task)
        self._most = most_states
        self._left = 10 * most_states
        self._known: dict[State, bool] = {}

    def has(self, state: State) -> bool:
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

    def cut(self, line: MoveLine) -> MoveLine:
        """A line into a dead end, up to the move after which nothing wins."""
        states = [line.first, *(arrival.state for arrival in line.moves)]
        # From a dead end play leads into dead ends alone.
        low, high = 0, len(states) - 1
        while low < high:
            middle = (low + high) // 2
            if self.has(states[middle]):
                high = middle
            else:
                low = middle + 1
        return line._replace(moves=line.moves[:low])
