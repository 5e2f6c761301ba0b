"""The data of a pack, where each value stands in its files, and where it comes from."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from questwright.dsl.records import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

    from questwright.dsl.source import Span

Json: TypeAlias = "bool | int | str | list[Json] | dict[str, Json] | None"
"""Data as JSON has it; packs know no fractions."""

Path: TypeAlias = "tuple[str | int, ...]"
"""Keys and positions that lead from the top of a pack to one of its values."""


class Tree(NamedTuple):
    """Data, and the spans of its keys and values by path."""

    data: dict[str, Json]
    keys: Mapping[Path, Span]
    values: Mapping[Path, Span]

    def span(self, path: Path) -> Span:
        """Return the span of the value at a path, or of the nearest value around it."""
        while path and path not in self.values:
            path = path[:-1]
        return self.values[path]

    def key_span(self, path: Path) -> Span:
        """Return the span of the key of the value at a path; of the value where it has no key."""
        return self.keys.get(path) or self.span(path)


class Origin(NamedTuple):
    """Where a value comes from."""

    source: str
    """``rulebook`` or ``own``; empty where nothing says."""
    rules: tuple[str, ...]
    """Ids of the rules that state it, or that stand behind our own value."""


class ParsedData(NamedTuple):
    """The data of a file or of a whole pack, without its provenance and with it beside."""

    tree: Tree
    origins: Mapping[Path, Origin]
    """The origin of every value of the data, by path."""


def dotted(path: Path) -> str:
    """Return a path as messages write it: ``kinds.goblin.values.move``."""
    text = ""
    for part in path:
        if isinstance(part, int):
            text += f"[{part + 1}]"
        else:
            text += f".{part}" if text else part
    return text


def at(data: Json, path: Path) -> Json:
    """Return the value at a path; None where there is none."""
    for part in path:
        if isinstance(data, dict) and isinstance(part, str):
            data = data.get(part)
        elif isinstance(data, list) and isinstance(part, int) and part < len(data):
            data = data[part]
        else:
            return None
    return data


def walk(data: Json, path: Path = ()) -> list[tuple[Path, Json]]:
    """Return a value and every value inside it, with paths, in the order in which they stand."""
    found: list[tuple[Path, Json]] = [(path, data)]
    if isinstance(data, dict):
        for key, value in data.items():
            found.extend(walk(value, (*path, key)))
    elif isinstance(data, list):
        for index, value in enumerate(data):
            found.extend(walk(value, (*path, index)))
    return found
