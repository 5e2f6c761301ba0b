"""How spells are cast, from the plain data of a pack."""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler.packs.decode.plain import (
    flag_of,
    mapping_of,
    mappings_of,
    number_of,
    text_of,
    words_of,
)
from questwright.compiler.packs.read.tree import rows_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from questwright.compiler.packs.read.tree import Json
from questwright.compiler.packs.system.casting import Casting, Does, Spell, SpellRange


def casting_of(row: Mapping[str, Json]) -> Casting:
    """How spells are cast, from its plain form."""
    return Casting(
        by=words_of(row["by"]),
        die=number_of(row["die"]),
        points=number_of(row["points"]),
        step=number_of(row["step"]),
        raised_by=text_of(row["raised_by"]),
        ranges=tuple(
            SpellRange(
                text_of(mapping["on"]),
                number_of(mapping["level"]),
                number_of(mapping["cells"]),
                flag_of(mapping["same_tile"]),
            )
            for mapping in mappings_of(row["ranges"])
        ),
        spells=tuple(map(_spell, mappings_of(row["spells"]))),
        rules=words_of(row["rules"]),
    )


def _spell(row: Mapping[str, Json]) -> Spell:
    return Spell(
        word=text_of(row["word"]),
        title=text_of(row["title"]),
        does=Does(text_of(row["does"])),
        points=number_of(row["points"]),
        level=number_of(row["level"]),
        cells=number_of(row["cells"]),
        over=words_of(row["over"]),
        ground=text_of(row["ground"]),
        on=text_of(row["on"]),
        targets=words_of(row["targets"]),
        not_for=words_of(row["not_for"]),
        unless=words_of(row["unless"]),
        box=tuple(
            (text_of(mapping["volume"]), number_of(mapping["count"]))
            for mapping in mappings_of(row["box"])
        ),
    )


def plain_casting(casting: Mapping[str, Json], rules: Mapping[str, Json]) -> dict[str, Json]:
    """The plain form of how spells are cast; their prices stand among the rules of the pack."""
    rows = _rows(casting, rules)
    spells = mapping_of(casting["spells"])
    return {
        "by": casting["by"],
        "die": casting["die"],
        "points": casting["points"],
        "step": casting["step"],
        "raised_by": casting.get("raised_by", ""),
        "ranges": [
            {"on": "", "same_tile": False, **mapping_of(mapping)}
            for mapping in mappings_of(casting["ranges"])
        ],
        "spells": [
            {
                "cells": 1,
                "over": [],
                "ground": "",
                "on": "",
                "targets": [],
                "not_for": [],
                "unless": [],
                **mapping_of(spell),
                "word": word,
                "title": str(rows[word]["title"]),
                "points": _number(rows[word].get("points")),
                "level": _number(rows[word].get("level", 1)),
                "box": _pieces(casting, rules, rows[word]),
            }
            for word, spell in spells.items()
        ],
    }


def _rows(casting: Mapping[str, Json], rules: Mapping[str, Json]) -> dict[str, dict[str, object]]:
    """The rows of the pack's rules that say what each spell costs, by their ids."""
    found = rows_of(rules, str(casting.get("rows")).split("."))
    return {str(row.get("id")): row for row in found}


def _pieces(
    casting: Mapping[str, Json], rules: Mapping[str, Json], row: Mapping[str, object]
) -> list[Json]:
    """The pieces of the box for what a spell makes."""
    if "pieces" not in casting or "makes" not in row:
        return []
    same = ("makes", "hexes", "shape")
    return [
        {"volume": str(one.get("volume", "")), "count": _number(one.get("count"))}
        for one in rows_of(rules, str(casting["pieces"]).split("."))
        if all(key not in row or key not in one or one[key] == row[key] for key in same)
    ]


def _number(value: object) -> int | None:
    return value if type(value) is int else None
