"""Hold the verdict on shipped quests of which a few things are changed: `make fuzz`.

Each mutant has a number, so that what is found can be looked at again:
`PYTHONPATH=tests python -m oracle.mutants --from 4711 --count 1 --show`. Where the second player
can play one, both have to say the same of it. Of the others this has to hold: nothing breaks off,
the engine follows each line that is shown, what cannot be won has a cause at a place of the source,
what is left open is said, what the proof calls optional can be taken out, a lock can be, and who
cannot win is not helped by a wall.
"""

from __future__ import annotations

import argparse
import random
import signal
import sys
import time
import traceback
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from typing import NamedTuple

from oracle import brute
from oracle.fuzz import difference
from oracle.mutations import LIMITING, LOOSENING, MUTATIONS, fewer, mutated
from oracle.witness import judge
from questwright.compiler.assets import SYSTEMS_DIR
from questwright.compiler.model.conditions import FactKind, facts_of
from questwright.compiler.model.verdict import VerdictKind
from questwright.compiler.pipeline import Compiler
from questwright.compiler.publish.document.quest_json import dump, quest_document
from questwright.compiler.runs import publications
from questwright.engine.replay import UNSURE, replay_document
from support.one_text import OneText
from support.paths import SHIPPED

CAP = 20_000
"""The most states that the second player looks at."""
SECONDS = 60
"""The CPU time that a mutant may take before it counts as slow."""
UNFIT = ("refused", "too big")
WON = (VerdictKind.WINNABLE, VerdictKind.CAN_STRAND)


class TooSlow(BaseException):
    """The time of a mutant is over."""


class Outcome(NamedTuple):
    """What is said of one mutant."""

    seed: int
    quest: str
    changes: tuple[str, ...]
    kind: str
    """The verdict; or why there is none."""
    player: str
    """What the second player says; empty if it was not asked."""
    wrong: tuple[str, ...]
    seconds: float


@cache
def base(number):
    """The text of a shipped quest."""
    return SHIPPED[number].read_text(encoding="utf-8")


TEXT = OneText()
COMPILER = Compiler(TEXT, SYSTEMS_DIR, None)


def read(text):
    """All that comes of a text."""
    TEXT.text = text
    return COMPILER.compile("mutant.quest")


def text_of(seed):
    """Which quest the mutant of a number is made of, its text, and its changes in words."""
    source = random.Random(seed)
    number = seed % len(SHIPPED)
    text, changes = base(number), []
    members = source.choice((0, 1, 1, 2))
    if members:
        text, words = fewer(text, members)
        changes += [words] if words else []
    for _ in range(source.choice((1, 1, 2, 3))):
        text, words = mutated(text, source, MUTATIONS)
        changes.append(words)
    return SHIPPED[number].stem, text, tuple(changes)


def checked(seed, cap=CAP, seconds=SECONDS):
    """Make the mutant of a number and look at what is said of it."""
    name, text, changes = text_of(seed)
    began = time.process_time()

    def stop(*_):
        raise TooSlow

    signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    kind, player, wrong = "too slow", "", ()
    try:
        kind, player, wrong = _looked_at(text, seed, cap)
    except TooSlow:
        where = [f for f in traceback.extract_tb(sys.exc_info()[2]) if "/verdict/" in f.filename]
        place = where[0].name if where else "no proof"
        wrong = (
            f"slow: more than {seconds} s, in {place} of {' > '.join(f.name for f in where[:6])}",
        )
    except Exception as error:  # noqa: BLE001 - the next one may be judged all the same
        kind, wrong = "broken off", (f"broken off: {_told(error)}",)
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
    return Outcome(seed, name, changes, kind, player, wrong, time.process_time() - began)


def _told(error):
    """An error in words: what, and where."""
    at = traceback.extract_tb(error.__traceback__)[-1]
    return (
        f"{type(error).__name__} {error} in {at.name}, {at.filename.rpartition('/')[2]}:{at.lineno}"
    )


def _looked_at(text, seed, cap):
    """The verdict on a text, the second player's, and all that is wrong."""
    result = read(text)
    (one,) = result.quests or (None,)
    if one is None or one.proof is None:
        return "not compiled", "", ()
    proof = one.proof
    wrong = [*_stands(one, result)]
    player, more = _played(one, cap)
    wrong += more
    wrong += _related(text, proof, random.Random(-seed - 1))
    return str(proof.kind), player, tuple(wrong)


# -- one verdict by itself ------------------------------------------------------------------


def _stands(one, result):
    """What is wrong with a verdict by itself."""
    verdict = one.proof.verdict()
    kind = verdict.kind
    if kind is not one.proof.kind:
        yield f"verdict: {one.proof.kind} and {kind}"
    if kind in WON and not verdict.line:
        yield f"no line: {kind}"
    if kind is VerdictKind.CAN_STRAND and not verdict.stranded:
        yield "no line into the dead end"
    if kind is VerdictKind.UNDECIDED and not verdict.undecided:
        yield "undecided, and not said why"
    if kind is VerdictKind.UNWINNABLE:
        if not verdict.causes:
            yield "no cause"
        for cause in verdict.causes:
            source = result.sources[cause.origin.path].text
            if not cause.text or not source[cause.origin.start : cause.origin.end].strip():
                yield f"a cause without words or place: {cause.text}"
    if verdict.rounds is not None and verdict.rounds[0] > verdict.rounds[1]:
        yield f"bounds of rounds: {verdict.rounds}"
    for publication in publications([result]):
        refused = replay_document(dump(quest_document(publication)))
        if refused and not refused.endswith(UNSURE):
            yield f"engine: {refused}"


# -- against the players ----------------------------------------------------------------------


