"""Texts with their paths, and places in them: as offsets, and as lines and columns."""

from __future__ import annotations

from bisect import bisect_right

from questwright.dsl.records import NamedTuple


class Span(NamedTuple):
    """A half-open range of one text: offsets in characters from its start."""

    path: str
    start: int
    end: int

    def to(self, last: Span) -> Span:
        """Return the span from the start of this one to the end of a later one."""
        return Span(self.path, self.start, last.end)


class Position(NamedTuple):
    """A line and a column, both counted from 1; a column is one character."""

    line: int
    column: int


class Source:
    r"""A text with its path; all line ends are ``\n``. Finds lines and columns of offsets."""

    __slots__ = ("_starts", "path", "text")

    def __init__(self, path: str, text: str) -> None:
        self.path = path
        self.text = text
        self._starts: list[int] | None = None

    def position(self, offset: int) -> Position:
        """Return the line and column of an offset."""
        starts = self._line_starts()
        line = bisect_right(starts, offset)
        return Position(line, offset - starts[line - 1] + 1)

    def line(self, number: int) -> str:
        """Return a line, counted from 1, without its line end; empty where there is none."""
        starts = self._line_starts()
        if not 1 <= number <= len(starts):
            return ""
        start = starts[number - 1]
        end = self.text.find("\n", start)
        return self.text[start:] if end < 0 else self.text[start:end]

    def offset(self, line: int, column: int) -> int:
        """Return the offset of a line and column, both counted from 1."""
        return self._line_starts()[line - 1] + column - 1

    def _line_starts(self) -> list[int]:
        if self._starts is None:
            starts = [0]
            find = self.text.find
            at = find("\n")
            while at >= 0:
                starts.append(at + 1)
                at = find("\n", at + 1)
            self._starts = starts
        return self._starts
