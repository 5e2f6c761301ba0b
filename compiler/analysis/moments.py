"""The worst moment of each component: when the most of it is on the table at once.

Takes a quest and its game. Returns, for each kind of figure, furniture, token and gate, how many
are on the table then, and what has happened by then. Nobody is taken off who need not be: a count
is never too low.
"""

from __future__ import annotations

from collections import Counter

from questwright.compiler.analysis.arrivals import Arrivals
from questwright.compiler.analysis.reveal import RevealKind, boundaries, reveal_order
from questwright.compiler.analysis.rolled import each_roll
from questwright.compiler.model.quest import EffectKind
from questwright.dsl.records import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from questwright.compiler.model.board import Gate
    from questwright.compiler.model.quest import Quest
    from questwright.compiler.packs.system.settings import Setting
    from questwright.compiler.packs.system.system import System

_REVEALS = 1000
"""The most sets of revealed areas that are tried; of more, all gates are taken to stand."""


_UNGATED = (RevealKind.FLOOR, RevealKind.PORTAL, RevealKind.CLEARED, RevealKind.EVENT)


class Moment(NamedTuple):
    """The worst moment of a component."""

    total: int
    """How many of it are on the table, if the box has as many."""
    areas: tuple[str, ...] = ()
    """The ids of the areas that are revealed then, besides those with which play begins."""
    events: tuple[str, ...] = ()
    """The ids of the events that have happened."""
    brought: int = 0
    """How many of them a side has brought into play, or fallen figures have left."""


def model_moments(
    quest: Quest, system: System, before: Counter[str]
) -> tuple[dict[str, Moment], set[str]]:
    """The worst moment of each kind of thing, and the kinds that come without an end.

    ``before`` counts what is drawn into play besides things, and what tables and events bring.
    """
    moments: dict[str, Moment] = {}
    start = _open_areas(quest)
    areas = [area.id for area in quest.board.areas]
    placed = Counter(thing.kind.word for thing in quest.things)
    rolls = each_roll(quest)
    came = {word: Arrivals(word, quest, system, rolls) for word in _spawned(quest)}
    endless = {word for word, arrivals in came.items() if arrivals.is_endless}
    for word in dict.fromkeys((*placed, *before, *came)):
        events, surplus = came[word].at_once(came[word].events) if word in came else ([], 0)
        later = {thing.area for thing in quest.things if thing.kind.word == word} - start
        moments[word] = Moment(
            placed[word] + before[word] + surplus,
            tuple(areas[number] for number in sorted(later) if number >= 0),
            tuple(event.id for event in events),
        )
    _add_left(moments, system)
    _add_brought(moments, quest, system)
    return moments, endless


# -- figures that come and fall ---------------------------------------------------------------


def _spawned(quest: Quest) -> Iterator[str]:
    """The words of the kinds of which tables and events bring figures or things."""
    effects = (*quest.rolled(), *(own for event in quest.events for own in event.effects))
    yield from dict.fromkeys(own.target for own in effects if own.kind is EffectKind.SPAWN)


def _add_left(moments: dict[str, Moment], system: System) -> None:
    """Add the tokens that fallen figures leave: one for each that may have stood there."""
    for word, moment in list(moments.items()):
        leaves = system.kinds[word].leaves
        if leaves:
            token = moments.get(leaves, Moment(0))
            moments[leaves] = token._replace(
                total=token.total + moment.total, brought=token.brought + moment.total
            )


def _add_brought(moments: dict[str, Moment], quest: Quest, system: System) -> None:
    """Add the figures that a side may bring: no more than there are tokens to bring them from."""
    for setting, many in bringing(quest, system):
        tokens = moments.get(setting.out_of, Moment(0)).total
        more = min(many, tokens) if setting.out_of else many
        moment = moments.get(setting.brings, Moment(0))
        if more:
            moments[setting.brings] = moment._replace(
                total=moment.total + more, brought=moment.brought + more
            )


