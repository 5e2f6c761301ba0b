"""A player without wits: tries everything, square by square, until nothing new is left.

Written apart from the proof: of the quest it knows what its author wrote, and every moment of play
that the rules allow is looked at. What it takes the rules to be:

* Each member of the party stands on a square. They begin on start squares, no two on the same one,
  and step one at a time: to a square beside where neither wall, shut gate nor what closes a square
  is in the way, and across a corner where one could go around on one side. A figure that has not
  been beaten closes its square. They walk past each other; nothing is done, and nothing happens,
  while two stand on one square. Who steps on a portal stands beside the other one, unless either
  of them is closed.
* A crossing is a step from any square of one of its ends to any of another, for those who take it,
  while it is open; a vessel joins nothing until one of them has launched it from its first end.
* A deed is done by one of them, from where he stands. A shut door is opened from a square beside
  it, a locked one only by who carries its key, or once it has been unlocked.
* What lies on a square is taken there, once; what is beside a closed square is done from beside. An
  area is searched from within, once, when its passages are known and, in a room, no enemy is left;
  a figure is beaten from beside it, once, through a gate that is open too. Nothing is found that
  was had before.
* A gate that opens, by whatever it does, shows the areas on both its sides.
* Who does what brings an item carries it. What an event gives goes to whom they choose, and what it
  takes, it takes from whoever has it. They hand things over where they can stand beside each other
  with neither a wall nor a shut gate between, whoever may go through it and from where.
* Time passes when the party waits: to the next round of which anything asks.
* After each step and each deed events happen: first those that repeat are ready again whose
  condition holds no longer, then the first happens whose condition holds, in the order in which
  they were written, `when` once in a game, `whenever` each time that it has come true.
* A condition counts no more of them in a place than it has open squares. That fewer than k of m are
  there holds where m - k + 1 of them stand elsewhere, again with no more counted than there are
  squares. Whether somebody carries an item is asked of all of them.
* The party has won as soon as its victory holds, even if an event would follow, or another side
  would win as well. That another side wins is no dead end.
* Who stands where a ceiling falls steps clear of it to a square on which nobody else stands. Where
  there is none he waits until it is cleared away: he is neither here nor there, does nothing, and
  neither gives nor takes.
"""

from __future__ import annotations

from collections import deque
from typing import NamedTuple

from oracle.brute_party import LOST, WON, Party, TooManyStates
from oracle.brute_rules import Rules

__all__ = ["LIMIT", "Outcome", "TooManyStates", "judged", "play"]


class Outcome(NamedTuple):
    """What trying everything showed."""

    can_win: bool
    can_strand: bool
    """Some line of play leaves nothing that wins, while another wins."""
    states: int


LIMIT = 4_000


def play(quest, system, limit=LIMIT):
    """Try everything."""
    party = Party(Rules(quest, system))
    return judged(party.begin(), party.moves, limit)


def judged(first, moves, limit=LIMIT):
    """What can come of it, by the moves from each state."""
    first = tuple(first)
    after = {}
    queue = deque(first)
    while queue:
        state = queue.popleft()
        if state not in after:
            after[state] = () if state in (WON, LOST) else moves(state)
            queue.extend(after[state])
            if len(after) > limit:
                raise TooManyStates
    if WON not in after:
        return Outcome(can_win=False, can_strand=False, states=len(after))
    can_strand = not after.keys() <= _before(after) | {LOST}
    return Outcome(can_win=True, can_strand=can_strand, states=len(after))


def _before(after):
    """The states from which moves lead to victory."""
    back = {}
    for state, following in after.items():
        for other in following:
            back.setdefault(other, []).append(state)
    found = {WON}
    waiting = [WON]
    while waiting:
        for earlier in back.get(waiting.pop(), ()):
            if earlier not in found:
                found.add(earlier)
                waiting.append(earlier)
    return found
