"""Find out whether two members of the party can come beside each other, to hand something over."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from questwright.engine.ground import Arrival
    from questwright.engine.simulator import Simulator
    from questwright.engine.state import State


def can_meet(
    simulator: Simulator, state: State, at: Mapping[str, str], first: str, second: str
) -> bool:
    """Tell whether two members can walk beside each other without changing the state.

    ``at`` has the squares of all members; each of the two walks while the others stand still.
    """
    near = _reachable(simulator, state, at, first)
    far = _reachable(simulator, state, at, second)
    return bool(
        near & far
        or _beside(simulator, state, first, near) & far
        or _beside(simulator, state, second, far) & near
    )


def _beside(simulator: Simulator, state: State, who: str, cells: set[str]) -> set[str]:
    """Return the squares that one step, jump or crossing leads a member to."""
    jumps = simulator.ground.jumps
    walked = {arrival.cell for cell in cells for arrival in _arrivals(simulator, state, cell, who)}
    return walked | {arrival.cell for cell in cells for arrival in jumps(state, cell, who)}


def _arrivals(simulator: Simulator, state: State, cell: str, who: str) -> tuple[Arrival, ...]:
    """Return where a step, or a crossing that a member takes, leads from a square."""
    ground = simulator.ground
    return (*ground.steps(state, cell, who), *ground.crossings(state, cell, who))


def _reachable(simulator: Simulator, state: State, at: Mapping[str, str], who: str) -> set[str]:
    """Return the squares that a member can walk to without changing the state."""
    found = {at[who]}
    waiting = [at[who]]
    while waiting:
        for arrival in _arrivals(simulator, state, waiting.pop(), who):
            if arrival.cell in found:
                continue
            formation = simulator.evaluator.formation({**at, who: arrival.cell})
            revealed = simulator.with_revealed(state, arrival.areas)
            if simulator.after_events(revealed, formation) == state:
                found.add(arrival.cell)
                waiting.append(arrival.cell)
    return found
