"""Who is strong enough to beat a figure, alone or together, and on which cells they stand for that.

Where attacks are rolled by odds, the ground and the side of a figure count.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations

from questwright.compiler.english import with_article
from questwright.compiler.grid.cells import each_cell
from questwright.compiler.grid.matching import maximum_matching
from questwright.compiler.odds.best import (
    can_attack,
    is_driven_back,
    lowest_defence,
    most_hits,
    strength_of,
    value_of,
)
from questwright.compiler.odds.stances import LEVEL, Stance, Stances
from questwright.compiler.packs.system.fights import ODDS
from questwright.compiler.packs.system.moves import move_of
from questwright.compiler.verdict.task.bits import each_number, union
from questwright.compiler.verdict.task.need import At
from questwright.dsl.records import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from questwright.compiler.grid.cells import Cell, Cells
    from questwright.compiler.model.quest import Thing
    from questwright.compiler.packs.system.fights import Attack
    from questwright.compiler.packs.system.system import Kind, System
    from questwright.compiler.verdict.task.need import Members
    from questwright.compiler.verdict.translate.builder import Builder
    from questwright.compiler.verdict.translate.ground import Access


class StrongWay(NamedTuple):
    """Cells from which a figure is attacked."""

    cells: Cells
    access: Access
    """What that takes."""
    alone: Members
    """Those who beat it from there alone."""


class StrongEnough:
    """Who of a party beats a figure by some attacks."""

    def __init__(
        self, thing: Thing, to: Builder, attacks: Sequence[Attack], *, is_cornered: bool = False
    ) -> None:
        self._thing, self._to, self._attacks = thing, to, attacks
        self._is_cornered = is_cornered
        self._stances = Stances(thing, to.board, to.system)
        self._is_able: Callable[[int, Stance | None], bool] = cache(self._find_able)

    def able(self, cell: Cell | None = None) -> Members:
        """The members who beat it alone from a cell; or from level ground, to its front."""
        party = enumerate(self._to.quest.party)
        stands = ((n, LEVEL if cell is None else self._stances.of(kind, cell)) for n, kind in party)
        return union(1 << number for number, stance in stands if self._is_able(number, stance))

    def parts(self, cells: Cells) -> Iterator[tuple[Cells, Members]]:
        """Some cells by who beats it alone from there: with those members."""
        if self._is_anybody:
            yield cells, self._to.ground.everybody
            return
        if self._stances.are_level:
            yield cells, self.able()
            return
        found: dict[Members, Cells] = {}
        for cell in each_cell(cells):
            able = self.able(cell)
            found[able] = found.get(able, 0) | 1 << cell
        yield from ((part, able) for able, part in found.items())

    def attack_from(self, cells: Cells) -> Members:
        """Those who may attack it by odds from each of some cells."""
        fights = self._to.system.fights
        if fights is None or fights.roll != ODDS:
            return 0
        found = 0
        for number, kind in enumerate(self._to.quest.party):
            is_kept_off = any(self._stances.of(kind, cell) is None for cell in each_cell(cells))
            found |= (not is_kept_off and strength_of(kind, fights, self._attacks) > 0) << number
        return found

    def together(self, ways: Sequence[StrongWay]) -> list[At]:
        """Several who are strong enough together and not alone, each on a cell of its own."""
        return [
            asked
            for stance in self._each_stance(ways)
            for asked in self._together(self._stands(ways, stance), stance)
        ]

    def stood_on(self, ways: Sequence[StrongWay]) -> Cells:
        """The cells of some ways from which several attack who are strong enough together."""
        if self._stances.are_level:
            return union(way.cells for way in ways)
        every = ((self._stands(ways, own), own) for own in self._each_stance(ways))
        return union(union(own.values()) for own, by in every if [*self._together(own, by)])

    def _together(self, stands: Mapping[int, Cells], stance: Stance) -> Iterator[At]:
        to, party = self._to, self._to.quest.party
        cells = union(stands.values())
        are_enough = enough_of(
            self._thing,
            party,
            to.system,
            self._attacks,
            is_cornered=self._is_cornered,
            stances=[(stance,)] * len(party),
        )
        found: list[set[int]] = []
        for size in range(2, min(len(stands), cells.bit_count()) + 1):
            for group in map(set, combinations(stands, size)):
                if not any(known <= group for known in found) and are_enough(group):
                    seats = maximum_matching([[*each_cell(stands[n])] for n in group])
                    found += [group] if len(seats) == size else []
        words = f"beside {with_article(self._thing.title)}"
        for group in found:
            places = to.places_of(union(stands[n] for n in group))
            who = sum(1 << n for n in group)
            yield At(places, len(group), who, words, self._thing.origin)

    def _stands(self, ways: Sequence[StrongWay], stance: Stance) -> dict[int, Cells]:
        """For each member the cells from which it attacks as well as that, and needs others."""
        found = {}
        for number in each_number(self._to.ground.everybody):
            able = (w for w in ways if w.access.who >> number & 1 and not w.alone >> number & 1)
            cells = union(way.cells for way in able) & ~self._to.ground.shut_to(1 << number)
            if not self._stances.are_level:
                cells = union(1 << c for c in each_cell(cells) if self._is_as(stance, number, c))
            if cells:
                found[number] = cells
        return found

    def _is_as(self, stance: Stance, number: int, cell: Cell) -> bool:
        """Whether a member attacks from a cell to that side, and no ground there is any worse."""
        own = self._stances.of(self._to.quest.party[number], cell)
        return own is not None and own.is_behind == stance.is_behind and own.shift >= stance.shift

    def _each_stance(self, ways: Sequence[StrongWay]) -> Iterable[Stance]:
        """How some members may stand to the figure, the best ground first."""
        if self._stances.are_level:
            return (LEVEL,)
        cells = union(way.cells for way in ways)
        every = {
            stance
            for kind in self._to.quest.party
            for cell in each_cell(cells)
            if (stance := self._stances.of(kind, cell)) is not None
        }
        return sorted(every, key=lambda own: (own.is_behind, -own.shift))

    @property
    def _is_anybody(self) -> bool:
        """Whether nothing is known of fights with it, so that everybody beats it."""
        fights, kind = self._to.system.fights, self._thing.kind
        return fights is None or not (kind.rank in fights.falls or is_driven_back(kind, fights))

    def _find_able(self, number: int, stance: Stance | None) -> bool:
        if stance is None:
            return False
        member, system = self._to.quest.party[number], self._to.system
        return _is_enough(
            member,
            self._thing,
            system,
            self._attacks,
            is_cornered=self._is_cornered,
            stance=stance,
        )


def crowded(thing: Thing, cells: Cells, to: Builder) -> Iterator[Cells]:
    """Of the cells around a figure those on which it matters how many find room there.

    Each time those on which members stand alike to it; several of them do not beat it alone.
    """
    system, party = to.system, to.quest.party
    fights = system.fights
    if fights is None or fights.roll != ODDS or len(party) < 2:
        return
    if thing.kind.rank not in fights.falls:
        return
    stances = Stances(thing, to.board, system)
    alike: dict[tuple[Stance | None, ...], Cells] = {}
    for cell in each_cell(cells):
        how = (LEVEL,) if stances.are_level else tuple(stances.of(kind, cell) for kind in party)
        alike[how] = alike.get(how, 0) | 1 << cell
    for how, part in alike.items():
        each = zip(party, how * len(party) if stances.are_level else how, strict=True)
        weak = (
            own is None or not _is_enough(member, thing, system, fights.attacks, stance=own)
            for member, own in each
        )
        if sum(weak) > 1:
            yield part


def _is_enough(
    member: Kind,
    thing: Thing,
    system: System,
    attacks: Sequence[Attack],
    *,
    is_cornered: bool = False,
    stance: Stance = LEVEL,
) -> bool:
    """Whether some attack of a member can beat a figure at the best roll."""
    kind, is_large, fights = thing.kind, len(thing.cells) > 1, system.fights
    assert fights is not None
    attacks = [
        own for own in attacks if can_attack(member, kind, own) and _can_pay(member, own, system)
    ]
    strong = strength_of(member, fights, attacks, is_large=is_large)
    fall = fights.falls.get(kind.rank)
    is_rolled = fights.roll == ODDS and not any(attack.hits for attack in attacks)
    if strong and is_rolled and (fall is not None or is_driven_back(kind, fights)):
        are_enough = enough_of(
            thing, (member,), system, attacks, is_cornered=is_cornered, stances=[(stance,)]
        )
        return are_enough((0,))
    if fall is None or not strong:
        return strong > 0
    most = most_hits(member, kind, fights, attacks, is_large=is_large)
    return most > 0 and (fall.is_kept or most >= (value_of(kind, fall.value) or 0))


def _can_pay(member: Kind, attack: Attack, system: System) -> bool:
    """Whether a member has the points for an attack, where points pay for steps and attacks."""
    points = move_of(member, system.move_value) if system.turns.has_points else None
    return points is None or points.most >= attack.actions


def enough_of(
    thing: Thing,
    party: Sequence[Kind],
    system: System,
    attacks: Sequence[Attack],
    *,
    is_cornered: bool,
    stances: Sequence[tuple[Stance, ...]],
) -> Callable[[Iterable[int]], bool]:
    """Whether those of a party with some numbers do a figure harm in a round, by odds, at best."""
    fights = system.fights
    assert fights is not None
    fights = fights._replace(attacks=tuple(attacks))
    if thing.kind.rank not in fights.falls:
        wanted = max(1, lowest_defence(thing.kind, fights) or 0)
        return lambda group: sum(strength_of(party[n], fights) for n in group) >= wanted
    # Loaded here: few games roll on a table of odds.
    from questwright.compiler.odds.volleys import Volleys

    system = system._replace(fights=fights)
    volleys = Volleys(thing, party, system, is_cornered=is_cornered, stances=stances)
    return lambda group: volleys.most(union(1 << number for number in group), 0) > 0
