"""Random quests laid out on hexes, and a game for them: that of the squares, but for its grid."""

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
_GRID = {
    "drawing: walls-between": "drawing: hexes",
    "diagonal: one-flank": "diagonal: never",
    "facings: [north, east, south, west]": "facings: [north-east, east, south-east, south-west, "
    "west, north-west]",
}
_ROOM = re.compile(r"^  (?:room|corridor) (\S+) at (\w+)\.\.(\w+)", re.MULTILINE)
_GATE = re.compile(r"^    ([A-Z]): ((?:door|secret) \S+)(.*)\n", re.MULTILINE)


@functools.cache
def _compiler():
    folder = Path(tempfile.mkdtemp(prefix="questwright-hexes-"))
    shutil.copytree(SYSTEMS_DIR / _GAME, folder / _GAME)
    for path in (folder / _GAME).glob("*.yaml"):
        text = path.read_text(encoding="utf-8")
        for old, new in _GRID.items():
            text = text.replace(old, new)
        path.write_text(re.sub(r"footprint: [2-9]x\d", "footprint: 1x1", text), encoding="utf-8")
    compiler = Compiler(TEXT, folder, None)
    assert compiler.system(_GAME)[0] is not None
    shutil.rmtree(folder)
    return compiler


def results_on_hexes(text):
    """All that comes of a text in that game."""
    TEXT.text = text
    return _compiler().compile("one.quest")


def random_hexes(source):
    """A random quest of squares, laid out on as many hexes."""
    return on_hexes(random_quest(source))


def on_hexes(text):
    """The text of a quest on hexes: its rooms have the same hexes as they had squares."""
    before, drawing, after = text.split('"""', 2)
    canvas = [line[4:] for line in drawing.strip("\n").split("\n")[:-1]]
    rows = [line[1::2] for line in canvas[1::2]]
    hexes = [" " * (number % 2) + " ".join(row) for number, row in enumerate(rows)]
    rooms = {
        (row, column): name
        for name, first, last in _ROOM.findall(after)
        for row in range(cell_at(first)[0], cell_at(last)[0] + 1)
        for column in range(cell_at(first)[1], cell_at(last)[1] + 1)
    }
    between = dict(_between(canvas))
    gates = {letter: (gate, clauses) for letter, gate, clauses in _GATE.findall(after)}
    stated, walls = [], []
    for room in sorted(rooms):
        for other in _onward(*room):
            mark = between.get((room, other), "|")
            edge = f"{cell_name(*room)}|{cell_name(*other)}"
            if mark in gates:
                gate, clauses = gates[mark]
                is_open = clauses.startswith(" open")
                stated.append(f"  {gate} at {edge}{clauses}" if not is_open else "")
                if is_open:
                    stated[-1] = f"  {gate} open at {edge}{clauses.removeprefix(' open')}"
            elif other in rooms and rooms[room] != rooms[other] and mark != " ":
                walls.append(edge)
    lines = [*stated, *[f"  wall at {', '.join(walls)}"] * bool(walls)]
    board = "\n".join(f"    {row}" for row in hexes)
    head, _, rest = _GATE.sub("", after).partition("\n  }\n")
    return "\n".join([f'{before}"""\n{board}\n    """{head}\n  }}', *lines, rest])


def _between(canvas):
    """What is drawn between two squares, gates and gaps, by the squares as rows and columns."""
    for y, line in enumerate(canvas):
        for x, mark in enumerate(line):
            if y % 2 and not x % 2 and 0 < x < len(line) - 1:
                yield ((y // 2, x // 2 - 1), (y // 2, x // 2)), mark
            elif x % 2 and not y % 2 and 0 < y < len(canvas) - 1:
                yield ((y // 2 - 1, x // 2), (y // 2, x // 2)), mark


def _onward(row, column):
    """The hexes beside one, to the right and below, as they are drawn: odd rows are set in."""
    side = column + 1 if row % 2 else column - 1
    return (row, column + 1), (row + 1, column), (row + 1, side)
