"""Attacks: from which cells a figure can be attacked, by whom, and what that takes.

What the game's odds forbid beats nobody.
"""

from __future__ import annotations

from itertools import combinations, pairwise

from questwright.compiler.english import with_article
from questwright.compiler.geometry.ranges import within
from questwright.compiler.grid.cells import each_cell
from questwright.compiler.model.lowering import words_set
from questwright.compiler.model.words import is_called
from questwright.compiler.packs.system.fights import ODDS, Reach
from questwright.compiler.verdict.task.bits import each_number, union
from questwright.compiler.verdict.task.need import NOTHING, Never, asked_places, every, some
from questwright.compiler.verdict.task.task import EVERYBODY
from questwright.compiler.verdict.translate.ground import FREE, Access
from questwright.compiler.verdict.translate.retreats import can_retreat, is_held_off
from questwright.compiler.verdict.translate.strength import StrongEnough, StrongWay
from questwright.dsl.records import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from questwright.compiler.geometry.sight import Veils
    from questwright.compiler.grid.cells import Cell, Cells
    from questwright.compiler.model.board import Board
    from questwright.compiler.model.quest import Thing
    from questwright.compiler.packs.system.fights import Attack
    from questwright.compiler.verdict.task.need import Members, Places
    from questwright.compiler.verdict.translate.builder import Builder
    from questwright.compiler.verdict.translate.sights import Sights

    _Way = tuple[Cells, Access]
    """Cells from which a figure is attacked, and what that takes."""

_GATES = 3
"""Over so many different gates several attack one figure at once."""


class Assault(NamedTuple):
    """One way to attack a figure."""

    cells: Cells
    """Those from one of which it is attacked."""
    access: Access
    past: Places = 0
    """Narrow places past which it is attacked: nobody stands there."""
    shot: Attack | None = None
    """How it is attacked along sight; None from beside."""
    helped: Members = 0
    """Those who may attack from those cells as well, and do not have to."""


