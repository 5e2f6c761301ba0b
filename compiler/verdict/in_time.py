"""A line that is in time, or quicker, where the line that was found is not.

A quest may be won in several ways, and the first that is found need not be the quickest.
"""

from __future__ import annotations

from functools import partial
from itertools import islice, product

from questwright.compiler.model.verdict import VerdictKind
from questwright.compiler.verdict.judge import WON
from questwright.compiler.verdict.rounds.earliest import earliest
from questwright.compiler.verdict.rounds.timely import pace_of, timely
from questwright.compiler.verdict.task.need import All, Either, every

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from questwright.compiler.verdict.rounds.spread import Spread
    from questwright.compiler.verdict.task.need import Need
    from questwright.compiler.verdict.task.task import Ending, Task
    from questwright.compiler.verdict.world import WorldProof

_PACES = 4
"""How often a line is looked for that is slower than the last one."""
_MOST = 8
"""Ways to win that are looked at."""


def never_too_soon(proof: WorldProof, spread: Spread) -> WorldProof:
    """The same proof; with a line by which nothing is done sooner than it can be.

    Where nobody can strand, one that is slower than that may do as well.
    """
    kind = proof.judged.kind
    pace = pace_of(spread)
    is_safe = kind is VerdictKind.WINNABLE
    # Who is on the way at the same time as others is in nobody's way, other than here.
    is_sure = len(proof.quest.party) == 1 or not any(own.is_crossing for own in proof.task.links)
    for slower in range(_PACES if is_safe else 1):
        timed = proof.retasked(timely(proof.task, pace))
        if not slower and timed.kind is VerdictKind.UNWINNABLE and is_sure:
            return timed
        if timed.judged.kind not in WON or timed.lines.schedule.timing is None:
            break
        if timed.lines.schedule.spoiled is None and (timed.judged.kind is kind or not is_safe):
            return timed
        pace = pace.held_to(
            timed.lines.winning.told, timed.lines.schedule.timing, timed.translated.floor
        )
    return proof


def in_time(proof: WorldProof) -> WorldProof:
    """The same proof; with the line of the soonest way to win that is in time, if one is."""
    spread = proof.spread
    if proof.judged.kind not in WON or proof.judged.doubts or spread is None:
        return proof
    if proof.last_round.is_too_late or not any(proof.last_round.reasons()):
        return proof
    ways = [*islice((way for own in proof.task.own for way in _ways(own)), _MOST)]
    tasks = [_won_by(way, proof.task) for way in ways if len(ways) > 1]
    soonest = ((earliest(spread, task).win, n) for n, task in enumerate(tasks))
    for _, number in sorted(soonest):
        other = proof.retasked(tasks[number], wins_only=True)
        if other.judged.kind in WON and not any(other.last_round.reasons()):
            return proof.with_line_of(other)
    return proof


def quickest(proof: WorldProof) -> WorldProof:
    """The same proof; with the line of the victory that is won first, as far as lines are known.

    So the round before which nobody wins and the one in which the line wins are of one victory.
    """
    numbers = dict.fromkeys(own.number for own in proof.task.own)
    rounds = proof.lines.schedule.rounds if len(numbers) > 1 else None
    spread = proof.spread if rounds is not None and rounds[0] < rounds[1] else None
    if spread is None or rounds is None:
        return proof
    late, found = rounds[1], proof
    ways = [partial(_won_as, number) for number in numbers if number != proof.lines.winning.won_by]
    for way in sorted(ways, key=lambda way: earliest(spread, way(proof.task)).win):
        if earliest(spread, way(proof.task)).win >= late:
            break
        other = proof.changed(way, wins_only=True)
        taken = other.lines.schedule.rounds if other.judged.kind in WON else None
        if taken is not None and taken[1] < late and not any(other.last_round.reasons()):
            late, found = taken[1], proof.with_line_of(other)
    return found


def _won_as(number: int, task: Task) -> Task:
    """The task that is won by one of the quest's victories alone."""
    own = (victory for victory in task.own if victory.number == number)
    return task._replace(victories=(*own, *task.others))


def _ways(victory: Ending) -> Iterator[Ending]:
    return (victory._replace(needs=way) for way in _ways_to_meet(victory.needs))


def _ways_to_meet(need: Need) -> Iterator[Need]:
    """The needs any of which is enough, each without a choice between others."""
    if isinstance(need, Either):
        for part in need.parts:
            yield from _ways_to_meet(part)
    elif isinstance(need, All):
        for parts in product(*map(_ways_to_meet, need.parts)):
            yield every(*parts)
    else:
        yield need


def _won_by(victory: Ending, task: Task) -> Task:
    return task._replace(victories=(victory, *task.others))
