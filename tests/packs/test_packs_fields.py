"""The decoder of packs and the schema know the same fields, and the same words of each list."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from questwright.compiler.assets import SCHEMAS_DIR
from questwright.compiler.packs.decode.decode import decode_system
from questwright.compiler.packs.system.bases import Pays
from questwright.compiler.packs.system.casting import Does
from questwright.compiler.packs.system.heights import Stroke
from questwright.compiler.packs.system.sheets import SheetShape
from questwright.compiler.packs.system.system import Category, Diagonal, GateForm, SettingShape

if TYPE_CHECKING:
    from collections.abc import ItemsView, Iterator
    from enum import StrEnum

SCHEMA = json.loads((SCHEMAS_DIR / "system.schema.json").read_text(encoding="utf-8"))
PROVENANCE = {"source", "rule"}
ADDED = {"source", "rules", "tile_texts"}
"""What `plain_data` puts beside the fields of the schema."""
NOT_DECODED = {"citations", "gaps", "tile_files"}
"""Sections that checks alone read, and those of other files."""
WORD = "some-word"


class Asked(dict[str, Any]):
    """A mapping that keeps which of its keys it was asked for."""

    def __init__(self, place: str, data: dict[str, Any]) -> None:
        super().__init__(data)
        self.place = place
        self.asked: set[str] = set()

    def get(self, key: str, default: Any = None) -> Any:
        self.asked.add(key)
        return super().get(key, default)

    def __getitem__(self, key: str) -> Any:
        self.asked.add(key)
        return super().__getitem__(key)

    def __iter__(self) -> Iterator[str]:
        self.asked.update(self.keys())
        return super().__iter__()

    def items(self) -> ItemsView[str, Any]:
        self.asked.update(self.keys())
        return super().items()


def properties(schema: dict[str, Any]) -> dict[str, Any]:
    return {n: one for n, one in schema.get("properties", {}).items() if n not in PROVENANCE}


def resolved(schema: dict[str, Any]) -> dict[str, Any]:
    if "$ref" not in schema:
        return schema
    return resolved(SCHEMA["$defs"][schema["$ref"].rpartition("/")[2]])


def sample(given: dict[str, Any], place: str, made: list[Asked]) -> Any:
    """Data with every field that a schema has; the mappings with fields are added to `made`."""
    schema = resolved(given)
    types = schema.get("type", "string")
    type_ = types if isinstance(types, str) else types[0]
    if "enum" in schema:
        return schema["enum"][0]
    if type_ == "object" and properties(schema):
        fields = properties(schema).items()
        found = Asked(place, {n: sample(one, f"{place}.{n}", made) for n, one in fields})
        made.append(found)
        return found
    if type_ == "object":
        inner = schema.get("additionalProperties")
        is_deep = place.count(".") > 8
        return {} if is_deep or not inner else {WORD: sample(inner, f"{place}.{WORD}", made)}
    if type_ == "array":
        return [sample(schema["items"], place, made)] * schema.get("minItems", 1)
    by_type = {"integer": 1, "boolean": True, "string": WORD}
    return "1x1" if place.endswith("footprint") else by_type[type_]


def test_every_field_of_the_schema_is_decoded_and_no_other() -> None:
    made: list[Asked] = []
    pack = sample(SCHEMA, "", made)
    pack["kinds"][WORD]["values"] = {WORD: [1, "own", ""]}
    pack["rules"] = {WORD: [{"id": WORD, "title": "Title", "points": 1}]}
    for mapping in made:
        mapping.asked.clear()
    assert decode_system(pack, "").kinds[WORD].base is not None
    places = {mapping.place for mapping in made}
    assert {"", ".kinds.some-word", ".casting.ranges", ".fights.falls.some-word.marks"} <= places
    for mapping in made:
        ignored = ADDED if mapping.place else ADDED | NOT_DECODED
        assert mapping.asked - ignored == {*mapping} - ignored, mapping.place


@pytest.mark.parametrize(
    ("part", "field", "words"),
    [
        ("grid", "diagonal", Diagonal),
        ("gate", "form", GateForm),
        ("barrier", "line", Stroke),
        ("base", "pays", Pays),
        ("kind", "category", Category),
        ("setting", "shape", SettingShape),
        ("sheet", "shape", SheetShape),
        ("spell", "does", Does),
    ],
)
def test_a_list_of_words_is_the_same_in_the_schema(
    part: str, field: str, words: type[StrEnum]
) -> None:
    assert SCHEMA["$defs"][part]["properties"][field]["enum"] == [*words]
