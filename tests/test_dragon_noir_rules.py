"""What a quest of Dragon Noir is held to: its list of what has to be validated, entry by entry.

An entry is named by a page of the manual, whose wrong and right examples are tests, or the model
cannot break it, and a test here or elsewhere shows that.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import NamedTuple

import pytest
from one_text import results

from compiler.assets import SYSTEMS_DIR
from compiler.manual import every_page
from compiler.model.board import each_cell
from compiler.model.publication import Publication
from compiler.model.terrain import cost_of
from compiler.movers import movers_of
from compiler.packs.load import load_system
from compiler.publish.quest_json import quest_document
from engine import lookup

TESTS = Path(__file__).resolve().parent
NOIR = load_system(SYSTEMS_DIR / "dragon-noir").system
UPHELD = NOIR.rules["upholds"]


def quest(drawing, legend="", body="", who="konrad", settings="", won="any adventurer at B1"):
    """A quest on a board that is drawn, with its legend."""
    rows = "\n    ".join(drawing.strip("\n").splitlines())
    return f'''
quest held "Held" {{
  system dragon-noir
  adventurers {who}
  {settings}
  board {{
    draw """
    {rows}
    """
    s: start
    {legend}
  }}
  {body}
  victory adventurers when {won}
}}
'''


def found_in(text):
    """The names of all findings."""
    return {one.code.name for one in results(text).findings}


def reasons_of(text, name):
    return " ".join(one.reason or "" for one in results(text).findings if one.code.name == name)


def reach(text, word, side="foes"):
    """The hexes that a figure comes to while it is sound."""
    (one,) = results(text).quests
    mover = next(
        one
        for one in movers_of(one.quest, one.system)
        if one.side == side and word in {kind.word for kind in one.kinds}
    )
    board = results(text).quests[0].quest.board
    return {board.name(cell) for cell in each_cell(mover.states[0].reached)}


def document(text):
    (one,) = results(text).quests
    assert not one.findings, [(f.code.name, f.message) for f in one.findings]
    told = Publication(one.quest, one.system, one.proof.verdict(), {}, ())
    return json.loads(json.dumps(quest_document(told)))


LANE = """
s . # . .
 s . x . .
# # # . .
"""
FIELD = """
s . . . . .
 . . x . . .
. . . . . .
"""


# -- the ground ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ground", "who", "is_set_up"),
    [
        ("water", "konrad", False),
        ("water", "davrich", True),
        ("water", "konrad-mounted", False),
        ("water", "warrior", False),
        ("water", "slayer", True),
        ("tree", "davrich-mounted", False),
        ("tree", "palfrey", True),
        ("interior", "davrich-mounted", False),
        ("interior", "davrich", True),
        ("cave-mouth", "davrich-mounted", False),
        ("stepping-stones", "konrad", True),
        ("stepping-stones", "palfrey", False),
        ("crevasse", "davrich-mounted", False),
        ("window", "davrich", True),
        ("window", "davrich-mounted", False),
        ("doorway", "davrich-mounted", False),
        ("slope", "gharv", False),
        ("tree", "black-dragon", False),
        ("heap", "konrad", False),
        ("fallen", "konrad", True),
    ],
)
def test_nobody_is_set_up_on_ground_that_is_closed_to_them_dn_b10_dn_b11_dn_b12_dn_b13(
    ground, who, is_set_up
):
    wide = """
s . . . . . .
 . . x x x . .
. . x x x . .
 . . x x x . .
