"""One search: whether some line wins, and whether a state can be reached from which none does."""

from __future__ import annotations

from heapq import heapify, heappop, heappush

from questwright.compiler.deadline import TimeOverError, check_time
from questwright.compiler.model.verdict import VerdictKind
from questwright.compiler.verdict.decide.beginnings import beginnings
from questwright.compiler.verdict.decide.explore import MoveLine
from questwright.compiler.verdict.decide.model import Model
from questwright.compiler.verdict.decide.own_doing import BY_TIME, may_lose
from questwright.compiler.verdict.rules.aftermath import EndlessError
from questwright.compiler.verdict.rules.state import Act, CrowdedError
from questwright.compiler.verdict.task.bits import union
from questwright.compiler.verdict.task.task import EVERYBODY
from questwright.dsl.records import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Container, Iterator, Sequence
    from typing import Final

    from questwright.compiler.verdict.decide.explore import Cluster, Turn
    from questwright.compiler.verdict.decide.relaxed import Plan
    from questwright.compiler.verdict.rules.state import Move, Settled, State
    from questwright.compiler.verdict.task.need import Facts, Members, Places
    from questwright.compiler.verdict.task.task import Task


_FEW: Final = 500
"""States of a cluster, of which it is counted which moves are soonest made."""
_FATED: Final = 2
"""What nobody of the party decides is looked at when all else has been."""


class Visited:
    """What has come about in some line that a search has looked at."""

    __slots__ = ("deeds", "events", "facts", "places")

    def __init__(self) -> None:
        self.facts: Facts = 0
        self.places: Places = 0
        self.deeds: set[int] = set()
        self.events: set[int] = set()

    def come(self, turn: Turn) -> None:
        """Take what a move leads to."""
        move = turn.move
        self.events.update(turn.events)
        if isinstance(move, Act):
            self.deeds.add(move.deed)
        elif move.place >= 0:
            self.places |= 1 << move.place


class Found(NamedTuple):
    """What a search has found."""

    win: MoveLine | None
    strand: MoveLine | None
    lose: MoveLine | None
    at_once: Settled | None
    """How the party has won when play begins, or with what happens by itself then."""
    states: int
    limit: str
    """What made it stop before it had looked at everything; empty if nothing did."""
    seen: Visited

    @property
    def is_vacuous(self) -> bool:
        """Whether the party has won before it has done anything."""
        return self.at_once is not None

    @property
    def kind(self) -> VerdictKind:
        """The verdict, time left aside."""
        if self.is_vacuous:
            return VerdictKind.VACUOUS
        if self.win is not None and self.strand is not None:
            return VerdictKind.CAN_STRAND
        if self.limit:
            return VerdictKind.UNDECIDED
        return VerdictKind.UNWINNABLE if self.win is None else VerdictKind.WINNABLE


class _Node:
    """A cluster of states that the search has come upon."""

    __slots__ = ("arrival", "cluster", "is_fated", "is_good", "is_safe", "next", "parent", "plan")

    def __init__(
        self,
        cluster: Cluster,
        parent: _Node | None,
        arrival: Turn | None,
        plan: Plan | None,
        *,
        is_fated: bool,
    ) -> None:
        """``is_fated``: it is only come to by what nobody of the party decides, as far as known."""
        self.cluster = cluster
        self.come(parent, arrival, is_fated=is_fated)
        self.plan = plan
        """What would win if nothing were ever lost; None if nothing would."""
        self.is_good = False
        """Some line wins from here."""
        self.is_safe = False
        """Some line wins from here, and from wherever play leads from here."""
        self.next: list[_Node] = []
        """What the party's own moves lead to."""

    def come(self, parent: _Node | None, arrival: Turn | None, *, is_fated: bool) -> None:
        """Take a way by which it is come to."""
        self.parent = parent
        self.arrival = arrival
        self.is_fated = is_fated


