"""What conditions ask of the party, as needs."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, Final, NamedTuple

from questwright.compiler.grid.cells import each_cell
from questwright.compiler.model.quest import Condition, Every, Fact, FactKind, Not, Quantity, Some
from questwright.compiler.packs.system.system import Category
from questwright.compiler.proof.task.condition import (
    NOTHING,
    All,
    At,
    AtLeast,
    Either,
    Has,
    Need,
    Never,
    negated,
)
from questwright.compiler.proof.task.task import Deed, DeedSort, FactSort, Unjudged, waiting_for
from questwright.compiler.proof.translate.atoms import Atoms

if TYPE_CHECKING:
    from questwright.compiler.grid.cells import Cells
    from questwright.compiler.proof.task.condition import Members
    from questwright.dsl.source import Span


_WAYS: Final = 64
"""Ways to stand that one condition may leave open; and all of a quest, as many times as many."""
_MANY_WAYS: Final = "conditions that leave open where to stand in so many ways"
_OPPOSITE = {">=": "<", ">": "<=", "<": ">=", "<=": ">"}
_SORTS = {
    FactKind.OPENED: FactSort.OPEN,
    FactKind.FOUND: FactSort.FOUND,
    FactKind.REVEALED: FactSort.REVEALED,
    FactKind.SEARCHED: FactSort.SEARCHED,
    FactKind.DEFEATED: FactSort.DEFEATED,
    FactKind.TAKEN: FactSort.TAKEN,
    FactKind.DONE: FactSort.DONE,
    FactKind.HAPPENED: FactSort.HAPPENED,
    FactKind.SPRUNG: FactSort.SPRUNG,
    FactKind.SET: FactSort.SET,
}


class Stand(NamedTuple):
    """So many of some members of the party on some squares."""

    cells: Cells
    least: int
    who: Members
    """0 where each member counts."""
    words: str
    origin: Span
    may_leave: bool = False
    """They leave the board there, one after the other: there is room for all."""
    is_at_start: bool = False
    spare: int = -1
    """Where some of them may be lost: all but so many of those who are left."""
    nobody: bool | None = None
    """Where all of them may be lost: whether it is so when nobody is left."""
    is_elsewhere: bool = False
    """They stand anywhere but somewhere: who has not come into play yet does, too."""


class Asking(Atoms):
    """Turns the conditions of one quest into needs."""

    # -- conditions ---------------------------------------------------------------------

    def need(self, condition: Condition) -> Need:
        """What a condition asks of the party."""
        match condition:
            case Every(parts, _):
                return self._together(parts)
            case Some(parts, _):
                return Either(tuple(self.need(part) for part in parts))
            case Not(part, _):
                return self._not(part)
            case Fact():
                return self._fact(condition)

    def _not(self, condition: Condition) -> Need:
        match condition:
            case Every(parts, _):
                return Either(tuple(self._not(part) for part in parts))
            case Some(parts, _):
                return All(tuple(self._not(part) for part in parts))
            case Not(part, _):
                return self.need(part)
            case Fact():
                return self._denied(condition)

    def _denied(self, fact: Fact) -> Need:
        if fact.kind in (FactKind.IS_IN, FactKind.LEAVES):
            return self._standing(fact, is_so=False)
        if fact.kind is FactKind.ROUND:
            return self._round(fact, _OPPOSITE.get(fact.comparison, fact.comparison))
        if fact.kind is FactKind.STATE:
            return NOTHING
        need = self._fact(fact)
        return negated(need)

    def _together(self, parts: tuple[Condition, ...]) -> Need:
        """Several conditions at one moment: members of the party cannot be in two places."""
        apart = self._distributed(parts)
        if apart is not None:
            return apart
        party = len(self.quest.party)
        standing = [self._stand(part) for part in parts]
        common = self.board.floor
        may_wait = self.outside != 0
        for one in standing:
            if one is not None and one.least >= party:
                common &= one.cells
                may_wait = may_wait and one.is_elsewhere
        is_bound = common != self.board.floor
        needs: list[Need] = []
        for part, one in zip(parts, standing, strict=True):
            if one is None or not is_bound:
                needs.append(self.need(part))
            elif one.cells & common or (may_wait and one.is_elsewhere):
                within = one._replace(
                    cells=one.cells & common, is_elsewhere=may_wait and one.is_elsewhere
                )
                needs.append(self._stood(within))
            else:
                needs.append(Never(f"nobody can be in two places: {one.words}", one.origin))
        crowded = self._crowded([one for one in standing if one is not None], party)
        return All((*needs, crowded)) if crowded is not None else All(tuple(needs))

    def _distributed(self, parts: tuple[Condition, ...]) -> Need | None:
        """Where one may stand here or there, each way for itself; None where that is not asked."""
        standing = sum(_speaks_of_standing(part) for part in parts)
        many = prod(len(_ways(part)) for part in parts) if standing > 1 else 1
        self.ways_to_stand += many > 1
        if many > _WAYS or self.ways_to_stand > _WAYS * _WAYS:
            if not any(one.text == _MANY_WAYS for one in self.undecided):
                self.undecided.append(Unjudged(_MANY_WAYS, parts[0].origin))
            return None
        for number, part in enumerate(parts):
            ways = _ways(part)
            if len(ways) > 1 and standing > 1 and _speaks_of_standing(part):
                rest = (*parts[:number], *parts[number + 1 :])
                return Either(tuple(self._together((*rest, *_each(way))) for way in ways))
        flat = tuple(one for part in parts for one in _each(part))
        return self._together(flat) if len(flat) > len(parts) and standing > 1 else None

    def _stand(self, condition: Condition) -> Stand | None:
        """What a condition asks of where the party stands; None where it asks something else.

        Nor where it is asked of squares that nobody can stand on when play begins.
        """
        fact = condition.part if isinstance(condition, Not) else condition
        if not isinstance(fact, Fact) or fact.kind is not FactKind.IS_IN:
            return None
        if not set(fact.subjects) <= {kind.word for kind in self.quest.party}:
            return None
        if not fact.cells & self.walkable or self._is_filled(fact):
            return None
        return self._stand_in(fact, fact.cells, is_so=not isinstance(condition, Not))

    def _stand_in(self, fact: Fact, cells: Cells, *, is_so: bool) -> Stand:
        """So many there or, where that is denied, so many elsewhere that too few are left."""
        party = [kind.word for kind in self.quest.party]
        wanted = how_many(fact, len(party))
        who = sum(1 << number for number, word in enumerate(party) if word in fact.subjects)
        who = 0 if len(fact.subjects) == len(party) else who
        is_there = is_so is (fact.quantity is not Quantity.NONE)
        # Of those who are left: all of them are there, or all but some are elsewhere.
        spare = -1
        if self.leaving & {*fact.subjects} and is_there is (fact.quantity is Quantity.ALL):
            spare = 0 if is_there else wanted - 1
        nobody = None if {*fact.subjects} - self.leaving else not is_there
        if is_there:
            may_leave = fact.kind is FactKind.LEAVES
            begins = self._begins_in(fact, wanted)
            return Stand(
                cells, wanted, who, fact.place, fact.origin, may_leave, begins, spare, nobody
            )
        elsewhere = self.walkable & ~cells
        least = len(fact.subjects) - wanted + 1
        words = f"outside {fact.place}"
        return Stand(
            elsewhere,
            least,
            who,
            words,
            fact.origin,
            spare=spare,
            nobody=nobody,
            is_elsewhere=True,
        )

    def _crowded(self, standing: list[Stand], party: int) -> Never | None:
        """Places apart from each other that together ask for more members than there are."""
        apart: list[Stand] = []
        if any(one.spare >= 0 for one in standing):
            return None  # how many that is depends on who is left
        for part in standing:
            if not any(self._may_be_one(part, other) for other in apart):
                apart.append(part)
        wanted = sum(part.least for part in apart)
        if wanted > party:
            return Never(f"that asks for {wanted} and there are {party}", apart[-1].origin)
        return None

    def _may_be_one(self, stand: Stand, other: Stand) -> bool:
        """Whether one member can stand in both places at one time."""
        is_waiting = self.outside and stand.is_elsewhere and other.is_elsewhere
        return bool(stand.cells & other.cells or is_waiting)

    def _fact(self, fact: Fact) -> Need:  # noqa: PLR0911 - a return for each kind of fact
        match fact.kind:
            case FactKind.IS_IN | FactKind.LEAVES:
                return self._standing(fact, is_so=True)
            case FactKind.ROUND:
                return self._round(fact, fact.comparison)
            case FactKind.CARRIES:
                party = len(self.quest.party)
                has = self.has(FactSort.HAVE, fact.object, fact.object, fact.origin)
                if fact.quantity is Quantity.ALL and len(fact.subjects) > 1 and party > 1:
                    return self._carried_by_the_last(fact, has)
                if len(fact.subjects) < party:
                    self.named_carriers.append(fact)
                carried = self._somebody_left(fact, has)
                return negated(carried) if fact.quantity is Quantity.NONE else carried
            case FactKind.STATE:
                if fact.quantity is Quantity.NONE:
                    return NOTHING
                self.undecided.append(Unjudged(f"who is {fact.object}", fact.origin))
                return Never(
                    f"the proof does not count on anybody being {fact.object}", fact.origin
                )
            case FactKind.CLEARED:
                return self._quantified(fact, [self._cleared(id_, fact) for id_ in fact.subjects])
            case FactKind.CLOSED:
                parts = [
                    negated(self.has(FactSort.OPEN, id_, id_, fact.origin)) for id_ in fact.subjects
                ]
                return self._quantified(fact, parts)
            case _:
                return self._quantified(
                    fact, [self._plain(fact.kind, id_, fact.origin) for id_ in fact.subjects]
                )

    def _carried_by_the_last(self, fact: Fact, has: Has) -> Need:
        """All of several carry an item, of which there is one: all but one of them are lost."""
        ways: list[Need] = []
        for word in fact.subjects:
            others = [subject for subject in fact.subjects if subject != word]
            if {*others} <= self.leaving:
                gone = [self.fallen(other) for other in others]
                is_left = [negated(self.fallen(word))] if word in self.leaving else []
                ways.append(All((has, *gone, *is_left)))
        if not ways:
            return Never("only one can carry it at a time", fact.origin)
        return ways[0] if len(ways) == 1 else Either(tuple(ways))

    def _somebody_left(self, fact: Fact, need: Need) -> Need:
        """A need that also takes that somebody whom a fact speaks of is still in the quest."""
        if {*fact.subjects} - self.leaving:
            return need
        left = tuple(negated(self.fallen(word)) for word in fact.subjects)
        return All((need, Either(left) if len(left) > 1 else left[0]))

    def _plain(self, kind: FactKind, id_: str, origin: Span) -> Need:
        sort = _SORTS[kind]
        return self.has(sort, id_, id_, origin)

    def _cleared(self, area_id: str, fact: Fact) -> Need:
        number = next(n for n, area in enumerate(self.board.areas) if area.id == area_id)
        revealed = self.has(FactSort.REVEALED, area_id, area_id, fact.origin)
        parts = [
            self.beaten(thing)
            for thing in self.quest.things_of(Category.FIGURE)
            if thing.area == number and thing.kind.side != self.system.party.word
        ]
        return All((revealed, *parts))

    def _quantified(self, fact: Fact, parts: list[Need]) -> Need:
        if fact.quantity is Quantity.NONE:
            return All(tuple(negated(part) for part in parts))
        if fact.quantity is Quantity.ANY:
            return Either(tuple(parts))
        if fact.quantity is Quantity.AT_LEAST and fact.count < len(parts):
            return AtLeast(fact.count, tuple(parts))
        if fact.quantity is Quantity.AT_LEAST and fact.count > len(parts):
            return Never(
                f"{fact.count} {fact.subject_word} are asked for, and there are {len(parts)}",
                fact.origin,
            )
        return parts[0] if len(parts) == 1 else All(tuple(parts))

    def _standing(self, fact: Fact, *, is_so: bool) -> Need:
        if not set(fact.subjects) <= {kind.word for kind in self.quest.party}:
            self.undecided.append(Unjudged("where monsters stand", fact.origin))
            return Never("the proof does not move monsters", fact.origin)
        if not self._is_filled(fact):
            return self._stood(self._stand_in(fact, fact.cells, is_so=is_so))
        ways = [
            All((*needs, self._stood(self._stand_in(fact, cells, is_so=is_so))))
            for cells, needs in self.reaching(fact.cells)
        ]
        return Either(tuple(ways)) if len(ways) > 1 else ways[0]

    def _is_filled(self, fact: Fact) -> bool:
        """Whether to be at a place is to be beside it, as nobody can stand there at first.

        In an area one is never from beside.
        """
        is_area = any(not area.cells & ~fact.cells for area in self.board.areas)
        return bool(fact.cells) and not is_area and not fact.cells & ~self.unstandable

    def _stood(self, stand: Stand) -> Need:
        """That so many stand there, where there is room for them."""
        need = self._stood_by(stand)
        if stand.nobody is None or (stand.nobody and need is NOTHING):
            return need
        who = stand.who or sum(self.members.values())
        gone = [self.fallen(word) for word, bit in self.members.items() if bit & who]
        if stand.nobody:
            return Either((need, All(tuple(gone))))
        return All((need, Either(tuple(negated(one) for one in gone))))

    def _stood_by(self, stand: Stand) -> Need:
        members = stand.who.bit_count() or len(self.quest.party)
        if stand.least <= 0:
            return NOTHING
        if stand.least > members:
            return Never(f"that asks for {stand.least} and there are {members}", stand.origin)
        cells = stand.cells & self.walkable
        outside = self.outside if stand.is_elsewhere else 0
        room = cells.bit_count() + len(self.members) * bool(outside)
        if not room:
            return Never(f"nobody can stand at {stand.words}", stand.origin)
        at = At(
            self.places_of(cells) | outside,
            stand.words,
            stand.origin,
            stand.is_at_start,
            stand.least,
            stand.who,
            stand.spare,
            stand.may_leave,
        )
        if stand.may_leave or stand.spare >= 0:
            return at
        if room < stand.least:
            return Never(f"{stand.words} has room for {room} of {stand.least}", stand.origin)
        missing = stand.least - (cells & ~self.changing).bit_count()
        if missing <= 0 or stand.least == 1 or outside:  # who stands there has room
            return at
        clear = tuple(self.clear(cell) for cell in each_cell(cells & self.changing))
        return All((at, AtLeast(missing, clear)))

    def _begins_in(self, fact: Fact, wanted: int) -> bool:
        """Whether so many of the party stand there before anybody has moved."""
        begun = self.quest.begun
        apart = begun & ~fact.cells
        later = {word for entry in self.quest.entries if entry.round > 1 for word in entry.who}
        if wanted == len(self.quest.party):
            return not apart and not later
        missing = apart.bit_count() + len(later)
        return begun & fact.cells != 0 and missing <= len(self.quest.party) - wanted

    def _round(self, fact: Fact, comparison: str) -> Need:
        if comparison in (">=", ">"):
            return self.from_round(fact.number + (comparison == ">"), fact.origin)
        told = "whether there is time enough before a round"
        self.undecided.append(Unjudged(told, fact.origin))
        return NOTHING

    def from_round(self, number: int, origin: Span) -> Need:
        """That a round has come; play begins in the first."""
        if number <= 1:
            return NOTHING
        title = f"round {number}"
        later = self.fact(FactSort.LATER, f">={number}", title, origin)
        key = waiting_for(number)
        if not any(deed.id == key for deed in self.deeds):
            came = 1 << later
            self.deeds.append(
                Deed(DeedSort.WAIT, key, f"Wait until {title}", 0, 0, NOTHING, came, origin)
            )
        return Has(later, origin)


def _speaks_of_standing(condition: Condition) -> bool:
    match condition:
        case Every(parts, _) | Some(parts, _):
            return any(_speaks_of_standing(part) for part in parts)
        case Not(part, _):
            return _speaks_of_standing(part)
        case Fact():
            return condition.kind is FactKind.IS_IN


def _ways(condition: Condition) -> tuple[Condition, ...]:
    """The conditions of which one must hold."""
    match condition:
        case Some(parts, _):
            return parts
        case Not(Every(parts, _), origin):
            return tuple(Not(part, origin) for part in parts)
        case _:
            return (condition,)


def _each(condition: Condition) -> tuple[Condition, ...]:
    """The conditions of which each must hold."""
    match condition:
        case Every(parts, _):
            return tuple(one for part in parts for one in _each(part))
        case Not(Some(parts, _), origin):
            return tuple(one for part in parts for one in _each(Not(part, origin)))
        case Not(Not(part, _), _):
            return _each(part)
        case _:
            return (condition,)


def how_many(fact: Fact, party: int) -> int:
    """How many members of the party a fact asks for."""
    if fact.quantity is Quantity.ALL:
        return len(fact.subjects)
    return min(fact.count, party + 1) if fact.quantity is Quantity.AT_LEAST else 1
