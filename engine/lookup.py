"""Look up the results of dice in the tables of a compiled quest: its `rules`, as plain data.

A table has `rows` of `faces` with a cell for each column, or `bands` of rolls. Lists of `called`
with `die` say what is added to a die. Nothing in here knows a game.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from typing import Any

Data = Mapping[str, Any]


def column_of(table: Data, attack: int, defence: int, shift: int = 0) -> int:
    """Return the column, from 1, that an attack is rolled on; 0 where it cannot be tried.

    An attack cannot be tried if it is weaker than the defence, or if its column is shifted below
    the first. Odds beyond the last column are read in the last one before they are shifted.
    """
    columns = len(table["rows"][0]["cells"])
    if attack < max(defence, 1):
        return 0
    odds = columns if defence <= 0 else min(attack // defence, columns)
    return max(0, min(odds + shift, columns))


def ground_shift(table: Data, attackers: Sequence[str], defender: str) -> int:
    """Return by how many columns the ground shifts an attack: the worst of all attackers."""
    shifts = {(row["attacker"], row["defender"]): row["shift"] for row in table["rows"]}
    return min(int(shifts[attacker, defender]) for attacker in attackers)


def result_of(table: Data, column: int, rolled: int) -> str:
    """Return the mark of a roll in a column; a roll beyond the die counts as its nearest face."""
    face = max(1, min(rolled, table["die"]))
    row = next(row for row in table["rows"] if face in row["faces"])
    return str(row["cells"][column - 1])


def shot_of(table: Data, weapon: str, cover: str, rolled: int) -> str:
    """Return the mark of a shot, in the last row whose number for the weapon the roll reaches."""
    rows = [row for row in table["rows"] if weapon in row]
    at = max(rolled, rows[0][weapon])
    return str([row for row in rows if row[weapon] <= at][-1][cover])


def band_of(bands: Sequence[Data], rolled: int) -> Data:
    """Return the band that a roll falls into."""
    return next(
        band for band in bands if band.get("from", rolled) <= rolled <= band.get("to", rolled)
    )


def added(rows: Sequence[Data], called: Collection[str]) -> int:
    """Return what a list adds to a die for a figure with some words, its kind and traits.

    The first row that fits counts, and a row for being wounded in addition.
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
    """Return the chance that a spell succeeds; ``too_far`` counts the hexes out of range."""
    tens = -(-points // magic["needs_more_than"]["tens_of_points"])
    die = magic["die"]
    wins = sum(face + level - too_far > tens for face in range(1, die + 1))
    return Fraction(wins, die)


def points_of(spell: Data, values: Mapping[str, int], many: int = 1) -> int:
    """Return the points that a spell costs: its price, times ``many``, or a sum of values."""
    if "sum" in spell:
        return sum(values[name] for name in spell["sum"])
    return int(spell["points"]) * (many if "each" in spell else 1)


def left_on_foot(horses: Data, move: int, ridden: int, *, is_heavy: bool, is_wounded: bool) -> int:
    """Return the move points left on foot after a figure has ridden and dismounted."""
    left = move - ridden - horses["mount"]["armoured" if is_heavy else "unarmoured"]
    by = horses["dismounting_by"]["wounded" if is_wounded else "healthy"]
    return max(0, int(left) // int(by))


def spawn_points(calendar: Data, turn: int) -> int:
    """Return the points that a calendar of births gives in a turn."""
    for row in calendar["rows"]:
        if turn in row.get("turns", ()):
            return int(row["points"])
        since = turn - row.get("from", turn + 1)
        if since >= 0 and since % calendar["every"] == 0:
            return int(row["points"])
    return 0


def appears_at(row: Data, *, is_wounded: bool) -> int:
    """Return the highest roll on which a figure appears from a kind of ground."""
    return int(row["at_most"]) - (row["wounded"] if is_wounded else 0)
