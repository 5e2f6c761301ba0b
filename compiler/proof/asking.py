"""What conditions ask of the party, as needs."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from compiler.model.quest import (
    Condition,
    Every,
    Fact,
    FactKind,
    Not,
    Quantity,
    Some,
)
from compiler.packs.model import Category
from compiler.proof.ground import Ground
from compiler.proof.problem import (
    NOTHING,
    All,
    At,
    AtLeast,
    Deed,
    DeedSort,
    Either,
    FactSort,
    Has,
    Lacks,
    Need,
    Never,
)

if TYPE_CHECKING:
    from dsl.source import Span


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


class Asking(Ground):
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
            return At(
                self.places_of(self.walkable & ~fact.cells), f"outside {fact.place}", fact.origin
            )
        if fact.kind is FactKind.ROUND:
            return self._round(fact, _OPPOSITE.get(fact.comparison, fact.comparison))
        if fact.kind is FactKind.STATE:
            return NOTHING
        need = self._fact(fact)
        return negated(need)

    def _together(self, parts: tuple[Condition, ...]) -> Need:
        """Several conditions at one moment: members of the party cannot be in two places."""
        party = {kind.word for kind in self.quest.party}
        standing = [
            part
            for part in parts
            if isinstance(part, Fact)
            and part.kind is FactKind.IS_IN
            and set(part.subjects) <= party
        ]
        everyone = [
            part
            for part in standing
            if part.quantity is Quantity.ALL and len(part.subjects) == len(party)
        ]
        common = self.board.floor
        for part in everyone:
            common &= part.cells
        needs: list[Need] = []
        for one in parts:
            if isinstance(one, Fact) and one in standing and everyone:
                needs.append(self._fact(replace(one, cells=one.cells & common)))
            else:
                needs.append(self.need(one))
        crowded = self._crowded(standing, len(party))
        return All((*needs, crowded)) if crowded is not None else All(tuple(needs))

    def _crowded(self, standing: list[Fact], party: int) -> Never | None:
        """Places apart from each other that together ask for more members than there are."""
        apart: list[Fact] = []
        for part in standing:
            if not any(part.cells & other.cells for other in apart):
                apart.append(part)
        wanted = sum(how_many(part, party) for part in apart)
        if wanted > party:
            last = apart[-1]
            return Never(f"that asks for {wanted} and there are {party}", last.origin)
        return None

    def _fact(self, fact: Fact) -> Need:  # noqa: PLR0911 - a return for each kind of fact
        match fact.kind:
            case FactKind.IS_IN | FactKind.LEAVES:
                return self._standing(fact)
            case FactKind.ROUND:
                return self._round(fact, fact.comparison)
            case FactKind.CARRIES:
                party = len(self.quest.party)
                if fact.quantity is Quantity.ALL and len(fact.subjects) > 1 and party > 1:
                    return Never("only one can carry it at a time", fact.origin)
                has = self.has(FactSort.HAVE, fact.object, fact.object, fact.origin)
                return Lacks(*has) if fact.quantity is Quantity.NONE else has
            case FactKind.STATE:
                if fact.quantity is Quantity.NONE:
                    return NOTHING
                self.undecided.append(f"who is {fact.object}")
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

    def _standing(self, fact: Fact) -> Need:
        party = {kind.word for kind in self.quest.party}
        if not set(fact.subjects) <= party:
            self.undecided.append("where monsters stand")
            return Never("the proof does not move monsters", fact.origin)
        if fact.quantity is Quantity.NONE:
            return At(
                self.places_of(self.walkable & ~fact.cells), f"outside {fact.place}", fact.origin
            )
        wanted = how_many(fact, len(party))
        room = (fact.cells & self.walkable).bit_count()
        if not room and fact.cells:
            around = self.beside(fact.cells)
            return (
                At(around, fact.place, fact.origin)
                if around
                else Never(f"nobody can stand at {fact.place}", fact.origin)
            )
        if room < wanted and fact.kind is FactKind.IS_IN:
            return Never(f"{fact.place} has room for {room} of {wanted}", fact.origin)
        return At(
            self.places_of(fact.cells), fact.place, fact.origin, self._begins_in(fact, wanted)
        )

    def _begins_in(self, fact: Fact, wanted: int) -> bool:
        """Whether so many of the party stand there before anybody has moved."""
        apart = self.quest.starts & ~fact.cells
        if wanted == len(self.quest.party):
            return not apart
        return (
            self.quest.starts & fact.cells != 0
            and apart.bit_count() <= len(self.quest.party) - wanted
        )

    def _round(self, fact: Fact, comparison: str) -> Need:
        if comparison in (">=", ">"):
            later = self.fact(
                FactSort.LATER,
                f"{comparison}{fact.number}",
                f"round {comparison} {fact.number}",
                fact.origin,
            )
            key = f"wait-{comparison}{fact.number}"
            if not any(deed.id == key for deed in self.deeds):
                self.deeds.append(
                    Deed(
                        DeedSort.WAIT,
                        key,
                        f"Wait until round {fact.number}",
                        0,
                        0,
                        NOTHING,
                        1 << later,
                        fact.origin,
                    )
                )
            return Has(later, fact.origin)
        self.undecided.append("whether there is time enough before a round")
        return NOTHING


def how_many(fact: Fact, party: int) -> int:
    """How many members of the party a fact asks for."""
    if fact.quantity is Quantity.ALL:
        return len(fact.subjects)
    return min(fact.count, party + 1) if fact.quantity is Quantity.AT_LEAST else 1


def negated(need: Need) -> Need:
    """The need that is met where this one is not."""
    match need:
        case Has(fact, origin):
            return Lacks(fact, origin)
        case Lacks(fact, origin):
            return Has(fact, origin)
        case All(parts):
            return Either(tuple(negated(part) for part in parts))
        case Either(parts):
            return All(tuple(negated(part) for part in parts))
        case AtLeast(count, parts):
            return AtLeast(len(parts) - count + 1, tuple(negated(part) for part in parts))
        case Never():
            return NOTHING
        case At():
            return need
