"""The engine against the second player, with which it shares no code, on play at random."""

from __future__ import annotations

import random
from functools import lru_cache

import pytest

from oracle.wandering import MOST, Wanderer
from oracle.witness.aftermath import RefusedError
from oracle.witness_run import FAMILIES
from questwright.compiler.model.publication import Publication
from questwright.compiler.publish.document.quest_json import dump, quest_document
from questwright.engine.deeds import StepKind
from questwright.engine.load import load_quest
from questwright.engine.replay import replay
from support.more import amount

STEPS = 25
TRIED = 3
"""So many steps are tried at the end of a line that could be taken elsewhere."""
LENIENT = (StepKind.WAIT, StepKind.DEFEAT)
"""Steps that the engine takes at other times, too: it waits for a round that has begun, and knows
no odds."""


@lru_cache(maxsize=1)
def written(seed, family):
    """The quest of a seed, and its document as the engine reads it."""
    made = FAMILIES[family](seed)
    publication = Publication(made.quest, made.system, None, {}, ())
    return made, load_quest(dump(quest_document(publication)))


def wandered(seed, family, chance):
    """Play at random: the document, a line, how it may end, and steps that may not follow."""
    made, document = written(seed, family)
    wanderer = Wanderer(made.quest, made.system)
    line, seen = wanderer.begin(chance), {}
    steps = wanderer.steps()
    for _ in range(chance.randrange(STEPS)):
        seen.update(dict.fromkeys(steps))
        if not steps or len(wanderer.states) > MOST:
            break
        line += wanderer.take(chance.choice(steps), chance)
        steps = wanderer.steps()
    others = [step for step in seen if step not in steps and step.kind not in LENIENT]
    tried = chance.sample(others, min(TRIED, len(others)))
    return document, line, wanderer.winners(), tried


def held(seed, family, again):
    """Hold the engine to one way to play; how many lines it took, and how many steps it refused."""
    document, line, ends, tried = wandered(seed, family, random.Random(f"{seed}/{again}"))
    if ends is not None:
        done = replay(document, line)
        assert done.accepted, (seed, done.reason, line)
        assert (done.won, done.lost, done.stuck) == ends, (seed, line)
    for step in tried:
        assert not replay(document, (*line, step)).accepted, (seed, line, step)
    return int(ends is not None), len(tried)


def is_played(seed, family):
    """Whether the second player plays the quest of a seed."""
    made, _ = written(seed, family)
    return Wanderer.plays(made.quest, made.system)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("part", "family"),
    [
        *((part, "usual") for part in range(amount(1, 40))),
        *((part, "raised") for part in range(amount(1, 20))),
    ],
)
def test_the_engine_takes_what_the_rules_allow_and_nothing_else(part, family):
    taken = refused = 0
    for seed in range(part * 60, part * 60 + amount(30, 60)):
        for again in range(amount(2, 4) if is_played(seed, family) else 0):
            try:
                line, tried = held(seed, family, again)
            except RefusedError:
                break
            taken += line
            refused += tried
    assert taken > amount(50, 100)
    assert refused > amount(50, 100)


@pytest.mark.parametrize(
    ("seed", "family", "again"),
    [
        # Who steps clear onto a square that closes in its turn is buried there.
        (2785, "usual", 5),
        (2785, "usual", 34),
        # Who was buried below a figure is free when it is beaten, and has not walked.
        (6, "raised", 16),
        (6, "raised", 18),
    ],
)
def test_who_is_buried_is_told_to_stand_where_that_is(seed, family, again):
    taken, _ = held(seed, family, again)
    assert taken
