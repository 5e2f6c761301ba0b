"""The schema of a quest's document; documents that meet it, and those that do not."""

from __future__ import annotations

import json

import jsonschema
import jsonschema_rs

from questwright.compiler.assets import SCHEMAS_DIR

SCHEMA = json.loads((SCHEMAS_DIR / "quest.schema.json").read_text(encoding="utf-8"))
IN_PYTHON = jsonschema.Draft202012Validator(SCHEMA)
IN_RUST = jsonschema_rs.Draft202012Validator(SCHEMA)


def schemas(schema, path=""):
    """Every schema within one, with the way to it."""
    yield path, schema
    for keyword in ("properties", "$defs"):
        for name, part in schema.get(keyword, {}).items():
            yield from schemas(part, f"{path}/{keyword}/{name}")
    for keyword in ("items", "additionalProperties", "propertyNames"):
        if isinstance(schema.get(keyword), dict):
            yield from schemas(schema[keyword], f"{path}/{keyword}")
    for number, part in enumerate(schema.get("oneOf", [])):
        yield from schemas(part, f"{path}/oneOf/{number}")


def at(document, path):
    """Where the last step of a way leads from, and that step."""
    *way, last = path
    for step in way:
        document = document[step]
    return document, last


def drop(*path):
    def spoil(document):
        holder, last = at(document, path)
        del holder[last]

    return spoil


def put(value, *path):
    def spoil(document):
        holder, last = at(document, path)
        holder[last] = value

    return spoil


def add(value, *path):
    def spoil(document):
        holder, last = at(document, path)
        holder[last].append(value)

    return spoil


FACT = ("victories", 1, "condition")
REFUSED = {
    "no version": drop("version"),
    "another version": put(2, "version"),
    "a version in words": put("1", "version"),
    "a truth for a version": put(True, "version"),
    "no schema": drop("$schema"),
    "another schema": put("https://questwright.dev/schemas/quest/2", "$schema"),
    "an unknown field": put(1, "surplus"),
    "no title": drop("title"),
    "a number for a title": put(3, "title"),
    "nothing for a title": put(None, "title"),
    "an id in capitals": put("Bell", "id"),
    "an id without end": put("a" * 81, "id"),
    "an empty id": put("", "id"),
    "a short digest": put("abc", "system", "digest"),
    "no board": drop("board"),
    "an unknown diagonal": put("sometimes", "board", "diagonal"),
    "columns in words": put("ten", "board", "columns"),
    "half a row": put(2.5, "board", "cells", 0, "row"),
    "row nought": put(0, "board", "cells", 0, "row"),
    "a square with a colour": put("red", "board", "cells", 0, "colour"),
    "a square of nobody": put(None, "board", "cells", 0, "area"),
    "a wall of one square": put(["A1"], "board", "walls", 0),
    "a wall of three squares": put(["A1", "B1", "C1"], "board", "walls", 0),
    "a wall inside a square": put(["A1", "A1"], "board", "walls", 0),
    "a square in small letters": put("a1", "areas", 0, "cells", 0),
    "a square at row nought": put("A0", "areas", 0, "cells", 0),
    "a square twice in an area": add("A1", "areas", 0, "cells"),
    "a gate without edges": put([], "gates", 0, "edges"),
    "a gate between three areas": put(["a", "b", "c"], "gates", 0, "areas"),
    "a gate of no form": put("hole", "gates", 0, "form"),
    "a lock that is spent or not": drop("gates", 0, "lock", "spent"),
    "a board without a lattice": drop("board", "lattice"),
    "hexes on a side": put("side", "board", "lattice", "point"),
    "a thing of which nobody says whether it is known": drop("things", 0, "unknown"),
    "a symbol without lines": put([], "symbols", 0, "paths"),
    "a symbol in a colour by name": put("red", "symbols", 0, "paths", 0, "fill"),
    "a lock as a word": put("iron", "gates", 0, "lock"),
    "a gate that pays": put(-1, "gates", 0, "move_cost"),
    "a thing looking up": put("up", "things", 0, "facing"),
    "a thing nowhere": put([], "things", 0, "cells"),
    "a thing with a special in a word": put("still", "things", 0, "specials"),
    "a special that goes through air": put(["air"], "specials", 0, "passes"),
    "an origin without a line": drop("things", 0, "origin", "line"),
    "an origin with a path": put("/a", "things", 0, "origin", "path"),
    "a condition of no sort": put("maybe", *FACT, "is"),
    "a condition without a sort": drop(*FACT, "is"),
    "a condition of nothing": put({}, *FACT),
    "a fact that nobody knows": put("sleeps", *FACT, "fact"),
    "a comparison with words": put("about", *FACT, "comparison"),
    "each of no conditions": put(
        {"is": "every", "parts": [], "origin": None}, "victories", 0, "condition"
    ),
    "a condition in two ways": put({"is": "not", "part": None, "parts": [], "origin": None}, *FACT),
    "an effect that nobody knows": put("explode", "events", 0, "effects", 0, "do"),
    "nobody comes": put(0, "events", 0, "effects", 1, "count"),
    "a run of no style": put("loud", "texts", 0, "blocks", 0, "runs", 0, "style"),
    "a value from nowhere": put("rumour", "kinds", 1, "values", "pace", "source"),
    "a value that is a list": put([1], "kinds", 1, "values", "pace", "value"),
    "a trait with a strange key": put(1, "kinds", 0, "traits", "a key"),
    "a rule that is half a number": put(0.5, "rules", "gusts"),
    "a verdict that nobody knows": put("perhaps", "verdict", "kind"),
    "a verdict in a word": put("winnable", "verdict"),
    "rounds from nowhere": put({"low": 1}, "expects", 0, "rounds"),
    "a list for a record": put([], "party"),
    "a record for a list": put({}, "areas"),
}
ACCEPTED = {
    "as it is": lambda _: None,
    "another title": put("Bells & Bones", "title"),
    "no verdict": put(None, "verdict"),
    "no search": put(None, "search"),
    "no lock": put(None, "gates", 0, "lock"),
    "a thing that looks nowhere": put(None, "things", 0, "facing"),
    "no events": put([], "events"),
    "a new rule": put({"deep": [{"er": [None, True, "x", 1]}]}, "rules", "new-rule"),
    "a whole number written as a fraction": put(1.0, "board", "cells", 0, "row"),
    "a key to no lock, left out": drop("gates", 0, "lock", "key"),
    "lists that are left out": drop("events"),
    "nobody's origin": drop("things", 0, "origin"),
    "rounds that are believed": put({"low": 1, "high": 9}, "expects", 0, "rounds"),
}
