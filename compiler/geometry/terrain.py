"""Terrain: what entering it costs a figure, and how far figures move in each of their states."""

from __future__ import annotations

from questwright.compiler.english import listed_in_words, with_article
from questwright.compiler.geometry.footing import Ground
from questwright.compiler.language import say
from questwright.compiler.model.words import is_called
from questwright.compiler.packs.system.moves import move_of
from questwright.dsl.records import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from questwright.compiler.grid.cells import Cells
    from questwright.compiler.model.board import Board
    from questwright.compiler.model.quest import Item, Quest
    from questwright.compiler.packs.system.system import Kind, Move, System, Terrain


def cost_of(terrain: Terrain, kind: Kind, move_value: str) -> int | None:
    """The move points that entering a terrain costs a kind; None if it can never enter.

    A kind cannot enter terrain that is closed to it, or that costs more than its whole move, as far
    as that goes where it is rolled.
    """
    cost = full_cost(terrain, kind)
    move = move_of(kind, move_value)
    if cost is None or (move is not None and cost > move.most):
        return None
    return cost


def full_cost(terrain: Terrain, kind: Kind) -> int | None:
    """The move points that entering a terrain costs a kind, whatever its move; None if closed."""
    if any(is_called(kind, word) for word in terrain.closed_to):
        return None
    own = [cost for word, cost in terrain.costs.items() if is_called(kind, word)]
    return max(own, default=terrain.cost)


def cost_with_gear(terrain: Terrain, kind: Kind, move_value: str) -> int | None:
    """The same for who carries what one enters the terrain with; None if that makes none enter."""
    if not terrain.entered_with:
        return cost_of(terrain, kind, move_value)
    return cost_of(terrain._replace(closed_to=()), kind, move_value)


def gear_to_enter(terrain: Terrain, items: Iterable[Item]) -> tuple[Item, ...]:
    """The items of a quest with which one enters a terrain that is closed to one."""
    words = terrain.entered_with
    return tuple(item for item in items if item.gear is not None and item.gear.word in words)


def costs_in_words(terrain: Terrain, quest: Quest, system: System) -> str:
    """What entering a terrain costs the members of a party: ``2 to enter for Reeve``.

    With which gear one enters it is a rule of the game, wherever that gear is.
    """
    costs: dict[int | None, list[str]] = {}
    for kind in quest.party:
        costs.setdefault(cost_of(terrain, kind, system.move_value), []).append(kind.title)
    words = _costs_in_words(costs)
    own = {item.gear.word: item.title for item in quest.items if item.gear is not None}
    gear = [own.get(word) or system.gear[word].title for word in terrain.entered_with]
    if None not in costs or not gear:
        return words
    return f"{words}, {_except_with(gear)}"


def _except_with(gear: Iterable[str]) -> str:
    return say("except with {gear}", gear=listed_in_words(map(with_article, gear), "or"))


def closed_in_words(terrain: Terrain, quest: Quest, *, is_to_party: bool) -> str:
    """A terrain that is closed to a figure: ``Dark (except with the Lamp)``."""
    gear = dict.fromkeys(item.title for item in gear_to_enter(terrain, quest.items))
    return f"{terrain.title} ({_except_with(gear)})" if gear and is_to_party else terrain.title


def _costs_in_words(costs: Mapping[int | None, Sequence[str]]) -> str:
    if len(costs) == 1 and None not in costs:
        (cost,) = costs
        return say("{cost} to enter", cost=cost)
    # The longest list of names is left out: it is of all others. Who is kept out comes last.
    groups = sorted(costs.items(), key=lambda group: group[0] is None)
    longest = max(groups, key=lambda group: (len("".join(group[1])), group[0] is None))
    if len(groups) > 1 and len(longest[1]) > 1:
        groups.remove(longest)
        named = [_cost_in_words(cost, listed_in_words(who)) for cost, who in groups]
        return "; ".join([*named, _cost_in_words(longest[0], say("the others"))])
    return "; ".join(_cost_in_words(cost, listed_in_words(who)) for cost, who in groups)


def _cost_in_words(cost: int | None, who: str) -> str:
    if cost is None:
        return say("not for {who}", who=who)
    return say("{cost} to enter for {who}", cost=cost, who=who)


def steps_in_words(terrain: Terrain, party: Iterable[Kind], system: System) -> str:
    """How a terrain changes steps: ``; joins levels``, ``; not entered from the Water``."""
    words = say("; joins levels") if terrain.joins_levels else ""
    if terrain.apart_from:
        apart = (with_article(system.terrains[word].title) for word in terrain.apart_from)
        words += say("; not entered from {terrain}", terrain=listed_in_words(apart, "or"))
        able = [
            member.title
            for member in party
            if any(is_called(member, w) for w in terrain.climbed_by)
        ]
        words += say(", but by {who}", who=listed_in_words(able)) if able else ""
    return words


class Gait(NamedTuple):
    """How far a kind moves in one of its states, at home and on other terrain.

    Costs are counted in shares of a move: a step of cost ``c`` takes ``c`` times the shares of the
    terrain.
    """

    value: str
    """The name of the kind's value that says how far it moves."""
    away: str = ""
    """The name of that value on terrain where it is not at home; empty if it is the same."""
    home: tuple[str, ...] = ()
    """The words of the terrain where it is at home."""
    shares: tuple[int, int] = (1, 1)
    """The shares of a move that cost 1 takes: on its home terrain, and on any other."""
    move: int = 0
    """The shares of a whole move."""

    def on(self, word: str) -> tuple[str, int]:
        """For a terrain, the name of the move value and the shares that cost 1 takes."""
        if not self.away or word in self.home:
            return self.value, self.shares[0]
        return self.away, self.shares[1]


def gait_of(kind: Kind, state: Move) -> Gait | None:
    """How far a kind moves in a state at the most; None if it does not have this state.

    A kind that moves 7 in water and 3 on land has a move of 21 shares: a step of cost 1 takes 3 of
    them in water and 7 on land.
    """
    own = _whole(kind, state.value)
    if own is None:
        return None
    away = _whole(kind, state.elsewhere)
    if not away or not own:
        return Gait(state.value, move=own)
    return Gait(state.value, state.elsewhere, state.at_home, (away, own), own * away)


def _whole(kind: Kind, value: str) -> int | None:
    found = move_of(kind, value)
    return None if found is None else found.most


def plain_ground(cells: Cells) -> Ground:
    """Ground of which every cell costs one move point to enter."""
    return Ground(((1, cells),), cells)


def ground_for(kind: Kind, board: Board, cells: Cells, gait: Gait) -> Ground:
    """The ground of some cells for a kind: what it may enter, at which cost, and stand on.

    Costs are in the gait's shares of a move.
    """
    plain, ahead = cells, 0
    led = kind.base.only_ahead if kind.base is not None else ()
    by_cost: dict[int, Cells] = {}
    for patch in board.terrain:
        plain &= ~patch.cells
        ahead |= patch.cells if patch.kind.word in led else 0
        value, share = gait.on(patch.kind.word)
        cost = cost_of(patch.kind, kind, value)
        if cost is not None:
            by_cost[cost * share] = by_cost.get(cost * share, 0) | patch.cells & cells
    _, share = gait.on("")
    by_cost[share] = by_cost.get(share, 0) | plain
    ground = Ground(tuple(sorted(by_cost.items())), 0)
    return ground._replace(covered=ground.enterable, ahead=ahead)
