"""The proof against a player that tries everything, and the parts that it is made of."""

from __future__ import annotations

import random
from collections import deque

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from oracle.fuzz import disagreement, judged, played
from questwright.compiler.geometry.openings import Openings
from questwright.compiler.grid.cells import each_cell
from questwright.compiler.grid.lattice import Onward
from questwright.compiler.model.verdict import VerdictKind
from questwright.compiler.proof.budget import Budget
from questwright.compiler.proof.plan.shorten import shorten
from questwright.compiler.proof.reach.by_member import solve
from questwright.compiler.proof.reach.symmetry import is_simple
from questwright.compiler.proof.search.replay import replays
from questwright.compiler.proof.search.search import search
from support.more import amount
from support.one_text import compiled
from support.paths import SHIPPED
from support.published import result_of
from support.rooms import ROOMS, quest
from support.strategies import random_quest

DOOR = """
    +-+-+-+-+
    |s .|. .|
    + + + + +
    |. .X. .|
    +-+-+-+-+
"""


# -- the whole proof -----------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, amount(300, 2_000), 100))
def test_the_proof_agrees_with_a_player_that_tries_everything(first):
    # The first 2,000 of those that `make fuzz` plays.
    every = [played(seed) for seed in range(first, first + 100)]
    assert [(one.seed, one.words) for one in every if one.words] == []
    assert {VerdictKind.WINNABLE, VerdictKind.UNWINNABLE} <= {one.verdict for one in every}
    assert sum(one.is_skipped for one in every) <= 5


@pytest.mark.slow
def test_the_winning_line_of_each_random_quest_replays_and_is_short():
    won = 0
    for seed in range(amount(80, 300)):
        one = judged(random_quest(random.Random(seed)))
        proof = one.proof
        if one.quest.unknowns:
            continue
        line = proof.reach.order[: max(0, proof.reach.wins_after)]
        if proof.kind is VerdictKind.WINNABLE and is_simple(proof.problem):
            won += 1
            assert_short(proof.problem, shorten(proof.problem, line))
    assert won > amount(2, 10)


def wins(problem, line):
    """Whether just these deeds win: in this order, or in any where nothing is ever lost."""
    if solve(problem) is None:
        return replays(problem, line)
    deeds = tuple(deed for deed in problem.deeds if deed.is_forced or deed in line)
    return solve(problem._replace(deeds=deeds)).line is not None


def assert_short(problem, line):
    """A line wins, with no deed too many; of what happens by itself it tells what it needs."""
    assert wins(problem, line)
    for number, deed in enumerate(line):
        without = line[:number] + line[number + 1 :]
        if deed.is_forced:
            rest = tuple(one for one in problem.deeds if one is not deed)
            assert not wins(problem._replace(deeds=rest), without), deed.title
        else:
            assert not wins(problem, without), deed.title


@pytest.mark.slow
@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_the_winning_line_of_a_shipped_quest_replays_and_is_short(path):
    result = result_of(path)
    for one in result.quests:
        assert one.proof is not None, result.findings
        worlds = [proof for _, proof in getattr(one.proof, "each", [(None, one.proof)])]
        for proof in worlds:
            hold_line(proof)


def hold_line(proof):
    problem, reach = proof.problem, proof.reach
    line = reach.order[: reach.wins_after] if is_simple(problem) else search(problem).line
    assert line
    assert_short(problem, shorten(problem, line))
    titles = [deed.title for deed in shorten(problem, line)]
    told = [step.text for step in proof.verdict().line]
    if proof.told is not None:
        # Where members part, it is told as well who begins, who walks, and who does it; and in
        # the order in which they come to it.
        told = sorted(title for text in told for title in titles if text.endswith(title))
        titles.sort()
    assert told == titles


def test_a_line_that_wins_does_not_replay_in_another_order():
    one = compiled(
        quest(DOOR, "X: door d locked by k", 'item k "K" at A2', "all heroes in b and b searched")
    )
    problem = one.proof.problem
    line = shorten(problem, one.proof.reach.order[: one.proof.reach.wins_after])
    assert len(line) == 3
    assert replays(problem, line)
    assert not replays(problem, line[::-1])
    assert not replays(problem, ())


def test_a_budget_that_runs_out_says_so():
    one = compiled(
        quest(DOOR, "X: door d locked by k spent", 'item k "K" at A2', "all heroes in b")
    )
    assert not is_simple(one.proof.problem)
    found = search(one.proof.problem, Budget(0))
    assert not found.is_complete
    assert found.stranded is None


# -- the board ---------------------------------------------------------------------------

SIDE = 6


@st.composite
def boards(draw):
    """Free edges of a small board, and two sets of its squares."""
    stride = SIDE + 1
    inside = sum(1 << row * stride + column for row in range(SIDE) for column in range(SIDE))
    squares = st.integers(0, inside).map(lambda bits: bits & inside)
    east, south = draw(squares), draw(squares)
    # As `openings` makes them: no free edge leads off the board.
    east &= inside >> 1
    south &= inside >> stride
    steps = (Onward(1, east & inside), Onward(stride, south & inside))
    return Openings(steps), draw(squares), draw(squares)


def neighbours(free, cell):
    stride = SIDE + 1
    if free.is_free(cell, cell + 1):
        yield cell + 1
    if cell and free.is_free(cell - 1, cell):
        yield cell - 1
    if free.is_free(cell, cell + stride):
        yield cell + stride
    if cell >= stride and free.is_free(cell - stride, cell):
        yield cell - stride


@settings(max_examples=300, deadline=None)
@given(boards())
def test_a_flood_finds_what_a_walk_finds(board):
    free, start, allowed = board
    found = set(each_cell(start & allowed))
    queue = deque(found)
    while queue:
        for other in neighbours(free, queue.popleft()):
            if allowed >> other & 1 and other not in found:
                found.add(other)
                queue.append(other)
    assert set(each_cell(free.flood(start, allowed))) == found


@settings(max_examples=200, deadline=None)
@given(boards())
def test_to_grow_is_one_step(board):
    free, start, _ = board
    steps = {other for cell in each_cell(start) for other in neighbours(free, cell)}
    assert set(each_cell(free.grow(start))) == steps | set(each_cell(start))


CORNERS = """
    +-+-+-+-+
    |s {}|. .|
    + + + + +
    |{} .X. .|
    +-+-+-+-+
"""


def test_nobody_squeezes_through_between_two_corners():
    # One straight way around the corner is enough, and it takes one: [DSO-B12].
    body = 'item k "K" at B2'
    open_corner = quest(CORNERS.format("r", "."), "X: door d\n    r: rubble", body, "k taken")
    shut_corner = quest(CORNERS.format("r", "r"), "X: door d\n    r: rubble", body, "k taken")
    for text, kind in ((open_corner, "winnable"), (shut_corner, "unwinnable")):
        one = compiled(text)
        assert one.proof.kind == kind
        assert disagreement(one) == ""


def test_nobody_squeezes_through_where_two_walls_meet():
    walls = """
    +-+-+-+-+
    |s|. . .|
    +-+ + + +
    |. . . .|
    +-+-+-+-+
"""
    text = quest(walls, "", "", "all heroes in b").replace(
        ROOMS, "room cell at A1\n  room a at B1..B2, A2\n  room b at C1..D2"
    )
    one = compiled(text.replace("room a", "corridor a").replace("room b", "corridor b"))
    assert one.proof.kind == "unwinnable"
    assert disagreement(one) == ""
