"""What dice do, exactly: fractions over every way that they can fall, and no simulation."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import islice
from math import comb, lcm, prod
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from questwright.compiler.packs.system.system import Card

_MOST = Fraction(9, 10)
"""What is said of most plays is said of nine in ten."""
_ATTEMPTS = 100
"""Attempts that are told one by one, where it takes more until most plays have done it."""


@cache
def hits_by_pairs(attacker: int, defender: int, armour: int, die: int) -> tuple[Fraction, ...]:
    """How likely an attack scores no hit, one, two … with so many dice of so many faces.

    The highest die of the attacker is held against the highest of the defender, the second against
    the second, and so on: each that shows more, and more than the armour, is a hit, and so is each
    that is left over [DSO-C21].
    """
    # Both sides lay their dice down from the highest face to the lowest. Of the attacker's that
    # show one face, those hit that lie further down the row than all of the defender's which show
    # as much: against them stands a lower die, or none.
    ways: Counter[tuple[int, int, int]] = Counter({(0, 0, 0): 1})
    for face in range(die, 0, -1):
        before, ways = ways, Counter()
        for (laid, met, hits), count in before.items():
            rest, others = attacker - laid, defender - met
            for more in range(rest + 1) if face > 1 else (rest,):
                for against in range(others + 1) if face > 1 else (others,):
                    free = laid + more - max(laid, met + against)
                    scored = max(0, free) if face > armour else 0
                    ways[laid + more, met + against, hits + scored] += (
                        count * comb(rest, more) * comb(others, against)
                    )
    falls = Counter[int]()
    for (_, _, hits), count in ways.items():
        falls[hits] += count
    every = die ** (attacker + defender)
    return tuple(Fraction(falls[hits], every) for hits in range(attacker + 1))


ROLLS: Mapping[str, Callable[[int, int, int, int], tuple[Fraction, ...]]] = {
    "pairs-high-to-high": hits_by_pairs
}
"""How attacks are rolled, by the names that packs ask for them by."""


def attempts(hits: Sequence[Fraction], needed: int, *, is_kept: bool) -> Iterator[Fraction]:
    """How likely the first attempt does it, then the second, and so on without an end.

    ``hits`` has how likely one attempt scores none, one, two …; where they are kept, those of
    several attempts add up to what is needed, and else one attempt has to score it all.
    """
    # Counted in whole numbers: fractions would be brought to their lowest terms at each step.
    falls = lcm(*(hit.denominator for hit in hits))
    weights = [int(hit * falls) for hit in hits]
    left, every = Counter({0: 1}), 1
    while True:
        every *= falls
        before, left = left, Counter()
        done = 0
        for scored, count in before.items():
            for more, weight in enumerate(weights):
                if scored + more >= needed:
                    done += count * weight
                else:
                    left[scored + more if is_kept else 0] += count * weight
        yield Fraction(done, every)


def most_of(chances: Iterable[Fraction]) -> tuple[Fraction, ...]:
    """Chances up to the one by which it has come off in most plays, or a hundred of them."""
    found: list[Fraction] = []
    for chance in islice(chances, _ATTEMPTS):
        found.append(chance)
        if sum(found) >= _MOST:
            break
    return tuple(found)


def mean_attempts(hits: Sequence[Fraction], needed: int, *, is_kept: bool) -> Fraction | None:
    """How many attempts it takes on average; None where no number of them does it."""
    if not is_kept:
        likely = sum(hits[needed:], Fraction(0))
        return 1 / likely if likely else None
    if not any(hits[1:]):
        return None
    means = [Fraction(0)]
    for left in range(1, needed + 1):
        later = sum(
            (hits[more] * means[left - more] for more in range(1, min(left, len(hits) - 1) + 1)),
            Fraction(0),
        )
        means.append((1 + later) / (1 - hits[0]))
    return means[needed]


def together(
    every: Sequence[Sequence[Fraction]], needed: int, *, is_kept: bool
) -> tuple[Fraction, ...]:
    """How likely no hit, one, two … are scored by several attempts, one after the other.

    Where hits are not kept, they have scored what is needed or nothing.
    """
    if not is_kept:
        fails = prod((1 - sum(hits[needed:], Fraction(0)) for hits in every), start=Fraction(1))
        return (fails, *(Fraction(0),) * (needed - 1), 1 - fails)
    scored = [Fraction(1)]
    for hits in every:
        before, scored = scored, [Fraction(0)] * (len(scored) + len(hits) - 1)
        for place, chance in enumerate(before):
            for more, likely in enumerate(hits):
                scored[place + more] += chance * likely
    return tuple(scored)


class Pile(NamedTuple):
    """A shuffled pile of cards, of which some may have been taken out unseen."""

    cards: Mapping[Card, int]
    """How many of each there were."""
    marked: frozenset[Card]
    """Those of which some were taken out, whichever they were."""
    removed: int
    """How many of them."""

    @property
    def size(self) -> int:
        """How many cards are left."""
        return sum(self.cards.values()) - self.removed

    def some(self, wanted: Iterable[Card], drawn: int) -> Fraction:
        """How likely at least one of some cards is among so many that are drawn."""
        counts = {card: self.cards[card] for card in wanted}
        marked = sum(self.cards[card] for card in self.marked)
        inside = sum(count for card, count in counts.items() if card in self.marked)
        every = sum(counts.values())
        found = sum(
            comb(inside, gone)
            * comb(marked - inside, self.removed - gone)
            * (1 - _none_of(every - gone, self.size, drawn))
            for gone in range(max(0, inside + self.removed - marked), min(inside, self.removed) + 1)
        )
        return Fraction(found) / comb(marked, self.removed)


def _none_of(wanted: int, cards: int, drawn: int) -> Fraction:
    """How likely none of the cards drawn is one of those that are wanted."""
    drawn = min(drawn, cards)
    return Fraction(comb(cards - wanted, drawn), comb(cards, drawn))
