"""The deeds of a party of cats, one by one: where each is done, what it takes, what forbids it."""

from __future__ import annotations

import pytest

from oracle.replays import steps
from questwright.engine.replay import replay
from support.by_hand import (
    CAVES,
    action,
    asking,
    by_hand,
    doing,
    event,
    item,
    lock,
    thing,
    winning,
)

# Left, right, and a cave beyond that; the party begins on A1 and B1.
THREE = CAVES | {"far": ["E1", "F1", "E2", "F2"]}
NEVER = winning(asking("set", "never", of="flag"))
DONE = asking("done", "pull", of="action")


def quest(*, gates=(), ends=NEVER, members=("tom", "cat"), **more):
    return by_hand(THREE, gates, members=members, victories=[ends], **more)


def told(played, line):
    """Why a line is refused; what is won or open at its end."""
    done = replay(played, steps(f"begin A1; cat: begin B1; {line}", "tom"))
    return done.reason or ("won" if done.won else "open")


def got(id_):
    return winning(asking("taken", id_, of="item"))


def pulling(*effects):
    """An action that is done anywhere in the left cave, and what comes of it."""
    return {
        "actions": [action("pull", *CAVES["left"])],
        "events": [event("pulled", DONE, *effects)],
    }


def door(id_, *edge, areas=("left", "right"), own=None, **more):
    return (id_, "door", [*edge], {"areas": [*areas], "lock": own, **more})


# -- chests ------------------------------------------------------------------------------------


def chest(cell, area, own=None, **more):
    return thing("chest", cell, area) | {"lock": own, **more}


def test_a_locked_chest_is_opened_with_its_key_and_not_searched():
    things = [chest("B2", "left", lock("key", is_spent=True), blocks=True)]
    items = [item("key", cell="A2"), item("gem", "chest")]
    played = quest(things=things, items=items, ends=got("gem"))
    assert "nobody has Key" in told(played, "open chest")
    assert told(played, "search left").endswith("this game has no searches")
    assert told(played, "walk A2; pick-up key; open chest") == "won"
    carried = told(played, "walk A2; pick-up key; cat: open chest")
    assert "cat does not carry what it takes" in carried
    assert "Gem does not lie on the board" in told(played, "pick-up gem")


def test_a_chest_is_opened_once_and_where_it_is():
    things = [chest("B2", "left", lock())]
    items = [item("gem", "chest")]
    assert told(quest(things=things, items=items, ends=got("gem")), "walk B2; open chest") == "won"
    played = quest(things=things, items=items, **pulling(doing("remove", "chest")))
    assert "Chest stands open already" in told(played, "walk B2; open chest; open chest")
    assert "Chest is no longer there" in told(played, "walk B2; act pull; open chest")
    assert "done from B2" in told(played, "open chest")
    assert "Rug has no lock" in told(quest(things=[thing("rug", "A2", "left")]), "open rug")
    assert "there is no gate `moon`" in told(played, "open moon")


def test_a_lock_for_some_members_is_opened_by_those_of_them_who_are_left():
    things = [chest("A2", "left", lock(by=["cat", "puss"]))]
    lost = doing("remove", "cat") | {"of": "member"}
    played = quest(things=things, items=[item("gem", "chest")], ends=got("gem"), **pulling(lost))
    assert "tom cannot do that" in told(played, "walk A2; open chest")
    assert told(played, "cat: walk A2; cat: open chest") == "won"
    assert "nobody of the party can open Chest" in told(played, "act pull; walk A2; open chest")


@pytest.mark.parametrize(
    ("lines", "ends"),
    [
        ({"open chest": "won"}, "gem"),
        ({"open chest; open other": "won", "open chest": "open"}, "ring"),
    ],
)
def test_a_key_that_is_not_spent_opens_more(lines, ends):
    own = lock("key")
    things = [chest("A2", "left", own), chest("A2", "left", own, id="other")]
    items = [item("key", cell="A2"), item("gem", "chest"), item("ring", "other")]
    played = quest(things=things, items=items, ends=got(ends))
    for line, end in lines.items():
        assert told(played, f"walk A2; pick-up key; {line}") == end
    if ends == "ring":
        spent = [chest("A2", "left", lock("key", is_spent=True)), things[1]]
        played = quest(things=spent, items=items, ends=got(ends))
        assert "nobody has Key" in told(played, "walk A2; pick-up key; open chest; open other")


