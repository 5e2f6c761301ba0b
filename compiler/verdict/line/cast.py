"""Who plays the members of a line: of those of whom the same comes, who is done with it first."""

from __future__ import annotations

from enum import Enum
from math import ceil

from questwright.compiler.grid.matching import maximum_matching
from questwright.compiler.verdict.decide.explore import Turn
from questwright.compiler.verdict.decide.shorten import replayed
from questwright.compiler.verdict.line.outcomes import acted
from questwright.compiler.verdict.line.table import Aim, ways_of
from questwright.compiler.verdict.rules.state import Act, Departing, Departure, MemberWalk, State
from questwright.compiler.verdict.task.bits import union

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TypeVar

    from questwright.compiler.verdict.decide.explore import Explorer
    from questwright.compiler.verdict.decide.simplify import Simple
    from questwright.compiler.verdict.line.table import Leg, TableTop

    _AnyMove = TypeVar("_AnyMove", Act, MemberWalk)


class Chosen(Enum):
    """How a player is chosen of those who can do something."""

    SOONEST = "soonest"
    """Who is done with it first, if each goes on when it can at the soonest by its own clock."""
    STRONGEST = "strongest"
    """The same, but a fight is the strongest one's who comes to it in the same round."""
    IN_TURN = "in turn"
    """The same, if in a round some go on after what others have brought about in it."""
    UNHINDERED = "unhindered"
    """Who has the fewest friends in the way first, and so for who walks somewhere alone."""


_REST = 40
"""How many moves are tried anew after another member has done the one before."""


