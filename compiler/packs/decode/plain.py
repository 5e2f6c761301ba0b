"""The values of a plain form: each is what it should be, or a `TypeError` is raised."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from questwright.compiler.packs.read.tree import Json
    from questwright.compiler.packs.system.values import Plain


def text_of(value: Json) -> str:
    """A text."""
    if type(value) is not str:
        raise TypeError
    return value


def number_of(value: Json) -> int:
    """A whole number."""
    if type(value) is not int:
        raise TypeError
    return value


def limit_of(value: Json) -> int | None:
    """A whole number, or None where there is no limit."""
    return None if value is None else number_of(value)


def flag_of(value: Json) -> bool:
    """Yes or no."""
    if type(value) is not bool:
        raise TypeError
    return value


def list_of(value: Json) -> list[Json]:
    """A list."""
    if type(value) is not list:
        raise TypeError
    return value


def mapping_of(value: Json) -> dict[str, Json]:
    """A mapping."""
    if type(value) is not dict:
        raise TypeError
    return value


def mappings_of(value: Json) -> list[dict[str, Json]]:
    """A list of mappings."""
    return [mapping_of(row) for row in list_of(value)]


def words_of(value: Json) -> tuple[str, ...]:
    """A list of texts."""
    return tuple([text_of(word) for word in list_of(value)])


def words_by(value: Json) -> dict[str, tuple[str, ...]]:
    """Lists of texts by a word each."""
    return {word: words_of(words) for word, words in mapping_of(value).items()}


def plain_of(value: Json) -> Plain:
    """Whatever there is, its lists as tuples."""
    if type(value) is dict:
        return {name: plain_of(one) for name, one in value.items()}
    if type(value) is list:
        return tuple([plain_of(one) for one in value])
    return value  # type: ignore[return-value]


def plain_mapping(value: Json) -> dict[str, Plain]:
    """A mapping of whatever there is."""
    return {name: plain_of(one) for name, one in mapping_of(value).items()}
