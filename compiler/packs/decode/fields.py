"""Read the fields of plain data, each by its name, its type and its default."""

from __future__ import annotations

from questwright.dsl.records import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import TypeVar

    from questwright.compiler.packs.system.values import Plain

    _T = TypeVar("_T")


class Fields(NamedTuple):
    """The fields of one value of a pack, and the word that it stands under.

    Each method returns the field of a name as one type. A field that a pack leaves out is empty
    (no text, no words, 0, false), unless another default is given. A field of another type raises
    a TypeError: the schema lets none pass, but a file of the cache may hold anything.
    """

    word: str
    """The key of these fields in the mapping around them; empty in a list."""
    data: Mapping[str, object]

    def text(self, name: str, default: str = "") -> str:
        """Return a text."""
        value = self.data.get(name, default)
        if not isinstance(value, str):
            raise TypeError
        return value

    def number(self, name: str, default: int = 0) -> int:
        """Return a whole number."""
        return as_number(self.data.get(name, default))

    def limit(self, name: str) -> int | None:
        """Return a whole number, or None where there is no limit."""
        value = self.data.get(name)
        return None if value is None else as_number(value)

    def amount(self, name: str) -> int | str:
        """Return a whole number, or the word of the setting that has it."""
        value = self.data.get(name, 0)
        return value if isinstance(value, str) else as_number(value)

    def flag(self, name: str, *, default: bool = False) -> bool:
        """Return yes or no."""
        value = self.data.get(name, default)
        if type(value) is not bool:
            raise TypeError
        return value

    def words(self, name: str) -> tuple[str, ...]:
        """Return the texts of a list."""
        value = self.data.get(name)
        return () if value is None else tuple([as_text(word) for word in as_list(value)])

    def numbers(self, name: str) -> tuple[int, ...]:
        """Return the whole numbers of a list."""
        value = self.data.get(name)
        return () if value is None else tuple([as_number(number) for number in as_list(value)])

    def keys(self, name: str) -> tuple[str, ...]:
        """Return the keys of a path, which is written with dots between them."""
        path = self.text(name)
        return tuple(path.split(".")) if path else ()

    def plain(self, name: str, default: Plain = None) -> Plain:
        """Return data of any type, frozen."""
        return as_plain(self.data[name]) if name in self.data else default

    def plain_by_word(self, name: str) -> dict[str, Plain]:
        """Return data of any type by word."""
        return {word: as_plain(value) for word, value in self.mapping(name).items()}

    def text_by_word(self, name: str) -> dict[str, str]:
        """Return texts by word."""
        return {word: as_text(value) for word, value in self.mapping(name).items()}

    def number_by_word(self, name: str) -> dict[str, int]:
        """Return whole numbers by word."""
        return {word: as_number(value) for word, value in self.mapping(name).items()}

    def words_by_word(self, name: str) -> dict[str, tuple[str, ...]]:
        """Return lists of texts by word."""
        inner = self.inner(name)
        return {word: inner.words(word) for word in inner.data}

    def mapping(self, name: str) -> Mapping[str, object]:
        """Return a mapping as it is written."""
        return as_mapping(self.data.get(name, {}))

    def inner(self, name: str) -> Fields:
        """Return the fields of a mapping."""
        return Fields(name, self.mapping(name))

    def members(self, name: str) -> list[Fields]:
        """Return the fields of each mapping in a list, or in a mapping by word."""
        value = self.data.get(name, {})
        if isinstance(value, list):
            return [Fields("", as_mapping(inner)) for inner in value]
        return [Fields(word, as_mapping(inner)) for word, inner in as_mapping(value).items()]

    def optional(self, name: str, read: Callable[[Fields], _T]) -> _T | None:
        """Return what `read` makes of the fields of a mapping; None where a pack leaves it out."""
        return read(self.inner(name)) if name in self.data else None

    def each(self, name: str, read: Callable[[Fields], _T]) -> tuple[_T, ...]:
        """Return what `read` makes of each mapping in a list, or in a mapping by word."""
        return tuple(map(read, self.members(name)))

    def by_word(self, name: str, read: Callable[[Fields], _T]) -> dict[str, _T]:
        """Return what `read` makes of each mapping in a mapping, by word."""
        return {fields.word: read(fields) for fields in self.members(name)}


def as_text(value: object) -> str:
    """Return a value that is a text; raise a TypeError for any other."""
    if not isinstance(value, str):
        raise TypeError
    return value


def as_number(value: object) -> int:
    """Return a value that is a whole number; raise a TypeError for any other."""
    if type(value) is not int:
        raise TypeError
    return value


def as_list(value: object) -> list[object]:
    """Return a value that is a list; raise a TypeError for any other."""
    if type(value) is not list:
        raise TypeError
    return value


def as_mapping(value: object) -> dict[str, object]:
    """Return a value that is a mapping; raise a TypeError for any other."""
    if not isinstance(value, dict):
        raise TypeError
    return value


def as_plain(value: object) -> Plain:
    """Return data of any type with its lists as tuples."""
    if value is None or type(value) is str or type(value) is int or type(value) is bool:
        return value
    if type(value) is list:
        return tuple([as_plain(inner) for inner in value])
    return {name: as_plain(inner) for name, inner in as_mapping(value).items()}
