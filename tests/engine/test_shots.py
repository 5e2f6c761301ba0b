"""Who is attacked from afar, along a passage that is one square wide."""

from __future__ import annotations

import pytest

from oracle.replays import steps
from questwright.engine.replay import replay
from support.by_hand import action, asking, by_hand, doing, event, thing, winning

PASSAGE = {"left": ["A1", "B1"], "right": ["C1", "D1", "E1", "F1"]}
HOLE = ("hole", "door", ["B1", "C1"])
OPEN = (*HOLE, {"open": True})
BOW = {"word": "bow", "title": "Bow", "members": ["tom"], "not_beside": False, "within": None}


def told(line="defeat rat", *things, gate=OPEN, effects=(), board=None, who="tom", rat="E1", **bow):
    """Why the rat is not shot from A1; nothing if it is. The cat begins on B1."""
    first = {"title": None, "cells": ["A1", "B1"], "who": ["tom", "cat"], "round": 1}
    party = {"side": "cats", "members": ["tom", "cat"], "starts": [], "groups": []}
    party |= {"entries": [first | {"origin": None}], "shots": [BOW | bow]}
    quest = by_hand(
        PASSAGE,
        [gate],
        party=party,
        board={"sees_past_figures": True} if board is None else board,
        things=[thing("rat", rat, "right"), *things],
        actions=[action("pull", "A1", "B1")],
        events=[event("pulled", asking("done", "pull", of="action"), *effects)],
        victories=[winning(asking("defeated", "rat"))],
    )
    done = replay(quest, steps(f"tom: begin A1; cat: begin B1; {line}", who))
    assert done.won is not bool(done.reason)
    return done.reason


def test_whoever_has_a_bow_shoots_whom_it_sees():
    assert told() == ""
    assert "cat stands on B1, but that is done from D1 or F1" in told(who="cat")
    assert told("cat: walk C1 D1; cat: defeat rat") == ""


@pytest.mark.parametrize("within", [1, 2, 3, 4, 5])
def test_a_bow_may_reach_so_far_and_no_farther(within):
    """From A1 the rat is four squares off, and from B1 three."""
    assert (told(within=within) == "") is (within >= 4)
    closer = told("cat: walk C1; walk B1; defeat rat", within=within)
    assert (closer == "") is (within >= 3)


def test_a_bow_may_be_useless_beside_a_foe():
    """The cat stands at a window, and the rat behind it."""
    window = {"gate": ("hole", "window", ["B1", "C1"]), "members": ["cat", "tom"], "rat": "C1"}
    assert told("cat: defeat rat", **window) == ""
    assert told("cat: defeat rat", **window, not_beside=True) != ""
    assert told("tom: defeat rat", **window, not_beside=True) == ""
    # Whoever is beside it strikes it all the same, where a blade reaches.
    assert told("cat: walk C1 D1; cat: defeat rat", not_beside=True) == ""


@pytest.mark.parametrize(
    ("gate", "is_seen"),
    [
        (HOLE, False),
        (OPEN, True),
        (("hole", "window", ["B1", "C1"]), True),
        (("hole", "passage", ["B1", "C1"]), False),
    ],
)
def test_one_shoots_through_windows_and_what_stands_open(gate, is_seen):
    assert (told(gate=gate) == "") is is_seen
    if gate is HOLE:
        assert told("cat: open hole; defeat rat", gate=gate) == ""


@pytest.mark.parametrize(
    ("kind", "is_seen"), [("pillar", False), ("rock", True), ("rug", True), ("snare", True)]
)
def test_what_is_high_hides_and_what_is_low_does_not(kind, is_seen):
    between = thing(kind, "C1", "right")
    assert (told("defeat rat", between) == "") is is_seen
    gone = told("act pull; defeat rat", between, effects=[doing("remove", kind)])
    assert gone == ""
    beyond = thing(kind, "F1", "right")
    assert told("defeat rat", beyond) == ""


def test_a_square_that_is_closed_hides():
    assert told("act pull; defeat rat", effects=[doing("block", None, "D1")]) != ""
    assert told("act pull; defeat rat", effects=[doing("block", None, "F1")]) == ""
    both = doing("block", None, "D1"), doing("clear", None, "D1")
    assert told("act pull; defeat rat", effects=both) == ""


def test_in_some_games_figures_hide_those_behind_them():
    past = {"sees_past_figures": False}
    assert "but that is done from" in told(board=past)  # behind the cat
    assert "but that is done from" in told(board={})
    aside = "cat: walk C1 D1; walk B1"
    assert told(f"{aside}; defeat rat", board=past) != ""
    assert told("walk B1 C1; defeat rat", board=past) == ""
    king = thing("king", "D1", "right")
    assert told("walk B1 C1; defeat rat", king, board=past) != ""
    assert told("walk B1 C1; defeat rat", king) == ""
    away = [doing("remove", "king")]
    assert told("act pull; walk B1 C1; defeat rat", king, board=past, effects=away) == ""
    rug = thing("rug", "D1", "right")
    assert told("walk B1 C1; defeat rat", rug, board=past) == ""
