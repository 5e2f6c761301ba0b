"""Exceptions from the rules: what figures pass, and which squares they may share."""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler.model.words import is_called

if TYPE_CHECKING:
    from collections.abc import Iterable

    from questwright.compiler.grid.cells import Cells
    from questwright.compiler.model.quest import Quest
    from questwright.compiler.packs.system.system import Kind, Special

WALL = "wall"
"""What specials call walls and the gates in them."""
TERRAIN = "terrain"
"""What they call the ground that is not plain floor; all else goes by its category."""


def passes(specials: Iterable[Special], what: str) -> bool:
    """Whether a figure with these goes through something that stops others."""
    # Who may stop on a square gets there.
    return any(what in special.passes or what in special.shares for special in specials)


def shares(specials: Iterable[Special], category: str) -> bool:
    """Whether a figure with these may stand where something of a category stands."""
    return any(category in special.shares for special in specials)


def stays(specials: Iterable[Special]) -> bool:
    """Whether a figure with these never leaves its square."""
    return any(special.stays for special in specials)


def kept_free(kind: Kind, quest: Quest) -> Cells:
    """The squares on which a figure may not end its move, for what lies there."""
    cells = 0
    for thing in quest.things:
        if any(is_called(kind, word) for word in thing.kind.placing.kept_free_of):
            cells |= thing.mask
    return cells


def granted(quest: Quest) -> tuple[Special, ...]:
    """The specials that a quest grants to single figures, each once."""
    found = [special for thing in quest.things for special in thing.specials]
    for event in quest.events:
        found += [special for effect in event.effects for special in effect.specials]
    return tuple({one.word: one for one in found}.values())


def passable(quest: Quest, specials: tuple[Special, ...]) -> Cells:
    """The squares of the floor that a figure with these can move over."""
    cells = quest.board.floor
    for thing in quest.things:
        if thing.blocks and not passes(specials, thing.kind.category):
            cells &= ~thing.mask
    return cells


def standable(quest: Quest, specials: tuple[Special, ...]) -> Cells:
    """The squares of the floor on which a figure with these may end its move."""
    cells = quest.board.floor
    for thing in quest.things:
        if thing.blocks and not shares(specials, thing.kind.category):
            cells &= ~thing.mask
    return cells
