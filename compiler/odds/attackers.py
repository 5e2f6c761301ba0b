"""Which members of the party can attack a figure together: each needs a cell beside it."""

from __future__ import annotations

from questwright.compiler.geometry.terrain import cost_of
from questwright.compiler.grid.cells import each_cell
from questwright.compiler.grid.matching import maximum_matching
from questwright.compiler.model.quest import EffectKind
from questwright.compiler.odds.best import strength_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from questwright.compiler.grid.cells import Cell, Cells
    from questwright.compiler.model.quest import Quest, Thing
    from questwright.compiler.packs.system.fights import Fights
    from questwright.compiler.packs.system.system import Kind, System, Terrain
    from questwright.compiler.packs.system.values import Plain


def attackers(thing: Thing, quest: Quest, system: System, within: Cells) -> tuple[Kind, ...]:
    """The members of the party who can attack a figure together with the greatest total strength.

    Each stands on a cell of its own beside the figure, within ``within``. If the game asks for it,
    the member must also be able to enter a neighbouring cell of the figure. Empty if the game has
    no rules for fights.
    """
    fights = system.fights
    if fights is None:
        return ()
    ground = _ground(quest, thing.mask | within)
    beside: list[tuple[Cell, tuple[Cell, ...]]] = []
    for cell in each_cell(room_beside(thing, quest) & within):
        targets = tuple(
            neighbour
            for neighbour in quest.board.beside(cell)
            if thing.mask >> neighbour & 1 and not quest.board.has_wall(cell, neighbour)
        )
        beside.append((cell, targets))
    order = sorted(
        (member for member in quest.party if strength_of(member, fights) > 0),
        key=lambda member: -strength_of(member, fights),
    )
    # The strongest come first: the matching lets whoever has a cell keep one.
    found = maximum_matching([_places(member, beside, ground, fights, system) for member in order])
    return tuple(order[number] for number in sorted(found))


def _places(
    member: Kind,
    beside: list[tuple[Cell, tuple[Cell, ...]]],
    ground: Mapping[Cell, Terrain],
    fights: Fights,
    system: System,
) -> list[Cell]:
    def enters(cell: Cell) -> bool:
        terrain = ground.get(cell)
        return terrain is None or cost_of(terrain, member, system.move_value) is not None

    return [
        cell
        for cell, targets in beside
        if enters(cell) and (not fights.enters or any(map(enters, targets)))
    ]


def room_beside(thing: Thing, quest: Quest) -> Cells:
    """The unblocked floor cells beside a figure with no wall between."""
    found = 0
    for cell in each_cell(thing.mask):
        for neighbour in quest.board.beside(cell):
            if not quest.board.has_wall(cell, neighbour):
                found |= 1 << neighbour
    return found & ~thing.mask & ~quest.blocked


def may_be_cornered(thing: Thing, quest: Quest) -> bool:
    """Whether a party may take all the room that a figure is driven back to, or something else."""
    if any(own.stays or _number(own.effect.get("amount")) > 1 for own in thing.exceptions):
        return True
    kinds = (EffectKind.BLOCK, EffectKind.CLOSE)
    if any(effect.kind in kinds for effect in quest.every_effect()):
        return True
    gates = 0
    for gate in quest.board.gates:
        for edge in gate.edges:
            gates |= 1 << edge.first | 1 << edge.second
    return (room_beside(thing, quest) & ~gates).bit_count() <= len(quest.party)


def _number(value: Plain) -> int:
    return value if type(value) is int else 0


def _ground(quest: Quest, cells: Cells) -> dict[Cell, Terrain]:
    return {
        cell: patch.kind for patch in quest.board.terrain for cell in each_cell(patch.cells & cells)
    }
