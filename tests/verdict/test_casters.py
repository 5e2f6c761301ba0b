"""Who casts spells, how often, and with how many points."""

from __future__ import annotations

from fractions import Fraction

import pytest
from verdict.cast_lines import NO_BRIDGE, NOTHING, RIVER, cast_in, proven, proven_anyhow

from questwright.compiler.model.publication import Publication
from questwright.compiler.model.spells import succeeding_faces
from questwright.compiler.model.verdict import VerdictKind
from questwright.compiler.movers.spell_ways import regions
from questwright.compiler.publish.book.book import compose_book
from support.noir_quests import NOIR, found_in, quest
from support.one_text import results


@pytest.mark.parametrize(
    ("points", "level", "faces"),
    [(1, 1, 10), (10, 1, 10), (11, 1, 9), (20, 1, 9), (36, 1, 7), (100, 1, 1), (101, 1, 0),
     (100, 2, 2), (110, 2, 1), (111, 2, 0)],
)  # fmt: skip
def test_what_never_comes_off_dn_b45_dn_c60(points, level, faces):
    assert succeeding_faces(points, level, NOIR.casting) == faces


def test_nobody_pays_more_than_there_is_dn_b44():
    """Nine hexes at 12 are 108; whoever is of the second level has 200."""
    wide = f"s s {'c ' * 8}. .\n . . {'c ' * 7}c . ."
    board = {"drawing": wide, "legend": "c: crevasse", "who": "konrad, zacharie"}
    assert "unwinnable" in found_in(quest(**board, settings=NO_BRIDGE, won="konrad at L1"))
    raised = quest(**board, settings=f"{NO_BRIDGE}\n  second-level zacharie", won="konrad at L1")
    assert cast_in(raised) == (["levitation-heavy"], 108, Fraction(1, 10))
    near = f"s s {'c ' * 7}. .\n . . {'c ' * 6}c . ."
    board["drawing"] = near
    assert cast_in(quest(**board, settings=NO_BRIDGE, won="konrad at K1")) == (
        ["levitation-heavy"],
        96,
        Fraction(1, 10),
    )


def test_no_more_is_laid_than_the_box_has_dn_b36():
    """The Challenge has two bridges of one hex, The Exile four; both have two of two."""
    row = "s s w . w . w . ."
    only = "no-spells self-spells, spells-on-others"
    parts = {"drawing": row, "legend": "w: water", "who": "konrad, zacharie", "won": "konrad at I1"}
    exile = cast_in(quest(**parts, settings=f"profile exile\n  {only}"))
    assert exile[:2] == (["bridge-1"] * 3, 36)
    verdict, _ = proven_anyhow(quest(**parts, settings=f"profile challenge\n  {only}"))
    assert verdict.kind is VerdictKind.UNDECIDED
    assert verdict.undecided == (
        "whether there are spells that win it, with points and pieces enough for them",
    )
    parts["drawing"] = "s s w . w . . . ."
    assert cast_in(quest(**parts, settings=only))[:2] == (["bridge-1"] * 2, 24)


def test_nobody_casts_what_is_barred_or_who_is_no_caster_dn_a60():
    for who, settings in (("konrad, hohmley", ""), ("konrad, zacharie", NOTHING)):
        text = quest(RIVER, "w: water", who=who, settings=settings, won="konrad at G1")
        assert "unwinnable" in found_in(text)


@pytest.mark.parametrize(
    ("who", "settings", "kind"),
    [
        ("konrad, zacharie", "", VerdictKind.UNDECIDED),
        ("konrad, zacharie", NOTHING, VerdictKind.UNWINNABLE),
        ("konrad, hohmley", "", VerdictKind.UNWINNABLE),
    ],
)
def test_what_is_too_late_on_foot_may_be_in_time_with_spells_dn_b15(who, settings, kind):
    """Whoever is hastened or carried is there sooner: how soon is not counted."""
    rows = "s " + ". " * 40 + "\n s " + ". " * 40
    won = "konrad at AM1 and round < 2"
    one = proven_anyhow(quest(rows, who=who, settings=settings, won=won))[1]
    assert one.proof.kind is kind
    told = [cause.text for cause in (*one.proof.verdict().causes, *one.proof.unjudged)]
    late = "5 turns at the least, and"
    assert len(told) == 1
    assert late in told[0]
    says_spells = "whether spells make the party quick enough" in told[0]
    assert says_spells == (kind is VerdictKind.UNDECIDED)


