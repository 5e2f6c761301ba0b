"""Random quests whose members come into play apart: some for themselves, some later."""

from __future__ import annotations

import re

from oracle.random_quests import random_quest
from questwright.dsl.drawing import cell_name

_PARTY = re.compile(r"^  heroes (.*)$", re.MULTILINE)


def random_entries(source):
    """A random quest in which it is said who begins where, and from which round on."""
    return with_entries(random_quest(source), source)


def with_entries(text, source):
    """A quest with its start squares dealt out, and now and then another one."""
    before, drawing, after = text.split('"""', 2)
    rows = drawing.split("\n")
    squares = [
        (cell_name((y - 2) // 2, (x - 5) // 2), y, x)
        for y, row in enumerate(rows)
        for x, mark in enumerate(row)
        if mark == "s"
    ]
    for _, y, x in squares:
        rows[y] = f"{rows[y][:x]}.{rows[y][x + 1 :]}"
    party = _PARTY.search(text)[1].split(", ")
    cells = [cell for cell, _, _ in squares]
    source.shuffle(cells)
    lines = []
    for number, member in enumerate(party):
        late = f" from round {source.randint(2, 3)}" if source.random() < 0.4 else ""
        who = f" for {member}" if source.random() < 0.7 else ""
        lines.append(f"  start at {cells[number % len(cells)]}{who}{late}")
    if not all(" for " in line for line in lines):
        lines += [f"  start at {source.choice(cells)}"] * (source.random() < 0.3)
    elif source.random() < 0.3:
        lines.append(f"  start at {source.choice(cells)} for {source.choice(party)} from round 2")
    if all(" from " in line for line in lines):
        # Somebody is there in the first round.
        lines[0] = lines[0].partition(" from ")[0]
    after = after.replace("    s: start\n", "", 1)
    head, brace, rest = after.partition("\n  }\n")
    return "".join(
        [before, '"""', "\n".join(rows), '"""', head, brace, "\n".join(lines), "\n", rest]
    )
