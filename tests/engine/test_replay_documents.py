"""Lines of play in documents that no compiler wrote, or not like that."""

from __future__ import annotations

import json

import pytest

from oracle.replays import published, steps
from questwright.compiler.publish.document.quest_json import dump, quest_document
from questwright.engine.load import load_quest
from questwright.engine.reading import UnreadableDocument
from questwright.engine.replay import replay
from support.paths import ROOT
from support.published import publications

# -- documents that no compiler has seen ---------------------------------------------------------

TOP = (
    "$schema version id title system origin sides party turn settings board areas gates things "
    "items musters unknowns tables flags events actions victories texts columns specials kinds "
    "gear search decks needs verdict degrees movers expects allows rules"
)
GATE = {
    "open": False,
    "move_cost": 1,
    "action_cost": 0,
    "passes_large": False,
    "only": [],
    "from": None,
    "shuts_after": None,
}


def part(keys, known, **more):
    """A part of a document: these keys, of which few matter."""
    return {**dict.fromkeys(keys.split()), **known, **more}


def by_hand(areas, gates=(), walls=(), **more):
    """The document of a game of cats: one of them begins on the first square."""
    cells = [(name, id_) for id_, names in areas.items() for name in names]
    board = part(
        "facings solid tiles rules",
        {"drawing": "open-squares", "diagonal": "both-flanks", "columns": 9, "rows": 9},
        cells=[
            {"name": name, "row": int(name[1]), "column": ord(name[0]) - 64, "area": id_}
            for name, id_ in cells
        ],
        walls=list(walls),
        terrain=[],
        levels=[],
        barriers=[],
        jumps=[],
        crossings=[],
    )
    document = part(
        TOP, {"$schema": "", "version": 1, "id": "by-hand", "title": "By Hand", "board": board}
    )
    document["party"] = {"side": "cats", "members": ["cat"], "starts": [cells[0][0]]}
    first = {"title": None, "cells": [cells[0][0]], "who": ["cat"], "round": 1, "origin": None}
    document["party"] |= {"entries": [first], "groups": []}
    document["areas"] = [
        part(
            "kind kind_title enclosed named rules origin",
            {"id": id_, "title": id_.title(), "cells": names, "clear_by_sight": False},
        )
        for id_, names in areas.items()
    ]
    document["gates"] = [
        part(
            "kind kind_title symbol lock named rules origin",
            {"id": id_, "title": id_.title(), "form": form, "edges": [edge], **GATE},
            areas=list(areas)[:2],
            opened_by=["cats"],
        )
        for id_, form, edge in gates
    ]
    document["kinds"] = [
        {"word": "rat", "category": "figure", "side": "rats"},
        {"word": "rock", "category": "obstacle", "side": None},
    ]
    for key in ("things", "specials", "items", "unknowns", "events", "actions", "victories"):
        document[key] = more.get(key, [])
    return load_quest(json.dumps(document).encode())


def thing(kind, cell, area):
    known = {"id": kind, "title": kind.title(), "kind": kind, "cells": [cell], "area": area}
    return part("facing link named origin", known, specials=[], blocks=kind == "rock")


def asking(fact, *subjects, cells=(), of="thing"):
    known = {"is": "fact", "fact": fact, "quantity": "all", "count": 1, "subject_word": ""}
    return part(
        "object place moving comparison number origin", known, subjects=subjects, cells=cells, of=of
    )


def winning(condition):
    return part("title degree origin", {"side": "cats", "condition": condition, "default": False})


CAVES = {"left": ["A1", "B1", "A2", "B2"], "right": ["C1", "D1", "C2", "D2"]}
HOLE = [("hole", "door", ["B1", "C1"])]
RAT_GONE = winning(asking("defeated", "rat"))


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
