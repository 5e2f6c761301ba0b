"""What one proof keeps for the next changes no verdict."""

from __future__ import annotations

import random

import pytest

from oracle.random_crossings import random_crossings, results_with_crossings
from oracle.random_entries import random_entries
from oracle.random_hexes import random_hexes, results_on_hexes
from questwright.compiler.proof.across import prove
from questwright.compiler.proof.reach import by_member
from questwright.compiler.proof.schedule import floor
from questwright.compiler.proof.schedule import paths as ways
from questwright.compiler.proof.task.cache import Cache
from support.more import amount
from support.one_text import results
from support.paths import ROOT

SEEDS = range(4100, amount(4104, 4112))
SORTS = (
    (random_crossings, results_with_crossings),
    (random_entries, results),
    (random_hexes, results_on_hexes),
)


def compiled(number, seed):
    generate, read = SORTS[number]
    return read(generate(random.Random(seed))).quests[0]


def proven(quest, cache):
    if quest.proof is None:
        return None
    proof = prove(quest.quest, quest.system, cache=cache)
    return proof.verdict(), proof.losing_parties()


@pytest.mark.slow
def test_a_verdict_is_the_same_whatever_was_proven_before():
    quests = [compiled(number, seed) for seed in SEEDS for number in range(len(SORTS))]
    alone = [proven(quest, Cache()) for quest in quests]
    assert sum(told is not None and bool(told[0].line) for told in alone) > len(quests) // 3
    shared = Cache()
    assert [proven(quest, shared) for quest in reversed(quests)] == alone[::-1]


def test_any_two_caches_are_equal_so_that_equal_tasks_are():
    quest = compiled(0, SEEDS[0])
    first, second = (prove(quest.quest, quest.system, cache=Cache()).problem for _ in range(2))
    assert first.cache is not second.cache
    assert first == second
    assert hash(first) == hash(second)


def test_parties_of_other_sizes_are_solved_each_for_itself():
    quest = ROOT / "content" / "quests" / "small-change" / "small-change.quest"
    proof = results(quest.read_text(encoding="utf-8")).quests[0].proof
    problem = proof.problem._replace(cache=Cache())
    many = problem._replace(party=problem.party + 1)
    alone = by_member.solve(many._replace(cache=Cache()))
    assert by_member.solve(problem) is not None
    assert alone is not None
    assert by_member.solve(many) == alone


def test_ways_are_the_same_whatever_was_open_when_they_were_first_looked_for():
    found = []
    for seed in SEEDS:
        quest = compiled(0, seed)
        if quest.proof is None:
            continue
        problem = quest.proof.problem
        ground = floor.floor_of(quest.quest, quest.system, Cache())
        squares = sorted(ground.steps)
        barring = sum(1 << n for n, info in enumerate(problem.facts) if info.sort in ways.BARRING)
        asked = [
            (squares[0], facts, 0, {goal})
            for goal in squares[::3]
            for facts in (problem.given & ~barring, problem.given | barring, problem.given)
        ]
        alone = [ways.Ways(ground, problem._replace(cache=Cache()), 9).to(*each) for each in asked]
        kept = ways.Ways(ground, problem._replace(cache=Cache()), 9)
        assert [kept.to(*each) for each in asked] == alone
        found += [len({alone[n], alone[n + 1]}) for n in range(0, len(alone), 3)]
    assert 2 in found
