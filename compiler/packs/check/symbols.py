"""Whether the map symbols that a pack names are there: those that ship, and the pack's own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from questwright.compiler.packs.check.lookup import entries, mapping, places, unknown
from questwright.compiler.packs.read.tree import at
from questwright.compiler.symbols import symbol_names

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from questwright.compiler.packs.read.tree import Path, Tree
    from questwright.dsl.diagnostics import Diagnostic

_NAMED: Final = (
    "crossings.*.symbol",
    "gates.*.symbol",
    "gates.*.traits.open_symbol",
    "gates.*.traits.locked_symbol",
    "gates.*.traits.barred_symbol",
    "locks.*.symbol",
    "terrains.*.symbol",
    "theme.corner",
    "theme.emblem",
    "theme.flourish",
)
FIGURE: Final = "figure"
"""The word for a figure, which is drawn as a base with letters."""


def check_symbols(tree: Tree, own: Collection[str]) -> Iterator[Diagnostic]:
    """Find symbols that neither ship nor stand in the pack's folder; `own` has those that do."""
    known = symbol_names() | {name for name in own if "." not in name}
    paths: list[Path] = [path for pattern in _NAMED for path in places(tree, pattern)]
    for path in paths:
        word = str(at(tree.data, path))
        if word not in known:
            yield unknown(tree, path, word, known, "map symbol")
    for word, kind in entries(tree, "kinds").items():
        symbol = str(mapping(kind).get("symbol"))
        fits = {FIGURE} if kind.get("category") == "figure" else known
        if symbol not in fits | known:
            yield unknown(tree, ("kinds", word, "symbol"), symbol, fits, "map symbol")
