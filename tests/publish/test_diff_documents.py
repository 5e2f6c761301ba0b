"""Compiled quests that are compared: read as they were written, or refused with the reason."""

from __future__ import annotations

import json
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from questwright.compiler.publish.diff.changes import diff_document
from questwright.compiler.publish.diff.compare import compare
from questwright.compiler.publish.diff.markdown import markdown
from questwright.compiler.publish.document.quest_json import dump, quest_document
from questwright.compiler.publish.document.read.edition import edition_of
from questwright.compiler.publish.document.read.load import read_edition
from questwright.compiler.publish.document.read.part import DocumentError
from support.editions import MILL, changed, document, edition, published, system_of
from support.more import amount, some
from support.mutations import MUTATIONS
from support.paths import SHIPPED
from support.published import BELL, result_of


@pytest.mark.slow
@pytest.mark.parametrize("path", [BELL, *some(SHIPPED, 3)], ids=lambda path: path.stem)
def test_a_document_tells_all_that_is_compared(path):
    for one in published(result_of(path)):
        read = read_edition(dump(quest_document(one)), lambda _, one=one: one.system)
        for pair in ((read, edition_of(one)), (edition_of(one), read), (read, read)):
            diff = compare(*pair)
            assert (diff.changes, diff.map) == ((), ())


@pytest.mark.slow
@pytest.mark.parametrize("name", [*MUTATIONS][::7])
def test_documents_differ_as_their_quests_do(name):
    changes = MUTATIONS[name][0]
    text = changed(MILL, *changes)
    old, new = read_edition(document(MILL), system_of), read_edition(document(text), system_of)
    assert compare(old, new) == compare(edition(MILL), edition(text))


@pytest.fixture(scope="module")
def mill():
    return json.loads(document(MILL))


def rewritten(data):
    return json.dumps(data).encode()


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "it is not JSON: Expecting value at line 1, column 1"),
        (b"\xff{}", "its byte 0 is not UTF-8"),
        (b"[]", "it names no version"),
        (b"{}", "it names no version"),
        (b'{"version": true}', "it names no version"),
        (b'{"version": 2}', "it is version 2; only version 1 can be read"),
        (b'{"version": 1}', "it has no `$schema`"),
        (b'{"version": 1.5}', "1.5 is not a whole number"),
        (b'{"version": NaN}', "NaN is not a whole number"),
        (b'{"version": 1, "version": 1}', "the key 'version' stands twice in one object"),
        (b'{"version": 1000000000000000000}', "100000000000000000… is too large a number"),
        (b'{"version": 1, "id": "\\ud800"}', "it contains half of a character"),
        (b"[" * 100_000, "it is nested too deeply"),
    ],
)
def test_bytes_that_are_no_quest(data, why):
    with pytest.raises(DocumentError) as refused:
        read_edition(data, system_of)
    assert str(refused.value).startswith(why[:18])


@pytest.mark.slow
@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda d: d.pop("board"), "it has no `board`"),
        (lambda d: d["gates"][0].pop("edges"), "`gates[0]` has no `edges`"),
        (lambda d: d["gates"][0].update(open="no"), "`gates[0].open` does not fit the schema"),
        (lambda d: d["system"].update(id="chess"), "it is for the game `chess`"),
        (lambda d: d["things"][0].update(kind="dragon"), "`dragon` is not a kind of the game"),
        (lambda d: d["things"][0].update(cells=["Z9"]), "`Z9` is not a square"),
        (lambda d: d["things"][0].update(cells=[]), "`things[0].cells` does not fit the schema"),
        (lambda d: d["things"][0].update(cells=[], unknown=True), "nothing in it says where `"),
        (lambda d: d["things"][0].update(area="moon"), "`moon` is not an area"),
        (lambda d: d["things"].append(d["things"][0]), "two things in it have the id"),
        (lambda d: d["gates"][0].update(edges=[["A1", "C3"]]), "`A1|C3` is no edge"),
        (lambda d: d["board"].update(columns=100_000), "its board has more than"),
        (lambda d: d["victories"][0].update(side="cooks"), "`cooks` is not a side of the game"),
    ],
)
def test_documents_that_are_no_quest(change, why, mill):
    data = json.loads(json.dumps(mill))
    change(data)
    with pytest.raises(DocumentError) as refused:
        read_edition(rewritten(data), system_of)
    assert str(refused.value).startswith(why)


@settings(max_examples=amount(20, 40), deadline=None)
@given(st.integers(min_value=0))
def test_a_document_that_was_meddled_with_is_read_or_refused(seed):
    chance = random.Random(seed)
    data = json.loads(MEDDLED)
    for _ in range(chance.randint(1, 3)):
        _meddle(data, chance)
    try:
        read = read_edition(rewritten(data), system_of)
    except DocumentError:
        return
    diff = compare(edition(MILL), read)
    assert markdown([diff])
    assert dump(diff_document([diff]))


MEDDLED = document(MILL)


def _meddle(data, chance):
    """Put a value of a document into the place of another one."""
    places = []
    for key in ("areas", "gates", "things", "items", "events", "victories", "board", "verdict"):
        places += _places(data[key])
    holder, key = chance.choice(places)
    other, there = chance.choice(places)
    holder[key] = json.loads(json.dumps(other[there]))


def _places(value):
    found = []
    if isinstance(value, dict | list):
        for key, one in value.items() if isinstance(value, dict) else enumerate(value):
            found.append((value, key))
            found.extend(_places(one))
    return found


def test_other_rules_are_told():
    data = json.loads(MEDDLED)
    data["system"]["digest"] = "0" * 64
    data["system"]["version"] = "0.9"
    diff = compare(read_edition(rewritten(data), system_of), edition(MILL))
    assert [change.text for change in diff.changes] == [
        "The rules of Dungeon Saga Origins have changed since: version 0.9 is 1.0 now"
    ]
