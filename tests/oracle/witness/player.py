"""The search: every state that play can reach, and from which of them it can still be won."""

from __future__ import annotations

from collections import Counter, deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from oracle.witness.aftermath import Aftermath, RefusedError
from oracle.witness.conditions import Conditions
from oracle.witness.deeds import Deeds
from oracle.witness.ground import Ground
from questwright.compiler.grid.lattice import Lattice
from questwright.compiler.model.conditions import FactKind, facts_of
from questwright.compiler.model.quest import EffectKind, UnknownSort
from questwright.compiler.packs.system.system import Category

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from oracle.witness.deeds import Deed
    from oracle.witness.state import State
    from questwright.compiler.model.quest import Quest
    from questwright.compiler.packs.system.system import System

CAP = 40_000
"""The most states that the player looks at."""


@dataclass(frozen=True)
class Judgement:
    """What the player says of a quest."""

    verdict: str
    """``winnable``, ``can-strand``, ``unwinnable``, ``vacuous``; ``refused`` or ``too big``."""
    why: str = ""
    """Why it is refused."""
    can_lose: bool = False
    """Some deed of the party brings another side's victory, or takes the last member."""
    areas: frozenset[str] = frozenset()
    """The ids of the areas on which a member ever stands."""
    items: frozenset[str] = frozenset()
    """The ids of the items that some member can have."""
    events: frozenset[str] = frozenset()
    """The ids of the events that can happen."""
    actions: frozenset[str] = frozenset()
    """The ids of the actions that can be done."""
    by_the_clock: bool = False
    """A round ends the chance to win: whether the party is fast enough is not counted."""
    states: int = 0
    win: tuple[str, ...] = ()
    """The deeds of a shortest line that wins."""
    strand: tuple[str, ...] = ()
    """The deeds of a shortest line into a dead end."""
    lose: tuple[str, ...] = ()
    """The deeds of a shortest line on which the party loses by a deed of its own."""
    dead: frozenset[State] = frozenset()
    """The states that play can reach, that do not end it, and from which no line wins."""


@dataclass
class Search:
    """All states that play can reach, each with how it was first reached and what follows it."""

    before: dict[State, tuple[State | None, str]] = field(default_factory=dict)
    after: dict[State, list[tuple[Deed, State]]] = field(default_factory=dict)

    def line(self, state: State, last: str = "") -> tuple[str, ...]:
        """The deeds by which a state was first reached."""
        texts = [last] if last else []
        at: State | None = state
        while at is not None:
            at, text = self.before[at]
            if text:
                texts.append(text)
        return tuple(reversed(texts))


class Rules:
    """All that can happen in a quest, as the player reads it."""

    def __init__(self, quest: Quest, system: System) -> None:
        ground = Ground(quest, system)
        conditions = Conditions(quest, ground)
        self.ground = ground
        self.aftermath = Aftermath(quest, system, ground, conditions)
        self.deeds = Deeds(quest, system, ground, conditions, self.aftermath)


def judge(quest: Quest, system: System, cap: int = CAP) -> Judgement:
    """Play a quest in every possible way."""
    why = next(strange(quest, system), "")
    if why:
        return Judgement("refused", why)
    try:
        return _judge(quest, system, cap)
    except RefusedError as error:
        return Judgement("refused", str(error))


def won(quest: Quest, system: System, cap: int = CAP) -> tuple[list[State], Conditions] | None:
    """Every state in which the party has won, and what asks conditions of them.

    None if the quest is refused, or too big, or a round ends the chance to win.
    """
    party = system.party.word
    if next(strange(quest, system), "") or _by_the_clock(quest, party):
        return None
    rules = Rules(quest, system)
    try:
        starts = {
            own for begun in rules.aftermath.beginnings() for own in rules.aftermath.settle(begun)
        }
        begun = dict.fromkeys(sorted(starts, key=repr), "")
        search = _search(begun, rules.deeds, cap)
    except RefusedError:
        return None
    if search is None:
        return None
    _forget_unfinished(search)
    reached = _reached(search, begun, with_fate=True)
    return [state for state in reached if state.winner == party], rules.aftermath.conditions


