"""Runs the parser's tables over a text: one expression finds tokens, one stack holds states."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from questwright.dsl.source import Span
from questwright.dsl.syntax import Name
from questwright.dsl.tables import GATHER, GATHER_ON

if TYPE_CHECKING:
    from questwright.dsl.tables import Tables

Parts = list[Any]
Build = Callable[[Parts], Any]
Value = Callable[[str, Span], Any]

END = "$END"


class Mistake(NamedTuple):
    """Where reading stopped: a token that cannot come here, or characters that are none."""

    start: int
    end: int
    terminal: str
    """Of the token; empty for characters that begin no token, ``$END`` for the text's end."""


class Action(NamedTuple):
    """A rule of the tables, with what builds its value."""

    name: str
    size: int
    build: Build | None
    keep: tuple[int, ...] | None
    splice: tuple[int, ...]


def bind(tables: Tables, builder: object) -> list[Action]:
    """The rules of the tables, each with the method of a builder that bears its name."""
    ready: dict[str, Build | None] = {"": None, GATHER: list, GATHER_ON: _gather_on}
    return [
        Action(
            rule.name,
            rule.size,
            ready[rule.method] if rule.method in ready else getattr(builder, rule.method),
            rule.keep,
            rule.splice,
        )
        for rule in tables.rules
    ]


def _gather_on(parts: Parts) -> Parts:
    gathered: Parts = parts[0]
    gathered.extend(parts[1:])
    return gathered


class Driver:
    """Reads one text; its stacks are open to whoever recovers from a mistake."""

    def __init__(
        self, tables: Tables, actions: list[Action], made: dict[str, Value], path: str, text: str
    ) -> None:
        self._tables = tables
        self._actions = actions
        self._made = made
        self._path = path
        self._text = text
        self.states: list[int] = [tables.start]
        self.values: Parts = []

    @property
    def row(self) -> dict[str, int]:
        """What may come next."""
        return self._tables.states[self.states[-1]]

    def read(self, at: int) -> Mistake | None:
        """Read on to the end of the text; where the first mistake is, if there is one."""
        text, path, made = self._text, self._path, self._made
        scan, words, table = self._tables.scan, self._tables.words, self._tables.states
        states, values = self.states, self.values
        length = len(text)
        while at < length:
            found = scan(text, at)
            assert found is not None, "it matches nothing as well"
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
            make = made.get(terminal)
            span = Span(path, start, at)
            values.append(Name(written, span) if make is None else make(written, span))
        return None

    def advance(self, terminal: str) -> int:
        """Complete what a terminal completes; the state it leads to, or -1 if it cannot come."""
        table, actions = self._tables.states, self._actions
        states, values = self.states, self.values
        while True:
            state = table[states[-1]].get(terminal)
            if state is None:
                return -1
            if state >= 0:
                return state
            name, size, build, keep, splice = actions[~state]
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
        """Take one token as read; False if it cannot come here."""
        state = self.advance(terminal)
        if state < 0:
            return False
        self.states.append(state)
        self.values.append(value)
        return True

    def finish(self) -> bool:
        """Take the text as ended; its value is the last one then. False if it cannot end here."""
        return self.advance(END) >= 0
