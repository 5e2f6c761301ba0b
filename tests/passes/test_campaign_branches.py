"""A campaign as a whole: what quests begin with, and which one follows [DKQ-A36, DKQ-B36]."""

from __future__ import annotations

import json

import jsonschema_rs
import pytest

from questwright.compiler.assets import SCHEMAS_DIR
from questwright.compiler.model.campaign import StageOutcome
from questwright.compiler.products import data_of, replayed
from questwright.compiler.publish.book.campaign import compose_campaign
from questwright.compiler.publish.document.campaign_json import campaign_document
from questwright.compiler.runs import campaigns, publications
from questwright.compiler.wording.campaigns import campaign_lines, ways_in_words
from support.one_text import results
from support.paths import CASES
from support.published import result_of

SCHEMA = jsonschema_rs.validator_for(
    json.loads((SCHEMAS_DIR / "campaign.schema.json").read_text(encoding="utf-8"))
)
QUEST = """
quest {name} {{
  system dungeon-saga-origins
  heroes orlaf, madriga
  marauder zombie
  board {{
    draw \"\"\"
    +-+-+-+-+
    |s .D. .|
    + + + + +
    |s .|. .|
    +-+-+-+-+
    \"\"\"
    s: start
    D: door way {lock}
  }}
  room hall at A1..B2 "The Hall"
  room crypt at C1..D2 "The Crypt"
  {item}
  victory heroes when any hero in crypt
}}
"""
SEAL = 'item seal "The Seal" at B2'
LOCK = "locked by seal"


def ran(first="", second="", third="", *, items=(SEAL, "", ""), locks=("", "", "")):
    text = 'campaign toll "The Toll" {\n  system dungeon-saga-origins\n'
    names = ("first", "second", "third")
    for name, body in zip(names, (first, second, third), strict=True):
        text += f"  quest {name} {{\n{body}\n}}\n"
    text += "}\n"
    for name, item, lock in zip(names, items, locks, strict=True):
        text += QUEST.format(name=name, item=item, lock=lock)
    return results(text)


def found(result):
    """The findings, without those of items that only the campaign asks for."""
    findings = [
        own for own in result.findings if own.code.name not in ("unused-item", "not-for-fewer")
    ]
    return [(own.code.name, own.message) for own in findings]


def told(result, *, explains=False):
    """What is told of the campaign as a whole, and its publication."""
    (campaign,) = campaigns([result], publications([result]))
    return [line.strip() for line in campaign_lines(campaign, explains=explains)], campaign


def test_quests_without_conditions_follow_each_other_as_they_are_written():
    lines, campaign = told(ran())
    assert lines[1:] == [
        "1. First: winnable → 2.",
        "2. Second: winnable → 3.",
        "3. Third: winnable → the end",
    ]
    assert not campaign.variants
    assert compose_campaign(campaign).campaign.follows == ()


def test_a_quest_begins_with_what_is_surely_given():
    result = ran("give seal", items=(SEAL, "item seal brought", ""), locks=("", LOCK, ""))
    assert found(result) == []
    lines, campaign = told(result)
    assert lines[2] == "2. Second, with the Seal: winnable → 3."
    # It begins as it is written: there is nothing more to prove.
    assert campaign.verdict.beginnings[1].is_as_written


def test_a_quest_that_needs_what_is_not_surely_given_is_found():
    result = ran(
        "give seal when seal carried", items=(SEAL, "item seal brought", ""), locks=("", LOCK, "")
    )
    ((code, message),) = found(result)
    assert code == "unwinnable-as-it-begins"
    assert message == "Second cannot be won if it begins without the Seal"
    (finding,) = [own for own in result.findings if own.code.name == code]
    assert "the Crypt is behind the Way" in finding.reason
    assert "after First" in finding.reason
    assert [label.text for label in finding.related] == [
        "given only then",
        "the Crypt is behind the Way",
        "the Way needs the Seal",
    ]


