"""What is asked of a task besides its verdict: what never comes about."""

from __future__ import annotations

from functools import cached_property

from questwright.compiler.deadline import TimeOverError
from questwright.compiler.model.verdict import Cause, QuestPart
from questwright.compiler.verdict.decide.model import Model
from questwright.compiler.verdict.decide.simplify import simplified
from questwright.compiler.verdict.task.bits import union
from questwright.compiler.verdict.task.need import At, Has, every, leaves
from questwright.compiler.verdict.task.task import EVERYBODY, Ending, FactSort, Task
from questwright.compiler.verdict.task.variants import by_any_chance

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import TypeAlias

    from questwright.compiler.grid.cells import Cells
    from questwright.compiler.model.quest import Quest
    from questwright.compiler.verdict.budget import LeftOpen
    from questwright.compiler.verdict.decide.relaxed import Reached
    from questwright.compiler.verdict.explain.causes import Reasons
    from questwright.compiler.verdict.judge import Judged
    from questwright.compiler.verdict.task.need import Facts, Members, Need, Places

    Why: TypeAlias = "tuple[tuple[Cause, ...], Reasons | None]"
    """Why something never comes about, and the reasons that are left once that is mended."""

_TOGETHER = 200
"""States that are looked at for a line in which all comes about that may never do."""
_PARTS = {
    QuestPart.ITEM: FactSort.HAVE,
    QuestPart.EVENT: FactSort.HAPPENED,
    QuestPart.ACTION: FactSort.DONE,
    QuestPart.PASSAGE: FactSort.FOUND,
}
_ASKED = {
    QuestPart.AREA: "whether anybody gets to",
    QuestPart.ITEM: "whether anybody gets",
    QuestPart.EVENT: "whether it ever comes to",
    QuestPart.ACTION: "whether anybody ever does",
    QuestPart.PASSAGE: "whether anybody finds",
    QuestPart.VICTORY: "whether anybody wins by",
}


