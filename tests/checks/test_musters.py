"""Figures that are bought, and degrees of victory [DN-A8, DN-A39, DN-A54, DN-B34, DN-B40-B42]."""

from __future__ import annotations

import json

import pytest

from questwright.compiler.analysis.needs import kinds_in_play
from questwright.compiler.model.publication import Publication
from questwright.compiler.model.verdict import VerdictKind
from questwright.compiler.publish.document.quest_json import dump, quest_document
from questwright.compiler.publish.outline.write import outline
from questwright.engine.replay import replay_document
from support import one_text
from support.one_text import TEXT

QUEST = """quest brood "The Brood" {{
  system dragon-noir
  adventurers konrad, aldus
  board {{
    draw \"\"\"
    s s . . . . . #
     . . . . . # #
    . . . . . . . .
    \"\"\"
    s: start
  }}
  {muster}
  {victory}
}}
"""
USUAL = "victory adventurers when any adventurer at G1"


def results(muster="", victory=USUAL):
    text = QUEST.format(muster=muster, victory=victory)
    return one_text.results(text)


def told(*statements):
    return {(finding.code.name, finding.message) for finding in results(*statements).findings}


def muster_of(statement):
    result = results(statement)
    assert result.findings == (), [finding.message for finding in result.findings]
    (muster,) = result.quests[0].quest.musters
    return muster


def test_a_muster_in_secret():
    muster = muster_of('muster nest "The Nest" 30 of hunter, warrior at D1..G1, D3..H3')
    assert (muster.id, muster.title, muster.points, muster.rounds) == ("nest", "The Nest", 30, ())
    assert [(ware.word, ware.price) for ware in muster.wares] == [("hunter", 1), ("warrior", 2)]
    assert muster.side == "foes"


def test_a_calendar_of_spawning():
    muster = muster_of("muster brood 15 of hunter at D1..G1, D3..H3 on 12, 15, 18")
    assert muster.rounds == (12, 15, 18)


def test_a_force_that_the_quest_has_bought():
    muster = muster_of("muster nest 10 of hunter, slayer at D1..F1 with 2 slayer, 1 hunter")
    assert muster.spent == 9


def test_it_is_told_and_written():
    result = results("muster nest 10 of hunter, slayer at D1..F1 on 3, 6")
    one = result.quests[0]
    ready = Publication(one.quest, one.system, one.proof.verdict(), {}, ())
    document = dump(quest_document(ready))
    (muster,) = json.loads(document)["musters"]
    assert muster["rounds"] == [3, 6]
    assert muster["wares"][1] == {
        "word": "slayer",
        "price": 4,
        "count": 0,
        "kinds": ["baby-slayer"],
    }
    assert replay_document(document) == ""
    said = " ".join(outline(ready).split())
    assert "10 points for Hunter (1) and Slayer (4), in turns 3 and 6; each is born a baby" in said


@pytest.mark.parametrize(
    ("statement", "name", "message"),
    [
        ("muster nest 10 of slayer at D1..F1 with 3 slayer", "points-overspent",
         "`nest` spends 12 of 10 points"),
        ("muster nest 3 of slayer at D1..F1", "points-overspent",
         "nothing of `nest` can be paid for"),
        ("muster nest 90 of slayer at D1..F1", "box-may-run-out",
         "all that `nest` can buy is worth 32 of its 90 points"),
        ("muster nest 90 of slayer, hunter at D1..F1 with 9 slayer", "more-than-the-box-holds",
         "`nest` buys 9 of Slayer, and 8 are left in the box"),
        ("muster nest 30 of guard at G3..H3", "no-room-to-come", "Guard cannot stand at G3..H3"),
        ("muster nest 30 of dragon at D1..F1", "unknown-word",
         "Dragon Noir has no price for `dragon`"),
        ("muster nest 30 of hunter at D1..F1 with 1 guard", "unknown-name",
         "`guard` is bought, but it is not for sale"),
        ("muster nest 30 of hunter at D1..F1 on 6, 3", "number-out-of-range",
         "these are not the rounds of a muster"),
        ("muster nest of hunter at D1..F1", "missing-part", "this muster lacks points"),
    ],
)  # fmt: skip
def test_what_cannot_be_bought_is_told(statement, name, message):
    assert (name, message) in told(statement)


