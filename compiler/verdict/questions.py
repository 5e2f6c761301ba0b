"""What is asked of a task besides its verdict: what never comes about, and what must be faced."""

from __future__ import annotations

from functools import cached_property

from questwright.compiler.deadline import TimeOverError
from questwright.compiler.model.verdict import Cause, QuestPart
from questwright.compiler.verdict.decide.model import Model
from questwright.compiler.verdict.decide.relaxed import Relaxed
from questwright.compiler.verdict.decide.robust import Robust
from questwright.compiler.verdict.decide.simplify import all_begun, simplified
from questwright.compiler.verdict.task.bits import each_number, union
from questwright.compiler.verdict.task.need import At, Has, Lacks, every, leaves, parts_of
from questwright.compiler.verdict.task.task import EVERYBODY, Ending, FactSort, Task
from questwright.compiler.verdict.task.variants import by_any_chance

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from typing import TypeAlias

    from questwright.compiler.grid.cells import Cells
    from questwright.compiler.model.quest import Quest
    from questwright.compiler.verdict.budget import LeftOpen
    from questwright.compiler.verdict.decide.relaxed import Reached
    from questwright.compiler.verdict.explain.causes import Reasons
    from questwright.compiler.verdict.judge import Judged
    from questwright.compiler.verdict.rules.state import State
    from questwright.compiler.verdict.task.line import Told
    from questwright.compiler.verdict.task.need import Facts, Members, Need, Places
    from questwright.compiler.verdict.task.task import Happening

    Why: TypeAlias = "tuple[tuple[Cause, ...], Reasons | None]"
    """Why something never comes about, and the reasons that are left once that is mended."""

