"""Random quests on a few squares, most of them in a row, of which some close [DKQ-C26].

Nobody passes a friend in their game, so it matters in which order they stand when that happens.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from oracle.witness_quests import compiled

if TYPE_CHECKING:
    from questwright.compiler.pipeline import Compiled

    Square = tuple[int, int]

_HEROES = ("orlaf", "rordin", "danor")
_SIZES = ((4, 2), (5, 2), (6, 2), (7, 2), (3, 3), (4, 3))


def quest_of(seed: int) -> Compiled:
    """The quest of a seed, compiled and not proven."""
    found = compiled(text_of(seed))
    assert found is not None
    return found


def text_of(seed: int) -> str:
    """The text of that quest."""
    rng = Random(f"closing lanes {seed}")
    heroes = _HEROES[: rng.choice((2, 2, 2, 3))]
    squares = _floor(rng, len(heroes) + 2)
    starts = dict(zip(rng.sample(squares, len(heroes)), heroes, strict=True))
    names = [_name(square) for square in squares]
    events, won = "", []
    for number in range(rng.choice((1, 1, 2))):
        what, when = rng.random(), f"round >= {3 + number}"
        if what < 0.4:
            when = f"{rng.choice((*heroes, 'any hero'))} at {rng.choice(names)}"
        elif what < 0.8:
            events += f'  action ring{number} at {rng.choice(names)} "Ring {number}"\n'
            when = f"ring{number} done"
            won += [when] if rng.random() < 0.7 else []
        closed = ", ".join(rng.sample(names, rng.choice((1, 1, 2))))
        events += f"  event when {when} {{ block {closed} }}\n"
    won += [f"{hero} at {rng.choice(names)}" for hero in rng.sample(heroes, rng.choice((1, 1, 2)))]
    return f'''quest closing-lanes "Closing Lanes" {{
  system dungeon-saga
  heroes {", ".join(heroes)}
  overlord nobody-who-raises
  board {{
    draw """
{_drawn(squares, starts)}
    """
{"".join(f"    {hero[0]}: start for {hero}{chr(10)}" for hero in heroes)}  }}
  room hall at {", ".join(names)} "Hall"
{events}  victory heroes when {" and ".join(won)}
}}
'''


def _floor(rng: Random, least: int) -> list[Square]:
    """So many squares at the least: a row, and some beside it."""
    width, height = rng.choice(_SIZES)
    floor = {(column, 0) for column in range(rng.randint(3, width))}
    many = max(least, rng.randint(5, 9))
    beside = [(column, row) for row in range(height) for column in range(width)]
    while len(floor) < min(many, len(beside)):
        column, row = rng.choice(beside)
        near = {(column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1)}
        floor |= {(column, row)} if near & floor else set()
    return sorted(floor)


def _name(square: Square) -> str:
    column, row = square
    return f"{'ABCDEFG'[column]}{row + 1}"


def _drawn(squares: list[Square], starts: dict[Square, str]) -> str:
    wide, high = (max(square[n] for square in squares) + 1 for n in (0, 1))
    letters = dict.fromkeys(squares, ".")
    letters |= {square: hero[0] for square, hero in starts.items()}
    rows = ("".join(letters.get((c, r), "#") for c in range(wide)) for r in range(high))
    return "\n".join(f"    {row}" for row in rows)
