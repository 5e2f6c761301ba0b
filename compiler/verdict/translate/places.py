"""The places that the floor falls into, and those off the board in which members wait."""

from __future__ import annotations

from questwright.compiler.english import with_article
from questwright.compiler.geometry.special import TERRAIN, passes
from questwright.compiler.geometry.terrain import cost_of
from questwright.compiler.grid.cells import each_cell
from questwright.compiler.model.conditions import Fact, FactKind, facts_of
from questwright.compiler.model.quest import EffectKind
from questwright.compiler.packs.system.system import Category
from questwright.compiler.verdict.task.bits import each_bit
from questwright.compiler.verdict.task.need import IMPOSSIBLE, every
from questwright.compiler.verdict.task.task import Begin, Link, Place
from questwright.compiler.verdict.task.unjudged import Unjudged
from questwright.compiler.verdict.translate.asking import from_round
from questwright.compiler.verdict.translate.strength import crowded

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from questwright.compiler.grid.cells import Cell, Cells
    from questwright.compiler.model.quest import Entry
    from questwright.compiler.verdict.task.need import Members
    from questwright.compiler.verdict.translate.builder import Builder
    from questwright.compiler.verdict.translate.lanes import Lanes


def find_places(lanes: Lanes, to: Builder) -> None:
    """Split the floor into places: what can change by itself, what conditions tell apart."""
    rest = to.ground.walkable & ~to.ground.changing
    masks = tuple(dict.fromkeys((*told_apart(to), *each_bit(lanes.cells))))
    while rest:
        cells = to.ground.free.flood(rest & -rest, rest)
        rest &= ~cells
        _split(cells, masks, lanes.cells, to)
    for cell in each_cell(to.ground.walkable & to.ground.changing):
        clear = -1
        if (to.ground.closing | to.ground.pushed.cells) >> cell & 1:
            clear = to.clear(cell).fact
        for foe in to.ground.enemies.get(cell, ()):
            if foe.id in to.ground.raised:
                if clear >= 0:
                    where = f"the square on which {with_article(foe.title)} stands again"
                    told = f"{where}, as another does"
                    if to.ground.closing >> cell & 1:
                        told = f"a fall on {where}"
                    elif to.ground.pushed.cells >> cell & 1:
                        told = f"{where}, and to which something is pushed"
                    to.unjudged.append(Unjudged(told, foe.origin))
                # Where it stands again nobody stands, as below what has fallen.
                clear = to.down(foe).fact
        is_lane = bool(lanes.changing >> cell & 1)
        bearing = to.ground.bearing_at(1 << cell)
        to.add_place(Place(to.board.area_at(cell), 1 << cell, clear, is_lane, bearing))


def leave_open_passing(to: Builder) -> None:
    """What stops others and not all members, apart from walls: how they pass it is not judged."""
    system, pushed = to.system, to.ground.pushed.things
    for kind in to.quest.party if any(kind.specials for kind in to.quest.party) else ():
        if passes(kind.specials, TERRAIN):
            for patch in to.board.terrain:
                if cost_of(patch.kind, kind, system.move_value) != 1:
                    told = f"how {kind.title} passes {with_article(patch.kind.title)}"
                    to.unjudged.append(Unjudged(told, patch.origin))
        for thing in to.quest.things:
            is_foe = thing.kind.category is Category.FIGURE
            is_in_the_way = is_foe or (thing.blocks and thing.id not in pushed)
            if is_in_the_way and passes(kind.specials, thing.kind.category):
                told = f"how {kind.title} passes {with_article(thing.title)}"
                to.unjudged.append(Unjudged(told, thing.origin))


def told_apart(to: Builder) -> Iterator[Cells]:
    """The cells of areas, and those of which something asks whether somebody is there."""
    yield from (area.cells for area in to.board.areas)
    yield from _watched(to)


