"""Random quests with crossings between their rooms, and a game for them: that of the squares."""

from __future__ import annotations

import functools
import re
import shutil
import tempfile
from pathlib import Path

from oracle.random_quests import random_quest
from questwright.compiler.assets import SYSTEMS_DIR
from questwright.compiler.pipeline import Compiler
from questwright.dsl.drawing import cell_at, cell_name
from support.one_text import TEXT

_GAME = "dungeon-saga-origins"
_CROSSINGS = """source: own
crossings:
  culvert: {title: Culvert, plural: Culverts, rounds: 2}
  plank: {title: Plank, plural: Planks, cost: 2}
  slide: {title: Slide, plural: Slides, one_way: true}
  raft: {title: Raft, plural: Rafts, vessel: true, seats: 2}
"""
_PARTY = re.compile(r"^  heroes (.*)$", re.MULTILINE)
_EVENT = re.compile(r"^  event (when|whenever) (.*) \{$", re.MULTILINE)
_CHANGES = "open", "open", "open", "close"


@functools.cache
def _compiler():
    folder = Path(tempfile.mkdtemp(prefix="questwright-crossings-"))
    shutil.copytree(SYSTEMS_DIR / _GAME, folder / _GAME)
    (folder / _GAME / "crossings.yaml").write_text(_CROSSINGS, encoding="utf-8")
    compiler = Compiler(TEXT, folder, None)
    assert compiler.system(_GAME)[0] is not None
    shutil.rmtree(folder)
    return compiler


def results_with_crossings(text):
    """All that comes of a text in that game."""
    TEXT.text = text
    return _compiler().compile("one.quest")


def random_crossings(source):
    """A random quest with one to three crossings."""
    return with_crossings(random_quest(source), source)


def _over(word, ends, source):
    """Sometimes the squares that a plank in one row passes over, from either end on."""
    spots = [cell_at(end) for end in ends]
    if word != "plank" or len(spots) != 2 or spots[0][0] != spots[1][0] or source.random() < 0.3:
        return ""
    row, (low, high) = spots[0][0], sorted(column for _, column in spots)
    over = [cell_name(row, column) for column in range(low + 1, high)]
    if source.random() < 0.5:
        over.reverse()
    return f" by {', '.join(over)}" if over else ""


def with_crossings(text, source):
    """A quest with crossings from some of its squares to others; events may open and shut them."""
    _, drawing, after = text.split('"""', 2)
    rows = drawing.split("\n")
    cells = [
        cell_name((y - 2) // 2, (x - 5) // 2)
        for y, row in enumerate(rows)
        for x, mark in enumerate(row)
        if y and not y % 2 and x > 4 and x % 2 and mark not in " #|+-"
    ]
    party = _PARTY.search(text)[1].split(", ")
    conditions = [found.group(2) for found in _EVENT.finditer(after)]
    lines = []
    for number in range(source.randint(1, 3)):
        word = source.choice(("culvert", "culvert", "plank", "slide", "raft"))
        ends = source.sample(cells, min(len(cells), source.choice((2, 2, 2, 3))))
        if len(ends) < 2:
            continue
        name = f"{word}-{'abc'[number]}"
        who = source.sample(party, source.randint(1, len(party)))
        clauses = f" for {', '.join(who)}" if source.random() < 0.5 else ""
        clauses += _over(word, ends, source)
        is_barred = bool(conditions) and source.random() < 0.4
        lines.append(
            f"  {word} {name} {'barred ' * is_barred}from {ends[0]} to {', '.join(ends[1:])}"
            f"{clauses}"
        )
        if is_barred or (conditions and source.random() < 0.3):
            change = "open" if is_barred and source.random() < 0.8 else source.choice(_CHANGES)
            asked = source.choice([*conditions, f"any hero at {source.choice(cells)}"])
            often = source.choice(("when", "when", "whenever"))
            lines.append(f"  event {often} {asked} {{\n    {change} {name}\n  }}")
        if source.random() < 0.15:
            lines.append(
                f"  event when {name} {source.choice(('opened', 'closed'))} {{\n"
                f"    set tidings-{number}\n  }}"
            )
    head, brace, rest = text.rpartition("\n}")
    return "".join([head, "\n", "\n".join(lines), brace, rest])
