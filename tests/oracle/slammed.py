"""Random quests with gates that stand open and are locked once they are shut.

They are those of `witness_quests`, the same for the same seed, with such a gate where they have one
at all, and with an event that shuts it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from oracle.changed_quests import DOOR, EVENT, LOCK, ROOM, changed_quest

if TYPE_CHECKING:
    from random import Random

    from questwright.compiler.pipeline import Compiled

_ITEM = re.compile(r"^  item (\w+)\b.*$", re.MULTILINE)


def quest_of(seed: int) -> Compiled:
    """The quest of a seed, compiled and not proven, with such a gate if it has any gate."""
    return changed_quest(seed, "slammed", (_with_slam, _with_unlocking))


def _with_slam(text: str, rng: Random) -> str:
    doors, events = [*DOOR.finditer(text)], [*EVENT.finditer(text)]
    if not doors or not events:
        return text
    name, place, clauses = rng.choice(doors).groups()
    items = [match.group(1) for match in _ITEM.finditer(text)]
    ways = ["barred"] + [f"locked by {item}{rng.choice(('', ' spent'))}" for item in items] * 2
    line = f"  door {name} at {place} open {rng.choice(ways)}{LOCK.sub('', clauses)}"
    if f"close {name}\n" not in text:
        rooms = [match.group(1) for match in ROOM.finditer(text)]
        when = f"{rng.choice(('when', 'whenever'))} any hero in {rng.choice(rooms)}"
        at = rng.choice(events).start()
        text = f"{text[:at]}  event slam {when} {{\n    close {name}\n  }}\n{text[at:]}"
    return re.sub(rf"^  door {name} at .*$", line, text, flags=re.MULTILINE)


def _with_unlocking(text: str, rng: Random) -> str:
    slammed = [match.group(1) for match in DOOR.finditer(text) if " open " in match.group(3)]
    events = [*EVENT.finditer(text)]
    if not slammed or rng.random() < 0.5:
        return text
    rooms = [match.group(1) for match in ROOM.finditer(text)]
    does = f"{rng.choice(('open', 'unlock'))} {rng.choice(slammed)}"
    at = rng.choice(events).start()
    event = f"  event again when {rng.choice(rooms)} searched {{\n    {does}\n  }}\n"
    return text[:at] + event + text[at:]
