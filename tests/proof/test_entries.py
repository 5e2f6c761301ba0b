"""Who comes into play where, and when [DN-A46, DN-A47, DN-A55]."""

from __future__ import annotations

import random

import pytest

from oracle.fuzz import judged, played_apart
from oracle.random_entries import random_entries
from questwright.compiler.model.publication import Publication
from questwright.compiler.model.verdict import VerdictKind
from questwright.compiler.publish.document.quest_json import dump, quest_document
from questwright.engine.load import load_quest
from questwright.engine.replay import read_step, replay, replay_document
from support import one_text
from support.more import amount, more
from support.one_text import results as results_of_games
from support.paths import PACKS

QUEST = '''quest two-roads "Two Roads" {
  system moor
  watch reeve, ferrier, eeler
  group scouts "The Scouts" of ferrier, eeler
  board {
    draw """
    a a . . . . . b
     . . . . # . .
    """
    a: start west-road for reeve
    b: start east-road for scouts from round 4
  }
  wall at D2|E1
  heath west at A1..D2 "The West"
  heath east at E1..H1, F2..G2 "The East"
  wicket gap at D1|E1
  item horn "The Horn" at G2
  victory wardens when VICTORY
}
'''


def results(text):
    return one_text.results(text, PACKS)


def compiled(victory="horn taken and all wardens in east"):
    text = QUEST.replace("VICTORY", victory)
    result = results(text)
    errors = [finding for finding in result.findings if finding.severity == "error"]
    assert errors == [], [error.message for error in errors]
    return result.quests[0]


def told(text):
    return {(finding.code.name, finding.message) for finding in results(text).findings}


def document(one):
    return dump(quest_document(Publication(one.quest, one.system, one.proof.verdict(), {}, ())))


# -- in the model ---------------------------------------------------------------------------------


def test_a_start_says_who_comes_there_and_from_when():
    quest = compiled().quest
    west, east = quest.entries
    assert (west.who, west.round) == (("reeve",), 1)
    assert (east.who, east.round) == (("ferrier", "eeler"), 4)
    assert quest.begun == west.cells
    assert quest.starts == west.cells | east.cells
    (group,) = quest.groups
    assert (group.id, group.title, group.who) == ("scouts", "The Scouts", ("ferrier", "eeler"))


def test_who_is_not_named_comes_where_nobody_is():
    text = QUEST.replace("for scouts", "").replace("VICTORY", "horn taken")
    _, east = results(text).quests[0].quest.entries
    assert east.who == ("ferrier", "eeler")


# -- in the proof ---------------------------------------------------------------------------------


def test_nobody_comes_before_their_round():
    one = compiled()
    verdict = one.proof.verdict()
    assert verdict.kind is VerdictKind.WINNABLE
    assert verdict.rounds[0] >= 4
    begins = [step for step in verdict.line if step.kind == "begin"]
    assert [step.who for step in begins[:1]] == ["reeve"]
    late = verdict.line.index(begins[1])
    assert any(step.kind == "wait" and step.round == 4 for step in verdict.line[:late])


def test_a_group_is_spoken_of_in_conditions():
    assert compiled("any scouts in west and reeve in east").proof.kind is VerdictKind.WINNABLE
    assert compiled("all scouts in west").proof.kind is VerdictKind.WINNABLE


def test_who_waits_off_the_board_is_elsewhere():
    verdict = compiled("no scouts in east and reeve in east").proof.verdict()
    assert verdict.kind is VerdictKind.WINNABLE
    assert verdict.rounds[0] < 4


def test_what_happens_before_they_come_is_not_waited_for():
    text = QUEST.replace("VICTORY", "all scouts in west")
    text = text.replace("  victory", "  event when round >= 3 { block E1 }\n  victory")
    assert results(text).quests[0].proof.kind is VerdictKind.UNWINNABLE


@pytest.mark.slow
def test_random_quests_with_entries_are_judged_as_a_player_without_wits_finds():
    for seed in range(10_000, amount(10_050, 10_200)):
        one = played_apart(seed)
        assert one.is_skipped or not one.words, f"seed {seed}: {one.words}\n{one.text}"


# -- in the engine --------------------------------------------------------------------------------


@pytest.mark.slow
@more
def test_the_engine_follows_lines_in_which_members_come_later():
    assert replay_document(document(compiled())) == ""
    for seed in (*range(10_200, amount(10_220, 10_300)), 77, 214, 242, 1169):
        one = judged(random_entries(random.Random(seed)))
        assert replay_document(document(one)) == "", seed


def steps_of(one):
    return [read_step(node) for node in load_document(one)]


def load_document(one):
    from questwright.engine.reading import Node

    quest = load_quest(document(one))
    return Node(dict(quest.data)).get("verdict").get("line").items()


