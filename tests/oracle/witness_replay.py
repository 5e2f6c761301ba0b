"""A told line, played by the second player's rules: each step legal, and the end as claimed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oracle.witness.player import Rules
from oracle.witness.state import WAITING
from questwright.compiler.verdict.task.task import DeedSort

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from oracle.witness.state import State
    from questwright.compiler.model.quest import Quest
    from questwright.compiler.packs.system.system import System
    from questwright.compiler.verdict.task.line import Told
    from questwright.compiler.verdict.task.task import Task

_TEXTS = {
    DeedSort.PUSH: ("push {}",),
    DeedSort.OPEN: ("unlock {}", "open {}"),
    DeedSort.EXPLORE: ("find {}", "open {}"),
    DeedSort.SEARCH: ("search {}",),
    DeedSort.PICK_UP: ("take {}",),
    DeedSort.DEFEAT: ("beat {}",),
    DeedSort.ACT: ("do {}",),
}
"""For each sort of deed how the player says it; one of these, or all in order."""


class IllegalError(Exception):
    """A told step that the rules do not allow; the text says which."""


class Replay:
    """One line being played: all states in which play may be after what was told so far."""

    def __init__(self, quest: Quest, system: System, task: Task) -> None:
        self.quest = quest
        self.task = task
        self.rules = Rules(quest, system)
        self.states: set[State] = set()

    def run(self, told: Sequence[Told]) -> set[State]:
        """Play a line; the states in which it may end."""
        begun = 0
        while begun < len(told) and told[begun].sort is DeedSort.BEGIN:
            begun += 1
        self._begin(told[:begun])
        for step in told[begun:]:
            self.states = self._departed(self.states)
            states = {state for state in self._after(step) if state is not None}
            if not states:
                raise IllegalError(self.said(step))
            self.states = states
        self.states = self._departed(self.states)
        ended = {state for state in self.states if state.passing is None or state.winner}
        if not ended:
            raise IllegalError("a move does not come to an end")
        return ended

    def said(self, step: Told) -> str:
        """A told step in words."""
        who = self.quest.party[step.who].word if step.who >= 0 else "all"
        board = self.quest.board
        parts = [who, str(step.sort), *(board.name(cell) for cell in step.path)]
        if step.deed >= 0:
            parts.append(self.task.deeds[step.deed].title)
        if step.event >= 0:
            parts.append(self.task.events[step.event].title)
        if step.item >= 0:
            parts.append(f"{self.task.facts[step.item].id} to {self.quest.party[step.to].word}")
        return " ".join(parts)

    def _begin(self, told: Sequence[Told]) -> None:
        cells = {step.who: step.path[0] for step in told}
        aftermath = self.rules.aftermath
        self.states = {
            after
            for state in aftermath.beginnings()
            if all(cells.get(n, WAITING) == cell for n, cell in enumerate(state.where))
            for after in aftermath.settle(state)
        }
        if not self.states:
            raise IllegalError("the party cannot begin so")

    def _after(self, step: Told) -> Iterable[State]:
        match step.sort:
            case DeedSort.EVENT:
                event = self.task.events[step.event].id
                return (state for state in self.states if state.has("happened", event))
            case DeedSort.WALK:
                states: Iterable[State] = self.states
                for cell in step.path:
                    states = self._stepped(states, step.who, cell)
                return states
            case DeedSort.WAIT:
                return self._waited(int(self.task.deeds[step.deed].id))
            case DeedSort.BEGIN:
                return self._done(self.states, step.who, f"come to {self._name(step.path[0])}")
            case DeedSort.BEFALL | DeedSort.RECOVER:
                return self._become(f"{step.sort}: {self.task.deeds[step.deed].id}")
            case DeedSort.HAND:
                item, taker = self.task.facts[step.item].id, self.quest.party[step.to].word
                return self._done(self.states, step.who, f"hand {item} to {taker}")
            case _:
                return self._deed(step)

    def _name(self, cell: int) -> str:
        return self.quest.board.name(cell)

    def _stepped(self, states: Iterable[State], member: int, cell: int) -> set[State]:
        """A member steps on a cell, or has stepped clear to it; through portals, too."""
        found = {
            state
            for state in states
            if state.where[member] == cell or state.has("buried", member, cell)
        }
        texts = (f"step to {self._name(cell)}", f"on to {self._name(cell)}")
        here = set(states)
        for _ in range(3):
            found |= {state for text in texts for state in self._done(here, member, text)}
            here = {
                state
                for portal in self.rules.ground.portals
                for text in ("step to", "on to")
                for state in self._done(here, member, f"{text} {self._name(portal)}")
                if state.passing is not None
            }
        return found

    def _departed(self, states: set[State]) -> set[State]:
        """The same, and as members may be on their way off the board: that is not told."""
        found, waiting = set(states), [*states]
        while waiting:
            for deed in self.rules.deeds.of(waiting.pop()):
                if ": leave by " in deed.text:
                    waiting += deed.outcomes - found
                    found |= deed.outcomes
        return found

    def _waited(self, number: int) -> set[State]:
        found: set[State] = set()
        states = self.states
        while states:
            found |= {state for state in states if state.round >= number}
            states = {
                after
                for state in states
                if state.round < number
                for deed in self.rules.deeds.of(state)
                if deed.is_time
                for after in deed.outcomes
            }
        return found

    def _become(self, text: str) -> set[State]:
        """Something becomes of a figure, or passes."""
        return {
            after
            for state in self.states
            for deed in self.rules.deeds.of(state)
            if deed.text == text
            for after in deed.outcomes
        }

    def _done(self, states: Iterable[State], member: int, text: str) -> set[State]:
        said = f"{self.quest.party[member].word}: {text}"
        return {
            after
            for state in states
            for deed in self.rules.deeds.of(state)
            if deed.text == said
            for after in deed.outcomes
        }

    def _deed(self, step: Told) -> set[State]:
        deed = self.task.deeds[step.deed]
        id_ = deed.id.split(" from ")[0]
        states, found = self.states, set()
        for text in _TEXTS[deed.sort]:
            after = self._done(states, step.who, text.format(id_))
            states = states | after
            found = after or found
        return found
