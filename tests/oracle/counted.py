"""Random quests with gates that fall shut once so many have gone through.

They are those of `witness_quests`, the same for the same seed, with such gates where they have any,
with ways round them, and with something that asks for it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from oracle.changed_quests import DOOR, EVENT, LOCK, ROOM, changed_quest

if TYPE_CHECKING:
    from random import Random

    from questwright.compiler.pipeline import Compiled

_VICTORY = re.compile(r"^  victory heroes when (.*)$", re.MULTILINE)
_DRAWN = re.compile(r'draw """\n(.*?)"""', re.DOTALL)


def quest_of(seed: int) -> Compiled:
    """The quest of a seed, compiled and not proven, with such gates if it has any gate."""
    changes = (_with_counts, _with_gap, _with_gap, _with_asking, _with_opening)
    return changed_quest(seed, "counted", changes)


def _with_counts(text: str, rng: Random) -> str:
    def counted(door: re.Match[str]) -> str:
        if rng.random() < 0.3:
            return door[0]
        name, place, clauses = door.groups()
        clauses = f" open{LOCK.sub('', clauses)}" if rng.random() < 0.7 else clauses
        return f"  door {name} at {place}{clauses} shuts after {rng.choice((1, 1, 2, 3))}"

    return DOOR.sub(counted, text)


def _with_gap(text: str, rng: Random) -> str:
    """A wall less, so that there may be a way round."""
    drawn = _DRAWN.search(text)
    if drawn is None:
        return text
    rows = drawn[1].splitlines()
    edge = rows[0].index("+")
    walls = [
        (row, column)
        for row in range(1, len(rows) - 2)
        for column, sign in enumerate(rows[row])
        if sign in "|-" and edge < column < len(rows[row]) - 1
    ]
    if not walls:
        return text
    row, column = rng.choice(walls)
    rows[row] = f"{rows[row][:column]} {rows[row][column + 1 :]}"
    return text[: drawn.start(1)] + "\n".join(rows) + text[drawn.end(1) :]


def _with_asking(text: str, rng: Random) -> str:
    names = [door[1] for door in DOOR.finditer(text) if "shuts" in door[3]]
    if not names or rng.random() < 0.4:
        return text
    asked = f"{rng.choice(names)} {rng.choice(('opened', 'closed', 'closed'))}"
    joined = rng.choice(("and", "and", "or"))
    return _VICTORY.sub(lambda own: f"  victory heroes when ({own[1]}) {joined} {asked}", text, 1)


def _with_opening(text: str, rng: Random) -> str:
    names = [door[1] for door in DOOR.finditer(text) if "shuts" in door[3]]
    events = [*EVENT.finditer(text)]
    if not names or not events or rng.random() < 0.5:
        return text
    rooms = [match.group(1) for match in ROOM.finditer(text)]
    when = rng.choice((f"{rng.choice(rooms)} searched", f"any hero in {rng.choice(rooms)}"))
    when = rng.choice((when, f"{rng.choice(names)} closed"))
    does = f"{rng.choice(('open', 'open', 'close'))} {rng.choice(names)}"
    at = rng.choice(events).start()
    event = f"  event again {rng.choice(('when', 'whenever'))} {when} {{\n    {does}\n  }}\n"
    return text[:at] + event + text[at:]
