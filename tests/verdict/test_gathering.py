"""Members gather for what asks where several of them stand."""

from __future__ import annotations

import pytest

from oracle.replays import published
from oracle.witness_run import compare
from questwright.compiler.model.verdict import VerdictKind
from questwright.compiler.verdict.decide.search import Search
from questwright.compiler.verdict.decide.simplify import simplified
from questwright.compiler.verdict.translate.translate import translation
from questwright.engine.replay import replay_document
from support.more import some
from support.small import small

HALL = """
    +-+-+-+-+-+-+
    |. . . . . .|
    + + + + + + +
    |. . . . . .|
    + + + + + + +
    |. . . . . .|
    +-+-+-+-+-+-+"""
HEAVED = "action heave-{1} at {0}1 when any hero at {0}3 and all heroes at {0}1, {0}2, {0}3"


def test_of_who_stands_where_nothing_is_told_before_something_is_done():
    """Six things are heaved by all three, each on squares of its own: 13 places, 2,000 ways."""
    heaves = "\n  ".join(HEAVED.format(letter, letter.lower()) for letter in "ABCDEF")
    done = " and ".join(f"heave-{letter} done" for letter in "abcdef")
    body = f"room yard at A1..F3\n  {heaves}\n  start at A3, B3, C3\n  victory heroes when {done}"
    made = small(HALL, body, "orlaf, madriga, danor")
    simple = simplified(translation(made.quest, made.system).task)
    search = Search(simple.task, 1_000)
    found = search.run()
    assert (found.kind, found.limit) == (VerdictKind.WINNABLE, "")
    assert all(len(node.cluster.states) == 1 for node in search._nodes.values())


LEVER = '''
quest pull "Pull" {
  system dragon-noir
  adventurers konrad, aldus, dill
  board {
    draw """
    s s s . . . . .
     . . . . . . . .
    """
    s: start
  }
  lever l at H1
  action pull at l "Pull" when any adventurer at B1 and any adventurer at C1
  ground field at A1..H2
  victory adventurers when pull done
}
'''


def test_whoever_stands_where_somebody_is_asked_for_stays_there():
    made, data = published(LEVER)
    told = [step.text for step in made.proof.verdict().line]
    assert told[-2:] == ["Konrad walks to H1 in the Field", "Konrad: Pull"]
    assert replay_document(data) == ""


@pytest.mark.parametrize(
    ("asked", "kind"),
    [
        ("any hero at A1 and any hero at B1", VerdictKind.WINNABLE),
        ("all heroes at A1", VerdictKind.UNWINNABLE),
        ("no hero in yard", VerdictKind.UNWINNABLE),
        ("2 heroes at A1, B1", VerdictKind.WINNABLE),
        ("not any hero at A1, B1, C1, D1, A2, B2, C2, D2", VerdictKind.WINNABLE),
        ("no hero at F2, E3", VerdictKind.WINNABLE),
        ("orlaf at A1 and madriga at A1", VerdictKind.UNWINNABLE),
    ],
)
def test_each_stands_on_a_square_of_its_own(asked, kind):
    body = f"""room yard at A1..F3
  action heave at F3 when {asked}
  start at A3, B3, C3
  victory heroes when heave done"""
    assert small(HALL, body, "orlaf, madriga, danor").proof.kind is kind


def test_a_deed_that_nobody_can_be_there_for_is_no_way_out():
    """The causes are asked of a task in which nobody stands where they are to gather."""
    assert not compare(1640003745, 400, "gathered").differences


@pytest.mark.slow
def test_two_players_agree_on_them():
    for seed in some(range(1000), 7):
        assert not compare(seed, 400, "gathered").differences, seed
