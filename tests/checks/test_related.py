"""What is found about the verdict points at every place in the source that has a part in it."""

from __future__ import annotations

import json
import re

import pytest

from questwright.compiler import codes
from questwright.compiler.report.machine import render_json
from questwright.compiler.report.terminal import render
from questwright.dsl.diagnostics import Diagnostic, Label
from questwright.dsl.source import Source, Span
from support.more import some
from support.published import every_quest, result_of
from support.strategies import run

pytestmark = pytest.mark.slow  # these are no unit tests: whole quests go through whole commands

CHAINED = {
    code.id
    for code in (
        codes.UNWINNABLE,
        codes.UNREACHABLE_AREA,
        codes.UNREACHABLE_ITEM,
        codes.DEAD_EVENT,
        codes.DEAD_ACTION,
        codes.UNSEARCHABLE,
    )
}


def findings(path):
    result = result_of(path)
    return json.loads(render_json(result.findings, result.sources))


@pytest.mark.parametrize("path", some(every_quest(), 60), ids=lambda path: path.stem)
def test_each_cause_is_a_place_in_the_source(path):
    text = path.read_text(encoding="utf-8").splitlines()
    for finding in findings(path):
        if finding["code"] in CHAINED:
            # Every cause that is told has its place, and the place is there.
            told = re.sub(r" \[[^\]]*\]$", "", finding["reason"])
            causes = re.split(r"; | – and apart from that: ", told)
            assert [place["text"] for place in finding["related"]] == causes
        for place in finding["related"]:
            if place["path"] == str(path):
                assert 1 <= place["line"] <= len(text)
                assert place["text"]


def test_a_dead_end_points_at_every_step_that_leads_there():
    path = next(quest for quest in every_quest() if quest.stem == "spent-on-the-wrong-door")
    (finding,) = [finding for finding in findings(path) if finding["code"] == codes.CAN_STRAND.id]
    assert [place["text"] for place in finding["related"]] == [
        "on the way into this dead end, step 3: Orlaf: Take the Iron key"
    ]
    assert (
        "-- on the way into this dead end, step 3: Orlaf: Take the Iron key\n"
        in run("check", path).out
    )


def test_what_is_expected_in_vain_points_at_why(tmp_path):
    path = next(quest for quest in every_quest() if quest.stem == "key-behind-its-own-door")
    quest = path.read_text(encoding="utf-8").replace(
        "  victory", '  expect winnable\n  allow unwinnable because "it is a test"\n  victory', 1
    )
    quest = quest.replace("expect winnable\n", "expect winnable in 1..9 rounds\n")
    other = tmp_path / "other.quest"
    other.write_text(quest, encoding="utf-8")
    (finding,) = [
        finding for finding in findings(other) if finding["code"] == codes.STALE_EXPECT.id
    ]
    assert [place["text"] for place in finding["related"]] == [
        "the Crypt is behind the Way",
        "the Way needs the Iron key",
        "the Iron key is in the Crypt",
    ]


def test_what_follows_from_being_lost_is_not_told_again(tmp_path):
    path = next(quest for quest in every_quest() if quest.stem == "key-behind-its-own-door")
    other = tmp_path / "other.quest"
    quest = path.read_text(encoding="utf-8")
    other.write_text(quest.replace("  victory", "  expect optional crypt\n  victory", 1))
    assert {finding["code"] for finding in findings(other)} == {codes.UNWINNABLE.id}


def test_squares_closed_off_point_at_all_that_closes_them(tmp_path):
    path = tmp_path / "pen.quest"
    path.write_text(
        """quest pen "Pen" {
  system dungeon-saga-origins
  heroes orlaf
  marauder zombie
  board {
    draw \"""
    +-+-+-+-+
    |s . c .|
    + + + + +
    |. x . y|
    + + + + +
    |. . . .|
    +-+-+-+-+
    \"""
    s: start
    c: furniture crate
    x: furniture barrels
    y: furniture statue
  }
  furniture crate at D3
  room pen at A1..D3 "Pen"
  victory heroes when any hero at A3
}
""",
        encoding="utf-8",
    )
    (finding,) = [
        finding for finding in findings(path) if finding["code"] == codes.UNREACHABLE_SQUARES.id
    ]
    assert finding["message"] == "nobody can reach D1"
    assert finding["place"]["text"] == "it closes off a part of `pen`"
    # The barrels and the other crate have no part in it.
    assert [(one["line"], one["text"]) for one in finding["related"]] == [(18, "and so does this")]


def test_places_beyond_counting_are_counted():
    source = Source("a.quest", "a line\n" * 40)
    related = tuple(Label(Span("a.quest", 7 * n, 7 * n + 1), f"cause {n}") for n in range(1, 31))
    finding = Diagnostic(codes.UNWINNABLE, "no", Label(Span("a.quest", 0, 1), "never"), related)
    shown = render([finding], {"a.quest": source})
    assert shown.count("- cause ") == 24
    assert "= see: 6 more places, which `--format json` lists\n" in shown
