"""The lines of a proof as they are told: the one that wins, and those that strand or lose."""

from __future__ import annotations

from functools import cached_property

from questwright.compiler.model.verdict import Reliance
from questwright.compiler.verdict.judge import WON
from questwright.compiler.verdict.rules.state import Act
from questwright.compiler.verdict.schedule import Schedule
from questwright.compiler.verdict.task.bits import union
from questwright.compiler.verdict.task.task import DeedSort
from questwright.compiler.verdict.teller import Teller
from questwright.compiler.verdict.winning import WinningLine

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from questwright.compiler.model.board import Crossing
    from questwright.compiler.model.chance import Chance
    from questwright.compiler.model.verdict import DeadEnd, Step
    from questwright.compiler.verdict.budget import LeftOpen
    from questwright.compiler.verdict.decide.explore import MoveLine, Turn
    from questwright.compiler.verdict.judge import Judged
    from questwright.compiler.verdict.rounds.spread import Spread
    from questwright.compiler.verdict.translate.translate import Translation

_LOSING = "whether the party can lose by its own doing"


class Lines:
    """The lines of a task that has been judged."""

    def __init__(
        self,
        judged: Judged,
        translated: Translation,
        left_open: LeftOpen,
        spread: Callable[[], Spread | None],
    ) -> None:
        self._judged = judged
        self._quest = translated.quest
        self._left_open = left_open
        self._budget = left_open.budget
        self._teller = Teller(judged, translated, self._budget)
        self._task = translated.task
        self._spread = spread
        self.winning = WinningLine(judged, self._teller, self._budget)
        """The line that wins; or one that is shown for it, of the quest won in one way alone."""

    # -- the line that wins -------------------------------------------------------------------

    @cached_property
    def schedule(self) -> Schedule:
        """In how many rounds it is done."""
        teller, left_open = self._teller, self._left_open
        return Schedule(self._judged, self.winning, teller, self._task, self._spread, left_open)

    @property
    def casts(self) -> tuple[Crossing, ...]:
        """The crossings that spells make."""
        return self._teller.casts

    @cached_property
    def steps(self) -> tuple[tuple[Step, ...], tuple[Chance, ...]]:
        """The line that wins with its odds, and with rounds before which no step is done."""
        clock = self.schedule.clock
        earliest = clock.deeds if self.schedule.rounds and clock is not None else None
        return self._teller.with_odds(self.winning.told, earliest)

    @cached_property
    def relies(self) -> tuple[Reliance, ...]:
        """On whom the line relies, and up to which of its steps."""
        line, judged = self.winning.line, self._judged
        # Where there are other ways to win than that of the line it is not looked at.
        is_own = self.winning.simple is judged.simple
        if line is None or not is_own or len(self._quest.party) < 2:
            return ()
        from questwright.compiler.verdict.explain.dead_end import relied_on

        asked, aside = "on whom the line relies", self._budget.aside
        nobody: tuple[tuple[int, int], ...] = ()
        needed = self._left_open.in_time(
            asked, lambda: relied_on(judged.model, line, aside), nobody
        )
        party = self._quest.party
        return tuple(
            Reliance(party[member].word, party[member].title, self._step_of(line.moves[:moves]))
            for member, moves in needed
        )

    def _step_of(self, moves: Sequence[Turn]) -> int:
        """The number of the step with which the last of some moves of the line is told."""
        simple, told, line = self._judged.simple, self.winning.told, self.winning.line
        if line is not None and len(moves) == len(line.moves):
            return len(told)
        done: list[tuple[int, int]] = []
        for turn in moves:
            if isinstance(turn.move, Act):
                done.append((simple.deeds[turn.move.deed], -1))
            elif turn.events:
                done.append((-1, simple.events[turn.events[0]]))
        number = 0
        if done:
            same = [n for n, own in enumerate(told, 1) if (own.deed, own.event) == done[-1]]
            number = same[: done.count(done[-1])][-1] if same else len(told)
        last = moves[-1].move
        if isinstance(last, Act) or moves[-1].events:
            return number
        there = simple.task.places[last.place].cells
        walks = [
            (n, union(1 << cell for cell in own.path))
            for n, own in enumerate(told[number:], number + 1)
            if own.who == last.member and own.path and own.sort is not DeedSort.BEGIN
        ]
        come = [n for n, cells in walks if cells & there] or [n for n, _ in walks]
        return come[0] if come else number or len(told)

    # -- the others ---------------------------------------------------------------------------

    @cached_property
    def _astray(self) -> tuple[tuple[DeadEnd, ...], bool]:
        found = self._judged.found
        if not self._judged.can_strand:
            return (), self._judged.can_strand is False
        assert found is not None
        assert found.strand is not None
        from questwright.compiler.verdict.astray import dead_ends

        is_asked = any(allow.by is not None for allow in self._quest.allows)
        most = self._budget.states if is_asked else self._budget.further
        model = self._judged.model
        ends, limit = dead_ends(model, found.strand, most, self._quest, self._steps)
        if limit and is_asked:
            why = self._budget.told(limit, most)
            self._left_open.note("whether there are other dead ends", why)
        return ends, bool(ends) and not limit

    @cached_property
    def surely_strands(self) -> bool:
        """Whether the dead end that was found is one wherever members stand then.

        Somebody can come to it, step by step, and nothing wins from it even if nothing were ever
        lost, and nobody in anybody's way.
        """
        found = self._judged.found
        line = found.strand if found is not None else None
        if line is None or self._judged.model.relaxed.plan(line.states[-1]) is not None:
            return False
        return bool(self._teller.tell(line)[0])

    @property
    def dead_ends(self) -> tuple[DeadEnd, ...]:
        """Each kind of dead end that is known, the one with the shortest line first."""
        return self._astray[0]

    @property
    def are_dead_ends_known(self) -> bool:
        """Whether no kind of dead end can be missing among those that are known."""
        return self._astray[1]

    @cached_property
    def losing(self) -> tuple[Step, ...]:
        """A line by which the party loses by its own doing; empty if none is known."""
        if self._judged.is_sure or self._judged.kind not in WON:
            return ()
        found = self._judged.found
        line = found.lose if found is not None else None
        if line is None and self._judged.can_strand and not self.schedule.is_safe:
            line = self._left_open.in_time(_LOSING, self._sought, None)
        return self._steps([line], "a way to lose")[0] if line is not None else ()

    def _sought(self) -> MoveLine | None:
        """A line by which the party loses, where the search ended with a dead end before one."""
        # Loaded here: in most quests that can strand nobody else wins.
        from questwright.compiler.verdict.decide.search import Search

        search = Search(self._judged.model, self._budget.aside)
        line = search.losing()
        if search.limit:
            why = self._budget.told(search.limit, self._budget.aside)
            self._left_open.note(_LOSING, why)
        return line

    def _steps(self, lines: Iterable[MoveLine], what: str) -> tuple[tuple[Step, ...], MoveLine]:
        """Of some lines the one that is told in the fewest steps: those with its odds, and it.

        No steps if none of them could be told.
        """
        each = [(*self._teller.tell(line), line) for line in lines]
        told, untold, line = min(each, key=lambda own: (not own[0], len(own[0])))
        if untold:
            self._left_open.note(f"{what}, step by step", untold)
        return self._teller.with_odds(told)[0], line
