"""A planner that nobody here wrote, and what the search says of the same task.

The tests ask it about a few quests. For more:
`PYTHONPATH=tests python -m oracle.task_planner --count 600`.

The planner gets the task as it is, and the search the one that it simplifies: that this makes no
difference is asked as well.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from unittest.mock import patch

from oracle import planner as programs
from oracle.planner import FIRST_SEED, STRIDE, Unsolved
from oracle.random_entries import random_entries
from oracle.random_quests import random_quest
from questwright.compiler.verdict.decide.search import STATES, Search
from questwright.compiler.verdict.decide.simplify import simplified
from questwright.compiler.verdict.pddl.write import as_pddl
from questwright.compiler.verdict.translate.translate import translate
from support.one_text import results, without_checks, without_proof
from support.paths import GOLDEN, ROOT
from support.published import SYSTEMS, compiler_of

_DEGREES = "questwright.compiler.pipeline.prove_degrees"
KINDS = {"quests": random_quest, "entries": random_entries}


def compiled(text):
    """The one quest of a text, not proven."""
    with without_checks(), without_proof():
        (one,) = results(text).quests
    return one


def posed(text):
    """The quest of a text, and its task."""
    one = compiled(text)
    assert one.quest is not None, [found.message for found in one.findings]
    return one.quest, translate(one.quest, one.system)


def published(path):
    """The quests of a file, each with its task."""
    folder = GOLDEN if path.is_relative_to(GOLDEN) else ROOT
    with without_checks(), without_proof(), patch(_DEGREES, lambda *_: ()):
        found = compiler_of(SYSTEMS[folder]).compile(str(path)).quests
    return [(one.quest, translate(one.quest, one.system)) for one in found if one.quest is not None]


def plan(pddl):
    """The actions of a plan, by name; None where the planner has proven that there is none."""
    return programs.plan((pddl.domain, pddl.problem))


def written(task, quest):
    """A task as PDDL, in the words of its quest."""
    members = [kind.word for kind in quest.party]
    return as_pddl(task, quest.id, quest.title, members, quest.board.names)


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


def disagreement(task, quest, planner=plan):
    """In words how search and planner differ on a task; empty where they agree."""
    expected = wins(task)
    found = planner(written(task, quest))
    if expected is None or expected is (found is not None):
        return ""
    return f"search: {expected}; planner: {'no plan' if found is None else ', '.join(found)}"


def main():
    """Compare the search and the planner on many quests at random."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--count", type=int, default=600, help="how many quests at random")
    parser.add_argument("--first", type=int, default=FIRST_SEED, help="the seed of the first one")
    parser.add_argument("--kind", choices=KINDS, default="quests", help="what they are like")
    asked = parser.parse_args()
    began = time.perf_counter()
    answers = Counter()
    for seed in range(asked.first, asked.first + STRIDE * asked.count, STRIDE):
        quest, task = posed(KINDS[asked.kind](random.Random(seed)))
        try:
            told = disagreement(task, quest)
        except Unsolved as why:
            answers["given up by the planner"] += 1
            print(f"seed {seed}: the planner gives up ({why})", flush=True)
            continue
        if told:
            print(f"seed {seed}: {told}", flush=True)
        answers[f"{'differ' if told else 'agree'} ({wins(task)})"] += 1
    said = ", ".join(f"{count} {what}" for what, count in answers.most_common())
    print(f"{said}; {time.perf_counter() - began:.0f} s")
    return 1 if any(what.startswith("differ") for what in answers) else 0


if __name__ == "__main__":
    sys.exit(main())
