"""How a party of cats is set up, who comes later, and where two cannot stand at once."""

from __future__ import annotations

import pytest

from oracle.replays import steps
from questwright.engine.replay import replay
from support.by_hand import CAVES, action, asking, by_hand, doing, event, thing, winning

OPENED = [("hole", "door", ["B1", "C1"], {"open": True})]
NEVER = asking("set", "never", of="flag")
EVERYWHERE = (*CAVES["left"], *CAVES["right"])
FIRST = {"cells": ["A1", "B1"], "who": ["tom", "cat"], "round": 1}
LATER = {"cells": ["C1", "D1"], "who": ["puss"], "round": 3}
GATE = {"cells": ["A2"], "who": ["cat", "puss"], "round": 2}


def played(*entries, members=("tom", "cat"), gates=OPENED, walls=(), **more):
    """A quest of the cats, whom these entries let in."""
    entries = [{"title": None, "origin": None} | own for own in entries or [FIRST]]
    party = {"side": "cats", "members": members, "starts": [], "groups": [], "entries": entries}
    return by_hand(CAVES, gates, walls, party=party, **{"victories": [winning(NEVER)]} | more)


def told(line, *entries, so=NEVER, effects=(), **more):
    """Why a line is refused; else whether something is so at its end."""
    pulled = event("pulled", asking("done", "pull", of="action"), *effects)
    own = {"actions": [action("pull", *EVERYWHERE)], "events": [pulled]}
    quest = played(*entries, victories=[winning(so)], **own, **more)
    done = replay(quest, steps(line, "tom"))
    return done.reason or done.won


def at(who, *cells):
    return asking("is-in", who, cells=cells, of="member")


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("begin A1; cat: begin B1", ""),
        ("cat: begin A1; begin B1; walk B2", ""),
        ("begin A1; walk A2", "not every member of the party has been set up"),
        ("begin A1; event pulled", "not every member of the party has been set up"),
        ("begin A1; wait 2", "not every member of the party has been set up"),
        ("begin A1", "not every member of the party has been set up"),
        ("begin A2", "no member can begin on that square"),
        ("begin A1 B1", "no member can begin on that square"),
        ("begin A1; cat: begin A1", "another member begins on A1 already"),
        ("begin A1; begin B1", "no such member of the party is left to set up"),
        ("moon: begin A1", "no such member of the party is left to set up"),
        ("begin A1; cat: begin B1; begin A1", "no such member of the party is left to come"),
    ],
)
def test_each_member_begins_on_a_square_of_its_own(line, why):
    end = told(line)
    assert end is False if not why else str(end).endswith(why)


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("begin A1; cat: begin B1; puss: begin D1", "does not come into play before a later round"),
        (
            "begin A1; cat: begin B1; wait 2; puss: begin D1",
            "not come into play before a later round",
        ),
        ("begin A1; cat: begin B1; wait 3; puss: begin D1", ""),
        ("begin A1; cat: begin B1; wait 4; puss: begin C1; puss: walk D1", ""),
        ("begin A1; cat: begin B1; wait 3; puss: begin A1", "puss does not come into play there"),
        ("begin A1; cat: begin B1; wait 3; puss: begin C1 D1", "does not come into play there"),
        ("begin A1; cat: begin B1; wait 2; puss: begin A2", ""),
        (
            "begin A1; cat: begin B1; wait 1; puss: begin A2",
            "not come into play before a later round",
        ),
        ("begin A1; wait 2; cat: begin A2", ""),
        ("begin A1; wait 3; cat: begin A2; puss: begin A2", "another member stands on A2"),
        ("begin A1; wait 3; cat: begin A2; puss: begin C1; puss: begin D1", "is left to come"),
        ("begin A1; puss: begin D1", "does not come into play before a later round"),
        ("begin A1; wait 3; cat: begin B1", ""),
        ("begin A1; walk A2; wait 2; cat: begin A2", "another member stands on A2"),
        ("begin A1; puss: walk D1", "puss is not on the board"),
    ],
)
def test_who_comes_later_comes_where_and_when_it_may(line, why):
    end = told(line, FIRST, LATER, GATE, members=("tom", "cat", "puss"))
    assert end is False if not why else str(end).endswith(why), end


def test_who_comes_is_on_the_board_and_sees_it():
    three = {"members": ("tom", "cat", "puss")}
    come = "begin A1; cat: begin B1; wait 3; puss: begin D1"
    for so in (at("puss", "D1"), asking("revealed", "right", of="area")):
        assert told(come, FIRST, LATER, so=so, **three) is True
        assert told(come.replace("D1", "C1"), FIRST, LATER, so=so, **three) is (
            so["fact"] != "is-in"
        )
        assert told("begin A1; cat: begin B1; wait 3", FIRST, LATER, so=so, **three) is False