def refusal(change):
    one = compiled()
    steps = change(steps_of(one))
    return replay(load_quest(document(one)), steps).reason


def test_the_engine_lets_nobody_come_too_soon():
    assert refusal(lambda steps: steps) == ""
    soon = refusal(lambda steps: [step for step in steps if step.kind != "wait"])
    assert "does not come into play before a later round" in soon


def test_the_engine_lets_nobody_come_elsewhere():
    def swapped(steps):
        return [
            step._replace(who={"reeve": "eeler"}.get(step.who, step.who))
            if step.kind == "begin"
            else step
            for step in steps
        ]

    assert "come" in refusal(swapped) or "begin" in refusal(swapped)


def test_the_engine_lets_nobody_come_twice():
    def doubled(steps):
        late = [n for n, step in enumerate(steps) if step.kind == "begin"][1]
        # The start is free again: the first step after it leads away.
        return [*steps[: late + 2], steps[late], *steps[late + 2 :]]

    assert "left to" in refusal(doubled)


# -- mistakes -------------------------------------------------------------------------------------


def test_unknown_members_and_rounds_are_told():
    broken = QUEST.replace("for scouts from round 4", "for scoots from turn 4")
    found = {name for name, _ in told(broken.replace("VICTORY", "horn taken"))}
    assert {"unknown-name", "number-out-of-range"} <= found


def test_an_empty_group_is_told():
    broken = QUEST.replace(" of ferrier, eeler", "").replace("VICTORY", "horn taken")
    assert ("missing-part", "this group has no members") in told(broken)


def test_somebody_without_a_start_is_told():
    broken = QUEST.replace("for scouts", "for eeler").replace("VICTORY", "horn taken")
    assert any(name == "no-start" and "Ferrier begins" in message for name, message in told(broken))


def test_too_few_squares_for_those_who_begin_are_told():
    broken = QUEST.replace("a a . .", "a . . .").replace("for reeve", "for reeve, ferrier, eeler")
    broken = broken.replace(" for scouts from round 4", " for scouts")
    broken = broken.replace("b: start east-road for scouts\n", "").replace(" b\n", " .\n")
    found = told(broken.replace("VICTORY", "horn taken"))
    assert any(name == "no-start" and "no start hex left" in text for name, text in found)


def test_nobody_begins_on_ground_that_is_closed_to_them():
    # The ferrier is mounted, and the bog is closed to the mounted.
    broken = QUEST.replace("VICTORY", "horn taken").replace(
        "  heath west", "  bog at H1\n  heath west"
    )
    assert any("Ferrier cannot begin at H1" in message for _, message in told(broken))
    # The reeve begins elsewhere: nothing is said of him.
    assert not any("Reeve" in message for _, message in told(broken) if "begin at" in message)


def test_nobody_in_the_first_round_is_told():
    broken = QUEST.replace("for reeve", "for reeve from round 2").replace("VICTORY", "horn taken")
    assert ("no-start", "no member of the party is on the board in round 1") in told(broken)


def test_the_same_start_twice_is_told():
    broken = QUEST.replace("VICTORY", "horn taken")
    broken = broken.replace("  heath west", "  start at A1 for reeve\n  heath west")
    assert ("square-taken", "two starts are on A1") in told(broken)


# -- starts that were not understood ---------------------------------------------------------------

BROKEN = '''
quest two-banks "Two Banks" {
  system dragon-noir
  adventurers konrad, laberne
  board {
    draw """
    . . . # . . . .
     . . . . . . . .
    """
  }
  ground bank at A1..C1, E1..H1, A2..H2
  START
  victory adventurers when any adventurer at H1
}
'''


@pytest.mark.parametrize(
    ("start", "code"),
    [
        ("start at A1, Z99", "off-the-board"),
        ("start at A1, D1", "not-on-the-floor"),
        ("start camp at nowhere", "missing-part"),
        ("start", "missing-part"),
        ("start at maze:A1", "unknown-name"),
        ("start at A1 for konrad\n  start at D1 for laberne", "not-on-the-floor"),
        ("start at A1 for konrad\n  start at A1 for konrad, laberne", "square-taken"),
    ],
)
def test_of_a_start_that_is_wrong_nothing_more_is_said(start, code):
    result = results_of_games(BROKEN.replace("START", start))
    assert [finding.code.name for finding in result.findings] == [code]


def test_of_starts_that_are_right_but_too_few_it_is_said():
    result = results_of_games(BROKEN.replace("START", "start at A1"))
    assert [finding.code.name for finding in result.findings] == ["no-start"]
    result = results_of_games(BROKEN.replace("  START\n", ""))
    assert [finding.code.name for finding in result.findings] == ["no-start"]
