"""What the parts of a task are called in a sentence that says why."""

from __future__ import annotations

from questwright.compiler.english import in_sentence, listed_in_words, with_article
from questwright.compiler.geometry.openings import openings
from questwright.compiler.grid.cells import each_cell
from questwright.compiler.model.items import item_in_words
from questwright.compiler.model.quest import EffectKind
from questwright.compiler.model.words import title_from_id
from questwright.compiler.packs.system.system import Category
from questwright.compiler.verdict.task.bits import each_number, union
from questwright.compiler.verdict.task.need import Never
from questwright.compiler.verdict.task.task import DeedSort, FactSort
from questwright.compiler.wording.phrases import thing_in_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from questwright.compiler.grid.cells import Cells
    from questwright.compiler.model.board import Area
    from questwright.compiler.model.quest import Quest, Thing
    from questwright.compiler.verdict.task.need import At, Facts, Members, Places
    from questwright.compiler.verdict.task.task import Deed, FactInfo, Link, Task
    from questwright.dsl.source import Span

_FEW = 4
"""Squares that are named one by one."""

_ABOUT = {
    FactSort.HAVE: "{the}",
    FactSort.OPEN: "{the}",
    FactSort.CLEAR: "{id}",
    FactSort.GONE: "{the}",
    FactSort.REVEALED: "{the} revealed",
    FactSort.ENTERED: "{the}",
}
_SO = {
    FactSort.HAVE: "somebody has {the}",
    FactSort.OPEN: "{the} is open",
    FactSort.CLEAR: "{id} is clear",
    FactSort.REVEALED: "{the} is revealed",
    FactSort.ENTERED: "somebody has been in {the}",
    FactSort.FOUND: "{the} has been found",
    FactSort.TAKEN: "{the} has been taken",
    FactSort.SEARCHED: "{the} has been searched",
    FactSort.DEFEATED: "{the} is defeated",
    FactSort.DOWN: "{the} is out of the way",
    FactSort.GONE: "{the} is gone",
    FactSort.SPRUNG: "{the} has been set off",
    FactSort.UNLOCKED: "{the} is unlocked",
    FactSort.LAUNCHED: "{the} has been launched",
    FactSort.SET: "the flag `{id}` is set",
    FactSort.DONE: "“{title}” has been done",
    FactSort.HAPPENED: "the event “{title}” has happened",
}
_UNBROUGHT = {
    FactSort.HAVE: "nobody can get {the}",
    FactSort.SET: "no event sets `{id}`",
    FactSort.OPEN: "nothing opens {the}",
    FactSort.CLEAR: "{id} is blocked, and nothing clears it",
    FactSort.SPRUNG: "nothing sets off `{id}`",
}


def quoted(title: str) -> str:
    """A title in quotation marks; those that it has itself become single."""
    return f"“{title.replace('“', '‘').replace('”', '’')}”"


def of_event(title: str) -> str:
    """What an event is called, without what it does."""
    return quoted(title.partition(": ")[0])


def gate_of(deed: Deed) -> str:
    """What a deed opens."""
    return deed.title.removeprefix("Open ").partition(" with ")[0].partition(" by breaking ")[0]


def over(title: str) -> str:
    """How one takes a link: ``over B2``, ``through the Iron Door``."""
    title = title.removesuffix(", backwards")
    return title if is_step(title) else f"through {with_article(title)}"


def is_step(title: str) -> bool:
    """Whether a link is a plain step between squares."""
    return title.startswith(("over ", "round "))


