"""Values of a pack that have a small language of their own: moves, and victories of all quests."""

from __future__ import annotations

import pytest

from questwright.compiler.packs import codes
from questwright.compiler.packs.load import load_system
from questwright.compiler.packs.system.moves import move_of
from support.spoiled_packs import findings_of


@pytest.mark.parametrize(
    "move", ["fast", "true", "-1", "2d", "d6-1", "0d6", "1.5", "2d6+", "d1000"]
)
def test_a_move_that_nobody_can_read_is_found(blank, move):
    words = blank / "words.yaml"
    words.write_text(words.read_text().replace("stride: 5", f"stride: {move}"))
    found = findings_of(blank)
    assert [one.code for one in found] == [codes.PACK_FORM]
    if move not in ("true", "1.5", "-1"):
        assert found[0].message == "nobody can tell how far `apprentice` moves"


@pytest.mark.parametrize(
    ("move", "least", "most"), [("0", 0, 0), ("7", 7, 7), ("d6", 1, 6), ("2d6", 2, 12),
    ("2d4+1", 3, 9), ("3d2-2", 1, 4)]
)  # fmt: skip
def test_a_move_is_a_number_or_dice(blank, move, least, most):
    words = blank / "words.yaml"
    words.write_text(words.read_text().replace("stride: 5", f"stride: {move}"))
    system = load_system(blank).system
    assert move_of(system.kinds["apprentice"], "stride") == (least, most)


@pytest.mark.parametrize(
    ("written", "message"),
    [
        ("all lamplighters defeated and", "is no condition"),
        ("all lamplighters defeated }", "is no condition"),
        ("'everybody is dead, somehow'", "is no condition"),
        ("all lamplightres defeated", "speaks of something that no quest has"),
        ("all lamplighters defeeted", "asks for something that is not so in every quest"),
        ("all lamplighters in cellar", "asks for something that is not so in every quest"),
        ("no shade defeated or any door-7 opened", "speaks of something that no quest has"),
    ],
)
def test_a_victory_of_all_quests_that_cannot_be_read_is_found(blank, written, message):
    game = blank / "game.yaml"
    text = game.read_text()
    before = "default_victory: all lamplighters defeated"
    assert before in text
    game.write_text(text.replace(before, f"default_victory: {written}"))
    (one,) = findings_of(blank)
    assert (one.code, one.message) == (
        codes.PACK_FORM,
        f"`sides.gloom.default_victory` {message}",
    )


@pytest.mark.parametrize(
    "written",
    ["any elder defeated", "round > 9", "no lamplighter dimmed", "all apprentices are defeated"],
)
def test_a_victory_of_all_quests_is_about_figures_and_rounds(blank, written):
    game = blank / "game.yaml"
    before = "default_victory: all lamplighters defeated"
    game.write_text(game.read_text().replace(before, f"default_victory: {written}"))
    assert load_system(blank).findings == ()


def test_words_of_a_clock_the_wrong_way_round_are_told_how_to_write_them(blank):
    (blank / "zz.yaml").write_text(
        "source: own\nclocks:\n  oil-left: {title: Oil, at_first: 0, each_round: 1,\n"
        "    words: {last: dry, missing: dark}}\n"
    )
    found = {finding.message: finding.help for finding in findings_of(blank)}
    assert found["`clocks.oil-left.words.last` cannot be `dry`"] == (
        "write it the other way round, your own word first: `dry: last`"
    )
