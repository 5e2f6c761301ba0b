"""A planner that nobody here wrote, and what the proof says beside it.

The tests ask it about a few quests; `make fuzz` holds it against 1,000:
`PYTHONPATH=tests python -m oracle.planner`.

The planner gets the task as it was translated, and the proof simplifies it first. The planner moves
each member of a party by itself, and from place to place, where the proof lets one piece stand for
all and for wherever it may be. That neither makes a difference is asked as well.
"""

from __future__ import annotations

import argparse
import atexit
import functools
import importlib.resources
import importlib.util
import os
import random
import re
import select
import subprocess
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import NamedTuple
from unittest.mock import patch

import pytest

from oracle import witness_quests
from oracle.random_crossings import random_crossings, results_with_crossings
from oracle.random_entries import random_entries
from oracle.random_hexes import random_hexes, results_on_hexes
from oracle.random_losing import random_losing
from oracle.random_quests import random_quest
from oracle.random_worlds import random_worlds
from questwright.compiler.model.verdict import VerdictKind
from questwright.compiler.pddl.write import as_pddl
from questwright.compiler.verdict.budget import STATES
from questwright.compiler.verdict.decide.search import Search
from questwright.compiler.verdict.decide.simplify import simplified
from questwright.compiler.verdict.translate.translate import translation
from support.one_text import results, without_checks, without_proof
from support.paths import GOLDEN, ROOT
from support.published import SYSTEMS, compiler_of

FIRST_SEED = 5_000
"""Far from the quests that the other player plays."""
STRIDE = 17
MODULES = ("unified_planning", "up_fast_downward")
EXHAUSTIVE = "astar(blind())"
"""A search that has seen everything when it finds nothing."""
FOUND, NONE_THERE, GIVEN_UP = 0, (10, 11), (20, 21, 22, 23, 24)
"""What the planner answers: a plan, a proof that there is none, or that it ran out of time or
memory. All else is a failure."""
SECONDS, BYTES = 20, 1 << 30
"""What each of its two programs may take."""
PATIENCE = 300
"""The seconds that it may take by the clock, on a machine that has more to do."""
FILES = ("domain.pddl", "problem.pddl")
LIMITED = f"""
ulimit -St {SECONDS}; ulimit -Ht {SECONDS + 1}; ulimit -v {BYTES >> 10}
exec "$@" <output.sas
"""

HAS_PLANNER = all(map(importlib.util.find_spec, MODULES))
needs_planner = pytest.mark.skipif(
    not HAS_PLANNER, reason="no planner: up-fast-downward has no binary for this platform"
)

_DEGREES = "questwright.compiler.verdict.degrees.Degrees"


# -- the planner -------------------------------------------------------------------------


class Unsolved(Exception):
    """The planner has run out of time or of memory."""


_TRANSLATOR = f"""
import os, resource, runpy, sys
import fast_downward.translate.main

for line in sys.stdin:
    child = os.fork()
    if not child:
        os.chdir(line.rstrip("\\n"))
        resource.setrlimit(resource.RLIMIT_CPU, ({SECONDS}, {SECONDS + 1}))
        resource.setrlimit(resource.RLIMIT_AS, ({BYTES}, {BYTES}))
        sys.stdout = sys.stderr = open("said", "w")
        sys.argv[1:] = {FILES}
        runpy.run_module("fast_downward.translate", run_name="__main__")
        sys.exit()
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
"""
"""To start the first program of the planner takes longer than what it does: it is started once, and
divides itself for each folder of which it reads the name."""


def _programs():
    """The folder of both programs."""
    found = importlib.resources.files("up_fast_downward") / "downward/builds/release/bin"
    return Path(str(found))


