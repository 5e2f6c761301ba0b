"""Finds the movers of a quest, and what each reaches in each of its states."""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler.geometry.going import facing_number
from questwright.compiler.geometry.openings import spawned_on
from questwright.compiler.geometry.terrain import Gait, cost_of, gait_of
from questwright.compiler.model.quest import EffectKind
from questwright.compiler.movers.model import NEVER, Mover, MoverState
from questwright.compiler.movers.rights import MovementTerms, Rights, rights_of, terms_of, width_of
from questwright.compiler.movers.walk import walk
from questwright.compiler.packs.system.system import Category, Move
from questwright.compiler.wording.unknown import unknown_position
from questwright.dsl.records import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from questwright.compiler.geometry.footing import Footing, Stands
    from questwright.compiler.grid.cells import Cell, Cells
    from questwright.compiler.model.quest import Quest
    from questwright.compiler.packs.system.system import Kind, Special, System


class _StartingPlace(NamedTuple):
    """A figure and the place where it begins or comes into play."""

    id: str
    kind: Kind
    specials: tuple[Special, ...]
    facing: str
    names: Cells
    """The cells on which the name cell of its base may be."""
    body: Cells
    """The cells that it covers there, if the quest fixes them; otherwise 0."""
    round: int = 1
    """The first round in which it may come there."""
    is_placed: bool = True
    """It is set up by the quest; False for a figure that an event brings."""


class _MoverKey(NamedTuple):
    """What figures that move alike have in common; equal keys make one mover."""

    rights: Rights
    states: tuple[tuple[Move, int, Gait], ...]
    """Each state with the move points of a turn in it."""
    closed: tuple[tuple[str, ...], ...]
    """For each state the words of the terrain on the board that they never enter."""
    costs: tuple[tuple[int | None, ...], ...]
    """For each state the cost of entering each patch of the board's terrain."""


def movers_of(
    quest: Quest, system: System, *, sides: Iterable[str] | None = None
) -> tuple[Mover, ...]:
    """The movers of some sides, or of all: the party first, then by side, those that come last."""
    wanted = None if sides is None else frozenset(sides)
    groups: dict[_MoverKey, list[_StartingPlace]] = {}
    known: dict[tuple[str, tuple[str, ...], str, Cells], _MoverKey] = {}
    for placement in _placements(quest, system):
        if wanted is not None and placement.kind.side not in wanted:
            continue
        # Figures too wide for some passages move alike only if they begin on the same cells.
        begin = placement.names if width_of(placement.specials) > 1 else 0
        words = tuple(special.word for special in placement.specials)
        key = (placement.kind.word, words, placement.facing, begin)
        if key not in known:
            known[key] = _mover_key(placement, quest, system)
        if known[key].states:
            groups.setdefault(known[key], []).append(placement)
    order = [system.party.word, *(side for side in system.sides if side != system.party.word)]
    found = [_mover(key, group, quest, system) for key, group in groups.items()]
    return tuple(sorted(found, key=lambda mover: (order.index(mover.side), mover.comes)))


# -- figures and where they begin -------------------------------------------------------


def _placements(quest: Quest, system: System) -> Iterator[_StartingPlace]:
    party = {kind.word: kind for kind in quest.party}
    for entry in quest.entries:
        for kind in (party[word] for word in entry.who):
            yield _StartingPlace(kind.word, kind, kind.specials, "", entry.cells, 0, entry.round)
    for thing in quest.things_of(Category.FIGURE):
        unknown = unknown_position(thing.id, quest)
        bodies = [thing.cells] if unknown is None else [way.cells for way in unknown.ways]
        names, body = _cells(body[:1] for body in bodies), _cells(bodies)
        specials = thing.exceptions
        yield _StartingPlace(thing.id, thing.kind, specials, thing.facing, names, body)
        for station in quest.stations(thing)[1:]:
            names = 1 << station.cells[0]
            yield _StartingPlace(
                thing.id, thing.kind, specials, station.facing, names, 0, is_placed=False
            )
    for effect in quest.every_effect():
        if effect.kind is EffectKind.SPAWN:
            kind = system.kinds[effect.target]
            if kind.category is Category.FIGURE:
                specials = (*kind.specials, *effect.specials)
                names = spawned_on(effect, quest.board)
                yield _StartingPlace(
                    kind.word, kind, specials, effect.facing, names, 0, is_placed=False
                )


def _cells(bodies: Iterable[tuple[Cell, ...]]) -> Cells:
    cells = 0
    for body in bodies:
        for cell in body:
            cells |= 1 << cell
    return cells


