"""Floor traps: whoever moves onto the token or its line sets it off, if it is real [DSO-C42]."""

from __future__ import annotations

import pytest

from oracle.replays import published
from oracle.witness import judge
from questwright.compiler.analysis.worlds import each_world
from questwright.engine.replay import replay_document

QUEST = '''
quest loose-slab "The Loose Slab" {{
  system dungeon-saga-origins
  heroes orlaf
  marauder zombie
  traps 1
  board {{
    draw """
{drawing}
    """
    s: start
    t: trap slab facing {facing}
  }}
  {body}
  victory heroes when any hero at E1
}}
'''
ACROSS = """
    +-+-+-+-+-+
    |s . t . .|
    + + + + + +
    |. . . . .|
    +-+-+-+-+-+
"""
ASIDE = """
    +-+-+-+-+-+
    |s . . . .|
    + + + + + +
    |. . t . .|
    +-+-+-+-+-+
"""
STOPPED = """
    +-+-+-+-+-+
    |s . t . .|
    + + +-+ + +
    |. . . . .|
    +-+-+-+-+-+
"""
SHUT = "event shut when slab sprung { block E1 }"
LOST = "victory overlord when slab sprung"


def kinds(one):
    """The verdict of each world, and that of the second player: whether the slab is real first."""
    return {
        world.parts[0].rpartition(" is ")[2]: (
            str(known.kind),
            judge(world.quest, one.system).verdict,
        )
        for world, (_, known) in zip(each_world(one.quest, one.system), one.proof.each, strict=True)
    }


@pytest.mark.parametrize(
    ("drawing", "facing", "body", "real"),
    [
        # The line goes right across the way: there is no choice.
        (ACROSS, "south", SHUT, "unwinnable"),
        (ACROSS, "south", LOST, "unwinnable"),
        # The arrow points along the other row: the way past it is free, and a step on it is not.
        (ASIDE, "east", SHUT, "can-strand"),
        (ASIDE, "east", LOST, "winnable"),
        # A wall ends the line.
        (STOPPED, "south", SHUT, "can-strand"),
        # What it sets off may be all the same.
        (ACROSS, "south", "event groan when slab sprung { set groaned }", "winnable"),
    ],
)
def test_known_answers(drawing, facing, body, real):
    one, _ = published(QUEST.format(drawing=drawing, facing=facing, body=body))
    # A false one does nothing.
    assert kinds(one) == {"real": (real, real), "not there": ("winnable", "winnable")}


def test_the_engine_sets_it_off_as_well():
    body = f'{SHUT}\n  event far when any hero at D2 {{ read "Far." }}'
    one, data = published(QUEST.format(drawing=ASIDE, facing="east", body=body))
    texts = [step.text for step in one.proof.verdict().stranded]
    assert texts[-2:] == ["The Slab goes off", "Shut: E1 is blocked"]
    assert replay_document(data) == ""


def test_of_what_nobody_asks_nothing_is_told():
    one, data = published(QUEST.format(drawing=ACROSS, facing="south", body=""))
    assert str(one.proof.kind) == "winnable"
    assert not one.quest.events
    assert replay_document(data) == ""
