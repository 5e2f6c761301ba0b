"""Random play by the second player's rules, as steps of a line that an engine is to take or refuse.

The second player shares no code with the engine. It holds all states in which play may be after
the steps so far, as the engine does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from oracle.witness.player import Rules, strange
from oracle.witness.state import WAITING
from questwright.compiler.grid.cells import each_cell
from questwright.engine.deeds import Step, StepKind

if TYPE_CHECKING:
    import random
    from collections.abc import Iterable

    from oracle.witness.state import State
    from questwright.compiler.grid.cells import Cell
    from questwright.compiler.model.quest import Quest
    from questwright.compiler.packs.system.system import System

MOST = 40
"""The most states in which play may be at once; beyond, the wandering ends."""
_DEEDS = {
    "find": StepKind.EXPLORE,
    "search": StepKind.SEARCH,
    "take": StepKind.PICK_UP,
    "beat": StepKind.DEFEAT,
    "do": StepKind.ACT,
    "open": StepKind.OPEN,
}


class Wanderer:
    """A quest that is being played at random."""

    def __init__(self, quest: Quest, system: System) -> None:
        self.quest = quest
        self.party = system.party.word
        self.rules = Rules(quest, system)
        self.words = [kind.word for kind in quest.party]
        floor = each_cell(quest.board.floor)
        self.cells = {quest.board.name(cell): cell for cell in floor}
        self.states: frozenset[State] = frozenset()

    @staticmethod
    def plays(quest: Quest, system: System) -> bool:
        """Whether it plays such quests. A line does not name the squares of portals."""
        return not any(thing.link for thing in quest.things) and not any(strange(quest, system))

    def winners(self) -> tuple[bool, bool, bool] | None:
        """Whether the party may have won, lost, or neither; None in the middle of a move."""
        if any(state.passing is not None for state in self.states):
            return None
        won = {state.winner == self.party for state in self.states if state.winner}
        return True in won, False in won, any(not state.winner for state in self.states)

    def begin(self, chance: random.Random) -> list[Step]:
        """Set the party up; the steps that say so."""
        aftermath = self.rules.aftermath
        begun = chance.choice(sorted(aftermath.beginnings(), key=repr))
        told = [
            self._step(StepKind.BEGIN, who, cell=cell)
            for who, cell in enumerate(begun.where)
            if cell != WAITING
        ]
        where = {self.words[who]: cell for who, cell in enumerate(begun.where)}
        return told + self._settle(aftermath.settle(begun), where, chance)

    def steps(self) -> list[Step]:
        """All steps that may be taken now, in some of the states in which play may be."""
        found: dict[Step, None] = {}
        for state in sorted(self.states, key=repr):
            for deed in self.rules.deeds.of(state):
                step = self._read(deed.text, state)
                if step is not None:
                    found[step] = None
        return list(found)

    def take(self, step: Step, chance: random.Random) -> list[Step]:
        """Take a step; the steps that say so, with who steps clear, of a choice, and where to."""
        before = self.states
        after = frozenset(
            after
            for state in before
            for deed in self.rules.deeds.of(state)
            if self._read(deed.text, state) == step
            for after in deed.outcomes
        )
        where = dict(zip(self.words, _stands(min(before, key=repr)), strict=True))
        if step.path:
            where[step.who] = self.cells[step.path[-1]]
        return [step, *self._settle(after, where, chance)]

    def _settle(
        self, states: Iterable[State], where: dict[str, Cell], chance: random.Random
    ) -> list[Step]:
        """Choose where members are who step clear; the steps that say so.

        ``where`` has, for the word of each member, where it was before.
        """
        states = frozenset(states)
        here = _stands(chance.choice(sorted(states, key=repr)))
        self.states = frozenset(state for state in states if _stands(state) == here)
        return [
            self._step(StepKind.WALK, who, cell=cell)
            for who, cell in enumerate(here)
            if cell >= 0 and cell != where[self.words[who]]
        ]

    def _read(self, text: str, state: State) -> Step | None:
        """A deed of the player as a step."""
        if text == "a round begins":
            return Step(StepKind.WAIT, round=state.round + 1)
        who, _, said = text.partition(": ")
        if who in ("befall", "recover"):
            target, _, become = said.rpartition(" ")
            return Step(StepKind(who), target=target, who="", to=become)
        number = self.words.index(who)
        verb, *rest = said.split()
        match verb:
            case "step" | "on":
                return Step(StepKind.WALK, who=who, path=(rest[-1],))
            case "come":
                return Step(StepKind.BEGIN, who=who, path=(rest[-1],))
            case "push":
                return Step(StepKind.PUSH, rest[0], who=who, to=rest[1])
            case "hand":
                return Step(StepKind.HAND, rest[0], who=who, to=rest[2])
            case _:
                return self._step(_DEEDS[verb], number, rest[0], state)

    def _step(self, kind: StepKind, who: int, target: str = "", state=None, cell: int = -1) -> Step:
        path = (self.quest.board.name(cell),) if cell >= 0 else ()
        area = ""
        if kind is StepKind.EXPLORE and state is not None:
            area = self.quest.board.areas[self.rules.ground.area_at[state.where[who]]].id
        return Step(kind, target, area=area, who=self.words[who], path=path)


def _stands(state: State) -> tuple[Cell, ...]:
    """For each member its cell, that below which it is buried too, or a number below zero.

    Who steps clear to a cell and is buried there is told to have come to it; who is free again
    stands there, and has not walked.
    """
    buried = {int(fact[1]): int(fact[2]) for fact in state.facts if fact[0] == "buried"}
    return tuple(buried.get(who, cell) for who, cell in enumerate(state.where))
