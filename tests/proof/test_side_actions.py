"""Actions of the quest that another side may take: at any moment, once, or never [DKQ-A31]."""

from __future__ import annotations

from collections import Counter

import pytest

from oracle.witness.player import judge
from oracle.witness_quests import random_quest
from questwright.compiler.model.publication import Publication
from questwright.compiler.publish.document.quest_json import dump, quest_document
from questwright.compiler.publish.outline.write import outline
from questwright.compiler.verdict.prove import Proof
from questwright.engine.replay import replay_document
from support.more import amount
from support.one_text import compiled, results, without_checks
from support.small import small_text


def quest_of(victory, effect="block E1"):
    return small_text(
        """
        +-+-+-+-+-+
        |s . . . .|
        + + + + + +
        |s . . . b|
        +-+-+-+-+-+
        """,
        "room hall at A1..E2",
        'action toll at bell "Toll the bell" for overlord when not rope-cut set',
        'action cut at C1 "Cut the rope"',
        "event when cut done { set rope-cut }",
        f"event when toll done {{ {effect} }}",
        victory,
        heroes="orlaf, madriga",
        legend='s: start\n    b: chest bell "The Bell"',
    )


@pytest.mark.parametrize(
    ("victory", "verdict"),
    [
        # It may come before anybody gets there.
        ("victory heroes when any hero in E1", "can-strand"),
        ("victory heroes when any hero in D1", "winnable"),
        # Nobody counts on it.
        ("victory heroes when toll done", "undecided"),
        ("victory heroes when toll done or any hero in D1", "winnable"),
        # Who cuts the rope is safe from it.
        ("victory heroes when any hero in D1 and rope-cut set and not toll done", "can-strand"),
    ],
)
def test_it_may_come_or_not(victory, verdict):
    with without_checks():
        own = compiled(quest_of(victory))
    assert own.proof.kind.value == verdict
    assert judge(own.quest, own.system).verdict == verdict
    if verdict != "undecided":
        document = quest_document(Publication(own.quest, own.system, own.proof.verdict(), {}))
        assert replay_document(dump(document)) == ""


def test_it_is_told_as_what_that_side_does():
    with without_checks():
        own = compiled(quest_of("victory heroes when any hero in E1"))
    verdict = own.proof.verdict()
    assert "The Overlord: Toll the bell" in [step.text for step in verdict.dead_ends[0].line]
    publication = Publication(own.quest, own.system, verdict, {})
    assert "for the Overlord" in outline(publication)
    (toll, cut) = quest_document(publication)["actions"][:2]
    assert (toll["side"], toll["by"], cut["side"]) == ("overlord", [], None)


def test_nobody_of_the_party_takes_it():
    with without_checks():
        own = compiled(quest_of("victory heroes when any hero in E1"))
    document = quest_document(Publication(own.quest, own.system, own.proof.verdict(), {}))
    steps = document["verdict"]["dead_ends"][0]["line"]
    (toll,) = [step for step in steps if step["target"] == "toll"]
    assert toll["who"] is None
    toll["who"] = "orlaf"
    assert "not for orlaf" in replay_document(dump(document))


def test_another_side_is_named_alone():
    text = quest_of("victory heroes when any hero in D1").replace(
        "for overlord", "for overlord, orlaf"
    )
    assert [own.code.name for own in results(text).findings] == ["unknown-name"]


@pytest.mark.slow
def test_random_quests_have_the_verdict_of_a_player_without_wits():
    kinds = Counter()
    for seed in range(amount(14, 600)):
        with without_checks():
            own = compiled(random_quest(seed))
        if not own.quest.actions:
            continue
        actions = tuple(action._replace(by=(), side="overlord") for action in own.quest.actions)
        quest = own.quest._replace(actions=actions)
        expected = judge(quest, own.system, 1_500)
        if expected.verdict not in ("winnable", "can-strand", "unwinnable", "vacuous"):
            continue
        proof = Proof(quest, own.system)
        kind = proof.kind.value
        if expected.by_the_clock or kind == "undecided":
            continue
        assert kind == expected.verdict, seed
        if kind in ("winnable", "can-strand"):
            document = quest_document(Publication(quest, own.system, proof.verdict(), {}))
            assert replay_document(dump(document)) == "", seed
        kinds[kind, own.proof.kind.value] += 1
    assert kinds.total() >= 5
    assert len(kinds) >= 2
