"""Formats keep what docs/reference/format-versions.md promises of their versions."""

from __future__ import annotations

import json
import re

import pytest

from questwright.compiler.assets import SCHEMAS_DIR
from questwright.compiler.publish.diff.changes import diff_document
from questwright.compiler.publish.document import campaign_json, quest_json, verdict_json
from questwright.compiler.publish.document.quest_json import quest_document
from questwright.compiler.publish.document.read.load import read_edition
from questwright.compiler.publish.document.verdict_json import verdicts_document
from questwright.engine import load as engine_load
from questwright.engine.load import load_quest
from questwright.engine.reading import UnreadableDocument
from questwright.engine.replay import replay_document
from support.documents import schemas
from support.editions import MILL, document, system_of
from support.paths import ROOT
from support.published import bell

PAGE = ROOT / "docs" / "reference" / "format-versions.md"
FORMATS = ("quest", "campaign", "diff", "verdicts")
WRITTEN = {
    "quest": lambda: quest_document(bell()),
    "diff": lambda: diff_document([]),
    "verdicts": lambda: verdicts_document([bell()]),
}


def schema_of(name):
    return json.loads((SCHEMAS_DIR / f"{name}.schema.json").read_text(encoding="utf-8"))


def version_of(name):
    return schema_of(name)["properties"]["version"]["const"]


@pytest.mark.parametrize("name", FORMATS)
def test_a_format_has_one_version_wherever_it_is_said(name):
    schema = schema_of(name)
    told = re.findall(
        rf"\| (\d+) \| `schemas/{name}\.schema\.json` \|", PAGE.read_text(encoding="utf-8")
    )
    assert told == [str(version_of(name))]
    assert schema["$id"].endswith(f"/{name}/{version_of(name)}")
    assert schema["properties"]["$schema"]["const"] == schema["$id"]
    assert {"$schema", "version"} <= set(schema["required"])


@pytest.mark.parametrize("name", WRITTEN)
def test_a_document_says_its_version(name):
    written = WRITTEN[name]()
    assert written["version"] == version_of(name)
    assert written["$schema"] == schema_of(name)["$id"]


def test_writers_and_readers_are_of_one_version():
    assert engine_load.VERSION == quest_json.VERSION == version_of("quest")
    assert version_of("campaign") == campaign_json.VERSION
    assert version_of("verdicts") == verdict_json.VERSION


def form_of(part):
    """A value in a line: its type, its words, or what it refers to."""
    if "oneOf" in part:
        return " or ".join(map(form_of, part["oneOf"]))
    if "$ref" in part:
        return part["$ref"].rpartition("/")[2]
    if "const" in part or "enum" in part:
        return " ".join(json.dumps(word) for word in part.get("enum", [part.get("const")]))
    types = part.get("type", "anything")
    told = types if isinstance(types, str) else " or ".join(types)
    inner = part.get("items", part.get("additionalProperties"))
    return f"{told} of {form_of(inner)}" if isinstance(inner, dict) else told


@pytest.mark.parametrize("name", FORMATS)
def test_the_form_of_a_version_is_the_one_that_was_approved(name, golden):
    """What goes from this list, or is not optional and new in it, wants a new version."""
    schema = schema_of(name)
    lines = [
        f"{path.removeprefix('/$defs/') or '/'} {key}: {form_of(value)}"
        + ("" if key in part["required"] else ", optional")
        for path, part in schemas(schema)
        if "properties" in part
        for key, value in part["properties"].items()
    ]
    assert len(lines) > 5
    golden(f"formats/{name}-{version_of(name)}.txt", "".join(f"{line}\n" for line in sorted(lines)))


# -- readers ----------------------------------------------------------------------------


@pytest.mark.parametrize("is_unknown", [False, True])
def test_a_thing_of_which_nothing_says_where_it_stands_is_refused(is_unknown):
    data = quest_document(bell())
    (portal,) = (thing for thing in data["things"] if thing["id"] == "east-mirror")
    portal.update(cells=[], area=None, unknown=is_unknown)
    assert replay_document(json.dumps(data).encode()) == (
        "nothing in this document says where `east-mirror` stands"
    )


@pytest.mark.parametrize("version", [0, 2, 999])
def test_readers_refuse_another_version(version):
    other = {**json.loads(document(MILL)), "version": version}
    data = json.dumps(other).encode()
    with pytest.raises(UnreadableDocument, match=f"is version {version}"):
        load_quest(data)
    with pytest.raises(ValueError, match=f"is version {version}"):
        read_edition(data, system_of)


def later(data):
    """A document with a key more in each record, and words that are data left alone."""
    if isinstance(data, dict):
        more = {"later": {"of": ["a", 1]}} if "origin" in data or "version" in data else {}
        return {**{key: later(part) for key, part in data.items()}, **more}
    return [*map(later, data)] if isinstance(data, list) else data


def test_readers_pass_over_keys_of_a_later_release():
    now = document(MILL)
    data = json.dumps(later(json.loads(now))).encode()
    assert data.count(b'"later"') > 20
    assert read_edition(data, system_of) == read_edition(now, system_of)
    assert load_quest(data)._replace(data={}) == load_quest(now)._replace(data={})


def test_readers_take_what_is_left_out_for_its_default():
    whole = json.loads(document(MILL))
    lighter = {key: part for key, part in whole.items() if part not in (None, [], {})}
    assert len(lighter) < len(whole)
    data = json.dumps(lighter).encode()
    assert read_edition(data, system_of) == read_edition(document(MILL), system_of)
    assert load_quest(data)._replace(data={}) == load_quest(document(MILL))._replace(data={})
