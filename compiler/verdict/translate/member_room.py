"""Which members go over which edges, as far as that depends on the room that they take."""

from __future__ import annotations

from questwright.compiler.geometry.special import stays, takes_room
from questwright.compiler.verdict.task.bits import union

TYPE_CHECKING = False
if TYPE_CHECKING:
    from questwright.compiler.grid.cells import Edge
    from questwright.compiler.model.quest import Quest
    from questwright.compiler.packs.system.system import Kind, System
    from questwright.compiler.verdict.task.need import Members


def nimble(quest: Quest) -> Members:
    """The members who go wherever a figure of one cell goes."""
    return sum(1 << number for number, kind in enumerate(quest.party) if not takes_room(kind))


def who_has_room(quest: Quest, system: System) -> dict[Edge, Members]:
    """For each edge over which not everybody goes: those who do."""
    everybody = (1 << len(quest.party)) - 1
    found: dict[Edge, Members] = {}
    for number, kind in enumerate(quest.party):
        for edge in _straits(kind, quest, system) if takes_room(kind) else ():
            found[edge] = found.get(edge, everybody) & ~(1 << number)
    return found


def _straits(kind: Kind, quest: Quest, system: System) -> frozenset[Edge]:
    # Loaded here: few parties have such a member.
    from questwright.compiler.movers.straits import straits

    entries = (entry.cells for entry in quest.entries if kind.word in entry.who)
    return straits(kind, union(entries), quest, system)


def why_no_room(edge: Edge, quest: Quest) -> str:
    """Why nobody of a party goes over an edge."""
    if all(stays(kind.specials) for kind in quest.party):
        return "nobody of the party ever moves"
    near, far = map(quest.board.name, edge)
    return f"nobody of the party has room to go from {near} to {far}"
