"""Where each member of the party can go, whatever happens in play: walls, rough ground, crossings.

Takes a quest and its script. Returns squares by name.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from questwright.engine.document import QuestDocument
    from questwright.engine.script import Script


class Abilities:
    """The gates, the ground and the edges that each member of the party passes."""

    def __init__(
        self, quest: QuestDocument, script: Script, walled: Collection[tuple[str, str]]
    ) -> None:
        """``walled`` are the edges through which those come whom no wall stops."""
        gates = quest.board.gates.values()
        self.barred = {
            member: frozenset(gate.id for gate in gates if gate.only and member not in gate.only)
            for member in quest.members
        }
        """For each member of the party, the gates that it cannot pass."""
        costs = quest.board.costs
        self._rough = {
            member: frozenset(cell for cell in costs if costs[cell].get(member, 1) is None)
            for member in quest.members
        }
        """For each member of the party, the cells that it never enters."""
        self.jumps = {member: frozenset(_jumps(quest, member)) for member in quest.members}
        """For each member of the party, its jumps: from a square to a lower one."""
        kinds = script.kinds
        through = {word for word, kind in kinds.items() if "wall" in kind.passes}
        self.climbs = {
            member: _climbs(quest, member, walled if member in through else ())
            for member in quest.members
        }
        """For each member of the party, the squares that it climbs to or comes to through a wall,
        by the square it leaves."""
        crossings = quest.board.crossings.values()
        self.crossers = {
            member: frozenset(
                crossing.id
                for crossing in crossings
                if crossing.takes(member, quest.move_of(member))
            )
            for member in (quest.members if crossings else ())
        }
        """For each member of the party, the ids of the crossings that it can take."""
        self._entered_with = quest.board.entered_with

    def shut_to(self, who: str, held: frozenset[str]) -> frozenset[str]:
        """Return the cells that a member who carries some items never enters."""
        entered = self._entered_with
        if not entered:
            return self._rough[who]
        open_with = frozenset(
            cell for cell, with_it in entered.items() if with_it.who and with_it.lets(who, held)
        )
        return self._rough[who] - open_with

    def keeps(self, cell: str, who: str, item: str, held: frozenset[str]) -> bool:
        """Tell whether a member needs an item of some to be on a square, and hands it to nobody."""
        entered = self._entered_with.get(cell)
        return (
            entered is not None and item in entered.items and not entered.lets(who, held - {item})
        )


def _climbs(
    quest: QuestDocument, who: str, walled: Iterable[tuple[str, str]]
) -> dict[str, frozenset[str]]:
    """Return by square the squares that a member climbs to, between ground that is kept apart.

    And those beyond the edges with a wall through which it goes.
    """
    found: dict[str, frozenset[str]] = {}
    climbs = quest.board.heights.climbs.items()
    for side in (*(side for side, members in climbs if who in members), *walled):
        for near, far in (side, side[::-1]):
            found[near] = found.get(near, frozenset()) | {far}
    return found


def _jumps(quest: QuestDocument, who: str) -> Iterator[tuple[str, str]]:
    """Yield the jumps of a member, upper square first: those that its whole move pays for."""
    heights = quest.board.heights
    if who not in heights.jumpers:
        return
    move = quest.move_of(who)
    for (above, below), climb in heights.falls.items():
        cost = quest.board.costs.get(below, {}).get(who, 1)
        if cost is not None and (move is None or cost + climb <= move):
            yield above, below
