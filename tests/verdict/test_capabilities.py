"""What a pack lets some of the party do: through walls, over water, and a portal to stand on."""

from __future__ import annotations

import pytest

from oracle.replays import steps
from oracle.witness import judge
from oracle.witness_quests import compiled, random_quest
from oracle.witness_run import Core
from questwright.compiler.model.publication import Publication
from questwright.compiler.packs.system.system import Special
from questwright.compiler.publish.document.quest_json import dump, quest_document
from questwright.engine.load import load_quest
from questwright.engine.replay import replay, replay_document
from support.more import amount
from support.one_text import results
from support.paths import ROOT

PACKS = ROOT / "tests" / "systems"
CELL = """quest cell "The Cell" {{
  system salt
  crew {crew}
  stray young-eel
  board {{
    draw \"\"\"
    +-+-+-+-+
    |s .|. .|
    + + + + +
    |s .H. .|
    +-+-+-+-+
    \"\"\"
    s: stair
    H: hatch iron-hatch "The Iron Hatch" {hatch}
  }}
  {ground}
  vault inner at A1..B2 "The Inner Vault"
  vault outer at C1..D2 "The Outer Vault"
  item bell "The Bell" at D1
  victory bargees when {goal}
}}
"""


def made(crew, goal, hatch="barred", ground=""):
    text = CELL.format(crew=crew, goal=goal, hatch=hatch, ground=ground)
    (quest,) = results(text, PACKS).quests
    assert quest.proof is not None, [finding.message for finding in quest.findings]
    return quest


def document(quest):
    return dump(
        quest_document(Publication(quest.quest, quest.system, quest.proof.verdict(), {}, ()))
    )


@pytest.mark.parametrize(
    ("crew", "goal", "expected"),
    [
        ("fogwife", "fogwife in outer", "winnable"),
        ("stoker", "stoker in outer", "unwinnable"),
        ("fogwife, stoker", "any bargee in outer", "winnable"),
        ("fogwife, stoker", "all bargees in outer", "unwinnable"),
        # She brings it back the same way, but hands nothing through the wall.
        ("fogwife, stoker", "stoker carries bell", "winnable"),
        ("fogwife", "fogwife carries bell and fogwife in inner", "winnable"),
    ],
)
def test_walls_do_not_stop_some(crew, goal, expected):
    quest = made(crew, goal)
    assert str(quest.proof.kind) == expected
    assert judge(quest.quest, quest.system).verdict == expected
    assert replay_document(document(quest)) == ""


def test_why_others_do_not_come_there_is_told():
    (cause, *_) = [
        cause
        for cause in made("fogwife, stoker", "stoker in outer").proof.verdict().causes
        if "walls" in cause.text
    ]
    assert cause.text == "only Fogwife goes through walls"


@pytest.mark.parametrize(
    ("line", "is_allowed"),
    [
        ("begin A1; fogwife: begin A2; fogwife: walk B2 C2 C1 B1", True),
        ("begin A1; fogwife: begin A2; walk B1 C1", False),
        ("begin A1; fogwife: begin A2; fogwife: walk B2 C1", False),
    ],
)
def test_the_engine_lets_them_through_straight_on(line, is_allowed):
    quest = load_quest(document(made("stoker, fogwife", "fogwife carries bell")))
    assert replay(quest, steps(line, "stoker")).accepted is is_allowed


def test_over_water_goes_who_may():
    ground = "deep-brine at C1..C2"
    assert str(made("stoker", "stoker carries bell", "", ground).proof.kind) == "unwinnable"
    assert str(made("polewoman", "polewoman carries bell", "", ground).proof.kind) == "winnable"


PIPE = """quest pipe "The Pipe" {{
  system salt
  crew stoker, polewoman
  stray young-eel
  board {{
    draw \"\"\"
    +-+-+ +-+-+
    |s s| |. .|
    + + + + + +
    |. n| |f .|
    +-+-+ +-+-+
    \"\"\"
    s: stair
    n: lamp near-mouth "The Near Mouth"
    f: lamp far-mouth "The Far Mouth"
  }}
  vault inner at A1..B2 "The Inner Vault"
  vault outer at D1..E2 "The Outer Vault"
  sluice pipe "The Pipe" from near-mouth to far-mouth
  victory bargees when {}
}}
"""


@pytest.mark.parametrize(
    ("goal", "expected"),
    [
        ("any bargee at far-mouth", "winnable"),
        ("stoker at far-mouth and polewoman at near-mouth", "winnable"),
        ("all bargees in outer", "winnable"),
        ("all bargees at far-mouth", "unwinnable"),
    ],
)
def test_one_may_stand_on_both_ends_of_a_crossing_that_costs_moves(goal, expected):
    (quest,) = results(PIPE.format(goal), PACKS).quests
    assert str(quest.proof.kind) == expected
    assert replay_document(document(quest)) == ""


MIST = Special("mist", "Mist", "", (), ("wall",), (), False, 1, {}, "own", ())


@pytest.mark.parametrize("seed", range(amount(8, 300)))
def test_the_second_player_goes_through_walls_alike(seed):
    quest = compiled(random_quest(seed))
    lucky = seed % len(quest.quest.party)
    party = tuple(
        kind._replace(specials=(MIST,)) if number == lucky else kind
        for number, kind in enumerate(quest.quest.party)
    )
    changed = quest.quest._replace(party=party)
    played = judge(changed, quest.system, 1_500)
    if played.verdict not in ("too big", "refused") and not played.by_the_clock:
        assert Core(changed, quest.system).verdict == played.verdict
