"""What a quest of Dragon Noir is held to: set-up, points, magic, and what can be won."""

from __future__ import annotations

import pytest

from questwright.compiler.geometry.terrain import cost_of
from questwright.engine import lookup
from support.noir_quests import FIELD, NOIR, document, found_in, quest, reach, reasons_of
from support.one_text import results

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
    wide = "\n".join((" " if n % 2 else "") + ". " * 12 for n in range(12)) + "\ns " + ". " * 11
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
        own = [piece for piece in pieces if (piece["makes"], piece.get("shape")) == (makes, shape)]
        assert {one["hexes"]: one["count"] for one in own} == counted
    bridges = {
        volume: {
            piece["hexes"]: piece["count"] for piece in pieces if piece.get("volume") == volume
        }
        for volume in ("challenge",)
    }
    assert bridges == {"challenge": {1: 2, 2: 2, 3: 2}}
    exile = [piece for piece in pieces if piece["makes"] == "bridge" and piece["volume"] == "exile"]
    assert {one["hexes"]: one["count"] for one in exile} == {1: 4, 2: 2}


def test_pieces_that_only_the_exile_has_dn_b37():
    for makes, counted in EXILE.items():
        own = [rule for rule in NOIR.rules["components"]["pieces"] if rule["makes"] == makes]
        assert {one["volume"] for one in own} == {"exile"}
        assert {one["hexes"]: one["count"] for one in own} == counted


def test_every_spell_that_builds_has_its_pieces_dn_b36_dn_b37():
    pieces = {(rule["makes"], rule["hexes"]) for rule in NOIR.rules["components"]["pieces"]}
    spells = NOIR.rules["spells"]["spells"]
    for spell in spells:
        if "makes" in spell:
            assert (spell["makes"], spell.get("hexes", 1)) in pieces, spell["id"]


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
    told = document(quest(FIELD, f"x: {entrance} shaft"))["rules"]
    assert told["kept_free_of"][entrance] == ["krob"]


def test_krobs_pass_an_entrance_and_never_end_there_dn_b19():
    """A passage of thirteen hexes of it is longer than a Hunter's move of twelve."""
    for many, is_through in ((1, True), (11, True), (12, False)):
        lane = f"s . # # . {'x ' * many}. .\n . . # # # {'# ' * many}# ."
        text = quest(lane, "x: trapdoor", "hunter at E1 facing west")
        there = reach(text, "hunter")
        beyond = f"{chr(ord('F') + many)}1"
        assert (beyond in there) == is_through, many


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
    assert NOIR.musters.prices == {"hunter": 1, "warrior": 2, "slayer": 4, "guard": 7}
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
    assert [bridge["ground"] for bridge in bridges] == [["water"]] * 3
    assert [bridge["hexes"] for bridge in bridges if bridge.get("volume") == "challenge"] == [3]
    assert [one["shape"] for one in told["spells"] if one["id"] == "tunnel-2"] == ["straight"]


def test_how_many_points_a_caster_has_dn_b44():
    magic = NOIR.rules["magic"]
    assert magic["points_per_level"] == 100
    (sheet,) = [sheet for sheet in NOIR.sheets if sheet.word == "energy"]
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
        called = {
            kind.word,
            kind.rank,
            *(trait for trait in kind.traits.values() if type(trait) is str),
        }
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
    (shut,) = NOIR.crossings["red-arrow"].closed
    assert (shut.tile, set(shut.called)) == ("haunted-swamp", {"guard", "warrior"})
    # In play they go where they like.
    for word in ("migam", "warrior"):
        marsh = NOIR.terrains["marsh"]
        assert cost_of(marsh, NOIR.kinds[word], "move") == 2


@pytest.mark.parametrize(
    ("first", "second", "fits"),
    [
        ("warrior", "baby-warrior", True),
        ("migam", "baby-migam", False),
        ("tiom", "baby-migam", True),
        ("konrad", "konrad-mounted", False),
        ("godiva", "konrad-mounted", True),
        ("sarah", "sarah-in-exile", False),
    ],
)
def test_one_counter_is_one_figure_in_whatever_form_dn_b34(first, second, fits):
    wide = "\n".join((" " if n % 2 else "") + "s " + ". " * 9 for n in range(5))
    body = f"{first} at D3 facing south-east\n  {second} at H3 facing south-east"
    text = quest(wide, "", body, who="gnurr", settings="profile mixed\n  foes rebel, human")
    assert ("more-than-the-box-holds" in found_in(text)) != fits


def test_eight_slayers_are_eight_whatever_their_age_dn_b34():
    wide = "\n".join((" " if n % 2 else "") + "s " + ". " * 9 for n in range(5))
    cells = [f"{column}{row}" for row in (1, 3, 5) for column in "CEGI"]
    old = [f"slayer at {cell} facing west" for cell in cells[:4]]
    young = [f"baby-slayer at {cell} facing west" for cell in cells[4:9]]
    assert "more-than-the-box-holds" in found_in(quest(wide, "", "\n  ".join([*old, *young])))
    assert "more-than-the-box-holds" not in found_in(
        quest(wide, "", "\n  ".join([*old, *young[1:]]))
    )


def test_nobody_is_of_the_party_on_foot_and_mounted_dn_b34():
    text = quest("s s s . .\n . . . . .", who="konrad, konrad-mounted", settings="profile exile")
    assert "more-than-the-box-holds" in found_in(text)


@pytest.mark.parametrize(
    ("who", "kind"),
    [
        ("konrad-mounted, simon, rix", "winnable"),
        # On foot Konrad would be strong enough.
        ("konrad-mounted, simon", "undecided"),
        ("konrad, simon", "winnable"),
    ],
)
def test_two_beat_together_whom_a_rider_cannot_come_to_dn_b29(who, kind):
    """A Zugun is too much for Simon or Rix alone, and no horse enters a house."""
    drawn = "s s s i i i\n s s s i i ."
    body = "zugun sentry at E1 facing west"
    text = quest(drawn, "i: interior", body, who, "profile exile\n  foes zugun", "sentry defeated")
    (one,) = results(text).quests
    assert one.proof is not None, [finding.message for finding in one.findings]
    assert one.proof.kind == kind
