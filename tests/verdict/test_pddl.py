"""The PDDL of a task: whole, valid, the same each time; and a planner that reads it."""

from __future__ import annotations

import re

import pytest

from oracle.planner import (
    needs_planner,
    plan,
    planned,
    posed,
    published,
    random_ones,
    wins,
    written,
)
from questwright.compiler.pddl.words import PddlNames
from questwright.compiler.pddl.write import SPLIT, as_pddl
from questwright.compiler.verdict.decide.simplify import simplified
from questwright.compiler.verdict.task.need import AtLeast, Has, Never
from questwright.compiler.verdict.task.task import Limit
from questwright.compiler.verdict.task.unjudged import Unjudged
from questwright.dsl.source import Span
from support.more import amount, some
from support.published import BELL, every_quest
from support.strategies import QUEST

pytestmark = pytest.mark.slow  # these are no unit tests: whole quests go through whole commands

HOSTILE = 'x) (won) (:action "oops\n(init (won)) ;;;; the\u2028problem\r|#|\xe9\x00'
HERE = Span("", 0, 0)
SMALL = ("dry-feet", "season-tickets", "small-change", "three-cheeses")
"""Quests of the repository that a planner without wits wins in no time."""


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


def spoiled():
    """A task with a title for a name wherever one is, and nothing good in it."""
    ((_, task),) = published(BELL)
    named = {
        part: tuple(one._replace(title=HOSTILE) for one in getattr(task, part))
        for part in ("facts", "deeds", "events", "links", "victories")
    }
    for part in ("facts", "deeds", "events"):
        named[part] = tuple(one._replace(id=one.id + HOSTILE) for one in named[part])
    return task._replace(**named, assumptions=(HOSTILE,), unjudged=(Unjudged(HOSTILE, HERE),))


def nasty():
    task = spoiled()
    members = [f"{HOSTILE}{number}" for number in range(task.party)]
    return as_pddl(task, HOSTILE, HOSTILE, members, lambda cells: f"{HOSTILE}{cells}")


def clean():
    ((quest, task),) = published(BELL)
    return written(task._replace(assumptions=("",), unjudged=(Unjudged("", HERE),)), quest)


def test_no_name_breaks_out_of_the_text():
    pairs = ((clean().domain, nasty().domain), (clean().problem, nasty().problem))
    for good, bad in pairs:
        assert shape(read_lists(bad)) == shape(read_lists(good))
        assert len(bad.split("\n")) == len(bad.splitlines()) + 1
    assert nasty().text.count(f"\n{SPLIT}\n") == 1
    assert len(re.findall("^;;;;", nasty().text, re.MULTILINE)) == 1


def names_of(lists):
    """Every name that a domain declares."""
    parts = {part[0]: part[1:] for part in lists[1:] if part[0] not in {":action", ":derived"}}
    kinds = parts[":types"]
    things = [name for name in parts[":constants"] if name != "-" and name not in kinds]
    predicates = [part[0] for part in parts[":predicates"]]
    return kinds + things + predicates + [part[1] for part in lists if part[0] == ":action"]


@pytest.mark.parametrize("path", some(every_quest(), 40), ids=lambda path: path.stem)
def test_every_name_is_declared_once_and_is_no_word_of_pddl(path):
    for quest, task in published(path):
        for each in (task, simplified(task).task):
            pddl = written(each, quest)
            names = names_of(read_lists(pddl.domain))
            assert len(set(names)) == len(names)
            assert {"and", "or", "not", "when", "forall", "either", "object"}.isdisjoint(names)
            assert words_of(read_lists(pddl.problem)[3:]) <= {":init", ":goal", *names}


def test_names_that_look_alike_are_told_apart():
    names = PddlNames(("open",))
    found = [names.new("thing", wanted) for wanted in ("open", "Open", "7 doors", "(", "and")]
    assert found == ["open-2", "open-3", "n-7-doors", "thing", "and-2"]


def test_a_count_of_many_is_no_long_text():
    quest, task = posed(QUEST)
    facts = tuple(task.facts[0]._replace(id=str(number)) for number in range(40))
    needs = tuple(Has(len(task.facts) + number, HERE) for number in range(40))
    (victory,) = task.own
    many = task._replace(
        facts=(*task.facts, *facts),
        victories=(victory._replace(needs=AtLeast(20, needs)),),
    )
    long = written(many, quest)
    assert len(long.text) < 15 * len(written(task, quest).text)
    assert ":derived-predicates" in long.domain
    assert read_lists(long.domain)


