"""Exceptions from the rules of movement: what figures pass, and which cells they may share."""

from __future__ import annotations

from questwright.compiler.model.words import is_called

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from questwright.compiler.grid.cells import Cells
    from questwright.compiler.model.quest import Quest, Thing
    from questwright.compiler.packs.system.system import Kind, Special

WALL = "wall"
"""The word of specials for walls and the gates in them."""
TERRAIN = "terrain"
"""The word of specials for ground other than plain floor; things go by their category."""


def passes(specials: Iterable[Special], what: str) -> bool:
    """Whether a figure with these specials goes through something that stops other figures."""
    # A figure that may stop on a cell can enter it.
    return any(what in special.passes or what in special.shares for special in specials)


def shares(specials: Iterable[Special], category: str) -> bool:
    """Whether a figure with these specials may stand where something of a category stands."""
    return any(category in special.shares for special in specials)


def stays(specials: Iterable[Special]) -> bool:
    """Whether a figure with these specials never leaves its cell."""
    return any(special.stays for special in specials)


def takes_room(kind: Kind) -> bool:
    """Whether a kind does not go wherever a figure of one cell goes."""
    is_large = kind.base is not None or kind.footprint != (1, 1)
    return is_large or any(own.stays or own.width > 1 for own in kind.specials)


def is_used_by(portal: Thing, side: str) -> bool:
    """Whether a portal carries figures of a side: those of all sides where its kind names none."""
    by = portal.kind.traits.get("used_by")
    return not isinstance(by, tuple) or side in by


def kept_free(kind: Kind, quest: Quest) -> Cells:
    """The cells on which a kind may not end its move because of a thing that lies there."""
    cells = 0
    for thing in quest.things:
        if any(is_called(kind, word) for word in thing.kind.placing.kept_free_of):
            cells |= thing.mask
    return cells


def granted_specials(quest: Quest) -> tuple[Special, ...]:
    """The specials that a quest grants to single figures, each once."""
    found = [special for thing in quest.things for special in thing.specials]
    for event in quest.events:
        found += [special for effect in event.effects for special in effect.specials]
    return tuple({special.word: special for special in found}.values())


def passable(quest: Quest, specials: tuple[Special, ...]) -> Cells:
    """The floor cells that a figure with these specials can move over."""
    cells = quest.board.floor
    for thing in quest.things:
        if thing.blocks and not passes(specials, thing.kind.category):
            cells &= ~thing.mask
    return cells


def standable(quest: Quest, specials: tuple[Special, ...]) -> Cells:
    """The floor cells on which a figure with these specials may end its move."""
    cells = quest.board.floor
    for thing in quest.things:
        if thing.blocks and not shares(specials, thing.kind.category):
            cells &= ~thing.mask
    return cells
