"""Who gets where: for each sort of figure in play the cells it can come to, and how soon.

Figures that move alike are one *mover*. Its walk is exact, turn by turn: what is left of a move
at the end of a turn is lost, and ground that costs more than a whole move is closed. It is a bound
from below: whatever else is in the way, gates and figures, is taken to be out of it by then.
"""

from __future__ import annotations

from questwright.compiler.movers.model import Mover, MoverState
from questwright.compiler.movers.movers import movers_of, turn_limit

__all__ = ["Mover", "MoverState", "movers_of", "turn_limit"]
