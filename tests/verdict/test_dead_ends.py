"""Dead ends: how a line into one is told, and which of them are known."""

from __future__ import annotations

import random

import pytest
from verdict.three_rooms import IRON, OAK, compiled, quest

from oracle.random_quests import random_quest
from questwright.compiler.verdict.decide.model import Model
from questwright.compiler.verdict.decide.search import Search
from questwright.compiler.verdict.decide.simplify import simplified
from questwright.compiler.verdict.explain.dead_end import dead_ends_of, shortened, went_wrong
from questwright.compiler.verdict.rules.state import Act
from support.more import amount
from support.one_text import results


def stranded(text):
    task, _ = compiled(text)
    simple = simplified(task).task
    search = Search(simple, 3_000)
    found = search.run()
    assert found.strand is not None
    return search.model, found.strand


def test_a_line_into_a_dead_end_is_cut_short():
    lines = (
        f"{OAK} locked by k spent",
        f"{IRON} locked by k spent",
        'item k "Key" at D2',
        'action look "Look" at C2',
        "event when look done {\n set looked\n}",
    )
    model, line = stranded(quest("any hero in c", *lines, start="C1"))
    assert len(shortened(model, line).moves) == 2
    assert went_wrong(model.task, shortened(model, line)).title == "Open the Oak Door with the Key"


@pytest.mark.parametrize("seeds", [range(60)])
def test_no_move_is_too_many(seeds):
    seen = 0
    for seed in seeds:
        task, board = compiled(random_quest(random.Random(seed)))
        simple = simplified(task)
        if board.unknowns or simple.is_hopeless:
            continue
        search = Search(simple.task, 3_000)
        found = search.run()
        if found.strand is None or found.win is None or found.limit:
            continue
        line = shortened(search.model, found.strand)
        assert len(line.moves) <= len(found.strand.moves)
        states = [line.first, *(arrival.state for arrival in line.moves)]
        wins = [Search(simple.task, 3_000, state).can_win() for state in states]
        assert wins == [True] * len(line.moves) + [False], seed
        for arrival in line.moves:
            assert isinstance(arrival.move, Act) or arrival.move.place >= -1
        assert not line.moves or went_wrong(simple.task, line) is not None
        seen += 1
    assert seen > 3


def test_each_kind_of_dead_end_is_known_by_its_deed():
    lines = (
        f"{OAK} locked by k spent",
        f"{IRON} locked by k spent",
        'item k "Key" at D2',
        'action look "Look" at C2',
        'action break "Break" at C1',
        "event when break done {\n block E1\n block E2\n}",
        "event when look done {\n set looked\n}",
    )
    task, _ = compiled(quest("any hero in c", *lines, start="C1"))
    simple = simplified(task).task
    found = dead_ends_of(Model(simple))
    assert found.is_whole
    assert {went_wrong(simple, line).title for line in found.lines} == {
        "Open the Oak Door with the Key",
        "Break",
    }
    for line in found.lines:
        assert Search(simple, 3_000, line.moves[-1].state).can_win() is False
    # Of what was not looked at nothing is said.
    assert not dead_ends_of(Model(simple), 1).is_whole


@pytest.mark.slow
def test_the_dead_ends_are_those_that_the_search_finds():
    seen = 0
    for seed in range(amount(40, 300)):
        task, board = compiled(random_quest(random.Random(seed)))
        simple = simplified(task)
        if board.unknowns or simple.is_hopeless:
            continue
        search = Search(simple.task, 3_000).run()
        ends = dead_ends_of(Model(simple.task))
        if search.limit or search.win is None or not ends.is_whole:
            continue
        assert bool(ends.lines) is (search.strand is not None), seed
        for line in {went_wrong(simple.task, line): line for line in ends.lines}.values():
            states = [line.first, *(turn.state for turn in line.moves)]
            wins = [Search(simple.task, 3_000, state).can_win() for state in states]
            assert wins[-1] is False
            assert all(wins[:-1]), seed
            seen += 1
    assert seen


IN_WARHAMMER_QUEST = """quest in-file "In File" {
  system warhammer-quest
  warriors barbarian, elf, wizard, dwarf
  board {
    draw \"\"\"
    +-+-+-+-+-+-+-+-+
    |s s s s . .D. .|
    +-+-+-+-+-+-+ + +
                |. .|
                +-+-+
    \"\"\"
    s: start
    D: portcullis way open
  }
  room lane at A1..F1 "The Lane"
  room hall at G1..H2 "The Hall"
  item crown "The Crown" at H2
  event "Fall" when crown taken { block F1 }
  victory warriors when crown taken and all warriors in hall
}
"""
IN_DUNGEON_SAGA = """quest in-file "In File" {
  system dungeon-saga
  heroes orlaf, rordin, madriga, danor
  difficulty normal
  commands 2
  deck 23
  board {
    draw \"\"\"
    abcd....
         ...
    \"\"\"
    a: start for orlaf
    b: start for rordin
    c: start for madriga
    d: start for danor
  }
  room hall at A1..H1, F2..H2 "The Hall"
  item crown "The Crown" bound at F1
  victory heroes when orlaf carries crown
}
"""


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            IN_WARHAMMER_QUEST,
            [
                "The Dwarf walks to H2 in the Hall",
                "The Dwarf: Take the Crown",
                "Fall: F1 is blocked",
            ],
        ),
        (IN_DUNGEON_SAGA, ["Danor walks to F1 in the Hall", "Danor: Take the Crown"]),
    ],
)
def test_where_nobody_passes_a_friend_nobody_moves_who_need_not(text, told):
    """[WHQ-B7, DKQ-B15] Of dead ends that as many moves lead to, the one with least walking."""
    (own,) = results(text).quests
    steps = own.proof.verdict().dead_ends[0].line
    assert [step.text for step in steps if step.kind != "begin"] == told
