"""Chains of causes: each would do by itself, none holds anything idle, and none is left out."""

from __future__ import annotations

import random

import pytest

from oracle.fuzz import judged
from questwright.compiler.model.verdict import VerdictKind, chains_of
from questwright.compiler.proof.explain.unreachable import Causes
from questwright.compiler.proof.reach.symmetry import is_simple
from questwright.compiler.proof.search.search import find_win
from support.more import amount
from support.one_text import compiled
from support.rooms import quest
from support.strategies import random_quest

ROW = """
    +-+-+-+-+-+-+
    |s .A. .B. .|
    + + + + + + +
    |. .|. .|. .|
    +C+-+-+-+-+-+
    |. .|
    + + +
    |. .|
    +-+-+
"""
ROOMS = """room hall at A1..B2
  room mid at C1..D2
  room vault at E1..F2
  room side at A3..B4"""


def row(gates, items, goal):
    """Four rooms: the hall, the mid and the vault in a row, the side below the hall."""
    text = quest(ROW, "\n    ".join(gates), "\n  ".join(items), goal)
    return compiled(text.replace('room a at A1..B2 "A"\n  room b at C1..D2 "B"', ROOMS))


def told(one):
    return [[cause.text for cause in chain] for chain in chains_of(one.proof.why_unwinnable())]


def test_a_key_behind_its_own_door():
    one = row(
        ["A: door a", "B: door b locked by k", "C: door c"],
        ['item k "Key" at F2'],
        "all heroes in vault",
    )
    assert told(one) == [["Vault is behind B", "the B needs the Key", "the Key is in Vault"]]


def test_two_reasons_that_have_nothing_to_do_with_each_other_are_two_chains():
    one = row(
        ["A: door a locked by k", "B: door b", "C: door c locked by l"],
        ['item k "Key" at F2', 'item l "Other Key" at A4'],
        "all heroes in mid and any hero carries l",
    )
    chains = told(one)
    assert len(chains) == 2
    assert {text for chain in chains for text in chain if " is in " in text} == {
        "the Key is in Vault",
        "the Other Key is in Side",
    }


def test_a_way_around_has_to_be_shut_as_well():
    one = row(
        ["A: door a locked by k", "B: door b locked by k", "C: door c"],
        ['item k "Key" at F2'],
        "all heroes in vault",
    )
    # One locked door is enough; the nearer one is as good as the farther one.
    (chain,) = told(one)
    assert len(chain) == 3


def test_a_key_that_is_spent_on_the_first_of_two_doors():
    one = row(
        ["A: door a locked by k spent", "B: door b locked by k", "C: door c"],
        ['item k "Key" at B2'],
        "all heroes in vault",
    )
    assert one.proof.kind is VerdictKind.UNWINNABLE
    (chain,) = told(one)
    assert [text.partition("” ")[2] for text in chain] == ["costs Key", "needs Key", "needs Key"]
    assert one.proof.verdict().line == ()


@pytest.mark.slow
@pytest.mark.parametrize("tenth", range(amount(3, 10)))
def test_no_chain_holds_anything_idle(tenth):
    seen = 0
    for seed in range(tenth * 40, tenth * 40 + 40):
        one = judged(random_quest(random.Random(seed)))
        if one.quest.unknowns:
            continue
        problem, reach = one.proof.problem, one.proof.reach
        if one.proof.kind is not VerdictKind.UNWINNABLE or reach.wins_after >= 0:
            continue
        seen += 1
        causes = Causes(problem, reach, one.quest.board)
        chains = causes.bars(problem.goal)
        assert chains
        shared = set()
        for chain in chains:
            assert causes.suffice(chain, problem.goal)
            for bar in chain:
                rest = [one for one in chain if one != bar]
                assert not causes.suffice(rest, problem.goal), (seed, bar)
            own = {bar for bar in chain if bar.sort != "goal"}
            assert not own & shared
            shared |= own
            assert any(telling.text for telling in chain.values()), (seed, chain)
    assert seen > 5


@pytest.mark.slow
@pytest.mark.parametrize("fourth", range(amount(1, 4)))
def test_every_quest_that_losses_make_unwinnable_says_which(fourth):
    seen = 0
    for seed in range(fourth * 60, fourth * 60 + 60):
        one = judged(random_quest(random.Random(seed)))
        if one.quest.unknowns:
            continue
        problem = one.proof.problem
        if one.proof.kind is VerdictKind.UNWINNABLE and one.proof.reach.wins_after >= 0:
            seen += 1
            assert not is_simple(problem)
            assert find_win(problem).line is None
            causes = one.proof.why_unwinnable()
            assert causes, seed
            assert all(cause.text and cause.origin.path for cause in causes)
    assert seen > 0
