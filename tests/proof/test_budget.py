"""How far a proof looks: the option, its default, and what is said where the limit was met."""

from __future__ import annotations

import re
import time

import pytest

from questwright.compiler.assets import SYSTEMS_DIR
from questwright.compiler.model.verdict import VerdictKind
from questwright.compiler.pipeline import Compiler
from questwright.compiler.proof.budget import STATES, USUAL, Budget, Met
from support.one_text import OneText
from support.row import row_of_rooms
from support.strategies import run

ROOMS = row_of_rooms(4, "s")
"""Four doors in a row, each with a key that is spent on it: a few orders to look through."""
UNDECIDED = "more than 1 states of play (look further with --states 10)"


@pytest.fixture(scope="module")
def prove(tmp_path_factory):
    cache = tmp_path_factory.mktemp("cache")

    def proved(text, budget=USUAL):
        (one,) = Compiler(OneText(text), SYSTEMS_DIR, cache, budget).compile("row.quest").quests
        assert one.proof is not None, one.findings
        return one.proof

    return proved


@pytest.fixture
def quest(tmp_path):
    path = tmp_path / "row.quest"
    path.write_text(ROOMS, encoding="utf-8")
    return path


# -- the budget --------------------------------------------------------------------------


def test_the_usual_budget_has_states_and_no_clock():
    assert Budget(STATES, None) == USUAL
    assert USUAL.begun().until is None
    assert USUAL.met(STATES) is Met.NOTHING
    assert not Met.NOTHING
    assert USUAL.met(STATES + 1) is Met.STATES


def test_what_is_aside_has_a_quarter_of_the_states_and_the_same_clock():
    budget = Budget(400, 60).begun()
    assert budget.aside() == Budget(100, 60, budget.until, purse=budget.purse)
    assert Budget(1).aside().states == 1


def test_a_clock_is_started_once():
    budget = Budget(400, 60).begun()
    assert budget.until == pytest.approx(time.monotonic() + 60, abs=5)
    assert budget.begun() == budget
    assert budget.met(0) is Met.NOTHING
    over = budget._replace(until=time.monotonic())
    assert over.met(0) is Met.SECONDS
    assert over.met(401) is Met.STATES  # what every machine would meet goes first


@pytest.mark.parametrize(
    ("budget", "met", "is_aside", "told"),
    [
        (
            USUAL,
            Met.STATES,
            False,
            "more than 20,000 states of play (look further with --states 200000)",
        ),
        (
            USUAL,
            Met.STATES,
            True,
            "more than 5,000 states of play (look further with --states 200000)",
        ),
        (
            Budget(9, 30),
            Met.SECONDS,
            False,
            "more than 30 seconds of searching (look longer with --seconds, or leave that out)",
        ),
        (
            USUAL,
            Met.TOGETHER,
            False,
            "more than 400,000 states of play of all searches (look further with --states 200000)",
        ),
        (USUAL, Met.EVENTS, False, "events that set each other off without an end"),
        (USUAL, Met.NOTHING, False, ""),
    ],
)
def test_a_limit_that_was_met_is_told_with_what_to_do(budget, met, is_aside, told):
    assert budget.told(met, is_aside=is_aside) == told


def test_all_searches_of_a_quest_share_what_they_may_look_at():
    budget = Budget(2).begun()
    met = [budget.met(1) for _ in range(20)] + [budget.aside().met(1) for _ in range(21)]
    assert met == [Met.NOTHING] * 40 + [Met.TOGETHER]
    assert budget.met(3) is Met.STATES  # what a search meets by itself goes first
    assert budget.begun().met(1) is Met.TOGETHER
    assert Budget(2).met(1) is Met.NOTHING


def test_many_worlds_look_no_further_than_a_few(prove):
    rooms = "A1, C1, E1, G1, J1"
    text = ROOMS.replace(
        "victory", f"item ring among {rooms}\nitem crown among {rooms}\nvictory"
    ).replace(" when ", " when ring taken and crown taken and ")
    one, many = prove(ROOMS, Budget(10)), prove(text, Budget(10))
    assert not any("all searches" in told for told in one.undecided)
    assert len(many.worlds) == 25
    assert any("all searches" in told for told in many.undecided)


# -- the proof ---------------------------------------------------------------------------


def test_a_proof_stops_at_its_states_and_says_so(prove):
    assert prove(ROOMS).kind is VerdictKind.WINNABLE
    proof = prove(ROOMS, Budget(1))
    assert proof.kind is VerdictKind.UNDECIDED
    assert proof.undecided == (UNDECIDED,)


def test_what_is_raised_far_enough_is_decided(prove):
    kinds = [prove(ROOMS, Budget(10**power)).kind for power in range(6)]
    assert kinds[0] is VerdictKind.UNDECIDED
    assert kinds[-1] is VerdictKind.WINNABLE
    assert kinds == sorted(kinds)  # once decided, it stays so


def test_a_dead_end_that_was_not_looked_for_to_the_end_is_named(prove):
    # The way to win takes fewer states than all ways together.
    proofs = [prove(ROOMS, Budget(states)) for states in range(1, 60)]
    proof = next(proof for proof in proofs if proof.line and proof.undecided)
    (told,) = proof.undecided
    assert re.fullmatch(
        r"whether the party can play itself into a dead end: "
        r"more than \d+ states of play \(look further with --states \d+\)",
        told,
    )


def test_a_search_stops_when_its_time_is_over(prove):
    over = Budget(STATES, 60, until=time.monotonic())
    proof = prove(ROOMS, over)
    assert proof.kind is VerdictKind.UNDECIDED
    assert proof.undecided == (over.told(Met.SECONDS),)
    assert "60 seconds" in over.told(Met.SECONDS)


# -- the command -------------------------------------------------------------------------


@pytest.mark.parametrize("command", ["check", "prove"])
def test_states_are_an_option(command, quest):
    code, out, err = run(command, "--states", "1", quest)
    assert code == 1
    assert "error[QW306]" in out + err
    assert f"not judged: {UNDECIDED}" in out
    for options in ((), ("--states", "20000"), ("--states=20000", "--seconds=600")):
        assert run(command, *options, quest).code == 0


def test_a_build_takes_them_too(quest, tmp_path):
    out = tmp_path / "out"
    assert run("build", "--no-book", "--states", "1", "-o", out, quest).code == 1
    assert not out.exists()
    assert run("build", "--no-book", "--states", "20000", "-o", out, quest).code == 0


@pytest.mark.parametrize("command", ["check", "prove", "build"])
def test_help_says_what_the_default_is(command):
    told = " ".join(run(command, "--help").out.split())
    assert f"[default: {STATES}; x>=1]" in told
    assert "as many as it needs, if left out" in told


@pytest.mark.parametrize("option", ["--states=0", "--states=many", "--seconds=0", "--seconds=nan"])
def test_what_is_no_budget_is_misuse(option, quest):
    code, out, err = run("check", option, quest)
    assert (code, out) == (2, "")
    assert option.partition("=")[0] in err
