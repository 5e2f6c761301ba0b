"""What one proof keeps for the next changes no verdict."""

from __future__ import annotations

import random

import pytest
from oracle.random_crossings import random_crossings, results_with_crossings
from oracle.random_entries import random_entries
from oracle.random_hexes import random_hexes, results_on_hexes
from support.more import amount
from support.one_text import results
from support.paths import ROOT

from questwright.compiler.proof.reach import by_member
from questwright.compiler.proof.schedule import bounds as rounds
from questwright.compiler.proof.schedule import floor
from questwright.compiler.proof.schedule import paths as ways
from questwright.compiler.proof.translate import translate as pose

KEPT = (
    by_member._FRAMES,
    floor._KEPT,
    pose._KEPT,
    rounds._KEPT,
    ways._CHARTS,
)
SEEDS = range(4100, amount(4104, 4112))
SORTS = (
    (random_crossings, results_with_crossings),
    (random_entries, results),
    (random_hexes, results_on_hexes),
)


def forget():
    for kept in KEPT:
        kept.clear()


def compiled(number, seed):
    generate, read = SORTS[number]
    return read(generate(random.Random(seed))).quests[0]


def proven(number, seed):
    one = compiled(number, seed)
    return one.proof and (one.proof.verdict(), one.proof.losing_parties())


@pytest.mark.slow
def test_a_verdict_is_the_same_whatever_was_proven_before():
    quests = [(number, seed) for seed in SEEDS for number in range(len(SORTS))]
    alone = {}
    for quest in quests:
        forget()
        alone[quest] = proven(*quest)
    assert sum(one is not None and bool(one[0].line) for one in alone.values()) > len(quests) // 3
    assert {quest: proven(*quest) for quest in reversed(quests)} == alone


def test_parties_of_other_sizes_are_solved_each_for_itself():
    quest = ROOT / "content/quests/small-change/small-change.quest"
    one = results(quest.read_text(encoding="utf-8")).quests[0]
    problem = one.proof.problem
    many = problem._replace(party=problem.party + 1)
    forget()
    alone = by_member.solve(many)
    forget()
    assert by_member.solve(problem) is not None
    assert alone is not None
    assert by_member.solve(many) == alone


def test_ways_are_the_same_whatever_was_open_when_they_were_first_looked_for():
    found = []
    for seed in SEEDS:
        one = compiled(0, seed)
        if one.proof is None:
            continue
        problem = one.proof.problem
        ground = floor.floor_of(one.quest, one.system)
        squares = sorted(ground.steps)
        barring = sum(1 << n for n, info in enumerate(problem.facts) if info.sort in ways.BARRING)
        asked = [
            (squares[0], facts, 0, {goal})
            for goal in squares[::3]
            for facts in (problem.given & ~barring, problem.given | barring, problem.given)
        ]
        alone = []
        for each in asked:
            forget()
            alone.append(ways.Ways(ground, problem, 9).to(*each))
        kept = ways.Ways(ground, problem, 9)
        assert [kept.to(*each) for each in asked] == alone
        found += [len({alone[n], alone[n + 1]}) for n in range(0, len(alone), 3)]
    assert 2 in found
