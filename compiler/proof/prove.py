"""Prove a quest: the verdict, and what can never be reached, got or happen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler.model.spells import casters_of
from questwright.compiler.model.verdict import (
    Cause,
    JudgedWorld,
    Reliance,
    Step,
    Verdict,
    VerdictKind,
)
from questwright.compiler.proof.budget import USUAL, Budget
from questwright.compiler.proof.plan.casts import cast_when_due, with_every_cast, without_casts
from questwright.compiler.proof.plan.concretise import is_told_in_full, tell
from questwright.compiler.proof.plan.shorten import as_steps, as_told_steps, ferrying, shorten
from questwright.compiler.proof.questions import Solved
from questwright.compiler.proof.reach.relaxed import grounded, without
from questwright.compiler.proof.search.replay import replays
from questwright.compiler.proof.task.condition import Places, is_met_at_start
from questwright.compiler.proof.task.line import Told
from questwright.compiler.proof.task.task import Deed, DeedSort, FactSort, Problem
from questwright.compiler.proof.translate.deadline import Hurry
from questwright.compiler.proof.translate.translate import pose

_ACTIONS = {
    DeedSort.DEFEAT: FactSort.DEFEATED,
    DeedSort.SEARCH: FactSort.SEARCHED,
    DeedSort.EXPLORE: FactSort.FOUND,
    DeedSort.ACT: FactSort.DONE,
}
"""Deeds that cost somebody's action, and the fact that each is for."""
_WON = (VerdictKind.WINNABLE, VerdictKind.CAN_STRAND)

if TYPE_CHECKING:
    from questwright.compiler.grid.cells import Cells
    from questwright.compiler.model.board import Crossing
    from questwright.compiler.model.chance import Chance
    from questwright.compiler.model.quest import Quest
    from questwright.compiler.packs.system.system import System
    from questwright.compiler.proof.reach.guards import Guarded
    from questwright.compiler.proof.schedule.bounds import RoundBounds
    from questwright.compiler.proof.task.cache import Cache
    from questwright.compiler.proof.task.task import Unjudged


