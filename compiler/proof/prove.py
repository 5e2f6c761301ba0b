"""Prove a quest: the verdict, and what can never be reached, got or happen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from compiler.model.verdict import (
    Cause,
    Judged,
    Reliance,
    Step,
    Unreached,
    Verdict,
    VerdictKind,
)
from compiler.proof.as_one import is_simple
from compiler.proof.budget import USUAL, Budget
from compiler.proof.course import replays
from compiler.proof.hurry import Hurry
from compiler.proof.lines import as_steps, as_told_steps, shorten
from compiler.proof.pose import pose
from compiler.proof.problem import (
    At,
    Deed,
    DeedSort,
    Facts,
    FactSort,
    Has,
    Need,
    Places,
    Problem,
    is_met,
    is_met_at_start,
)
from compiler.proof.search import Search, find_win, search
from compiler.proof.solve import Reach, grounded, reach_all, without
from compiler.proof.witness import tell

_FACED = frozenset(
    {
        FactSort.DEFEATED,
        FactSort.OPEN,
        FactSort.FOUND,
        FactSort.HAVE,
        FactSort.HAPPENED,
        FactSort.DONE,
        FactSort.SEARCHED,
        FactSort.SPRUNG,
    }
)
"""What it is to meet a figure, a gate, an item, an event, an action, a container or a trap."""
_ACTIONS = {
    DeedSort.DEFEAT: FactSort.DEFEATED,
    DeedSort.SEARCH: FactSort.SEARCHED,
    DeedSort.EXPLORE: FactSort.FOUND,
    DeedSort.ACT: FactSort.DONE,
}
"""Deeds that cost somebody's action, and the fact that each is for."""
_WON = (VerdictKind.WINNABLE, VerdictKind.CAN_STRAND)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from compiler.model.board import Cells
    from compiler.model.chance import Chance
    from compiler.model.quest import Quest
    from compiler.packs.model import System
    from compiler.proof.rounds import Rounds
    from compiler.proof.witness import Told


