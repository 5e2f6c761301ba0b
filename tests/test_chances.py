"""Where chance enters a line of play: the odds, against hands, heads and every fall of the dice."""

from __future__ import annotations

import json
import re
import shutil
from collections import Counter
from fractions import Fraction
from itertools import combinations, islice, product
from math import prod
from pathlib import Path

import jsonschema
import pytest
from strategies import run
from test_manual import Example

from compiler.assets import SCHEMAS_DIR, SYSTEMS_DIR
from compiler.model.publication import Publication
from compiler.model.settle import settled
from compiler.packs.load import load_system
from compiler.packs.model import Card
from compiler.pipeline import Compiler
from compiler.proof.chances import with_odds
from compiler.proof.dice import Pile, attempts, hits_by_pairs, mean_attempts, together
from compiler.proof.prove import Proof
from compiler.publish.book.compose import compose_book
from compiler.publish.quest_json import quest_document

GAME = "dungeon-saga-origins"
BLANK = Path(__file__).parent / "packs" / "blank"


def hits_of(attack, defence, armour):
    """The hits of one roll, as the rules say it: discard, pair, compare [DSO-C21]."""
    kept = sorted((die for die in attack if die > armour), reverse=True)
    against = sorted(defence, reverse=True)
    return sum(place >= len(against) or die > against[place] for place, die in enumerate(kept))


def every_roll(attacker, defender, armour, die):
    """How likely each number of hits is, by rolling every way that the dice can fall."""
    faces = range(1, die + 1)
    falls = Counter(
        hits_of(attack, defence, armour)
        for attack in product(faces, repeat=attacker)
        for defence in product(faces, repeat=defender)
    )
    every = die ** (attacker + defender)
    return tuple(Fraction(falls[hits], every) for hits in range(attacker + 1))


# -- an attack ---------------------------------------------------------------------------


def test_the_worked_example_scores_two_hits_dso_f39():
    assert hits_of([1, 2, 4, 6], [2, 5], 2) == 2


def test_odds_by_hand_dso_c21():
    # One die against one: 15 of 36 pairs are higher.
    assert hits_by_pairs(1, 1, 0, 6) == (Fraction(21, 36), Fraction(15, 36))
    # No armour is above 5: a six still hits, but for the sixth that the defender shows one, too.
    assert hits_by_pairs(1, 1, 5, 6) == (Fraction(31, 36), Fraction(5, 36))
    # What nobody stands against hits if it beats the armour: three faces of six.
    assert hits_by_pairs(2, 0, 3, 6) == (Fraction(1, 4), Fraction(1, 2), Fraction(1, 4))
    # Coins, two against one. Both defender's faces are as likely: against a 2, the second die hits
    # where both show a 2; against a 1, each 2 does.
    assert hits_by_pairs(2, 1, 1, 2) == (Fraction(4, 8), Fraction(3, 8), Fraction(1, 8))


@pytest.mark.parametrize("armour", range(6))
@pytest.mark.parametrize(("attacker", "defender"), [(1, 1), (2, 1), (1, 2), (2, 2), (3, 2), (3, 3)])
def test_odds_are_those_of_every_roll_dso_c21(attacker, defender, armour):
    expected = every_roll(attacker, defender, armour, 6)
    assert hits_by_pairs(attacker, defender, armour, 6) == expected


@pytest.mark.parametrize(
    ("attacker", "defender", "armour", "die"),
    [(5, 3, 1, 3), (4, 4, 2, 3), (3, 5, 0, 3), (4, 3, 1, 4)],
)
def test_odds_of_more_dice_with_fewer_faces(attacker, defender, armour, die):
    expected = every_roll(attacker, defender, armour, die)
    assert hits_by_pairs(attacker, defender, armour, die) == expected


@pytest.mark.parametrize(("attacker", "defender"), [*product(range(7), repeat=2)])
def test_something_always_comes_of_an_attack(attacker, defender):
    assert sum(hits_by_pairs(attacker, defender, 2, 6)) == 1


# -- attempts ----------------------------------------------------------------------------

COIN = (Fraction(1, 2), Fraction(1, 2))
UNEVEN = (Fraction(1, 2), Fraction(1, 3), Fraction(1, 6))