def _mover_key(place: _StartingPlace, quest: Quest, system: System) -> _MoverKey:
    rights = rights_of(place.kind, place.specials, (place.facing, place.names), quest, system)
    found = []
    for state in system.moves or (Move(system.move_value, ""),):
        gait = gait_of(place.kind, state)
        if gait is not None:
            found.append((state, gait.move // gait.shares[0], gait))
    patches = () if rights.over_terrain else quest.board.terrain
    costs = tuple(
        tuple(cost_of(patch.kind, place.kind, gait.on(patch.kind.word)[0]) for patch in patches)
        for _, _, gait in found
    )
    closed = []
    for each in costs:
        shut = (patch for patch, cost in zip(patches, each, strict=True) if cost is None)
        closed.append(tuple(dict.fromkeys(patch.kind.word for patch in shut)))
    return _MoverKey(rights, tuple(found), tuple(closed), costs)


# -- what they reach --------------------------------------------------------------------


def _mover(key: _MoverKey, group: list[_StartingPlace], quest: Quest, system: System) -> Mover:
    rights, kind = key.rights, group[0].kind
    body: Cells = 0
    for place in group:
        body |= place.body
    states: list[MoverState] = []
    sound: tuple[MovementTerms, Stands] | None = None
    for (state, move, gait), closed in zip(key.states, key.closed, strict=True):
        terms = terms_of(rights, kind, gait, body, quest, system)
        begins = _begins(group, terms.footing, quest)
        turns = [begins.get(1, tuple(0 for _ in terms.stops))]
        if not rights.stays:
            turns = walk(terms.footing, begins, gait.move, terms.stops, terms.leaps)
        kept = 0
        if sound is None:
            sound = terms, _union(turns)
        elif move and not rights.stays:
            more = sound[0].footing.ground.covered
            hurt = terms_of(rights, kind, gait, more, quest, system)
            kept = _kept(*sound, hurt)
        cells = _first_covered(terms.footing, turns)
        areas = tuple(_turn_of(area.cells, cells) for area in quest.board.areas)
        shut = tuple(system.terrains[word] for word in closed)
        states.append(MoverState(state, move, cells, areas, shut, kept))
    return Mover(
        rights.side,
        tuple({place.kind.word: place.kind for place in group}.values()),
        frozenset(place.id for place in group),
        rights.body.size,
        not any(place.is_placed for place in group),
        tuple(states),
    )


def _begins(group: list[_StartingPlace], footing: Footing, quest: Quest) -> dict[int, Stands]:
    """For each round the positions in which figures of a group come into play in it."""
    found: dict[int, list[Cells]] = {}
    for place in group:
        own = footing.body.shape(facing_number(quest.board, place.facing))
        each = found.setdefault(place.round, [0] * len(footing.stands))
        for shape, stands in enumerate(footing.stands):
            if not place.facing or shape == own:
                each[shape] |= stands & place.names
    return {late: tuple(each) for late, each in sorted(found.items())}


def _union(turns: list[Stands]) -> Stands:
    found = [0] * len(turns[0])
    for turn in turns:
        found = [known | there for known, there in zip(found, turn, strict=True)]
    return tuple(found)


def _first_covered(footing: Footing, turns: list[Stands]) -> tuple[Cells, ...]:
    """The cells that are covered for the first time in each turn."""
    found: list[Cells] = []
    known: Cells = 0
    for turn in turns:
        cells = footing.covered(turn)
        found.append(cells & ~known)
        known |= cells
    while found and not found[-1]:
        # In this turn it only took other positions on cells that it covered before.
        found.pop()
    return tuple(found)


def _turn_of(cells: Cells, turns: tuple[Cells, ...]) -> int:
    return next((turn for turn, there in enumerate(turns) if there & cells), NEVER)


# -- cells that a wounded figure cannot leave -------------------------------------------


def _kept(sound: MovementTerms, reached: Stands, hurt: MovementTerms) -> Cells:
    """The cells from which a wounded figure no longer gets to the largest part of the board.

    Cells that a healthy figure could not leave either are left out.
    """
    most = _most(hurt, reached)
    free = hurt.footing.flood(most, back=True, leaps=hurt.far)
    home = sound.footing.flood(most, back=True, leaps=sound.far)
    at_large = [there & free_ for there, free_ in zip(reached, free, strict=True)]
    kept = [there & back & ~free_ for there, back, free_ in zip(reached, home, free, strict=True)]
    return sound.footing.covered(kept) & ~sound.footing.covered(at_large)


def _most(terms: MovementTerms, reached: Stands) -> Stands:
    """The positions of the largest part of the board that a wounded figure can walk around in."""
    hurt = terms.footing
    enterable = hurt.ground.enterable
    left = [
        there & hurt.fitting(enterable, shape)
        for there, shape in zip(reached, hurt.body.shapes, strict=True)
    ]
    best: Stands = tuple(0 for _ in left)
    most = 0
    while any(left):
        first = next(number for number, there in enumerate(left) if there)
        seed = [0] * len(left)
        seed[first] = left[first] & -left[first]
        part = hurt.flood(seed, leaps=terms.far)
        size = hurt.covered(part).bit_count()
        if size > most:
            best, most = part, size
        left = [there & ~known for there, known in zip(left, part, strict=True)]
    return best
