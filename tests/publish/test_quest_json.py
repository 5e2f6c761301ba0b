"""The document of a quest: the documents that meet its schema, and those that do not."""

from __future__ import annotations

import copy
import functools
import json
import os
import re
import subprocess
import sys

import pytest

from questwright.compiler.assets import TEMPLATES_DIR
from questwright.compiler.codes import every_code
from questwright.compiler.model.verdict import VerdictKind
from questwright.compiler.publish.book.desk.desk import Desk
from questwright.compiler.publish.book.svg.symbols import symbol as book_symbol
from questwright.compiler.publish.book.view.theme import Palette
from questwright.compiler.publish.document.forms import compact, completed, dump_compact
from questwright.compiler.publish.document.quest_json import (
    dump,
    quest_document,
)
from questwright.compiler.publish.document.symbol_part import symbols_part
from questwright.compiler.symbols import symbol_names
from questwright.dsl.source import Source
from support.documents import ACCEPTED, IN_PYTHON, IN_RUST, REFUSED
from support.more import MORE, some
from support.paths import GOLDEN, ROOT, SHIPPED
from support.published import BELL, bell, digests, documents, publications, sample_quests

pytestmark = pytest.mark.slow  # these are no unit tests: whole quests go through whole commands


SLOWLY = [BELL, *some(sample_quests(), 20)]
"""Quests whose documents are held against the schema by the slower validator as well."""


@pytest.fixture(scope="module")
def document():
    return json.loads(dump(quest_document(bell())))


# -- documents ---------------------------------------------------------------------------


@pytest.mark.parametrize("path", sample_quests(), ids=lambda path: path.stem)
def test_the_document_of_a_quest_meets_the_schema(path):
    for data in documents(path):
        seen = json.loads(data)
        IN_RUST.validate(seen)
        if path in SLOWLY:
            assert [error.message for error in IN_PYTHON.iter_errors(seen)] == []
        assert data.endswith(b"}\n")
        assert b"\r" not in data
        assert dump(seen) == data


def test_enough_quests_are_whole():
    assert sum(bool(publications(path)) for path in sample_quests()) > 20


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
        publication.verdict.kind for path in sample_quests() for publication in publications(path)
    }
    assert {VerdictKind.WINNABLE, VerdictKind.UNWINNABLE} <= kinds


def test_no_fraction_gets_in():
    with pytest.raises(ValueError, match="Out of range"):
        dump({"version": float("nan")})


# -- what an engine must not be left to guess -----------------------------------------------


def documented(path):
    """The quests of a file, each with its document."""
    return zip(publications(path), map(json.loads, documents(path)), strict=True)


@pytest.mark.parametrize("path", some(SHIPPED, 12), ids=lambda path: path.stem)
def test_the_lattice_says_which_cells_are_beside_each_other(path):
    for publication, document in documented(path):
        board = document["board"]
        names = {(cell["row"], cell["column"]): cell["name"] for cell in board["cells"]}
        told = {
            (name, names[row + step["rows"], column + step["columns"]])
            for (row, column), name in names.items()
            for step in board["lattice"]["odd" if row % 2 else "even"]
            if (row + step["rows"], column + step["columns"]) in names
        }
        cells = {publication.quest.board.name(cell): cell for cell in ones_of(publication)}
        are_beside = publication.quest.board.are_beside
        assert told == {
            (first, second)
            for first in cells
            for second in cells
            if are_beside(cells[first], cells[second])
        }


def ones_of(publication):
    floor = publication.quest.board.floor
    return [cell for cell in range(floor.bit_length()) if floor >> cell & 1]


def test_a_name_is_the_letters_of_its_column_and_the_number_of_its_row():
    for path in SHIPPED:
        for _, document in documented(path):
            for cell in document["board"]["cells"]:
                letters = cell["name"].rstrip("0123456789")
                column = functools.reduce(lambda sum_, a: sum_ * 26 + ord(a) - 64, letters, 0)
                assert (column, int(cell["name"][len(letters) :])) == (cell["column"], cell["row"])


def test_hexes_stand_on_a_point_and_even_rows_are_set_in():
    lattices = {
        lattice["shape"]: (lattice["point"], lattice["set_in"])
        for path in SHIPPED
        for _, document in documented(path)
        for lattice in [document["board"]["lattice"]]
    }
    assert lattices == {"squares": (None, None), "hexes": ("top", "even")}


@pytest.mark.parametrize("path", [BELL, *SHIPPED], ids=lambda path: path.stem)
def test_each_symbol_that_is_named_is_drawn(path):
    for publication, document in documented(path):
        named = set(re.findall(r'symbol": "([^"]+)"', json.dumps(document)))
        drawn = {symbol["name"]: symbol for symbol in document["symbols"]}
        own = dict(publication.system.symbols)
        assert set(drawn) == named & (symbol_names() | own.keys())
        assert named - set(drawn) <= LETTERED
        for name, symbol in drawn.items():
            palette = Palette(*["#cc0000"] * 4, symbols=publication.system.symbols)
            there = book_symbol(name, palette)
            assert (symbol["width"], symbol["height"]) == (there.width, there.height)
            assert [part["d"] for part in symbol["paths"]] == [data for data, _ in there.paths]
            look = [
                {
                    key.replace("-", "_"): None if value == "none" else value
                    for key, value in re.findall(r'([a-z-]+)="([^"]*)"', text)
                }
                for text in re.findall(r"<path ([^>]*)/>", own.get(name) or svg_of(name))
            ]
            told = [
                {key: part[key] for key in each}
                for each, part in zip(look, symbol["paths"], strict=True)
            ]
            assert told == look


