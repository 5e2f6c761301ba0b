"""Values of a pack, each with its source."""

from __future__ import annotations

from collections.abc import Mapping

from questwright.dsl.records import NamedTuple

Plain = None | bool | int | str | tuple["Plain", ...] | Mapping[str, "Plain"]
"""Data as JSON has it, frozen: what the compiler hands on without asking what it means."""


class Sourced(NamedTuple):
    """A value with where it comes from."""

    value: int | str | bool
    source: str
    """``rulebook`` or ``own``."""
    rule: str
    """The id of the rule that states it; empty for our own."""


class Column(NamedTuple):
    """A value of figures or rows, as tables print it."""

    value: str
    title: str
    group: str = ""
    """Columns beside each other with the same one are printed as one, under it."""
    most: int | None = None
    """No figure, and no lock, has more of it; None where nothing limits it."""
    rules: tuple[str, ...] = ()
