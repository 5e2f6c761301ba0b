"""Where chance enters a line of play, and the odds that are told of it."""

from __future__ import annotations

import functools
import json
import re
import shutil
from fractions import Fraction
from itertools import islice, product
from pathlib import Path

import jsonschema
import pytest

from questwright.compiler.assets import SCHEMAS_DIR
from questwright.compiler.model.publication import Publication
from questwright.compiler.odds.chances import with_odds
from questwright.compiler.odds.dice import attempts, hits_by_pairs, hits_together, mean_attempts
from questwright.compiler.pipeline import Compiler
from questwright.compiler.publish.book.book import compose_book
from questwright.compiler.publish.document.quest_json import quest_document
from support.kept import system_of
from support.one_text import OneText, results
from support.paths import PACKS
from support.strategies import run

GAME = "dungeon-saga-origins"
BLANK = PACKS / "blank"


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


@functools.cache
def published(text):
    return publication_of(results(text))


def published_with(text, systems):
    return publication_of(Compiler(OneText(text), systems, None).compile("one.quest"))


def publication_of(result):
    (one,) = result.quests
    assert one.proof is not None, result.findings
    return Publication(one.quest, one.system, one.proof.verdict(), result.sources, ())


def chances(monster="zombie-troll", goal="foe defeated", heroes="orlaf", settings="", body=""):
    text = HALL.format(
        game=GAME, monster=monster, goal=goal, heroes=heroes, settings=settings, body=body
    )
    if monster not in ("zombie-troll", "zombie-troll-tyrant"):
        text = text.replace("m m", "m .").replace("|. . .|. . m .", "|. . .|. . . .")
    publication = published(text)
    verdict = publication.verdict
    for number, step in enumerate(verdict.line, 1):
        assert step.chance == next((c.text for c in verdict.chances if c.step == number), "")
    return verdict.chances


FIGHTS = "nobody attacks from behind or outnumbers a foe, and no card, spell or special comes in"


def test_a_fight_has_the_odds_of_the_two_cards():
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


def test_the_best_of_the_party_is_named_and_each_is_told():
    (fight,) = chances("zombie", heroes="danor, orlaf, madriga")
    assert [attempt.member for attempt in fight.attempts] == ["danor", "orlaf", "madriga"]
    assert fight.text.startswith("a fight, by Orlaf: ")
    # Madriga rolls four dice where she Shoots and three where she Fights [DSO-C23].
    assert [attempt.way for attempt in fight.attempts] == ["fight", "fight", "shoot"]
    assert fight.attempts[2].hits == hits_by_pairs(4, 3, 1, 6)


def test_nobody_shoots_at_whom_they_stand_beside_dso_e3():
    text = HALL.format(
        game=GAME, monster="zombie", goal="foe defeated", heroes="madriga", settings="", body=""
    )
    text = text.replace("m m", "m .").replace("|. . .|. . m .", "|. . .|. . . .")
    publication = published(text)
    line = publication.verdict.line
    *_, walk, _ = line
    assert walk.text == "Madriga walks to E2 in the Den"
    (beside,) = publication.verdict.chances
    assert beside.text.startswith("a fight, by Madriga: ")
    # One square further off she rolls four dice rather than three.
    further = [*line[:-2], walk._replace(path=walk.path[:-1]), line[-1]]
    _, (far,) = with_odds(further, publication.quest, publication.system)
    assert far.text.startswith("a fight, by Madriga (Shoot): ")


BENCHES = """quest benches "The Benches" {{
  system dungeon-saga-origins
  heroes {heroes}
  marauder zombie
  board {{
    draw \"\"\"
    +-+-+-+-+-+-+
    |s s s {gap} z|
    +-+-+-+-+-+-+
    \"\"\"
    s: start
    t: furniture bench-table
    z: zombie guard facing west
  }}
  corridor yard at A1..F1
  victory heroes when guard defeated
  allow unreachable-squares because "They are full of benches."
}}
"""


def test_who_does_not_stand_beside_a_figure_has_the_odds_of_a_shot():
    """Danor Fights with three dice and shoots with two; benches keep him two squares off."""
    publication = published(BENCHES.format(heroes="danor", gap="t t"))
    (shot,) = publication.verdict.chances
    assert shot.text.startswith("a fight, by Danor (Shoot): 1 attempt is enough in 13 %")
    assert shot.attempts[0].hits == hits_by_pairs(2, 3, 1, 6)


