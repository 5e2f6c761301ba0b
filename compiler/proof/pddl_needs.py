"""What a problem asks for, in PDDL: its objects, and the formulas that its needs become."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from compiler.model.board import each_cell
from compiler.proof.outcomes import each_place
from compiler.proof.pddl_words import FALSE, TRUE, Formula, Names, every, no, some
from compiler.proof.problem import (
    All,
    At,
    AtLeast,
    Either,
    Facts,
    FactSort,
    Has,
    Lacks,
    Need,
    Never,
    Places,
    Problem,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from compiler.model.quest import Quest

TYPES = ("moment", "place", "zone", "way", "count", "thing")


class Tally(NamedTuple):
    """A count of how many of several needs are met."""

    name: str
    parts: tuple[Formula, ...]
    steps: tuple[Formula, ...]
    """That one of them is met, that two are, and so on."""


class Wording:
    """One problem in the words of PDDL."""

    def __init__(self, problem: Problem, quest: Quest, own: Iterable[str]) -> None:
        self.problem = problem
        self.quest = quest
        self.names = Names((*own, *TYPES, *FactSort))
        self.objects: dict[str, dict[str, str]] = {kind: {} for kind in TYPES}
        """What there is of each type, and what it is to a designer."""
        self.zones: dict[Places, str] = {}
        self.left: dict[At, Formula] = {}
        """What is asked of where one stands while others do something elsewhere."""
        self.tallies: list[Tally] = []
        self.places = [self._place(number) for number in range(len(problem.places))]
        self.things = [self.object("thing", one.id, one.id, one.title) for one in problem.facts]
        self.atoms = [
            f"({info.sort} {thing})" for info, thing in zip(problem.facts, self.things, strict=True)
        ]
        for deed in problem.deeds:
            self._look_into(deed.needs, deed.where)
        for link in problem.links:
            self._look_into(link.needs, 0)
        self._look_into(problem.goal, 0)

    # -- objects ----------------------------------------------------------------------

    def object(self, kind: str, key: str, wanted: str, about: str) -> str:
        """The name of an object; what is said about it first stays."""
        name = self.names.of(kind, key, wanted)
        self.objects[kind].setdefault(name, about)
        return name

    def _place(self, number: int) -> str:
        board, every_place = self.quest.board, self.problem.places
        area, cells, _ = every_place[number]
        called, title = ("floor", "Floor") if area < 0 else board.areas[area][:2]
        if sum(one.area == area for one in every_place) > 1:
            called += f"-{board.name(next(each_cell(cells)))}"
        return self.object("place", str(number), f"at-{called}", f"{title}: {board.names(cells)}")

    def _look_into(self, need: Need, where: Places) -> None:
        """Prepare what some needs ask for beside facts and one place to stand."""
        if len(self.quest.party) > 1 and len(_asked(need) | ({where} if where else set())) > 1:
            for one in _each(need):
                if isinstance(one, At) and one not in self.left:
                    self.left[one] = f"(left-in {self._zone(one.places, one.words)})"
        for one in _each(need):
            if isinstance(one, AtLeast) and 0 < one.least <= len(one.parts):
                self._tally(one)

    def _tally(self, need: AtLeast) -> Tally:
        """The count of how many of some needs are met, as far as it matters."""
        parts = tuple(map(self.met, need.parts))
        for one in self.tallies:
            if one.parts == parts and len(one.steps) == need.least:
                return one
        name = self.names.of("tally", str(len(self.tallies)), f"count-{len(self.tallies) + 1}")
        steps = [
            self.object("count", f"{name} {step}", f"{name}-has-{step}", f"{step} of {len(parts)}")
            for step in range(1, need.least + 1)
        ]
        self.tallies.append(Tally(name, parts, tuple(f"(at-least {one})" for one in steps)))
        return self.tallies[-1]

    # -- formulas ---------------------------------------------------------------------

    def facts(self, facts: Facts) -> list[Formula]:
        """Each of some facts."""
        return [self.atoms[number] for number in each_place(facts)]

    def met(self, need: Need) -> Formula:
        """That a need is met."""
        match need:
            case Has(fact, _):
                return self.atoms[fact]
            case Lacks(fact, _):
                return no(self.atoms[fact])
            case At(places, words):
                here = self.stands(places, words)
                return some((here, self.left[need])) if need in self.left else here
            case All(parts):
                return every(map(self.met, parts))
            case Either(parts):
                return some(map(self.met, parts))
            case AtLeast(least, parts) if 0 < least <= len(parts):
                return self._tally(need).steps[-1]
            case AtLeast(least):
                return FALSE if least > 0 else TRUE
            case Never():
                return FALSE

    def stands(self, places: Places, words: str) -> Formula:
        """That the party is at one of some places."""
        if not places:
            return FALSE
        if places.bit_count() == 1:
            return f"(party-at {self.places[each_place(places)[0]]})"
        return f"(party-in {self._zone(places, words)})"

    def _zone(self, places: Places, words: str) -> str:
        if places not in self.zones:
            self.zones[places] = self.object("zone", str(places), f"zone-{words}", words)
        return self.zones[places]


def _each(need: Need) -> Iterator[Need]:
    """A need and all that it is made of, the smaller ones first."""
    for part in getattr(need, "parts", ()):
        yield from _each(part)
    yield need


def _asked(need: Need) -> frozenset[Places]:
    """The places that have to be stood at, all at one time, to meet a need."""
    match need:
        case At(places):
            return frozenset((places,))
        case All(parts) | AtLeast(_, parts):
            return frozenset[Places]().union(*map(_asked, parts))
        case Either(parts):
            return max(map(_asked, parts), key=len, default=frozenset())
        case _:
            return frozenset()
