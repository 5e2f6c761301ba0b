"""Births of Krobs: at the prices of the pack, in the rounds of its calendar, near the Queen."""

from __future__ import annotations

import pytest

from questwright.compiler.model.musters import coming
from questwright.compiler.model.publication import Publication
from questwright.compiler.publish.book.book import compose_book
from questwright.engine import lookup
from support.noir_quests import NOIR, document, found_in, quest
from support.one_text import results

WIDE = "\n".join((" " if n % 2 else "") + "s " + ". " * 11 for n in range(9))
QUEEN = "alkiram queen at H5 facing south-east"


def told(body, settings="turns 36"):
    return document(quest(WIDE, "", body, who="gnurr", settings=settings))["musters"]


def test_who_is_bought_in_a_round_is_born_a_baby_dn_a50_dn_a54():
    (brood,) = told("muster brood 10 of hunter, guard at F3..J7 on 3, 6")
    assert brood["grown_after"] == 3
    kinds = {ware["word"]: ware["kinds"] for ware in brood["wares"]}
    assert kinds["hunter"] == ["baby-hunter"]
    assert {*kinds["guard"]} == {
        f"baby-{word}" for word in ("migam", "tiom", "valim", "golom", "karm", "hum", "zym")
    }


def test_who_is_bought_before_play_is_grown_dn_a39():
    (nest,) = told("muster nest 30 of hunter, slayer at F3..J7")
    assert nest["grown_after"] == 0
    kinds = {ware["word"]: ware["kinds"] for ware in nest["wares"]}
    assert kinds["hunter"] == ["hunter"]
    assert "baby-slayer" not in kinds["slayer"]


def test_the_calendar_of_the_pack_gives_rounds_and_points_dn_b42():
    broods = told("muster brood of hunter, warrior, slayer at F3..J7 on calendar", "turns 40")
    given = {turn: brood["points"] for brood in broods for turn in brood["rounds"]}
    calendar = NOIR.rules["spawn_calendar"]
    asked = {turn: lookup.spawn_points(calendar, turn) for turn in range(1, 41)}
    assert given == {turn: points for turn, points in asked.items() if points}
    assert len({brood["id"] for brood in broods}) == len(broods) == 4


def test_they_are_born_near_the_queen_dn_a54_dn_m12():
    (brood,) = told(f"{QUEEN}\n  muster brood 10 of hunter on 3, 6")
    growth = NOIR.musters.growth
    assert (growth.near, growth.within, growth.called) == ("queen", 2, "baby")
    assert brood["place"] == "near queen"
    # Two rings around a base of seven hexes: three rings around its middle, less the inner one.
    assert len(brood["cells"]) == 12 + 18
    assert "H5" not in brood["cells"]


@pytest.mark.parametrize(
    ("body", "settings"),
    [
        # Without a Queen a place has to be named.
        ("muster brood 10 of hunter on 3, 6", "turns 36"),
        (f"{QUEEN}\n  muster brood 10 of hunter", "turns 36"),
        ("muster brood of hunter at F3 on 3", "turns 36"),
    ],
)
def test_a_muster_that_lacks_something_is_told_so_dn_a54(body, settings):
    assert "missing-part" in found_in(quest(WIDE, "", body, who="gnurr", settings=settings))


@pytest.mark.parametrize(
    ("body", "settings"),
    [
        ("muster brood 10 of hunter at F3..J7 on calendar", "turns 36"),
        ("muster brood of hunter at F3..J7 on calendar", ""),
        ("muster brood of hunter at F3..J7 on calendar, 3", "turns 36"),
    ],
)
def test_a_calendar_gives_points_of_its_own_and_needs_an_end_dn_a54(body, settings):
    text = quest(WIDE, "", body, who="gnurr", settings=settings)
    assert "number-out-of-range" in found_in(text)


def test_prices_and_growth_are_what_the_book_prints_dn_b40_dn_a62():
    text = quest(
        WIDE, "", f"{QUEEN}\n  muster brood 10 of hunter, warrior on 3", "gnurr", "turns 9"
    )
    (one,) = results(text).quests
    book = compose_book([Publication(one.quest, one.system, one.proof.verdict(), {}, ())])
    aids = {aid.title: aid for aid in book.aids}
    prices = {row[0].lower(): int(row[1]) for row in aids["What Krobs cost"].rows}
    assert prices == NOIR.musters.prices
    ((born, near, within, after),) = aids["How Krobs grow"].rows
    growth = NOIR.musters.growth
    assert (born, near) == (growth.called, growth.near)
    assert (int(within), int(after)) == (growth.within, growth.rounds)
    (chapter,) = book.chapters
    groups = [group for side in chapter.order.sides for group in side.groups]
    (brood,) = [group for group in groups if "Brood" in group.title]
    assert {row.name for row in brood.rows} == {"Baby Hunter", "Baby Warrior"}
    (muster,) = one.quest.musters
    for ware, young in zip(muster.wares, ("baby-hunter", "baby-warrior"), strict=True):
        assert [kind.word for kind in coming(ware, muster, one.system)] == [young]


def test_the_box_limits_the_young_with_the_grown_dn_b34():
    text = quest(WIDE, "", "muster brood 30 of hunter at F3..J7 on 3 with 29 hunter", who="gnurr")
    assert "more-than-the-box-holds" in found_in(text)
