"""A player without wits: tries everything, square by square, until nothing new is left.

Written apart from the proof: of the quest it knows what its author wrote, and every moment of play
that the rules allow is looked at. What it takes the rules to be:

* The party is one piece on one square. It steps to a square beside its own where neither wall, shut
  gate nor what closes a square is in the way, and across a corner where it could go around on one
  side; figures do not stop it, for they can be beaten. Who steps on a portal stands beside the
  other one.
* A shut door is opened from a square beside it, a locked one only with its key in hand or once it
  has been unlocked.
* What lies on a square is taken there, once; what is beside a closed square is done from beside. An
  area is searched from within, once, when its passages are known and, in a room, no enemy is left;
  a figure is beaten from its square or from beside it, once. Nothing is found that was had before.
* Time passes when the party waits: to the next round of which anything asks.
* After each step and each deed events happen: first those that repeat are ready again whose
  condition holds no longer, then the first happens whose condition holds, in the order in which
  they were written, `when` once in a game, `whenever` each time that it has come true.
* The party has won as soon as its victory holds, even if an event would follow, or another side
  would win as well. What an event ends is over at once.
* A party that need only walk to its victory does so: it is not stranded by dawdling.
* Who brings a ceiling down stands clear of it, if that can be. Who stands below it waits until it
  is cleared away, and is neither here nor there.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, NamedTuple

from brute_rules import Rules, each_bit

if TYPE_CHECKING:
    from collections.abc import Iterator


class Outcome(NamedTuple):
    """What trying everything showed."""

    can_win: bool
    can_strand: bool
    """Some line of play leaves nothing that wins, while another wins."""
    states: int


class State(NamedTuple):
    """A moment of play: what holds, and the squares among which the party can step unnoticed."""

    facts: int
    squares: int
    edge: int
    """The squares one step further, where something comes of stepping."""


class TooManyStates(Exception):
    """The quest is not a small one."""


LIMIT = 4_000
FOLLOWING = 50
"""Events that may happen one upon the other."""


def play(quest, system, limit=LIMIT):
    """Try everything."""
    player = _Player(Rules(quest, system))
    first = player.begin()
    after = {}
    queue = deque(first)
    while queue:
        state = queue.popleft()
        if state not in after:
            after[state] = () if player.is_over(state) else tuple(player.moves(state))
            queue.extend(other for other, _ in after[state])
            if len(after) > limit:
                raise TooManyStates
    good = _before(player.won, after, lambda *_: True)
    rules = player.rules
    seeing = rules.live | rules.seen
    walked = _before(player.won, after, lambda *step: _is_walk(*step, seeing), depth=1)
    walked = _before(walked, after, lambda *step: _is_walk(*step, rules.live))
    seen = set(first)
    queue = deque(seen)
    while queue:
        state = queue.popleft()
        for other, _ in () if state in walked else after[state]:
            if other not in seen:
                seen.add(other)
                queue.append(other)
    return Outcome(bool(player.won), bool(player.won) and not seen <= good, len(after))


def _is_walk(one, other, is_step, idle):
    """Whether the party has but stepped, and nothing has changed besides these facts."""
    return is_step and not (one.facts ^ other.facts) & ~idle


def _before(states, after, may, depth=None):
    """These states, and those from which moves of a kind lead to them."""
    back = {}
    for state, following in after.items():
        for other, is_step in following:
            if may(state, other, is_step):
                back.setdefault(other, []).append(state)
    found = set(states)
    ring = found
    while ring and depth != 0:
        ring = {earlier for state in ring for earlier in back.get(state, ())} - found
        found |= ring
        depth = None if depth is None else depth - 1
    return found


class _Player:
    """What can be done in one quest."""

    def __init__(self, rules) -> None:
        self.rules = rules
        self.won = set()
        self.lost = set()
        self._stirs = {}
        self._landed = {}

    def begin(self):
        rules = self.rules
        return list(dict.fromkeys(self.land(cell, rules.given) for cell in rules.starts))

    def is_over(self, state):
        return state in self.won or state in self.lost

    def moves(self, state) -> Iterator[tuple[State, bool]]:
        """What may come next, and whether it comes of a step."""
        facts, squares, edge = state
        for cell in each_bit(edge):
            yield self.land(cell, facts | self.rules.sight[cell]), True
        for deed in self.rules.deeds:
            if deed.is_open(facts):
                stands = squares & deed.where(facts) & deed.when(facts)
                new = deed.done(facts) if stands else facts
                if new != facts:
                    for other in self.ends(stands, new):
                        yield other, False

    def ends(self, stands, facts):
        """Where a deed leaves the party, wherever it stood for it."""
        found = {}
        while stands:
            cell = stands.bit_length() - 1
            state = self.land(cell, facts)
            found[state] = self.rules.is_closed(cell, state.facts)
            stands &= ~(1 << cell)
            if state.facts == facts and not self.is_over(state):
                stands &= ~state.squares
        clear = [state for state, is_below in found.items() if not is_below or self.is_over(state)]
        return clear or list(found)

    def land(self, cell, facts):
        """What becomes of the party on a square, once all has happened that must."""
        key = (cell, facts)
        state = self._landed.get(key)
        if state is None:
            state = self._landed[key] = self._land(cell, facts)
        return state

    def _land(self, cell, facts):
        facts, over = self.settle(cell, facts)
        if over is not None:
            state = State(facts, 1 << cell, 0)
            over.add(state)
            return state
        stir = self.stir(facts)
        if self.rules.is_closed(cell, facts):
            return State(facts, 1 << cell, 0)
        squares, edge = 1 << cell, 0
        waiting = [cell]
        while waiting:
            near = self.rules.steps(waiting.pop(), facts) & ~squares
            edge |= near & stir
            near &= ~stir
            squares |= near
            waiting.extend(each_bit(near))
        return State(facts, squares, edge)

    def settle(self, cell, facts):
        """Let happen what must; where that ends the game, the states that it joins."""
        here = 1 << cell
        rules = self.rules
        for _ in range(FOLLOWING):
            for event in rules.repeating:
                if facts & event.spent and not event.holds(facts) & here:
                    facts &= ~event.spent
            if rules.wins(facts) & here:
                return facts, self.won
            if rules.loses(facts) & here:
                return facts, self.lost
            due = (one for one in rules.events if not facts & one.spent and one.holds(facts) & here)
            event = next(due, None)
            if event is None:
                return facts, None
            facts = (facts | event.adds) & ~event.removes
        raise TooManyStates

    def stir(self, facts):
        """The squares on which something comes of stepping there."""
        found = self._stirs.get(facts)
        if found is None:
            rules = self.rules
            found = rules.wins(facts) | rules.loses(facts) | rules.unseen(facts)
            for event in rules.events:
                if not facts & event.spent:
                    found |= event.holds(facts)
                elif event.repeats:
                    found |= ~event.holds(facts)
            self._stirs[facts] = found
        return found
