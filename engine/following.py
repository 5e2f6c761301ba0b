"""Follow a line of play square by square: who does what, and who walks where.

Takes the steps of the line, one by one. Returns for each why it is refused, or an empty text.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from questwright.engine.conditions import PredicateKind, leaves
from questwright.engine.crossings import Vessel
from questwright.engine.deeds import StepKind, become, deed_of
from questwright.engine.simulator import Outcome
from questwright.engine.state import FactSort

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from questwright.engine.deeds import Deed, Step
    from questwright.engine.document import Entry
    from questwright.engine.simulator import Simulator
    from questwright.engine.state import Moment

MOMENTS: Final = 2_000
"""How many moments are followed at a time."""
_OVER: Final = "the quest is over before that"
_ELSEWHERE: Final = "the member steps clear to another square"
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
        self._shared = {
            cell
            for victory in simulator.script.victories
            for leaf in leaves(victory.condition)
            if leaf.kind is PredicateKind.LEAVES
            for cell in leaf.cells
        }
        """The squares by which members leave the board, one after the other."""

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
            return why or self._keep([self._reported(step, moment) for moment in self._moments])
        if step.kind not in _MOVES or step.who != self._mover:
            why = why or self._end_walk()
        if why:
            return why
        self._mover = step.who if step.kind in _MOVES else ""
        open_ = [
            moment
            for moment in self._moments
            if step.who in moment.stepped or self._is_open(moment, step.who)
        ]
        if not open_:
            return _OVER
        if step.kind is StepKind.BRING:
            return self._bring(step)
        taking: dict[StepKind, Callable[[Step, Moment], list[Moment] | str]] = {
            StepKind.BEGIN: self._enter,
            StepKind.WAIT: self._wait,
            StepKind.BEFALL: self._befall,
            StepKind.RECOVER: self._befall,
            StepKind.WALK: self._walk,
            StepKind.JUMP: self._walk,
            StepKind.CROSS: self._walk,
            StepKind.HAND: self._hand,
        }
        is_of_side = step.kind is StepKind.ACT and not step.who
        take = self._done_by_side if is_of_side else taking.get(step.kind, self._do)
        why = self._keep([take(step, moment) for moment in open_])
        if not why:
            self._row(step, self._cell(open_[0], step.who))
            if step.kind is StepKind.BEGIN:
                self._entered.add(step.who)
        return why

    def _keep(self, taken: Iterable[list[Moment] | str]) -> str:
        """Go on from what a step leads to from each moment; return why, if it leads nowhere."""
        found: dict[Moment, None] = {}
        why = ""
        for after in taken:
            if isinstance(after, str):
                why = after if why in ("", _ELSEWHERE) else why
            else:
                found.update(dict.fromkeys(after))
        if not found:
            return why or "what follows from it never ends"
        self.is_cut |= len(found) > MOMENTS
        self._moments = list(found)[:MOMENTS]
        return ""

    def _cell(self, moment: Moment, who: str) -> str:
        """Return the square of a member; empty off the board."""
        number = self._evaluator.members.get(who, -1)
        return moment.at[number] if number >= 0 else ""

    def _moved(self, moment: Moment, who: str, cell: str) -> Moment:
        at = list(moment.at)
        at[self._evaluator.members[who]] = cell
        return moment._replace(at=tuple(at))

    def _end_walk(self) -> str:
        """End a walk: nobody stays where another member stands."""
        if not self._mover:
            return ""
        self._mover = ""
        return self._keep([self._apart(moment) for moment in self._moments])

    def _apart(self, moment: Moment) -> list[Moment] | str:
        taken = [cell for cell in moment.at if cell and cell not in self._shared]
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
        self._moments = [self._moved(moment, step.who, cell) for moment in self._moments]
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
        if cell in moment.at and cell not in self._shared:
            return f"another member stands on {cell}"
        self._mover = step.who
        return self._simulator.settled(self._moved(moment, step.who, cell))

    # -- steps -----------------------------------------------------------------------------

    def _reported(self, step: Step, moment: Moment) -> list[Moment] | str:
        """Check that an event has happened."""
        if step.target not in moment.untold:
            return "that does not happen"
        told = moment.untold.index(step.target)
        return [moment._replace(untold=(*moment.untold[:told], *moment.untold[told + 1 :]))]

    def _wait(self, step: Step, moment: Moment) -> list[Moment] | str:
        if step.round < 1:
            return "the step does not say which round it waits for"
        moments = [moment]
        for number in sorted({*self._simulator.rounds, step.round}):
            if moment.state.round < number <= step.round:
                moments = [
                    after
                    for now in moments
                    if self._simulator.outcome(now) is Outcome.OPEN
                    for after in self._simulator.settled(
                        now._replace(state=now.state._replace(round=number))
                    )
                ]
                if not moments:
                    return _OVER
        return moments

    def _done_by_side(self, step: Step, moment: Moment) -> list[Moment] | str:
        """Another side does an action of the quest."""
        deed = deed_of(self._simulator, step, moment.state)
        if isinstance(deed, str):
            return deed
        if deed.condition is not None and not self._evaluator.holds(deed.condition, moment):
            return "it is not allowed yet"
        return self._simulator.settled(moment._replace(state=deed.state))

    def _befall(self, step: Step, moment: Moment) -> list[Moment] | str:
        """Let a figure come into a state of the game, or let that pass."""
        state = moment.state
        is_coming = step.kind is StepKind.BEFALL
        if not self._evaluator.is_in_play(state, step.target):
            return f"{step.target} is not in play"
        if step.target in self._evaluator.members and not self._cell(moment, step.target):
            return f"{step.target} is not on the board"
        after = become(state, step.target, step.to, is_coming=is_coming)
        if isinstance(after, str):
            return after
        return self._simulator.settled(moment._replace(state=after))

    def _walk(self, step: Step, moment: Moment) -> list[Moment] | str:
        moments, path, who = [moment], step.path, step.who
        if who in moment.stepped and step.kind is StepKind.WALK and path:
            # It has stepped clear already: the line says where to.
            if path[0] == self._cell(moment, who):
                moments = [moment._replace(stepped=moment.stepped - {who})]
                path = path[1:]
            else:
                return _ELSEWHERE
        for cell in path:
            why = ""
            after: dict[Moment, None] = {}
            for now in moments:
                then = self._stepped(step, now, cell)
                if isinstance(then, str):
                    why = why or then
                else:
                    after.update(dict.fromkeys(then))
            if not after:
                return why or "what follows from it never ends"
            moments = list(after)
        return moments

    def _stepped(self, step: Step, moment: Moment, cell: str) -> list[Moment] | str:
        """Return what one step to a square leads to, or why it is not allowed."""
        simulator, who, here = self._simulator, step.who, self._cell(moment, step.who)
        if not self._is_open(moment, who):
            return _OVER
        if not here:
            return f"{who} is not on the board"
        if cell not in self._onward(step, moment, here):
            does = {StepKind.JUMP: "jump", StepKind.CROSS: "cross"}.get(step.kind, "step")
            return f"nobody can {does} from {here} to {cell}"
        is_taken = cell in moment.at and cell not in self._shared
        if is_taken and simulator.quest.board.friends_block:
            return f"another member stands on {cell}"
        crossing = simulator.quest.board.crossings.get(step.target)
        if step.kind is StepKind.CROSS and crossing is not None:
            vessel = self._vessels.get(crossing.id)
            if vessel is not None and vessel.rowed(crossing, here, cell) is None:
                return f"`{crossing.id}` does not lie at {here}"
            if crossing.is_once:
                state = moment.state.minus(FactSort.LAUNCHED, crossing.id)
                moment = moment._replace(state=state)
        moved = self._moved(moment, who, cell)
        if step.kind is StepKind.WALK:
            moved = moved._replace(state=simulator.ground.passed(moved.state, here, cell))
        if not self._is_passing(moved, who):
            return simulator.settled(moved)
        # As if they changed places: two on one square are not two in a place of one square.
        friend = next(
            n for n in self._evaluator.members if n != who and self._cell(moved, n) == cell
        )
        changed = self._moved(moved, friend, here)
        is_quiet = simulator.settled(changed) == [changed]
        if not is_quiet or simulator.outcome(changed) is not Outcome.OPEN:
            return f"another member stands on {cell}, and something would come of stepping there"
        return [moved]

    def _is_passing(self, moment: Moment, who: str) -> bool:
        """Tell whether a member is on the square of another."""
        cell = self._cell(moment, who)
        return bool(cell) and cell not in self._shared and moment.at.count(cell) > 1

    def _is_open(self, moment: Moment, who: str) -> bool:
        """Tell whether play goes on, with a member on its way."""
        return self._is_passing(moment, who) or self._simulator.outcome(moment) is Outcome.OPEN

    def _onward(self, step: Step, moment: Moment, here: str) -> tuple[str, ...]:
        """Return the squares that a step of its kind leads to."""
        ground = self._simulator.ground
        match step.kind:
            case StepKind.JUMP:
                return ground.jumps(moment.state, here, step.who)
            case StepKind.CROSS:
                return ground.crossings(moment.state, here, step.who, step.target)
            case _:
                return ground.steps(moment.state, here, step.who)

    def _hand(self, step: Step, moment: Moment) -> list[Moment] | str:
        known = self._simulator.script.items.get(step.target)
        named = self._simulator.script.called(known.alike) if known and known.alike else ()
        item = self._carried_by(step.who, (step.target, *named), moment)
        if not item:
            return f"{step.who} does not carry that"
        if self._simulator.script.items[item].is_bound:
            return f"{self._simulator.script.items[item].title} is bound to {step.who}"
        near, far = self._cell(moment, step.who), self._cell(moment, step.to)
        if not near or not far:
            return f"there is no `{step.who if far else step.to}` on the board"
        if not self._simulator.ground.can_hand(moment.state, near, far):
            return f"nothing can be handed from {near} to {far}"
        return self._simulator.settled(moment.carrying(item, step.to))

    def _carried_by(self, who: str, items: Iterable[str], moment: Moment) -> str:
        """Return an item of several that a member carries, or may carry; empty if there is none."""
        held = [item for item in items if moment.state.has(FactSort.HELD, item)]
        sure = (item for item in held if moment.bearer(item) == who)
        return next(sure, None) or next((item for item in held if not moment.bearer(item)), "")

    def _do(self, step: Step, moment: Moment) -> list[Moment] | str:
        simulator, who, here = self._simulator, step.who, self._cell(moment, step.who)
        if not here:
            return f"there is no `{who}` on the board"
        deed = deed_of(simulator, step, moment.state)
        if isinstance(deed, str):
            return deed
        if deed.doers and who not in deed.doers:
            return f"{who} cannot do that"
        can_shoot = simulator.ground.can_shoot
        if here not in deed.cells and not can_shoot(moment, who, here, deed.seen):
            squares = " or ".join(sorted(deed.cells)[:3]) or "no square"
            return f"{who} stands on {here}, but that is done from {squares}"
        brought = simulator.quest.board.crossings.get(step.target)
        if step.kind is StepKind.CAST and brought is not None and brought.is_once:
            for passenger in brought.only:
                if self._cell(moment, passenger) not in brought.ends[0]:
                    return f"{passenger} does not stand where the spell takes effect"
        if hindered := self._hindered(deed, moment):
            return hindered
        after = deed.state
        if deed.uses:
            item = self._carried_by(who, deed.uses, moment)
            if not item:
                return f"{who} does not carry what it takes"
            moment = moment.carrying(item, who)
            after = after.minus(FactSort.HELD, item) if deed.is_spent else after
        before, held = moment.state.ids(FactSort.HELD), after.ids(FactSort.HELD)
        kept = frozenset(pair for pair in moment.carried if pair[0] in held)
        got = frozenset((item, who) for item in held - before)
        return simulator.settled(moment._replace(state=after, carried=kept | got))

    def _hindered(self, deed: Deed, moment: Moment) -> str:
        """Return why a deed is not allowed by what is so, or by who stands where; else nothing."""
        if not set(deed.empty).isdisjoint(moment.at):
            return f"somebody stands on {deed.empty[0]}"
        is_so = deed.condition is None or self._evaluator.holds(deed.condition, moment)
        return "" if is_so else "it is not allowed yet"

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
            id_ in simulator.ground.crossers[who] and self._cell(self._moments[0], who)
            for who in simulator.quest.members
        ):
            return "nobody can bring that back"
        (cell,) = step.path if len(step.path) == 1 else ("",)
        end = simulator.quest.board.crossings[id_].end_at(cell)
        if end < 0:
            return "that is not a landing"
        self._vessels[id_] = Vessel(end, -1, 1)
        return ""
