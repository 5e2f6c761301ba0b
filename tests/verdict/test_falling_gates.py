"""Doors that fall shut after so many have gone through: what is proven, told, replayed, refused."""

from __future__ import annotations

import json

import pytest

from oracle.planner import disagreement, needs_planner, planned
from oracle.replays import assert_followed, published, steps
from oracle.witness_run import compare
from questwright.compiler.model.verdict import VerdictKind
from questwright.compiler.wording.locks import passing_in_words
from questwright.engine.load import load_quest
from questwright.engine.replay import replay
from support.halls import three_halls
from support.more import amount, some
from support.one_text import compiled, results, without_proof
from support.small import small_text, verdict

pytestmark = pytest.mark.slow  # whole quests are proven, planned and replayed

WON, STRANDED, LOST = VerdictKind.WINNABLE, VerdictKind.CAN_STRAND, VerdictKind.UNWINNABLE
THREE = "orlaf, danor, rordin"
ONE_WAY = "open from a shuts after 2"
CUP = 'item cup "Cup" at D2'
HOME = "any hero in a and any hero carries cup"

SCENES = [
    # Of three, two go through: that is enough, or it is not.
    (WON, "2 heroes in b", ONE_WAY, {}),
    (LOST, "all heroes in b", ONE_WAY, {}),
    (WON, "all heroes in b", "open from a shuts after 3", {}),
    (WON, "all heroes in b", "from a shuts after 3", {}),
    # Who comes back has gone through once more; two who should have gone do not.
    (STRANDED, "2 heroes in b", "open shuts after 2", {}),
    (WON, "any hero in b", "open shuts after 2", {}),
    # What is fetched is handed through while the door stands open.
    (STRANDED, HOME, "open shuts after 2", {"body": CUP}),
    (LOST, HOME, "open shuts after 1", {"body": CUP, "heroes": "orlaf"}),
    (STRANDED, HOME, "open shuts after 2", {"body": CUP, "heroes": "orlaf"}),
    # Nobody opens it by hand again, with a key or without; an event does, and it counts anew.
    (LOST, "all heroes in b", "locked by k from a shuts after 2", {"body": 'item k "K" at A1'}),
    (WON, "all heroes in b", ONE_WAY, {
        "body": "event e whenever first closed { open first }",
    }),
    (WON, "2 heroes in b", "open from a shuts after 1", {
        "heroes": "orlaf, danor",
        "body": "event e when first closed { open first }",
    }),
    (LOST, "all heroes in b", "open from a shuts after 1", {
        "body": "event e when first closed { open first }",
    }),
    # That it is shut is a fact like any other.
    (WON, "first closed and 2 heroes in b", ONE_WAY, {}),
    # Another way does not count, and is the one that is taken.
    (WON, "2 heroes in b", "open shuts after 1", {
        "body": "portal one-end at A2 to other-end\n  portal other-end at F2",
        "second": "open",
        "heroes": "orlaf, danor",
    }),
]  # fmt: skip


def halls(goal, first, **more):
    return three_halls(goal, **{"heroes": THREE, "first": first} | more)


@pytest.mark.parametrize(("kind", "goal", "first", "more"), SCENES)
def test_so_many_go_through_and_no_more(kind, goal, first, more):
    assert_followed(halls(goal, first, **more), kind)


@needs_planner
@pytest.mark.parametrize(("kind", "goal", "first", "more"), SCENES)
def test_a_planner_agrees(kind, goal, first, more):
    one = compiled(halls(goal, first, **more))
    assert disagreement(one.quest, one.proof.shown) == ""
    assert one.proof.kind is kind


@needs_planner
@pytest.mark.parametrize("seed", range(amount(4, 40)))
def test_a_planner_agrees_about_random_ones(seed):
    assert planned("shutting", seed).words == ""


RING = """
+-+-+-+
|. .|.|
+ +-+ +
|. . .|
+-+-+-+"""
ROOMS = """room a at A1, B1, A2, B2
  room b at C1, C2"""


@pytest.mark.parametrize(
    ("party", "body", "kind"),
    [
        # Who steps on the portal behind it has gone through, and is back where it was.
        pytest.param(
            "orlaf",
            """start at A1
  door d1 at B2|C2 open shuts after 1
  portal g1 at C2 to g2
  portal g2 at A2
  victory heroes when d1 closed""",
            WON,
            id="by a portal",
        ),
        pytest.param(
            "orlaf",
            """start at A1
  door d1 at B2|C2 open shuts after 1
  portal g1 at C2 to g2
  portal g2 at A2
  lever m1 at A1
  action ring at B1
  victory heroes when ring done and d1 opened""",
            STRANDED,
            id="by a portal, and open",
        ),
        # What an event has opened again is opened by hand, too, once another event shuts it.
        pytest.param(
            "orlaf",
            """start at C2
  door d1 at B2|C2 open shuts after 2
  action shut at C1
  event up whenever d1 closed and not shut done { open d1 }
  event down when shut done { close d1 }
  victory heroes when shut done and orlaf at B2""",
            WON,
            id="opened by an event",
        ),
        # Rordin has no room to make way: as Orlaf comes over him the gate falls, and all is won.
        pytest.param(
            "orlaf, rordin",
            """start at C2 for orlaf
  start at B2 for rordin
  door d1 at B2|C2 open shuts after 1
  victory heroes when d1 closed""",
            WON,
            id="over a friend",
        ),
    ],
)
def test_it_counts_wherever_one_goes_through(party, body, kind):
    assert verdict(RING, f"{ROOMS}\n  {body}", party) == kind


