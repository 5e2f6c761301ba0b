"""Squares that close: who steps clear, who is buried, and what that is to conditions.

The second player once found what the proof had not seen.
"""

from __future__ import annotations

import pytest

from oracle.witness_run import compare
from questwright.compiler.model.verdict import VerdictKind
from questwright.compiler.verdict.decide.model import Model
from questwright.compiler.verdict.decide.search import Search
from questwright.compiler.verdict.decide.simplify import simplified
from questwright.compiler.verdict.rules.state import State
from questwright.compiler.verdict.translate.translate import translation
from support.small import CORNER, small, verdict


@pytest.mark.parametrize(
    ("order", "expected"),
    [("block B2\n remove p1", "unwinnable"), ("remove p1\n clear B2", "winnable")],
)
def test_what_has_fallen_stays_when_the_pillar_below_it_is_removed(order, expected):
    body = f"""room a at A1, B1, A2
  room b at B2
  start at A1
  door d1 at A2|B2
  pillar p1 at B2
  action pull at B1
  event e1 when pull done {{
    {order}
  }}
  victory heroes when any hero at B2 and pull done"""
    assert verdict(CORNER, body, "orlaf") == expected


def test_nobody_comes_into_play_on_a_square_that_has_closed():
    drawing = """
    +-+-+-+-+-+-+
    |. . .|. . .|
    +-+-+-+-+-+-+"""
    body = """room a at A1, B1, C1
  room b at D1, E1, F1
  start at C1 for danor
  start at A1 for madriga from round 2
  door d1 at C1|D1 from a
  dwarf-revenant z1 at B1 facing west
  item cup at C1
  event e1 whenever z1 defeated {
    block A1, D1
  }
  event e2 when not all heroes carries cup and cup taken and no hero in b {
    end heroes
  }
  victory heroes when b searched and any hero in b"""
    assert verdict(drawing, body, "danor, madriga") == "winnable"


@pytest.mark.parametrize(
    ("effects", "expected"),
    [
        ("block A2\n    block A1", "winnable"),
        ("block A2, A1", "winnable"),
        ("block A2\n    close d1", "can-strand"),
    ],
)
def test_all_squares_that_an_event_closes_close_together(effects, expected):
    drawing = """
    +-+-+
    |.|.|
    + + +
    |.|.|
    +-+-+"""
    body = f"""room a at A1, A2
  room b at B1, B2
  start at A2
  door d1 at A2|B2 open
  action pull1 at A2
  event e2 when pull1 done {{
    {effects}
  }}
  victory heroes when any hero in b"""
    assert verdict(drawing, body, "madriga") == expected


def test_who_steps_clear_does_not_step_to_the_square_on_which_another_has_come():
    drawing = """
    +-+-+
    |. .|
    +-+ +
    |.|.|
    + +-+
    |. .|
    +-+-+"""
    body = """room a at A1, B1, B2
  room b at A2, A3, B3
  start at A2, B3, A3
  door d1 at B2|A2 from b
  action pull1 at B3
  event e1 when any hero in a {
    block A2
  }
  victory heroes when any hero in a and pull1 done
  victory overlord when madriga at B3, A3"""
    assert verdict(drawing, body, "rordin, madriga") == "winnable"


@pytest.mark.parametrize("end", ["no hero at A1", "not any hero at A1", "not all heroes at A1"])
def test_who_is_buried_stands_nowhere_and_not_where_it_is_denied(end):
    body = f"""room a at A1, B1, A2
  room b at B2
  start at A1
  pillar p1 at B1
  pillar p2 at A2
  event e1 when a revealed {{
    block A1
  }}
  victory heroes when e1 happened and {end}"""
    assert verdict(CORNER, body, "orlaf") == "vacuous"


def test_who_is_buried_stays_so_where_one_event_clears_the_square_and_closes_it_again():
    body = """room a at A1, B1, A2
  room b at B2
  start at A1
  pillar p1 at B1
  pillar p2 at A2
  event e1 when a revealed {
    block A1
  }
  event e2 when e1 happened {
    clear A1
    clear B1
    block A1
  }
  victory heroes when e2 happened and no hero in a"""
    assert verdict(CORNER, body, "orlaf") == "vacuous"


