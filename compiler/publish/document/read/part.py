"""Typed access to the objects of a document.

Takes plain data that its schema has accepted, so that each value has the type that is asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from questwright.compiler.packs.read.tree import Json
    from questwright.compiler.packs.system.values import Plain


class DocumentError(ValueError):
    """The document cannot be read as a quest; the message, without a subject, says why."""


class Part:
    """One object of a document; each method takes a key of it and returns the value by type."""

    __slots__ = ("_data",)

    def __init__(self, data: Json) -> None:
        assert isinstance(data, dict)
        self._data = data

    def text(self, key: str) -> str:
        """A text; empty where the document has null."""
        value = self._data[key]
        return value if isinstance(value, str) else ""

    def number(self, key: str) -> int:
        """A whole number; 0 where the document has null."""
        value = self._data[key]
        return value if isinstance(value, int) else 0

    def flag(self, key: str) -> bool:
        """A truth value."""
        return self._data[key] is True

    def words(self, key: str) -> tuple[str, ...]:
        """A list of texts."""
        return tuple(str(word) for word in self._list(key))

    def numbers(self, key: str) -> dict[str, int]:
        """An object of whole numbers."""
        value = self._data[key]
        entries = value.items() if isinstance(value, dict) else ()
        return {name: number for name, number in entries if isinstance(number, int)}

    def pairs(self, key: str) -> list[tuple[str, str]]:
        """A list of pairs of texts."""
        return [
            (str(pair[0]), str(pair[1]))
            for pair in self._list(key)
            if isinstance(pair, list) and len(pair) == 2
        ]

    def lists(self, key: str) -> list[tuple[str, ...]]:
        """A list of lists of texts."""
        lists = (inner for inner in self._list(key) if isinstance(inner, list))
        return [tuple(str(text) for text in inner) for inner in lists]

    def part(self, key: str) -> Part:
        """An object."""
        return Part(self._data[key])

    def part_or_none(self, key: str) -> Part | None:
        """An object; None where the document has null."""
        value = self._data[key]
        return Part(value) if value is not None else None

    def parts(self, key: str) -> list[Part]:
        """A list of objects."""
        return [Part(part) for part in self._list(key)]

    def pack_data(self, key: str) -> Plain:
        """Data of the game's pack; lists become tuples."""
        return _frozen(self._data[key])

    def _list(self, key: str) -> list[Json]:
        value = self._data[key]
        assert isinstance(value, list)
        return value


def _frozen(value: Json) -> Plain:
    if isinstance(value, list):
        return tuple(_frozen(part) for part in value)
    if isinstance(value, dict):
        return {key: _frozen(part) for key, part in value.items()}
    return value
