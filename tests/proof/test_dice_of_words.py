"""Dice that show words, and moves that are rolled: odds of every roll, rounds by their bounds."""

from __future__ import annotations

import shutil
from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from oracle.witness.player import judge
from questwright.compiler.odds.best import best_hits
from questwright.compiler.odds.dice import hits_by_pairs, hits_less_saves
from support import one_text
from support.paths import PACKS

BATTLES = [
    (1, 1, (1, 1, 0), (1, 0)),
    (3, 2, (0, 0, 1, 2), (1, 0, 0)),
    (2, 3, (1, 0), (2, 1)),
    (2, 0, (1, 0, 0), (1,)),
    (0, 2, (1, 0), (1, 0)),
    (2, 2, (0, 0), (1, 0)),
]


@pytest.mark.parametrize(("attacker", "defender", "hits", "saves"), BATTLES)
def test_hits_less_saves_are_those_of_every_roll(attacker, defender, hits, saves):
    rolls = [*product(product(hits, repeat=attacker), product(saves, repeat=defender))]
    left = Counter(max(0, sum(scored) - sum(saved)) for scored, saved in rolls)
    expected = tuple(Fraction(left[number], len(rolls)) for number in range(max(left) + 1))
    assert hits_less_saves(attacker, defender, hits, saves) == expected


@pytest.mark.parametrize(
    ("attacker", "defender", "armour", "faces"),
    [(1, 1, 0, (1, 1, 3)), (2, 1, 1, (1, 2, 2, 4)), (2, 3, 2, (0, 0, 5)), (3, 2, 0, (2, 2))],
)
def test_pairs_of_dice_with_any_numbers_are_those_of_every_roll(attacker, defender, armour, faces):
    found = Counter()
    for roll in product(faces, repeat=attacker + defender):
        own, theirs = (sorted(dice, reverse=True) for dice in (roll[:attacker], roll[attacker:]))
        theirs += [-1] * attacker
        found[sum(die > max(armour, met) for die, met in zip(own, theirs, strict=False))] += 1
    every = found.total()
    expected = tuple(Fraction(found[number], every) for number in range(attacker + 1))
    assert hits_by_pairs(attacker, defender, armour, faces) == expected


def test_a_die_of_numbers_is_one_by_its_faces():
    assert hits_by_pairs(3, 2, 1, 6) == hits_by_pairs(3, 2, 1, (1, 2, 3, 4, 5, 6))


def proven(text):
    (quest,) = one_text.results(text, PACKS).quests
    assert quest.proof is not None, [finding.message for finding in quest.findings]
    return quest, quest.proof.verdict()


LOW_WATER = (PACKS / "low-water.quest").read_text(encoding="utf-8")


def test_the_odds_of_a_fight_by_words():
    _, verdict = proven(LOW_WATER)
    fights = [chance for chance in verdict.chances if chance.attempts]
    # A Young Eel saves with a pebble (1/4), a Polewoman hooks with three knuckles (1/2 each).
    hurts = {own.member: sum(own.hits[1:]) for own in fights[0].attempts}
    assert hurts["polewoman"] == Fraction(3, 4) * Fraction(7, 8) + Fraction(1, 4) * Fraction(1, 2)
    # A Stoker's gulls are two hits each: two knuckles show one in 3/4, and a save leaves a hit.
    assert hurts["stoker"] == Fraction(3, 4)


def test_a_figure_that_no_roll_can_hurt_is_not_beaten():
    # The Mother Eel takes two hits for each scale: give her a pebble that shows nothing else.
    quest, verdict = proven(LOW_WATER)
    assert verdict.kind == "winnable"
    fights = quest.system.fights
    kinds = quest.system.kinds
    sure = fights._replace(defence_faces=("scale", "scale"))
    assert best_hits(3, kinds["polewoman"], kinds["mother-eel"], fights) == 3
    assert best_hits(3, kinds["polewoman"], kinds["mother-eel"], sure) == 0
    assert best_hits(3, kinds["stoker"], kinds["mother-eel"], sure) == 2
    assert best_hits(3, kinds["polewoman"], kinds["young-eel"], sure) == 2


