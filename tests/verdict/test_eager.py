"""What is done as soon as it can be: a search that takes it alone finds no less."""

from __future__ import annotations

import random

import pytest

from oracle.random_tasks import random_task
from oracle.task_player import TaskPlayer, TooBig
from questwright.compiler.model.verdict import VerdictKind
from questwright.compiler.verdict.decide.model import Model
from questwright.compiler.verdict.decide.search import Search
from questwright.compiler.verdict.decide.simplify import simplified
from questwright.compiler.verdict.task.need import NOTHING
from questwright.compiler.verdict.translate.translate import translation
from support.more import amount
from support.small import small

MOST = 20_000
SEEDS = range(amount(120, 1_200))

HALL = """
    +-+-+-+-+-+-+
    |. . . . . .|
    +-+-+-+-+-+-+
    |. . . . . .|
    + + + + + + +
    |. . . . . .|
    +-+-+-+-+-+-+"""


def of_one_mind(seed):
    """A random task in which nearly all ways are two-way, and no other side wins."""
    task, chance = random_task(seed), random.Random(f"mind {seed}")
    links = [link._replace(is_one_way=False, refused="") for link in task.links]
    return task._replace(
        places=tuple(place._replace(clear=-1, is_lane=False) for place in task.places),
        links=tuple(
            link if chance.random() < 0.4 else link._replace(needs=NOTHING) for link in links
        ),
        victories=tuple(own for own in task.victories if own.is_own) or task.victories,
        deeds=tuple(deed._replace(is_fate=False, past=0) for deed in task.deeds),
        fallen=(0,) * task.party,
    )


@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_done_at_once_hides_neither_a_win_nor_a_dead_end(seed):
    task = of_one_mind(seed)
    model = Model(task)
    if not any(model.eager.values()):
        return
    try:
        known = TaskPlayer(task, 500).play()
    except TooBig:
        return
    found = Search(model, MOST).run()
    assert str(found.kind) == known.verdict
    if found.kind is not VerdictKind.VACUOUS:
        assert Search(task, MOST).can_win() is (known.verdict != "unwinnable")


def test_keys_of_which_each_fits_are_taken_before_a_choice_is_made():
    """Six keys for six doors, each spent: every order of taking and opening was looked at."""
    doors = "\n  ".join(f"door d{n.lower()} at {n}1|{n}2 locked by kk spent" for n in "ABCDEF")
    body = f"""room yard at A2..F3
  {doors}
  wall at A1|B1, B1|C1, C1|D1, D1|E1, E1|F1
  item 6 kk "Key" at A2, B2, C2, D2, E2, F2
  item cup at F1
  item cap at A1
  start at A3
  victory heroes when cup taken and cap taken"""
    compiled = small(HALL, body, "orlaf")
    simple = simplified(translation(compiled.quest, compiled.system).task)
    found = Search(simple.task, MOST).run()
    assert (found.kind, found.limit) == (VerdictKind.WINNABLE, "")
    assert found.states < 200
