"""Whether a condition holds in a state."""

from __future__ import annotations

import operator
import re
from typing import TYPE_CHECKING, TypeVar

from oracle.witness.state import LOST, WAITING
from questwright.compiler.grid.cells import each_cell
from questwright.compiler.model.conditions import Every, Fact, FactKind, Not, Quantity, Some

if TYPE_CHECKING:
    from collections.abc import Callable

    from oracle.witness.ground import Ground
    from oracle.witness.state import State
    from questwright.compiler.model.conditions import Condition
    from questwright.compiler.model.quest import Quest

T = TypeVar("T")
_COMPARED = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
_PLAIN = {
    FactKind.OPENED: "open",
    FactKind.FOUND: "found",
    FactKind.REVEALED: "revealed",
    FactKind.SEARCHED: "searched",
    FactKind.TAKEN: "taken",
    FactKind.DEFEATED: "defeated",
    FactKind.DONE: "done",
    FactKind.HAPPENED: "happened",
    FactKind.SET: "set",
    FactKind.SPRUNG: "sprung",
}
"""The facts that conditions ask for and that states say in the same way, with their words there."""
_WHERE = (FactKind.IS_IN, FactKind.LEAVES)
"""What asks where members stand."""


def names_round(condition: Condition, number: int) -> bool:
    """Whether `round = 3` stands somewhere in a condition, for round 3."""
    match condition:
        case Every(parts, _) | Some(parts, _):
            return any(names_round(part, number) for part in parts)
        case Not(part, _):
            return names_round(part, number)
        case Fact():
            said = (condition.kind, condition.comparison, condition.number)
            return said == (FactKind.ROUND, "=", number)


def before_no_round(condition: Condition, *, is_asked: bool = True) -> Condition:
    """The condition without the rounds before which it asks to hold, whatever else is so."""
    match condition:
        case Every(parts, _) | Some(parts, _):
            if isinstance(condition, Every) is not is_asked:
                return condition  # another of its parts may be true later
            kept = tuple(before_no_round(part, is_asked=is_asked) for part in parts)
            return condition._replace(parts=kept)
        case Not(part, _):
            return condition._replace(part=before_no_round(part, is_asked=not is_asked))
        case Fact(kind=FactKind.ROUND, comparison="<" | "<=") if is_asked:
            return Every((), condition.origin)
        case Fact(kind=FactKind.ROUND, comparison=">" | ">=") if not is_asked:
            return Some((), condition.origin)
        case Fact():
            return condition


