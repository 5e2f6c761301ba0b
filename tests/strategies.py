"""Quests to try things with, made at random; and a way to run a command on them."""

from __future__ import annotations

import atexit
import contextlib
import io
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from compiler.cli.main import main

if TYPE_CHECKING:
    import random

ROOT = Path(__file__).resolve().parent.parent
SHIPPED = sorted(ROOT.glob("content/quests/*/*.quest"))

# The same examples each time: a change that breaks nothing fails nothing. For a search with
# others: HYPOTHESIS_PROFILE=default.
settings.register_profile(
    "steady",
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "steady"))


# -- commands ------------------------------------------------------------------------


_CACHE = tempfile.TemporaryDirectory(prefix="questwright-")
atexit.register(_CACHE.cleanup)


class Done(NamedTuple):
    """What a command answered."""

    code: int
    out: str
    err: str


def run(*arguments, stdin=b""):
    """Run a command in this process; its exit code and both of its streams."""
    out, err = io.BytesIO(), io.BytesIO()
    before, cache = sys.argv, os.environ.get("XDG_CACHE_HOME")
    os.environ["XDG_CACHE_HOME"] = _CACHE.name
    sys.argv = ["questwright", *map(str, arguments)]
    streams = [
        contextlib.redirect_stdout(io.TextIOWrapper(out, encoding="utf-8", newline="")),
        contextlib.redirect_stderr(io.TextIOWrapper(err, encoding="utf-8", newline="")),
    ]
    given, sys.stdin = sys.stdin, io.TextIOWrapper(io.BytesIO(stdin), encoding="utf-8")
    try:
        with streams[0], streams[1]:
            code = main()
            sys.stdout.flush()
            sys.stderr.flush()
            return Done(code, out.getvalue().decode(), err.getvalue().decode())
    finally:
        sys.argv, sys.stdin = before, given
        os.environ.pop("XDG_CACHE_HOME")
        if cache is not None:
            os.environ["XDG_CACHE_HOME"] = cache


def spawn(*arguments, stdin=b"", **environment):
    """Run a command in a process of its own; its exit code and the bytes of both streams."""
    return subprocess.run(
        [sys.executable, "-m", "compiler.cli.main", *map(str, arguments)],
        input=stdin,
        capture_output=True,
        check=False,
        timeout=60,
        env=child_environment(**environment),
    )


def child_environment(**changes):
    """The environment of a process that finds this checkout."""
    ours = {"PYTHONPATH": str(ROOT), "XDG_CACHE_HOME": _CACHE.name}
    return {**os.environ, **ours, **{name: str(value) for name, value in changes.items()}}


# -- one small quest, to be spoiled --------------------------------------------------

QUEST = """\
quest last-lamp "The Last Lamp" {
  system dungeon-saga-origins
  heroes orlaf, rordin, madriga, danor
  marauder zombie

  story \"""
  One lamp is left in the mine, and it is moving.
  \"""

  board {
    draw \"""
    +-+-+-+-+-+-+
    |s s .|. . .|
    + + + + + + +
    |s s .D. f .|
    + + + + + + +
    |. . .|. . c|
    +-+-+-+-+-+-+
    \"""
    s: start
    D: door pit-door "The Pit Door"
    f: zombie miner "The Miner" facing west
    c: chest toolbox "The Toolbox"
  }

  room adit at A1..C3 "The Adit"
  room face at D1..F3 "The Face"

  item lamp "Lamp" in toolbox

  event arrival "Arrival" when pit-door opened {
    read \"""It goes out.\"""
  }

  victory heroes "Light" when any hero carries lamp
  expect winnable
}
"""
"""A quest without findings, with a title wherever one may stand."""


# -- quests at random ----------------------------------------------------------------


class Kinds(NamedTuple):
    """What a random quest may have."""

    locks: bool = True
    spent_keys: bool = True
    passages: bool = True
    events: bool = True
    losses: bool = True
    """Events that take an item or close a door."""
    open_gates: bool = True
    """Doors that stand open when play begins."""
    denials: bool = True
    """Conditions that ask that something is not so."""
    ends: bool = True
    """Events that end the quest, and a victory of the other side."""
    ground: bool = True
    """Events that clear squares."""
    repeats: bool = True
    """Events that happen each time."""
    visits: bool = False
    """Events that happen where somebody stands."""
    texts: bool = False
    """Prose, comments, and spaces where the formatter would put none."""


def quests(kinds=Kinds(texts=True)):  # noqa: B008 - a tuple does not change
    """Quests of two to five rooms, nearly all of which mean something."""
    return st.randoms(use_true_random=False).map(lambda source: random_quest(source, kinds))