def test_who_is_over_a_friend_does_not_come_back_through_it():
    drawing = """
    +-+-+
    |. .|
    +-+-+"""
    body = """room a at A1
  room b at B1
  start at A1 for orlaf
  start at B1 for rordin
  door d1 at A1|B1 open shuts after 2
  victory heroes when d1 closed"""
    assert verdict(drawing, body, "orlaf, rordin") == LOST


def test_the_line_leads_through_the_gate_and_not_by_the_way_round():
    text = small_text(
        """
        +-+-+
        |. .|
        + + +
        |. .|
        +-+-+""",
        "corridor a at A1, A2",
        "corridor b at B1, B2",
        "start at A2",
        "door d1 at A1|B1 open shuts after 2",
        "victory heroes when d1 closed",
        legend="",
    )
    line = compiled(text).proof.verdict().line
    assert [step.text for step in line[1:]] == [
        "Orlaf walks to A1 in the A",
        "Orlaf walks to B1 in the B",
        "Orlaf walks to A1 in the A",
    ]


def test_one_goes_through_to_a_portal_where_one_could_walk_as_well():
    """To walk is not counted: whoever is to shut the gate goes through it."""
    row = """
+-+-+-+-+-+
|. . . . .|
+-+-+-+-+-+"""
    body = """room a at A1, B1
  room b at C1..E1
  start at C1
  door d1 at B1|C1 open shuts after 1
  portal g1 at E1 to g2
  portal g2 at B1
  victory heroes when d1 closed and orlaf at D1"""
    assert verdict(row, body, "orlaf") == WON
    assert not compare(1620000777, 400, "counted").differences


def test_who_is_counted_twice_by_portals_is_not_judged():
    body = """room a at A1, B1, A2, B2
  room b at C1, C2
  start at A1
  door d1 at B2|C2 open shuts after 2
  portal g1 at C2 to g2
  portal g2 at B2
  victory heroes when d1 closed"""
    assert verdict(RING, body, "orlaf") == VerdictKind.UNDECIDED


@pytest.mark.slow
def test_two_players_agree_on_them():
    for seed in some(range(1000), 7):
        assert not compare(seed, 400, "counted").differences, seed


def test_who_passes_on_over_a_friend_has_it_fall_behind():
    """What the victory asks for is lost by that: from then on nobody watches where they stand."""
    found = compare(1050016173, 400, "counted")
    assert (found.player, found.core, found.differences) == ("can-strand", "can-strand", ())


def test_who_goes_on_over_a_friend_wins_as_it_has_fallen():
    """That it falls shut tells apart where they stand: over the friend one wins."""
    assert not compare(1200000779, 400, "counted").differences


def test_that_it_falls_shut_is_told_as_a_cause():
    one = compiled(halls("all heroes in b", ONE_WAY))
    assert [cause.text for cause in one.proof.why_unwinnable()] == [
        "the First falls shut after 2 have gone through",
        "nobody opens the First again",
    ]


def test_the_line_into_a_dead_end_shows_who_went_to_and_fro():
    stranded = compiled(halls("2 heroes in b", "open shuts after 2")).proof.verdict().stranded
    assert [step.text for step in stranded[-2:]] == [
        "Orlaf walks to C2 in the Hall B",
        "Orlaf walks to B2 in the Hall A",
    ]


def test_the_engine_counts_who_goes_through():
    one, document = published(halls("all heroes in b", ONE_WAY))
    quest = load_quest(document)
    set_up = "begin A1; danor: begin B1; rordin: begin A2"
    two = f"{set_up}; walk B1 B2 C2 D2; danor: walk B2 C2 C1"
    assert replay(quest, steps(two)).accepted
    third = replay(quest, steps(f"{two}; rordin: walk B2 C2"))
    assert "nobody can step from B2 to C2" in third.reason
    by_hand = replay(quest, steps(f"{two}; rordin: walk B2; rordin: open first"))
    assert "First has fallen shut" in by_hand.reason
    assert json.loads(document)["gates"][0]["shuts_after"] == 2
    words = passing_in_words(one.quest.board.gates[0], one.quest, one.system)
    assert words == "it falls shut after 2 have gone through"


@pytest.mark.parametrize("clause", ["shuts", "shuts after", "shuts after 0", "shuts after 21"])
def test_how_many_go_through_has_to_be_said(clause):
    with without_proof():
        (one,) = results(halls("any hero in b", clause)).quests
    (found,) = [found for found in one.findings if found.severity == "error"]
    assert "after how many" in found.message
