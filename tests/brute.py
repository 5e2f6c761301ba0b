"""A player without wits: tries everything, square by square, until nothing new is left.

Written apart from the proof, and slow on purpose: the party is one piece on one square,
and every state of play is looked at. What it takes the rules to be:

* The party steps to a square beside its own where neither wall, shut gate nor furniture is
  in the way, and across a corner where it could go around on one side; figures do not stop
  it, for they can be beaten.
* A shut door is opened from a square beside it, a locked one only with its key in hand.
* What lies on the floor is taken from its square, once; a room is searched from within, once,
  when its enemies are beaten and its passages found; a figure is beaten from beside it, once.
* After each of these, events happen: those whose condition holds, in the order in which they
  were written, `when` once in a game, `whenever` each time that it has come true.
* The party has won as soon as its victory holds, even if an event would follow.
* A party that need only walk to its victory does so: it is not stranded by dawdling.
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
    after = {}
    queue = deque([first])
    while queue:
        state = queue.popleft()
        if state in after:
            continue
        over = player.has_won(state) or player.has_lost(state)
        after[state] = () if over else tuple(dict.fromkeys(player.moves(state)))
        queue.extend(after[state])
        if len(after) > limit:
            raise TooManyStates
    won = {state for state in after if player.has_won(state)}
    good = _before(won, after, lambda *_: True)
    watched = _areas_watched(quest)
    walked = _before(won, after, lambda one, other: other in won and _is_walk(one, other, ()))
    walked = _before(walked, after, lambda one, other: _is_walk(one, other, watched))
    seen = {first}
    queue = deque(seen)
    while queue:
        state = queue.popleft()
        for other in () if state in walked else after[state]:
            if other not in seen:
                seen.add(other)
                queue.append(other)
    return Outcome(bool(won), bool(won) and not seen <= good, len(after))


def _areas_watched(quest):
    """Areas of which it matters that they are seen, so that walking there does something."""
    found = set()
    conditions = [victory.condition for victory in quest.victories]
    conditions += [event.condition for event in quest.events]
    while conditions:
        match conditions.pop():
            case Every(parts, _) | Some(parts, _):
                conditions.extend(parts)
            case Not(part, _):
                conditions.append(part)
            case Fact(kind=FactKind.REVEALED, subjects=subjects):
                found.update(subjects)
    return found


def _is_walk(one, other, watched):
    """Whether nothing but the party's square has changed, and what it sees of no matter."""
    changed = one.facts ^ other.facts
    return all(what == "revealed" and area not in watched for what, area in changed)


def _before(states, after, may):
    """These states, and those from which moves of a kind lead to them."""
    back = {}
    for state, following in after.items():
        for other in following:
            if may(state, other):
                back.setdefault(other, []).append(state)
    found = set(states)
    queue = deque(states)
    while queue:
        for earlier in back.get(queue.popleft(), ()):
            if earlier not in found:
                found.add(earlier)
                queue.append(earlier)
    return found


class _Player:
    """What can be done in one quest."""

    def __init__(self, quest, system) -> None:
        self.quest = quest
        self.board = quest.board
        self.party = system.party.word
        self.ground = {cell: ("clear", cell) for cell in each_cell(self.board.floor)}
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
        facts |= {fact for cell, fact in self.ground.items() if not self.quest.blocked >> cell & 1}
        facts.add(("revealed", self.area(cell)))
        return self.settle(cell, facts, frozenset())

    def area(self, cell):
        return self.board.areas[self.board.area_at(cell)].id

    # -- the ground -----------------------------------------------------------------------

    def is_floor(self, cell, facts):
        return ("clear", cell) in facts

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

    def steps(self, cell, facts):
        """Squares one step away, straight and across corners."""
        straight = [
            other
            for other, gate in self.beside(cell)
            if (gate is None or self.is_passable(gate, facts)) and self.is_floor(other, facts)
        ]
        sides = {self.board.stride, 1}
        across = {
            far
            for one in straight
            for far, gate in self.beside(one)
            if (gate is None or self.is_passable(gate, facts)) and self.is_floor(far, facts)
            if {abs(one - cell), abs(far - one)} == sides
        }
        return dict.fromkeys((*straight, *sorted(across)))

    def is_passable(self, gate, facts):
        return ("open", gate.id) in facts and gate.kind.form is not GateForm.WINDOW

    # -- moves ----------------------------------------------------------------------------

    def moves(self, state):
        cell, facts, live = state
        for other in self.steps(cell, facts):
            yield self.settle(other, facts | {("revealed", self.area(other))}, live)
        for _, gate in self.beside(cell):
            is_shut = gate is not None and ("open", gate.id) not in facts
            if is_shut and gate.kind.form is GateForm.DOOR:
                yield from self.opened(gate, state)
        area = self.area(cell)
        for item in self.quest.items:
            if item.cell >= 0 and ("taken", item.id) not in facts:
                is_free = self.is_floor(item.cell, facts)
                near = {item.cell} if is_free else self.around(item.cell)
                if cell in near:
                    yield self.settle(cell, facts | self.gain(item.id), live)
        for figure in self.figures:
            near = {
                one
                for body in figure.cells
                for one in (body, *(other for other, gate in self.beside(body) if gate is None))
            }
            if ("defeated", figure.id) not in facts and cell in near:
                yield self.settle(
                    cell, facts | {("defeated", figure.id)} | self.held(figure.id), live
                )
        if all(("defeated", one.id) in facts for one in self.enemies(area)):
            yield from self.explored(area, state)
        yield self.settle(cell, facts | {("waited", "")}, live)

    def enemies(self, area):
        return [one for one in self.figures if self.area(one.cells[0]) == area]

    def around(self, cell):
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
            if self.has_won(state) or self.has_lost(state):
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
                case EffectKind.CLEAR | EffectKind.REMOVE:
                    facts |= {("clear", one) for one in each_cell(effect.cells)}
                case EffectKind.BLOCK:
                    facts -= {("clear", one) for one in each_cell(effect.cells)}
                case EffectKind.END:
                    facts |= {("end", target)}
                case EffectKind.REVEAL:
                    facts |= {("revealed", target)}
                case EffectKind.READ | EffectKind.NOTE:
                    pass
                case _:
                    raise NotImplementedError(effect.kind)
        return facts

    # -- conditions -----------------------------------------------------------------------

    def has_won(self, state):
        return self.wins(state, {self.party})

    def has_lost(self, state):
        return self.wins(state, {one.side for one in self.quest.victories} - {self.party})

    def wins(self, state, sides):
        return any(("end", side) in state.facts for side in sides) or any(
            self.holds(victory.condition, state)
            for victory in self.quest.victories
            if victory.side in sides and not victory.is_default
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
        if kind is FactKind.CLOSED:
            held = [("open", one) not in state.facts for one in fact.subjects]
            return any(held) if fact.quantity is Quantity.ANY else all(held)
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
