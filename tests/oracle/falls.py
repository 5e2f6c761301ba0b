"""Random quests on small boards on which squares fall in beside plain doors and portals.

Whoever stands there steps clear, or is buried: by then a door may have been opened, or not.
"""

from __future__ import annotations

from itertools import count, product
from random import Random
from typing import TYPE_CHECKING

from oracle.framed import framed
from oracle.witness_quests import compiled

if TYPE_CHECKING:
    from questwright.compiler.pipeline import Compiled

_HEROES = ("orlaf", "rordin", "danor")
_SIZES = ((2, 2), (3, 1), (3, 2), (4, 1), (2, 3), (5, 1), (3, 3))
_LOCKS = ("", "", "", " open", " from {area}", " barred", " locked by key")


class _Board:
    """The squares, what lies between them, and the areas."""

    def __init__(self, rng: Random) -> None:
        self.wide, self.high = rng.choice(_SIZES)
        self.squares = [f"{'ABCDE'[x]}{y + 1}" for y in range(self.high) for x in range(self.wide)]
        self.between: dict[tuple[str, str], str] = {}
        for x, y in product(range(self.wide), range(self.high)):
            here = y * self.wide + x
            beside = [here + 1] if x + 1 < self.wide else []
            for there in beside + ([here + self.wide] if y + 1 < self.high else []):
                edge = self.squares[here], self.squares[there]
                self.between[edge] = rng.choice(("open", "open", "wall", "door", "door"))
        self.areas = self._areas()
        self.doors = [
            edge
            for edge, own in self.between.items()
            if own == "door" and self.areas[edge[0]] != self.areas[edge[1]]
        ]

    def _areas(self) -> dict[str, str]:
        """For each square the area in which it lies: those between which nothing does."""
        of = {square: n for n, square in enumerate(self.squares)}
        for _ in self.squares:
            for (here, there), own in self.between.items():
                if own == "open":
                    of[here] = of[there] = min(of[here], of[there])
        return {square: f"r{n}" for square, n in of.items()}

    def drawn(self) -> str:
        """The board with its walls."""
        lines = ["+" + "-+" * self.wide]
        for y in range(self.high):
            row = self.squares[y * self.wide : (y + 1) * self.wide]
            right = [
                self.between.get((a, b), "wall") for a, b in zip(row, [*row[1:], ""], strict=True)
            ]
            below = [self.between.get((a, f"{a[0]}{y + 2}"), "wall") for a in row]
            lines.append("|" + "".join("." + " |"[own != "open"] for own in right))
            lines.append("+" + "".join(" -"[own != "open"] + "+" for own in below))
        return "\n".join(f"    {line}" for line in lines)


def quest_of(seed: int) -> Compiled:
    """The quest of a seed, compiled and not proven."""
    found = compiled(text_of(seed))
    assert found is not None
    return found


def text_of(seed: int) -> str:
    """The text of that quest: the first of its seed that the compiler takes."""
    texts = (_text(Random(f"falls {seed} {attempt}")) for attempt in count())
    return next(text for text in texts if compiled(text) is not None)


def _text(rng: Random) -> str:
    board = _Board(rng)
    squares = board.squares
    heroes = list(_HEROES[: rng.choice((1, 1, 2, 2, 3))])
    free = rng.sample(squares, len(squares))
    starts = {hero: free.pop() for hero in heroes}
    lines = [f"  start at {at} for {hero}" for hero, at in starts.items()]
    for area in dict.fromkeys(board.areas.values()):
        inside = [square for square in squares if board.areas[square] == area]
        lines.append(f"  room {area} at {', '.join(inside)}")
    asks_key = False
    for n, (here, there) in enumerate(board.doors):
        lock = rng.choice(_LOCKS).format(area=board.areas[rng.choice((here, there))])
        asks_key |= "key" in lock
        lines.append(f"  door d{n} at {here}|{there}{lock}")
    if len(free) > 1 and rng.random() < 0.4:
        lines += [f"  portal p0 at {free.pop()} to p1", f"  portal p1 at {free.pop()}"]
    if asks_key:
        lines.append(f"  item key at {(free or squares)[-1]}")
    lines.append(f"  action pull at {(free or squares)[0]}")
    lines += [_event(n, board, heroes, rng) for n in range(rng.choice((1, 1, 2)))]
    if rng.random() < 0.2:
        lines.append(f"  victory overlord when {_asked(board, heroes, rng)}")
    won = dict.fromkeys(_asked(board, heroes, rng) for _ in range(rng.choice((1, 2, 2))))
    lines.append(f"  victory heroes when {' and '.join(won)}")
    body = "\n".join(lines)
    return framed("Falls", heroes, board.drawn(), body)


def _asked(board: _Board, heroes: list[str], rng: Random) -> str:
    square, area = rng.choice(board.squares), rng.choice([*board.areas.values()])
    ways = [f"{rng.choice([*heroes, 'any hero', 'no hero'])} at {square}", "pull done"]
    return rng.choice((*ways, ways[0], f"{area} searched", f"{rng.choice(heroes)} in {area}"))


def _event(number: int, board: _Board, heroes: list[str], rng: Random) -> str:
    """Something that closes a square, most of the time, or a door."""
    doors = [f"d{n}" for n in range(len(board.doors))]
    when = _asked(board, heroes, rng)
    if doors and rng.random() < 0.3:
        when = f"{rng.choice(doors)} opened"
    falls = rng.sample(board.squares, rng.choice((1, 1, 2)))
    effects = [f"block {', '.join(falls)}"]
    if rng.random() < 0.3:
        effects.append(f"clear {rng.choice(falls)}")
    if doors and rng.random() < 0.4:
        effects.append(f"{rng.choice(('open', 'close'))} {rng.choice(doors)}")
    does = "\n    ".join(rng.sample(effects, len(effects)))
    return f"  event e{number} {rng.choice(('when', 'whenever'))} {when} {{\n    {does}\n  }}"
