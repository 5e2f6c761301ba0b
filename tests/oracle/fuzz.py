"""Play random quests without wits, and hold what comes of it against the proof: `make fuzz`.

Each quest has a number, so that what is found can be played again:
`make fuzz FUZZ_ARGS='--from 4711 --count 1'`. With `--worlds`, things are hidden in them;
with `--hexes`, they are laid out on hexes; with `--entries`, members come into play apart; with
`--crossings`, some of their squares are joined over others; with `--rounds`, it is looked at in
which round they are won; with `--losing`, another side may win.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import NamedTuple
from unittest.mock import patch

from oracle import (
    brute,
    brute_rounds,
    brute_worlds,
)
from oracle.random_crossings import random_crossings, results_with_crossings
from oracle.random_entries import random_entries
from oracle.random_hexes import random_hexes, results_on_hexes
from oracle.random_losing import random_losing
from oracle.random_quests import random_quest
from oracle.random_worlds import random_worlds
from oracle.witness import judge
from questwright.compiler.model.verdict import VerdictKind
from questwright.compiler.verdict.prove import Proof
from support.one_text import TEXT, results, without_checks, without_proof

CHUNK = 50
CAP = 6_000
"""The most states of a quest that the second player looks at."""
SKIPPED = 0.02
"""The share of quests that may be too large to be played, or be left open by the proof."""


class Played(NamedTuple):
    """What came of one quest."""

    seed: int
    verdict: str
    """The proof's; or why nothing can be said."""
    words: str
    """How proof and player disagree; empty where they agree."""
    text: str

    @property
    def is_skipped(self):
        return self.verdict in ("too large", VerdictKind.UNDECIDED, "half judged")


def disagreement(one, read=results):
    """In words how proof and player differ on a quest; empty where they agree."""
    if one.quest.unknowns:
        return in_worlds(one, TEXT.text, read)
    words = difference(one.proof, brute.play(one.quest, one.system))
    if not words:
        return ""
    # The first player lets members share squares and walk past figures: the second one decides.
    verdict = judge(one.quest, one.system, CAP).verdict
    if verdict in ("refused", "too big"):
        return difference(one.proof, brute.play(one.quest, one.system), dead_ends=False)
    return "" if verdict == one.proof.kind else f"{words}; second player: {verdict}"


def in_worlds(one, text, read=results):
    """In words how proof and player differ in some world of a quest; empty where they agree."""
    proofs = {}
    for world, proof in one.proof.each:
        names = [f"trap {u.id}" if u.sort == "trap" else u.id for u in one.quest.unknowns]
        proofs[frozenset(zip(names, world.choices, strict=True))] = proof
    with patch("questwright.compiler.pipeline.Proof", lambda *_: None):
        played = list(brute_worlds.each_world(text, partial(quest_of, read), one.system))
    outcomes = {frozenset(chosen.items()): outcome for chosen, outcome in played}
    if proofs.keys() != outcomes.keys():
        return f"proof: {len(proofs)} worlds; player: {len(outcomes)} others"
    words = []
    for chosen, outcome in outcomes.items():
        said = difference(proofs[chosen], outcome, dead_ends=False)
        if said:
            words.append(f"where {dict(sorted(chosen))}: {said}")
    return "; ".join(words)


def quest_of(read, text):
    """The quest of a text, not proven."""
    with without_checks():
        return read(text).quests[0].quest


def difference(proof, outcome, *, dead_ends=True):
    """In words how a proof differs from what came of playing; empty where they agree.

    With ``dead_ends`` at every point; else only in whether the party can win at all.
    """
    kind = proof.kind
    if kind is VerdictKind.UNDECIDED:
        return "undecided"
    if kind is VerdictKind.VACUOUS and not dead_ends:
        return ""  # for this player, the first thing that happens may undo it
    wins = kind is not VerdictKind.UNWINNABLE
    if wins is not outcome.can_win:
        return f"proof: {kind}; player: {'won' if outcome.can_win else 'never won'}"
    if kind is VerdictKind.VACUOUS or not dead_ends or not wins or proof.undecided:
        return ""
    if (kind is VerdictKind.CAN_STRAND) is not outcome.can_strand:
        return f"proof: {kind}; player {'was' if outcome.can_strand else 'was never'} stranded"
    return ""


def judged(text, read=results):
    """A quest that is proven, and not looked through for all else that may be wrong with it."""
    with without_checks():
        (one,) = read(text).quests
    assert one.proof is not None, [(f.code.id, f.message) for f in one.findings]
    return one


def played_in_worlds(seed):
    """The quest of a number in which things are hidden, proven and played in each world."""
    return played(seed, random_worlds)


def played_apart(seed):
    """The quest of a number, its members coming into play apart, proven and played."""
    return played(seed, random_entries)


def played_with_crossings(seed):
    """The quest of a number with crossings, proven and played."""
    return played(seed, random_crossings, results_with_crossings)


def played_on_hexes(seed):
    """The quest of a number laid out on hexes, proven and played."""
    return played(seed, random_hexes, results_on_hexes)


