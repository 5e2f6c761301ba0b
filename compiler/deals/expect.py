"""What a party meets on the way to the objective, over every deal: exact sums of what is drawn.

Takes what was counted of a deck, the party, and the decks of the game. Returns the same with a
spread for each figure: squares, turns, events, those whom events bring, and what they are worth.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache, lru_cache
from math import comb, lcm

from questwright.compiler.model.deals import Deals, Distribution, Expected, Exploring
from questwright.compiler.packs.system.moves import move_of, rolls_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Final

    from questwright.compiler.model.deals import Explored
    from questwright.compiler.model.sections import Section, SectionDeck, Square
    from questwright.compiler.packs.system.cards import Card
    from questwright.compiler.packs.system.system import Kind, System

Chances = Mapping[int, Fraction]
"""The chance of each number."""
_NOTHING: Final[Chances] = {0: Fraction(1)}
_KNOWN: Final = 64
"""So many decks are kept in mind: those of a book are much alike."""
_STEPS: Final = {"north": (-1, 0), "east": (0, 1), "south": (1, 0), "west": (0, -1)}


def with_expectations(
    deals: Deals, deck: SectionDeck, party: Sequence[Kind], system: System
) -> Deals:
    """Add to each way of exploring what it leads a party to; only of deals that are not lost."""
    expect = _Expectations(deals, deck, party, system)
    return deals._replace(
        ways={
            way: explored._replace(expected=expect.of(way, explored))
            if explored.found
            else explored
            for way, explored in deals.ways.items()
        }
    )


class _Expectations:
    """The figures of one deck, for each number of cards that are drawn of each class."""

    def __init__(
        self, deals: Deals, deck: SectionDeck, party: Sequence[Kind], system: System
    ) -> None:
        self._classes = deals.classes
        self._sections = {each.section.word: each.section for each in deck.cards}
        moves = [move_of(kind, system.move_value) for kind in party]
        most = [move.most for move in moves if move is not None]
        # Nobody goes ahead of the light; without one, whoever is the fastest is there first.
        self._move = (min if system.party.light is not None else max)(most, default=0)
        self._halts = bool(system.turns.halts)
        rules = deck.rules
        self._events, self._rewards = (
            system.decks[word].pile if word else () for word in (rules.events, rules.rewards)
        )
        self._foes = [_brought(card, lambda _: 1) for card in self._events]
        self._worth = [
            _added(_brought(card, _worth_of(system, rules.worth)), card.worth)
            for card in self._events
        ]

    def of(self, way: Exploring, explored: Explored) -> dict[Expected, Distribution]:
        """Return the spread of each figure that the game has anything for."""
        found: dict[Expected, Chances] = {}
        if way is Exploring.STRAIGHT:
            # Only here is each section walked through once.
            squares = self._summed(explored, squares_through)
            found[Expected.SQUARES] = squares
            if self._move:
                found[Expected.TURNS] = self._turns(explored, squares)
        if self._events:
            events = self._summed(explored, lambda section: int(section.sort.meets))
            found[Expected.EVENTS] = events
            found[Expected.FOES] = mixed(events, DrawnSums(self._foes).of)
            found[Expected.WORTH] = mixed(events, DrawnSums(self._worth).of)
            if self._rewards:
                given = DrawnSums([{card.rewards: Fraction(1)} for card in self._events])
                worths = DrawnSums([{card.worth: Fraction(1)} for card in self._rewards])
                found[Expected.REWARDS] = mixed(mixed(events, given.of), worths.of)
        return {
            what: Distribution(dict(sorted(chances.items()))) for what, chances in found.items()
        }

    def _turns(self, explored: Explored, squares: Chances) -> Chances:
        """Return how many turns it takes: where moves end at doorways, one in each section."""
        if self._halts:
            return self._summed(explored, lambda own: self._moves(squares_through(own)))
        found: defaultdict[int, Fraction] = defaultdict(Fraction)
        for number, chance in squares.items():
            found[self._moves(number)] += chance
        return found

    def _moves(self, squares: int) -> int:
        return max(1, -(-squares // self._move))

    def _summed(self, explored: Explored, figure: Callable[[Section], int]) -> Chances:
        """Return the chances of a figure, summed over the sections before the objective."""
        sums = [
            DrawnSums([{figure(self._sections[word]): Fraction(1)} for word in words])
            for words in self._classes
        ]
        whole = explored.chance
        found: defaultdict[int, Fraction] = defaultdict(Fraction)
        for laid, chance in explored.laid.items():
            total: Chances = _NOTHING
            for own, count in zip(sums, laid, strict=True):
                total = added(total, own.of(count))
            for number, likely in total.items():
                found[number] += likely * chance / whole
        return found


class DrawnSums:
    """The sum of what some cards count that are drawn from a deck, each in any order.

    A deck that is used up is shuffled anew.
    """

    def __init__(self, cards: Sequence[Chances]) -> None:
        """Take what each card of the deck counts: a number, or what is rolled."""
        self._drawn = _drawn(tuple([tuple(card.items()) for card in cards]))

    def of(self, drawn: int) -> Chances:
        """Return the chances of each sum of some cards."""
        size = len(self._drawn) - 1
        if drawn <= size or not size:
            return self._drawn[min(drawn, size)]
        return added(self._drawn[size], self.of(drawn - size))


@lru_cache(maxsize=_KNOWN)
def _drawn(cards: tuple[tuple[tuple[int, Fraction], ...], ...]) -> list[Chances]:
    """For each number of cards that are drawn the chances of each sum."""
    size = len(cards)
    # Counted in whole numbers, as shares of what all cards have in common: far quicker.
    parts = lcm(*(likely.denominator for card in cards for _, likely in card))
    weights: list[defaultdict[int, int]] = [defaultdict(int, {0: 1})]
    for card in cards:
        shares = [(number, int(likely * parts)) for number, likely in card]
        weights.append(defaultdict(int))
        for drawn in range(len(weights) - 1, 0, -1):
            for total, weight in weights[drawn - 1].items():
                for number, share in shares:
                    weights[drawn][total + number] += weight * share
    return [
        {total: Fraction(weight, comb(size, drawn) * parts**drawn) for total, weight in own.items()}
        for drawn, own in enumerate(weights)
    ]


def mixed(counts: Chances, each: Callable[[int], Chances]) -> Chances:
    """Return the chances of what follows from a number that is itself a chance."""
    following = {count: each(count) for count in counts}
    parts = lcm(*(chance.denominator for chance in counts.values()))
    finer = lcm(*(likely.denominator for own in following.values() for likely in own.values()))
    # Whole numbers of parts are summed in a tenth of the time that fractions take.
    found: defaultdict[int, int] = defaultdict(int)
    for count, chance in counts.items():
        share = chance.numerator * (parts // chance.denominator)
        for number, likely in following[count].items():
            found[number] += share * likely.numerator * (finer // likely.denominator)
    return {number: Fraction(weight, parts * finer) for number, weight in found.items()}


def added(first: Chances, second: Chances) -> Chances:
    """Return the chances of the sum of two numbers of which neither depends on the other."""
    if second == _NOTHING:
        return first
    return mixed(first, lambda number: {number + more: likely for more, likely in second.items()})


# -- what cards count -----------------------------------------------------------------------


def _brought(card: Card, each: Callable[[str], int]) -> Chances:
    """Return what those count whom a card brings."""
    total = _NOTHING
    for word, number in card.brings:
        count = each(word)
        rolled = rolls_of(number)
        every = sum(rolled.values())
        total = added(
            total, {times * count: Fraction(ways, every) for times, ways in rolled.items()}
        )
    return total


def _added(chances: Chances, more: int) -> Chances:
    return {number + more: chance for number, chance in chances.items()}


def _worth_of(system: System, value: str) -> Callable[[str], int]:
    def worth(word: str) -> int:
        found = system.kinds[word].values.get(value)
        return found.value if found is not None and type(found.value) is int else 0

    return worth


# -- the way through a section --------------------------------------------------------------


@cache
def squares_through(section: Section) -> int:
    """The fewest squares that are entered from its way in to one that lies at a doorway onward."""
    goals = {
        square
        for door in section.further
        for square in _of_door(door.side, door.square, door.width)
    }
    seen = dict.fromkeys(
        _of_door(section.way_in.side, section.way_in.square, section.way_in.width), 1
    )
    todo = deque(seen)
    while todo:
        at = todo.popleft()
        if at in goals:
            return seen[at]
        for square in _beside(section, at):
            if square not in seen:
                seen[square] = seen[at] + 1
                todo.append(square)
    return 0


def _of_door(side: str, square: Square, width: int) -> list[Square]:
    row, column = square
    is_across = side in ("north", "south")
    return [(row, column + at) if is_across else (row + at, column) for at in range(width)]


def _beside(section: Section, at: Square) -> Iterable[Square]:
    """The squares that are stepped to; diagonally only over ground that is open all around."""
    straight = [
        side
        for side, (down, across) in _STEPS.items()
        if (at, side) not in section.walls and _is_floor(section, (at[0] + down, at[1] + across))
    ]
    for side in straight:
        down, across = _STEPS[side]
        yield at[0] + down, at[1] + across
    for first in ("north", "south"):
        for second in ("east", "west"):
            if first in straight and second in straight:
                down, across = _STEPS[first][0], _STEPS[second][1]
                corner = at[0] + down, at[1] + across
                is_open = (
                    _is_floor(section, corner)
                    and ((at[0] + down, at[1]), second) not in section.walls
                    and ((at[0], at[1] + across), first) not in section.walls
                )
                if is_open:
                    yield corner


def _is_floor(section: Section, square: Square) -> bool:
    is_shut = square in section.rock or square in section.blocked
    return square in section.squares and not is_shut
