"""Read the tables: those rolled on when a quest is set up, and those rolled on in play.

Takes the outline of a quest. Returns each table with its rows, their chances as fractions, and
their effects. Reports results that have no row, or more than one.
"""

from __future__ import annotations

import re
from functools import cache
from itertools import accumulate

from questwright.compiler import codes
from questwright.compiler.frontend.outline import Outline, StatementReader, values_of
from questwright.compiler.model.quest import EffectKind, PlayedTable, Unknown, UnknownSort, Way
from questwright.compiler.model.words import title_from_id
from questwright.compiler.passes.play.declare_play import table_rows
from questwright.dsl.diagnostics import Label, did_you_mean, listed
from questwright.dsl.records import NamedTuple
from questwright.dsl.syntax import Clause, Form, Name, Number, Range, Statement

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from fractions import Fraction

    from questwright.compiler.frontend.findings import Findings
    from questwright.compiler.packs.system.system import System
    from questwright.compiler.passes.play.effects import EffectResolver

_DIE = re.compile(r"d([1-9][0-9]{0,3})")
_DICE = 10
_FACES = 100
_FORM = 'write it like `table weather "The weather" with d6 { 1..3 "Rain" { set rain } … }`'


class _TableRoll(NamedTuple):
    """The dice of a table."""

    dice: int
    die: int
    rerolled: frozenset[int] = frozenset()
    """The results after which the dice are rolled again."""

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
        """Return the chance of any of some results, given that the dice are not rolled again."""
        # Loaded here: few quests have a table, and `check` starts sooner without it.
        from fractions import Fraction

        ways = _ways(self.dice, self.die)
        rerolled = sum(ways[result - self.lowest] for result in self.rerolled)
        found = sum(ways[result - self.lowest] for result in results if result not in self.rerolled)
        return Fraction(found, self.die**self.dice - rerolled)


@cache
def _ways(dice: int, die: int) -> list[int]:
    """Return in how many ways the dice show each result, from the lowest to the highest."""
    ways = [1]
    for _ in range(dice):
        # One more die: each sum comes from as many smaller sums as the die has faces.
        upto = [0, *accumulate(ways), *[sum(ways)] * (die - 1)]
        ways = [upto[n] - upto[max(0, n - die)] for n in range(1, len(ways) + die)]
    return ways


def read_tables(
    outline: Outline, resolver: EffectResolver, system: System, findings: Findings
) -> tuple[tuple[Unknown, ...], tuple[PlayedTable, ...]]:
    """Return the tables rolled on at set-up, as unknowns, and the tables rolled on in play."""
    unknowns, played = [], []
    for statement in outline.tables:
        taken = StatementReader(statement, findings)
        clause = taken.clause("for")
        side = _read_side(clause, system, findings)
        table = _read_table(statement, taken, resolver, findings)
        if table is None or (clause is not None and not side):
            continue
        if clause is None:
            unknowns.append(table)
            continue
        _check_played(table, findings)
        played.append(PlayedTable(side, table))
    return tuple(unknowns), tuple(played)


def _read_side(clause: Clause | None, system: System, findings: Findings) -> str:
    """Return the side for which a table is rolled on in play: ``for foes``; empty for none."""
    if clause is None:
        return ""
    values = values_of(clause)
    word = values[0].text if len(values) == 1 and isinstance(values[0], Name) else ""
    if word in system.sides:
        return word
    findings.add(
        codes.UNKNOWN_WORD,
        f"{system.title} has no side `{word}`" if word else "this is not a side",
        clause.span,
        "nobody to roll for",
        help=did_you_mean(word, system.sides) or f"there is {listed(system.sides)}",
    )
    return ""


def _check_played(table: Unknown, findings: Findings) -> None:
    """Report effects, other than texts, in a table rolled on in play: no proof considers them."""
    for way in table.ways:
        for effect in way.effects:
            if effect.kind not in (EffectKind.READ, EffectKind.NOTE):
                findings.add(
                    codes.MISPLACED,
                    f"`{effect.kind}` does not belong in a table that is rolled on in play",
                    effect.origin,
                    "the proof does not consider it",
                    help="say in a `note` what that side does; use an event to change the board",
                )


def _read_table(
    statement: Statement, taken: StatementReader, resolver: EffectResolver, findings: Findings
) -> Unknown | None:
    name = taken.name(is_needed=True)
    roll = _read_roll(taken.clause("with"), statement, findings)
    without = taken.clause("without")
    if roll is not None and without is not None:
        roll = roll._replace(rerolled=_read_rerolled(without, roll, findings))
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
                "this does not belong in a table",
                node.span,
                "not a row",
                help='a row is written like `1..2 "At the jetty" { set boat-at-jetty }`',
            )
    rows = table_rows(statement)
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
    ways = [_read_row(row, roll, taken_by, resolver, findings) for row in rows]
    covered = roll.rerolled.union(taken_by)
    missing = [result for result in range(roll.lowest, roll.highest + 1) if result not in covered]
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
    """Return the dice of a clause, ``d6`` or ``2 d6``; None, with a finding, where it has none."""
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
            f"a table cannot be rolled on with `{dice} d{faces}`",
            clause.span,
            f"1 to {_DICE} dice, with 2 to {_FACES} faces",
        )
        return None
    return _TableRoll(dice, faces)


def _read_rerolled(clause: Clause, roll: _TableRoll, findings: Findings) -> frozenset[int]:
    """Return the results after which the dice are rolled again; none after a finding."""
    every = frozenset(range(roll.lowest, roll.highest + 1))
    found: set[int] = set()
    for value in values_of(clause):
        if isinstance(value, Number):
            found.add(value.value)
        elif isinstance(value, Range):
            # The text may have a huge range: cut it before it is a set.
            found.update(range(value.low, min(value.high, roll.highest + 1) + 1))
        else:
            found.add(-1)
    if not found or not found < every:
        findings.add(
            codes.CANNOT_ROLL,
            "this does not say which results are rolled again",
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
    resolver: EffectResolver,
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
    rerolled = sorted(roll.rerolled.intersection(results))
    if rerolled:
        findings.add(
            codes.ROLLED_TWICE,
            f"{_results(rerolled)} is rolled again, but has a row",
            row.head.span,
            "this row is never used for it",
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
            help="give each result one row",
        )
    taken_by.update({result: row for result in results if result not in taken_by})
    title = row.texts[0].raw.strip() if row.texts else ""
    chance = roll.chance(results)
    effects = resolver.block(row.body or ())
    written = str(low) if low == high else f"{low} to {high}"
    return Way(title or f"rolled {written}", chance, low, high, effects=effects)


def _bounds(row: Statement) -> tuple[int, int]:
    value = row.items[0][0]
    if isinstance(value, Range):
        return value.low, value.high
    assert isinstance(value, Number)
    return value.value, value.value


def _results(results: Sequence[int]) -> str:
    """Return results in words, the lowest first: ``1, 2 and 6``."""
    shown = [str(result) for result in sorted(results)[:6]]
    if len(results) > len(shown):
        return f"{', '.join(shown)} and {len(results) - len(shown)} more"
    return " and ".join(part for part in (", ".join(shown[:-1]), shown[-1]) if part)
