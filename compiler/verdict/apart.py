"""What asks members of the party to stand further from one of them than some areas."""

from __future__ import annotations

from itertools import groupby, product

from questwright.compiler.model.verdict import AskedApart
from questwright.compiler.verdict.task.bits import each_number
from questwright.compiler.verdict.task.need import At, Never, asked_places, can_be_met, every, some
from questwright.compiler.verdict.task.task import DeedSort

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from questwright.compiler.verdict.task.need import Need
    from questwright.compiler.verdict.task.task import Deed, Task


def asked_apart(task: Task, near: Sequence[frozenset[int]], bearer: int) -> Iterator[AskedApart]:
    """The victories of the party, the events and the actions that come true in no other way.

    ``near`` has for each area those in which all stand while the bearer is there; each of the
    party may be the bearer if it is -1.
    """
    bearers = (bearer,) if bearer >= 0 else tuple(range(task.party))

    def can_stand(asked: Sequence[At]) -> bool:
        each = product(range(len(near)), bearers)
        return any(_are_near(asked, area, near[area], who, task) for area, who in each)

    victories = [(own.needs, own.origin, "to win") for own in task.own]
    events = [(event.needs, event.origin, "for this to happen") for event in task.events]
    acts = sorted((own for own in task.deeds if own.sort is DeedSort.ACT), key=lambda own: own.id)
    for _, ways in groupby(acts, key=lambda own: own.id):
        deeds = [*ways]
        needs = some(*(_done(deed, task) for deed in deeds))
        events.append((needs, deeds[0].origin, "to do this"))
    for need, origin, purpose in (*victories, *events):
        words = tuple(dict.fromkeys(at.words for at in asked_places(need)))
        if words and not can_be_met(
            need, lambda leaf: not isinstance(leaf, Never), can_stand, otherwise=True
        ):
            yield AskedApart(words, purpose, origin)


def _done(deed: Deed, task: Task) -> Need:
    """What a deed asks for, with somebody there who does it."""
    if not deed.where:
        return deed.needs
    there = At(deed.where, 1, deed.who & task.everybody, "where it is done", deed.origin)
    return every(deed.needs, there)


def _are_near(
    asked: Sequence[At], area: int, near: frozenset[int], bearer: int, task: Task
) -> bool:
    """Whether all can stand as it is asked while the bearer is in an area."""
    for at in asked:
        members = at.who.bit_count()
        wanted = at.wanted(members)
        areas = {task.places[place].area for place in each_number(at.places)}
        is_bearer_asked = at.who >> bearer & 1 and wanted == members
        if wanted > 0 and not at.is_away and not areas & ({area} if is_bearer_asked else near):
            return False
    return True
