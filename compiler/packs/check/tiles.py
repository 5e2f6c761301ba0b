"""Whether the sides of each tile have names of their own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler.packs import codes
from questwright.compiler.packs.check.lookup import entries, mapping
from questwright.compiler.packs.system.tiles import SIDES
from questwright.dsl.diagnostics import Diagnostic, Label

if TYPE_CHECKING:
    from collections.abc import Iterator

    from questwright.compiler.packs.read.tree import Tree


def check_tiles(tree: Tree) -> Iterator[Diagnostic]:
    """Find sides of a tile that have the name of another one."""
    for word, tile in entries(tree, "tiles").items():
        names: dict[str, str] = {}
        for side in SIDES:
            if side not in tile:
                continue
            name = str(mapping(tile[side]).get("name", side))
            if name in names or (name in SIDES and name != side):
                other = names.get(name)
                yield Diagnostic(
                    codes.PACK_WORD_TWICE,
                    f"two sides of `{word}` are called `{name}`",
                    Label(tree.span(("tiles", word, side, "name")), f"the {side} side"),
                    ()
                    if other is None
                    else (Label(tree.key_span(("tiles", word, other)), "the other one"),),
                    "a place such as `map:X` could not tell them apart",
                    "give one of them another name, or none: then its direction is its name",
                )
            names.setdefault(name, side)
