"""Conditions as documents write them, and when they hold."""

from __future__ import annotations

import operator
from itertools import product

import pytest

from oracle.replays import steps
from questwright.engine.conditions import Not, leaves, read_condition
from questwright.engine.reading import Node, UnreadableDocument
from questwright.engine.replay import replay
from support.by_hand import CAVES, action, asking, by_hand, doing, event, thing, winning

SQUARES = {"A1", "B1"}
LEAF = asking("set", "seen", of="flag")
COMPARED = {
    ">=": operator.ge,
    "<=": operator.le,
    "!=": operator.ne,
    "=": operator.eq,
    "<": operator.lt,
    ">": operator.gt,
}


def read(condition):
    return read_condition(Node(condition, "when"), SQUARES)


def nested(form, depth):
    """A condition within that many others."""
    found = LEAF
    for _ in range(depth):
        found = {"is": "not", "part": found} if form == "not" else {"is": form, "parts": [found]}
    return found


def test_conditions_are_nested_so_deep_and_no_deeper():
    for form in ("every", "some"):
        assert len([*leaves(read(nested(form, 127)))]) == 1
        with pytest.raises(UnreadableDocument, match="is nested too deeply"):
            read(nested(form, 128))
    mixed = nested("every", 126)
    assert isinstance(read({"is": "not", "part": mixed}), Not)
    with pytest.raises(UnreadableDocument, match="is nested too deeply"):
        read({"is": "not", "part": nested("every", 127)})


def test_what_is_denied_twice_is_so():
    for depth in (1, 2, 3, 4, 301, 302):
        found = read(nested("not", depth))
        assert isinstance(found, Not) is bool(depth % 2)
        assert [leaf.subjects for leaf in leaves(found)] == [("seen",)]


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"fact": "sleeps"}, "`when.fact` is `sleeps`"),
        ({"quantity": "few"}, "`when.quantity` is `few`"),
        ({"is": "maybe"}, "`when.is` is `maybe`"),
        ({"cells": ["A1", "Z9"]}, r"`when.cells\[1\]` is not a square"),
        ({"moving": {"fixed": ["Z9"], "things": []}}, r"`when.moving.fixed\[0\]` is not a square"),
        ({"count": -1}, "`when.count` is not a whole number"),
        ({"fact": "round", "comparison": "~", "number": 1}, "`when.comparison` is not a comp"),
        ({"fact": "round", "number": 1}, "`when.comparison` is not a text"),
        ({"fact": "round", "comparison": "<"}, "`when.number` is not a whole number"),
        ({"fact": "state", "comparison": "~", "number": 1}, "`when.comparison` is not a comp"),
        ({"fact": "state", "comparison": "<"}, "`when.number` is not a whole number"),
    ],
)
def test_a_condition_that_is_none_is_refused(changes, words):
    with pytest.raises(UnreadableDocument, match=words):
        read(LEAF | changes)


def test_a_number_belongs_to_a_comparison():
    assert read(LEAF | {"comparison": "~", "number": "x"}).comparison == ""
    assert read(LEAF | {"fact": "state", "number": "x"}).comparison == ""
    told = read(LEAF | {"fact": "state", "comparison": "<", "number": 4})
    assert (told.comparison, told.number, told.moving) == ("<", 4, None)


# -- when they hold ----------------------------------------------------------------------------

PARTY = ("tom", "cat", "puss")
QUANTITIES = {
    "any": lambda count, _: count > 0,
    "all": lambda count, left: count == left,
    "none": lambda count, _: count == 0,
    "at-least": lambda count, _: count >= 2,
}
BEGUN = "begin A1; cat: begin B1; puss: begin A2"


def ends(condition, line, **more):
    """Whether the party has won at the end of a line; it can go on from there but for that."""
    quest = by_hand(CAVES, members=PARTY, victories=[winning(condition)], **more)
    done = replay(quest, steps(f"{BEGUN}; {line}", "tom"))
    return done.reason or done.won


@pytest.mark.parametrize("quantity", QUANTITIES)
def test_states_are_counted_among_those_who_are_left(quantity):
    condition = asking("state", *PARTY, of="member")
    condition |= {"object": "hurt", "quantity": quantity, "count": 2}
    lost = doing("remove", "puss") | {"of": "member"}
    when = event("lost", asking("state", "puss") | {"object": "gone"}, lost)
    pull = asking("done", "pull", of="action")
    for hurt in product((False, True), repeat=3):
        for is_lost in (False, True):
            line = [f"befall {who} to hurt" for who, so in zip(PARTY, hurt, strict=True) if so]
            line += ["befall puss to gone"] * is_lost + ["act pull"]
            left = hurt[: 3 - is_lost]
            is_so = QUANTITIES[quantity](sum(left), len(left))
            both = {"is": "every", "parts": [condition, pull]}
            more = {"events": [when], "actions": [action("pull", "A1")]}
            assert ends(both, "; ".join(line), **more) is is_so, (hurt, is_lost)


@pytest.mark.parametrize("comparison", COMPARED)
def test_amounts_are_compared(comparison):
    pull = asking("done", "pull", of="action")
    asked = asking("state", "rat") | {"object": "hurt", "comparison": comparison, "number": 2}
    for amount in range(4):
        line = f"befall rat to hurt>={amount}; act pull" if amount else "act pull"
        more = {"things": [thing("rat", "D2", "right")], "actions": [action("pull", "A1")]}
        both = {"is": "every", "parts": [pull, asked]}
        assert ends(both, line, **more) is COMPARED[comparison](amount, 2)


@pytest.mark.parametrize("quantity", QUANTITIES)
def test_who_stands_in_a_place_is_counted_among_those_who_are_left(quantity):
    """A place of two squares, and a cave that is a place as a whole."""
    lost = doing("remove", "puss") | {"of": "member"}
    when = event("lost", asking("done", "dig", of="action"), lost)
    actions = [
        action("pull", *CAVES["left"], *CAVES["right"]),
        action("dig", *CAVES["left"], *CAVES["right"]),
    ]
    walks = {"tom": "walk B1 C1 D1", "cat": "cat: walk C1 C2", "puss": "puss: walk B2 C1"}
    for cells in (["C1", "C2", "D1"], CAVES["right"]):
        asked = asking("is-in", *PARTY, cells=cells, of="member")
        both = {
            "is": "every",
            "parts": [
                asking("done", "pull", of="action"),
                asked | {"quantity": quantity, "count": 2},
            ],
        }
        for there in product((False, True), repeat=3):
            for is_lost in (False, True):
                line = [walks[who] for who, so in zip(PARTY, there, strict=True) if so]
                line += ["act dig"] * is_lost + ["act pull"]
                left = there[: 3 - is_lost]
                is_so = QUANTITIES[quantity](sum(left), len(left))
                done = ends(both, "; ".join(line), events=[when], actions=actions)
                assert done is is_so, (there, is_lost)
