"""What findings say of quests that somebody new would write: the thing, its place, what to do."""

from __future__ import annotations

from support.one_text import results
from support.paths import CASES
from support.published import result_of

ORIGINS = '''
quest told "Told" {{
  system dungeon-saga-origins
  heroes orlaf, madriga
  marauder zombie
  board {{
    draw """
    +-+-+-+-+-+-+
    |s . .|. . t|
    +-+-+-+-+-+-+
    """
    s: start{first}
    t: start{second}
  }}
  room hall at A1..C1 "The Hall"
  room vault at D1..F1 "The Vault"
  victory heroes when {won}
}}
'''
NOIR = '''
quest told "Told" {{
  system dragon-noir
  adventurers konrad
  board {{
    draw """
    s s . # . .
    """
    s: start
  }}
  {body}
}}
'''
DEALT = """
quest told "Told" {{
  system warhammer-quest
  warriors elf
  adventure 1
  deck {{
    objective lamp-house
    {many} passage
    {more}
  }}
  board {{
    tile lamp-house at A1
  }}
  start at A7..B7
  victory warriors when all warriors at C1..D1
}}
"""


def told(text, name):
    """A finding, and the text that it points at."""
    (found,) = (one for one in results(text).findings if one.code.name == name)
    span = found.label.span
    return found, text[span.start : span.end]


def test_a_dead_end_that_begins_with_play_is_told_at_the_start():
    text = ORIGINS.format(first="", second="", won="orlaf at B1")
    found, where = told(text, "can-strand")
    assert where == "start"
    assert "say who begins where" in found.help


def test_who_begins_too_far_away_is_told_at_the_start():
    text = ORIGINS.format(first=" for orlaf", second=" for madriga", won="all heroes in hall")
    found, _ = told(text, "unwinnable")
    assert "Madriga begins at F1, and no way leads from there to the Hall" in found.reason
    (label,) = found.related
    assert text[label.span.start : label.span.end] == "start for madriga"


def test_an_area_that_nobody_has_named_is_told_by_its_place():
    taken = NOIR.format(body='item key "The Key" at F1\n  victory adventurers when key taken')
    found, _ = told(taken, "unwinnable")
    assert "“Take the Key” can only be done at F1; no way leads to F1" in found.reason
    other = NOIR.format(body="victory adventurers when any adventurer at C1")
    found, _ = told(other, "unreachable-area")
    assert found.message == "nobody can reach E1, F1"


def test_a_deck_with_more_sections_than_the_box_has_says_how_many_whq_b13():
    found, where = told(DEALT.format(many=40, more="2 fork"), "more-than-the-box-holds")
    assert where == "passage"
    assert found.message == "this deck has 42 sections, the box 27"
    assert found.help.startswith("take 15 of them away, or list none")
    text = DEALT.format(many=11, more="2 fork")
    assert "more-than-the-box-holds" not in {one.code.name for one in results(text).findings}


SMALL = '''
quest told "Told" {{
  system dungeon-saga-origins
  heroes orlaf, madriga
  marauder zombie
  board {{
    draw """
    +-+-+-+-+-+-+
    |s . .D. . .|
    + + + + + + +
    |s . .|. z c|
    +-+-+-+-+-+-+
    """
    s: start
    D: door way "The Way"
    z: zombie uncle "The Uncle" facing west
    c: chest box "The Box"
  }}
  room hall at A1..C2 "The Hall"
  room vault at D1..F2 "The Vault"
  {body}
}}
'''


def test_no_round_is_before_the_first():
    """It was winnable: the party had until round 1."""
    for asked in ("round <= 0", "round < 1", "not round >= 1", "round = 0"):
        text = SMALL.format(body=f"victory heroes when box searched and {asked}")
        found, _ = told(text, "unwinnable")
        assert "play begins in round 1, and no round is before it" in found.reason, asked
    text = SMALL.format(body="victory heroes when box searched and round >= 0")
    assert "unwinnable" not in {one.code.name for one in results(text).findings}


def test_a_deck_that_deals_more_than_the_game_has_says_what_the_box_has():
    text = DEALT.format(many=1, more="top 40").replace("1 passage", "below 2")
    found, _ = told(text, "too-few-cards")
    assert found.message == "this deck deals 42 cards besides the objective, and the box has 22"
    assert found.help == "let 22 lie there together: `top 20`, `below 2`"


def test_what_is_taken_away_with_a_chest_is_told_at_the_event():
    body = """item will "The Will" in box
  event when vault revealed { remove box }
  victory heroes when any hero carries will"""
    text = SMALL.format(body=body)
    found, _ = told(text, "unwinnable")
    assert "“The Vault is revealed” takes the Box away, and the Will with it" in found.reason
    assert any(text[own.span.start :].startswith("event when vault") for own in found.related)


def test_a_finding_without_a_reason_names_its_rules_alone():
    text = ORIGINS.format(first="", second="", won="any hero in vault")
    without = "\n".join(line for line in text.split("\n") if "victory" not in line)
    finding, _ = told(without, "vacuous-victory")
    assert finding.reason == "rule DSO-B18"


def test_the_rules_of_a_finding_stand_in_one_pair_of_brackets():
    text = (CASES / "locks" / "number-too-large.quest").read_text(encoding="utf-8")
    text = text.replace("mundane dice 3 armour 9 on", "mundane dice 3 armour 3 on")
    finding, _ = told(text, "number-out-of-range")
    assert finding.reason is not None
    assert "] [" not in finding.reason
    assert finding.reason.endswith("DKQ-B22]")


def test_a_fight_out_of_reach_is_told_by_where_one_would_stand():
    text = ORIGINS.format(first="", second="", won="all monsters defeated")
    text = text.replace("|s . .|. . t|", "|s t . b . z|")
    text = text.replace(
        "t: start", "t: start\n    b: furniture statue\n    z: zombie rat facing west"
    )
    text = "\n".join(line for line in text.split("\n") if "room vault" not in line)
    found, _ = told(text.replace("A1..C1", "A1..F1"), "unwinnable")
    assert found.reason.startswith(
        "“Defeat the Rat” can only be done at E1, and nobody shoots from where the party comes; "
        "the Statue at D1 closes the way to E1"
    )


def test_of_many_who_may_do_something_a_few_are_named():
    body = """
  ground west at A1..C1
  ground east at E1..F1
  red-arrow ra from west to east takes 1
  victory adventurers when konrad in east
"""
    found, _ = told(NOIR.format(body=body), "unwinnable")
    assert "that takes Queen Alkiram, Migam, Tiom or one of 22 other kinds" in found.reason


def test_what_breaks_a_contradiction_of_rounds_is_a_whole_sentence():
    result = result_of(CASES / "events" / "two-rounds.quest")
    (finding,) = result.findings
    assert finding.reason.endswith("does not come about once round 2 has begun")


def test_an_objective_among_the_cards_is_left_out():
    result = result_of(CASES / "decks" / "an-objective-among-the-cards.quest")
    helps = [own.help for own in result.findings if own.code.id == "QW110"]
    assert helps == ["leave it out, or make it the objective: `objective lamp-house`"]
