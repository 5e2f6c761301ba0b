"""In which round a player without wits wins at the earliest, member by member: see `brute`.

In a round each member moves as far as its value goes and acts once, and who has moved has done with
moving when it acts. What the rulebooks say of whose turn it is stands here once more, told from
their texts. Whoever takes something does so in a turn of his own; two hand something over in the
turn of one of them. Opening a door costs a part of the move, taking something or handing it over
costs nothing, and everything else is an action. All that is tried succeeds. A round of which
something asks has come when they say so, but not before it has.
"""

from __future__ import annotations

from itertools import product
from typing import NamedTuple

from oracle.brute_cliffs import called_so, each_bit
from oracle.brute_naive import LOST_ONE, NOBODY, _Player
from oracle.brute_party import LOST, WON, TooManyStates
from oracle.brute_rules import Rules

LIMIT = 60_000
BY_PHASES = {"dragon-noir"}
"""All of a side move, and when all have done so, those who want to fight [DN-C1, DN-C2]."""
ONE_BY_ONE = {"dungeon-saga", "dungeon-saga-origins", "warhammer-quest"}
"""Who has begun is done before the next one begins [DKQ-C2, DSO-C2, WHQ-C15]."""
MOVING_FIRST = {"dungeon-saga", "warhammer-quest"}
"""Who has acted does not move [DKQ-C3, WHQ-C16]; elsewhere he may, if he has not yet [DSO-C3]."""
IN_ORDER = {"warhammer-quest": ("barbarian", "elf", "wizard", "dwarf")}
"""By Initiative, and first of all whoever leads [WHQ-C15]."""


class Turn(NamedTuple):
    """What a member may still do in a round."""

    left: int
    has_moved: bool = False
    has_acted: bool = False


class Turns(NamedTuple):
    """What is left of a round."""

    each: tuple[Turn, ...]
    is_fighting: bool = False
    """With phases: nobody moves any more."""
    now: int = -1
    """Whose turn it is, where they take turns; -1 before the first."""
    done: frozenset = frozenset()
    """Those whose turns are over."""

    def of(self, one, turn):
        """The same, with another turn of one member."""
        return self._replace(each=(*self.each[:one], turn, *self.each[one + 1 :]))


def earliest(quest, system, last, limit=LIMIT, game=""):
    """The first round in which somebody wins; None where nobody does up to some last round.

    Whose turn it is, they say by the rules of ``game``, if another one is given.
    """
    player = _Timed(Rules(quest, system), limit, game or system.id)
    moments = set(player.begin())
    for number in range(1, last + 1):
        moments = player.round(moments, number)
        if WON in moments:
            return number
    return None


