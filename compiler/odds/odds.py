"""Attacks by odds: the ratio of strengths picks a column of a table, and a die a row of it.

Takes the table and the fight rules of the pack: what results score, what shifts the column or the
die. Returns probabilities as fractions over all faces of the die.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from fractions import Fraction

from questwright.compiler.model.words import is_called

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from questwright.compiler.packs.system.fights import Fights
    from questwright.compiler.packs.system.system import Kind, System
    from questwright.compiler.packs.system.values import Plain

Hits = tuple[Fraction, ...]
"""The probabilities that an attack scores 0 hits, 1 hit, 2 hits …"""


def odds_column(attack: int, defence: int, columns: int, shift: int = 0) -> int:
    """The column of an attack, from 1; 0 if the odds are too low to attack at all.

    The column is attack divided by defence, rounded down, at most the last one. Then it is shifted;
    a shift below the first column makes the odds too low [DN-E2, DN-E3].
    """
    if attack < defence or attack <= 0:
        return 0
    odds = attack // defence if defence > 0 else columns
    return max(0, min(min(odds, columns) + shift, columns))


class OddsTable:
    """A table of the pack on which attacks are rolled."""

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
        """The number of columns that all rows have."""
        return min((len(cells) for cells in self._cells.values()), default=0)

    def result(self, column: int, rolled: int) -> str:
        """The mark of a roll in a column from 1; a roll off the die counts as its nearest face."""
        return self._cells[max(1, min(rolled, self._die))][column - 1]

    def most_hits(self, more: int, marks: Mapping[str, int]) -> int:
        """The most hits of any column and roll; the rest is as with `hits`."""
        faces, columns = range(1, self._die + 1), range(1, self.columns + 1)
        found = {self.result(column, face + more) for column in columns for face in faces}
        return max(marks.get(mark, self._hits.get(mark, 0)) for mark in found)

    def marks(self, column: int, more: int) -> set[str]:
        """The marks that may come in a column, with ``more`` added to the die."""
        return {self.result(column, face + more) for face in range(1, self._die + 1)}

    def hits_of(self, mark: str) -> int:
        """The hits that a mark scores."""
        return self._hits.get(mark, 0)

    def falls(self, column: int, more: int = 0) -> dict[str, Fraction]:
        """The probability of each mark in a column, with ``more`` added to the die."""
        faces = range(1, self._die + 1)
        marks = Counter(self.result(column, face + more) for face in faces)
        return {mark: Fraction(count, self._die) for mark, count in marks.items()}

    def hits(self, column: int, more: int, marks: Mapping[str, int]) -> Hits:
        """The probabilities of 0 hits, 1 hit … in a column, with ``more`` added to the die.

        ``marks`` has the hits of some marks, instead of those of the table.
        """
        scored: defaultdict[int, Fraction] = defaultdict(Fraction)
        for mark, chance in self.falls(column, more).items():
            scored[marks.get(mark, self._hits.get(mark, 0))] += chance
        return tuple(scored[hits] for hits in range(max(scored) + 1))


def table_against(kind: Kind, fights: Fights, system: System) -> OddsTable | None:
    """The table for attacks on a kind; None if the pack has none with columns."""
    own = (table for word, table in fights.tables.items() if is_called(kind, word))
    subject = system.rules.get(next(own, fights.table))
    table = OddsTable(subject) if isinstance(subject, Mapping) else None
    return table if table is not None and table.columns else None


def die_against(kind: Kind, fights: Fights) -> int:
    """The number added to the die when a kind is attacked."""
    return sum(more for word, more in fights.against.items() if is_called(kind, word))


def columns_together(kind: Kind, members: Sequence[Kind], fights: Fights) -> int:
    """The columns by which an attack on a kind shifts because these members attack together."""
    found = [0]
    for row in fights.several:
        who = [member for member in members if not row.by or _is_any(member, row.by)]
        holds = not row.against or _is_any(kind, row.against)
        if len(who) > 1 and holds and not _is_any(kind, row.not_against):
            found.append(row.columns * (len(who) if row.is_each else 1))
    return max(found)


def _is_any(kind: Kind, words: tuple[str, ...]) -> bool:
    return any(is_called(kind, word) for word in words)


def defences(
    kind: Kind, fights: Fights, needed: int, *, is_behind: bool = False
) -> tuple[int, ...] | None:
    """The defence of a kind unhurt, after one hit …, ``needed`` values; None if it has none.

    To its front, or to its rear.
    """
    front, rear = (fights.defence, *fights.worn), (fights.behind, *fights.worn_behind)
    found: list[int] = []
    for name in (rear if is_behind else front)[:needed]:
        value = kind.values.get(name)
        if value is not None and type(value.value) is int:
            found.append(value.value)
        elif found:
            # A kind without this value keeps its last defence.
            found.append(found[-1])
    if not found:
        return None
    return (*found, *(found[-1],) * (needed - len(found)))


def hits_by_damage(
    strength: int,
    against: Sequence[int],
    table: OddsTable,
    more: int,
    marks: Mapping[str, int],
    shift: int = 0,
) -> tuple[Hits, ...]:
    """For each damage so far, 0 hits, 1 hit …, the hits of an attack of that strength."""
    found = []
    for defence in against:
        column = odds_column(strength, defence, table.columns, shift)
        found.append(table.hits(column, more, marks) if column else (Fraction(1),))
    return tuple(found)


def attempts_by_damage(every: Sequence[Hits]) -> Iterator[Fraction]:
    """The probabilities that the first attempt defeats a figure, the second … without an end.

    ``every`` has the hits of an attack for each damage so far, as `hits_by_damage` gives them.
    """
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


def mean_by_damage(every: Sequence[Hits]) -> Fraction | None:
    """The expected number of attempts to defeat a figure; None if that may never succeed.

    ``every`` is that of `attempts_by_damage`.
    """
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
    """The possible numbers of hits that a figure has taken and still stands."""
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