"""
    text = quest(
        wide,
        f"x: {ground}",
        f"{who} other at D3 facing east",
        who="gnurr",
        settings="profile mixed\n  foes rebel, horse",
    )
    assert ("not-on-the-floor" in found_in(text)) != is_set_up
    if not is_set_up:
        assert "DN-B10" in reasons_of(text, "not-on-the-floor")


def test_a_window_costs_four_and_a_wall_lets_nobody_through_dn_b12():
    assert NOIR.terrains["window"].cost == 4
    # A Troll moves four: up to the window, onto it, and on.
    through = quest(LANE, "x: window", who="gnurr", won="any adventurer at E1")
    assert results(through).quests[0].proof.rounds[0] > 1
    level = through.replace("x: window", "x: paved")
    assert results(level).quests[0].proof.rounds[0] == 1
    walled = quest(LANE, "x: window", "wall at B2|C2, C2|D1, C2|D2", won="any adventurer at E1")
    assert "unwinnable" in found_in(walled)


def test_a_crevasse_parts_all_who_do_not_ride_over_it_dn_b13():
    text = quest(LANE, "x: crevasse", won="any adventurer at E1")
    assert "unwinnable" in found_in(text)
    jump = NOIR.rules["jump_horse"]
    assert jump["crevasse_cost"] == 1
    assert "succeeds" in lookup.band_of(jump["bands"], 9)["result"]
    assert "refuses" in lookup.band_of(jump["bands"], 10)["result"]


def test_a_web_is_torn_down_by_adventurers_and_no_hindrance_to_krobs_dn_b14():
    text = quest(LANE, "x: web", "hunter scout at E3 facing west", won="any adventurer at E1")
    told = document(text)
    assert told["verdict"]["kind"] == "winnable"
    (action,) = told["actions"]
    assert (action["title"], action["cost"]) == ("Tear the web down", 1)
    assert {"B1", "C2"} <= reach(text, "hunter")
    # It takes a turn of combat: without it one would be there in the first.
    assert told["verdict"]["rounds"]["low"] == 1
    assert results(text.replace("x: web", "x: paved")).quests[0].proof.rounds == (1, 1)
    assert results(text).quests[0].proof.rounds[1] > 1
    # Krobs stand in webs, and others do not.
    inside = quest(FIELD, "x: web", "hunter at C2 facing west")
    assert "square-taken" not in found_in(inside)
    orks = quest(FIELD, "x: web", "zed at C2 facing west", settings="foes zed")
    assert "square-taken" in found_in(orks)


def test_a_web_that_nobody_of_the_party_comes_beside_stays_dn_b14():
    text = quest("s . # x .\n . . # . .", "x: web", won="any adventurer at E1")
    assert "unwinnable" in found_in(text)
    # What the game lets them do, and nobody can, is no fault of the quest's.
    assert not found_in(text) & {"dead-action", "dead-event"}


def test_the_box_has_ten_webs_dn_b14():
    rows = "s . . . . . .\n x x x x x x .\n. x x x x x ."
    assert "more-than-the-box-holds" in found_in(quest(rows, "x: web"))
    assert NOIR.kinds["web"].box == 10


def test_goblins_come_out_of_the_water_beside_a_bridge_dn_b24():
    """They swim for two, and get onto the banks at both ends of a bridge."""
    text = quest(
        "s . k k k . .\n . . w w w .",
        "w: water; k: bridge",
        "krobek at A2 facing east",
        who="gnurr",
        settings="foes goblin",
    )
    there = reach(text, "krobek")
    assert {"C2", "E2", "D1", "G1"} <= there
    (special,) = [one for one in NOIR.kinds["krobek"].specials if one.word == "at-home-in-water"]
    assert special.effect == {"do": "climb", "from": "water"}


def test_the_dragon_has_only_its_head_on_stairs_dn_b25():
    wide = """
. . . . . . . . . . .
 . . . . . . . . . .
. . . . . . . x . . .
 . . . . . . . . . .
. . . . . . . . . . s
"""
    body = "black-dragon drake at C3 facing east"
    text = quest(wide, "x: stairway", body, settings="profile exile")
    (one,) = results(text).quests
    (mover,) = [m for m in movers_of(one.quest, one.system) if m.side == "foes"]
    stair = 1 << next(
        c for c in each_cell(one.quest.board.floor) if one.quest.board.name(c) == "H3"
    )
    assert mover.states[0].reached & stair
    for where, is_set_up in (("C3", True), ("H3", False), ("I3", False), ("G3", True)):
        moved = text.replace("drake at C3", f"drake at {where}")
        assert ("not-on-the-floor" in found_in(moved)) != is_set_up, where
    # In a passage as wide as itself it comes to the stairs and no further.
    narrow = """
# . . . . . . . . . . #
 . . . . . . x x . . .
. . . . . . x x x . . s
 . . . . . . x x . . .
