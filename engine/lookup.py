"""What a die brings, read from the tables of a compiled quest: its `rules`, as plain data.

A table has `rows` of `faces` with `cells`, one to a column, or `bands` of what is rolled; what is
added to a die stands in lists of `called` with `die`. Nothing in here knows a game.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from typing import Any

Data = Mapping[str, Any]


def column_of(table: Data, attack: int, defence: int, shift: int = 0) -> int:
    """The column, from 1, that an attack is rolled on; 0 where it cannot be tried.

    An attack weaker than the defence cannot, nor can one whose column is shifted below the first.
    Odds beyond the last column are read in it before they are shifted.
    """
    columns = len(table["rows"][0]["cells"])
    if attack < max(defence, 1):
        return 0
    odds = columns if defence <= 0 else min(attack // defence, columns)
    return max(0, min(odds + shift, columns))


def ground_shift(table: Data, attackers: Sequence[str], defender: str) -> int:
    """By how many columns the ground shifts an attack: of several attackers the worst placed."""
    shifts = {(row["attacker"], row["defender"]): row["shift"] for row in table["rows"]}
    return min(int(shifts[attacker, defender]) for attacker in attackers)


def result_of(table: Data, column: int, rolled: int) -> str:
    """The mark of a roll in a column; beyond the die its first or its last face counts."""
    face = max(1, min(rolled, table["die"]))
    row = next(row for row in table["rows"] if face in row["faces"])
    return str(row["cells"][column - 1])


def shot_of(table: Data, weapon: str, cover: str, rolled: int) -> str:
    """The mark of a shot: the row is the last whose number for the weapon is not above the roll."""
    rows = [row for row in table["rows"] if weapon in row]
    at = max(rolled, rows[0][weapon])
    return str([row for row in rows if row[weapon] <= at][-1][cover])


def band_of(bands: Sequence[Data], rolled: int) -> Data:
    """The band that a roll falls into."""
    return next(
        band for band in bands if band.get("from", rolled) <= rolled <= band.get("to", rolled)
    )


def added(rows: Sequence[Data], called: Collection[str]) -> int:
    """What a list adds to a die for somebody who is called so.

    The first row that fits says what counts for who somebody is; being wounded comes on top.
    """
    total, is_found = 0, False
    for row in rows:
        words = [row["called"], *([row["and"]] if "and" in row else [])]
        if all(word in called for word in words):
            if row["called"] == "wounded":
                total += row["die"]
            elif not is_found:
                is_found = True
                total += row["die"]
    return total


def spell_chance(magic: Data, points: int, level: int, too_far: int = 0) -> Fraction:
    """How likely a spell of a price comes off for a caster of a level, some hexes out of range."""
    tens = -(-points // magic["needs_more_than"]["tens_of_points"])
    die = magic["die"]
    wins = sum(face + level - too_far > tens for face in range(1, die + 1))
    return Fraction(wins, die)


def points_of(spell: Data, values: Mapping[str, int], many: int = 1) -> int:
    """What a spell costs: its price, for so many of what it is priced by, or a sum of values."""
    if "sum" in spell:
        return sum(values[name] for name in spell["sum"])
    return int(spell["points"]) * (many if "each" in spell else 1)


def left_on_foot(horses: Data, move: int, ridden: int, *, is_heavy: bool, is_wounded: bool) -> int:
    """What is left of a move on foot after riding and then dismounting."""
    left = move - ridden - horses["mount"]["armoured" if is_heavy else "unarmoured"]
    by = horses["dismounting_by"]["wounded" if is_wounded else "healthy"]
    return max(0, int(left) // int(by))


def spawn_points(calendar: Data, turn: int) -> int:
    """The points of a turn in a calendar of births."""
    for row in calendar["rows"]:
        if turn in row.get("turns", ()):
            return int(row["points"])
        since = turn - row.get("from", turn + 1)
        if since >= 0 and since % calendar["every"] == 0:
            return int(row["points"])
    return 0


def appears_at(row: Data, *, is_wounded: bool) -> int:
    """The highest roll on which something comes out of some ground."""
    return int(row["at_most"]) - (row["wounded"] if is_wounded else 0)