def test_no_more_fight_together_than_stand_around_a_figure():
    """At the end of a corridor there is room for one beside it, and Madriga shoots."""
    text = BENCHES.format(heroes="orlaf, rordin, madriga", gap=". .")
    publication = published(text.replace("    t: furniture bench-table\n", ""))
    (fight,) = publication.verdict.chances
    every = fight.attempts
    close = min((own for own in every if own.way == "fight"), key=lambda own: own.mean)
    shot = next(own for own in every if own.way == "shoot")
    hits = hits_together([close.hits, shot.hits], every[0].needed, is_kept=every[0].is_kept)
    assert fight.together.chances[0] == sum(hits[every[0].needed :])


def test_the_party_takes_fewer_rounds_than_one_of_it_attempts():
    (fight,) = chances("zombie", heroes="danor, orlaf")
    danor, orlaf = (sum(attempt.hits[2:]) for attempt in fight.attempts)
    both = 1 - (1 - danor) * (1 - orlaf)
    assert fight.together.chances[0] == both
    assert fight.together.mean == 1 / both
    (boss,) = chances("undead-dwarf-king", heroes="danor, orlaf")
    danor, orlaf = (attempt.hits for attempt in boss.attempts)
    # Six hits of the two at once, in every way that they can share them.
    once = sum(
        one * other
        for (hits, one), (more, other) in product(enumerate(danor), enumerate(orlaf))
        if hits + more >= 6
    )
    assert boss.together.chances[0] == once
    assert boss.together.mean < min(attempt.mean for attempt in boss.attempts)


def test_whom_an_event_has_taken_attacks_no_more():
    goal, body = "foe defeated and any hero at A1", "event fate when way opened { remove danor }"
    (fight,) = chances("zombie", goal=goal, heroes="danor, orlaf", body=body)
    (alone,) = chances("zombie", goal=goal, heroes="orlaf")
    assert fight == alone._replace(step=fight.step)


def test_the_odds_are_those_of_whoever_the_step_names():
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


def test_a_large_figure_outnumbers_whom_it_fights_dso_c25():
    (fight,) = chances("zombie-troll", heroes="orlaf, danor, madriga")
    # Danor is left with two dice, and a troll falls at three hits. Who Shoots loses none.
    orlaf, madriga = fight.attempts
    assert (orlaf.way, orlaf.hits) == ("fight", hits_by_pairs(4, 5, 2, 6))
    assert (madriga.way, madriga.hits) == ("shoot", hits_by_pairs(4, 5, 2, 6))


def test_nobody_rolls_fewer_than_two_dice_dso_f13():
    (fight,) = chances("zombie-troll-tyrant", heroes="danor")
    assert fight.attempts[0].hits == hits_by_pairs(2, 6, 3, 6)
    # What nobody can beat is not beaten: no line has such a fight.
    assert chances("zombie-troll", heroes="danor") == ()


def test_a_boss_is_worn_down_hit_by_hit_dso_c27():
    (fight,) = chances("undead-dwarf-king")
    (orlaf,) = fight.attempts
    assert (orlaf.needed, orlaf.is_kept) == (6, True)
    assert orlaf.hits == hits_by_pairs(5, 5, 4, 6)
    assert orlaf.chances == tuple(islice(attempts(orlaf.hits, 6, is_kept=True), len(orlaf.chances)))
    # Five dice score five hits at the most, so the first attempt is never enough.
    assert orlaf.chances[0] == 0 < orlaf.chances[1]
    assert sum(orlaf.chances[:-1]) < Fraction(9, 10) <= sum(orlaf.chances)


def test_a_trap_token_may_be_false_dso_c45():
    body = "trap first at F1 facing south\n  trap second at G1 facing south"
    (one,) = sprung("traps 2", body)
    # Who steps onto a real one sets it off, and that it is real is settled before: DSO-C42.
    assert one.text == (
        "what the trap does is rolled: Poisoned Darts in 33 %, Gas in 33 %, Falling Rocks in 33 %"
    )
    assert [(o.text, o.chance) for o in one.outcomes] == [
        ("Poisoned Darts", Fraction(1, 3)),
        ("Gas", Fraction(1, 3)),
        ("Falling Rocks", Fraction(1, 3)),
    ]
    assert one.given == ""
    (other,) = sprung("traps 1", body)
    assert other.given == ""


def sprung(settings, body):
    """The odds of springing a trap, in the worlds in which it is there and real."""
    text = HALL.format(
        game=GAME,
        monster="zombie",
        goal="first sprung",
        heroes="orlaf",
        settings=settings,
        body=body,
    ).replace("m m", "m .")
    publication = published(text.replace("|. . .|. . m .", "|. . .|. . . .", 1))
    lines = {world.line for world in publication.verdict.told_worlds if world.line}
    (line,) = lines
    return with_odds(line, publication.quest, publication.system)[1]


