"""Dragon Noir's campaign: what is carried over, and who is left can go on [DN-A51, DN-A57]."""

from __future__ import annotations

import pytest

from questwright.compiler.model.verdict import VerdictKind
from questwright.compiler.publish.book.campaign import compose_campaign
from questwright.compiler.publish.document.campaign_json import campaign_document
from support.paths import ROOT
from support.published import campaign_of, result_of

CAMPAIGN = ROOT / "content/quests/room-and-board.quest"
STAGES = ("season-tickets", "twice-ground", "notice-to-quit")


@pytest.fixture(scope="module")
def result():
    result = result_of(CAMPAIGN)
    assert result.findings == ()
    return result


@pytest.fixture(scope="module")
def campaign(result):
    return campaign_of(CAMPAIGN)


@pytest.mark.slow
def test_every_scenario_is_won_and_follows_the_one_before_dn_a57(campaign):
    document = campaign_document(campaign)
    assert document["winnable"] is True
    assert tuple(stage["quest"] for stage in document["stages"]) == STAGES
    (party,) = {tuple(kind.word for kind in quest.quest.party) for quest in campaign.quests}
    assert tuple(document["party"]) == party


def test_what_is_carried_over_has_a_place_on_each_sheet_dn_a51_dn_a57(campaign):
    """Who is dead, wounds, energy, the level of spellcasters and what is held."""
    records = {one["word"] for one in campaign_document(campaign)["records"]}
    assert records == {"state", "energy", "level", "held"}
    book = compose_campaign(campaign).campaign
    assert book.members == ("Konrad", "Laberne", "Zacharie", "Kerin")
    assert [interlude.title for interlude in book.interludes] == ["Roll Call", "A Night's Rest"]
    healed = [row[0] for row in book.interludes[1].rows]
    assert healed == ["1–6", "7–10"]


@pytest.mark.slow
@pytest.mark.parametrize("stage", STAGES[1:])
def test_any_two_who_are_left_can_still_win_dn_a57(result, stage):
    (one,) = (quest for quest in result.quests if quest.quest.id == stage)
    assert one.proof.kind in (VerdictKind.WINNABLE, VerdictKind.CAN_STRAND)
    assert [party for party in one.proof.losing_parties() if len(party) > 1] == []
