"""Values of a document, taken out by type. That they are of it has been checked by its schema."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from questwright.compiler.packs.read.tree import Json
    from questwright.compiler.packs.system.values import Plain


class Unfit(ValueError):  # noqa: N818 - named for what it is
    """A document that no quest can be made of, with the reason."""


class Part:
    """One object of a document."""

    __slots__ = ("_data",)

    def __init__(self, data: Json) -> None:
        assert isinstance(data, dict)
        self._data = data

    def text(self, key: str) -> str:
        """A text; empty where the document has nothing to say."""
        value = self._data[key]
        return value if isinstance(value, str) else ""

    def number(self, key: str) -> int:
        """A whole number; 0 where the document has none."""
        value = self._data[key]
        return value if isinstance(value, int) else 0

    def flag(self, key: str) -> bool:
        """Whether something is so."""
        return self._data[key] is True

    def words(self, key: str) -> tuple[str, ...]:
        """A list of texts."""
        return tuple(str(one) for one in self._list(key))

    def numbers(self, key: str) -> dict[str, int]:
        """An object of whole numbers."""
        value = self._data[key]
        found = value.items() if isinstance(value, dict) else ()
        return {name: one for name, one in found if isinstance(one, int)}

    def pairs(self, key: str) -> list[tuple[str, str]]:
        """A list of pairs of texts."""
        return [
            (str(one[0]), str(one[1]))
            for one in self._list(key)
            if isinstance(one, list) and len(one) == 2
        ]

    def lists(self, key: str) -> list[tuple[str, ...]]:
        """A list of lists of texts."""
        every = (one for one in self._list(key) if isinstance(one, list))
        return [tuple(str(text) for text in one) for one in every]

    def part(self, key: str) -> Part:
        """An object."""
        return Part(self._data[key])

    def maybe(self, key: str) -> Part | None:
        """An object, or None where there is none."""
        value = self._data[key]
        return Part(value) if value is not None else None

    def parts(self, key: str) -> list[Part]:
        """A list of objects."""
        return [Part(one) for one in self._list(key)]

    def plain(self, key: str) -> Plain:
        """Data of the game's pack, frozen."""
        return _frozen(self._data[key])

    def _list(self, key: str) -> list[Json]:
        value = self._data[key]
        assert isinstance(value, list)
        return value


def _frozen(value: Json) -> Plain:
    if isinstance(value, list):
        return tuple(_frozen(one) for one in value)
    if isinstance(value, dict):
        return {key: _frozen(one) for key, one in value.items()}
    return value
