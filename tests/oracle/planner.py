"""A planner that nobody here wrote, and what the proof says beside it.

The tests ask it about a few quests. For more:
`PYTHONPATH=tests python -m oracle.planner --count 600`.

The planner moves each member of a party by itself, even where the proof lets one piece stand for
all: that this makes no difference is asked as well.
"""

from __future__ import annotations

import argparse
import contextlib
import functools
import importlib.resources
import importlib.util
import random
import re
import subprocess
import sys
import tempfile
import time
import warnings
from collections import Counter
from itertools import chain
from pathlib import Path

import pytest

from questwright.compiler.model.verdict import VerdictKind
from questwright.compiler.verdict.pddl.write import as_pddl
from questwright.compiler.verdict.prove import Proof
from questwright.compiler.verdict.translate.translate import translate
from support.one_text import compiled
from support.published import every_quest, publications
from support.strategies import random_quest

FIRST_SEED = 5_000
"""Far from the quests that the other player plays."""
STRIDE = 17
MODULES = ("unified_planning", "up_fast_downward")
EXHAUSTIVE = "astar(blind())"
"""A search that has seen everything when it finds nothing."""
FOUND, NONE_THERE, GIVEN_UP = 0, (10, 11), (20, 21, 22, 23, 24)
"""What the planner answers: a plan, a proof that there is none, or that it ran out of time or
memory. All else is a failure."""
LIMITS = ("--overall-time-limit", "120s", "--overall-memory-limit", "2G")
CROWD = 4
"""A party of so many walks as the problem says: one by one there is too much to look at."""

HAS_PLANNER = all(map(importlib.util.find_spec, MODULES))
needs_planner = pytest.mark.skipif(
    not HAS_PLANNER, reason="no planner: up-fast-downward has no binary for this platform"
)


# -- the planner -------------------------------------------------------------------------


class Unsolved(Exception):
    """The planner has run out of time or of memory."""


def plan(pddl):
    """The actions of a plan, by name; None where the planner has proven that there is none."""
    # The program that comes with the engine of unified-planning, and the two files that it reads.
    with tempfile.TemporaryDirectory() as folder:
        for name, text in zip(("domain.pddl", "problem.pddl"), pddl, strict=True):
            Path(folder, name).write_text(text, encoding="utf-8")
        driver = importlib.resources.files("up_fast_downward") / "downward" / "fast-downward.py"
        files = ("domain.pddl", "problem.pddl")
        command = [sys.executable, driver, *LIMITS, *files, "--search", EXHAUSTIVE]
        done = subprocess.run(command, cwd=folder, capture_output=True, check=False, timeout=300)
        if done.returncode in GIVEN_UP:
            raise Unsolved(done.returncode)
        assert done.returncode in {FOUND, *NONE_THERE}, done.stdout + done.stderr
        if done.returncode in NONE_THERE:
            return None
        return re.findall(r"^\((\S+)", Path(folder, "sas_plan").read_text(), re.MULTILINE)


@functools.cache
def planning():
    """The package unified-planning, which must be asked not to speak of itself."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # by the names that its parser goes by
        import unified_planning.io
        import unified_planning.shortcuts
    unified_planning.shortcuts.get_environment().credits_stream = None
    return unified_planning


def plan_by_unified(pddl):
    """The same, as unified-planning reads the problem, writes it anew and has it solved."""
    unified = planning()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        problem = unified.io.PDDLReader().parse_problem_string(pddl.domain, pddl.problem)
    engine = unified.shortcuts.OneshotPlanner(
        name="fast-downward", params={"fast_downward_search_config": EXHAUSTIVE}
    )
    # It leaves a file where it stands while it runs; two at once would read each other's.
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder), engine as planner:
        result = planner.solve(problem)
    status = unified.engines.PlanGenerationResultStatus
    if result.status is status.UNSOLVABLE_PROVEN:
        return None
    said = [message.message for message in result.log_messages or ()]
    assert result.status in {status.SOLVED_SATISFICING, status.SOLVED_OPTIMALLY}, said
    return [action.action.name for action in result.plan.actions]


# -- quests ------------------------------------------------------------------------------


def text_of(seed):
    return random_quest(random.Random(seed))


def wins(proof):
    """Whether the proof says that the party can win, time left aside; None: it does not say."""
    if proof.task.unjudged or not proof.task.own:
        return None  # a quest without a victory is not called unwinnable
    kind = proof.judged.kind
    return None if kind is VerdictKind.UNDECIDED else kind is not VerdictKind.UNWINNABLE


def written(task, quest):
    """A task as PDDL, in the words of its quest."""
    members = [kind.word for kind in quest.party]
    return as_pddl(task, quest.id, quest.title, members, quest.board.names)


def disagreement(quest, proof, planner=plan):
    """In words how proof and planner differ on a quest; empty where they agree."""
    expected = wins(proof)
    found = planner(written(proof.simplest, quest))
    if expected is None or expected is (found is not None):
        return ""
    return f"proof: {proof.kind}; planner: {'no plan' if found is None else ', '.join(found)}"


def problem_of(publication):
    return translate(publication.quest, publication.system)


# -- many quests -------------------------------------------------------------------------


def main():
    """Compare the verdict on every quest of the repository, and on many at random."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--count", type=int, default=600, help="how many quests at random")
    parser.add_argument("--first", type=int, default=FIRST_SEED, help="the seed of the first one")
    parser.add_argument("--unified", action="store_true", help="by way of unified-planning")
    asked = parser.parse_args()
    began = time.perf_counter()
    kinds, parties, answers = Counter(), Counter(), Counter()
    known = [
        (path.stem, publication.quest, Proof(publication.quest, publication.system))
        for path in every_quest()
        for publication in publications(path)
    ]
    seeds = range(asked.first, asked.first + STRIDE * asked.count, STRIDE)
    at_random = ((f"seed {seed}", *compiled(text_of(seed))[2:5:2]) for seed in seeds)
    for name, quest, proof in chain(known, at_random):
        kinds[str(proof.kind)] += 1
        parties[proof.task.party] += 1
        try:
            told = disagreement(quest, proof, plan_by_unified if asked.unified else plan)
        except Unsolved as why:
            answers["given up by the planner"] += 1
            print(f"{name}: the planner gives up ({why}); proof: {proof.kind}", flush=True)
            continue
        if told:
            print(f"{name}: {told}", flush=True)
        judged = "differ" if told else "agree"
        answers["not decided by the proof" if wins(proof) is None else judged] += 1
    print(f"{sum(kinds.values())} quests, {asked.count} of them at random: {_told(kinds)}")
    print(f"parties of {', '.join(f'{size}: {n}' for size, n in sorted(parties.items()))}")
    print(f"{_told(answers)}; {time.perf_counter() - began:.0f} s")
    return 1 if answers["differ"] else 0


def _told(counter):
    return ", ".join(f"{count} {what}" for what, count in counter.most_common())


if __name__ == "__main__":
    sys.exit(main())
