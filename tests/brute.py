"""A player without wits: tries everything, square by square, until nothing new is left.

Written apart from the proof, and slow on purpose: the party is one piece on one square,
and every state of play is looked at. What it takes the rules to be:

* The party steps to a square beside its own where neither wall, shut gate nor furniture is
  in the way; figures do not stop it, for they can be beaten.
* A shut door is opened from a square beside it, a locked one only with its key in hand.
* What lies on the floor is taken from its square, once; a room is searched from within, once,
  when its enemies are beaten and its passages found; a figure is beaten from beside it, once.
* After each of these, events happen: those whose condition holds, in the order in which they
  were written, `when` once in a game, `whenever` each time that it has come true.
* The party has won as soon as its victory holds, even if an event would follow.
"""

from __future__ import annotations

from collections import deque
from typing import NamedTuple

from compiler.model.board import each_cell
from compiler.model.quest import EffectKind, Every, Fact, FactKind, Not, Quantity, Some
from compiler.packs.model import Category, GateForm


class Outcome(NamedTuple):
    """What trying everything showed."""

    can_win: bool
    can_strand: bool
    """Some line of play leaves nothing that wins, while another wins."""
    states: int


class State(NamedTuple):
    """A moment of play."""

    cell: int
    facts: frozenset
    live: frozenset
    """Repeating events whose condition held when it was last looked at."""


class TooManyStates(Exception):
    """The quest is not a small one."""


def play(quest, system, limit=200_000):
    """Try everything."""
    player = _Player(quest, system)
    first = player.begin()
    queue = deque([first])
    before = {first: []}
    won = set()
    while queue:
        state = queue.popleft()
        if player.has_won(state):
            won.add(state)
            continue
        if len(before) > limit:
            raise TooManyStates
        for after in player.moves(state):
            if after not in before:
                before[after] = []
                queue.append(after)
            before[after].append(state)
    good = set(won)
    queue = deque(won)
    while queue:
        for earlier in before[queue.popleft()]:
            if earlier not in good:
                good.add(earlier)
                queue.append(earlier)
    return Outcome(bool(won), bool(won) and len(good) < len(before), len(before))