def test_who_can_be_bought_may_come_and_nobody_else():
    """An optional rule that says nothing of figures that come brings none [DN-A6, DN-A39]."""
    for options in ("", "options stray-shots, climbed-walls"):
        result = results(f"{options}\n  muster nest 10 of hunter, warrior at D1..F1")
        one = result.quests[0]
        kinds = {kind.word for kind in kinds_in_play(one.quest, one.system)}
        party = {kind.word for kind in one.quest.party}
        assert kinds - party - {"start"} == {"hunter", "warrior"}


# -- degrees of victory ---------------------------------------------------------------------------


def degrees(*victories):
    result = results("", "\n  ".join(f"victory adventurers {victory}" for victory in victories))
    return result, {degree.word: degree for degree in result.quests[0].degrees.told}


def test_each_degree_is_proven_for_itself():
    result, found = degrees(
        "marginal when any adventurer at G1", "decisive when all adventurers at F1..G1"
    )
    assert result.findings == ()
    assert found["marginal"].kind is found["decisive"].kind is VerdictKind.WINNABLE
    assert found["marginal"].rounds[0] <= found["decisive"].rounds[0]


def test_who_wins_by_less_before_does_not_win_by_more():
    result, found = degrees(
        "marginal when any adventurer at D1..D3", "decisive when all adventurers at E1..G1, E3..H3"
    )
    assert found["decisive"].kind is VerdictKind.UNWINNABLE
    assert {finding.code.name for finding in result.findings} == {"degree-out-of-reach"}


def test_an_unknown_degree_is_told():
    assert any(
        "no degree of victory called `decided`" in message
        for _, message in told("", "victory adventurers decided when any adventurer at G1")
    )


def test_games_without_degrees_have_none():
    TEXT.text = QUEST.format(muster="", victory=USUAL)
    assert results().quests[0].degrees is None


# -- the last round -------------------------------------------------------------------------------


def test_a_quest_ends_after_its_turns():
    late = results(
        "turns 1\n  scrub at C1..F3",
        USUAL.replace("any adv", "all adv").replace("G1", "G3..H3"),
    )
    assert {finding.code.name for finding in late.findings if finding.severity == "error"} == {
        "unwinnable"
    }
    assert results("turns 9").findings == ()


# -- the way to more than the least ---------------------------------------------------------------

LONG = """quest tally "A Tally" {{
  system dragon-noir
  adventurers konrad, aldus
  {more}
  board {{
    draw \"\"\"
    . . . . . . . . . s s . . . . . . . . . . . . . . . . .
    \"\"\"
    s: start
  }}
  action near at H1
  action far at AA1
  victory adventurers marginal when near done
  victory adventurers decisive when near done and far done
}}
"""


def tally(more=""):
    text = LONG.format(more=more)
    result = one_text.results(text)
    return result, {degree.word: degree for degree in result.quests[0].degrees.told}


def test_what_ends_the_quest_too_soon_is_left_for_last_and_takes_its_time():
    """The nearer action is done last, by whoever comes back: that is the round that counts."""
    result, found = tally()
    assert result.findings == ()
    assert found["marginal"].rounds[1] == 1
    assert found["decisive"].kind is VerdictKind.WINNABLE
    alone = found["decisive"].rounds[1]
    for turns in range(1, alone):
        assert tally(f"turns {turns}")[1]["decisive"].kind is not VerdictKind.WINNABLE
    assert tally(f"turns {alone}")[1]["decisive"].kind is VerdictKind.WINNABLE


FORK = """quest fork "A Fork" {{
  system dragon-noir
  adventurers konrad
  board {{
    draw \"\"\"
    . . s . . . . . . . . . . . . . . . . .
    \"\"\"
    s: start
  }}
  action short at A1
  action toll at K1
  action long at T1 when toll done
  victory adventurers when long done
  {more}
}}
"""


