"""The schema of compiled quests: what generators of types and validators need of it."""

from __future__ import annotations

import re

import jsonschema
import jsonschema_rs

from questwright.compiler.publish.document.quest_json import SCHEMA_ID, VERSION
from support.documents import IN_PYTHON, SCHEMA, schemas

EVERY_SCHEMA = dict(schemas(SCHEMA))


def test_the_schema_is_one_of_2020_12():
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    assert jsonschema_rs.meta.is_valid(SCHEMA)
    assert SCHEMA["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert SCHEMA["$id"] == SCHEMA_ID
    assert SCHEMA["properties"]["version"]["const"] == VERSION


def test_every_property_is_described():
    bare = [
        path
        for path, schema in EVERY_SCHEMA.items()
        if re.search(r"/(properties|\$defs)/[^/]+\Z", path) and not schema.get("description")
    ]
    assert bare == []


def test_no_object_is_open():
    lax = []
    for path, schema in EVERY_SCHEMA.items():
        if "object" not in (schema.get("type") or []):
            continue
        is_record = schema.get("additionalProperties") is False
        names_keys = "propertyNames" in schema and "additionalProperties" in schema
        if not is_record and not names_keys:
            lax.append(path)
    assert lax == []


def resolved(schema):
    while "$ref" in schema:
        schema = SCHEMA["$defs"][schema["$ref"].removeprefix("#/$defs/")]
    return schema


def nothing(schema):
    """What stands under a key where there is nothing to say, or Ellipsis where that cannot be."""
    inner = resolved(schema)
    for empty in (None, [], {}):
        if IN_PYTHON.evolve(schema={**inner, "$defs": SCHEMA["$defs"]}).is_valid(empty):
            return empty if empty != {} or "properties" not in inner else ...
    return ...


def test_what_may_be_left_out_is_what_may_be_null_or_empty():
    for path, schema in EVERY_SCHEMA.items():
        if schema.get("additionalProperties") is not False:
            continue
        for key, part in schema["properties"].items():
            # Data of a pack is handed on as it is, and a null in it is a value.
            empty = ... if part.get("$ref") == "#/$defs/plain" else nothing(part)
            assert part.get("default", ...) == empty, f"{path}/{key}"
            assert (key in schema["required"]) is (empty is ...), f"{path}/{key}"


# What generators of types need: quicktype recursed without end where data of the pack was a union
# of a list and a mapping of itself.


def test_each_record_and_mapping_has_a_name():
    unnamed = [
        path
        for path, schema in EVERY_SCHEMA.items()
        if "object" in (schema.get("type") or [])
        and not schema.get("title")
        and not re.fullmatch(r"/\$defs/[a-z_]+", path)
    ]
    assert unnamed == []


def test_each_list_of_words_is_written_once():
    lists = [
        tuple(word for word in schema["enum"] if word is not None)
        for schema in EVERY_SCHEMA.values()
        if len(schema.get("enum", ())) > 2
    ]
    assert lists
    assert len(lists) == len(set(lists))


def references(schema):
    return {part["$ref"].removeprefix("#/$defs/") for _, part in schemas(schema) if "$ref" in part}


def test_only_conditions_are_made_of_themselves():
    reach = {name: references(part) for name, part in SCHEMA["$defs"].items()}
    for _ in reach:
        reach = {name: found.union(*map(reach.get, found)) for name, found in reach.items()}
    assert {name for name, found in reach.items() if name in found} == {
        "condition",
        "every",
        "some",
        "not",
    }


def test_no_definition_is_deep():
    """A schema inside another one five times over would want names for what is in it."""
    for name, part in SCHEMA["$defs"].items():
        for path, _ in schemas(part):
            keywords = re.findall(r"/(?:properties|items|oneOf|additionalProperties)\b", path)
            assert len(keywords) <= 3, f"{name}{path}"


def test_every_list_says_what_it_holds():
    lists = [one for one in EVERY_SCHEMA.values() if "array" in (one.get("type") or [])]
    assert lists
    assert all("items" in list_ for list_ in lists)


def test_every_definition_is_used_and_every_reference_leads_somewhere():
    used = {
        schema["$ref"].removeprefix("#/$defs/")
        for schema in EVERY_SCHEMA.values()
        if "$ref" in schema
    }
    assert used == set(SCHEMA["$defs"])


def test_patterns_are_anchored_and_cannot_backtrack_far():
    patterns = {schema["pattern"] for schema in EVERY_SCHEMA.values() if "pattern" in schema}
    assert patterns
    for pattern in patterns:
        assert pattern.startswith("^")
        assert pattern.endswith("$")
        # Runs of a class of characters, each with a bound, one after the other.
        assert re.fullmatch(r"(\[[^\]]+\](\{\d+(,\d+)?\})?|[-#])+", pattern[1:-1])
