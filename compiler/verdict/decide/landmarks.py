"""What every way to win meets, even if nothing were ever lost."""

from __future__ import annotations

from questwright.compiler.deadline import check_time
from questwright.compiler.verdict.task.bits import each_number
from questwright.compiler.verdict.task.need import At, Carried, Has, Lacks, folded

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from questwright.compiler.verdict.decide.relaxed import Relaxed
    from questwright.compiler.verdict.rules.state import State
    from questwright.compiler.verdict.task.need import Leaf, Places


class Landmarks:
    """For each fact and place what is met before it comes about: less and less, until it fits."""

    def __init__(self, relaxed: Relaxed, state: State, marks: Sequence[Places]) -> None:
        """What is met are marks, sets of places of which one is entered."""
        self._relaxed = relaxed
        self._own = [0] * len(relaxed.task.places)
        for number, mark in enumerate(marks):
            for place in each_number(mark):
                self._own[place] |= 1 << number
        self._every = (1 << len(marks)) - 1
        self._facts = dict.fromkeys(each_number(state.facts), 0)
        self._places: list[dict[int, int]] = [
            {place: self._own[place] for place in each_number(own)} for own in state.where
        ]
        self.won = self._every
        """The marks that every way to win meets, as bits from the first on.

        More may be met by all ways, where something can be lost.
        """
        relaxed.settle(self._looks)

    def _looks(self, number: int) -> tuple[Iterable[int], Iterable[int]]:
        """Look at a row: the facts and the places of which less is met than was known."""
        check_time()
        row = self._relaxed.rows[number]
        if row.ends:
            return (), self._walk(number)
        met = self._met_by(number)
        if met is None:
            return (), ()
        if row.sort == row.sort.VICTORY:
            self.won &= met
        return [fact for fact in each_number(row.adds) if self._less(self._facts, fact, met)], ()

    def _less(self, known: dict[int, int], key: int, met: int) -> bool:
        """Take what is met before something, by one more way; whether that is news."""
        before = known.get(key)
        new = met if before is None else before & met
        if before == new:
            return False
        known[key] = new
        return True

    def _walk(self, number: int) -> list[int]:
        row = self._relaxed.rows[number]
        asked = self._asked(number)
        if asked is None:
            return []
        found = []
        for member, known in enumerate(self._places):
            if not row.who >> member & 1:
                continue
            for place in each_number(row.ends):
                sources = [known[p] for p in each_number(row.where) if p != place and p in known]
                if sources:
                    met = asked | self._own[place] | self._common(sources)
                    if self._less(known, place, met):
                        found.append(place)
        return found

    def _met_by(self, number: int) -> int | None:
        """What is met before a deed, an event, a sight or a victory; None if it never comes."""
        row = self._relaxed.rows[number]
        met = self._asked(number)
        if met is None or not row.where:
            return met
        there = [
            known[place]
            for member, known in enumerate(self._places)
            if row.who >> member & 1
            for place in each_number(row.where)
            if place in known
        ]
        return met | self._common(there) if there else None

    def _asked(self, number: int) -> int | None:
        row = self._relaxed.rows[number]
        met = 0
        for fact in each_number(row.asked):
            if fact not in self._facts:
                return None
            met |= self._facts[fact]
        if row.needs is None:
            return met
        more = folded(row.needs, self._of_leaf, self._several)
        return None if more is None else met | more

    def _common(self, found: Iterable[int]) -> int:
        met = self._every
        for own in found:
            met &= own
        return met

    def _of_leaf(self, leaf: Leaf) -> int | None:
        """What is met before a leaf of a need is; None if it never is."""
        if isinstance(leaf, Has | Carried):
            return self._facts.get(leaf.fact)
        if isinstance(leaf, At):
            able = [n for n in range(len(self._places)) if leaf.who >> n & 1 and self._places[n]]
            each = []
            for member in able:
                known = self._places[member]
                there = [known[p] for p in each_number(leaf.places) if p in known]
                each.append(self._common(there) if there else None)
            return 0 if not able and leaf.is_away else self._several(leaf.wanted(len(able)), each)
        return 0 if isinstance(leaf, Lacks) else None

    def _several(self, least: int, each: Sequence[int | None]) -> int | None:
        """What is met by so many of several: what all but fewer than so many of them meet."""
        found = [own for own in each if own is not None]
        if len(found) < least:
            return None
        if least <= 0:
            return 0
        if least == 1:
            return self._common(found)
        met = 0
        for number in each_number(self._every):
            if sum(1 for own in found if not own >> number & 1) < least:
                met |= 1 << number
        return met
