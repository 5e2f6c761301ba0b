"""Follow a line in which the party moves as one piece.

The line does not say where the party walks. So all positions are followed that may be the current
one, and a step is allowed if it can be taken from some of them.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Final

from questwright.engine.conditions import leaves
from questwright.engine.deeds import StepKind, deed_of
from questwright.engine.replayed import Replayed
from questwright.engine.simulator import Outcome, Simulator
from questwright.engine.state import FactSort, State

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from questwright.engine.deeds import Deed, Step

STATES: Final = 5_000
"""How many states are followed after one step."""

Position = tuple[State, str]
"""A state, and the square that the party stands on."""
Positions = dict[State, set[str]]
"""The positions that may be the current one: by state, the squares of the party."""


class PartyReplay:
    """Follows a line of play in which the party moves as one piece."""

    def __init__(self, simulator: Simulator) -> None:
        self._simulator = simulator
        self.is_cut = False
        """Whether more positions are possible than were followed."""
        self._spreading = [
            event
            for event in simulator.events
            if sum(leaf.is_standing for leaf in leaves(event.condition)) > 1
        ]

    def begin(self) -> Positions:
        """Return the positions before the first step; none where the party begins in parts."""
        quest = self._simulator.quest
        first = self._simulator.begin()
        parts = self._simulator.ground.parts(first, quest.board.cells.keys())
        begun = [[cell for cell in quest.starts if cell in part] for part in parts]
        left = len(self._simulator.evaluator.remaining(first))
        together = [cells for cells in begun if len(cells) >= left]
        return self._walk(self._after_events((first, cell) for cells in together for cell in cells))

    def ended(self, positions: Positions) -> Replayed:
        """Return the result of a line after its last step."""
        winning = self._winning(positions)
        lost = all(
            self._simulator.outcome(*position) is Outcome.LOST for position in _listed(positions)
        )
        stuck = any(position not in winning for position in _listed(positions))
        return Replayed(
            accepted=True, refused_at=None, reason="", won=bool(winning), lost=lost, stuck=stuck
        )

    def _winning(self, positions: Positions) -> set[Position]:
        """Return the positions in which the party has won, or from which it need only walk."""
        found = {
            position
            for position in _listed(positions)
            if self._simulator.outcome(*position) is Outcome.WON
        }
        before: dict[Position, list[Position]] = {}
        for state, cells in self._undecided(positions).items():
            found.update((state, cell) for cell in self._winning_apart(state, cells))
            for cell in cells:
                for after in self._simulator.successors(state, cell):
                    before.setdefault(after, []).append((state, cell))
        waiting = list(found)
        while waiting:
            new = set(before.get(waiting.pop(), ())) - found
            found |= new
            waiting += new
        return found

    def after(self, step: Step, positions: Positions) -> Positions | str:
        """Return the positions after a step and the events that follow, or why it is refused."""
        if step.kind is StepKind.EVENT:
            return self._report_event(step, positions)
        if step.kind is StepKind.ENTER:
            return self._enter(step, positions)
        undecided = self._undecided(positions)
        if not undecided:
            return self._over(positions)
        return (
            self._wait(step, undecided) if step.kind is StepKind.WAIT else self._do(step, undecided)
        )

    def _over(self, positions: Positions) -> str:
        is_won = any(
            self._simulator.outcome(*position) is Outcome.WON for position in _listed(positions)
        )
        return "the quest is won before that" if is_won else "the quest is lost before that"

    # -- steps --------------------------------------------------------------------------------

    def _report_event(self, step: Step, positions: Positions) -> Positions | str:
        """Keep the positions in which an event, or the victory of another side, has happened."""
        simulator = self._simulator
        if not step.target:
            lost = [
                position
                for position in _listed(positions)
                if simulator.outcome(*position) is Outcome.LOST
            ]
            return _by_state(lost) or "no other side has won"
        event = next((event for event in simulator.events if event.id == step.target), None)
        if event is None:
            return f"there is no event `{step.target}`"
        happened = [
            (state.minus(FactSort.UNMENTIONED, step.target), cell)
            for state, cell in _listed(positions)
            if state.has(FactSort.UNMENTIONED, step.target)
        ]
        # A repeated event may happen again while the party walks to and fro.
        found = self._walk(happened) if event.is_repeated else _by_state(happened)
        return found or "that does not happen"

    def _enter(self, step: Step, positions: Positions) -> Positions | str:
        """Keep the positions in an area; walking there has been followed before this step."""
        area = self._simulator.quest.board.areas.get(step.target)
        if area is None:
            return f"there is no area `{step.target}`"
        inside = [(state, cell) for state, cell in _listed(positions) if cell in area.cells]
        return self._walk(inside) or f"the party cannot reach {area.title}"

    def _wait(self, step: Step, positions: Positions) -> Positions | str:
        """Let rounds pass; walk anew in each round in which a condition may change."""
        if step.round < 1:
            return "the step does not say which round it waits for"
        for number in sorted({*self._simulator.rounds, step.round}):
            undecided = self._undecided(positions)
            if number <= step.round and not undecided:
                return self._over(positions)
            if number <= step.round:
                later = (
                    (State(state.facts, max(state.round, number)), cell)
                    for state, cell in _listed(undecided)
                )
                positions = self._walk(self._after_events(later))
        return positions

    def _do(self, step: Step, positions: Positions) -> Positions | str:
        """Do a deed in every position that allows it."""
        after: list[Position] = []
        reasons = []
        for state, cells in positions.items():
            deed = deed_of(self._simulator, step, state)
            if isinstance(deed, str):
                reasons.append(deed)
                continue
            places = deed.cells & cells
            allowed = self._allowed(deed, state, cells)
            after += [(deed.state, cell) for cell in sorted(allowed)]
            if not deed.cells:
                reasons.insert(0, "nobody can stand on a square to do that from")
            elif not places:
                squares = " or ".join(sorted(deed.cells)[:3])
                reasons.insert(
                    0, f"the party cannot reach a square to do that from, such as {squares}"
                )
            elif not allowed:
                reasons.insert(0, "it is not allowed yet")
        return self._walk(self._after_events(after)) if after else reasons[0]

    def _allowed(self, deed: Deed, state: State, cells: set[str]) -> frozenset[str]:
        """Return the squares to do a deed from while the party meets its condition.

        The party stands together there, or spreads over several squares.
        """
        places, condition = deed.cells & cells, deed.condition
        if condition is None:
            return places
        simulator = self._simulator
        together = frozenset(
            cell
            for cell in places
            if simulator.evaluator.holds(condition, state, simulator.evaluator.together(cell))
        )
        apart = (
            simulator.cells_of_formations(condition, state, cells, places)
            if places
            else frozenset()
        )
        return together | apart & places

    # -- walking ------------------------------------------------------------------------------

    def _walk(self, begun: Iterable[Position]) -> Positions:
        """Return all positions that the party reaches by walking from some positions."""
        found: Positions = {}
        waiting = deque(begun)
        while waiting and len(found) <= STATES:
            while waiting and len(found) <= STATES:
                state, cell = waiting.popleft()
                if cell in found.get(state, ()):
                    continue
                found.setdefault(state, set()).add(cell)
                if self._simulator.outcome(state, cell) is Outcome.OPEN:
                    waiting.extend(
                        (after, name)
                        for after, name in self._simulator.successors(state, cell)
                        if name not in found.get(after, ())
                    )
            waiting = deque(
                position
                for position in self._parting(found)
                if position[1] not in found.get(position[0], ())
            )
        self.is_cut |= len(found) > STATES
        return found

    def _parting(self, positions: Positions) -> Iterator[Position]:
        """Yield the positions after events that ask for members at several places at once."""
        simulator = self._simulator
        for event in self._spreading:
            for state, cells in self._undecided(positions).items():
                if simulator.can_happen(event, state):
                    apart = simulator.cells_of_formations(event.condition, state, cells)
                    after = simulator.apply_event(event, state)
                    yield from self._after_events((after, cell) for cell in sorted(apart))

    def _after_events(self, begun: Iterable[Position]) -> Iterator[Position]:
        """Yield positions after the events that are due; leave out those where these never end."""
        for state, cell in begun:
            after = self._simulator.settle(state, cell)
            if after is not None:
                yield after, cell

    def _undecided(self, positions: Positions) -> Positions:
        """Return the positions in which no side has won."""
        return _by_state(
            position
            for position in _listed(positions)
            if self._simulator.outcome(*position) is Outcome.OPEN
        )

    def _winning_apart(self, state: State, cells: set[str]) -> Iterator[str]:
        """Yield the squares from which the party wins by spreading over several places."""
        script = self._simulator.script
        for victory in script.victories:
            if victory.side == script.party:
                yield from self._simulator.cells_of_formations(victory.condition, state, cells)


def _listed(positions: Positions) -> Iterator[Position]:
    for state, cells in positions.items():
        for cell in sorted(cells):
            yield state, cell


def _by_state(listed: Iterable[Position]) -> Positions:
    found: Positions = {}
    for state, cell in listed:
        found.setdefault(state, set()).add(cell)
    return found
