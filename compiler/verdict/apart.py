"""What asks members of the party to stand further from one of them than some areas."""

from __future__ import annotations

from itertools import product

from questwright.compiler.model.verdict import AskedApart
from questwright.compiler.verdict.task.bits import each_number
from questwright.compiler.verdict.task.need import Never, asked_places, can_be_met

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from questwright.compiler.verdict.task.need import At
    from questwright.compiler.verdict.task.task import Task


def asked_apart(task: Task, near: Sequence[frozenset[int]], bearer: int) -> Iterator[AskedApart]:
    """The victories of the party, and the events, that come true in no other way.

    ``near`` has for each area those in which all stand while the bearer is there; each of the
    party may be the bearer if it is -1.
    """
    bearers = (bearer,) if bearer >= 0 else tuple(range(task.party))

    def can_stand(asked: Sequence[At]) -> bool:
        each = product(range(len(near)), bearers)
        return any(_are_near(asked, area, near[area], who, task) for area, who in each)

    victories = [(own.needs, own.origin, True) for own in task.own]
    events = [(event.needs, event.origin, False) for event in task.events]
    for need, origin, is_victory in (*victories, *events):
        words = tuple(dict.fromkeys(at.words for at in asked_places(need)))
        if words and not can_be_met(
            need, lambda leaf: not isinstance(leaf, Never), can_stand, otherwise=True
        ):
            yield AskedApart(words, is_victory, origin)


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
