"""Follow a line of play square by square: who does what, and who walks where.

Takes the steps of the line, one by one. Returns for each why it is refused, or an empty text.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.engine.crossings import Vessel
from questwright.engine.deeds import StepKind
from questwright.engine.state import FactSort
from questwright.engine.successors import Successors
from questwright.engine.walking import ELSEWHERE, OVER, Walking

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Final

    from questwright.engine.deeds import Step
    from questwright.engine.document import Entry
    from questwright.engine.simulator import Outcome, Simulator
    from questwright.engine.state import Moment

MOMENTS: Final = 2_000
"""How many moments are followed at a time."""
_MOVES: Final = (StepKind.WALK, StepKind.JUMP, StepKind.CROSS)


class Following:
    """The play while a line is followed.

    What members choose and the line does not say, as who gets what an event gives, makes several
    moments; a step is allowed if it can be taken from one of them.
    """

    def __init__(self, simulator: Simulator) -> None:
        self._simulator = simulator
        self._evaluator = simulator.evaluator
        self._entries = simulator.quest.entries
        self._moments = simulator.begin()
        self.is_cut = False
        """Whether more moments are possible than were followed."""
        self._is_set_up = False
        self._entered: set[str] = set()
        self._mover = ""
        """Who walked last, and may not have ended that walk."""
        self._vessels = {
            crossing.id: Vessel()
            for crossing in simulator.quest.board.crossings.values()
            if crossing.is_rowed
        }
        self._walking = Walking(simulator, self._vessels)
        self._successors = Successors(simulator, self._walking)

    def outcomes(self) -> set[Outcome] | str:
        """Return how play may stand at the end; or why the line cannot end here."""
        why = self._finish_set_up() or self._end_walk()
        return why or {self._simulator.outcome(moment) for moment in self._moments}

    def take(self, step: Step) -> str:
        """Take one step; return why it is not allowed, or an empty text."""
        if step.kind is StepKind.BEGIN and not self._is_set_up:
            return self._begin(step)
        why = self._finish_set_up()
        if step.kind is StepKind.EVENT:
            return why or self._keep(
                [self._successors.of(step, moment) for moment in self._moments]
            )
        if step.kind not in _MOVES or step.who != self._mover:
            why = why or self._end_walk()
        if why:
            return why
        self._mover = step.who if step.kind in _MOVES else ""
        open_ = [
            moment
            for moment in self._moments
            if step.who in moment.stepped or self._walking.is_open(moment, step.who)
        ]
        if not open_:
            return OVER
        if step.kind is StepKind.BRING:
            return self._bring(step)
        take = self._enter if step.kind is StepKind.BEGIN else self._successors.of
        why = self._keep([take(step, moment) for moment in open_])
        if not why:
            self._row(step, self._walking.cell(open_[0], step.who))
            if step.kind is StepKind.BEGIN:
                self._entered.add(step.who)
        return why

    def _keep(self, taken: Iterable[list[Moment] | str]) -> str:
        """Go on from what a step leads to from each moment; return why, if it leads nowhere."""
        found: dict[Moment, None] = {}
        why = ""
        for after in taken:
            if isinstance(after, str):
                why = after if why in ("", ELSEWHERE) else why
            else:
                found.update(dict.fromkeys(after))
        if not found:
            return why or "what follows from it never ends"
        self.is_cut |= len(found) > MOMENTS
        self._moments = list(found)[:MOMENTS]
        return ""

    def _end_walk(self) -> str:
        """End a walk: nobody stays where another member stands."""
        if not self._mover:
            return ""
        self._mover = ""
        return self._keep([self._apart(moment) for moment in self._moments])

    def _apart(self, moment: Moment) -> list[Moment] | str:
        taken = [cell for cell in moment.at if cell and cell not in self._walking.shared]
        twice = next((cell for cell in taken if taken.count(cell) > 1), "")
        return f"two members of the party stand on {twice}" if twice else [moment]

    # -- coming into play ------------------------------------------------------------------

    def _begin(self, step: Step) -> str:
        moment = self._moments[0]
        left = self._evaluator.remaining(moment.state)
        if step.who not in left or step.who in self._entered:
            return "no such member of the party is left to set up"
        (cell,) = step.path if len(step.path) == 1 else ("",)
        if not any(cell in entry.cells for entry in self._entries_of(step.who, 1)):
            if any(cell in entry.cells for entry in self._entries_of(step.who)):
                # A member who comes later enters once all others are set up.
                return self._finish_set_up() or self.take(step)
            return "no member can begin on that square"
        if cell in moment.at:
            return f"another member begins on {cell} already"
        self._moments = [self._walking.moved(moment, step.who, cell) for moment in self._moments]
        self._entered.add(step.who)
        return self._finish_set_up() if self._entered.issuperset(left) else ""

    def _finish_set_up(self) -> str:
        """Begin play, if all members are set up but those who come later; else say who is not."""
        if self._is_set_up:
            return ""
        left = self._evaluator.remaining(self._moments[0].state)
        missing = [member for member in left if member not in self._entered]
        if not all(
            any(entry.round > 1 for entry in self._entries_of(member)) for member in missing
        ):
            return "not every member of the party has been set up"
        self._is_set_up = True
        return self._keep([self._simulator.settled(moment) for moment in self._moments])

    def _entries_of(self, who: str, last: int | None = None) -> list[Entry]:
        """Return where a member may come into play, up to a last round if one is given."""
        return [
            entry
            for entry in self._entries
            if who in entry.who and (last is None or entry.round <= last)
        ]

    def _enter(self, step: Step, moment: Moment) -> list[Moment] | str:
        """Let a member come into play after the set-up."""
        if step.who not in self._evaluator.remaining(moment.state) or step.who in self._entered:
            return "no such member of the party is left to come"
        (cell,) = step.path if len(step.path) == 1 else ("",)
        if not any(cell in entry.cells for entry in self._entries_of(step.who)):
            return f"{step.who} does not come into play there"
        if not any(cell in entry.cells for entry in self._entries_of(step.who, moment.state.round)):
            return f"{step.who} does not come into play before a later round"
        if moment.state.has(FactSort.CLOSED, cell):
            return f"nobody can stand on {cell}"
        if cell in moment.at and cell not in self._walking.shared:
            return f"another member stands on {cell}"
        self._mover = step.who
        return self._simulator.settled(self._walking.moved(moment, step.who, cell))

    # -- vessels ---------------------------------------------------------------------------

    def _row(self, step: Step, near: str) -> None:
        """Note where a vessel lies after a member has come over with it from a square."""
        vessel = self._vessels.get(step.target)
        if vessel is not None and step.kind is StepKind.CROSS:
            crossing = self._simulator.quest.board.crossings[step.target]
            self._vessels[step.target] = vessel.rowed(crossing, near, step.path[-1]) or vessel

    def _bring(self, step: Step) -> str:
        """Bring a vessel to one of its landings; some member has to be able to take it."""
        simulator, id_ = self._simulator, step.target
        state = self._moments[0].state
        is_launched = id_ in self._vessels and state.has(FactSort.LAUNCHED, id_)
        if not is_launched or not any(
            id_ in simulator.ground.able.crossers[who] and self._walking.cell(self._moments[0], who)
            for who in simulator.quest.members
        ):
            return "nobody can bring that back"
        (cell,) = step.path if len(step.path) == 1 else ("",)
        end = simulator.quest.board.crossings[id_].end_at(cell)
        if end < 0:
            return "that is not a landing"
        self._vessels[id_] = Vessel(end, -1, 1)
        return ""