# -- locks that are opened from afar -----------------------------------------------------------


def test_a_chest_is_opened_from_so_far_off_once_it_has_been_set_out():
    things = [chest("D1", "right", lock(within=2))]
    hole = door("hole", "B1", "C1", open=True)
    played = quest(gates=[hole], things=things, items=[item("gem", "chest")], ends=got("gem"))
    assert "Chest has not been set out" in told(played, "cat: unlock chest")
    assert told(played, "cat: walk C1; cat: unlock chest") == "won"
    assert told(played, "cat: walk C1; cat: walk D2; tom: walk B2; tom: unlock chest") == "won"
    far = told(played, "cat: walk C1; tom: unlock chest")
    assert "tom stands on A1, but that is done from" in far
    # What stands in no cave is always out; and nobody opens it a second time.
    things[0] = chest("C1", None, lock(within=2))
    assert (
        told(
            quest(things=things, items=[item("gem", "chest")], ends=got("gem")), "cat: unlock chest"
        )
        == "won"
    )
    played = quest(things=things, **pulling(doing("remove", "chest")))
    assert "Chest is no longer locked" in told(played, "cat: unlock chest; cat: unlock chest")
    assert "Chest is no longer there" in told(played, "act pull; cat: unlock chest")


@pytest.mark.parametrize("owner", ["rug", "chest", "moon", "gap"])
def test_nobody_opens_what_has_no_lock_for_that_from_afar(owner):
    things = [thing("rug", "A2", "left"), chest("B2", "left", lock())]
    played = quest(things=things, gates=[door("gap", "B1", "C1")])
    why = told(played, f"unlock {owner}")
    assert f"nobody opens the lock of `{owner}` from afar" in why


def test_a_door_is_unlocked_from_afar_and_stays_shut():
    hole = door("hole", "B1", "C1", own=lock("key", within=1))
    opened = winning(asking("opened", "hole", of="gate"))
    items = [item("key", cell="B2")]
    played = quest(gates=[hole], items=items, ends=opened, **pulling(doing("open", "hole")))
    assert "nobody has Key" in told(played, "cat: unlock hole")
    had = "cat: walk B2; cat: pick-up key; cat: unlock hole"
    assert told(played, had) == "open"
    assert "Hole is no longer locked" in told(played, f"{had}; cat: unlock hole")
    assert told(played, f"{had}; cat: walk B1; cat: open hole") == "won"
    played = quest(gates=[hole], items=items, **pulling(doing("open", "hole")))
    assert "Hole stands open already" in told(played, "act pull; cat: unlock hole")
    # Between two caves that nobody has seen.
    gap = door("gap", "D1", "E1", areas=("right", "far"), own=lock(within=2))
    assert "Gap has not been set out" in told(quest(gates=[gap]), "cat: unlock gap")
    both = quest(gates=[gap, door("hole", "B1", "C1", open=True)])
    assert told(both, "cat: walk C1; walk B1; unlock gap") == "open"
    assert "tom stands on A1, but" in told(both, "cat: walk C1; unlock gap")


def test_a_gate_on_squares_of_its_own_opens_when_it_is_unlocked():
    hole = door("hole", "C1", "D1", areas=("left", "right"), own=lock(within=1), cells=["C1"])
    opened = winning(asking("opened", "hole", of="gate"))
    played = quest(gates=[hole], ends=opened)
    assert told(played, "cat: unlock hole") == "won"
    assert "tom stands on A1, but that is done from" in told(played, "unlock hole")


# -- things that lie about ---------------------------------------------------------------------


