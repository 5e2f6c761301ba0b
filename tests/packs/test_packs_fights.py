"""Fights of a pack: what attacks cost, who falls, the armour of locks, and faces that count."""

from __future__ import annotations

import re

import pytest

from questwright.compiler.odds.best import hits_by_face, saves_by_face
from questwright.compiler.packs import codes
from questwright.compiler.packs.load import load_system
from support.paths import ROOT
from support.spoiled_packs import FIGHTS, FIGHTS_LESS, findings_of

BOLT = """
locks:
  bolt: {{source: own, title: Bolt, text: It is broken., values: {values},
    broken: {{attacks: [], dice: dice, {armour}hits: 1}}, action_cost: 1}}
"""
WRONG = {
    "an attack that nobody can pay for": (
        FIGHTS.replace("dice: oil}", "dice: oil, action_cost: 3}"),
        "`fights.attacks.glare.action_cost` contradicts itself",
    ),
    "an attack on locks with a cost of its own": (
        FIGHTS.replace("dice: oil}", "dice: oil, locks_only: true, action_cost: 1}"),
        "`fights.attacks.glare.action_cost` contradicts itself",
    ),
    "foes of which nothing says when they fall": (
        FIGHTS.replace("terror:", "walker:"),
        "`fights.falls` does not agree with the rest",
    ),
    "a lock with armour that no attack asks for": (
        FIGHTS_LESS + BOLT.format(values="[dice, iron]", armour="armour: iron, "),
        "`locks.bolt.broken.armour` contradicts itself",
    ),
    "a lock without the armour that is asked for": (
        FIGHTS + BOLT.format(values="[dice]", armour=""),
        "`locks.bolt.broken` does not agree with the rest",
    ),
}


@pytest.mark.parametrize(("text", "message"), WRONG.values(), ids=WRONG.keys())
def test_wrong_fights_are_told_what_is_wrong(blank, text, message):
    (blank / "zz.yaml").write_text(text)
    found = [(finding.code, finding.message) for finding in findings_of(blank)]
    assert (codes.PACK_FORM, message) in found


def test_a_lock_needs_no_armour_where_attacks_ask_for_none(blank):
    bolt = BOLT.format(values="[dice]", armour="").replace("attacks: []", "attacks: [poke]")
    (blank / "zz.yaml").write_text(FIGHTS_LESS + bolt)
    system = load_system(blank).system
    assert system.locks["bolt"].broken.guard({"dice": 2}) == (2, 0)


def test_who_is_only_driven_back_needs_no_number_of_hits(blank):
    text = FIGHTS.replace("terror:", "walker:") + "  driven_back: [terror]\n"
    (blank / "zz.yaml").write_text(text)
    assert load_system(blank).system is not None


PAGE = (ROOT / "scripts/reference/texts/pack-format.md").read_text(encoding="utf-8")
MONSTER = """
source: own
ranks:
  monster: {title: Monster, needs: [attack, defend, body]}
kinds:
  gargoyle: {category: figure, title: Gargoyle, plural: Gargoyles, symbol: figure, side: gloom,
    rank: monster, values: {stride: 2d6, attack: 3, defend: 4, body: 1}}
"""


def test_the_example_of_fights_in_the_manual_of_packs_is_sound(blank):
    (example,) = re.findall(r"```yaml\n(dice:\n.*?)```", PAGE, re.DOTALL)
    example = example.replace("falls: {", "falls: {terror: {at: dread, kept: true}, ")
    (blank / "zz.yaml").write_text(f"source: own\n{example}")
    (blank / "zy.yaml").write_text(MONSTER)
    loaded = load_system(blank)
    assert loaded.findings == ()
    assert loaded.system.fights.faces == ("skull", "skull", "skull", "shield", "shield", "moon")
    gargoyle = loaded.system.kinds["gargoyle"]
    assert saves_by_face(gargoyle, loaded.system.fights) == (0, 0, 0, 0, 0, 1)
    assert saves_by_face(loaded.system.kinds["elder"], loaded.system.fights) == (0, 0, 0, 1, 1, 0)


def test_a_threshold_is_the_faces_that_count(blank):
    assert '`hits: {"5": 1, "6": 1}`' in PAGE
    text = FIGHTS_LESS.replace("die: bone", "die: 6").replace("{skull: 1}", '{"5": 1, "6": 1}')
    (blank / "zz.yaml").write_text(text.replace("{shield: 1}", '{"6": 1}'))
    fights = load_system(blank).system.fights
    assert hits_by_face(None, fights) == (0, 0, 0, 0, 1, 1)
