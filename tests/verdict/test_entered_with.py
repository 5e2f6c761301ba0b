"""Ground that is closed to some, and that they enter with something that they carry."""

from __future__ import annotations

import pytest

from oracle.replays import steps
from oracle.task_player import TaskPlayer
from questwright.compiler.analysis.public import public_quest
from questwright.compiler.geometry.terrain import closed_in_words, costs_in_words
from questwright.compiler.model.publication import Publication
from questwright.compiler.publish.document.quest_json import dump, quest_document
from questwright.compiler.verdict.translate.translate import translation
from questwright.engine.load import load_quest
from questwright.engine.replay import replay, replay_document
from support.one_text import results
from support.paths import ROOT

PACKS = ROOT / "tests" / "systems"
SUMP = """quest sump "The Sump" {{
  system salt
  crew {crew}
  stray young-eel
  board {{
    draw \"\"\"
    +-+-+-+-+
    |s .|w .|
    + + + + +
    |s . w .|
    +-+-+-+-+
    \"\"\"
    s: stair
    w: sump
  }}
  quay home at A1..B2 "The Home Quay"
  quay far at C1..D2 "The Far Quay"
  item bell "The Bell" at D1
  {body}
  victory bargees when {goal}
}}
"""
STILTS = 'item stilts "Stilts" at B1'
LIGHT = "  action light at wick\n  event when light done { take stilts }"
BOTH = "stoker, polewoman"


def made(crew, body, goal):
    (quest,) = results(SUMP.format(crew=crew, body=body, goal=goal), PACKS).quests
    assert quest.proof is not None, [finding.message for finding in quest.findings]
    return quest


def document(quest):
    return dump(
        quest_document(Publication(quest.quest, quest.system, quest.proof.verdict(), {}, ()))
    )


@pytest.mark.parametrize(
    ("crew", "body", "goal", "expected"),
    [
        ("stoker", "", "stoker carries bell", "unwinnable"),
        ("stoker", STILTS, "stoker carries bell", "winnable"),
        ("stoker", 'item raft "The Raft" at B1', "stoker carries bell", "winnable"),
        ("stoker", 'item stilts "Stilts" at D2', "stoker carries bell", "unwinnable"),
        # The fogwife goes where she likes, and has something brought to her by whoever may.
        ("fogwife", "", "fogwife carries bell", "winnable"),
        ("fogwife, stoker", 'item stilts "Stilts" at D2', "stoker in far", "winnable"),
        (BOTH, STILTS, "any bargee carries bell", "winnable"),
        (BOTH, STILTS, "stoker carries bell and polewoman in home", "winnable"),
        # Nobody throws them back over the water, and nobody hands them on from there.
        (BOTH, STILTS, "all bargees at D1..D2", "unwinnable"),
        (BOTH, STILTS, "all bargees in far", "unwinnable"),
        (BOTH, f'{STILTS}\n  item raft "The Raft" at B2', "all bargees at D1..D2", "winnable"),
        (BOTH, 'item 2 stilts "Stilts" at B1, B2', "all bargees at D1..D2", "winnable"),
        # Whoever has the bell has lost the way back, unless it is the other one who comes.
        (
            "stoker",
            f"{STILTS}\n  event when bell taken {{ take stilts }}",
            "bell taken and stoker in home",
            "unwinnable",
        ),
        (
            "stoker",
            f"{STILTS}\n  lamp wick at D2\n{LIGHT}",
            "bell taken and stoker in home",
            "can-strand",
        ),
        ("stoker", "event when round >= 2 { give stilts }", "stoker carries bell", "winnable"),
        (BOTH, f"{STILTS}\n  event when bell taken {{ give raft to polewoman }}",
         "all bargees at D1..D2", "winnable"),
    ],
)  # fmt: skip
def test_who_carries_it_goes_there(crew, body, goal, expected):
    quest = made(crew, body, goal)
    assert str(quest.proof.kind) == expected
    task = translation(quest.quest, quest.system).task
    assert TaskPlayer(task, 60_000).play().verdict == expected
    assert replay_document(document(quest)) == ""


@pytest.mark.parametrize(
    ("line", "is_allowed"),
    [
        ("begin A1; begin A2; walk B1; pick-up stilts; walk B2 C2 D2 D1; pick-up bell", True),
        ("begin A1; begin A2; walk B1; walk B2 C2 D2 D1; pick-up bell", False),
    ],
)
def test_the_engine_asks_for_it_on_the_way(line, is_allowed):
    line = line.replace("; begin A2", "; polewoman: begin A2")
    quest = load_quest(document(made(BOTH, STILTS, "any bargee carries bell")))
    assert replay(quest, steps(line, "stoker")).accepted is is_allowed


def test_why_nobody_comes_there_is_told():
    (cause,) = [
        cause.text
        for cause in made("stoker", "", "stoker carries bell").proof.verdict().causes
        if "Sump" in cause.text
    ]
    assert cause == "nobody of the party enters the Sump without the Stilts or the Raft"
    late = made("stoker", 'item stilts "Stilts" at D2', "stoker carries bell")
    assert "one enters the Sump only with the Stilts" in [
        cause.text for cause in late.proof.verdict().causes
    ]


def test_the_ground_is_what_closes_off_the_squares_beyond():
    text = SUMP.format(crew="stoker", body="crate box at D2", goal="stoker carries bell")
    text = text.replace('quay far at C1..D2 "The Far Quay"', "").replace("A1..B2", "A1..D2")
    (quest,) = results(text, PACKS).quests
    (finding,) = [one for one in quest.findings if one.code.id == "QW308"]
    assert finding.reason == "nobody of the party enters the Sump"
    assert finding.label.span.start == text.index("w: sump") + len("w: ")


def test_the_legend_says_with_what():
    quest = made(BOTH, STILTS, "any bargee carries bell")
    (patch,) = quest.quest.board.terrain
    told = costs_in_words(patch.kind, quest.quest, quest.system)
    assert told == "not for Stoker and Polewoman, except with the Stilts or the Raft"


def test_what_players_are_given_says_it_too_wherever_the_gear_is():
    quest = made(
        BOTH, 'crate box at B2\n  item stilts "Old Stilts" in box', "any bargee carries bell"
    )
    (patch,) = quest.quest.board.terrain
    told = costs_in_words(patch.kind, public_quest(quest.quest), quest.system)
    assert told == "not for Stoker and Polewoman, except with the Stilts or the Raft"


def test_a_word_for_a_sort_leads_to_the_games_own():
    text = SUMP.format(crew="stoker", body="start at D2", goal="stoker carries bell")
    (finding,) = [one for one in results(text, PACKS).quests[0].findings if one.code.id == "QW103"]
    assert finding.help == "The Salt Stair calls it `stair`"


def test_movers_name_what_lets_one_enter():
    quest = made("stoker", STILTS, "stoker carries bell").quest
    (sump,) = (patch.kind for patch in quest.board.terrain)
    assert closed_in_words(sump, quest, is_to_party=True) == "Sump (except with the Stilts)"
    assert closed_in_words(sump, quest, is_to_party=False) == "Sump"
