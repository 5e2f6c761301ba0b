"""What one moment of play leads to: steps and deeds, and what happens by itself upon them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from questwright.compiler.proof.budget import WAYS, CrowdedError
from questwright.compiler.proof.search.party import Apart, Party, Where
from questwright.compiler.proof.task.condition import (
    EVERYBODY,
    Facts,
    Places,
    doers_of,
)
from questwright.compiler.proof.task.deeds import may, may_do
from questwright.compiler.proof.task.relevance import after
from questwright.compiler.proof.task.task import Deed, DeedSort, Problem

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

FOLLOWING = 64
"""Events that may happen one upon the other."""


class State(NamedTuple):
    """A moment of play: what holds, and where the party is.

    Of all the ways in which it can stand without anything coming of it, one.
    """

    facts: Facts
    party: Party


class MemberStep(NamedTuple):
    """A step of which something comes: which member, from where all of them stand, to where."""

    before: Party
    number: int
    place: Places


class Cluster(NamedTuple):
    """All the ways to stand between which the party can walk with nothing coming of it."""

    state: State
    parties: tuple[Party, ...]
    steps: tuple[MemberStep, ...]
    """Steps out of it."""
    is_won: bool
    """One of them wins, or one step more does."""
    places: Places
    """All places in which somebody stands in one of them."""


class Settled(NamedTuple):
    """What has come about when all has happened that must."""

    facts: Facts
    party: Party
    line: tuple[Deed, ...]
    is_won: bool


LARGE: Final = 4
"""Members of a party of whom more have so many ways to act that these are counted, too."""


class EndlessError(Exception):
    """One thing leads to another without an end: nobody knows what comes of it."""


class Play:
    """The rules of one problem.

    ``due`` are the deeds that happen by themselves as soon as they can, in the order of the
    problem; ``harmless`` those among them that need not stop anybody who walks; ``watched`` all
    those of which the board has to tell apart where they can be done.
    """

    def __init__(
        self,
        problem: Problem,
        due: frozenset[Deed],
        watched: Iterable[Deed],
        apart: Apart,
        harmless: frozenset[Deed] = frozenset(),
    ) -> None:
        self.problem = problem
        watched = tuple(watched)
        self.forced = tuple(deed for deed in problem.deeds if deed.is_forced and deed in due)
        self._stopping = tuple(deed for deed in self.forced if deed not in harmless)
        self.where = Where(problem, watched, apart)
        self._seen = tuple(deed for deed in self.forced if deed.sort is DeedSort.ENTER)
        self._seeing = tuple(deed for deed in watched if deed.sort is DeedSort.ENTER)
        self._repeated = tuple(deed for deed in self.forced if deed.is_repeated)
        self._doers = {
            id(deed): doers
            for deed in problem.deeds
            if (doers := doers_of(deed.needs)) != EVERYBODY and not apart.is_one
        }
        self._clusters: dict[State, Cluster] = {}
        self._is_large = problem.party > LARGE and not apart.is_one
        self._ways = 0
        """Ways to stand that have been looked at."""

    # -- what is so at once ---------------------------------------------------------------

    def noticed(self, facts: Facts, party: Party) -> Facts:
        """Facts, with what is seen where the party is, and the events that are ready again."""
        for deed in self._seen:
            if deed.adds & ~facts and any(deed.where & member.places for member in party):
                facts |= deed.adds
        for deed in self._repeated:
            if deed.once & facts and not self.where.meets(deed.needs, facts, party):
                facts &= ~deed.once
        return facts

    def sighted(self, facts: Facts, party: Party) -> Facts:
        """Facts, with all that is seen where the party is, also what stops nobody who walks."""
        for deed in self._seeing:
            if deed.adds & ~facts and any(deed.where & member.places for member in party):
                facts |= deed.adds
        return facts

    def due(self, facts: Facts, party: Party) -> Deed | None:
        """What happens now, whatever the party does; nothing where the quest is lost."""
        if facts & self.problem.lost:
            return None
        return next((deed for deed in self.forced if self._happens(deed, facts, party)), None)

    def stops(self, facts: Facts, party: Party) -> bool:
        """Whether something happens here that is not for walkers to pass by."""
        return any(self._happens(deed, facts, party) for deed in self._stopping)

    def _happens(self, deed: Deed, facts: Facts, party: Party) -> bool:
        if not may_do(deed, facts):
            return False
        if deed.where and not any(deed.where & member.places for member in party):
            return False
        return self.where.meets(deed.needs, facts, party)

    def wins(self, facts: Facts, party: Party) -> bool:
        return bool(party) and self.where.meets(self.problem.goal, facts, party)

    # -- walking -----------------------------------------------------------------------

    def cluster(self, facts: Facts, party: Party) -> Cluster:
        """All that walking comes to from here, nothing coming of it."""
        party = self.where.widened(facts, party)
        known = self._clusters.get(State(facts, party))
        if known is None:
            known = self._walked(facts, party)
            for one in known.parties:
                self._clusters[State(facts, one)] = known
        return known

    def _walked(self, facts: Facts, party: Party) -> Cluster:
        where = self.where
        closed = where.closed(facts)
        found = {party: None}
        waiting = [party]
        steps: dict[MemberStep, None] = {}
        is_won = self.wins(self.sighted(facts, party), party)
        while waiting:
            here = waiting.pop()
            self.look()
            for number, one in enumerate(here):
                if (number and one == here[number - 1]) or not one.places & ~closed:
                    continue
                grounds = where.grounds(facts, one.who)
                for place in grounds.near.get(one.places, ()):
                    ground = grounds.of[place.bit_length() - 1]
                    # What comes of a step does not depend on who carries what.
                    stood = (*here[:number], one._replace(places=ground), *here[number + 1 :])
                    noticed = self.noticed(facts, stood)
                    is_won = is_won or self.wins(self.sighted(noticed, stood), stood)
                    if noticed != facts or self.stops(facts, stood):
                        steps[MemberStep(here, number, place)] = None
                        continue
                    for there in where.strolled(facts, here, number, ground):
                        if there not in found:
                            found[there] = None
                            waiting.append(there)
                for place in grounds.drops.get(one.places, ()):
                    # There is no such way back.
                    steps[MemberStep(here, number, place)] = None
                    for moved in where.moved(facts, here, number, place):
                        noticed = self.noticed(facts, moved)
                        is_won = is_won or self.wins(self.sighted(noticed, moved), moved)
        places = 0
        for standing in found:
            for one in standing:
                places |= one.places
        return Cluster(State(facts, min(found)), tuple(found), tuple(steps), is_won, places)

    def look(self) -> None:
        """One more way to stand is looked at."""
        self._ways += 1
        if self._ways > WAYS:
            raise CrowdedError

    def walked_on(self, cluster: Cluster) -> Iterator[Cluster]:
        """Where walking alone leads, and no event happens on the way."""
        found = {cluster.state}
        waiting = [cluster]
        while waiting:
            here = waiting.pop()
            yield here
            facts = here.state.facts
            may_go_on = self._seen or self._repeated or self.where.has_drops
            for step in here.steps if may_go_on else ():
                for party in self.where.moved(facts, step.before, step.number, step.place):
                    noticed = self.noticed(facts, party)
                    if self.stops(noticed, party):
                        continue
                    for one in self.where.parted(noticed, party):
                        there = self.cluster(noticed, one)
                        if there.state not in found:
                            found.add(there.state)
                            waiting.append(there)

    # -- deeds --------------------------------------------------------------------------

    def doers(
        self, deed: Deed, facts: Facts, party: Party, *, at_hand: bool = False
    ) -> Iterator[int]:
        """The members who can do a deed where all stand so; -1 where it takes nobody."""
        where = self.where
        if not where.meets(deed.needs, facts, party):
            return
        if not deed.where:
            yield -1
            return
        closed = where.closed(facts)
        doers = self._doers.get(id(deed), EVERYBODY)
        for number, member in enumerate(party):
            if not deed.where & member.places & ~closed or (number and member == party[number - 1]):
                continue
            if not may(doers, member.who):
                continue
            carries = deed.carries & where.carried
            if not carries & ~(member.items if at_hand else where.shared(facts, party, number)):
                yield number

    def done(self, deed: Deed, cluster: Cluster) -> Iterator[Settled]:
        """What may come of a deed, wherever each stands and whoever does it."""
        facts = cluster.state.facts
        tried: set[Party] = set()
        if deed.where and not deed.where & cluster.places:
            return
        for party in cluster.parties:
            for shared in self.where.shares(facts, party):
                for number in self.doers(deed, facts, shared, at_hand=True):
                    then, parties = self.acted(deed, facts, shared, number)
                    fresh = [party for party in parties if party not in tried]
                    tried.update(fresh)
                    yield from self.settled(then, fresh, (deed,))

    def acted(
        self, deed: Deed, facts: Facts, party: Party, number: int
    ) -> tuple[Facts, list[Party]]:
        """What holds after a deed, and how the party may stand then."""
        then = after(deed, facts)
        if self._is_large:
            self.look()
        if number < 0:
            return then, self.where.parted(then, party)
        one = party[number]
        got = then & ~facts & self.where.carried
        place = one._replace(places=one.places & deed.where, items=one.items | got)
        party = (*party[:number], place, *party[number + 1 :])
        return then, self.where.parted(then, party)

    def stepped(self, step: MemberStep, facts: Facts) -> Iterator[Settled]:
        """What may come of a step, when all has happened that must."""
        if self._is_large:
            self.look()
        parties = self.where.moved(facts, step.before, step.number, step.place)
        yield from self.settled(facts, parties, ())

    # -- what happens by itself ----------------------------------------------------------

    def settled(
        self, facts: Facts, parties: Iterable[Party], line: tuple[Deed, ...]
    ) -> Iterator[Settled]:
        """All that may have come about when nothing more happens by itself."""
        if len(line) > FOLLOWING:
            raise EndlessError
        for party in parties:
            seen = self.noticed(self.sighted(facts, party), party)
            if self.wins(seen, party):
                # Won, whatever would have happened next.
                yield Settled(seen, self.where.pooled(seen, party), line, is_won=True)
                continue
            deed = self.due(seen, party)
            if deed is not None:
                then = after(deed, seen)
                yield from self.settled(then, self.where.parted(then, party), (*line, deed))
            elif seen != facts:
                yield from self.settled(seen, self.where.parted(seen, party), line)
            else:
                yield Settled(facts, self.where.pooled(facts, party), line, is_won=False)


def fewest_buried(play: Play, outcomes: Iterable[Settled]) -> list[Settled]:
    """Those of several outcomes in which the fewest members lie under what has fallen.

    Who brings a ceiling down stands clear of it, as the others do, if that can be. That they might
    have won before it falls keeps nobody from bringing it down too soon.
    """
    found = list(outcomes)
    where = play.where
    if not where.has_falls:
        return found
    going = [one for one in found if not one.is_won and not one.facts & play.problem.lost]
    fallen = {where.closed(one.facts) for one in going}
    won = [one for one in found if one.is_won and where.closed(one.facts) in fallen]
    least = min((where.buried(one.facts, one.party) for one in (*going, *won)), default=0)
    clear = {id(one) for one in going if where.buried(one.facts, one.party) > least}
    return [one for one in found if id(one) not in clear]
