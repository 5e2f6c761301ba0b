"""What a problem asks for, in PDDL: its objects, and the formulas that its needs become."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from questwright.compiler.grid.cells import each_cell
from questwright.compiler.proof.pddl.words import FALSE, TRUE, Formula, PddlNames, every, no, some
from questwright.compiler.proof.task.bits import each_place
from questwright.compiler.proof.task.condition import (
    All,
    At,
    AtLeast,
    By,
    Either,
    Facts,
    Has,
    Lacks,
    Need,
    Never,
    Places,
    facts_needed,
    stands_asked,
)
from questwright.compiler.proof.task.task import FactSort, Problem

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from questwright.compiler.model.quest import Quest

TYPES = ("moment", "member", "place", "square", "zone", "spot", "way", "count", "thing")


class Tally(NamedTuple):
    """A count of how many of several needs are met."""

    name: str
    parts: tuple[Formula, ...]
    steps: tuple[Formula, ...]
    """That one of them is met, that two are, and so on."""


class Wording:
    """One problem in the words of PDDL."""

    def __init__(self, problem: Problem, quest: Quest, own: Iterable[str], *, is_one: bool) -> None:
        self.problem = problem
        self.quest = quest
        self.is_one = is_one
        """One piece stands for all: they never have to part."""
        self.names = PddlNames((*own, *TYPES, *FactSort))
        self.objects: dict[str, dict[str, str]] = {kind: {} for kind in TYPES}
        """What there is of each type, and what it is to a designer."""
        self.zones: dict[Places, str] = {}
        """Places of which a condition asks who stands there."""
        self.spots: dict[Places, str] = {}
        """Places at which somebody can do something."""
        self.tallies: list[Tally] = []
        self.counted: Facts = 0
        """Facts that have a part in what is counted."""
        self.places_are_counted = False
        self.places = [self._place(number) for number in range(len(problem.places))]
        self.members = list(self._party())
        self.closing = {
            place.clear: number for number, place in enumerate(problem.places) if place.clear >= 0
        }
        """The facts that say that a place is open, and the place of each."""
        self.things = {
            number: self.object("thing", fact.id, fact.id, fact.title)
            for number, fact in enumerate(problem.facts)
            if number not in self.closing
        }
        self.atoms = [
            f"({info.sort} {self.things[number]})"
            if number in self.things
            else no(f"(closed {self.places[self.closing[number]]})")
            for number, info in enumerate(problem.facts)
        ]
        self.open_facts: Facts = sum(1 << number for number in self.closing)
        self.fallen: Facts = sum(set(problem.fallen))
        """The facts that members are no longer in the quest."""
        for need in (
            *(deed.needs for deed in problem.deeds),
            *(link.needs for link in problem.links),
            problem.goal,
        ):
            self._look_into(need)

    # -- objects ----------------------------------------------------------------------

    def object(self, kind: str, key: str, wanted: str, about: str) -> str:
        """The name of an object; what is said about it first stays."""
        name = self.names.of(kind, key, wanted)
        self.objects[kind].setdefault(name, about)
        return name

    def _party(self) -> Iterator[str]:
        """The pieces that walk."""
        titles = [(kind.word, kind.title) for kind in self.quest.party]
        if self.is_one and len(titles) > 1:
            titles = [("the party", "all of them: they never have to part")]
        for number, (word, title) in enumerate(titles):
            yield self.object("member", str(number), word, title)

    def _place(self, number: int) -> str:
        board, every_place = self.quest.board, self.problem.places
        area, cells, _ = every_place[number]
        called, title = ("floor", "Floor") if area < 0 else board.areas[area][:2]
        if sum(place.area == area for place in every_place) > 1:
            called += f"-{board.name(next(each_cell(cells)))}"
        return self.object("place", str(number), f"at-{called}", f"{title}: {board.names(cells)}")

    def _look_into(self, need: Need) -> None:
        """Prepare what a need asks for beside facts: zones to stand in, and counts."""
        for at in stands_asked(need):
            self.zone(at)
        for one in _each(need):
            if isinstance(one, AtLeast) and 0 < one.least <= len(one.parts):
                self._tally(one)

    def zone(self, at: At) -> str:
        """The name of some places of which a condition asks who stands there."""
        if at.places not in self.zones:
            name = self.object("zone", str(at.places), f"zone-{at.words}", at.words)
            self.zones[at.places] = name
        return self.zones[at.places]

    def spot(self, places: Places, words: str) -> str:
        """The name of some places at which somebody can do something."""
        if places not in self.spots:
            self.spots[places] = self.object("spot", str(places), f"spot-{words}", words)
        return self.spots[places]

    def _tally(self, need: AtLeast) -> Tally:
        """The count of how many of some needs are met, as far as it matters."""
        parts = tuple(map(self.met, need.parts))
        for tally in self.tallies:
            if tally.parts == parts and len(tally.steps) == need.least:
                return tally
        held, lacked = facts_needed(need)
        self.counted |= held | lacked
        self.places_are_counted |= any(True for _ in stands_asked(need))
        name = self.names.of("tally", str(len(self.tallies)), f"count-{len(self.tallies) + 1}")
        steps = [
            self.object("count", f"{name} {step}", f"{name}-has-{step}", f"{step} of {len(parts)}")
            for step in range(1, need.least + 1)
        ]
        self.tallies.append(Tally(name, parts, tuple(f"(at-least {step})" for step in steps)))
        return self.tallies[-1]

    # -- formulas ---------------------------------------------------------------------

    def facts(self, facts: Facts) -> list[Formula]:
        """Each of some facts."""
        return [self.atoms[number] for number in each_place(facts)]

    def met(self, need: Need) -> Formula:
        """That a need is met."""
        return self._said(need, is_so=True)

    def unmet(self, need: Need) -> Formula:
        """That a need is not met: in short formulas, where planners would write long ones."""
        return self._said(need, is_so=False)

    def _said(self, need: Need, *, is_so: bool) -> Formula:
        match need:
            case Has(fact, _) | Lacks(fact, _):
                atom = self.atoms[fact]
                return atom if isinstance(need, Has) is is_so else no(atom)
            case At():
                return self._stood(need, is_so=is_so)
            case By(who):
                able = some(
                    f"(= ?who {member})"
                    for number, member in enumerate(self.members)
                    if self.is_one or who >> number & 1
                )
                able = TRUE if self.is_one else able
                return able if is_so else no(able)
            case All(parts) | Either(parts):
                joined = every if isinstance(need, All) is is_so else some
                return joined(self._said(part, is_so=is_so) for part in parts)
            case AtLeast(least, parts):
                if least <= 0 or least > len(parts):
                    return TRUE if (least <= 0) is is_so else FALSE
                met = self._tally(need).steps[-1]
                return met if is_so else no(met)
            case Never():
                return FALSE if is_so else TRUE

    def _stood(self, at: At, *, is_so: bool) -> Formula:
        """That enough of those who count stand there, or that too many stand elsewhere."""
        zone = self.zone(at)
        every_one = [f"(member-in {member} {zone})" for member in self.members]
        if self.is_one:
            return every_one[0] if is_so else no(every_one[0])
        numbers = [n for n in range(len(every_one)) if not at.who or at.who >> n & 1]
        counting = [every_one[number] for number in numbers]
        if at.spare >= 0:
            return self._stood_by_those_left(at, numbers, counting, is_so=is_so)
        least = at.least if is_so else len(counting) - at.least + 1
        if not is_so:
            counting = [no(one) for one in counting]
        return some(map(every, combinations(counting, max(least, 0))))

    def _stood_by_those_left(
        self, at: At, numbers: list[int], counting: list[Formula], *, is_so: bool
    ) -> Formula:
        """That all but some of those who are left stand there, and that there is room for them."""
        lost = [self._is_lost(number) for number in numbers]
        there = [some(pair) for pair in zip(lost, counting, strict=True)]
        count = len(numbers)
        met = _at_least(count - at.spare, there)
        if not at.is_roomy:
            open_ones = [
                self.atoms[place.clear]
                for number, place in enumerate(self.problem.places)
                if at.places >> number & 1 and place.clear >= 0
            ]
            room = sum(
                place.cells.bit_count()
                for number, place in enumerate(self.problem.places)
                if at.places >> number & 1 and place.clear < 0
            )
            fits = some(
                every((_at_least(gone, lost), _at_least(count - gone - at.spare - room, open_ones)))
                for gone in range(count + 1)
            )
            met = every((met, fits))
        return met if is_so else no(met)

    def _is_lost(self, number: int) -> Formula:
        fact = self.problem.fallen[number]
        return self.atoms[fact.bit_length() - 1] if fact else FALSE


def _at_least(least: int, formulas: list[Formula]) -> Formula:
    return TRUE if least <= 0 else some(map(every, combinations(formulas, least)))


def _each(need: Need) -> Iterator[Need]:
    """A need and all that it is made of, the smaller ones first."""
    for part in getattr(need, "parts", ()):
        yield from _each(part)
    yield need
