"""What a pack says of spells, typed: those by which somebody gets where nobody walks."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from compiler.packs import codes
from compiler.packs.plain import (
    flag_of,
    mapping_of,
    mappings_of,
    number_of,
    text_of,
    words_of,
)
from compiler.packs.tree import at, rows_of
from dsl.diagnostics import Diagnostic, Label

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from compiler.packs.tree import Json, Path, Tree


class Does(StrEnum):
    """What a spell does."""

    LAY = "lay"
    """It lays ground that is walked on over other ground: a bridge."""
    DIG = "dig"
    """It digs a way through what is no floor: a tunnel."""
    BREAK = "break"
    """It breaks a wall."""
    TELEPORT = "teleport"
    """It brings its caster to another cell, whatever lies between."""
    LEVITATE = "levitate"
    """It brings somebody else over any ground; through no wall, and nowhere narrow."""
    QUICKEN = "quicken"
    """It gives its caster more of a move, for ground that costs more than the whole of it."""
    HASTEN = "hasten"
    """It gives somebody else more of a move."""


class Spell(NamedTuple):
    """A spell by which somebody gets where nobody walks."""

    word: str
    title: str
    does: Does
    points: int
    """What it costs; of those that go by length, for each cell or each point of a move."""
    level: int
    """The level that its caster has at least."""
    cells: int
    """Over how many cells in a row it lays ground, or digs."""
    over: tuple[str, ...]
    """The terrain over which it lays ground."""
    ground: str
    """The terrain that it makes; empty where it is plain floor."""
    on: str
    """What a tile is called on which alone it is cast; empty where it is cast anywhere."""
    targets: tuple[str, ...]
    """Whom alone it is cast on, by words of kinds, ranks and traits; empty for everybody."""
    not_for: tuple[str, ...]
    """On whom nobody casts it."""
    unless: tuple[str, ...]
    """Words of settings under which nobody casts it."""
    box: tuple[tuple[str, int], ...]
    """How many pieces the box has for what it makes, by the word of a setting that takes them out
    of it, empty for any; nothing where it takes none."""


class SpellRange(NamedTuple):
    """How far casters of a level reach."""

    on: str
    """What a tile is called on which that holds; empty for all that are left."""
    level: int
    cells: int
    is_same_tile: bool
    """They reach no other tile than the one that they stand on."""


class Casting(NamedTuple):
    """How spells are cast: from a stock of points, by a die."""

    by: tuple[str, ...]
    """Who casts, by words of kinds, ranks and traits."""
    die: int
    points: int
    """The stock of a caster, for each level."""
    step: int
    """The die with the level must show more than one for each so many points, rounded up."""
    raised_by: str
    """The setting that says who is of the second level; empty where nobody is."""
    ranges: tuple[SpellRange, ...]
    """Of several that hold the first one counts."""
    spells: tuple[Spell, ...]
    rules: tuple[str, ...]


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
                text_of(one["on"]),
                number_of(one["level"]),
                number_of(one["cells"]),
                flag_of(one["same_tile"]),
            )
            for one in mappings_of(row["ranges"])
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
            (text_of(one["volume"]), number_of(one["count"])) for one in mappings_of(row["box"])
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
            {"on": "", "same_tile": False, **mapping_of(one)}
            for one in mappings_of(casting["ranges"])
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


def check_casting(tree: Tree) -> tuple[Diagnostic, ...]:
    """Spells without a row that says their price, and those whose numbers do not agree."""
    casting = tree.data.get("casting")
    rules = tree.data.get("rules")
    if not isinstance(casting, dict) or not isinstance(rules, dict):
        return ()
    rows = _rows(casting, rules)
    return tuple(
        Diagnostic(
            codes.PACK_FORM,
            f"`{'.'.join(map(str, path))}` does not agree with the rest",
            Label(tree.span(path), why),
            (),
            None,
            now,
        )
        for path, why, now in (*_unpriced(tree, rows), *_unfit(tree))
    )


def _unpriced(
    tree: Tree, rows: Mapping[str, Mapping[str, object]]
) -> Iterator[tuple[Path, str, str]]:
    spells = at(tree.data, ("casting", "spells"))
    for word in spells if isinstance(spells, dict) else ():
        row = rows.get(word)
        if row is None or _number(row.get("points")) is None or not row.get("title"):
            why = "no row says its title and its points"
            yield ("casting", "spells", word), why, "name a row of `casting.rows`"


def _unfit(tree: Tree) -> Iterator[tuple[Path, str, str]]:
    spells = at(tree.data, ("casting", "spells"))
    for word, spell in spells.items() if isinstance(spells, dict) else ():
        lays = isinstance(spell, dict) and spell.get("does") == Does.LAY
        if isinstance(spell, dict) and lays != ("over" in spell):
            why = "what is laid says over which ground, and nothing else does"
            yield ("casting", "spells", word, "does"), why, "say both `does: lay` and `over`"