def played_against_another_side(seed):
    """The quest of a number that another side may win, proven and played."""
    return played(seed, random_losing)


def played(seed, make=random_quest, read=results):
    """The quest of a number, proven and played."""
    text = make(random.Random(seed))
    one = judged(text, read)
    kind = one.proof.kind
    if kind is VerdictKind.UNDECIDED:
        return Played(seed, kind, "", text)
    try:
        words = disagreement(one, read)
    except brute.TooManyStates:
        return Played(seed, "too large", "", text)
    return Played(seed, "half judged" if one.proof.undecided and not words else kind, words, text)


def slowed(quest, system, moves):
    """A quest whose party moves so far and no further, that there are rounds to be counted."""
    value = system.move_value
    party = tuple(
        kind._replace(values={**kind.values, value: kind.values[value]._replace(value=move)})
        for kind, move in zip(quest.party, moves, strict=True)
    )
    return quest._replace(party=party)


def timed(quest, system, limit=brute_rounds.LIMIT, other=None):
    """The rounds that a proof counts, and the one in which a quest is won; None if it is not.

    Nor where it cannot tell how two come together who hand something over. They take turns as in
    ``other``, if a game is given.
    """
    if other is not None:
        system = system._replace(turns=other.turns)
    proof = Proof(quest, system)
    if proof.kind not in (VerdictKind.WINNABLE, VerdictKind.CAN_STRAND) or proof.rounds is None:
        return None
    game = other.id if other is not None else ""
    return proof.rounds, brute_rounds.earliest(quest, system, proof.rounds[1], limit, game)


def played_in_rounds(seed, make=random_quest, read=results, limit=brute_rounds.LIMIT, other=None):
    """The quest of a number with a slow party, and the rounds that it takes.

    With another game, if one is given, that says whose turn it is.
    """
    source = random.Random(seed)
    text = make(source)
    with without_checks(), without_proof():
        (one,) = read(text).quests
    if any(action.cost > 1 for action in one.quest.actions):
        return Played(seed, "not won, or not counted", "", text)
    slow = source.choice((1, 1, 2))
    quest = slowed(one.quest, one.system, [slow + n % 2 for n in range(len(one.quest.party))])
    try:
        found = timed(quest, one.system, limit, other)
    except brute.TooManyStates:
        return Played(seed, "too large", "", text)
    if found is None:
        return Played(seed, "not won, or not counted", "", text)
    (low, high), first = found
    words = ""
    if first is None or first < low:
        words = f"proof: rounds {low} to {high}; player: {first or 'later'}"
    sort = "alone" if len(quest.party) == 1 else "together"
    return Played(seed, sort if first != high else f"{sort}, as told", words, text)


def each_played(seeds, jobs, play=played):
    """Quests as they are done with."""
    if jobs <= 1:
        yield from map(play, seeds)
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(play, seeds, chunksize=CHUNK)


def main():
    """Play, and say what was found; the exit code is 1 where there was anything."""
    parser = argparse.ArgumentParser(prog="fuzz", description="Play random quests.")
    parser.add_argument("--count", type=int, default=100_000)
    parser.add_argument("--from", type=int, default=0, dest="first")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--worlds", action="store_true", help="Hide things in them.")
    parser.add_argument("--hexes", action="store_true", help="Lay them out on hexes.")
    parser.add_argument("--entries", action="store_true", help="Let members come apart.")
    parser.add_argument("--crossings", action="store_true", help="Let them have crossings.")
    parser.add_argument("--rounds", action="store_true", help="Count their rounds.")
    parser.add_argument("--losing", action="store_true", help="Let another side win.")
    asked = parser.parse_args()
    ways = ((asked.worlds, played_in_worlds), (asked.hexes, played_on_hexes))
    ways += ((asked.entries, played_apart), (asked.crossings, played_with_crossings))
    ways += ((asked.rounds, played_in_rounds), (asked.losing, played_against_another_side))
    ways += ((True, played),)
    play = next(way for is_asked, way in ways if is_asked)
    began = time.monotonic()
    verdicts, found = Counter(), 0
    seeds = range(asked.first, asked.first + asked.count)
    for done, one in enumerate(each_played(seeds, asked.jobs, play), 1):
        verdicts[str(one.verdict)] += 1
        if one.words:
            found += 1
            print(f"\nseed {one.seed}: {one.words}\n{one.text}", flush=True)
        if done % 1_000 == 0:
            print(f"{done:,} quests, {found} disagreements", file=sys.stderr, flush=True)
    skipped = sum(verdicts[kind] for kind in ("too large", "undecided", "half judged"))
    shares = ", ".join(f"{count:,} {kind}" for kind, count in verdicts.most_common())
    print(f"{asked.count:,} quests in {time.monotonic() - began:.0f} s: {shares}")
    print(f"{found} disagreements, {skipped:,} quests skipped")
    return int(found > 0 or skipped > SKIPPED * asked.count)


if __name__ == "__main__":
    sys.exit(main())
