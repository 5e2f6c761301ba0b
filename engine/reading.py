"""Read values of a document by type; a value of another type is refused with its path."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, NoReturn, TypeAlias, TypeVar

if TYPE_CHECKING:
    from collections.abc import Mapping
    from enum import StrEnum

Json: TypeAlias = "bool | int | str | list[Json] | dict[str, Json] | None"
"""The values of a document: JSON without fractions."""

_Words = TypeVar("_Words", bound="StrEnum")


class UnreadableDocument(ValueError):  # noqa: N818 - named for what it is
    """Raised for a document that is not a quest; its text is the reason, for people."""


class Node(NamedTuple):
    """A value of a document, and its path from the top: ``gates[2].edges``."""

    raw: Json
    path: str = ""
    is_left_out: bool = False
    """Whether the document does not have its key; it is then read as null, or as empty."""

    def refuse(self, why: str) -> NoReturn:
        """Raise `UnreadableDocument` with the path of this value and what is wrong with it."""
        if self.is_left_out:
            holder, _, key = self.path.rpartition(".")
            raise UnreadableDocument(f"`{holder or 'this document'}` has no `{key}`")
        raise UnreadableDocument(f"`{self.path or 'this document'}` {why}")

    def mapping(self, keys: str) -> dict[str, Node]:
        """Return the values of an object under these keys, which spaces separate.

        Other keys are passed over: a document may have some that came after this engine.
        """
        return {key: self.get(key) for key in keys.split()}

    def data(self) -> Mapping[str, Json]:
        """Return this value as an object."""
        if not isinstance(self.raw, dict):
            self.refuse("is not an object")
        return self.raw

    def get(self, key: str) -> Node:
        """Return the value of one key of an object."""
        found = self.data()
        path = f"{self.path}.{key}" if self.path else key
        return Node(found.get(key), path, is_left_out=key not in found)

    def items(self) -> list[Node]:
        """Return the values of a list; none where it is left out."""
        if self.is_left_out:
            return []
        if not isinstance(self.raw, list):
            self.refuse("is not a list")
        return [Node(value, f"{self.path}[{number}]") for number, value in enumerate(self.raw)]

    def text(self) -> str:
        """Return this value as a text."""
        if not isinstance(self.raw, str):
            self.refuse("is not a text")
        return self.raw

    def maybe_text(self) -> str | None:
        """Return this value as a text, or None for null."""
        return None if self.raw is None else self.text()

    def number(self, lowest: int = 0) -> int:
        """Return this value as a whole number that is not below ``lowest``."""
        if not isinstance(self.raw, int) or isinstance(self.raw, bool) or self.raw < lowest:
            self.refuse(f"is not a whole number from {lowest}")
        return self.raw

    def whole(self) -> int:
        """Return this value as a whole number, which may be negative."""
        if not isinstance(self.raw, int) or isinstance(self.raw, bool):
            self.refuse("is not a whole number")
        return self.raw

    def maybe_number(self, lowest: int = 0) -> int | None:
        """Return this value as a whole number that is not below ``lowest``, or None for null."""
        return None if self.raw is None else self.number(lowest)

    def entries(self) -> list[tuple[str, Node]]:
        """Return all keys of an object with their values; none where it is left out."""
        return [] if self.is_left_out else [(key, self.get(key)) for key in self.data()]

    def flag(self) -> bool:
        """Return this value as true or false."""
        if not isinstance(self.raw, bool):
            self.refuse("is neither true nor false")
        return self.raw

    def one_of(self, words: type[_Words]) -> _Words:
        """Return this value as a member of an enumeration of words."""
        word = self.text()
        if word not in [word.value for word in words]:
            self.refuse(f"is `{word[:60]}`, which this engine does not know")
        return words(word)
