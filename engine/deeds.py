"""What the party may do: where, with what, and what it changes; or why it may not."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Final, NamedTuple

from questwright.engine.document import Form
from questwright.engine.script import Category
from questwright.engine.state import FactSort, is_beaten, is_enemy

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from questwright.engine.conditions import Condition
    from questwright.engine.document import Gate
    from questwright.engine.reading import Node
    from questwright.engine.state import State
    from questwright.engine.table import Table


class StepKind(StrEnum):
    """The sorts of steps."""

    OPEN = "open"
    EXPLORE = "explore"
    SEARCH = "search"
    PICK_UP = "pick-up"
    DEFEAT = "defeat"
    ACT = "act"
    EVENT = "event"
    ENTER = "enter"
    SPRING = "spring"
    LAUNCH = "launch"
    CAST = "cast"
    WAIT = "wait"
    BEGIN = "begin"
    WALK = "walk"
    HAND = "hand"
    JUMP = "jump"
    CROSS = "cross"
    BRING = "bring"


class Step(NamedTuple):
    """A step of a line of play."""

    kind: StepKind
    target: str = ""
    """The id of what it is done to; of no event where the other side wins."""
    area: str = ""
    """With EXPLORE, the id of the area that it is done from."""
    round: int = 0
    """With WAIT, the round that is waited for."""
    text: str = ""
    """What is done, in words."""
    who: str = ""
    """Where members of the party part, the word of the one who does it."""
    to: str = ""
    """With HAND, the word of the one who gets it."""
    path: tuple[str, ...] = ()
    """With BEGIN, WALK, JUMP and CROSS, the squares that are stepped on, in order; with BRING, one
    of the landing to which a vessel is brought."""


class Deed(NamedTuple):
    """A step that may be taken."""

    cells: frozenset[str]
    """The squares that it is done from."""
    state: State
    """How things stand when it is done, before anything happens."""
    condition: Condition | None = None
    """What must be so besides, which may speak of where the party stands."""
    uses: tuple[str, ...] = ()
    """Items that whoever does it has to have at hand."""
    doers: tuple[str, ...] = ()
    """Those who alone do it; empty where everybody does."""


def read_step(node: Node) -> Step:
    """A step of a document."""
    parts = node.mapping("text kind target area round earliest cells chance who to path origin")
    late = parts["round"]
    return Step(
        kind=parts["kind"].one_of(StepKind),
        target=parts["target"].maybe_text() or "",
        area=parts["area"].maybe_text() or "",
        round=0 if late.raw is None else late.number(1),
        text=parts["text"].text(),
        who=parts["who"].maybe_text() or "",
        to=parts["to"].maybe_text() or "",
        path=tuple(cell.text() for cell in parts["path"].items()),
    )


def deed_of(table: Table, step: Step, state: State) -> Deed | str:
    """A step as a deed at a moment of play, or the reason why it may not be taken.

    Steps that tell of walking, of events and of time are no deeds.
    """
    return _DEEDS[step.kind](table, step, state)


def _open(table: Table, step: Step, state: State) -> Deed | str:
    gate = table.quest.board.gates.get(step.target)
    if gate is None:
        return f"there is no gate `{step.target}`"
    if gate.form is not Form.DOOR:
        return f"{gate.title} is no door"
    if table.script.party not in gate.opened_by:
        return f"{gate.title} is not for this side to open"
    if state.has(FactSort.OPEN, gate.id):
        return f"{gate.title} stands open already"
    lock = gate.lock
    uses: tuple[str, ...] = ()
    doers: tuple[str, ...] = ()
    if lock is not None and not state.has(FactSort.UNLOCKED, gate.id):
        doers = lock.by
        if doers and not set(doers) & set(table.left(state)):
            return f"nobody of the party can open {gate.title}"
        if lock.key is not None and not state.has(FactSort.HELD, lock.key):
            item = table.script.items.get(lock.key)
            return f"nobody has {item.title if item is not None else f'`{lock.key}`'}"
        if lock.key is not None:
            uses = (lock.key,)
            state = state.minus(FactSort.HELD, lock.key) if lock.is_spent else state
    beside = (cell for edge in gate.edges for cell in edge)
    return Deed(table.stands(state, beside), _opened(table, gate, state), uses=uses, doers=doers)


def _opened(table: Table, gate: Gate, state: State) -> State:
    """An open gate shows what is on both sides of it."""
    return table.sees(state.plus(FactSort.OPEN, gate.id), gate.areas)


def _explore(table: Table, step: Step, state: State) -> Deed | str:
    gate, area = table.quest.board.gates.get(step.target), table.quest.board.areas.get(step.area)
    if gate is None:
        return f"there is no gate `{step.target}`"
    if gate.form is not Form.PASSAGE:
        return f"{gate.title} is no hidden passage"
    if area is None or area.id not in gate.areas:
        return f"{gate.title} is not found from `{step.area}`"
    if state.has(FactSort.OPEN, gate.id) and state.has(FactSort.FOUND, gate.id):
        return f"{gate.title} has been found already"
    if not _may_search(table, state, area.id):
        return f"there is an enemy left in {area.title}"
    after = _opened(table, gate, state).plus(FactSort.FOUND, gate.id)
    return Deed(table.stands(state, area.cells), after)


def _may_search(table: Table, state: State, area: str) -> bool:
    """Whether enemies allow a search; who is out of sight does not keep anybody from it."""
    return table.quest.board.areas[area].clear_by_sight or table.is_calm(state, area)


def _search(table: Table, step: Step, state: State) -> Deed | str:
    area = table.quest.board.areas.get(step.target)
    if area is None:
        return f"there is no area `{step.target}`"
    if not table.script.is_searched:
        return "this game has no searches"
    if state.has(FactSort.SEARCHED, area.id):
        return f"{area.title} has been searched already"
    if not _may_search(table, state, area.id):
        return f"there is an enemy left in {area.title}"
    for gate in table.quest.board.gates.values():
        is_known = state.has(FactSort.FOUND, gate.id) or state.has(FactSort.OPEN, gate.id)
        if gate.form is Form.PASSAGE and area.id in gate.areas and not is_known:
            return f"{gate.title} is to be found before {area.title} is searched"
    containers = [
        thing.id
        for thing in table.quest.things.values()
        if thing.area == area.id
        and table.category(thing.id) is Category.CONTAINER
        and not state.has(FactSort.GONE, thing.id)
    ]
    found = [item for item in table.script.items.values() if item.holder in containers]
    after = state.plus(FactSort.SEARCHED, area.id, *containers).gaining(found)
    return Deed(table.stands(state, area.cells), after)


def _pick_up(table: Table, step: Step, state: State) -> Deed | str:
    item = table.script.items.get(step.target)
    if item is None:
        return f"there is no item `{step.target}`"
    if state.has(FactSort.TAKEN, item.id):
        return f"{item.title} has been taken already"
    holder = table.quest.things.get(item.holder or "")
    if holder is not None:
        if table.category(holder.id) in (Category.FIGURE, Category.CONTAINER):
            return f"{item.title} does not lie about"
        return Deed(table.at(state, holder.cells), state.gaining([item]))
    if item.cell is None:
        return f"{item.title} is nowhere on the board"
    return Deed(table.at(state, [item.cell]), state.gaining([item]))


def _defeat(table: Table, step: Step, state: State) -> Deed | str:
    thing = table.quest.things.get(step.target)
    if thing is None or not is_enemy(table.script, thing):
        return f"there is no enemy `{step.target}`"
    if is_beaten(state, thing):
        return f"{thing.title} is no longer there"
    held = [item for item in table.script.items.values() if item.holder == thing.id]
    cells = table.stands(state, thing.cells) | table.beside(state, thing.cells)
    return Deed(cells, state.plus(FactSort.DEFEATED, thing.id).gaining(held))


def _act(table: Table, step: Step, state: State) -> Deed | str:
    action = table.script.actions.get(step.target)
    if action is None:
        return f"there is no action `{step.target}`"
    after = state.plus(FactSort.DONE, action.id)
    return Deed(table.at(state, action.cells), after, action.condition)


def _spring(table: Table, step: Step, state: State) -> Deed | str:
    thing = table.quest.things.get(step.target)
    if thing is None or table.category(thing.id) is not Category.TRAP:
        return f"there is no trap `{step.target}`"
    if state.has(FactSort.SPRUNG, thing.id) or state.has(FactSort.GONE, thing.id):
        return f"{thing.title} is no longer there to be sprung"
    return Deed(table.stands(state, thing.cells), state.plus(FactSort.SPRUNG, thing.id))


def _launch(table: Table, step: Step, state: State) -> Deed | str:
    crossing = table.quest.board.crossings.get(step.target)
    if crossing is None or not crossing.is_vessel or crossing.cast is not None:
        return f"there is no vessel `{step.target}`"
    if not state.has(FactSort.OPEN, crossing.id):
        return f"{crossing.title} is barred"
    if state.has(FactSort.LAUNCHED, crossing.id):
        return f"{crossing.title} has been launched already"
    doers = tuple(one for one in table.left(state) if crossing.id in table.crossers[one])
    if not doers:
        return f"nobody of the party takes {crossing.title}"
    cells = table.stands(state, crossing.ends[0])
    return Deed(cells, state.plus(FactSort.LAUNCHED, crossing.id), doers=doers)


def _cast(table: Table, step: Step, state: State) -> Deed | str:
    crossings = table.quest.board.crossings
    crossing = crossings.get(step.target)
    cast = crossing.cast if crossing is not None else None
    if crossing is None or cast is None:
        return f"there is no spell `{step.target}`"
    if state.has(FactSort.CAST, crossing.id):
        return f"{crossing.title} has been cast already"
    if cast.caster not in table.left(state):
        return f"{cast.caster} is no longer in the quest"
    spent = sum(
        crossing.cast.points
        for crossing in crossings.values()
        if crossing.cast
        and crossing.cast.caster == cast.caster
        and state.has(FactSort.CAST, crossing.id)
    )
    if spent + cast.points > cast.stock:
        return f"{cast.caster} has {cast.stock - spent} points left, and that takes {cast.points}"
    after = state.plus(FactSort.CAST, crossing.id).plus(FactSort.LAUNCHED, crossing.id)
    return Deed(table.stands(state, cast.cells), after, doers=(cast.caster,))


_DEEDS: Final[Mapping[StepKind, Callable[[Table, Step, State], Deed | str]]] = {
    StepKind.OPEN: _open,
    StepKind.EXPLORE: _explore,
    StepKind.SEARCH: _search,
    StepKind.PICK_UP: _pick_up,
    StepKind.DEFEAT: _defeat,
    StepKind.ACT: _act,
    StepKind.SPRING: _spring,
    StepKind.LAUNCH: _launch,
    StepKind.CAST: _cast,
}