def test_what_lies_on_a_thing_is_taken_there_and_what_a_figure_has_is_not():
    things = [thing("rug", "A2", "left"), thing("rock", "B2", "left"), thing("rat", "F2", "far")]
    items = [item("gem", "rug"), item("ring", "rock"), item("bone", "rat"), item("fish")]
    items += [item("key", cell="A2")]
    for id_, line in {
        "gem": "walk A2; pick-up gem",
        "ring": "pick-up ring",
        "key": "walk A2; pick-up key",
    }.items():
        assert told(quest(things=things, items=items, ends=got(id_)), line) == "won"
    played = quest(things=things, items=items)
    assert "but that is done from A2" in told(played, "pick-up gem")
    assert "Bone does not lie on the board" in told(played, "pick-up bone")
    assert "Fish is nowhere on the board" in told(played, "pick-up fish")
    assert "Key has been taken already" in told(played, "walk A2; pick-up key; pick-up key")
    assert "there is no item `moon`" in told(played, "pick-up moon")


# -- what is handed over -----------------------------------------------------------------------


def left_out(known, *keys):
    return {key: value for key, value in known.items() if key not in keys}


def test_what_a_member_brings_it_has_from_the_start_and_may_hand_over():
    key = item("key", brought=["tom"])
    has = {
        who: winning(asking("carries", who, of="member") | {"object": "key"})
        for who in ("tom", "cat")
    }
    assert told(quest(items=[key], ends=has["cat"]), "hand key to cat") == "won"
    assert told(quest(items=[left_out(key, "bound")], ends=has["cat"]), "hand key to cat") == "won"
    for known in (key | {"brought": []}, left_out(key, "brought")):
        assert "tom does not carry that" in told(quest(items=[known]), "hand key to cat")
    assert "cat does not carry that" in told(quest(items=[key]), "cat: hand key to tom")
    bound = quest(items=[key | {"bound": True}])
    assert "Key is bound to tom" in told(bound, "hand key to cat")
    assert "there is no `moon` on the board" in told(quest(items=[key]), "hand key to moon")
    assert (
        told(quest(items=[key]), "hand key to cat; cat: hand key to tom; hand key to cat") == "open"
    )
    assert "tom does not carry that" in told(quest(items=[key]), "hand key to cat; hand key to cat")


@pytest.mark.parametrize(
    ("walk", "is_near"),
    [
        ("cat: walk A2", True),
        ("cat: walk B2", False),  # across a corner
        ("walk B2", True),
        ("walk B2; cat: walk A1", False),
        ("cat: walk C1 C2; walk B2", False),  # past a shut door
        ("cat: walk C1; walk B1", True),  # through an open door
        ("cat: walk C1; walk B1; act pull", False),
    ],
)
def test_one_hands_over_to_whom_nothing_parts_from_oneself(walk, is_near):
    gates = [door("hole", "B1", "C1", open=True), door("far", "B2", "C2", areas=("left", "right"))]
    key = item("key", brought=["tom"])
    played = quest(gates=gates, items=[key], **pulling(doing("close", "hole")))
    end = told(played, f"{walk}; hand key to cat")
    assert end == "open" if is_near else "nothing can be handed from" in end


# -- searches ----------------------------------------------------------------------------------

SEARCHED = {"search": {"passages_first": True}}


def test_a_search_finds_what_is_in_the_chests_of_its_cave():
    things = [chest("A2", "left"), chest("B2", "left", lock(), id="locked")]
    things += [
        chest("C1", "right", id="far"),
        thing("rug", "A1", "left"),
        thing("rat", "F1", "far"),
    ]
    holders = ("chest", "locked", "far", "rug", "rat")
    items = [item(f"in-{holder}", holder) for holder in holders]
    more = {"things": things, "items": items, **SEARCHED}
    found = [
        holder
        for holder in holders
        if told(quest(ends=got(f"in-{holder}"), **more), "search left") == "won"
    ]
    assert found == ["chest"]
    for id_, so in (("left", True), ("chest", True), ("locked", False), ("right", False)):
        searched = winning(asking("searched", id_))
        assert told(quest(ends=searched, **more), "search left") == ("won" if so else "open")
    played = quest(**more)
    assert "Left has been searched already" in told(played, "search left; search left")
    assert "done from C1 or C2 or D1" in told(played, "search right")
    assert "there is no area `moon`" in told(played, "search moon")
    gone = quest(ends=got("in-chest"), **more, **pulling(doing("remove", "chest")))
    assert told(gone, "act pull; search left") == "open"


