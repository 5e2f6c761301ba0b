"""The proof against a planner that nobody here wrote, and the PDDL that it reads.

`make test` asks it about a few quests. For more: `python tests/test_pddl.py --count 600`.

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
import tomllib
import warnings
from collections import Counter
from dataclasses import replace
from itertools import chain
from pathlib import Path

if __name__ == "__main__":  # a script finds only what lies beside it
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import pytest
from one_text import compiled
from packaging.requirements import Requirement
from published import ROOT, bell, every_quest, publications
from strategies import SHIPPED, Kinds, random_quest, run, spawn

from compiler.model.verdict import VerdictKind
from compiler.proof.pddl import SPLIT, as_pddl
from compiler.proof.pddl_words import Names
from compiler.proof.pose import pose
from compiler.proof.problem import AtLeast, Either, Has, Never
from compiler.proof.prove import Proof

KINDS = Kinds(visits=True)
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
    return [one.action.name for one in result.plan.actions]


# -- quests ------------------------------------------------------------------------------


def text_of(seed):
    return random_quest(random.Random(seed), KINDS)


def wins(proof):
    """Whether the proof says that the party can win, time left aside; None: it does not say."""
    if proof.problem.undecided or proof.problem.goal == Either(()):
        return None  # a quest without a victory is not called unwinnable
    if proof.problem.limit is not None:
        return bool(proof.line)
    if proof.kind is VerdictKind.UNDECIDED:
        return None
    return proof.kind is not VerdictKind.UNWINNABLE


def one_by_one(problem, quest):
    """A problem in which each member of the party is a piece, if they are few."""
    return as_pddl(problem, quest, is_one=False if problem.party < CROWD else None)


def disagreement(quest, proof, planner=plan):
    """In words how proof and planner differ on a quest; empty where they agree."""
    expected = wins(proof)
    found = planner(one_by_one(proof.problem, quest))
    if expected is None or expected is (found is not None):
        return ""
    return f"proof: {proof.kind}; planner: {'no plan' if found is None else ', '.join(found)}"


@needs_planner
@pytest.mark.parametrize("part", range(4))
def test_a_planner_finds_a_plan_where_the_proof_finds_a_way(part):
    for number in range(part * 8, part * 8 + 8):
        seed = FIRST_SEED + STRIDE * number
        one = compiled(text_of(seed))
        assert disagreement(one.quest, one.proof) == "", f"seed {seed}\n{text_of(seed)}"


@needs_planner
@pytest.mark.parametrize("planner", [plan, plan_by_unified])
@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_a_planner_wins_the_shipped_quests(path, planner):
    for publication in publications(path):
        found = planner(as_pddl(problem_of(publication), publication.quest))
        assert found
        assert found[-1] == "win"


@needs_planner
def test_unified_planning_reads_what_its_engine_reads():
    for number in (3, 5):
        one = compiled(text_of(FIRST_SEED + STRIDE * number))
        assert disagreement(one.quest, one.proof, plan_by_unified) == "", one.quest


def test_the_planner_is_here_wherever_it_is_to_be_had():
    # Nobody may take a skipped test for a passed one where the planner could have been installed.
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = map(Requirement, project["optional-dependencies"]["dev"])
    markers = {one.name.replace("-", "_"): one.marker for one in wanted}
    assert set(MODULES) <= set(markers)
    is_to_be_had = all(markers[name] is None or markers[name].evaluate() for name in MODULES)
    assert HAS_PLANNER or not is_to_be_had, "pip install --editable '.[dev]'"


# -- what is hard to say in PDDL ---------------------------------------------------------

HEAD = '''quest planned "Planned" {{
  system dungeon-saga-origins
  heroes {heroes}
  marauder zombie
  board {{
    draw """
    +-+-+-+-+
    |s {s}|. .|
    + + + + +
    |. .D. z|
    +-+-+-+-+
    |{t} z|. .|
    + + + + +
    |. .E. z|
    +-+-+-+-+
    """
    s: start
    z: zombie facing west
    D: door d{d}
    E: door e{e}
  }}
  room a at A1..B2
  room b at C1..D2
  room c at A3..B4
  room f at C3..D4
'''
ALONE = HEAD.format(heroes="orlaf", s=".", t=".", d="", e="")
TWO = HEAD.format(heroes="orlaf, danor", s="s", t=".", d="", e="")
LOCKED = HEAD.format(heroes="orlaf, danor", s="s", t=".", d=" locked by k", e="")
SPENT = HEAD.format(heroes="orlaf, danor", s="s", t=".", d=" locked by k spent", e="")
APART = HEAD.format(heroes="orlaf, danor", s=".", t="s", d="", e="")
FAR = HEAD.format(heroes="orlaf, danor", s=".", t="s", d="", e=" locked by k")

OVER = "{ end overlord }"
GONE = "{ take k }"
SET = "{ set flag }"
SHUT = "event x when any hero in b { close d }"
BURIED = "event x when d opened { block B2 }"
FALL = "event x when any hero in b { block C2 }"


@needs_planner
@pytest.mark.parametrize(
    ("head", "lines", "is_won"),
    [
        # Who has won has won, whatever would happen next.
        (ALONE, (f"event x when b revealed {OVER}", "victory heroes when d opened"), True),
        (ALONE, (f"event x when d opened {OVER}", "victory heroes when b searched"), False),
        # What is written first happens first.
        (ALONE, ("GIVE", f"event y when k taken {OVER}", "FLAG"), False),
        (ALONE, ("GIVE", "FLAG", f"event y when k taken {OVER}"), True),
        # `whenever` is ready again once it is over, and not before.
        (ALONE, ("AT A2", "LOSE", "victory heroes when any hero in b and k had"), True),
        (ALONE, ("AT D2", "LOSE", "victory heroes when any hero in a and k had"), True),
        (
            ALONE,
            (
                "AT A2",
                f"event x whenever k taken {GONE}",
                "victory heroes when any hero in b and k had",
            ),
            False,
        ),
        # So many of several.
        (ALONE, ("victory heroes when 1 monster defeated",), True),
        (ALONE, ("victory heroes when 2 monsters defeated",), False),
        (
            ALONE,
            (f"event x when not 2 monsters defeated {SET}", "victory heroes when flag set"),
            True,
        ),
        # Two may be at two places, and one may not.
        (TWO, ("victory heroes when any hero in a and any hero in b",), True),
        (ALONE, ("victory heroes when any hero in a and any hero in b",), False),
        (TWO, ("victory heroes when any hero in a and any hero in c",), False),
        (
            TWO,
            (
                f"event x when any hero in a and any hero in b {SET}",
                "victory heroes when flag set and any hero in b and any hero in a",
            ),
            True,
        ),
        # They begin at two places, on one of which something happens.
        (TWO, (f"event x when any hero at B1 {OVER}", "victory heroes when d opened"), False),
        (TWO, (f"event x when any hero at A2 {OVER}", "victory heroes when d opened"), True),
        # So many of them, or these of them.
        (TWO, ("victory heroes when 2 heroes in b",), True),
        (TWO, ("victory heroes when orlaf in a and danor in b",), True),
        (TWO, (f"event x when not 2 heroes in a {OVER}", "victory heroes when b searched"), False),
        (TWO, (f"event x when no hero in a {OVER}", "victory heroes when any hero in b"), True),
        (TWO, (f"event x when orlaf in b {OVER}", "victory heroes when any hero in b"), True),
        (TWO, (f"event x when any hero in b {OVER}", "victory heroes when b searched"), False),
        # What one carries is handed on, but not to who is out of reach.
        (LOCKED, ("AT A2", SHUT, "victory heroes when all heroes in b"), True),
        (SPENT, ("AT A2", SHUT, "victory heroes when all heroes in b"), False),
        (SPENT, ("AT A2", SHUT, "victory heroes when any hero in a and any hero in b"), True),
        (LOCKED, ("AT A2", FALL, "victory heroes when all heroes in b"), False),
        (FAR, ("AT A2", "victory heroes when e opened"), False),
        # Anybody gets what an event gives, wherever he is.
        pytest.param(
            *(FAR, ("GIVE", "victory heroes when e opened"), True),
        ),
        # Anybody begins anywhere, but nobody at two places.
        (APART, (f"event x when orlaf in c {SET}", "BOTH"), True),
        (APART, (f"event x when danor in c {SET}", "BOTH"), True),
        (
            APART,
            (
                f"event x when danor in c {SET}",
                "event y when orlaf in c { set sign }",
                "victory heroes when flag set and sign set",
            ),
            False,
        ),
        # Who stands where the ceiling falls is nowhere for as long as it lies there.
        (ALONE, (BURIED, "victory heroes when any hero in b"), False),
        (
            TWO,
            (BURIED, f"event y when not 2 heroes in a {SET}", "victory heroes when flag set"),
            False,
        ),
        (TWO, (BURIED, f"event y when 1 hero in a {SET}", "victory heroes when flag set"), True),
        (
            ALONE,
            (
                "event x when d opened { block B2, C2 }",
                "event y when round > 2 { clear B2, C2 }",
                "victory heroes when any hero in b",
            ),
            True,
        ),
    ],
)
def test_a_planner_agrees_about(head, lines, is_won):
    body = "\n  ".join(lines)
    for short, long in (
        ("GIVE", 'item k "K"\n  event v when d opened { give k }'),
        ("FLAG", f"event w when d opened {SET}\n  victory heroes when flag set"),
        ("BOTH", "victory heroes when flag set and d opened"),
        ("AT ", 'item k "K" at '),
        ("LOSE", f"event x whenever any hero in b {GONE}"),
        ("k had", "any hero carries k"),
    ):
        body = body.replace(short, long)
    one = compiled(f"{head}  {body}\n}}\n")
    assert wins(one.proof) is is_won
    assert disagreement(one.quest, one.proof) == ""


BOARD = '''quest hasty "Hasty" {{
  system dungeon-saga-origins
  heroes orlaf, danor
  marauder zombie
  board {{
    draw """
    {}
    """
    s: start
    D: door d{}
    E: door e locked by k
  }}
  {}
  item k "K" at {}
  {}
  victory heroes when e opened{}
}}
'''
ROW = ("+-+-+-+-+", "|s s . .|", "+E+-+-+D+", "|. .|. .|", "+-+-+-+-+")
ROOMS = "room a at A1..D1\n  room b at A2..B2\n  room c at C2..D2"
TALL = ("+-+-+", "|s .|", "+-+D+", "|s .|", "+E+-+", "|. .|", "+-+-+")
FLOORS = "room a at A1..B1\n  room b at A2..B2\n  room c at A3..B3"
HASTY = [
    # What has just been taken up is still with who took it.
    (ROW, "", ROOMS, "D1", "event x when k taken { block C1 }", ""),
    # A way that closes again at once is none for handing things through it.
    (TALL, "", FLOORS, "A1", "event x when d opened { block B1 }", ""),
    # Who opens a door has its key at hand.
    (
        *(ROW, " locked by k", ROOMS, "C1", "event x when d opened { block C1; close e }"),
        " and x happened",
    ),
]


def hasty(rows, *rest):
    return compiled(BOARD.format("\n    ".join(rows), *rest))


@needs_planner
@pytest.mark.parametrize("parts", HASTY)
def test_for_a_planner_nothing_changes_hands_before_what_follows(parts):
    one = hasty(*parts)
    assert plan(one_by_one(one.proof.problem, one.quest)) is None


@pytest.mark.parametrize("parts", HASTY)
def test_in_the_proof_nothing_changes_hands_before_what_follows(parts):
    assert wins(hasty(*parts).proof) is False


# -- the text ----------------------------------------------------------------------------

HOSTILE = 'x) (quest-won) (:action "oops\n(init (quest-won)) ;;;; the\u2028problem\r|#|é\x00'


def read_lists(text):
    """What a text says in brackets, as lists; its comments left out."""
    plain = "\n".join(line.partition(";")[0] for line in text.split("\n"))
    stack = [[]]
    for word in plain.replace("(", " ( ").replace(")", " ) ").split():
        if word == "(":
            stack.append([])
        elif word == ")":
            done = stack.pop()
            stack[-1].append(done)
        else:
            assert re.fullmatch(r"[a-z:?][a-z0-9-]*|[-=]", word), word
            stack[-1].append(word)
    ((found,),) = stack
    return found


def words_of(part):
    """Every word in some lists."""
    return set().union(*map(words_of, part)) if isinstance(part, list) else {part}


def shape(part):
    """How a text is built, without its names."""
    return [shape(one) for one in part] if isinstance(part, list) else part[:1] in ":?"


def problem_of(publication):
    return pose(publication.quest, publication.system)


def spoiled(publication):
    """A quest and its problem with a title for a name wherever one is, and nothing good in it."""
    quest, problem = publication.quest, problem_of(publication)
    areas = (one._replace(id=one.id + HOSTILE, title=HOSTILE) for one in quest.board.areas)
    board = replace(quest.board, areas=tuple(areas))
    facts = (one._replace(id=one.id + HOSTILE, title=HOSTILE) for one in problem.facts)
    deeds = (one._replace(id=one.id + HOSTILE, title=HOSTILE) for one in problem.deeds)
    links = (one._replace(title=HOSTILE) for one in problem.links)
    return quest._replace(id=HOSTILE, title=HOSTILE, board=board), problem._replace(
        facts=tuple(facts),
        deeds=tuple(deeds),
        links=tuple(links),
        assumptions=(HOSTILE,),
        undecided=(HOSTILE,),
    )


def test_no_name_breaks_out_of_the_text():
    quest, problem = spoiled(bell())
    clean = as_pddl(problem_of(bell()), bell().quest)
    nasty = as_pddl(problem, quest)
    for good, bad in zip(clean, nasty, strict=True):
        assert shape(read_lists(bad)) == shape(read_lists(good))
        assert len(bad.split("\n")) == len(bad.splitlines()) + 1
    assert nasty.text.count(f"\n{SPLIT}\n") == 1
    assert len(re.findall("^;;;;", nasty.text, re.MULTILINE)) == 1


@needs_planner
def test_whatever_it_is_called_a_planner_reads_it():
    quest, problem = spoiled(bell())
    found = plan(as_pddl(problem, quest))
    assert len(found) == len(plan(as_pddl(problem_of(bell()), bell().quest)))


def names_of(lists):
    """Every name that a domain declares."""
    parts = {part[0]: part[1:] for part in lists[1:] if part[0] != ":action"}
    kinds = [name for name in parts[":types"] if name not in {"-", "object"}]
    things = [name for name in parts[":constants"] if name != "-" and name not in kinds]
    predicates = [one[0] for one in parts[":predicates"]]
    return kinds + things + predicates + [part[1] for part in lists if part[0] == ":action"]


@pytest.mark.parametrize("path", every_quest(), ids=lambda path: path.stem)
def test_every_name_is_declared_once_and_is_no_word_of_pddl(path):
    for publication in publications(path):
        pddl = as_pddl(problem_of(publication), publication.quest)
        names = names_of(read_lists(pddl.domain))
        assert len(set(names)) == len(names)
        assert {"and", "or", "not", "when", "forall", "either", "object"}.isdisjoint(names)
        assert words_of(read_lists(pddl.problem)[3:]) <= {":init", ":goal", *names}


def test_names_that_look_alike_are_told_apart():
    names = Names(("open",))
    asked = [
        ("a", "open"),
        ("b", "Open"),
        ("a", "open"),
        ("c", "7 doors"),
        ("d", "("),
        ("e", "and"),
    ]
    found = [names.of("thing", key, wanted) for key, wanted in asked]
    assert found == ["open-2", "open-3", "open-2", "n-7-doors", "thing", "and-2"]


def test_a_count_of_many_is_no_long_text():
    publication = bell()
    problem = problem_of(publication)
    facts = tuple(Has(number, problem.goal.parts[0].parts[0].origin) for number in range(40))
    long = as_pddl(problem._replace(goal=AtLeast(20, facts)), publication.quest)
    assert len(long.text) < 10 * len(as_pddl(problem, publication.quest).text)
    assert read_lists(long.domain)


def test_what_can_never_be_done_is_no_action():
    one = compiled(f"{ALONE}  victory heroes when b searched\n}}\n")
    problem = one.proof.problem
    never = tuple(deed._replace(needs=Never("", deed.origin)) for deed in problem.deeds)
    actions = names_of(read_lists(as_pddl(problem._replace(deeds=never), one.quest).domain))
    assert "search-b" in names_of(read_lists(as_pddl(problem, one.quest).domain))
    assert "search-b" not in actions
    lost = as_pddl(problem._replace(goal=Either(())), one.quest)
    assert "win" not in names_of(read_lists(lost.domain))


def test_the_text_is_the_one_that_was_approved(golden):
    golden("quests/bell-and-bone.pddl", as_pddl(problem_of(bell()), bell().quest).text)


def test_the_text_is_the_same_in_every_process():
    written = {
        spawn("graph", "-f", "pddl", SHIPPED[0], PYTHONHASHSEED=seed).stdout for seed in (1, 2, 3)
    }
    assert len(written) == 1


def test_the_command_writes_domain_and_problem(tmp_path):
    done = run("graph", "--format", "pddl", SHIPPED[0])
    (publication,) = publications(SHIPPED[0])
    pddl = as_pddl(problem_of(publication), publication.quest)
    assert (done.code, done.err) == (0, "")
    assert done.out == pddl.text
    domain, _, problem = done.out.partition(f"{SPLIT}\n")
    assert read_lists(domain) == read_lists(pddl.domain)
    assert read_lists(problem) == read_lists(pddl.problem)


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
    written = [
        (path.stem, one.quest, Proof(one.quest, one.system))
        for path in every_quest()
        for one in publications(path)
    ]
    seeds = range(asked.first, asked.first + STRIDE * asked.count, STRIDE)
    at_random = ((f"seed {seed}", *compiled(text_of(seed))[2:5:2]) for seed in seeds)
    for name, quest, proof in chain(written, at_random):
        kinds[str(proof.kind)] += 1
        parties[proof.problem.party] += 1
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