def _split(cells: Cells, masks: Sequence[Cells], lanes: Cells, to: Builder) -> None:
    """Parts of open floor: one place for each that lies wholly within or without each of some."""
    parts = [cells]
    for mask in masks:
        if mask & cells and cells & ~mask:
            parts = [half for part in parts for half in (part & mask, part & ~mask) if half]
    for part in parts:
        rest = part
        while rest:
            flooded = to.ground.free.flood(rest & -rest, rest)
            rest &= ~flooded
            area = to.board.area_at((flooded & -flooded).bit_length() - 1)
            # Members may fill it: then it matters who stands where.
            is_tight = flooded.bit_count() <= len(to.quest.party)
            for own in each_bit(flooded) if is_tight else (flooded,):
                bearing = to.ground.bearing_at(own)
                to.add_place(Place(area, own, is_lane=bool(own & lanes), bearing=bearing))


def _watched(to: Builder) -> Iterator[Cells]:
    for entry in to.quest.entries:
        if entry.round > 1 and entry.cells & to.ground.walkable:
            yield entry.cells & to.ground.walkable
    for condition in to.quest.conditions():
        for fact in facts_of(condition):
            yield from _watched_by(fact, to)
    through = to.ground.around_gates.joined(edge for gate in to.board.gates for edge in gate.edges)
    for foe in to.ground.foes:
        changes = (own for own in to.quest.every_effect() if own.kind is EffectKind.CHANGE)
        values = [dict(own.values) for own in changes if own.target == foe.id]
        figures = (foe, *map(foe.with_values, values))
        around = to.ground.around(foe.mask, through) & to.ground.walkable & ~foe.mask
        yield from (part for figure in figures for part in crowded(figure, around, to))
    for cell in each_cell(to.ground.closing & to.ground.walkable | _stood_on_again(to)):
        # Where others may stand on all cells on a side of it matters on which they stand.
        rest = to.ground.walkable & ~to.ground.changing
        sure = to.ground.around(1 << cell) | through.grow(1 << cell)
        if to.system.grid.friends_block:
            # Round a corner nobody steps by a friend.
            sure = to.ground.around_gates.grow(1 << cell) | through.grow(1 << cell)
        around = to.ground.around(1 << cell, through) & rest
        while around:
            side = around & to.ground.free.flood(around & -around, rest)
            around &= ~side
            if (side & sure).bit_count() < len(to.quest.party):
                yield from (1 << near for near in each_cell(side))


def _stood_on_again(to: Builder) -> Cells:
    """The cells on which figures of other sides may stand again."""
    found = 0
    for cell, foes in to.ground.enemies.items():
        found |= 1 << cell if any(foe.id in to.ground.raised for foe in foes) else 0
    return found


def _watched_by(fact: Fact, to: Builder) -> Iterator[Cells]:
    if fact.kind is FactKind.REVEALED:
        # To step into an area is to see it.
        for area in to.board.areas:
            if area.id in fact.subjects:
                yield area.cells & to.ground.walkable
    elif fact.cells & to.ground.walkable:
        yield fact.cells & to.ground.walkable
    if fact.cells and not fact.cells & ~to.ground.unstandable:
        yield from (cells for _, cells in to.ground.beside(fact.cells))


# -- who comes later -----------------------------------------------------------------------


def come_in(to: Builder) -> None:
    """The cells to begin on, and who begins there.

    Who comes later waits in a place off the board, from which a step leads onto it in time.
    """
    begun: dict[Cell, Members] = {}
    for entry in to.quest.entries:
        who = sum(to.ground.members[word] for word in entry.who)
        cells = entry.cells & to.ground.walkable
        if entry.round == 1:
            for cell in each_cell(cells):
                begun[cell] = begun.get(cell, 0) | who
        elif who and cells:
            _wait_outside(to, entry, who)
    to.begins[:0] = [Begin(to.place_of(cell), begun[cell], cell) for cell in sorted(begun)]


def _wait_outside(to: Builder, entry: Entry, who: Members) -> None:
    """A place to wait in until a round; nobody comes back to it."""
    number = len(to.places)
    to.places.append(Place(-1, 0))
    to.outside |= 1 << number
    later = from_round(entry.round, entry.origin, to)
    title = entry.title or "the edge of the board"
    cells = each_cell(entry.cells & to.ground.walkable)
    for place, free in dict.fromkeys((to.place_of(cell), to.free_of(cell)) for cell in cells):
        needs = every(later, free)
        link = Link(number, place, needs, title, entry.origin, who, is_one_way=True)
        to.links.append(link._replace(things=IMPOSSIBLE))
    to.begins += [Begin(number, who)] * len(entry.who)
