"""Random quests in which what is done asks where several members stand.

They are those of `witness_quests`, the same for the same seed, with such actions. One of them may
be what wins the quest.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from oracle.changed_quests import changed_quest

if TYPE_CHECKING:
    from random import Random

    from questwright.compiler.pipeline import Compiled

_HEROES = re.compile(r"^  heroes (.*)$", re.MULTILINE)
_ROOM = re.compile(r"^  room (\w+) at ([^\n]*?)(?: \"[^\n]*)?$", re.MULTILINE)
_EVENT = re.compile(r"^  (?:event|victory) .*$", re.MULTILINE)
_VICTORY = re.compile(r"^(  victory heroes when )(.*)$", re.MULTILINE)


def quest_of(seed: int) -> Compiled:
    """The quest of a seed, compiled and not proven, with such actions."""
    return changed_quest(seed, "gathered", (with_action, with_action, _with_goal))


def with_action(text: str, rng: Random) -> str:
    """The quest with one more action that asks where members stand."""
    events = [*_EVENT.finditer(text)]
    heroes = _HEROES.findall(text)[0].split(", ")
    rooms = dict(_ROOM.findall(text))
    squares = sorted({cell for cells in rooms.values() for cell in re.findall(r"[A-Z]\d+", cells)})
    if not events or len(heroes) < 2 or len(squares) < 2:
        return text

    def stands() -> str:
        many = ("any hero", "all heroes", "no hero", "2 heroes", *heroes, *heroes)
        near = ", ".join(rng.sample(squares, min(len(squares), rng.choice((1, 1, 2, 3)))))
        place = f"at {near}" if rng.random() < 0.7 else f"in {rng.choice(sorted(rooms))}"
        asked = f"{rng.choice(many)} {place}"
        return f"not {asked}" if rng.random() < 0.1 else asked

    asked = f" {rng.choice(('and', 'and', 'or'))} ".join(
        stands() for _ in range(rng.choice((1, 2, 2)))
    )
    name = f"heave{text.count('  action heave')}"
    only = f" for {rng.choice(heroes)}" if rng.random() < 0.3 else ""
    line = f"  action {name} at {rng.choice(squares)}{only} when {asked}\n"
    if rng.random() < 0.5:
        gates = re.findall(r"^  (?:door|portcullis|lever-gate) (\w+) at", text, re.MULTILINE)
        does = [f"block {rng.choice(squares)}", f"clear {rng.choice(squares)}"]
        does += [f"{rng.choice(('open', 'close'))} {gate}" for gate in gates] * 2
        line += f"  event by-{name} when {name} done {{\n    {rng.choice(does)}\n  }}\n"
    at = events[0].start()
    return text[:at] + line + text[at:]


def _with_goal(text: str, rng: Random) -> str:
    names = re.findall(r"^  action (heave\d+)", text, re.MULTILINE)
    if not names or rng.random() < 0.3:
        return text
    how = rng.choice(("and", "and", "only"))
    name = rng.choice(names)

    def goal(found: re.Match[str]) -> str:
        own = found.group(2)
        return f"{found.group(1)}{name} done" + (f" and ({own})" if how == "and" else "")

    return _VICTORY.sub(goal, text, count=1)
