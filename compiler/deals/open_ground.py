"""Tell when nothing that is still to come can touch what lies: then the layout is forgotten.

The count stays exact without this; it has fewer states with it.
"""

from __future__ import annotations

from questwright.compiler.packs.system.tiles import SIDES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from questwright.compiler.deals.classes import CardClass
    from questwright.compiler.deals.layout import Exit
    from questwright.compiler.model.sections import Section, Square


class OpenGround:
    """Knows which sections turn, and whether all are rectangles with one way on for each pile."""

    def __init__(self, classes: Sequence[CardClass], objective: Section) -> None:
        sections = [*(each.section for each in classes), objective]
        self._turning = tuple([_turns(each.section) for each in classes])
        self._is_plain = all(
            len(section.squares) == section.rows * section.columns for section in sections
        ) and all(each.divides or len(each.section.further) < 2 for each in classes)
        self._goes_even = all(_drift(section) == 0 for section in sections if not _turns(section))
        # A section that is clipped to the side of a turning one must not reach back behind it.
        reach = max(map(_half_width, sections))
        room = min((_least_room(section) for section in sections if _turns(section)), default=reach)
        self._turns_clear = self._goes_even and room >= reach
        self._is_whole = all(
            len(section.squares) == section.rows * section.columns for section in sections
        ) and all(section.way_in.width == objective.way_in.width for section in sections)
        self._onward = tuple([_onward(each) for each in classes])
        turning = [
            each.section for each, way in zip(classes, self._onward, strict=True) if way is True
        ]
        self._leads_clear = min(map(_least_room, turning), default=reach) >= reach

    def is_free(
        self, exit_: Exit, covered: Iterable[Square], left: Sequence[int], cards: int
    ) -> bool:
        """Tell whether nothing beyond an exit can touch what is covered, or itself."""
        turning = sum(count for count, turns in zip(left, self._turning, strict=True) if turns)
        turning = min(turning, cards)
        if not self._is_plain or turning > 1 or (turning and not self._turns_clear):
            return False
        return is_open(exit_, covered)

    def leads_on(self, left: Sequence[int], cards: int) -> bool:
        """Tell whether whoever follows an open exit surely comes through some cards.

        That is so where they go straight ahead wherever a section leads straight on; the objective
        fits behind these cards.
        """
        ways = [way for count, way in zip(left, self._onward, strict=True) for _ in range(count)]
        turning = min(ways.count(True), cards)
        is_sure = self._is_whole and None not in ways
        return is_sure and turning <= 1 and (not turning or self._leads_clear)


def _onward(each: CardClass) -> bool | None:
    """Return whether a section turns whoever goes on through it; None where that is not sure."""
    section = each.section
    if not section.further or any(door.width != section.way_in.width for door in section.further):
        return None
    turned = [bool(_turned_by(section, door.side)) for door in section.further]
    if each.divides or all(turned):
        return True
    straight = [door for door, turns in zip(section.further, turned, strict=True) if not turns]
    begin = _along(section, section.way_in.square)[0]
    is_even = any(_along(section, door.square)[0] == begin for door in straight)
    return False if is_even else None


def is_open(exit_: Exit, covered: Iterable[Square]) -> bool:
    """Tell whether nothing that is covered lies in front of an exit, however far to the side."""
    return not any(_is_ahead(exit_, square) for square in covered)


def _is_ahead(exit_: Exit, square: Square) -> bool:
    """Tell whether a square lies in front of an exit, however far to the side."""
    row, column = square
    return (
        row <= exit_.row,
        column >= exit_.column,
        row >= exit_.row,
        column <= exit_.column,
    )[exit_.way]


def _turned_by(section: Section, side: str) -> int:
    """Return how many quarter turns lie between going in by the way in and leaving by a side."""
    return (SIDES.index(side) - SIDES.index(section.way_in.side) + 2) % 4


def _turns(section: Section) -> bool:
    return any(_turned_by(section, door.side) for door in section.further)


def _along(section: Section, square: Square) -> tuple[int, int]:
    """Return how far a square lies to the side, and how far ahead of the way in."""
    row, column = square
    across, ahead = {
        "south": (column, section.rows - 1 - row),
        "north": (section.columns - 1 - column, row),
        "west": (row, column),
        "east": (section.rows - 1 - row, section.columns - 1 - column),
    }[section.way_in.side]
    return across, ahead


def _drift(section: Section) -> int:
    """Return how far a straight section leads to the side."""
    begin = _along(section, section.way_in.square)[0]
    return max(
        (abs(_along(section, door.square)[0] - begin) for door in section.further), default=0
    )


def _half_width(section: Section) -> int:
    """Return how far a section reaches to either side of its way in, its own square left out."""
    begin = _along(section, section.way_in.square)[0]
    wide = section.columns if section.way_in.side in ("north", "south") else section.rows
    return max(begin, wide - 1 - begin) + section.way_in.width - 1


def _least_room(section: Section) -> int:
    """Return how far ahead of the way in the nearest doorway is that leads to a side."""
    return min(
        _along(section, door.square)[1] - (door.width - 1)
        for door in section.further
        if _turned_by(section, door.side)
    )