EEL = """quest one-eel {
  system salt
  crew WHO
  board {
    draw \"\"\"
    +-+-+-+-+
    |s . . e|
    +-+-+-+-+
    \"\"\"
    s: stair
    e: EEL foe
  }
  victory bargees when foe defeated
}
"""


@pytest.mark.parametrize(
    ("eel", "who", "faces", "kind"),
    [
        ("mother-eel", "polewoman", "scale, blank", "winnable"),
        # Two dice that always save, two hits each, are more than three hooks.
        ("mother-eel", "polewoman", "scale, scale", "unwinnable"),
        ("mother-eel", "stoker", "scale, scale", "unwinnable"),
        ("young-eel", "polewoman", "scale, scale", "winnable"),
    ],
)
def test_two_players_agree_on_who_can_be_hurt(eel, who, faces, kind, tmp_path):
    packs = tmp_path / "packs"
    shutil.copytree(PACKS / "salt", packs / "salt")
    game = packs / "salt" / "game.yaml"
    before = "faces: [scale, blank, blank, blank]"
    text = game.read_text()
    assert before in text
    game.write_text(text.replace(before, f"faces: [{faces}]"))
    (quest,) = one_text.results(EEL.replace("EEL", eel).replace("WHO", who), packs).quests
    assert quest.proof is not None
    assert (quest.proof.kind, judge(quest.quest, quest.system).verdict) == (kind, kind)


LONG = """quest long-quay "Long Quay" {
  system salt
  crew WHO
  board {
    draw \"\"\"
    +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
    |s . . . . . . . . . . . . . . g|
    +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
    \"\"\"
    s: stair
    g: lamp goal
  }
  quay long at A1..P1 "The Long Quay"
  ebb LAST
  action light at goal "Light it"
  victory bargees when light done
}
"""
FIFTEEN = LONG.replace("LAST", "40")


def test_the_earliest_round_is_by_the_most_of_a_roll_and_the_line_by_the_least():
    # Fifteen steps: 2d6 take two rounds at the most of it, eight at the least; 2d4+1 two, and five.
    for who, low, high in (("stoker", 2, 8), ("polewoman", 2, 5)):
        _, verdict = proven(FIFTEEN.replace("WHO", who))
        assert (verdict.kind, verdict.rounds) == ("winnable", (low, high))
        assert any("whoever rolls for a move" in told for told in verdict.assumptions)


def test_a_last_round_that_luck_decides_is_not_judged():
    kinds = [
        proven(LONG.replace("WHO", "stoker").replace("LAST", str(last)))[1].kind
        for last in (1, 5, 8)
    ]
    assert kinds == ["unwinnable", "undecided", "winnable"]


def test_a_game_that_rolls_no_moves_takes_nothing_of_that_for_granted():
    text = FIFTEEN.replace("system salt", "system blank").replace("crew WHO", "watch elder")
    text = text.replace("stair", "start").replace("quay", "street").replace("  ebb 40\n", "")
    _, verdict = proven(text.replace("bargees", "lamplighters"))
    assert verdict.rounds == (5, 5)
    assert not any("rolls for a move" in told for told in verdict.assumptions)


@pytest.mark.parametrize(("first", "kinds"), [(False, ["search"]), (True, ["explore", "search"])])
def test_whether_passages_come_first_is_the_games(first, kinds, tmp_path):
    packs = tmp_path / "packs"
    shutil.copytree(PACKS / "salt", packs / "salt")
    game = packs / "salt" / "game.yaml"
    if first:
        game.write_text(
            game.read_text().replace("  verb: Dredge", "  verb: Dredge\n  passages_first: true")
        )
    text = """quest two-vaults {
  system salt
  crew stoker
  board {
    draw \"\"\"
    +-+-+-+-+
    |s k|. .|
    +-+-+-+-+
    \"\"\"
    s: stair
    k: crate hoard
  }
  vault tea-vault at A1..B1 "Near"
  vault salt-vault at C1..D1 "Far"
  crawl low-crawl at B1|C1
  victory bargees when hoard searched
}
"""
    (quest,) = one_text.results(text, packs).quests
    assert quest.proof is not None, [finding.message for finding in quest.findings]
    line = quest.proof.verdict().line
    assert [step.kind for step in line if step.kind in ("explore", "search")] == kinds
