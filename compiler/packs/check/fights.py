"""Whether the tables that attacks are rolled on are there, and whole."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from questwright.compiler.packs.check.lookup import (
    contradiction,
    disagreement,
    entries,
    items,
    mapping,
    places,
    unknown,
)
from questwright.compiler.packs.system.fights import LESS, ODDS, WOUNDS
from questwright.compiler.packs.system.tables import rows_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from questwright.compiler.packs.read.tree import Json, Path, Tree
    from questwright.dsl.diagnostics import Diagnostic

_OF_LESS: Final = ("hits", "hits_of", "saves", "saves_of", "defence_die")
"""Fields of `fights` that attacks by other rolls than `LESS` have no use for."""
_OF_ODDS: Final = (
    "tables",
    "several",
    "against",
    "enters",
    "behind",
    "worn",
    "worn_behind",
    "ground",
)
"""Fields of `fights` that attacks by other rolls than `ODDS` have no use for."""
_OF_WOUNDS: Final = ("skill", "always_fails", "always_succeeds")
"""Fields of `fights` that attacks by other rolls than `WOUNDS` have no use for."""
_OF_AN_ATTACK: Final = ("skill", "needs", "strength")
"""Fields of a way to attack that have no use with other rolls than `WOUNDS`."""
_OF_A_RESORT: Final = ("only_with", "rounds", "hits")
"""Fields of a way to attack that have no use with one that is looked at always."""


def check_fights(tree: Tree) -> Iterator[Diagnostic]:
    """Find tables of attacks that are not there or not whole, and marks that none of them has."""
    fights = mapping(tree.data.get("fights"))
    yield from _check_dice(tree, fights)
    yield from _check_most(tree, fights)
    yield from _check_wounds(tree, fights)
    yield from _check_resorts(tree)
    yield from _check_falls(tree, fights)
    yield from _check_broken(tree, fights)
    yield from _check_costs(tree)
    if fights.get("roll") != ODDS:
        for field in _OF_ODDS:
            if field in fights:
                reason = f"only `{ODDS}` reads a table by columns"
                yield contradiction(tree, ("fights", field), reason, "leave it out")
        if "table" in fights and fights.get("roll") != WOUNDS:
            reason = f"only `{ODDS}` and `{WOUNDS}` read a table"
            yield contradiction(tree, ("fights", "table"), reason, "leave it out")
        return
    rules = mapping(tree.data.get("rules"))
    named: dict[Path, str] = {("fights", "table"): str(fights.get("table"))}
    for word, name in mapping(fights.get("tables")).items():
        named["fights", "tables", word] = str(name)
    marks: set[str] = set()
    for path, name in named.items():
        table = rules.get(name)
        if not isinstance(table, dict) or "rows" not in table:
            yield unknown(tree, path, name, rules, "table of `rules`")
            continue
        marks |= _marks(table)
        if table.get("die") != fights.get("die"):
            reason = f"that table rolls a die of {table.get('die')}"
            yield contradiction(tree, path, reason, "use one die")
        yield from _check_cells(tree, ("rules", name), table)
    yield from _check_marks(tree, marks)
    yield from _check_ground(tree, mapping(fights.get("ground")), rules)


def _check_marks(tree: Tree, marks: set[str]) -> Iterator[Diagnostic]:
    """Find results of a rank that no table has."""
    for rank, fall in entries(tree, "fights", "falls").items():
        for field in ("marks", "cornered"):
            for index, result in enumerate(items(fall.get(field))):
                mark = str(mapping(result).get("mark"))
                if mark not in marks:
                    path = ("fights", "falls", rank, field, index, "mark")
                    yield unknown(tree, path, mark, marks, "result")

        for field in ("by", "falls_by"):
            for index, named_mark in enumerate(items(mapping(fall.get("stunned")).get(field))):
                if named_mark not in marks:
                    named: Path = ("fights", "falls", rank, "stunned", field, index)
                    yield unknown(tree, named, str(named_mark), marks, "result")


def _check_ground(
    tree: Tree, ground: Mapping[str, Json], rules: Mapping[str, Json]
) -> Iterator[Diagnostic]:
    """Find a table of what the ground does that is not there, or has no shifts."""
    name = str(ground.get("table"))
    shifts = [row for row in rows_of(rules.get(name), ["rows"]) if "shift" in row]
    if ground and not shifts:
        yield unknown(tree, ("fights", "ground", "table"), name, rules, "table of `rules`")


def _check_most(tree: Tree, fights: Mapping[str, Json]) -> Iterator[Diagnostic]:
    """Find hits of an attack that are limited where that is said otherwise, or means nothing."""
    for rank, fall in entries(tree, "fights", "falls").items():
        if "most" not in fall:
            continue
        path = ("fights", "falls", rank, "most")
        if fights.get("roll") == ODDS:
            reason = f"with `{ODDS}` the table says how many hits a result scores"
            yield contradiction(tree, path, reason, "leave it out, and say it with `marks`")
        elif not fall.get("kept"):
            reason = "one attack has to score all the hits, as `kept` is not true"
            yield contradiction(tree, path, reason, "leave it out, or write `kept: true`")


def _check_falls(tree: Tree, fights: Mapping[str, Json]) -> Iterator[Diagnostic]:
    """Find ranks of other sides of which nothing says at how many hits their figures fall."""
    if not fights:
        return
    party = {word for word, side in entries(tree, "sides").items() if side.get("party")}
    falls, spared = entries(tree, "fights", "falls"), items(fights.get("driven_back"))
    found: dict[str, str] = {}
    for word, kind in entries(tree, "kinds").items():
        rank, side = str(kind.get("rank")), kind.get("side")
        called = (word, rank, *mapping(kind.get("traits")).values())
        is_foe = kind.get("category") == "figure" and side is not None and side not in party
        if is_foe and rank not in falls and not any(own in spared for own in called):
            found.setdefault(rank, word)
    for rank, word in found.items():
        label = f"nothing says at how many hits a `{rank}` falls, such as `{word}`"
        help_ = f"add the figures' value that says it: `{rank}: {{at: …, kept: true}}`"
        yield disagreement(tree, ("fights", "falls"), label, help_)


def _check_costs(tree: Tree) -> Iterator[Diagnostic]:
    """Find attacks that cost more than anybody has, and costs of what is paid for otherwise.

    With points that pay for steps, too, everybody has their own number of them.
    """
    actions = tree.data.get("actions_per_turn")
    if not isinstance(actions, int) or mapping(tree.data.get("turns")).get("action_points"):
        actions = None
    for word, attack in entries(tree, "fights", "attacks").items():
        cost, path = attack.get("action_cost"), ("fights", "attacks", word, "action_cost")
        if cost is not None and attack.get("locks_only"):
            reason = "what an attempt on a lock costs is said by the lock"
            yield contradiction(tree, path, reason, "leave it out")
        elif isinstance(cost, int) and actions is not None and cost > actions:
            reason = f"nobody has more than {actions} in a turn: `actions_per_turn`"
            yield contradiction(tree, path, reason)


def _check_broken(tree: Tree, fights: Mapping[str, Json]) -> Iterator[Diagnostic]:
    """Find locks without the armour that an attack has to beat, and such as have no use for it."""
    for word, lock in entries(tree, "locks").items():
        broken, path = lock.get("broken"), ("locks", word, "broken")
        if not isinstance(broken, dict):
            continue
        is_less = fights.get("roll") == LESS
        if is_less and "armour" in broken:
            reason = f"`{LESS}` takes hits away for the lock's dice, and asks for no armour"
            yield contradiction(tree, (*path, "armour"), reason, "leave it out")
        elif not is_less and "armour" not in broken:
            help_ = "add `armour:` with a value of the lock, which an attack has to show more than"
            yield disagreement(tree, path, "`armour` is missing", help_)


def _check_resorts(tree: Tree) -> Iterator[Diagnostic]:
    """Find what is said of a usual way to attack that only a last resort has, and lost ranges."""
    for word, attack in entries(tree, "fights", "attacks").items():
        path: Path = ("fights", "attacks", word)
        if attack.get("resort", "usual") == "usual":
            for field in _OF_A_RESORT:
                if field in attack:
                    reason = "a usual attack has every quest, and it is rolled as `roll` says"
                    help_ = "leave it out, or add `resort: last`"
                    yield contradiction(tree, (*path, field), reason, help_)
        if "within" in attack and attack.get("reach") != "sight":
            reason = "it carries no further than to those around"
            yield contradiction(
                tree, (*path, "within"), reason, "leave it out, or add `reach: sight`"
            )


def _check_wounds(tree: Tree, fights: Mapping[str, Json]) -> Iterator[Diagnostic]:
    """Find what a roll to hit and a roll to wound lack, or other rolls have no use for."""
    is_wounds = fights.get("roll") == WOUNDS
    used: list[Path] = [("fights", field) for field in _OF_WOUNDS if field in fights]
    attacks = entries(tree, "fights", "attacks")
    for word, attack in attacks.items():
        used += [("fights", "attacks", word, part) for part in _OF_AN_ATTACK if part in attack]
    if not is_wounds:
        for field_path in used:
            yield contradiction(tree, field_path, f"only `{WOUNDS}` asks for it", "leave it out")
        return
    for word, attack in attacks.items():
        path: Path = ("fights", "attacks", word)
        if "hits" in attack:
            continue
        if "strength" not in attack:
            yield disagreement(tree, path, "nothing to wound with", "add `strength:` with a value")
        if ("skill" in attack) == ("needs" in attack):
            help_ = "say either `skill:`, for the table, or `needs:`, for a value that it hits on"
            yield disagreement(tree, path, "one way to hit", help_)
        elif "skill" in attack and not {"skill", "table"} <= fights.keys():
            help_ = "add `table:` and `skill:`, the defender's value, to `fights`"
            yield disagreement(tree, path, "no table to hit by", help_)
    if "table" in fights:
        yield from _check_to_hit(tree, str(fights["table"]))


def _check_to_hit(tree: Tree, name: str) -> Iterator[Diagnostic]:
    """Find a table of two skills that is not there or not whole."""
    rules = mapping(tree.data.get("rules"))
    table = rules.get(name)
    if not isinstance(table, dict) or "rows" not in table:
        yield unknown(tree, ("fights", "table"), name, rules, "table of `rules`")
        return
    width = 0
    for index, entry in enumerate(items(table["rows"])):
        row, path = mapping(entry), ("rules", name, "rows", index)
        needs = items(row.get("needs"))
        if row.get("skill") != index + 1:
            help_ = f"write `skill: {index + 1}`"
            yield contradiction(tree, path, "the rows are of the skills from 1 on", help_)
        width = width or len(needs)
        if not needs or len(needs) != width or any(type(least) is not int for least in needs):
            reason = "every row has the least roll for each skill of a defender"
            yield contradiction(tree, path, reason, "fill the row: `needs: [4, 5, 6]`")


def _check_dice(tree: Tree, fights: Mapping[str, Json]) -> Iterator[Diagnostic]:
    """Find dice that are not there or of the wrong faces, and faces that no die has."""
    is_less = fights.get("roll") == LESS
    for field in _OF_LESS:
        if field in fights and not is_less:
            reason = f"only `{LESS}` counts faces"
            yield contradiction(tree, ("fights", field), reason, "leave it out")
    dice = entries(tree, "dice")
    for field, counting in (("die", "hits"), ("defence_die", "saves")):
        die = fights.get(field, fights.get("die"))
        if isinstance(die, str) and die not in dice:
            if field in fights:
                yield unknown(tree, ("fights", field), die, dice, "die of `dice`")
            continue
        faces = items(dice[die].get("faces")) if isinstance(die, str) else []
        if not is_less and any(isinstance(face, str) for face in faces):
            reason = f"`{fights.get('roll')}` compares numbers, and that die shows words"
            yield contradiction(
                tree, ("fights", field), reason, f"take another die, or roll `{LESS}`"
            )
        if isinstance(die, int):
            faces = [*range(1, die + 1)]
        shown = list(dict.fromkeys(map(str, faces)))
        for path in (
            *places(tree, f"fights.{counting}.*"),
            *places(tree, f"fights.{counting}_of.*.*"),
        ):
            if str(path[-1]) not in shown:
                yield unknown(tree, path, str(path[-1]), shown, "face of that die")


def _check_cells(tree: Tree, path: Path, table: Mapping[str, Json]) -> Iterator[Diagnostic]:
    """Find rows without a cell for every column, and cells that are none of the results."""
    known = _marks(table)
    width = 0
    for index, row in enumerate(items(table.get("rows"))):
        place = (*path, "rows", index, "cells")
        cells = items(mapping(row).get("cells"))
        if not cells or len(cells) != (width or len(cells)):
            reason = "every row has a cell for each column"
            yield contradiction(tree, place, reason, "fill the row")
            continue
        width = len(cells)
        for number, cell in enumerate(cells):
            if cell not in known:
                yield unknown(tree, (*place, number), str(cell), known, "result")


def _marks(table: Mapping[str, Json]) -> set[str]:
    """Return the marks of the results of a table."""
    return {str(row.get("mark")) for row in rows_of(table, ["results"])}
