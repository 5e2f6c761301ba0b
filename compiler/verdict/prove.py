"""Prove a quest: the verdict, and what can never be reached, got or happen."""

from __future__ import annotations

from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from questwright.compiler.model.spells import casters_of
from questwright.compiler.model.verdict import (
    Cause,
    JudgedWorld,
    Reliance,
    Step,
    Unreached,
    Verdict,
    VerdictKind,
)
from questwright.compiler.verdict.budget import USUAL, Budget
from questwright.compiler.verdict.decide.certain import certain
from questwright.compiler.verdict.decide.landmarks import met_by_all
from questwright.compiler.verdict.decide.relaxed import Relaxed
from questwright.compiler.verdict.decide.search import Search
from questwright.compiler.verdict.decide.shorten import shortened
from questwright.compiler.verdict.decide.simplify import all_begun, simplified
from questwright.compiler.verdict.line.steps import steps_of
from questwright.compiler.verdict.task.need import At, Has
from questwright.compiler.verdict.task.task import EVERYBODY, DeedSort, Ending, FactSort
from questwright.compiler.verdict.translate.translate import translation

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from questwright.compiler.grid.cells import Cells
    from questwright.compiler.model.board import Crossing
    from questwright.compiler.model.chance import Chance
    from questwright.compiler.model.quest import Quest
    from questwright.compiler.packs.system.system import System
    from questwright.compiler.verdict.decide.explore import MoveLine, Turn
    from questwright.compiler.verdict.decide.search import Found
    from questwright.compiler.verdict.decide.simplify import Simple
    from questwright.compiler.verdict.rounds.earliest import Clock
    from questwright.compiler.verdict.rounds.timing import Timing
    from questwright.compiler.verdict.task.line import Told
    from questwright.compiler.verdict.task.need import Members, Need
    from questwright.compiler.verdict.task.task import Happening, Task, Unjudged
    from questwright.compiler.verdict.translate.translate import Translation

WON = (VerdictKind.WINNABLE, VerdictKind.CAN_STRAND)
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
_LONG = 300
"""Steps of a line of which the order is looked at."""
_BETWEEN = (DeedSort.BEGIN, DeedSort.WALK, DeedSort.HAND, DeedSort.JUMP)
"""Steps between the deeds."""


class Judged(NamedTuple):
    """A task that has been searched."""

    simple: Simple
    search: Search | None
    """None where it is seen at once that nobody wins."""
    found: Found | None
    kind: VerdictKind
    last: int
    """The last round in which the line that was found counts; 0 if it counts in each."""


