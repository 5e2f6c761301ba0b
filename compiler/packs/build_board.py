"""What a board is made of, from the plain form of a pack: grid, gates, terrain, tiles."""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler.packs.decode.plain import (
    flag_of,
    limit_of,
    list_of,
    mapping_of,
    mappings_of,
    number_of,
    plain_mapping,
    text_of,
    words_of,
)
from questwright.compiler.packs.system.crossings import CrossingKind
from questwright.compiler.packs.system.heights import BarrierKind, Jump, Level, Stroke
from questwright.compiler.packs.system.system import (
    AreaKind,
    Broken,
    Diagonal,
    GateForm,
    GateKind,
    Grid,
    LockKind,
    Terrain,
)
from questwright.compiler.packs.system.tiles import JoinKind, PrintedSide, PrintedTile

if TYPE_CHECKING:
    from collections.abc import Mapping

    from questwright.compiler.packs.read.tree import Json


def grid_of(row: Mapping[str, Json]) -> Grid:
    """How the board is drawn."""
    return Grid(
        drawing=text_of(row["drawing"]),
        cell=text_of(row["cell"]),
        cells=text_of(row["cells"]),
        diagonal=Diagonal(text_of(row["diagonal"])),
        facings=words_of(row["facings"]),
        rules=words_of(row["rules"]),
    )


def area_of(row: Mapping[str, Json]) -> AreaKind:
    """A kind of area."""
    return AreaKind(
        word=text_of(row["word"]),
        title=text_of(row["title"]),
        is_enclosed=flag_of(row["is_enclosed"]),
        clear_by_sight=flag_of(row["clear_by_sight"]),
        rules=words_of(row["rules"]),
    )


def gate_of(row: Mapping[str, Json]) -> GateKind:
    """A kind of gate."""
    return GateKind(
        word=text_of(row["word"]),
        form=GateForm(text_of(row["form"])),
        title=text_of(row["title"]),
        plural=text_of(row["plural"]),
        symbol=text_of(row["symbol"]),
        opened_by=words_of(row["opened_by"]),
        move_cost=number_of(row["move_cost"]),
        action_cost=number_of(row["action_cost"]),
        passes_large=flag_of(row["passes_large"]),
        only=words_of(row["only"]),
        box=limit_of(row["box"]),
        rules=words_of(row["rules"]),
    )


def lock_of(row: Mapping[str, Json]) -> LockKind:
    """A kind of lock."""
    return LockKind(
        word=text_of(row["word"]),
        title=text_of(row["title"]),
        text=text_of(row["text"]),
        values=words_of(row["values"]),
        by=words_of(row["by"]),
        broken=None if row["broken"] is None else broken_of(mapping_of(row["broken"])),
        symbol=text_of(row["symbol"]),
        action_cost=number_of(row["action_cost"]),
        rules=words_of(row["rules"]),
    )


def broken_of(row: Mapping[str, Json]) -> Broken:
    """How a lock is broken."""
    return Broken(
        attacks=words_of(row["attacks"]),
        dice=text_of(row["dice"]),
        armour=text_of(row["armour"]),
        hits=number_of(row["hits"]),
    )


def terrain_of(row: Mapping[str, Json]) -> Terrain:
    """A kind of terrain."""
    return Terrain(
        word=text_of(row["word"]),
        title=text_of(row["title"]),
        text=text_of(row["text"]),
        symbol=text_of(row["symbol"]),
        cost=number_of(row["cost"]),
        costs={word: number_of(cost) for word, cost in mapping_of(row["costs"]).items()},
        closed_to=words_of(row["closed_to"]),
        joins_levels=flag_of(row["joins_levels"]),
        holds=number_of(row["holds"]),
        apart_from=words_of(row["apart_from"]),
        climbed_by=words_of(row["climbed_by"]),
        traits=plain_mapping(row["traits"]),
        rules=words_of(row["rules"]),
    )


def level_of(row: Mapping[str, Json]) -> Level:
    """A level."""
    return Level(
        word=text_of(row["word"]),
        title=text_of(row["title"]),
        height=number_of(row["height"]),
        text=text_of(row["text"]),
        rules=words_of(row["rules"]),
    )


def barrier_of(row: Mapping[str, Json]) -> BarrierKind:
    """A kind of barrier."""
    return BarrierKind(
        word=text_of(row["word"]),
        title=text_of(row["title"]),
        plural=text_of(row["plural"]),
        text=text_of(row["text"]),
        line=Stroke(text_of(row["line"])),
        sees=flag_of(row["sees"]),
        jump_cost=limit_of(row["jump_cost"]),
        traits=plain_mapping(row["traits"]),
        rules=words_of(row["rules"]),
    )


def crossing_of(row: Mapping[str, Json]) -> CrossingKind:
    """A kind of crossing."""
    return CrossingKind(
        word=text_of(row["word"]),
        title=text_of(row["title"]),
        plural=text_of(row["plural"]),
        text=text_of(row["text"]),
        symbol=text_of(row["symbol"]),
        rounds=number_of(row["rounds"]),
        rounds_step=number_of(row["rounds_step"]),
        cost=number_of(row["cost"]),
        only=words_of(row["only"]),
        is_one_way=flag_of(row["is_one_way"]),
        is_vessel=flag_of(row["is_vessel"]),
        seats=limit_of(row["seats"]),
        rows=number_of(row["rows"]),
        floats_on=words_of(row["floats_on"]),
        lands_on=words_of(row["lands_on"]),
        traits=plain_mapping(row["traits"]),
        rules=words_of(row["rules"]),
    )


def jump_of(row: Mapping[str, Json]) -> Jump:
    """A way to jump."""
    results: dict[str, tuple[int, int]] = {}
    for result, faces in mapping_of(row["results"]).items():
        low, high = map(number_of, list_of(faces))
        results[result] = (low, high)
    return Jump(
        word=text_of(row["word"]),
        title=text_of(row["title"]),
        by=words_of(row["by"]),
        die=number_of(row["die"]),
        results=results,
        rules=words_of(row["rules"]),
    )


def tile_of(row: Mapping[str, Json]) -> PrintedTile:
    """A printed tile."""
    return PrintedTile(
        word=text_of(row["word"]),
        title=text_of(row["title"]),
        box=limit_of(row["box"]),
        not_for=words_of(row["not_for"]),
        traits=plain_mapping(row["traits"]),
        sides=tuple(
            PrintedSide(text_of(side["side"]), text_of(side["name"]), text_of(side["join"]))
            for side in mappings_of(row["sides"])
        ),
        rules=words_of(row["rules"]),
    )


def join_of(row: Mapping[str, Json]) -> JoinKind:
    """A kind of edge that tiles are joined at."""
    return JoinKind(
        word=text_of(row["word"]),
        title=text_of(row["title"]),
        joins=words_of(row["joins"]),
        rules=words_of(row["rules"]),
    )