# . . . . . . . . . . #
"""
    beyond = reach(quest(narrow, "x: paved", body, settings="profile exile"), "black-dragon")
    kept = reach(quest(narrow, "x: stairway", body, settings="profile exile"), "black-dragon")
    assert "K3" in beyond
    assert "K3" not in kept
    assert "G3" in kept


def test_the_fallen_cost_one_more_and_heaps_let_nobody_through_dn_b26():
    rows = {(row["dead"], row["horses"]): row["cost"] for row in NOIR.rules["corpses"]["rows"]}
    assert rows == {
        (3, 0): 1,
        (0, 1): 1,
        (6, 0): "impassable",
        (0, 2): "impassable",
        (3, 1): "impassable",
    }
    assert cost_of(NOIR.terrains["fallen"], NOIR.kinds["konrad"], "move") == 1 + rows[3, 0]
    assert "unwinnable" in found_in(quest(LANE, "x: heap", won="any adventurer at E1"))
    assert "unwinnable" not in found_in(quest(LANE, "x: fallen", won="any adventurer at E1"))


# -- set-up --------------------------------------------------------------------------------


def test_one_stands_on_a_hex_dn_b27():
    text = quest(FIELD, "x: beach", "hunter at E1 facing west\n  warrior at E1 facing west")
    assert "square-taken" in found_in(text)
    assert "DN-B27" in reasons_of(text, "square-taken")


def test_riders_need_two_hexes_that_horses_enter_dn_b29():
    drawn = "s . x . .\n . . x . ."
    both = quest(
        drawn,
        "x: interior",
        "simon-mounted at D1 facing east",
        who="gnurr",
        settings="profile exile\n  foes rebel",
    )
    assert "not-on-the-floor" in found_in(both)
    assert "no-facing" in found_in(both.replace(" facing east", ""))


@pytest.mark.parametrize("marker", [("orb-marker", 3), ("sun-marker", 4)])
def test_one_of_so_many_markers_is_the_true_one_dn_b32(marker):
    word, many = marker
    places = ["C1", "D1", "E1", "F1", "D2"]
    for given in range(2, 6):
        body = f"{word} token-x among {', '.join(places[:given])}"
        text = quest(FIELD, "x: beach", body, won="any adventurer at token-x")
        assert ("wrong-number-of-places" in found_in(text)) == (given != many)
    two = f"{word} one among {', '.join(places[:many])}\n  {word} two at A3"
    assert "wrong-number-of-places" in found_in(quest(FIELD, "x: beach", two))
    assert NOIR.kinds[word].placing.hidden_in == NOIR.kinds[word].box == many


def test_khuzun_is_in_one_of_eight_cells_of_the_jails_dn_b32():
    placing = NOIR.kinds["khuzun-marker"].placing
    assert (placing.hidden_in, placing.needs) == (8, ("jails",))


def test_a_place_that_cannot_be_the_true_one_is_told_of_dn_b33():
    drawn = "s . . # .\n . . . # ."
    text = quest(
        drawn, "", "orb-marker orb among B1, C2, E1", won="any adventurer at orb", who="konrad"
    )
    assert "not-in-every-world" in found_in(text)
    assert "DN-B33" in reasons_of(text, "not-in-every-world")


@pytest.mark.parametrize(
    ("many", "word"), [(2, "alkiram"), (2, "migam"), (5, "living-dead"), (2, "mighty-slayer")]
)
def test_no_more_than_the_box_holds_dn_b34_dn_b35(many, word):
    wide = "\n".join((" " if n % 2 else "") + ". " * 12 for n in range(12)) + "\ns . ."
    cells = ["C3", "H3", "C9", "H9", "A6"][:many]
    body = "\n  ".join(f"{word} at {cell} facing south-east" for cell in cells)
    text = quest(wide.replace("\n", "\n"), "", body, settings="foes spirit")
    assert "more-than-the-box-holds" in found_in(text)
    assert "DN-B34" in reasons_of(text, "more-than-the-box-holds")


PIECES = {
    ("tunnel", "straight"): {1: 5, 2: 2},
    ("tunnel", "curved"): {1: 5},
    ("junction", None): {1: 2},
    ("demolished-wall", None): {1: 6},
}
"""Of both volumes, by shape: how many hexes, and how many of them."""
EXILE = {
    "tree": {1: 6, 3: 4, 7: 2},
    "crevasse": {2: 4, 4: 2, 6: 2},
    "entrance": {1: 3, 2: 2},
    "house": {4: 2, 5: 1, 7: 1},
    "spring": {2: 4, 4: 2, 6: 2},
    "tower": {7: 2},
}


def test_pieces_that_spells_build_with_dn_b36():
    pieces = NOIR.rules["components"]["pieces"]
    for (makes, shape), counted in PIECES.items():
        own = [one for one in pieces if (one["makes"], one.get("shape")) == (makes, shape)]
        assert {one["hexes"]: one["count"] for one in own} == counted
    bridges = {
        volume: {one["hexes"]: one["count"] for one in pieces if one.get("volume") == volume}
        for volume in ("challenge",)
    }
    assert bridges == {"challenge": {1: 2, 2: 2, 3: 2}}
    exile = [one for one in pieces if one["makes"] == "bridge" and one["volume"] == "exile"]
    assert {one["hexes"]: one["count"] for one in exile} == {1: 4, 2: 2}


def test_pieces_that_only_the_exile_has_dn_b37():
    for makes, counted in EXILE.items():
        own = [one for one in NOIR.rules["components"]["pieces"] if one["makes"] == makes]
        assert {one["volume"] for one in own} == {"exile"}
        assert {one["hexes"]: one["count"] for one in own} == counted


def test_every_spell_that_builds_has_its_pieces_dn_b36_dn_b37():
    pieces = {(one["makes"], one["hexes"]) for one in NOIR.rules["components"]["pieces"]}
    spells = NOIR.rules["spells"]["spells"]
    for one in spells:
        if "makes" in one:
            assert (one["makes"], one.get("hexes", 1)) in pieces, one["id"]


@pytest.mark.parametrize(
    ("profile", "who", "is_had"),
    [
        ("exile", "hunter", False),
        ("exile", "gharv", False),
        ("exile", "baby-dragon", True),
        ("challenge", "baby-dragon", False),
        ("challenge", "hunter", True),
        ("challenge", "simon-mounted", False),
        ("mixed", "simon-mounted", True),
        ("mixed", "gharv", True),
    ],
)
def test_each_volume_has_its_own_figures_dn_b38_dn_b39(profile, who, is_had):
    body = f"{who} other at E2 facing east"
    settings = f"profile {profile}\n  foes rebel"
    text = quest(FIELD, "x: beach", body, who="gnurr", settings=settings)
    assert ("figure-of-another-box" in found_in(text)) != is_had


@pytest.mark.parametrize(
    "says",
    [
        "event when round >= 2 { spawn hunter at E2 }",
        "muster nest 4 of hunter at D2..F3",
    ],
)
def test_nor_does_any_other_come_later_dn_b39(says):
    text = quest(FIELD, "x: beach", says, settings="profile exile")
    assert "figure-of-another-box" in found_in(text)
    assert "figure-of-another-box" not in found_in(text.replace("exile", "challenge"))


def test_only_some_in_the_party_ride_dn_b38():
    for who in ("lucifer-mounted", "ashrak-mounted"):
        assert "unknown-word" in found_in(quest(FIELD, "x: beach", who=who))
    riders = quest("s s . .\n . . . .", who="simon-mounted", settings="profile exile")
    assert "figure-of-another-box" not in found_in(riders)
    assert "figure-of-another-box" in found_in(riders.replace("profile exile", ""))


@pytest.mark.parametrize("tile", ["pit", "dragons-lake", "jails"])
def test_nobody_rides_below_the_ground_dn_b58(tile):
    text = f"""