class Proof:
    """A quest translated and searched; what is costly is worked out when it is asked for."""

    def __init__(
        self,
        quest: Quest,
        system: System,
        budget: Budget = USUAL,
        translated: Translation | None = None,
        change: Callable[[Task], Task] | None = None,
    ) -> None:
        """The proof of a quest; of another task than its own if that is to be changed."""
        self.quest = quest
        self._system = system
        self._budget = budget.begun()
        self._change = change
        translated = translation(quest, system) if translated is None else translated
        task = translated.task if change is None else change(translated.task)
        self._translated = translated._replace(task=task)
        self.on_foot = self
        """The proof without spells."""
        self._verdict: Verdict | None = None
        self._alone: Verdict | None = None

    worlds: tuple[JudgedWorld, ...] = ()
    """None: nothing is unknown."""
    total = 0

    @property
    def task(self) -> Task:
        """The quest as a task."""
        return self._translated.task

    @property
    def simplest(self) -> Task:
        """The task without all that makes no difference; whole, if nobody could win it."""
        return self.task if self.judged.search is None else self.judged.simple.task

    @property
    def translated(self) -> Translation:
        """The quest as a task, with its cells."""
        return self._translated

    @property
    def casts(self) -> tuple[Crossing, ...]:
        """The crossings that spells make."""
        return tuple(own for own in self.quest.board.crossings if own.cast is not None)

    # -- proofs like this one -----------------------------------------------------------------

    def of(self, quest: Quest) -> Proof:
        """The proof of a quest that is this one but for a few things."""
        proof = Proof(quest, self._system, self._budget, change=self._change)
        proof.on_foot = self.on_foot
        return proof

    def changed(self, change: Callable[[Task], Task]) -> Proof:
        """The proof of the same quest whose task is changed."""
        return Proof(self.quest, self._system, self._budget, self._translated, change)

    def unjudged_for(self, unjudged: Unjudged) -> Proof:
        """The proof that says that something was not judged."""
        told = (*self.task.unjudged, unjudged)
        return self.changed(lambda task: task._replace(unjudged=told))

    def spelled(self) -> Proof:
        """The same; with spells, where nothing else wins and somebody casts them."""
        if not casters_of(self.quest, self._system):
            return self
        if self.kind is not VerdictKind.UNWINNABLE or self.judged.kind in WON:
            return self
        # Loaded here: few quests need it.
        from questwright.compiler.verdict.spells.choose import with_spells

        return with_spells(self, self.quest, self._system)

    # -- the verdict --------------------------------------------------------------------------

    @cached_property
    def judged(self) -> Judged:
        """The task as it was searched, without regard to time.

        Where some ways to win have a last round and others have none, and those are enough, the
        line is one of those.
        """
        task = self.task
        hurried = [victory for victory in task.own if victory.last]
        if hurried and len(hurried) < len(task.own):
            rest = tuple(victory for victory in task.victories if victory not in hurried)
            found = self._searched(task._replace(victories=rest))
            if found.kind in WON:
                return found
        return self._searched(task)

    def _searched(self, task: Task) -> Judged:
        simple = simplified(task)
        if not task.own:
            return Judged(simple, None, None, VerdictKind.VACUOUS, 0)
        if simple.is_hopeless:
            return Judged(simple, None, None, VerdictKind.UNWINNABLE, 0)
        search = Search(simple.task, self._budget.states, until=self._budget.until)
        found = search.run()
        last = 0
        if found.win is not None:
            end = found.win.moves[-1].end
            assert end is not None
            last = simple.task.victories[end.victory].last
        return Judged(simple, search, found, found.kind, last)

    @property
    def kind(self) -> VerdictKind:
        """The verdict."""
        kind = self.judged.kind
        if kind is VerdictKind.VACUOUS:
            return kind
        if self.task.unjudged:
            return VerdictKind.UNDECIDED
        last = self.last_round
        if not last or kind not in WON:
            return kind
        rounds = self.rounds
        if rounds is not None and rounds[0] > last:
            return VerdictKind.UNWINNABLE
        return kind if rounds is not None and rounds[1] <= last else VerdictKind.UNDECIDED

    @property
    def last_round(self) -> int:
        """The last round in which the line counts; 0 if it counts in each."""
        lasts = [self.judged.last, self.task.limit.last if self.task.limit else 0]
        return min((last for last in lasts if last), default=0)

    @property
    def can_strand(self) -> bool:
        """Whether the party can reach a state from which no line wins."""
        return self.kind is VerdictKind.CAN_STRAND

    @property
    def is_strand_judged(self) -> bool:
        """Whether it is known whether the party can strand."""
        return self.kind is not VerdictKind.UNDECIDED

    @property
    def undecided(self) -> tuple[str, ...]:
        """What was not judged."""
        told = tuple(dict.fromkeys(unjudged.text for unjudged in self.task.unjudged))
        found = self.judged.found
        if found is not None and found.limit and self.judged.kind is VerdictKind.UNDECIDED:
            told = (*told, self._limit_in_words(found))
        last = self.last_round
        if last and self.judged.kind in WON:
            rounds = self.rounds
            if rounds is None or rounds[0] <= last < rounds[1]:
                taken = f"it takes {rounds[0]} to {rounds[1]}" if rounds else "not counted"
                told = (*told, f"whether {last} rounds are enough ({taken})")
        return told

    def _limit_in_words(self, found: Found) -> str:
        why = self._budget.told(found.limit)
        if found.win is None:
            return why
        return f"whether the party can play itself into a dead end: {why}"

    @property
    def unjudged(self) -> tuple[Cause, ...]:
        """The parts of the quest that could not be judged, with their places in the source."""
        return tuple(Cause(unjudged.text, unjudged.origin) for unjudged in self.task.unjudged)

    # -- lines --------------------------------------------------------------------------------

    @cached_property
    def line(self) -> MoveLine | None:
        """The moves that win, none too many; None where none are known."""
        found, search = self.judged.found, self.judged.search
        if found is None or search is None or found.win is None:
            return None
        task = self.judged.simple.task

        def wins(arrival: Turn) -> bool:
            end = arrival.end
            return end is not None and end.victory >= 0 and task.victories[end.victory].is_own

        return shortened(search.explorer, found.win, wins)

    @cached_property
    def told(self) -> tuple[Told, ...]:
        """The line that wins, step by step; empty where none is known."""
        told = self._tell(self.line)
        if len(told) > _LONG or len(self.quest.party) < 2:
            return told
        from questwright.compiler.verdict.line.order import quickened

        def rounds_of(line: Sequence[Told]) -> tuple[int, ...] | None:
            timing = timed(line, self.task, self.quest, self._system)
            return None if timing is None else timing.rounds

        from questwright.compiler.verdict.rounds.timing import timed

        return quickened(told, self._translated, rounds_of)

    def _tell(self, line: MoveLine | None) -> tuple[Told, ...]:
        search = self.judged.search
        if line is None or search is None:
            return ()
        # Loaded here: a check that finds nothing tells no line.
        from questwright.compiler.verdict.line.table import LostWayError
        from questwright.compiler.verdict.line.tell import tell

        try:
            told = tell(self._translated, self.judged.simple, search.explorer, line)
        except LostWayError:
            return ()
        if not self.casts:
            return told
        from questwright.compiler.verdict.spells.casts import cast_when_due

        return cast_when_due(told, self.task, self.quest)

    @cached_property
    def stranded(self) -> tuple[Step, ...]:
        """A line after which no line wins; empty if none is known."""
        found, search = self.judged.found, self.judged.search
        if self.judged.kind is not VerdictKind.CAN_STRAND or found is None or search is None:
            return ()
        from questwright.compiler.verdict.explain.dead_end import shortened as cut

        assert found.strand is not None
        line = cut(search.explorer, found.strand, self._budget.aside)
        return steps_of(self._tell(line), self.task, self.quest)

    @cached_property
    def losing(self) -> tuple[Step, ...]:
        """A line on which another side wins, or nobody is left; empty if none is known."""
        found = self.judged.found
        if self.judged.kind not in WON or found is None or found.lose is None:
            return ()
        return steps_of(self._tell(found.lose), self.task, self.quest)

    # -- rounds -------------------------------------------------------------------------------

    @cached_property
    def timing(self) -> Timing | None:
        """When the steps of the line are done; None if that cannot be counted."""
        from questwright.compiler.verdict.rounds.timing import timed

        return timed(self.told, self.task, self.quest, self._system)

    @cached_property
    def clock(self) -> Clock | None:
        """Before which round nobody can do what; None if that cannot be counted."""
        from questwright.compiler.verdict.rounds.earliest import earliest

        return earliest(self.task, self.quest, self._system)

    @property
    def rounds(self) -> tuple[int, int] | None:
        """The lower and the upper bound of the earliest round in which the quest is won."""
        if self.line is None:
            return None
        timing, clock = self.timing, self.clock
        if timing is None or clock is None:
            return None
        # Other spells might be quicker.
        low = 1 if self.casts else min(clock.win, timing.late)
        return low, timing.late

    # -- all of it ----------------------------------------------------------------------------

    def verdict(self) -> Verdict:
        """The whole verdict, with the winning line and on whom it relies."""
        if self._verdict is None:
            alone = self.verdict_alone()
            self._verdict = alone._replace(relies=self._relies())
        return self._verdict

    def verdict_alone(self) -> Verdict:
        """The same, without on whom the line relies."""
        if self._alone is None:
            self._alone = self._whole()
        return self._alone

    def _whole(self) -> Verdict:
        kind = self.kind
        line: tuple[Step, ...] = ()
        stranded: tuple[Step, ...] = ()
        losing: tuple[Step, ...] = ()
        chances: tuple[Chance, ...] = ()
        if kind is not VerdictKind.VACUOUS:
            from questwright.compiler.verdict.explain.chances import with_odds

            clock = self.clock
            earliest = None if clock is None or self.rounds is None else clock.of_deed
            line = steps_of(self.told, self.task, self.quest, earliest)
            line, chances = with_odds(line, self.quest, self._system)
            stranded, _ = with_odds(self.stranded, self.quest, self._system)
            losing, _ = with_odds(self.losing, self.quest, self._system)
        required, optional = self._required() if line else ((), ())
        found = self.judged.found
        return Verdict(
            kind,
            line,
            stranded,
            self.why_unwinnable() if kind is VerdictKind.UNWINNABLE else (),
            self.reached,
            optional,
            required,
            self._assumptions(),
            self.undecided,
            found.states if found is not None else 0,
            self.rounds if line else None,
            chances,
            casts=self.casts,
            losing=losing,
        )

    def _assumptions(self) -> tuple[str, ...]:
        from questwright.compiler.verdict.rounds.costs import taken_for_granted

        return (*self.task.assumptions, *taken_for_granted(self.quest, self._system))

    def why_unwinnable(self) -> tuple[Cause, ...]:
        """The chains of causes; empty if the quest can be won."""
        if self.judged.kind is VerdictKind.UNWINNABLE:
            from questwright.compiler.verdict.explain.causes import why_unwinnable

            return why_unwinnable(self.task, self.quest)
        rounds, last = self.rounds, self.last_round
        if self.kind is not VerdictKind.UNWINNABLE or rounds is None:
            return ()
        told = f"the quest takes {rounds[0]} rounds at the least, and ends with {last}"
        if casters_of(self.quest, self._system):
            told += "; nobody is made quicker by spells"
        limit = self.task.limit
        if limit is not None and limit.last == last:
            return (Cause(told, limit.origin),)
        victory = next(victory for victory in self.task.own if victory.last == last)
        return (Cause(told, victory.origin),)

    # -- what comes about ---------------------------------------------------------------------

    @cached_property
    def _known(self) -> tuple[int, int, int, tuple[int, ...]]:
        """Facts and places that surely come about; those that could if nothing were ever lost."""
        begun = all_begun(self.task)
        if begun is None:
            return 0, 0, 0, ()
        return certain(self.task, begun)

    @cached_property
    def reached(self) -> Cells:
        """The cells that the party can come to."""
        where = self._known[3]
        places = 0
        for own in where:
            places |= own
        return sum(p.cells for n, p in enumerate(self.task.places) if places >> n & 1)

    def comes_about(self, need: Need) -> bool | None:
        """Whether a need can be met while play goes on; None if that was too much to look at."""
        wanted = Ending(need, is_own=True, title="", origin=self.quest.origin)
        ends = tuple(v._replace(is_own=False) for v in self.task.victories if not v.is_own)
        return self.can_win(self.task._replace(victories=(wanted, *ends)))

    def can_win(self, task: Task, there: Members = EVERYBODY) -> bool | None:
        """Whether those who are there can win a task like this one.

        None if that was too much to look at.
        """
        return self.can_win_with(simplified(task), there)

    def can_win_with(self, simple: Simple, there: Members) -> bool | None:
        """Whether those who are there can win a simplified task; None if that was too much."""
        if simple.is_hopeless:
            return False
        states, until = self._budget.aside, self._budget.until
        return Search(simple.task, states, there=there, until=until).can_win()

    def _never(self, need: Need) -> tuple[Cause, ...] | None:
        """Why a need is never met; None if it can be."""
        facts, places, possible, where = self._known
        if isinstance(need, Has):
            if facts >> need.fact & 1:
                return None
            may_be = bool(possible >> need.fact & 1)
        else:
            assert isinstance(need, At)
            if need.places & places:
                return None
            may_be = any(need.places & own for own in where)
        if may_be and self.comes_about(need) is not False:
            return None
        from questwright.compiler.verdict.explain.causes import why_never

        return why_never(self.task, need, self.quest) or None

    def unreached_areas(self) -> list[Unreached]:
        """Areas of which the party reaches no cell."""
        found = []
        for area in self.quest.board.areas:
            if area.cells & ~self.quest.blocked:
                causes = self._never(self._at(area.id))
                if causes is not None:
                    found.append(Unreached(area.id, area.title, causes))
        return found

    def _at(self, area: str) -> At:
        own = next(own for own in self.quest.board.areas if own.id == area)
        places = sum(1 << n for n, p in enumerate(self.task.places) if p.cells & own.cells)
        everybody = (1 << self.task.party) - 1
        return At(places, 1, everybody, own.title, own.origin)

    def unobtained_items(self) -> list[Unreached]:
        """Items that the party can never have."""
        return self._unmet(FactSort.HAVE, (item.id for item in self.quest.items))

    def dead_events(self) -> list[Unreached]:
        """Events that can never happen."""
        last = {event.id for event in self.task.events if self._is_end(event)}
        events = (event.id for event in self.quest.events if event.id not in last)
        return self._unmet(FactSort.HAPPENED, events)

    def _is_end(self, event: Happening) -> bool:
        """Whether an event happens as play ends, by time alone."""
        limit, need = self.task.limit, event.needs
        if limit is None or not isinstance(need, Has):
            return False
        info = self.task.facts[need.fact]
        return info.sort is FactSort.LATER and int(info.id) == limit.last + 1

    def dead_actions(self) -> list[Unreached]:
        """Quest actions that can never be taken."""
        return self._unmet(FactSort.DONE, (action.id for action in self.quest.actions))

    def unfound_passages(self) -> list[Unreached]:
        """Passages that nobody can find."""
        hidden = (gate.id for gate in self.quest.board.gates if gate.kind.form == "passage")
        return self._unmet(FactSort.FOUND, hidden)

    def _unmet(self, sort: FactSort, ids: Iterable[str]) -> list[Unreached]:
        numbers = {(info.sort, info.id): n for n, info in enumerate(self.task.facts)}
        found = []
        for id_ in ids:
            number = numbers.get((sort, id_))
            if number is not None:
                info = self.task.facts[number]
                causes = self._never(Has(number, info.origin))
                if causes is not None:
                    found.append(Unreached(id_, info.title, causes))
                continue
            item = next((item for item in self.quest.items if item.id == id_), None)
            if item is not None:
                cause = Cause("nothing says where it is, and no event gives it", item.origin)
                found.append(Unreached(id_, item.title, (cause,)))
        return found

    # -- questions ----------------------------------------------------------------------------

    def reaches_without(self, area: str, items: tuple[str, ...]) -> bool | None:
        """Whether the party reaches an area without ever having any of some items.

        None if that was not decided.
        """
        forbidden = self._facts({FactSort.HAVE}, items)
        wanted = Ending(self._at(area), is_own=True, title="", origin=self.quest.origin)
        ends = tuple(v._replace(is_own=False) for v in self.task.victories if not v.is_own)
        task = self.task._replace(victories=(wanted, *ends))
        return self.can_win(without(task, forbidden, 0))

    def _facts(self, sorts: Iterable[FactSort], ids: Iterable[str]) -> int:
        wanted, names = {*sorts}, {*ids}
        return sum(
            1 << n
            for n, info in enumerate(self.task.facts)
            if info.sort in wanted and info.id in names
        )

    def must_face(self, id_: str) -> bool | None:
        """Whether every winning line meets a figure, a gate, an area, an item or the like.

        None if that was not decided.
        """
        if any(crossing.id == id_ for crossing in self.quest.board.crossings):
            origins = {own.origin for own in self.quest.board.crossings if own.id == id_}
            links = tuple(link for link in self.task.links if link.origin not in origins)
            can_win = self.can_win(self.task._replace(links=links))
        elif any(area.id == id_ for area in self.quest.board.areas):
            can_win = self.can_win(without(self.task, 0, self._at(id_).places))
        else:
            can_win = self.can_win(without(self.task, self._facts(_FACED, (id_,)), 0))
        return None if can_win is None else not can_win

    def _required(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The areas that every winning line enters, and those that it can do without."""
        areas = [area for area in self.quest.board.areas if area.cells & self.reached]
        places = [self._at(area.id).places for area in areas]
        begun = all_begun(self.task)
        met = 0 if begun is None else met_by_all(Relaxed(self.task), begun, places)
        trodden = sum({1 << cell for step in self.told for cell in step.path})
        required, optional = [], []
        for number, area in enumerate(areas):
            if met >> number & 1:
                required.append(area.id)
            elif not area.cells & trodden:
                optional.append(area.id)
            else:
                can_win = self.can_win(without(self.task, 0, places[number]))
                if can_win is not None:
                    (optional if can_win else required).append(area.id)
        return tuple(required), tuple(optional)

    # -- who is there -------------------------------------------------------------------------

    def losing_parties(self) -> list[tuple[str, ...]]:
        """The smaller parties that cannot win, each by the titles of its members.

        Only the largest: what is too few for one is too few without another.
        """
        settings = [s for s in self._system.settings.values() if s.role == "party"]
        if any(setting.is_whole for setting in settings) or self.judged.search is None:
            return []
        party = self.quest.party
        fewest = min((setting.minimum for setting in settings), default=len(party))
        losing: list[int] = []
        for size in range(len(party) - 1, max(1, fewest) - 1, -1):
            for group in combinations(range(len(party)), size):
                there = sum(1 << number for number in group)
                if any(not there & ~other for other in losing):
                    continue
                if self._wins_with(there) is False:
                    losing.append(there)
        return [
            tuple(kind.title for n, kind in enumerate(party) if there >> n & 1) for there in losing
        ]

    def _wins_with(self, there: Members) -> bool | None:
        """Whether those who are there can win, on foot or by any spells."""
        foot = self.on_foot
        can_win = foot.can_win_with(foot.judged.simple, there)
        if can_win is not False or not self._has_caster(there):
            return can_win
        from questwright.compiler.verdict.spells.choose import win_with_spells

        return win_with_spells(foot, foot.quest, self._system, there)

    def _has_caster(self, there: Members) -> bool:
        words = {caster.kind.word for caster in casters_of(self.quest, self._system)}
        return any(kind.word in words and there >> n & 1 for n, kind in enumerate(self.quest.party))

    def _relies(self) -> tuple[Reliance, ...]:
        """On whom the line relies, and up to which of its steps."""
        line = self.line
        if line is None or self.kind not in WON or len(self.quest.party) < 2:
            return ()
        from questwright.compiler.verdict.explain.reliance import relied_on

        task = self.judged.simple.task
        needed = relied_on(task, line, self._budget.aside, self._budget.until)
        deeds = [n for n, step in enumerate(self.told, 1) if step.deed >= 0 or step.event >= 0]
        ends = [*deeds, len(self.told)]
        share = len(ends) / max(1, len(line.moves))
        found = []
        for member, moves in needed:
            kind = self.quest.party[member]
            step = ends[min(len(ends) - 1, max(0, round(moves * share) - 1))]
            found.append(Reliance(kind.word, kind.title, step))
        return tuple(found)


def without(task: Task, facts: int, places: int) -> Task:
    """The task with facts that never hold, and with places that nobody enters."""
    deeds = tuple(
        deed._replace(finds=tuple(find for find in deed.finds if not find.adds & facts))
        for deed in task.deeds
        if not deed.adds & facts
    )
    return task._replace(
        given=task.given & ~facts,
        links=tuple(
            link for link in task.links if not (1 << link.first | 1 << link.second) & places
        ),
        begins=tuple(begin for begin in task.begins if not 1 << begin.place & places),
        deeds=deeds,
        events=tuple(event for event in task.events if not event.adds & facts),
    )
