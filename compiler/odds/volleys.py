"""What members score on a figure in a round, in games that roll attacks on a table of odds.

Each of them attacks once, alone or together with others, one after the other, and every roll is as
good as can be. Who attacks together stands on one side of the figure.
"""

from __future__ import annotations

from functools import cache

from questwright.compiler.grid.cells import each_cell
from questwright.compiler.model.words import is_called
from questwright.compiler.odds.best import strength_of, value_of
from questwright.compiler.odds.hits import health
from questwright.compiler.odds.odds import columns_together, defences, die_against, odds_column
from questwright.compiler.odds.odds import table_against as table_of
from questwright.compiler.odds.stances import LEVEL, Stance, has_rear
from questwright.compiler.packs.system.fights import ODDS
from questwright.dsl.records import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Sequence
    from typing import Final

    from questwright.compiler.model.quest import Thing
    from questwright.compiler.odds.odds import OddsTable
    from questwright.compiler.packs.system.fights import Fights, HitLimit, Stun
    from questwright.compiler.packs.system.system import Kind, System

PARTED: Final = 7
"""Of more than so many not every way to part them is tried: then they attack together."""


class Plight(NamedTuple):
    """What has become of a figure in a round."""

    suffered: int
    """The hits that it has had."""
    is_stunned: bool = False


class Volleys:
    """The attacks of a party on a figure. It is told who of the party makes them, as a bit set."""

    def __init__(
        self,
        thing: Thing,
        party: Sequence[Kind],
        system: System,
        *,
        is_cornered: bool = False,
        stances: Sequence[Collection[Stance]] | None = None,
    ) -> None:
        """Whoever is cornered has no room to be driven back.

        ``stances`` has for each of the party how it may stand to the figure as it attacks; without
        that each of them stands on even ground, to its front or to its rear.
        """
        self._thing, self._party, self._system = thing, party, system
        self._fights, self._fall = _rules_for(thing, system)
        self._is_cornered = is_cornered
        self.falls_at = health(thing, system.fights)
        usual = _usual_stances(thing, self._fights)
        self._stances = stances if stances is not None else [usual] * len(party)
        self._against = self._defences()
        self.most: Callable[[int, int], int] = cache(self._most)
        """The most hits of all their attacks, on a figure that has suffered so many before."""
        self._outcomes: Callable[[int, Plight], frozenset[Plight]] = cache(self._find_outcomes)
        self._worst: Callable[[int, Plight], int] = cache(self._find_worst)

    def _defences(self) -> dict[bool, tuple[int, ...]]:
        """By what an attack is divided, to its front and to its rear, by the hits before."""
        if self._fights is None:
            return {}
        sides = {False, has_rear(self._thing.kind, self._fights)}
        kind, needed = self._thing.kind, self.falls_at
        every = {own: defences(kind, self._fights, needed, is_behind=own) for own in sides}
        return {is_behind: own for is_behind, own in every.items() if own is not None}

    def _most(self, who: int, suffered: int) -> int:
        return self._worst(who, Plight(suffered)) - suffered

    def _find_worst(self, who: int, plight: Plight) -> int:
        """The most hits that a figure may have had when all of some have attacked, or fewer."""
        if plight.suffered >= self.falls_at:
            return self.falls_at
        found, first = plight.suffered, who
        while first and found < self.falls_at:
            for then in self._outcomes(first, plight):
                found = max(found, self._worst(who & ~first, then))
            first = (first - 1) & who if who.bit_count() <= PARTED else 0
        return found

    def _find_outcomes(self, who: int, plight: Plight) -> frozenset[Plight]:
        """What one attack of all of some may make of a figure, where it does it any harm."""
        fights, fall = self._fights, self._fall
        table = table_of(self._thing.kind, fights, self._system) if fights is not None else None
        if fights is None or fall is None or table is None:
            return frozenset()
        more = die_against(self._thing.kind, fights)
        columns = {*self._columns(who, plight, table, fights, fall)} - {0}
        marks = {mark for column in columns for mark in table.marks(column, more)}
        return frozenset(self._after(mark, plight, table, fall) for mark in marks) - {plight}

    def _columns(
        self, who: int, plight: Plight, table: OddsTable, fights: Fights, fall: HitLimit
    ) -> Iterator[int]:
        """The columns in which all of some may attack together: to its front, and to its rear."""
        members = [self._party[number] for number in each_cell(who)]
        strength = sum(strength_of(member, fights) for member in members)
        together = columns_together(self._thing.kind, members, fights)
        for is_behind, against in self._against.items():
            defence = against[plight.suffered]
            if plight.is_stunned and fall.stunned is not None:
                defence = value_of(self._thing.kind, fall.stunned.defence) or 0
            ways = [
                [own.shift for own in self._stances[number] if own.is_behind == is_behind]
                for number in each_cell(who)
            ]
            if all(ways):
                # Of the ground of several the worst counts.
                shift = together + min(map(max, ways))
                yield odds_column(strength, defence, table.columns, shift)

    def _after(self, mark: str, plight: Plight, table: OddsTable, fall: HitLimit) -> Plight:
        """What a result of the table makes of a figure."""
        stun = fall.stunned if can_be_stunned(self._thing.kind, fall) else None
        if stun is not None and plight.is_stunned and mark in stun.falls_by:
            return Plight(self.falls_at)
        if stun is not None and mark in stun.by:
            is_hurt = stun.hurt_fall and plight.suffered > 0
            return Plight(self.falls_at) if is_hurt else plight._replace(is_stunned=True)
        cornered = fall.cornered if self._is_cornered else {}
        hits = cornered.get(mark, fall.marks.get(mark, table.hits_of(mark)))
        return plight._replace(suffered=min(self.falls_at, plight.suffered + hits))


def can_be_stunned(kind: Kind, fall: HitLimit) -> bool:
    """Whether a kind can be stunned, and it is known how it defends then."""
    stun = fall.stunned
    return (
        stun is not None and not _is_never(kind, stun) and value_of(kind, stun.defence) is not None
    )


def may_fall_stunned(thing: Thing, system: System) -> bool:
    """Whether a figure can be stunned, and it is not known how it defends then."""
    _, fall = _rules_for(thing, system)
    if fall is None or fall.stunned is None or can_be_stunned(thing.kind, fall):
        return False
    return not _is_never(thing.kind, fall.stunned)


def _is_never(kind: Kind, stun: Stun) -> bool:
    return any(is_called(kind, word) for word in stun.never)


def _rules_for(thing: Thing, system: System) -> tuple[Fights | None, HitLimit | None]:
    """What counts in fights with a figure; nothing where these are not rolled by odds."""
    fights = system.fights
    if fights is None or fights.roll != ODDS or thing.kind.rank not in fights.falls:
        return None, None
    return fights, fights.falls[thing.kind.rank]


def _usual_stances(thing: Thing, fights: Fights | None) -> tuple[Stance, ...]:
    if fights is not None and has_rear(thing.kind, fights):
        return LEVEL, Stance(is_behind=True)
    return (LEVEL,)
