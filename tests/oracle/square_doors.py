"""Random quests whose doors stand on squares of their own, the same for the same seed.

They are those of `witness_quests`, with doors on edges moved onto one of the two squares beside
them. A copy of Dungeon Saga Origins has a word for such doors.
"""

from __future__ import annotations

import atexit
import re
import shutil
import tempfile
from functools import cache
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from oracle.witness_quests import random_quest
from questwright.compiler.assets import SYSTEMS_DIR
from support.one_text import results, without_proof

if TYPE_CHECKING:
    from questwright.compiler.pipeline import Compiled

_GAME = "dungeon-saga-origins"
_SLAB = """gates:
  slab: {source: own, form: door, title: Slab, plural: Slabs, symbol: door-closed,
    opened_by: [heroes], footprint: 1x1}
  slabs: {source: own, form: door, title: Slabs, plural: Slabs, symbol: door-closed,
    opened_by: [heroes], footprint: 2x1}
"""
_LOCKS = """source: own
locks:
  bolt:
    title: Bolt
    text: It is hit.
    values: [dice, armour]
    broken: {attacks: [fight], dice: dice, armour: armour, hits: 1}
  ward:
    title: Ward
    text: It is talked down.
    values: [power]
    lowered:
      value: power
      spells:
        unbind: {title: Unbind, amount: 2, by: [danor]}
        murmur: {title: Murmur, amount: 1, by: [madriga], rounds: 2}
"""
_GAME_LOCKS = ("bolt dice 2 armour 5", "bolt dice 3 armour 6", "ward power 3", "ward power 5")
_LOCKED = 0.3
"""So many of the doors that are moved have a lock of the game."""
_DOOR = re.compile(r"^  door (\w+) at ([A-Z]+\d+)\|([A-Z]+\d+)(.*)$", re.MULTILINE)
_PAIRS = 0.3
"""So many of the doors that are moved are to cover two squares."""


@cache
def packs() -> Path:
    """A folder with the game in which doors stand on squares too."""
    folder = Path(tempfile.mkdtemp(prefix="square-doors-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    shutil.copytree(SYSTEMS_DIR / _GAME, folder / _GAME)
    for path in (folder / _GAME).glob("*.yaml"):
        text = path.read_text(encoding="utf-8")
        path.write_text(re.sub(r"(?m)^gates:\n", _SLAB, text), encoding="utf-8")
    (folder / _GAME / "own-locks.yaml").write_text(_LOCKS, encoding="utf-8")
    return folder


def quest_of(seed: int) -> Compiled:
    """The quest of a seed, compiled and not proven, with one door on squares or more if it can."""
    rng = Random(f"square doors {seed}")
    text = random_quest(seed)
    found = _compiled(text)
    assert found is not None
    doors = [match.group(1) for match in _DOOR.finditer(text)]
    rng.shuffle(doors)
    for door in doors:
        sides = [1, 2]
        rng.shuffle(sides)
        for side in sides:
            moved = _moved(text, door, side, rng)
            compiled = _compiled(moved)
            if compiled is not None:
                text, found = moved, compiled
                break
    return found


def _compiled(text: str) -> Compiled | None:
    with without_proof():
        (quest,) = results(text, packs()).quests
    return None if any(finding.severity == "error" for finding in quest.findings) else quest


def _moved(text: str, door: str, side: int, rng: Random) -> str:
    """A text in which a door stands on one of its two squares, or on two in a line with it."""
    match = next(match for match in _DOOR.finditer(text) if match.group(1) == door)
    own, rest = match.group(1 + side), match.group(4)
    # What is taken away when it is opened keeps nobody out, and nothing shuts it.
    rest = re.sub(r" (from|for) \w+", "", rest)
    if rng.random() < _LOCKED:
        rest = f" locked {rng.choice(_GAME_LOCKS)}"
    where, word = own, "slab"
    if rng.random() < _PAIRS:
        column, row = _place(own)
        down, across = rng.choice(((0, 1), (1, 0), (0, -1), (-1, 0)))
        where, word = f"{own}, {chr(65 + column + across)}{row + 1 + down}", "slabs"
    line = f"  {word} {door} at {where}{rest}"
    text = text[: match.start()] + line + text[match.end() :]
    text = re.sub(rf"\bclose {door}\b", f"open {door}", text)
    return _without_wall(text, _place(match.group(2)), _place(match.group(3)))


def _place(name: str) -> tuple[int, int]:
    """The column and the row of a square."""
    return ord(name[0]) - 65, int(name[1:]) - 1


def _without_wall(text: str, first: tuple[int, int], second: tuple[int, int]) -> str:
    """A text in which no wall is drawn between two squares."""
    lines = text.split("\n")
    top = next(number for number, line in enumerate(lines) if line.strip() == 'draw """') + 1
    indent = len(lines[top]) - len(lines[top].lstrip())
    row = top + 1 + first[1] + second[1]
    at = indent + 1 + first[0] + second[0]
    line = lines[row].ljust(at + 1)
    lines[row] = f"{line[:at]} {line[at + 1 :]}".rstrip()
    return "\n".join(lines)
