"""How the members of a party move, in halves of a point."""

from __future__ import annotations

from questwright.compiler.verdict.rounds.changes import HALF
from questwright.dsl.records import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from questwright.compiler.grid.cells import Cell
    from questwright.compiler.odds.hits import Boost


class MemberPace(NamedTuple):
    """How a member of the party moves."""

    member: int
    move: int
    """The halves of a point that it moves in a round."""
    ahead: int
    """The halves of a point that it may move more, once."""
    begins: tuple[tuple[Cell, int], ...]
    first: int
    """The round in which it comes into play."""

    def round(self, moved: int) -> int:
        """The round in which it stands where it has come to by so much of a move."""
        return max(self.first, -(-moved // self.move))

    def halted(self, moved: int) -> int:
        """What it has moved when it may go on, where it has to stop; beginning is no stopping."""
        is_sure = not self.ahead and moved % self.move > 1
        return -(-moved // self.move) * self.move if is_sure else moved

    def waited(self, moved: int, late: int) -> int:
        """What it has moved when a round has begun; waiting counts as moving."""
        return max(moved, (late - 1) * self.move - self.ahead) if late > 1 else moved


def movers_of(
    moves: Sequence[int],
    boosted: Sequence[Boost],
    ahead: int,
    begun: Sequence[tuple[tuple[Cell, int], ...]],
) -> Iterator[MemberPace]:
    """The pace of each member, with what gear and cards give it and so many points ``ahead``."""
    for number, (move, boost, begins) in enumerate(zip(moves, boosted, begun, strict=True)):
        first = min((late for _, late in begins), default=1)
        each, once = (move + boost.each) * HALF, (boost.once + ahead) * HALF
        yield MemberPace(number, each, once, begins, first)
