"""The form of changes as data: what is written meets it, and it is as strict as it can be."""

from __future__ import annotations

import copy
import json
import re

import jsonschema
import jsonschema_rs
import pytest

from questwright.compiler.assets import SCHEMAS_DIR
from questwright.compiler.model.verdict import VerdictKind
from questwright.compiler.publish.diff.changes import (
    SCHEMA_ID,
    VERSION,
    Edit,
    Subject,
    diff_document,
)
from questwright.compiler.publish.diff.compare import compare, compare_all
from questwright.compiler.publish.document.quest_json import dump
from questwright.compiler.publish.document.read.load import read_edition
from support.documents import schemas
from support.editions import (
    MILL,
    PAIRS,
    changed,
    document,
    edition,
    edition_with_findings,
    system_of,
)
from support.mutations import MUTATIONS
from support.strategies import run

pytestmark = pytest.mark.slow  # these are no unit tests: whole quests go through whole commands

SCHEMA = json.loads((SCHEMAS_DIR / "diff.schema.json").read_text(encoding="utf-8"))
IN_PYTHON = jsonschema.Draft202012Validator(SCHEMA)
IN_RUST = jsonschema_rs.Draft202012Validator(SCHEMA)
EVERY_SCHEMA = dict(schemas(SCHEMA))


def meets(data):
    """Whether data meet the schema; both validators must agree."""
    is_met = IN_PYTHON.is_valid(data)
    assert IN_RUST.is_valid(data) is is_met
    return is_met


def changes(*diffs):
    return json.loads(dump(diff_document(diffs)))


# -- the schema --------------------------------------------------------------------------


def test_the_schema_is_one_of_2020_12():
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    assert jsonschema_rs.meta.is_valid(SCHEMA)
    assert SCHEMA["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert (SCHEMA["$id"], SCHEMA["properties"]["version"]["const"]) == (SCHEMA_ID, VERSION)


def test_every_part_is_described_and_no_object_is_open():
    for path, schema in EVERY_SCHEMA.items():
        if re.search(r"/(properties|\$defs)/[^/]+\Z", path):
            assert schema.get("description"), path
        if schema.get("type") == "object":
            assert schema["additionalProperties"] is False, path
            assert sorted(schema["required"]) == sorted(schema["properties"]), path


def test_the_schema_knows_every_word():
    change = SCHEMA["$defs"]["change"]["properties"]
    assert change["subject"]["enum"] == [one.value for one in Subject]
    assert change["change"]["enum"] == [one.value for one in Edit]
    verdicts = [*(one.value for one in VerdictKind), "not-proven"]
    assert SCHEMA["$defs"]["verdict"]["enum"] == verdicts


# -- what is written ---------------------------------------------------------------------


@pytest.mark.parametrize("name", MUTATIONS)
def test_every_change_meets_the_schema(name):
    text = changed(MILL, *MUTATIONS[name][0])
    for pair in ((MILL, text), (text, MILL)):
        assert meets(changes(compare(*map(edition, pair))))


@pytest.mark.parametrize("name", ["mill", "crypt", "valley"])
def test_what_the_command_writes_meets_the_schema(name):
    suffix = "" if name == "valley" else ".quest"
    old, new = (PAIRS / name / f"{which}{suffix}" for which in ("before", "after"))
    data = json.loads(run("diff", "--format=json", old, new).out)
    assert meets(data)
    assert data["$schema"] == SCHEMA_ID


def test_quests_that_come_go_and_break_meet_the_schema():
    whole = edition(MILL)
    for before, after in (
        ({}, {}),
        ({"a": whole}, {}),
        ({}, {"a": whole}),
        ({"a": None}, {"a": whole}),
        ({"a": whole}, {"a": None}),
        ({"a": None}, {}),
    ):
        assert meets(changes(*compare_all(before, after)))


@pytest.fixture
def data():
    text = changed(MILL, ("held by miller", "in corn-chest"))
    found = changes(compare(edition_with_findings(MILL), edition_with_findings(text)))
    assert meets(found)
    return found


@pytest.mark.parametrize(
    "spoil",
    [
        lambda d: d.pop("$schema"),
        lambda d: d.update(version=2),
        lambda d: d.update(more=1),
        lambda d: d["quests"][0].pop("map"),
        lambda d: d["quests"][0].update(before="perhaps"),
        lambda d: d["quests"][0].update(changes=[]),
        lambda d: d["quests"][0]["changes"][0].update(subject="weather"),
        lambda d: d["quests"][0]["changes"][0].update(text=""),
        lambda d: d["quests"][0]["map"][0].update(changed="yes"),
        lambda d: finding(d).update(change="moved"),
        lambda d: finding(d).update(after="QW301"),
        lambda d: finding(d)["after"].update(code="301"),
    ],
)
def test_what_is_spoiled_does_not_meet_it(spoil, data):
    spoiled = copy.deepcopy(data)
    spoil(spoiled)
    assert not meets(spoiled)


# -- findings ----------------------------------------------------------------------------


def finding(data):
    return next(one for one in data["quests"][0]["changes"] if one["subject"] == "finding")


def told(before, after):
    return [
        change.text
        for change in compare(before, after).changes
        if change.subject is Subject.FINDING
    ]


def test_findings_come_and_go():
    old, new = (
        edition_with_findings(MILL),
        edition_with_findings(changed(MILL, ("held by miller", "in corn-chest"))),
    )
    assert told(old, new) == ["Found now: error QW301, this quest cannot be won"]
    assert told(new, old) == ["Found no longer: error QW301, this quest cannot be won"]
    assert told(old, old) == told(new, new) == []


def test_a_finding_whose_message_is_everybodys_says_what_it_is_about():
    expecting = changed(MILL, ("  victory", "  expect optional store\n  victory"))
    (text,) = told(edition_with_findings(MILL), edition_with_findings(expecting))
    assert text.endswith("is not what its designer expects (it cannot be won without `store`)")


def test_of_a_text_with_mistakes_nobody_knows_what_has_gone():
    lost = changed(MILL, ("held by miller", "in corn-chest"))
    torn = changed(lost, ("gold 10", "gold lots"))
    after = edition_with_findings(torn)
    assert after.is_broken
    assert not any("no longer" in text for text in told(edition_with_findings(lost), after))
    assert any(
        text.startswith("Found now: error") for text in told(edition_with_findings(lost), after)
    )
    assert not any("now: " in text for text in told(after, edition_with_findings(lost)))


def test_documents_have_no_findings_to_compare():
    read = read_edition(document(MILL), system_of)
    new = edition_with_findings(changed(MILL, ("held by miller", "in corn-chest")))
    assert told(read, new) == told(new, read) == []