def _played(one, cap):
    """What a player says, and how the proof differs from it."""
    quest, system, proof = one.quest, one.system, one.proof
    if quest.unknowns or proof.kind is VerdictKind.UNDECIDED:
        return "", []
    outcome = judge(quest, system, cap)
    if outcome.verdict not in UNFIT:
        return outcome.verdict, [*_differs(proof, outcome)]
    if outcome.verdict == "refused" and not _counts_rounds(quest):
        try:
            tried = brute.play(quest, system, cap)
        except brute.TooManyStates:
            return "too big", []
        words = difference(proof, tried)
        return "won" if tried.can_win else "not won", [f"first player: {words}"] if words else []
    return outcome.verdict, []


def _counts_rounds(quest):
    """Whether rounds matter in a quest, or nobody wrote how it is won."""
    rounds = any(
        fact.kind is FactKind.ROUND for each in quest.conditions() for fact in facts_of(each)
    )
    return rounds or all(victory.is_default for victory in quest.victories)


def _differs(proof, played):
    """How a proof differs from what the second player says."""
    kind = str(proof.kind)
    if kind != played.verdict:
        clock = ", rounds are not counted" if played.by_the_clock else ""
        yield f"second player: {played.verdict}, proof: {kind}{clock}"
        return
    if kind in (VerdictKind.VACUOUS, VerdictKind.UNWINNABLE) or proof.undecided:
        return
    loses = bool(proof.verdict().losing)
    if loses != played.can_lose:
        yield f"ways to lose: second player: {played.can_lose}, proof: {loses}"
    never = (
        ("areas", proof.unreached_areas(), played.areas),
        ("items", proof.unobtained_items(), played.items),
        ("events", proof.dead_events(), played.events),
        ("actions", proof.dead_actions(), played.actions),
    )
    for name, said, met in never:
        wrongly = sorted(one.id for one in said if one.id in met)
        if wrongly:
            yield f"{name} said to be never met, and met: {', '.join(wrongly)}"


# -- against a verdict on another mutant --------------------------------------------------------


def _related(text, proof, source):
    """Where the verdict on a quest that is easier or harder contradicts this one."""
    if proof.kind in WON:
        sort, ways = "easier", LOOSENING
    elif proof.kind is VerdictKind.UNWINNABLE:
        sort, ways = "harder", LIMITING
    else:
        return
    changed, words = mutated(text, source, ways)
    if not words:
        return
    (one,) = read(changed).quests or (None,)
    if one is None or one.proof is None or one.proof.kind is VerdictKind.UNDECIDED:
        return
    other = one.proof.kind
    if sort == "easier" and other is VerdictKind.UNWINNABLE:
        yield f"easier, and {proof.kind} became {other}: {words}"
    if sort == "harder" and other in WON:
        yield f"harder, and unwinnable became {other}: {words}"


def optional_out(number):
    """What is wrong with a shipped quest without each thing that the proof calls optional."""
    text = base(number)
    (one,) = read(text).quests
    for id_, without in without_each(text, one):
        if one.proof.must_face(id_) is not False:
            continue
        (other,) = read(without).quests or (None,)
        if other is not None and other.proof is not None and other.proof.kind not in WON:
            yield f"{SHIPPED[number].stem}: `{id_}` is optional, and without it: {other.proof.kind}"


def without_each(text, one):
    """The text without each gate's lock, item, event and action that it names in one line."""
    from oracle.mutations import statements

    for field in ("items", "events", "actions"):
        for thing in getattr(one.quest, field):
            for first, last, line in statements(text):
                if f" {thing.id} " in f"{line} " and line.split()[0] in ("item", "event", "action"):
                    lines = text.splitlines(keepends=True)
                    yield thing.id, "".join(lines[:first] + lines[last:])


def each_checked(seeds, jobs, check):
    """Mutants as they are done with."""
    if jobs <= 1:
        yield from map(check, seeds)
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(check, seeds, chunksize=4)


def main():
    """Look at mutants, and say what was found; the exit code is 1 where there was anything."""
    parser = argparse.ArgumentParser(prog="mutants", description="Judge mutants of quests.")
    parser.add_argument("--count", type=int, default=2_000)
    parser.add_argument("--from", type=int, default=0, dest="first")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--cap", type=int, default=CAP, help="the most states of a player")
    parser.add_argument("--seconds", type=int, default=SECONDS, help="the most of a mutant")
    parser.add_argument("--quest", help="only mutants of this quest")
    parser.add_argument("--show", action="store_true", help="print their texts, too")
    asked = parser.parse_args()
    began = time.monotonic()
    kinds, players, found = Counter(), Counter(), 0
    names = [path.stem for path in SHIPPED]
    seeds = range(asked.first, asked.first + asked.count)
    if asked.quest:
        seeds = [seed for seed in seeds if names[seed % len(names)] == asked.quest]
    check = partial(checked, cap=asked.cap, seconds=asked.seconds)
    for one in each_checked(seeds, asked.jobs, check):
        kinds[one.kind] += 1
        players[one.player or "not asked"] += 1
        if asked.show:
            print(text_of(one.seed)[1])
        if one.wrong or asked.show:
            found += bool(one.wrong)
            print(f"{one.quest}:{one.seed} ({one.seconds:.1f} s) {'; '.join(one.changes)}")
            for words in (f"{one.kind}", *one.wrong):
                print(f"    {words}", flush=True)
    for name, counts in (("verdicts", kinds), ("players", players)):
        print(f"{name}: " + ", ".join(f"{count:,} {kind}" for kind, count in counts.most_common()))
    print(f"{len(seeds):,} mutants in {time.monotonic() - began:.0f} s, {found} with a fault")
    return int(found > 0)


if __name__ == "__main__":
    sys.exit(main())
