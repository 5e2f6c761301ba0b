"""Families of quests that are as large as one likes, each with a verdict that is known.

The proof is measured on them (`make bench`): rooms in a row with something at each of their doors.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

HEROES = ("danor", "madriga", "orlaf", "rordin")
ADVENTURERS = ("konrad", "kerin", "laberne", "jon", "zacharie", "godiva", "davrich", "kuruz")
FIGURES = ("zombie", "skeleton-warrior", "skeleton-archer", "ghost")
PARTY = 4
"""How many Heroes there are where nothing else is said."""


class Family(NamedTuple):
    """Quests that differ in nothing but their size."""

    make: Callable[[int], str]
    verdict: str
    sizes: tuple[int, ...]
    """The sizes that are measured."""
    what: str
    """What the size counts, in words."""


def cell(column: int, row: int) -> str:
    """The name of a square, by its column and its row from 0."""
    letters = ""
    column += 1
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(65 + rest) + letters
    return f"{letters}{row + 1}"


class Row:
    """Square rooms along a line that turns at the end of each row, and the doors between them."""

    def __init__(self, rooms: int, side: int = 2) -> None:
        self.side = side
        self.wide = math.isqrt(rooms - 1) + 1
        self.corners = []
        for number in range(rooms):
            row, along = divmod(number, self.wide)
            self.corners.append((side * (self.wide - 1 - along if row % 2 else along), side * row))

    def square(self, room: int, right: int = 0, down: int = 0) -> str:
        """The name of a square of a room."""
        column, row = self.corners[room]
        return cell(column + right, row + down)

    def all_of(self, room: int) -> str:
        """The squares of a room."""
        return f"{self.square(room)}..{self.square(room, self.side - 1, self.side - 1)}"

    def door(self, room: int) -> str:
        """The edge between a room and the next."""
        (column, row), (beyond, below) = self.corners[room], self.corners[room + 1]
        if row != below:
            return f"{cell(column, below - 1)}|{cell(column, below)}"
        right = max(column, beyond)
        return f"{cell(right - 1, row)}|{cell(right, row)}"

    def drawing(self) -> list[str]:
        """The rooms drawn, with a wall around each."""
        size = 2 * self.side
        wide, high = size * self.wide + 1, size * (-(-len(self.corners) // self.wide)) + 1
        signs = [[" "] * wide for _ in range(high)]
        for column, row in self.corners:
            left, top = 2 * column, 2 * row
            for down in range(size + 1):
                for right in range(size + 1):
                    signs[top + down][left + right] = self._sign(down, right)
        return ["".join(line).rstrip() for line in signs]

    def _sign(self, down: int, right: int) -> str:
        """What stands in a drawing so far from the corner of a room."""
        size = 2 * self.side
        if down % 2 and right % 2:
            return "."
        if down % 2 == 0 and right % 2 == 0:
            return "+"
        if down % 2:
            return "|" if right in (0, size) else " "
        return "-" if down in (0, size) else " "


def written(drawing: Iterable[str], body: Iterable[str], members: int = 1) -> str:
    """The text of a quest on a board that is drawn."""
    heroes = ", ".join(HEROES[:members])
    lines = ['quest grown "Grown" {', "  system dungeon-saga-origins", f"  heroes {heroes}"]
    lines += ["  marauder zombie", "  board {", '    draw """']
    lines += [f"    {line}" for line in drawing]
    lines += ['    """', "  }", *(f"  {line}" for line in body)]
    lines += ['  allow more-than-the-box-holds because "it is measured, and not played"', "}"]
    return "\n".join(lines) + "\n"


def in_a_row(
    rooms: int,
    lock: Callable[[int], str] = lambda _: "",
    more: Callable[[Row], Iterable[str]] = lambda _: (),
    won: str = "",
    members: int = 1,
    side: int = 2,
) -> str:
    """A quest of rooms in a row, with what follows the name of each door and what else there is."""
    row = Row(rooms, side)
    corners = ((0, 0), (1, 0), (0, 1), (1, 1))[:members]
    body = [f"start at {', '.join(row.square(0, *corner) for corner in corners)}"]
    body += [f"room room-{n} at {row.all_of(n)}" for n in range(rooms)]
    body += [f"door door-{n} at {row.door(n)}{lock(n)}" for n in range(rooms - 1)]
    who = "any hero" if members == 1 else "all heroes"
    body += [*more(row), f"victory heroes when {won or f'{who} in room-{rooms - 1}'}"]
    return written(row.drawing(), body, members)


def event(name: str, when: str, *effects: str) -> list[str]:
    """An event as lines."""
    return [f"event {name} when {when} {{", *(f"  {effect}" for effect in effects), "}"]


def keys(size: int, spent: str = "") -> str:
    """Each door asks for the key in the room before it."""

    def lie(row: Row) -> Iterable[str]:
        return [f"item key-{n} at {row.square(n, 0, 1)}" for n in range(size)]

    return in_a_row(size + 1, lambda n: f" locked by key-{n}{spent}", lie)


