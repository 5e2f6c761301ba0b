"""Parts of the replay by themselves: who carries what, what passes on, what is always open."""

from __future__ import annotations

from itertools import product

import pytest

from oracle.replays import played, steps
from questwright.engine.evaluator import Evaluator
from questwright.engine.ground import Ground
from questwright.engine.replay import replay
from questwright.engine.script import EffectKind, read_script
from questwright.engine.simulator import Simulator
from questwright.engine.state import FactSort, Moment, first_state
from questwright.engine.worlds import UnknownSort, read_unknowns

DRAWING = """
    +-+-+-+-+
    |s s s .|
    +-+-+-+-+
"""
PIECES = ("key-1", "key-2", "key-3")
PARTY = ("orlaf", "danor", "madriga")
ASKED = {
    "any hero carries key": lambda bearers, _: len(bearers) >= 1,
    "no hero carries key": lambda bearers, _: not bearers,
    "2 heroes carry key": lambda bearers, _: len(bearers) >= 2,
    "all heroes carry key": lambda bearers, left: bool(left) and len(bearers) >= len(left),
    "danor carries key": lambda bearers, _: "danor" in bearers,
}


def quest(*asked):
    events = "\n  ".join(f"event e{n} when {words} {{ set f{n} }}" for n, words in enumerate(asked))
    body = f"""room a at A1..D1
  item 3 key at B1, C1, D1
  event lost when any hero at D1 {{ remove orlaf }}
  {events}
  victory heroes when any hero at D1"""
    return played(DRAWING, "", body, ", ".join(PARTY))


@pytest.mark.parametrize("words", ASKED)
def test_who_carries_a_piece_is_counted_among_those_who_are_left(words):
    """Every way in which three pieces are with three members, or with nobody, one of them lost."""
    document = quest(words)
    script = read_script(document)
    evaluator = Evaluator(document, script, Ground(document, script))
    (condition,) = (event.condition for event in script.events if event.id == "e0")
    for lost, *bearers in product(("", *PARTY), *(("", *PARTY) for _ in PIECES)):
        had = {own: who for own, who in zip(PIECES, bearers, strict=True) if who not in ("", lost)}
        state = first_state(document).plus(FactSort.HELD, *had)
        state = state.plus(FactSort.LOST, lost) if lost else state
        moment = Moment(state, ("A1", "B1", "C1"), frozenset(had.items()))
        left = [who for who in PARTY if who != lost]
        is_so = ASKED[words]({*had.values()}, left)
        if words.startswith("danor") and lost == "danor":
            is_so = False
        assert evaluator.holds(condition, moment) is is_so, (words, had, lost)


def test_of_a_piece_it_may_be_open_who_carries_it():
    """Then somebody does, whoever is asked for."""
    document = quest("danor carries key")
    script = read_script(document)
    evaluator = Evaluator(document, script, Ground(document, script))
    (condition,) = (event.condition for event in script.events if event.id == "e0")
    held = first_state(document).plus(FactSort.HELD, "key-1")
    at = ("A1", "B1", "C1")
    assert evaluator.holds(condition, Moment(held, at))
    assert not evaluator.holds(condition, Moment(held, at, frozenset({("key-1", "orlaf")})))
    assert not evaluator.holds(condition, Moment(first_state(document), at))


@pytest.mark.parametrize("words", ASKED)
def test_who_got_a_piece_is_noted_where_a_condition_asks_for_more_than_somebody(words):
    document = quest(words)
    script = read_script(document)
    evaluator = Evaluator(document, script, Ground(document, script))
    (condition,) = (event.condition for event in script.events if event.id == "e0")
    is_noted = not words.startswith(("any", "no"))
    assert evaluator.named_items([condition]) == ({*PIECES} if is_noted else set())


def test_what_a_lost_member_had_passes_on_and_nothing_else_does():
    document = quest("orlaf carries key", "danor carries key", "madriga carries key")
    script = read_script(document)
    simulator = Simulator(document, script)
    carried = frozenset({("key-1", "orlaf"), ("key-2", "danor")})
    held = first_state(document).plus(FactSort.HELD, "key-1", "key-2")
    moment = Moment(held, ("A1", "B1", "C1"), carried)
    after = [*simulator.brought(moment, held.plus(FactSort.LOST, "orlaf"), {})]
    assert {own.carried for own in after} == {
        frozenset({("key-1", who), ("key-2", "danor")}) for who in ("danor", "madriga")
    }
    # What is taken at the same moment goes to nobody.
    spent = held.minus(FactSort.HELD, "key-1").plus(FactSort.LOST, "orlaf")
    (left,) = simulator.brought(moment, spent, {})
    assert left.carried == {("key-2", "danor")}
    # Nobody is lost, and all keep what they have.
    (same,) = simulator.brought(moment, held, {})
    assert same.carried == carried


@pytest.mark.parametrize(
    ("door", "more", "is_open"),
    [
        ("open", "", True),
        ("", "", False),
        ("open for orlaf", "", False),
        ("open", "event when any hero at B1 { close d }", False),
        ("open", "event when any hero at B1 { close other }", True),
    ],
)
def test_a_lever_is_reached_past_a_gate_that_is_open_to_all(door, more, is_open):
    """An action at furniture is done from beside it, also through such a gate and no other."""
    drawing = """
    +-+-+-+-+
    |s .D. .|
    + + + + +
    |. .E. .|
    +-+-+-+-+
"""
    legend = f"D: door d {door}\n    E: door other open"
    body = f"""room a at A1..B2
  room b at C1..D2
  pillar post at C1
  action pull at post
  {more}
  victory heroes when pull done"""
    document = played(drawing, legend, body)
    # From B1 the post is across the gate `d`.
    assert replay(document, steps("begin A1; walk B1; act pull")).accepted is is_open


def test_a_trap_that_a_table_has_taken_away_goes_off_no_more():
    """The row is rolled before play begins. Nor does one that was never real, or both."""
    body = """room a at A1..D1
  traps 1
  trap snare at D1 facing north
  table fate with d6 {
    1..3 { remove snare }
    4..6 { set luck }
  }
  event when any hero at B1 { trigger snare }
  victory heroes when snare sprung"""
    document = played(DRAWING, "", body, "orlaf, danor, madriga")
    line = steps("begin A1; danor: begin B1; madriga: begin C1")
    unknowns = read_unknowns(document)
    assert {unknown.sort for unknown in unknowns} == {UnknownSort.TRAP, UnknownSort.TABLE}
    for ways in product(*(range(len(unknown.ways)) for unknown in unknowns)):
        settled = [unknown.ways[way] for unknown, way in zip(unknowns, ways, strict=True)]
        is_away = any(
            way.is_absent or way.effects[0].kind is EffectKind.REMOVE
            for way in settled
            if way.is_absent or way.effects
        )
        done = replay(document, line, ways)
        assert (done.accepted, done.won) == (True, not is_away), ways
