"""Attacks by odds: strengths are divided, and a die is rolled on a column of a table of the game.

All of it is the pack's: the table, what its results score, what shifts the column or the die. The
chances are fractions over every face of the die.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING

from questwright.compiler.model.words import is_called

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from questwright.compiler.packs.system.fights import Fights
    from questwright.compiler.packs.system.system import Kind, System
    from questwright.compiler.packs.system.values import Plain

Hits = tuple[Fraction, ...]
"""How likely an attack scores no hit, one, two …"""


def odds_column(attack: int, defence: int, columns: int, shift: int = 0) -> int:
    """The column of an attack, from 1; 0 where the odds are too low to attack at all.

    Strengths are divided and rounded down. What is better than the last column is read in it, and
    then the column is shifted; shifted below the first it is too low as well [DN-E2, DN-E3].
    """
    if attack < defence or attack <= 0:
        return 0
    odds = attack // defence if defence > 0 else columns
    return max(0, min(min(odds, columns) + shift, columns))


class OddsTable:
    """A table of the pack that attacks are rolled on."""

    def __init__(self, subject: Mapping[str, Plain]) -> None:
        self._die = _number(subject.get("die"))
        self._cells: dict[int, tuple[str, ...]] = {}
        for row in _rows(subject.get("rows")):
            cells = row.get("cells")
            faces = row.get("faces")
            for face in faces if isinstance(faces, tuple) else ():
                self._cells[_number(face)] = tuple(
                    str(cell) for cell in (cells if isinstance(cells, tuple) else ())
                )
        self._hits = {
            str(row.get("mark")): _number(row.get("hits")) for row in _rows(subject.get("results"))
        }

    @property
    def columns(self) -> int:
        """How many columns there are."""
        return min((len(cells) for cells in self._cells.values()), default=0)

    def result(self, column: int, rolled: int) -> str:
        """The mark of a roll; one beyond the die reads as its last face, or its first."""
        return self._cells[max(1, min(rolled, self._die))][column - 1]

    def falls(self, column: int, more: int = 0) -> dict[str, Fraction]:
        """How likely each mark is in a column, with something added to the die."""
        faces = range(1, self._die + 1)
        marks = Counter(self.result(column, face + more) for face in faces)
        return {mark: Fraction(count, self._die) for mark, count in marks.items()}

    def hits(self, column: int, more: int, marks: Mapping[str, int]) -> Hits:
        """How likely a roll scores no hit, one …; ``marks`` goes before what the table says."""
        scored: defaultdict[int, Fraction] = defaultdict(Fraction)
        for mark, chance in self.falls(column, more).items():
            scored[marks.get(mark, self._hits.get(mark, 0))] += chance
        return tuple(scored[hits] for hits in range(max(scored) + 1))


def table_against(kind: Kind, fights: Fights, system: System) -> OddsTable | None:
    """The table that attacks on a figure are rolled on; None where it has no columns."""
    own = (table for word, table in fights.tables.items() if is_called(kind, word))
    subject = system.rules.get(next(own, fights.table))
    table = OddsTable(subject) if isinstance(subject, Mapping) else None
    return table if table is not None and table.columns else None


def die_against(kind: Kind, fights: Fights) -> int:
    """What is added to the die when a figure is attacked."""
    return sum(more for word, more in fights.against.items() if is_called(kind, word))


def defences(kind: Kind, fights: Fights, needed: int) -> tuple[int, ...] | None:
    """What attacks on a figure are divided by: unhurt, after one hit …; None where none says."""
    found: list[int] = []
    for name in (fights.defence, *fights.worn)[:needed]:
        value = kind.values.get(name)
        if value is not None and type(value.value) is int:
            found.append(value.value)
        elif found:
            # Who has no such value stays as strong as before.
            found.append(found[-1])
    if not found:
        return None
    return (*found, *(found[-1],) * (needed - len(found)))


def weakest(kind: Kind, fights: Fights) -> int | None:
    """The lowest that an attack on an unhurt figure may be divided by, from whichever side."""
    names = (fights.defence, fights.behind)
    values = (kind.values.get(name) for name in names)
    found = [value.value for value in values if value is not None and type(value.value) is int]
    return min(found, default=None)


def hits_worn(
    strength: int,
    against: Sequence[int],
    table: OddsTable,
    more: int,
    marks: Mapping[str, int],
    shift: int = 0,
) -> tuple[Hits, ...]:
    """The hits of an attack on a figure unhurt, after one hit, and so on."""
    found = []
    for defence in against:
        column = odds_column(strength, defence, table.columns, shift)
        found.append(table.hits(column, more, marks) if column else (Fraction(1),))
    return tuple(found)


def attempts_worn(every: Sequence[Hits]) -> Iterator[Fraction]:
    """How likely the first attempt brings a figure down, the second …, as its strength wears."""
    needed = len(every)
    left = {0: Fraction(1)}
    while True:
        before, left = left, {}
        done = Fraction(0)
        for scored, chance in before.items():
            for more, likely in enumerate(every[scored]):
                if scored + more >= needed:
                    done += chance * likely
                elif likely:
                    left[scored + more] = left.get(scored + more, Fraction(0)) + chance * likely
        yield done


def mean_worn(every: Sequence[Hits]) -> Fraction | None:
    """How many attempts it takes on average; None where it may never come off."""
    needed = len(every)
    means = [Fraction(0)] * (needed + 1)
    reached = _reached(every)
    for scored in range(needed - 1, -1, -1):
        if scored not in reached:
            continue
        hits = every[scored]
        if not any(hits[1:]):
            return None
        later = sum(
            (hits[more] * means[min(scored + more, needed)] for more in range(1, len(hits))),
            Fraction(0),
        )
        means[scored] = (1 + later) / (1 - hits[0])
    return means[0]


def _reached(every: Sequence[Hits]) -> set[int]:
    """How many hits may have been scored while the figure still stands."""
    found, todo = {0}, [0]
    while todo:
        scored = todo.pop()
        for more, likely in enumerate(every[scored]):
            if likely and scored + more < len(every) and scored + more not in found:
                found.add(scored + more)
                todo.append(scored + more)
    return found


# -- plain data --------------------------------------------------------------------------


def _rows(data: Plain) -> list[Mapping[str, Plain]]:
    return [row for row in (data if isinstance(data, tuple) else ()) if isinstance(row, Mapping)]


def _number(value: Plain) -> int:
    return value if type(value) is int else 0
