"""Deeds that need not be done, as one may as well go to do another that does the same."""

from __future__ import annotations

from questwright.compiler.verdict.task.bits import each_number
from questwright.compiler.verdict.task.lanes import signs_of
from questwright.compiler.verdict.task.need import Has, asked_places, parts_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from questwright.compiler.verdict.task.need import Facts, Members, Need, Places
    from questwright.compiler.verdict.task.task import Task


def outdone(task: Task, harmless: Facts) -> Task:
    """A deed need not be done where one may as well go to do another that does the same.

    The other asks for no more, and one goes there and back at no harm. Where the deed itself may do
    harm, it matters where one stands: then it is left out only where the other is done, too.
    """
    alike: dict[tuple[object, ...], list[int]] = {}
    for number, deed in enumerate(task.deeds):
        if deed.where:
            does = (deed.adds, deed.removes, deed.once, deed.carries, deed.finds)
            alike.setdefault((deed.sort, deed.id, *does), []).append(number)
    several = [numbers for numbers in alike.values() if numbers[1:]]
    if not several:
        return task
    quiet = _QuietWays(task, harmless)
    deeds, left = task.deeds, [deed.where for deed in task.deeds]
    for numbers in several:
        asked = {n: set(parts_of(deeds[n].needs)) for n in numbers}
        for number in numbers:
            for other in numbers:
                here, there = deeds[number], deeds[other]
                if number == other or not left[number] or not asked[other] <= asked[number]:
                    continue
                if here.who & ~there.who or there.past & ~here.past:
                    continue
                spared = left[number] & left[other]
                does_harm = here.removes or here.brings & ~harmless
                if left[number] & ~spared and not does_harm:
                    spared |= quiet.leading_to(left[other], left[number], here.who, asked[number])
                left[number] &= ~spared
    if left == [deed.where for deed in deeds]:
        return task
    kept = zip(deeds, left, strict=True)
    return task._replace(deeds=tuple(deed._replace(where=where) for deed, where in kept))


class _QuietWays:
    """The ways that members go and come back with nothing coming of it that does harm."""

    def __init__(self, task: Task, harmless: Facts) -> None:
        heard = [event.needs for event in task.events]
        heard += [victory.needs for victory in task.victories]
        marks = [at.places for need in heard for at in asked_places(need)]
        marks += [sight.where for sight in task.sights if sight.adds & ~harmless]
        signs = signs_of(task, marks)
        self._party = task.party
        self._places = task.places
        self._near: dict[int, list[tuple[int, Members, frozenset[Need]]]] = {}
        """For each place where one can go, who can, and what that asks for."""
        begun = {begin.place for begin in task.begins}
        stays = task.lasting
        self._lasting: dict[int, set[Need]] = {}
        """For each place what holds for ever once anybody has come there."""
        for link in task.links:
            asked = [need for need in parts_of(link.needs) if isinstance(need, Has)]
            held: set[Need] = {need for need in asked if stays >> need.fact & 1}
            for here, there in ((link.first, link.second), (link.second, link.first)):
                lasting = set() if here in begun else self._lasting.get(here, held)
                self._lasting[here] = lasting & held
                is_plain = link.is_both_ways and link.is_spared(link.who)
                if is_plain and signs[here] == signs[there]:
                    way = (there, link.who, frozenset(parts_of(link.needs)))
                    self._near.setdefault(here, []).append(way)

    def leading_to(self, ends: Places, begins: Places, who: Members, asked: set[Need]) -> Places:
        """Those of some places from which they all go to an end and back, by no more than that."""
        found = begins & ends
        for place in each_number(begins & ~ends):
            held = asked | self._lasting.get(place, set())
            seen = 1 << place
            waiting = [place]
            while waiting and not found >> place & 1:
                for there, able, needs in self._near.get(waiting.pop(), ()):
                    if not seen >> there & 1 and not who & ~able and held >= needs:
                        seen |= 1 << there
                        waiting.append(there)
                        has_room = self._places[there].cells.bit_count() >= self._party
                        found |= 1 << place if ends >> there & 1 and has_room else 0
        return found
