"""Pose a quest as a problem: its places and links, its facts, its deeds and its goal."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, NamedTuple

from questwright.compiler.english import with_article
from questwright.compiler.model.quest import (
    Action,
    Condition,
    EffectKind,
    Event,
    Every,
    Item,
    Quest,
    Thing,
)
from questwright.compiler.model.spells import casters_of
from questwright.compiler.packs.system.system import Category, GateForm, System
from questwright.compiler.proof.reach.relaxed import retraced
from questwright.compiler.proof.reach.symmetry import loses_as_one, moves_as_one
from questwright.compiler.proof.task.cache import Cache
from questwright.compiler.proof.task.condition import (
    NOTHING,
    All,
    Either,
    Has,
    Lacks,
    Need,
    Never,
    facts_needed,
    negated,
)
from questwright.compiler.proof.task.relevance import harmful_deeds, relevant_deeds
from questwright.compiler.proof.task.task import (
    Deed,
    DeedSort,
    FactSort,
    Limit,
    Problem,
    Unjudged,
    waits_for,
)
from questwright.compiler.proof.translate.crossings import link_crossings
from questwright.compiler.proof.translate.deadline import (
    Hurry,
    is_hurried,
    last_round,
    parts_of_condition,
)
from questwright.compiler.proof.translate.entries import come_in
from questwright.compiler.proof.translate.moves import Linking
from questwright.compiler.wording.phrases import say_condition, thing_in_words

if TYPE_CHECKING:
    from questwright.compiler.proof.task.condition import Facts, Members, Places
    from questwright.dsl.source import Span

_UNCERTAIN = 6
"""Things that a deed may bring to light or not: there is a deed for each choice of them."""
_KEPT = 8
"""Posed quests that are kept."""
_BEATABLE = "figures in the way can be beaten"
_LUCK = "dice and cards fall well enough once"
_PATIENCE = "the party may wait and regroup"
_NO_SPELLS = "nobody casts a spell"
_SPELLS = "the spells of the line come off, and no others are cast"
_MOORED = "nobody leaves a vessel where none of the others can bring it back from"


class Find(NamedTuple):
    """Something that is come by where something else is done."""

    adds: Facts
    title: str
    """What is taken, or empty."""
    unless: tuple[Has, ...]
    """What means that it is no longer to be had."""


def pose(
    quest: Quest,
    system: System,
    *,
    is_mortal: bool = False,
    hurry: Hurry = Hurry.COUNTS,
    cache: Cache | None = None,
) -> Problem:
    """The problem that a quest sets its party; of a mortal one any member may be lost."""
    cache = Cache() if cache is None else cache
    posing = _posed_but_for_victories(quest, system, cache, is_mortal=is_mortal)
    return posing.pose(hurry)._replace(cache=cache)


class _Posed(NamedTuple):
    is_mortal: bool
    quest: Quest
    """All of it but its victories, and what its author expects and allows."""
    posing: _Posing


def _posed_but_for_victories(
    quest: Quest, system: System, cache: Cache, *, is_mortal: bool
) -> _Posing:
    # A proof asks the same quest in other words: by degrees, or with ways to win left aside.
    key = (is_mortal, quest._replace(victories=(), expects=(), allows=()))
    kept = cache.kept(_Posed, _KEPT)
    for known in kept:
        if known.posing.system is system and known[:2] == key:
            found = known.posing.again(quest)
            if found is not None:
                return found
    posing = _Posing(quest, system, is_mortal=is_mortal)
    posing.begin()
    kept.append(_Posed(*key, posing))
    return posing.again(quest) or posing


class _Posing(Linking):
    """One quest being posed."""

    starts: tuple[Places, ...] = ()
    comers: tuple[Members, ...] = ()

    def begin(self) -> None:
        """All but how it is won."""
        self.find_places()
        self.starts, self.comers = come_in(self)
        self.link_gates()
        self.link_rough()
        self.link_changing()
        self.link_portals()
        self.link_corners()
        link_crossings(self)
        self.link_climbs()
        self.link_cliffs()
        for area in range(len(self.board.areas)):
            self._search_area(area)
        for thing in self.quest.things_of(Category.FIGURE):
            self._defeat(thing)
        for thing in self.quest.things_of(Category.TRAP):
            if thing.id not in self.quest.absent:
                self._spring(thing)
        for item in self.quest.items:
            self._pick_up(item)
        for action in self.quest.actions:
            self._act(action)
        for event in self.quest.events:
            self._happen(event)
        for effect in self.quest.before:
            outcome = self.outcome(effect)
            self.given = self.given & ~outcome.removes | outcome.adds

    def pose(self, hurry: Hurry) -> Problem:
        """How it is won, and the whole."""
        goal = self._goal(hurry)
        self._repeat()
        self._pass_rounds()
        assumptions: tuple[str, ...] = (_LUCK, _BEATABLE, _PATIENCE)
        is_rowed = any(crossing.is_rowed for crossing in self.board.crossings)
        if is_rowed and len(self.quest.party) > 1:
            assumptions = (*assumptions, _MOORED)
        if casters_of(self.quest, self.system):
            cast = any(crossing.cast for crossing in self.board.crossings)
            assumptions = (*assumptions, _SPELLS if cast else _NO_SPELLS)
        lost = self.fact_numbers.get((FactSort.LOST, ""))
        problem = Problem(
            tuple(self.places),
            self.places_of(self.quest.begun) | sum(set(self.starts)),
            tuple(self.links),
            tuple(self.facts),
            self.given,
            tuple(self.deeds),
            goal,
            assumptions,
            tuple(dict.fromkeys(self.undecided)),
            party=len(self.quest.party),
            starts=self.starts,
            comers=self.comers,
            lost=1 << lost if lost is not None else 0,
            fallen=tuple(
                1 << self.fallen(word).fact if word in self.leaving else 0 for word in self.members
            )
            if self.leaving
            else (),
            limit=self.limit,
        )
        return self._hold_carriers(retraced(problem))

    def _hold_carriers(self, problem: Problem) -> Problem:
        """Whoever is to carry something is handed it, where nobody need ever part.

        Elsewhere it is not judged who of them has it.
        """
        if not self.named_carriers:
            return problem
        harmful = harmful_deeds(problem)
        relevant = relevant_deeds(problem)
        if moves_as_one(problem, harmful) and loses_as_one(problem, relevant, harmful):
            return problem
        unjudged = (
            Unjudged(f"which of the party carries {fact.object}", fact.origin)
            for fact in self.named_carriers
        )
        return problem._replace(undecided=tuple(dict.fromkeys((*problem.undecided, *unjudged))))

    # -- deeds ------------------------------------------------------------------------

    def _search_area(self, number: int) -> None:
        area = self.board.areas[number]
        where = self.places_of(area.cells)
        revealed = 1 << self.fact(FactSort.REVEALED, area.id, area.title, area.origin)
        if where & self.places_of(self.quest.begun):
            self.given |= revealed
        elif where:
            self.do(
                Deed(
                    DeedSort.ENTER,
                    area.id,
                    f"Enter {with_article(area.title)}",
                    where,
                    0,
                    NOTHING,
                    revealed,
                    area.origin,
                    is_forced=True,
                )
            )
        if self.system.search is None or not where:
            return
        needs = [self.calm(number)]
        for gate in self.board.gates:
            if gate.kind.form is GateForm.PASSAGE and number in gate.between and not gate.is_open:
                # A hidden passage is found before any treasure [DSO-C39].
                found = self.has(FactSort.FOUND, gate.id, f"{gate.title} found", gate.origin)
                needs.append(found)
        searched = 1 << self.fact(FactSort.SEARCHED, area.id, f"{area.title} searched", area.origin)
        contents: list[Find] = []
        cells = 0
        for thing in self.quest.things_of(Category.CONTAINER):
            if thing.area == number:
                emptied = self.fact(
                    FactSort.SEARCHED, thing.id, f"{thing.title} searched", thing.origin
                )
                cells |= thing.mask
                contents.append(Find(1 << emptied, "", self._lost_with(thing)))
                contents += self._held_by(thing)
        deed = Deed(
            DeedSort.SEARCH,
            area.id,
            f"Search {with_article(area.title)}",
            where,
            cells,
            All(tuple(needs)),
            searched,
            area.origin,
            once=searched,
        )
        self._find(deed, contents)

    def _find(self, deed: Deed, contents: list[Find]) -> None:
        """Do a deed that brings things to light: of each choice of what is still to be had, one."""
        uncertain = list(dict.fromkeys(need for find in contents for need in find.unless))
        if len(uncertain) > _UNCERTAIN:
            self.undecided.append(Unjudged(f"what is found with “{deed.title}”", deed.origin))
            uncertain = []
        for chosen in product((False, True), repeat=len(uncertain)):
            gone = {need for need, is_gone in zip(uncertain, chosen, strict=True) if is_gone}
            adds, title = deed.adds, deed.title
            found = [find for find in contents if not gone & {*find.unless}]
            for find in found:
                adds |= find.adds
            titles = [with_article(find.title) for find in found if find.title]
            if titles:
                title += f" and take {' and '.join(titles)}"
            needs = [need if need in gone else negated(need) for need in uncertain]
            self.do(
                deed._replace(
                    title=title, adds=adds, needs=All((deed.needs, *needs)) if needs else deed.needs
                )
            )

    def _held_by(self, thing: Thing) -> list[Find]:
        """What a thing holds: nothing that was had before."""
        found = []
        for item in self.quest.items:
            if item.holder == thing.id:
                unless = self._lost_with(thing) if thing.kind.category is Category.CONTAINER else ()
                if item.id in self.given_by_events and item.id in self.losable:
                    taken = self.has(FactSort.TAKEN, item.id, f"{item.title} taken", item.origin)
                    unless = (*unless, taken)
                found.append(Find(self.gain(item), item.title, unless))
        return found

    def _lost_with(self, thing: Thing) -> tuple[Has, ...]:
        """What takes a thing out of the quest, and what it holds with it."""
        is_lost = self.is_removed(thing)
        return (self.gone(thing.id, thing.title, thing.origin),) if is_lost else ()

    def _defeat(self, thing: Thing) -> None:
        if thing.kind.side == self.system.party.word:
            return
        defeated = 1 << self.defeated(thing).fact
        deed = Deed(
            DeedSort.DEFEAT,
            thing.id,
            f"Defeat {thing_in_words(thing)}",
            self.places_of(thing.mask | self.around(thing.mask)),
            thing.mask,
            self.still_there(thing),
            defeated,
            thing.origin,
            once=defeated,
        )
        self._find(deed, self._held_by(thing))

    def _spring(self, thing: Thing) -> None:
        adds = 1 << self.fact(FactSort.SPRUNG, thing.id, f"{thing.title} sprung", thing.origin)
        self.do(
            Deed(
                DeedSort.SPRING,
                thing.id,
                f"Set off {with_article(thing.title)}",
                self.places_of(thing.mask),
                thing.mask,
                self.still_there(thing),
                adds,
                thing.origin,
            )
        )

    def _pick_up(self, item: Item) -> None:
        thing = next((thing for thing in self.quest.things if thing.id == item.holder), None)
        if thing is not None and thing.kind.category in (Category.FIGURE, Category.CONTAINER):
            return
        cells = thing.mask if thing is not None else (1 << item.cell if item.cell >= 0 else 0)
        if not cells:
            return
        deed = Deed(
            DeedSort.PICK_UP,
            item.id,
            f"Take {with_article(item.title)}",
            0,
            cells,
            NOTHING,
            self.gain(item),
            item.origin,
            once=1 << self.fact(FactSort.TAKEN, item.id, item.title, item.origin),
        )
        self._do_at(deed)

    def _act(self, action: Action) -> None:
        needs = self.need(action.condition) if action.condition is not None else NOTHING
        adds = 1 << self.fact(FactSort.DONE, action.id, f"{action.title}: done", action.origin)
        deed = Deed(
            DeedSort.ACT, action.id, action.title, 0, action.cells, needs, adds, action.origin
        )
        self._do_at(deed)

    def _do_at(self, deed: Deed) -> None:
        """Do a deed on its squares, or from beside them."""
        for cells, needs in self.reaching(deed.cells):
            every = All((deed.needs, *needs)) if needs else deed.needs
            self.do(deed._replace(where=self.places_of(cells), needs=every))

    def _happen(self, event: Event) -> None:
        title = event.title or say_condition(event.condition, self.quest, self.system)
        happened = 1 << self.fact(FactSort.HAPPENED, event.id, f"{title}: happened", event.origin)
        adds = happened
        removes = 0
        cells = 0
        words = []
        for effect in event.effects:
            outcome = self.outcome(effect)
            # In their order: what is given and then taken is gone.
            adds = adds & ~outcome.removes | outcome.adds
            removes = removes & ~outcome.adds | outcome.removes
            cells |= outcome.cells
            if outcome.words:
                words.append(outcome.words)
        told = f"{title}: {', '.join(words)}" if words else title
        need = self.need(event.condition)
        lost = self.fact_numbers.get((FactSort.LOST, ""))
        if lost is not None and adds >> lost & 1 and self._ends_in_time(need):
            adds &= ~(1 << lost)  # the party is to be done before
        self.deeds.append(
            Deed(
                DeedSort.EVENT,
                event.id,
                told[:1].upper() + told[1:],
                0,
                cells,
                need,
                adds,
                event.origin,
                removes=removes,
                once=0 if event.repeats else happened,
                is_forced=True,
            )
        )

    def _repeat(self) -> None:
        """Where anything can be lost, an event that repeats happens each time its condition turns.

        Where nothing can, what it brings stays brought, and once is enough.
        """
        is_kept = not self.leaving and (FactSort.LOST, "") not in self.fact_numbers
        if is_kept and not any(deed.removes for deed in self.deeds):
            return
        repeating = {event.id: event for event in self.quest.events if event.repeats}
        for number, deed in enumerate(self.deeds):
            if deed.sort is DeedSort.EVENT and deed.id in repeating:
                live = self.fact(FactSort.LIVE, deed.id, f"{deed.title}: live", deed.origin)
                self.deeds[number] = deed._replace(
                    adds=deed.adds | 1 << live, once=1 << live, is_repeated=True
                )

    def _pass_rounds(self) -> None:
        """Rounds come one after the other: of those that anything asks for, none is left out."""
        waits = [deed for deed in self.deeds if deed.sort is DeedSort.WAIT]
        waits.sort(key=waits_for)
        rest = [deed for deed in self.deeds if deed.sort is not DeedSort.WAIT]
        for number, deed in enumerate(waits[1:], 1):
            before = self.facts[waits[number - 1].adds.bit_length() - 1]
            earlier = self.has(before.sort, before.id, before.title, deed.origin)
            waits[number] = deed._replace(needs=earlier)
        self.deeds = [*rest, *waits]

    def _waits(self, need: Need) -> bool:
        held, _ = facts_needed(need)
        return any(
            info.sort is FactSort.LATER
            for number, info in enumerate(self.facts)
            if held >> number & 1
        )

    def _in_time(self, condition: Condition, hurry: Hurry) -> Condition:
        """A condition for winning without the round that it names as the last: that is counted."""
        party = self.system.party.word
        ways = sum(victory.side == party for victory in self.quest.victories)
        if ways > 1 and hurry is Hurry.COUNTS:
            # One way may know a last round and another none.
            return condition
        parts = parts_of_condition(condition)
        kept = []
        for part in parts:
            last = last_round(part)
            if last is None:
                kept.append(part)
            elif ways == 1:
                self._limit(last, part.origin)
        return Every(tuple(kept), condition.origin) if len(kept) < len(parts) else condition

    def _ends_in_time(self, need: Need) -> bool:
        """Whether the other side wins by time alone; the party has to be done before."""
        if not isinstance(need, Has) or self.facts[need.fact].sort is not FactSort.LATER:
            return False
        comparison = self.facts[need.fact].id.rstrip("0123456789")
        number = int(self.facts[need.fact].id.removeprefix(comparison))
        self._limit(number - (comparison == ">="), need.origin)
        return True

    def _limit(self, last: int, origin: Span) -> None:
        if self.limit is None or last < self.limit.last:
            self.limit = Limit(last, origin)

    def _end_in_time(self) -> None:
        """Where the quest ends after so many rounds, the party has to be done by then."""
        for word, setting in self.system.settings.items():
            last = self.quest.settings.get(word)
            if setting.role == "turn-limit" and isinstance(last, int) and last > 0:
                self._limit(last, self.quest.origin)

    def _goal(self, hurry: Hurry) -> Need:
        party = self.system.party.word
        self._end_in_time()
        own = [victory for victory in self.quest.victories if victory.side == party]
        if hurry is Hurry.SHUNNED:
            own = [one for one in own if not is_hurried(one)]
        ways = [self.need(self._in_time(one.condition, hurry)) for one in own]
        lost = [
            (self.need(victory.condition), victory.origin)
            for victory in self.quest.victories
            if victory.side != party and not victory.is_default
        ]
        for effect in self.quest.every_effect():
            if effect.kind is EffectKind.END:
                won = effect.target == party
                sort = FactSort.WON if won else FactSort.LOST
                has = self.has(sort, "", f"{effect.target_title} win", effect.origin)
                if won:
                    ways.append(has)
        for number, (need, origin) in enumerate(lost):
            if type(need) is Never:
                continue
            if self._ends_in_time(need):
                continue
            if self._waits(need):
                # Time is what the other side plays for, and more than time.
                self.undecided.append(Unjudged("whether the party is in time", origin))
                continue
            fact = self.fact(FactSort.LOST, "", "the other side wins", origin)
            self.deeds.insert(
                0,  # before any event: who has won has won
                Deed(
                    DeedSort.EVENT,
                    f"lost {number}",  # no event is called so
                    "The other side wins",
                    0,
                    0,
                    need,
                    1 << fact,
                    origin,
                    is_forced=True,
                ),
            )
        goal: Need = Either(tuple(ways)) if len(ways) != 1 else ways[0]
        fact = self.fact_numbers.get((FactSort.LOST, ""), -1)
        brought = (self.given, *(deed.adds for deed in self.deeds))
        if fact >= 0 and any(adds >> fact & 1 for adds in brought):
            goal = All((Lacks(fact, self.quest.origin), goal))
        return goal
