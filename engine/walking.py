"""Work out where the steps of members lead: walks, jumps and crossings, square by square.

Takes a step of a line and a moment. Returns the moments that may follow, or why it is not allowed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.engine.conditions import PredicateKind, leaves
from questwright.engine.deeds import StepKind
from questwright.engine.over_friends import passing
from questwright.engine.simulator import Outcome
from questwright.engine.state import FactSort

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Final

    from questwright.engine.crossings import Vessel
    from questwright.engine.deeds import Step
    from questwright.engine.simulator import Simulator
    from questwright.engine.state import Moment

OVER: Final = "the quest is over before that"
ELSEWHERE: Final = "the member steps clear to another square"


class Walking:
    """Where members stand in a moment, and where their steps lead.

    ``vessels`` says where the vessels lie, by the ids of crossings; whoever follows the line keeps
    it up to date.
    """

    def __init__(self, simulator: Simulator, vessels: Mapping[str, Vessel]) -> None:
        self._simulator = simulator
        self._members = simulator.evaluator.members
        self._vessels = vessels
        self._set_out: dict[str, str] = {}
        """Where each member stood last that is on the square of another, or was."""
        self.shared = {
            cell
            for victory in simulator.script.victories
            for leaf in leaves(victory.condition)
            if leaf.kind is PredicateKind.LEAVES
            for cell in leaf.cells
        }
        """The squares by which members leave the board, one after the other."""

    def cell(self, moment: Moment, who: str) -> str:
        """Return the square of a member; empty off the board."""
        number = self._members.get(who, -1)
        return moment.at[number] if number >= 0 else ""

    def moved(self, moment: Moment, who: str, cell: str) -> Moment:
        """Return a moment in which a member stands on another square."""
        at = list(moment.at)
        at[self._members[who]] = cell
        return moment._replace(at=tuple(at))

    def is_open(self, moment: Moment, who: str) -> bool:
        """Tell whether play goes on, with a member on its way."""
        return self._is_passing(moment, who) or self._simulator.outcome(moment) is Outcome.OPEN

    def walk(self, step: Step, moment: Moment) -> list[Moment] | str:
        """Return what a walk, a jump or a crossing leads to, or why it is not allowed."""
        moments, path, who = [moment], step.path, step.who
        if who in moment.stepped and step.kind is StepKind.WALK and path:
            # It has stepped clear already: the line says where to.
            if path[0] == self.cell(moment, who):
                moments = [moment._replace(stepped=moment.stepped - {who})]
                path = path[1:]
            else:
                return ELSEWHERE
        for cell in path:
            why = ""
            after: dict[Moment, None] = {}
            for now in moments:
                then = self._stepped(step, now, cell)
                if isinstance(then, str):
                    why = why or then
                else:
                    after.update(dict.fromkeys(then))
            if not after:
                return why or "what follows from it never ends"
            moments = list(after)
        return moments

    def _stepped(self, step: Step, moment: Moment, cell: str) -> list[Moment] | str:
        """Return what one step to a square leads to, or why it is not allowed."""
        simulator, who, here = self._simulator, step.who, self.cell(moment, step.who)
        if not self.is_open(moment, who):
            return OVER
        if not here:
            return f"{who} is not on the board"
        known = self._carrying(step, moment, here, cell)
        if known is None:
            does = {StepKind.JUMP: "jump", StepKind.CROSS: "cross"}.get(step.kind, "step")
            return f"nobody can {does} from {here} to {cell}"
        moment = known
        if hindered := self._in_the_way(moment, who, cell):
            return hindered
        crossing = simulator.quest.board.crossings.get(step.target)
        if crossing is not None:
            vessel = self._vessels.get(crossing.id)
            if vessel is not None and vessel.rowed(crossing, here, cell) is None:
                return f"`{crossing.id}` does not lie at {here}"
            if crossing.is_once:
                state = moment.state.minus(FactSort.LAUNCHED, crossing.id)
                moment = moment._replace(state=state)
        if not self._is_passing(moment, who):
            self._set_out[who] = here
        if crossing is not None and crossing.id in self._vessels:
            # Whoever is aboard sets out anew from where it lands.
            self._set_out[who] = cell
        moved = self.moved(moment, who, cell)
        over = (
            passing(simulator, moved, self._members[who]) if self._is_passing(moved, who) else moved
        )
        if over is None:
            return f"another member stands on {cell}, and something would come of stepping there"
        # What comes of a gate that falls shut behind comes when the move has come to an end.
        if step.kind is StepKind.WALK:
            over = over._replace(state=simulator.ground.passed(over.state, here, cell))
        return [over] if self._is_passing(moved, who) else simulator.settled(over)

    def _in_the_way(self, moment: Moment, who: str, cell: str) -> str:
        """Return which others are in the way of a step, where friends are; else nothing."""
        ground, here = self._simulator.ground, self.cell(moment, who)
        if self._is_passing(moment, who) and cell == self._set_out.get(who):
            return f"{who} has set out from {cell}"
        taken = frozenset(moment.at) - {here, *self.shared}
        if ground.quest.board.friends_block and cell in taken:
            return f"another member stands on {cell}"
        if ground.is_cornered(moment.state, here, cell, who, taken):
            return f"others stand on each way round the corner from {here} to {cell}"
        return ""

    def _is_passing(self, moment: Moment, who: str) -> bool:
        """Tell whether a member is on the square of another."""
        cell = self.cell(moment, who)
        return bool(cell) and cell not in self.shared and moment.at.count(cell) > 1

    def _carrying(self, step: Step, moment: Moment, here: str, cell: str) -> Moment | None:
        """Return the moment in which a member carries what a step takes; None where it has not."""
        sure = moment.held(step.who, is_sure=True)
        if cell in self._onward(step, moment, here, sure):
            return moment
        entered = self._simulator.quest.board.entered_with.values()
        useful = {item for with_it in entered for item in with_it.items}
        maybe = sorted((moment.held(step.who) - sure) & useful)
        for items in (*((item,) for item in maybe), tuple(maybe)):
            if cell in self._onward(step, moment, here, sure.union(items)):
                for item in items:
                    moment = moment.carrying(item, step.who)
                return moment
        return None

    def _onward(
        self, step: Step, moment: Moment, here: str, held: frozenset[str]
    ) -> tuple[str, ...]:
        """Return the squares that a step of its kind leads to, of who carries some items."""
        ground = self._simulator.ground
        match step.kind:
            case StepKind.JUMP:
                return ground.jumps(moment.state, here, step.who)
            case StepKind.CROSS:
                return ground.crossings(moment.state, here, step.who, step.target, held)
            case _:
                return ground.steps(moment.state, here, step.who, held)