class _Timed(_Player):
    """The player of moments, who counts."""

    def __init__(self, rules, limit, game) -> None:
        super().__init__(rules, limit)
        value = rules.system.move_value
        self.moves = [kind.values[value].value for kind in rules.quest.party]
        self.costs = [self._costs(kind) for kind in rules.quest.party]
        names = {1 << number: name for name, number in rules.bits.items()}
        self.rounds = {bit: id_ for bit, (sort, id_) in names.items() if sort == "round"}
        self.sorts = [names.get(deed.once, ("explored", "")) for deed in rules.deeds]
        self.doors = {gate.id: gate.kind.move_cost for gate in rules.board.gates}
        self.outside = {*rules.floor.outside.values()}
        self.by_phases = game in BY_PHASES
        self.one_by_one = game in ONE_BY_ONE
        self.moves_first = game in MOVING_FIRST
        order = IN_ORDER.get(game, ())
        self.order = [order.index(kind.word) if order else 0 for kind in rules.quest.party]

    def _costs(self, kind):
        """What entering a square costs one of them, where it is not 1."""
        found = dict.fromkeys(self.rules.floor.outside.values(), 0)
        for patch in self.rules.board.terrain:
            own = [cost for word, cost in patch.kind.costs.items() if word in called_so(kind)]
            found |= dict.fromkeys(each_bit(patch.cells), max(own or [patch.kind.cost]))
        return found

    def has_room(self, cells):
        """Members share squares here: so nobody is held up whom a friend lets pass."""
        return True

    def begin(self):
        first = (NOBODY,) * len(self.keys)
        for cells in product(*self.rules.starts):
            begun = [cell for cell in cells if cell not in self.outside]
            if begun and len({*begun}) == len(begun):
                for end in self.settle(self.rules.given, cells, first):
                    yield end.moment

    def round(self, moments, number):
        """All that may be so in a round, by what may be so when it begins."""
        fresh = Turns(tuple(Turn(move) for move in self.moves))
        seen = {(moment, fresh) for moment in moments - {LOST}}
        waiting = [*seen]
        while waiting:
            moment, turns = waiting.pop()
            if moment == WON:
                return {WON}
            for after in self.following(moment, turns, number):
                if after[0] != LOST and after not in seen:
                    seen.add(after)
                    waiting.append(after)
            if len(seen) > self.limit:
                raise TooManyStates
        return {moment for moment, _ in seen}

    def following(self, moment, turns, number):
        """What may be so after one step, one deed, or something handed over."""
        yield from self.walking(moment, turns)
        for after, two in self.handing(moment):
            for one in two:
                begun = self.begun(turns, one)
                if begun is not None:
                    yield after, begun
        for deed, name in zip(self.rules.deeds, self.sorts, strict=True):
            yield from self.doing(deed, name, moment, turns, number)

    def walking(self, moment, turns):
        cells = moment[1]
        for (step, other), after in self.each_step(moment):
            if cells[step] in self.outside:
                for end in self.settle(*after):
                    yield end.moment, turns
                continue
            begun = self.begun(turns, step)
            moved = begun and self.moved(begun, step, self.costs[step].get(other, 1))
            for end in self.settle(*after) if moved else ():
                yield end.moment, moved

    def begun(self, turns, one):
        """The same in the turn of one member; None where he has no more of one in this round."""
        if not self.one_by_one or turns.now == one:
            return turns
        if one in turns.done:
            return None
        before = {n for n, own in enumerate(self.order) if own < self.order[one]}
        return turns._replace(now=one, done=turns.done | before | ({turns.now} - {-1}))

    def moved(self, turns, one, cost):
        """The same when one member has moved; None where he cannot."""
        turn = turns.each[one]
        if turn.left < cost or turns.is_fighting or (self.moves_first and turn.has_acted):
            return None
        left = turn._replace(left=turn.left - cost, has_moved=cost > 0 or turn.has_moved)
        return turns.of(one, left)

    def handing(self, moment):
        facts, cells, hands = moment
        for key, hand in enumerate(hands):
            if hand == NOBODY or self.is_buried(cells[hand], facts):
                continue
            for other in range(self.size):
                if cells[other] is not LOST_ONE and self.can_meet(hand, other, cells, facts):
                    yield (facts, cells, (*hands[:key], other, *hands[key + 1 :])), (hand, other)

    def doing(self, deed, name, moment, turns, number):
        facts, cells, hands = moment
        new = self.rules.after(facts, deed)
        if facts & deed.once or new == facts or not self.hold(deed.when(facts), cells):
            return
        if deed.where is None:
            if all(late <= number for bit, late in self.rounds.items() if bit & deed.adds):
                for end in self.each_end(facts, new, moment, range(self.size)):
                    yield end, turns
            return
        for one in self.able(deed, facts, cells, hands):
            begun = self.begun(turns, one)
            spent = begun and self.spent(name, begun, one)
            for end in self.each_end(facts, new, moment, [one]) if spent else ():
                yield end, spent

    def each_end(self, facts, new, moment, to):
        """What may come of a deed, whoever of some has got what it brings."""
        _, cells, hands = moment
        for given in self.given(facts, new, hands, to):
            for end in self.settle(new, cells, given):
                yield end.moment

    def able(self, deed, facts, cells, hands):
        """Who stands where something is done, and may do it."""
        for one, cell in enumerate(cells):
            if cell is LOST_ONE or (deed.doers is not None and one not in deed.doers):
                continue
            has_key = not deed.key or hands[self.keys.index(deed.key)] == one
            if has_key and deed.where(facts) >> cell & 1:
                yield one

    def spent(self, name, turns, one):
        """What a deed leaves of a round; None where that is not enough for it."""
        sort, id_ = name
        if sort in ("taken", "sprung", "launched"):
            return turns
        if sort == "open":
            return self.moved(turns, one, self.doors[id_]) if self.doors[id_] else turns
        turn = turns.each[one]
        if turn.has_acted:
            return None
        left = 0 if turn.has_moved else turn.left
        fighting = turns._replace(is_fighting=self.by_phases)
        return fighting.of(one, turn._replace(left=left, has_acted=True))