quest below {{
  system dragon-noir
  adventurers laberne-mounted
  profile exile
  board {{
    tile {tile}
  }}
  start at {tile}:A7..B7
  victory adventurers when any adventurer at {tile}:A8
}}
"""
    assert "not-on-this-map" in found_in(text)
    surface = text.replace(tile, "watermill")
    assert "not-on-this-map" not in found_in(surface)
    assert "not-on-this-map" not in found_in(text.replace("laberne-mounted", "laberne"))


@pytest.mark.parametrize("entrance", ["deep-entrance", "trapdoor"])
def test_no_krob_stays_on_an_entrance_dn_b19(entrance):
    on = quest(FIELD, f"x: {entrance} shaft", "hunter at C2 facing west")
    beside = quest(FIELD, f"x: {entrance} shaft", "hunter at D2 facing west")
    assert "kept-free" in found_in(on)
    assert "kept-free" not in found_in(beside)
    zed = "zed at C2 facing west"
    assert "kept-free" not in found_in(
        quest(FIELD, f"x: {entrance} shaft", zed, settings="foes zed")
    )
    later = "event when round >= 2 {{ spawn hunter at {} }}"
    assert "kept-free" in found_in(quest(FIELD, f"x: {entrance} shaft", later.format("C2")))
    assert "kept-free" not in found_in(quest(FIELD, f"x: {entrance} shaft", later.format("C2..E2")))
    bought = "muster nest 4 of hunter at {}"
    assert "kept-free" in found_in(quest(FIELD, f"x: {entrance} shaft", bought.format("C2")))
    assert document(quest(FIELD, f"x: {entrance} shaft"))["rules"]["kept_free_of"][entrance] == [
        "krob"
    ]


# -- points, magic and combat ----------------------------------------------------------------


def test_a_guard_is_bought_for_a_place_two_hexes_wide_dn_b41():
    lane = "s . # . . . .\n . . # # # # #\n. . . . . . ."
    text = quest(lane, "", "muster nest 7 of guard at D1..G1")
    assert "no-room-to-come" in found_in(text)
    assert "no-room-to-come" not in found_in(quest(lane, "", "muster nest 7 of hunter at D1..G1"))
    assert "no-room-to-come" not in found_in(text.replace("D1..G1", "A1..B3"))
    wet = quest(FIELD.replace(".", "w"), "x: beach; w: water", "muster nest 2 of warrior at D2..F3")
    assert "no-room-to-come" in found_in(wet)
    assert NOIR.rules["placement"]["boxes"] == 10


def test_the_force_is_bought_at_the_prices_of_the_rulebook_dn_b40():
    assert NOIR.prices == {"hunter": 1, "warrior": 2, "slayer": 4, "guard": 7}
    assert NOIR.rules["krob_cost"]["budget"] == 30
    queen = quest(FIELD, "x: beach", "muster nest 30 of queen at D1..F3")
    assert "unknown-word" in found_in(queen)


def test_points_for_those_who_are_born_dn_b42():
    calendar = NOIR.rules["spawn_calendar"]
    expected = dict.fromkeys((3, 6, 9), 10) | dict.fromkeys((12, 15, 18), 15)
    expected |= dict.fromkeys((21, 24, 27, 30), 20) | dict.fromkeys((33, 36, 39), 25)
    for turn in range(1, 40):
        assert lookup.spawn_points(calendar, turn) == expected.get(turn, 0)
    assert calendar["carried_over"] is False


def test_who_casts_what_and_where_dn_b43():
    told = document(quest(FIELD, "x: beach"))["rules"]["spells"]
    groups = {one["id"]: one for one in told["groups"]}
    assert groups["detection"]["level"] == 2
    assert groups["surface"]["where"] == "surface"
    assert groups["surface"]["volume"] == "exile"
    assert groups["surface"]["ground"] == ["plain", "scrub"]
    spells = {one["id"]: one for one in told["spells"]}
    assert all(one["level"] == 2 for one in told["spells"] if one["group"] == "detection")
    assert (spells["counterspell"]["volume"], spells["counterspell"]["against"]) == (
        "exile",
        "enemy-caster",
    )
    bridges = [one for one in told["spells"] if one.get("makes") == "bridge"]
    assert [one["ground"] for one in bridges] == [["water"]] * 3
    assert [one["hexes"] for one in bridges if one.get("volume") == "challenge"] == [3]
    assert [one["shape"] for one in told["spells"] if one["id"] == "tunnel-2"] == ["straight"]


def test_how_many_points_a_caster_has_dn_b44():
    magic = NOIR.rules["magic"]
    assert magic["points_per_level"] == 100
    (sheet,) = [one for one in NOIR.sheets if one.word == "energy"]
    assert sheet.boxes[0].many == 100
    assert sheet.boxes[0].more == {"second-level": 100}


def test_a_prisoners_cell_is_opened_somehow_dn_b48():
    text = """
