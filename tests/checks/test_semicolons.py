"""A `;` between statements ends the first one; inside of one it is told, and nothing else is."""

from __future__ import annotations

import pytest

from support.one_text import results
from support.strategies import QUEST

TORN = [
    ("heroes orlaf, rordin", "heroes orlaf,; rordin"),
    ("room adit at", "room adit; at"),
    ("room adit at A1..C3", "room adit at; A1..C3"),
    ('"The Adit"', '; "The Adit"'),
    ("when any hero", "when; any hero"),
    ("any hero carries", "any hero; carries"),
    ("carries lamp", "carries; lamp"),
    ("board {", "board; {"),
    ('draw """', 'draw; """'),
    ("s: start", "s:; start"),
    ("s: start", "s; start"),
    ("facing west", "; facing west"),
    ("when pit-door opened {", "when pit-door opened; {"),
    ("in toolbox", "; in toolbox"),
    ('"Arrival" when', '"Arrival"; when'),
    ("quest last-lamp", "quest; last-lamp"),
    ('"The Last Lamp" {', '"The Last Lamp"; {'),
    ("expect winnable", "expect; winnable"),
    ("system dungeon", "system; dungeon"),
    ('story """', 'story; """'),
    ('read """', 'read; """'),
    ("item lamp", "item; lamp"),
    ('item lamp "', 'item lamp; "'),
]


@pytest.mark.parametrize(("before", "after"), TORN)
def test_a_stray_semicolon_is_told_and_nothing_else(before, after):
    text = QUEST.replace(before, after, 1)
    result = results(text)
    (finding,) = result.findings
    assert finding.code.id == "QW010"
    assert "this `;` " in finding.message
    assert text[finding.label.span.start : finding.label.span.end] == ";"
    assert finding.help.startswith("write `")
    assert ";" not in finding.help


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("  board {", "; board {"),
        ("expect winnable\n}", "expect winnable;\n};"),
        ("  marauder", ";;;\n  marauder"),
        ("}\n\n  victory", "};\n\n  victory"),
        ("zombie\n", "zombie; # all of them, in a row\n"),
        ("in toolbox", 'in toolbox; note """in; "here"; at A1"""'),
        ('chest toolbox "The Toolbox"', 'chest built-in "A; in; B"; # in'),
    ],
)
def test_a_semicolon_between_statements_is_none(before, after):
    text = QUEST.replace(before, after, 1).replace('"Lamp" in toolbox', '"Lamp" at A1', 1)
    whole = QUEST.replace('"Lamp" in toolbox', '"Lamp" at A1', 1)
    assert not [found for found in results(text).findings if found.code.id == "QW010"]
    assert [found.message for found in results(text).findings if found.severity == "error"] == [
        found.message for found in results(whole).findings if found.severity == "error"
    ]


def test_several_are_told_once():
    text = QUEST.replace("room adit at", "room adit; at").replace("facing west", "; facing west")
    (finding,) = results(text).findings
    assert len(finding.related) == 1
