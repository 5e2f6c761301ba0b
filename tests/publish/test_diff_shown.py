"""Changes as they are shown: in a terminal, on a pull request, to machines."""

from __future__ import annotations

import json
import re
import sys
from itertools import product

import pytest

from questwright.compiler.cli import diff as diff_module
from questwright.compiler.publish.diff.changes import (
    HEADINGS,
    SCHEMA_ID,
    Subject,
    diff_document,
)
from questwright.compiler.publish.diff.compare import compare, compare_all
from questwright.compiler.publish.diff.maps import MapLine
from questwright.compiler.publish.diff.markdown import markdown, plain
from questwright.compiler.publish.document.quest_json import dump
from support.editions import MILL, PAIRS, changed, document, edition
from support.more import amount
from support.strategies import run, spawn
from support.wide_hall import HALL, hall

pytestmark = pytest.mark.slow  # these are no unit tests: whole quests go through whole commands

# -- whole folders, seen and approved -----------------------------------------------------------


@pytest.mark.parametrize("form", ["text", "markdown", "json"])
@pytest.mark.parametrize("name", ["mill", "crypt", "valley"])
def test_a_pair_as_it_is_shown(name, form, golden):
    suffix = "" if name == "valley" else ".quest"
    old, new = (PAIRS / name / f"{which}{suffix}" for which in ("before", "after"))
    code, out, _ = run("diff", old, new, "--format", form)
    assert code == 1
    golden(f"diff/{name}/changes.{ {'text': 'txt', 'markdown': 'md'}.get(form, form) }", out)


def test_quests_are_matched_by_their_names():
    old, new = PAIRS / "valley" / "before", PAIRS / "valley" / "after"
    code, out, err = run("diff", "--format=json", old, new)
    quests = {load["id"]: load["changes"] for load in json.loads(out)["quests"]}
    assert code == 1
    # `same` is the same, and is not spoken of.
    assert [*quests] == ["new-road", "old-road", "the-well", "torn"]
    assert [quest["change"] for quest in quests["new-road"]] == ["added"]
    assert [quest["change"] for quest in quests["old-road"]] == ["removed"]
    assert quests["torn"][0]["change"] == "broken"
    # Why a text cannot be proven is said as elsewhere.
    assert "error[QW110]" in err
    assert "torn.quest:11:9" in err


def test_what_cannot_be_compiled_at_all():
    whole = edition(MILL)
    for before, after, expected in (
        ({"a": None}, {"a": None}, []),
        ({"a": whole}, {"a": None}, ["broken"]),
        ({"a": None}, {"a": whole}, ["mended"]),
        ({"a": None}, {}, ["removed"]),
        ({}, {"a": None}, ["added"]),
    ):
        found = compare_all(before, after)
        assert [change.sort for diff in found for change in diff.changes] == expected
        assert markdown(found)


def test_two_quests_that_are_named_are_compared_whatever_they_are_called(tmp_path):
    other = tmp_path / "other.quest"
    other.write_text(changed(MILL, ("quest dry-mill", "quest wet-mill")), encoding="utf-8")
    code, out, err = run("diff", PAIRS / "mill" / "before.quest", other)
    assert (code, err) == (1, "")
    assert out.startswith("The Dry Mill (wet-mill): still winnable\nChanged: the quest itself\n")


MILL_DOCUMENT = document(MILL)


# -- for machines and for pull requests -----------------------------------------------------------


def test_data_is_written_in_one_way():
    old, new = edition(MILL), edition(changed(MILL, ("gold 10", "gold 25")))
    data = dump(diff_document(compare_all({"m": old}, {"m": new})))
    assert json.loads(data) == {
        "$schema": SCHEMA_ID,
        "version": 1,
        "campaigns": [],
        "quests": [
            {
                "id": "dry-mill",
                "title": "The Dry Mill",
                "before": "winnable",
                "after": "winnable",
                "map": [],
                "changes": [
                    {
                        "subject": "setting",
                        "change": "value",
                        "id": "gold",
                        "before": 10,
                        "after": 25,
                        "text": "Gold for each Hero: 25 now, 10 before",
                    }
                ],
            }
        ],
    }
    nothing = {"$schema": SCHEMA_ID, "version": 1, "campaigns": [], "quests": []}
    assert dump(diff_document(())) == dump(nothing)


