"""Items that a campaign carries from one quest to a later one [DKQ-A36, DKQ-B36]."""

from __future__ import annotations

import json

import pytest

from questwright.compiler.publish.book.campaign import compose_campaign
from questwright.compiler.publish.document.campaign_json import campaign_document
from questwright.compiler.publish.document.quest_json import dump
from support.one_text import results
from support.paths import ROOT
from support.published import campaign_of, result_of
from support.small import small_text

CAMPAIGN = """
campaign the-toll "The Toll" {{
  system dungeon-saga-origins
  quest first {{
    {first}
  }}
  quest second {{
    {second}
  }}
  quest third
}}
"""


def stage(name, item, lock):
    return small_text(
        """
        +-+-+-+-+
        |s .D. .|
        + + + + +
        |s .|. .|
        +-+-+-+-+
        """,
        "room hall at A1..B2",
        "room crypt at C1..D2",
        f"item {item}",
        "victory heroes when any hero in crypt",
        legend=f"s: start\n    D: door way {lock}",
        name=name,
    )


def compiled(first="", second="", *, items=("ledger at A1", "pen at A1", "ledger at A1"), lock=""):
    names = ("first", "second", "third")
    text = CAMPAIGN.format(first=first, second=second)
    for number, (name, item) in enumerate(zip(names, items, strict=True)):
        text += stage(name, item, "" if number else lock)
    return results(text)


def found(result):
    # In these quests nothing is done with an item: only the campaign is looked at.
    findings = [own for own in result.findings if own.code.name != "unused-item"]
    return [(own.code.name, own.message) for own in findings]


def test_an_item_goes_on_to_any_later_quest():
    result = compiled("give ledger")
    assert found(result) == []
    (campaign,) = result.campaigns
    (reward,) = campaign.campaign.stages[0].rewards
    assert (reward.word, reward.title, reward.amount, reward.is_each) == (
        "ledger", "Ledger", 1, False,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("rewards", "items", "why"),
    [
        (("give ledger", ""), ("ledger at A1", "pen at A1", "pen at A1"), "no later quest has it"),
        (("", "give pen"), ("pen at A1", "pen at A1", "ledger at A1"), "no later quest has it"),
    ],
)
def test_what_no_later_quest_has_is_kept_for_nothing(rewards, items, why):
    ((code, message),) = found(compiled(*rewards, items=items))
    assert code == "kept-for-nothing"
    assert message.endswith(why)


def test_what_a_lock_uses_up_is_given_all_the_same():
    assert found(compiled("give ledger", lock="locked by ledger spent")) == []


def test_only_an_item_of_that_quest_can_be_given_and_without_a_number():
    assert [code for code, _ in found(compiled("give pen"))] == ["unknown-word"]
    assert [code for code, _ in found(compiled("give 2 ledger"))] == ["surplus-part"]


def test_the_deep_line_carries_the_book_of_names():
    line = ROOT / "content" / "quests" / "deep-line.quest"
    assert [finding.message for finding in result_of(line).findings] == []
    campaign = campaign_of(line)
    document = json.loads(dump(campaign_document(campaign)))
    carried = {
        (stage["quest"], reward["word"]): reward["is"]
        for stage in document["stages"]
        for reward in stage["rewards"]
    }
    assert carried["a-name-too-many", "names"] == "item"
    assert carried["surveyors-line", "wolf-cloak"] == "gear"
    chapters = {chapter.title: chapter for chapter in compose_campaign(campaign).chapters}
    assert "Book of Names" in repr(chapters["A Name Too Many"].after.earned)
