"""Holds the proof against the second player on many random quests.

Run it as ``PYTHONPATH=tests python -m oracle.witness_run --from 0 --to 1000 --jobs 2``.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from functools import partial
from multiprocessing import Pool
from typing import TYPE_CHECKING, NamedTuple

from oracle.witness import judge
from oracle.witness.player import CAP
from oracle.witness_quests import compiled, random_quest
from questwright.compiler.proof.across import prove

if TYPE_CHECKING:
    from oracle.witness import Judgement
    from questwright.compiler.model.quest import Quest
    from questwright.compiler.model.verdict import AnyProof


class Outcome(NamedTuple):
    """What the player and the proof say of the quest of a seed."""

    seed: int
    player: str
    proof: str
    can_lose: bool
    by_the_clock: bool
    states: int
    seconds: float
    """How long the player took."""
    others: tuple[str, ...]
    """Differences in what is reached, had, done, or happens."""


def compare(seed: int, cap: int = CAP) -> Outcome:
    """Make the quest of a seed, play it, prove it, and compare."""
    quest = compiled(random_quest(seed))
    assert quest is not None
    assert quest.quest is not None
    assert quest.system is not None
    begun = time.perf_counter()
    played = judge(quest.quest, quest.system, cap)
    seconds = time.perf_counter() - begun
    try:
        proof = prove(quest.quest, quest.system)
    except Exception as error:  # noqa: BLE001 - the next seed may be proven all the same
        text = f"crash: {type(error).__name__}: {error}"
        others: tuple[str, ...] = ()
    else:
        text, others = str(proof.kind), _others(quest.quest, played, proof)
    clock = played.by_the_clock
    return Outcome(
        seed, played.verdict, text, played.can_lose, clock, played.states, seconds, others
    )


def _others(quest: Quest, played: Judgement, proof: AnyProof) -> tuple[str, ...]:
    """What else the player and the proof see differently, in words."""
    if played.verdict not in ("winnable", "can-strand", "unwinnable"):
        return ()
    every = (
        ("area", [area.id for area in quest.board.areas], played.areas, proof.unreached_areas),
        ("item", [item.id for item in quest.items], played.items, proof.unobtained_items),
        ("event", [event.id for event in quest.events], played.events, proof.dead_events),
        ("action", [action.id for action in quest.actions], played.actions, proof.dead_actions),
    )
    others = []
    for word, ids, can_be, dead in every:
        never = {unreached.id for unreached in dead()}
        for id_ in ids:
            if (id_ in never) == (id_ in can_be):
                player, said = ("can", "never") if id_ in can_be else ("never", "can")
                others.append(f"{word} {id_}: player says {player}, proof says {said}")
    return tuple(others)


def main() -> None:
    """Compare a range of seeds, and count."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--from", dest="first", type=int, default=0)
    parser.add_argument("--to", dest="last", type=int, default=1000)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--cap", type=int, default=CAP, help="the most states of a quest")
    parser.add_argument("--others", action="store_true", help="print all other differences too")
    options = parser.parse_args()
    begun = time.perf_counter()
    seeds = range(options.first, options.last)
    counts: Counter[str] = Counter()
    times: list[float] = []
    with Pool(options.jobs) as pool:
        for found in pool.imap(partial(compare, cap=options.cap), seeds, chunksize=8):
            times.append(found.seconds)
            counts[f"player: {found.player}"] += 1
            counts[f"proof: {found.proof.split(':')[0]}"] += 1
            counts["player: a way to lose"] += found.can_lose
            if found.player in ("refused", "too big"):
                counts["not compared"] += 1
            elif found.proof == "undecided":
                counts["proof undecided"] += 1
            elif found.player != found.proof:
                clock = " (rounds are not counted)" if found.by_the_clock else ""
                counts[f"DIFFERENT VERDICTS{clock}"] += 1
                said = f"player says {found.player}, proof says {found.proof}"
                print(f"seed {found.seed}: {said}{clock}")
            else:
                counts["the same verdict"] += 1
                counts["the same, but for what is reached, had, done or happens"] += bool(
                    found.others
                )
                if options.others:
                    for other in found.others:
                        print(f"seed {found.seed}: {other}")
    seconds = time.perf_counter() - begun
    for name, count in sorted(counts.items()):
        print(f"{count:7}  {name}")
    times.sort()
    if times:
        middle, longest = times[len(times) // 2], times[-1]
        print(f"{len(times) / seconds:.1f} seeds a second")
        print(f"the player took {middle:.3f} s in the median, {longest:.1f} s at most")


if __name__ == "__main__":
    main()
