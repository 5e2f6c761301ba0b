"""Lines of play in documents that no compiler wrote, or not like that."""

from __future__ import annotations

import json

import pytest

from oracle.replays import published, steps
from questwright.compiler.publish.document.quest_json import dump, quest_document
from questwright.engine.load import load_quest
from questwright.engine.reading import UnreadableDocument
from questwright.engine.replay import replay
from support.by_hand import (
    CAVES,
    HOLE,
    RAT_GONE,
    asking,
    at,
    by_hand,
    doing,
    event,
    item,
    thing,
    unknown,
    winning,
)
from support.paths import ROOT
from support.published import publications

# -- documents that no compiler has seen ---------------------------------------------------------


def cat(line):
    return steps(f"begin A1; {line}", "cat")


def test_a_document_written_by_hand_is_played():
    rat = thing("rat", "D2", "right")
    wall = [["B2", "C2"]]
    quest = by_hand(CAVES, HOLE, wall, things=[rat], victories=[RAT_GONE])
    assert replay(quest, cat("walk B1; open hole; walk C1; defeat rat")).won
    assert "from C1 or C2 or D1" in replay(quest, cat("defeat rat")).reason
    assert "this game has no searches" in replay(quest, cat("search left")).reason


def test_one_reaches_around_a_rock_where_one_cannot_step():
    things = [thing("rat", "D2", "right"), thing("rock", "C2", "right")]
    walls = [["B2", "C2"], ["D1", "D2"]]
    line = cat("walk B1; open hole; walk C1 D1; defeat rat; walk D2")
    quest = by_hand(CAVES, HOLE, walls, things=things, victories=[RAT_GONE])
    assert "from C1" in replay(quest, line).reason
    near = cat("walk B1; open hole; walk C1; defeat rat")
    assert replay(quest, near).won
    there = winning(asking("is-in", "cat", cells=["D2"], of="member"))
    quest = by_hand(CAVES, HOLE, walls, things=things, victories=[there])
    assert "from C1 to D2" in replay(quest, [*near, *steps("walk D2", "cat")]).reason
    free = by_hand(CAVES, HOLE, walls, things=things[:1], victories=[there])
    assert replay(free, [*near, *steps("walk C2 D2", "cat")]).won


# -- what is unknown ---------------------------------------------------------------------------


def test_what_stands_nowhere_is_refused():
    rat = thing("rat", "D2", "right") | {"cells": []}
    for things in ([rat], [thing("rock", "A2", "left"), rat]):
        quest = by_hand(CAVES, HOLE, things=things, victories=[RAT_GONE])
        with pytest.raises(UnreadableDocument, match="nothing in this document says where `rat`"):
            replay(quest, cat("walk B1"))
    somewhere = [unknown("thing", "rat", at("C1"), at("D2"))]
    quest = by_hand(CAVES, HOLE, things=[rat], victories=[RAT_GONE], unknowns=somewhere)
    near, far = "walk B1; open hole; defeat rat", "walk B1; open hole; walk C1; defeat rat"
    assert replay(quest, cat(near), [0]).won
    assert "but that is done from" in replay(quest, cat(near), [1]).reason
    assert "from B1 to C1" in replay(quest, cat(far), [0]).reason
    assert replay(quest, cat(far), [1]).won


@pytest.mark.parametrize("form", ["fact", "every", "some", "not"])
def test_what_is_asked_of_a_place_is_asked_of_where_hidden_things_stand(form):
    """The cat wins at B2, and at a rug that lies on one square or on two."""
    here = asking("is-in", "cat", of="member") | {"moving": {"fixed": ["B2"], "things": ["rug"]}}
    forms = {
        "fact": here,
        "every": {"is": "every", "parts": [here]},
        "some": {"is": "some", "parts": [here]},
        "not": {"is": "not", "part": {"is": "every", "parts": [{"is": "not", "part": here}]}},
    }
    quest = by_hand(
        CAVES,
        things=[thing("rug", "A2", "left") | {"cells": []}],
        victories=[winning(forms[form])],
        unknowns=[unknown("thing", "rug", at("A2", "left"), at("A2", "left", "B1"))],
    )
    for world, squares in enumerate(({"A2", "B2"}, {"A2", "B1", "B2"})):
        for cell in ("A2", "B1", "B2"):
            done = replay(quest, cat(f"walk {cell}"), [world])
            assert (done.accepted, done.won) == (True, cell in squares)


def test_an_item_lies_where_its_world_has_it():
    bone = item("bone")
    rug = thing("rug", "B2", "left")
    ways = {"cell": "B1"}, {"holder": "rug"}, {}
    had = winning(asking("taken", "bone", of="item"))
    quest = by_hand(
        CAVES,
        things=[rug],
        items=[bone],
        victories=[had],
        unknowns=[unknown("item", "bone", *ways)],
    )
    ends = {
        (cell, world): replay(quest, cat(f"walk {cell}; pick-up bone"), [world])
        for cell in ("B1", "B2")
        for world in (0, 1, 2)
    }
    assert {key for key, done in ends.items() if done.won} == {("B1", 0), ("B2", 1)}
    assert "nowhere on the board" in ends["B1", 2].reason