class Questions:
    """What is asked of one task, within a part of the states that its verdict may look at."""

    def __init__(
        self,
        task: Task,
        quest: Quest,
        left_open: LeftOpen,
        judged: Callable[[], Judged],
    ) -> None:
        """Questions of a task; ``judged`` is how its verdict was found."""
        self.task = task
        self._judged = judged
        self.quest = quest
        self.left_open = left_open
        self._met_together: frozenset[Need] = frozenset()
        """What is met in some line, as far as that has been looked for."""

    def can_win(
        self, task: Task | Model, asked: str, title: str = "", there: Members = EVERYBODY
    ) -> bool | None:
        """Whether those who are there can win a task.

        None if that was not judged: then it is noted what was asked.
        """
        budget = self.left_open.budget
        try:
            found, limit = self._search(task, budget.aside, there)
        except TimeOverError:
            found, limit = None, "seconds"
        if found is None:
            self.left_open.note(asked, budget.told(limit, budget.aside), title)
        return found

    def takes_a_search(self, task: Task) -> bool:
        """Whether it is not seen at once if a task can be won."""
        simple = simplified(task)
        return not simple.is_hopeless and Model(simple.task).can_win() is None

    def _search(
        self, task: Task | Model, most: int, there: Members = EVERYBODY
    ) -> tuple[bool | None, str]:
        """Whether those who are there can win a task; None with the limit that was met."""
        if isinstance(task, Task):
            simple = simplified(task, there=there)
            if simple.is_hopeless:
                return False, ""
            task = Model(simple.task)
        known = task.can_win(there)
        if known is not None:
            return known, ""
        # Loaded here: where all is seen at once nothing is searched.
        from questwright.compiler.verdict.decide.search import Search

        search = Search(task, most, there=there)
        return search.can_win(), search.limit

    # -- what never comes about ---------------------------------------------------------------

    @cached_property
    def model(self) -> Model:
        """The task with what is seen of it without a search."""
        return Model(self.task)

    @cached_property
    def _reach(self) -> Reached | None:
        """What could come about if nothing were ever lost; None if nobody begins."""
        asked = "which squares are reached"
        return self.left_open.in_time(asked, lambda: self.model.reach, None)

    @cached_property
    def _known(self) -> tuple[Facts, Places]:
        """Facts and places that surely come about."""
        try:
            return self.model.sure
        except TimeOverError:
            return 0, 0

    @cached_property
    def _shown(self) -> tuple[Facts, Places]:
        """Facts and places that come about in lines that are known."""
        return came_about(self._judged(), self.task)

    def look_for(self, asked: Iterable[tuple[QuestPart, str]]) -> None:
        """Look for one line in which all of some parts come into play that may never do.

        What does in it need not be asked for by itself.
        """
        needs: dict[Need, None] = {}
        for part, id_ in asked:
            if part is QuestPart.VICTORY:
                won, endings = won_by(self._judged()), self._endings(id_)
                needs |= {own.needs: None for own in endings if not (own.last or own.number == won)}
            elif (need := self._need(part, id_)) is not None and self._may_be_never(need):
                needs[need] = None
        if len(needs) > 1:
            task = asking(self.task, every(*needs))
            try:
                is_so = self._search(task, min(self.left_open.budget.aside, _TOGETHER))[0]
            except TimeOverError:
                return
            self._met_together = frozenset(needs if is_so else ())

    def _may_be_never(self, need: At | Has) -> bool:
        """Whether it takes a search to know that somebody gets somewhere, or has something."""
        reach = self._reach
        if reach is None or _is_met(need, *self._known):
            return False
        return _is_met(need, reach.facts, reach.places) and not _is_met(need, *self._shown)

    @cached_property
    def reached(self) -> Cells:
        """The cells that the party can come to."""
        return self.task.cells_of(self._reach.places if self._reach is not None else 0)

    def is_never(self, part: QuestPart, id_: str, reasons: Reasons | None = None) -> bool:
        """Whether something never comes into play; it is not so where that was not judged.

        What the reasons that are left do not have is taken for mended.
        """
        if part is QuestPart.VICTORY:
            # What follows from what is mended has no reason that is left.
            return any(not self._can_win_by(own) for own in self._endings(id_))
        need = self._need(part, id_)
        if need is None:
            return part is QuestPart.ITEM
        if self.model.begun is None:
            return reasons is None
        # An event may take an item as soon as it has given it: somebody has had it for all that.
        taken = self._numbers.get((FactSort.TAKEN, id_)) if part is QuestPart.ITEM else None
        needs = [need] if taken is None else [need, Has(taken, self.task.facts[taken].origin)]
        return all(self._is_never(part, own, reasons) for own in needs)

    def _is_never(self, part: QuestPart, need: At | Has, reasons: Reasons | None) -> bool:
        if self._reach is None or _is_met(need, *self._known):
            return False
        if not _is_met(need, self._reach.facts, self._reach.places):
            return reasons is None or not reasons.reaches(need)
        if need in self._met_together or _is_met(need, *self._shown):
            return False
        if reasons is not None and _is_met(need, *reasons.sure):
            return False
        title = need.words if isinstance(need, At) else self.task.facts[need.fact].title
        # What is mended may shut a way of its own.
        tasks = (self.task,) if reasons is None else (reasons.freed, self.task)
        return all(self.can_win(asking(task, need), _ASKED[part], title) is False for task in tasks)

    def why_never(self, part: QuestPart, id_: str, reasons: Reasons | None) -> Why:
        """Why something never comes into play."""
        need = next((own.needs for own in self._endings(id_)), None)
        if part is not QuestPart.VICTORY:
            need = self._need(part, id_)
        if need is None:
            item = next(item for item in self.quest.items if item.id == id_)
            return (Cause("nothing says where it is, and no event gives it", item.origin),), reasons

        def why() -> Why:
            # Loaded here, as is all that a check that finds nothing does not ask for.
            from questwright.compiler.verdict.explain.causes import reasons_of

            return (reasons or reasons_of(self.task, self.quest)).why_never(need)

        origin = next(leaves(need)).origin
        otherwise: Why = (Cause("it never comes about", origin),), reasons
        return self.left_open.in_time("why nothing wins or comes about", why, otherwise)

    def _need(self, part: QuestPart, id_: str) -> At | Has | None:
        """What it is that something comes into play; None if nothing says that it might."""
        if part is QuestPart.AREA:
            return self.at(id_)
        number = self._numbers.get((_PARTS[part], id_))
        if number is None or (part is QuestPart.EVENT and id_ in self._last):
            return None
        return Has(number, self.task.facts[number].origin)

    def _endings(self, id_: str) -> list[Ending]:
        """How the party wins by a victory, by its number among those of the quest."""
        return [own for own in self.task.own if str(own.number) == id_]

    def _can_win_by(self, own: Ending) -> bool:
        if won_by(self._judged()) == own.number or own.needs in self._met_together:
            return True
        asking = by_any_chance(self.task).won_by(own)
        asked = _ASKED[QuestPart.VICTORY]
        return self.can_win(asking, asked, own.title or "a victory") is not False

    @cached_property
    def _numbers(self) -> dict[tuple[FactSort, str], int]:
        return {(info.sort, info.id): number for number, info in enumerate(self.task.facts)}

    @cached_property
    def _last(self) -> frozenset[str]:
        """The events that happen as play ends, by time alone."""
        limit, facts = self.task.limit, self.task.facts
        return frozenset(
            event.id
            for event in self.task.events
            if limit is not None and isinstance(event.needs, Has)
            if facts[event.needs.fact].sort is FactSort.LATER
            if int(facts[event.needs.fact].id) == limit.last + 1
        )

    def at(self, area: str) -> At:
        """That somebody is in an area."""
        return self._areas[area]

    @cached_property
    def _areas(self) -> dict[str, At]:
        cells, everybody = [place.cells for place in self.task.places], self.task.everybody
        found = {}
        for own in self.quest.board.areas:
            places = sum(1 << n for n, there in enumerate(cells) if there & own.cells)
            found[own.id] = At(places, 1, everybody, own.title, own.origin)
        return found