@needs_planner
@pytest.mark.parametrize(("given", "is_won"), [(19, False), (20, True)])
def test_a_planner_counts_many(given, is_won):
    quest, task = posed(QUEST)
    facts = tuple(task.facts[0]._replace(id=str(number)) for number in range(40))
    needs = tuple(Has(len(task.facts) + number, HERE) for number in range(40))
    (victory,) = task.own
    many = task._replace(
        facts=(*task.facts, *facts),
        given=task.given | ((1 << given) - 1) << len(task.facts) + 7,
        victories=(victory._replace(needs=AtLeast(20, needs)),),
    )
    assert (plan(written(many, quest)) is not None) is is_won


def test_what_can_never_be_done_is_no_action():
    quest, task = posed(QUEST)
    never = tuple(deed._replace(needs=Never("", HERE)) for deed in task.deeds)
    actions = names_of(read_lists(written(task._replace(deeds=never), quest).domain))
    assert "search-face" in names_of(read_lists(written(task, quest).domain))
    assert "search-face" not in actions


def test_what_is_left_out_is_said():
    quest, task = posed(QUEST)
    limited = task._replace(
        limit=Limit(7, HERE), unjudged=(Unjudged("who sleeps", HERE),), assumptions=("luck",)
    )
    pddl = written(limited, quest)
    assert "Not judged: who sleeps" in pddl.remarks
    assert "Taken for granted: luck" in pddl.remarks
    assert any("dead ends" in line for line in pddl.remarks)
    assert any("rounds" in line and "round 7" in line for line in pddl.remarks)
    assert all(f"; {line}\n" in pddl.domain for line in pddl.remarks)


# -- a planner ---------------------------------------------------------------------------


@needs_planner
def test_whatever_it_is_called_a_planner_reads_it():
    quest, task = posed(QUEST)
    members = [HOSTILE] * task.party
    spoilt = as_pddl(task, HOSTILE, HOSTILE, members, lambda _: HOSTILE)
    assert len(plan(spoilt)) == len(plan(written(task, quest)))


@needs_planner
@pytest.mark.parametrize(("family", "seed"), random_ones(amount(7, 70), first=30_000))
def test_a_planner_finds_a_plan_where_the_proof_finds_a_line(family, seed):
    assert planned(family, seed).words == ""


@needs_planner
@pytest.mark.parametrize("path", [path for path in every_quest() if path.stem in SMALL], ids=str)
def test_a_planner_wins_the_shipped_quests(path):
    for quest, task in published(path):
        assert plan(written(simplified(task).task, quest)) is not None


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
SIGN = "{ set sign }\n  victory heroes when sign set"
SHUT = "event x when any hero in b { close d }"
BURIED = "event x when d opened { block B2 }"
ALL_ROUND = "event x when d opened { block A2, B1, B2, C2 }"
NEAR = "event x when d opened { block B2, C2 }"
FALL = "event x when any hero in b { block C2 }"
APART_EACH = f"event x when orlaf in c {OVER}"
MOVED = "event y when k taken and d opened { give k to danor }"
LOST = 'item k "K"\n  event v when d opened { remove danor\n give k to danor }'
PASSED_ON = 'item k "K"\n  event v when d opened { give k to danor\n remove danor }'