def _judge(quest: Quest, system: System, cap: int) -> Judgement:
    rules = Rules(quest, system)
    ground, aftermath, deeds = rules.ground, rules.aftermath, rules.deeds
    party = system.party.word

    starts = {state for begun in aftermath.beginnings() for state in aftermath.settle(begun)}
    if not starts:
        return Judgement("refused", "the party cannot begin")
    begun = {state: _begun(state, quest) for state in sorted(starts, key=repr)}
    search = _search(begun, deeds, cap)
    if search is None:
        return Judgement("too big", states=cap)
    _forget_unfinished(search)

    _reached(search, begun, with_fate=False)
    wins = [search.line(state) for state in search.before if state.winner == party]
    reached = _reached(search, begun, with_fate=True)
    winning = _winning(search, party)
    dead = [s for s in search.before if s in reached and not s.winner and s not in winning]
    # In the middle of a move nobody is stranded yet: it goes on, perhaps to a loss.
    dead = [s for s in dead if s.passing is None and not s.is_leaving]
    lucky = [state for state in reached if state.winner == party]
    # Until all have left nobody has: what comes on the way of those who cannot never came.
    reached = {state for state in reached if not state.is_leaving}
    lost = _ways_to_lose(search, reached, party)
    if any(state.winner == party for state in starts):
        verdict = "vacuous"
    elif not wins:
        # Only what nobody decides would win: that is neither won nor lost.
        verdict = "undecided" if lucky else "unwinnable"
    else:
        verdict = "can-strand" if dead else "winnable"
    return Judgement(
        verdict,
        can_lose=bool(lost),
        areas=_areas(quest, ground, reached),
        items=_ids(reached, "taken"),
        events=_ids(reached, "happened"),
        actions=_ids(reached, "done"),
        by_the_clock=_by_the_clock(quest, party),
        states=len(reached),
        win=wins[0] if wins else (),
        strand=search.line(dead[0]) if dead and wins else (),
        lose=search.line(*lost[0]) if lost else (),
        dead=frozenset(dead),
    )


# -- the search ---------------------------------------------------------------------------


def _search(begun: dict[State, str], deeds: Deeds, cap: int) -> Search | None:
    """All states, breadth first; None if there are too many."""
    search = Search()
    queue: deque[State] = deque()
    for state, text in begun.items():
        search.before[state] = None, text
        queue.append(state)
    while queue:
        state = queue.popleft()
        following = []
        for deed in deeds.of(state):
            for after in deed.outcomes:
                following.append((deed, after))
                if after not in search.before:
                    search.before[after] = state, deed.text
                    queue.append(after)
        search.after[state] = following
        if len(search.before) > cap:
            return None
    return search


def _forget_unfinished(search: Search) -> None:
    """Forget every step over a friend after which the move cannot come to an end.

    Nobody ends on an occupied cell: such a step was no legal one to begin with.
    """
    finished = {state for state in search.before if state.passing is None or state.winner}
    finished = _backward(search, finished, lambda state: state.passing is not None)
    for state, following in search.after.items():
        search.after[state] = [each for each in following if each[1] in finished]


def _reached(search: Search, begun: dict[State, str], *, with_fate: bool) -> set[State]:
    """The states that play can still reach; how each is reached is set anew."""
    search.before = {state: (None, text) for state, text in begun.items()}
    queue = deque(search.before)
    while queue:
        state = queue.popleft()
        for deed, after in search.after[state]:
            if after not in search.before and (with_fate or not deed.is_fate):
                search.before[after] = state, deed.text
                queue.append(after)
    return set(search.before)


def _winning(search: Search, party: str) -> set[State]:
    """The states from which some line of play wins."""
    won = {state for state in search.before if state.winner == party}
    return _backward(search, won, lambda _: True)


def _backward(search: Search, goals: set[State], counts: Callable[[State], bool]) -> set[State]:
    """The goals, and all states that count and from which one of the goals can be reached."""
    sources: dict[State, list[State]] = {}
    for state, following in search.after.items():
        for deed, after in following:
            if not deed.is_fate:
                sources.setdefault(after, []).append(state)
    found = set(goals)
    queue = deque(goals)
    while queue:
        for source in sources.get(queue.popleft(), ()):
            if source not in found and counts(source):
                found.add(source)
                queue.append(source)
    return found


def _ways_to_lose(search: Search, reached: set[State], party: str) -> list[tuple[State, str]]:
    """Where a deed of the party, not time, ends play for another side: the state and the deed."""
    return [
        (state, deed.text)
        for state in search.before
        if state in reached
        for deed, after in search.after[state]
        if after.winner not in ("", party) and not (deed.is_time or deed.is_fate)
    ]


