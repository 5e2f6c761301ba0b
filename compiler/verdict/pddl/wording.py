"""What a task asks for, in PDDL: its objects, and the formulas that its needs become."""

from __future__ import annotations

from itertools import combinations
from math import comb
from typing import TYPE_CHECKING, Final

from questwright.compiler.verdict.pddl.words import FALSE, TRUE, Formula, PddlNames, every, no, some
from questwright.compiler.verdict.task.bits import each_bit, each_number
from questwright.compiler.verdict.task.need import (
    All,
    At,
    AtLeast,
    Carried,
    Either,
    Has,
    Lacks,
    Never,
    asked_places,
)
from questwright.compiler.verdict.task.task import FactSort

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from questwright.compiler.grid.cells import Cells
    from questwright.compiler.verdict.task.need import Facts, Members, Need, Places
    from questwright.compiler.verdict.task.task import Place, Task

OWN: Final = {
    "now": "(now ?moment - moment) ; what is to be done next, or asked",
    "member-at": "(member-at ?who - member ?place - place)",
    "member-in": "(member-in ?who - member ?zone - zone) ; at one of its places that are open",
    "is-elsewhere": "(is-elsewhere ?who - member ?place - place) ; and not there",
    "passing": "(passing ?who - member) ; on the way through a place that others fill",
    "carried-by": "(carried-by ?item - thing ?who - member)",
    "at-hand": "(at-hand ?item - thing) ; somebody has to take it now",
    "closed": "(closed ?place - place) ; who is there is neither there nor elsewhere, for now",
    "must-clear": "(must-clear ?who - member) ; the place has just closed",
    "looks": "(looks ?who - member) ; for a way out",
    "has-way": "(has-way ?who - member) ; out of what has closed",
    "listed": "(listed ?moment - moment) ; its condition has come to be met",
    "sweeping": "(sweeping) ; some event is listed",
    "joins": "(joins ?way - way ?from ?to - place)",
    "touches": "(touches ?way - way ?here ?there - place) ; things are handed along it",
    "roomy": "(roomy ?place - place) ; all of the party can stand there",
    "part-of": "(part-of ?place - place ?zone - zone)",
    "serves": "(serves ?place - place ?spot - spot) ; there it can be done",
    "quest-won": "(quest-won)",
}
"""Statements that are not facts of the quest."""
TYPES: Final = ("moment", "member", "place", "zone", "spot", "way", "thing")
_SEEN: Final = "who steps there sees it"
_FEW: Final = 60
"""Ways to choose some of several needs; more are counted."""


