"""Follow a line that says who does what, and who walks where, square by square.

Takes the steps of the line, one by one. Returns for each why it is refused, or an empty text.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from questwright.engine.crossings import Vessel
from questwright.engine.deeds import StepKind, deed_of
from questwright.engine.meeting import can_meet
from questwright.engine.simulator import Outcome
from questwright.engine.state import FactSort, State

if TYPE_CHECKING:
    from questwright.engine.deeds import Step
    from questwright.engine.document import Entry
    from questwright.engine.ground import Arrival
    from questwright.engine.simulator import Simulator

_OVER: Final = "the quest is over before that"


class MemberReplay:
    """The play while a line is followed: the state, where members stand, who carries what."""

    def __init__(self, simulator: Simulator) -> None:
        self._simulator = simulator
        self._evaluator = simulator.evaluator
        self._state = simulator.begin()
        self._at: dict[str, str] = {}
        self._is_set_up = False
        self._entered: set[str] = set()
        self._bearers: dict[str, str] = dict.fromkeys(self._state.ids(FactSort.HELD), "")
        """Who carries each item; empty where any member may have it, as an event gave it to all."""
        self._vessels = {
            crossing.id: Vessel()
            for crossing in simulator.quest.board.crossings.values()
            if crossing.is_rowed
        }

    def outcome(self) -> Outcome:
        """Return whether a side has won; until the party is set up, the outcome is open."""
        if self._finish_set_up():
            return Outcome.OPEN
        return self._simulator.judge(self._state, self._evaluator.formation(self._at))

    def take(self, step: Step) -> str:
        """Take one step; return why it is not allowed, or an empty text."""
        if step.kind is StepKind.BEGIN:
            return self._enter(step) if self._is_set_up else self._begin(step)
        why = self._finish_set_up()
        if why:
            return why
        if step.kind is StepKind.EVENT:
            return self._report_event(step)
        if self.outcome() is not Outcome.OPEN:
            return _OVER
        if step.kind is StepKind.BRING:
            return self._bring(step)
        if step.kind is not StepKind.WAIT and step.who not in self._at:
            return "the step does not say who does it"
        taking = {
            StepKind.WAIT: self._wait,
            StepKind.WALK: self._walk,
            StepKind.JUMP: self._walk,
            StepKind.CROSS: self._cross,
            StepKind.HAND: self._hand,
        }
        return taking.get(step.kind, self._do)(step)

    def _settle(self, state: State, who: str = "") -> str:
        """Run the events that are due in a new state; ``who`` has done the deed that led to it."""
        states = self._simulator.run_events(state, self._evaluator.formation(self._at))
        if states is None:
            return "the events that follow never end"
        held = state.ids(FactSort.HELD)
        self._bearers.update(dict.fromkeys(held - self._state.ids(FactSort.HELD), who))
        for passed in states:
            # What an event gives is with any member; another event may take and give it again.
            held, before = passed.ids(FactSort.HELD), held
            self._bearers.update(dict.fromkeys(held - before, ""))
        after = self._state = states[-1]
        lost = after.ids(FactSort.LOST)
        self._at = {member: cell for member, cell in self._at.items() if member not in lost}
        # The items of a lost member are with any of the remaining ones.
        self._bearers = {
            item: bearer for item, bearer in self._bearers.items() if bearer not in lost
        } | {item: "" for item, bearer in self._bearers.items() if bearer in lost}
        return ""

    # -- steps ---------------------------------------------------------------------------

    def _begin(self, step: Step) -> str:
        left = self._evaluator.remaining(self._state)
        if step.who not in left or step.who in self._at:
            return "no such member of the party is left to set up"
        (cell,) = step.path if len(step.path) == 1 else ("",)
        if not any(cell in entry.cells for entry in self._entries(step.who, 1)):
            if any(cell in entry.cells for entry in self._entries(step.who)):
                # A member who comes later enters once all others are set up.
                return self._finish_set_up() or self._enter(step)
            return "no member can begin on that square"
        starts = {
            cell
            for entry in self._simulator.quest.entries
            if entry.round == 1
            for cell in entry.cells
        }
        if cell in self._at.values() and len(starts) >= len(left):
            return f"another member begins on {cell} already"
        self._at[step.who] = cell
        self._entered.add(step.who)
        return self._finish_set_up() if len(self._at) == len(left) else ""

    def _finish_set_up(self) -> str:
        """Begin play, if all members are set up but those who come later; else say who is not."""
        if self._is_set_up:
            return ""
        missing = [
            member for member in self._evaluator.remaining(self._state) if member not in self._at
        ]
        if not all(any(entry.round > 1 for entry in self._entries(member)) for member in missing):
            return "not every member of the party has been set up"
        self._is_set_up = True
        return self._settle(self._state)

    def _entries(self, who: str, last: int | None = None) -> list[Entry]:
        """Return where a member may come into play, up to a last round if one is given."""
        return [
            entry
            for entry in self._simulator.quest.entries
            if who in entry.who and (last is None or entry.round <= last)
        ]

    def _enter(self, step: Step) -> str:
        """Let a member come into play after the set-up."""
        if self.outcome() is not Outcome.OPEN:
            return _OVER
        if step.who not in self._evaluator.remaining(self._state) or step.who in self._entered:
            return "no such member of the party is left to come"
        (cell,) = step.path if len(step.path) == 1 else ("",)
        if not any(cell in entry.cells for entry in self._entries(step.who)):
            return f"{step.who} does not come into play there"
        if not any(cell in entry.cells for entry in self._entries(step.who, self._state.round)):
            return f"{step.who} does not come into play before a later round"
        if self._state.has(FactSort.CLOSED, cell):
            return f"nobody can stand on {cell}"
        self._at[step.who] = cell
        self._entered.add(step.who)
        return self._settle(
            self._simulator.with_revealed(
                self._state, [self._simulator.quest.board.cells[cell].area]
            )
        )

    def _report_event(self, step: Step) -> str:
        """Check that an event, or the victory of another side, has happened."""
        if not step.target:
            return "" if self.outcome() is Outcome.LOST else "no other side has won"
        if not self._state.has(FactSort.UNMENTIONED, step.target):
            return "that does not happen"
        self._state = self._state.minus(FactSort.UNMENTIONED, step.target)
        return ""

    def _wait(self, step: Step) -> str:
        if step.round < 1:
            return "the step does not say which round it waits for"
        for number in sorted({*self._simulator.rounds, step.round}):
            if self._state.round < number <= step.round:
                if self.outcome() is not Outcome.OPEN:
                    return _OVER
                why = self._settle(State(self._state.facts, number))
                if why:
                    return why
        return ""

    def _cross(self, step: Step) -> str:
        """Take a crossing; a vessel from where it lies, or together with those who rowed it."""
        vessel = self._vessels.get(step.target)
        if vessel is None:
            return self._walk(step)
        (far,) = step.path if len(step.path) == 1 else ("",)
        near, crossing = self._at[step.who], self._simulator.quest.board.crossings[step.target]
        after = vessel.rowed(crossing, near, far)
        why = self._walk(step)
        if not why and (after is None or after.end < 0):
            return f"`{step.target}` does not lie at {near}"
        self._vessels[step.target] = after or vessel
        return why

    def _bring(self, step: Step) -> str:
        """Bring a vessel to one of its landings; some member has to be able to take it."""
        simulator, id_ = self._simulator, step.target
        is_launched = id_ in self._vessels and self._state.has(FactSort.LAUNCHED, id_)
        if not is_launched or not any(
            id_ in simulator.ground.crossers[member] for member in self._at
        ):
            return "nobody can bring that back"
        (cell,) = step.path if len(step.path) == 1 else ("",)
        end = simulator.quest.board.crossings[id_].end_at(cell)
        if end < 0:
            return "that is not a landing"
        self._vessels[id_] = Vessel(end, -1, 1)
        return ""

    def _walk(self, step: Step) -> str:
        simulator = self._simulator
        for cell in step.path:
            if self.outcome() is not Outcome.OPEN:
                return _OVER
            here = self._at.get(step.who)
            if here is None:
                return f"{step.who} is no longer in the quest"
            arrivals = [arrival for arrival in self._onward(step, here) if arrival.cell == cell]
            if not arrivals:
                does = {StepKind.JUMP: "jump", StepKind.CROSS: "cross"}.get(step.kind, "step")
                return f"nobody can {does} from {here} to {cell}"
            self._at[step.who] = cell
            crossing = simulator.quest.board.crossings.get(step.target)
            if step.kind is StepKind.CROSS and crossing is not None and crossing.is_once:
                self._state = self._state.minus(FactSort.LAUNCHED, crossing.id)
            why = self._settle(simulator.with_revealed(self._state, arrivals[0].areas))
            if why:
                return why
        return ""

    def _onward(self, step: Step, here: str) -> tuple[Arrival, ...]:
        """Return the squares that a step of its kind leads to."""
        simulator, state = self._simulator, self._state
        if step.kind is StepKind.JUMP:
            return simulator.ground.jumps(state, here, step.who)
        if step.kind is StepKind.CROSS:
            return (
                simulator.ground.crossings(state, here, step.who, step.target)
                if step.target
                else ()
            )
        return simulator.ground.steps(state, here, step.who)

    def _hand(self, step: Step) -> str:
        bearer = self._bearers.get(step.target)
        if not self._state.has(FactSort.HELD, step.target) or bearer not in ("", step.who):
            return f"{step.who} does not carry that"
        if step.to not in self._at:
            return f"there is no `{step.to}` to hand it to"
        if not can_meet(self._simulator, self._state, self._at, step.who, step.to):
            return f"{step.who} and {step.to} cannot come together"
        self._bearers[step.target] = step.to
        return ""

    def _do(self, step: Step) -> str:
        deed = deed_of(self._simulator, step, self._state)
        if isinstance(deed, str):
            return deed
        here = self._at[step.who]
        if deed.doers and step.who not in deed.doers:
            return f"{step.who} cannot do that"
        if here not in deed.cells:
            squares = " or ".join(sorted(deed.cells)[:3]) or "no square"
            return f"{step.who} stands on {here}, but that is done from {squares}"
        brought = self._simulator.quest.board.crossings.get(step.target)
        if step.kind is StepKind.CAST and brought is not None and brought.is_once:
            for passenger in brought.only:
                if self._at.get(passenger) not in brought.ends[0]:
                    return f"{passenger} does not stand where the spell takes effect"
        if deed.condition is not None and not self._evaluator.holds(
            deed.condition, self._state, self._evaluator.formation(self._at)
        ):
            return "it is not allowed yet"
        for item in deed.uses:
            if self._bearers.get(item) not in ("", step.who):
                return f"{step.who} does not carry what it takes"
        return self._settle(deed.state, step.who)
