"""Random quests of which not all is known: what `random_quests` makes, with things hidden in it."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from oracle.random_quests import Kinds, random_quest

if TYPE_CHECKING:
    import random

_CELL = re.compile(r"\b([A-Z])([0-9]+)\b")
_ITEM = re.compile(r'(  item (\S+) "[^"]*") (in|at|held by) (\S+)')
_THING = re.compile(r"    ([cz]): (\w+ (\w+)\S*(?: facing west)?)$")
_KINDS = Kinds(texts=False, rounds=False, repeats=False)


def random_worlds(source: random.Random) -> str:
    """A quest with one to three things unknown."""
    while True:
        text = random_quest(source, _KINDS)
        lines = text.split("\n")
        made = [_hide_item(lines, source), _hide_thing(lines, source), _roll(lines, source)]
        if any(made):
            return "\n".join(lines)


def _board(lines):
    first, last = (n for n, line in enumerate(lines) if '"""' in line)
    return range(first + 1, last)


def _floor(lines):
    """Squares on which nothing stands and of which nothing is said, with where they are drawn."""
    rows = _board(lines)
    said = {"".join(found) for line in lines for found in _CELL.findall(line)}
    found = {}
    for row in rows[1::2]:
        for column, char in enumerate(lines[row][4:]):
            name = f"{chr(65 + column // 2)}{(row - rows[0]) // 2 + 1}"
            if char == "." and name not in said and column % 2:
                found[name] = (row, column + 4)
    return found


def _hide_item(lines, source):
    items = [n for n, line in enumerate(lines) if _ITEM.match(line)]
    if not items or source.random() < 0.3:
        return False
    at = source.choice(items)
    head, _, _, where = _ITEM.match(lines[at]).groups()
    text = "\n".join(lines)
    others = [one for one in ("hoard", "guard", "sentry", "shelf") if f" {one}" in text]
    others += source.sample(sorted(_floor(lines)), min(2, len(_floor(lines))))
    others = [other for other in others if other != where]
    if not others:
        return False
    places = [where, *source.sample(others, min(len(others), source.randint(1, 2)))]
    source.shuffle(places)
    lines[at] = f"{head} among {', '.join(places)}"
    return True


def _hide_thing(lines, source):
    drawn = [n for n, line in enumerate(lines) if _THING.match(line)]
    squares = sorted(_floor(lines).items())
    if not drawn or not squares or source.random() < 0.4:
        return False
    at = source.choice(drawn)
    letter = _THING.match(lines[at])[1]
    for _, (row, column) in source.sample(squares, min(len(squares), source.randint(1, 2))):
        lines[row] = lines[row][:column] + letter + lines[row][column + 1 :]
    name = _THING.match(lines[at])[2].split()[1]
    lines[at] += " among"
    _ask_for(name, lines, source)
    return True


def _ask_for(name, lines, source):
    """Ask in the victory whether somebody is where it is; of what is taken away nobody asks."""
    text = "\n".join(lines)
    if source.random() < 0.5 or f"remove {name}" in text or "clear " in text:
        return
    last = next(n for n, line in enumerate(lines) if line.startswith("  victory heroes"))
    joint = source.choice(("and", "and", "or"))
    lines[last] += f" {joint} any hero at {name}"


def _roll(lines, source):
    if source.random() < 0.4:
        return False
    dice, cuts = source.choice((("d6", (1, 3, 7)), ("2 d4", (2, 5, 9)), ("d4", (1, 2, 3, 5))))
    rows = [
        f'    {low}..{high - 1} "Row {low}" {{ {"; ".join(_effects(lines, source))} }}'
        for low, high in pairwise(cuts)
    ]
    last = next(n for n, line in enumerate(lines) if line.startswith("  victory"))
    lines[last:last] = [f'  table fate "Fate" with {dice} {{', *rows, "  }"]
    return True


def _effects(lines, source):
    text = "\n".join(lines)
    flags = sorted(set(re.findall(r"\bset ([a-z0-9-]+)", text)))
    doors = re.findall(r"^    [A-P]: door (\S+)", text, re.MULTILINE)
    items = re.findall(r"^  item (\S+)", text, re.MULTILINE)
    squares = sorted(_floor(lines))
    # What is taken away is not asked for as a place.
    gone = [one for one in ("guard", "sentry") if f" {one} " in text and f"at {one}" not in text]
    kinds = [
        [f"set {flag}" for flag in flags],
        [f"{verb} {door}" for door in doors for verb in ("open", "unlock", "close")],
        [f"{verb} {item}" for item in items for verb in ("give", "take")],
        [f"block {square}" for square in squares],
        [f"remove {one}" for one in gone],
    ]
    known = [kind for kind in kinds if kind]
    count = source.randint(0, min(2, len(known)))
    return [source.choice(kind) for kind in source.sample(known, count)]