def random_quest(source, kinds=Kinds()):  # noqa: B008 - as above
    """The text of a quest, drawn from a source of chance."""
    return _Maker(source, kinds).text()


class _Maker:
    """One random quest: rooms of two by two squares in a grid, and what joins them."""

    def __init__(self, source: random.Random, kinds: Kinds) -> None:
        self.chance = source
        self.kinds = kinds
        self.columns, self.rows = source.choice([(2, 1), (3, 1), (2, 2), (4, 1), (5, 1)])
        self.rooms = [(x, y) for y in range(self.rows) for x in range(self.columns)]
        self.names = {room: f"room-{n}" for n, room in enumerate(self.rooms, 1)}
        self.keys = [f"key-{n}" for n in range(1, source.randint(0, 3) + 1)]
        self.cells = {}
        self.gates: list[tuple[str, str, str]] = []
        self.legend: list[str] = []
        self.flags: list[str] = []
        self.things: list[str] = []

    def text(self) -> str:
        drawing = self._draw()
        items = [self._item(key) for key in self.keys]
        events = self._events() if self.kinds.events else []
        goal = self._goal()
        party = "orlaf"
        head = [
            'quest played-at-random "Played at Random" {',
            "  system dungeon-saga-origins",
            f"  heroes {party}",
            "  marauder zombie",
        ]
        board = [
            "  board {",
            '    draw """',
            *(f"    {row}" for row in drawing),
            '    """',
            *(f"    {line}" for line in self.legend),
            "  }",
        ]
        rooms = [
            f'  room {name} at {self._cell(x, y, 0, 0)}..{self._cell(x, y, 1, 1)} "{name.title()}"'
            for (x, y), name in self.names.items()
        ]
        lines = [*head, *board, *rooms, *items, *events, *self._other_goal()]
        lines += [f"  victory heroes when {goal}", "}"]
        if self.kinds.texts:
            lines = self._roughen(lines)
        return "\n".join(lines) + "\n"

    # -- the board --------------------------------------------------------------------

    def _cell(self, x, y, across, down):
        return f"{chr(65 + 2 * x + across)}{2 * y + down + 1}"

    def _draw(self):
        chance = self.chance
        width, height = 4 * self.columns + 1, 4 * self.rows + 1
        canvas = [[" "] * width for _ in range(height)]
        for y in range(height):
            for x in range(width):
                if x % 2 and y % 2:
                    canvas[y][x] = "."
                elif x % 2 == 0 and y % 2 == 0:
                    canvas[y][x] = "+"
                elif y % 4 == 0:
                    canvas[y][x] = "-"
                elif x % 4 == 0:
                    canvas[y][x] = "|"
        letters = iter("ABCDEFGHIJ")
        for x, y in self.rooms:
            if x + 1 < self.columns:
                self._gate(canvas, 4 * x + 4, 4 * y + 1, letters)
            if y + 1 < self.rows:
                self._gate(canvas, 4 * x + 1, 4 * y + 4, letters)
        canvas[1][1] = "s"
        self.legend.append("s: start")
        places = [
            (4 * x + dx, 4 * y + dy) for x, y in self.rooms for dx, dy in ((3, 1), (1, 3), (3, 3))
        ]
        chance.shuffle(places)
        things = [("c", "chest hoard"), ("z", "zombie guard facing west"), ("r", "rubble heap")]
        for letter, thing in things:
            if chance.random() < 0.5:
                x, y = places.pop()
                canvas[y][x] = letter
                self.legend.append(f"{letter}: {thing}")
                self.things.append(thing.split()[1])
                self.cells[thing.split()[1]] = f"{chr(65 + x // 2)}{y // 2 + 1}"
        self.free = [f"{chr(65 + x // 2)}{y // 2 + 1}" for x, y in places]
        return ["".join(row) for row in canvas]

    def _gate(self, canvas, x, y, letters):
        chance = self.chance
        roll = chance.random()
        if roll < 0.2:
            return
        name = f"gate-{len(self.gates) + 1}"
        kind, lock = "door", ""
        if roll < 0.35 and self.kinds.passages:
            kind = "secret"
        elif roll < 0.7 and self.keys and self.kinds.locks:
            key = chance.choice(self.keys)
            lock = f" locked by {key}"
            if self.kinds.spent_keys and chance.random() < 0.5:
                lock += " spent"
        if kind == "door" and not lock and self.kinds.open_gates and chance.random() < 0.2:
            lock = " open"
        letter = next(letters)
        canvas[y][x] = letter
        self.gates.append((name, kind, lock))
        self.legend.append(f"{letter}: {kind} {name}{lock}")

    # -- what is to be had ---------------------------------------------------------------

    def _item(self, key):
        chance = self.chance
        wheres = [f"at {self.free.pop()}"]
        if "hoard" in self.things:
            wheres.append("in hoard")
        if "guard" in self.things:
            wheres.append("held by guard")
        return f'  item {key} "{key.title()}" {chance.choice(wheres)}'

    # -- what happens --------------------------------------------------------------------

    def _facts(self):
        chance = self.chance
        facts = [f"{name} revealed" for name in self.names.values()]
        facts += [f"{name} opened" for name, kind, _ in self.gates if kind == "door"]
        facts += [f"{key} taken" for key in self.keys]
        facts += [f"any hero carries {key}" for key in self.keys]
        facts += [f"{name} searched" for name in self.names.values()]
        facts += ["guard defeated"] * ("guard" in self.things)
        facts += ["hoard searched"] * ("hoard" in self.things)
        facts += [f"{flag} set" for flag in self.flags]
        if self.kinds.visits:
            facts += [f"any hero in {name}" for name in self.names.values()] * 2
        if self.kinds.denials:
            facts += [f"{name} closed" for name, kind, _ in self.gates if kind == "door"]
            facts += [f"no hero carries {key}" for key in self.keys]
            facts += [f"not {fact}" for fact in facts if chance.random() < 0.1]
        chance.shuffle(facts)
        return facts

    def _events(self):
        chance = self.chance
        events = []
        for number in range(1, chance.randint(0, 2) + 1):
            condition = self._facts()[0]
            doors = [name for name, kind, _ in self.gates if kind == "door"]
            effects = []
            for _ in range(chance.randint(1, 2)):
                roll = chance.random()
                losses = self.kinds.losses
                if roll < 0.25 and self.keys:
                    effects.append(f"give {chance.choice(self.keys)}")
                elif roll < 0.5 and self.keys and losses:
                    effects.append(f"take {chance.choice(self.keys)}")
                elif roll < 0.7 and doors:
                    effects.append(f"open {chance.choice(doors)}")
                elif roll < 0.85 and doors and losses:
                    effects.append(f"close {chance.choice(doors)}")
                elif roll < 0.9 and self.kinds.ground and self.free:
                    effects.append(self._change())
                elif roll < 0.93 and self.kinds.ends:
                    effects.append(chance.choice(["end heroes", "end overlord", "end overlord"]))
                else:
                    flag = f"flag-{number}"
                    effects.append(f"set {flag}")
                    self.flags.append(flag)
            # In one event nothing is given and taken, opened and shut, and not both sides win.
            told = {
                one.split()[0] if one[:4] == "end " else one.split()[-1]: one for one in effects
            }
            effects = list(told.values())
            word = "whenever" if self.kinds.repeats and chance.random() < 0.2 else "when"
            body = "; ".join(effects)
            events.append(f"  event happening-{number} {word} {condition} {{ {body} }}")
        return events

    def _change(self):
        if "heap" in self.things and self.chance.random() < 0.6:
            return "remove heap"
        return f"clear {self.free[0]}"

    def _other_goal(self):
        if not self.kinds.ends or self.chance.random() > 0.1:
            return []
        return [f"  victory overlord when {self._facts()[0]}"]

    def _goal(self):
        chance = self.chance
        last = self.names[self.rooms[-1]]
        parts = [f"all heroes in {last}"]
        if chance.random() < 0.6:
            parts.append(self._facts()[0])
        if chance.random() < 0.2:
            parts[0] = self._facts()[0]
        joint = " or " if chance.random() < 0.15 else " and "
        return joint.join(dict.fromkeys(parts))

    # -- how it is written ---------------------------------------------------------------

    def _roughen(self, lines):
        """The same quest as somebody in a hurry writes it."""
        chance = self.chance
        out = []
        drawn = False
        for line in lines:
            if '"""' in line:
                drawn = not drawn
            elif not drawn:
                roll = chance.random()
                if roll < 0.1:
                    out.append(chance.choice(["", "\n\n", "   ", "#", "  # a  remark", "#x"]))
                elif roll < 0.2:
                    line = line.replace(" ", chance.choice(["  ", " \t", "   "]))
                elif roll < 0.3:
                    line += chance.choice(
                        ["  ", "\t", " # why", "#why", ";" * line.startswith("  room")]
                    )
                elif roll < 0.35:
                    out.append(f"  {chance.choice(_PROSE)}" if len(out) > 1 else "")
            out.append(line)
        return out


_PROSE = (
    'story """One line."""',
    'note  "Short"',
    'rule """\n  Two lines.\n      The second one is set in.\n  """',
    'story """First.\n\n\n    Last."""',
    'note """\n\tWith a tab.\n  - and a list\n  """',
)
