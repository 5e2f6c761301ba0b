"""Boards that are dealt: every shuffle of a deck counted, and one of them laid.

Takes a SectionDeck. Returns what holds over all deals as fractions, or one dealt board. It never
goes through permutations, never samples, and never uses floating-point numbers.
"""

from __future__ import annotations

from questwright.compiler.deals.count import count_deals
from questwright.compiler.deals.deal import Dealt, DealtCard, deal_board
from questwright.compiler.deals.expect import with_expectations
from questwright.compiler.deals.shuffle import shuffled

__all__ = ["Dealt", "DealtCard", "count_deals", "deal_board", "shuffled", "with_expectations"]
