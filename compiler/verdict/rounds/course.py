"""What is so in the course of a line, and since when."""

from __future__ import annotations

from questwright.compiler.verdict.rounds.turns import (
    AT_NO_TIME,
    START,
    the_latest,
    when_so_many,
)
from questwright.compiler.verdict.task.bits import each_number, union
from questwright.compiler.verdict.task.need import (
    All,
    At,
    AtLeast,
    Carried,
    Either,
    Has,
    Lacks,
    Never,
    folded,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from questwright.compiler.verdict.rounds.turns import TurnTime, Walker
    from questwright.compiler.verdict.task.need import Facts, Leaf, Need, Places
    from questwright.compiler.verdict.task.task import Task


class Course:
    """The facts that hold by now, and where each of the party has come to."""

    def __init__(self, task: Task, party: Sequence[Walker]) -> None:
        self._task, self._party = task, party
        self.facts: Facts = task.given
        self.since: dict[int, TurnTime] = {}
        """Since when a fact has held, or has no longer held."""

    def add(self, facts: Facts, late: TurnTime) -> None:
        """Some facts hold from a moment on."""
        for fact in each_number(facts):
            is_held = self.facts >> fact & 1
            since = min(late, self.since.get(fact, START)) if is_held else late
            self.since[fact] = since
        self.facts |= facts

    def change(self, adds: Facts, removes: Facts, late: TurnTime) -> None:
        """Some facts hold from a moment on, and others no longer do."""
        for fact in each_number(removes & self.facts):
            self.since[fact] = late
        self.facts &= ~removes
        self.add(adds, late)

    def met(self, need: Need) -> TurnTime:
        """Since when a need is met; where nothing says so, since all have come where they are."""
        late = self._when(need)
        return late if late < AT_NO_TIME else the_latest(walker.now for walker in self._party)

    def _when(self, need: Need) -> TurnTime:
        return folded(need, self._since_leaf, when_so_many)

    def _since_leaf(self, leaf: Leaf) -> TurnTime:
        """Since when it has been so what a leaf of a need asks for."""
        match leaf:
            case Has(fact) | Carried(fact):
                return self.since.get(fact, START) if self.facts >> fact & 1 else AT_NO_TIME
            case Lacks(fact):
                return AT_NO_TIME if self.facts >> fact & 1 else self.since.get(fact, START)
            case At():
                return when_so_many(self._wanted(leaf), [own.came for own in self._there(leaf)])
            case Never():
                return AT_NO_TIME

    def _able(self, at: At) -> list[Walker]:
        """Those of whom it is asked where they stand, who are not lost."""
        lost = [bool(fallen & self.facts) for fallen in self._task.fallen]
        return [w for w in self._party if at.who >> w.number & 1 and not lost[w.number]]

    def _there(self, at: At) -> list[Walker]:
        return [walker for walker in self._able(at) if self.stands(walker) & at.places]

    def stands(self, walker: Walker) -> Places:
        """Where somebody stands; who has not come yet, in the place where it waits."""
        waiting = (own for own in self._task.begins if own.who >> walker.number & 1)
        return walker.place or union(1 << own.place for own in waiting if own.cell < 0)

    def _wanted(self, at: At) -> int:
        return at.wanted(len(self._able(at)))

    def posted(self, need: Need, doer: Walker | None) -> list[Walker]:
        """Those who have to stay where a need asks for them, as few as it takes, the earliest."""
        posted: list[Walker] = []
        for at in self._asked(need):
            there = sorted(self._there(at), key=lambda walker: (walker is not doer, walker.came))
            posted += [walker for walker in there[: max(0, self._wanted(at))] if walker is not doer]
        return posted

    def _asked(self, need: Need) -> Iterator[At]:
        """What a need asks of where members stand, of its ways those that are met first."""
        if isinstance(need, At):
            yield need
        elif isinstance(need, All | Either | AtLeast):
            parts: Sequence[Need] = need.parts
            if not isinstance(need, All):
                least = max(0, need.least) if isinstance(need, AtLeast) else 1
                parts = sorted(parts, key=self._when)[:least]
            for part in parts:
                yield from self._asked(part)
