"""The player without wits once more, with nothing taken together: see `brute`.

Each member on his square and each key in somebody's hands is a moment of its own. It is much too
slow but for the smallest boards, and is there to be held against the other one.
"""

from __future__ import annotations

from itertools import product
from typing import NamedTuple

from oracle.brute import judged
from oracle.brute_asked import is_so
from oracle.brute_party import FOLLOWING, LOST, WON, TooManyStates
from oracle.brute_rules import Rules, each_bit

LIMIT = 3_000
NOBODY = -1
LOST_ONE = None
"""The square of a member who is no longer in the quest."""


class End(NamedTuple):
    """What may come of a step or a deed, when all has happened that must."""

    moment: tuple
    happened: bool
    """Some event did."""


def play(quest, system, limit=LIMIT):
    """Try everything."""
    player = _Player(Rules(quest, system), limit)
    return judged(player.begin(), player.moves, limit)


class _Player:
    """What can be done in one quest. A moment: what holds, who stands where, and who has what."""

    def __init__(self, rules, limit) -> None:
        self.rules = rules
        self.size = len(rules.quest.party)
        self.keys = list(dict.fromkeys(lock.key for lock in rules.locks))
        self.among = {}
        self.limit = limit

    def begin(self):
        rules = self.rules
        first = (NOBODY,) * len(self.keys)
        outside = {*rules.floor.outside.values()}
        for cells in product(*rules.starts):
            begun = [cell for cell in cells if cell not in outside]
            if not begun or len({*begun}) < len(begun):
                continue
            for end in self.settle(rules.given, cells, first):
                yield self.walked(end.moment)

    def is_buried(self, cell, facts):
        return self.rules.is_closed(cell, facts)

    def hold(self, form, cells):
        return is_so(form, [0 if cell is LOST_ONE else 1 << cell for cell in cells])

    def settle(self, facts, cells, hands, depth=0):
        """Let happen what must: what may come of it; nothing where two stand on one square."""
        return self._settle(facts, cells, hands, depth) if self.has_room(cells) else []

    def has_room(self, cells):
        """Whether each who is on the board has a square for himself."""
        outside = {LOST_ONE, *self.rules.floor.outside.values()}
        here = [cell for cell in cells if cell not in outside]
        return len({*here}) == len(here)

    def _settle(self, facts, cells, hands, depth=0):
        rules = self.rules
        if depth > FOLLOWING:
            raise TooManyStates
        cells = tuple(
            LOST_ONE if facts & rules.lost[one] else cell for one, cell in enumerate(cells)
        )
        if all(cell is LOST_ONE for cell in cells):
            return [End(LOST, False)]
        for event in rules.events:
            is_spent = event.repeats and facts & event.spent
            if is_spent and not self.hold(event.holds(facts), cells):
                facts &= ~event.spent
        if self.hold(rules.wins(facts), cells):
            return [End(WON, False)]
        if self.hold(rules.loses(facts), cells):
            return [End(LOST, False)]
        for event in rules.events:
            if not facts & event.spent and self.hold(event.holds(facts), cells):
                new = rules.after(facts, event)
                return [
                    end._replace(happened=True)
                    for given in self.given(facts, new, hands, range(self.size))
                    for seen, where in self.clear_of(cells, facts, new)
                    for end in self.settle(seen, where, given, depth + 1)
                ]
        return [End((facts, cells, hands), False)]

    def clear_of(self, cells, facts, new):
        """Where they all may be when squares have closed, and what they have seen then."""
        way = [0 if cell is LOST_ONE else 1 << cell for cell in cells]
        each = [
            [
                (seen, cell)
                for seen, among in self.rules.clear_of(one, way, facts, new)
                for cell in (each_bit(among) if among else (LOST_ONE,))
            ]
            for one in range(self.size)
        ]
        for chosen in product(*each):
            seen = new
            for shown, _ in chosen:
                seen |= shown
            yield seen, tuple(cell for _, cell in chosen)

    def given(self, facts, new, hands, to):
        """Who may carry what, once what is new is in the hands of one of some."""
        left = self.rules.left(new, range(self.size))
        each = []
        for key, hand in zip(self.keys, hands, strict=True):
            if not new & key:
                each.append([NOBODY])
            elif facts & key and hand in left:
                each.append([hand])
            else:
                each.append(left if facts & key else [one for one in to if one in left])
        return product(*each)

    def walked(self, moment):
        """All moments to which they can walk, or hand things over, with nothing happening."""
        if moment in (WON, LOST):
            return moment
        found = self.among.get(moment)
        if found is None:
            near = {moment}
            waiting = [moment]
            while waiting:
                for other in self.freely(waiting.pop()):
                    if other not in near:
                        near.add(other)
                        waiting.append(other)
            found = frozenset(near)
            self.among[moment] = found
            if self.rules.floor.is_lame(moment[0]):
                # There may be no going back from some of them.
                return found
            for one in near:
                self.among[one] = found
            if len(self.among) > 10 * self.limit:
                raise TooManyStates
        return found

    def freely(self, moment):
        facts, cells, hands = moment
        for _, after in self.each_step(moment):
            if self.is_free(moment, after):
                yield (facts, after[1], hands)
        for key, hand in enumerate(hands):
            if hand != NOBODY and not self.is_buried(cells[hand], facts):
                for other in range(self.size):
                    if cells[other] is not LOST_ONE and self.can_meet(hand, other, cells, facts):
                        yield (facts, cells, (*hands[:key], other, *hands[key + 1 :]))

    def can_meet(self, one, other, cells, facts):
        here, there = cells[one], cells[other]
        if self.is_buried(here, facts) or self.is_buried(there, facts):
            return False
        return bool(self.rules.floor.in_reach(1 << here, facts) >> there & 1)

    def steps(self, one, cell, facts):
        return self.rules.steps(cell, self.rules.as_for(one, facts))

    def each_step(self, moment):
        """Each step of one: who goes where, and how it stands before anything has happened."""
        facts, cells, hands = moment
        for one, cell in enumerate(cells):
            if cell is not LOST_ONE and not self.is_buried(cell, facts):
                for other in each_bit(self.steps(one, cell, facts)):
                    new = facts | self.rules.sight[other]
                    yield (one, other), (new, (*cells[:one], other, *cells[one + 1 :]), hands)

    def is_free(self, moment, after):
        # Who walks on past another stands with him for a moment, and no longer.
        ends = self._settle(*after) if after[0] == moment[0] else []
        return [(end.moment, end.happened) for end in ends] == [(after, False)]

    def moves(self, moments):
        groups = {}
        # Where there is no going back, wherever one walks is a state of its own.
        for moment in (moment for moment in moments if self.walked(moment) == moments):
            facts, cells, hands = moment
            for key, after in self.each_step(moment):
                if not self.is_free(moment, after):
                    groups.setdefault(key, []).extend(self.settle(*after))
            for number, deed in enumerate(self.rules.deeds):
                new = self.rules.after(facts, deed)
                may = not facts & deed.once and new != facts
                if may and self.hold(deed.when(facts), cells):
                    for one, cell in enumerate(cells):
                        if cell is LOST_ONE or (deed.doers is not None and one not in deed.doers):
                            continue
                        if deed.where is not None and not deed.where(facts) >> cell & 1:
                            continue
                        if deed.key and hands[self.keys.index(deed.key)] != one:
                            continue
                        group = groups.setdefault(number, [])
                        for given in self.given(facts, new, hands, [one]):
                            ends = self.settle(new, cells, given)
                            group.extend(end._replace(happened=True) for end in ends)
        found = {state: None for moment in moments if (state := self.walked(moment)) != moments}
        for group in groups.values():
            for end in group:
                found[self.walked(end.moment)] = None
        return list(found)