@pytest.mark.parametrize(
    ("who", "settings", "kind"),
    [
        ("konrad, zacharie", "no-spells self-spells\n  energy 6", VerdictKind.UNDECIDED),
        ("konrad, zacharie", "no-spells self-spells\n  energy 5", VerdictKind.UNWINNABLE),
        ("zacharie", "no-spells self-spells, spells-on-others", VerdictKind.UNWINNABLE),
        ("zacharie", "no-spells self-spells", VerdictKind.UNWINNABLE),
        ("zacharie", "no-spells spells-on-others", VerdictKind.UNDECIDED),
    ],
)
def test_spells_hurry_who_may_be_hurried_and_as_far_as_is_paid_dn_c66_dn_b43(who, settings, kind):
    """Hasten gives somebody else a hex for two points: levitation costs eight, or twelve."""
    first = who.partition(",")[0]
    # From B1 three hexes are missing to Konrad, who moves 8, and five to Zacharie, who moves 6.
    row = "s s . . . . . . . . . . ."
    text = quest(row, who=who, settings=f"turns 1\n  {settings}", won=f"{first} at M1")
    one = proven_anyhow(text)[1]
    assert one.proof.kind is kind


def test_a_quest_says_whether_anybody_casts():
    on_foot, _ = proven(quest(RIVER, "w: water", who="konrad, zacharie", won="zacharie at G1"))
    assert "nobody casts a spell" in on_foot.assumptions
    spelled, _ = proven(quest(RIVER, "w: water", who="konrad, zacharie", won="konrad at G1"))
    assert any("spells of the line" in assumption for assumption in spelled.assumptions)
    nobody, _ = proven(quest(RIVER, "w: water", who="davrich", won="davrich at G1"))
    assert not any("spell" in assumption for assumption in nobody.assumptions)


def test_a_line_with_spells_relies_on_its_caster():
    verdict, _ = proven(quest(RIVER, "w: water", who="konrad, zacharie", won="konrad at G1"))
    assert [(rely.title, rely.step) for rely in verdict.relies][-1] == ("Zacharie", 3)


@pytest.mark.parametrize(
    ("maps", "level", "reach", "is_one"),
    [
        ("tile jails\n tile pit\n join jails:X to pit:X", 1, 7, False),
        ("tile jails\n tile pit\n join jails:X to pit:X", 2, 10, False),
        ("tile arena\n tile watermill\n join arena:west to watermill:east", 1, 10, True),
        ("tile arena\n tile watermill\n join arena:west to watermill:east", 2, 15, True),
    ],
)
def test_below_ground_nobody_casts_onto_another_map_dn_c60_dn_c61(maps, level, reach, is_one):
    text = quest(RIVER, who="zacharie", settings="profile mixed", won="any adventurer at A1")
    before, _, after = text.partition("board {")
    board = before + "board {\n" + maps + after[after.index("\n  }") :]
    _, one = proven_anyhow(board)
    found = regions(one.quest.board, NOIR.casting, level)
    tiles = [tile.cells for tile in one.quest.board.tiles]
    assert [one.cells for one in found] == ([tiles[0] | tiles[1]] if is_one else tiles)
    assert {one.reach for one in found} == {reach}


def test_a_caster_begins_with_the_points_that_the_quest_leaves_it_dn_a51_dn_b44():
    parts = {
        "drawing": RIVER,
        "legend": "w: water",
        "who": "konrad, zacharie",
        "won": "konrad at G1",
    }
    assert cast_in(quest(**parts, settings="energy 20"))[:2] == (["bridge-2"], 20)
    assert "unwinnable" in found_in(quest(**parts, settings="energy 11"))
    # Never more than the level gives.
    _, spells = proven(quest(**parts, settings="energy 200"))
    assert "20 of 100 points" in spells.text
    assert "number-out-of-range" in found_in(quest(**parts, settings="energy 201"))


ON_A_MAP = """
quest below {{
  system dragon-noir
  adventurers zacharie, konrad
  no-spells self-spells, spells-on-others{}
  board {{
    tile dark-island
  }}
  start at dark-island:A7..B7
  victory adventurers when konrad at dark-island:G8
}}
"""


@pytest.mark.slow
def test_spells_are_barred_on_one_map_dn_a60():
    found = found_in(ON_A_MAP.format(""))
    assert "unwinnable" not in found
    assert "unwinnable" in found_in(ON_A_MAP.format(", dark-island:ground-spells"))
    assert "unknown-name" in found_in(ON_A_MAP.format(", maze:ground-spells"))
    assert "unknown-word" in found_in(ON_A_MAP.format(", dark-island:ground"))
    twice = ", dark-island:ground-spells, dark-island:ground-spells"
    assert "statement-twice" in found_in(ON_A_MAP.format(twice))


def test_fireballs_are_barred_and_the_sheet_has_the_points_that_are_left_dn_a60_dn_a62():
    text = quest(
        RIVER,
        "w: water",
        who="konrad, zacharie",
        won="zacharie at G1",
        settings="no-spells fireballs\n  energy 40",
    )
    (one,) = results(text).quests
    assert not one.findings
    assert one.quest.settings["no-spells"] == ("fireballs",)
    book = compose_book([Publication(one.quest, one.system, one.proof.verdict(), {}, ())])
    (chapter,) = book.chapters
    (energy,) = [sheet for sheet in chapter.sheets.ticks if sheet.title == "Energy points"]
    assert [row.count for entry in energy.entries for row in entry.rows] == [40]
