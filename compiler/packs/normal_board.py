"""What a board is made of, with every default said: grid, gates, terrain, tiles."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from questwright.compiler.packs.read.provenance import rules_by_entry
from questwright.compiler.packs.system.heights import RESULTS
from questwright.compiler.packs.system.tiles import SIDES

if TYPE_CHECKING:
    from collections.abc import Mapping

    from questwright.compiler.packs.read.provenance import ParsedData
    from questwright.compiler.packs.read.tree import Json, Path


def plain_list(data: Json) -> list[Json]:
    """What is said as a list; nothing where it is none."""
    return data if isinstance(data, list) else []


class Entry(NamedTuple):
    """An entry of a section: its word, what it says, and where that stands."""

    word: str
    data: Mapping[str, Json]
    path: Path

    def get(self, name: str, default: Json = "") -> Json:
        """What it says under a name."""
        return self.data.get(name, default)


class BoardNormaliser:
    """Says every default of what a board is made of, and reads the entries of a pack."""

    def __init__(self, pack: ParsedData) -> None:
        self.pack = pack
        self.data = pack.tree.data
        self.behind = rules_by_entry(pack)

    def _grid(self) -> Json:
        grid = self._mapping(self.data.get("grid"))
        one, many = ("hex", "hexes") if grid["drawing"] == "hexes" else ("square", "squares")
        return {
            "drawing": grid["drawing"],
            "cell": grid.get("cell", one),
            "cells": grid.get("cells", many),
            "diagonal": grid["diagonal"],
            "facings": grid.get("facings", []),
            "rules": self._behind(("grid",)),
        }

    def _area(self, area: Entry) -> Json:
        return {
            "word": area.word,
            "title": area.get("title"),
            "is_enclosed": area.get("enclosed", default=False),
            "clear_by_sight": area.get("clear_by_sight", default=False),
            "rules": self._behind(area.path),
        }

    def _gate(self, gate: Entry) -> Json:
        return {
            "word": gate.word,
            "form": gate.get("form"),
            "title": gate.get("title"),
            "plural": gate.get("plural"),
            "symbol": gate.get("symbol"),
            "opened_by": gate.get("opened_by", []),
            "move_cost": gate.get("move_cost", 0),
            "action_cost": gate.get("action_cost", 0),
            "passes_large": gate.get("passes_large", default=True),
            "only": gate.get("only", []),
            "box": gate.get("box", None),
            "rules": self._behind(gate.path),
        }

    def _lock(self, lock: Entry) -> Json:
        return {
            "word": lock.word,
            "title": lock.get("title"),
            "text": lock.get("text"),
            "values": lock.get("values", []),
            "by": lock.get("by", []),
            "broken": lock.get("broken", None),
            "symbol": lock.get("symbol"),
            "action_cost": lock.get("action_cost", 0),
            "rules": self._behind(lock.path),
        }

    def _terrain(self, terrain: Entry) -> Json:
        return {
            "word": terrain.word,
            "title": terrain.get("title"),
            "text": terrain.get("text"),
            "symbol": terrain.get("symbol"),
            "cost": terrain.get("cost", 1),
            "costs": terrain.get("costs", {}),
            "closed_to": terrain.get("closed_to", []),
            "joins_levels": terrain.get("joins_levels", default=False),
            "holds": terrain.get("holds", 1),
            "apart_from": terrain.get("apart_from", []),
            "climbed_by": terrain.get("climbed_by", []),
            "traits": terrain.get("traits", {}),
            "rules": self._behind(terrain.path),
        }

    def _level(self, level: Entry) -> Json:
        return {
            "word": level.word,
            "title": level.get("title"),
            "height": level.get("height"),
            "text": level.get("text"),
            "rules": self._behind(level.path),
        }

    def _barrier(self, barrier: Entry) -> Json:
        return {
            "word": barrier.word,
            "title": barrier.get("title"),
            "plural": barrier.get("plural"),
            "text": barrier.get("text"),
            "line": barrier.get("line"),
            "sees": barrier.get("sees"),
            "jump_cost": barrier.get("jump_cost", None),
            "traits": barrier.get("traits", {}),
            "rules": self._behind(barrier.path),
        }

    def _crossing(self, crossing: Entry) -> Json:
        is_vessel = crossing.get("vessel", default=False)
        return {
            "word": crossing.word,
            "title": crossing.get("title"),
            "plural": crossing.get("plural"),
            "text": crossing.get("text"),
            "symbol": crossing.get("symbol"),
            "rounds": crossing.get("rounds", 0),
            "rounds_step": crossing.get("rounds_step", 1),
            "cost": crossing.get("cost", 1),
            "only": crossing.get("only", []),
            "is_one_way": crossing.get("one_way", default=False),
            "is_vessel": is_vessel,
            "seats": crossing.get("seats", None),
            "rows": crossing.get("rows", 0),
            "floats_on": crossing.get("floats_on", []),
            "lands_on": crossing.get("lands_on", []),
            "traits": crossing.get("traits", {}),
            "rules": self._behind(crossing.path),
        }

    def _jump(self, jump: Entry) -> Json:
        results: dict[str, Json] = {
            result: jump.data[result] for result in RESULTS if result in jump.data
        }
        return {
            "word": jump.word,
            "title": jump.get("title"),
            "by": jump.get("by"),
            "die": jump.get("die"),
            "results": results,
            "rules": self._behind(jump.path),
        }

    def _tile(self, tile: Entry) -> Json:
        sides = [(side, self._mapping(tile.get(side, {}))) for side in SIDES]
        return {
            "word": tile.word,
            "title": tile.get("title"),
            "box": tile.get("box", None),
            "not_for": tile.get("not_for", []),
            "traits": tile.get("traits", {}),
            "sides": [
                {"side": side, "name": said.get("name", ""), "join": said.get("join", "")}
                for side, said in sides
            ],
            "rules": self._behind(tile.path),
        }

    def _join(self, join: Entry) -> Json:
        # What may be joined to another may be joined by it.
        found = [
            other.word
            for other in self._entries("joins")
            if other.word in plain_list(join.get("with", []))
            or join.word in plain_list(other.get("with", []))
        ]
        return {
            "word": join.word,
            "title": join.get("title"),
            "joins": [*found],
            "rules": self._behind(join.path),
        }

    def _entries(self, section: str) -> list[Entry]:
        entries = self._mapping(self.data.get(section, {}))
        return [
            Entry(word, self._mapping(entry), (section, word)) for word, entry in entries.items()
        ]

    def _mapping(self, data: Json) -> dict[str, Json]:
        assert isinstance(data, dict)
        return data

    def _behind(self, path: Path) -> Json:
        return [*self.behind.get(path, [])]
