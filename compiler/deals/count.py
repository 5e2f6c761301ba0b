"""Count every shuffle of a deck at once, by classes of alike cards.

Takes a SectionDeck. Returns its Deals. Shuffles that have led to the same state are counted
together: what has been drawn of each class, what lies where, and which piles and doorways are left.
"""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from functools import lru_cache
from itertools import permutations
from math import factorial, lcm, perm

from questwright.compiler.deadline import time_left
from questwright.compiler.deals.classes import classes_of
from questwright.compiler.deals.layout import ENTRANCE, Exit, Layout, PlacedSection, Plane
from questwright.compiler.deals.open_ground import OpenGround
from questwright.compiler.deals.piles import CardPile, divide_cards, divide_pile
from questwright.compiler.model.deals import Deals, Explored, Exploring, Missed, ShownDeal
from questwright.compiler.packs.system.dealing import Overlap
from questwright.dsl.records import NamedTuple
from questwright.dsl.source import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from typing import Final

    from questwright.compiler.model.sections import SectionDeck

STATES: Final = 60_000
"""States that the count of the straight way looks at before it gives up."""
FEWER: Final = 20_000
"""States that the count of any other way looks at: no verdict depends on it."""

_KNOWN: Final = 64
"""The counts of so many decks are kept."""

_Counts = tuple[int, ...]


class _OpenWay(NamedTuple):
    """A way that is still to be explored: its cards, and the exits to clip them to."""

    pile: CardPile
    exits: tuple[Exit, ...]


class _DealState(NamedTuple):
    """Where a party has come to; shuffles that have led here are not told apart any more."""

    left: _Counts
    """Cards of each class that have not been seen."""
    aside: _Counts
    """Cards of each class that were put aside because they fitted nowhere."""
    layout: Layout | None
    """What lies, as far as it can still matter; None where nothing overlaps."""
    branches: tuple[_OpenWay, ...]
    """The last one is being explored."""


class _DealEnd(NamedTuple):
    """Where exploring ends."""

    why: Missed | None
    """None where the objective is found."""
    laid: int
    state: _DealState


def count_deals(
    deck: SectionDeck, ways: Iterable[Exploring] = Exploring, limit: int = STATES
) -> Deals:
    """Count all deals of a deck; `limit` bounds the states of the straight way."""
    # The quests of a book share their decks: where a deck was written changes nothing.
    try:
        return _counted(deck._replace(origin=Span("", 0, 0)), tuple(ways), limit)
    except _CutShortError as cut:
        return cut.deals


class _CutShortError(Exception):
    """Time was over: what was counted until then is not kept for another quest."""

    def __init__(self, counter: _Counter, deals: Deals) -> None:
        super().__init__()
        self.counter = counter
        self.deals = deals


@lru_cache(maxsize=_KNOWN)
def _counted(deck: SectionDeck, ways: tuple[Exploring, ...], limit: int) -> Deals:
    # A check asks for the straight way, and a book for others as well.
    try:
        counter, deals = _straight(deck, limit)
    except _CutShortError as cut:
        counter, deals = cut.counter, cut.deals
    told = {way: deals.ways.get(way) or counter.explore(way, min(limit, FEWER)) for way in ways}
    return _in_time(counter, deals._replace(ways=told))[1]


@lru_cache(maxsize=_KNOWN)
def _straight(deck: SectionDeck, limit: int) -> tuple[_Counter, Deals]:
    """Count the straight way; with what counts the others."""
    counter = _Counter(deck)
    straight = counter.explore(Exploring.STRAIGHT, limit)
    missed, shown, is_bound = counter.lost(straight)
    deals = Deals(
        total=perm(deck.supply, deck.top + deck.below) * (deck.below + 1),
        missed=missed,
        undecided=straight.undecided,
        is_bound=is_bound,
        shown=shown,
        classes=counter.classes,
        ways={Exploring.STRAIGHT: straight},
    )
    return _in_time(counter, deals)


def _in_time(counter: _Counter, deals: Deals) -> tuple[_Counter, Deals]:
    """Deals that were counted to their end; raises _CutShortError where time was over."""
    if time_left() <= 0:
        raise _CutShortError(counter, deals)
    return counter, deals


