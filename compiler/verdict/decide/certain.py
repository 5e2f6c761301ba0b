"""What holds and where members can walk for certain, whatever the party does."""

from __future__ import annotations

from functools import cached_property

from questwright.compiler.verdict.rules.room import can_stand, rooms_of
from questwright.compiler.verdict.task.bits import each_number
from questwright.compiler.verdict.task.need import Has, Lacks, asked_places, can_be_met

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from questwright.compiler.verdict.task.need import At, Facts, Leaf, Members, Need, Places
    from questwright.compiler.verdict.task.task import Task


class Ways:
    """The links of a task, as members walk along them both ways."""

    def __init__(self, task: Task) -> None:
        self.task = task
        self.rooms = rooms_of(task)
        self.lanes = task.lanes
        self.links = [link for link in task.links if not link.refused]
        self.near: dict[int, list[tuple[int, int]]] = {}
        """For each place those to which a link leads both ways, and its index."""
        for number, link in enumerate(self.links):
            for here, there in () if link.is_one_way else link.ways:
                self.near.setdefault(here, []).append((there, number))
        able = [link.who for link in self.links]
        able += [own.spared for link in self.links for own in link.bearing]
        masks = list(dict.fromkeys(able))
        self.classes = [tuple(who >> n & 1 for who in masks) for n in range(task.party)]
        """For each member which links it can take: the same for those who can take the same."""

    @cached_property
    def is_watched(self) -> bool:
        """Whether something may come of it that a member steps on the cell of a friend."""
        task = self.task
        asked = [event.needs for event in task.events] + [end.needs for end in task.victories]
        return not task.friends_block and any(True for need in asked for _ in asked_places(need))

    def room(self, places: Places) -> int:
        """How many members some places have room for."""
        return sum(self.rooms[n] for n in each_number(places))


class Certain:
    """Facts of which it is certain that they can be had, and others that never come to hold."""

    def __init__(self, ways: Ways, facts: Facts, never: Facts, there: Members) -> None:
        self.facts = facts
        self.never = never
        self.there = there
        """The members who are not lost yet."""
        self._ways = ways
        self._links: dict[int, bool] = {}
        self._cores: dict[tuple[int, tuple[int, ...]], Places] = {}

    def also(self, facts: Facts) -> Certain:
        """The same with more facts."""
        more = Certain(self._ways, self.facts | facts, self.never, self.there)
        more._links = {number: True for number, is_open in self._links.items() if is_open}
        return more

    def core(self, own: Places, member: int) -> Places:
        """The places between which a member walks for ever, both ways, from one of some."""
        ways = self._ways
        safe = next((n for n in each_number(own) if ways.task.places[n].clear < 0), -1)
        if safe < 0:
            return 0
        key = safe, ways.classes[member]
        if key not in self._cores:
            self._cores[key] = self._walked(safe, member)
        return self._cores[key]

    def _walked(self, start: int, member: int) -> Places:
        core, waiting = 1 << start, [start]
        while waiting:
            for there, number in self._ways.near.get(waiting.pop(), ()):
                link = self._ways.links[number]
                if core >> there & 1 or link.flanks or not link.admits(member, 0):
                    continue
                if number not in self._links:
                    self._links[number] = self.meets(link.needs)
                if self._links[number]:
                    core |= 1 << there
                    waiting.append(there)
        return core

    def meets(self, need: Need, cores: Sequence[Places] = ()) -> bool:
        """Whether a need can be met whenever the party likes, by members who walk in these."""
        return can_be_met(
            need, self._holds, lambda asked: self._can_stand(asked, cores), otherwise=False
        )

    def _holds(self, leaf: Leaf) -> bool:
        if isinstance(leaf, Has):
            return bool(self.facts >> leaf.fact & 1)
        return isinstance(leaf, Lacks) and bool(self.never >> leaf.fact & 1)

    def _can_stand(self, asked: Sequence[At], cores: Sequence[Places]) -> bool:
        is_counted = all(cores[n] for n in each_number(self.there) if cores)
        if any(at.spare >= 0 for at in asked) and not is_counted:
            return False
        if len(asked) > 1 or self.there & ~asked[0].who or asked[0].spare:
            # Whoever does not leave may be in the way of those who do.
            asked = [at._replace(leaves=False) for at in asked]
        if len(asked) == 1 and cores and not asked[0].leaves:
            # Asked twice, all others find cells, too: some may be stuck where one has to stand.
            asked = (*asked, *asked)
        return can_stand(asked, cores, self._ways.rooms)
