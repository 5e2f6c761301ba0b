"""The round since which a need is met, by the rounds since which facts and standing are so."""

from __future__ import annotations

from questwright.compiler.verdict.task.need import At, Carried, Has, Lacks, Never, folded

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Final, Protocol

    from questwright.compiler.verdict.task.need import Leaf, Need
else:
    Protocol = object

NEVER: Final = 1 << 60
"""The round in which comes about what never does."""


class Since(Protocol):
    """Since which round what is so."""

    def held(self, fact: int) -> int:
        """Since when a fact has held."""

    def carried(self, leaf: Carried) -> int:
        """Since when one of some members has carried an item."""

    def lacked(self, fact: int) -> int:
        """Since when a fact has not held."""

    def stood(self, at: At) -> int:
        """Since when as many have stood somewhere as it takes."""


def round_of(need: Need, since: Since) -> int:
    """The round since which a need is met; `NEVER` where it is not."""

    def of(leaf: Leaf) -> int:
        match leaf:
            case Has(fact):
                return since.held(fact)
            case Carried():
                return since.carried(leaf)
            case Lacks(fact):
                return since.lacked(fact)
            case At():
                return since.stood(leaf)
            case Never():
                return NEVER

    return folded(need, of, the_last)


def the_last(wanted: int, rounds: Iterable[int]) -> int:
    """The round in which as many are there as are wanted."""
    every = sorted(rounds)
    if wanted <= 0:
        return 1
    return every[wanted - 1] if wanted <= len(every) else NEVER
