"""Where high ground, and what stands between squares, parts them for the player without wits."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


def each_bit(bits) -> Iterator[int]:
    """The numbers of the bits of a set."""
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest


class Cliffs:
    """High and low ground and what stands between squares, looked up edge by edge."""

    def __init__(self, quest, system) -> None:
        self._quest = quest
        self._system = system
        board = quest.board
        self._heights = {
            cell: level.kind.height for level in board.levels for cell in each_bit(level.cells)
        }
        self._grounds = {
            cell: patch.kind for patch in board.terrain for cell in each_bit(patch.cells)
        }
        self._barriers = {
            frozenset(edge): barrier.kind for barrier in board.barriers for edge in barrier.edges
        }

    def _is_apart(self, one, other):
        grounds = [self._grounds.get(cell) for cell in (one, other)]
        return None not in grounds and any(
            here.word in there.apart_from for here, there in (grounds, grounds[::-1])
        )

    def _is_cliff(self, one, other):
        rise = abs(self._heights.get(one, 0) - self._heights.get(other, 0))
        grounds = [self._grounds.get(cell) for cell in (one, other)]
        joins = any(ground is not None and ground.joins_levels for ground in grounds)
        return rise > 1 or (rise == 1 and not joins)

    def parts(self, one, other):
        """Whether nobody walks between two squares that lie beside each other."""
        is_barred = frozenset((one, other)) in self._barriers
        return is_barred or self._is_cliff(one, other) or self._is_apart(one, other)

    def are_reached_over(self, one, other):
        """Whether nothing but a barrier is between: things are handed over that."""
        apart = self._is_cliff(one, other) or self._is_apart(one, other)
        return frozenset((one, other)) in self._barriers and not apart

    def climbers(self, one, other):
        """The numbers of those who climb between two squares of ground that is kept apart."""
        if frozenset((one, other)) in self._barriers or not self._is_apart(one, other):
            return ()
        if abs(self._heights.get(one, 0) - self._heights.get(other, 0)) > 1:
            return ()
        here, there = (self._grounds[cell] for cell in (one, other))
        words = {*(here.climbed_by if there.word in here.apart_from else ())}
        words |= {*(there.climbed_by if here.word in there.apart_from else ())}
        party = enumerate(self._quest.party)
        return tuple(number for number, kind in party if called_so(kind) & words)

    def jumps(self):
        """From where to where somebody jumps, with the numbers of those who do."""
        quest = self._quest
        gated = {frozenset(edge) for gate in quest.board.gates for edge in gate.edges}
        for above in each_bit(quest.board.floor if self._heights else 0):
            for below in quest.board.beside(above):
                barrier = self._barriers.get(frozenset((above, below)))
                climb = 0 if barrier is None else barrier.jump_cost
                is_down = self._heights.get(below, 0) < self._heights.get(above, 0)
                if (
                    not is_down
                    or climb is None
                    or frozenset((above, below)) in gated
                    or quest.board.has_wall(above, below)
                    or self._is_apart(above, below)
                    or not self._is_cliff(above, below)
                ):
                    continue
                who = tuple(
                    number
                    for number, kind in enumerate(quest.party)
                    if self._jumps(kind, below, climb)
                )
                if who:
                    yield above, below, who

    def _jumps(self, kind, below, climb):
        called = called_so(kind)
        if not any(called & {*jump.by} for jump in self._system.jumps.values()):
            return False
        cost, ground = 1, self._grounds.get(below)
        if ground is not None:
            cost = max([n for word, n in ground.costs.items() if word in called] or [ground.cost])
            if called & {*ground.closed_to}:
                return False
        return cost + climb <= kind.values[self._system.move_value].value


def called_so(kind):
    """The words that mean a figure."""
    traits = []
    for trait in kind.traits.values():
        traits += trait if isinstance(trait, tuple) else [trait]
    return {kind.word, kind.rank, *(trait for trait in traits if isinstance(trait, str))}
