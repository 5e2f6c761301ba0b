"""What members score on a figure in a round, in games that roll attacks on a table of odds.

Each of them attacks once, alone or together with others, and every roll is as good as can be.
"""

from __future__ import annotations

from functools import cache

from questwright.compiler.grid.cells import each_cell
from questwright.compiler.odds.best import lowest_defence, strength_of
from questwright.compiler.odds.hits import health
from questwright.compiler.odds.odds import columns_together, defences, die_against, hits_by_damage
from questwright.compiler.odds.odds import table_against as table_of
from questwright.compiler.packs.system.fights import ODDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Final

    from questwright.compiler.model.quest import Thing
    from questwright.compiler.packs.system.system import Kind, System

PARTED: Final = 7
"""Of more than so many not every way to part them is tried: then they attack together."""


class Volleys:
    """The attacks of a party on a figure. It is told who of the party makes them, as a bit set."""

    def __init__(
        self, thing: Thing, party: Sequence[Kind], system: System, *, is_cornered: bool = False
    ) -> None:
        """Whoever is cornered has no room to be driven back."""
        self._thing, self._party, self._system = thing, party, system
        self._is_cornered = is_cornered
        self.falls_at = health(thing, system.fights)
        self.together: Callable[[int], tuple[int, ...]] = cache(self._together)
        """The hits of one attack of all of them, by those that the figure has suffered before."""
        self.most: Callable[[int, int], int] = cache(self._most)
        """The most hits of all their attacks, on a figure that has suffered so many before."""

    def _together(self, who: int) -> tuple[int, ...]:
        thing, fights = self._thing, self._system.fights
        nothing = (0,) * self.falls_at
        if fights is None or fights.roll != ODDS or thing.kind.rank not in fights.falls:
            return nothing
        table = table_of(thing.kind, fights, self._system)
        against = defences(thing.kind, fights, self.falls_at)
        if table is None or against is None:
            return nothing
        lowest = lowest_defence(thing.kind, fights)
        against = tuple(own if lowest is None else min(own, lowest) for own in against)
        members = [self._party[number] for number in each_cell(who)]
        fall = fights.falls[thing.kind.rank]
        marks = {**fall.marks, **(fall.cornered if self._is_cornered else {})}
        strength = sum(strength_of(member, fights) for member in members)
        shift = columns_together(thing.kind, members, fights)
        more = die_against(thing.kind, fights)
        every = hits_by_damage(strength, against, table, more, marks, shift)
        return tuple(len(hits) - 1 for hits in every)

    def _most(self, who: int, suffered: int) -> int:
        if not who or suffered >= self.falls_at:
            return 0
        found = self.together(who)[suffered]
        first = (who - 1) & who if who.bit_count() <= PARTED else 0
        while first:
            hits = self.together(first)[suffered]
            if hits:
                found = max(found, hits + self.most(who & ~first, suffered + hits))
            first = (first - 1) & who
        return found
