"""A quest as one planning task: a value that can be printed, exported and read."""

from __future__ import annotations

from questwright.compiler.verdict.task.bits import each_number, union
from questwright.compiler.verdict.task.gifts import had
from questwright.compiler.verdict.task.need import NOTHING
from questwright.dsl.choices import StrEnum
from questwright.dsl.records import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Final

    from questwright.compiler.grid.cells import Cells
    from questwright.compiler.verdict.task.gifts import Gift
    from questwright.compiler.verdict.task.need import Facts, Members, Need, Places
    from questwright.compiler.verdict.task.unjudged import Unjudged
    from questwright.dsl.source import Span

EVERYBODY: Final[int] = -1
"""All members of the party."""


class FactSort(StrEnum):
    """What a fact says."""

    OPEN = "open"
    FOUND = "found"
    HAVE = "have"
    TAKEN = "taken"
    REVEALED = "revealed"
    ENTERED = "entered"
    """Somebody of the party has been where figures come."""
    SEARCHED = "searched"
    DEFEATED = "defeated"
    DOWN = "down"
    """A figure that may stand again is defeated, or has been taken away."""
    STANDS = "stands"
    """A thing that is pushed stands on a cell to which others are pushed, too."""
    DONE = "done"
    HAPPENED = "happened"
    SPRUNG = "sprung"
    SET = "set"
    VALUE = "value"
    """A figure has a value that an event has given it: its id, the value's word, the number."""
    STATE = "state"
    """A figure is in a state that the game names."""
    CLEAR = "clear"
    UNLOCKED = "unlocked"
    LAUNCHED = "launched"
    LATER = "later"
    WON = "won"
    LOST = "lost"
    GONE = "gone"
    LIVE = "live"
    """The condition of a repeating event held when it was last looked at."""
    PASSED = "passed"
    """So many have gone through a gate that falls shut."""
    LIES = "lies"
    """A vessel lies at one of its ends."""
    ABOARD = "aboard"
    """So many go along on one way of a vessel, and it has a seat left."""


class FactInfo(NamedTuple):
    """A fact in words."""

    sort: FactSort
    id: str
    title: str
    origin: Span


class DeedSort(StrEnum):
    """The kind of a deed or of a step of a line."""

    OPEN = "open"
    UNLOCK = "unlock"
    """A lock is opened from afar: a container or a gate on squares with it, no gate in a wall."""
    EXPLORE = "explore"
    SEARCH = "search"
    PICK_UP = "pick-up"
    DEFEAT = "defeat"
    ACT = "act"
    EVENT = "event"
    SPRING = "spring"
    PUSH = "push"
    LAUNCH = "launch"
    CAST = "cast"
    WAIT = "wait"
    BEFALL = "befall"
    """Something becomes of a figure."""
    WOUND = "wound"
    """A figure is attacked until it has as much of a state as conditions name."""
    RECOVER = "recover"
    """It passes."""
    BEGIN = "begin"
    WALK = "walk"
    HAND = "hand"
    JUMP = "jump"
    CROSS = "cross"
    GO_THROUGH = "go-through"
    """It is done by whoever takes a link that counts it, and not otherwise."""


class Find(NamedTuple):
    """Something that a deed brings as well, if it is still to be had."""

    adds: Facts
    unless: Facts
    """It is gone if any of these facts holds."""
    title: str
    """What is taken, as it stands in a sentence; or empty."""


class Effort(NamedTuple):
    """What a deed takes that goes on from round to round, and that several may do together."""

    least: int
    """Rounds between its first action and its last, at the least, if all help."""
    most: int
    """The same, if one member does it."""
    actions: int
    """The fewest actions of all of them."""


