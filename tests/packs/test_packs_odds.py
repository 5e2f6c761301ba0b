"""Packs whose fights are by odds, or that print tables: what is wrong with them is told."""

from __future__ import annotations

import pytest

from questwright.compiler.packs import codes
from questwright.compiler.packs.load import load_system
from support.paths import PACKS

BLANK = PACKS / "blank"

ODDS = """
source: own
fights:
  roll: odds-columns
  die: 2
  table: brawl
  attacks: {glare: {title: Glare, dice: oil}}
  defence: stride
  falls: {terror: {at: dread, kept: true, marks: [{mark: X, hits: 2}]}}
  given: nobody blinks
rules:
  brawl:
    die: 2
    results: [{mark: X, hits: 1}, {mark: O}]
    rows:
      - {faces: [1], cells: [X, X]}
      - {faces: [2], cells: [O, X]}
aids:
  brawl:
    title: Brawl
    rows: brawl.rows
    columns: [{title: Die, value: faces}, {title: 1-1, value: cells.0}]
    legend: brawl.results
"""
PAIRS = """
source: own
fights:
  roll: pairs-high-to-high
  die: 6
  attacks: {glare: {title: Glare, dice: oil}}
  defence: stride
  armour: dread
  falls: {terror: {at: dread, kept: false, most: 1}}
  given: nobody blinks
"""
WRONG = {
    "hits of an attack that are limited, and all asked of one": (
        PAIRS,
        codes.PACK_FORM,
        "`fights.falls.terror.most` contradicts itself",
    ),
    "hits of an attack that are limited, and read from a table": (
        ODDS.replace("kept: true", "kept: true, most: 1"),
        codes.PACK_FORM,
        "`fights.falls.terror.most` contradicts itself",
    ),
    "a word of those who are driven back that is not there": (
        ODDS.replace("  given:", "  driven_back: [wraith]\n  given:"),
        codes.UNKNOWN_PACK_WORD,
        "there is no kind, rank or trait `wraith`",
    ),
    "cards of a deck that is not there": (
        ODDS.replace("rows: brawl.rows", "rows: decks.sleeves"),
        codes.UNKNOWN_PACK_WORD,
        "there is no list in `rules` `decks.sleeves`",
    ),
    "odds without a table": (
        ODDS.replace("  table: brawl\n", ""),
        codes.PACK_FORM,
        "`fights` does not say `table`",
    ),
    "odds on a table that is not there": (
        ODDS.replace("table: brawl", "table: brawls"),
        codes.UNKNOWN_PACK_WORD,
        "there is no table of `rules` `brawls`",
    ),
    "odds on a table of another die": (
        ODDS.replace("  die: 2\n  table", "  die: 3\n  table"),
        codes.PACK_FORM,
        "`fights.table` contradicts itself",
    ),
    "odds on a torn table": (
        ODDS.replace("cells: [O, X]", "cells: [O]"),
        codes.PACK_FORM,
        "`rules.brawl.rows[2].cells` contradicts itself",
    ),
    "odds with a result that is not explained": (
        ODDS.replace("cells: [O, X]", "cells: [Q, X]"),
        codes.UNKNOWN_PACK_WORD,
        "there is no result `Q`",
    ),
    "a fall by a result that is not there": (
        ODDS.replace("{mark: X, hits: 2}", "{mark: Z, hits: 2}"),
        codes.UNKNOWN_PACK_WORD,
        "there is no result `Z`",
    ),
    "a table for dice that are held against each other": (
        ODDS.replace("roll: odds-columns", "roll: pairs-high-to-high\n  armour: dread"),
        codes.PACK_FORM,
        "`fights.table` contradicts itself",
    ),
    "a printed table without rows": (
        ODDS.replace("rows: brawl.rows", "rows: brawl.lines"),
        codes.UNKNOWN_PACK_WORD,
        "there is no list in `rules` `brawl.lines`",
    ),
    "a printed column that no row has": (
        ODDS.replace("value: cells.0", "value: cells.7"),
        codes.UNKNOWN_PACK_WORD,
        "there is no value `cells.7`",
    ),
    "a printed table with a legend of nothing": (
        ODDS.replace("legend: brawl.results", "legend: brawl.rows"),
        codes.UNKNOWN_PACK_WORD,
        "there is no list with `mark` in `rules` `brawl.rows`",
    ),
    "a printed table that asks for no setting": (
        ODDS + "    when: {climate: [fair]}\n",
        codes.UNKNOWN_PACK_WORD,
        "there is no setting `climate`",
    ),
    "a setting for a side that is not there": (
        (
            "source: own\nsettings:\n  turncoats: {title: T, shape: kinds, side: glooom,\n"
            "    minimum: 0, maximum: 3, text: Who turns.}\n"
        ),
        codes.UNKNOWN_PACK_WORD,
        "there is no side `glooom`",
    ),
}


@pytest.mark.parametrize(("text", "code", "message"), WRONG.values(), ids=WRONG.keys())
def test_a_wrong_table_is_told(blank, text, code, message):
    (blank / "zz.yaml").write_text(text)
    found = [(finding.code, finding.message) for finding in load_system(blank).findings]
    assert (code, message) in found


@pytest.mark.parametrize(
    "text",
    [
        PAIRS.replace("kept: false", "kept: true"),
        ODDS.replace("rows: brawl.rows", "rows: decks.pockets")
        .replace("value: faces", "value: title")
        .replace("value: cells.0", "value: text"),
    ],
)
def test_limited_hits_and_tables_of_cards_are_read(blank, text):
    (blank / "odds.yaml").write_text(text, encoding="utf-8")
    system, findings, _ = load_system(blank, None)
    assert [finding.message for finding in findings] == []
    assert system is not None


def test_a_pack_with_a_sound_table_is_read(blank):
    (blank / "zz.yaml").write_text(ODDS)
    loaded = load_system(blank)
    assert loaded.findings == ()
    assert loaded.system.fights.falls["terror"].marks == {"X": 2}
    assert loaded.system.aids[0].legend == ("brawl", "results")