_FACED = frozenset(
    {
        FactSort.DEFEATED,
        FactSort.OPEN,
        FactSort.FOUND,
        FactSort.HAVE,
        FactSort.HAPPENED,
        FactSort.DONE,
        FactSort.SEARCHED,
        FactSort.SPRUNG,
    }
)
"""What it is to meet a figure, a gate, an item, an event, an action, a container or a trap."""
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
        told: Callable[[], Sequence[Told]],
    ) -> None:
        """Questions of a task; ``judged`` is how its verdict was found.

        ``told`` is the line that wins, if it has been told.
        """
        self._task = task
        self._told = told
        self._judged = judged
        self._quest = quest
        self._left_open = left_open
        self._met_together: frozenset[Need] = frozenset()
        """What is met in some line, as far as that has been looked for."""

    def can_win(
        self, task: Task | Model, asked: str, title: str = "", there: Members = EVERYBODY
    ) -> bool | None:
        """Whether those who are there can win a task.

        None if that was not judged: then it is noted what was asked.
        """
        budget = self._left_open.budget
        try:
            found, limit = self._search(task, budget.aside, there)
        except TimeOverError:
            found, limit = None, "seconds"
        if found is None:
            self._left_open.note(asked, budget.told(limit, budget.aside), title)
        return found

    def _search(
        self, task: Task | Model, most: int, there: Members = EVERYBODY
    ) -> tuple[bool | None, str]:
        """Whether those who are there can win a task; None with the limit that was met."""
        if isinstance(task, Task):
            simple = simplified(task)
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
    def _relaxed(self) -> Relaxed:
        return Relaxed(self._task)

    @cached_property
    def _begun(self) -> State | None:
        return all_begun(self._task)

    @cached_property
    def _reach(self) -> Reached | None:
        """What could come about if nothing were ever lost; None if nobody begins."""
        begun = self._begun
        if begun is None:
            return None
        asked = "which squares are reached"
        return self._left_open.in_time(
            asked, lambda: self._relaxed.reach(begun, wants_all=True), None
        )

    @cached_property
    def _known(self) -> tuple[Facts, Places]:
        """Facts and places that surely come about."""
        reach, begun = self._reach, self._begun
        if reach is None or begun is None:
            return 0, 0
        try:
            return Robust(self._task, self._relaxed).surely(begun, reach)
        except TimeOverError:
            return 0, 0

    @cached_property
    def _shown(self) -> tuple[Facts, Places]:
        """Facts and places that come about in lines that are known."""
        return came_about(self._judged(), self._task)

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
            task = _asking(self._task, every(*needs))
            try:
                is_so = self._search(task, min(self._left_open.budget.aside, _TOGETHER))[0]
            except TimeOverError:
                return
            self._met_together = frozenset(needs if is_so else ())

    def _may_be_never(self, need: At | Has) -> bool:
        """Whether it takes a search to know that somebody gets somewhere, or has something."""
        reach = self._reach
        if self._begun is None or reach is None or _is_met(need, *self._known):
            return False
        return _is_met(need, reach.facts, reach.places) and not _is_met(need, *self._shown)

    @cached_property
    def reached(self) -> Cells:
        """The cells that the party can come to."""
        return self._task.cells_of(self._reach.places if self._reach is not None else 0)

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
        if self._begun is None:
            return reasons is None
        if self._reach is None or _is_met(need, *self._known):
            return False
        if not _is_met(need, self._reach.facts, self._reach.places):
            return reasons is None or not reasons.reaches(need)
        if need in self._met_together or _is_met(need, *self._shown):
            return False
        if reasons is not None and _is_met(need, *reasons.sure):
            return False
        task = self._task if reasons is None else reasons.freed
        title = need.words if isinstance(need, At) else self._task.facts[need.fact].title
        return self.can_win(_asking(task, need), _ASKED[part], title) is False

    def why_never(self, part: QuestPart, id_: str, reasons: Reasons | None) -> Why:
        """Why something never comes into play."""
        need = next((own.needs for own in self._endings(id_)), None)
        if part is not QuestPart.VICTORY:
            need = self._need(part, id_)
        if need is None:
            item = next(item for item in self._quest.items if item.id == id_)
            return (Cause("nothing says where it is, and no event gives it", item.origin),), reasons

        def why() -> Why:
            # Loaded here, as is all that a check that finds nothing does not ask for.
            from questwright.compiler.verdict.explain.causes import reasons_of

            return (reasons or reasons_of(self._task, self._quest)).why_never(need)

        origin = next(leaves(need)).origin
        otherwise: Why = (Cause("it never comes about", origin),), reasons
        return self._left_open.in_time("why nothing wins or comes about", why, otherwise)

    def _need(self, part: QuestPart, id_: str) -> At | Has | None:
        """What it is that something comes into play; None if nothing says that it might."""
        if part is QuestPart.AREA:
            return self._at(id_)
        number = self._numbers.get((_PARTS[part], id_))
        if number is None or (part is QuestPart.EVENT and id_ in self._last):
            return None
        return Has(number, self._task.facts[number].origin)

    def _endings(self, id_: str) -> list[Ending]:
        """How the party wins by a victory, by its number among those of the quest."""
        return [own for own in self._task.own if str(own.number) == id_]

    def _can_win_by(self, own: Ending) -> bool:
        if won_by(self._judged()) == own.number or own.needs in self._met_together:
            return True
        asking = by_any_chance(self._task).won_by(own)
        asked = _ASKED[QuestPart.VICTORY]
        return self.can_win(asking, asked, own.title or "a victory") is not False

    @cached_property
    def _numbers(self) -> dict[tuple[FactSort, str], int]:
        return {(info.sort, info.id): number for number, info in enumerate(self._task.facts)}

    @cached_property
    def _last(self) -> frozenset[str]:
        """The events that happen as play ends, by time alone."""
        limit, facts = self._task.limit, self._task.facts
        return frozenset(
            event.id
            for event in self._task.events
            if limit is not None and isinstance(event.needs, Has)
            if facts[event.needs.fact].sort is FactSort.LATER
            if int(facts[event.needs.fact].id) == limit.last + 1
        )

    def _at(self, area: str) -> At:
        own = next(own for own in self._quest.board.areas if own.id == area)
        places = sum(1 << n for n, p in enumerate(self._task.places) if p.cells & own.cells)
        return At(places, 1, self._task.everybody, own.title, own.origin)

    # -- what must be faced -------------------------------------------------------------------

    @cached_property
    def _entered(self) -> set[str]:
        """The areas of which it is seen at once that every line that wins enters them."""
        begun, areas = self._begun, self._quest.board.areas
        if begun is None:
            return set()
        # Loaded here, as is all that a check that finds nothing does not ask for.
        from questwright.compiler.verdict.decide.landmarks import Landmarks

        relaxed, marks = self._relaxed, [self._at(area.id).places for area in areas]
        asked = "what every line that wins meets"
        met = self._left_open.in_time(asked, lambda: Landmarks(relaxed, begun, marks).won, 0)
        return {area.id for n, area in enumerate(areas) if met >> n & 1}

    def reaches_without(self, area: str, items: tuple[str, ...]) -> bool | None:
        """Whether the party reaches an area without ever having any of some items.

        None if that was not judged.
        """
        had = self._facts({FactSort.HAVE}, items)
        asking = without(_asking(self._task, self._at(area)), had, 0)
        return self.can_win(asking, f"whether `{area}` can be reached so")

    def _facts(self, sorts: Iterable[FactSort], ids: Iterable[str]) -> int:
        wanted, names = {*sorts}, {*ids}
        return sum(
            1 << n
            for n, info in enumerate(self._task.facts)
            if info.sort in wanted and info.id in names
        )

    def can_spare(self, id_: str) -> bool | None:
        """Whether some line wins that never meets a figure, a gate, an area, an item or the like.

        None if that was not judged.
        """
        board, task, title = self._quest.board, self._task, f"`{id_}`"
        asked = "whether one can win without"
        origins = {own.origin for own in board.crossings if own.id == id_}
        if origins:
            links = tuple(link for link in task.links if link.origin not in origins)
            task = task._replace(links=links)
        elif any(area.id == id_ for area in board.areas):
            if id_ in self._entered:
                return False
            area = next(area for area in board.areas if area.id == id_)
            if self._told() and not area.cells & self._met[1]:
                return True
            at = self._at(id_)
            task, title = without(task, 0, at.places), at.words
        else:
            faced = self._facts(_FACED, (id_,))
            if self._told() and not faced & self._met[0]:
                return True
            happened = self._facts({FactSort.HAPPENED}, (id_,))
            task = without(task, faced & ~happened, 0)
            if any(self.can_win(own, asked, title) for own in _kept_from(task, happened)):
                return True
            task = _won_before(task, happened)
        return self.can_win(task, asked, title)

    @cached_property
    def _met(self) -> tuple[Facts, Cells]:
        """What comes about in the line that is told, and the cells that are stepped on in it."""
        task, told = self._task, self._told()
        deeds = (step.deed for step in told)
        facts = task.given | union(task.deeds[n].brings for n in deeds if n >= 0)
        facts |= union(task.events[step.event].adds for step in told if step.event >= 0)
        return facts, union(1 << cell for step in told for cell in step.path)

    def required(
        self, ids: Iterable[str], trodden: Callable[[], Cells]
    ) -> tuple[set[str], set[str]]:
        """Of some areas those that every winning line enters, and those that it can do without.

        ``trodden`` are the cells of some line that wins.
        """
        required: set[str] = set()
        optional: set[str] = set()
        asked = {*ids}
        for area in self._quest.board.areas:
            if area.id in asked:
                is_met = area.id in self._entered or area.cells & self.reached & trodden()
                is_spared = self.can_spare(area.id) if is_met else True
                if is_spared is not None:
                    (optional if is_spared else required).add(area.id)
        return required, optional


