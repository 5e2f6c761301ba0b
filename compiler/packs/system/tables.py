"""Find rows and values of tables in plain data, by the keys that lead to them."""

from __future__ import annotations

from collections.abc import Mapping

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


def rows_of(data: object, keys: Sequence[str]) -> list[dict[str, object]]:
    """Return the rows of a table that some keys lead to, through lists where there are any.

    Each row has also what the mappings around it say; what it says itself goes first.
    """
    level: list[tuple[object, dict[str, object]]] = [(data, {})]
    for key in keys:
        level = [
            (inner[key], {**around, **inner})
            for value, around in level
            for inner in _mappings(value)
            if key in inner
        ]
    return [{**around, **row} for value, around in level for row in _mappings(value)]


def rows_by_id(data: object, keys: Sequence[str]) -> dict[str, dict[str, object]]:
    """Return the rows of a table that some keys lead to, each by its `id`."""
    return {str(row.get("id")): row for row in rows_of(data, keys)}


def value_at(row: object, keys: str) -> object:
    """Return what some keys with dots between lead to; a number is a place in a list."""
    for key in keys.split("."):
        if isinstance(row, list | tuple) and key.isdecimal() and int(key) < len(row):
            row = row[int(key)]
        elif isinstance(row, dict):
            row = row.get(key)
        else:
            return None
    return row


def in_a_cell(value: object) -> str:
    """A value as it stands in a printed table, in English.

    A dash in a word is a space; alone it is a mark, and before a number a minus.
    """
    text = str(value)
    return text.replace("-", " ") if text[:1].isalpha() else text.replace("-", "−")


def _mappings(value: object) -> list[Mapping[str, object]]:
    members = value if isinstance(value, list | tuple) else [value]
    return [member for member in members if isinstance(member, Mapping)]