class _Player:
    """What can be done in one quest."""

    def __init__(self, quest, system) -> None:
        self.quest = quest
        self.board = quest.board
        self.party = system.party.word
        self.blocked = quest.blocked
        self.gates = {gate.id: gate for gate in self.board.gates}
        self.edges = {}
        for gate in self.board.gates:
            for edge in gate.edges:
                self.edges[tuple(edge)] = gate
        self.figures = [
            one for one in quest.things_of(Category.FIGURE) if one.kind.side != self.party
        ]
        self.chests = quest.things_of(Category.CONTAINER)
        self.things = {one.id: one for one in quest.things}

    def begin(self):
        cell = next(each_cell(self.quest.starts))
        facts = {("open", gate.id) for gate in self.board.gates if gate.is_open}
        facts.add(("revealed", self.area(cell)))
        return self.settle(cell, facts, frozenset())

    def area(self, cell):
        return self.board.areas[self.board.area_at(cell)].id

    # -- the ground -----------------------------------------------------------------------

    def is_floor(self, cell):
        return cell >= 0 and bool(self.board.floor >> cell & 1) and not self.blocked >> cell & 1

    def beside(self, cell):
        """Squares beside a square with the gate between, or None; walls left out."""
        stride = self.board.stride
        for other, walls in (
            (cell + 1, self.board.east_walls >> cell & 1),
            (cell - 1, self.board.east_walls >> (cell - 1) & 1 if cell else 1),
            (cell + stride, self.board.south_walls >> cell & 1),
            (cell - stride, self.board.south_walls >> (cell - stride) & 1 if cell >= stride else 1),
        ):
            if other >= 0 and not walls and self.board.floor >> other & 1:
                yield other, self.edges.get((min(cell, other), max(cell, other)))

    # -- moves ----------------------------------------------------------------------------

    def moves(self, state):
        cell, facts, live = state
        for other, gate in self.beside(cell):
            if gate is None or ("open", gate.id) in facts:
                if self.is_floor(other):
                    yield self.settle(other, facts | {("revealed", self.area(other))}, live)
            elif gate.kind.form is GateForm.DOOR:
                yield from self.opened(gate, state)
        area = self.area(cell)
        for item in self.quest.items:
            if item.cell >= 0 and ("taken", item.id) not in facts:
                near = {item.cell} if self.is_floor(item.cell) else self.around(item.cell, facts)
                if cell in near:
                    yield self.settle(cell, facts | self.gain(item.id), live)
        for figure in self.figures:
            near = {one for body in figure.cells for one in (body, *self.around(body, facts))}
            if ("defeated", figure.id) not in facts and cell in near:
                yield self.settle(
                    cell, facts | {("defeated", figure.id)} | self.held(figure.id), live
                )
        if all(("defeated", one.id) in facts for one in self.enemies(area)):
            yield from self.explored(area, state)
        yield self.settle(cell, facts | {("waited", "")}, live)

    def enemies(self, area):
        return [one for one in self.figures if self.area(one.cells[0]) == area]

    def around(self, cell, facts):
        """Squares from which a thing on a square can be reached, straight or across a corner."""
        free = [
            [other for other, gate in self.beside(one) if gate is None]
            for one in (cell, *(other for other, gate in self.beside(cell) if gate is None))
        ]
        straight = set(free[0])
        stride = self.board.stride
        corners = {cell + stride + 1, cell + stride - 1, cell - stride + 1, cell - stride - 1}
        return straight | {one for row in free[1:] for one in row if one in corners}

    def opened(self, gate, state):
        cell, facts, live = state
        sides = {("revealed", self.board.areas[number].id) for number in gate.between}
        after = facts | sides | {("open", gate.id)}
        if gate.lock is None or ("unlocked", gate.id) in facts:
            yield self.settle(cell, after, live)
        elif ("have", gate.lock.key) in facts:
            if gate.lock.is_spent:
                after -= {("have", gate.lock.key)}
            yield self.settle(cell, after, live)

    def explored(self, area, state):
        cell, facts, live = state
        hidden = [
            gate
            for gate in self.board.gates
            if gate.kind.form is GateForm.PASSAGE
            and area in {self.board.areas[number].id for number in gate.between}
        ]
        for gate in hidden:
            if ("open", gate.id) not in facts:
                sides = {("revealed", self.board.areas[number].id) for number in gate.between}
                yield self.settle(
                    cell, facts | sides | {("open", gate.id), ("found", gate.id)}, live
                )
        if ("searched", area) not in facts and all(("found", one.id) in facts for one in hidden):
            after = facts | {("searched", area)}
            for chest in self.chests:
                if self.area(chest.cells[0]) == area:
                    after |= {("searched", chest.id)} | self.held(chest.id)
            yield self.settle(cell, after, live)

    def gain(self, item):
        return {("have", item), ("taken", item)}

    def held(self, holder):
        return {
            fact
            for item in self.quest.items
            if item.holder == holder
            for fact in self.gain(item.id)
        }

    # -- events ---------------------------------------------------------------------------

    def settle(self, cell, facts, live):
        """Let happen what must."""
        for _ in range(50):
            state = State(cell, frozenset(facts), live)
            if self.has_won(state):
                return state
            for event in self.quest.events:
                holds = self.holds(event.condition, state)
                key = ("happened", event.id)
                if event.repeats:
                    if holds and event.id not in live:
                        live = live | {event.id}
                        facts = self.happen(event, set(facts) | {key})
                        break
                    if not holds and event.id in live:
                        live = live - {event.id}
                        break
                elif holds and key not in facts:
                    facts = self.happen(event, set(facts) | {key})
                    break
            else:
                return state
        raise TooManyStates

    def happen(self, event, facts):
        for effect in event.effects:
            target = effect.target
            match effect.kind:
                case EffectKind.GIVE:
                    facts |= self.gain(target)
                case EffectKind.TAKE:
                    facts -= {("have", target)}
                case EffectKind.OPEN:
                    facts |= {("open", target)}
                case EffectKind.CLOSE:
                    facts -= {("open", target)}
                case EffectKind.UNLOCK:
                    facts |= {("unlocked", target)}
                case EffectKind.SET:
                    facts |= {("set", target)}
                case EffectKind.REVEAL:
                    facts |= {("revealed", target)}
                case EffectKind.READ | EffectKind.NOTE:
                    pass
                case _:
                    raise NotImplementedError(effect.kind)
        return facts

    # -- conditions -----------------------------------------------------------------------

    def has_won(self, state):
        return any(
            self.holds(victory.condition, state)
            for victory in self.quest.victories
            if victory.side == self.party
        )

    def holds(self, condition, state):
        match condition:
            case Every(parts, _):
                return all(self.holds(part, state) for part in parts)
            case Some(parts, _):
                return any(self.holds(part, state) for part in parts)
            case Not(part, _):
                return not self.holds(part, state)
            case Fact():
                return self.is_so(condition, state)

    def is_so(self, fact, state):
        kind = fact.kind
        if kind is FactKind.IS_IN:
            inside = bool(fact.cells >> state.cell & 1)
            return inside is not (fact.quantity is Quantity.NONE)
        if kind is FactKind.CARRIES:
            return (("have", fact.object) in state.facts) is not (fact.quantity is Quantity.NONE)
        names = {
            FactKind.OPENED: "open",
            FactKind.REVEALED: "revealed",
            FactKind.SEARCHED: "searched",
            FactKind.DEFEATED: "defeated",
            FactKind.TAKEN: "taken",
            FactKind.HAPPENED: "happened",
            FactKind.FOUND: "found",
            FactKind.SET: "set",
        }
        if kind not in names:
            raise NotImplementedError(kind)
        held = [(names[kind], one) in state.facts for one in fact.subjects]
        if fact.quantity is Quantity.NONE:
            return not any(held)
        return any(held) if fact.quantity is Quantity.ANY else all(held)