def bringing(quest: Quest, system: System) -> Iterator[tuple[Setting, int]]:
    """The settings by which a side brings figures into play, each with how many it may bring."""
    for word, setting in system.settings.items():
        many = quest.settings.get(word)
        if setting.brings and isinstance(many, int) and many > 0:
            yield setting, many


# -- gates ------------------------------------------------------------------------------------


def gate_moments(quest: Quest) -> dict[str, Moment]:
    """The worst moment of each kind of gate: those on cells are taken away when they are opened."""
    words = dict.fromkeys(gate.kind.word for gate in quest.board.gates)
    return {word: _gate_moment(word, quest) for word in words}


def _gate_moment(word: str, quest: Quest) -> Moment:
    every = [gate for gate in quest.board.gates if gate.kind.word == word]
    if not all(gate.cells and not gate.shuts_after for gate in every) or any(
        effect.kind is EffectKind.CLOSE for effect in quest.every_effect()
    ):
        return Moment(len(every), _later(range(len(quest.board.areas)), every, quest))
    ways = _ways(word, quest)
    start = frozenset(_open_areas(quest))
    seen, level = {start}, [start]
    best = (_standing(start, every, ways), start)
    while level:
        onward = {
            revealed | {to}
            for revealed in level
            for near, to, _ in ways
            if near in revealed and to not in revealed
        } - seen
        seen |= onward
        if len(seen) > _REVEALS:
            return Moment(len(every), _later(range(len(quest.board.areas)), every, quest))
        level = sorted(onward, key=sorted)
        for revealed in level:
            best = max(best, (_standing(revealed, every, ways), revealed), key=lambda at: at[0])
    return Moment(best[0], _later(best[1], every, quest))


def _later(areas: Iterable[int], gates: list[Gate], quest: Quest) -> tuple[str, ...]:
    """The ids of the areas, not open at the start, to which some of the gates lead."""
    beside = {number for gate in gates for number in gate.between} - _open_areas(quest)
    return tuple(quest.board.areas[number].id for number in sorted(beside.intersection(areas)))


def _ways(word: str, quest: Quest) -> list[tuple[int, int, int]]:
    """The steps between areas, each with how many gates of a kind it takes off the table."""
    ways: dict[tuple[int, int], int] = {}
    for gate in quest.board.gates:
        cost = int(gate.kind.word == word and not gate.is_open)
        for ends in (gate.between, gate.between[::-1]):
            ways[ends] = min(cost, ways.get(ends, 1))
    for boundary in boundaries(quest):
        ways |= dict.fromkeys((boundary.between, boundary.between[::-1]), 0)
    start = min(_open_areas(quest), default=0)
    for revealed in reveal_order(quest):
        # An area that an event may reveal, or that is come to by no gate, costs no gate.
        if revealed.events or revealed.how in _UNGATED:
            ways[start, revealed.area] = ways[revealed.area, start] = 0
    return [(near, to, cost) for (near, to), cost in sorted(ways.items()) if near != to]


def _standing(revealed: frozenset[int], gates: list[Gate], ways: list[tuple[int, int, int]]) -> int:
    """How many gates stand if as few as possible were opened to reveal some areas."""
    there = sum(1 for gate in gates if revealed & set(gate.between) and not gate.is_open)
    left, parts = set(revealed), 0
    while left:
        parts += 1
        reached = [min(left)]
        for number in reached:
            left.discard(number)
            reached += [to for near, to, cost in ways if near == number and not cost and to in left]
            left.difference_update(reached)
    # Each part but the first was come to by a gate that is open now.
    return there - (parts - 1)


def _open_areas(quest: Quest) -> set[int]:
    return {revealed.area for revealed in reveal_order(quest) if revealed.depth == 0}


def has_source(token: str, quest: Quest, system: System) -> bool:
    """Whether a kind of token stands on the board, comes, or is left by a figure that falls."""
    moments, _ = model_moments(quest, system, Counter())
    return token in moments