quest the-cell {
  system dragon-noir
  adventurers kerin
  board {
    tile jails
  }
  start at jails:A7
  item key "The Key" at jails:C7
  lock bolt on jails-door-7 by key
  shackles prisoner at jails:Q10
  victory adventurers when any adventurer at prisoner
}
"""
    assert not found_in(text)
    lost = text.replace("at jails:C7", "at jails:R10")
    assert "unwinnable" in found_in(lost)
    assert "jails-door-7" in reasons_of(lost, "unwinnable") or "Cell 7" in reasons_of(
        lost, "unwinnable"
    )


def test_whom_nobody_shoots_at_dn_b50():
    assert NOIR.kinds["black-dragon"].traits["missile_cover"] == "infinite"
    assert NOIR.rules["missile_range"]["underground"]["most"] == 5
    rows = NOIR.rules["missile_targets"]["rows"]
    barred = {row.get("called", row["barred"]): row["barred"] for row in rows}
    assert barred["black-dragon"] == "always"
    assert barred["krob"] == "beside-an-adventurer"
    assert [row["beyond"] for row in rows if row["barred"] == "underground"] == [5]
    assert any(aid.word == "missile-targets" for aid in NOIR.aids)


def test_how_many_wounds_kill_dn_b51():
    for kind in NOIR.kinds.values():
        if "wounds" not in kind.values or kind.category != "figure":
            continue
        wounds = kind.values["wounds"].value
        called = {kind.word, kind.rank, *(one for one in kind.traits.values() if type(one) is str)}
        if "baby" in called or kind.traits.get("people") == "dog" or kind.rank == "horse":
            expected = 1
        elif "queen" in called:
            expected = 5
        elif called & {"guard", "troll", "gharv", "dragon"}:
            expected = 3
        else:
            expected = 2
        assert wounds == expected, kind.word


# -- what can be won -------------------------------------------------------------------------


def test_who_comes_in_finds_a_way_and_room_dn_b52():
    # Two hexes, three who begin there.
    few = quest("s s . .\n . . . .", who="konrad, gnurr, zacharie")
    assert "no-start" in found_in(few)
    # Behind a heap nobody comes on.
    shut = quest("s x . .\n x x . .", "x: heap", won="any adventurer at D1")
    assert "unwinnable" in found_in(shut)
    # Reinforcements of the other side that find no room.
    crowd = quest(FIELD, "x: beach", "event when round >= 2 { spawn 4 hunter at D1..E1 }")
    assert "no-room-to-come" in found_in(crowd)
    assert "DN-B52" in reasons_of(crowd, "no-room-to-come")


def test_how_often_gharvs_come_dn_b54():
    """In tenths, for each character in each of two interphases of a turn."""
    rows = {row["ground"]: row for row in NOIR.rules["gharv_appearance"]["rows"]}
    expected = {"water": (2, 4), "beach": (1, 1), "boat": (1, 1), "marsh": (3, 4)}
    for ground, (sound, wounded) in expected.items():
        assert lookup.appears_at(rows[ground], is_wounded=False) == sound
        assert lookup.appears_at(rows[ground], is_wounded=True) == wounded
    assert NOIR.rules["gharv_appearance"]["die"] == 10


def test_who_moves_by_tables_has_tables_dn_b59():
    table = """table orders "What they do" with d10 for foes {
    1..4 "They wait" { note "No Krob moves." }
    5..10 "They come" { note "Each of them comes nearer." }
  }"""
    without = quest(FIELD, "x: beach", settings="options solitaire")
    assert "option-without-table" in found_in(without)
    body = f"hunter scout at E2 facing west\n  {table}"
    text = quest(FIELD, "x: beach", body, settings="options solitaire", won="scout defeated")
    (told,) = document(text)["tables"]
    assert (told["side"], told["dice"], told["die"]) == ("foes", 1, 10)
    assert [(row["low"], row["high"]) for row in told["rows"]] == [(1, 4), (5, 10)]
    # What happens in play is no event, and no world of the proof.
    assert document(text)["unknowns"] == []
    spawns = text.replace('note "No Krob moves."', "spawn hunter at E1")
    assert "misplaced-statement" in found_in(spawns)
    assert "unknown-word" in found_in(text.replace("for foes", "for crows"))
    assert "roll-without-row" in found_in(text.replace("5..10", "6..10"))


def test_the_strategic_plan_keeps_some_off_the_swamp_dn_b22():
    moves = NOIR.rules["strategic_moves"]
    (shut,) = moves["closed"]
    assert (shut["tile"], set(shut["called"])) == ("haunted-swamp", {"guard", "warrior"})
    # In play they go where they like.
    for word in ("migam", "warrior"):
        marsh = NOIR.terrains["marsh"]
        assert cost_of(marsh, NOIR.kinds[word], "move") == 2


# -- the whole list ----------------------------------------------------------------------------


class Held(NamedTuple):
    """An entry of which no finding speaks, because the model cannot break it."""

    how: str
    test: str
    """Where that is shown: a file of tests, and a test in it."""


HERE = "test_dragon_noir_rules.py"
HELD_BY_THE_MODEL = {
    "DN-B4": Held(
        "Levels are cliffs that nobody walks over; terrain that joins them opens them.",
        "test_levels.py::test_random_heights_are_what_a_player_without_wits_finds",
    ),
    "DN-B5": Held(
        "The map of the Maze has nothing that joins its levels.",
        "test_dragon_noir_maps.py::test_nothing_joins_the_levels_of_the_maze_dn_b5_dn_a17",
    ),
    "DN-B6": Held(
        "The beach of the Dragon's Lake has cliffs all around but for stairs.",
        "test_dragon_noir_maps.py::test_only_stairs_lead_to_the_beach_dn_a18_dn_b6",
    ),
    "DN-B7": Held(
        "Bridges and water are apart, and low walls close the sides of the stone bridge.",
        "test_levels.py::test_a_bridge_is_not_entered_from_the_water",
    ),
    "DN-B9": Held(
        "Where everybody comes to is worked out for each sort of mover.",
        "test_movers.py::test_everybody_gets_where_a_player_without_wits_finds",
    ),
    "DN-B11": Held(
        "Stepping stones are open to all on foot and closed to horses.",
        "test_dragon_noir_pack.py::test_stepping_stones_are_for_all_on_foot_dn_b11",
    ),
    "DN-B12": Held(
        "Windows and doorways are closed to horses; walls are edges of the board.",
        f"{HERE}::test_a_window_costs_four_and_a_wall_lets_nobody_through_dn_b12",
    ),
    "DN-B14": Held(
        "A web closes its hex to all but Krobs, and an action beside it takes it away.",
        f"{HERE}::test_a_web_is_torn_down_by_adventurers_and_no_hindrance_to_krobs_dn_b14",
    ),
    "DN-B16": Held(
        "A base goes on as a whole, over free hexes alone.",
        "test_dragon_noir_maps.py::test_guards_take_two_hexes_and_the_queen_three_dn_b16_dn_a28",
    ),
    "DN-B17": Held(
        "Who flies passes no passage that is narrower than two hexes.",
        "test_movers.py::test_wings_carry_over_ground_and_not_through_narrow_passages",
    ),
    "DN-B20": Held(
        "Water is closed to armour, and a boat is a crossing for Adventurers alone.",
        "test_crossings.py::test_a_boat_is_launched_where_it_lies_dn_b20",
    ),
    "DN-B21": Held(
        "A jump is a one-way link with a chance, which the line names as one.",
        "test_levels.py::test_every_jump_counts",
    ),
    "DN-B22": Held(
        "The plan is no board: what it closes is printed, and in the document for an engine.",
        f"{HERE}::test_the_strategic_plan_keeps_some_off_the_swamp_dn_b22",
    ),
    "DN-B23": Held(
        "Slopes and the stairs of the Pit are closed to Gharvs.",
        "test_dragon_noir_maps.py::test_two_gharvs_are_prisoners_of_the_pit_dn_b31_dn_b23",
    ),
    "DN-B24": Held(
        "Goblins swim for two, and no bridge keeps a bank from them; see the gaps of the pack.",
        f"{HERE}::test_goblins_come_out_of_the_water_beside_a_bridge_dn_b24",
    ),
    "DN-B25": Held(
        "Trees are closed to the Black Dragon, and its base comes onto stairs with the hex ahead.",
        f"{HERE}::test_the_dragon_has_only_its_head_on_stairs_dn_b25",
    ),
    "DN-B26": Held(
        "Where dead lie when play begins is ground that costs more, or that nobody enters.",
        f"{HERE}::test_the_fallen_cost_one_more_and_heaps_let_nobody_through_dn_b26",
    ),
    "DN-B30": Held(
        "A boat takes two at a time, and whoever is left is ferried after them.",
        "test_crossings.py::test_all_are_ferried_dn_b30",
    ),
    "DN-B31": Held(
        "The two Gharvs of the Pit are printed on its map.",
        "test_dragon_noir_maps.py::test_two_gharvs_are_prisoners_of_the_pit_dn_b31_dn_b23",
    ),
    "DN-B36": Held(
        "What is built in play is counted in the document and printed.",
        f"{HERE}::test_pieces_that_spells_build_with_dn_b36",
    ),
    "DN-B37": Held(
        "What is built in play is counted in the document and printed.",
        f"{HERE}::test_pieces_that_only_the_exile_has_dn_b37",
    ),
    "DN-B42": Held(
        "The calendar is in the document, where an engine reads each turn's points.",
        f"{HERE}::test_points_for_those_who_are_born_dn_b42",
    ),
    "DN-B43": Held(
        "The proof casts nothing; who casts what and where is in the document and printed.",
        f"{HERE}::test_who_casts_what_and_where_dn_b43",
    ),
    "DN-B44": Held(
        "No way to win asks for a spell; an engine reads the stock and each chance.",
        "test_dragon_noir_tables.py::test_how_likely_spells_come_off_dn_b44_dn_c60",
    ),
    "DN-B45": Held(
        "An engine reads that the chance is none.",
        "test_dragon_noir_tables.py::test_spells_that_never_come_off_dn_b45",
    ),
    "DN-B50": Held(
        "No way to win asks for a shot; who is no target is in the document and printed.",
        f"{HERE}::test_whom_nobody_shoots_at_dn_b50",
    ),
    "DN-B51": Held(
        "Every figure has the wound at which it dies, and the odds go through all before it.",
        f"{HERE}::test_how_many_wounds_kill_dn_b51",
    ),
    "DN-B54": Held(
        "The table is in the document, where an engine reads when one comes, and printed.",
        f"{HERE}::test_how_often_gharvs_come_dn_b54",
    ),
    "DN-B55": Held(
        "Ground dearer than a whole move is closed in that state.",
        "test_dragon_noir_pack.py::test_who_moves_one_takes_no_stairs_dn_b55_dn_b56_dn_b57",
    ),
    "DN-B56": Held(
        "The Queen has a move for each of her states.",
        "test_dragon_noir_pack.py::test_who_moves_one_takes_no_stairs_dn_b55_dn_b56_dn_b57",
    ),
    "DN-B57": Held(
        "Ground dearer than a whole move is closed in that state.",
        "test_dragon_noir_pack.py::test_who_moves_one_takes_no_stairs_dn_b55_dn_b56_dn_b57",
    ),
}
NAMED = {rule for one in every_page() for rule in re.findall(r"DN-B\d+", one.text)}
RULES = {f"DN-B{number}" for number in range(1, 61)}


def test_every_entry_is_named_by_a_page_or_held_by_the_model():
    assert RULES >= NAMED
    assert HELD_BY_THE_MODEL.keys() | NAMED == RULES
    assert not HELD_BY_THE_MODEL.keys() & NAMED


@pytest.mark.parametrize("rule", HELD_BY_THE_MODEL)
def test_what_shows_an_entry_is_there(rule):
    file, _, name = HELD_BY_THE_MODEL[rule].test.partition("::")
    assert f"def {name}(" in (TESTS / file).read_text(encoding="utf-8")


def test_findings_name_what_they_uphold():
    pages = {one.name: one for one in every_page()}
    for name, rules in UPHELD.items():
        for rule in rules:
            if rule.startswith("DN-B") and rule not in HELD_BY_THE_MODEL:
                assert rule in NAMED, (name, rule)
        assert name in pages
