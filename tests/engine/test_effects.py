"""What each effect of an event does, with a party of cats: one pulls, and then something is so."""

from __future__ import annotations

import pytest

from oracle.replays import steps
from questwright.engine.replay import replay
from support.by_hand import CAVES, action, asking, by_hand, doing, event, item, thing, winning

EVERYWHERE = (*CAVES["left"], *CAVES["right"])
HOLE = ("hole", "door", ["B1", "C1"])
WALL = [["B2", "C2"]]
RAT = thing("rat", "D1", "right")
BOULDER = thing("rock", "C1", "right") | {"cells": ["C1", "C2"]}


def after(*effects, line="act pull", so=None, gates=(HOLE,), walls=WALL, **more):
    """Why a line is refused; whether something is so at its end, if that is asked for."""
    never = asking("set", "never", of="flag")
    pulled = asking("done", "pull", of="action")
    hauled = asking("done", "haul", of="action")
    events = [event("pulled", pulled, *effects), event("hauled", hauled, *more.pop("then", ()))]
    quest = by_hand(
        CAVES,
        gates,
        walls,
        members=("tom", "cat"),
        events=events,
        actions=[action(id_, *EVERYWHERE) for id_ in ("pull", "haul")],
        victories=[winning(so or never)],
        **more,
    )
    done = replay(quest, steps(f"begin A1; cat: begin B1; {line}", "tom"))
    return done.reason or (done.won if so else "")


def member(do, who):
    return doing(do, who) | {"of": "member"}


def is_so(fact, id_, *, of="thing", not_=False, **more):
    known = asking(fact, id_, of=of) | more
    return {"is": "not", "part": known} if not_ else known


def test_a_flag_is_set_and_a_trap_sprung():
    assert after(doing("set", "seen"), so=is_so("set", "seen", of="flag"))
    assert not after(doing("set", "heard"), so=is_so("set", "seen", of="flag"))
    snare = thing("snare", "D2", "right")
    assert after(doing("trigger", "snare"), so=is_so("sprung", "snare"), things=[snare])


@pytest.mark.parametrize(
    "do", ["read", "note", "reward", "grant", "draw", "spawn", "keep", "change"]
)
def test_what_changes_nothing_is_no_news_of_play(do):
    asked = is_so("set", "rat", of="flag")
    assert not after(doing(do, "rat"), so=asked, things=[RAT])
    assert after(doing(do, "rat"), so=is_so("happened", "pulled", of="event"), things=[RAT])
    assert after(doing(do, "rat"), line="act pull; event pulled", things=[RAT]) == ""


def test_a_gate_is_opened_shut_and_unlocked():
    through = "walk A2 B2; cat: walk C1"
    assert "from B1 to C1" in after(line=f"act pull; {through}")
    assert after(doing("open", "hole"), line=f"act pull; {through}") == ""
    shut = {"then": [doing("close", "hole")]}
    opened = is_so("opened", "hole", of="gate")
    assert after(doing("open", "hole"), so=opened)
    refusal = after(doing("open", "hole"), line=f"act pull; act haul; {through}", **shut)
    assert "from B1 to C1" in refusal
    locked = ("hole", "door", ["B1", "C1"], {"lock": {"key": "key", "spent": False, "by": []}})
    more = {"gates": [locked], "items": [item("key")]}
    assert "nobody has Key" in after(line="act pull; cat: open hole", **more)
    assert after(doing("unlock", "hole"), line="act pull; cat: open hole", so=opened, **more)


def test_what_is_opened_or_shown_is_seen():
    right = is_so("revealed", "right", of="area")
    assert not after(so=right)
    assert after(doing("reveal", "right"), so=right)
    assert after(doing("open", "hole"), so=right)
    assert after(doing("reveal", "hole"), so=right)
    assert after(line="cat: open hole", so=right)
    secret = ("hole", "passage", ["B1", "C1"])
    found = is_so("found", "hole", of="gate")
    assert after(doing("reveal", "hole"), so=found, gates=[secret])
    assert not after(doing("open", "hole"), so=found, gates=[secret])
    assert after(line="explore hole from left", so=found, gates=[secret])
    again = after(doing("reveal", "hole"), line="act pull; explore hole from left", gates=[secret])
    assert "has been found already" in again
    refusal = after(doing("reveal", "right"), line="act pull; cat: walk C1")
    assert "from B1 to C1" in refusal


def test_an_item_is_given_and_taken_away():
    key = [item("key")]
    taken, carried = is_so("taken", "key", of="item"), is_so("carried", "key", of="item")
    for so in (taken, carried):
        assert after(doing("give", "key"), so=so, items=key)
        assert not after(so=so, items=key)
    # What was taken away once is nobody's, and lies nowhere.
    both = doing("give", "key"), doing("take", "key")
    assert after(*both, so=taken, items=key)
    assert not after(*both, so=carried, items=key)
    one = doing("give", "key") | {"to": ["cat"]}
    has = {who: is_so("carries", who, of="member", object="key") for who in ("tom", "cat")}
    assert after(one, so=has["cat"], items=key)
    assert not after(one, so=has["tom"], items=key)
    assert not after(one, doing("take", "key"), so=has["cat"], items=key)
    assert after(one, member("remove", "cat"), so=has["tom"], items=key)
    assert after(one, doing("take", "key"), one, so=has["cat"], items=key)
    assert not after(member("remove", "cat"), one, so=taken, items=key)