class Names:
    """The names of what a task speaks of."""

    def __init__(self, task: Task, quest: Quest) -> None:
        self._task = task
        self._quest = quest
        self._board = quest.board
        self.origin = quest.origin
        """Where the quest is written."""
        self.cells = task.cells_of
        """The cells of some places."""

    def members(self, who: Members) -> str:
        """Members of the party: ``Orlaf or Danor``."""
        titles = [kind.title for n, kind in enumerate(self._quest.party) if who >> n & 1]
        return listed_in_words(titles, "or") or "nobody"

    def have(self, who: Members) -> str:
        """That some have to do something: ``Orlaf has``."""
        return f"{self.members(who)} has" if who.bit_count() == 1 else "members of the party have"

    def area(self, places: Places) -> str:
        """The area of the first of some places; a few of its squares where it lies in several."""
        for number in each_number(places):
            if number < len(self._task.places) and self._task.places[number].area >= 0:
                return self.called(self._board.areas[self._task.places[number].area])
        return "a place out of reach"

    def called(self, area: Area) -> str:
        """What an area is called; by some of its squares, if no designer has named it."""
        if area.is_named:
            return with_article(area.title)
        if area.cells.bit_count() <= _FEW:
            return self.squares(area.cells)
        return f"the floor around {self._board.name(next(each_cell(area.cells)))}"

    def target(self, cells: Cells, places: Places, reached: Places) -> tuple[str, str]:
        """Where something is, with its preposition: in an area, or at a few squares of one.

        Squares are named where others of their area are reached.
        """
        number = self._board.area_at((cells & -cells).bit_length() - 1) if cells else -1
        if number < 0:
            return "in", self.area(places)
        area = self._board.areas[number]
        is_apart = not area.is_named or area.cells & self.cells(reached)
        if is_apart and cells.bit_count() <= _FEW:
            return "at", self.squares(cells)
        return "in" if area.is_named else "on", self.called(area)

    def written(self, place: int) -> Span:
        """Where the area of a place is written."""
        area = self._task.places[place].area
        return self._board.areas[area].origin if area >= 0 else self.origin

    def begun_apart(self, who: Members, places: Places, target: str, at: Cells) -> tuple[str, Span]:
        """That no way leads some members from where they begin to where others are."""
        names = [kind.title for n, kind in enumerate(self._quest.party) if who >> n & 1]
        there = [own for own in self._board.areas if own.is_named and own.cells == at]
        target = with_article(there[0].title) if there else target
        begins = "begins" if len(names) == 1 else "begin"
        begun = [b for b in self._task.begins if places >> b.place & 1 and b.who & who]
        cells = sum({1 << b.cell for b in begun if b.cell >= 0})
        where = f"at {self.squares(cells, 'or')}" if cells else "elsewhere"
        origin = self.begun_at(begun[0].place) if begun else self.origin
        told = f"{listed_in_words(names)} {begins} {where}"
        return f"{told}, and no way leads from there to {target}", origin

    def begun_at(self, place: int) -> Span:
        """Where a start is written that lies in a place."""
        cells = self._task.places[place].cells
        starts = self._quest.things_of(Category.START)
        found = (start.origin for start in starts if start.mask & cells)
        return next(found, self.written(place))

    def standing(self, at: At) -> str:
        """Where members are asked to stand: ``at B2``, ``in the Crypt``."""
        cells = self.cells(at.places)
        area = next((own for own in self._board.areas if own.cells == cells), None)
        if area is None:
            return f"at {at.words}"
        return f"in {self.called(area) if area.is_named else at.words}"

    def squares(self, cells: Cells, joint: str = "and") -> str:
        """Cells in words: ``D1 and D2``."""
        return listed_in_words([self._board.name(cell) for cell in each_cell(cells)], joint)

    def facts(self, facts: Facts) -> str:
        """What facts say."""
        hidden = (FactSort.LIVE, FactSort.HAPPENED, FactSort.PASSED)
        infos = [self._task.facts[number] for number in each_number(facts)]
        return listed_in_words([self.fact(info) for info in infos if info.sort not in hidden])

    def fact(self, info: FactInfo) -> str:
        """What a fact is about."""
        return self._worded(info, _ABOUT)

    def so(self, info: FactInfo) -> str:
        """What is so where a fact holds."""
        return self._worded(info, _SO)

    def begun_without(self, info: FactInfo) -> tuple[str, Span] | None:
        """That a thing or a member is taken away before play begins, and where that is written."""
        for effect in self._quest.before:
            taken = (effect.target, f"member {effect.target}")
            if effect.kind is EffectKind.REMOVE and info.id in taken:
                member = any(kind.word == effect.target for kind in self._quest.party)
                what = effect.target_title if member else with_article(effect.target_title)
                return f"{what} is taken away before play begins", effect.origin
        return None

    def unbrought(self, info: FactInfo, asked: Span) -> tuple[str, Span]:
        """That nothing brings a fact about which is asked for, and where that is written."""
        thing, limit = self._thing(info), self._task.limit
        if info.sort in _UNBROUGHT:
            where = info.origin if info.sort is FactSort.HAVE else asked
            return self._worded(info, _UNBROUGHT), where
        if info.sort is FactSort.LATER and limit is not None and int(info.id) > limit.last:
            return (
                f"the quest ends with {info.title.removesuffix(info.id)}{limit.last}",
                limit.origin,
            )
        sides = {kind.side for kind in self._quest.party}
        if info.sort is FactSort.DEFEATED and thing is not None and thing.kind.side in sides:
            told = f"{self.figure(info)} plays for the party, and nobody of the party attacks it"
            return told, thing.origin
        return f"nothing brings it about that {self.so(info)}", asked

    def _thing(self, info: FactInfo) -> Thing | None:
        """The thing of which a fact says something."""
        return next((thing for thing in self._quest.things if thing.id == info.id), None)

    def _worded(self, info: FactInfo, words: dict[FactSort, str]) -> str:
        """A fact in the words for facts of its sort."""
        is_item = info.sort is FactSort.HAVE
        items = (item for item in self._quest.items if is_item and item.id == info.id)
        item, thing = next(items, None), self._thing(info)
        title = item.title if item is not None else info.title
        is_bare = words is _SO or info.sort is FactSort.GONE
        if item is None and is_bare:
            title = title.removesuffix(f": {info.sort}").removesuffix(f" {info.sort}")
        the = item_in_words(item) if item is not None else with_article(title)
        if is_bare and thing is not None and thing.title == title:
            the = thing_in_words(thing)
        elif words is _SO and info.id.startswith("member "):
            the = in_sentence(title)
        return words.get(info.sort, "{title}").format(the=the, title=title, id=info.id)

    def confined(self, deed: Deed, info: FactInfo, reached: Places) -> str:
        """That a deed which brings a fact about can be done in one area alone."""
        cells = self.done_at(deed) if deed.sort is not DeedSort.OPEN else 0
        preposition, place = self.target(cells, deed.where, reached)
        if deed.sort is DeedSort.DEFEAT and cells == deed.cells and preposition == "at":
            preposition = "beside"
        where = f"{preposition} {place}"
        if info.sort is FactSort.HAVE:
            named = (own for own in self._board.areas if self.called(own) == place)
            is_from_afar = deed.sort is DeedSort.DEFEAT and preposition == "in"
            if is_from_afar and not any(own.cells & deed.cells for own in named):
                return f"{quoted(deed.title)} can be done from {place}"
            return f"{self.fact(info)} is {where}"
        if info.sort is FactSort.OPEN and deed.sort in (DeedSort.OPEN, DeedSort.EXPLORE):
            does = "opened" if deed.sort is DeedSort.OPEN else "found"
            return f"{with_article(info.title)} can only be {does} from {self.area(deed.where)}"
        told = f"{quoted(deed.title)} can only be done {where}"
        is_shot = any(own.shot for own in self._task.deeds if own.id == deed.id)
        if deed.sort is DeedSort.DEFEAT and preposition != "in" and not is_shot:
            return f"{told}, and nobody shoots from where the party comes"
        return told

    def done_at(self, deed: Deed) -> Cells:
        """The cells at which a deed is said to be done: of a fight a few beside the figure."""
        is_beside = 0 < deed.stands.bit_count() <= _FEW and not deed.stands & deed.cells
        return deed.stands if deed.sort is DeedSort.DEFEAT and is_beside else deed.cells

    def figure(self, info: FactInfo) -> str:
        """The figure that a fact says is defeated, and where it stands."""
        thing = self._thing(info)
        if thing is None:
            return info.title
        return f"{thing_in_words(thing)} at {self.squares(thing.mask)}"

    # -- ways ------------------------------------------------------------------------------

    def only(self, link: Link) -> str:
        """That not everybody takes a link."""
        names, title = self._only(link.who), link.title.removesuffix(", backwards")
        if link.is_jump:
            return f"{names} takes {title}"
        if link.is_crossing:
            return f"{names} takes {with_article(title)}"
        for gate in self._board.gates:
            if gate.origin == link.origin or (is_step(title) and self._who(gate.only) == link.who):
                return f"{names} goes through {with_article(gate.title)}"
        grounds = (patch for patch in self._board.terrain if patch.kind.title == title)
        if any(patch.origin == link.origin for patch in grounds):
            # Where nobody enters the ground, others would have no room there, either.
            does = "has room on" if isinstance(link.needs, Never) else "enters"
            return f"{names} {does} {with_article(title)}"
        told = {"a climb": "climbs there", "a wall": "goes through walls"}
        return f"{names} {told.get(title, f'gets {title}')}"

    def _who(self, words: tuple[str, ...]) -> Members:
        return sum(1 << n for n, kind in enumerate(self._quest.party) if kind.word in words)

    def _only(self, who: Members) -> str:
        names = self.members(who)
        return f"only {names}" if who else names

    def only_does(self, deed: Deed) -> str:
        """That not everybody does a deed."""
        names = self._only(deed.who)
        if deed.sort is DeedSort.OPEN:
            return f"{names} opens {gate_of(deed)}"
        return f"{names} can {deed.title[:1].lower()}{deed.title[1:]}"

    # -- what no way leads to ------------------------------------------------------------------

    def shut_off(self, inside: Cells, target: str, at: Cells) -> tuple[str, Span | None]:
        """Why no way leads to some cells, open or closed; and where that stands.

        What else lies there is named with the target, which is ``at`` some cells.
        """
        free = openings(self._board)
        walkable = self.cells(-1)
        blocked, outside = self._board.floor & ~walkable, free.grow(walkable & ~inside)
        near = free.grow(inside) & blocked
        closing = near & outside or near & free.flood(outside & blocked, blocked)
        things = [thing for thing in self._quest.things if thing.blocks and thing.mask & closing]
        whole = [own for own in self._board.areas if own.cells & inside]
        whole = [own for own in whole if not own.cells & walkable & ~inside]
        same = next((own for own in whole if own.is_named and own.cells == at), None)
        target = with_article(same.title) if same is not None else target
        whole = [own for own in whole if own.is_named or not own.cells & at]
        others = [name for own in whole if (name := self.called(own)) != target]
        if len(others) > _FEW:
            others = [f"{len(others)} other areas"]
        if not things:
            return f"no way leads to {listed_in_words([target, *others], 'or')}", None
        told = f"{self._things(things)} the way to {listed_in_words([target, *others])}"
        return told, things[0].origin

    def _things(self, things: list[Thing]) -> str:
        cells = union(thing.mask for thing in things)
        if len(things) > 1 and len({thing.kind.word for thing in things}) == 1:
            return f"{things[0].kind.plural.lower()} at {self.squares(cells)} close"
        named = [f"{_furniture(thing)} at {self.squares(thing.mask)}" for thing in things]
        return f"{listed_in_words(named)} {'close' if len(named) > 1 else 'closes'}"


def _furniture(thing: Thing) -> str:
    """A thing by its kind, unless it has a title of its own."""
    is_given = thing.title != title_from_id(thing.id)
    return with_article(thing.title if is_given else thing.kind.title)
