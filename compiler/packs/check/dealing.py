"""Whether a pack that deals boards has what its deck needs, and one that lays them has no deck."""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler.packs.check.lookup import disagreement, entries, mapping
from questwright.compiler.packs.read.tree import at

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from questwright.compiler.packs.read.tree import Json, Tree
    from questwright.dsl.diagnostics import Diagnostic


def check_dealing(tree: Tree) -> Iterator[Diagnostic]:
    """Find sections that no deck deals, decks without an objective, and cards of no section."""
    sections = entries(tree, "sections")
    goals = {word for word, section in sections.items() if section.get("objective")}
    if "dealing" in tree.data:
        if at(tree.data, ("grid", "drawing")) != "walls-between":
            help_ = "write `drawing: walls-between`: a doorway is an opening in a drawn wall"
            yield disagreement(tree, ("dealing",), "no doorway can be drawn", help_)
        if not goals:
            help_ = "add a section with `objective: true`"
            yield disagreement(tree, ("dealing",), "no section is an objective", help_)
    elif sections:
        help_ = "add `dealing:` with the rules of the deck, or leave the sections out"
        yield disagreement(tree, ("sections",), "no deck deals them", help_)
    for word in goals:
        if sections[word].get("divides"):
            help_ = "leave one of the two out"
            yield disagreement(tree, ("sections", word, "divides"), "the end of the deck", help_)
    for word, tile in entries(tree, "tiles").items():
        yield from _check_tile(tree, word, mapping(tile), goals)


def _check_tile(
    tree: Tree, word: str, tile: Mapping[str, Json], goals: set[str]
) -> Iterator[Diagnostic]:
    if "cards" not in tile:
        return
    path = ("tiles", word, "cards")
    if "section" not in tile:
        yield disagreement(tree, path, "no section", "add `section:` with its sort")
    elif tile["section"] in goals:
        help_ = "leave `cards` out: the quest names its objective"
        yield disagreement(tree, path, "an objective", help_)
