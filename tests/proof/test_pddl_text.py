"""The PDDL of a quest: names that nobody can break out of, and the same text each time."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from oracle.planner import needs_planner, plan, problem_of
from questwright.compiler.proof.pddl.words import PddlNames
from questwright.compiler.proof.pddl.write import SPLIT, as_pddl
from questwright.compiler.proof.task.condition import AtLeast, Either, Has, Never
from questwright.compiler.proof.task.task import Unjudged
from questwright.dsl.source import Span
from support.one_text import compiled
from support.paths import SHIPPED
from support.published import bell, every_quest, publications
from support.strategies import QUEST, run, spawn

pytestmark = pytest.mark.slow  # these are no unit tests: whole quests go through whole commands

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


def spoiled(publication):
    """A quest and its problem with a title for a name wherever one is, and nothing good in it."""
    quest, problem = publication.quest, problem_of(publication)
    areas = (area._replace(id=area.id + HOSTILE, title=HOSTILE) for area in quest.board.areas)
    board = replace(quest.board, areas=tuple(areas))
    facts = (fact._replace(id=fact.id + HOSTILE, title=HOSTILE) for fact in problem.facts)
    deeds = (deed._replace(id=deed.id + HOSTILE, title=HOSTILE) for deed in problem.deeds)
    links = (link._replace(title=HOSTILE) for link in problem.links)
    return quest._replace(id=HOSTILE, title=HOSTILE, board=board), problem._replace(
        facts=tuple(facts),
        deeds=tuple(deeds),
        links=tuple(links),
        assumptions=(HOSTILE,),
        undecided=(Unjudged(HOSTILE, Span("", 0, 0)),),
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
    predicates = [part[0] for part in parts[":predicates"]]
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
    names = PddlNames(("open",))
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
    one = compiled(QUEST)
    problem = one.proof.problem
    never = tuple(deed._replace(needs=Never("", deed.origin)) for deed in problem.deeds)
    actions = names_of(read_lists(as_pddl(problem._replace(deeds=never), one.quest).domain))
    assert "search-face" in names_of(read_lists(as_pddl(problem, one.quest).domain))
    assert "search-face" not in actions
    lost = as_pddl(problem._replace(goal=Either(())), one.quest)
    assert "win" not in names_of(read_lists(lost.domain))


def test_the_text_is_the_one_that_was_approved(golden):
    golden("quests/bell-and-bone.pddl", as_pddl(problem_of(bell()), bell().quest).text)


@pytest.mark.slow
def test_the_text_is_the_same_in_every_process():
    written = {
        spawn("graph", "-f", "pddl", SHIPPED[0], PYTHONHASHSEED=seed).stdout for seed in (1, 2, 3)
    }
    assert len(written) == 1


def test_the_command_writes_domain_and_problem():
    done = run("graph", "--format", "pddl", SHIPPED[0])
    (publication,) = publications(SHIPPED[0])
    pddl = as_pddl(problem_of(publication), publication.quest)
    assert (done.code, done.err) == (0, "")
    assert done.out == pddl.text
    domain, _, problem = done.out.partition(f"{SPLIT}\n")
    assert read_lists(domain) == read_lists(pddl.domain)
    assert read_lists(problem) == read_lists(pddl.problem)
