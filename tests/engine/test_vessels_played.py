"""Crossings in play: a party of cats, a river without a bridge, and what there is to cross it."""

from __future__ import annotations

import pytest

from oracle.replays import steps
from questwright.engine.replay import replay
from support.by_hand import action, asking, by_hand, doing, event, winning

SHORES = {"left": ["A1", "B1", "A2", "B2"], "far": ["E1", "F1", "E2", "F2"]}
FERRY = {
    "id": "ferry",
    "title": "Ferry",
    "ends": [["B1", "B2"], ["E1", "E2"]],
    "rounds": 1,
    "cost": 0,
    "over": ["C1", "D1"],
    "only": [],
    "one_way": False,
    "vessel": True,
    "seats": 2,
    "open": True,
    "rowed": [],
}
PARTY = ("tom", "cat", "puss")
BEGUN = "begin B1; cat: begin B2; puss: begin A2; "


def told(line, *, moves=None, effects=(), **changes):
    """Why a line is refused; nothing if it is not. The first to go stands at the ferry."""
    first = {"title": None, "cells": ["B1", "B2", "A2"], "who": PARTY, "round": 1, "origin": None}
    quest = by_hand(
        SHORES,
        party={"side": "cats", "members": PARTY, "starts": [], "entries": [first]},
        board={"crossings": [FERRY | changes]},
        turn={"move_value": "move"},
        kinds=[
            {"word": who, "category": "figure", "side": "cats", "values": {"move": {"value": move}}}
            for who, move in zip(PARTY, moves or (5, 5, 5), strict=True)
        ],
        actions=[action("pull", *SHORES["left"], *SHORES["far"])],
        events=[event("pulled", asking("done", "pull", of="action"), *effects)],
        victories=[winning(asking("set", "never", of="flag"))],
    )
    return replay(quest, steps(BEGUN + line, "tom")).reason


def test_a_boat_is_launched_before_anybody_crosses():
    over = "cross ferry to E1"
    assert "nobody can cross from B1 to E1" in told(over)
    assert told(f"launch ferry; {over}") == ""
    assert told(f"cat: launch ferry; {over}") == ""
    assert "Ferry has been launched already" in told("launch ferry; launch ferry")
    assert "there is no vessel `ferry`" in told("launch ferry", vessel=False)
    assert "there is no vessel `moon`" in told("launch moon")
    assert told(over, vessel=False) == ""
    assert "but that is done from B1 or B2" in told("puss: launch ferry")
    assert "nobody can cross from A2 to E1" in told("launch ferry; puss: cross ferry to E1")
    assert "nobody can cross from B1 to F1" in told("launch ferry; cross ferry to F1")
    assert "nobody can cross from B1 to B2" in told("launch ferry; cat: walk A1; cross ferry to B2")


def test_what_is_barred_is_not_crossed_until_it_is_opened():
    for line in ("launch ferry", "cross ferry to E1"):
        assert told(line, open=False) != ""
    assert "Ferry is barred" in told("launch ferry", open=False)
    opened = {"open": False, "effects": [doing("open", "ferry")]}
    assert told("act pull; launch ferry; cross ferry to E1", **opened) == ""
    shut = told("launch ferry; act pull; cross ferry to E1", effects=[doing("close", "ferry")])
    assert "nobody can cross from B1 to E1" in shut


def test_only_some_may_take_it():
    only = {"only": ["cat"]}
    assert "tom cannot do that" in told("launch ferry", **only)
    assert told("cat: launch ferry; cat: cross ferry to E1", **only) == ""
    refusal = told("cat: launch ferry; cross ferry to E1", **only)
    assert "nobody can cross from B1 to E1" in refusal
    lost = {"effects": [doing("remove", "cat") | {"of": "member"}]}
    assert "nobody of the party takes Ferry" in told("act pull; launch ferry", **only, **lost)


def test_a_boat_lies_where_it_was_rowed_and_seats_so_many():
    both = "launch ferry; cross ferry to E1; cat: cross ferry to E2; "
    third = "puss: walk B2; puss: cross ferry to E1"
    assert told(both) == ""
    assert "`ferry` does not lie at B2" in told(f"{both}walk F1; {third}")
    assert told(f"{both}walk F1; {third}", seats=None) == ""
    assert told(f"{both}walk F1; {third}", seats=3) == ""
    assert told(f"{both}walk F1; bring ferry to B2; {third}") == ""
    assert told(f"{both}cross ferry to B1; cross ferry to E1") == ""
    alone = "launch ferry; cross ferry to E1; cross ferry to B1; cat: cross ferry to E1; "
    assert told(f"{alone}cross ferry to E2") == ""
    # Whoever brings it back comes over again with it.
    back = (
        "launch ferry; cross ferry to E1; bring ferry to B2; cat: cross ferry to E2; cat: walk F2; "
    )
    last = "puss: walk B2; puss: cross ferry to E2"
    assert "`ferry` does not lie at B2" in told(back + last)
    assert told(back + last, seats=3) == ""


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("bring ferry to B1", "nobody can bring that back"),
        ("launch ferry; bring ferry to A1", "that is not a landing"),
        ("launch ferry; bring ferry to E1 E2", "that is not a landing"),
        ("launch ferry; bring ferry to E1; cross ferry to E1", "`ferry` does not lie at B1"),
        ("launch ferry; bring ferry to E1; bring ferry to B2; cross ferry to E1", ""),
        ("launch ferry; bring moon to B1", "nobody can bring that back"),
    ],
)
def test_a_boat_is_brought_to_its_landings(line, why):
    end = told(line)
    assert end.endswith(why) if why else not end


def test_a_way_may_lead_but_one_way():
    line = "cross ferry to E1; cross ferry to B1"
    way = {"vessel": False, "seats": None}
    assert told(line, **way) == ""
    assert "nobody can cross from E1 to B1" in told(line, **way, one_way=True)


@pytest.mark.parametrize(("cost", "can"), [(0, True), (14, True), (15, True), (16, False)])
def test_a_whole_move_pays_for_each_square_of_a_way(cost, can):
    """Three squares are entered on it, and each ends a move of five points at the most."""
    way = {"vessel": False, "rounds": 0, "cost": cost}
    assert (told("cross ferry to E1", **way) == "") is can
    assert told("cross ferry to E1", **way, moves=(None, 1, 1)) == ""
    assert told("cross ferry to E1", **way | {"rounds": 1}) == ""


def test_nobody_comes_onto_a_closed_square():
    block = {"effects": [doing("block", None, "E1")]}
    way = {"vessel": False}
    assert "to E1" in told("act pull; cross ferry to E1", **way, **block)
    assert told("act pull; cross ferry to E2", **way, **block) == ""