def test_nothing_is_carried_over_from_a_minion_dso_c28():
    # Two hits in one attack have a sixth; what scored one before is no nearer.
    first, second, third = islice(attempts(UNEVEN, 2, is_kept=False), 3)
    assert (first, second, third) == (Fraction(1, 6), Fraction(5, 36), Fraction(25, 216))
    assert mean_attempts(UNEVEN, 2, is_kept=False) == 6


def test_each_hit_counts_on_a_boss_dso_c27():
    # Two at once; or one and then any; or none and then two.
    first, second = islice(attempts(UNEVEN, 2, is_kept=True), 2)
    assert first == Fraction(1, 6)
    assert second == Fraction(1, 3) * Fraction(1, 2) + Fraction(1, 2) * Fraction(1, 6)
    # A coin that has to fall heads up three times takes twice as many throws.
    assert mean_attempts(COIN, 3, is_kept=True) == 6


@pytest.mark.parametrize("is_kept", [False, True])
@pytest.mark.parametrize("needed", [1, 2, 3])
def test_attempts_are_those_of_every_course_of_play(needed, is_kept):
    hits = hits_by_pairs(3, 2, 1, 6)
    expected = [Fraction(0)] * 4
    for course in product(range(len(hits)), repeat=4):
        likely = Fraction(1)
        for scored in course:
            likely *= hits[scored]
        done = next(
            (
                number
                for number in range(4)
                if (sum(course[: number + 1]) if is_kept else course[number]) >= needed
            ),
            None,
        )
        if done is not None:
            expected[done] += likely
    assert list(islice(attempts(hits, needed, is_kept=is_kept), 4)) == expected


@pytest.mark.parametrize("is_kept", [False, True])
@pytest.mark.parametrize("needed", [1, 2, 3, 7])
def test_the_mean_is_that_of_the_attempts(needed, is_kept):
    hits = hits_by_pairs(5, 2, 1, 6)
    if needed > 5 and not is_kept:
        assert mean_attempts(hits, needed, is_kept=is_kept) is None
        return
    mean = mean_attempts(hits, needed, is_kept=is_kept)
    chances = list(islice(attempts(hits, needed, is_kept=is_kept), 120))
    assert float(sum(chances)) == pytest.approx(1)
    assert float(sum(n * one for n, one in enumerate(chances, 1))) == pytest.approx(float(mean))


@pytest.mark.parametrize("needed", [1, 2, 4])
def test_several_attempts_are_those_of_every_course_of_them(needed):
    every = [hits_by_pairs(3, 2, 1, 6), UNEVEN, hits_by_pairs(2, 2, 3, 6)]
    kept = [Fraction(0)] * 8
    done = Fraction(0)
    for course in product(*(range(len(hits)) for hits in every)):
        likely = prod(hits[scored] for hits, scored in zip(every, course, strict=True))
        kept[sum(course)] += likely
        done += likely * (max(course) >= needed)
    assert together(every, needed, is_kept=True) == tuple(kept)
    once = together(every, needed, is_kept=False)
    assert (sum(once), sum(once[needed:])) == (1, done)


def test_what_never_comes_off_has_no_mean():
    never = (Fraction(1), Fraction(0))
    assert mean_attempts(never, 1, is_kept=True) is None
    assert mean_attempts(never, 1, is_kept=False) is None


# -- cards -------------------------------------------------------------------------------


def card(word):
    return Card(word, word, 1, (), "", "", "", "own")


A, B, C = card("a"), card("b"), card("c")


@pytest.mark.parametrize("removed", [0, 1, 2, 4])
@pytest.mark.parametrize("drawn", [1, 2, 3])
@pytest.mark.parametrize("wanted", [(A,), (B,), (A, B), (A, C), (C,), ()])
def test_draws_are_those_of_every_order_of_the_deck(wanted, drawn, removed):
    counts = {A: 3, B: 2, C: 4}
    marked = frozenset({B, C})
    cards = [one for one, count in counts.items() for _ in range(count)]
    some, every = 0, 0
    inside = [place for place, one in enumerate(cards) if one in marked]
    for gone in combinations(inside, removed):
        left = [one for place, one in enumerate(cards) if place not in gone]
        for hand in combinations(left, drawn):
            every += 1
            some += any(one in wanted for one in hand)
    assert Pile(counts, marked, removed).some(wanted, drawn) == Fraction(some, every)


