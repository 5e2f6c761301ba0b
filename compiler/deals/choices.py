"""Count the deals that are lost whatever doorways a party chooses.

Takes a SectionDeck of which sections have several doorways that lead on, and lie over no other. A
party goes straight towards the objective, and lays each card at any of its doorways where it fits;
it is put aside where it fits at none. A deal is lost if no choice reaches the objective.

One choice is followed first; where it loses, the others are, one after the other, with the cards
that have been turned over by then. Shuffles that have led to the same layouts, with the same other
choices left, are counted together. Where a junction fits in one layout and not in another, their
piles differ; so cards go by their places in the deck, and a card is turned over when the first of
the layouts comes to its place.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Final

from questwright.compiler.deadline import time_left
from questwright.compiler.deals.layout import ENTRANCE, Exit, Layout, Plane
from questwright.compiler.deals.open_ground import OpenGround, is_open
from questwright.compiler.deals.piles import divide_cards
from questwright.compiler.model.deals import Missed
from questwright.dsl.records import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from questwright.compiler.deals.classes import CardClass
    from questwright.compiler.model.sections import SectionDeck

LAYOUTS: Final = 16_000
"""Layouts that are looked at before the count gives up."""


class LostDeals(NamedTuple):
    """The deals that no choice of doorways wins."""

    missed: Mapping[Missed, Fraction]
    """The chance of each reason."""
    shown: tuple[Mapping[int, int], int, Missed] | None
    """Of one of them the class of each card that was turned over, by its place in the deck from 0
    on; the place of the objective; and why it is lost. None where none is."""


class _Laying(NamedTuple):
    """What one choice of doorways has led to."""

    layout: Layout
    exits: tuple[Exit, ...]
    pile: tuple[int, ...]
    """The places of the cards that are left, from the top."""


_Seen = tuple[Layout, tuple[Exit, ...]]
"""What lies, and its open doorways, as it is seen from one of them."""


class _ChoiceState(NamedTuple):
    """Where a choice has come to in some shuffles; places are numbered anew in it."""

    left: tuple[int, ...]
    """Cards of each class that have not been turned over."""
    known: tuple[tuple[int, int], ...]
    """The places of cards that have been turned over and still matter, with their classes."""
    goal: int
    """The place of the objective."""
    laying: _Laying
    """The choice that is followed: the card at its first place has not been turned over."""
    others: frozenset[_Laying]
    """Those that are still to be followed if this one loses."""
    has_met: bool
    """Some choice has come to the objective, and found no room for it."""


class _Trail(NamedTuple):
    """One shuffle that leads to a state."""

    goal: int
    places: tuple[int, ...]
    """The places in the whole deck, by those of the state."""
    turned: tuple[tuple[int, int], ...]
    """The cards that were turned over: place in the whole deck, and class."""


_Chances = tuple[Fraction, Fraction]
"""How likely it is that a deal is lost, because it is closed and because there is no room."""
_NEVER: Final[_Chances] = Fraction(0), Fraction(0)


class _TooManyError(Exception):
    """More layouts would be looked at than the limit allows."""


class ChoiceCounter:
    """Counts the deals of one deck that are lost whatever is chosen."""

    def __init__(self, deck: SectionDeck, classes: Sequence[CardClass], plane: Plane) -> None:
        """Take the classes of a deck's cards, and a plane with them and the objective behind."""
        self._deck = deck
        self._classes = classes
        self._plane = plane
        self._open = OpenGround(classes, deck.objective)
        self._chances: dict[_ChoiceState, _Chances] = {}
        self._losing: dict[tuple[_Laying, tuple[int, ...]], bool] = {}
        self._ways: dict[tuple[Layout, tuple[Exit, ...], int], tuple[tuple[_Seen, ...], ...]] = {}
        self._looked = 0
        self._shown: tuple[Mapping[int, int], int, Missed] | None = None

    def count(self) -> LostDeals | None:
        """Return the lost deals; None where there are too many layouts to look at."""
        deck = self._deck
        places = tuple(range(deck.size))
        left = tuple([each.many for each in self._classes])
        begin = _Laying((), (ENTRANCE,), places)
        closed, no_room = _NEVER
        try:
            for goal in range(deck.top, deck.size):
                state = _ChoiceState(left, (), goal, begin, frozenset(), has_met=False)
                own = self._followed(state, {}, _Trail(goal, places, ()))
                closed, no_room = closed + own[0], no_room + own[1]
        except _TooManyError:
            return None
        chances = {Missed.CLOSED: closed, Missed.NO_ROOM: no_room}
        total = deck.below + 1
        return LostDeals({why: own / total for why, own in chances.items() if own}, self._shown)

    def _followed(self, state: _ChoiceState, known: dict[int, int], trail: _Trail) -> _Chances:
        """Follow a choice through the cards that are known, and the others where it loses."""
        laying: _Laying | None = state.laying
        others, has_met = set(state.others), state.has_met
        while True:
            if laying is None:
                if not others:
                    return self._lost(trail, has_met=has_met)
                laying = min(others)
                others.remove(laying)
            place = laying.pile[0]
            if place == state.goal:
                if next(self._fits(laying, len(self._classes)), None) is not None:
                    return _NEVER
                laying, has_met = None, True
            elif place in known:
                first, *rest = self._laid(laying, known[place], state.goal)
                others.update(other for other in rest if other.exits)
                laying = first if first.exits else None
            else:
                found = state._replace(laying=laying, others=frozenset(others), has_met=has_met)
                return self._turned(*_renumbered(found, known, trail))

    def _lost(self, trail: _Trail, *, has_met: bool) -> _Chances:
        why = Missed.NO_ROOM if has_met else Missed.CLOSED
        self._shown = self._shown or (dict(trail.turned), trail.goal, why)
        return (Fraction(0), Fraction(1)) if has_met else (Fraction(1), Fraction(0))

    def _turned(self, state: _ChoiceState, trail: _Trail) -> _Chances:
        """Turn the next card over that the choice comes to."""
        chances = self._chances.get(state)
        if chances is not None:
            return chances
        self._look()
        ahead = {place for place, _ in state.known if place < state.goal}
        is_blank = ahead.isdisjoint(state.laying.pile)
        if is_blank and not self._may_lose(state.laying, state.left, state.goal):
            chances = _NEVER
        else:
            place, known = state.laying.pile[0], dict(state.known)
            whole = sum(state.left)
            closed, no_room = _NEVER
            for number, left in _each_card(state.left):
                own = self._followed(
                    state._replace(left=left),
                    {**known, place: number},
                    trail._replace(turned=(*trail.turned, (trail.places[place], number))),
                )
                share = Fraction(state.left[number], whole)
                closed, no_room = closed + share * own[0], no_room + share * own[1]
            chances = closed, no_room
        self._chances[state] = chances
        return chances

    def _look(self) -> None:
        self._looked += 1
        if self._looked > LAYOUTS or time_left() <= 0:
            raise _TooManyError

    def _may_lose(self, laying: _Laying, left: tuple[int, ...], goal: int) -> bool:
        """Tell whether the choice that is made first at each card loses with any cards."""
        cards = laying.pile.index(goal)
        if not cards:
            return next(self._fits(laying, len(self._classes)), None) is None
        behind = len(laying.pile) - cards
        plain = laying._replace(pile=(cards, behind))
        key = plain, left
        found = self._losing.get(key)
        if found is None:
            self._look()
            found = not self._is_won(laying, left, cards) and self._loses(laying, left, goal)
            self._losing[key] = found
        return found

    def _loses(self, laying: _Laying, left: tuple[int, ...], goal: int) -> bool:
        for number, fewer in _each_card(left):
            first = next(self._laid(laying, number, goal))
            if not first.exits or self._may_lose(first, fewer, goal):
                return True
        return False

    def _is_won(self, laying: _Laying, left: tuple[int, ...], cards: int) -> bool:
        """Tell whether whoever goes straight ahead from one of its doorways surely wins."""
        if not self._open.leads_on(left, cards):
            return False
        covered = [square for placed in laying.layout for square in self._plane.covered(placed)]
        return any(is_open(exit_, covered) for exit_ in laying.exits)

    def _fits(self, laying: _Laying, number: int) -> Iterator[tuple[int, Layout, tuple[Exit, ...]]]:
        """Yield each doorway at which a section fits, what lies then, and its own doorways."""
        for at, exit_ in enumerate(laying.exits):
            laid = self._plane.lay(laying.layout, (exit_,), number)
            if laid is not None:
                assert laid.layout is not None
                yield at, laid.layout, laid.new

    def _laid(self, laying: _Laying, number: int, goal: int) -> Iterator[_Laying]:
        """Yield what a card leads to, at each doorway where it fits; put aside if at none."""
        pile = laying.pile[1:]
        key = laying.layout, laying.exits, number
        ways = self._ways.get(key)
        if ways is None:
            ways = self._ways[key] = tuple(self._ways_on(laying, number))
        if not ways:
            yield laying._replace(pile=pile)
        for parts in ways:
            if len(parts) == 1:
                yield _Laying(*parts[0], pile)
                continue
            piles = divide_cards(pile, len(parts))
            part = next(at for at, own in enumerate(piles) if goal in own)
            yield _Laying(*parts[part], piles[part])

    def _ways_on(self, laying: _Laying, number: int) -> Iterator[tuple[_Seen, ...]]:
        """Yield for each doorway where a section fits what lies then, seen from each way on."""
        for at, layout, new in self._fits(laying, number):
            if self._classes[number].divides and len(new) > 1:
                yield tuple([self._seen(layout, (exit_,)) for exit_ in new])
            else:
                left = laying.exits[:at] + laying.exits[at + 1 :]
                yield (self._seen(layout, (*new, *left)),)

    def _seen(self, layout: Layout, exits: tuple[Exit, ...]) -> _Seen:
        """Return what lies as it is seen from its least doorway: where it is does not matter."""
        if not exits:
            return (), ()
        first = min(exits)
        seen, (own,) = self._plane.as_seen(layout, [exits], first.way, (first.row, first.column))
        return seen, tuple(sorted(own))


def _each_card(left: tuple[int, ...]) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Yield the number of each class of which a card is left, and what is left without one."""
    for number, count in enumerate(left):
        if count:
            yield number, (*left[:number], count - 1, *left[number + 1 :])


def _renumbered(
    state: _ChoiceState, known: Mapping[int, int], trail: _Trail
) -> tuple[_ChoiceState, _Trail]:
    """Return a state with the places that still matter, numbered from 0 on."""
    piles = [laying.pile for laying in (state.laying, *state.others)]
    places = sorted({place for pile in piles for place in pile})
    number = {place: at for at, place in enumerate(places)}

    def renamed(laying: _Laying) -> _Laying:
        return laying._replace(pile=tuple([number[place] for place in laying.pile]))

    return (
        state._replace(
            known=tuple(
                [(number[place], known[place]) for place in sorted(known) if place in number]
            ),
            goal=number[state.goal],
            laying=renamed(state.laying),
            others=frozenset(map(renamed, state.others)),
        ),
        trail._replace(places=tuple([trail.places[place] for place in places])),
    )
