"""What the proof of a campaign says, held against a player without wits who tries everything."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from oracle.witness.player import judge, won
from oracle.witness_quests import random_quest
from questwright.compiler.analysis.brought import as_brought
from questwright.compiler.model.conditions import Fact, FactKind, Quantity
from questwright.compiler.model.publication import Publication
from questwright.compiler.publish.document.quest_json import dump, quest_document
from questwright.compiler.verdict.campaign import won_so
from questwright.compiler.verdict.prove import Proof
from questwright.engine.replay import replay_document
from support.more import amount
from support.one_text import compiled, results, without_checks
from support.small import small_text

SECOND = small_text(
    "+-+-+\n|s .|\n+-+-+",
    "room last at A1..B1",
    "victory heroes when any hero in B1",
    name="second",
)
CAP = 1_000


def campaign_of(text, conditions):
    name = text.split()[1]
    steps = "\n".join(f"    next second when {condition}" for condition in conditions)
    return f"""{text}
{SECOND}
campaign both "Both" {{
  system dungeon-saga-origins
  quest {name} {{
{steps}
    end
  }}
  quest second
}}
"""


def asked_of(quest, rng):
    """Up to two conditions on how a quest was won."""
    every = [f"{item.id} carried" for item in quest.items if not item.alike]
    every += [f"{item.id} taken" for item in quest.items if not item.alike]
    every += [f"{gate.id} opened" for gate in quest.board.gates if gate.is_named]
    every += [f"{own.id} defeated" for own in quest.things if own.kind.rank and own.is_named]
    every += [f"any hero in {area.id}" for area in quest.board.areas]
    return rng.sample(every, min(2, len(every)))


@pytest.mark.slow
def test_the_ways_to_win_are_those_that_a_player_without_wits_finds():
    looked = Counter()
    for seed in range(amount(13, 400)):
        text = random_quest(seed)
        rng = random.Random(seed)
        with without_checks():
            first = compiled(text)
            conditions = asked_of(first.quest, rng)
            if not conditions:
                continue
            ran = results(campaign_of(text, conditions))
        (campaign,) = ran.campaigns
        assert campaign.proof is not None, [finding.message for finding in ran.findings]
        tried = won(first.quest, first.system, CAP)
        if tried is None or campaign.proof.left_open:
            looked["not compared"] += 1
            continue
        states, asks = tried
        stage = campaign.campaign.stages[0]
        expected = {tuple(asks.holds(own, state) for own in stage.asked) for state in states}
        found = {outcome.holds for outcome in campaign.proof.beginnings[0].outcomes}
        assert found == expected, (seed, conditions)
        looked[len(expected)] += 1
    assert looked[0]
    assert looked[1] >= 2
    assert looked[2] >= 2


@pytest.mark.slow
def test_a_quest_to_which_an_item_is_brought_has_the_verdict_of_the_player():
    kinds = Counter()
    for seed in range(amount(10, 400)):
        with without_checks():
            own = compiled(random_quest(seed))
        items = [item.id for item in own.quest.items if not item.alike]
        for id_ in items[:2]:
            quest = as_brought(own.quest, (id_,), ())
            expected = judge(quest, own.system, CAP)
            if expected.verdict not in ("winnable", "can-strand", "unwinnable", "vacuous"):
                continue
            kind = Proof(quest, own.system).kind.value
            if expected.by_the_clock or kind == "undecided":
                continue
            assert kind == expected.verdict, (seed, id_)
            kinds[kind, kind == own.proof.kind.value] += 1
    assert sum(count for (_, is_same), count in kinds.items() if not is_same) >= 2, kinds


@pytest.mark.slow
def test_quests_with_bound_items_have_the_verdict_of_the_player():
    """DKQ-B27: one of them has to carry something, and nobody hands it over."""
    kinds = Counter()
    for seed in range(amount(20, 600)):
        with without_checks():
            own = compiled(random_quest(seed))
        quest, party = own.quest, own.system.party.word
        if not quest.items or any(item.alike for item in quest.items) or len(quest.party) < 2:
            continue
        item, who = quest.items[0], quest.party[seed % len(quest.party)].word
        carries = Fact(
            FactKind.CARRIES, Quantity.ONE, 1, (who,), who, item.id, 0, "", "", 0, quest.origin
        )
        victories = [
            own._replace(condition=carries) if own.side == party else own for own in quest.victories
        ]
        free = quest._replace(victories=tuple(victories))
        bound = free._replace(items=tuple(item._replace(is_bound=True) for item in quest.items))
        expected = judge(bound, own.system, CAP)
        if expected.verdict not in ("winnable", "can-strand", "unwinnable", "vacuous"):
            continue
        proof = Proof(bound, own.system)
        kind = proof.kind.value
        if expected.by_the_clock or kind == "undecided":
            continue
        assert kind == expected.verdict, seed
        if kind in ("winnable", "can-strand"):
            document = quest_document(Publication(bound, own.system, proof.verdict(), {}))
            assert replay_document(dump(document)) == "", seed
        kinds[kind, Proof(free, own.system).kind.value] += 1
    assert any(kind != before for kind, before in kinds), kinds


def test_a_quest_that_is_won_so_is_lost_otherwise():
    own = compiled(random_quest(3))
    party = own.system.party.word
    changed = won_so(own.quest, own.system, [own.quest.victories[0].condition])
    before = [victory for victory in own.quest.victories if victory.side == party]
    assert len([v for v in changed.victories if v.side == party]) == len(before)
    assert len(changed.victories) == len(own.quest.victories) + len(before)