class Conditions:
    """The conditions of a quest, asked in a given state of play."""

    def __init__(self, quest: Quest, ground: Ground) -> None:
        self.ground = ground
        self.members = {kind.word: number for number, kind in enumerate(quest.party)}
        self.items = {item.id: number for number, item in enumerate(quest.items)}
        self._named: dict[str, list[int]] = {}
        for number, item in enumerate(quest.items):
            for name in {item.id, item.alike} - {""}:
                self._named.setdefault(name, []).append(number)
        self.figures = {figure.id: figure for figure in ground.figures}
        self.area_of = {area.id: number for number, area in enumerate(quest.board.areas)}

    def called(self, name: str) -> list[int]:
        """The item of a name, or all pieces that share it."""
        return self._named.get(name, [])

    def holds(self, condition: Condition, state: State) -> bool:
        """Whether a condition is true."""
        match condition:
            case Every(parts, _):
                return all(self.holds(part, state) for part in parts)
            case Some(parts, _):
                return any(self.holds(part, state) for part in parts)
            case Not(part, _):
                return not self.holds(part, state)
            case Fact():
                return self._fact(condition, state)

    def _fact(self, fact: Fact, state: State) -> bool:
        if fact.kind is FactKind.ROUND:
            return bool(_COMPARED[fact.comparison](state.round, fact.number))
        pushed = [thing for thing in self.ground.blockers if thing.id in fact.subjects]
        if fact.kind is FactKind.IS_IN and pushed:
            cells = {each.id: self.ground.cells_of(state, each) for each in pushed}
            return _enough(fact, list(fact.subjects), lambda s: bool(fact.cells >> cells[s][0] & 1))
        if fact.kind is FactKind.LEAVES and any(own[0] == "left" for own in state.facts):
            return self._have_left(fact, state)
        if fact.kind in _WHERE and fact.subjects[0] in self.members:
            return self._stand(fact, state)
        return _enough(fact, self._those_left(fact, state), lambda s: self._is(fact, s, state))

    def _those_left(self, fact: Fact, state: State) -> list[str]:
        """The subjects of a fact; of members, those who are not lost."""
        if fact.kind in (FactKind.CARRIES, FactKind.STATE, *_WHERE):
            return [subject for subject in fact.subjects if not self._is_lost(subject, state)]
        return list(fact.subjects)

    def is_in_play(self, subject: str, state: State) -> bool:
        """Whether a member has come and is not lost, or another figure still stands."""
        is_waiting = subject in self.members and state.where[self.members[subject]] == WAITING
        return not is_waiting and not self._is_lost(subject, state)

    def _is_lost(self, subject: str, state: State) -> bool:
        if subject in self.members:
            return state.where[self.members[subject]] == LOST
        return not self.ground.is_alive(state, self.figures[subject])

    def _is_in_state(self, fact: Fact, subject: str, state: State) -> bool:
        """Whether a figure is in a state, or has as many of it as is asked for."""
        if not fact.comparison:
            return state.has("state", subject, fact.object)
        # As many as are known of, of the two numbers that the quest asks for.
        known = (n for n in (fact.number + 1, fact.number) if n > 0)
        own = next((n for n in known if state.has("state", subject, f"{fact.object}>={n}")), None)
        if own is None and fact.number > 0:
            return fact.comparison in ("<", "<=", "!=")
        return bool(_COMPARED[fact.comparison](own or 0, fact.number))

    def _is(self, fact: Fact, subject: str, state: State) -> bool:
        """Whether a fact holds of a subject."""
        if fact.kind in _PLAIN:
            return state.has(_PLAIN[fact.kind], subject)
        if fact.kind is FactKind.CLOSED:
            return not state.has("open", subject)
        if fact.kind is FactKind.STATE:
            return self._is_in_state(fact, subject, state)
        if fact.kind is FactKind.CARRIES:
            own = self.members[subject]
            return any(state.items[item].member == own for item in self.called(fact.object))
        if fact.kind is FactKind.CARRIED:
            return state.items[self.items[subject]].member >= 0
        if fact.kind is FactKind.CLEARED:
            return state.has("revealed", subject) and not self._enemies_in(subject, state)
        if fact.kind is FactKind.IS_IN:
            figure = self.ground.placed(state, self.figures[subject])
            return any(fact.cells >> cell & 1 for cell in figure.cells)
        raise NotImplementedError(fact.kind)

    def _enemies_in(self, area: str, state: State) -> bool:
        number = self.area_of[area]
        return any(figure.area == number for figure in self.ground.alive(state))

    # -- where members stand ----------------------------------------------------------

    def may_hold(self, condition: Condition, state: State, *, is_asked: bool = True) -> bool:
        """Whether a condition holds, or fails, but for where members stand."""
        match condition:
            case Every(parts, _) | Some(parts, _):
                is_all = isinstance(condition, Every) is is_asked
                each = (self.may_hold(part, state, is_asked=is_asked) for part in parts)
                return all(each) if is_all else any(each)
            case Not(part, _):
                return self.may_hold(part, state, is_asked=not is_asked)
            case Fact():
                is_place = condition.kind in _WHERE and condition.subjects[0] in self.members
                return is_place or self._fact(condition, state) is is_asked

    def _have_left(self, fact: Fact, state: State) -> bool:
        """Whether as many have left by some cells as a fact asks for, or stand there to do it."""
        left = [m for m in map(self.members.__getitem__, fact.subjects) if state.where[m] != LOST]
        by = {own[1]: int(own[2]) for own in state.facts if own[0] == "left"}
        return _enough(fact, left, lambda m: self.is_there(fact, state, by.get(m, state.where[m])))

    def _stand(self, fact: Fact, state: State) -> bool:
        """Whether members stand where a fact asks for them."""
        left = [m for m in map(self.members.__getitem__, fact.subjects) if state.where[m] != LOST]
        return _enough(fact, left, lambda m: self.is_there(fact, state, state.where[m]))

    def is_there(self, fact: Fact, state: State, cell: int) -> bool:
        """Whether a cell is where a fact asks for members; beside a thing on which nobody stands.

        On squares that are named by their letters and numbers, and in areas, nobody is beside.
        """
        cells = tuple(each_cell(fact.cells))
        are_squares = bool(re.fullmatch(r"[A-Z]+\d+(?:(?:\.\.|,\s*|\s+)[A-Z]+\d+)*", fact.place))
        if are_squares or any(not own.cells & ~fact.cells for own in self.ground.board.areas):
            return cell in cells
        return cell >= 0 and self.ground.is_at(state, cells, cell)


def _enough(fact: Fact, subjects: list[T], is_so: Callable[[T], bool]) -> bool:
    """Whether a fact holds of as many subjects as it asks for."""
    many = sum(is_so(subject) for subject in subjects)
    match fact.quantity:
        case Quantity.NONE:
            return many == 0
        case Quantity.AT_LEAST:
            return many >= fact.least
        case Quantity.ALL:
            return many == len(subjects) > 0
        case _:
            return many > 0