class _Counter:
    """Counts one way of exploring after the other; keeps why the straight one misses."""

    def __init__(self, deck: SectionDeck) -> None:
        self._deck = deck
        self._is_flat = deck.rules.overlap is not Overlap.ALLOW
        self._classes = classes_of(deck.cards, by_outline=self._is_flat)
        self._plane = Plane([*(each.section for each in self._classes), deck.objective])
        self._open = OpenGround(self._classes, deck.objective)
        self._supply = tuple([each.many for each in self._classes])
        sections = [*(each.section for each in self._classes), deck.objective]
        self._side = max(max(section.rows, section.columns) for section in sections)
        self._span = max(section.rows + section.columns - 1 for section in sections)
        orders = [len(each.section.further) for each in self._classes if each.divides]
        self._orders = factorial(max(orders, default=0))
        self.missed: dict[Missed, Fraction] = {}
        self.shown: ShownDeal | None = None

    @property
    def classes(self) -> tuple[tuple[str, ...], ...]:
        """The words of the sections of each class."""
        return tuple([each.words for each in self._classes])

    def lost(self, straight: Explored) -> tuple[Mapping[Missed, Fraction], ShownDeal | None, bool]:
        """Return the deals that are lost whatever is chosen, one of them, and if they are a bound.

        A party may choose among doorways, and that changes what overlaps.
        """
        has_choice = self._is_flat and any(
            len(each.section.further) > 1 and not each.divides for each in self._classes
        )
        if not has_choice or self.shown is None or straight.undecided:
            return self.missed, self.shown, has_choice and self.shown is not None
        # Loaded here: in few decks a choice changes anything.
        from questwright.compiler.deals.choices import ChoiceCounter

        lost = ChoiceCounter(self._deck, self._classes, self._plane).count()
        if lost is None:
            return self.missed, self.shown, True
        if lost.shown is None:
            return lost.missed, None, False
        turned, goal, why = lost.shown
        return lost.missed, ShownDeal(self._whole(turned, goal), why), False

    def explore(self, way: Exploring, limit: int) -> Explored:
        """Count one way of exploring, as far as a number of states leads."""
        ends: defaultdict[tuple[Missed | None, int], Fraction] = defaultdict(Fraction)
        drawn: defaultdict[str, Fraction] = defaultdict(Fraction)
        before: defaultdict[_Counts, Fraction] = defaultdict(Fraction)
        came: dict[_DealState, tuple[_DealState, int]] = {}
        level = dict.fromkeys(self._beginnings(), 1)
        parts = len(level)
        looked = 0
        while level and looked + len(level) <= limit and time_left() > 0:
            looked += len(level)
            following: defaultdict[_DealState, int] = defaultdict(int)
            # Each chance is a whole number of parts, and finer ones on each level.
            finer = self._finer(level, way)
            parts *= finer
            for state, weight in level.items():
                for reached, number, share in self._steps(state, way, finer):
                    if isinstance(reached, _DealState):
                        following[reached] += weight * share
                        if way is Exploring.STRAIGHT:
                            came.setdefault(reached, (state, number))
                        continue
                    chance = Fraction(weight * share, parts)
                    ends[reached.why, reached.laid] += chance
                    self._add_drawn(drawn, reached, chance)
                    if reached.why is None:
                        before[self._laid_of_each(reached.state)] += chance
                    if way is Exploring.STRAIGHT and reached.why and self.shown is None:
                        self.shown = self._show(reached, state, number, came)
            level = following
        if way is Exploring.STRAIGHT:
            reasons = {why for why, _ in ends if why}
            self.missed = {why: _total(ends, why) for why in Missed if why in reasons}
        found = {laid: chance for (why, laid), chance in ends.items() if why is None}
        missed: defaultdict[int, Fraction] = defaultdict(Fraction)
        for (why, laid), chance in ends.items():
            if why is not None:
                missed[laid] += chance
        undecided = Fraction(sum(level.values()), parts)
        return Explored(
            _sorted(found), _sorted(missed), undecided, dict(drawn), dict(before), expected={}
        )

    def _finer(self, level: Iterable[_DealState], way: Exploring) -> int:
        """Return into how many parts a chance is parted, so that each of what follows has some."""
        orders = self._orders if way is Exploring.COIN else 1
        return lcm(*{max(sum(state.left), 1) * orders for state in level})

    def _beginnings(self) -> list[_DealState]:
        """Return the deck before a card is turned, with each place of the objective."""
        deck = self._deck
        none = (0,) * len(self._supply)
        layout: Layout | None = () if self._is_flat else None
        return [
            _DealState(
                self._supply, none, layout, (_OpenWay(CardPile(deck.size, place), (ENTRANCE,)),)
            )
            for place in range(deck.top + 1, deck.size + 1)
        ]

    def _steps(
        self, state: _DealState, way: Exploring, parts: int
    ) -> Iterator[tuple[_DealState | _DealEnd, int, int]]:
        """Yield what the next card leads to, the number of its class, and how many of the parts.

        The objective has the number behind those of the classes.
        """
        *others, branch = state.branches
        if branch.pile.place == 1:
            number = len(self._classes)
            laid = self._plane.lay(state.layout, branch.exits, number)
            if laid is not None:
                yield _DealEnd(None, self._laid(state) + 1, state), number, parts
            elif way is Exploring.STRAIGHT:
                yield _DealEnd(Missed.NO_ROOM, self._laid(state), state), number, parts
            else:
                branch = _OpenWay(CardPile(branch.pile.size - 1, 0), branch.exits)
                yield self._settled(state, (*others, branch), way), number, parts
            return
        total = sum(state.left)
        for number, count in enumerate(state.left):
            if count:
                ways = self._drawn(state, number, way)
                share = parts * count // (total * len(ways))
                for reached in ways:
                    yield reached, number, share

    def _drawn(self, state: _DealState, number: int, way: Exploring) -> list[_DealState | _DealEnd]:
        """Return what the card of a class leads to, each as likely as the others."""
        *others, branch = state.branches
        pile = CardPile(branch.pile.size - 1, max(branch.pile.place - 1, 0))
        left = _changed(state.left, number, -1)
        laid = self._plane.lay(state.layout, branch.exits, number)
        if laid is None:
            aside = _changed(state.aside, number, 1)
            after = state._replace(left=left, aside=aside)
            return [self._settled(after, (*others, _OpenWay(pile, branch.exits)), way)]
        after = state._replace(left=left, layout=laid.layout)
        if self._classes[number].divides and len(laid.new) > 1:
            piles = divide_pile(pile, len(laid.new))
            new = [_OpenWay(pile, (exit_,)) for pile, exit_ in zip(piles, laid.new, strict=True)]
            return [self._settled(after, (*others, *order), way) for order in _orders(new, way)]
        branch = _OpenWay(pile, (*laid.new, *laid.left))
        return [self._settled(after, (*others, branch), way)]

    def _settled(
        self, state: _DealState, branches: tuple[_OpenWay, ...], way: Exploring
    ) -> _DealState | _DealEnd:
        """Return the state once ways that lead nowhere are left."""
        while branches and not (branches[-1].pile.size and branches[-1].exits):
            branches = branches[:-1]
        if not branches:
            return _DealEnd(Missed.CLOSED, self._laid(state), state)
        return self._forgotten(state._replace(branches=branches), way)

    def _forgotten(self, state: _DealState, way: Exploring) -> _DealState:
        """Return a state without what can matter no more: where it lies, and what is far away."""
        layout, branches = state.layout, state.branches
        if layout is None:
            return state
        if way is Exploring.STRAIGHT and len(branches[0].exits) == 1:
            pile, (exit_,) = branches[0]
            covered = [square for placed in layout for square in self._plane.covered(placed)]
            if self._open.is_free(exit_, covered, state.left, pile.size):
                branch = _OpenWay(pile, (Exit(0, 0, 0, exit_.width),))
                return state._replace(layout=None, branches=(branch,))
        near = tuple([placed for placed in layout if self._is_near(placed, branches)])
        first = branches[-1].exits[0]
        exits = [branch.exits for branch in branches]
        seen, exits = self._plane.as_seen(near, exits, first.way, (first.row, first.column))
        return state._replace(
            layout=seen,
            branches=tuple(
                [branch._replace(exits=own) for branch, own in zip(branches, exits, strict=True)]
            ),
        )

    def _is_near(self, placed: PlacedSection, branches: tuple[_OpenWay, ...]) -> bool:
        """Tell whether the cards of any way may come to where a section lies."""
        for branch in branches:
            for exit_ in branch.exits:
                rows, columns = self._plane.gap(placed, exit_)
                cards = branch.pile.size
                if max(rows, columns) < cards * self._side and rows + columns < cards * self._span:
                    return True
        return False

    def _laid_of_each(self, state: _DealState) -> _Counts:
        cards = zip(self._supply, state.left, state.aside, strict=True)
        return tuple([every - left - aside for every, left, aside in cards])

    def _laid(self, state: _DealState) -> int:
        return sum(self._supply) - sum(state.left) - sum(state.aside)

    def _add_drawn(
        self, drawn: defaultdict[str, Fraction], end: _DealEnd, chance: Fraction
    ) -> None:
        """Add the sections that lie at an end, by sort: a class has its sorts evenly."""
        for each, laid in zip(self._classes, self._laid_of_each(end.state), strict=True):
            for word, count in each.sorts.items():
                drawn[word] += chance * laid * Fraction(count, each.many)
        if end.why is None:
            drawn[self._deck.objective.sort.word] += chance

    # -- the deal that is shown ---------------------------------------------------------------

    def _show(
        self,
        end: _DealEnd,
        state: _DealState,
        number: int,
        came: dict[_DealState, tuple[_DealState, int]],
    ) -> ShownDeal:
        """Return a whole deck that leads straight to an end."""
        path = [(state, number)]
        while state in came:
            state, number = came[state]
            path.append((state, number))
        path.reverse()
        goal = state.branches[0].pile.place - 1
        assert end.why is not None
        return ShownDeal(self._whole(self._slots(path, goal), goal), end.why)

    def _whole(self, slots: Mapping[int, int], goal: int) -> tuple[str, ...]:
        """Return a whole deck with cards of these classes at their places; the others are any."""
        stock = [list(each.words) for each in self._classes]
        cards = {slot: stock[drawn].pop(0) for slot, drawn in slots.items() if drawn < len(stock)}
        cards[goal] = self._deck.objective.word
        rest = iter([word for words in stock for word in words])
        return tuple([cards[at] if at in cards else next(rest) for at in range(self._deck.size)])

    def _slots(self, path: list[tuple[_DealState, int]], goal: int) -> dict[int, int]:
        """Return the class of each card that is seen, by its place in the whole deck."""
        pile = tuple(range(self._deck.size))
        slots: dict[int, int] = {}
        for at, (state, number) in enumerate(path):
            if at and len(pile) != state.branches[0].pile.size:
                ways = len(self._classes[path[at - 1][1]].section.further)
                pile = next(part for part in divide_cards(pile, ways) if goal in part)
            slots[pile[0]] = number
            pile = pile[1:]
        return slots


def _orders(new: list[_OpenWay], way: Exploring) -> list[tuple[_OpenWay, ...]]:
    """Return the orders in which ways are explored, the first one last, each as likely."""
    goal = [branch for branch in new if branch.pile.place]
    if way is Exploring.STRAIGHT:
        return [tuple(goal)]
    if way is Exploring.COIN:
        return list(permutations(new))
    others = [branch for branch in reversed(new) if not branch.pile.place]
    return [(*goal, *others)]


def _total(ends: Mapping[tuple[Missed | None, int], Fraction], why: Missed) -> Fraction:
    return sum((chance for (reason, _), chance in ends.items() if reason is why), Fraction(0))


def _changed(counts: _Counts, number: int, by: int) -> _Counts:
    return (*counts[:number], counts[number] + by, *counts[number + 1 :])


def _sorted(chances: dict[int, Fraction]) -> dict[int, Fraction]:
    return dict(sorted(chances.items()))
