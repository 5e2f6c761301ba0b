"""The driver of the LALR parser: runs the parse tables over a text.

Takes tables, reductions and a text. Leaves the syntax on its value stack, or stops at the first
syntax error. One regular expression finds the tokens.
"""

from __future__ import annotations

from questwright.dsl.records import NamedTuple
from questwright.dsl.source import Span
from questwright.dsl.syntax import Name
from questwright.dsl.tables import EXTEND_LIST, NEW_LIST

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from questwright.dsl.tables import Tables

    Parts = list[Any]
    Build = Callable[[Parts], Any]
    """Makes the value of a rule from the values of its parts."""
    Value = Callable[[str, Span], Any]
    """Makes the value of a token from its text and place."""

END = "$END"
"""The terminal for the end of the text."""


class Mistake(NamedTuple):
    """A syntax error: a token that no state expects here, or characters that are no token."""

    start: int
    end: int
    terminal: str
    """The token's; empty for characters that are no token, ``$END`` for the text's end."""


class BoundReduction(NamedTuple):
    """A reduction of the tables, with the method that builds its value."""

    name: str
    """The nonterminal that the rule makes."""
    size: int
    """How many symbols it takes off the stack."""
    build: Build | None
    """None where the value of the only part is passed on."""
    keep: tuple[int, ...] | None
    """The indices of the symbols that are parts; None for all."""
    splice: tuple[int, ...]
    """The indices of the parts that are lists, and whose members are the parts instead."""


def bind(tables: Tables, builder: object) -> list[BoundReduction]:
    """Return the reductions of the tables, each with the builder's method of its name."""
    ready: dict[str, Build | None] = {"": None, NEW_LIST: list, EXTEND_LIST: _extend_list}
    return [
        BoundReduction(
            rule.name,
            rule.size,
            ready[rule.method] if rule.method in ready else getattr(builder, rule.method),
            rule.keep,
            rule.splice,
        )
        for rule in tables.rules
    ]


def _extend_list(parts: Parts) -> Parts:
    gathered: Parts = parts[0]
    gathered.extend(parts[1:])
    return gathered


class Driver:
    """Reads one text; its stacks are public, so that the parser can recover from a mistake."""

    def __init__(
        self,
        tables: Tables,
        reductions: list[BoundReduction],
        token_values: dict[str, Value],
        path: str,
        text: str,
    ) -> None:
        self._tables = tables
        self._reductions = reductions
        self._token_values = token_values
        self._path = path
        self._text = text
        self.states: list[int] = [tables.start]
        self.values: Parts = []

    @property
    def row(self) -> dict[str, int]:
        """The row of the current state: each terminal that may come next, with its action."""
        return self._tables.states[self.states[-1]]

    def read(self, at: int) -> Mistake | None:
        """Read from an offset to the end of the text; return the first mistake, if there is one."""
        text, path, token_values = self._text, self._path, self._token_values
        scan, words, table = self._tables.scan, self._tables.words, self._tables.states
        states, values = self.states, self.values
        length = len(text)
        while at < length:
            found = scan(text, at)
            assert found is not None, "the expression matches the empty text too"
            terminal = found.lastgroup
            at = found.end()
            if terminal is None:
                return Mistake(at, at + 1, "") if at < length else None
            written = found[terminal]
            start = at - len(written)
            row = table[states[-1]]
            if terminal == "NAME":
                word = words.get(written)
                if word is not None and word in row:
                    terminal = word
            state = row.get(terminal, -1)
            if state < 0:
                state = self.advance(terminal)
                if state < 0:
                    return Mistake(start, at, terminal)
            states.append(state)
            make = token_values.get(terminal)
            span = Span(path, start, at)
            values.append(Name(written, span) if make is None else make(written, span))
        return None

    def advance(self, terminal: str) -> int:
        """Make every reduction that a terminal asks for; return the state that it shifts to.

        It is -1 where the terminal cannot come here.
        """
        table, reductions = self._tables.states, self._reductions
        states, values = self.states, self.values
        while True:
            state = table[states[-1]].get(terminal)
            if state is None:
                return -1
            if state >= 0:
                return state
            name, size, build, keep, splice = reductions[~state]
            if build is None and size == 1:
                del states[-1]
            else:
                parts = values[-size:] if size else []
                if size:
                    del values[-size:], states[-size:]
                if keep is not None:
                    parts = [parts[at] for at in keep]
                for part in reversed(splice):
                    parts[part : part + 1] = parts[part]
                values.append(parts[0] if build is None else build(parts))
            states.append(table[states[-1]][name])

    def feed(self, terminal: str, value: object) -> bool:
        """Shift a token that the text does not have; False if it cannot come here."""
        state = self.advance(terminal)
        if state < 0:
            return False
        self.states.append(state)
        self.values.append(value)
        return True

    def finish(self) -> bool:
        """End the text: the last value is then its syntax. False if it cannot end here."""
        return self.advance(END) >= 0