@functools.cache
def _translator():
    """The first program of the planner, waiting for folders."""
    waiting = subprocess.Popen(
        [sys.executable, "-c", _TRANSLATOR],
        env={**os.environ, "PYTHONPATH": str(_programs())},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    atexit.register(waiting.communicate)
    return waiting


def _translated(folder):
    """How the first program has ended in a folder."""
    waiting = _translator()
    print(folder, file=waiting.stdin, flush=True)
    if not select.select([waiting.stdout], [], [], PATIENCE)[0]:
        waiting.kill()
        _translator.cache_clear()
        raise Unsolved(PATIENCE)
    return int(waiting.stdout.readline())


def _searched(folder):
    """How the second one has, and what it said."""
    search = [_programs() / "downward", "--search", EXHAUSTIVE, "--internal-plan-file", "sas_plan"]
    try:
        done = subprocess.run(
            ["sh", "-c", LIMITED, "sh", *search],
            cwd=folder,
            capture_output=True,
            check=False,
            timeout=PATIENCE,
        )
    except subprocess.TimeoutExpired as why:
        raise Unsolved(PATIENCE) from why
    return done.returncode, done.stdout + done.stderr


def plan(pddl):
    """The actions of a plan, by name; None where the planner has proven that there is none."""
    # The programs that come with the engine of unified-planning, and the two files that they read.
    with tempfile.TemporaryDirectory() as folder:
        for name, text in zip(FILES, pddl[:2], strict=True):
            Path(folder, name).write_text(text, encoding="utf-8")
        code, said = _translated(folder), Path(folder, "said").read_text()
        if code == FOUND:
            code, said = _searched(folder)
        if code in GIVEN_UP:
            raise Unsolved(code)
        assert code in {FOUND, *NONE_THERE}, said
        if code in NONE_THERE:
            return None
        return re.findall(r"^\((\S+)", Path(folder, "sas_plan").read_text(), re.MULTILINE)


def written(task, quest):
    """A task as PDDL, in the words of its quest."""
    members = [kind.word for kind in quest.party]
    return as_pddl(task, quest.id, quest.title, members, quest.board.names)


# -- what the proof says -----------------------------------------------------------------


def posed(text):
    """The quest of a text, and its task."""
    with without_checks(), without_proof():
        (one,) = results(text).quests
    assert one.quest is not None, [found.message for found in one.findings]
    return one.quest, translation(one.quest, one.system).task


def published(path):
    """The quests of a file, each with its task."""
    folder = GOLDEN if path.is_relative_to(GOLDEN) else ROOT
    with without_checks(), without_proof(), patch(_DEGREES, lambda *_: None):
        found = compiler_of(SYSTEMS[folder]).compile(str(path)).quests
    return [
        (one.quest, translation(one.quest, one.system).task)
        for one in found
        if one.quest is not None
    ]


def wins(task):
    """Whether the search finds a line that wins; None where it does not say."""
    if task.unjudged:
        return None
    simple = simplified(task)
    if simple.is_hopeless:
        return False
    found = Search(simple.task, STATES).run()
    if found.is_vacuous or found.win is not None:
        return True
    return None if found.limit else False


def claimed(proof):
    """Whether the proof says that the party can win, time left aside; None: it does not say."""
    if proof.task.unjudged or not proof.task.own:
        return None  # a quest without a victory is not called unwinnable
    kind = proof.judged.kind
    return None if kind is VerdictKind.UNDECIDED else kind is not VerdictKind.UNWINNABLE


def disagreement(quest, proof):
    """In words how proof and planner differ on a quest; empty where they agree."""
    expected = claimed(proof)
    found = plan(written(proof.task, quest))
    if expected is None or expected is (found is not None):
        return ""
    return f"proof: {proof.kind}; planner: {'no plan' if found is None else ', '.join(found)}"


# -- many quests -------------------------------------------------------------------------

_DOOR = re.compile(r"^    \S: door .*$", re.MULTILINE)


def random_shutting(source):
    """A random quest of which most doors fall shut after one, two or three have gone through."""

    def shutting(door):
        clause = f" shuts after {source.choice((1, 1, 2, 3))}" if source.random() < 0.7 else ""
        return door[0] + clause

    return _DOOR.sub(shutting, random_quest(source))


def _of_witness(source, **asked):
    """A random quest of the second player's, with what is asked for."""
    return witness_quests.random_quest(source.randrange(1 << 20), **asked)


FAMILIES = {
    "quests": (random_quest, results),
    "entries": (random_entries, results),
    "losing": (random_losing, results),
    "worlds": (random_worlds, results),
    "crossings": (random_crossings, results_with_crossings),
    "hexes": (random_hexes, results_on_hexes),
    "shutting": (random_shutting, results),
    "witness": (_of_witness, results),
    "raised": (partial(_of_witness, elsewhere=True), results),
    "pushed": (partial(_of_witness, pushed=True), results),
}
"""How random quests are made, and read."""


class Planned(NamedTuple):
    """What came of one quest."""

    name: str
    answer: str
    words: str = ""
    """How proof and planner differ; empty where they do not."""


def planned(family, seed):
    """What proof and planner say of a random quest, in each of its worlds."""
    make, read = FAMILIES[family]
    name = f"{family} {seed}"
    with without_checks():
        (one,) = read(make(random.Random(seed))).quests
    proofs = [proof for _, proof in one.proof.each]
    answers = {claimed(proof) for proof in proofs}
    if None in answers:
        return Planned(name, "not decided by the proof")
    try:
        words = [disagreement(proof.quest, proof) for proof in dict.fromkeys(proofs)]
    except Unsolved:
        return Planned(name, "beyond the planner")
    if any(words):
        return Planned(name, "differ", "; ".join(filter(None, words)))
    return Planned(name, "agree: won" if all(answers) else "agree: not won")


def random_ones(count, first=FIRST_SEED):
    """So many random quests, of all families in turn."""
    names = [*FAMILIES]
    return [(names[n % len(names)], first + STRIDE * n) for n in range(count)]


def main():
    """Ask proof and planner about many quests; the exit code is 1 where they differ."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--count", type=int, default=1_000)
    parser.add_argument("--first", type=int, default=FIRST_SEED, help="the seed of the first one")
    parser.add_argument("--jobs", type=int, default=2)
    asked = parser.parse_args()
    began = time.perf_counter()
    answers = Counter()
    asked_about = zip(*random_ones(asked.count, asked.first), strict=True)
    with ProcessPoolExecutor(asked.jobs) as pool:
        for number, one in enumerate(pool.map(planned, *asked_about), 1):
            answers[one.answer] += 1
            if number % 100 == 0:
                print(f"{number:,} quests: {dict(answers)}", file=sys.stderr, flush=True)
            if not one.answer.startswith("agree"):
                print(f"{one.name}: {one.answer} {one.words}", flush=True)
    told = ", ".join(f"{count} {answer}" for answer, count in answers.most_common())
    print(f"{told}; {time.perf_counter() - began:.0f} s")
    return int(answers["differ"] > 0)


if __name__ == "__main__":
    sys.exit(main())