def _is_met(need: At | Has, facts: Facts, places: Places) -> bool:
    """Whether a fact is one of some, or somebody gets to a place among some."""
    return bool(need.places & places if isinstance(need, At) else facts >> need.fact & 1)


def asking(task: Task, need: Need) -> Task:
    """The task that is won by meeting a need before play ends otherwise.

    An event that takes the last of the party has happened.
    """
    wanted = Ending(need, is_own=True, title="", origin=next(leaves(need)).origin)
    fact = 1 << need.fact if isinstance(need, Has) else 0
    lost = union(task.fallen)
    events = (
        own._replace(adds=own.adds & ~lost) if own.adds & fact else own for own in task.events
    )
    return by_any_chance(task._replace(events=tuple(events))).won_by(wanted)


def won_by(judged: Judged) -> int | None:
    """The number of the victory that the line wins by which the search has found; or None."""
    end = judged.win.end if judged.win is not None else None
    return judged.simple.task.victories[end.victory].number if end is not None else None


def came_about(judged: Judged, task: Task) -> tuple[Facts, Places]:
    """Facts and places of a task that came about in the lines that a search of it has looked at."""
    simple, found = judged.simple, judged.found
    if found is None:
        return 0, 0
    merged = found.seen.places
    places = sum(1 << n for n, place in enumerate(simple.places) if merged >> place & 1)
    facts = brought_by(found.seen.facts, places, task)
    for number in found.seen.deeds:
        deed = task.deeds[simple.deeds[number]]
        facts |= deed.adds & ~deed.removes
        facts |= union(find.adds for find in deed.finds if not find.unless)
    for number in found.seen.events:
        event = task.events[simple.events[number]]
        facts |= event.adds & ~event.removes
    return facts, places


def brought_by(facts: Facts, places: Places, task: Task) -> Facts:
    """Some facts that came about, and those that come by themselves of one of them or of a place.

    What makes no difference to the verdict is not in what was searched.
    """
    facts |= union(sight.adds for sight in task.sights if sight.where & places)
    grown = -1
    while grown != facts:
        grown = facts
        for event in task.events:
            if isinstance(event.needs, Has) and facts >> event.needs.fact & 1:
                facts |= event.adds & ~event.removes
    return facts