class Proof:
    """A quest posed and solved; what is costly is worked out when it is asked for."""

    __slots__ = (
        "_budget",
        "_counted",
        "_forgiven",
        "_hurry",
        "_is_counted",
        "_judged",
        "_line",
        "_monotone",
        "_on_foot",
        "_quest",
        "_search",
        "_stranded",
        "_system",
        "_told",
        "_verdict",
        "problem",
        "reach",
    )

    def __init__(
        self,
        quest: Quest,
        system: System,
        budget: Budget = USUAL,
        problem: Problem | None = None,
        hurry: Hurry = Hurry.COUNTS,
    ) -> None:
        self._quest = quest
        self._system = system
        self._budget = budget.begun()
        self._line: tuple[Deed, ...] | None = None
        self._told: tuple[Told, ...] | None = None
        self._counted: Rounds | None = None
        self._is_counted = False
        self._judged: Verdict | None = None
        self._stranded: tuple[Step, ...] | None = None
        self._verdict: Verdict | None = None
        self._on_foot: Proof | None = None
        self._hurry = hurry
        self._forgiven: Proof | None = None
        self.problem: Problem = pose(quest, system, hurry=hurry) if problem is None else problem
        self.reach: Reach = reach_all(self.problem)
        self._monotone = is_simple(self.problem)
        self._search: Search | None = None
        if not self._monotone and self.reach.wins_after >= 0:
            self._search = search(self.problem, self._budget)

    @property
    def quest(self) -> Quest:
        """The quest that is proven."""
        return self._quest

    @property
    def kind(self) -> VerdictKind:
        """The verdict."""
        problem = self.problem
        if getattr(problem.goal, "parts", None) == () or is_met_at_start(
            problem.goal, problem.given
        ):
            return VerdictKind.VACUOUS
        if problem.undecided:
            return VerdictKind.UNDECIDED
        kind = self._kind_without_time()
        limit = problem.limit
        if limit is None or kind not in _WON:
            return kind
        rounds = self.rounds
        if rounds is not None and rounds[0] > limit.last:
            return VerdictKind.UNWINNABLE
        return kind if rounds is not None and rounds[1] <= limit.last else VerdictKind.UNDECIDED

    @property
    def can_strand(self) -> bool:
        """Whether the party can play itself into a state from which nothing wins."""
        return self.kind is VerdictKind.CAN_STRAND

    @property
    def is_strand_judged(self) -> bool:
        """Whether every order of deeds was looked at in search of dead ends."""
        if self.kind is VerdictKind.UNDECIDED:
            return False
        return self._search is None or self._search.is_strand_judged

    @property
    def stranded(self) -> tuple[Step, ...]:
        """Steps after which nothing wins any more; empty where no such are known."""
        if self._stranded is None:
            found = self._search.stranded if self._search is not None else None
            self._stranded = self._as_stranded(found) if found is not None else ()
        return self._stranded

    @property
    def worlds(self) -> tuple[Judged, ...]:
        """None: nothing is unknown."""
        return ()

    total = 0
    """Worlds: none, as nothing is unknown."""

    def _kind_without_time(self) -> VerdictKind:
        if self.reach.wins_after < 0:
            return VerdictKind.UNWINNABLE
        if self._search is None:
            return VerdictKind.WINNABLE
        if self._search.line is None:
            return VerdictKind.UNWINNABLE if self._search.is_complete else VerdictKind.UNDECIDED
        if self._search.stranded is not None:
            return VerdictKind.CAN_STRAND
        return VerdictKind.WINNABLE

    @property
    def line(self) -> tuple[Deed, ...]:
        """The deeds of a line that wins, none too many; empty where there is none."""
        if self._line is None:
            found: tuple[Deed, ...] = ()
            if self._search is not None:
                found = self._search.line or ()
            elif self._monotone and self.reach.wins_after >= 0:
                found = self.reach.order[: self.reach.wins_after]
            foot = self._walked()
            self._line = foot.line if foot else shorten(self.problem, found) if found else ()
        return self._line

    @property
    def told(self) -> tuple[Told, ...] | None:
        """The line that wins, told in full; None where nobody need part."""
        if self._told is None and self._search is not None and self._search.line is not None:
            foot = self._walked()
            if foot is not None:
                return foot.told
            self._told = tell(self.problem, self.line, self._quest, self._system, self._budget)
        return self._told

    def _walked(self) -> Proof | None:
        """The proof without jumps, where there are any and it wins: its line is shown then."""
        if self._on_foot is None and any(link.is_jump for link in self.problem.links):
            self._on_foot = self._with(grounded(self.problem))
        return self._on_foot if self._on_foot and self._on_foot.kind in _WON else None

    def _with(self, problem: Problem) -> Proof:
        return Proof(self._quest, self._system, self._budget, problem, self._hurry)

    @property
    def _every_way(self) -> Hurry:
        """How to pose what nobody wins who cannot win this."""
        return Hurry.FORGIVEN if self._hurry is Hurry.SHUNNED else self._hurry

    def _whole(self) -> Proof | None:
        """The proof with ways to win that were left aside, as if there were time; None if none.

        What is not won so is not won at all.
        """
        if self._forgiven is None and self._hurry is Hurry.SHUNNED:
            self._forgiven = Proof(self._quest, self._system, self._budget, hurry=self._every_way)
        return self._forgiven

    @property
    def rounds(self) -> tuple[int, int] | None:
        """Before the one round nobody can win; in the other one can, where all goes well."""
        counted = self._count()
        return None if counted is None else (counted.low, counted.high)

    def _count(self) -> Rounds | None:
        if not self._is_counted:
            from compiler.proof.rounds import count_rounds

            self._is_counted = True
            # Nothing may have to be done to win but to go there.
            found = self._search.line is not None if self._search else self.reach.wins_after == 0
            walks = found and not self.line
            if self.line or walks:
                needed = tuple(filter(self._is_indispensable, self.line))
                self._counted = count_rounds(
                    self._quest, self._system, self.problem, self.line, needed, self.told
                )
                whole = self._whole()
                if self._counted is not None and whole is not None:
                    sooner = whole.rounds
                    low = 1 if sooner is None else min(self._counted.low, sooner[0])
                    self._counted = self._counted._replace(low=low)
        return self._counted

    def _is_indispensable(self, deed: Deed) -> bool:
        """Whether every way to win takes the action of a deed; only where that is quickly seen."""
        sort = _ACTIONS.get(deed.sort)
        facts = sum(
            1 << number
            for number, info in enumerate(self.problem.facts)
            if deed.adds >> number & 1 and info.sort is sort
        )
        return self._monotone and bool(facts) and self.can_win_without(facts) is False

    @property
    def reached(self) -> Cells:
        """Every square that the party can come to."""
        places = enumerate(self.problem.places)
        return sum(place.cells for number, place in places if self.reach.places >> number & 1)

    @property
    def undecided(self) -> tuple[str, ...]:
        """What was not judged."""
        undecided = tuple(dict.fromkeys(one.text for one in self.problem.undecided))
        if self._search is not None and not self._search.is_complete:
            undecided = (*undecided, self._budget.told(self._search.met))
        elif self._search is not None and not self._search.is_strand_judged:
            why = self._budget.told(self._search.met, is_aside=True)
            undecided = (*undecided, f"whether the party can play itself into a dead end: {why}")
        limit = self.problem.limit
        if limit is not None and self.line:
            rounds = self.rounds
            if rounds is None or rounds[0] <= limit.last < rounds[1]:
                told = f"it takes {rounds[0]} to {rounds[1]}" if rounds else "not counted"
                undecided = (*undecided, f"whether {limit.last} rounds are enough ({told})")
        return undecided

    @property
    def unjudged(self) -> tuple[Cause, ...]:
        """What of the quest could not be judged, where it is written."""
        return tuple(Cause(one.text, one.origin) for one in self.problem.undecided)

    def verdict(self) -> Verdict:
        """All of it, with the winning line and what every winning line needs."""
        if self._verdict is None:
            alone = self.verdict_alone()
            self._verdict = alone._replace(relies=self._relies(alone.line))
        return self._verdict

    def verdict_alone(self) -> Verdict:
        """The same, without on whom the line relies."""
        if self._judged is None:
            self._judged = self._judge()
        return self._judged

    def _judge(self) -> Verdict:
        kind = self.kind
        steps: tuple[Step, ...] = ()
        stranded: tuple[Step, ...] = ()
        chances: tuple[Chance, ...] = ()
        counted = None
        if kind is not VerdictKind.VACUOUS:
            counted = self._count()
            earliest = counted.earliest if counted is not None else ()
            told = self.told
            if told is not None:
                steps = as_told_steps(told, self.problem, self._quest, earliest)
            else:
                steps = as_steps(self.line, self._quest, earliest)
            stranded = self.stranded
            from compiler.proof.chances import with_odds

            steps, chances = with_odds(steps, self._quest, self._system)
            stranded, _ = with_odds(stranded, self._quest, self._system)
        causes: tuple[Cause, ...] = ()
        if kind is VerdictKind.UNWINNABLE:
            causes = self.why_unwinnable()
        required, optional = self._required() if steps else ((), ())
        return Verdict(
            kind,
            steps,
            stranded,
            causes,
            self.reached,
            optional,
            required,
            self.problem.assumptions,
            self.undecided,
            self._search.states if self._search else 0,
            None if counted is None else (counted.low, counted.high),
            chances,
        )

    def _relies(self, steps: tuple[Step, ...]) -> tuple[Reliance, ...]:
        """On whom the line relies, and up to which of its steps."""
        from compiler.proof.parties import depends_on_who_is_there

        quest, line = self._quest, self.line
        if not steps or not line or self.kind not in _WON or len(quest.party) < 2:
            return ()
        if not depends_on_who_is_there(quest, self.problem):
            return ()
        from compiler.proof.reliance import reliances

        mortal = pose(quest, self._system, is_mortal=True, hurry=self._every_way)
        return reliances(quest, self.problem, mortal, line, steps, self._budget)

    def _as_stranded(self, line: tuple[Deed, ...]) -> tuple[Step, ...]:
        told = tell(self.problem, line, self._quest, self._system, self._budget, wins=False)
        if told is not None:
            return as_told_steps(told, self.problem, self._quest)
        return as_steps(line, self._quest)

    def losing_parties(self) -> list[tuple[str, ...]]:
        """The smaller parties that cannot win, by the titles of those who are there.

        Only the largest: what is too few for one is too few without another.
        """
        from compiler.proof.parties import smaller_parties

        found: list[tuple[str, ...]] = []
        for party, quest in smaller_parties(self._quest, self._system, self.problem):
            there = tuple(kind.title for kind in party)
            if any(set(there) <= set(other) for other in found):
                continue
            proof = Proof(quest, self._system, self._budget, hurry=self._every_way)
            if proof.reach.wins_after < 0 or proof.kind is VerdictKind.UNWINNABLE:
                found.append(there)
        return found

    def why_unwinnable(self) -> tuple[Cause, ...]:
        """The chain of causes; empty where the quest can be won."""
        if self.reach.wins_after < 0:
            return self._causes(self.problem.goal)
        limit, rounds = self.problem.limit, self.rounds
        if limit is not None and rounds is not None and rounds[0] > limit.last:
            told = f"the quest takes {rounds[0]} rounds at the least, and ends with {limit.last}"
            return (Cause(told, limit.origin),)
        from compiler.proof.losses import losses

        return losses(self.problem, self._search.states if self._search else 0, self._budget)

    def _never(self, need: Need) -> tuple[Cause, ...] | None:
        """Why a need is never met; None where it can be."""
        if not is_met(need, self.reach.facts, self.reach.places):
            return self._causes(need)
        if self._monotone or self._is_seen(need) or self._comes_about(need) is not False:
            return None
        from compiler.proof.losses import losses

        return losses(self.problem._replace(goal=need), 0, self._budget)

    def _is_seen(self, need: Need) -> bool:
        """Whether the search for the verdict has come upon it."""
        found = self._search
        if found is None:
            return False
        if isinstance(need, Has):
            return bool(found.seen >> need.fact & 1)
        return isinstance(need, At) and need.least == 1 and bool(need.places & found.walked)

    def _causes(self, need: Need) -> tuple[Cause, ...]:
        from compiler.proof.causes import Causes

        return Causes(self.problem, self.reach, self._quest.board).chains(need)

    def unreached_areas(self) -> list[Unreached]:
        """Areas of which the party reaches no square."""
        found = []
        for area in self._quest.board.areas:
            if area.cells & ~self._quest.blocked:
                places = self._places_of_area(area.id)
                causes = self._never(At(places, area.title, area.origin))
                if causes is not None:
                    found.append(Unreached(area.id, area.title, causes))
        return found

    def unobtained_items(self) -> list[Unreached]:
        """Items that the party can never have."""
        return self._unmet(FactSort.HAVE, (item.id for item in self._quest.items))

    def dead_events(self) -> list[Unreached]:
        """Events that can never happen."""
        return self._unmet(FactSort.HAPPENED, (event.id for event in self._quest.events))

    def dead_actions(self) -> list[Unreached]:
        """Quest actions that can never be taken."""
        return self._unmet(FactSort.DONE, (action.id for action in self._quest.actions))

    def unfound_passages(self) -> list[Unreached]:
        """Passages that nobody can find."""
        hidden = (gate.id for gate in self._quest.board.gates if gate.kind.form == "passage")
        return self._unmet(FactSort.FOUND, hidden)

    def _unmet(self, sort: FactSort, ids: Iterable[str]) -> list[Unreached]:
        found = []
        for id_ in ids:
            for number, info in enumerate(self.problem.facts):
                if (info.sort, info.id) == (sort, id_):
                    causes = self._never(Has(number, info.origin))
                    if causes is not None:
                        found.append(Unreached(id_, info.title, causes))
                        break
            else:
                if not any((info.sort, info.id) == (sort, id_) for info in self.problem.facts):
                    item = next((i for i in self._quest.items if i.id == id_), None)
                    if item is not None:
                        cause = Cause(
                            "nothing says where it is, and no event gives it", item.origin
                        )
                        found.append(Unreached(id_, item.title, (cause,)))
        return found

    # -- questions -------------------------------------------------------------------

    def can_win_without(self, facts: Facts = 0, places: Places = 0) -> bool | None:
        """Whether the quest can be won while some facts never hold and some places are shut.

        None where there was too much to look at.
        """
        can = self._comes_about(self.problem.goal, facts, places)
        whole = self._whole() if can is False else None
        if whole is None:
            return can
        named = {(i.sort, i.id) for n, i in enumerate(self.problem.facts) if facts >> n & 1}
        same = ((i.sort, i.id) in named for i in whole.problem.facts)
        shut = sum(1 << number for number, is_same in enumerate(same) if is_same)
        return False if whole.can_win_without(shut, places) is False else None

    def _comes_about(self, need: Need, facts: Facts = 0, places: Places = 0) -> bool | None:
        """Whether a need can be met while some facts never hold and some places are shut.

        None where states of play are too many to look at them all.
        """
        problem = without(self.problem._replace(goal=need), facts, places)
        if reach_all(problem).wins_after < 0:
            return False
        if self._monotone:
            return True
        found = find_win(problem, self._budget.aside())
        return True if found.line is not None else None if found.met else False

    def reaches_without(self, area: str, items: tuple[str, ...]) -> bool | None:
        """Whether any square of an area can be reached without ever having some items."""
        forbidden = 0
        for number, info in enumerate(self.problem.facts):
            if info.sort is FactSort.HAVE and info.id in items:
                forbidden |= 1 << number
        origin = self._quest.origin
        return self._comes_about(At(self._places_of_area(area), area, origin), forbidden)

    def must_face(self, id_: str) -> bool | None:
        """Whether every winning line defeats a figure, passes a gate or enters an area."""
        facts = 0
        for number, info in enumerate(self.problem.facts):
            if info.id == id_ and info.sort in _FACED:
                facts |= 1 << number
        places = self._places_of_area(id_)
        if places:
            facts = 0
        can_win = self.can_win_without(facts, places)
        return None if can_win is None else not can_win

    def _places_of_area(self, id_: str) -> Places:
        cells = sum(area.cells for area in self._quest.board.areas if area.id == id_)
        places = enumerate(self.problem.places)
        return sum(1 << number for number, place in places if place.cells & cells)

    def _passes_by(self, places: Places) -> bool:
        """Whether the way to win that is known can do without some places."""
        line = self._search.line if self._search is not None else None
        return bool(line) and replays(without(self.problem, 0, places), line or ())

    def _required(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        required, optional = [], []
        for area in self._quest.board.areas:
            places = self._places_of_area(area.id)
            if not places or not places & self.reach.places:
                continue
            if places & self.problem.start or (
                not self._passes_by(places) and self.can_win_without(0, places) is False
            ):
                required.append(area.id)
            else:
                optional.append(area.id)
        return tuple(required), tuple(optional)
