"""The exact search: clusters of states, the moves between them, and what they lead to."""

from __future__ import annotations

from collections import deque
from functools import lru_cache
from itertools import islice

from questwright.compiler.deadline import check_time
from questwright.compiler.verdict.rules.leaving import leaving
from questwright.compiler.verdict.rules.state import Act, CrowdedError, End, MemberWalk, State
from questwright.dsl.records import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from questwright.compiler.verdict.rules.play import Play
    from questwright.compiler.verdict.rules.state import Move
    from questwright.compiler.verdict.task.task import Task

_WAYS = 20_000
"""Ways to stand that one cluster may have."""
_STEPS = 4_000
"""States of which it is kept where one steps from them."""


class Cluster:
    """All states between which the party walks and hands things with nothing coming of it."""

    __slots__ = ("exits", "states")

    def __init__(
        self, states: tuple[State, ...], exits: tuple[tuple[MemberWalk, State], ...]
    ) -> None:
        self.states = states
        """The first is the one by which it was come to."""
        self.exits = exits
        """Steps of which something comes, or that nobody takes back."""


class Turn(NamedTuple):
    """What a move leads to."""

    move: Move
    events: tuple[int, ...]
    state: State
    end: End | None

    def is_fate(self, task: Task) -> bool:
        """Whether nobody of the party decides that it comes."""
        return isinstance(self.move, Act) and task.deeds[self.move.deed].is_fate

    def wins(self, task: Task) -> bool:
        """Whether the party wins by it."""
        return self.end is not None and task.is_won(self.end.victory)


class MoveLine(NamedTuple):
    """Moves from the beginning of play on."""

    begin: State
    """How the party is set up."""
    first: State
    """What has come of that before anybody moves."""
    moves: tuple[Turn, ...]

    @property
    def states(self) -> list[State]:
        """What has come of the beginning, and of each move."""
        return [self.first, *(turn.state for turn in self.moves)]

    @property
    def end(self) -> End | None:
        """How play ends by it; None where it goes on."""
        return self.moves[-1].end if self.moves else None


class Steps:
    """The steps and handings over from the states of one task; those of some states are kept."""

    def __init__(self, play: Play) -> None:
        self.play = play
        self.leaving = tuple(leaving(play.task))
        """How members leave the board, for each victory for which they do."""
        self.about: Callable[[State], list[tuple[MemberWalk, State, list[State] | None]]]
        self.about = lru_cache(_STEPS)(self._about)
        """Walks and handings over, to where; and as what states, if nothing comes of it.

        Nothing does if there is a way back, and nothing happens by itself.
        """

    def _about(self, here: State) -> list[tuple[MemberWalk, State, list[State] | None]]:
        play = self.play
        walks = [
            (walk, rough, self._quiet(play.refined(rough)) if is_back else None)
            for walk, rough, is_back in play.walks(here)
        ]
        handed = MemberWalk(here, -1, -1)
        return walks + [(handed, there, self._quiet([there])) for there in play.hands(here)]

    def _quiet(self, states: Iterable[State]) -> list[State] | None:
        fine = list(states)
        if not all(self.play.is_quiet(there) for there in fine):
            return None
        return [wide for there in fine for wide in self.play.widened(there)]


