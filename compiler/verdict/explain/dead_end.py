"""Dead ends: the deed at which it went wrong, the kinds of them, and a line without idle moves.

Also the members of the party without whom a line would lead into one.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import deque
from functools import cache, partial

from questwright.compiler.verdict.decide.beginnings import beginnings
from questwright.compiler.verdict.decide.explore import MoveLine
from questwright.compiler.verdict.decide.search import Search
from questwright.compiler.verdict.decide.shorten import shortened as without_idle
from questwright.compiler.verdict.rules.aftermath import EndlessError
from questwright.compiler.verdict.rules.state import Act, CrowdedError, State
from questwright.compiler.verdict.task.bits import union
from questwright.compiler.verdict.task.need import holds
from questwright.dsl.records import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from questwright.compiler.verdict.decide.explore import Cluster, Turn
    from questwright.compiler.verdict.decide.model import Model
    from questwright.compiler.verdict.task.need import Places
    from questwright.compiler.verdict.task.task import Deed, Happening, Link, Task

MOST_STATES = 3_000
_TURNS = 200
"""So many moves for each state, and no more states are looked at for kinds of dead ends."""


class DeadEnds(NamedTuple):
    """The dead ends of a task."""

    lines: tuple[MoveLine, ...]
    """For each move that makes a state dead a shortest line that ends with it; the shortest first.
    It is empty if play begins in a dead end."""
    is_whole: bool
    """Whether all of play was looked at: there may be others if not."""


def shortened(model: Model, line: MoveLine, most_states: int = MOST_STATES) -> MoveLine:
    """A line into a dead end, up to the move after which nothing wins, without idle moves.

    It stays as it is where that cannot be found out within so many states.
    """
    deaths, explorer = _Deaths(model, most_states), model.explorer.anew()
    try:
        if not deaths.has(line.states[-1]):
            return line
        short = without_idle(
            explorer, deaths.cut(line), lambda turn: turn.end is None and deaths.has(turn.state)
        )
        return deaths.cut(short)
    except (CrowdedError, EndlessError):
        return line


def went_wrong(task: Task, line: MoveLine) -> Deed | Happening | Link | None:
    """What was done last, what happened, or what was gone through; None if nothing was at all."""
    if not line.moves:
        return None
    last = line.moves[-1]
    if isinstance(last.move, Act):
        return task.deeds[last.move.deed]
    if last.events:
        return task.events[last.events[0]]
    before = last.move.before
    own, there = before.where[last.move.member], last.move.place
    taken = {
        link: ends
        for link in task.links
        if (ends := {to for here, to in link.ways if own >> here & 1})
        and holds(link.needs, before.facts, before.where, before.hold)
    }
    counted = [link for link in taken if link.counts and link.counts in last.move.counts]
    # Who finds the first cell taken goes on over friends.
    ways = counted or [link for link, ends in taken.items() if there in ends]
    return next(iter(ways or (link for link in taken if link.is_one_way)), None)


def dead_ends_of(model: Model, most_states: int = MOST_STATES) -> DeadEnds:
    """The dead ends that play can reach, by the moves that make a state dead.

    The task is one that has been simplified. Nothing is a dead end that was not looked at up to
    where play ends; from so many states moves are looked at.
    """
    whole = _Whole(model)
    try:
        is_whole = whole.look(most_states)
    except (CrowdedError, EndlessError):
        is_whole = False
    lines = whole.into_dead_ends()
    if not is_whole:
        # What was looked at last may be dead before: that is not seen of all of it.
        deaths = _Deaths(model, most_states)
        lines = _by_length(model.task, map(deaths.cut, lines))
    return DeadEnds(tuple(lines), is_whole)


class _Whole:
    """Play as far as it is looked at, breadth first, and what leads back from where it is won."""

    def __init__(self, model: Model) -> None:
        self._explorer = model.explorer.anew()
        self._task = model.task
        self._relaxed, self._robust = model.relaxed, model.robust
        self._lines: dict[Cluster, MoveLine] = {}
        """For each cluster that was come to the first line to it."""
        self._waiting: deque[Cluster] = deque()
        self._into: dict[Cluster, list[tuple[Cluster, Turn]]] = {}
        """For each cluster the moves that lead to it, and from where."""
        self._good: list[Cluster] = []
        """Clusters from which some line wins, or of which that is not known."""
        self._dead: list[tuple[Cluster | None, MoveLine]] = []
        """Lines after which nothing wins wherever they lead to exactly, and from what they came."""
        self._turns = 0
        """How many moves may still be looked at."""
        self._may_win = cache(lambda state: self._relaxed.reach(state).is_won)

    def look(self, most: int) -> bool:
        """Look at what play can reach; whether that was all of it."""
        self._turns = most * _TURNS
        for begin in beginnings(self._task):
            for outcome in self._explorer.play.settled([begin]):
                if outcome.end is None:
                    line = MoveLine(begin, outcome.state, ())
                    if self._is_hopeless(outcome.state):
                        self._dead.append((None, line))
                    else:
                        self._come(outcome.state, line)
        try:
            while self._waiting:
                cluster = self._waiting[0]
                is_good = self._robust.always_wins(cluster.states[0])
                if not is_good and (not most or self._turns < 0):
                    return False
                self._waiting.popleft()
                if is_good:
                    self._good.append(cluster)
                else:
                    most -= 1
                    self._expand(cluster)
        finally:
            self._good += self._waiting
        return True

    def _come(self, state: State, line: MoveLine) -> Cluster:
        cluster = self._explorer.cluster(state)
        if cluster not in self._lines:
            self._lines[cluster] = line
            if self._relaxed.reach(cluster.states[0]).is_won:
                self._waiting.append(cluster)
        return cluster

    def _is_hopeless(self, state: State) -> bool:
        """Whether nothing wins wherever those stand who are not buried."""
        closed = self._explorer.play.closed(state.facts)
        anywhere = (1 << len(self._task.places)) - 1
        where = tuple(own if own & closed or not own else anywhere for own in state.where)
        return not self._may_win(State(state.facts, where, ()))

    def _expand(self, cluster: Cluster) -> None:
        line = self._lines[cluster]
        for turn in self._explorer.arrivals(cluster):
            self._turns -= 1
            if turn.end is None:
                after = line._replace(moves=(*line.moves, turn))
                if self._is_hopeless(turn.state):
                    self._dead.append((cluster, after))
                else:
                    there = self._come(turn.state, after)
                    self._into.setdefault(there, []).append((cluster, turn))
            elif turn.wins(self._task):
                self._good += [] if turn.is_fate(self._task) else [cluster]

    def into_dead_ends(self) -> list[MoveLine]:
        """The lines into dead ends that are known."""
        good: set[Cluster] = set()
        while self._good:
            cluster = self._good.pop()
            if cluster not in good:
                good.add(cluster)
                ways = self._into.get(cluster, ())
                self._good += (before for before, turn in ways if not turn.is_fate(self._task))
        found = [line for before, line in self._dead if before is None or before in good]
        for cluster, first in self._lines.items():
            if cluster not in good:
                found += [first] if not first.moves else []
                for before, turn in self._into.get(cluster, ()):
                    if before in good:
                        line = self._lines[before]
                        found.append(line._replace(moves=(*line.moves, turn)))
        return _by_length(self._task, found)


def _by_length(task: Task, lines: Iterable[MoveLine]) -> list[MoveLine]:
    """Lines in the order of their moves; of as many, those first in which less is walked."""
    ways = [way for link in task.links for way in link.ways]

    @cache
    def steps(begin: Places, end: Places) -> int:
        """The fewest between two places, with all open and nobody in the way."""
        near, count = begin, 0
        while not near & end and count < len(task.places):
            near |= union(1 << there for here, there in ways if near >> here & 1)
            count += 1
        return count

    def length(line: MoveLine) -> tuple[int, ...]:
        begin, end = line.begin.where, line.states[-1].where
        # Who may stand as others do need not go as far.
        by_any, by_each = [union(begin)] * len(begin), begin
        walked = (sum(map(steps, own, end)) for own in (by_any, by_each))
        return len(line.moves), *walked

    return sorted(lines, key=length)


class _Deaths:
    """The states of a task from which it is known that nothing wins."""

    def __init__(self, model: Model, most_states: int) -> None:
        self._model = model
        self._most = most_states
        self._left = 10 * most_states
        self._dead: set[Cluster] = set()
        """What play leads to from states from which nothing wins."""
        self._good: set[Cluster] = set()
        """What lines that win lead through."""
        self.has: Callable[[State], bool] = cache(self._has)
        """Whether it is known that nothing wins from a state."""

    def _has(self, state: State) -> bool:
        if self._model.relaxed.plan(state) is None:
            return True
        if self._left <= 0:
            return False
        if self._model.explorer.cluster(state) in self._dead:
            return True
        search = Search(self._model, min(self._most, self._left), state, good=self._good)
        is_dead = search.can_win() is False
        self._left -= search.states
        self._good.update(search.won)
        self._dead.update(search.clusters if is_dead else ())
        return is_dead

    def has_without(self, member: int, state: State) -> bool:
        """Whether it is known that the others win no more if a member is lost."""
        left = [n for n, own in enumerate(state.where) if own and n != member]
        if not left:
            return True
        where = tuple(0 if n == member else own for n, own in enumerate(state.where))
        hold = [0 if n == member else own for n, own in enumerate(state.hold)]
        hold[left[0]] |= state.hold[member]
        facts = state.facts | self._model.task.missing(member)
        return self.has(state._replace(facts=facts, where=where, hold=tuple(hold)))

    def cut(self, line: MoveLine) -> MoveLine:
        """A line into a dead end, up to the move after which nothing wins."""
        states = line.states
        # From a dead end play leads into dead ends alone.
        last = len(states) - 1
        moves = bisect_left(range(last), 1, key=lambda number: self.has(states[number]))
        return line._replace(moves=line.moves[:moves])


def relied_on(model: Model, line: MoveLine, most: int) -> tuple[tuple[int, int], ...]:
    """The members without whom the others cannot win, each with the number of moves until then.

    Whoever is lost by bad luck may take with them what nobody else can do. A member is needed as
    long as no line wins that begins where the line stands, without them.
    """
    deaths = _Deaths(model, most)
    states = line.states[: max(1, len(line.moves))]
    found = []
    for member in range(model.task.party):
        if states[0].where[member]:
            # Whoever can be spared can be spared from then on; who can be at first never counts.
            needed = partial(deaths.has_without, member)
            moves = bisect_left(states, 1, key=lambda state: not needed(state))
            if moves and needed(states[0]):
                found.append((member, moves))
    return tuple(found)