class Deed(NamedTuple):
    """Something that a member of the party may do; or the party, if it takes no place."""

    sort: DeedSort
    id: str
    title: str
    """In the imperative: ``Open the Vault door with the Iron Key``."""
    where: Places
    """The places in one of which it is done; 0 if that does not matter."""
    cells: Cells
    """The cells that it is done to, for the map; 0 if there are none."""
    needs: Need
    adds: Facts
    origin: Span
    removes: Facts = 0
    once: Facts = 0
    """It is not done again while these facts hold."""
    who: Members = EVERYBODY
    """Those who may do it."""
    helped: Members = 0
    """In a fight, those who may attack as well, and do not have to."""
    carries: Facts = 0
    """The items that whoever does it carries or is handed."""
    finds: tuple[Find, ...] = ()
    past: Places = 0
    """Narrow places in which none of the others stands while it is done: a shot goes past them."""
    shot: str = ""
    """The way to attack by which it is done along sight: on other ground, too, the others leave
    some line free. Empty for what is not."""
    stands: Cells = 0
    """The cells on one of which it is done; 0 if all cells of its places are meant."""
    moves: int = 0
    """What it costs of a move."""
    actions: int = 0
    """How many actions it takes; a fight takes what figures and dice make of it."""
    is_fate: bool = False
    """Nobody of the party does it, and none of them decides it: it may come at any moment, again
    and again, or never. No line that wins counts on it."""
    hits: int = 0
    """Of attacks on a figure, how many hits it has had then; 0 where nothing asks for it."""
    left: int = 0
    """How many of those, at the least, it has not had before all that the deed needs."""
    effort: Effort | None = None
    """What it takes, if it goes on from round to round and others may help; None if it does not."""

    @property
    def brings(self) -> Facts:
        """All that it adds, what may be gone by then among it."""
        return self.brings_now(0)

    @property
    def is_fight(self) -> bool:
        """Whether it is an attack on a figure."""
        return self.sort in (DeedSort.DEFEAT, DeedSort.WOUND)

    def brings_now(self, facts: Facts) -> Facts:
        """What it adds where some facts hold."""
        return self.adds | union(find.adds for find in self.finds if not find.unless & facts)


class Happening(NamedTuple):
    """Something that happens by itself when its needs come to be met."""

    id: str
    title: str
    needs: Need
    adds: Facts
    removes: Facts
    cells: Cells
    origin: Span
    happened: Facts
    """The fact that it has happened."""
    live: Facts = 0
    """For one that repeats, the fact that its needs were met when it was last looked at; else 0."""
    gifts: tuple[Gift, ...] = ()
    """In the order in which they are given, after what it removes. What they add is in ``adds``."""

    def added(self, there: Sequence[object]) -> Facts:
        """What it adds; all members for whom ``there`` has nothing are lost."""
        return self.adds & ~had(self.gifts, there).lacks


class Sight(NamedTuple):
    """What is seen by whoever stands in some places."""

    where: Places
    adds: Facts


class Ending(NamedTuple):
    """A way in which play ends."""

    needs: Need
    is_own: bool
    """The party wins."""
    title: str
    origin: Span
    number: int = -1
    """Its index in the quest's victories; -1 for an ``end`` effect."""
    last: int = 0
    """The last round in which it counts; 0 if it counts in each. Time is counted apart."""
    until: Need = NOTHING
    """That this round is not over, where the party has others that count in each."""


class Bearing(NamedTuple):
    """That a member carries one of some items, unless it is spared that."""

    items: Facts
    spared: Members = 0

    def is_met(self, member: int, held: Facts) -> bool:
        """Whether a member who carries some items meets it."""
        return bool(self.spared >> member & 1 or held & self.items)


