"""The document of a quest: its schema, the documents that meet it, and those that do not."""

from __future__ import annotations

import copy
import hashlib
import json
import os
import re
import subprocess
import sys

import jsonschema
import jsonschema_rs
import pytest

from questwright.compiler.model.verdict import VerdictKind
from questwright.compiler.publish.document.quest_json import (
    SCHEMA_ID,
    VERSION,
    dump,
    quest_document,
)
from questwright.dsl.source import Source
from support.documents import ACCEPTED, IN_PYTHON, IN_RUST, REFUSED, SCHEMA, schemas
from support.more import some
from support.paths import GOLDEN, ROOT
from support.published import BELL, bell, every_quest, publications

pytestmark = pytest.mark.slow  # these are no unit tests: whole quests go through whole commands


@pytest.fixture(scope="module")
def document():
    return json.loads(dump(quest_document(bell())))


# -- the schema --------------------------------------------------------------------------


EVERY_SCHEMA = dict(schemas(SCHEMA))
SLOWLY = [BELL, *some(every_quest(), 20)]
"""Quests whose documents are held against the schema by the slower validator as well."""


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
        if is_record and sorted(schema["required"]) != sorted(schema["properties"]):
            lax.append(f"{path}: not all required")
    assert lax == []


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
        assert re.fullmatch(r"(\[[^\]]+\](\{\d+(,\d+)?\})?|-)+", pattern[1:-1])


# -- documents ---------------------------------------------------------------------------


@pytest.mark.parametrize("path", every_quest(), ids=lambda path: path.stem)
def test_the_document_of_a_quest_meets_the_schema(path):
    for publication in publications(path):
        data = dump(quest_document(publication))
        seen = json.loads(data)
        IN_RUST.validate(seen)
        if path in SLOWLY:
            assert [error.message for error in IN_PYTHON.iter_errors(seen)] == []
        assert data.endswith(b"}\n")
        assert b"\r" not in data
        assert dump(seen) == data


def test_enough_quests_are_whole():
    assert sum(bool(publications(path)) for path in every_quest()) > 20


def test_the_document_is_the_one_that_was_approved(golden):
    golden("quests/bell-and-bone.json", dump(quest_document(bell())))


def test_every_id_that_is_named_is_declared(document):
    areas = {area["id"] for area in document["areas"]}
    things = {thing["id"] for thing in document["things"]}
    kinds = {kind["word"] for kind in document["kinds"]}
    items = {item["id"] for item in document["items"]}
    cells = {cell["name"] for cell in document["board"]["cells"]}
    assert {cell["area"] for cell in document["board"]["cells"]} == areas
    assert {area for gate in document["gates"] for area in gate["areas"]} <= areas
    assert {thing["kind"] for thing in document["things"]} | set(document["party"]["members"]) <= (
        kinds
    )
    assert {gate["lock"]["key"] for gate in document["gates"] if gate["lock"]} <= items
    assert {item["holder"] for item in document["items"]} - {None} <= things
    assert {cell for area in document["areas"] for cell in area["cells"]} == cells
    assert document["search"]["deck"] in {deck["word"] for deck in document["decks"]}


def test_values_say_where_they_come_from(document):
    (moth,) = (kind for kind in document["kinds"] if kind["word"] == "moth")
    assert moth["values"] == {"pace": {"value": 6, "source": "own", "rule": None}}
    assert moth["traits"] == {"flies": True}


def test_kinds_that_come_later_are_there_too(document):
    assert "moth" in {kind["word"] for kind in document["kinds"]}
    (moths,) = (need for need in document["needs"] if need["word"] == "moth")
    assert (moths["start"], moths["most"], moths["box"]) == (0, 4, 4)


def test_a_condition_is_a_tree(document):
    (victory,) = (one for one in document["victories"] if one["title"] == "The bell is still")
    tree = victory["condition"]
    assert tree["is"] == "every"
    assert [part["is"] for part in tree["parts"]] == ["some", "some"]
    leave = tree["parts"][1]["parts"][0]
    assert (leave["fact"], leave["quantity"], leave["of"]) == ("leaves", "all", "member")
    assert (leave["subjects"], leave["cells"]) == (["ada", "bram"], ["J4"])


def test_an_effect_says_what_it_is_done_to(document):
    effects = {
        effect["do"]: (effect["of"], effect["target"])
        for event in document["events"]
        for effect in event["effects"]
    }
    assert effects["reveal"] == ("area", "nest")
    assert effects["unlock"] == ("gate", "iron-door")
    assert effects["give"] == ("item", "silver-clapper")
    assert effects["draw"] == ("deck", "dust")
    assert effects["spawn"] == ("kind", "moth")
    assert effects["remove"] == ("thing", "fallen")
    assert effects["set"] == ("flag", "tolled")
    assert effects["trigger"] == ("thing", None)
    assert effects["clear"] == (None, None)


