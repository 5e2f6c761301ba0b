"""What is seen of a quest without a search, and what is not loaded for it."""

from __future__ import annotations

import subprocess
import sys

import pytest

from oracle.witness_quests import compiled, random_quest
from questwright.compiler.verdict.budget import STATES
from questwright.compiler.verdict.decide.model import Model
from questwright.compiler.verdict.decide.search import Search
from questwright.compiler.verdict.decide.simplify import simplified
from questwright.compiler.verdict.task.need import All, At, AtLeast, Either, can_be_met
from questwright.compiler.verdict.translate.translate import translation
from support.more import amount
from support.paths import ROOT

HERE, THERE = At(1, 1, 3, "here", None), At(2, 1, 3, "there", None)


@pytest.mark.parametrize("quest", ["small-change", "split-tally", "paid-in-full"])
def test_a_quest_in_which_nothing_is_ever_lost_loads_no_search(quest):
    program = (
        "import sys\nfrom questwright.compiler.cli.main import main\n"
        f"sys.argv = ['questwright', 'check', 'content/quests/{quest}/{quest}.quest']\n"
        "try:\n    main()\nexcept SystemExit:\n    pass\n"
        "print([name for name in sys.modules if name.endswith(('rules.play', 'decide.search'))])"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines()[-1] == "[]"
    assert "winnable" in done.stdout


@pytest.mark.parametrize("seed", range(amount(100, 200)))
def test_what_is_seen_at_once_a_search_finds_too(seed):
    made = compiled(random_quest(seed))
    simple = simplified(translation(made.quest, made.system).task)
    if simple.is_hopeless:
        return
    model = Model(simple.task)
    if model.always_wins():
        found = Search(simple.task, STATES).run()
        assert str(found.kind) == "winnable"
        assert found.lose is None
    if model.can_win() is not None:
        assert model.can_win() is Search(simple.task, STATES).can_win()


@pytest.mark.parametrize(
    ("need", "asked"),
    [
        (All((HERE, THERE)), [{HERE, THERE}]),
        (All((Either((HERE, THERE)), HERE)), [{HERE}, {HERE, THERE}]),
        (AtLeast(2, (HERE, Either((HERE, THERE)))), [{HERE}, {HERE, THERE}]),
        (Either((HERE, All(()))), [{HERE}]),
    ],
)
def test_all_that_is_asked_of_where_members_stand_is_met_at_once(need, asked):
    tried = []
    can_be_met(need, bool, lambda ats: tried.append({*ats}), otherwise=False)
    assert tried == asked


def test_too_many_ways_to_stand_are_not_looked_at():
    pairs = tuple(
        Either((At(1 << n, 1, 3, "", None), At(2 << n, 1, 3, "", None))) for n in range(99)
    )
    for otherwise in (True, False):
        assert can_be_met(All(pairs), bool, lambda _: False, otherwise=otherwise) is otherwise
