"""What happens to gates alone: it comes even of a moment over a friend."""

from __future__ import annotations

from questwright.compiler.verdict.task.task import FactSort

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from questwright.compiler.verdict.task.need import Facts
    from questwright.compiler.verdict.task.task import Happening

OF_GATES: Final = (FactSort.OPEN, FactSort.PASSED, FactSort.UNLOCKED, FactSort.REVEALED)
"""What is so of gates, who has gone through, and what is seen through them."""


def is_for_gates(event: Happening, gates: Facts) -> bool:
    """Whether an event changes nothing but some facts, those of gates."""
    own = event.live | event.happened | gates
    return not (event.cells or (event.adds | event.removes) & ~own)
