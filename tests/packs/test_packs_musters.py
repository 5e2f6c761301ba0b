"""Packs whose musters, fights, floor or crossings do not agree: each is told so where it stands."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from questwright.compiler.assets import SYSTEMS_DIR
from questwright.compiler.packs.load import load_system
from support.more import some

NOIR, ORIGINS = (SYSTEMS_DIR / game for game in ("dragon-noir", "dungeon-saga-origins"))


def told(tmp_path, game, file, old, new):
    """The findings about a copy of a pack in which a text stands for another."""
    folder = Path(shutil.copytree(game, tmp_path / game.name))
    path = folder / file
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1
    path.write_text(text.replace(old, new), encoding="utf-8")
    loaded = load_system(folder)
    assert loaded.system is None
    assert all(finding.help for finding in loaded.findings)
    return [(finding.code.name, finding.message, finding.label.text) for finding in loaded.findings]


SPOILED = {
    "prices that stand nowhere": (
        "system.yaml", "prices: krob_cost.rows", "prices: krob_cost.row",
        ("pack-form", "`musters.prices`", "nothing of `rules`"),
    ),
    "a price of nobody": (
        "tables.yaml", "{kind: hunter, title: Hunter, points: 1}",
        "{kind: hunters, title: Hunter, points: 1}",
        ("unknown-pack-word", "`hunters`", "named here"),
    ),
    "a price of nothing": (
        "tables.yaml", "{kind: hunter, title: Hunter, points: 1}", "{kind: hunter, title: Hunter}",
        ("pack-form", "`musters.prices`", "`hunter` has no price"),
    ),
    "points in no round": (
        "tables.yaml", "{turns: [3, 6, 9], points: 10}", "{points: 10}",
        ("pack-form", "`musters.calendar`", "in no rounds"),
    ),
    "points from a round on, and who knows when": (
        "tables.yaml", "    every: {value: 3, source: own, rule: DN-E52}\n", "",
        ("pack-form", "`musters.calendar`", "in which rounds"),
    ),
    "nobody is called so who is born": (
        "tables.yaml", "born_as: {value: baby, source: rulebook, rule: DN-A50}", "born_as: babe",
        ("unknown-pack-word", "`babe`", "named here"),
    ),
    "nobody is born as somebody who is for sale": (
        "tables.yaml", "{kind: guard, title: Guard, points: 7}",
        "{kind: queen, title: Queen, points: 7}",
        ("pack-form", "`musters.growth`", "counters of `queen`"),
    ),
    "who is born stays so": (
        "tables.yaml", "    grown_after: 3\n", "",
        ("pack-form", "`musters.growth`", "never grows up"),
    ),
    "near, and who knows how near": (
        "tables.yaml", "    within: 2\n", "",
        ("pack-form", "`musters.growth`", "how near"),
    ),
    "several of nobody": (
        "system.yaml", "{by: [dwarf], columns: 1", "{by: [dwarfs], columns: 1",
        ("unknown-pack-word", "`dwarfs`", "named here"),
    ),
    "a floor that there is not": (
        "system.yaml", "default_terrain: flat", "default_terrain: flats",
        ("unknown-pack-word", "`flats`", "named here"),
    ),
    "a floor that is dear": (
        "system.yaml", "default_terrain: flat", "default_terrain: scrub",
        ("pack-form", "`terrains.scrub.cost`", "this cannot be"),
    ),
    "a crossing closed to a tile that there is not": (
        "crossings.yaml", "tile: haunted-swamp,", "tile: swamp,",
        ("unknown-pack-word", "`swamp`", "named here"),
    ),
    "a stock that is no number": (
        "magic.yaml", "stock: energy", "stock: profile",
        ("unknown-pack-word", "`profile`", "named here"),
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", some(SPOILED, 5))
def test_a_pack_that_does_not_agree_is_told_so(what, tmp_path):
    file, old, new, (code, message, label) = SPOILED[what]
    found = told(tmp_path, NOIR, file, old, new)
    assert any(
        code == name and message in said and label in where for name, said, where in found
    ), found


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("ranks: [boss]\n  text:", "ranks: [bosses]\n  text:", "unknown-pack-word"),
        ("decks: [petty-magic,", "decks: [pretty-magic,", "unknown-pack-word"),
        ("      nudge:\n", "      rooted:\n", "pack-word-twice"),
    ],
)
def test_cards_that_are_granted_are_of_the_pack(old, new, code, tmp_path):
    found = told(tmp_path, ORIGINS, "cards.yaml", old, new)
    assert code in {name for name, _, _ in found}
