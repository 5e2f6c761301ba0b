"""The decoder of packs and the schema know the same fields, and the same words of each list."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from questwright.compiler.assets import SCHEMAS_DIR
from questwright.compiler.packs.decode.decode import decode_system
from questwright.compiler.packs.system.bases import Pays
from questwright.compiler.packs.system.casting import Does
from questwright.compiler.packs.system.dealing import Overlap
from questwright.compiler.packs.system.fights import Reach
from questwright.compiler.packs.system.heights import Stroke
from questwright.compiler.packs.system.settings import SettingRole, SettingShape
from questwright.compiler.packs.system.sheets import SheetShape
from questwright.compiler.packs.system.system import Category, Diagonal, GateForm

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


SCHEMA = json.loads((SCHEMAS_DIR / "system.schema.json").read_text(encoding="utf-8"))
PROVENANCE = {"source", "rule"}
ADDED = {"source", "rules", "tile_texts", "symbols", "typeface_file", "words"}
ADDED |= {"one_title", "many_title"}
"""What `plain_data` and translations put beside the fields of the schema."""
NOT_DECODED = {"": {"citations", "gaps", "tile_files"}, ".theme.typeface": {"file"}}
"""By place what checks alone read, and the names of other files."""
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

    def items(self) -> Any:
        self.asked.update(self.keys())
        return super().items()


def properties(schema: dict[str, Any]) -> dict[str, Any]:
    return {n: one for n, one in schema.get("properties", {}).items() if n not in PROVENANCE}


def resolved(schema: dict[str, Any]) -> dict[str, Any]:
    if "$ref" not in schema:
        return schema
    return resolved(SCHEMA["$defs"][schema["$ref"].rpartition("/")[2]])


def sample(given: dict[str, Any], place: str, made: list[Asked], *, is_full: bool) -> Any:
    """Data with every field of a schema, or with all sections but only the fields that must be.

    The mappings that have fields are added to `made`.
    """
    schema = resolved(given)
    types = schema.get("type", "string")
    type_ = types if isinstance(types, str) else types[0]
    if "enum" in schema:
        return schema["enum"][0]
    if type_ == "object" and properties(schema):
        fields = properties(schema)
        wanted = fields if is_full or not place else schema.get("required", ())
        data = {n: sample(fields[n], f"{place}.{n}", made, is_full=is_full) for n in wanted}
        made.append(Asked(place, data))
        return made[-1]
    if type_ == "object":
        inner = schema.get("additionalProperties")
        if place.count(".") > 8 or not isinstance(inner, dict):
            return {}
        return {WORD: sample(inner, f"{place}.{WORD}", made, is_full=is_full)}
    if type_ == "array":
        item = sample(schema["items"], place, made, is_full=is_full)
        return [item] * schema.get("minItems", 1)
    by_type = {"integer": 1, "boolean": True, "string": WORD}
    return "1x1" if place.endswith("footprint") else by_type[type_]


def pack_of(made: list[Asked], *, is_full: bool) -> dict[str, Any]:
    """The plain data of a pack with one entry in each section."""
    pack: dict[str, Any] = sample(SCHEMA, "", made, is_full=is_full)
    if is_full:
        pack["kinds"][WORD]["values"] = {WORD: [1, "own", ""]}
    pack["rules"] = {WORD: [{"id": WORD, "title": "Title", "points": 1}]}
    for mapping in made:
        mapping.asked.clear()
    return pack


def test_every_field_of_the_schema_is_decoded_and_no_other() -> None:
    made: list[Asked] = []
    system = decode_system(pack_of(made, is_full=True), "")
    assert system.kinds[WORD].base is system.bases[WORD]
    places = {mapping.place for mapping in made}
    assert {"", ".kinds.some-word", ".casting.ranges", ".fights.falls.some-word.marks"} <= places
    for mapping in made:
        ignored = ADDED | NOT_DECODED.get(mapping.place, set())
        assert mapping.asked - ignored == {*mapping} - ignored, mapping.place


def test_every_field_that_the_schema_lets_out_has_a_default() -> None:
    system = decode_system(pack_of([], is_full=False), "")
    assert system.kinds[WORD].footprint == (1, 1)
    assert system.bases[WORD].pays is Pays.DEAREST
    assert (system.terrains[WORD].cost, system.gates[WORD].passes_large) == (1, True)
    assert system.settings[WORD].default is None


@pytest.mark.parametrize(
    ("part", "field", "words"),
    [
        ("grid", "diagonal", Diagonal),
        ("dealing", "overlap", Overlap),
        ("gate", "form", GateForm),
        ("attack", "reach", Reach),
        ("barrier", "line", Stroke),
        ("base", "pays", Pays),
        ("kind", "category", Category),
        ("setting", "shape", SettingShape),
        ("setting", "role", list(SettingRole)[1:]),
        ("sheet", "shape", SheetShape),
        ("spell", "does", Does),
    ],
)
def test_a_list_of_words_is_the_same_in_the_schema(
    part: str, field: str, words: Iterable[str]
) -> None:
    assert SCHEMA["$defs"][part]["properties"][field]["enum"] == [*words]
