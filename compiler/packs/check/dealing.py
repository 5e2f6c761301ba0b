"""Whether a pack that deals boards has what its deck needs, and one that lays them has no deck."""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler.packs.check.lookup import (
    contradiction,
    disagreement,
    entries,
    mapping,
    places,
)
from questwright.compiler.packs.read.tree import at
from questwright.compiler.packs.system.moves import reckoned

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
    yield from _check_brought(tree)
    for word in goals:
        if sections[word].get("divides"):
            help_ = "leave one of the two out"
            yield disagreement(tree, ("sections", word, "divides"), "the end of the deck", help_)
    yield from _check_choices(tree, goals)
    for word, tile in entries(tree, "tiles").items():
        yield from _check_tile(tree, word, mapping(tile), goals)


def _check_brought(tree: Tree) -> Iterator[Diagnostic]:
    """Find figures that a card brings more of than there are, or that are worth nothing."""
    worth = mapping(tree.data.get("dealing")).get("worth")
    for path in places(tree, "decks.*.cards.*.brings.*"):
        kind = mapping(entries(tree, "kinds").get(str(path[-1])))
        number = at(tree.data, path)
        rolled = reckoned(number) if isinstance(number, str | int) else None
        box = kind.get("box")
        if rolled is None:
            help_ = "write a number, or dice: `d6`, `2d3+1`"
            yield disagreement(tree, path, "no number of figures", help_)
        elif isinstance(box, int) and rolled.most > box:
            reason = f"the box has {box} of them"
            yield contradiction(tree, path, reason, "bring fewer")
        if isinstance(worth, str) and kind and worth not in mapping(kind.get("values")):
            help_ = f"give `{path[-1]}` the value `{worth}`"
            yield disagreement(tree, path, "of no worth", help_)


def _check_choices(tree: Tree, goals: set[str]) -> Iterator[Diagnostic]:
    """Find settings by which no die can choose among the quests of an objective."""
    choosing = [word for word, each in entries(tree, "settings").items() if "chosen_by" in each]
    for word in choosing:
        path = ("settings", word, "chosen_by")
        setting = mapping(at(tree.data, path[:-1]))
        die = mapping(setting["chosen_by"]).get("die")
        limits = (setting.get("minimum"), setting.get("maximum"), setting.get("step", 1))
        if not goals or "dealing" not in tree.data:
            help_ = "leave it out: a die chooses among quests of the same objective"
            yield disagreement(tree, path, "no section is an objective", help_)
        elif word != choosing[0]:
            help_ = f"leave it out: `{choosing[0]}` is the number that is rolled"
            yield disagreement(tree, path, "the second such setting", help_)
        elif setting.get("shape") != "number":
            help_ = "write `shape: number`"
            yield disagreement(tree, path, "no number that a die shows", help_)
        elif limits != (1, die, 1):
            reason = (
                f"the die shows 1 to {die}, and the setting goes from {limits[0]} to {limits[1]}"
            )
            yield contradiction(tree, (*path, "die"), reason, "make them the same, by steps of 1")


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