def test_what_is_granted_and_what_is_drawn_is_there(document):
    (keeper,) = (thing for thing in document["things"] if thing["id"] == "gatekeeper")
    (moth,) = (kind for kind in document["kinds"] if kind["word"] == "moth")
    assert (keeper["specials"], moth["specials"]) == (["still"], ["dusty"])
    specials = {one["word"]: one for one in document["specials"]}
    assert (specials["still"]["stays"], specials["dusty"]["shares"]) == (True, ["figure"])
    (candle,) = (item for item in document["items"] if item["id"] == "candle")
    assert (candle["title"], candle["gear"], candle["card"]) == ("A Candle", "candle-end", "candle")
    drawn = [one for event in document["events"] for one in event["effects"] if one["do"] == "draw"]
    assert [(one["of"], one["target"], one["count"]) for one in drawn] == [
        ("card", "fluff", 1),
        ("deck", "dust", 2),
    ]


def test_references_in_texts_are_resolved(document):
    runs = [run for text in document["texts"] for block in text["blocks"] for run in block["runs"]]
    assert {"text": "The Gatehouse", "style": "reference", "target": "gatehouse"} in runs


def test_an_origin_is_a_line_of_the_file_and_no_more(document):
    lines = BELL.read_text(encoding="utf-8").splitlines()
    (door,) = (gate for gate in document["gates"] if gate["id"] == "iron-door")
    origin = door["origin"]
    assert origin["file"] == BELL.name
    assert lines[origin["line"] - 1][origin["column"] - 1 :].startswith("door iron-door")
    usual = [one for one in document["victories"] if one["default"]]
    assert [one["origin"] for one in usual] == [None]


@pytest.mark.parametrize("path", ["C:\\games\\a.quest", "/srv/games/a.quest", "a.quest"])
def test_no_folder_shows_in_a_document(path):
    publication = bell()
    quest = publication.quest
    moved = publication._replace(
        quest=quest._replace(origin=quest.origin._replace(path=path)),
        sources={**publication.sources, path: Source(path, "quest a {\n}\n")},
    )
    assert quest_document(moved)["origin"]["file"] == "a.quest"


def test_a_quest_without_a_verdict_meets_the_schema():
    document = json.loads(dump(quest_document(bell()._replace(verdict=None))))
    assert document["verdict"] is None
    assert IN_PYTHON.is_valid(document)
    assert IN_RUST.is_valid(document)


def test_a_search_is_no_part_of_every_game():
    publication = bell()
    system = publication.system._replace(search=None)
    document = json.loads(dump(quest_document(publication._replace(system=system))))
    assert document["search"] is None
    assert IN_PYTHON.is_valid(document)


def test_verdicts_are_of_several_kinds():
    kinds = {
        publication.verdict.kind for path in every_quest() for publication in publications(path)
    }
    assert {VerdictKind.WINNABLE, VerdictKind.UNWINNABLE} <= kinds


def test_no_fraction_gets_in():
    with pytest.raises(ValueError, match="Out of range"):
        dump({"version": float("nan")})


# -- the same bytes everywhere -----------------------------------------------------------

WRITE = """
import hashlib
import sys

sys.path.insert(0, sys.argv[1])
sys.path.insert(0, sys.argv[1] + "/tests")
from pathlib import Path

from support import published
from questwright.compiler.publish import graph
from questwright.compiler.publish.outline import outline
from questwright.compiler.publish.document.quest_json import dump, quest_document

result = published.compiler_of(published.SYSTEMS[published.GOLDEN]).compile(sys.argv[2])
one = result.quests[0]
ready = published.Publication(
    one.quest, one.system, one.proof.verdict(), result.sources, one.findings
)
for data in (
    dump(quest_document(ready)),
    graph.graphml(ready),
    graph.dot(ready).encode(),
    graph.mermaid(ready).encode(),
    graph.json(ready).encode(),
    outline(ready).encode(),
):
    print(hashlib.sha256(data).hexdigest())
"""


def written(path, folder, seed):
    done = subprocess.run(
        [sys.executable, "-c", WRITE, ROOT, path],
        cwd=folder,
        env={**os.environ, "PYTHONHASHSEED": str(seed)},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


@pytest.mark.slow
def test_bytes_are_the_same_whatever_the_seed_and_the_folder(tmp_path):
    first = written(BELL, tmp_path, 0)
    assert len(first) == 6
    assert first[0] == hashlib.sha256(dump(quest_document(bell()))).hexdigest()
    assert written(BELL.name, BELL.parent, 1) == first
    assert written(BELL.relative_to(GOLDEN.parent), GOLDEN.parent, 4242) == first


# -- documents that were spoiled ---------------------------------------------------------


@pytest.mark.parametrize("name", REFUSED)
def test_both_validators_refuse(name, document):
    spoiled = copy.deepcopy(document)
    REFUSED[name](spoiled)
    assert not IN_PYTHON.is_valid(spoiled)
    assert not IN_RUST.is_valid(spoiled)


@pytest.mark.parametrize("name", ACCEPTED)
def test_both_validators_accept(name, document):
    changed = copy.deepcopy(document)
    ACCEPTED[name](changed)
    assert [error.message for error in IN_PYTHON.iter_errors(changed)] == []
    assert IN_RUST.is_valid(changed)