@pytest.mark.slow
@pytest.mark.parametrize("form", ["text", "markdown", "json"])
def test_the_same_is_said_the_same(form):
    pair = (PAIRS / "crypt" / "before.quest", PAIRS / "crypt" / "after.quest")
    said = run("diff", "--format", form, *pair).out.encode()
    for seed in (4711, 1)[: amount(1, 2)]:
        assert spawn("diff", "--format", form, *pair, PYTHONHASHSEED=seed).stdout == said


HOSTILE = [
    "# Heading",
    "- item",
    "1. item",
    "> quote",
    "a | b",
    "`code` ``` fence",
    "<script>alert(1)</script>",
    "<!-- hidden",
    "![x](http://evil.example/x.png)",
    "[x]: http://evil.example",
    "@everyone and @some/team",
    "me@evil.example",
    "#12 and GH-12 and x/y#3",
    ":+1: :smile:",
    "www.evil.example",
    "$x$ ~~gone~~ **bold** __bold__",
    "&lt;b&gt;",
    "a\\`b",
    "one\u202eeno",
    "two\nlines\n\n# three",
]


@pytest.mark.parametrize("text", HOSTILE)
def test_what_an_author_wrote_does_nothing_in_markdown(text):
    shown = plain(text)
    assert "\n" not in shown
    assert "\u202e" not in shown
    assert not re.search(r"@\w|#\d|GH-\d|:[+\w/]|www\.\w", shown)
    assert not re.match(r"[-+=>#|]|\d+[.)]", shown)
    bare = re.sub(r"\\.", "", re.sub(r"`[a-z][a-z0-9 -]*`", "", shown))
    assert not set(bare) & set("`*_<>[]|~$&#")
    # And whoever reads it reads what was written.
    seen = re.sub(r"\\(.)", r"\1", shown.replace("\u200b", ""))
    assert seen == " ".join(text.split()).replace("\u202e", "U+202E")


def test_a_map_cannot_be_left():
    line = "`" * 5
    diff = compare(edition(MILL), edition(changed(MILL, (". . m .|", ". m . .|"))))
    page = markdown([diff._replace(map=(*diff.map, MapLine(line, is_changed=False)))])
    fences = [splitline for splitline in page.splitlines() if splitline.startswith("```")]
    assert fences == ["``````diff", "``````"]


def test_both_maps_stand_beside_each_other():
    moved = changed(MILL, (". . m .|", ". m . .|"))
    page = markdown([compare(edition(MILL), edition(moved))])
    assert "!   2 |s s . .D. . a .|      2 |s s . .D. a . .|\n" in page
    assert f"!{' ' * 16}^ ^{' ' * 22}^ ^\n" in page
    assert page.count("\n!") == 2
    wide = [(edition(wide_hall(at))) for at in (2, 3)]
    lines = [line.text for line in compare(*wide).map]
    assert lines[0] == "before"
    assert "after" in lines


def wide_hall(at):
    columns = 40
    row = ["."] * columns
    row[0], row[at] = "s", "z"
    walls = "    +" + "-+" * columns
    drawn = f"{walls}\n    |{' '.join(row)}|\n{walls}"
    return HALL.format(drawn, "", "AN1", "")


def test_letters_are_the_same_on_both_maps():
    legend = "t: skeleton-archer facing east"
    old, new = hall(["s....", "..z.."]), hall(["st...", "..z.."], legend)
    lines = [line.text for line in compare(old, new).map]
    row = next(line for line in lines if line.startswith("  2"))
    assert row.split("|")[1] == row.split("|")[3] == ". . z . ."
    assert any("Skeleton Archer" in line for line in lines)


def test_every_subject_has_a_heading():
    assert set(HEADINGS) == set(Subject)


# -- the command ------------------------------------------------------------------------------


@pytest.fixture
def pair(tmp_path):
    old, new = tmp_path / "old.quest", tmp_path / "new.quest"
    old.write_text(MILL, encoding="utf-8")
    new.write_text(changed(MILL, ("gold 10", "gold 25")), encoding="utf-8")
    return old, new