def test_a_pile_gives_no_more_than_it_has():
    assert Pile({A: 1, B: 1}, frozenset(), 0).some([A], 5) == 1
    assert Pile({A: 2}, frozenset({A}), 2).some([A], 1) == 0


# -- a quest -----------------------------------------------------------------------------

HALL = '''
quest the-hall "The Hall" {{
  system {game}
  heroes {heroes}
  marauder zombie
  {settings}
  board {{
    draw """
    +-+-+-+-+-+-+-+-+
    |s s .|. . . . .|
    + + + + + + + + +
    |s s .D. . m m .|
    + + + + + + + + +
    |. . .|. . m m .|
    +-+-+-+-+-+-+-+-+
    |. c .|
    +-+-+-+
    """
    s: start
    D: door way
    c: chest hoard
    m: {monster} foe facing west
  }}
  {body}
  room hall at A1..C3
  room den at D1..H3
  room nook at A4..C4
  victory heroes when {goal}
}}
'''


@pytest.fixture(scope="module")
def published(tmp_path_factory):
    cache = tmp_path_factory.mktemp("cache")

    def publish(text, systems=SYSTEMS_DIR):
        result = Compiler(Example(text), systems, cache).compile("hall.quest")
        (one,) = result.quests
        assert one.proof is not None, result.findings
        return Publication(one.quest, one.system, one.proof.verdict(), result.sources, ())

    return publish


@pytest.fixture
def chances(published):
    def found(monster="zombie-troll", goal="foe defeated", heroes="orlaf", settings="", body=""):
        text = HALL.format(
            game=GAME, monster=monster, goal=goal, heroes=heroes, settings=settings, body=body
        )
        if monster not in ("zombie-troll", "zombie-troll-tyrant"):
            text = text.replace("m m", "m .").replace("|. . .|. . m .", "|. . .|. . . .")
        publication = published(text)
        verdict = publication.verdict
        won = [world.choices for world in verdict.worlds if world.kind == "winnable"]
        if won:
            # Where it has to be known whether a trap is real, the odds are those of the world.
            quest = settled(publication.quest, won[0])
            verdict = Proof(quest, publication.system).verdict()
        for number, step in enumerate(verdict.line, 1):
            assert step.chance == next((c.text for c in verdict.chances if c.step == number), "")
        return verdict.chances

    return found


FIGHTS = "nobody attacks from behind or outnumbers a foe, and no card, spell or special comes in"


def test_a_fight_has_the_odds_of_the_two_cards(chances):
    # Orlaf's Combat is 5; a zombie has 3 dice, Armour 1 and falls at two hits.
    (fight,) = chances("zombie")
    (orlaf,) = fight.attempts
    assert orlaf.hits == hits_by_pairs(5, 3, 1, 6)
    chance = sum(orlaf.hits[2:])
    assert (orlaf.member, orlaf.way, orlaf.needed, orlaf.is_kept) == ("orlaf", "fight", 2, False)
    assert orlaf.chances == (chance, (1 - chance) * chance)
    assert orlaf.mean == 1 / chance
    assert fight.given == FIGHTS
    assert fight.text == (
        "a fight, by Orlaf: 1 attempt is enough in 83 %, 2 in 97 %, 1.2 on average"
    )
    assert fight.together is None


def test_the_best_of_the_party_is_named_and_each_is_told(chances):
    (fight,) = chances("zombie", heroes="danor, orlaf, madriga")
    assert [one.member for one in fight.attempts] == ["danor", "orlaf", "madriga"]
    assert fight.text.startswith("a fight, by Orlaf: ")
    # Madriga rolls four dice where she Shoots and three where she Fights [DSO-C23].
    assert [one.way for one in fight.attempts] == ["fight", "fight", "shoot"]
    assert fight.attempts[2].hits == hits_by_pairs(4, 3, 1, 6)
    (alone,) = chances("zombie", heroes="madriga")
    assert alone.text.startswith("a fight, by Madriga (Shoot): ")


