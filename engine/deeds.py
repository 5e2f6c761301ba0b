"""The deeds of the party: for a step, where it is done, what it needs, and what it changes.

Takes a step and a state. Returns a Deed, or why the step is not allowed.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Final, NamedTuple

from questwright.engine.document import Form
from questwright.engine.script import Category
from questwright.engine.state import FactSort, is_beaten, is_enemy, placed

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from questwright.engine.conditions import Condition
    from questwright.engine.document import Gate, Thing
    from questwright.engine.reading import Node
    from questwright.engine.simulator import Simulator
    from questwright.engine.state import State


class StepKind(StrEnum):
    """The kinds of steps, as `quest.json` spells them."""

    OPEN = "open"
    UNLOCK = "unlock"
    EXPLORE = "explore"
    SEARCH = "search"
    PICK_UP = "pick-up"
    DEFEAT = "defeat"
    WOUND = "wound"
    ACT = "act"
    EVENT = "event"
    SPRING = "spring"
    PUSH = "push"
    LAUNCH = "launch"
    CAST = "cast"
    WAIT = "wait"
    BEFALL = "befall"
    RECOVER = "recover"
    BEGIN = "begin"
    WALK = "walk"
    HAND = "hand"
    JUMP = "jump"
    CROSS = "cross"
    BRING = "bring"


_BY_NOBODY: Final = (
    *(StepKind.EVENT, StepKind.WAIT, StepKind.BRING),
    *(StepKind.BEFALL, StepKind.RECOVER),
)
"""The kinds of steps that nobody in particular takes."""
_MOST: Final = 99
"""No figure has more of a state of which it has a number."""
_DIGITS: Final = 2


class Step(NamedTuple):
    """A step of a line of play."""

    kind: StepKind
    target: str = ""
    """The id of what it is done to; empty with BEGIN, WALK, JUMP and WAIT."""
    area: str = ""
    """With EXPLORE, the id of the area that it is done from."""
    round: int = 0
    """With WAIT, the round that is waited for."""
    text: str = ""
    """What is done, in words."""
    who: str = ""
    """The word of the member who does it; empty where nobody in particular does."""
    to: str = ""
    """With HAND, the word of the member who gets the item; with PUSH the square to which a thing is
    pushed; with BEFALL, RECOVER and WOUND the state."""
    path: tuple[str, ...] = ()
    """With BEGIN, WALK, JUMP and CROSS, the squares stepped on, in order; with BRING, a square of
    the landing to which a vessel is brought."""
    others: tuple[str, ...] = ()
    """With DEFEAT, the words of the members who attack as well."""


class Deed(NamedTuple):
    """A step that may be taken: its preconditions and its effect."""

    cells: frozenset[str]
    """The squares that it is done from."""
    state: State
    """The state after it, before anything happens by itself."""
    condition: Condition | None = None
    """A further precondition, which may ask where the party stands."""
    uses: tuple[str, ...] = ()
    """The ids of items of which whoever does it has to carry one; empty if it takes none."""
    is_spent: bool = False
    """That item is used up."""
    doers: tuple[str, ...] = ()
    """The words of those who can do it; empty where everybody can."""
    seen: tuple[str, ...] = ()
    """The squares of a figure to which it is done, from afar, too, by who can shoot it."""
    empty: tuple[str, ...] = ()
    """The squares on which nobody of the party stands."""


def read_step(node: Node) -> Step:
    """Read a step of a line from a document."""
    parts = node.mapping(
        "text kind target area round earliest cells chance who to others path origin"
    )
    late = parts["round"]
    kind = parts["kind"].one_of(StepKind)
    # An action of another side is done by nobody of the party.
    is_open = kind is StepKind.ACT and parts["who"].raw is None
    if (parts["who"].raw is None) is not (kind in _BY_NOBODY) and not is_open:
        nobody = ", ".join(f"`{own}`" for own in _BY_NOBODY)
        parts["who"].refuse(f"has to be given, but not with {nobody}")
    return Step(
        kind=kind,
        target=parts["target"].maybe_text() or "",
        area=parts["area"].maybe_text() or "",
        round=0 if late.raw is None else late.number(1),
        text=parts["text"].text(),
        who=parts["who"].maybe_text() or "",
        to=parts["to"].maybe_text() or "",
        path=tuple(cell.text() for cell in parts["path"].items()),
        others=tuple(word.text() for word in parts["others"].items()),
    )


def deed_of(simulator: Simulator, step: Step, state: State) -> Deed | str:
    """Return a step as a deed in a state, or why it may not be taken.

    ``step`` is not a step of walking, of an event or of time: these are not deeds.
    """
    return _DEEDS[step.kind](simulator, step, state)


def _open(simulator: Simulator, step: Step, state: State) -> Deed | str:
    gate = simulator.quest.board.gates.get(step.target)
    if gate is None:
        return _open_container(simulator, step, state)
    if gate.form is not Form.DOOR:
        return f"{gate.title} is not a door"
    if simulator.script.party not in gate.opened_by:
        return f"this side cannot open {gate.title}"
    if state.has(FactSort.OPEN, gate.id):
        return f"{gate.title} stands open already"
    if gate.shuts_after and state.has(FactSort.PASSED, f"{gate.id} {gate.shuts_after}"):
        return f"{gate.title} has fallen shut"
    unlocked = _unlocked(simulator, gate, state)
    if isinstance(unlocked, str):
        return unlocked
    cells = simulator.ground.free_cells(state, simulator.ground.floor.opened_from(gate))
    return unlocked._replace(cells=cells, state=simulator.effects.opened(unlocked.state, gate.id))


def _open_container(simulator: Simulator, step: Step, state: State) -> Deed | str:
    thing = simulator.quest.things.get(step.target)
    if thing is None:
        return f"there is no gate `{step.target}`"
    if thing.lock is None:
        return f"{thing.title} has no lock"
    if state.has(FactSort.GONE, thing.id):
        return f"{thing.title} is no longer there"
    if state.has(FactSort.OPEN, thing.id):
        return f"{thing.title} stands open already"
    unlocked = _unlocked(simulator, thing, state)
    if isinstance(unlocked, str):
        return unlocked
    cells = simulator.ground.at_or_beside(state, thing.cells)
    return unlocked._replace(cells=cells, state=_opened(simulator, thing, unlocked.state))


def _opened(simulator: Simulator, thing: Thing, state: State) -> State:
    """Return the state in which a container is open, and somebody has what is in it."""
    found = [item for item in simulator.script.items.values() if item.holder == thing.id]
    return state.plus(FactSort.OPEN, thing.id).plus(FactSort.SEARCHED, thing.id).gaining(found)


def _unlock(simulator: Simulator, step: Step, state: State) -> Deed | str:
    """Open a lock from afar, by a spell, and with that what stands on squares of its own."""
    gate = simulator.quest.board.gates.get(step.target)
    thing = simulator.quest.things.get(step.target)
    owner = gate or thing
    if owner is None or owner.lock is None or not owner.lock.within:
        return f"nobody opens the lock of `{step.target}` from afar"
    if thing is not None and state.has(FactSort.GONE, thing.id):
        return f"{thing.title} is no longer there"
    if state.has(FactSort.UNLOCKED, owner.id):
        return f"{owner.title} is no longer locked"
    if state.has(FactSort.OPEN, owner.id):
        return f"{owner.title} stands open already"
    beside = gate.areas if gate is not None else () if thing is None else (thing.area,)
    areas = [area for area in beside if area]
    if areas and not any(state.has(FactSort.REVEALED, area) for area in areas):
        return f"{owner.title} has not been set out"
    cells = thing.cells if thing is not None else ()
    if gate is not None:
        cells = gate.cells or tuple({cell for edge in gate.edges for cell in edge})
    near = simulator.ground.within(cells, owner.lock.within)
    deed = _unlocked(simulator, owner, state)
    if isinstance(deed, str):
        return deed
    if thing is not None:
        deed = deed._replace(state=_opened(simulator, thing, deed.state))
    elif gate is not None and gate.cells:
        deed = deed._replace(state=simulator.effects.opened(deed.state, gate.id))
    return deed._replace(cells=simulator.ground.free_cells(state, near))


def _unlocked(simulator: Simulator, owner: Gate | Thing, state: State) -> Deed | str:
    """Return the deed of unlocking what is locked, from nowhere yet; or why nobody can."""
    lock = owner.lock
    if lock is None or state.has(FactSort.UNLOCKED, owner.id):
        return Deed(frozenset(), state)
    if lock.by and not set(lock.by) & set(simulator.evaluator.remaining(state)):
        return f"nobody of the party can open {owner.title}"
    uses: tuple[str, ...] = ()
    if lock.key is not None:
        keys = simulator.script.called(lock.key)
        uses = tuple(key for key in keys if state.has(FactSort.HELD, key))
        if not uses:
            name = simulator.script.items[keys[0]].title if keys else f"`{lock.key}`"
            return f"nobody has {name}"
    # It stays unlocked, should something shut it.
    after = state.plus(FactSort.UNLOCKED, owner.id)
    is_spent = lock.is_spent and bool(uses)
    return Deed(frozenset(), after, uses=uses, is_spent=is_spent, doers=lock.by)


def _explore(simulator: Simulator, step: Step, state: State) -> Deed | str:
    gate, area = (
        simulator.quest.board.gates.get(step.target),
        simulator.quest.board.areas.get(step.area),
    )
    if gate is None:
        return f"there is no gate `{step.target}`"
    if gate.form is not Form.PASSAGE:
        return f"{gate.title} is not a hidden passage"
    if area is None or area.id not in gate.areas:
        return f"{gate.title} is not found from `{step.area}`"
    if state.has(FactSort.OPEN, gate.id) and state.has(FactSort.FOUND, gate.id):
        return f"{gate.title} has been found already"
    if not _may_search(simulator, state, area.id):
        return f"there is an enemy left in {area.title}"
    after = simulator.effects.opened(state, gate.id).plus(FactSort.FOUND, gate.id)
    return Deed(simulator.ground.free_cells(state, area.cells), after)


def _may_search(simulator: Simulator, state: State, area: str) -> bool:
    """Tell whether enemies allow a search of an area.

    Where the game asks only that no enemy is in sight, they do: nobody has to stand in sight.
    """
    by_sight = simulator.quest.board.areas[area].clear_by_sight
    return by_sight or simulator.evaluator.has_no_enemy(state, area)


def _search(simulator: Simulator, step: Step, state: State) -> Deed | str:
    area = simulator.quest.board.areas.get(step.target)
    if area is None:
        return f"there is no area `{step.target}`"
    if not simulator.script.is_searched:
        return "this game has no searches"
    if state.has(FactSort.SEARCHED, area.id):
        return f"{area.title} has been searched already"
    if not _may_search(simulator, state, area.id):
        return f"there is an enemy left in {area.title}"
    for gate in simulator.quest.board.gates.values():
        is_known = state.has(FactSort.FOUND, gate.id) or state.has(FactSort.OPEN, gate.id)
        is_first = simulator.script.finds_first and gate.form is Form.PASSAGE
        if is_first and area.id in gate.areas and not is_known:
            return f"{gate.title} has to be found before {area.title} is searched"
    containers = [
        thing.id
        for thing in simulator.quest.things.values()
        if thing.area == area.id
        and simulator.ground.category(thing.id) is Category.CONTAINER
        and thing.lock is None
        and not state.has(FactSort.GONE, thing.id)
    ]
    found = [item for item in simulator.script.items.values() if item.holder in containers]
    after = state.plus(FactSort.SEARCHED, area.id, *containers).gaining(found)
    return Deed(simulator.ground.free_cells(state, area.cells), after)


def _pick_up(simulator: Simulator, step: Step, state: State) -> Deed | str:
    item = simulator.script.items.get(step.target)
    if item is None:
        return f"there is no item `{step.target}`"
    if state.has(FactSort.TAKEN, item.id):
        return f"{item.title} has been taken already"
    holder = simulator.quest.things.get(item.holder or "")
    if holder is not None:
        if simulator.ground.category(holder.id) in (Category.FIGURE, Category.CONTAINER):
            return f"{item.title} does not lie on the board"
        return Deed(simulator.ground.at_or_beside(state, holder.cells), state.gaining([item]))
    if item.cell is None:
        return f"{item.title} is nowhere on the board"
    return Deed(simulator.ground.at_or_beside(state, [item.cell]), state.gaining([item]))


def _defeat(simulator: Simulator, step: Step, state: State) -> Deed | str:
    thing = simulator.quest.things.get(step.target)
    if thing is None or not is_enemy(simulator.script, thing):
        return f"there is no enemy `{step.target}`"
    if is_beaten(state, thing):
        return f"{thing.title} is no longer there"
    if simulator.script.kinds[thing.kind].is_driven_back:
        return f"{thing.title} is never beaten: attacks only drive it back"
    held = [item for item in simulator.script.items.values() if item.holder == thing.id]
    stands = placed(simulator.quest, state, thing).cells
    after = state.plus(FactSort.DEFEATED, thing.id).gaining(held)
    return Deed(simulator.ground.attacked_from(state, stands), after, seen=stands)


def _wound(simulator: Simulator, step: Step, state: State) -> Deed | str:
    thing = simulator.quest.things.get(step.target)
    if thing is None or not is_enemy(simulator.script, thing):
        return f"there is no enemy `{step.target}`"
    if not simulator.evaluator.is_in_play(state, thing.id):
        return f"{thing.title} is not in play"
    after = become(state, thing.id, step.to)
    if isinstance(after, str):
        return after
    stands = placed(simulator.quest, state, thing).cells
    return Deed(simulator.ground.attacked_from(state, stands), after, seen=stands)


def become(state: State, target: str, named: str, *, is_coming: bool = True) -> State | str:
    """Return the state after a figure comes into a state of the game or out of it, or why not.

    Who has so much of it has less of it as well.
    """
    if state.has(FactSort.STATE, f"{target} {named}") is is_coming:
        return f"{target} is {named} already" if is_coming else f"{target} is not"
    word, _, least = named.partition(">=")
    if not least:
        change = state.plus if is_coming else state.minus
        return change(FactSort.STATE, f"{target} {named}")
    if not least.isdecimal() or not 0 < int(least[:3]) <= _MOST or len(least) > _DIGITS:
        return f"{least} is not a number from 1 to {_MOST}"
    amount = int(least) if is_coming else int(least) - 1
    own = [f"{target} {word}>={number}" for number in range(1, _MOST + 1)]
    return state.minus(FactSort.STATE, *own).plus(FactSort.STATE, *own[:amount])


def _act(simulator: Simulator, step: Step, state: State) -> Deed | str:
    action = simulator.script.actions.get(step.target)
    if action is None:
        return f"there is no action `{step.target}`"
    if bool(action.side) is bool(step.who):
        return f"{action.title} is not for {step.who or 'another side'}"
    if state.has(FactSort.DONE, action.id):
        return f"{action.title} has been done already"
    after = state.plus(FactSort.DONE, action.id)
    ground, figure = simulator.ground, simulator.quest.things.get(action.target)
    is_figure = figure is not None and ground.category(figure.id) is Category.FIGURE
    is_followed = is_figure and figure is not None and {*figure.cells} == {*action.cells}
    if is_followed and not simulator.evaluator.is_in_play(state, action.target):
        return f"{action.title} is done beside a figure that is not in play any more"
    if figure is not None and not is_figure and state.has(FactSort.GONE, figure.id):
        return f"{action.title} is done to something that is no longer there"
    is_beside, squares = action.is_beside or is_followed, action.cells
    if is_followed and figure is not None:
        squares = placed(simulator.quest, state, figure).cells
    cells = (ground.beside if is_beside else ground.at_or_beside)(state, squares)
    return Deed(cells, after, action.condition, doers=action.by)


def _spring(simulator: Simulator, step: Step, state: State) -> Deed | str:
    thing = simulator.quest.things.get(step.target)
    if thing is None or simulator.ground.category(thing.id) is not Category.TRAP:
        return f"there is no trap `{step.target}`"
    if state.has(FactSort.SPRUNG, thing.id) or state.has(FactSort.GONE, thing.id):
        return f"{thing.title} is no longer there"
    return Deed(
        simulator.ground.free_cells(state, thing.cells), state.plus(FactSort.SPRUNG, thing.id)
    )


def _push(simulator: Simulator, step: Step, state: State) -> Deed | str:
    thing = simulator.quest.things.get(step.target)
    if thing is None or not thing.pushers:
        return f"nobody pushes `{step.target}`"
    here = placed(simulator.quest, state, thing).cells[0]
    ways = (own for own in thing.pushes if (own.start, own.end) == (here, step.to))
    way = next(ways, None)
    if way is None:
        return f"{thing.title} is not pushed from {here} to {step.to}"
    gates = (gate for gate in simulator.quest.board.gates.values() if way.end in gate.cells)
    is_shut = not all(state.has(FactSort.OPEN, gate.id) for gate in gates)
    if is_shut or not simulator.ground.free_cells(state, [way.end]):
        return f"something stands on {way.end}"
    stands = simulator.ground.free_cells(state, [way.stand])
    after = simulator.effects.put(state, thing.id, (way.end,))
    after = after.minus(FactSort.CLOSED, here).plus(FactSort.CLOSED, way.end)
    return Deed(stands, after, doers=thing.pushers, empty=(way.end,))


def _launch(simulator: Simulator, step: Step, state: State) -> Deed | str:
    crossing = simulator.quest.board.crossings.get(step.target)
    if crossing is None or not crossing.is_vessel or crossing.cast is not None:
        return f"there is no vessel `{step.target}`"
    if not state.has(FactSort.OPEN, crossing.id):
        return f"{crossing.title} is barred"
    if state.has(FactSort.LAUNCHED, crossing.id):
        return f"{crossing.title} has been launched already"
    doers = tuple(
        member
        for member in simulator.evaluator.remaining(state)
        if crossing.id in simulator.ground.able.crossers[member]
    )
    if not doers:
        return f"nobody of the party takes {crossing.title}"
    cells = simulator.ground.free_cells(state, crossing.ends[0])
    return Deed(cells, state.plus(FactSort.LAUNCHED, crossing.id), doers=doers)


def _cast(simulator: Simulator, step: Step, state: State) -> Deed | str:
    crossings = simulator.quest.board.crossings
    crossing = crossings.get(step.target)
    cast = crossing.cast if crossing is not None else None
    if crossing is None or cast is None:
        return f"there is no spell `{step.target}`"
    if state.has(FactSort.CAST, crossing.id):
        return f"{crossing.title} has been cast already"
    if cast.caster not in simulator.evaluator.remaining(state):
        return f"{cast.caster} is no longer in the quest"
    spent = sum(
        crossing.cast.points
        for crossing in crossings.values()
        if crossing.cast
        and crossing.cast.caster == cast.caster
        and state.has(FactSort.CAST, crossing.id)
    )
    if spent + cast.points > cast.stock:
        return f"{cast.caster} has {cast.stock - spent} points left, but that takes {cast.points}"
    after = state.plus(FactSort.CAST, crossing.id).plus(FactSort.LAUNCHED, crossing.id)
    return Deed(simulator.ground.free_cells(state, cast.cells), after, doers=(cast.caster,))


_DEEDS: Final[Mapping[StepKind, Callable[[Simulator, Step, State], Deed | str]]] = {
    StepKind.OPEN: _open,
    StepKind.UNLOCK: _unlock,
    StepKind.EXPLORE: _explore,
    StepKind.SEARCH: _search,
    StepKind.PICK_UP: _pick_up,
    StepKind.DEFEAT: _defeat,
    StepKind.WOUND: _wound,
    StepKind.ACT: _act,
    StepKind.SPRING: _spring,
    StepKind.PUSH: _push,
    StepKind.LAUNCH: _launch,
    StepKind.CAST: _cast,
}