class Attacks:
    """The attacks of a quest. Its board is looked at when somebody has one along sight."""

    def __init__(self, to: Builder, sights: Sights) -> None:
        self._to = to
        self._sights = sights
        self._fights = to.system.fights
        attacks = self._fights.attacks if self._fights is not None else ()
        self._close = [attack for attack in attacks if attack.reach is Reach.BESIDE]
        self._afar = [attack for attack in attacks if attack.reach is Reach.SIGHT]

    def on(self, thing: Thing) -> Iterator[Assault]:
        """The ways to attack a figure, those from beside it first."""
        told = self._spared(thing)
        if is_held_off(thing, self._to):
            told = f"{with_article(thing.title)} is never beaten: attacks only drive it back"
        if told:
            around = self._to.ground.around(thing.mask) & self._to.ground.walkable
            yield Assault(around & ~thing.mask, Access(Never(told, thing.origin), 0))
            return
        fought = self._fought(thing, is_cornered=self._is_cornered(thing))
        clears = self._fights is not None and self._fights.clears
        able = [own for own in fought if own.cells and own.access.who]
        if clears and (not able or (self._fights is not None and self._fights.clears_all)):
            fought = [*able, *self._fought(thing, is_cornered=True)]
        shot = [own for attack in self._afar for own in self._shot(thing, attack, fought)]
        if not any(own.cells for own in fought) and self._is_barred(thing):
            told = (
                f"nobody of the party enters the ground that {with_article(thing.title)} stands on"
            )
            around = self._to.ground.around(thing.mask) & self._to.ground.walkable
            fought = [Assault(around & ~thing.mask, Access(Never(told, thing.origin), 0))]
        if shot:
            # What can never be is told of a figure that nothing else beats.
            fought = [own for own in fought if own.cells and own.access.who]
        yield from (*fought, *shot)

    def _fought(self, thing: Thing, *, is_cornered: bool) -> list[Assault]:
        """The ways to attack a figure from beside it."""
        beside, found = self.beside(thing.mask), list[Assault]()
        strong = StrongEnough(thing, self._to, self._close, is_cornered=is_cornered)
        ways = [
            StrongWay(part, access, alone)
            for cells, access in beside
            for part, alone in strong.parts(cells)
        ]
        for part, access, alone in ways:
            who = access.who & alone
            if who:
                by = access.also(self._to.ground.by(who))
                found.append(Assault(part, by, helped=access.who & ~who & strong.attack_from(part)))
        several = self._several(strong, ways)
        if found or several:
            return found + several
        told = f"nobody is strong enough to defeat {with_article(thing.title)}"
        weak = Access(Never(told, thing.origin), 0)
        return [Assault(cells, weak) for cells, _ in beside]

    def _is_cornered(self, thing: Thing) -> bool:
        """Whether it does a figure harm to be driven back, as it has no room for that."""
        fall = self._fights.falls.get(thing.kind.rank) if self._fights is not None else None
        return fall is not None and bool(fall.cornered) and not can_retreat(thing, self._to)

    def _spared(self, thing: Thing) -> str:
        """Why nobody attacks a figure, as an optional rule of the quest says; or empty."""
        quest = self._to.quest
        words = words_set(quest)
        for setting in self._to.system.settings.values():
            laid = (own for own in quest.board.tiles if own.tile in setting.spares_not_on)
            is_free = any(own.cells & thing.mask for own in laid)
            for word, spared in setting.spares.items():
                is_spared = any(is_called(thing.kind, own) for own in spared)
                if word in words and is_spared and not is_free:
                    rule = setting.titles[word]
                    return f"nobody attacks {with_article(thing.title)}: the optional rule “{rule}”"
        return ""

    def _is_barred(self, thing: Thing) -> bool:
        """Whether the game asks attackers to step to a figure's ground, and none of them can."""
        enters = self._fights is not None and self._fights.enters
        return enters and not any(map(self._to.ground.entered_by, each_cell(thing.mask)))

    # -- who can ------------------------------------------------------------------------------

    def _several(self, strong: StrongEnough, ways: Sequence[StrongWay]) -> list[Assault]:
        """The ways in which several beat a figure together who do not beat it alone.

        Some of them may attack it over what has to be open for that, each over something else.
        """
        fights, everybody = self._fights, self._to.ground.everybody
        if fights is None or fights.roll != ODDS or not any(everybody & ~own.alone for own in ways):
            return []
        free = [own for own in ways if own.access is FREE]
        asked: dict[Access, list[StrongWay]] = {}
        for own in ways:
            if own.cells and own.access is not FREE and own.access.is_to_be_had:
                asked.setdefault(own.access, []).append(own)
        found: list[Assault] = []
        for size in range(min(len(asked), _GATES) + 1):
            for over in combinations(asked, size):
                gated = [own for access in over for own in asked[access]]
                needs = strong.together([*free, *gated])
                if needs:
                    need = some(*needs)
                    who = union(at.who for at in asked_places(need))
                    access = Access(every(need, *(own.need for own in over)), who)
                    cells = strong.stood_on([*free, *gated])
                    helped = strong.attack_from(cells)
                    for own in (*free, *gated):
                        helped &= own.access.who if own.cells & cells else EVERYBODY
                    found.append(Assault(cells, access, helped=helped & ~who))
        return found

    # -- from beside --------------------------------------------------------------------------

    def beside(self, cells: Cells) -> list[_Way]:
        """The cells from which figures on some cells are fought, and what that takes.

        From beside them and from around a corner; through gates that are open and lead there. What
        stands on the cells at the corner does not matter. Where the game says so, only those fight
        who could step to where the figure stands.
        """
        found: dict[Access, Cells] = {FREE: 0}
        enters, ground = self._fights is not None and self._fights.enters, self._to.ground
        for target in each_cell(cells):
            able = ground.by(ground.entered_by(target)) if enters else FREE
            if not able.who:
                continue
            for path in _paths_to(target, self._to.board):
                steps = [self._sights.over(*step) for step in pairwise(path)]
                asked = [step for step in steps if step is not None]
                if len(asked) == len(steps):
                    access = able.also(*asked)
                    found[access] = found.get(access, 0) | 1 << path[0]
        around = self._to.ground.walkable & ~cells
        free = found.pop(FREE) & around
        rest = [(where & around & ~free, access) for access, where in found.items()]
        return [(free, FREE), *(way for way in rest if way[0])]

    # -- along sight --------------------------------------------------------------------------

    def _shot(self, thing: Thing, attack: Attack, fought: Sequence[Assault]) -> Iterator[Assault]:
        """The ways to attack a figure along sight.

        The cells of a place count where least is asked for: one walks freely within a place.
        """
        to = self._to
        who = StrongEnough(thing, to, (attack,)).able() if self._fights is not None else 0
        if not who:
            return
        asked = self._asked(thing, attack, who, fought)
        until = to.beaten(thing)
        found: dict[Veils, Cells] = {}
        for cell in each_cell(thing.mask):
            for veils, cells in self._sights.seen_from(cell, until, asked):
                found[veils] = found.get(veils, 0) | cells & asked
        covered: dict[Veils, Places] = {}
        for veils in sorted(found, key=int.bit_count):
            places = to.places_of(found[veils])
            for fewer, known in covered.items():
                places &= -1 if fewer & ~veils else ~known
            covered[veils] = places
            if places:
                cells = sum(to.places[number].cells for number in each_number(places))
                past = self._sights.past(veils)
                access = Access(past.need, who)
                yield Assault(found[veils] & cells, access, past.narrow, attack)

    def _asked(
        self, thing: Thing, attack: Attack, who: Members, fought: Sequence[Assault]
    ) -> Cells:
        """The cells of which it matters whether the figure is seen from there.

        From a place where all of them can fight it as well as attack it so, they fight it.
        """
        to = self._to
        asked = to.ground.walkable & ~thing.mask
        if attack.within:
            asked &= within(thing.mask, attack.within, to.board, ruler=to.system.grid.ruler)
        if attack.not_beside:
            for cell in each_cell(thing.mask):
                asked &= ~sum(1 << near for near in to.board.beside(cell))
                for shift in to.board.corners:
                    asked &= ~(1 << cell << shift | 1 << cell >> shift)
        for close in fought:
            if close.access.need == NOTHING and not who & ~close.access.who:
                for number in each_number(to.places_of(close.cells)):
                    asked &= ~to.places[number].cells
        return asked


def _paths_to(target: Cell, board: Board) -> Iterator[tuple[Cell, ...]]:
    """The ways to a cell from those around it, over one edge or over two by a corner."""
    near = board.beside(target)
    yield from ((cell, target) for cell in near)
    for shift in board.corners:
        for cell in (target + shift, target - shift):
            if cell >= 0:
                yield from ((cell, way, target) for way in near if board.are_beside(cell, way))
