"""Pose a quest as a problem: its places and links, its facts, its deeds and its goal."""

from __future__ import annotations

from compiler.model.board import Cells, Openings, each_cell, openings
from compiler.model.quest import (
    Action,
    Condition,
    EffectKind,
    Event,
    Every,
    Fact,
    FactKind,
    Item,
    Not,
    Quantity,
    Quest,
    Some,
    Thing,
)
from compiler.packs.model import Category, GateForm, System
from compiler.proof.problem import (
    NOTHING,
    All,
    At,
    AtLeast,
    Deed,
    DeedSort,
    Either,
    FactInfo,
    Facts,
    FactSort,
    Has,
    Lacks,
    Link,
    Need,
    Never,
    PlaceInfo,
    Places,
    Problem,
)
from dsl.source import Span

_BEATABLE = "figures in the way can be beaten"
_LUCK = "dice and cards fall well enough once"
_PATIENCE = "the party may wait and regroup"


def pose(quest: Quest, system: System) -> Problem:
    """The problem that a quest sets its party."""
    return _Posing(quest, system).pose()


class _Posing:
    """One quest being posed."""

    def __init__(self, quest: Quest, system: System) -> None:
        self.quest = quest
        self.system = system
        self.board = quest.board
        self.facts: list[FactInfo] = []
        self.fact_numbers: dict[tuple[FactSort, str], int] = {}
        self.places: list[PlaceInfo] = []
        self.links: list[Link] = []
        self.deeds: list[Deed] = []
        self.given: Facts = 0
        self.undecided: list[str] = []
        self.free: Openings = openings(self.board, frozenset())
        # Squares that can be closed or cleared in play are places of their own.
        self.changing: Cells = 0
        for event in quest.events:
            for effect in event.effects:
                if effect.kind in (EffectKind.CLEAR, EffectKind.BLOCK, EffectKind.REMOVE):
                    self.changing |= effect.cells
        self.portals = {
            thing.id: thing for thing in quest.things if thing.kind.category is Category.PORTAL
        }
        portal_cells = 0
        for thing in self.portals.values():
            portal_cells |= thing.mask
        self.closed = quest.blocked
        self.walkable = self.board.floor & ~(self.closed & ~self.changing) & ~portal_cells

    def pose(self) -> Problem:
        self._find_places()
        self._link_gates()
        self._link_changing()
        self._link_portals()
        for area in range(len(self.board.areas)):
            self._search_area(area)
        for thing in self.quest.things_of(Category.FIGURE):
            self._defeat(thing)
        for thing in self.quest.things_of(Category.TRAP):
            self._spring(thing)
        for item in self.quest.items:
            self._pick_up(item)
        for action in self.quest.actions:
            self._act(action)
        for event in self.quest.events:
            self._happen(event)
        goal = self._goal()
        assumptions = (_LUCK, _BEATABLE, _PATIENCE)
        return Problem(
            tuple(self.places),
            self._places_of(self.quest.starts),
            tuple(self.links),
            tuple(self.facts),
            self.given,
            tuple(self.deeds),
            goal,
            assumptions,
            tuple(dict.fromkeys(self.undecided)),
        )

    # -- facts ----------------------------------------------------------------------

    def fact(self, sort: FactSort, id_: str, title: str, origin: Span) -> int:
        """The number of a fact, new or known."""
        key = (sort, id_)
        number = self.fact_numbers.get(key)
        if number is None:
            number = len(self.facts)
            self.fact_numbers[key] = number
            self.facts.append(FactInfo(sort, id_, title, origin))
        return number

    def has(self, sort: FactSort, id_: str, title: str, origin: Span) -> Has:
        return Has(self.fact(sort, id_, title, origin), origin)

    # -- places ---------------------------------------------------------------------

    def _find_places(self) -> None:
        rest = self.walkable & ~self.changing
        while rest:
            cells = self.free.flood(rest & -rest, rest)
            rest &= ~cells
            self._split_by_area(cells)
        for cell in each_cell(self.walkable & self.changing):
            self.places.append(PlaceInfo(self.board.area_at(cell), 1 << cell))

    def _split_by_area(self, cells: Cells) -> None:
        """Open corridors may be several areas: one place for each, linked by open steps."""
        first = len(self.places)
        for number, area in enumerate(self.board.areas):
            inside = cells & area.cells
            while inside:
                part = self.free.flood(inside & -inside, inside)
                inside &= ~part
                self.places.append(PlaceInfo(number, part))
        for one in range(first, len(self.places)):
            beside = self.free.grow(self.places[one].cells)
            for other in range(one + 1, len(self.places)):
                if beside & self.places[other].cells:
                    self.links.append(
                        Link(one, other, NOTHING, "open floor", self.quest.origin)
                    )

    def _places_of(self, cells: Cells) -> Places:
        found = 0
        for number, place in enumerate(self.places):
            if place.cells & cells:
                found |= 1 << number
        return found

    def _beside(self, cells: Cells) -> Places:
        """The places from which something on these squares can be reached."""
        inside = self._places_of(cells)
        return inside or self._places_of(self._around(cells))

    def _around(self, cells: Cells) -> Cells:
        grown = self.free.grow(cells)
        return grown | self.free.grow(grown) & self._corners(cells)

    def _corners(self, cells: Cells) -> Cells:
        stride = self.board.stride
        return (
            cells << (stride + 1) | cells << (stride - 1) | cells >> (stride + 1) | cells >> (stride - 1)
        )

    def _link_gates(self) -> None:
        for gate in self.board.gates:
            if gate.is_open and gate.lock is None:
                continue
            first = self._places_of(sum(1 << edge.first for edge in gate.edges))
            second = self._places_of(sum(1 << edge.second for edge in gate.edges))
            opened = self.has(FactSort.OPEN, gate.id, gate.title, gate.origin)
            for one in _each(first):
                for other in _each(second):
                    self.links.append(Link(one, other, opened, gate.title, gate.origin))
            area_facts = 0
            for number in gate.between:
                area = self.board.areas[number]
                area_facts |= 1 << self.fact(FactSort.REVEALED, area.id, area.title, area.origin)
            adds = 1 << opened.fact | area_facts
            cells = sum(1 << edge.first | 1 << edge.second for edge in gate.edges)
            if gate.kind.form is GateForm.PASSAGE:
                self._find_passage(gate.id, gate.title, gate.between, adds, cells, gate.origin)
                continue
            if gate.kind.form is GateForm.WINDOW:
                continue
            needs: Need = NOTHING
            removes = 0
            title = f"Open {_the(gate.title)}"
            if gate.lock is not None:
                key = next((i for i in self.quest.items if i.id == gate.lock.key), None)
                if key is None:
                    needs = Never(f"nothing opens {_the(gate.title)}", gate.lock.origin)
                else:
                    has_key = self.has(FactSort.HAVE, key.id, key.title, gate.lock.origin)
                    unlocked = self.fact(
                        FactSort.UNLOCKED, gate.id, f"{gate.title} unlocked", gate.lock.origin
                    )
                    if any(
                        effect.kind is EffectKind.UNLOCK and effect.target == gate.id
                        for event in self.quest.events
                        for effect in event.effects
                    ):
                        self.deeds.append(
                            Deed(
                                DeedSort.OPEN, gate.id, title, first | second, cells,
                                Has(unlocked, gate.lock.origin), adds, 0, False, "", gate.origin,
                            )
                        )
                    needs = has_key
                    title += f" with {_the(key.title)}"
                    if gate.lock.is_spent:
                        removes = 1 << has_key.fact
            self.deeds.append(
                Deed(
                    DeedSort.OPEN, gate.id, title, first | second, cells, needs, adds, removes,
                    False, "", gate.origin,
                )
            )

    def _find_passage(  # noqa: PLR0913
        self, id_: str, title: str, between: tuple[int, int], adds: Facts, cells: Cells, origin: Span
    ) -> None:
        found = 1 << self.fact(FactSort.FOUND, id_, f"{title} found", origin)
        for number in between:
            area = self.board.areas[number]
            where = self._places_of(area.cells)
            if not where:
                continue
            self.deeds.append(
                Deed(
                    DeedSort.EXPLORE, f"{id_} from {area.id}",
                    f"Explore {area.title}: {_the(title)} is found",
                    where, cells, self._calm(number), adds | found, 0, False, "", origin,
                )
            )

    def _calm(self, area: int) -> Need:
        """No enemy may be in an area that is searched, where its kind asks for that."""
        kind = self.board.areas[area].kind
        if kind.clear_by_sight:
            return NOTHING
        parts = tuple(
            self._defeated(thing)
            for thing in self.quest.things_of(Category.FIGURE)
            if thing.area == area and thing.kind.side != self.system.party.word
        )
        return All(parts) if parts else NOTHING

    def _link_changing(self) -> None:
        blocked_at_start = self.closed
        fixed = len([p for p in self.places if not p.cells & self.changing])
        for number in range(fixed, len(self.places)):
            cells = self.places[number].cells
            cell = next(each_cell(cells))
            name = self.board.name(cell)
            clear = self.fact(FactSort.CLEAR, name, f"{name} clear", self.quest.origin)
            if not cells & blocked_at_start:
                self.given |= 1 << clear
            beside = self.free.grow(cells) & ~cells
            for other, place in enumerate(self.places):
                if other != number and place.cells & beside:
                    parts: list[Need] = [Has(clear, self.quest.origin)]
                    if other >= fixed:
                        if other < number:
                            continue
                        there = self.board.name(next(each_cell(place.cells)))
                        parts.append(
                            self.has(FactSort.CLEAR, there, f"{there} clear", self.quest.origin)
                        )
                    self.links.append(
                        Link(number, other, All(tuple(parts)), f"over {name}", self.quest.origin)
                    )

    def _link_portals(self) -> None:
        for thing in self.portals.values():
            other = self.portals.get(thing.link)
            if other is None or other.id < thing.id:
                continue
            here = self._places_of(self._around(thing.mask))
            there = self._places_of(self._around(other.mask))
            for one in _each(here):
                for far in _each(there):
                    if one != far:
                        self.links.append(Link(one, far, NOTHING, thing.title, thing.origin))

    # -- deeds ------------------------------------------------------------------------

    def _search_area(self, number: int) -> None:
        area = self.board.areas[number]
        where = self._places_of(area.cells)
        revealed = 1 << self.fact(FactSort.REVEALED, area.id, area.title, area.origin)
        if where & self._places_of(self.quest.starts):
            self.given |= revealed
        elif where:
            self.deeds.append(
                Deed(
                    DeedSort.ENTER, area.id, f"Enter {area.title}", where, 0, NOTHING, revealed,
                    0, False, "", area.origin,
                )
            )
        if self.system.search is None or not where:
            return
        needs = [self._calm(number)]
        for gate in self.board.gates:
            if gate.kind.form is GateForm.PASSAGE and number in gate.between and not gate.is_open:
                # A hidden passage is found before any treasure [DSO-C39].
                needs.append(self.has(FactSort.FOUND, gate.id, f"{gate.title} found", gate.origin))
        adds = 1 << self.fact(FactSort.SEARCHED, area.id, f"{area.title} searched", area.origin)
        contents = []
        cells = 0
        for thing in self.quest.things_of(Category.CONTAINER):
            if thing.area == number:
                adds |= 1 << self.fact(
                    FactSort.SEARCHED, thing.id, f"{thing.title} searched", thing.origin
                )
                cells |= thing.mask
                for item in self.quest.items:
                    if item.holder == thing.id:
                        adds |= self._gain(item)
                        contents.append(item.title)
        title = f"Search {area.title}"
        if contents:
            title += f" and take {' and '.join(_the(one) for one in contents)}"
        self.deeds.append(
            Deed(
                DeedSort.SEARCH, area.id, title, where, cells, All(tuple(needs)), adds, 0, False,
                "", area.origin,
            )
        )

    def _gain(self, item: Item) -> Facts:
        have = self.fact(FactSort.HAVE, item.id, item.title, item.origin)
        taken = self.fact(FactSort.TAKEN, item.id, f"{item.title} taken", item.origin)
        return 1 << have | 1 << taken

    def _defeated(self, thing: Thing) -> Has:
        return self.has(FactSort.DEFEATED, thing.id, f"{thing.title} defeated", thing.origin)

    def _defeat(self, thing: Thing) -> None:
        if thing.kind.side == self.system.party.word:
            return
        adds = 1 << self._defeated(thing).fact
        title = f"Defeat {_the(thing.title)}"
        gained = [item for item in self.quest.items if item.holder == thing.id]
        for item in gained:
            adds |= self._gain(item)
        if gained:
            title += f" and take {' and '.join(_the(item.title) for item in gained)}"
        self.deeds.append(
            Deed(
                DeedSort.DEFEAT, thing.id, title, self._beside(thing.mask), thing.mask, NOTHING,
                adds, 0, False, "a fight", thing.origin,
            )
        )

    def _spring(self, thing: Thing) -> None:
        adds = 1 << self.fact(FactSort.SPRUNG, thing.id, f"{thing.title} sprung", thing.origin)
        self.deeds.append(
            Deed(
                DeedSort.SPRING, thing.id, f"Set off {_the(thing.title)}",
                self._places_of(thing.mask), thing.mask, NOTHING, adds, 0, False,
                "the token may be a false trap", thing.origin,
            )
        )

    def _pick_up(self, item: Item) -> None:
        thing = next((one for one in self.quest.things if one.id == item.holder), None)
        if thing is not None and thing.kind.category in (Category.FIGURE, Category.CONTAINER):
            return
        cells = thing.mask if thing is not None else (1 << item.cell if item.cell >= 0 else 0)
        if not cells:
            return
        self.deeds.append(
            Deed(
                DeedSort.PICK_UP, item.id, f"Take {_the(item.title)}", self._beside(cells), cells,
                NOTHING, self._gain(item), 0, False, "", item.origin,
            )
        )

    def _act(self, action: Action) -> None:
        needs = self.need(action.condition) if action.condition is not None else NOTHING
        adds = 1 << self.fact(FactSort.DONE, action.id, f"{action.title}: done", action.origin)
        self.deeds.append(
            Deed(
                DeedSort.ACT, action.id, action.title, self._beside(action.cells), action.cells,
                needs, adds, 0, False, "", action.origin,
            )
        )

    def _happen(self, event: Event) -> None:
        title = event.title or f"event {event.id}"
        adds = 1 << self.fact(FactSort.HAPPENED, event.id, f"{title}: happened", event.origin)
        removes = 0
        cells = 0
        words = []
        for effect in event.effects:
            target, named = effect.target, effect.target_title
            match effect.kind:
                case EffectKind.GIVE:
                    item = next((one for one in self.quest.items if one.id == target), None)
                    if item is not None:
                        adds |= self._gain(item)
                        words.append(f"gain {_the(item.title)}")
                case EffectKind.TAKE:
                    removes |= 1 << self.fact(FactSort.HAVE, target, named, effect.origin)
                    words.append(f"lose {_the(named)}")
                case EffectKind.OPEN:
                    adds |= 1 << self.fact(FactSort.OPEN, target, named, effect.origin)
                    words.append(f"{_the(named)} opens")
                case EffectKind.UNLOCK:
                    adds |= 1 << self.fact(
                        FactSort.UNLOCKED, target, f"{named} unlocked", effect.origin
                    )
                    words.append(f"{_the(named)} is unlocked")
                case EffectKind.CLOSE:
                    removes |= 1 << self.fact(FactSort.OPEN, target, named, effect.origin)
                    words.append(f"{_the(named)} closes")
                case EffectKind.REVEAL:
                    if any(gate.id == target for gate in self.board.gates):
                        adds |= 1 << self.fact(FactSort.OPEN, target, named, effect.origin)
                        adds |= 1 << self.fact(
                            FactSort.FOUND, target, f"{named} found", effect.origin
                        )
                    else:
                        adds |= 1 << self.fact(FactSort.REVEALED, target, named, effect.origin)
                    words.append(f"{_the(named)} is revealed")
                case EffectKind.SET:
                    adds |= 1 << self.fact(FactSort.SET, target, f"{target} set", effect.origin)
                case EffectKind.CLEAR | EffectKind.REMOVE:
                    for cell in each_cell(effect.cells & self.changing):
                        name = self.board.name(cell)
                        adds |= 1 << self.fact(
                            FactSort.CLEAR, name, f"{name} clear", effect.origin
                        )
                    words.append(f"{effect.place or _the(named)} is cleared")
                    cells |= effect.cells
                case EffectKind.BLOCK:
                    for cell in each_cell(effect.cells & self.changing):
                        name = self.board.name(cell)
                        removes |= 1 << self.fact(
                            FactSort.CLEAR, name, f"{name} clear", effect.origin
                        )
                    words.append(f"{effect.place} is blocked")
                    cells |= effect.cells
                case EffectKind.TRIGGER:
                    if target != "trap":
                        adds |= 1 << self.fact(
                            FactSort.SPRUNG, target, f"{named} sprung", effect.origin
                        )
                case EffectKind.END:
                    won = target == self.system.party.word
                    sort = FactSort.WON if won else FactSort.LOST
                    adds |= 1 << self.fact(sort, "", f"{named} win", effect.origin)
                case _:
                    pass
        removes &= ~adds
        told = f"{title}: {', '.join(words)}" if words else title
        self.deeds.append(
            Deed(
                DeedSort.EVENT, event.id, told[:1].upper() + told[1:], 0, cells,
                self.need(event.condition), adds, removes, True, "", event.origin,
            )
        )

    def _goal(self) -> Need:
        party = self.system.party.word
        ways: list[Need] = []
        lost: list[Need] = []
        for victory in self.quest.victories:
            if victory.side == party:
                ways.append(self.need(victory.condition))
            elif not victory.is_default:
                lost.append(self.need(victory.condition))
        for effect in (effect for event in self.quest.events for effect in event.effects):
            if effect.kind is EffectKind.END:
                won = effect.target == party
                sort = FactSort.WON if won else FactSort.LOST
                has = self.has(sort, "", f"{effect.target_title} win", effect.origin)
                if won:
                    ways.append(has)
        for number, need in enumerate(lost):
            if type(need) is Never:
                continue
            fact = self.fact(FactSort.LOST, "", "the other side wins", self.quest.origin)
            self.deeds.append(
                Deed(
                    DeedSort.EVENT, f"lost-{number}", "The other side wins", 0, 0, need, 1 << fact,
                    0, True, "", self.quest.origin,
                )
            )
        goal: Need = Either(tuple(ways)) if len(ways) != 1 else ways[0]
        if (FactSort.LOST, "") in self.fact_numbers:
            goal = All((Lacks(self.fact_numbers[FactSort.LOST, ""], self.quest.origin), goal))
        return goal

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
            return At(self._places_of(self.walkable & ~fact.cells), f"outside {fact.place}", fact.origin)
        if fact.kind is FactKind.ROUND:
            return self._round(fact, _OPPOSITE.get(fact.comparison, fact.comparison))
        if fact.kind is FactKind.STATE:
            return NOTHING
        need = self._fact(fact)
        return _negated(need)

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
        for part in parts:
            if part in standing and everyone:
                assert isinstance(part, Fact)
                narrowed = part._replace(cells=part.cells & common)
                needs.append(self._fact(narrowed))
            else:
                needs.append(self.need(part))
        crowded = self._crowded(standing, len(party))
        return All((*needs, crowded)) if crowded is not None else All(tuple(needs))

    def _crowded(self, standing: list[Fact], party: int) -> Never | None:
        """Places apart from each other that together ask for more members than there are."""
        apart: list[Fact] = []
        for part in standing:
            if not any(part.cells & other.cells for other in apart):
                apart.append(part)
        wanted = sum(_how_many(part, party) for part in apart)
        if wanted > party:
            last = apart[-1]
            return Never(f"that asks for {wanted} and there are {party}", last.origin)
        return None

    def _fact(self, fact: Fact) -> Need:
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
                return Never(f"the proof does not count on {fact.object} members", fact.origin)
            case FactKind.CLEARED:
                return self._quantified(fact, [self._cleared(id_, fact) for id_ in fact.subjects])
            case FactKind.CLOSED:
                parts = [
                    _negated(self.has(FactSort.OPEN, id_, id_, fact.origin)) for id_ in fact.subjects
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
            self._defeated(thing)
            for thing in self.quest.things_of(Category.FIGURE)
            if thing.area == number and thing.kind.side != self.system.party.word
        ]
        return All((revealed, *parts))

    def _quantified(self, fact: Fact, parts: list[Need]) -> Need:
        if fact.quantity is Quantity.NONE:
            return All(tuple(_negated(part) for part in parts))
        if fact.quantity is Quantity.ANY:
            return Either(tuple(parts))
        if fact.quantity is Quantity.AT_LEAST and fact.count < len(parts):
            return AtLeast(fact.count, tuple(parts))
        if fact.quantity is Quantity.AT_LEAST and fact.count > len(parts):
            return Never(f"there are only {len(parts)}", fact.origin)
        return parts[0] if len(parts) == 1 else All(tuple(parts))

    def _standing(self, fact: Fact) -> Need:
        party = {kind.word for kind in self.quest.party}
        if not set(fact.subjects) <= party:
            self.undecided.append("where monsters stand")
            return Never("the proof does not move monsters", fact.origin)
        if fact.quantity is Quantity.NONE:
            return At(self._places_of(self.walkable & ~fact.cells), f"outside {fact.place}", fact.origin)
        wanted = _how_many(fact, len(party))
        room = (fact.cells & self.walkable).bit_count()
        if not room and fact.cells:
            around = self._beside(fact.cells)
            return At(around, fact.place, fact.origin) if around else Never(
                f"nobody can stand at {fact.place}", fact.origin
            )
        if room < wanted and fact.kind is FactKind.IS_IN:
            return Never(f"{fact.place} has room for {room} of {wanted}", fact.origin)
        return At(self._places_of(fact.cells), fact.place, fact.origin)

    def _round(self, fact: Fact, comparison: str) -> Need:
        if comparison in (">=", ">"):
            later = self.fact(
                FactSort.LATER, f"{comparison}{fact.number}", f"round {comparison} {fact.number}",
                fact.origin,
            )
            key = f"wait-{comparison}{fact.number}"
            if not any(deed.id == key for deed in self.deeds):
                self.deeds.append(
                    Deed(
                        DeedSort.WAIT, key, f"Wait until round {fact.number}", 0, 0, NOTHING,
                        1 << later, 0, False, "", fact.origin,
                    )
                )
            return Has(later, fact.origin)
        self.undecided.append("whether there is time enough before a round")
        return NOTHING


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


def _each(places: Places) -> list[int]:
    return [number for number in range(places.bit_length()) if places >> number & 1]


def _the(title: str) -> str:
    first = title.partition(" ")[0].lower()
    return title if first in ("the", "a", "an") else f"the {title}"


def _how_many(fact: Fact, party: int) -> int:
    if fact.quantity is Quantity.ALL:
        return len(fact.subjects)
    return min(fact.count, party + 1) if fact.quantity is Quantity.AT_LEAST else 1


def _negated(need: Need) -> Need:
    match need:
        case Has(fact, origin):
            return Lacks(fact, origin)
        case Lacks(fact, origin):
            return Has(fact, origin)
        case All(parts):
            return Either(tuple(_negated(part) for part in parts))
        case Either(parts):
            return All(tuple(_negated(part) for part in parts))
        case AtLeast(count, parts):
            return AtLeast(len(parts) - count + 1, tuple(_negated(part) for part in parts))
        case Never():
            return NOTHING
        case At():
            return need
