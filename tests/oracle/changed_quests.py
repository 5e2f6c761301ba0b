"""Random quests of `witness_quests` after some changes."""

from __future__ import annotations

import re
from random import Random
from typing import TYPE_CHECKING

from oracle.witness_quests import compiled, random_quest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from questwright.compiler.pipeline import Compiled

    Change = Callable[[str, Random], str]

DOOR = re.compile(r"^  door (\w+) at (\S+)(.*)$", re.MULTILINE)
ROOM = re.compile(r"^  room (\w+) at .*$", re.MULTILINE)
EVENT = re.compile(r"^  (?:event|victory) .*$", re.MULTILINE)
LOCK = re.compile(r" (?:open|closed|barred)\b| locked by [\w, ]+?(?= from| for| shuts|$)")
"""What is written of a door, a room, an event or a victory; and how a door is shut."""


def changed_quest(seed: int, name: str, changes: Iterable[Change]) -> Compiled:
    """The quest of a seed after some changes, each tried a few times, where a quest comes of it."""
    rng = Random(f"{name} {seed}")
    text = random_quest(seed)
    for change in changes:
        for _ in range(6):
            changed = change(text, rng)
            if changed != text and compiled(changed) is not None:
                text = changed
                break
    found = compiled(text)
    assert found is not None
    return found