class Players:
    """For each member of a line who plays it."""

    def __init__(self, simple: Simple, explorer: Explorer, table: TableTop, choice: Chosen) -> None:
        """The players of a line on a table, who are chosen in some way."""
        self._simple = simple
        self._explorer = explorer
        self._rules = explorer.play
        self._table = table
        self._by_strength = choice is Chosen.STRONGEST
        self._is_unhindered = choice is Chosen.UNHINDERED
        table.tally.are_in_turn = choice is Chosen.IN_TURN
        self._players = [*range(table.task.party)]

    def played(self, state: State) -> State:
        """A state as those stand and carry who play the members of the line."""
        where, hold = [0] * len(state.where), [0] * len(state.where)
        for member, player in enumerate(self._players):
            where[player], hold[player] = state.where[member], state.hold[member]
        return self._rules.pooled(State(state.facts, tuple(where), tuple(hold)))

    def played_move(self, move: _AnyMove) -> _AnyMove:
        """A move by whoever plays the member."""
        member = self._players[move.member] if move.member >= 0 else -1
        before = self.played(move.before)
        stands = sorted(zip(self._players, move.stands, strict=False))
        stood = tuple(own for _, own in stands)
        return move._replace(before=before, member=member, stands=stood)

    def played_departure(self, move: Departure) -> Departure:
        """How those leave the board who play the members."""
        over, ends, leavers = [*move.over], [*move.ends], 0
        for member, player in enumerate(self._players):
            over[player], ends[player] = move.over[member], move.ends[member]
            leavers |= (move.leavers >> member & 1) << player
        before, path = self.played(move.before), tuple(map(self._played_departing, move.path))
        return Departure(before, move.victory, tuple(over), tuple(ends), leavers, path)

    def _played_departing(self, step: Departing) -> Departing:
        stands = sorted(zip(self._players, step.where, strict=True))
        where = tuple(own for _, own in stands)
        return step._replace(member=self._players[step.member], where=where)

    def recast(self, moves: Sequence[Turn]) -> Sequence[Turn]:
        """Moves of which the first is done by whoever has what it takes, and is done with it first.

        Of those for whom the same comes of it, or after whom the others can all be done as well.
        """
        found = self._chosen(moves)
        self._stay(found[0])
        return found

    def _stay(self, turn: Turn) -> None:
        """Of those who are alike, each plays a member who stands there as something happens."""
        move, where = turn.move, turn.state.where
        if isinstance(move, Departure) or not turn.events:
            return
        groups: dict[tuple[object, ...], list[int]] = {}
        for member, own in enumerate(where):
            if member != move.member and own:
                group = (move.before.where[member], *self._known_by(member, move.before))
                groups.setdefault(group, []).append(member)
        for members in groups.values():
            players = [self._players[member] for member in members]
            cells = [self._table.cells[player] for player in players]
            asked = [self._simple.task.cells_of(where[member]) for member in members]
            stays = maximum_matching(
                [
                    [n for n, cell in enumerate(cells) if cell >= 0 and own >> cell & 1]
                    for own in asked
                ]
            )
            others = (n for n in range(len(players)) if n not in stays.values())
            for number, member in enumerate(members):
                self._players[member] = players[stays[number] if number in stays else next(others)]

    def _chosen(self, moves: Sequence[Turn]) -> Sequence[Turn]:
        """Moves of which the first is done by whoever is chosen for it."""
        arrival = moves[0]
        move = arrival.move
        before, role = move.before, move.member
        if isinstance(move, Departure) or role < 0 or before.where.count(before.where[role]) < 2:
            return moves
        own = self._simple.task.cells_of(before.where[role])
        if isinstance(move, Act):
            deed = self._table.task.deeds[self._simple.deeds[move.deed]]
            wanted, items = deed.stands & own, deed.carries & self._table.task.carried
            is_fight = self._by_strength and deed.is_fight
            gathered = enumerate(zip(before.where, move.begin.where, strict=True))
            narrowed = (then for n, (own, then) in gathered if n != role and then != own)
            asked = union(self._simple.task.cells_of(then) for then in narrowed)
        else:
            is_fight, asked = False, 0
            wanted, items = self._simple.task.cells_of(1 << move.place), arrival.state.hold[role]
        able: list[tuple[int, int, float, int, bool, int, int]] = []
        for other, spot in enumerate(before.where):
            if spot != before.where[role]:
                continue
            player = self._players[other]
            way = next(ways_of(self._table, Aim(player, own, wanted)), None)
            if way is not None:
                tally, strides = self._table.tally, [leg.stride for leg in way]
                late, weak = tally.late(player, strides, is_acting=isinstance(move, Act)), 0
                if is_fight:
                    late = ceil(tally.late_for_fight(player, strides))
                    weak = -self._table.floor.strength[player]
                lacks = (items & ~self._table.state.hold[player]).bit_count()
                cell = self._table.cells[player]
                is_asked = cell >= 0 and bool(asked >> cell & 1)
                able.append((lacks, self._held_up(way), late, weak, is_asked, len(way), other))
        for *_, other in sorted(able):
            if other == role:
                break
            if self._are_alike(role, other, before):
                players = self._players
                players[role], players[other] = players[other], players[role]
                break
            found = self._instead(moves, self._turns(move, other))
            if found:
                return found
        return (
            self._instead(moves, self._turns(move, role)) if isinstance(move, Act) else None
        ) or moves

    def _held_up(self, way: Sequence[Leg]) -> int:
        """How many friends stand in a way, where that is asked and nobody passes a friend."""
        if not (self._is_unhindered and self._table.floor.friends_block):
            return 0
        return len({leg.stride.to for leg in way} & {*self._table.cells})

    def _turns(self, move: Act | MemberWalk, member: int) -> list[Turn]:
        """What the same move leads to if another member makes it, who stands where it is made."""
        before = move.before
        if isinstance(move, Act):
            each = acted(self._rules, Act(before, member, move.deed), before)
            return [Turn(way, o.events, o.state, o.end) for way, o in each]
        if not self._is_unhindered:
            return []
        return [
            Turn(walk, o.events, o.state, o.end)
            for walk, rough, near in self._explorer.steps.about(before)
            if near is None and (walk.member, walk.place) == (member, move.place)
            for o in self._rules.settled([*self._rules.left(rough, member)])
        ]

    def _instead(self, moves: Sequence[Turn], turns: Sequence[Turn]) -> list[Turn] | None:
        """Moves with another first one, which lead where they have led; None if they do not.

        Of all ways in which the others may stand then the one for which the fewest have to walk.
        """
        first, *rest = moves
        known = (first.events, first.end, first.state.facts)
        same = [turn for turn in turns if (turn.events, turn.end, turn.state.facts) == known]
        same.sort(key=lambda turn: self._astray(_begun(turn)) + self._astray(turn.state))
        for turn in same:
            if turn.state == first.state or (not rest and self._is_end(first, turn.state)):
                return [turn, *rest]
            if moves[-1].end is None and not self._is_end(first, turn.state):
                continue  # It is the line's last move that loses the quest, and no other.
            then = replayed(self._explorer, turn.state, rest) if len(rest) < _REST else None
            if then and (then[-1].end or then[-1].state) == (rest[-1].end or rest[-1].state):
                return [turn, *then]
        return None

    def _is_end(self, last: Turn, state: State) -> bool:
        """Whether a line may end in a state: play is over, or it is the same but for who."""
        canonical = self._explorer.canonical
        return last.end is not None or canonical(state) == canonical(last.state)

    def _astray(self, state: State) -> int:
        """How many members stand elsewhere than in a state."""
        at = [self._table.cells[player] for player in self._players]
        return sum(
            cell >= 0 and not own >> self._simple.places[self._table.floor.place(cell)] & 1
            for cell, own in zip(at, state.where, strict=True)
        )

    def _are_alike(self, member: int, other: int, state: State) -> bool:
        """Whether one may play another: nobody asks which of them has what."""
        return self._known_by(member, state) == self._known_by(other, state)

    def _known_by(self, member: int, state: State) -> tuple[object, ...]:
        """What tells a member from others: what it can do, and of what it has what is asked for."""
        grounds = self._rules.grounds
        return grounds.kinds[member], state.hold[member] & grounds.watch(state.facts).named

    def follow(self, here: State, wanted: State) -> None:
        """Members who are alike may stand as others of them do in a state of the line."""
        left = [*range(len(wanted.where))]
        cast = []
        for member, stands in enumerate(zip(wanted.where, wanted.hold, strict=True)):
            other = min(
                left,
                key=lambda n: (
                    self._rules.grounds.kinds[n] != self._rules.grounds.kinds[member],
                    (here.where[n], here.hold[n]) != stands,
                    n != member,
                ),
            )
            left.remove(other)
            cast.append(self._players[other])
        self._players = cast


def _begun(turn: Turn) -> State:
    """How all stand as a move is made."""
    return turn.move.begin if isinstance(turn.move, Act) else turn.move.before
