"""Whether the values and the numbers of a pack are there, and agree with each other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from questwright.compiler.packs import codes
from questwright.compiler.packs.check.lookup import contradiction, entries, items, mapping
from questwright.compiler.packs.read.tree import at, dotted
from questwright.compiler.packs.system.coins import is_payable
from questwright.compiler.packs.system.moves import reckoned
from questwright.dsl.diagnostics import Diagnostic, Label, listed

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from questwright.compiler.packs.read.tree import Json, Path, Tree


_PLAIN: Final[Mapping[str, Json]] = {
    "cost": 1,
    "costs": {},
    "closed_to": [],
    "entered_with": [],
    "joins_levels": False,
    "holds": 1,
    "apart_from": [],
}
"""What the fields of the terrain are that plain floor is."""


def check_values(tree: Tree) -> Iterator[Diagnostic]:
    """Find figures without values of their rank, and numbers that cannot be."""
    parties = {word for word, side in entries(tree, "sides").items() if side.get("party")}
    for word, kind in entries(tree, "kinds").items():
        yield from _check_needs(tree, word, kind)
        yield from _check_moves(tree, word, kind)
        yield from _check_most(tree, word, kind)
        real, box = kind.get("real"), kind.get("box")
        if isinstance(real, int) and not (isinstance(box, int) and real <= box):
            yield contradiction(tree, ("kinds", word, "real"), f"there are {box} in the box")
        if kind.get("side") in parties:
            yield from _check_base_of_party(tree, word, kind)
    alarm = mapping(at(tree.data, ("search", "alarm")))
    die = alarm.get("die")
    for face in items(alarm.get("faces")):
        if isinstance(face, int) and isinstance(die, int) and face > die:
            yield contradiction(tree, ("search", "alarm", "faces"), f"the die has {die} faces")
    for word, setting in entries(tree, "settings").items():
        if setting.get("shape") == "number":
            yield from _check_number(tree, ("settings", word), setting)
            continue
        least, most = setting.get("minimum"), setting.get("maximum")
        if isinstance(least, int) and isinstance(most, int) and least > most:
            path = ("settings", word, "maximum")
            yield contradiction(tree, path, f"at the least {least} are named")
    if tree.data.get("actions_per_turn") == 0 and not at(tree.data, ("turns", "action_points")):
        reason = "nobody would ever act: open, search or fight"
        yield contradiction(tree, ("actions_per_turn",), reason, "write 1 at the least")
    yield from _check_costs(tree)
    floor = ("terrains", str(tree.data.get("default_terrain")))
    for field, plain in _PLAIN.items():
        if mapping(at(tree.data, floor)).get(field, plain) != plain:
            reason = "it is `default_terrain`: plain floor, which costs 1 and is closed to nobody"
            yield contradiction(tree, (*floor, field), reason, "leave it out, or name another one")


def _check_base_of_party(tree: Tree, word: str, kind: Mapping[str, Json]) -> Iterator[Diagnostic]:
    """Find rules of a base that the proof does not follow for members of the party."""
    for field in ("only_ahead", "turn_cost"):
        path = ("bases", str(kind.get("base")), field)
        if at(tree.data, path):
            reason = f"`{word}` is of the party, for which that is not followed"
            yield contradiction(tree, path, reason, "give it another base")


def _check_most(tree: Tree, word: str, kind: Mapping[str, Json]) -> Iterator[Diagnostic]:
    """Find values of a figure that are more than the most that their column allows."""
    for column in map(mapping, items(tree.data.get("columns"))):
        most, value = column.get("most"), str(column.get("value"))
        own = mapping(kind.get("values")).get(value)
        if isinstance(most, int) and isinstance(own, int) and own > most:
            path = ("kinds", word, "values", value)
            yield contradiction(tree, path, f"`{value}` is {most} at the most, says its column")


def _check_needs(tree: Tree, word: str, kind: Mapping[str, Json]) -> Iterator[Diagnostic]:
    rank = str(kind.get("rank"))
    needs = items(entries(tree, "ranks").get(rank, {}).get("needs"))
    for need in needs:
        if need not in mapping(kind.get("values")):
            yield Diagnostic(
                codes.MISSING_FIGURE_VALUE,
                f"`{word}` has no `{need}`",
                Label(tree.key_span(("kinds", word)), f"a `{rank}` without it"),
                (),
                f"every `{rank}` needs {listed(map(str, needs))}",
                f"add `{need}:` to its values",
            )


def _check_moves(tree: Tree, word: str, kind: Mapping[str, Json]) -> Iterator[Diagnostic]:
    """Find moves of a kind that are neither a number nor dice."""
    states = [mapping(state) for state in items(tree.data.get("moves"))]
    named = [tree.data.get("move_value"), *(state.get("value") for state in states)]
    named += [state.get("elsewhere") for state in states]
    for name in dict.fromkeys(str(name) for name in named if name is not None):
        value = mapping(kind.get("values")).get(name)
        if isinstance(value, int | str) and reckoned(value) is None:
            yield Diagnostic(
                codes.PACK_FORM,
                f"nobody can tell how far `{word}` moves",
                Label(tree.span(("kinds", word, "values", name)), "no number, and no dice"),
                (),
                f"`{name}` says how far figures move in a turn",
                "write a number from 0, or dice that show 1 at the least: `6`, `2d6`, `d4+1`",
            )


def _check_number(tree: Tree, path: Path, setting: Mapping[str, Json]) -> Iterator[Diagnostic]:
    least, most = setting.get("minimum"), setting.get("maximum")
    step, default = setting.get("step", 1), setting.get("default")
    assert isinstance(least, int)
    assert isinstance(most, int)
    assert isinstance(step, int)
    fits = default is None or (
        isinstance(default, int) and least <= default <= most and default % step == 0
    )
    if least > most or not fits:
        field = "default" if least <= most else "maximum"
        yield Diagnostic(
            codes.PACK_FORM,
            f"`{dotted(path)}` contradicts itself",
            Label(tree.span((*path, field)), "this cannot be"),
            (),
            f"it goes from {least} to {most} in steps of {step}",
            "change the default, the limits or the step",
        )


def _check_costs(tree: Tree) -> Iterator[Diagnostic]:
    """Find gear whose cost no coins add up to."""
    coins = [coin for coin in items(tree.data.get("coins")) if isinstance(coin, int)]
    for word, item in entries(tree, "gear").items():
        cost = item.get("cost")
        if coins and isinstance(cost, int) and not is_payable(cost, coins):
            yield Diagnostic(
                codes.UNPAYABLE_COST,
                f"{cost} cannot be paid",
                Label(tree.span(("gear", word, "cost")), "no coins add up to this"),
                (),
                f"there are coins of {', '.join(map(str, coins))}",
                "choose another sum",
            )