class Link(NamedTuple):
    """A way between two places, in both directions or from the first to the second."""

    first: int
    second: int
    needs: Need
    """What it takes, facts only."""
    title: str
    origin: Span
    who: Members = EVERYBODY
    """Those who can take it."""
    is_one_way: bool = False
    is_jump: bool = False
    """Who takes it jumps down, and needs luck."""
    is_crossing: bool = False
    """Who takes it takes a crossing, and that is told."""
    is_way_clear: bool = True
    """Who stands on a cell that closes may step clear along it: it leads to a neighbouring cell."""
    things: Need | None = None
    """What it takes to hand things along it; None if it is what walking takes."""
    counts: str = ""
    """The id of the deeds of which whoever takes it does the one that can be done."""
    refused: str = ""
    """Of the way back over a one-way link: why nobody takes it; then it is no way at all."""
    bearing: tuple[Bearing, ...] = ()
    """What whoever walks along it has to carry."""
    flanks: Places = 0
    """Round a corner, the places that have to be free of friends; 0 if none has to."""
    portals: frozenset[str] = frozenset()
    """The ids of the portals that it leads through."""

    @property
    def ways(self) -> tuple[tuple[int, int], ...]:
        """From where to where one walks along it."""
        if self.refused:
            return ()
        way = (self.first, self.second)
        return (way,) if self.is_one_way else (way, way[::-1])

    @property
    def ends(self) -> Places:
        """The places that it joins."""
        return 1 << self.first | 1 << self.second

    @property
    def asked(self) -> tuple[Need, ...]:
        """What it takes to walk along it and, if that is something else, to hand things."""
        return (self.needs,) if self.things is None else (self.needs, self.things)

    @property
    def is_both_ways(self) -> bool:
        """Whether one walks along it there and back, and nothing is done by that."""
        return not (self.is_one_way or self.refused or self.counts)

    def is_free_for(self, who: Members) -> bool:
        """Whether all of some members walk along it at any time, there and back."""
        is_for_all = not who & ~self.who and self.is_spared(who)
        return self.needs == NOTHING and self.is_both_ways and is_for_all

    def is_spared(self, who: Members) -> bool:
        """Whether no member of some is kept from it by what it carries, or by where friends are."""
        return not self.flanks and not any(who & ~own.spared for own in self.bearing)

    def admits(self, member: int, held: Facts) -> bool:
        """Whether a member who carries some items can take it, if it is open."""
        is_able = bool(self.who >> member & 1)
        return is_able and all(own.is_met(member, held) for own in self.bearing)

    @property
    def leads_clear(self) -> bool:
        """Whether one steps clear along it of a place that closes."""
        return self.is_way_clear and not self.is_crossing and not self.is_jump


class Place(NamedTuple):
    """Cells that are reached from each other without doing anything."""

    area: int
    """The index of its area; -1 off the board."""
    cells: Cells
    """0 off the board."""
    clear: int = -1
    """The fact that nothing closes it; -1 if nothing ever does. Who stands in a closed place is
    buried: neither there nor elsewhere until it is cleared."""
    is_lane: bool = False
    """Nobody passes whoever stands here."""
    bearing: Bearing | None = None
    """What nobody hands on from here who needs it to be here."""


class Begin(NamedTuple):
    """A cell on which a member may begin, or a place off the board in which one waits."""

    place: int
    who: Members
    cell: int = -1


class Limit(NamedTuple):
    """The last round in which the party can win."""

    last: int
    origin: Span


