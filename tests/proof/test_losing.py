"""Another side's victory: kept off where nothing else is ever lost, by parties large and small."""

from __future__ import annotations

import random

import pytest

from oracle.fuzz import judged, played_against_another_side
from oracle.random_losing import random_losing
from questwright.compiler.model.publication import Publication
from questwright.compiler.model.quest import Every
from questwright.compiler.model.verdict import VerdictKind
from questwright.compiler.proof.reach.guards import (
    is_hopeless,
    lose_guarded,
    never_loses,
    win_guarded,
)
from questwright.compiler.publish.document.quest_json import dump, quest_document
from questwright.engine.replay import replay_document
from support.more import amount, more

WON, STRANDED = VerdictKind.WINNABLE, VerdictKind.CAN_STRAND
PARTY = "konrad, godiva, zacharie, grast, hohmley, thrugg"
LARGE = """
quest large "Large" {{
  system dragon-noir
  profile challenge
  adventurers {party}
  foes ork
  turns 60
  board {{
    tile maze
    tile jails
    tile pit
    tile wights-bridge
    join maze:Y to jails:Y
    join jails:X to pit:X
    join maze:south to wights-bridge:north
  }}
  start in-a "In" at maze:B9, maze:B8, maze:B10, maze:A8, maze:A9, maze:C9, maze:C8, maze:C10
  gromrak sentry "Sentry" at jails:F10 facing east holds mill-key
  gattog bow "Bow" at pit:H8 facing east
  item mill-key "Key"
  action stop at wights-bridge:H8 when mill-key taken
  victory adventurers when stop done
  {losing}
}}
"""
"""Six adventurers on four maps: more ways to stand than can be looked at."""


def large(losing):
    return judged(LARGE.format(party=PARTY, losing=losing))


def refused(one, kind):
    """Why the engine does not follow the lines of a quest; empty where it does."""
    verdict = one.proof.verdict()
    assert verdict.kind is kind
    assert verdict.undecided == ()
    shown = Publication(one.quest, one.system, verdict, {}, ())
    return replay_document(dump(quest_document(shown)))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("losing", "kind"),
    [
        # Before something else is done.
        ("victory foes when bow defeated and not mill-key taken", STRANDED),
        # Both of two things.
        ("victory foes when bow defeated and sentry defeated", STRANDED),
        # An event by which the other side wins.
        ("event woken when bow defeated { end foes }", STRANDED),
        # Somebody stands where they must not, for now or at all.
        ("victory foes when any adventurer at pit:H10 and not mill-key taken", STRANDED),
        ("victory foes when any adventurer at pit:H10", STRANDED),
    ],
)
def test_a_large_party_against_another_side_is_judged(losing, kind):
    assert refused(large(losing), kind) == ""


def test_what_there_is_no_way_around_is_not_won():
    assert is_hopeless(large("victory foes when mill-key taken").proof.problem) is True
    assert is_hopeless(large("victory foes when bow defeated").proof.problem) is False


@pytest.mark.slow
@more
def test_who_wins_too_late_adds_no_dead_end():
    """It comes about at the moment of victory, or after it."""
    verdict = large("victory foes when bow defeated and stop done").proof.verdict()
    alone = large("").proof.verdict()
    assert (verdict.kind, verdict.undecided) == (alone.kind, alone.undecided)


def test_what_the_other_side_wins_by_is_left_undone():
    one = large("victory foes when bow defeated and not mill-key taken")
    verdict = one.proof.verdict()
    told = [step.text for step in verdict.line if step.target == "bow"]
    assert told == []
    assert verdict.stranded[-1].text == "The other side wins"
    assert verdict.stranded[-2].target == "bow"


def test_nobody_walks_where_the_other_side_wins():
    one = large("victory foes when any adventurer at pit:H10 and not mill-key taken")
    victory = next(way for way in one.quest.victories if isinstance(way.condition, Every))
    shut = victory.condition.parts[0].cells
    line = one.proof.verdict().line
    taken = next(n for n, step in enumerate(line) if step.target == "sentry")
    walked = {cell for step in line[:taken] for cell in step.path}
    assert walked
    assert not any(shut >> cell & 1 for cell in walked)


@pytest.mark.slow
def test_random_quests_that_another_side_may_win_are_judged_as_a_player_without_wits_finds():
    guarded = 0
    for seed in range(amount(80, 400)):
        one = played_against_another_side(seed)
        assert one.words == "", f"seed {seed}: {one.words}\n{one.text}"
        guarded += _is_guarded(one.text)
    assert guarded > amount(8, 40)


def _is_guarded(text):
    problem = judged(text).proof.problem
    return bool(problem.lost) and win_guarded(problem) is not None


@pytest.mark.slow
def test_what_is_found_under_guards_is_what_a_search_finds():
    found = {"beaten": 0, "never": 0}
    for seed in range(amount(500, 400), amount(550, 700)):
        one = judged(random_losing(random.Random(seed)))
        problem = one.proof.problem
        if not problem.lost or one.proof.kind not in (WON, STRANDED) or one.proof.undecided:
            continue
        if lose_guarded(problem) is not None:
            found["beaten"] += 1
            assert one.proof.kind is STRANDED, seed
        elif one.proof.kind is WON and never_loses(problem):
            found["never"] += 1
    assert min(found.values()) > amount(2, 5)


@pytest.mark.slow
@more
def test_the_engine_follows_lines_against_another_side():
    followed = 0
    # Who comes out of a portal has not been where it stands: seed 388.
    for seed in (*range(amount(60, 300)), 388, 1699, 2281):
        one = judged(random_losing(random.Random(seed)))
        kind = one.proof.kind
        if kind in (WON, STRANDED) and one.proof.problem.lost and not one.proof.undecided:
            followed += 1
            assert refused(one, kind) == "", f"seed {seed}"
    assert followed > amount(10, 50)