def test_the_party_takes_fewer_rounds_than_one_of_it_attempts(chances):
    (fight,) = chances("zombie", heroes="danor, orlaf")
    danor, orlaf = (sum(one.hits[2:]) for one in fight.attempts)
    both = 1 - (1 - danor) * (1 - orlaf)
    assert fight.together.chances[0] == both
    assert fight.together.mean == 1 / both
    (boss,) = chances("undead-dwarf-king", heroes="danor, orlaf")
    danor, orlaf = (one.hits for one in boss.attempts)
    # Six hits of the two at once, in every way that they can share them.
    once = sum(
        one * other
        for (hits, one), (more, other) in product(enumerate(danor), enumerate(orlaf))
        if hits + more >= 6
    )
    assert boss.together.chances[0] == once
    assert boss.together.mean < min(one.mean for one in boss.attempts)


def test_the_odds_are_those_of_whoever_the_step_names(published):
    text = HALL.format(
        game=GAME,
        monster="zombie-troll-tyrant",
        goal="foe defeated",
        heroes="orlaf, danor",
        settings="",
        body="",
    )
    publication = published(text)
    defeat = next(step for step in publication.verdict.line if step.kind == "defeat")
    for who, title in (("danor", "Danor"), ("orlaf", "Orlaf"), ("", "Orlaf")):
        named = [defeat._replace(who=who)]
        (step,), (fight,) = with_odds(named, publication.quest, publication.system)
        assert step.chance == fight.text
        assert fight.text.startswith(f"a fight, by {title}: ")


def test_a_large_figure_outnumbers_whom_it_fights_dso_c25(chances):
    (fight,) = chances("zombie-troll", heroes="orlaf, danor, madriga")
    # Danor is left with two dice, and a troll falls at three hits. Who Shoots loses none.
    orlaf, madriga = fight.attempts
    assert (orlaf.way, orlaf.hits) == ("fight", hits_by_pairs(4, 5, 2, 6))
    assert (madriga.way, madriga.hits) == ("shoot", hits_by_pairs(4, 5, 2, 6))


def test_nobody_rolls_fewer_than_two_dice_dso_f13(chances):
    (fight,) = chances("zombie-troll-tyrant", heroes="danor")
    assert fight.attempts[0].hits == hits_by_pairs(2, 6, 3, 6)
    (nobody,) = chances("zombie-troll", heroes="danor")
    assert (nobody.text, nobody.attempts) == ("a fight that nobody wins alone", ())
    assert nobody.given == FIGHTS


def test_a_boss_is_worn_down_hit_by_hit_dso_c27(chances):
    (fight,) = chances("undead-dwarf-king")
    (orlaf,) = fight.attempts
    assert (orlaf.needed, orlaf.is_kept) == (6, True)
    assert orlaf.hits == hits_by_pairs(5, 5, 4, 6)
    assert orlaf.chances == tuple(islice(attempts(orlaf.hits, 6, is_kept=True), len(orlaf.chances)))
    # Five dice score five hits at the most, so the first attempt is never enough.
    assert orlaf.chances[0] == 0 < orlaf.chances[1]
    assert sum(orlaf.chances[:-1]) < Fraction(9, 10) <= sum(orlaf.chances)


def test_a_trap_token_may_be_false_dso_c45(chances):
    body = "trap first at F1 facing south\n  trap second at G1 facing south"
    (one,) = chances("zombie", "first sprung", settings="traps 2", body=body)
    assert one.text == "the token is a real one in 62 %"
    assert [(o.text, o.chance) for o in one.outcomes] == [
        ("real", Fraction(5, 8)),
        ("false", Fraction(3, 8)),
    ]
    assert one.given == ""
    (other,) = chances("zombie", "first sprung", settings="traps 1", body=body)
    assert other.given == "a token is laid on the square"


def test_finding_a_passage_may_call_somebody_dso_f19(chances):
    body = "secret shelf at A3|A4"
    found, _ = chances("zombie", "hoard searched", body=body)
    assert found.text == "a wandering Zombie comes in 17 %"
    assert [o.chance for o in found.outcomes] == [Fraction(1, 6), Fraction(5, 6)]


