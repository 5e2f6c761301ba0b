"""Quests of Warhammer Quest: what closes sight. Walls do, and nothing else [WHQ-C14]."""

from __future__ import annotations

import pytest

from oracle.replays import lines_of, published
from oracle.witness.player import judge
from questwright.engine.load import load_quest
from questwright.engine.replay import replay
from support.one_text import results

LANE = '''
quest lane "The Lane" {{
  system warhammer-quest
  warriors {who}
  board {{
    draw """
    +-+-+-+-+-+-+
    |{begin} . x .{wall}. o|
    +-+-+-+-+-+-+
    """
    {starts}
    x: {between}
    o: cellar-rat grub "Grub"
  }}
  {rooms}
  victory warriors when grub defeated
  allow unreachable-squares because "one shoots over it"
  allow unreachable-area because "one shoots over it"
}}
'''


def lane(between, wall=" ", who="elf"):
    rooms = (
        'room hall at A1..F1 "The Hall"'
        if wall == " "
        else 'room hall at A1..D1 "The Hall"\n  room back at E1..F1 "The Back"'
    )
    return LANE.format(
        between=between, wall=wall, who=who, begin="s", starts="s: start", rooms=rooms
    )


@pytest.mark.parametrize("thing", ["rubble", "pillar", "bookcase", "table", "throne"])
def test_no_obstacle_closes_sight_whq_c14(thing):
    one, document = published(lane(f'{thing} heap "The Heap"'))
    assert str(one.proof.kind) == "winnable"
    line, _, _ = lines_of(load_quest(document))
    assert replay(load_quest(document), line).accepted
    # Who does not shoot never comes past it.
    (other,) = results(lane(f'{thing} heap "The Heap"', who="dwarf")).quests
    assert str(other.proof.kind) == "unwinnable"


def test_no_model_closes_sight_whq_c14():
    one, document = published(lane('cellar-rat other "The Other"'))
    line, _, _ = lines_of(load_quest(document))
    assert [step.target for step in line if step.kind == "defeat"] == ["grub"]
    assert replay(load_quest(document), line).accepted
    assert str(one.proof.kind) == judge(one.quest, one.system).verdict == "winnable"


def test_a_wall_closes_sight_whq_c14():
    (one,) = results(lane('rubble heap "The Heap"', wall="|")).quests
    assert str(one.proof.kind) == "unwinnable"


ABBOT = '''
quest abbot "The Abbot" {
  system warhammer-quest
  warriors barbarian, elf
  board {
    draw """
    +-+-+-+-+-+
    |. . . m .|
    +-+-+-+-+-+
    """
    m: drowned-abbot abbot "The Abbot"
  }
  start at B1 for barbarian
  start at A1 for elf
  room hall at A1..E1 "The Hall"
  victory warriors when abbot defeated
  victory monsters when round > 2
}
'''


def test_no_step_is_later_than_the_line_that_it_belongs_to():
    """One shoots past the other: who shoots alone takes three rounds, both take two."""
    one, _ = published(ABBOT)
    verdict = one.proof.verdict()
    assert (verdict.kind, verdict.rounds) == ("winnable", (2, 2))
    assert max(step.earliest for step in verdict.line) == 2
