"""Whether members find room in places, each on a cell of its own, and as conditions ask."""

from __future__ import annotations

from questwright.compiler.grid.matching import maximum_matching
from questwright.compiler.verdict.task.bits import each_number, union

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from questwright.compiler.verdict.task.need import At, Places
    from questwright.compiler.verdict.task.task import Task


def rooms_of(task: Task, shared: Places = 0) -> list[int]:
    """For each place how many it has room for: in a lane for one, more than all off the board.

    And more than all in places that are ``shared``.
    """
    return [
        task.party + 1
        if not place.cells or shared >> n & 1
        else 1
        if place.is_lane
        else place.cells.bit_count()
        for n, place in enumerate(task.places)
    ]


def has_room(where: Sequence[Places], rooms: Sequence[int], least: int) -> bool:
    """Whether so many of some members find a cell each, in the places in which each may be."""
    wishes = []
    for places in where:
        cells: list[tuple[int, int]] = []
        for n in each_number(places):
            cells += [(n, k) for k in range(min(rooms[n], len(where)))]
            if len(cells) >= len(where):
                break
        wishes.append(cells)
    if all(len(cells) >= len(where) for cells in wishes):
        return len(where) >= least
    return len(maximum_matching(wishes)) >= least


def can_stand(asked: Sequence[At], where: Sequence[Places], rooms: Sequence[int]) -> bool:
    """Whether each member can stand in one of its places so that all that is asked is met.

    ``rooms`` has for each place how many cells it has: no two members stand on one cell, but where
    they leave the board one after the other.
    """
    leaving = union(at.places for at in asked if at.leaves)
    if leaving:
        rooms = [len(where) if leaving >> n & 1 else room for n, room in enumerate(rooms)]
    left = [n for n, own in enumerate(where) if own]
    wanted = []
    for at in asked:
        able = [n for n in left if at.who >> n & 1]
        least = max(at.wanted(len(able)), 0)
        if not able:
            if not at.is_away:
                return False
            least = 0
        if sum(1 for n in able if where[n] & at.places) < least:
            return False
        wanted.append(least)
    if len(asked) == 1 and wanted[0] <= 1:
        return True
    if len(asked) == 1:
        (at,) = asked
        return has_room([where[n] & at.places for n in left if at.who >> n & 1], rooms, wanted[0])
    return _placed(asked, wanted, [where[n] for n in left], left, rooms, [])


def _placed(
    asked: Sequence[At],
    wanted: list[int],
    where: list[Places],
    left: list[int],
    rooms: Sequence[int],
    chosen: list[Places],
) -> bool:
    """Members are placed one after the other, each with others of those who stand alike."""
    done = len(chosen)
    if done == len(left):
        return all(least <= 0 for least in wanted) and has_room(chosen, rooms, len(chosen))
    member, own = left[done], where[done]
    rest = left[done + 1 :]
    parts: dict[tuple[bool, ...], Places] = {}
    for n in each_number(own):
        signs = tuple(bool(at.places >> n & 1 and at.who >> member & 1) for at in asked)
        parts[signs] = parts.get(signs, 0) | 1 << n
    for signs, places in parts.items():
        then = [least - sign for least, sign in zip(wanted, signs, strict=True)]
        if all(
            least <= sum(1 for n in rest if at.who >> n & 1)
            for least, at in zip(then, asked, strict=True)
        ) and _placed(asked, then, where, left, rooms, [*chosen, places]):
            return True
    return False
