"""What the party can do without: what no line that wins has to meet."""

from __future__ import annotations

from functools import cached_property

from questwright.compiler.packs.system.system import Category
from questwright.compiler.verdict.questions import asking
from questwright.compiler.verdict.task.bits import each_number, union
from questwright.compiler.verdict.task.need import (
    NOTHING,
    At,
    Has,
    Lacks,
    every,
    facts_asked,
    parts_of,
)
from questwright.compiler.verdict.task.task import FactSort, Link

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from questwright.compiler.grid.cells import Cells
    from questwright.compiler.verdict.questions import Questions
    from questwright.compiler.verdict.task.line import Told
    from questwright.compiler.verdict.task.need import Facts, Places
    from questwright.compiler.verdict.task.task import Happening, Task

_ASKED = "whether one can win without"
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


class Spared:
    """What a line that wins one task can do without."""

    def __init__(
        self,
        questions: Questions,
        told: Callable[[], Sequence[Told]],
        finer: Callable[[], Spared | None],
        told_of: Callable[[Task], Sequence[Told]],
    ) -> None:
        """What is spared in a task of which there are questions.

        ``told`` is the line that wins, if it has been told; ``finer`` the same of the task in which
        it is told apart who stands before whom, where that may make a difference. ``told_of`` tells
        a line that wins another task, if that can be told.
        """
        self._finer, self._told_of = finer, told_of
        self._questions = questions
        self._task, self._board = questions.task, questions.quest.board
        self._can_win, self._at = questions.can_win, questions.at
        self._told = told
        self._may_win: dict[Places, bool] = {}
        """For each set of places for which that is known, whether one may win without them."""
        self._is_cast = any(own.cast is not None for own in self._board.crossings)
        """It is won by spells, and may be won by others than those that were chosen."""

    def reaches_without(self, area: str, items: tuple[str, ...]) -> bool | None:
        """Whether the party reaches an area without ever having any of some items.

        None if that was not judged.
        """
        had = self._facts({FactSort.HAVE}, items)
        task = without(asking(self._task, self._at(area)), had, 0)
        return self._can_win(task, f"whether `{area}` can be reached so")

    def _facts(self, sorts: Iterable[FactSort], ids: Iterable[str]) -> int:
        wanted, names = {*sorts}, {*ids}
        return sum(
            1 << n
            for n, info in enumerate(self._task.facts)
            if info.sort in wanted and info.id in names
        )

    def can_spare(self, id_: str) -> bool | None:
        """Whether some line wins that never meets a figure, a gate, an area, an item or the like.

        None if that was not judged. By spells a quest is won in more ways than those it is won by.
        """
        found = self._is_spared(id_)
        if found is None and self._is_cast:
            told = "other spells than those of the line are not looked at"
            self._questions.left_open.note(_ASKED, told, f"`{id_}`")
        return found

    def _is_spared(self, id_: str) -> bool | None:
        """The same, and nothing is noted of spells."""
        found = self._can_spare(id_, self._task)
        if found is False and self._is_cast:
            return False if self._can_spare(id_, anywhere(self._task)) is False else None
        return found

    def _can_spare(self, id_: str, task: Task) -> bool | None:
        board, title = self._board, f"`{id_}`"
        # Cells on which a line that does without it never steps.
        shut: Cells = 0
        # What stands open from the beginning is met by whoever goes through it.
        origins = {own.origin for own in board.gates if own.id == id_ and own.is_open}
        origins |= {own.origin for own in board.crossings if own.id == id_}
        things = self._questions.quest.things_of
        is_portal = any(own.id == id_ for own in things(Category.PORTAL))
        if origins or is_portal:
            opened = self._facts({FactSort.OPEN}, (id_,))
            # Round a corner one goes through two of them.
            links = (
                link
                for link in task.links
                if link.origin not in origins and not facts_asked(link.needs) & opened
            )
            task = task._replace(links=tuple(own for own in links if id_ not in own.portals))
            shut = -1
        elif any(area.id == id_ for area in board.areas):
            area = next(area for area in board.areas if area.id == id_)
            if self._told() and not area.cells & self._met[1]:
                return True
            at = self._at(id_)
            if task is self._task and not self._may_win_without([at.places])[at.places]:
                return False
            task, title, shut = without(task, 0, at.places), at.words, area.cells
        else:
            faced = self._facts(_FACED, (id_,))
            if any(own.id == id_ for own in things(Category.CONTAINER)):
                # Whoever has what is in it has searched it.
                held = (item.id for item in self._questions.quest.items if item.holder == id_)
                faced |= self._facts({FactSort.HAVE}, held)
            if self._told() and not faced & self._met[0]:
                return True
            happened = self._facts({FactSort.HAPPENED}, (id_,))
            task = without(task, faced & ~happened, 0)
            for kept in _kept_from(task, happened):
                if self._can_win(kept, _ASKED, title):
                    return self._is_spared_by_all(id_, kept, shut)
            task = _won_before(task, happened)
        found = self._can_win(task, _ASKED, title)
        return self._is_spared_by_all(id_, task, shut) if found else found

    def _is_spared_by_all(self, id_: str, task: Task, shut: Cells) -> bool:
        """Whether it can be spared, too, where it is told apart who stands before whom.

        That is so where a line that wins the ``task`` can be told, and steps on no cell that is
        ``shut``.
        """
        finer = self._finer()
        if finer is None:
            return True
        is_long = shut >= 0 and self._questions.takes_a_search(task)
        told = self._told_of(task) if is_long else ()
        is_told = bool(told) and not shut & _stepped_on(told)
        return is_told or finer.can_spare(id_) is not False

    def _may_win_without(self, sets: Sequence[Places]) -> Mapping[Places, bool]:
        """Whether it is not seen at once that every line that wins enters places of some sets."""
        new = [places for places in sets if places not in self._may_win]
        relaxed, begun = self._questions.model.relaxed, self._questions.model.begun
        if begun is None:
            self._may_win |= dict.fromkeys(new, False)
        elif new:
            asked = "what every line that wins meets"
            self._may_win |= self._questions.left_open.in_time(
                asked,
                lambda: relaxed.each_won_without(new, begun),
                otherwise=dict.fromkeys(new, True),
            )
        return self._may_win

    @cached_property
    def _met(self) -> tuple[Facts, Cells]:
        """What comes about in the line that is told, and the cells that are stepped on in it."""
        task, told = self._task, self._told()
        deeds = (step.deed for step in told)
        facts = task.given | union(task.deeds[n].brings for n in deeds if n >= 0)
        facts |= union(task.events[step.event].adds for step in told if step.event >= 0)
        return facts, _stepped_on(told)

    def required(self, ids: Iterable[str]) -> tuple[set[str], set[str]]:
        """Of some areas those that every winning line enters, and those that it can do without."""
        required: set[str] = set()
        optional: set[str] = set()
        asked = {*ids}
        areas = [area for area in self._board.areas if area.id in asked]
        reached = [area.id for area in areas if area.cells & self._questions.reached]
        met = self._met[1] if self._told() else -1
        self._may_win_without([self._at(area.id).places for area in areas if area.cells & met])
        for area in areas:
            is_spared = self._is_spared(area.id) if area.id in reached else True
            if is_spared is not None:
                (optional if is_spared else required).add(area.id)
        return required, optional


def _stepped_on(told: Iterable[Told]) -> Cells:
    return union(1 << cell for step in told for cell in step.path)


def anywhere(task: Task) -> Task:
    """The task in which ways lead from everywhere to everywhere: spells may make some of them.

    So they do as well where nobody enters some of its places.
    """
    count, origin = len(task.places), task.victories[0].origin
    ways = [Link(a, b, NOTHING, "", origin) for a in range(min(2, count)) for b in range(a, count)]
    return task._replace(links=(*task.links, *(link for link in ways if link.first < link.second)))


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
    """The task without something that an event needs: then it never happens.

    What comes about by itself nobody can do without.
    """
    by_itself = task.given | union(event.adds for event in task.events)
    for event in task.events:
        for part in parts_of(event.needs) if event.happened & happened else ():
            if isinstance(part, Has) and not by_itself >> part.fact & 1:
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
