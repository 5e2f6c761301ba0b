"""How far figures move: a number, or dice that are rolled for each move."""

from __future__ import annotations

import re

from questwright.dsl.records import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from questwright.compiler.packs.system.system import Kind

_DICE = re.compile(r"([1-9][0-9]?)?d([1-9][0-9]{0,2})(?:([+-])([0-9]{1,3}))?\Z")


class Reckoned(NamedTuple):
    """The least and the most of what may be rolled; the same where nothing is rolled."""

    least: int
    most: int


def reckoned(value: str | int | bool) -> Reckoned | None:  # noqa: FBT001 - a value of a pack
    """Return the least and the most of a number or of dice, ``2d6``, ``d4+1``; None of others."""
    if type(value) is int:
        return Reckoned(value, value) if value >= 0 else None
    found = _DICE.match(value) if isinstance(value, str) else None
    if found is None:
        return None
    many, more = int(found[1] or 1), int(found[4] or 0) * (-1 if found[3] == "-" else 1)
    least = many + more
    return Reckoned(least, many * int(found[2]) + more) if least > 0 else None


def rolls_of(value: str | int) -> dict[int, int]:
    """Return in how many ways dice show each sum; a number is rolled in one way."""
    if reckoned(value) is None:
        return {}
    found = _DICE.match(value) if isinstance(value, str) else None
    if found is None:
        return {int(value): 1}
    many, faces = int(found[1] or 1), int(found[2])
    more = int(found[4] or 0) * (-1 if found[3] == "-" else 1)
    ways = {more: 1}
    for _ in range(many):
        before, ways = ways, {}
        for total, count in before.items():
            for face in range(1, faces + 1):
                ways[total + face] = ways.get(total + face, 0) + count
    return ways


def move_of(kind: Kind, value: str) -> Reckoned | None:
    """Return how far a figure moves by one of its values; None where it has no such value."""
    found = kind.values.get(value)
    return None if found is None else reckoned(found.value)