class Proof(Solved):
    """A quest posed and solved; what is costly is worked out when it is asked for."""

    __slots__ = (
        "_counted",
        "_is_counted",
        "_judged",
        "_line",
        "_on_foot",
        "_stranded",
        "_told",
        "_verdict",
        "late",
    )

    def __init__(
        self,
        quest: Quest,
        system: System,
        budget: Budget = USUAL,
        problem: Problem | None = None,
        hurry: Hurry = Hurry.COUNTS,
        cache: Cache | None = None,
    ) -> None:
        super().__init__(quest, system, budget, problem, hurry, cache)
        self._line: tuple[Deed, ...] | None = None
        self._told: tuple[Told, ...] | None = None
        self.late = 0
        """The round in which all of it is done, where that is known already."""
        self._counted: RoundBounds | None = None
        self._is_counted = False
        self._judged: Verdict | None = None
        self._stranded: tuple[Step, ...] | None = None
        self._verdict: Verdict | None = None
        self._on_foot: Proof | None = None

    def of(self, quest: Quest) -> Proof:
        """The proof of a quest that is this one but for a few things."""
        return Proof(quest, self._system, self._budget, hurry=self._hurry, cache=self.problem.cache)

    def unjudged_for(self, unjudged: Unjudged) -> Proof:
        """The proof that says that something was not judged."""
        return self._with(self.problem._replace(undecided=(*self.problem.undecided, unjudged)))

    def spelled(self) -> Proof:
        """The same; with spells, where nothing else wins and somebody casts them."""
        quest, system = self._quest, self._system
        if system.casting is None or self.kind is not VerdictKind.UNWINNABLE:
            return self
        if self._kind_without_time() in _WON or not casters_of(quest, system):
            return self
        # Loaded here: few quests need it.
        from questwright.compiler.proof.spells.choose import with_spells

        return with_spells(self, quest, system)

    @property
    def casts(self) -> tuple[Crossing, ...]:
        """The ways that spells make."""
        return tuple(
            crossing for crossing in self._quest.board.crossings if crossing.cast is not None
        )

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
            snare = self._search.snare if self._search is not None else None
            if found is not None and snare is not None:
                line, told, _ = self._under(snare, found[-1:])
                self._stranded = self._as_stranded(line, told)
            elif found is not None:
                told = None
                if is_told_in_full(self.problem, wins=False):
                    posed = self.problem, found, self._quest, self._system, self._budget
                    told = tell(*posed, wins=False)
                self._stranded = self._as_stranded(found, told)
            else:
                self._stranded = ()
        return self._stranded

    @property
    def worlds(self) -> tuple[JudgedWorld, ...]:
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
            foot = self._walked()
            if foot is not None:
                self._line, self._told, self.late = foot.line, foot.told, foot.late
            elif self._search is not None and self._search.guarded is not None:
                self._line, self._told, self.late = self._under(self._search.guarded)
            else:
                self._line = self.shortest
                if self.casts and self._line:
                    self._line = with_every_cast(self.problem, self._line)
                if self._search is not None and self._search.line is not None:
                    self._follow()
        return self._line

    @property
    def shortest(self) -> tuple[Deed, ...]:
        """Deeds that win, none too many, as they were found; empty where there are none."""
        found: tuple[Deed, ...] = ()
        guarded = self._search.guarded if self._search is not None else None
        if guarded is not None:
            return tuple(map(guarded.own, shorten(guarded.problem, guarded.line)))
        if self._search is not None:
            found = self._search.line or ()
        elif self._monotone and self.reach.wins_after >= 0:
            found = self.reach.order[: self.reach.wins_after]
        return shorten(self.problem, found) if found else ()

    @property
    def told(self) -> tuple[Told, ...] | None:
        """The line that wins, told in full; None where nobody need part."""
        return self._told if self.line or self._told else None

    def _under(
        self, guarded: Guarded, last: tuple[Deed, ...] = ()
    ) -> tuple[tuple[Deed, ...], tuple[Told, ...] | None, int]:
        """A line that was found under guards, how it is told, and the round in which it is done.

        ``last`` is what another side wins by, where it does.
        """
        line = shorten(guarded.problem, guarded.line)
        if self.casts and not last:
            line = with_every_cast(guarded.problem, line)
        own = (*map(guarded.own, line), *last)
        from questwright.compiler.proof.schedule.bounds import moves_of
        from questwright.compiler.proof.schedule.earliest import walk

        quest, system = self._quest, self._system
        moves = moves_of(quest, system)
        pace = moves or [1] * self.problem.party
        walked = walk(guarded.problem, line, quest, system, pace, guarded.shut)
        if not is_told_in_full(self.problem, wins=not last):
            return own, None, walked.late if walked is not None and moves else 0
        if walked is None:
            return own, tell(self.problem, own, quest, system, self._budget, wins=not last), 0
        told = tuple(
            one._replace(deed=guarded.own(one.deed)) if one.deed is not None else one
            for one in walked.told
        )
        if self.casts:
            told = cast_when_due(told, quest)
        line = (*map(guarded.own, walked.line), *last)
        return line, (*told, *map(Told, last)), walked.late if moves else 0

    def _follow(self) -> None:
        """Tell in full the line that was found, where members of the party must part."""
        problem, quest, system = self.problem, self._quest, self._system
        assert self._line is not None
        if not is_told_in_full(problem):
            return
        if self._is_free:
            from questwright.compiler.proof.schedule.bounds import moves_of
            from questwright.compiler.proof.schedule.earliest import walk

            moves = moves_of(quest, system)
            walked = walk(problem, self._line, quest, system, moves or [1] * problem.party)
            if walked is not None:
                self._line = walked.line
                self._told = cast_when_due(walked.told, quest) if self.casts else walked.told
                self.late = walked.late if moves else 0
                return
        self._told = tell(problem, self._line, quest, system, self._budget)
        if self._told is not None and self.casts:
            self._told = cast_when_due(self._told, quest)

    def _walked(self) -> Proof | None:
        """The proof without jumps, where there are any and it wins: its line is shown then."""
        if self._on_foot is None and self._jumps:
            self._on_foot = self._with(grounded(self.problem))
        return self._on_foot if self._on_foot and self._on_foot.kind in _WON else None

    def _with(self, problem: Problem) -> Proof:
        return Proof(self._quest, self._system, self._budget, problem, self._hurry)

    @property
    def rounds(self) -> tuple[int, int] | None:
        """Before the one round nobody can win; in the other one can, where all goes well."""
        counted = self._count()
        return None if counted is None else (counted.low, counted.high)

    def _count(self) -> RoundBounds | None:
        if not self._is_counted:
            from questwright.compiler.proof.plan.timing import walked_or_told
            from questwright.compiler.proof.schedule.bounds import count_rounds

            self._is_counted = True
            # Nothing may have to be done to win but to go there.
            found = self._search.line is not None if self._search else self.reach.wins_after >= 0
            walks = found and not self.line
            if self.line or walks:
                needed = tuple(filter(self._is_indispensable, self.line))
                posed = self._quest, self._system, self.problem, self.line
                done = self.late or self.told or walked_or_told(*posed, self._budget)
                self._counted = count_rounds(*posed, needed, done)
                if self._counted is not None and self.casts:
                    # Another spell might be quicker.
                    self._counted = self._counted._replace(low=1, earliest=())
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
            from questwright.compiler.proof.explain.chances import with_odds

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
            (*self.problem.assumptions, *ferrying(self._quest, steps, stranded)),
            self.undecided,
            self._search.states if self._search else 0,
            None if counted is None else (counted.low, counted.high),
            chances,
            casts=self.casts,
        )

    def _relies(self, steps: tuple[Step, ...]) -> tuple[Reliance, ...]:
        """On whom the line relies, and up to which of its steps."""
        from questwright.compiler.proof.translate.parties import depends_on_who_is_there

        quest, line = self._quest, self.line
        if not steps or not line or self.kind not in _WON or len(quest.party) < 2:
            return ()
        if not depends_on_who_is_there(quest, self.problem):
            return ()
        from questwright.compiler.proof.explain.reliance import reliances

        hurry, cache = self._every_way, self.problem.cache
        mortal = pose(quest, self._system, is_mortal=True, hurry=hurry, cache=cache)
        return reliances(quest, self.problem, mortal, line, steps, self._budget)

    def _as_stranded(
        self, line: tuple[Deed, ...], told: tuple[Told, ...] | None
    ) -> tuple[Step, ...]:
        if told is not None:
            return as_told_steps(told, self.problem, self._quest)
        return as_steps(line, self._quest)

    def losing_parties(self) -> list[tuple[str, ...]]:
        """The smaller parties that cannot win, by the titles of those who are there.

        Only the largest: what is too few for one is too few without another.
        """
        from questwright.compiler.proof.translate.parties import smaller_parties

        found: list[tuple[str, ...]] = []
        whole = without_casts(self._quest)
        for party, quest in smaller_parties(whole, self._system, self.problem):
            there = tuple(kind.title for kind in party)
            if any(set(there) <= set(other) for other in found):
                continue
            hurry, cache = self._every_way, self.problem.cache
            proof = Proof(quest, self._system, self._budget, hurry=hurry, cache=cache).spelled()
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
            if casters_of(self._quest, self._system):
                told += "; nobody is made quicker by spells"
            return (Cause(told, limit.origin),)
        from questwright.compiler.proof.explain.lost import losses

        return losses(self.problem, self._search.states if self._search else 0, self._budget)

    def _passes_by(self, places: Places) -> bool:
        """Whether the way to win that is known can do without some places."""
        line = self._search.line if self._search is not None else None
        return bool(line) and replays(without(self.problem, 0, places), line or ())

    def _required(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        required, optional = [], []
        trodden = self._trodden()
        for area in self._quest.board.areas:
            places = self._places_of_area(area.id)
            if not places or not places & self.reach.places:
                continue
            if self._is_required(places, trodden):
                required.append(area.id)
            else:
                optional.append(area.id)
        return tuple(required), tuple(optional)

    def _trodden(self) -> Places:
        """The places in which somebody stands in the line; all, where it may not tell of them."""
        if not self._is_free or self._told is None:
            return -1
        cells = sum({1 << cell for one in self._told for cell in one.path})
        return sum(1 << n for n, place in enumerate(self.problem.places) if place.cells & cells)

    def _is_required(self, places: Places, trodden: Places) -> bool:
        """Whether somebody stands in one of some places whenever the quest is won."""
        if places & self.problem.start:
            return True
        if not places & trodden:
            return False
        foot = self._walked()
        if foot is not None and foot.can_win_without(0, places):
            return False
        guarded = self._search.guarded if self._search is not None else None
        if not (foot or guarded or self._is_free) and self._passes_by(places):
            return False
        return self.can_win_without(0, places) is False
