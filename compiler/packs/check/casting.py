"""Whether the spells of a pack have prices, and numbers that agree."""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler.packs import codes
from questwright.compiler.packs.read.tree import at
from questwright.dsl.diagnostics import Diagnostic, Label

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from questwright.compiler.packs.read.tree import Path, Tree
from questwright.compiler.packs.system.casting import Does
from questwright.compiler.packs.system.tables import rows_by_id


def check_casting(tree: Tree) -> tuple[Diagnostic, ...]:
    """Spells without a row that says their price, and those whose numbers do not agree."""
    casting = tree.data.get("casting")
    rules = tree.data.get("rules")
    if not isinstance(casting, dict) or not isinstance(rules, dict):
        return ()
    rows = rows_by_id(rules, str(casting.get("rows")).split("."))
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
        if row is None or type(row.get("points")) is not int or not row.get("title"):
            why = "no row says its title and its points"
            yield ("casting", "spells", word), why, "name a row of `casting.rows`"


def _unfit(tree: Tree) -> Iterator[tuple[Path, str, str]]:
    spells = at(tree.data, ("casting", "spells"))
    for word, spell in spells.items() if isinstance(spells, dict) else ():
        lays = isinstance(spell, dict) and spell.get("does") == Does.LAY
        if isinstance(spell, dict) and lays != ("over" in spell):
            why = "what is laid says over which ground, and nothing else does"
            yield ("casting", "spells", word, "does"), why, "say both `does: lay` and `over`"
