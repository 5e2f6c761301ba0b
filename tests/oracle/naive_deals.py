"""A second reading of the rules of decks, one shuffle at a time, from their text.

It shares no code with `compiler/deals`: it deals real cards from the bottom onto real piles, and
puts squares into a set.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import permutations

STEPS = {"north": (-1, 0), "east": (0, 1), "south": (1, 0), "west": (0, -1)}
CLOCKWISE = ["north", "east", "south", "west"]


def every_deal(deck):
    """Each order of cards that can be told apart, the objective among the lowest ones.

    With each comes how often it is dealt, where every card is told from every other.
    """

    def orders(stock, length):
        if not length:
            yield (), 1
            return
        for card, many in stock.items():
            if many:
                for rest, ways in orders({**stock, card: many - 1}, length - 1):
                    yield (card, *rest), many * ways

    for drawn, ways in orders({each.section: each.many for each in deck.cards}, deck.size - 1):
        for place in range(deck.top, deck.size):
            yield (*drawn[:place], deck.objective, *drawn[place:]), ways


def spin(square, rows, columns):
    """A square of a drawing once the drawing is turned to the right."""
    return square[1], rows - 1 - square[0]


def laid(section, heading, landing):
    """The squares of a section beyond a doorway, and the doorways that lead on from it."""
    squares, rows, columns = set(section.squares), section.rows, section.columns
    way_in = (section.way_in.side, section.way_in.square)
    doors = [(door.side, door.square) for door in section.further]
    opposite = CLOCKWISE[(CLOCKWISE.index(heading) + 2) % 4]
    while way_in[0] != opposite:
        squares = {spin(square, rows, columns) for square in squares}
        turned = [
            (CLOCKWISE[(CLOCKWISE.index(side) + 1) % 4], spin(square, rows, columns))
            for side, square in [way_in, *doors]
        ]
        way_in, doors = turned[0], turned[1:]
        rows, columns = columns, rows
    down, across = landing[0] - way_in[1][0], landing[1] - way_in[1][1]
    on = [
        (side, (row + down + STEPS[side][0], column + across + STEPS[side][1]))
        for side, (row, column) in doors
    ]
    return {(row + down, column + across) for row, column in squares}, on


def explored(deck, order, way, coins=()):
    """How many sections lie when the objective does (or nothing more can); whether it does.

    `coins` says for each junction in which order its ways are explored; where they run out, the
    number of the ways is raised as an error.
    """
    coins = list(coins)
    lie, count = set(), 0
    ways = [(list(order), [("north", (0, 0))])]
    while ways:
        cards, doors = ways.pop()
        if not cards or not doors:
            continue
        card = cards.pop(0)
        chosen = None
        for door in doors:
            squares, on = laid(card, *door)
            if deck.rules.overlap == "allow" or not squares & lie:
                chosen = door
                break
        if chosen is None:
            if card.sort.is_objective and way == "straight":
                return count, False
            ways.append((cards, doors))
            continue
        lie |= squares
        count += 1
        if card.sort.is_objective:
            return count, True
        rest = [door for door in doors if door != chosen]
        if card.sort.divides and len(on) > 1:
            piles = [[] for _ in on]
            at = 0
            while cards:
                piles[at % len(on)].insert(0, cards.pop())
                at += 1
            new = [(pile, [door]) for pile, door in zip(piles, on, strict=True)]
            holds = [any(each.sort.is_objective for each in pile) for pile, _ in new]
            if way == "straight":
                ways = [branch for branch, held in zip(new, holds, strict=True) if held]
            elif way == "last":
                first = [branch for branch, held in zip(new, holds, strict=True) if not held]
                goal = [branch for branch, held in zip(new, holds, strict=True) if held]
                ways += [*goal, *reversed(first)]
            else:
                if not coins:
                    raise Undecided(len(new))
                ways += [new[number] for number in coins.pop(0)]
        else:
            ways.append((cards, on + rest))
    return count, False


class Undecided(Exception):
    """A coin is to be thrown for a number of ways."""


def outcomes(deck, order, way, coins=()):
    """What exploring one deal comes to, with its chance."""
    try:
        return {explored(deck, order, way, coins): Fraction(1)}
    except Undecided as error:
        every = list(permutations(range(error.args[0])))
        found = Counter()
        for each in every:
            for end, chance in outcomes(deck, order, way, (*coins, each)).items():
                found[end] += chance / len(every)
        return found


def distribution(deck, way):
    """Chances by number of sections where the objective is reached, and where it is not."""
    total, found = 0, Counter()
    for order, many in every_deal(deck):
        total += many
        for end, chance in outcomes(deck, order, way).items():
            found[end] += many * chance
    reached = {count: chance / total for (count, is_found), chance in found.items() if is_found}
    missed = {count: chance / total for (count, is_found), chance in found.items() if not is_found}
    return reached, missed


def is_reached(deck, order):
    """Whether any choice of doorways leads straight to the objective in one deal."""

    def goes_on(cards, doors, lie):
        if not cards or not doors:
            return False
        card, rest = cards[0], cards[1:]
        fitting = []
        for door in doors:
            squares, on = laid(card, *door)
            if deck.rules.overlap == "allow" or not squares & lie:
                fitting.append((door, squares, on))
        if card.sort.is_objective:
            return bool(fitting)
        if not fitting:
            return goes_on(rest, doors, lie)
        for door, squares, on in fitting:
            others = [other for other in doors if other != door]
            if card.sort.divides and len(on) > 1:
                piles = [[] for _ in on]
                left = list(rest)
                at = 0
                while left:
                    piles[at % len(on)].insert(0, left.pop())
                    at += 1
                for pile, way in zip(piles, on, strict=True):
                    if any(each.sort.is_objective for each in pile) and goes_on(
                        pile, [way], lie | squares
                    ):
                        return True
            elif goes_on(rest, on + others, lie | squares):
                return True
        return False

    return goes_on(list(order), [("north", (0, 0))], frozenset())


def lost_whatever_is_chosen(deck):
    """The chance that no choice of doorways reaches the objective."""
    total, lost = 0, 0
    for order, many in every_deal(deck):
        total += many
        lost += 0 if is_reached(deck, order) else many
    return Fraction(lost, total)
