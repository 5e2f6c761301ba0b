"""The objects of a task in PDDL, and the formulas that its needs become."""

from __future__ import annotations

import re
from itertools import combinations
from typing import TYPE_CHECKING, Final

from questwright.compiler.pddl.rules import PREDICATES, TYPES
from questwright.compiler.pddl.words import FALSE, TRUE, Formula, PddlNames, every, no, some
from questwright.compiler.verdict.task.bits import each_bit, each_number
from questwright.compiler.verdict.task.need import At, Carried, Has, Lacks, Never, folded

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from questwright.compiler.grid.cells import Cells
    from questwright.compiler.verdict.task.need import Facts, Leaf, Members, Need, Places
    from questwright.compiler.verdict.task.task import Task


_SHORT: Final = 40
"""The statements in the longest formula that is written out wherever it is asked."""


class PddlTerms:
    """One task in the words of PDDL."""

    def __init__(
        self, task: Task, members: Sequence[str], names_of: Callable[[Cells], str]
    ) -> None:
        self.task = task
        self.names = PddlNames((*re.findall(r"^    \(([a-z-]+)", PREDICATES, re.MULTILINE), *TYPES))
        self.objects: dict[str, dict[str, str]] = {kind: {} for kind in TYPES}
        """What there is of each type, and what it is to a designer."""
        self.zones: dict[Places, str] = {}
        """Places of which something asks who stands there."""
        self.ways: dict[tuple[Formula, Members, str], str] = {}
        """What links ask for alike: a formula, who can take them, and what counts that."""
        self.counts: dict[Formula, str] = {}
        """Formulas that have a name, as what is counted is made of them."""
        self.members = [self.object("member", word, word) for word in members]
        self.places = [self._place(place.cells, names_of) for place in task.places]
        self.facts = [
            self.object("fact", f"{fact.sort}-{fact.id}", fact.title) for fact in task.facts
        ]
        self.events = [self.object("event", event.id, event.title) for event in task.events]

    def object(self, kind: str, wanted: str, about: str) -> str:
        """The name of one more object."""
        name = self.names.new(kind, wanted)
        self.objects[kind][name] = about
        return name

    def _place(self, cells: Cells, names_of: Callable[[Cells], str]) -> str:
        if not cells:
            return self.object("place", "outside", "off the board")
        first = names_of(next(each_bit(cells)))
        return self.object("place", f"at-{first}", names_of(cells))

    def zone(self, places: Places, about: str) -> str:
        """The name of some places together."""
        if places not in self.zones:
            self.zones[places] = self.object("zone", f"zone-{about}", about)
        return self.zones[places]

    def way(self, need: Need, title: str, who: Members, counts: str) -> str:
        """The name of what a link asks for; empty if it is never to be had."""
        key = (self.met(need), who, counts)
        if key[0] == FALSE:
            return ""
        if key not in self.ways:
            self.ways[key] = self.object("way", f"by-{title}", title)
        return self.ways[key]

    # -- formulas ---------------------------------------------------------------------

    def holding(self, facts: Facts) -> list[Formula]:
        """That each of some facts holds."""
        return [f"(holds {self.facts[number]})" for number in each_number(facts)]

    def full(self, place: str, room: int) -> Formula:
        """That so many members stand in a place."""
        there = [f"(member-at {member} {place})" for member in self.members]
        return some(map(every, combinations(there, room)))

    def met(self, need: Need) -> Formula:
        """That a need is met."""
        return folded(need, self._leaf, self._at_least)

    def _leaf(self, leaf: Leaf) -> Formula:
        match leaf:
            case Has(fact, _):
                return f"(holds {self.facts[fact]})"
            case Lacks(fact, _):
                return f"(not (holds {self.facts[fact]}))"
            case At():
                return self._standing(leaf)
            case Carried(item, who, _, _):
                carriers = [m for number, m in enumerate(self.members) if who >> number & 1]
                return some(f"(carries {member} {self.facts[item]})" for member in carriers)
            case Never():
                return FALSE

    def _standing(self, at: At) -> Formula:
        zone = self.zone(at.places, at.words)
        numbers = [number for number in range(self.task.party) if at.who >> number & 1]
        stands = "member-out" if at.is_away else "member-in"
        there = [f"({stands} {self.members[number]} {zone})" for number in numbers]
        gone = [f"(not (there {self.members[number]}))" for number in numbers]
        if at.spare < 0:
            met = self._at_least(at.least, there)
        else:
            # Of those who are left all but some: who is lost need not be there.
            excused = [some(either) for either in zip(gone, there, strict=True)]
            met = self._at_least(len(numbers) - at.spare, excused)
        if not self.task.fallen or not all(self.task.fallen[number] for number in numbers):
            return met
        return some((met, every(gone))) if at.is_away else every((met, no(every(gone))))

    def _at_least(self, least: int, parts: list[Formula]) -> Formula:
        """That so many of several formulas hold, in a text that grows with both alone."""
        if least <= 0 or least > len(parts):
            return TRUE if least <= 0 else FALSE
        if least in (1, len(parts)):
            return some(parts) if least == 1 < len(parts) else every(parts)
        counted = [TRUE, *[FALSE] * least]
        for number, part in enumerate(parts, 1):
            missing = least - (len(parts) - number)
            counted[1:] = [
                self._counted(some((counted[count], every((part, counted[count - 1])))))
                if count >= missing
                else FALSE
                for count in range(1, least + 1)
            ]
        return counted[least]

    def _counted(self, formula: Formula) -> Formula:
        if formula.count("(") < _SHORT:
            return formula
        if formula not in self.counts:
            wanted = f"counted-{len(self.counts) + 1}"
            self.counts[formula] = self.names.new("counted", wanted)
        return f"({self.counts[formula]})"
