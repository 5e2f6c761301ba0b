"""Work out what one step of a line leads to: what is done, handed over and waited for.

Takes a step and a moment. Returns the moments that may follow, or why the step is not allowed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.engine.deeds import StepKind, become, deed_of
from questwright.engine.shots import can_shoot
from questwright.engine.simulator import Outcome
from questwright.engine.state import FactSort
from questwright.engine.walking import OVER, Walking

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from questwright.engine.deeds import Deed, Step
    from questwright.engine.simulator import Simulator
    from questwright.engine.state import Moment


class Successors:
    """What each step of a line leads to, from one moment: several moments, or why it is refused."""

    def __init__(self, simulator: Simulator, walking: Walking) -> None:
        self._simulator = simulator
        self._evaluator = simulator.evaluator
        self._walking = walking

    def of(self, step: Step, moment: Moment) -> list[Moment] | str:
        """Return what a step leads to from a moment, but for a member who comes into play."""
        taking: dict[StepKind, Callable[[Step, Moment], list[Moment] | str]] = {
            StepKind.EVENT: self._reported,
            StepKind.WAIT: self._wait,
            StepKind.BEFALL: self._befall,
            StepKind.RECOVER: self._befall,
            StepKind.WALK: self._walking.walk,
            StepKind.JUMP: self._walking.walk,
            StepKind.CROSS: self._walking.walk,
            StepKind.HAND: self._hand,
        }
        is_of_side = step.kind is StepKind.ACT and not step.who
        take = self._done_by_side if is_of_side else taking.get(step.kind, self._do)
        return take(step, moment)

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
                    for after in self._simulator.begun(now, number)
                ]
                if not moments:
                    return OVER
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
        if step.target in self._evaluator.members and not self._walking.cell(moment, step.target):
            return f"{step.target} is not on the board"
        after = become(state, step.target, step.to, is_coming=is_coming)
        if isinstance(after, str):
            return after
        return self._simulator.settled(moment._replace(state=after))

    def _hand(self, step: Step, moment: Moment) -> list[Moment] | str:
        known = self._simulator.script.items.get(step.target)
        named = self._simulator.script.called(known.alike) if known and known.alike else ()
        item = self._carried_by(step.who, (step.target, *named), moment)
        if not item:
            return f"{step.who} does not carry that"
        if self._simulator.script.items[item].is_bound:
            return f"{self._simulator.script.items[item].title} is bound to {step.who}"
        near, far = self._walking.cell(moment, step.who), self._walking.cell(moment, step.to)
        if self._simulator.ground.able.keeps(near, step.who, item, moment.held(step.who)):
            return f"{step.who} needs {self._simulator.script.items[item].title} to be on {near}"
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
        simulator, who = self._simulator, step.who
        if not self._walking.cell(moment, who):
            return f"there is no `{who}` on the board"
        deed = deed_of(simulator, step, moment.state)
        if isinstance(deed, str):
            return deed
        away = (self._is_away(doer, deed, moment) for doer in (who, *step.others))
        if why := next(filter(None, away), ""):
            return why
        brought = simulator.quest.board.crossings.get(step.target)
        if step.kind is StepKind.CAST and brought is not None and brought.is_once:
            for passenger in brought.only:
                if self._walking.cell(moment, passenger) not in brought.ends[0]:
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

    def _is_away(self, who: str, deed: Deed, moment: Moment) -> str:
        """Return why a member does not stand where it can do a deed; nothing if it does."""
        here = self._walking.cell(moment, who)
        if not here or (deed.doers and who not in deed.doers):
            return f"{who} cannot do that"
        ground = self._simulator.ground
        if here in deed.cells or can_shoot(ground, moment, who, here, deed.seen):
            return ""
        squares = " or ".join(sorted(deed.cells)[:3]) or "no square"
        return f"{who} stands on {here}, but that is done from {squares}"

    def _hindered(self, deed: Deed, moment: Moment) -> str:
        """Return why a deed is not allowed by what is so, or by who stands where; else nothing."""
        if not set(deed.empty).isdisjoint(moment.at):
            return f"somebody stands on {deed.empty[0]}"
        is_so = deed.condition is None or self._evaluator.holds(deed.condition, moment)
        return "" if is_so else "it is not allowed yet"
