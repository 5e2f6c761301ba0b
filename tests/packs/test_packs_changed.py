"""Rules packs of which a line is changed or left out: the finding names what is wrong with it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from questwright.compiler.assets import SYSTEMS_DIR
from questwright.compiler.packs import codes
from questwright.compiler.packs.load import load_system
from support.spoiled_packs import findings_of

ORIGINS = SYSTEMS_DIR / "dungeon-saga-origins"


@pytest.mark.parametrize(
    ("before", "after", "code", "message"),
    [
        ("  id: blank", "  id: blink", codes.BAD_PACK_ID, "this pack calls itself `blink`"),
        ("move_value: stride\n", "", codes.PACK_FORM, "this pack does not say `move_value`"),
        ("move_value: stride", "move_value: strid", codes.UNKNOWN_PACK_WORD, "there is no value"),
        ("deck: pockets", "deck: sleeves", codes.UNKNOWN_PACK_WORD, "there is no deck `sleeves`"),
        ("default_area: street", "default_area: x", codes.UNKNOWN_PACK_WORD, "there is no area"),
        (
            "deck: pockets",
            "deck: pockets\n  wakes: [ligt]",
            codes.UNKNOWN_PACK_WORD,
            "there is no effect of a card `ligt`",
        ),
        (
            "deck: pockets",
            "deck: pockets\n  alarm: {die: 6, faces: [1, 7]}",
            codes.PACK_FORM,
            "`search.alarm.faces` contradicts itself",
        ),
    ],
)
def test_a_pack_that_lacks_something_is_told_so(blank, before, after, code, message):
    game = blank / "game.yaml"
    text = game.read_text()
    assert before in text
    game.write_text(text.replace(before, after))
    (one,) = findings_of(blank)
    assert one.code is code
    assert one.message.startswith(message)


def test_a_boss_without_health_is_found(tmp_path):
    folder = Path(shutil.copytree(ORIGINS, tmp_path / ORIGINS.name))
    figures = folder / "figures.yaml"
    figures.write_text(figures.read_text().replace("      health: 6\n", ""))
    (one,) = findings_of(folder)
    assert one.code is codes.MISSING_FIGURE_VALUE
    assert one.message == "`undead-dwarf-king` has no `health`"


def test_a_value_that_is_more_than_its_column_allows_is_found(blank):
    words = blank / "words.yaml"
    text = words.read_text()
    words.write_text(text.replace("title: Dread}", "title: Dread, most: 3}"))
    (one,) = findings_of(blank)
    assert one.code is codes.PACK_FORM
    assert one.message == "`kinds.hollow-mayor.values.dread` contradicts itself"


def test_a_finding_points_at_the_line(blank):
    words = blank / "words.yaml"
    words.write_text(words.read_text().replace("rank: terror, box: 5", "rank: teror, box: 5"))
    loaded = load_system(blank)
    (one,) = loaded.findings
    source = loaded.sources[one.label.span.path]
    line = source.line(source.position(one.label.span.start).line)
    assert source.text[one.label.span.start : one.label.span.end] == "teror"
    assert "teror" in line
    assert one.help == "did you mean `terror`?"


@pytest.mark.parametrize(
    ("old", "new", "path"),
    [
        ("actions_per_turn: 2", "actions_per_turn: 0", "actions_per_turn"),
        ("facings: []", "facings: []\n  front_holds: true", "grid.front_holds"),
        (
            "drawing: walls-between\n  diagonal: both-flanks",
            "drawing: hexes\n  ruler: true\n  diagonal: never",
            "grid.ruler",
        ),
        ("minimum: 1, maximum: 3", "minimum: 6, maximum: 5", "settings.watch.maximum"),
    ],
)
def test_rules_that_cannot_be_beside_others_are_found(blank, old, new, path):
    found = False
    for file in blank.glob("*.yaml"):
        text = file.read_text(encoding="utf-8")
        found = found or old in text
        file.write_text(text.replace(old, new), encoding="utf-8")
    assert found, old
    assert any(f"`{path}`" in finding.message for finding in findings_of(blank))
