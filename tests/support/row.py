"""Rooms in a row, which a party goes through one by one."""

from __future__ import annotations

LETTERS = "ABCDEFGHIJKLMNOPQRTUVWXYZ"


def row_of_rooms(locks: int, kinds: str) -> str:
    """Rooms in a row, each gate of the next kind: ``k`` kept key, ``s`` spent key, ``d`` a door
    that shuts again, ``t`` a floor that gives way, ``p`` a hidden passage."""
    top = "+" + "-+" * (2 * (locks + 1))
    squares = "|"
    for number in range(locks + 1):
        gate = LETTERS[number] if number < locks else "|"
        squares += ("s ." if number == 0 else ". .") + gate
    below = "|" + ". .|" * (locks + 1)
    legend, items, events, rooms = ["s: start"], [], [], []
    for number in range(locks):
        kind = kinds[number % len(kinds)]
        letter, name = LETTERS[number], f"gate-{number}"
        column = 2 * number
        if kind in "ks":
            spent = " spent" if kind == "s" else ""
            legend.append(f"{letter}: door {name} locked by key-{number}{spent}")
            items.append(f'item key-{number} "Key {number}" at {cell(column, 2)}')
        elif kind == "p":
            legend.append(f"{letter}: secret {name}")
        else:
            legend.append(f"{letter}: door {name}")
        if kind == "d":
            there = f"any hero in room-{number + 1}"
            events.append(f"event shut-{number} when {there} {{ close {name} }}")
        if kind == "t":
            events.append(f"event fall-{number} when {name} opened {{ block {cell(column, 2)} }}")
    for number in range(locks + 1):
        first, last = cell(2 * number, 1), cell(2 * number + 1, 2)
        rooms.append(f'room room-{number} at {first}..{last} "Room {number}"')
    body = [*rooms, *items, *events]
    return "\n".join(
        [
            'quest row "A Row" {',
            "  system dungeon-saga-origins",
            "  heroes orlaf",
            "  marauder zombie",
            "  board {",
            '    draw """',
            *(f"    {line}" for line in (top, squares, "+" + " +" * (2 * (locks + 1)), below, top)),
            '    """',
            *(f"    {line}" for line in legend),
            "  }",
            *(f"  {line}" for line in body),
            f"  victory heroes when all heroes in room-{locks}",
            "}",
            "",
        ]
    )


def cell(column: int, row: int) -> str:
    """The name of a square."""
    first, second = divmod(column, 26)
    return (chr(64 + first) if first else "") + chr(65 + second) + str(row)