@pytest.mark.parametrize(
    ("setting", "size", "woken"),
    [
        # Of thirty cards, eight bring a trap or a marauder, and all of these have a cog.
        ("", 30, 1 - Fraction(22 * 21, 30 * 29)),
        ("exploration some", 26, 1 - Fraction(22 * 21, 26 * 25)),
        ("exploration all", 22, Fraction(0)),
    ],
)
def test_a_search_draws_from_what_is_in_the_deck_dso_f20(chances, setting, size, woken):
    _, search = chances("zombie", "hoard searched", settings=setting, body="secret shelf at A3|A4")
    told = f": Hidden Mechanism or Marauding Monster in {round(woken * 100)} %" if woken else ""
    assert search.text == f"2 cards of {size} drawn{told}"
    assert search.given == "the Exploration deck is not shuffled anew"
    odds = {outcome.text: outcome.chance for outcome in search.outcomes}
    assert odds["Nothing but Dust"] == 1 - Fraction((size - 2) * (size - 3), size * (size - 1))
    assert ("Marauding Monster" in odds) == bool(woken)


def test_a_card_that_the_quest_sets_aside_is_not_drawn(chances):
    body = "secret shelf at A3|A4\n  event when den revealed { give burial-hoard }"
    _, search = chances("zombie", "hoard searched", body=body)
    assert search.text.startswith("2 cards of 29 drawn")
    assert "Burial Hoard" not in {outcome.text for outcome in search.outcomes}


def test_what_is_not_worked_out_is_said_in_words(chances):
    body = "event bang when den revealed { trigger trap }"
    (event,) = chances("zombie", "bang happened", body=body)
    assert (event.text, event.attempts, event.outcomes) == ("what the trap does is rolled", (), ())


def test_where_nothing_is_rolled_there_are_no_odds(chances):
    assert chances("zombie", "den revealed") == ()


# -- the pack ----------------------------------------------------------------------------


def test_what_the_pack_says_of_odds_is_what_it_says_to_players():
    system = load_system(SYSTEMS_DIR / GAME).system
    fights, rules = system.fights, system.rules
    assert (fights.die, fights.fewest) == (rules["dice"]["die"], rules["dice"]["min"])
    assert fights.roll == rules["fight"]["hits"]
    assert rules["fight"]["surplus_hits"] is True
    large = {attack.word: attack.against_large for attack in fights.attacks}
    assert large == {"fight": rules["fight"]["modifiers"]["outnumbered"], "shoot": 0}
    assert rules["large"]["always_outnumbers_small"] is True
    assert fights.defence == rules["shoot"]["defends_with"]
    assert rules["damage"]["boss_per_hit"] == 1
    alarm = rules["secret_alarm"]
    assert system.search.alarm == (alarm["die"], alarm["on_faces"])
    tokens = rules["trap_tokens"]
    assert (system.kinds["trap"].box, system.kinds["trap"].real) == (
        tokens["total"],
        tokens["real"],
    )
    verbs = {card.does for card in system.decks["exploration"].cards}
    assert set(system.search.wakes) <= verbs


WATCH = '''quest last-lamp "The Last Lamp" {
  system blank
  watch elder, apprentice
  board {
    draw """
    +-+-+-+-+
    |s s|. x|
    + + + + +
    |. .G. .|
    +-+-+-+-+
    """
    s: start
    G: gate old-gate
    x: shade foe
  }
  hall porch at A1..B2 "The Porch"
  hall ward at C1..D2 "The Ward"
  victory lamplighters when foe defeated
}
'''
DUELS = """
fights:
  source: own
  roll: pairs-high-to-high
  die: 4
  attacks: {glare: {title: Glare, dice: oil}}
  defence: stride
  armour: dread
  falls: {terror: {at: dread, kept: true}}
  given: nobody blinks
"""