def test_finding_a_passage_may_call_somebody_dso_f19():
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
def test_a_search_draws_from_what_is_in_the_deck_dso_f20(setting, size, woken):
    _, search = chances("zombie", "hoard searched", settings=setting, body="secret shelf at A3|A4")
    told = f": Hidden Mechanism or Marauding Monster in {round(woken * 100)} %" if woken else ""
    assert search.text == f"2 cards of {size} drawn{told}"
    assert search.given == "the Exploration deck is not shuffled anew"
    odds = {outcome.text: outcome.chance for outcome in search.outcomes}
    assert odds["Nothing but Dust"] == 1 - Fraction((size - 2) * (size - 3), size * (size - 1))
    assert ("Marauding Monster" in odds) == bool(woken)


def test_a_card_that_the_quest_sets_aside_is_not_drawn():
    body = "secret shelf at A3|A4\n  event when den revealed { give burial-hoard }"
    _, search = chances("zombie", "hoard searched", body=body)
    assert search.text.startswith("2 cards of 29 drawn")
    assert "Burial Hoard" not in {outcome.text for outcome in search.outcomes}


def test_what_a_trap_does_has_the_odds_of_its_table_dso_f22():
    body = "event bang when den revealed { trigger trap }"
    (event,) = chances("zombie", "bang happened", body=body)
    assert event.text == (
        "what the trap does is rolled: Poisoned Darts in 33 %, Gas in 33 %, Falling Rocks in 33 %"
    )
    assert [outcome.chance for outcome in event.outcomes] == [Fraction(1, 3)] * 3
    assert event.attempts == ()


def test_where_nothing_is_rolled_there_are_no_odds():
    assert chances("zombie", "den revealed") == ()


# -- the pack ----------------------------------------------------------------------------


def test_what_the_pack_says_of_odds_is_what_it_says_to_players():
    system = system_of(GAME)
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


def test_a_new_game_has_odds_without_a_line_of_python(tmp_path):
    folder = Path(shutil.copytree(BLANK, tmp_path / "blank"))
    (one,) = published_with(WATCH, tmp_path).verdict.chances
    assert (one.text, one.attempts) == ("a fight", ())
    (folder / "odds.yaml").write_text(DUELS)
    (one,) = published_with(WATCH, tmp_path).verdict.chances
    assert one.given == "nobody blinks"
    # A shade has four dice of four faces and one dread; the elder has six, the apprentice four.
    assert [tried.hits for tried in one.attempts] == [
        hits_by_pairs(6, 4, 1, 4),
        hits_by_pairs(4, 4, 1, 4),
    ]
    assert one.text.startswith("a fight, by Elder: 1 attempt is enough in ")


def test_what_takes_long_is_told_for_a_hundred_attempts(tmp_path):
    folder = Path(shutil.copytree(BLANK, tmp_path / "blank"))
    duels = DUELS.replace("at: dread, kept: true", "at: stride, kept: false")
    duels = duels.replace("armour: dread", "armour: stride").replace("die: 4", "die: 5")
    (folder / "odds.yaml").write_text(duels)
    (one,) = published_with(WATCH, tmp_path).verdict.chances
    # All four dice of the apprentice have to show a five, and none of the shade's four one.
    apprentice = one.attempts[1]
    assert (apprentice.needed, len(apprentice.chances)) == (4, 100)
    assert apprentice.mean > 100
    assert sum(apprentice.chances) < Fraction(9, 10)
    alone = published_with(WATCH.replace("elder, ", ""), tmp_path).verdict.chances[0].text
    told = round(sum(apprentice.chances) * 100)
    assert re.search(
        rf": 1 attempt is enough in under 1 %, 100 in {told} %, [0-9.]+ on average$", alone
    )


# -- what is shown -----------------------------------------------------------------------


def test_the_document_has_them_in_full():
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


def test_the_annex_has_a_row_for_all_that_is_alike():
    text = HALL.format(
        game=GAME,
        monster="zombie",
        goal="all zombies defeated",
        heroes="orlaf, danor",
        settings="",
        body="",
    ).replace("zombie foe", "zombie")
    annex = compose_book([published(text)]).chapters[0].annex
    # One row for each who fights: together they have all four.
    rows = {row.what: row for row in annex.chances}
    assert set(rows) <= {f"{who}: Defeat the Zombie" for who in ("Orlaf", "Danor")}
    where = ", ".join(row.where for row in rows.values()).split(", ")
    assert sorted(where) == ["F2", "F3", "G2", "G3"]
    assert rows["Orlaf: Defeat the Zombie"].odds == (
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
