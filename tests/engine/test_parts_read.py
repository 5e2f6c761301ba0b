"""Parts of documents: what ground costs, what locks and shots say, who comes when."""

from __future__ import annotations

import json

import pytest

from questwright.engine.document import EnteredWith, Entry, Shot
from questwright.engine.load import load_quest
from questwright.engine.reading import UnreadableDocument
from support.documents import drop, put
from support.paths import GOLDEN

BELL = (GOLDEN / "quests" / "bell-and-bone.json").read_bytes()
BOG = {
    "word": "bog",
    "cells": ["A1", "B1"],
    "costs": {"ada": None, "bram": 1, "moth": None, "rat": 3},
    "costs_with": {"ada": 2, "bram": 1, "moth": None},
    "entered_with": ["boots", "planks"],
    "joins_levels": False,
}
HOLE = {"word": "hole", "cells": ["C1"], "costs": {"ada": None}, "joins_levels": False}
SHOT = {"word": "bow", "title": "Bow", "members": ["ada"], "not_beside": True, "within": 1}
ENTRY = {"title": None, "cells": ["B1"], "who": ["bram"], "round": 1}
PUSHED = {"by": ["ada"], "ways": [{"from": "A1", "to": "B1", "stand": "A2"}]}
FULL = {
    ("board", "terrain"): [BOG, HOLE],
    ("party", "shots"): [SHOT, SHOT | {"within": None, "not_beside": False}],
    ("party", "entries"): [ENTRY, ENTRY | {"round": 3}],
    ("gates", 0, "from"): "cellar",
    ("gates", 0, "shuts_after"): 2,
    ("gates", 0, "lock", "within"): 1,
    ("gates", 1, "cells"): ["B2"],
    ("things", 0, "pushed"): PUSHED,
    ("things", 0, "lock"): {"key": None, "spent": False, "by": ["ada"], "within": 4},
}


def document(*changes):
    found = json.loads(BELL)
    for path, value in FULL.items():
        put(value, *path)(found)
    found = json.loads(json.dumps(found))
    for change in changes:
        change(found)
    return load_quest(json.dumps(found).encode())


def test_what_ground_costs_is_read_for_each_of_its_squares():
    board = document().board
    assert {*board.costs} == {"A1", "B1", "C1"}
    assert board.costs["A1"] == board.costs["B1"] == BOG["costs"]
    assert board.costs["C1"] == {"ada": None}
    # A moth is kept out with them, too; Bram and the rat need nothing.
    bog = EnteredWith(frozenset({"boots", "planks"}), frozenset({"ada"}), frozenset({"A1", "B1"}))
    assert board.entered_with == {"A1": bog, "B1": bog}
    assert bog.lets("bram", [])
    assert not bog.lets("ada", ["bell"])
    assert bog.lets("ada", ["bell", "planks"])


def test_gates_things_and_shots_say_how_far_and_from_where():
    quest = document()
    first, second, third = [*quest.board.gates.values()][:3]
    assert (first.way_from, first.shuts_after, first.lock.within) == ("cellar", 2, 1)
    assert (second.way_from, second.shuts_after, second.cells) == (None, 0, ("B2",))
    assert third.cells == ()
    assert quest.shots == (Shot(("ada",), True, 1), Shot(("ada",), False, 0))
    assert quest.entries == (Entry(("B1",), ("bram",), 1), Entry(("B1",), ("bram",), 3))
    thing, *others = quest.things.values()
    assert thing.lock == (None, False, ("ada",), 4)
    assert (thing.pushers, thing.pushes) == (("ada",), (("A1", "B1", "A2"),))
    assert not any(other.pushers or other.pushes for other in others)


@pytest.mark.parametrize("key", ["friends_block", "sees_past_figures", "ruler"])
def test_what_a_board_does_not_say_is_not_so(key):
    own = ("friends_block", "sees_past_figures", "ruler")
    for change, is_so in ((put(True, "board", key), True), (drop("board", key), False)):
        board = document(change).board
        assert {own: getattr(board, own) for own in own} == dict.fromkeys(own, False) | {key: is_so}


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (
            put(0, "board", "terrain", 0, "costs", "bram"),
            "costs.bram` is not a whole number from 1",
        ),
        (put(0, "board", "terrain", 0, "costs_with", "ada"), "costs_with.ada` is not a whole"),
        (put("Z9", "board", "terrain", 0, "cells", 1), "terrain[0].cells[1]` is not a square"),
        (put(7, "board", "terrain", 0, "entered_with", 1), "entered_with[1]` is not a text"),
        (put(11, "board", "cells", 0, "column"), "lies outside the board"),
        (put(7, "board", "cells", 0, "row"), "lies outside the board"),
        (put("B1", "board", "cells", 0, "name"), "appears twice"),
        (put(["A1", "B2"], "board", "walls", 0), "do not lie side by side"),
        (put(["B1", "A1"], "board", "walls", 0), "do not lie side by side"),
        (put(["gatehouse"], "gates", 0, "areas"), "does not name two areas"),
        (put("gallery", "gates", 0, "from"), "is not one of its two areas"),
        (put(-1, "gates", 0, "shuts_after"), "is not a whole number from 0"),
        (put(-1, "gates", 0, "move_cost"), "is not a whole number from 0"),
        (put(0, "gates", 0, "lock", "within"), "is not a whole number from 1"),
        (put("Z9", "gates", 1, "cells", 0), "is not a square"),
        (put(0, "party", "shots", 0, "within"), "is not a whole number from 1"),
        (put(0, "party", "entries", 0, "round"), "is not a whole number from 1"),
        (put("Z9", "party", "entries", 0, "cells", 0), "is not a square"),
        (put("Z9", "things", 0, "pushed", "ways", 0, "stand"), "is not a square"),
        (put("Z9", "things", 0, "cells", 0), "is not a square"),
    ],
)
def test_what_cannot_be_is_refused(change, words):
    with pytest.raises(UnreadableDocument) as caught:
        document(change)
    assert words in str(caught.value)
