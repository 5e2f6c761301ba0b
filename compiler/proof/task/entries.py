"""Where members may begin."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from questwright.compiler.grid.matching import maximum_matching
from questwright.compiler.proof.task.condition import EVERYBODY

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from questwright.compiler.grid.cells import Cells
    from questwright.compiler.model.quest import Entry
    from questwright.compiler.proof.task.condition import Places
    from questwright.compiler.proof.task.task import Problem


def begun_by(entries: Iterable[Entry], word: str) -> Cells:
    """The squares on which a member may begin in the first round."""
    found = 0
    for entry in entries:
        found |= entry.cells if entry.round == 1 and word in entry.who else 0
    return found


def assigned(problem: Problem, *, is_begun: bool = True) -> Iterator[tuple[Places, ...]]:
    """Each way to set up members who may not all begin everywhere: a place for each.

    Somebody is there in the first round, unless all may come later.
    """
    comers = problem.comers or (EVERYBODY,) * len(problem.starts)
    outside = sum(1 << n for n, place in enumerate(problem.places) if not place.cells)
    squares = list(enumerate(zip(problem.starts, comers, strict=True)))
    choices = [
        sorted({place for _, (place, comers) in squares if comers >> number & 1})
        for number in range(problem.party)
    ]
    for chosen in product(*choices):
        if is_begun and not any(place & ~outside for place in chosen):
            continue
        wishes = [
            [square for square, (at, comers) in squares if at == place and comers >> number & 1]
            for number, place in enumerate(chosen)
        ]
        if len(maximum_matching(wishes)) == len(chosen):
            yield chosen