def shared_keys(size: int) -> str:
    """Keys that are used up, each for either of two doors; the last one has the way out."""
    wide = 2 * size
    drawing = ["+" + "-+" * wide, "|" + ". .|" * size, "+" + "-+" * wide]
    drawing += ["|" + " ".join("." * wide) + "|", "+" + "-+" * wide]
    body = ["start at A2", f"corridor lane at A2..{cell(wide - 1, 1)}"]
    for number in range(size):
        body.append(f"room room-{number} at {cell(2 * number, 0)}..{cell(2 * number + 1, 0)}")
        edge = f"{cell(2 * number, 0)}|{cell(2 * number, 1)}"
        body.append(f"door door-{number} at {edge} locked by key-{number // 2} spent")
    body += [f"item key-{n} at {cell(n + 1, 1)}" for n in range((size + 1) // 2)]
    return written(drawing, [*body, "victory heroes when any hero in room-0"])


def one_way_items(size: int) -> str:
    """Doors that nobody comes back through, and an item to be taken along before each."""

    def lie(row: Row) -> Iterable[str]:
        return [f"item gem-{n} at {row.square(n, 0, 1)}" for n in range(size)]

    carried = " and ".join(f"any hero carries gem-{n}" for n in range(size))
    won = f"{carried} and any hero in room-{size}"
    return in_a_row(size + 1, lambda n: f" from room-{n}", lie, won)


def falling(size: int) -> str:
    """Behind whoever goes on, the door shuts and the ceiling comes down."""

    def fall(row: Row) -> Iterable[str]:
        for n in range(size):
            yield from event(
                f"fall-{n}",
                f"any hero in room-{n + 1}",
                f"close door-{n}",
                f"block {row.square(n)}",
            )

    return in_a_row(size + 1, more=fall)


def levers(size: int) -> str:
    """A lever in each room, which shuts the door out of it for good."""

    def stand(row: Row) -> Iterable[str]:
        for n in range(size):
            yield f"action pull-{n} at {row.square(n, 1)}"
            yield from event(f"shut-{n}", f"pull-{n} done", f"close door-{n}")

    return in_a_row(size + 1, more=stand, won=f"any hero in room-{size} and not pull-0 done")


def counted(size: int) -> str:
    """The last door opens when something has been done in each room before it."""

    def stand(row: Row) -> Iterable[str]:
        yield "item no-key"
        yield 'allow unobtainable-item because "nobody has made it"'
        for n in range(size):
            yield f"action do-{n} at {row.square(n)}"
            yield from event(f"did-{n}", f"do-{n} done", f"set mark-{n}")
        every = " and ".join(f"mark-{n} set" for n in range(size))
        yield from event("open-up", every, f"open door-{size - 1}")

    return in_a_row(size + 1, lambda n: " locked by no-key" if n == size - 1 else "", stand)


def hidden(size: int) -> str:
    """Each key lies on one of two squares, and nobody knows on which."""

    def lie(row: Row) -> Iterable[str]:
        return [f"item key-{n} among {row.square(n)}, {row.square(n, 1)}" for n in range(size)]

    return in_a_row(size + 1, lambda n: f" locked by key-{n}", lie)


def crowded(members: int) -> str:
    """Twenty rooms, a figure in most, and a ceiling that falls at the far end of the way back."""
    rooms = 20

    def stand(row: Row) -> Iterable[str]:
        for n in range(3, rooms - 2):
            kind = FIGURES[n % len(FIGURES)]
            yield f"{kind} foe-{n} at {row.square(n, 1, 1)} facing south"
        yield from event(
            "fall", f"any hero in room-{rooms - 1}", f"block {row.square(1, 0, 1)}", "set fell"
        )

    who = "any hero" if members == 1 else "all heroes"
    return in_a_row(rooms, more=stand, won=f"fell set and {who} in room-0", members=members)


def parted(members: int) -> str:
    """Adventurers on a field of hexes who have to be in two places, and a ceiling that falls."""
    who = ADVENTURERS[:members]
    lines = ['quest grown "Grown" {', "  system dragon-noir", f"  adventurers {', '.join(who)}"]
    lines += [
        "  board {",
        '    draw """',
        "    s s s s . . . .",
        "     s s s s . . . .",
        "    # # # # . # # #",
    ]
    lines += ["     . . . . . . . .", "    . . . . . . . .", '    """', "    s: start", "  }"]
    lines += [
        "  action ring at A5",
        *(f"  {line}" for line in event("fall", "ring done", "block H1")),
    ]
    half = (members + 1) // 2
    won = f"ring done and {half} adventurers at A4..H5"
    return "\n".join([*lines, f"  victory adventurers when {won}", "}"]) + "\n"


FAMILIES = {
    "rooms": Family(
        lambda n: in_a_row(n, side=1), "winnable", (100, 200, 500, 1000, 2000), "rooms in a row"
    ),
    "rooms, four Heroes": Family(
        lambda n: in_a_row(n, members=PARTY), "winnable", (50, 100, 200, 500, 1000), "rooms"
    ),
    "kept keys": Family(keys, "winnable", (20, 50, 100, 150), "keys, each for a door"),
    "spent keys": Family(
        lambda n: keys(n, " spent"), "winnable", (20, 50, 100, 150), "keys, each used up"
    ),
    "shared keys": Family(shared_keys, "can-strand", (6, 10, 20, 40), "doors, two for each key"),
    "one-way doors": Family(
        lambda n: in_a_row(n + 1, lambda k: f" from room-{k}"),
        "winnable",
        (20, 50, 100, 150),
        "doors",
    ),
    "one-way doors, items": Family(one_way_items, "can-strand", (5, 10, 20, 50), "doors and items"),
    "falling ceilings": Family(falling, "winnable", (5, 10, 20, 50), "ceilings"),
    "shutting levers": Family(levers, "can-strand", (5, 10, 20, 50), "levers"),
    "counted deeds": Family(counted, "winnable", (10, 20, 50, 100), "actions"),
    "hidden keys": Family(hidden, "winnable", (2, 4, 6, 8), "keys, each in one of two places"),
    "crowded board": Family(crowded, "winnable", (1, 2, 3, 4), "Heroes"),
    "parted members": Family(parted, "winnable", (1, 2, 4, 6, 8), "Adventurers"),
}
"""By name all families."""
