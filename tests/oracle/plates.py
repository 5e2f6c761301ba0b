"""Random quests in a lane with a door, and with squares on which somebody has to stand.

Friends pass each other in their game: it matters what comes of a moment on the square of a friend.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from oracle.framed import framed
from oracle.witness_quests import compiled

if TYPE_CHECKING:
    from questwright.compiler.pipeline import Compiled

_HEROES = ("orlaf", "rordin", "danor")
_SQUARES = "ABCDEF"


def quest_of(seed: int) -> Compiled:
    """The quest of a seed, compiled and not proven."""
    found = compiled(text_of(seed))
    assert found is not None
    return found


def text_of(seed: int) -> str:
    """The text of that quest."""
    rng = Random(f"plates {seed}")
    long = rng.randint(3, 6)
    row = [f"{column}1" for column in _SQUARES[:long]]
    niche = rng.randrange(long) if rng.random() < 0.4 else long
    squares = [*row, *(f"{column}2" for column in _SQUARES[niche : niche + 1] if niche < long)]
    heroes = list(_HEROES[: rng.choice((2, 2, 3))])
    starts = dict(zip(heroes, rng.sample(squares, len(heroes)), strict=True))
    door = rng.randint(1, long - 1)
    near = [square for square in squares if _SQUARES.index(square[0]) < door]
    far = [square for square in squares if square not in near]
    won = [f"{hero} at {rng.choice(squares)}" for hero in heroes[: rng.randint(1, len(heroes))]]
    events = "".join(_plate(n, squares, heroes, rng) for n in range(rng.choice((1, 1, 2))))
    # Nobody locks what stands open and never shuts.
    locks = (" barred", " open barred", " open") if "close gate" in events else (" barred", "")
    lock = rng.choice(locks)
    if rng.random() < 0.3:
        events += f"  victory overlord when {_stands(squares, heroes, rng)}\n"
    begins = "".join(f"  start at {at} for {hero}\n" for hero, at in starts.items())
    body = f"""{begins}  room west at {", ".join(near)}
  room east at {", ".join(far)}
  door gate at {row[door - 1]}|{row[door]}{lock}
{events}  victory heroes when {" and ".join(won)}"""
    return framed("Plates", heroes, _drawn(long, door, niche), body)


def _stands(squares: list[str], heroes: list[str], rng: Random) -> str:
    square = rng.choice(squares)
    who = rng.choice([*heroes, "no hero", "any hero"])
    return f"{rng.choice(('', '', 'not ')) if who in heroes else ''}{who} at {square}"


def _plate(number: int, squares: list[str], heroes: list[str], rng: Random) -> str:
    """Something that is so while somebody stands on a square; or that happens of it."""
    square, who = rng.choice(squares), rng.choice([*heroes, "any hero"])
    held, left = f"{who} at {square}", f"not {who} at {square}"
    does, undoes = ("open gate", "close gate")
    if rng.random() < 0.3:
        closed = rng.choice(squares)
        does, undoes = f"clear {closed}", f"block {closed}"
    if rng.random() < 0.7:
        on = f"  event on{number} whenever {held} {{\n    {does}\n  }}\n"
        return f"{on}  event off{number} whenever {left} {{\n    {undoes}\n  }}\n"
    effect = rng.choice((undoes, "open gate", f"remove {rng.choice(heroes)}"))
    when = f"{rng.choice(('when', 'whenever'))} {_stands(squares, heroes, rng)}"
    return f"  event once{number} {when} {{\n    {effect}\n  }}\n"


def _drawn(long: int, door: int, niche: int) -> str:
    """A row of cells with walls around it, and one between those on either side of the door."""
    top = "+" + "-+" * long
    row = "|".join(" ".join("." * part) for part in (door, long - door))
    lines = [top, f"|{row}|", top]
    if niche < long:
        before = 2 * niche
        lines[2] = f"{top[: before + 1]} {top[before + 2 :]}"
        lines += [" " * before + "|.|", "+ " * niche + "+-+"]
    return "\n".join(f"    {line}" for line in lines)
