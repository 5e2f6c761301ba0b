"""What a document claims of each of its worlds is replayed, and what it cannot be is refused."""

from __future__ import annotations

import json

import pytest

from questwright.compiler.publish.document.quest_json import dump, quest_document
from questwright.engine.load import load_quest
from questwright.engine.reading import UnreadableDocument
from questwright.engine.replay import replay_document
from support.paths import SHIPPED
from support.published import publications


def document(name):
    path = next(path for path in SHIPPED if path.stem == name)
    (publication,) = publications(path)
    return json.loads(dump(quest_document(publication)))


def told(found):
    return replay_document(json.dumps(found).encode())


def test_the_line_of_every_world_has_to_win():
    for number in range(3):
        found = document("loose-change")
        assert told(found) == ""
        assert len(found["verdict"]["worlds"]) == 3
        del found["verdict"]["worlds"][number]["line"][-2:]
        if number == found["verdict"]["shown"]:
            found["verdict"]["line"] = found["verdict"]["worlds"][number]["line"]
        assert "the winning line: it does not win" in told(found)


def test_the_line_of_one_world_does_not_win_in_another():
    found = document("loose-change")
    first, second, third = found["verdict"]["worlds"]
    first["line"], second["line"], third["line"] = second["line"], third["line"], first["line"]
    assert "the winning line: step" in told(found)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"ways": [3]}, "does not have a way for each unknown"),
        ({"ways": [-1]}, "`verdict.worlds[0].ways[0]` is not a whole number"),
        ({"ways": [0, 0]}, "does not have a way for each unknown"),
        ({"ways": []}, "does not have a way for each unknown"),
    ],
)
def test_a_world_has_a_way_for_each_unknown(change, words):
    found = document("loose-change")
    found["verdict"]["worlds"][0].update(change)
    assert words in told(found)


def test_an_unknown_item_that_the_quest_does_not_have_is_nowhere():
    found = document("loose-change")
    (unknown,) = found["unknowns"]
    found["unknowns"].append(unknown | {"id": "ghost", "sort": "item"})
    for world in found["verdict"]["worlds"]:
        world["ways"].append(0)
    assert told(found) == ""


def test_a_world_is_shown_that_is_one():
    found = document("loose-change")
    found["verdict"]["shown"] = 3
    assert "`verdict.shown` is not a world of this document" in told(found)


@pytest.mark.parametrize(
    ("version", "words"),
    [
        (0, "is version 0;"),
        (7, "is version 7;"),
        ("2", "has no version;"),
        (None, "has no version;"),
    ],
)
def test_a_document_of_another_version_says_which(version, words):
    found = document("loose-change")
    found["version"] = version
    with pytest.raises(UnreadableDocument, match=words):
        load_quest(json.dumps(found).encode())


def test_nobody_steps_diagonally_on_hexes():
    found = document("dry-feet")
    assert found["board"]["lattice"] != "squares"
    for diagonal in ("one-flank", "both-flanks"):
        found["board"]["diagonal"] = diagonal
        with pytest.raises(UnreadableDocument, match="is not possible on hexes"):
            load_quest(json.dumps(found).encode())
