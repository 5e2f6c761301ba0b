"""Since when a need is met, by the rounds or moments since which facts and standing are so."""

from __future__ import annotations

from questwright.compiler.verdict.task.need import At, Carried, Has, Lacks, Never, folded

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Final, Protocol, TypeVar

    from questwright.compiler.verdict.task.need import Leaf, Need

    _When = TypeVar("_When")
    _When_co = TypeVar("_When_co", covariant=True)

    class Since(Protocol[_When_co]):
        """Since when what is so."""

        def held(self, fact: int) -> _When_co:
            """Since when a fact has held."""

        def carried(self, leaf: Carried) -> _When_co:
            """Since when one of some members has carried an item."""

        def lacked(self, fact: int) -> _When_co:
            """Since when a fact has not held."""

        def stood(self, at: At) -> _When_co:
            """Since when as many have stood somewhere as it takes."""


NEVER: Final = 1 << 60
"""The round in which comes about what never does."""


def round_of(need: Need, since: Since[int]) -> int:
    """The round since which a need is met; `NEVER` where it is not."""
    return since_when(need, since, the_last, NEVER)


def since_when(
    need: Need,
    since: Since[_When],
    least: Callable[[int, Sequence[_When]], _When],
    never: _When,
) -> _When:
    """Since when a need is met; never where it is not. ``least``: at least so many of some are."""

    def of(leaf: Leaf) -> _When:
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
                return never

    return folded(need, of, least)


def the_last(wanted: int, rounds: Iterable[int]) -> int:
    """The round in which as many are there as are wanted."""
    every = sorted(rounds)
    if wanted <= 0:
        return 1
    return every[wanted - 1] if wanted <= len(every) else NEVER