def test_an_optional_item_is_proven_both_ways():
    result = ran(
        "give seal when seal carried",
        items=(SEAL, 'item seal "The Seal" at A2', ""),
        locks=("", LOCK, ""),
    )
    assert found(result) == []
    lines, campaign = told(result)
    assert lines[1:] == [
        "1. First: winnable",
        "the Seal is carried → 2.",
        "not: the Seal is carried → 3.",
        "2. Second, with the Seal: winnable → 4.",
        "3. Second, without the Seal: winnable → 4.",
        "4. Third: winnable → the end",
    ]
    setup = repr(compose_campaign(campaign).chapters[1].setup)
    assert "one of them begins with it, and it is not set out here" in setup


def test_each_outcome_is_followed_on_its_branch():
    result = ran(
        "next third when not seal carried\nnext second\ngive seal when seal carried",
        "end",
        items=(SEAL, "item seal brought by madriga", ""),
        locks=("", LOCK, ""),
    )
    assert found(result) == []
    lines, campaign = told(result)
    assert lines[1:] == [
        "1. First: winnable",
        "the Seal is carried → 2.",
        "not: the Seal is carried → 3.",
        "2. Second, with the Seal: winnable → the end",
        "3. Third: winnable → the end",
    ]
    after = compose_campaign(campaign).chapters[0].after
    assert after.next == ""
    assert "Otherwise: " in repr(after.ways)
    assert "the Seal is carried" in repr(after.earned)


def test_lines_of_branches_are_followed_by_the_engine_and_written():
    result = ran(
        "give seal when seal carried\nnext first when overlord wins",
        items=(SEAL, 'item seal "The Seal" at A2', ""),
        locks=("", LOCK, ""),
    )
    ready = publications([result])
    bound = campaigns([result], ready)
    # Two ways to win the first quest, and the second one with the seal.
    assert len(bound[0].variants) == 3
    assert replayed(data_of(ready, bound), ready, bound) == {}
    document = campaign_document(bound[0])
    assert [*SCHEMA.iter_errors(document)] == []
    first = document["proof"]["beginnings"][0]
    assert [(own["lost"], own["has"], own["next"]) for own in first["outcomes"]] == [
        (False, ["seal"], 1),
        (False, [], 2),
        (True, [], 0),
    ]
    assert "Take the Seal" in str(first["outcomes"][0]["line"])
    assert "Take the Seal" not in str(first["outcomes"][1]["line"])
    assert document["stages"][0]["followings"][0]["lost"] is True
    assert document["winnable"] is True


def test_what_is_used_up_in_a_quest_is_not_brought_on():
    result = ran(
        "give seal",
        items=(SEAL, "item seal brought", "item seal brought"),
        locks=("", f"{LOCK} spent", LOCK),
    )
    ((code, message),) = found(result)
    assert (code, message) == (
        "unwinnable-as-it-begins",
        "Third cannot be won if it begins without the Seal",
    )
    kept = ran(
        "give seal", items=(SEAL, "item seal brought", "item seal brought"), locks=("", LOCK, LOCK)
    )
    assert found(kept) == []


def test_a_quest_that_is_won_at_once_with_what_is_brought_is_found():
    result = ran("give seal", items=(SEAL, SEAL, ""))
    assert found(result) == []
    text = QUEST.replace("any hero in crypt", "any hero carries seal")
    whole = (
        'campaign toll "The Toll" {\n  system dungeon-saga-origins\n'
        "  quest first {\n    give seal\n  }\n  quest second\n}\n"
    )
    whole += QUEST.format(name="first", item=SEAL, lock="")
    whole += text.format(name="second", item=SEAL, lock="")
    ((code, message),) = found(results(whole))
    assert (code, message) == (
        "unwinnable-as-it-begins",
        "Second is won at once if it begins with the Seal",
    )


