"""Quests made by the dozen, like real ones in size and shape; the same seed, the same quest."""

from __future__ import annotations

import random

_FOES = ("zombie", "skeleton-warrior", "skeleton-archer", "armoured-zombie", "ghost")
_WIDTH, _HEIGHT = 4, 3


def generate_quest(seed: int, columns: int = 3, rows: int = 2) -> str:
    """A quest of ``columns`` x ``rows`` rooms that can be won."""
    rng = random.Random(seed)
    rooms = [(row, column) for row in range(rows) for column in range(columns)]
    width, height = columns * _WIDTH, rows * _HEIGHT
    cells = [["." for _ in range(width)] for _ in range(height)]
    east = [[" " for _ in range(width)] for _ in range(height)]
    south = [[" " for _ in range(width)] for _ in range(height)]
    for row in range(height):
        for column in range(width):
            if (column + 1) % _WIDTH == 0:
                east[row][column] = "|"
            if (row + 1) % _HEIGHT == 0:
                south[row][column] = "-"
    joined = {rooms[0]}
    doors: list[str] = []
    letters = iter("DEFGHIJKLMNOPQRTUVWXYZ")
    while len(joined) < len(rooms):
        row, column = rng.choice(sorted(joined))
        step = rng.choice(((0, 1), (1, 0), (0, -1), (-1, 0)))
        other = (row + step[0], column + step[1])
        if other not in rooms or other in joined:
            continue
        joined.add(other)
        letter = next(letters)
        upper, left = min(row, other[0]), min(column, other[1])
        if step[0]:
            at = (upper * _HEIGHT + _HEIGHT - 1, left * _WIDTH + rng.randrange(_WIDTH))
            south[at[0]][at[1]] = letter
        else:
            at = (upper * _HEIGHT + rng.randrange(_HEIGHT), left * _WIDTH + _WIDTH - 1)
            east[at[0]][at[1]] = letter
        doors.append(letter)
    last = max(joined - {rooms[0]}, key=lambda one: (abs(one[0]) + abs(one[1]), one))
    for row in range(2):
        for column in range(2):
            cells[row][column] = "s"
    cells[last[0] * _HEIGHT + 1][last[1] * _WIDTH + 2] = "c"
    legend = ["s: start", "c: chest hoard"]
    for number, room in enumerate(rooms[1:]):
        letter = "abdefghijklmnopqrtuvwxyz"[number]
        spot = (
            room[0] * _HEIGHT + rng.randrange(_HEIGHT),
            room[1] * _WIDTH + rng.randrange(_WIDTH),
        )
        if cells[spot[0]][spot[1]] == ".":
            cells[spot[0]][spot[1]] = letter
            facing = rng.choice(("north", "east", "south", "west"))
            legend.append(f"{letter}: {_FOES[number % len(_FOES)]} foe-{letter} facing {facing}")
    legend += [f"{letter}: door door-{letter.lower()}" for letter in doors]
    drawing = ["+" + "-+" * width]
    for row in range(height):
        drawing.append("|" + "".join(c + e for c, e in zip(cells[row], east[row], strict=True)))
        drawing.append("+" + "".join(mark + "+" for mark in south[row]))
    lines = [
        f'quest made-{seed} "Made {seed}" {{',
        "  system dungeon-saga-origins",
        "  heroes orlaf, rordin, madriga, danor",
        "  marauder zombie",
        "  gold 25",
        '  story """',
        f"  Quest number {seed} of many. *Nobody* will read it, but it is as long as others are.",
        "",
        "  A second paragraph, for good measure, with some **weight** to it.",
        '  """',
        "  board {",
        '    draw """',
        *(f"    {row}" for row in drawing),
        '    """',
        *(f"    {line}" for line in legend),
        "  }",
    ]
    for row, column in rooms:
        top, left = row * _HEIGHT, column * _WIDTH
        first = f"{chr(65 + left)}{top + 1}"
        second = f"{chr(64 + left + _WIDTH)}{top + _HEIGHT}"
        lines.append(f'  room room-{row}-{column} at {first}..{second} "Room {row}{column}"')
    lines += [
        f"  event when door-{doors[0].lower()} opened {{",
        '    read """Stale air and the sound of something waking."""',
        "  }",
        "  event when hoard searched {",
        '    read """There it is."""',
        "    give sun-blade",
        "    spawn zombie near A1",
        "  }",
        "  victory heroes when any hero carries sun-blade and all heroes in room-0-0",
        "  expect winnable",
        "}",
    ]
    return "\n".join(lines) + "\n"
