"""Follow a line in which members of the party part: it says who does what, and who walks where."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from questwright.engine.crossings import Vessel
from questwright.engine.deeds import StepKind, deed_of
from questwright.engine.state import FactSort, State
from questwright.engine.table import Outcome

if TYPE_CHECKING:
    from questwright.engine.deeds import Step
    from questwright.engine.document import Entry
    from questwright.engine.ground import Pace
    from questwright.engine.table import Table

_OVER: Final = "the quest is over before that"


class Parted:
    """A moment of play: what is so, where each member stands, and who carries what."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._state = table.begin()
        self._at: dict[str, str] = {}
        self._is_set_up = False
        self._entered: set[str] = set()
        # What a table has given before play is with whoever needs it first.
        self._bearers: dict[str, str] = dict.fromkeys(self._state.ids(FactSort.HELD), "")
        """Who carries each item; nobody by name where an event gave it, for the party to share."""
        self._vessels = {
            crossing.id: Vessel()
            for crossing in table.quest.board.crossings.values()
            if crossing.is_rowed
        }

    def outcome(self) -> Outcome:
        """Whether a side has won; play has begun once all are there but those who come later."""
        if self._finish_set_up():
            return Outcome.OPEN
        return self._table.judged(self._state, self._formation())

    def take(self, step: Step) -> str:
        """Take one step; the reason why it is not allowed, or nothing."""
        if step.kind is StepKind.BEGIN:
            return self._enter(step) if self._is_set_up else self._begin(step)
        why = self._finish_set_up()
        if why:
            return why
        if step.kind is StepKind.EVENT:
            return self._told(step)
        if self.outcome() is not Outcome.OPEN:
            return _OVER
        if step.kind is StepKind.BRING:
            return self._bring(step)
        if step.kind is not StepKind.WAIT and step.who not in self._at:
            return "it is not said who does that"
        taking = {
            StepKind.WAIT: self._wait,
            StepKind.WALK: self._walk,
            StepKind.JUMP: self._walk,
            StepKind.CROSS: self._cross,
            StepKind.HAND: self._hand,
        }
        return taking.get(step.kind, self._do)(step)

    def _formation(self) -> tuple[str, ...]:
        order = sorted(self._table.members, key=self._table.members.__getitem__)
        # Who is lost stands nowhere.
        return tuple(self._at.get(one, "") for one in order)

    def _settle(self, state: State, who: str = "") -> str:
        """Let happen what must after somebody has done something."""
        moments = self._table.unfold(state, self._formation())
        if moments is None:
            return "what happens by itself never ends"
        held = state.ids(FactSort.HELD)
        self._bearers.update(dict.fromkeys(held - self._state.ids(FactSort.HELD), who))
        for moment in moments:
            # What is given is with whoever needs it first, and that may be taken and given again.
            held, before = moment.ids(FactSort.HELD), held
            self._bearers.update(dict.fromkeys(held - before, ""))
        after = self._state = moments[-1]
        lost = after.ids(FactSort.LOST)
        self._at = {one: cell for one, cell in self._at.items() if one not in lost}
        # What somebody had who is lost is with whoever is left, for them to share.
        self._bearers = {
            item: bearer for item, bearer in self._bearers.items() if bearer not in lost
        } | {item: "" for item, bearer in self._bearers.items() if bearer in lost}
        return ""

    # -- steps ---------------------------------------------------------------------------

    def _begin(self, step: Step) -> str:
        left = self._table.left(self._state)
        if step.who not in left or step.who in self._at:
            return "no such member of the party is still to be set up"
        (cell,) = step.path if len(step.path) == 1 else ("",)
        if not any(cell in entry.cells for entry in self._entries(step.who, 1)):
            if any(cell in entry.cells for entry in self._entries(step.who)):
                # Who comes later comes when all others have been set up.
                return self._finish_set_up() or self._enter(step)
            return "that is no square to begin on"
        starts = {
            cell for entry in self._table.quest.entries if entry.round == 1 for cell in entry.cells
        }
        if cell in self._at.values() and len(starts) >= len(left):
            return f"somebody begins on {cell} already"
        self._at[step.who] = cell
        self._entered.add(step.who)
        return self._finish_set_up() if len(self._at) == len(left) else ""

    def _finish_set_up(self) -> str:
        """Play begins: all are there but those who come later."""
        if self._is_set_up:
            return ""
        missing = [one for one in self._table.left(self._state) if one not in self._at]
        if not all(any(e.round > 1 for e in self._entries(one)) for one in missing):
            return "not every member of the party has been set up"
        self._is_set_up = True
        return self._settle(self._state)

    def _entries(self, who: str, last: int | None = None) -> list[Entry]:
        """Where a member may come into play, in the first rounds up to the last one."""
        return [
            entry
            for entry in self._table.quest.entries
            if who in entry.who and (last is None or entry.round <= last)
        ]

    def _enter(self, step: Step) -> str:
        """Somebody comes into play who was not set up."""
        if self.outcome() is not Outcome.OPEN:
            return _OVER
        if step.who not in self._table.left(self._state) or step.who in self._entered:
            return "no such member of the party is still to come"
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
            self._table.sees(self._state, [self._table.quest.board.cells[cell].area])
        )

    def _told(self, step: Step) -> str:
        """Events happen by themselves: a step that tells of one must be true."""
        if not step.target:
            return "" if self.outcome() is Outcome.LOST else "no other side has won"
        if not self._state.has(FactSort.UNTOLD, step.target):
            return "that does not happen"
        self._state = self._state.minus(FactSort.UNTOLD, step.target)
        return ""

    def _wait(self, step: Step) -> str:
        if step.round < 1:
            return "no round is named that is waited for"
        for number in sorted({*self._table.rounds, step.round}):
            if self._state.round < number <= step.round:
                if self.outcome() is not Outcome.OPEN:
                    return _OVER
                why = self._settle(State(self._state.facts, number))
                if why:
                    return why
        return ""

    def _cross(self, step: Step) -> str:
        """Take a crossing; a vessel only from where it lies, or aboard with who has rowed it."""
        vessel = self._vessels.get(step.target)
        if vessel is None:
            return self._walk(step)
        (far,) = step.path if len(step.path) == 1 else ("",)
        near, crossing = self._at[step.who], self._table.quest.board.crossings[step.target]
        after = vessel.rowed(crossing, near, far)
        why = self._walk(step)
        if not why and (after is None or after.end < 0):
            return f"`{step.target}` does not lie at {near}"
        self._vessels[step.target] = after or vessel
        return why

    def _bring(self, step: Step) -> str:
        """A vessel is brought back to one of its landings by somebody who takes it."""
        table, id_ = self._table, step.target
        is_launched = id_ in self._vessels and self._state.has(FactSort.LAUNCHED, id_)
        if not is_launched or not any(id_ in table.crossers[one] for one in self._at):
            return "nobody brings that"
        (cell,) = step.path if len(step.path) == 1 else ("",)
        end = table.quest.board.crossings[id_].end_at(cell)
        if end < 0:
            return "that is no landing"
        self._vessels[id_] = Vessel(end, -1, 1)
        return ""

    def _walk(self, step: Step) -> str:
        table = self._table
        for cell in step.path:
            if self.outcome() is not Outcome.OPEN:
                return _OVER
            here = self._at.get(step.who)
            if here is None:
                return f"{step.who} is no longer in the quest"
            paces = [one for one in self._onward(step, here) if one.cell == cell]
            if not paces:
                does = {StepKind.JUMP: "jump", StepKind.CROSS: "cross"}.get(step.kind, "step")
                return f"nobody can {does} from {here} to {cell}"
            self._at[step.who] = cell
            crossing = table.quest.board.crossings.get(step.target)
            if step.kind is StepKind.CROSS and crossing is not None and crossing.is_once:
                self._state = self._state.minus(FactSort.LAUNCHED, crossing.id)
            why = self._settle(table.sees(self._state, paces[0].areas))
            if why:
                return why
        return ""

    def _onward(self, step: Step, here: str) -> tuple[Pace, ...]:
        """What a step of its kind leads to from a square."""
        table, state = self._table, self._state
        if step.kind is StepKind.JUMP:
            return table.jumps(state, here, step.who)
        if step.kind is StepKind.CROSS:
            return table.crossings(state, here, step.who, step.target) if step.target else ()
        return table.steps(state, here, step.who)

    def _hand(self, step: Step) -> str:
        bearer = self._bearers.get(step.target)
        if not self._state.has(FactSort.HELD, step.target) or bearer not in ("", step.who):
            return f"{step.who} does not carry that"
        if step.to not in self._at:
            return f"there is no `{step.to}` to hand it to"
        if not self._can_meet(step.who, step.to):
            return f"{step.who} and {step.to} cannot come together"
        self._bearers[step.target] = step.to
        return ""

    def _do(self, step: Step) -> str:
        deed = deed_of(self._table, step, self._state)
        if isinstance(deed, str):
            return deed
        here = self._at[step.who]
        if deed.doers and step.who not in deed.doers:
            return f"{step.who} cannot do that"
        if here not in deed.cells:
            squares = " or ".join(sorted(deed.cells)[:3]) or "no square"
            return f"{step.who} stands on {here}, and that is done from {squares}"
        brought = self._table.quest.board.crossings.get(step.target)
        if step.kind is StepKind.CAST and brought is not None and brought.is_once:
            for one in brought.only:
                if self._at.get(one) not in brought.ends[0]:
                    return f"{one} does not stand where that begins"
        if deed.condition is not None and not self._table.holds(
            deed.condition, self._state, self._formation()
        ):
            return "it is not allowed yet"
        for item in deed.uses:
            if self._bearers.get(item) not in ("", step.who):
                return f"{step.who} does not carry what it takes"
        return self._settle(deed.state, step.who)

    # -- who can meet ---------------------------------------------------------------------

    def _can_meet(self, one: str, other: str) -> bool:
        """Whether two members can stand beside each other with nothing coming of it."""
        near, far = self._roamed(one), self._roamed(other)
        return bool(near & far or self._beside(one, near) & far or self._beside(other, far) & near)

    def _beside(self, who: str, cells: set[str]) -> set[str]:
        """The squares that one step leads a member to."""
        table = self._table
        state = self._state
        walked = {pace.cell for cell in cells for pace in self._strides(cell, who)}
        return walked | {pace.cell for cell in cells for pace in table.jumps(state, cell, who)}

    def _strides(self, cell: str, who: str) -> tuple[Pace, ...]:
        """What a step of a member leads to, or a crossing that it takes."""
        table, state = self._table, self._state
        return (*table.steps(state, cell, who), *table.crossings(state, cell, who))

    def _roamed(self, who: str) -> set[str]:
        """The squares that a member can walk to with nothing coming of it."""
        table, here = self._table, self._at[who]
        found = {here}
        waiting = [here]
        while waiting:
            for pace in self._strides(waiting.pop(), who):
                if pace.cell in found:
                    continue
                self._at[who] = pace.cell
                seen = table.sees(self._state, pace.areas)
                if table.follow(seen, self._formation()) == self._state:
                    found.add(pace.cell)
                    waiting.append(pace.cell)
        self._at[who] = here
        return found