def _by_the_clock(quest: Quest, party: str) -> bool:
    """Whether another side wins by a round, or the party has to win before one."""
    return any(
        fact.kind is FactKind.ROUND and (victory.side != party or fact.comparison[0] in "<=!")
        for victory in quest.victories
        for fact in facts_of(victory.condition)
    )


def _begun(state: State, quest: Quest) -> str:
    """How the party begins, in words."""
    places = [
        f"{kind.word} at {quest.board.name(cell)}"
        for kind, cell in zip(quest.party, state.where, strict=True)
        if cell >= 0
    ]
    return f"begin: {', '.join(places)}"


# -- what came of it ----------------------------------------------------------------------


def _areas(quest: Quest, ground: Ground, reached: set[State]) -> frozenset[str]:
    cells = {cell for state in reached for cell in state.where if cell >= 0}
    return frozenset(quest.board.areas[ground.area_at[cell]].id for cell in cells)


def _ids(reached: set[State], word: str) -> frozenset[str]:
    return frozenset(str(fact[1]) for state in reached for fact in state.facts if fact[0] == word)


# -- what the player does not know -----------------------------------------------------------


def strange(quest: Quest, system: System) -> Iterator[str]:
    """What of a quest the player does not know, in words."""
    board = quest.board
    if board.lattice is not Lattice.SQUARES:
        yield "hexes"
    if board.crossings or board.levels or board.terrain or board.barriers or board.cliffs:
        yield "crossings, levels, terrain or barriers"
    if quest.unknowns:
        yield "what the party does not know"
    if quest.musters or quest.tables:
        yield "musters, or tables in play"
    if any(victory.degree for victory in quest.victories):
        yield "degrees of victory"
    specials = [special for kind in quest.party for special in kind.specials]
    if any(special.stays or {*special.passes, *special.shares} - {"wall"} for special in specials):
        yield "members with special ways to move"
    if any(special.passes for special in specials) and any(
        gate.shuts_after for gate in board.gates
    ):
        yield "members with special ways to move, and gates that count them"
    for thing in quest.things:
        if len(thing.cells) > 1 and thing.kind.category is Category.FIGURE:
            yield "large figures"
    if any(effect.moving is not None for effect in quest.every_effect()):
        yield "effects on hidden things"
    if any(unknown.sort is UnknownSort.TRAP for unknown in quest.unknowns):
        yield "traps that may be false"
    traps = quest.things_of(Category.TRAP)
    if any(not trap.kind.placing.springs for trap in traps):
        yield "traps of which the pack does not say what sets them off"
    if system.casting is not None:
        yield "spells"
    yield from _stacked(quest)
    yield from _taken_away(quest)
    yield from _strange_conditions(quest)


def _taken_away(quest: Quest) -> Iterator[str]:
    """Where something else befalls what is pushed, in words."""
    pushed = {thing.id for thing in quest.things if thing.pushers}
    for effect in quest.every_effect() if pushed else ():
        if effect.kind in (EffectKind.CLEAR, EffectKind.BLOCK) or effect.target in pushed:
            yield "things that are pushed, and what falls, is cleared or removed"
            return
        if effect.kind is EffectKind.RAISE:
            yield "things that are pushed, and figures that stand again"
            return


def _stacked(quest: Quest) -> Iterator[str]:
    """Where two figures may stand again, in words."""
    raised = {e.target for e in quest.every_effect() if e.kind is EffectKind.RAISE}
    at: Counter[int] = Counter()
    for figure in quest.things_of(Category.FIGURE):
        if figure.id in raised:
            effects = [e for e in quest.every_effect() if e.target == figure.id and e.place]
            places = [e.cells for e in effects if e.kind is EffectKind.RAISE]
            at.update({figure.mask, *places})
    if any(count > 1 for count in at.values()):
        yield "two figures that stand again in one place"


def _strange_conditions(quest: Quest) -> Iterator[str]:
    """What of the conditions of a quest the player does not know, in words."""
    members = {kind.word for kind in quest.party}
    for condition in quest.conditions():
        for fact in facts_of(condition):
            if fact.kind is FactKind.LEAVES and not {*fact.subjects} <= members:
                yield "things that leave the board"