@pytest.mark.parametrize(
    ("first", "second", "codes"),
    [
        ("next first", "", ["campaign-without-an-end", *2 * ["branch-that-nobody-takes"]]),
        ("end", "", 2 * ["branch-that-nobody-takes"]),
        ("next third when not way opened", "", ["branch-that-nobody-takes"]),
        ("give seal when not way opened", "", ["branch-that-nobody-takes"]),
        ("next third\nnext second", "", 2 * ["branch-that-nobody-takes"]),
        ("next fourth", "", ["unknown-name"]),
        ("next", "", ["missing-part"]),
        ("next third, second", "", ["surplus-part"]),
        ("next third when crown carried", "", ["unknown-name"]),
        ("give seal when overlord wins", "", ["surplus-part"]),
        ("next third when overlord wins", "", []),
    ],
)
def test_what_is_wrong_with_branches_is_told_once(first, second, codes):
    result = ran(first, second, items=(SEAL, SEAL, SEAL) if "give" in first else (SEAL, "", ""))
    assert sorted(code for code, _ in found(result)) == sorted(codes), found(result)


def test_an_item_that_no_earlier_quest_gives_is_not_brought():
    given_later = ran(
        "", "give seal", items=("item seal brought", SEAL, SEAL), locks=(LOCK, "", "")
    )
    assert [code for code, _ in found(given_later)] == ["brought-by-nobody"]
    lines, _ = told(given_later)
    assert "quest by quest, but not as a campaign: First asks for the Seal, and no" in lines[0]


def test_effects_of_events_take_no_when():
    event = f"{SEAL}\n  event when way opened {{ give seal when way opened }}"
    assert found(ran(items=(event, "", ""))) == [("surplus-part", "`give` does not take `when`")]


def test_a_win_by_an_event_is_told_apart_too():
    event = f"{SEAL}\n  event when way opened {{ end heroes }}"
    lines, campaign = told(
        ran("give seal when seal carried", items=(event, SEAL, ""), locks=("", LOCK, ""))
    )
    assert lines[2:4] == ["the Seal is carried → 2.", "not: the Seal is carried → 3."]
    assert "Open the Way" in repr(campaign.verdict.beginnings[0].outcomes[1].line)


def test_a_campaign_that_one_of_two_ways_wins_can_strand():
    result = result_of(CASES / "campaigns" / "what-becomes-of-an-item.quest")
    kinds = {own.id: str(own.proof.kind) for own in result.campaigns if own.proof is not None}
    # The first quest of `apart` can be won with the lamp and without it.
    assert kinds["apart"] == "can-strand"
    assert kinds["used-up"] == "unwinnable"


def test_why_an_item_is_lacking_is_told_first():
    result = result_of(CASES / "campaigns" / "what-becomes-of-an-item.quest")
    lacking = [own for own in result.findings if own.code.name == "unwinnable-as-it-begins"]
    assert [own.reason.partition(";")[0] for own in lacking] == [
        "Second uses up the Lamp",
        "Fourth uses up the Lamp",
        "Fifth may use up the Lamp",
        "First was lost, and only who wins it is given the Lamp",
        "First was won so that the Lamp is not given",
    ]
    locked = ["the Vault is behind the Way", "the Way needs the Lamp"]
    labels = [[label.text for label in own.related] for own in lacking]
    assert all(own[-2:] == locked for own in labels), labels
    assert [own[:-2] for own in labels] == [
        ["given here", "used up here"],
        ["given here", "used up here"],
        ["given here", "used up here"],
        ["given here", "comes after First where that is lost"],
        ["given only then"],
    ]
    assert [own.help.partition(",")[0] for own in lacking] == [
        "let Second leave it to the party",
        "let Fourth leave it to the party",
        "let Fifth leave it to the party",
        "put it somewhere for those who have lost",
        "`give lamp` without a condition",
    ]


def test_ways_in_which_a_quest_ends_are_told_apart():
    """By what the party goes on with, where nothing else is between two of them."""
    _, campaign = told(
        ran("give seal", items=(SEAL, "item seal brought", ""), locks=("", LOCK, ""))
    )
    begun = campaign.verdict.beginnings[1]
    lost = StageOutcome((), is_lost=True, has=("seal",), next=2)
    ways = (*begun.outcomes, lost, lost._replace(has=(), next=0), lost._replace(has=(), next=0))
    found = ways_in_words(begun._replace(outcomes=ways), campaign)
    assert [words for words, _ in found] == ["", "lost; with the Seal", "lost; with nothing"]
    found = ways_in_words(begun._replace(outcomes=(lost, lost._replace(has=()))), campaign)
    assert [words for words, _ in found] == ["lost"]
