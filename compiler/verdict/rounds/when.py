"""Since when a need is met, by the rounds since which facts and standing are so."""

from __future__ import annotations

from questwright.compiler.verdict.task.need import folded

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Final

    from questwright.compiler.verdict.task.need import Leaf, Need

NEVER: Final = 1 << 60
"""The round in which comes about what never does."""


def round_of(need: Need, since: Callable[[Leaf], int]) -> int:
    """The round since which a need is met, by that of each leaf; `NEVER` where it is not."""
    return folded(need, since, the_last)


def the_last(wanted: int, rounds: Iterable[int]) -> int:
    """The round in which as many are there as are wanted."""
    every = sorted(rounds)
    if wanted <= 0:
        return 1
    return every[wanted - 1] if wanted <= len(every) else NEVER