def _is_met(need: At | Has, facts: Facts, places: Places) -> bool:
    """Whether a fact is one of some, or somebody gets to a place among some."""
    return bool(need.places & places if isinstance(need, At) else facts >> need.fact & 1)


def _asking(task: Task, need: Need) -> Task:
    """The task that is won by meeting a need before play ends otherwise."""
    wanted = Ending(need, is_own=True, title="", origin=next(leaves(need)).origin)
    return by_any_chance(task).won_by(wanted)


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


def without(task: Task, facts: int, places: int) -> Task:
    """The task with facts that never hold, and with places that nobody enters."""
    deeds = tuple(
        deed._replace(finds=tuple(find for find in deed.finds if not find.adds & facts))
        for deed in task.deeds
        if not deed.adds & facts
    )
    return task._replace(
        given=task.given & ~facts,
        links=tuple(link for link in task.links if not link.ends & places),
        begins=tuple(begin for begin in task.begins if not 1 << begin.place & places),
        deeds=deeds,
        events=tuple(own for event in task.events for own in _without(event, facts, task.fallen)),
    )


def _kept_from(task: Task, happened: Facts) -> Iterator[Task]:
    """The task without something that an event needs: then it never happens."""
    for event in task.events:
        for part in parts_of(event.needs) if event.happened & happened else ():
            if isinstance(part, Has):
                yield without(task, 1 << part.fact, 0)
            elif isinstance(part, At) and not part.is_away and part.least > 0:
                yield without(task, 0, part.places)


def _won_before(task: Task, facts: Facts) -> Task:
    """The task that is won before any of some facts comes about: nobody keeps events from it."""
    lacks = tuple(Lacks(n, task.facts[n].origin) for n in each_number(facts))
    if not lacks:
        return task
    victories = (
        own._replace(needs=every(own.needs, *lacks)) if own.is_own else own
        for own in task.victories
    )
    return task._replace(victories=tuple(victories))


def _without(event: Happening, facts: Facts, fallen: Sequence[Facts]) -> Iterator[Happening]:
    """An event as far as it can happen and bring none of some facts.

    That is so where all those are lost who would be given what it brings.
    """
    if not event.adds & facts:
        yield event
        return
    givers = [gift for gift in event.gifts if gift.adds & facts]
    who = {n for gift in givers for n in each_number(gift.who)}
    if not event.added(()) & facts and all(fallen[n] for n in who):
        lost = (Has(fallen[n].bit_length() - 1, event.origin) for n in sorted(who))
        yield event._replace(needs=every(event.needs, *lost))
