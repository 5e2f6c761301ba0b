"""On whom a line of play relies: members of the party without whom nothing would win.

Whoever is lost by bad luck may take with them what nobody else can do: to break a ward, to pass
where only they fit. That is asked of each member after each move of the line.
"""

from __future__ import annotations

from bisect import bisect_left
from functools import partial
from typing import TYPE_CHECKING

from questwright.compiler.verdict.decide.search import Search

if TYPE_CHECKING:
    from questwright.compiler.verdict.decide.explore import MoveLine
    from questwright.compiler.verdict.rules.state import State
    from questwright.compiler.verdict.task.task import Task


def relied_on(task: Task, line: MoveLine, most: int) -> tuple[tuple[int, int], ...]:
    """The members without whom the others cannot win, each with the number of moves until then.

    A member is needed as long as no line wins that begins where the line stands, without them.
    """
    states = [line.first, *(arrival.state for arrival in line.moves[:-1])]
    found = []
    for member in range(task.party):
        if not states[0].where[member]:
            continue
        wins = partial(_wins_without, member, task, most)
        # Whoever can be spared can be spared from then on.
        if moves := bisect_left(states, 1, key=wins):
            found.append((member, moves))
    return tuple(found)


def _wins_without(member: int, task: Task, most: int, state: State) -> bool:
    """Whether the others can win from a state; so it is taken to be where that takes too long."""
    left = [n for n, own in enumerate(state.where) if own and n != member]
    if not left:
        return False
    where = tuple(0 if n == member else own for n, own in enumerate(state.where))
    hold = [0 if n == member else own for n, own in enumerate(state.hold)]
    hold[left[0]] |= state.hold[member]
    start = state._replace(facts=state.facts | task.fallen[member], where=where, hold=tuple(hold))
    return Search(task, most, start).can_win() is not False
