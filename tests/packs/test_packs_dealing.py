"""Packs that deal boards: each field that does not go with the others is told, at its place."""

from __future__ import annotations

import shutil

import pytest

from questwright.compiler.assets import SYSTEMS_DIR
from questwright.compiler.packs import codes
from questwright.compiler.packs.load import load_system

GAME = SYSTEMS_DIR / "warhammer-quest"
LIKE = "does not agree with the rest"
AGAINST = "contradicts itself"


@pytest.fixture
def spoiled(tmp_path):
    """What the compiler says of the game with one text of it replaced by another."""

    def told(file, before, after):
        folder = shutil.copytree(GAME, tmp_path / "warhammer-quest")
        text = (folder / file).read_text(encoding="utf-8")
        assert before in text
        (folder / file).write_text(text.replace(before, after, 1), encoding="utf-8")
        return [(found.code, found.message) for found in load_system(folder).findings]

    return told


@pytest.mark.parametrize(
    ("file", "before", "after", "code", "message"),
    [
        (
            "system.yaml",
            "drawing: walls-between",
            "drawing: open-squares",
            codes.PACK_FORM,
            f"`dealing` {LIKE}",
        ),
        (
            "sections.yaml",
            "    objective: true\n",
            "",
            codes.PACK_FORM,
            f"`dealing` {LIKE}",
        ),
        (
            "sections.yaml",
            "    objective: true\n",
            "    objective: true\n    divides: true\n",
            codes.PACK_FORM,
            f"`sections.objective-room.divides` {LIKE}",
        ),
        (
            "sections.yaml",
            "section: objective-room, box: 1",
            "section: objective-room, cards: 1, box: 1",
            codes.PACK_FORM,
            f"`tiles.drowned-altar.cards` {LIKE}",
        ),
        (
            "sections.yaml",
            "section: dungeon-room, cards: 2",
            "cards: 2",
            codes.PACK_FORM,
            f"`tiles.guard-room.cards` {LIKE}",
        ),
        (
            "settings.yaml",
            "die: {value: 6,",
            "die: {value: 8,",
            codes.PACK_FORM,
            f"`settings.adventure.chosen_by.die` {AGAINST}",
        ),
        (
            "settings.yaml",
            "    role: party\n",
            "    role: party\n    chosen_by: {die: 4}\n",
            codes.PACK_FORM,
            f"`settings.warriors.chosen_by` {LIKE}",
        ),
        (
            "sections.yaml",
            "events: {value: event,",
            "events: {value: evnt,",
            codes.UNKNOWN_PACK_WORD,
            "there is no deck `evnt`",
        ),
        (
            "sections.yaml",
            "worth: {value: gold,",
            "worth: {value: silver,",
            codes.UNKNOWN_PACK_WORD,
            "there is no value of a figure `silver`",
        ),
        (
            "cards.yaml",
            "brings: {cellar-rat: 8}",
            "brings: {cellar-bat: 8}",
            codes.UNKNOWN_PACK_WORD,
            "there is no figure `cellar-bat`",
        ),
        (
            "cards.yaml",
            "brings: {cellar-rat: d6+2}",
            "brings: {cellar-rat: d6+3}",
            codes.PACK_FORM,
            f"`decks.event.cards.scratching.brings.cellar-rat` {AGAINST}",
        ),
        (
            "cards.yaml",
            "brings: {cellar-rat: d6+2}",
            "brings: {cellar-rat: d6-9}",
            codes.PACK_FORM,
            f"`decks.event.cards.scratching.brings.cellar-rat` {LIKE}",
        ),
        (
            "figures.yaml",
            "attacks: 1, gold: 15",
            "attacks: 1",
            codes.PACK_FORM,
            f"`decks.event.cards.scratching.brings.cellar-rat` {LIKE}",
        ),
    ],
)
def test_what_does_not_go_together_is_told(spoiled, file, before, after, code, message):
    """WHQ-B1, WHQ-B2, WHQ-B13, WHQ-B18."""
    assert (code, message) in spoiled(file, before, after)


def test_sections_that_no_deck_deals_are_told(tmp_path):
    folder = shutil.copytree(GAME, tmp_path / "warhammer-quest")
    file = folder / "sections.yaml"
    text = file.read_text(encoding="utf-8")
    begin, end = text.index("dealing:\n"), text.index("sections:\n")
    file.write_text(text[:begin] + text[end:], encoding="utf-8")
    found = [finding.message for finding in load_system(folder).findings]
    assert f"`sections` {LIKE}" in found


def test_the_pack_as_it_ships_is_told_nothing():
    assert load_system(GAME).findings == ()