def test_exit_codes_are_those_of_a_comparison(pair):
    old, new = pair
    assert run("diff", old, old) == (0, "nothing has changed\n", "")
    assert run("diff", old, old, "--format=json").code == 0
    assert (
        run("diff", old, old, "--format=markdown").out == "Nothing in these quests has changed.\n"
    )
    code, out, err = run("diff", old, new)
    assert (code, err) == (1, "")
    assert "    ~ Gold for each Hero: 25 now, 10 before\n" in out
    assert run("diff", "-", "-").code == 2
    assert run("diff", old).code == 2
    assert run("diff", "-", new, stdin=MILL.encode()).out == out


@pytest.mark.slow
def test_documents_files_and_folders_are_the_same_to_it(pair, tmp_path):
    old, new = pair
    for path in pair:
        assert run("build", "--no-book", "--out", tmp_path / path.stem, path).code == 0
    built = [tmp_path / name / "dry-mill" / "quest.json" for name in ("old", "new")]
    expected = run("diff", old, new).out
    first = (old, built[0], built[0].parent, built[0].parent.parent)
    second = (new, built[1], built[1].parent.parent)
    few = [*((one, new) for one in first), *((built[0], other) for other in second)]
    for one, other in amount(few, [*product(first, second)]):
        assert run("diff", one, other) == (1, expected, "")
    both = tmp_path / "both"
    for name in ("a", "b"):
        (both / name).mkdir(parents=True)
        (both / name / "quest.json").write_bytes(built[0].read_bytes())
    code, _, err = run("diff", both, old)
    assert code == 1
    assert "error[QW604]: two documents are of the quest `dry-mill`" in err


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("missing.quest", "QW601"),
        ("missing.json", "QW601"),
        ("bad.json", "QW606"),
    ],
)
def test_what_cannot_be_read(name, code, pair, tmp_path):
    (tmp_path / "bad.json").write_text("{", encoding="utf-8")
    done = run("diff", pair[0], tmp_path / name)
    assert (done.code, done.out) == (1, "")
    assert f"error[{code}]" in done.err
    assert "Traceback" not in done.err


def test_what_is_unreadable_in_a_folder_is_not_gone(pair, tmp_path):
    built, broken = tmp_path / "built", tmp_path / "broken"
    assert run("build", "--no-book", "--out", built, pair[0]).code == 0
    (broken / "dry-mill").mkdir(parents=True)
    (broken / "dry-mill" / "quest.json").write_text("{}", encoding="utf-8")
    code, out, err = run("diff", built, broken)
    assert code == 1
    assert "error[QW606]" in err
    assert "The new text has mistakes" in out
    torn = tmp_path / "torn"
    torn.mkdir()
    (torn / "dry-mill.quest").write_text("quest", encoding="utf-8")
    code, out, err = run("diff", built, torn)
    assert code == 1
    assert "error[QW0" in err
    assert "The new text has mistakes" in out


def test_before_the_first_quest_there_was_none(pair, tmp_path):
    empty = tmp_path / "empty"
    empty.mkdir()
    assert run("diff", empty, empty) == (0, "nothing has changed\n", "")
    assert run("diff", empty, pair[0]) == (1, "The Dry Mill (dry-mill): new, and winnable\n", "")


@pytest.mark.skipif(sys.platform == "win32", reason="no such thing there")
def test_a_device_is_no_document(pair, tmp_path):
    (tmp_path / "endless.json").symlink_to("/dev/zero")
    assert "error[QW601]" in run("diff", pair[0], tmp_path / "endless.json").err


def test_colours_for_a_terminal(monkeypatch):
    monkeypatch.setattr(diff_module, "wants_colour", lambda: True)
    out = run("diff", PAIRS / "mill" / "before.quest", PAIRS / "mill" / "after.quest").out
    for colour, sign in (("1;33", "~"), ("1;36", "+"), ("1;31", "-")):
        assert f"    \x1b[{colour}m{sign}\x1b[0m " in out
    plain_out = re.sub(r"\x1b\[[0-9;]*m", "", out)
    monkeypatch.setattr(diff_module, "wants_colour", lambda: False)
    assert run("diff", PAIRS / "mill" / "before.quest", PAIRS / "mill" / "after.quest").out == (
        plain_out
    )


def test_titles_cannot_command_a_terminal(tmp_path, pair):
    data = json.loads(MILL_DOCUMENT)
    data["title"] = "\x1b[2J::error::"
    path = tmp_path / "odd.json"
    path.write_text(json.dumps(data), encoding="utf-8")
    out = run("diff", pair[0], path).out
    assert "\x1b" not in out
    assert "\n::error" not in out