@pytest.mark.parametrize(
    ("victory", "expected"),
    [("no hero at B2", "can-strand"), ("any hero at B2", "unwinnable")],
)
def test_who_is_buried_where_a_foe_is_in_the_way_stands_nowhere(victory, expected):
    drawing = """
    +-+-+
    |. .|
    + + +
    |. .|
    +-+-+"""
    body = f"""room a at A1, B1, A2, B2
  start at A2, B2
  dwarf-revenant z1 at B1 facing west
  event e1 when any hero in a {{
    block A1, B2
  }}
  victory heroes when madriga in a and a searched and {victory}"""
    assert verdict(drawing, body, "madriga, rordin") == expected


def test_who_steps_clear_may_stand_where_an_event_takes_somebody_away():
    drawing = """
    +-+-+-+
    |.|. .|
    +-+-+-+"""
    body = """room a at A1
  room b at B1, C1
  start at C1, B1
  door d1 at A1|B1 open
  event e3 when not heroes at A1 {
    block C1
    remove danor
  }
  victory heroes when madriga in a"""
    assert verdict(drawing, body, "danor, madriga") == "winnable"


def test_who_is_buried_in_a_room_for_good_is_not_in_it():
    """What is asked of all in a room is hopeless then: it is seen at once, and not searched for."""
    made = small(
        """
    +-+-+-+
    |. . .|
    +-+-+-+""",
        """
        start at A1, B1
        room hall at A1..C1
        action ring at A1
        event fall when ring done {
          block B1
        }
        victory heroes when ring done and all heroes in hall
        """,
        "orlaf, rordin",
    )
    task = translation(made.quest, made.system).task
    buried = next(n for n, place in enumerate(task.places) if place.clear >= 0)
    other, third = (n for n, place in enumerate(task.places) if place.clear < 0)
    rung = sum(1 << n for n, fact in enumerate(task.facts) if fact.id == "ring")
    relaxed = Model(task).relaxed
    facts = (task.given | rung) & ~task.closing
    for second, is_won in ((buried, False), (third, True)):
        assert relaxed.reach(State(facts, (1 << other, 1 << second), (0, 0))).is_won is is_won


def test_a_line_says_who_is_buried():
    made = small(
        """
    +-+-+-+-+
    |. . . .|
    +-+-+-+-+""",
        """
        start at A1 for orlaf
        start at B1 for rordin
        room hall at A1..D1
        action ring at A1 for orlaf
        event fall "The roof" when ring done {
          block B1..C1
        }
        victory heroes when fall happened and rordin at D1
        """,
        "orlaf, rordin",
    )
    assert made.proof is not None
    text = made.proof.verdict().stranded[-1].text
    assert text.endswith("are blocked, and Rordin is buried"), text


def test_who_steps_clear_first_may_shut_another_in_dkq_b11():
    """Somebody steps from A2 to B2, and a friend by it leaves Orlaf no way out of B3."""
    compared = compare(1600000269, 600, "closing-lanes")
    assert (compared.player, compared.core, compared.differences) == (
        "can-strand",
        "can-strand",
        (),
    )


def test_a_roof_over_a_wide_room_is_told_by_who_is_on_which_side_of_it():
    """Four members, eight squares that fall: on which of them one stood is no matter then."""
    made = small(
        """
    +-+-+-+-+-+-+-+-+
    |. . . . . . . .|
    + + + + + + + + +
    |. . . . . . . .|
    + + + + + + + + +
    |. . . . . . . .|
    + + + + + + + + +
    |. . . . . . . .|
    + + + + + + + + +
    |. . . . . . . .|
    +-+-+-+-+-+-+-+-+""",
        """
        start at A1, B1, A2, B2
        room hall at A1..H5
        action ring at A1
        event fall when ring done {
          block A3..H3
        }
        victory heroes when fall happened and all heroes at A1..H2
        """,
        "orlaf, rordin, madriga, danor",
    )
    model = Model(simplified(translation(made.quest, made.system).task).task)
    found = Search(model, 100).run()
    assert found.kind is VerdictKind.CAN_STRAND
    cluster = model.explorer.cluster(found.win.first)
    outcomes = [*model.explorer.arrivals(cluster)]
    # Three others are each above it, below it or buried, in one order of those who are alike.
    assert len(outcomes) < 100
