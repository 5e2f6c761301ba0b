"""Look for a line that does without some deeds of another one."""

from __future__ import annotations

from questwright.compiler.verdict.decide.model import Model
from questwright.compiler.verdict.decide.shorten import shortened
from questwright.compiler.verdict.rules.state import Act, CrowdedError
from questwright.compiler.verdict.task.need import IMPOSSIBLE
from questwright.compiler.verdict.task.task import DeedSort

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Final

    from questwright.compiler.verdict.decide.explore import Explorer, MoveLine, Turn
    from questwright.compiler.verdict.task.task import Task


_EASY: Final = (DeedSort.PICK_UP, DeedSort.OPEN)
"""What is done on the way."""


def direct(
    task: Task,
    line: MoveLine,
    explorer: Explorer,
    is_done: Callable[[Turn], bool],
    most: int,
) -> MoveLine:
    """The line, or a shorter one that never does what another line wins without.

    Nothing that it does can be left out, however else the party wins; as far as ``most`` states
    show that for all searches together.
    """
    known: set[int] = set()
    left = most
    while left > 0:
        deed = next((own for own in _deeds(task, line) if own not in known), None)
        if deed is None:
            break
        known.add(deed)
        other = _without(task, deed)
        model = Model(other)
        if model.can_win() is False:
            continue
        # Loaded here: most lines do nothing that is not needed.
        from questwright.compiler.verdict.decide.search import Search

        found = Search(model, min(left, most // 4)).run(wins_only=True)
        left -= found.states
        if found.win is None or found.is_vacuous:
            continue
        try:
            shorter = shortened(explorer, found.win, is_done)
        except CrowdedError:
            continue
        if _cost(task, shorter) < _cost(task, line):
            task, line = other, shorter
    return line


def _cost(task: Task, line: MoveLine) -> int:
    """How much there is to do: a fight, a search and the like are more than to go and take."""
    acts = (task.deeds[turn.move.deed] for turn in line.moves if isinstance(turn.move, Act))
    return len(line.moves) + sum(deed.sort not in _EASY for deed in acts)


def _deeds(task: Task, line: MoveLine) -> list[int]:
    """What the party does in a line, the last first."""
    acts = (turn.move.deed for turn in line.moves if isinstance(turn.move, Act))
    return [number for number in dict.fromkeys(acts) if not task.deeds[number].is_fate][::-1]


def _without(task: Task, number: int) -> Task:
    """The task in which nobody does a deed, nor any other by which the same comes about."""
    adds = task.deeds[number].adds
    deeds = (
        own._replace(needs=IMPOSSIBLE) if own.adds & adds or n == number else own
        for n, own in enumerate(task.deeds)
    )
    return task._replace(deeds=tuple(deeds))
