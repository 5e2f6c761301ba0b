"""Values of a document with their place in it, taken out by type or refused in a sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, NoReturn, TypeAlias, TypeVar

if TYPE_CHECKING:
    from collections.abc import Mapping
    from enum import StrEnum

Json: TypeAlias = "bool | int | str | list[Json] | dict[str, Json] | None"
"""Data as JSON has it; documents know no fractions."""

_Words = TypeVar("_Words", bound="StrEnum")


class UnreadableDocument(ValueError):  # noqa: N818 - named for what it is
    """Bytes that are no quest, with the reason."""


class Node(NamedTuple):
    """A value and how one comes to it from the top: ``gates[2].edges``."""

    raw: Json
    path: str = ""

    def refuse(self, why: str) -> NoReturn:
        """Say what is wrong with this value."""
        raise UnreadableDocument(f"`{self.path or 'this document'}` {why}")

    def mapping(self, keys: str) -> dict[str, Node]:
        """The values of an object that has just these keys, written with spaces between them."""
        found = self.data()
        wanted = set(keys.split())
        for key in sorted(wanted - found.keys()):
            self.refuse(f"has no `{key}`")
        for key in sorted(found.keys() - wanted):
            self.refuse(f"has an unknown key `{key[:60]}`")
        return {key: self._below(key) for key in found}

    def data(self) -> Mapping[str, Json]:
        """The object that this is."""
        if not isinstance(self.raw, dict):
            self.refuse("is not an object")
        return self.raw

    def get(self, key: str) -> Node:
        """One value of an object."""
        if key not in self.data():
            self.refuse(f"has no `{key}`")
        return self._below(key)

    def _below(self, key: str) -> Node:
        return Node(self.data()[key], f"{self.path}.{key}" if self.path else key)

    def items(self) -> list[Node]:
        """The values of a list."""
        if not isinstance(self.raw, list):
            self.refuse("is not a list")
        return [Node(one, f"{self.path}[{number}]") for number, one in enumerate(self.raw)]

    def text(self) -> str:
        """A text."""
        if not isinstance(self.raw, str):
            self.refuse("is not a text")
        return self.raw

    def maybe_text(self) -> str | None:
        """A text, or None where there is none."""
        return None if self.raw is None else self.text()

    def number(self, lowest: int = 0) -> int:
        """A whole number that is not below another one."""
        if not isinstance(self.raw, int) or isinstance(self.raw, bool) or self.raw < lowest:
            self.refuse(f"is not a whole number from {lowest}")
        return self.raw

    def whole(self) -> int:
        """A whole number, below nothing or above it."""
        if not isinstance(self.raw, int) or isinstance(self.raw, bool):
            self.refuse("is not a whole number")
        return self.raw

    def maybe_number(self, lowest: int = 0) -> int | None:
        """A whole number that is not below another one, or None where there is none."""
        return None if self.raw is None else self.number(lowest)

    def entries(self) -> list[tuple[str, Node]]:
        """The keys of an object, whichever it has, with their values."""
        return [(key, self._below(key)) for key in self.data()]

    def flag(self) -> bool:
        """True or false."""
        if not isinstance(self.raw, bool):
            self.refuse("is neither true nor false")
        return self.raw

    def one_of(self, words: type[_Words]) -> _Words:
        """One of some words."""
        word = self.text()
        if word not in [word.value for word in words]:
            self.refuse(f"is `{word[:60]}`, which this engine does not know")
        return words(word)
