"""Whether the prices, the calendar and the growth of a pack's musters are there and whole."""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler.packs.check.lookup import (
    contradiction,
    disagreement,
    entries,
    items,
    mapping,
    unknown,
)
from questwright.compiler.packs.check.words import callings
from questwright.compiler.packs.read.tree import at
from questwright.compiler.packs.system.tables import rows_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from questwright.compiler.packs.read.tree import Json, Path, Tree
    from questwright.dsl.diagnostics import Diagnostic


def check_musters(tree: Tree) -> Iterator[Diagnostic]:
    """Find prices of nobody, a calendar without points, and growth that names nobody."""
    musters = mapping(tree.data.get("musters"))
    if not musters:
        return
    rules = mapping(tree.data.get("rules"))
    everybody = callings(tree)
    rows = rows_of(rules, str(musters.get("prices")).split("."))
    if not rows:
        label = "there are no rows"
        yield disagreement(tree, ("musters", "prices"), label, "name rows with `kind` and `points`")
    for row in rows:
        if row.get("kind") not in everybody:
            word = str(row.get("kind"))
            yield unknown(tree, ("musters", "prices"), word, everybody, "kind, rank or trait")
        elif not _is_count(row.get("points")):
            label = f"`{row['kind']}` has no price"
            yield disagreement(tree, ("musters", "prices"), label, "write `points: 1` or more")
    for field in ("calendar", "growth"):
        name = musters.get(field)
        if name is not None and name not in rules:
            yield unknown(tree, ("musters", field), str(name), rules, "subject of `rules`")
    yield from _check_calendar(tree, ("rules", str(musters.get("calendar"))))
    yield from _check_growth(tree, ("rules", str(musters.get("growth"))), rows)


def _check_calendar(tree: Tree, path: Path) -> Iterator[Diagnostic]:
    """Find rows that give no points, or in no rounds."""
    calendar = mapping(at(tree.data, path))
    for index, row in enumerate(map(mapping, items(calendar.get("rows")))):
        place = (*path, "rows", index)
        if not _is_count(row.get("points")) or ("turns" in row) == ("from" in row):
            help_ = "write it like `{turns: [3, 6], points: 10}` or `{from: 9, points: 10}`"
            yield disagreement(tree, place, "no points, or in no rounds", help_)
        elif "from" in row and not _is_count(calendar.get("every")):
            yield disagreement(tree, place, "in how many rounds once?", "write `every: 3` beside it")


def _check_growth(
    tree: Tree, path: Path, prices: list[dict[str, object]]
) -> Iterator[Diagnostic]:
    """Find growth that calls nobody, takes no time, or leaves somebody with a price unborn."""
    growth = mapping(at(tree.data, path))
    if not growth:
        return
    everybody = callings(tree)
    for field in ("born_as", "near"):
        word = growth.get(field)
        if word not in everybody and (field == "born_as" or word is not None):
            yield unknown(tree, (*path, field), str(word), everybody, "kind, rank or trait")
    if not _is_count(growth.get("grown_after")):
        yield contradiction(tree, path, "who is born grows up", "write `grown_after: 3`")
    if "near" in growth and not _is_count(growth.get("within")):
        yield contradiction(tree, path, "how near is not said", "write `within: 2`")
    figures = entries(tree, "kinds").values()
    born = {str(kind.get("counters")) for kind in figures if _is(kind, growth.get("born_as"))}
    for row in prices:
        word = row.get("kind")
        grown = [kind for name, kind in entries(tree, "kinds").items() if word == name]
        grown += [kind for kind in figures if _is(kind, word)]
        if grown and not any(kind.get("counters") in born for kind in grown):
            reason = f"nobody who is just born has the counters of `{word}`"
            yield contradiction(tree, path, reason, "give both the same `counters`")


def _is(kind: Mapping[str, Json], word: object) -> bool:
    """Return whether a kind is called by a word as its rank or one of its traits."""
    traits = mapping(kind.get("traits")).values()
    return word == kind.get("rank") or any(
        word in trait if isinstance(trait, list) else word == trait for trait in traits
    )


def _is_count(value: object) -> bool:
    return type(value) is int and value > 0
