"""The ways off the board by which a victory asks members to leave."""

from __future__ import annotations

from questwright.compiler.verdict.task.bits import each_number, union
from questwright.compiler.verdict.task.need import (
    NOTHING,
    At,
    asked_places,
    away_from,
    by_leaving,
    transformed,
)
from questwright.compiler.verdict.task.task import Link, Place
from questwright.dsl.records import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from questwright.compiler.verdict.task.need import Leaf, Need, Places
    from questwright.compiler.verdict.task.task import Ending, Happening, Task


class WayOff(NamedTuple):
    """The ways off the board for one victory."""

    places: tuple[Place, ...]
    """Those in which members are who have left; they come after all places of the task."""
    links: tuple[Link, ...]
    """Those that lead there, one way."""
    victories: tuple[Ending, ...]
    """The victory, which asks that all have left, and those of the other sides.

    To all else that they ask members stand where they have left.
    """
    events: tuple[Happening, ...]
    """The events of the task. To what they ask who has left is away from all places."""
    last: Need
    """What the victory asks as the last one comes to where it leaves by, of whom it is so at once.

    It is looked at before those of the other sides.
    """


def won_by_leaving(task: Task) -> Iterator[int]:
    """The victories of the party for which it takes more to leave than that somebody stands there.

    It is enough if one leaves alone, nobody else is asked for where it leaves, nor has to come by
    there in a lane, and friends do not fill the squares by which it may go past them.
    """
    for number, victory in enumerate(task.victories):
        asked = [*asked_places(victory.needs)]
        leaving = [at for at in asked if at.leaves]
        if not (victory.is_own and leaving):
            continue
        ways = union(at.places for at in leaving)
        is_of_others = any(task.lanes or at.places & ways for at in asked if not at.leaves)
        is_over_friends = not task.friends_block and _is_small(ways, task)
        is_of_several = len(leaving) > 1 or any(_is_of_many(at, task) for at in leaving)
        if is_of_several or is_of_others or is_over_friends:
            yield number


def _is_small(places: Places, task: Task) -> bool:
    """Whether the rest of the party may fill one of some places."""
    rooms = (task.places[place].cells.bit_count() for place in each_number(places))
    return any(room < task.party for room in rooms)


def _is_of_many(at: At, task: Task) -> bool:
    count = (at.who & task.everybody).bit_count()
    return count > 1 and (at.spare >= 0 or at.least > 1)


def exit_of(task: Task, number: int) -> WayOff:
    """The ways off the board for a victory, by its index."""
    victory, count = task.victories[number], len(task.places)
    endings = victory._replace(needs=by_leaving(victory.needs)), *task.others
    leaving = [at for at in asked_places(victory.needs) if at.leaves]
    asked = [*leaving, *(at for ending in endings for at in asked_places(ending.needs))]
    ends: dict[tuple[bool, ...], int] = {}
    """For what is asked of each place, where whoever leaves by it is then."""
    links = []
    for place in each_number(union(at.places for at in leaving)):
        sign = tuple(bool(at.places >> place & 1) for at in asked)
        end = ends.setdefault(sign, count + len(ends))
        who = union(at.who for at in leaving if at.places >> place & 1)
        links.append(Link(place, end, NOTHING, "", victory.origin, who, is_one_way=True))

    def beyond(at: At) -> Places:
        return union(1 << link.second for link in links if at.places >> link.first & 1)

    def standing(leaf: Leaf) -> Need:
        if isinstance(leaf, At):
            return leaf._replace(places=beyond(leaf) | leaf.places)
        return leaf

    def away(leaf: Leaf) -> Need:
        if isinstance(leaf, At) and leaf.leaves:
            return leaf._replace(places=beyond(leaf))
        return standing(leaf)

    gone = union(1 << end for end in ends.values())
    victories = tuple(own._replace(needs=transformed(own.needs, away)) for own in endings)
    events = tuple(own._replace(needs=away_from(own.needs, gone)) for own in task.events)
    last = transformed(endings[0].needs, standing)
    return WayOff(tuple(Place(-1, 0) for _ in ends), tuple(links), victories, events, last)


def left_over(task: Task) -> Places:
    """The places over which members leave the board, one after the other."""
    asked = (at for victory in task.own for at in asked_places(victory.needs))
    return union(at.places for at in asked if at.leaves)
