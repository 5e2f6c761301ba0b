"""Whether the spells of a pack have prices, and fields that agree."""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler.packs.check.lookup import disagreement, entries
from questwright.compiler.packs.read.tree import at
from questwright.compiler.packs.system.casting import Does
from questwright.compiler.packs.system.tables import rows_by_id

if TYPE_CHECKING:
    from collections.abc import Iterator

    from questwright.compiler.packs.read.tree import Tree
    from questwright.dsl.diagnostics import Diagnostic


def check_casting(tree: Tree) -> Iterator[Diagnostic]:
    """Find spells without a row that says their price, and those whose fields do not agree."""
    rows = rows_by_id(tree.data.get("rules"), str(at(tree.data, ("casting", "rows"))).split("."))
    for word, spell in entries(tree, "casting", "spells").items():
        path = ("casting", "spells", word)
        row = rows.get(word, {})
        if type(row.get("points")) is not int or not row.get("title"):
            label = "no row says its title and its points"
            yield disagreement(tree, path, label, "name a row of `casting.rows`")
        if (spell.get("does") == Does.LAY) != ("over" in spell):
            label = "what is laid says over which ground, and nothing else does"
            yield disagreement(tree, (*path, "does"), label, "say both `does: lay` and `over`")