def test_passages_are_found_before_a_search_where_a_game_says_so():
    secret = ("hole", "passage", ["B1", "C1"])
    far = ("gap", "passage", ["D1", "E1"], {"areas": ["right", "far"]})
    gates = [secret, far, door("door", "B2", "C2")]
    played = quest(gates=gates, **SEARCHED)
    assert "Hole has to be found before Left is searched" in told(played, "search left")
    assert told(played, "explore hole from left; search left") == "open"
    assert told(quest(gates=gates, search={"passages_first": False}), "search left") == "open"
    for do in ("open", "reveal"):
        shown = quest(gates=gates, **SEARCHED, **pulling(doing(do, "hole")))
        assert told(shown, "act pull; search left") == "open"
    assert "there is no gate `moon`" in told(played, "explore moon from left")
    assert "Door is not a hidden passage" in told(played, "explore door from left")
    for area in ("far", "moon"):
        assert f"Hole is not found from `{area}`" in told(played, f"explore hole from {area}")
    assert "done from C1 or C2 or D1" in told(played, "explore hole from right")
    again = told(played, "explore hole from left; explore hole from left")
    assert "Hole has been found already" in again


@pytest.mark.parametrize("cell", ["A2", "F2"])
def test_nobody_searches_beside_an_enemy(cell):
    secret = ("hole", "passage", ["B1", "C1"])
    rat = thing("rat", cell, "left" if cell == "A2" else "far")
    played = quest(gates=[secret], things=[rat], **SEARCHED)
    for deed in ("explore hole from left", "explore hole from left; search left"):
        why = told(played, deed)
        assert why == "open" if cell == "F2" else "there is an enemy left in Left" in why
    by_rug = quest(gates=[], things=[rat | {"kind": "rug"}], **SEARCHED)
    assert told(by_rug, "search left") == "open"
    alone = quest(things=[rat], **SEARCHED)
    assert told(alone, "search left").endswith("enemy left in Left") is (cell == "A2")
    assert told(alone, "defeat rat; search left") == "open" or cell == "F2"


# -- figures -----------------------------------------------------------------------------------


def test_only_other_sides_are_attacked_and_only_while_they_are_there():
    things = [thing("rat", "A2", "left"), thing("tom", "B2", "left") | {"id": "puss"}]
    things += [thing("king", "A2", "left"), thing("rug", "B1", "left")]
    items = [item("bone", "rat")]
    played = quest(things=things, items=items, **pulling(doing("remove", "rat")))
    for deed in ("defeat", "wound"):
        for id_ in ("moon", "puss", "rug"):
            assert f"there is no enemy `{id_}`" in told(played, f"{deed} {id_} to hurt")
    assert "King is never beaten" in told(played, "defeat king")
    assert "Rat is no longer there" in told(played, "defeat rat; defeat rat")
    assert "Rat is no longer there" in told(played, "act pull; defeat rat")
    assert "Rat is not in play" in told(played, "act pull; wound rat to hurt")
    assert told(quest(things=things, items=items, ends=got("bone")), "defeat rat") == "won"


def test_who_is_raised_elsewhere_is_attacked_and_wounded_there():
    things = [thing("rat", "A2", "left")]
    back = pulling(doing("raise", "rat", "B2") | {"place": "B2"})
    hurt = winning(asking("state", "rat") | {"object": "hurt"})
    for deed, ends in (
        ("defeat rat", winning(asking("defeated", "rat"))),
        ("wound rat to hurt", hurt),
    ):
        played = quest(things=things, ends=ends, **back)
        assert told(played, deed) == "won"
        assert told(played, f"act pull; {deed}") == "won"
        assert told(played, f"cat: walk C2; act pull; cat: {deed}") == "won"
        assert "cat stands on C2, but" in told(played, f"cat: walk C2; cat: {deed}")


