"""What conditions ask of the party, as needs."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

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
    from compiler.model.board import Cells
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


class Stand(NamedTuple):
    """So many of the party on some squares."""

    cells: Cells
    least: int
    fact: Fact


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
        apart = self._distributed(parts)
        if apart is not None:
            return apart
        party = len(self.quest.party)
        standing = [self._stand(part) for part in parts]
        common = self.board.floor
        for one in standing:
            if one is not None and one.least >= party:
                common &= one.cells
        is_bound = common != self.board.floor
        needs: list[Need] = []
        for part, one in zip(parts, standing, strict=True):
            if one is not None and is_bound:
                fact = part.part if isinstance(part, Not) else part
                assert isinstance(fact, Fact)
                cells = one.cells & common
                if not cells:
                    needs.append(Never(f"nobody can be in two places: {fact.place}", fact.origin))
                    continue
                needs.append(At(self.places_of(cells), fact.place, fact.origin))
                if not isinstance(part, Not) and fact.quantity is not Quantity.NONE:
                    needs[-1] = self._fact(replace(fact, cells=cells))
            else:
                needs.append(self.need(part))
        crowded = self._crowded([one for one in standing if one is not None], party)
        return All((*needs, crowded)) if crowded is not None else All(tuple(needs))

    def _distributed(self, parts: tuple[Condition, ...]) -> Need | None:
        """Where one may stand here or there, each way for itself; None where that is not asked."""
        standing = sum(_speaks_of_standing(part) for part in parts)
        for number, part in enumerate(parts):
            ways = _ways(part)
            if len(ways) > 1 and standing > 1 and _speaks_of_standing(part):
                rest = (*parts[:number], *parts[number + 1 :])
                return Either(tuple(self._together((*rest, *_each(way))) for way in ways))
        flat = tuple(one for part in parts for one in _each(part))
        return self._together(flat) if len(flat) > len(parts) and standing > 1 else None

    def _stand(self, condition: Condition) -> Stand | None:
        """What a condition asks of where the party stands; None where it asks something else."""
        fact = condition.part if isinstance(condition, Not) else condition
        party = {kind.word for kind in self.quest.party}
        if not isinstance(fact, Fact) or fact.kind is not FactKind.IS_IN:
            return None
        if not set(fact.subjects) <= party or not fact.cells & self.walkable:
            return None
        here, elsewhere = fact.cells, self.walkable & ~fact.cells
        wanted = how_many(fact, len(party))
        if fact.quantity is Quantity.NONE:
            here, elsewhere, wanted = elsewhere, here, len(fact.subjects)
        if fact.quantity is Quantity.ALL and len(fact.subjects) < len(party):
            # Some of the party by their names: how many is known, and who is not followed.
            wanted = min(wanted, len(party) - 1)
        if isinstance(condition, Not):
            return Stand(elsewhere, len(fact.subjects) - wanted + 1, fact)
        return Stand(here, wanted, fact)

    def _crowded(self, standing: list[Stand], party: int) -> Never | None:
        """Places apart from each other that together ask for more members than there are."""
        apart: list[Stand] = []
        for part in standing:
            if not any(part.cells & other.cells for other in apart):
                apart.append(part)
        wanted = sum(part.least for part in apart)
        if wanted > party:
            return Never(f"that asks for {wanted} and there are {party}", apart[-1].fact.origin)
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
        if wanted > len(party):
            return Never(f"that asks for {wanted} and there are {len(party)}", fact.origin)
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
