"""What can come about in a task in which nothing is ever lost, each with what it takes."""

from __future__ import annotations

from questwright.compiler.verdict.decide.own_doing import losing_deeds
from questwright.compiler.verdict.task.bits import each_number
from questwright.compiler.verdict.task.need import Has, every, parts_of, some
from questwright.dsl.choices import StrEnum
from questwright.dsl.records import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from questwright.compiler.verdict.task.need import Facts, Members, Need, Places
    from questwright.compiler.verdict.task.task import Bearing, Link, Task


class RowSort(StrEnum):
    """What a row is of: a link, or what its name says."""

    WAY = "way"
    DEED = "deed"
    EVENT = "event"
    SIGHT = "sight"
    VICTORY = "victory"


class Row(NamedTuple):
    """Something that comes about as soon as what it asks for has."""

    sort: RowSort
    number: int
    """The index of the deed, event, sight or victory in the task."""
    where: Places
    """The places in one of which somebody has to be; 0 if that does not matter."""
    who: Members
    asked: Facts
    needs: Need | None
    """What it takes besides those facts; None for nothing."""
    adds: Facts
    ends: Places
    """The places that it leads to."""
    once: Facts
    """It does not come about any more once these facts hold for good."""
    is_fate: bool = False
    """Nobody of the party decides it, or nothing comes after it but that another side has won."""


def rows_of(task: Task) -> Iterator[Row]:
    """All that can come about, in the order in which it is tried."""
    for link in task.links:
        if not link.refused:
            source = 1 << link.first if link.is_one_way else link.ends
            for who, need in _walked_with(link, task.everybody):
                ways = (source, who, *_asked(need), 0, link.ends, 0)
                yield Row(RowSort.WAY, -1, *ways)
    for number, victory in enumerate(task.victories):
        if victory.is_own:
            yield Row(RowSort.VICTORY, number, 0, -1, *_asked(victory.needs), 0, 0, 0)
    for number, sight in enumerate(task.sights):
        yield Row(RowSort.SIGHT, number, sight.where, -1, 0, None, sight.adds, 0, 0)
    for number, event in enumerate(task.events):
        once = 0 if event.live else event.happened
        yield Row(RowSort.EVENT, number, 0, -1, *_asked(event.needs), event.adds, 0, once)
    losing = losing_deeds(task)
    for number, deed in enumerate(task.deeds):
        done = deed.where, deed.who, *_asked(deed.needs), deed.brings, 0, deed.once
        yield Row(RowSort.DEED, number, *done, deed.is_fate or number in losing)


def _walked_with(link: Link, party: Members) -> Iterator[tuple[Members, Need]]:
    """By whom a link is walked, and what that takes: whoever is had something can be handed it."""
    if not link.bearing:
        yield link.who, link.needs
        return
    groups: dict[tuple[Bearing, ...], Members] = {}
    for member in each_number(link.who & party):
        asked = tuple(own for own in link.bearing if not own.spared >> member & 1)
        groups[asked] = groups.get(asked, 0) | 1 << member
    for asked, who in groups.items():
        each = (some(*(Has(n, link.origin) for n in each_number(own.items))) for own in asked)
        yield who, every(link.needs, *each)


def _asked(need: Need) -> tuple[Facts, Need | None]:
    """The facts that have to hold for a need, and all of it where it asks for more."""
    asked, more = 0, None
    for part in parts_of(need):
        if isinstance(part, Has):
            asked |= 1 << part.fact
        else:
            more = need
    return asked, more