def test_nobody_comes_onto_a_closed_square_or_after_being_lost():
    more = {"members": ("tom", "cat", "puss")}
    come = "begin A1; cat: begin B1; act pull; wait 3; puss: begin D1"
    block = doing("block", None, "D1")
    assert str(told(come, FIRST, LATER, effects=[block], **more)).endswith("nobody can stand on D1")
    lost = doing("remove", "puss") | {"of": "member"}
    why = told(come, FIRST, LATER, effects=[lost], **more)
    assert str(why).endswith("no such member of the party is left to come")


def test_two_do_not_stay_on_one_square_but_pass_each_other():
    begun = "begin A1; cat: begin B1; "
    assert told(begun + "walk B1 B2", so=at("tom", "B2")) is True
    for line in ("walk B1", "walk B1; cat: walk B2", "walk B1; act pull", "walk B1; wait 2"):
        assert "two members of the party stand on B1" in told(begun + line)
    assert told(begun + "walk B1; walk B2", so=at("tom", "B2")) is True


def test_where_the_party_leaves_all_may_stand():
    leaving = asking("leaves", "tom", "cat", cells=["B2", "A2"], of="member")
    begun = "begin A1; cat: begin B1; "
    assert told(begun + "walk A2; cat: walk A1 A2", so=leaving) is True
    assert told(begun + "walk A2; cat: walk B2", so=leaving) is True
    assert told(begun + "walk A2; cat: walk A1", so=leaving) is False
    assert "stand on C1" in told(begun + "walk A2 B2 B1 C1; cat: walk C1", so=leaving)


def test_rounds_go_on_and_never_back():
    late = asking("round", of=None) | {"comparison": ">=", "number": 4}
    begun = "begin A1; cat: begin B1; "
    assert told(begun + "wait 4", so=late) is True
    assert told(begun + "wait 3", so=late) is False
    assert told(begun + "wait 3; wait 2", so=late) is False
    assert "the quest is over before that" in told(begun + "wait 4; wait 5", so=late)
    assert "the quest is over before that" in told(begun + "wait 5", so=late)
    assert "does not say which round" in told(begun + "wait 0", so=late)
    assert told(begun + "wait 1", so=late) is False


# -- where friends are in the way ----------------------------------------------------------------

BOG = {"word": "bog", "cells": ["A2"], "costs": {"tom": None}, "joins_levels": False}


ANYWHERE = {"cells": ["A1", "B1", "A2", "D1", "D2"], "who": ["tom", "cat", "puss"], "round": 1}


def round_corner(*others, walls=(), things=(), **board):
    """Why tom does not step from A1 to B2, round the corner; nothing if he does."""
    board = {"friends_block": True, "diagonal": "one-flank"} | board
    more = {"gates": (), "walls": walls, "things": things, "board": board}
    quest = played(ANYWHERE, members=ANYWHERE["who"], **more)
    begun = zip(("cat", "puss"), others, strict=True)
    line = "; ".join(f"{who}: begin {cell}" for who, cell in begun)
    return replay(quest, steps(f"begin A1; {line}; walk B2", "tom")).reason


CORNERED = "others stand on each way round the corner from A1 to B2"
NO_STEP = "nobody can step from A1 to B2"


@pytest.mark.parametrize(
    ("others", "more", "why"),
    [
        (("B1", "A2"), {}, CORNERED),
        (("B1", "D1"), {}, ""),
        (("D1", "A2"), {}, ""),
        (("B1", "A2"), {"friends_block": False}, ""),
        (("B1", "A2"), {"diagonal": "both-flanks"}, ""),
        (("B1", "D1"), {"things": [thing("rock", "A2", "left")]}, CORNERED),
        (("B1", "D1"), {"things": [thing("rat", "A2", "left")]}, CORNERED),
        (("B1", "D1"), {"things": [thing("rug", "A2", "left")]}, ""),
        (("B1", "D1"), {"terrain": [BOG]}, CORNERED),
        (("B1", "D1"), {"terrain": [BOG | {"costs": {"cat": None, "tom": 2}}]}, ""),
        (("B1", "D1"), {"walls": [["A1", "A2"]]}, CORNERED),
        (("D2", "D1"), {"walls": [["A1", "A2"], ["B1", "B2"]]}, NO_STEP),
        (("D2", "D1"), {"walls": [["A1", "A2"]]}, ""),
        (("D2", "D1"), {"diagonal": "never"}, NO_STEP),
        (("D2", "D1"), {"walls": [["A1", "A2"]], "diagonal": "both-flanks"}, NO_STEP),
    ],
)
def test_nobody_squeezes_between_two_round_a_corner(others, more, why):
    end = round_corner(*others, **more)
    assert end.endswith(why) if why else not end


def test_in_some_games_nobody_passes_a_friend():
    for is_so, end in ((True, "another member stands on B1"), (False, "")):
        quest = played(board={"friends_block": is_so})
        why = replay(quest, steps("begin A1; cat: begin B1; walk B1 C1", "tom")).reason
        assert why.endswith(end) if end else not why
