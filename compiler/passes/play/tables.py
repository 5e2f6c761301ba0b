"""Tables that are rolled on when a quest is set up: each result has its row, and just one."""

from __future__ import annotations

import re
from functools import cache
from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple

from questwright.compiler import codes
from questwright.compiler.frontend.outline import Outline, StatementReader, values_of
from questwright.compiler.model.quest import EffectKind, PlayedTable, Unknown, UnknownSort, Way
from questwright.compiler.model.words import title_from_id
from questwright.compiler.passes.play.happen import Happenings, rows_of
from questwright.dsl.diagnostics import Label, did_you_mean, listed
from questwright.dsl.syntax import Clause, Form, Name, Number, Range, Statement

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from fractions import Fraction

    from questwright.compiler.frontend.findings import Findings
    from questwright.compiler.packs.system.system import System

_DIE = re.compile(r"d([1-9][0-9]{0,3})")
_DICE = 10
_FACES = 100
_FORM = 'write it like `table weather "The weather" with d6 { 1..3 "Rain" { set rain } … }`'


class _TableRoll(NamedTuple):
    """The dice of a table."""

    dice: int
    die: int
    again: frozenset[int] = frozenset()
    """Results on which it is rolled again."""

    @property
    def written(self) -> str:
        return f"{self.dice} d{self.die}" if self.dice > 1 else f"d{self.die}"

    @property
    def lowest(self) -> int:
        return self.dice

    @property
    def highest(self) -> int:
        return self.dice * self.die

    def chance(self, results: Iterable[int]) -> Fraction:
        """How likely one of some results is, when it is not rolled again."""
        # Loaded here: few quests have a table, and `check` starts sooner without it.
        from fractions import Fraction

        ways = _ways(self.dice, self.die)
        again = sum(ways[one - self.lowest] for one in self.again)
        found = sum(ways[result - self.lowest] for result in results if result not in self.again)
        return Fraction(found, self.die**self.dice - again)


@cache
def _ways(dice: int, die: int) -> list[int]:
    """In how many ways the dice show each result, from the lowest to the highest."""
    ways = [1]
    for _ in range(dice):
        # One die more: each result sums as many results before it as the die has faces.
        upto = [0, *accumulate(ways), *[sum(ways)] * (die - 1)]
        ways = [upto[n] - upto[max(0, n - die)] for n in range(1, len(ways) + die)]
    return ways


def read_tables(
    outline: Outline, happenings: Happenings, system: System, findings: Findings
) -> tuple[tuple[Unknown, ...], tuple[PlayedTable, ...]]:
    """The tables of a quest, each with what its rows let happen; and those rolled on in play."""
    unknowns, played = [], []
    for statement in outline.tables:
        taken = StatementReader(statement, findings)
        clause = taken.clause("for")
        side = _read_side(clause, system, findings)
        table = _read_table(statement, taken, happenings, findings)
        if table is None or (clause is not None and not side):
            continue
        if clause is None:
            unknowns.append(table)
            continue
        _hold_played(table, findings)
        played.append(PlayedTable(side, table))
    return tuple(unknowns), tuple(played)


def _read_side(clause: Clause | None, system: System, findings: Findings) -> str:
    """The side for which a table is rolled on in play: ``for foes``."""
    if clause is None:
        return ""
    values = values_of(clause)
    word = values[0].text if len(values) == 1 and isinstance(values[0], Name) else ""
    if word in system.sides:
        return word
    findings.add(
        codes.UNKNOWN_WORD,
        f"{system.title} has no side `{word}`" if word else "this is no side",
        clause.span,
        "nobody to roll for",
        help=did_you_mean(word, system.sides) or f"there is {listed(system.sides)}",
    )
    return ""


def _hold_played(table: Unknown, findings: Findings) -> None:
    """What is rolled in play is told to the players, and is nothing that the proof knows of."""
    for way in table.ways:
        for effect in way.effects:
            if effect.kind not in (EffectKind.READ, EffectKind.NOTE):
                findings.add(
                    codes.MISPLACED,
                    f"`{effect.kind}` does not stand in a table that is rolled on in play",
                    effect.origin,
                    "the proof knows nothing of it",
                    help="say in a `note` what that side does; what changes the board is an event",
                )


def _read_table(
    statement: Statement, taken: StatementReader, happenings: Happenings, findings: Findings
) -> Unknown | None:
    name = taken.name(is_needed=True)
    roll = _read_roll(taken.clause("with"), statement, findings)
    again = taken.clause("without")
    if roll is not None and again is not None:
        roll = roll._replace(again=_read_again(again, roll, findings))
    taken.finish(_FORM)
    if statement.condition is not None:
        findings.add(
            codes.SURPLUS_PART,
            "`table` does not take a condition",
            statement.condition.span,
            "it is rolled on before play begins",
        )
    for node in statement.body or ():
        if not isinstance(node, Statement) or node.form is not Form.ROW:
            findings.add(
                codes.MISPLACED,
                "this does not stand in a table",
                node.span,
                "not a row",
                help='a row is written like `1..2 "At the jetty" { set boat-at-jetty }`',
            )
    rows = rows_of(statement)
    if name is None or not rows:
        findings.add(
            codes.MISSING_PART,
            f"this table has no {'name' if name is None else 'rows'}",
            statement.span,
            "unfinished",
            help=_FORM,
        )
    if name is None or roll is None or not rows:
        return None
    taken_by: dict[int, Statement] = {}
    ways = [_read_row(row, roll, taken_by, happenings, findings) for row in rows]
    stood_for = roll.again.union(taken_by)
    missing = [one for one in range(roll.lowest, roll.highest + 1) if one not in stood_for]
    if missing:
        findings.add(
            codes.ROLLED_NEVER,
            f"`{name.text}` has no row for {_results(missing)}",
            statement.span,
            f"{roll.written} can show that",
            help="add a row, or widen one; or roll again: "
            f"`with {roll.written} without {', '.join(map(str, missing[:6]))}`",
        )
    title = statement.texts[0].raw.strip() if statement.texts else title_from_id(name.text)
    return Unknown(
        name.text, title, UnknownSort.TABLE, tuple(ways), statement.span, roll.dice, roll.die
    )


