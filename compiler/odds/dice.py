"""Exact probabilities of dice and cards, as fractions over all outcomes; nothing is simulated."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import islice
from math import comb, lcm, prod

from questwright.dsl.records import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from questwright.compiler.packs.system.cards import Card

_MOST = Fraction(9, 10)
"""`leading_chances` stops once the chances add up to this."""
_ATTEMPTS = 100
"""The most chances that `leading_chances` returns."""


@cache
def hits_by_pairs(
    attacker: int, defender: int, armour: int, die: int | tuple[int, ...]
) -> tuple[Fraction, ...]:
    """The probabilities of each number of hits, from 0, that an attack scores.

    ``attacker`` and ``defender`` are numbers of dice, ``die`` is what the faces of each show, or
    how many there are if they show the numbers from 1 on. The attacker's highest die is compared
    with the defender's highest, the second with the second, and so on. A die of the attacker is a
    hit if it shows more than the armour and more than the die that it is compared with, or if it is
    compared with none [DSO-C21].
    """
    # Both sides lay their dice in a row from the highest face to the lowest. Of the attacker's dice
    # with a certain face, those are hits that lie further along the row than all dice of the
    # defender with this face or a higher one: they meet a lower die, or none.
    ways: Counter[tuple[int, int, int]] = Counter({(0, 0, 0): 1})
    shown = Counter(range(1, die + 1) if isinstance(die, int) else die)
    lowest = min(shown)
    for face in sorted(shown, reverse=True):
        before, ways = ways, Counter()
        for (laid, met, hits), count in before.items():
            rest, defending = attacker - laid, defender - met
            for more in range(rest + 1) if face > lowest else (rest,):
                for against in range(defending + 1) if face > lowest else (defending,):
                    free = laid + more - max(laid, met + against)
                    scored = max(0, free) if face > armour else 0
                    ways[laid + more, met + against, hits + scored] += (
                        count
                        * comb(rest, more)
                        * comb(defending, against)
                        * shown[face] ** (more + against)
                    )
    falls = Counter[int]()
    for (_, _, hits), count in ways.items():
        falls[hits] += count
    every = shown.total() ** (attacker + defender)
    return tuple(Fraction(falls[hits], every) for hits in range(attacker + 1))


@cache
def hits_less_saves(
    attacker: int, defender: int, hits: tuple[int, ...], saves: tuple[int, ...]
) -> tuple[Fraction, ...]:
    """The probabilities of each number of hits, from 0, that are left of an attack's.

    ``attacker`` and ``defender`` are numbers of dice. ``hits`` has for each face of the attacker's
    die how many hits it scores, ``saves`` for each of the defender's how many it takes away.
    """
    scored, saved = _sums(attacker, hits), _sums(defender, saves)
    left = Counter[int]()
    for more, ways in scored.items():
        for less, others in saved.items():
            left[max(0, more - less)] += ways * others
    every = left.total()
    return tuple(Fraction(left[number], every) for number in range(max(left) + 1))


@cache
def hits_by_wounds(
    rolls: int, least: int, more: int, faces: tuple[int, ...]
) -> tuple[Fraction, ...]:
    """The probabilities of each number of hits, from 0, that some rolls score together.

    Each roll of the ``least`` or more is followed by a second one, which scores what it shows and
    ``more``, which may be less than nothing; but nothing is the least that it scores [WHQ-C26].
    """
    scored = [max(0, face + more) for face in faces]
    good = Fraction(sum(face >= least for face in faces), len(faces))
    blow = [Fraction(0)] * (max(scored) + 1)
    blow[0] = 1 - good
    for hits in scored:
        blow[hits] += good / len(faces)
    return hits_together([blow] * rolls, 1, is_kept=True)


def capped(hits: Sequence[Fraction], most: int) -> tuple[Fraction, ...]:
    """The probabilities of each number of hits, where no more than ``most`` count; 0 for all."""
    if not 0 < most < len(hits):
        return tuple(hits)
    return (*hits[:most], sum(hits[most:], Fraction(0)))


def _sums(dice: int, counts: tuple[int, ...]) -> Counter[int]:
    """In how many ways some dice of the same faces together count how much."""
    sums = Counter({0: 1})
    for _ in range(dice):
        before, sums = sums, Counter()
        for sum_, ways in before.items():
            for count, faces in Counter(counts).items():
                sums[sum_ + count] += ways * faces
    return sums


def attempts(hits: Sequence[Fraction], needed: int, *, is_kept: bool) -> Iterator[Fraction]:
    """The probabilities that it succeeds at the first attempt, the second … without an end.

    ``hits`` are the probabilities that one attempt scores 0 hits, 1 hit, 2 hits … If hits are kept,
    those of several attempts add up to ``needed``; otherwise one attempt has to score them all.
    """
    # Integers are faster: fractions would be reduced at each step.
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


def leading_chances(chances: Iterable[Fraction]) -> tuple[Fraction, ...]:
    """The first of some chances, until they add up to nine tenths; at most a hundred."""
    found: list[Fraction] = []
    for chance in islice(chances, _ATTEMPTS):
        found.append(chance)
        if sum(found) >= _MOST:
            break
    return tuple(found)


def mean_attempts(hits: Sequence[Fraction], needed: int, *, is_kept: bool) -> Fraction | None:
    """The expected number of attempts; None if it can never succeed.

    The arguments are those of `attempts`.
    """
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


def hits_together(
    every: Sequence[Sequence[Fraction]], needed: int, *, is_kept: bool
) -> tuple[Fraction, ...]:
    """The probabilities of each number of hits, from 0, that several attempts score together.

    If hits are not kept, the attempts together have scored either ``needed`` hits or none.
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
    """A shuffled pile of cards from which some may have been removed unseen."""

    cards: Mapping[Card, int]
    """How many of each card there were."""
    marked: frozenset[Card]
    """The cards among which some were removed at random."""
    removed: int
    """How many of them were removed."""

    @property
    def size(self) -> int:
        """How many cards are left."""
        return sum(self.cards.values()) - self.removed

    def some(self, wanted: Iterable[Card], drawn: int) -> Fraction:
        """The probability that at least one of the wanted cards is among ``drawn`` cards."""
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
    """The probability that none of the drawn cards is a wanted one."""
    drawn = min(drawn, cards)
    return Fraction(comb(cards - wanted, drawn), comb(cards, drawn))