def test_what_befalls_a_figure_befalls_it_while_it_is_in_play():
    things = [thing("rat", "F2", "far"), thing("king", "E2", "far")]
    lost = doing("remove", "cat") | {"of": "member"}
    for who in ("rat", "cat", "king"):
        hurt = winning(asking("state", who) | {"object": "hurt"})
        played = quest(things=things, ends=hurt, **pulling(doing("remove", "rat"), lost))
        assert told(played, f"befall {who} to hurt") == "won"
        assert told(played, f"befall {who} to sore; befall {who} to hurt") == "won"
        assert f"{who} is sore already" in told(
            played, f"befall {who} to sore; befall {who} to sore"
        )
        assert f"{who} is not" in told(played, f"recover {who} to sore")
        assert told(played, f"befall {who} to sore; recover {who} to sore") == "open"
        gone = told(played, f"act pull; befall {who} to hurt")
        assert gone == ("won" if who == "king" else f"step 4, “{who}”: {who} is not in play")


# -- actions -----------------------------------------------------------------------------------


def test_an_action_is_done_once_where_it_stands_by_those_who_may():
    other = action("bite", "A1", side="rats", condition=asking("set", "never", of="flag"))
    actions = [action("pull", "A1"), action("dig", "B1", by=["cat"]), other]
    actions += [action("hiss", "B1", condition=DONE)]
    played = quest(actions=actions)
    assert "Pull has been done already" in told(played, "act pull; act pull")
    assert "cat stands on B1, but that is done from A1" in told(played, "cat: act pull")
    assert "tom cannot do that" in told(played, "act dig")
    assert told(played, "cat: act dig") == "open"
    assert "Bite is not for tom" in told(played, "act bite")
    assert "there is no action `moon`" in told(played, "act moon")
    assert "it is not allowed yet" in told(played, "cat: act hiss")
    assert told(played, "act pull; cat: act hiss") == "open"


def test_another_side_acts_when_it_may():
    bite = action("bite", side="rats", condition=DONE)
    ends = winning(asking("done", "bite", of="action"))
    played = quest(actions=[action("pull", "A1"), bite], ends=ends)
    begun = steps("begin A1; cat: begin B1; act pull", "tom")
    (own,) = steps("act bite")
    by_rats, by_nobody = own._replace(who=""), own._replace(who="", target="pull")
    assert replay(played, [*begun, by_rats]).won
    assert "it is not allowed yet" in replay(played, [*begun[:2], by_rats]).reason
    assert "Pull is not for another side" in replay(played, [*begun[:2], by_nobody]).reason


def test_what_is_done_to_a_thing_is_done_while_it_is_there():
    things = [thing("rug", "A1", "left"), thing("rat", "A2", "left")]
    actions = [action("roll", "A1", target="rug"), action("tease", "A2", target="rat")]
    actions += [
        action("watch", "A1", target="rat"),
        action("wait", "A1", target="rug", beside=True),
    ]
    more = pulling(doing("remove", "rug"), doing("remove", "rat"))
    played = quest(things=things, **more | {"actions": actions + more["actions"]})
    for id_ in ("roll", "tease", "watch"):
        assert told(played, f"act {id_}") == "open"
    assert "done to something that is no longer there" in told(played, "act pull; act roll")
    assert "a figure that is not in play any more" in told(played, "act pull; act tease")
    # It is watched from a square of its own, whatever becomes of it.
    assert told(played, "act pull; act watch") == "open"
    assert "tom stands on A1, but that is done from" in told(played, "act wait")
    assert told(quest(actions=actions), "walk B2; act wait") == "open"


def test_a_trap_springs_once_on_its_own_square_while_it_is_there():
    things = [thing("snare", "A2", "left"), thing("rug", "B2", "left")]
    sprung = winning(asking("sprung", "snare"))
    assert told(quest(things=things, ends=sprung), "walk A2; spring snare") == "won"
    played = quest(things=things, **pulling(doing("remove", "snare")))
    assert "tom stands on A1, but that is done from A2" in told(played, "spring snare")
    assert "Snare is no longer there" in told(played, "walk A2; spring snare; spring snare")
    assert "Snare is no longer there" in told(played, "walk A2; act pull; spring snare")
    for id_ in ("rug", "moon"):
        assert f"there is no trap `{id_}`" in told(played, f"spring {id_}")
