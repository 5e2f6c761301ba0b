"""Movers: for each sort of figure in play the cells it can reach, and in which turn.

Takes a Quest and its game. Figures that move alike are one *mover*. Its walk is exact turn by turn:
move points that are left at the end of a turn are lost, and ground that costs more than a whole
move is closed. The turn is a lower bound: gates and other figures are taken to be out of the way.
What spells open for members of the party, as crossings, is said here as well.
"""

from __future__ import annotations

from questwright.compiler.movers.model import Mover, MoverState
from questwright.compiler.movers.movers import movers_of

__all__ = ["Mover", "MoverState", "movers_of"]