def _read_roll(
    clause: Clause | None, statement: Statement, findings: Findings
) -> _TableRoll | None:
    """What is rolled: ``d6``, ``2 d6``."""
    values = values_of(clause) if clause is not None else []
    number = values[0] if values and isinstance(values[0], Number) else None
    rest = values[1:] if number is not None else values
    word = rest[0] if len(rest) == 1 else None
    die = _DIE.fullmatch(word.text) if isinstance(word, Name) else None
    if die is None or clause is None:
        findings.add(
            codes.MISSING_PART,
            "this table does not say what is rolled",
            clause.span if clause is not None else statement.span,
            "no dice",
            help="add `with d6`, `with 2 d6` or the like",
        )
        return None
    dice, faces = number.value if number is not None else 1, int(die[1])
    if not 1 <= dice <= _DICE or not 1 < faces <= _FACES:
        findings.add(
            codes.BAD_NUMBER,
            f"nobody rolls `{dice} d{faces}`",
            clause.span,
            f"1 to {_DICE} dice, with 2 to {_FACES} faces",
        )
        return None
    return _TableRoll(dice, faces)


def _read_again(clause: Clause, roll: _TableRoll, findings: Findings) -> frozenset[int]:
    """The results on which it is rolled again."""
    every = frozenset(range(roll.lowest, roll.highest + 1))
    found: set[int] = set()
    for value in values_of(clause):
        if isinstance(value, Number):
            found.add(value.value)
        elif isinstance(value, Range):
            # A range may be written as large as anybody likes.
            found.update(range(value.low, min(value.high, roll.highest + 1) + 1))
        else:
            found.add(-1)
    if not found or not found < every:
        findings.add(
            codes.CANNOT_ROLL,
            "this does not say on what it is rolled again",
            clause.span,
            f"{roll.written} shows {roll.lowest} to {roll.highest}",
            help=f"name some of these results, as in `with {roll.written} without {roll.highest}`",
        )
        return frozenset()
    return frozenset(found)


def _read_row(
    row: Statement,
    roll: _TableRoll,
    taken_by: dict[int, Statement],
    happenings: Happenings,
    findings: Findings,
) -> Way:
    low, high = _bounds(row)
    for text in row.texts[1:]:
        findings.add(codes.SURPLUS_PART, "a row has one title", text.span, "a second text")
    if low > high or low < roll.lowest or high > roll.highest:
        findings.add(
            codes.CANNOT_ROLL,
            f"nobody can roll {row.head.text} with {roll.written}",
            row.head.span,
            f"it shows {roll.lowest} to {roll.highest}"
            if low <= high
            else "it ends before it begins",
            help=f"write results from {roll.lowest} to {roll.highest}",
        )
    results = range(max(low, roll.lowest), min(high, roll.highest) + 1)
    again = sorted(roll.again.intersection(results))
    if again:
        findings.add(
            codes.ROLLED_TWICE,
            f"{_results(again)} is rolled again, and has a row",
            row.head.span,
            "nothing comes of it",
            help="take it out of the row, or out of `without`",
        )
    twice = [result for result in results if result in taken_by]
    if twice:
        findings.add(
            codes.ROLLED_TWICE,
            f"two rows are for {_results(twice)}",
            row.head.span,
            "the second one",
            related=(Label(taken_by[twice[0]].head.span, "the first one"),),
            help="let each result lead to one row",
        )
    taken_by.update({result: row for result in results if result not in taken_by})
    title = row.texts[0].raw.strip() if row.texts else ""
    chance = roll.chance(results)
    effects = happenings.effects(row.body or ())
    written = str(low) if low == high else f"{low} to {high}"
    return Way(title or f"rolled {written}", chance, low, high, effects=effects)


def _bounds(row: Statement) -> tuple[int, int]:
    value = row.items[0][0]
    if isinstance(value, Range):
        return value.low, value.high
    assert isinstance(value, Number)
    return value.value, value.value


def _results(results: Sequence[int]) -> str:
    """Results in words: ``1, 2 and 6``."""
    shown = [str(result) for result in sorted(results)[:6]]
    if len(results) > len(shown):
        return f"{', '.join(shown)} and {len(results) - len(shown)} more"
    return " and ".join(part for part in (", ".join(shown[:-1]), shown[-1]) if part)
