"""The two forms of a document of a quest or a campaign: whole, and compact.

A compact document has no `origin`, and no key whose value is what the schema gives as its default:
a null, an empty list or an empty mapping. Whoever reads a document completes it first: keys that
are left out come back, and keys that this version of the schema does not know are passed over.
"""

from __future__ import annotations

import copy
import json
from functools import cache
from typing import TYPE_CHECKING, Any, Final, cast

from questwright.compiler.assets import SCHEMAS_DIR

if TYPE_CHECKING:
    from collections.abc import Callable

    from questwright.compiler.packs.read.tree import Json

    Schema = dict[str, Any]
    Change = Callable[[dict[str, Json], Schema], dict[str, Json]]

_ORIGIN: Final = "origin"


@cache
def _schema(name: str) -> Schema:
    text = (SCHEMAS_DIR / f"{name}.schema.json").read_text(encoding="utf-8")
    return cast("Schema", json.loads(text))


def quest_schema() -> Schema:
    """The schema of quests."""
    return _schema("quest")


def campaign_schema() -> Schema:
    """The schema of campaigns."""
    return _schema("campaign")


def compact(document: dict[str, Json]) -> dict[str, Json]:
    """A document without what may be left out; it says itself which schema it meets."""
    name, _ = str(document["$schema"]).split("/")[-2:]
    schema = _schema(name)
    return cast("dict[str, Json]", _changed(document, schema, _lightened, schema["$defs"]))


def completed(found: Json, schema: Schema | None = None) -> Json:
    """A document with what was left out, and without what this version does not know.

    Where it does not have the form of a document, it stays as it is: the schema will say so. It is
    one of a quest if no other ``schema`` is given.
    """
    schema = schema or quest_schema()
    return _changed(found, schema, _filled, schema["$defs"])


def dump_compact(document: dict[str, Json]) -> bytes:
    """A document in its compact form, as UTF-8 bytes of one line with sorted keys."""
    text = json.dumps(
        compact(document),
        sort_keys=True,
        ensure_ascii=False,
        separators=(",", ":"),
        allow_nan=False,
    )
    return f"{text}\n".encode()


def _lightened(record: dict[str, Json], schema: Schema) -> dict[str, Json]:
    properties = schema["properties"]
    return {
        key: value
        for key, value in record.items()
        if "default" not in properties[key]
        or (key != _ORIGIN and value != properties[key]["default"])
    }


def _filled(record: dict[str, Json], schema: Schema) -> dict[str, Json]:
    properties = schema["properties"]
    known = {key: value for key, value in record.items() if key in properties}
    left_out = {
        key: copy.copy(part["default"])
        for key, part in properties.items()
        if "default" in part and key not in record
    }
    return {**known, **left_out}


def _changed(value: Json, schema: Schema, change: Change, defs: Schema) -> Json:
    """Data with each of its records changed, from the outside in."""
    schema = _of(value, schema, defs)
    if isinstance(value, dict) and "properties" in schema:
        record = change(value, schema)
        properties = schema["properties"]
        return {key: _changed(part, properties[key], change, defs) for key, part in record.items()}
    if isinstance(value, dict) and isinstance(schema.get("additionalProperties"), dict):
        of_each = schema["additionalProperties"]
        return {key: _changed(part, of_each, change, defs) for key, part in value.items()}
    if isinstance(value, list) and isinstance(schema.get("items"), dict):
        return [_changed(part, schema["items"], change, defs) for part in value]
    return value


def _of(value: Json, schema: Schema, defs: Schema) -> Schema:
    """The schema that a value has to meet, behind references and among alternatives."""
    while "$ref" in schema or "oneOf" in schema:
        if "$ref" in schema:
            schema = defs[schema["$ref"].removeprefix("#/$defs/")]
            continue
        fitting = (part for part in schema["oneOf"] if _may_be(value, part, defs))
        schema = next(fitting, {})
    return schema


def _may_be(value: Json, schema: Schema, defs: Schema) -> bool:
    """Whether a value may be meant by one of several schemas, as far as its outside tells."""
    if schema == {"type": "null"}:
        return value is None
    properties = _of(value, schema, defs).get("properties", {})
    fixed = {key: part["const"] for key, part in properties.items() if "const" in part}
    return isinstance(value, dict | str | int) and all(
        isinstance(value, dict) and value.get(key) == const for key, const in fixed.items()
    )
