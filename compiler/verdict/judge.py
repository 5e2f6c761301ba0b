"""Search a task: whether it is won, and whether the party can strand, without regard to time."""

from __future__ import annotations

from functools import cache

from questwright.compiler.deadline import TimeOverError
from questwright.compiler.model.verdict import Cause, VerdictKind
from questwright.compiler.verdict.budget import USUAL, Budget
from questwright.compiler.verdict.decide.beginnings import beginnings
from questwright.compiler.verdict.decide.model import Model
from questwright.compiler.verdict.decide.simplify import as_it_is, simplified
from questwright.compiler.verdict.task.need import every, facts_asked
from questwright.dsl.records import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from questwright.compiler.verdict.decide.explore import MoveLine
    from questwright.compiler.verdict.decide.search import Found
    from questwright.compiler.verdict.decide.simplify import Simple
    from questwright.compiler.verdict.task.task import Task
    from questwright.compiler.verdict.task.unjudged import Unjudged

WON = (VerdictKind.WINNABLE, VerdictKind.CAN_STRAND)


class Judged(NamedTuple):
    """A task that has been judged: by a search, or by what is seen at once."""

    simple: Simple
    model: Model
    """What was searched, without the cells that are told of its deeds."""
    kind: VerdictKind
    search: Callable[[], Found | None]
    """Search it, if that has not been done; None where it is seen at once that nobody wins."""
    last: int = 0
    """The last round in which the line that was found counts; 0 if it counts in each."""
    is_sure: bool = False
    """It is seen at once that the party can win from every state, and never loses."""

    @property
    def found(self) -> Found | None:
        """What a search of it has found."""
        return self.search()

    @property
    def win(self) -> MoveLine | None:
        """The line that wins as it was found; None where none is known."""
        return self.found.win if self.found is not None and not self.found.is_vacuous else None

    @property
    def can_strand(self) -> bool | None:
        """Whether the party can reach a state from which no line wins; None if not judged."""
        if self.kind is VerdictKind.UNDECIDED or self.doubts:
            return None
        return self.kind is VerdictKind.CAN_STRAND

    @property
    def doubts(self) -> tuple[Unjudged, ...]:
        """What of the task was not judged, as far as it may change what was found."""
        is_hopeless, is_safe = self.simple.is_hopeless, self.kind is VerdictKind.WINNABLE
        return tuple(
            own
            for own in self.simple.task.unjudged
            if not (own.is_room and is_hopeless) and not (own.is_way and is_safe)
        )

    def won_at_once(self) -> tuple[Cause, ...]:
        """What wins before the party does anything: a victory or an event, then what led to it."""
        at_once = self.found.at_once if self.found is not None else None
        if at_once is None or at_once.end is None:
            return ()
        task = self.simple.task
        events = [task.events[number] for number in at_once.events]
        won = task.victories[at_once.end.victory]
        ends = [own for own in events if won.number < 0 and own.adds & facts_asked(won.needs)][:1]
        told = "this happens as play begins"
        wins = Cause(told, ends[0].origin) if ends else Cause("true from the start", won.origin)
        return (wins, *(Cause(told, own.origin) for own in events if own not in ends))

    def told_of(self, task: Task) -> Judged:
        """What was found of one task, for one that is `bare` the same."""
        simple = self.simple
        own = (task.deeds[number] for number in simple.deeds)
        deeds = tuple(
            deed._replace(cells=told.cells, stands=told.stands)
            for deed, told in zip(simple.task.deeds, own, strict=True)
        )
        return self._replace(simple=simple._replace(task=simple.task._replace(deeds=deeds)))


def bare(task: Task) -> Task:
    """The task without the cells that are told of its deeds: they make no difference to it."""
    deeds = tuple(deed._replace(cells=0, stands=0) for deed in task.deeds)
    return task._replace(deeds=deeds)


class Judge:
    """Searches tasks, within a budget each; those that are bare the same only once."""

    def __init__(self, budget: Budget = USUAL) -> None:
        self.budget = budget
        self._known: dict[tuple[Task, bool], Judged] = {}

    def judged(self, task: Task, *, wins_only: bool = False) -> Judged:
        """A task that is searched, or only for a line that wins.

        Where some ways to win have a last round and others have none, and those are enough, the
        line is one of those. Where they lead into a dead end, it tells when that is one.
        """
        key = (bare(task), wins_only)
        if key not in self._known:
            hurried = [victory for victory in task.own if victory.last]
            rest = tuple(victory for victory in task.victories if victory not in hurried)
            found = None
            if hurried and len(hurried) < len(task.own):
                found = self._searched(task._replace(victories=rest), wins_only=wins_only)
            if found is not None and found.kind is VerdictKind.CAN_STRAND:
                timed = self._searched(_until_late(task), wins_only=wins_only)
                found = timed if timed.kind in WON else found
            if found is None or found.kind not in WON or _has_won(task):
                found = self._searched(task, wins_only=wins_only)
            self._known[key] = found
        return self._known[key].told_of(task)

    def _searched(self, task: Task, *, wins_only: bool) -> Judged:
        try:
            simple = simplified(task, wins_only=wins_only)
        except TimeOverError:
            simple = as_it_is(task)
            return self._found(simple, Model(simple.task), wins_only=wins_only)
        model = Model(simple.task)
        if not task.own:
            return Judged(simple, model, VerdictKind.VACUOUS, lambda: None)
        if simple.is_hopeless:
            return Judged(simple, model, VerdictKind.UNWINNABLE, lambda: None)
        try:
            is_clear = not any(own.last for own in simple.task.own) and model.always_wins()
        except TimeOverError:
            is_clear = False
        if not is_clear:
            return self._found(simple, model, wins_only=wins_only)
        search = cache(lambda: self._run(model, wins_only=wins_only))
        return Judged(simple, model, VerdictKind.WINNABLE, search, is_sure=True)

    def _found(self, simple: Simple, model: Model, *, wins_only: bool) -> Judged:
        found, last = self._run(model, wins_only=wins_only), 0
        if found.win is not None:
            assert found.win.end is not None
            last = simple.task.victories[found.win.end.victory].last
        return Judged(simple, model, found.kind, lambda: found, last)

    def _run(self, model: Model, *, wins_only: bool) -> Found:
        # Loaded here: where all is seen at once nothing is searched.
        from questwright.compiler.verdict.decide.search import Search

        return Search(model, self.budget.states).run(wins_only=wins_only, spares_vacuous=True)


def _until_late(task: Task) -> Task:
    """The task in which a victory that has a last round counts until that is over."""
    victories = (own._replace(needs=every(own.needs, own.until)) for own in task.victories)
    return task._replace(victories=tuple(victories))


def _has_won(task: Task) -> bool:
    """Whether the party has won a task before it does anything."""
    play = Model(task).play
    outcomes = (play.settled([begin]) for begin in beginnings(task))
    return any(
        outcome.end is not None and task.is_won(outcome.end.victory)
        for each in outcomes
        for outcome in each
    )