def test_a_trap_that_is_not_there_never_springs():
    """Neither by itself nor by an event; what else that event does is done all the same."""
    snares = [
        thing("snare", cell, "left") | {"id": id_} for id_, cell in (("a", "A2"), ("b", "B1"))
    ]
    there = asking("is-in", "cat", cells=["B2"], of="member")
    events = [
        event("a-springs", there, doing("set", "heard")),
        event("sent", there, doing("trigger", "b"), doing("trigger", "a"), doing("set", "seen")),
    ]
    ends = {"heard": "flag", "seen": "flag", "a": "thing", "b": "thing"}
    so = {}
    for name, of in ends.items():
        quest = by_hand(
            CAVES,
            things=snares,
            events=events,
            victories=[winning(asking("set" if of == "flag" else "sprung", name, of=of))],
            unknowns=[unknown("trap", "a", {}, {"absent": True})],
        )
        so[name] = [replay(quest, cat("walk B2"), [way]).won for way in (0, 1)]
    assert so == {"heard": [True, False], "seen": [True] * 2, "a": [True, False], "b": [True] * 2}


@pytest.mark.parametrize(
    ("own", "words"),
    [
        (unknown("thing", "moon", at("A1", "left")), "`unknowns[0].id` is not a thing"),
        (unknown("trap", "moon", {}), "`unknowns[0].id` is not a thing"),
        (unknown("thing", "rock", at("A1", "left"), {}), "`unknowns[0].ways` does not say where"),
        (unknown("item", "bone", {"cell": "Z9"}), "ways[0].cell` is not a square"),
        (unknown("item", "bone", {}, {"holder": "moon"}), "ways[1].holder` is not a thing"),
        (unknown("thing", "rock", {"cells": ["A1", "Z9"]}), "ways[0].cells[1]` is not a square"),
        (unknown("thing", "rock", at("A1", "moon")), "ways[0].area` is not an area"),
        (unknown("table", "fate", {"effects": [doing("close", None, "Z9")]}), "is not a square"),
        (unknown("deck", "fate", {}), "`unknowns[0].sort` is `deck`"),
    ],
)
def test_what_cannot_be_unknown_is_refused(own, words):
    quest = by_hand(CAVES, things=[thing("rock", "D2", "right")], unknowns=[own])
    with pytest.raises(UnreadableDocument) as caught:
        replay(quest, cat("walk B1"), [0])
    assert words in str(caught.value)


# -- documents as they stand -----------------------------------------------------------------------


DRAWING = """
    +-+-+-+-+-+-+
    |s s .D. . .|
    + + + + + + +
    |s s .|. . .|
    +-+-+-+-+-+-+
"""


def changed(change):
    _, data = published(
        f'''quest changed {{
  system dungeon-saga-origins
  heroes orlaf
  marauder zombie
  traps 1
  board {{
    draw """{DRAWING}    """
    s: start
    D: door d
  }}
  room a at A1..C2
  room b at D1..F2
  trap snare at C2 facing north
  victory heroes when all heroes in b
}}
'''
    )
    document = json.loads(data)
    change(document)
    return load_quest(json.dumps(document).encode())


def put(value, *way):
    def change(document):
        *before, last = way
        for key in before:
            document = document[key]
        document[last] = value

    return change


def test_a_gate_of_another_side_is_not_for_the_party_to_open():
    assert replay(changed(lambda _: None), steps("begin A1; walk B1 C1; open d; walk D1")).won
    other = changed(put(["overlord"], "gates", 0, "opened_by"))
    assert "this side cannot open D" in replay(other, steps("begin A1; walk B1 C1; open d")).reason


def test_nobody_climbs_through_a_window():
    window = changed(put("window", "gates", 0, "form"))
    assert "D is not a door" in replay(window, steps("begin A1; walk B1 C1; open d")).reason


def test_a_game_may_have_no_searches():
    assert replay(changed(lambda _: None), steps("begin A1; search a")).accepted
    bare = changed(put(None, "search"))
    assert "this game has no searches" in replay(bare, steps("begin A1; search a")).reason


def test_a_trap_is_sprung_once():
    assert replay(changed(lambda _: None), steps("begin A1; walk B1 C2; spring snare")).accepted
    twice = replay(
        changed(lambda _: None), steps("begin A1; walk B1 C2; spring snare; spring snare")
    )
    assert "is no longer there" in twice.reason


def test_where_nobody_steps_across_a_corner_one_still_walks_around_it():
    straight = changed(put("never", "board", "diagonal"))
    assert "from A1 to B2" in replay(straight, steps("begin A1; walk B2")).reason
    assert replay(straight, steps("begin A1; walk B1 C1; open d; walk D1")).won


# -- what a document may be ----------------------------------------------------------------------


def shipped(name):
    path = ROOT / "content" / "quests" / name / f"{name}.quest"
    (publication,) = publications(path)
    return json.loads(dump(quest_document(publication)))


def test_a_document_has_32_megabytes_and_no_byte_more():
    data = json.dumps(shipped("small-change")).encode()
    full = data + b" " * ((32 << 20) - len(data))
    assert load_quest(full).id == "small-change"
    with pytest.raises(UnreadableDocument, match="more than 33,554,432 bytes"):
        load_quest(full + b" ")


@pytest.mark.parametrize("key", ["row", "column"])
def test_rows_and_columns_are_counted_from_1(key):
    document = shipped("small-change")
    document["board"]["cells"][0][key] = 0
    with pytest.raises(UnreadableDocument, match=key):
        load_quest(json.dumps(document).encode())


@pytest.mark.parametrize("is_turned", [False, True])
def test_in_whatever_order_kinds_are_named_each_member_has_its_own_moves(is_turned):
    document = shipped("small-change")
    document["kinds"].sort(key=lambda kind: kind["word"], reverse=is_turned)
    quest = load_quest(json.dumps(document).encode())
    # As the pack of the game says.
    moves = {"orlaf": 5, "rordin": 4, "madriga": 6, "danor": 5}
    assert {who: quest.move_of(who) for who in quest.members} == moves