class Wording:
    """One task in the words of PDDL."""

    def __init__(
        self, task: Task, members: Sequence[str], names_of: Callable[[Cells], str]
    ) -> None:
        self.task = task
        self._statements = OWN | {
            name: line
            for sort in FactSort
            for name, line in (
                (f"{sort}", f"({sort} ?thing - thing)"),
                (f"shows-{sort}", f"(shows-{sort} ?place - place ?thing - thing) ; {_SEEN}"),
            )
        }
        for room in range(1, task.party):
            self._statements[f"has-{room}-cells"] = f"(has-{room}-cells ?place - place)"
        self.names = PddlNames((*self._statements, *TYPES))
        self.objects: dict[str, dict[str, str]] = {kind: {} for kind in TYPES}
        """What there is of each type, and what it is to a designer."""
        self.counts: dict[Formula, str] = {}
        """Formulas that have a name, as what is counted is made of them."""
        self.members = [
            self.object("member", str(number), word, word) for number, word in enumerate(members)
        ]
        self.places = [
            self._place(number, place, names_of) for number, place in enumerate(task.places)
        ]
        self.closable = {
            place.clear: number for number, place in enumerate(task.places) if place.clear >= 0
        }
        """The facts that say that a place is open, and the place of each."""
        self.things = {
            number: self.object("thing", fact.id, fact.id, fact.title)
            for number, fact in enumerate(task.facts)
            if number not in self.closable
        }
        self.atoms = [
            f"({info.sort} {self.things[number]})"
            if number in self.things
            else no(f"(closed {self.places[self.closable[number]]})")
            for number, info in enumerate(task.facts)
        ]
        self.zones: dict[Places, str] = {}
        """Places of which a need asks who stands there."""
        leaving = 0
        for at in (at for need in task.needs() for at in asked_places(need)):
            leaving |= at.places if at.leaves else 0
            if at.places not in self.zones:
                wanted = f"zone-{at.words}"
                self.zones[at.places] = self.object("zone", str(at.places), wanted, at.words)
        self.room = {
            number: place.cells.bit_count()
            for number, place in enumerate(task.places)
            if 0 < place.cells.bit_count() < task.party and not leaving >> number & 1
        }
        """The places that have no room for all, and how many there is room for."""

    def object(self, kind: str, key: str, wanted: str, about: str) -> str:
        """The name of an object; what is said about it first stays."""
        name = self.names.of(kind, key, wanted)
        self.objects[kind].setdefault(name, about)
        return name

    def _place(self, number: int, place: Place, names_of: Callable[[Cells], str]) -> str:
        if not place.cells:
            return self.object("place", str(number), "outside", "off the board")
        first = names_of(next(each_bit(place.cells)))
        return self.object("place", str(number), f"at-{first}", names_of(place.cells))

    # -- formulas ---------------------------------------------------------------------

    def facts(self, facts: Facts) -> list[Formula]:
        """Each of some facts."""
        return [self.atoms[number] for number in each_number(facts)]

    def able(self, who: Members) -> Formula:
        """That ``?who`` is one of some."""
        chosen = [m for number, m in enumerate(self.members) if who >> number & 1]
        is_any = len(chosen) == len(self.members)
        return TRUE if is_any else some(f"(= ?who {member})" for member in chosen)

    def lost(self, number: int) -> Formula:
        """That a member is no longer in the quest."""
        return some(self.facts(self.task.fallen[number] if self.task.fallen else 0))

    def moved(self, who: str, here: str, there: str) -> list[Formula]:
        """What it changes where somebody stands who goes from one place to another."""
        found = [f"(not (member-at {who} {here}))", f"(member-at {who} {there})"]
        gone = [f"(is-elsewhere {who} {here})", f"(not (is-elsewhere {who} {there}))"]
        return [*found, *(gone if self.room else ())]

    def full(self, place: str, room: int) -> Formula:
        """That there is no room in a place for somebody who is not there."""
        return self.at_least(room, [f"(member-at {member} {place})" for member in self.members])

    def free(self, place: str, room: int) -> Formula:
        """That there is: said without a denial, of which planners make long formulas."""
        elsewhere = [f"(is-elsewhere {member} {place})" for member in self.members]
        return self.at_least(len(elsewhere) - room + 1, elsewhere)

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
                least, there = self._standing(need)
                stand = self._enough(least, there, is_so=is_so)
                numbers = [n for n in range(self.task.party) if need.who >> n & 1]
                if need.is_empty is is_so:
                    return some((stand, every(map(self.lost, numbers))))
                return every((stand, some(no(self.lost(n)) for n in numbers)))
            case Carried(item, who, _, _):
                carriers = [m for number, m in enumerate(self.members) if who >> number & 1]
                held = some(f"(carried-by {self.things[item]} {member})" for member in carriers)
                return held if is_so else no(held)
            case All(parts) | Either(parts):
                joined = every if isinstance(need, All) is is_so else some
                return joined(self._said(part, is_so=is_so) for part in parts)
            case AtLeast(least, parts):
                return self._enough(least, [self.met(part) for part in parts], is_so=is_so)
            case Never():
                return FALSE if is_so else TRUE

    def _standing(self, at: At) -> tuple[int, list[Formula]]:
        """How many have to stand somewhere, and that each of those who count does."""
        numbers = [number for number in range(self.task.party) if at.who >> number & 1]
        zone = self.zones[at.places]
        there = [f"(member-in {self.members[number]} {zone})" for number in numbers]
        if at.spare < 0:
            return at.least, there
        # Of those who are left all but some: who is lost need not be there.
        excused = [some((self.lost(n), own)) for n, own in zip(numbers, there, strict=True)]
        return len(numbers) - at.spare, excused

    def _enough(self, least: int, parts: list[Formula], *, is_so: bool) -> Formula:
        if is_so:
            return self.at_least(least, parts)
        return self.at_least(len(parts) - least + 1, [no(part) for part in parts])

    def at_least(self, least: int, parts: Sequence[Formula]) -> Formula:
        """That so many of several formulas hold."""
        if least <= 0 or least > len(parts):
            return TRUE if least <= 0 else FALSE
        if comb(len(parts), least) <= _FEW:
            return some(map(every, combinations(parts, least)))
        counted = [TRUE, *[FALSE] * least]
        for number, part in enumerate(parts, 1):
            missing = least - (len(parts) - number)
            counted[1:] = [
                self._named(some((counted[count], every((part, counted[count - 1])))))
                if count >= missing
                else FALSE
                for count in range(1, least + 1)
            ]
        return counted[least]

    def _named(self, formula: Formula) -> Formula:
        if formula in (TRUE, FALSE):
            return formula
        wanted = f"counted-{len(self.counts) + 1}"
        if formula not in self.counts:
            self.counts[formula] = self.names.of("counted", formula, wanted)
        return f"({self.counts[formula]})"

    def statements(self, *texts: str) -> list[str]:
        """The statements that these texts have, declared."""
        counts = {name: f"({name})" for name in self.counts.values()}
        return [
            line
            for word, line in (self._statements | counts).items()
            if any(f"({word}{end}" in text for text in texts for end in " )")
        ]