class Explorer:
    """The states of one task as clusters."""

    def __init__(self, play: Play, steps: Steps | None = None) -> None:
        self.play = play
        self.steps = Steps(play) if steps is None else steps
        self._known: dict[State, Cluster] = {}
        self.canonical: Callable[[State], State] = play.grounds.canonical
        """The state in which members who are alike are in order."""

    @property
    def ways(self) -> int:
        """How many states have been looked at, those of all clusters together."""
        return len(self._known)

    def anew(self) -> Explorer:
        """One that has looked at nothing yet: what was looked at shows in what is found first."""
        return Explorer(self.play, self.steps)

    def cluster(self, state: State) -> Cluster:
        """The cluster of a state in which nothing happens by itself."""
        known = self._known.get(self.canonical(state))
        if known is not None:
            return known
        found = {self.canonical(state): state}
        waiting = [state]
        exits: list[tuple[MemberWalk, State]] = []
        while waiting:
            check_time()
            here = waiting.pop()
            if len(found) > _WAYS:
                raise CrowdedError
            for walk, rough, near in self.steps.about(here):
                if near is None:
                    exits.append((walk, rough))
                for there in near or ():
                    key = self.canonical(there)
                    if key not in found:
                        found[key] = there
                        waiting.append(there)
        cluster = Cluster(tuple(found.values()), tuple(exits))
        for key in found:
            self._known[key] = cluster
        return cluster

    def way(self, begin: State, end: State) -> list[tuple[MemberWalk, State]]:
        """The fewest steps between two states of a cluster, each with the state it leads to.

        At its end members who are alike may stand and carry as others of them do in ``end``.
        """
        goal = self.canonical(end)
        came: dict[State, tuple[State, MemberWalk] | None] = {begin: None}
        here = next(state for state in self._walked(begin, came) if self.canonical(state) == goal)
        found: list[tuple[MemberWalk, State]] = []
        before = came[here]
        while before is not None:
            found.append((before[1], here))
            here = before[0]
            before = came[here]
        return found[::-1]

    def nearest(self, begin: State, ends: Sequence[State]) -> int:
        """Which of some states of a cluster is the fewest steps from another, by its index."""
        goals = [self.canonical(end) for end in ends]
        came: dict[State, tuple[State, MemberWalk] | None] = {begin: None}
        steps = {begin: 0}
        found: dict[State, int] = {}
        for here in self._walked(begin, came):
            before = came[here]
            steps[here] = steps[before[0]] + 1 if before is not None else 0
            if found and steps[here] > min(found.values()):
                break
            if self.canonical(here) in goals:
                found[self.canonical(here)] = steps[here]
        return next(n for n, goal in enumerate(goals) if goal in found)

    def _walked(
        self, begin: State, came: dict[State, tuple[State, MemberWalk] | None]
    ) -> Iterator[State]:
        """The states of a cluster, those first to which the fewest steps lead, and how one came."""
        known = {self.canonical(begin)}
        waiting = deque([begin])
        while waiting:
            here = waiting.popleft()
            yield here
            for walk, _, near in self.steps.about(here):
                for there in near or ():
                    key = self.canonical(there)
                    if key not in known:
                        known.add(key)
                        came[there] = (here, walk)
                        waiting.append(there)

    def arrivals(
        self,
        cluster: Cluster,
        deeds: Iterable[int] | None = None,
        *,
        with_walks: bool = True,
        is_lost: Callable[[Sequence[State]], bool] = lambda _: False,
    ) -> Iterator[Turn]:
        """All that one move from a cluster leads to; of the deeds, by some or by each.

        Of a move after which all ``is_lost`` one way is enough.
        """
        play = self.play
        seen: set[tuple[State, int]] = set()
        for number in range(len(play.task.deeds)) if deeds is None else deeds:
            check_time()
            deed = play.task.deeds[number]
            facts = cluster.states[0].facts
            if not play.is_open(deed, facts):
                continue
            for state in cluster.states:
                for act, after in play.acts(number, state):
                    if is_lost(after):
                        yield from islice(self._settled(act, after, seen, number), 1)
                        continue
                    yield from self._settled(act, after, seen, number)
                    for other, then in play.shared(number, state, act, after):
                        yield from self._settled(other, then, seen, number)
                if not deed.where and not deed.carries and len(cluster.states) == 1:
                    break
        for walk, rough in cluster.exits if with_walks else ():
            if is_lost([rough]):
                yield from islice(self._settled(walk, [rough], seen, -1), 1)
            else:
                yield from self._settled(walk, [*play.left(rough, walk.member)], seen, -1)
        for way in self.steps.leaving if with_walks else ():
            # Between the states of a cluster they walk to and fro: how they stand is no matter.
            every = (way.departure(state) for state in cluster.states)
            departure = next((found for found in every if found is not None), None)
            if departure is not None:
                yield Turn(departure, (), departure.before, End(departure.victory))

    def _settled(
        self, move: Move, after: list[State], seen: set[tuple[State, int]], number: int
    ) -> Iterator[Turn]:
        fresh = []
        for state in after:
            key = (self.canonical(state), number)
            if key not in seen:
                seen.add(key)
                fresh.append(state)
        for outcome in self.play.settled(fresh):
            yield Turn(move, outcome.events, outcome.state, outcome.end)