def test_a_new_game_has_odds_without_a_line_of_python(published, tmp_path):
    folder = Path(shutil.copytree(BLANK, tmp_path / "blank"))
    (one,) = published(WATCH, tmp_path).verdict.chances
    assert (one.text, one.attempts) == ("a fight", ())
    (folder / "odds.yaml").write_text(DUELS)
    (one,) = published(WATCH, tmp_path).verdict.chances
    assert one.given == "nobody blinks"
    # A shade has four dice of four faces and one dread; the elder has six, the apprentice four.
    assert [tried.hits for tried in one.attempts] == [
        hits_by_pairs(6, 4, 1, 4),
        hits_by_pairs(4, 4, 1, 4),
    ]
    assert one.text.startswith("a fight, by Elder: 1 attempt is enough in ")


def test_what_takes_long_is_told_for_a_hundred_attempts(published, tmp_path):
    folder = Path(shutil.copytree(BLANK, tmp_path / "blank"))
    duels = DUELS.replace("at: dread, kept: true", "at: stride, kept: false")
    duels = duels.replace("armour: dread", "armour: stride").replace("die: 4", "die: 5")
    (folder / "odds.yaml").write_text(duels)
    (one,) = published(WATCH, tmp_path).verdict.chances
    # All four dice of the apprentice have to show a five, and none of the shade's four one.
    apprentice = one.attempts[1]
    assert (apprentice.needed, len(apprentice.chances)) == (4, 100)
    assert apprentice.mean > 100
    assert sum(apprentice.chances) < Fraction(9, 10)
    alone = published(WATCH.replace("elder, ", ""), tmp_path).verdict.chances[0].text
    told = round(sum(apprentice.chances) * 100)
    assert re.search(
        rf": 1 attempt is enough in under 1 %, 100 in {told} %, [0-9.]+ on average$", alone
    )


# -- what is shown -----------------------------------------------------------------------


def test_the_document_has_them_in_full(published):
    text = HALL.format(
        game=GAME,
        monster="zombie-troll-tyrant",
        goal="foe defeated and hoard searched",
        heroes="orlaf, danor",
        settings="",
        body="secret shelf at A3|A4",
    )
    document = quest_document(published(text))
    schema = json.loads((SCHEMAS_DIR / "quest.schema.json").read_text())
    jsonschema.Draft202012Validator(schema).validate(document)
    verdict = document["verdict"]
    assert {one["step"] for one in verdict["chances"]} == {
        number for number, step in enumerate(verdict["line"], 1) if step["chance"]
    }
    fight = next(one for one in verdict["chances"] if one["attempts"])
    orlaf = fight["attempts"][0]
    hits = [Fraction(one) for one in orlaf["hits"]]
    assert sum(hits) == 1
    assert Fraction(orlaf["mean"]) == mean_attempts(hits, orlaf["needed"], is_kept=orlaf["kept"])
    every = islice(attempts(hits, orlaf["needed"], is_kept=orlaf["kept"]), len(orlaf["millionths"]))
    assert orlaf["millionths"] == [round(one * 1_000_000) for one in every]


def test_the_annex_has_a_row_for_all_that_is_alike(published):
    text = HALL.format(
        game=GAME,
        monster="zombie",
        goal="all zombies defeated",
        heroes="orlaf, danor",
        settings="",
        body="",
    ).replace("zombie foe", "zombie")
    annex = compose_book([published(text)]).chapters[0].annex
    (row,) = annex.chances
    assert row.what == "Defeat the Zombie"
    assert row.where == "F2, G2, F3, G3"
    assert row.odds == (
        "a fight, by Orlaf: 1 attempt is enough in 83 %, 2 in 97 %, 1.2 on average; "
        "by all: 1 round is enough in 89 %, 2 in 99 %; "
        "each alone, on average: Orlaf 1.2, Danor 2.8"
    )
    assert annex.chances_given == f"Exact, where {FIGHTS}."


def test_prove_shows_them(tmp_path):
    path = tmp_path / "hall.quest"
    text = HALL.format(
        game=GAME, monster="zombie-troll", goal="foe defeated", heroes="orlaf", settings="", body=""
    )
    path.write_text(text, encoding="utf-8")
    out = run("prove", path).out
    assert "[a fight, by Orlaf: 1 attempt is enough in " in out
    assert f"  odds: exact, where {FIGHTS}\n" in out