LETTERED = {"figure", "furniture"}
"""Symbols that are no drawings: a figure and a piece of furniture are drawn with their letters."""


def svg_of(name):
    return (TEMPLATES_DIR / "symbols" / f"{name}.svg").read_text(encoding="utf-8")


def test_a_gate_says_how_it_is_drawn_in_each_state():
    gates = [
        gate for path in SHIPPED for _, document in documented(path) for gate in document["gates"]
    ]
    doors = {(gate["symbol"], gate["open_symbol"], gate["locked_symbol"]) for gate in gates}
    assert ("door-closed", "door-open", "door-locked") in doors
    for path in SHIPPED:
        for publication, document in documented(path):
            desk = Desk(publication.quest, publication.system)
            for gate in document["gates"]:
                is_barred = gate["lock"] is not None and gate["lock"]["key"] == "barred"
                shut = "barred_symbol" if is_barred else "locked_symbol"
                for key, trait in (("open_symbol", "open_symbol"), ("locked_symbol", shut)):
                    assert gate[key] == desk.pack.gate_symbol(gate["kind"], trait, gate["symbol"])


def test_what_is_not_turned_with_a_symbol_is_told_apart():
    (symbol,) = symbols_part({"symbol": "door-locked"}, {})
    assert len(symbol["paths"]) == 4
    assert len(symbol["upright"]) == 1


def hidden_quests():
    return [
        publication
        for path in [*SHIPPED, *ROOT.glob("tests/cases/*/*.quest")]
        for publication in publications(path)
        if publication.quest.unknowns
    ]


def test_what_is_hidden_stands_nowhere_but_among_its_places():
    found = 0
    for publication in hidden_quests():
        document = quest_document(publication)
        sorts = {unknown["id"]: unknown["sort"] for unknown in document["unknowns"]}
        for thing in document["things"]:
            sort = sorts.get(thing["id"])
            assert thing["unknown"] is (sort is not None)
            assert (thing["cells"] == []) is (sort == "thing")
            assert thing["area"] is None or sort != "thing"
        for item in document["items"]:
            assert item["unknown"] is (item["id"] in sorts)
            if item["unknown"]:
                assert (item["holder"], item["cell"]) == (None, None)
                found += 1
        for part in parts_with(document, "moving"):
            assert part["cells"] == part["moving"]["fixed"]
            found += 1
        found += list(sorts.values()).count("thing")
    assert found > 5


def parts_with(data, key):
    """Every object of a document that has something under a key."""
    for part in data.values() if isinstance(data, dict) else data:
        if isinstance(part, dict | list):
            yield from parts_with(part, key)
    if isinstance(data, dict) and data.get(key) is not None:
        yield data


@pytest.mark.parametrize("path", [BELL, *SHIPPED], ids=lambda path: path.stem)
def test_rules_are_of_the_game_and_name_no_finding(path):
    names = {code.name for code in every_code()}
    for _, document in documented(path):
        rules = json.dumps(document["rules"])
        assert names.isdisjoint(re.findall(r'"([^"]*)"', rules))


# -- the compact form ------------------------------------------------------------------------


@pytest.mark.parametrize("path", [BELL, *SHIPPED], ids=lambda path: path.stem)
def test_a_compact_document_says_the_same_but_where_it_is_written(path):
    for _, document in documented(path):
        data = dump_compact(document)
        assert b'"origin"' not in data
        assert data.count(b"\n") == 1
        assert len(data) < 0.75 * len(dump(document))
        light = json.loads(data)
        IN_RUST.validate(light)
        assert completed(light) == without_origins(document)
        assert completed(document) == document
        assert compact(light) == light


def without_origins(data):
    if isinstance(data, dict):
        return {
            key: None if key == "origin" else without_origins(part) for key, part in data.items()
        }
    return [*map(without_origins, data)] if isinstance(data, list) else data


def test_a_null_of_the_pack_is_no_gap(document):
    document["rules"]["gusts"] = {"die": None, "rows": []}
    document["kinds"][0]["traits"] = {"lasting": None, "with": []}
    assert compact(document)["rules"]["gusts"] == {"die": None, "rows": []}
    assert compact(document)["kinds"][0]["traits"] == {"lasting": None, "with": []}


def test_a_key_of_a_later_release_is_passed_over(document):
    later = copy.deepcopy(document)
    later["weather"] = "rain"
    later["gates"][0]["colour"] = "red"
    later["victories"][0]["condition"]["weight"] = 3
    assert completed(later) == document


# -- the same bytes everywhere -----------------------------------------------------------

WRITE = """
import sys

sys.path.insert(0, sys.argv[1])
sys.path.insert(0, sys.argv[1] + "/tests")
from support import published

result = published.compiler_of(published.SYSTEMS[published.GOLDEN]).compile(sys.argv[2])
one = result.quests[0]
ready = published.Publication(
    one.quest, one.system, one.proof.verdict(), result.sources, one.findings
)
print(*published.digests(ready))
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
    here = digests(bell())
    assert len(here) == 6
    assert written(BELL.name, BELL.parent, 1) == here
    if MORE:
        assert written(BELL, tmp_path, 0) == here
        assert written(BELL.relative_to(GOLDEN.parent), GOLDEN.parent, 4242) == here


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