def test_squares_are_closed_and_opened_again():
    assert after(doing("block", None, "B2"), line="act pull; walk A2") == ""
    both = doing("block", None, "A2", "B2")
    for square, walk in (("A2", "walk A2"), ("B2", "cat: walk B2")):
        assert f"to {square}" in after(both, line=f"act pull; {walk}")
        freed = {"then": [doing("clear", None, square)]}
        assert after(both, line=f"act pull; act haul; {walk}", **freed) == ""


@pytest.mark.parametrize("effect", [doing("clear", None, "C2"), doing("remove", "rock")])
def test_a_boulder_goes_as_a_whole(effect):
    more = {"things": [BOULDER], "gates": [(*HOLE, {"open": True})]}
    for square in ("C1", "C2"):
        way = f"cat: walk C1{' C2' * (square == 'C2')}"
        assert "from B1 to C1" in after(line=f"act pull; {way}", **more)
        assert after(effect, line=f"act pull; {way}", **more) == ""
    assert "from B1 to C1" in after(
        doing("clear", None, "D2"), line="act pull; cat: walk C1", **more
    )


def test_a_figure_goes_and_stands_again():
    opened = [(*HOLE, {"open": True})]
    attack = "cat: walk C1; cat: defeat rat"
    gone = is_so("defeated", "rat")
    more = {"things": [RAT], "gates": opened}
    assert after(line=attack, so=gone, **more)
    assert "Rat is no longer there" in after(
        doing("remove", "rat"), line=f"act pull; {attack}", **more
    )
    there = {"is": "every", "parts": [is_so("happened", "pulled", of="event"), gone]}
    assert after(line=f"{attack}; act pull", so=there, **more)
    assert not after(doing("raise", "rat"), line=f"{attack}; act pull", so=there, **more)
    again = f"{attack}; act pull; cat: defeat rat"
    assert after(doing("raise", "rat"), line=again, **more) == ""
    both = doing("remove", "rat"), doing("raise", "rat")
    assert after(*both, line=f"act pull; {attack}", so=gone, **more)
    # Elsewhere, and then where the map has it.
    far = doing("raise", "rat", "A2") | {"place": "A2"}
    assert after(far, line="act pull; defeat rat", so=gone, **more)
    home = {"then": [doing("raise", "rat")]}
    assert "done from" in after(far, line="act pull; act haul; defeat rat", **home, **more)
    assert after(far, line=f"act pull; act haul; {attack}", so=gone, **home, **more)


def test_a_member_is_lost():
    lost = is_so("is-in", "tom", of="member", cells=["A1"])
    assert after(so=lost, line="act pull")
    refusal = after(member("remove", "tom"), line="cat: act pull; walk A2")
    assert "tom is not on the board" in refusal
    both = member("remove", "tom"), member("remove", "cat")
    assert "the quest is over" in after(*both, line="act pull; act haul")


@pytest.mark.parametrize(("side", "ends"), [("cats", (True, False)), ("rats", (False, True))])
def test_an_event_ends_the_quest(side, ends):
    ended = event("pulled", asking("done", "pull", of="action"), doing("end", side))
    never = winning(asking("set", "never", of="flag"))
    quest = by_hand(CAVES, events=[ended], actions=[action("pull", "A1")], victories=[never])
    done = replay(quest, steps("begin A1; act pull", "cat"))
    assert (done.won, done.lost) == ends
    assert "over before that" in replay(quest, steps("begin A1; act pull; walk A2", "cat")).reason


def test_what_an_enemy_has_it_has_until_it_is_taken_or_beaten():
    """A condition may ask whether a figure of the other side still carries something."""
    opened = [(*HOLE, {"open": True})]
    king = thing("king", "D2", "right")
    more = {"things": [RAT, king], "gates": opened, "items": [item("bone", "rat"), item("fish")]}
    pulled = asking("happened", "pulled", of="event")
    has = {
        who: {"is": "every", "parts": [pulled, is_so("carries", who, object="bone")]}
        for who in ("rat", "king")
    }
    assert after(so=has["rat"], **more)
    assert not after(so=has["king"], **more)
    assert not after(doing("remove", "rat"), so=has["rat"], **more)
    assert not after(doing("give", "bone"), so=has["rat"], **more)
    line = "cat: walk C1; cat: defeat rat; act pull"
    assert not after(line=line, so=has["rat"], **more)
    mine = {"is": "every", "parts": [pulled, is_so("carries", "cat", object="bone", of="member")]}
    assert after(line=line, so=mine, **more)
