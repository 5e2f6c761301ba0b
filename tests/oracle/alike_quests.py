"""Random small quests in which keys are alike, the same for the same seed.

They are quests of `witness_quests` in which all keys have become pieces of one: each lock takes any
of them, and most of them use one up.
"""

from __future__ import annotations

import re
from random import Random
from typing import TYPE_CHECKING

from oracle.witness_quests import compiled, quest_text

if TYPE_CHECKING:
    from collections.abc import Iterator

_KEY = r"(?:k\d+|bell)"
_ITEM = re.compile(rf" *item {_KEY}(.*)")
_TRIES = 200
_FEWEST, _MOST = 2, 4


def alike_quest(seed: int) -> str:
    """The text of the quest of a seed; it compiles without errors, and has alike keys."""
    for attempt in range(_TRIES):
        rng = Random(f"alike {seed}/{attempt}")
        text = _made_alike(quest_text(rng), rng)
        if text and compiled(text) is not None:
            return text
    raise ValueError(f"seed {seed} gives no quest without errors")


def _made_alike(text: str, rng: Random) -> str:
    """The quest with all its keys made one, of several pieces; empty if it has too few or many."""
    lines = text.splitlines()
    places = [found[1] for line in lines if (found := _ITEM.fullmatch(line))]
    pieces = [place for place in places if place]
    squares = {word: _squares(word, lines) for word in ("room", "portal")}
    free = sorted(squares["room"] - squares["portal"])
    while len(pieces) < _FEWEST:
        pieces.append(f" at {rng.choice(free)}")
    lines = [line for line in lines if not _ITEM.fullmatch(line)]
    lines = [*_with_effects("\n".join(lines), rng)]
    number = len(pieces) + sum(line.strip() == "give k" for line in lines)
    if number > _MOST or not any("locked" in line for line in lines):
        return ""
    clauses: dict[str, list[str]] = {}
    for place in pieces:
        word, _, there = place.strip().rpartition(" ")
        clauses.setdefault(word, []).append(there)
    said = " ".join(f"{word} {', '.join(there)}" for word, there in clauses.items())
    found = "\n".join([*lines[:-1], f"  item {number} k {said}", lines[-1], ""])
    found = re.sub(rf"locked by (?:(\w+) with )?{_KEY}", _locked, found)
    found = re.sub(rf"carries {_KEY}", "carries k", found)
    return re.sub(rf"\b{_KEY} taken", lambda _: _asked(rng), found)


def _squares(word: str, lines: list[str]) -> set[str]:
    """The squares that statements of a word name."""
    stated = (line for line in lines if line.startswith(f"  {word} "))
    return set(re.findall(r"[A-F]\d", " ".join(stated)))


def _locked(found: re.Match[str]) -> str:
    return f"locked by {found[1]} with k" if found[1] else "locked by k"


def _asked(rng: Random) -> str:
    many = rng.choice(("any", "2", "2", "3", "all", "no"))
    return f"{many} k {rng.choice(('taken', 'taken', 'carried'))}"


def _with_effects(text: str, rng: Random) -> Iterator[str]:
    """The lines of a quest: only what happens once gives a key, and nothing takes one away."""
    repeats = False
    for line in text.splitlines():
        repeats = "whenever" in line if line.startswith("  event") else repeats
        effect = line.strip()
        if re.fullmatch(rf"give {_KEY}", effect) and not repeats:
            yield "    give k"
        elif re.fullmatch(rf"(?:give|take) {_KEY}", effect):
            yield f"    set {rng.choice(('bell-rung', 'dark'))}"
        else:
            yield line
