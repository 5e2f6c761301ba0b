"""Documents that no compiler has seen, of a game of cats and rats in two caves."""

from __future__ import annotations

import json

from questwright.engine.load import load_quest

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


def by_hand(areas, gates=(), walls=(), members=("cat",), **more):
    """The document of a game of cats: they begin on the first squares, one on each."""
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
    board |= more.pop("board", {})
    document = part(
        TOP, {"$schema": "", "version": 1, "id": "by-hand", "title": "By Hand", "board": board}
    )
    document["party"] = {"side": "cats", "members": [*members]}
    starts = [name for name, _ in cells[: len(members)]]
    first = {"title": None, "cells": starts, "who": [*members], "round": 1, "origin": None}
    document["party"] |= {"starts": starts, "entries": [first], "groups": []}
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
            **{"areas": list(areas)[:2], "opened_by": ["cats"]} | dict(*rest),
        )
        for id_, form, edge, *rest in gates
    ]
    document["kinds"] = [
        {"word": "rat", "category": "figure", "side": "rats"},
        {"word": "rock", "category": "obstacle", "side": None},
        {"word": "pillar", "category": "obstacle", "side": None, "high": True},
        {"word": "rug", "category": "furniture", "side": None},
        {"word": "snare", "category": "trap", "side": None},
        {"word": "chest", "category": "container", "side": None},
        {"word": "king", "category": "figure", "side": "rats", "driven_back": True},
        {"word": "tom", "category": "figure", "side": "cats"},
    ]
    lists = ("things", "specials", "items", "unknowns", "events", "actions", "victories")
    document |= {key: [] for key in lists} | more
    return load_quest(json.dumps(document).encode())


def thing(kind, cell, area):
    known = {"id": kind, "title": kind.title(), "kind": kind, "cells": [cell], "area": area}
    return part("facing link named origin", known, specials=[], blocks=kind in ("rock", "pillar"))


def asking(fact, *subjects, cells=(), of="thing"):
    known = {"is": "fact", "fact": fact, "quantity": "all", "count": 1, "subject_word": ""}
    return part(
        "object place moving comparison number origin",
        known,
        subjects=[*subjects],
        cells=[*cells],
        of=of,
    )


def winning(condition):
    return part("title degree origin", {"side": "cats", "condition": condition, "default": False})


def item(id_, holder=None, cell=None, **more):
    known = {"id": id_, "title": id_.title(), "holder": holder, "cell": cell, "brought": []}
    return part("alike card gear origin", known, bound=False, unknown=False, **more)


def action(id_, *cells, **more):
    known = {"id": id_, "title": id_.title(), "cells": cells, "cost": 1, "by": [], "beside": False}
    return part("target place moving condition side origin", known, **more)


def lock(key=None, within=None, by=(), *, is_spent=False):
    return {"key": key, "spent": is_spent, "by": by, "within": within}


def unknown(sort, id_, *ways):
    nothing = {"holder": None, "cell": None, "cells": [], "area": None, "absent": False}
    whole = [nothing | {"effects": []} | way for way in ways]
    return {"id": id_, "title": "", "sort": sort, "ways": whole}


def at(cell, area="right", *more):
    return {"cells": [cell, *more], "area": area}


def doing(do, target=None, *cells, moving=None):
    known = {"do": do, "target": target, "cells": cells, "moving": moving, "to": []}
    return part("of count place near facing text origin", known, specials=[], values={})


def event(id_, condition, *effects):
    known = {"id": id_, "title": None, "repeats": False, "condition": condition}
    return known | {"effects": effects, "named": False, "origin": None}


CAVES = {"left": ["A1", "B1", "A2", "B2"], "right": ["C1", "D1", "C2", "D2"]}
HOLE = [("hole", "door", ["B1", "C1"])]
RAT_GONE = winning(asking("defeated", "rat"))
