"""Random quests whose chests are locked, the same for the same seed.

They are those of `witness_quests`, with a chest where there was none, and locks on them: keys of
the quest, members, or an event alone.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from oracle.changed_quests import changed_quest

if TYPE_CHECKING:
    from random import Random

    from questwright.compiler.pipeline import Compiled

_CHEST = re.compile(r"^  chest (\w+) at (\w+)$", re.MULTILINE)
_ITEM = re.compile(r"^  item (\w+)\b.*$", re.MULTILINE)
_START = re.compile(r"^  start at .*$", re.MULTILINE)
_ROOM = re.compile(r"^  room \w+ at (.*)$", re.MULTILINE)
_EVENT = re.compile(r"^  (?:event|victory) .*$", re.MULTILINE)


def quest_of(seed: int) -> Compiled:
    """The quest of a seed, compiled and not proven, with a locked chest if there is room for it."""
    return changed_quest(
        seed,
        "locked chests",
        (_with_chest, _with_item_in_it, _with_lock, _with_unlocking, _with_asking),
    )


def _chests(text: str) -> list[str]:
    return [match.group(1) for match in re.finditer(r"^  chest (\w+) at", text, re.MULTILINE)]


def _with_chest(text: str, rng: Random) -> str:
    if _chests(text):
        return text
    cells = [cell for match in _ROOM.finditer(text) for cell in match.group(1).split(", ")]
    last = [*_ROOM.finditer(text)][-1]
    return f"{text[: last.end()]}\n  chest c1 at {rng.choice(cells)}{text[last.end() :]}"


def _with_item_in_it(text: str, rng: Random) -> str:
    items, chests = [*_ITEM.finditer(text)], _chests(text)
    if not items or not chests:
        return text
    item = rng.choice(items)
    line = f"  item {item.group(1)} in {rng.choice(chests)}"
    return text[: item.start()] + line + text[item.end() :]


def _with_lock(text: str, rng: Random) -> str:
    chest = next(_CHEST.finditer(text), None)
    if chest is None:
        return text
    items = [match.group(1) for match in _ITEM.finditer(text)]
    heroes = re.search(r"^  heroes (.*)$", text, re.MULTILINE)
    assert heroes is not None
    ways = ["barred", f"locked by {rng.choice(heroes.group(1).split(', '))}"]
    ways += [f"locked by {item}{rng.choice(('', ' spent'))}" for item in items] * 2
    return f"{text[: chest.end()]} {rng.choice(ways)}{text[chest.end() :]}"


def _with_unlocking(text: str, rng: Random) -> str:
    events = [*_EVENT.finditer(text)]
    if not _chests(text) or not events or rng.random() < 0.5:
        return text
    at = rng.choice(events).start()
    rooms = [match.group(0).split()[1] for match in _ROOM.finditer(text)]
    when = rng.choice((f"any hero in {rng.choice(rooms)}", f"{rng.choice(rooms)} searched"))
    event = f"  event unlocking when {when} {{\n    unlock {rng.choice(_chests(text))}\n  }}\n"
    return text[:at] + event + text[at:]


def _with_asking(text: str, rng: Random) -> str:
    if not _chests(text) or rng.random() < 0.5:
        return text
    asked = f"{rng.choice(_chests(text))} {rng.choice(('opened', 'searched'))}"
    joint = rng.choice(("and", "or"))
    return re.sub(
        r"^(  victory heroes when )(.*)$", rf"\1({asked}) {joint} (\2)", text, flags=re.MULTILINE
    )
