"""The outline of a quest: its statements by subject; and a reader for the parts of a statement."""

from __future__ import annotations

import re

from questwright.compiler import codes
from questwright.dsl.diagnostics import did_you_mean
from questwright.dsl.syntax import (
    CLAUSES,
    Allow,
    Clause,
    Declaration,
    Draw,
    Event,
    Expect,
    Legend,
    Name,
    Number,
    Place,
    Prose,
    Statement,
    Value,
    Victory,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from questwright.compiler.frontend.findings import Findings
    from questwright.dsl.source import Span


_DIRECTION: Final = re.compile(r"(?:north|south)(?:-(?:east|west))?|east|west")


class Outline:
    """The statements of one quest by subject, each list in the order of the text."""

    def __init__(self, declaration: Declaration) -> None:
        self.declaration = declaration
        self.settings: list[Statement] = []
        self.prose: list[Prose] = []
        self.boards: list[Statement] = []
        self.drawings: list[Draw] = []
        self.legends: list[Legend] = []
        self.tiles: list[Statement] = []
        self.joins: list[Statement] = []
        self.decks: list[Statement] = []
        self.cards: list[Statement] = []
        self.walls: list[Statement] = []
        self.terrains: list[Statement] = []
        self.levels: list[Statement] = []
        self.crossings: list[Statement] = []
        self.barriers: list[Statement] = []
        self.gates: list[Statement] = []
        self.groups: list[Statement] = []
        self.locks: list[Statement] = []
        self.musters: list[Statement] = []
        self.areas: list[Statement] = []
        self.things: list[Statement] = []
        self.items: list[Statement] = []
        self.tables: list[Statement] = []
        self.events: list[Event] = []
        self.actions: list[Statement] = []
        self.victories: list[Victory] = []
        self.expects: list[Expect] = []
        self.allows: list[Allow] = []


_PLACES = frozenset({"at", "near", "in", "from", "to", "around", "among", "behind"})
"""Clauses with places, or with names, each behind a comma."""
_SINGLE = frozenset({"facing", "takes", "turned"})
"""Clauses with one value."""


class StatementReader:
    """Takes a statement apart; `finish` reports the parts that nobody has asked for."""

    __slots__ = ("_clauses", "_findings", "_idle", "_values", "statement")

    def __init__(self, statement: Statement, findings: Findings) -> None:
        self.statement = statement
        self._findings = findings
        self._values = [list(item) for item in statement.items]
        self._clauses = list(statement.clauses)
        self._idle: list[Value] = []
        """Values in clauses that mean nothing there."""

    def name(self, *, is_needed: bool = False) -> Name | None:
        """The next name, if there is one.

        If a name is needed and a small word of the language stands there, that word is reported
        and returned.
        """
        found = self._values[0][0] if self._values else None
        if isinstance(found, Name):
            self._drop()
            return found
        return self._reserved() if is_needed else None

    def _drop(self) -> None:
        """Remove the first value, which has been taken."""
        self._values[0].pop(0)
        if not self._values[0]:
            self._values.pop(0)

    def _reserved(self) -> Name | None:
        """Report a small word of the language that stands where a name should, and return it."""
        first = self._clauses[0] if self._clauses else None
        if self._values or first is None or first.items or first.texts or len(self._clauses) == 1:
            return None
        self._clauses.pop(0)
        self._unusable(first.word)
        return first.word

    def _is_nameless(self, clause: Clause) -> bool:
        """Whether a clause stands where the statement's name should, with other clauses behind."""
        clauses = self.statement.clauses
        return not self.statement.items and clauses[0] is clause and len(clauses) > 1

    def _unusable(self, word: Name) -> None:
        self._findings.add(
            codes.BAD_ID,
            f"`{word.text}` cannot be a name",
            word.span,
            "a small word of the language",
            help=f"choose another name, or lengthen it: `{word.text}-{self.statement.head.text}`",
        )

    def number(self) -> Number | None:
        """The next number, if there is one."""
        found = self._values[0][0] if self._values else None
        if isinstance(found, Number):
            self._drop()
            return found
        return None

    def word(self, word: str) -> Name | None:
        """The given word, if it comes next."""
        if self._values and self._values[0]:
            first = self._values[0][0]
            if type(first) is Name and first.text == word:
                return self.name()
        return None

    def rest(self) -> list[Value]:
        """Take all values that are left."""
        values = [value for item in self._values for value in item]
        self._values.clear()
        return values

    def clause(self, *words: str, has_states: bool = False) -> Clause | None:
        """Take the first clause with one of these words, if there is one.

        Behind its places words may stand that whoever asks reads, if it ``has_states``.
        """
        for clause in self._clauses:
            if clause.word.text in words:
                self._clauses.remove(clause)
                self._idle += [] if has_states else _idle_values(clause)
                return clause
        return None

    def finish(self, help_: str, *, has_title: bool = True) -> None:
        """Report what is left over; a text, too, if the statement ``has_title``."""
        for text in self.statement.texts[has_title:]:
            self._surplus(text.span, "a second text" if has_title else "no text here", help_)
        if self._idle and not self._is_title(self._idle, has_title=has_title):
            self._not_understood(self._idle, help_)
        values = [value for item in self._values for value in item]
        if values:
            self._not_understood(values, help_)
        first = self._clauses[0] if self._clauses else None
        if first is not None and not first.items and not first.texts and self._is_nameless(first):
            # A small word with nothing behind it, where a name may stand, is meant as a name.
            self._clauses.pop(0)
            self._unusable(first.word)
        if self._clauses:
            whole = self._clauses[0].span.to(self._clauses[-1].span)
            self._surplus(whole, "this has no meaning here", help_)

    def _is_title(self, idle: list[Value], *, has_title: bool) -> bool:
        """Whether words behind a place are a title without its quotes, and are reported as one."""
        words = [value.text for value in idle if type(value) is Name]
        is_way = len(words) == 1 and _DIRECTION.fullmatch(words[0])
        if not has_title or self.statement.texts or len(words) < len(idle) or is_way:
            return False
        said = " ".join(words)
        self._findings.add(
            codes.SURPLUS_PART,
            f"`{said}` is no place",
            idle[0].span.to(idle[-1].span),
            "not a place",
            help=f'a title stands in quotes: `"{said.capitalize()}"`',
        )
        return True

    def _not_understood(self, values: list[Value], help_: str) -> None:
        """Report the first of the values that are left over; the others follow from it."""
        first = values[0]
        head = self.statement.head.text
        if type(first) is Name and _DIRECTION.fullmatch(first.text):
            self._surplus(
                first.span, "`facing` is missing before it", f"write `facing {first.text}`"
            )
            return
        meant = did_you_mean(first.text, CLAUSES, 1) if type(first) is Name else None
        if type(first) is Name and meant is not None and len(values) > 1:
            self._findings.add(
                codes.SURPLUS_PART,
                f"`{head}` does not take `{first.text}`",
                first.span,
                "not understood",
                help=meant,
            )
            return
        whole = first.span.to(values[-1].span)
        self._surplus(whole, "not needed here", help_)

    def _surplus(self, span: Span, label: str, help_: str) -> None:
        head = self.statement.head.text
        self._findings.add(
            codes.SURPLUS_PART, f"`{head}` does not take this", span, label, help=help_
        )


def _idle_values(clause: Clause) -> list[Value]:
    """The values of a clause that mean nothing in it, such as a direction behind a place."""
    word = clause.word.text
    if word in _SINGLE:
        return values_of(clause)[1:]
    if word not in _PLACES:
        return []
    idle: list[Value] = []
    for item in clause.items:
        places = [value for value in item if type(value) is Place]
        idle += [value for value in item if places and type(value) is not Place]
    return idle


def values_of(clause: Clause) -> list[Value]:
    """The values of a clause in order, whatever commas stand between them."""
    return [value for item in clause.items for value in item]
