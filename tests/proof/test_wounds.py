"""Attacks that roll to hit and then to wound: odds of every roll, and packs that say it wrongly."""

from __future__ import annotations

import shutil
from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from oracle.witness.player import judge
from questwright.compiler.odds.best import most_hits
from questwright.compiler.odds.dice import hits_by_wounds
from questwright.compiler.odds.duels import least_to_hit
from questwright.compiler.packs import codes
from questwright.compiler.packs.load import load_system
from support import one_text
from support.paths import PACKS

QUEST = """quest one-toad "One Toad" {
  system wade
  crew WHO
  board {
    draw \"\"\"
    +-+-+-+-+
    |s s . t|
    +-+-+-+-+
    \"\"\"
    s: start
    t: TOAD toad
  }
  victory crew when toad defeated
}
"""


@pytest.mark.parametrize(
    ("rolls", "least", "more", "faces"),
    [(1, 4, 1, 6), (2, 3, -2, 6), (3, 2, 0, 4), (1, 5, -6, 6), (2, 6, 3, 6)],
)
def test_wounds_are_those_of_every_roll(rolls, least, more, faces):
    die = tuple(range(1, faces + 1))
    found = Counter()
    for roll in product(die, repeat=2 * rolls):
        strikes = zip(roll[::2], roll[1::2], strict=True)
        found[sum(max(0, wound + more) for hit, wound in strikes if hit >= least)] += 1
    expected = [Fraction(found[number], found.total()) for number in range(max(found) + 1)]
    told = hits_by_wounds(rolls, least, more, die)
    assert list(told[: len(expected)]) == expected
    assert not any(told[len(expected) :])


def proven(who, toad="toad"):
    text = QUEST.replace("WHO", who).replace("TOAD", toad)
    (quest,) = one_text.results(text, PACKS).quests
    assert quest.proof is not None, [finding.message for finding in quest.findings]
    return quest, quest.proof.verdict()


def test_the_odds_of_a_fight_follow_the_table_and_the_armour():
    quest, verdict = proven("wader, slinger")
    fights, kinds = quest.system.fights, quest.system.kinds
    (fight,) = [chance for chance in verdict.chances if chance.attempts]
    hits = {own.member: own.hits for own in fight.attempts}
    # A Wader of skill 2 hits a Toad of skill 1 from 3 on; strength 3 against 2 and 1 of hide adds
    # nothing to the die.
    assert least_to_hit(kinds["wader"], kinds["toad"], fights.attacks[0], fights) == 3
    assert hits["wader"] == (Fraction(1, 3), *[Fraction(2, 3) / 6] * 6)
    # A Slinger shoots from 5 on, with a stone of strength 1: two less than the die shows.
    assert hits["slinger"][0] == Fraction(2, 3) + Fraction(1, 3) * Fraction(1, 3)
    assert len(hits["slinger"]) == 5


def test_a_natural_six_hits_and_a_natural_one_fails():
    quest, _ = proven("wader")
    fights, kinds = quest.system.fights, quest.system.kinds
    fight = fights.attacks[0]
    assert least_to_hit(kinds["wader"], kinds["old-toad"], fight, fights) == 6
    assert least_to_hit(kinds["elder"], kinds["toad"], fight, fights) == 2
    assert (
        least_to_hit(kinds["wader"], kinds["old-toad"], fight, fights._replace(always_succeeds=0))
        == 7
    )


@pytest.mark.parametrize(
    ("who", "toad", "kind"),
    [
        ("wader", "toad", "winnable"),
        ("wader", "old-toad", "winnable"),
        ("wader", "stone-toad", "unwinnable"),
        ("slinger", "old-toad", "unwinnable"),
        ("elder", "stone-toad", "winnable"),
    ],
)
def test_only_who_can_wound_a_figure_beats_it(who, toad, kind):
    quest, verdict = proven(who, toad)
    assert verdict.kind == kind
    judged = judge(quest.quest, quest.system)
    assert judged.verdict == kind, judged.why
    fights, kinds = quest.system.fights, quest.system.kinds
    assert (most_hits(kinds[who], kinds[toad], fights) > 0) == (kind != "unwinnable")


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        ("strength: might", "", "`fights.attacks.fight` does not agree with the rest"),
        (
            "skill: craft, strength",
            "skill: craft, needs: aim, strength",
            "`fights.attacks.fight` does not agree with the rest",
        ),
        ("  skill: craft\n", "", "`fights.attacks.fight` does not agree with the rest"),
        ("table: to_hit", "table: to_hot", "there is no table of `rules` `to_hot`"),
        (
            "{skill: 2, needs: [3, 7]}",
            "{skill: 3, needs: [3, 7]}",
            "`rules.to_hit.rows[2]` contradicts itself",
        ),
        (
            "{skill: 2, needs: [3, 7]}",
            "{skill: 2, needs: [3]}",
            "`rules.to_hit.rows[2]` contradicts itself",
        ),
        (
            "roll: hit-then-wound",
            "roll: pairs-high-to-high",
            "`fights.attacks.fight.strength` contradicts itself",
        ),
    ],
)
def test_a_pack_that_says_it_wrongly_is_told_so(tmp_path, before, after, message):
    folder = shutil.copytree(PACKS / "wade", tmp_path / "wade")
    game = folder / "game.yaml"
    text = game.read_text(encoding="utf-8")
    assert before in text
    game.write_text(text.replace(before, after, 1), encoding="utf-8")
    found = load_system(folder)
    assert message in [finding.message for finding in found.findings]
    assert {finding.code for finding in found.findings} <= {
        codes.PACK_FORM,
        codes.UNKNOWN_PACK_WORD,
    }