class Task(NamedTuple):
    """All that the proof knows of a quest."""

    places: tuple[Place, ...]
    links: tuple[Link, ...]
    facts: tuple[FactInfo, ...]
    given: Facts
    """The facts that hold at the start."""
    deeds: tuple[Deed, ...]
    events: tuple[Happening, ...]
    sights: tuple[Sight, ...]
    victories: tuple[Ending, ...]
    """In the order in which they are looked at: the party's own first."""
    party: int
    """How many members the party has."""
    begins: tuple[Begin, ...]
    fallen: tuple[Facts, ...]
    """For each member the fact that it is lost; 0 for who never is."""
    carried: Facts = 0
    """The items of which it matters who carries them."""
    bound: Facts = 0
    """Those of them that nobody hands over."""
    limit: Limit | None = None
    gifts: tuple[Gift, ...] = ()
    """What goes to some of the members as they are set up. What they add is in ``given``."""
    assumptions: tuple[str, ...] = ()
    unjudged: tuple[Unjudged, ...] = ()
    is_finest: bool = False
    """All lanes are told apart at every moment, whatever is open then."""
    friends_block: bool = False
    """No member passes another on one cell."""
    absent: tuple[Facts, ...] = ()
    """For each member the fact that it is lost or never was there; 0 where nothing asks for that.
    It is never taken for settled: fewer may play than all."""

    @property
    def everybody(self) -> Members:
        """All members of the party."""
        return (1 << self.party) - 1

    def missing(self, member: int) -> Facts:
        """The fact that a member is lost or was never there; 0 where nothing tells."""
        return self.fallen[member] | (self.absent[member] if self.absent else 0)

    @property
    def own(self) -> tuple[Ending, ...]:
        """The victories of the party."""
        return tuple(victory for victory in self.victories if victory.is_own)

    @property
    def others(self) -> tuple[Ending, ...]:
        """The victories of other sides."""
        return tuple(victory for victory in self.victories if not victory.is_own)

    def won_by(self, *own: Ending) -> Task:
        """The task that the party wins by these victories and no others, if no other side does."""
        return self._replace(victories=(*own, *self.others))

    def is_won(self, victory: int) -> bool:
        """Whether the party wins by a victory, by its index; -1 for none."""
        return victory >= 0 and self.victories[victory].is_own

    def asked(self) -> tuple[Need, ...]:
        """The needs of its deeds, events and victories."""
        return (
            *(deed.needs for deed in self.deeds),
            *(event.needs for event in self.events),
            *(victory.needs for victory in self.victories),
        )

    def needs(self) -> tuple[Need, ...]:
        """All needs of it, those that are always met left out."""
        walked = (need for link in self.links for need in link.asked)
        return tuple(need for need in (*walked, *self.asked()) if need != NOTHING)

    def still_asked(self, facts: Facts, but: frozenset[int] = frozenset()) -> list[Need]:
        """The needs of what may still come about where some facts hold, but for some deeds."""
        events = (event for event in self.events if event.live or not event.happened & facts)
        deeds = (
            deed
            for number, deed in enumerate(self.deeds)
            if number not in but and (not deed.once or deed.once & ~facts)
        )
        return [own.needs for part in (self.victories, events, deeds) for own in part]

    @property
    def lasting(self) -> Facts:
        """The facts that nothing ever removes."""
        removed = union(deed.removes for deed in self.deeds)
        return ~(removed | union(event.removes | event.live for event in self.events))

    @property
    def changing(self) -> Facts:
        """The facts that anything brings about or ends."""
        found = union(sight.adds for sight in self.sights)
        found |= union(deed.brings | deed.removes for deed in self.deeds)
        return found | union(event.adds | event.removes for event in self.events)

    def of_sorts(self, *sorts: FactSort) -> Facts:
        """The facts of some sorts."""
        return sum(1 << n for n, info in enumerate(self.facts) if info.sort in sorts)

    @property
    def borne(self) -> Facts:
        """The items of which a way asks that whoever takes it carries one."""
        return union(own.items for link in self.links for own in link.bearing)

    @property
    def closing(self) -> Facts:
        """The facts that nothing closes a place."""
        return union(1 << place.clear for place in self.places if place.clear >= 0)

    @property
    def closable(self) -> Places:
        """The places that something may close."""
        return sum(1 << n for n, place in enumerate(self.places) if place.clear >= 0)

    @property
    def outside(self) -> Places:
        """The places off the board."""
        return sum(1 << n for n, place in enumerate(self.places) if not place.cells)

    @property
    def lanes(self) -> Places:
        """The places in which members do not pass each other."""
        return sum(1 << n for n, place in enumerate(self.places) if place.is_lane)

    def cells_of(self, places: Places) -> Cells:
        """The cells of some places; of all of them for -1."""
        within = places & (1 << len(self.places)) - 1
        return union(self.places[n].cells for n in each_number(within))

    def mapped(self, need: Callable[[Need], Need], places: Callable[[Places], Places]) -> Task:
        """The task with other needs, and other sets of places where something is done or seen."""

        def other(link: Link) -> Link:
            things = None if link.things is None else need(link.things)
            flanks = places(link.flanks) if link.flanks else 0
            return link._replace(needs=need(link.needs), things=things, flanks=flanks)

        return self._replace(
            links=tuple(map(other, self.links)),
            deeds=tuple(
                own._replace(needs=need(own.needs), where=places(own.where), past=places(own.past))
                for own in self.deeds
            ),
            events=tuple(event._replace(needs=need(event.needs)) for event in self.events),
            victories=tuple(own._replace(needs=need(own.needs)) for own in self.victories),
            sights=tuple(sight._replace(where=places(sight.where)) for sight in self.sights),
        )
