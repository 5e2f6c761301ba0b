"""Whether the prices, the calendar and the growth of a pack's musters are there and whole."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from questwright.compiler.packs.check.lookup import disagreement, entries, mapping, unknown
from questwright.compiler.packs.check.words import callings
from questwright.compiler.packs.system.tables import rows_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from questwright.compiler.packs.read.tree import Json, Path, Tree
    from questwright.dsl.diagnostics import Diagnostic

    Row = Mapping[str, object]


def check_musters(tree: Tree) -> Iterator[Diagnostic]:
    """Find prices of nobody, a calendar without points, and growth that names nobody."""
    musters = mapping(tree.data.get("musters"))
    rules = mapping(tree.data.get("rules"))
    rows = {field: rows_of(rules, str(keys).split(".")) for field, keys in musters.items()}
    for field, found in rows.items():
        path = ("musters", field)
        if not found:
            yield disagreement(tree, path, "nothing of `rules` stands there", "name its rows")
        for row in found:
            yield from _CHECKS[field](tree, path, row)
    for row in rows.get("growth", []):
        yield from _check_born(tree, str(row.get("born_as")), rows.get("prices", []))


def _check_price(tree: Tree, path: Path, row: Row) -> Iterator[Diagnostic]:
    yield from _check_called(tree, path, row.get("kind"))
    if not _is_count(row.get("points")):
        label = f"`{row.get('kind')}` has no price"
        yield disagreement(tree, path, label, "write `points: 1` or more")


def _check_payday(tree: Tree, path: Path, row: Row) -> Iterator[Diagnostic]:
    if not _is_count(row.get("points")) or ("turns" in row) == ("from" in row):
        help_ = "write rows like `{turns: [3, 6], points: 10}` or `{from: 9, points: 10}`"
        yield disagreement(tree, path, "a row gives no points, or in no rounds", help_)
    elif "from" in row and not _is_count(row.get("every")):
        label = "a row does not say in which rounds from then on"
        yield disagreement(tree, path, label, "write `every: 3` beside `from`, or around the rows")


def _check_growth(tree: Tree, path: Path, row: Row) -> Iterator[Diagnostic]:
    yield from _check_called(tree, path, row.get("born_as"))
    if "near" in row:
        yield from _check_called(tree, path, row["near"])
        if not _is_count(row.get("within")):
            yield disagreement(tree, path, "how near is not said", "write `within: 2`")
    if not _is_count(row.get("grown_after")):
        yield disagreement(tree, path, "who is born never grows up", "write `grown_after: 3`")


_CHECKS: Final[Mapping[str, Callable[[Tree, Path, Row], Iterator[Diagnostic]]]] = {
    "prices": _check_price,
    "calendar": _check_payday,
    "growth": _check_growth,
}


def _check_called(tree: Tree, path: Path, word: object) -> Iterator[Diagnostic]:
    everybody = callings(tree)
    if word not in everybody:
        yield unknown(tree, path, str(word), everybody, "kind, rank or trait")


def _check_born(tree: Tree, called: str, prices: list[dict[str, object]]) -> Iterator[Diagnostic]:
    """Find somebody with a price as whom nobody is born."""
    kinds = entries(tree, "kinds")
    born = {str(kind.get("counters")) for word, kind in kinds.items() if _is(word, kind, called)}
    for row in prices:
        grown = [kind for word, kind in kinds.items() if _is(word, kind, row.get("kind"))]
        if grown and not any(kind.get("counters") in born for kind in grown):
            label = f"nobody who is just born has the counters of `{row.get('kind')}`"
            help_ = "give the young and the grown the same `counters`"
            yield disagreement(tree, ("musters", "growth"), label, help_)


def _is(own: str, kind: Mapping[str, Json], word: object) -> bool:
    """Return whether a kind is called by a word: its own, its rank or one of its traits."""
    traits = mapping(kind.get("traits")).values()
    return word in (own, kind.get("rank")) or any(
        word in trait if isinstance(trait, list) else word == trait for trait in traits
    )


def _is_count(value: object) -> bool:
    return type(value) is int and value > 0
