"""Random quests that are won by leaving the board, several members by one square.

They are those of `witness_quests`, the same for the same seed, with such a victory; and some with
actions that ask where members stand.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from oracle.changed_quests import changed_quest
from oracle.gathered import with_action

if TYPE_CHECKING:
    from random import Random

    from questwright.compiler.pipeline import Compiled

_HEROES = re.compile(r"^  heroes (.*)$", re.MULTILINE)
_ROOM = re.compile(r"^  room (\w+) at ([^\n]*?)(?: \"[^\n]*)?$", re.MULTILINE)
_VICTORY = re.compile(r"^(  victory heroes when )(.*)$", re.MULTILINE)


def quest_of(seed: int) -> Compiled:
    """The quest of a seed, compiled and not proven, that is won so."""
    changes = (with_action, _with_exit) if seed % 2 else (_with_exit,)
    return changed_quest(seed, "leaving", changes)


def _with_exit(text: str, rng: Random) -> str:
    heroes = _HEROES.findall(text)[0].split(", ")
    rooms = dict(_ROOM.findall(text))
    squares = sorted({cell for cells in rooms.values() for cell in re.findall(r"[A-Z]\d+", cells)})
    if len(heroes) < 2 or not squares:
        return text
    many = ("all heroes", "all heroes", "all heroes", "2 heroes", "any hero", *heroes)

    def leave() -> str:
        near = rng.sample(squares, min(len(squares), rng.choice((1, 1, 1, 2))))
        return f"{rng.choice(many)} leave by {', '.join(near)}"

    asked = " and ".join(leave() for _ in range(rng.choice((1, 1, 1, 2))))
    names = re.findall(r"^  action (heave\d+)", text, re.MULTILINE)
    if names and rng.random() < 0.6:
        asked = f"{rng.choice(names)} done and {asked}"
    how = rng.choice(("{asked}", "{asked} and ({own})", "{asked} and ({own})", "{asked} or {own}"))

    def goal(found: re.Match[str]) -> str:
        return found.group(1) + how.format(asked=asked, own=found.group(2))

    return _VICTORY.sub(goal, text, count=1)