def test_a_way_in_a_hurry_is_a_way():
    """Who wins in time by a short way need not take the long one, nor as many rounds."""
    proofs = []
    for more in ("", "victory adventurers when short done and round <= 3"):
        text = FORK.format(more=more)
        result = one_text.results(text)
        assert not [finding.message for finding in result.findings if finding.severity == "error"]
        proofs.append(result.quests[0].proof)
    slow, fork = proofs
    for proof in proofs:
        assert proof.kind is VerdictKind.WINNABLE
    assert slow.must_face("toll") is True
    assert fork.must_face("toll") is False
    assert slow.rounds[0] > fork.rounds[0] == 1
    done = [[s.target for s in proof.verdict().line if s.target] for proof in proofs]
    assert done == [["toll", "long"], ["short"]]
    assert fork.rounds[1] < slow.rounds[1]


def test_what_no_time_would_do_cannot_be_won_in_a_hurry_either():
    text = FORK.format(more="victory adventurers when short done and round <= 3")
    text = text.replace(
        "action short at A1", "item nail at A1\n  action short at A1 when nail taken"
    )
    text = text.replace("item nail at A1", "item nail")
    result = one_text.results(text.replace("when toll done", "when nail taken"))
    assert result.quests[0].proof.kind is VerdictKind.UNWINNABLE


# -- who comes last --------------------------------------------------------------------------------

HAUL = """quest haul "A Haul" {{
  system dragon-noir
  adventurers konrad, aldus
  {more}
  board {{
    draw \"\"\"
    s s . . . . . . . . . . . . . . . . . . . . . . . . . .
    \"\"\"
    s: start
  }}
  item purse "The Purse" at T1
  item ledger "The Ledger" at P1
  victory adventurers marginal when any adventurer carries purse and konrad at A1..B1
  victory adventurers clear when any adventurer carries purse and all adventurers at {clear}
  victory adventurers decisive when any adventurer carries purse and {best}
}}
"""
BEST = "any adventurer carries ledger and all adventurers at A1..B1"


def haul(clear="A1..B1", more=""):
    text = HAUL.format(clear=clear, more=more, best=BEST)
    result = one_text.results(text)
    return result, {degree.word: degree for degree in result.quests[0].degrees.told}


def test_whoever_less_is_won_with_comes_last():
    """Konrad stays out until all else is done; then less and more come true at once."""
    result, found = haul()
    assert result.findings == ()
    for one in found.values():
        assert one.kind is VerdictKind.WINNABLE
    late = found["decisive"].rounds[1]
    assert late >= found["marginal"].rounds[1] >= 2
    assert haul(more=f"turns {late}")[1]["decisive"].kind is VerdictKind.WINNABLE
    assert haul(more="turns 1")[1]["decisive"].kind is not VerdictKind.WINNABLE


def test_nobody_comes_last_to_where_less_is_won_sooner():
    """All are on the way at once before anybody is home: who wins by less there wins no more."""
    text = HAUL.format(clear="A1..AB1", more="", best=BEST)
    result = one_text.results(text)
    found = {degree.word: degree for degree in result.quests[0].degrees.told}
    assert found["decisive"].kind is VerdictKind.UNWINNABLE
    assert "degree-out-of-reach" in {finding.code.name for finding in result.findings}


AROUND = "A1|A2, B1|A2, B1|B2, C1|B2, C1|C2, C1|D1"


@pytest.mark.parametrize(
    ("muster", "can_come"),
    [
        ("", False),
        ("muster nest 3 of hunter at D1..F1", True),
        ("muster brood 3 of hunter at D1..F1 on 2", True),
        ("muster brood 3 of hunter at D3..H3 on 3, 6", True),
        # Nobody opens a gate to those who are behind it from the first.
        (f"wall at {AROUND}\n  muster nest 3 of hunter at E3..H3", False),
    ],
)
def test_who_is_bought_comes_to_those_who_hold_out_dn_b40_dn_b42(muster, can_come):
    holding = "victory adventurers when any adventurer at B1 and round >= 4"
    codes = {code for code, _ in told(muster, holding)}
    assert ("nobody-can-come" in codes) is not can_come
