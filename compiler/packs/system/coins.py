"""Sums that can be counted out with the coins of a game."""

from __future__ import annotations

from math import gcd

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


def is_payable(amount: int, coins: Sequence[int]) -> bool:
    """Whether some coins add up to a sum."""
    if amount > max(coins) ** 2:
        return not amount % gcd(*coins)
    mask = (1 << amount + 1) - 1
    reached = 1
    for coin in coins:
        shift = coin
        while shift <= amount:
            reached |= reached << shift & mask
            shift *= 2
    return bool(reached >> amount & 1)


def nearest_sum(amount: int, coins: Sequence[int]) -> int:
    """The next sum from an amount on to which some coins add up."""
    return next(sum_ for sum_ in range(amount, amount + max(coins) + 1) if is_payable(sum_, coins))
