"""Whether the sides of tiles have names of their own, and which tile is the back of which."""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler.packs import codes
from questwright.compiler.packs.check.lookup import contradiction, disagreement, entries, mapping
from questwright.compiler.packs.system.tiles import SIDES
from questwright.dsl.diagnostics import Diagnostic, Label

if TYPE_CHECKING:
    from collections.abc import Iterator

    from questwright.compiler.packs.read.tree import Tree


def check_tiles(tree: Tree) -> Iterator[Diagnostic]:
    """Find sides of a tile that have the name of another one, and backs that cannot be."""
    yield from _check_faces(tree)
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


def _check_faces(tree: Tree) -> Iterator[Diagnostic]:
    """Find backs that say what their fronts say, or are the backs of backs."""
    tiles = entries(tree, "tiles")
    for word, tile in tiles.items():
        if "back_of" not in tile:
            continue
        path = ("tiles", word, "back_of")
        if "back_of" in tiles.get(str(tile["back_of"]), {}):
            yield contradiction(tree, path, "a tile has two faces, and this one's front is a back")
        for key in ("box", "section"):
            if key in tile:
                help_ = "leave it out: the front says it"
                if key == "section":
                    help_ = "leave it out: boards are dealt from fronts"
                yield disagreement(tree, ("tiles", word, key), "said of a back", help_)
