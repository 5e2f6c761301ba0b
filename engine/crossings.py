"""Read the crossings of a document: ways between squares that do not lie beside each other."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from questwright.engine.reading import Node

_KEYS = (
    "id title kind kind_title symbol ends over rounds rowed cost only one_way vessel seats open "
    "named text traits rules origin"
)


class Cast(NamedTuple):
    """The spells that make a crossing."""

    caster: str
    """The word of the member of the party who casts them."""
    points: int
    """What they cost together, in points."""
    stock: int
    """The points that the caster has when play begins."""
    cells: tuple[str, ...]
    """The squares that they are cast from."""
    is_once: bool
    """Whether the crossing is gone once a member has taken it."""


class Crossing(NamedTuple):
    """A way that joins all its ends with each other, or the first end with the others."""

    id: str
    title: str
    ends: tuple[tuple[str, ...], ...]
    rounds: int
    """How many rounds it takes at least; 0 where it costs move points instead."""
    cost: int
    """The move points that it costs, for the squares that it passes over and that at its end."""
    length: int
    """How many squares a member enters on it; it may end a move above each."""
    only: tuple[str, ...]
    """The words of the kinds that can take it; empty where all can."""
    is_one_way: bool
    """Whether it leads from its first end only."""
    is_vessel: bool
    """Whether it has to be launched at its first end before anybody takes it."""
    seats: int | None
    """How many members a vessel takes at a time; None for any number."""
    is_open: bool
    """Whether it is open when play begins."""
    cast: Cast | None = None
    """The spells that make it; None for a crossing of the board."""

    @property
    def is_once(self) -> bool:
        """Whether it is gone once a member has taken it."""
        return self.cast is not None and self.cast.is_once

    def takes(self, member: str, move: int | None) -> bool:
        """Tell whether a member can take it: its kind may, and its whole move pays for it.

        ``move`` is in points; None where the game has no number for it.
        """
        if self.only and member not in self.only:
            return False
        return bool(self.rounds) or move is None or self.cost <= move * self.length

    @property
    def is_rowed(self) -> bool:
        """Whether it is a vessel of the board, which lies at one end at a time."""
        return self.is_vessel and self.cast is None

    def end_at(self, cell: str) -> int:
        """Return the index of the end that has a square; -1 for none."""
        return next((number for number, end in enumerate(self.ends) if cell in end), -1)

    def beyond(self, cell: str) -> Iterator[str]:
        """Yield the squares that it leads to from a square of one of its ends."""
        for number, end in enumerate(self.ends):
            if cell in end and not (self.is_one_way and number):
                for far in self.ends:
                    if far is not end:
                        yield from far


def read_crossings(node: Node, cells: Collection[str]) -> dict[str, Crossing]:
    """Read the crossings of a document, by id; ``cells`` has the names of the board's squares."""
    found: dict[str, Crossing] = {}
    for part in node.items():
        crossing = _crossing(part, cells)
        if crossing.id in found:
            part.refuse("has an id that another crossing has")
        found[crossing.id] = crossing
    return found


def read_casts(node: Node, cells: Collection[str]) -> dict[str, Crossing]:
    """Read the crossings that spells make, by id; ``cells`` has the names of the squares."""
    found: dict[str, Crossing] = {}
    for part in node.items():
        parts = part.mapping("spells place caster points stock chance cells once way")
        cast = Cast(
            caster=parts["caster"].text(),
            points=parts["points"].number(),
            stock=parts["stock"].number(),
            cells=tuple(cell.text() for cell in parts["cells"].items()),
            is_once=parts["once"].flag(),
        )
        crossing = _crossing(parts["way"], cells)._replace(cast=cast)
        if crossing.id in found:
            part.refuse("has an id that another crossing has")
        found[crossing.id] = crossing
    return found


def _crossing(node: Node, cells: Collection[str]) -> Crossing:
    parts = node.mapping(_KEYS)
    ends = []
    for end in parts["ends"].items():
        names = tuple(cell.text() for cell in end.items())
        if not names or not set(names) <= set(cells):
            end.refuse("names what is not a square of the floor")
        ends.append(names)
    cells_at_ends = [cell for end in ends for cell in end]
    if len(ends) < 2 or len(set(cells_at_ends)) < len(cells_at_ends):
        parts["ends"].refuse("are not two ends or more, without a common square")
    for row in parts["rowed"].items():
        if len([each.number() for each in row.items()]) != len(ends):
            row.refuse("does not say how many rounds it takes to each end")
    over = [cell.text() for cell in parts["over"].items()]
    return Crossing(
        id=parts["id"].text(),
        title=parts["title"].text(),
        ends=tuple(ends),
        rounds=parts["rounds"].number(),
        cost=parts["cost"].number(),
        length=len(over) + 1,
        only=tuple(part.text() for part in parts["only"].items()),
        is_one_way=parts["one_way"].flag(),
        is_vessel=parts["vessel"].flag(),
        seats=parts["seats"].maybe_number(2),
        is_open=parts["open"].flag(),
    )


class Vessel(NamedTuple):
    """Where a vessel lies, and how many members were aboard when it was rowed there."""

    end: int = 0
    """The index of the end at which it lies."""
    came_from: int = -1
    """The index of the end from which it was rowed; -1 where it was not, or was brought back."""
    aboard: int = 0
    """How many members were aboard; 1 where it was brought back."""

    def rowed(self, crossing: Crossing, near: str, far: str) -> Vessel | None:
        """Return the vessel after one more member has come over with it.

        ``near`` and ``far`` are the squares that the member leaves and enters. None where the
        vessel does not lie at the near end, or has no seat left.
        """
        here, there = crossing.end_at(near), crossing.end_at(far)
        is_room = crossing.seats is None or self.aboard < crossing.seats
        if (here, there) == (self.came_from, self.end) and is_room:
            return self._replace(aboard=self.aboard + 1)
        if here != self.end:
            return None
        return Vessel(there, here, 1 + self.aboard * (self.came_from < 0))