class Search:
    """One task being searched."""

    def __init__(
        self,
        task: Task | Model,
        most: int,
        start: State | None = None,
        there: Members = EVERYBODY,
        good: Container[Cluster] = (),
    ) -> None:
        """A search from the beginning of play, by the members who are there; or from a state.

        ``most`` is how many clusters of states it looks at. From those that are ``good`` some line
        is known to win: that is enough where it is only asked whether one does.
        """
        self.model = task if isinstance(task, Model) else Model(task)
        self._task = self.model.task
        self._most = most
        self._start = start
        self._there = there
        self._known = good
        self.limit = ""
        """What made it stop before it had looked at everything; empty if nothing did."""
        self._nodes: dict[int, _Node] = {}
        self._of_alike: dict[State | None, _Node] = {}
        """For clusters in which alike items have changed places the node that stands for them."""
        self._queue: list[tuple[int, int, int, _Node]] = []
        self._pushed = 0
        self._narrow: list[_Node] = []
        """Nodes of which only the helpful deeds have been looked at."""
        self._begins: dict[int, tuple[State, State]] = {}
        self._win: MoveLine | None = None
        self._lose: MoveLine | None = None
        self._dead_ends: list[_Node] = []
        self._winning: list[_Node] = []
        self._at_once: Settled | None = None
        self.states = 0
        """How many clusters of states were looked at."""
        self.seen = Visited()

    def run(self, *, wins_only: bool = False, spares_vacuous: bool = False) -> Found:
        """Look until it is known whether some line wins and whether some line strands.

        With ``wins_only`` it is enough to know a line that wins. Where it ``spares_vacuous`` quests
        nothing is looked at if play is won as it begins.
        """
        try:
            self._begin()
            if self._at_once is None or not spares_vacuous:
                self.limit = self._look(is_brief=wins_only, wants_line=True)
        except CrowdedError:
            self.limit = "ways"
        except EndlessError:
            self.limit = "events"
        except TimeOverError:
            self.limit = "seconds"
        strand = None
        if self._dead_ends and not wins_only:
            strand = self._line(self._dead_ends[0])
        elif self._win is not None and not (self.limit or wins_only):
            strand = self._dead()
        for node in self._nodes.values():
            self.seen.facts |= node.cluster.states[0].facts
            self.seen.places |= union(own for state in node.cluster.states for own in state.where)
        at_once, states, limit = self._at_once, self.states, self.limit
        return Found(self._win, strand, self._lose, at_once, states, limit, self.seen)

    def can_win(self) -> bool | None:
        """Whether some line wins from the start; None if that was not known at the limit."""
        try:
            self._begin()
            self.limit = self._look(is_brief=True, wants_line=False)
        except (CrowdedError, EndlessError):
            self.limit = "ways"
        if self._at_once is not None or self._winning:
            return True
        return None if self.limit else False

    @property
    def clusters(self) -> Iterator[Cluster]:
        """The clusters of states that it has come upon."""
        return (node.cluster for node in self._nodes.values())

    @property
    def won(self) -> Iterator[Cluster]:
        """Those through which a way to win leads that it has found."""
        node = self._winning[0] if self._winning else None
        while node is not None:
            yield node.cluster
            node = node.parent

    def losing(self) -> MoveLine | None:
        """A line by which play ends and the party has not won; None if none was found.

        Those into a dead end are looked at last.
        """
        if not may_lose(self._task):
            return None
        try:
            self._begin()
            stranded = self._dead_ends
            while (self._queue or stranded) and self._lose is None and not self.limit:
                node = heappop(self._queue)[-1] if self._queue else stranded.pop()
                self.states += 1
                self.limit = "states" if self.states > self._most else ""
                check_time()
                self._expand(node, is_whole=True, is_brief=False)
        except (CrowdedError, EndlessError):
            self.limit = "ways"
        return self._lose

    def _begin(self) -> None:
        starts = beginnings(self._task, self._there) if self._start is None else (self._start,)
        for begin in starts:
            for outcome in self.model.play.settled([begin]):
                if outcome.end is None:
                    root = self._come(outcome.state, None, None)
                    self._begins.setdefault(id(root), (begin, outcome.state))
                elif self._task.is_won(outcome.end.victory):
                    self._at_once = self._at_once or outcome

    def _come(self, state: State, parent: _Node | None, arrival: Turn | None) -> _Node:
        explorer, alike = self.model.explorer, self.model.alike
        cluster = explorer.cluster(state)
        is_fated = parent is not None and parent.is_fated
        is_fated |= arrival is not None and arrival.is_fate(self._task)
        node, sign = self._nodes.get(id(cluster)), None
        if node is None and alike:
            sign = alike.sign(map(explorer.canonical, cluster.states))
            node = self._of_alike.get(sign)
            if node is not None and node.is_fated and not is_fated:
                # It is not come to by fate alone, as the other one is.
                node = None
        if node is not None:
            if parent is not None and node.is_fated and not is_fated:
                # What was only come to by fate is looked at last: nothing has come of it yet.
                node.come(parent, arrival, is_fated=False)
                self._wait(node)
            return node
        plan = self.model.relaxed.plan(cluster.states[0])
        node = _Node(cluster, parent, arrival, plan, is_fated=is_fated)
        self._nodes[id(cluster)] = node
        if sign is not None:
            self._of_alike[sign] = node
        if plan is None:
            self._dead_ends.append(node)
            return node
        is_safe = (parent is not None and parent.is_safe) or cluster in self._known
        if is_safe or self.model.robust.always_wins(cluster.states[0]):
            node.is_safe = node.is_good = True
        self._wait(node)
        return node

    def _wait(self, node: _Node) -> None:
        """Take a node that some line may win from for one to be looked at."""
        if node.plan is None:
            return
        # If it is known to win, all that is left is to find a line: nothing else is worth a look.
        urgency = _FATED if node.is_fated else 1
        if node.is_safe:
            # It may be come to from elsewhere, too.
            self._winning += [] if node.is_fated else [node]
            if self._win is not None or node.is_fated:
                return
            urgency = 0
        # A dead end is looked for as far as may be from a win.
        cost = node.plan.cost if self._win is None else -node.plan.cost
        heappush(self._queue, (urgency, cost, self._pushed, node))
        self._pushed += 1

    def _look(self, *, is_brief: bool, wants_line: bool) -> str:
        while self._queue or (self._narrow and self._win is None):
            if is_brief and (self._win is not None if wants_line else self._winning):
                break
            if self._win is not None and self._dead_ends:
                break
            is_last = not self._queue or self._queue[0][0] == _FATED
            is_whole = is_last and bool(self._narrow) and self._win is None
            urgency, *_, node = (0, self._narrow.pop()) if is_whole else heappop(self._queue)
            is_over = urgency == _FATED and not node.is_fated
            if is_over or (node.is_safe and self._win is not None):
                continue
            # Whether a line wins at all is soon seen by doing what helps, then all else. Once a
            # dead end is known nothing else is asked.
            brief = is_brief or (bool(self._dead_ends) and self._win is None)
            is_whole |= not (node.is_safe or brief)
            self.states += is_whole or not brief
            if self.states > self._most:
                return "states"
            check_time()
            self._expand(node, is_whole=is_whole, is_brief=brief)
        return ""

    def _expand(self, node: _Node, *, is_whole: bool, is_brief: bool) -> None:
        helpful = None if is_whole or node.plan is None else sorted(node.plan.deeds)
        if not is_whole:
            self._narrow.append(node)
        elif is_brief:
            helpful = [n for n, deed in enumerate(self._task.deeds) if not deed.is_fate]
        arrivals = self._eager(node, is_brief=is_brief) if is_whole else ()
        won: list[Turn] = []
        explorer, is_lost = self.model.explorer, self.model.is_lost
        for arrival in arrivals or explorer.arrivals(node.cluster, helpful, is_lost=is_lost):
            is_fate = arrival.is_fate(self._task)
            self.seen.come(arrival)
            if arrival.end is None:
                there = self._come(arrival.state, node, arrival)
                if is_fate:
                    continue
                node.next.append(there)
                if not is_whole and there.plan and node.plan and there.plan.cost < node.plan.cost:
                    break
            elif is_fate:
                continue
            elif arrival.wins(self._task):
                if not node.is_good:
                    node.is_good = True
                    self._winning += [] if node.is_fated else [node]
                won.append(arrival)
            elif self._lose is None and not _is_time(self._task, arrival.move):
                self._lose = self._line(node, arrival)
        if won and self._win is None and not node.is_fated:
            self._win = self._line(node, _straightest(self.model, node, won))
            self._queue = [(urgency, -cost, n, own) for urgency, cost, n, own in self._queue]
            heapify(self._queue)

    def _eager(self, node: _Node, *, is_brief: bool) -> list[Turn]:
        """What one deed leads to that is done at once; nothing if there is none."""
        arrivals, eager = self.model.explorer.arrivals, self.model.eager[is_brief]
        each = ([*arrivals(node.cluster, (number,), with_walks=False)] for number in eager)
        return next(filter(None, each), [])

    def _dead(self) -> MoveLine | None:
        """A line into a state from which no line wins; None if there is none."""
        lines = map(self._line, _never_won(self._nodes.values()))
        return min(lines, key=lambda line: len(line.moves), default=None)

    def _line(self, node: _Node, last: Turn | None = None) -> MoveLine:
        found = [last] if last is not None else []
        while node.parent is not None:
            assert node.arrival is not None
            found.append(node.arrival)
            node = node.parent
        return MoveLine(*self._begins[id(node)], tuple(reversed(found)))


def _never_won(nodes: Collection[_Node]) -> list[_Node]:
    """Those from which nothing that the party does leads to where some line wins."""
    back: dict[int, list[_Node]] = {}
    for node in nodes:
        for after in node.next:
            back.setdefault(id(after), []).append(node)
    waiting = [node for node in nodes if node.is_good]
    while waiting:
        for before in back.get(id(waiting.pop()), ()):
            if not before.is_good:
                before.is_good = True
                waiting.append(before)
    return [node for node in nodes if not node.is_good]


def _straightest(model: Model, node: _Node, won: Sequence[Turn]) -> Turn:
    """Of moves that win one that somebody makes, by which least happens, and soonest made."""
    keys = [(_is_time(model.task, turn.move), len(turn.events)) for turn in won]
    best = [turn for turn, key in zip(won, keys, strict=True) if key == min(keys)]
    if len(best) == 1 or len(node.cluster.states) > _FEW:
        return best[0]
    ends = [turn.move.before for turn in best]
    return best[model.explorer.nearest(node.cluster.states[0], ends)]


def _is_time(task: Task, move: Move) -> bool:
    """Whether nobody does anything: a round comes, or something passes."""
    return isinstance(move, Act) and task.deeds[move.deed].sort in BY_TIME