@pytest.mark.slow
@needs_planner
@pytest.mark.parametrize(
    ("head", "lines", "is_won"),
    [
        # Who has won has won, whatever would happen next.
        (ALONE, (f"event x when b revealed {OVER}", "victory heroes when d opened"), True),
        (ALONE, (f"event x when d opened {OVER}", "victory heroes when b searched"), False),
        # All that has come to be happens, in its order, before anybody has won by it.
        (ALONE, ("GIVE", f"event y when k taken {OVER}", "FLAG"), True),
        (ALONE, ("GIVE", "FLAG", f"event y when k taken {OVER}"), True),
        (ALONE, ("GIVE", f"event y when k taken {OVER}", "LATE"), True),
        (ALONE, ("GIVE", f"event y when k taken {OVER}", "AFTER"), False),
        # What comes first may undo what comes next.
        (ALONE, ("GIVE", "event y when d opened and k taken { take k }", "HELD"), False),
        (ALONE, ("GIVE", "HELD", "event y when d opened and k taken { take k }"), True),
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
        # What was unlocked stays so when something shuts it.
        (SPENT, ("AT A2", SHUT, "victory heroes when all heroes in b"), True),
        (SPENT, ("AT A2", SHUT, "victory heroes when any hero in a and any hero in b"), True),
        (LOCKED, ("AT A2", FALL, "victory heroes when all heroes in b"), False),
        (FAR, ("AT A2", "victory heroes when e opened"), False),
        # Anybody gets what an event gives, wherever he is.
        (FAR, ("GIVE", "victory heroes when e opened"), True),
        # Who is named gets it, and not who is lost; whoever has it.
        (FAR, ("GIVE TO danor", APART_EACH, "victory heroes when e opened"), True),
        (FAR, ("GIVE TO orlaf", APART_EACH, "victory heroes when e opened"), False),
        (FAR, ("GIVE TO orlaf, danor", APART_EACH, "victory heroes when e opened"), True),
        (FAR, ("AT A2", MOVED, APART_EACH, "victory heroes when e opened"), True),
        (FAR, ("AT A2", APART_EACH, "victory heroes when e opened"), False),
        (TWO, ("GIVE TO orlaf, danor", "victory heroes when danor carries k"), True),
        (TWO, (LOST, "victory heroes when k taken"), False),
        (TWO, (LOST.replace("danor\n", "orlaf\n"), "victory heroes when k taken"), True),
        (TWO, (PASSED_ON, "victory heroes when orlaf carries k"), True),
        (TWO, (PASSED_ON, "victory heroes when danor carries k"), False),
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
        # Who stands where the ceiling falls steps clear, be it through the door.
        (ALONE, (BURIED, "victory heroes when any hero in b"), True),
        (
            TWO,
            (BURIED, f"event y when not 2 heroes in a {SET}", "victory heroes when flag set"),
            True,
        ),
        # Who cannot is nowhere for as long as it lies there.
        (ALONE, (ALL_ROUND, "victory heroes when x happened and any hero in a"), False),
        (ALONE, (ALL_ROUND, "victory heroes when x happened and no hero in a"), True),
        (ALONE, (NEAR, "victory heroes when x happened and any hero in a"), True),
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
        ("TO orlaf, danor", "to orlaf, danor }"),
        ("TO orlaf", "to orlaf }"),
        ("TO danor", "to danor }"),
        ("GIVE to", 'item k "K"\n  event v when d opened { give k to'),
        ("GIVE", 'item k "K"\n  event v when d opened { give k }'),
        ("FLAG", f"event w when d opened {SET}\n  victory heroes when flag set"),
        ("LATE", f"event w when k taken {SET}\n  victory heroes when flag set"),
        ("AFTER", f"event w when k taken {SET}\n  event u when flag set {SIGN}"),
        ("LATE", f"event w when k taken {SET}\n  victory heroes when flag set"),
        ("HELD", f"event w when any hero carries k {SET}\n  victory heroes when flag set"),
        ("BOTH", "victory heroes when flag set and d opened"),
        ("AT ", 'item k "K" at '),
        ("LOSE", f"event x whenever any hero in b {GONE}"),
        ("k had", "any hero carries k"),
    ):
        body = body.replace(short, long)
    quest, task = posed(f"{head}  {body}\n}}\n")
    assert (plan(written(task, quest)) is not None) is is_won
    assert wins(task) is is_won


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
FALLS = "event x when d opened { block C1 }"
FIRST = "event y when e opened and not d opened { end overlord }"
HASTY = [
    # What has just been taken up is still with who took it.
    (ROW, "", ROOMS, "D1", "event x when k taken { block C1 }", ""),
    # A way that closes again at once is none for handing things through it.
    (TALL, "", FLOORS, "A1", "event x when d opened { block B1, B2 }", ""),
    # Who opens a door has its key at hand.
    (ROW, " locked by k", ROOMS, "C1", f"{FALLS}\n  {FIRST}", " and x happened"),
]


@needs_planner
@pytest.mark.parametrize("parts", HASTY)
def test_nothing_changes_hands_before_what_follows(parts):
    rows, *rest = parts
    quest, task = posed(BOARD.format("\n    ".join(rows), *rest))
    assert plan(written(task, quest)) is None
    assert wins(task) is False
