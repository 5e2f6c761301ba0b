"""Fights of Dungeon Saga: the rulebook's worked examples, and odds against all rolls of dice."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations_with_replacement, pairwise
from math import factorial, prod

import pytest

from questwright.compiler.odds.duels import Foe, duel_odds
from support.kept import system_of
from support.one_text import results

HEROES = ("orlaf", "rordin", "madriga", "danor")
BOSSES = ("mortibris", "grund", "elshara", "hoggar")


@pytest.fixture(scope="module")
def saga():
    return system_of("dungeon-saga")


def number(kind, value):
    return kind.values[value].value


# -- as a player with the rulebook would do it --------------------------------------------------


def pool(dice, armour, penalties, rules):
    """The dice and the Armour of who has so many penalties (DKQ-C38, DKQ-C67)."""
    for _ in range(penalties):
        if dice > rules["dice"]["min"]:
            dice -= 1
        else:
            armour = max(rules["dice"]["armour_min"], armour - 1)
    return dice, armour


def strike(attack, defence, armour):
    """What the attacker keeps, and the hits, of two rolls (DKQ-C40, DKQ-C41, DKQ-C70)."""
    kept = sorted((die for die in attack if die > armour), reverse=True)
    against = sorted(defence, reverse=True)
    hits = 0
    for place, die in enumerate(kept):
        if place >= len(against) or die > against[place]:
            hits += 1
    return sorted(kept), hits


def rolls(dice):
    """Every roll of some dice, with in how many ways it comes about."""
    for roll in combinations_with_replacement(range(1, 7), dice):
        ways = factorial(dice) // prod(factorial(count) for count in Counter(roll).values())
        yield roll, ways


def spread(attack, defence, armour):
    """The probability of each number of hits, over every roll of both."""
    found = Counter()
    for own, ways in rolls(attack):
        for other, others in rolls(defence):
            found[strike(own, other, armour)[1]] += ways * others
    return {hits: Fraction(count, 6 ** (attack + defence)) for hits, count in found.items()}


def likely(attack, defence, armour, needed):
    return sum(chance for hits, chance in spread(attack, defence, armour).items() if hits >= needed)


# -- the worked examples -------------------------------------------------------------------------


def test_orlaf_injured_breaks_a_skeleton_into_bones_dkq_f33(saga):
    golden = saga.rules["golden_tests"]["fight"]
    orlaf, skeleton = saga.kinds["orlaf"], saga.kinds["skeleton-warrior"]
    lost = -saga.rules["fight"]["modifiers"]["injured"]
    own = pool(number(orlaf, "combat"), number(orlaf, "armour"), lost, saga.rules)
    assert own[0] == golden["attacker"]["dice"] == len(golden["attacker"]["rolls"]) == 4
    theirs = number(skeleton, "combat"), number(skeleton, "armour")
    assert theirs == (golden["defender"]["dice"], golden["defender"]["armour"]) == (2, 2)
    kept, hits = strike(golden["attacker"]["rolls"], golden["defender"]["rolls"], theirs[1])
    assert (kept, hits) == (list(golden["kept"]), golden["hits"]) == ([4, 6], 2)
    (row,) = (r for r in saga.rules["damage_table"]["rows"] if r["kind"] == "skeleton-warrior")
    assert (row["one"], row["two"], row["more"]) == ("-", golden["damage"], "removed")


@pytest.mark.parametrize(
    ("rule", "word", "dice", "armour"),
    [
        ("DKQ-F34", "skeleton-warrior", 2, 1),
        ("DKQ-F35", "madriga", 2, 1),
        ("DKQ-F36", "rordin", 2, None),
    ],
)
def test_who_is_outnumbered_and_struck_from_behind(saga, rule, word, dice, armour):
    (golden,) = (g for g in saga.rules["golden_tests"]["floors"] if g["kind"] == word)
    modifiers = saga.rules["fight"]["modifiers"]
    penalties = -sum(modifiers[name] for name in golden["against"])
    assert penalties == 2
    kind = saga.kinds[word]
    had = number(kind, "armour")
    left = pool(number(kind, "combat"), had, penalties, saga.rules)
    assert left == (dice, had if armour is None else armour), rule
    assert left[0] == golden["dice"]
    assert left[1] == golden.get("armour", had - golden.get("armour_falls", 0))


def test_no_armour_keeps_out_a_six_and_nobody_rolls_one_die_dkq_f14_f15_f16(saga):
    dice = saga.rules["dice"]
    assert (dice["min"], dice["armour_min"], dice["armour_max"]) == (2, 1, 5)
    assert strike([6], [], dice["armour_max"])[1] == 1
    assert pool(2, 1, 4, saga.rules) == (2, 1)
    figures = [kind for kind in saga.kinds.values() if "armour" in kind.values]
    assert len(figures) == 15
    for kind in figures:
        assert dice["armour_min"] <= number(kind, "armour") <= dice["armour_max"], kind.word
        assert number(kind, "combat") >= dice["min"], kind.word
    for counter in saga.rules["lock_counters"]["rows"]:
        # DKQ-E26: no lock rolls a single die.
        assert counter["armour"] <= dice["armour_max"], counter["id"]
        assert counter["dice"] >= dice["min"], counter["id"]


def test_burn_is_ready_again_in_the_second_round_after_dkq_f37(saga):
    golden, rules = saga.rules["golden_tests"]["recharge"], saga.rules["spells"]
    size = saga.rules["card_effects"]["spells"][golden["spell"]]["size"]
    assert size == "major"
    left, now = rules[f"{size}_turn"], golden["cast_in"]
    while left:
        # The end of the Round in which it was cast counts.
        left -= rules["turn_back_per_round"]
        now += 1
    assert now == golden["ready_in"] == golden["cast_in"] + rules["major_recharge"]
    assert rules["minor_turn"] // rules["turn_back_per_round"] == rules["minor_recharge"]


SHOT = '''
quest the-gap "The Gap" {{
  system dungeon-saga
  heroes madriga
  board {{
    draw """
    s.{piece}z
    """
    s: start
    z: zombie facing west
    b: furniture bookcase
    t: furniture table
  }}
  victory heroes when zombie-1 defeated
  allow unreachable-squares because "one shoots over it"
  allow unreachable-area because "one shoots over it"
}}
'''


@pytest.mark.parametrize(("piece", "kind"), [("bb", "unwinnable"), ("tt", "winnable")])
def test_a_bookcase_stops_a_shot_and_a_table_does_not_dkq_f38(piece, kind):
    other = "tt" if piece == "bb" else "bb"
    text = "\n".join(
        line for line in SHOT.format(piece=piece).splitlines() if f"    {other[0]}: " not in line
    )
    (quest,) = results(text).quests
    assert quest.proof is not None
    assert quest.proof.kind == kind


def test_an_enemy_in_the_front_arc_can_be_fought_after_moving_to_it_dkq_f39(saga):
    golden = saga.rules["golden_tests"]["option"]
    assert (golden["fights"], golden["by_moving"]) == ("enemy-in-own-front-arc", True)
    assert saga.rules["fight"]["target"] == "front-arc"
    assert saga.rules["turns"]["order"] == ("move", "action")


def test_danor_can_still_break_away_dkq_f40(saga):
    golden = saga.rules["golden_tests"]["break_away"]
    assert golden["wounds"] == saga.rules["wounds"]["survivable"]
    assert golden["wounds"] + 1 == number(saga.kinds["danor"], "wounds")
    # Behind him are the squares of his rear arc; one enemy makes one Free Strike.
    assert golden["free_squares"] == saga.rules["arcs"]["small"]["rear"]
    assert golden["free_strikes"] == 1


def test_two_wounds_injure_madriga_and_not_rordin_dkq_f41(saga):
    for golden in saga.rules["golden_tests"]["injured"]:
        kind = saga.kinds[golden["kind"]]
        assert (golden["wounds"] >= number(kind, "injured-at")) is golden["injured"]
    assert {golden["kind"] for golden in saga.rules["golden_tests"]["injured"]} == {
        "madriga",
        "rordin",
    }


# -- the odds that the proof tells ---------------------------------------------------------------


def foe(saga, kind):
    limit = saga.fights.falls[kind.rank]
    return Foe(
        number(kind, "combat"),
        number(kind, "armour"),
        number(kind, limit.value),
        limit.is_kept,
        kind.footprint != (1, 1),
        kind,
        limit.most,
    )


@pytest.mark.parametrize("way", ["fight", "shoot"])
def test_the_odds_against_every_follower_are_those_of_all_rolls_dkq_c70(saga, way):
    fights = saga.fights._replace(attacks=tuple(a for a in saga.fights.attacks if a.word == way))
    value = "combat" if way == "fight" else "shooting"
    tried = 0
    for kind in saga.kinds.values():
        if kind.rank not in ("minion", "boss"):
            continue
        for word in HEROES:
            hero = saga.kinds[word]
            if value not in hero.values:
                continue
            # A Large figure outnumbers whom it fights (DKQ-C43), and nobody whom it is shot by.
            is_large = kind.footprint == (2, 2)
            dice, _ = pool(number(hero, value), 1, int(is_large and way == "fight"), saga.rules)
            ((attempts,), _) = duel_odds(foe(saga, kind), fights, [hero])
            defence, armour = number(kind, "combat"), number(kind, "armour")
            if kind.rank == "minion":
                once = likely(dice, defence, armour, number(kind, "falls-at"))
                assert attempts.chances[0] == once
                assert attempts.mean == 1 / once
            else:
                # One wound from each attack that hits, and five of them.
                wound = likely(dice, defence, armour, 1)
                assert attempts.chances[:4] == (0, 0, 0, 0)
                assert attempts.chances[4] == wound**5
                assert attempts.mean == 5 / wound
            tried += 1
    assert tried == (44 if way == "fight" else 11)


def test_no_boss_falls_in_the_first_round_dkq_f19_f21(saga):
    party = [saga.kinds[word] for word in HEROES]
    for word in BOSSES:
        _, rounds = duel_odds(foe(saga, saga.kinds[word]), saga.fights, party)
        assert rounds is not None
        assert rounds.chances[0] == 0
        assert rounds.chances[1] > 0


def test_a_boss_takes_a_round_for_each_wound_dkq_f19_f21():
    """Who fights alone has one attack in a Round; two have two, and need three Rounds."""
    for heroes, rounds in (("orlaf", 5), ("orlaf, rordin", 3)):
        text = f'''
quest the-throne "The Throne" {{
  system dungeon-saga
  heroes {heroes}
  board {{
    draw """
    ss.g
    ....
    """
    s: start
    g: grund facing west
  }}
  victory heroes when grund-1 defeated
}}
'''
        (quest,) = results(text).quests
        assert quest.proof is not None
        verdict = quest.proof.verdict()
        assert verdict.kind == "winnable"
        assert verdict.rounds is not None
        assert verdict.rounds[0] == rounds, heroes


def test_the_odds_against_each_lock_are_those_of_all_rolls_dkq_b7_c60(saga):
    lock = saga.locks["mundane"].broken
    attacks = tuple(a for a in saga.fights.attacks if a.word in lock.attacks)
    assert [attack.word for attack in attacks] == ["fight"]
    fights = saga.fights._replace(attacks=attacks)
    for counter in saga.rules["lock_counters"]["rows"]:
        target = Foe(counter["dice"], counter["armour"], lock.hits, is_kept=False, is_large=False)
        chances = []
        for word in HEROES:
            hero = saga.kinds[word]
            ((attempts,), _) = duel_odds(target, fights, [hero])
            once = likely(number(hero, "combat"), counter["dice"], counter["armour"], 1)
            assert attempts.chances[0] == once
            chances.append(once)
        # Orlaf opens each in one of two attempts or better, and the weaker the rarer.
        assert chances[0] > Fraction(1, 2)
        assert all(more > less for more, less in pairwise(chances))


def test_each_hero_beats_any_minion_in_a_few_attempts(saga):
    """Ours to choose, DKQ-D3 and DKQ-D4: nobody stands for an evening before one Skeleton."""
    minions = [kind for kind in saga.kinds.values() if kind.rank == "minion"]
    assert len(minions) == 7
    for kind in minions:
        every, rounds = duel_odds(
            foe(saga, kind), saga.fights, [saga.kinds[word] for word in HEROES]
        )
        means = {attempts.member: attempts.mean for attempts in every}
        assert min(means.values()) < 4, kind.word
        assert rounds is not None
        assert rounds.mean < 2.5, kind.word


CAPPED = '''
quest capped "Capped" {{
  system dungeon-saga
  heroes orlaf
  overlord necromancer
  board {{
    draw """
    s..z...
    """
    s: start
    z: zombie cooper "The Cooper" facing west
  }}
  door hatch at E1 locked mundane dice 2 armour {lock}
  event when any hero at B1 {{ change cooper armour {armour} }}
  victory heroes when cooper defeated
}}
'''
DRAWN = '''
quest capped "Capped" {{
  system dungeon-saga-origins
  heroes orlaf
  marauder zombie
  board {{
    draw """
    +-+-+-+-+
    |s . . z|
    +-+-+-+-+
    """
    s: start
    z: zombie cooper "The Cooper" facing west
  }}
  room hall at A1..D1 "The Hall"
  event when any hero at B1 {{ change cooper armour {armour} }}
  victory heroes when cooper defeated
}}
'''


def too_large(text):
    found = results(text).findings
    return [(one.message, one.reason) for one in found if one.code.name == "number-out-of-range"]


@pytest.mark.parametrize(("text", "rule"), [(CAPPED, "DKQ-F16"), (DRAWN, "DSO-F13")])
def test_no_event_gives_more_armour_than_a_six_beats_dkq_c39_dkq_f16_dso_c20(text, rule):
    ((message, reason),) = too_large(text.format(armour=6, lock=5))
    assert message == "6 is more Armour than the game allows"
    assert rule in reason
    assert not too_large(text.format(armour=5, lock=5))


def test_no_lock_has_more_armour_than_a_six_beats_dkq_b7():
    ((message, reason),) = too_large(CAPPED.format(armour=5, lock=6))
    assert message == "6 is more Armour than the game allows"
    assert "DKQ-F16" in reason
