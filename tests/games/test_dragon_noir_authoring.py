"""What an author of Dragon Noir must be able to say: each entry of its list, said and compiled.

A quest says it, earns no finding, and the document has it; or a test that is named shows it.
"""

from __future__ import annotations

import json
from typing import NamedTuple

import pytest

from questwright.compiler.model.publication import Publication
from questwright.compiler.publish.book.book import compose_book
from questwright.compiler.publish.document.quest_json import dump, quest_document
from support.noir_quests import NOIR, found_in
from support.one_text import results
from support.paths import TESTS
from support.said import at

BOARD = '''
  board {
    draw """
    s s . . . . . .
     . . . . . . .
    . . . . . . . .
     . . . . . . .
    . . . . . . . .
    """
    s: start
  }
'''
WON = "victory adventurers when any adventurer at H1"
JAILS = """
  board {
    tile jails
  }
  start at jails:A7, jails:A9
"""
CELLS = ", ".join(f"jails:{cell}" for cell in ("I11", "C10", "I5", "K5", "M5", "C12", "R10", "Q12"))


def quest(body="", board=BOARD, win=WON, who="konrad, aldus"):
    return f"""
quest said "Said" {{
  system dragon-noir
  adventurers {who}
  {board}
  {body}
  {win}
}}
"""


def published(text):
    result = results(text)
    assert [(finding.code.name, finding.message) for finding in result.findings] == []
    (one,) = result.quests
    return Publication(one.quest, one.system, one.proof.verdict(), result.sources, ())


class Case(NamedTuple):
    """An entry of the list, how it is said, and what stands where in the document."""

    id: str
    text: str
    seen: dict[str, object]


GROUND = (
    *("scrub", "slope", "tree", "crevasse", "water", "marsh", "bridge", "rubble"),
    *("stepping-stones", "demolished-wall", "interior", "paved", "window", "doorway", "stairway"),
    *("beach", "jetty", "cave-mouth", "pillar", "walkway", "balcony"),
)

# fmt: off
CASES = (
    Case("DN-A1", quest("profile mixed\n  advance advance-exile\n  magic magic-challenge"), {
        "settings.profile.value": "mixed",
        "settings.advance.value": "advance-exile",
        "settings.magic.value": "magic-challenge",
        "settings.turn-order.value": "turn-by-profile",
        "settings.shooting.value": "shooting-by-profile",
        "rules.turn_sequence.challenge.*.who":
            ["The Adventurers", "Gharvs", "The Krobs", "Gharvs"],
        "rules.turn_sequence.exile.*.phases": [["shooting", "movement", "combat", "rising"]] * 2,
    }),
    Case("DN-A3", quest('rating 3\n  story "It rains."'), {
        "title": "Said", "settings.rating.value": 3, "texts.*.word": ["story"],
    }),
    Case("DN-A6", quest(
        "options stray-shots, hunted-gharvs, clinging-marsh, no-horses-on-bridges, "
        "jump-to-retreat, barred-entrances, climbed-walls"
    ), {"settings.options.value": [
        "stray-shots", "hunted-gharvs", "clinging-marsh", "no-horses-on-bridges",
        "jump-to-retreat", "barred-entrances", "climbed-walls",
    ]}),
    Case("DN-A8", quest("""
        hunter scout at F3 facing west
        item orb "The Mauve Orb" at H5
        turns 9
    """, win="""
        victory adventurers marginal "They live" when round >= 3 and all adventurers at A1..H5
        victory adventurers clear "The Orb" when orb taken
        victory adventurers decisive "Out with it" when orb taken and any adventurer at H1
        victory foes "Too late" when round > 9
    """), {
        "victories.*.degree": ["marginal", "clear", "decisive", None, None],
        "victories.*.side": ["adventurers", "adventurers", "adventurers", "foes", "foes"],
        "settings.turns.value": 9,
    }),
    Case("DN-A9", quest('rule "Guards and grown Warriors keep out of the swamp."'), {
        "texts.*.word": ["rule"],
    }),
    Case("DN-A16", quest(), {"rules.scale.hex_metres": 2, "board.columns": 8}),
    Case("DN-A20", quest("""
        cavern west at A1..D5 "The West"
        cavern east at E1..H5 "The East"
        red-arrow way from D3 to E3
    """), {
        "board.crossings.*.kind": ["red-arrow"],
        "areas.*.id": ["west", "east"],
    }),
    Case("DN-A22", quest("paved at D3\n  stairway at E3\n  steep-stairway at F3"), {
        "board.terrain.paved.costs.konrad": 1,
        "board.terrain.stairway.costs.konrad": 2,
        "board.terrain.steep-stairway.costs.konrad": 2,
    }),
    Case("DN-A25", quest("""
        tree at C3; crevasse at D3; interior at E3; water at F3; cave-mouth at G3; bridge at C5
        paved at D5; demolished-wall at E5
    """, who="davrich, barney"), {
        "board.terrain.*.word": [
            "tree", "crevasse", "interior", "water", "cave-mouth", "bridge", "paved",
            "demolished-wall",
        ],
    }),
    Case("DN-A27", quest("""
        room cell at G1..H1
        wall at F2|G1, G2|G1, G2|H1
        castle-door gate at F1|G1 open
    """), {"gates.gate.open": True}),
    Case("DN-A27", quest("""
        item key "The Key" at B3
        room cell at G1..H1
        wall at F2|G1, G2|G1, G2|H1
        cell-door gate at F1|G1 locked by key
    """), {
        "gates.gate.lock.key": "key",
        "rules.doors.open_cost": 1,
    }),
    Case("DN-A32", quest("""
        cave-mouth at E3
        hunter above at E3 facing west
        hunter below at E3 facing east
    """), {
        "things.above.cells": ["E3"], "things.below.cells": ["E3"],
        "board.terrain.cave-mouth.holds": 2,
    }),
    Case("DN-A34", quest("web first at D1\n  web second at D2"), {
        "things.first.blocks": True,
        "kinds.web.box": 10,
        "actions.*.title": ["Tear the web down"] * 2,
        "actions.*.target": ["first", "second"],
    }),
    Case("DN-A35", quest("orb-marker orb among D1, E3, H5",
                         win="victory adventurers when any adventurer at orb"), {
        "unknowns.orb.ways.*.cells": [["D1"], ["E3"], ["H5"]],
        "kinds.orb-marker.box": 3,
    }),
    Case("DN-A36", quest(f"khuzun-marker prisoner among {CELLS}", JAILS,
                         "victory adventurers when any adventurer at prisoner", "kerin, ferin"), {
        "unknowns.prisoner.sort": "thing",
        "kinds.khuzun-marker.box": 8,
    }),
    Case("DN-A37", quest("sun-marker sun among D1, E3, H5, A5",
                         win="victory adventurers when any adventurer at sun"), {
        "unknowns.sun.ways.*.cells": [["D1"], ["E3"], ["H5"], ["A5"]],
        "kinds.sun-marker.box": 4,
    }),
    Case("DN-A40", quest("""
        deep-way shaft from A3 to H5 takes 6
        note "Write down who is below, and where they come up."
    """, who="kerin, ferin"), {
        "board.crossings.*.rounds": [6],
        "texts.*.word": ["note"],
    }),
    Case("DN-A41", quest("hunter scout at F3 facing west\n  crate box at G3"), {
        "things.scout.cells": ["F3"], "things.box.cells": ["G3"], "things.scout.kind": "hunter",
    }),
    Case("DN-A44", quest("""
        deep-way shaft from A3 to H5 barred
        table where "Where it comes up" with d10 {
          1..5 "Open" { open shaft }
          6..10 "Shut" { note "Nobody comes up." }
        }
    """, who="kerin, ferin"), {
        "unknowns.where.die": 10, "unknowns.where.ways.*.low": [1, 6],
    }),
    Case("DN-A47", quest("""
        start at A5..B5 for aldus from round 2
        hunter one at D3 facing west
        migam two at F3 facing south-east
        muster nest 4 of hunter at E5..H5
    """), {
        "things.two.facing": "south-east",
        "things.two.cells": ["F3", "F4", "E4"],
        "musters.*.rounds": [[]],
        "things.start-3.cells": ["A5"],
    }),
    Case("DN-A48", quest("""
        item key "The Key" at jails:C7
        lock bolt on jails-door-7 by key
        shackles prisoner "The Princess" at jails:Q10
        event freed when any adventurer at prisoner { read "She is quite well." }
    """, JAILS, "victory adventurers when freed happened", "kerin, ferin"), {
        "things.prisoner.title": "The Princess",
        "gates.jails-door-7.lock.key": "key",
        "rules.doors.prisoner": "freed-by-entering-his-hex",
    }),
    Case("DN-A49", quest(who="sarah, gotmar"), {
        "kinds.sarah.values.attack.value": 7, "kinds.sarah.values.wounded-attack.value": 4,
        "kinds.gotmar.values.attack.value": 12, "kinds.gotmar.values.defence.value": 10,
    }),
    Case("DN-A49", quest("profile exile", who="sarah-in-exile, gotmar-in-exile"), {
        "kinds.sarah-in-exile.values.attack.value": 3,
        "kinds.gotmar-in-exile.values.attack.value": 4,
        "kinds.gotmar-in-exile.values.move.value": 6,
    }),
    Case("DN-A50", quest("""
        warrior old at F3 facing west
        baby-warrior young at G3 facing west
    """), {
        "kinds.warrior.values.move.value": 5, "kinds.baby-warrior.values.move.value": 10,
        "rules.growth.born_as": "baby",
    }),
    Case("DN-A51", quest("second-level zacharie", who="zacharie, shaman"), {
        "settings.second-level.value": ["zacharie"],
        "rules.magic.levels": {"begins": 1, "after_the_exile": 2},
    }),
    Case("DN-A52", quest("gharv-pool 3\n  gharv one at F3 facing west"), {
        "settings.gharv-pool.value": 3, "kinds.gharv.side": "gharvs", "rules.pit.gharvs": 2,
    }),
    Case("DN-A53", quest("profile exile\n  baby-dragon drake at F3 facing west"), {
        "kinds.baby-dragon.side": "foes",
    }),
    Case("DN-A53", quest("profile exile\n  allies dragon\n  baby-dragon drake at F3 facing west"), {
        "kinds.baby-dragon.side": "adventurers",
    }),
    Case("DN-A54", quest("muster brood 10 of hunter, warrior at E3..H5 on 3, 6, 9"), {
        "musters.*.rounds": [[3, 6, 9]], "musters.*.points": [10],
        "rules.spawn_calendar.rows.*.points": [10, 15, 20, 25],
    }),
    Case("DN-A54", quest("""
        turns 12
        muster brood of hunter, warrior at E3..H5 on calendar
    """), {
        "musters.*.id": ["brood", "brood-2"],
        "musters.*.rounds": [[3, 6, 9], [12]], "musters.*.points": [10, 15],
        "musters.*.grown_after": [3, 3],
    }),
    Case("DN-A55", quest("""
        start at A5..B5 for aldus from round 2
        event more when round >= 3 { spawn 2 hunter at H3..H5 facing west }
    """), {"events.more.effects.*.count": [2]}),
    Case("DN-A56", quest(), {
        "rules.strategic_moves.rows.*.areas": [0, 1, 1, 2, 2, 3, 3],
    }),
    Case("DN-A58", quest("""
        options solitaire
        table orders with d10 for foes { 1..10 "Wait" { note "They wait." } }
    """.replace("{ 1..10", "{\n 1..10").replace(" } }", " }\n }")), {
        "settings.options.value": ["solitaire"], "tables.*.side": ["foes"],
    }),
    Case("DN-A59", quest("""
        hunter scout at F3 facing west
        cavern west at A1..D5
        cavern east at E1..H5
        event late when round >= 4 { note "Late." }
        event come when any adventurer in east { note "They come." }
        event shown when east revealed { note "Look." }
        event dead when scout defeated { spawn hunter at H5 facing west }
    """), {
        "events.*.condition.fact": ["round", "is-in", "revealed", "defeated"],
    }),
    Case("DN-A60", quest("no-spells surface-spells, spirits"), {
        "settings.no-spells.value": ["surface-spells", "spirits"],
    }),
    Case("DN-A61", quest("deep-entrance fourth among F3, G3, H3"), {
        "unknowns.fourth.ways.*.cells": [["F3"], ["G3"], ["H3"]],
        "unknowns.fourth.die": None,
    }),
)
# fmt: on


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_an_entry_is_said_and_stands_in_the_document(case):
    document = json.loads(dump(quest_document(published(case.text))))
    assert {path: at(document, path.split(".")) for path in case.seen} == case.seen


@pytest.mark.parametrize("ground", GROUND)
def test_each_kind_of_ground_is_stated_dn_a21(ground):
    found = results(quest(f"{ground} at D3")).quests[0].quest.board.terrain
    assert [one.kind.word for one in found] == [ground]


@pytest.mark.parametrize("tile", [one for one in NOIR.tiles if NOIR.tiles[one].not_for])
@pytest.mark.parametrize("edge", ["X", "Y", "north", "south"])
def test_one_comes_in_over_every_free_edge_dn_a55_dn_b2(tile, edge):
    """An end is named as a whole, and is entered where no rock is."""
    text = quest(board=f"board {{\n    tile {tile}\n  }}\n  start at {tile}:{edge}")
    found = results(text).quests[0].quest
    (entry,) = found.entries
    assert entry.cells.bit_count() >= 2
    assert not entry.cells & ~found.board.floor
    assert "not-on-the-floor" not in found_in(text)


def test_nobody_is_an_ally_and_a_foe_dn_a53():
    text = quest("profile exile\n  allies dragon\n  foes dragon")
    assert "conflicting-options" in found_in(text)


def test_the_secret_of_a_spell_is_told_of_dn_a40():
    spells = NOIR.rules["spells"]["spells"]
    secret = [spell["id"] for spell in spells if spell.get("secret") == "arrival-hex"]
    assert secret == ["invisibility", "invisibility-2"]


def test_all_krobs_but_the_queen_are_born_as_babies_dn_a50():
    krobs = [kind for kind in NOIR.kinds.values() if kind.rank == "krob"]
    young = {krob.placing.counters for krob in krobs if krob.traits["caste"] == "baby"}
    old = {krob.placing.counters for krob in krobs if krob.traits["caste"] not in ("baby", "queen")}
    assert young == old


def test_the_turn_is_printed_by_the_rules_that_hold_dn_a1():
    def titles(profile):
        return {aid.title for aid in compose_book([published(quest(f"profile {profile}"))]).aids}

    assert "The turn: two sides" in titles("exile") - titles("challenge")
    assert "The turn: with Krobs and Gharvs" in titles("challenge") - titles("exile")
    assert {"The turn: two sides", "The turn: with Krobs and Gharvs"} <= titles("mixed")


ELSEWHERE = {
    "DN-A2": "test_dragon_noir_maps.py::"
    "test_the_maps_are_those_of_the_two_volumes_dn_a10_dn_a2_dn_b8",
    "DN-A4": "test_dragon_noir_fights.py::test_a_people_plays_for_the_other_side_dn_a4",
    "DN-A5": "test_tiles_printed.py::test_the_layout_is_drawn_with_who_comes_in_where",
    "DN-A7": "test_sheets.py::test_every_box_of_the_track_is_there_and_says_what_happens_dn_a7",
    "DN-A10": "test_dragon_noir_maps.py::test_a_map_lies_alone_without_errors_dn_a10",
    "DN-A11": "test_tiles.py::test_maps_are_laid_by_their_joins_and_begin_at_a1",
    "DN-A12": "test_dragon_noir_maps.py::test_which_edges_meet_dn_a12_dn_a13_dn_b1",
    "DN-A13": "test_dragon_noir_maps.py::test_one_goes_through_all_eight_maps_dn_a13",
    "DN-A14": "test_shared_hexes.py::test_linked_hexes_belong_to_both_and_are_floor_where_both_say",
    "DN-A15": "test_tiles.py::test_a_place_is_named_as_its_tile_is_drawn",
    "DN-A17": "test_dragon_noir_maps.py::test_the_levels_of_a_map_dn_a17",
    "DN-A18": "test_dragon_noir_maps.py::test_the_stone_stair_of_two_hexes_spans_two_levels_dn_a18",
    "DN-A19": "test_dragon_noir_maps.py::test_the_trapdoor_lies_in_the_pit_dn_a19_dn_a18",
    "DN-A21": "test_dragon_noir_authoring.py::test_each_kind_of_ground_is_stated_dn_a21",
    "DN-A23": "test_dragon_noir_maps.py::test_the_props_stand_in_the_jails_dn_a23",
    "DN-A24": "test_dragon_noir_maps.py::"
    "test_the_tower_of_the_swamp_has_two_arrow_slits_dn_a26_dn_a24_dn_a42",
    "DN-A26": "test_dragon_noir_maps.py::test_low_walls_stand_on_both_sides_of_the_bridge_dn_a26",
    "DN-A28": "test_dragon_noir_maps.py::"
    "test_guards_take_two_hexes_and_the_queen_three_dn_b16_dn_a28",
    "DN-A29": "test_dragon_noir_maps.py::"
    "test_the_stone_bridge_is_reached_from_its_ends_and_from_g10_dn_a29_dn_a30_dn_b7",
    "DN-A30": "test_dragon_noir_maps.py::"
    "test_the_island_is_reached_dry_over_the_rubble_alone_dn_a30",
    "DN-A31": "test_crossings.py::test_a_walkway_costs_some_of_a_move_dn_a31",
    "DN-A33": "test_crossings.py::test_a_die_says_where_the_boat_lies_dn_a33_dn_b53",
    "DN-A38": "test_sheets.py::test_what_is_bought_in_secret_is_written_down_dn_a38_dn_a39",
    "DN-A39": "test_sheets.py::test_what_is_bought_in_secret_is_written_down_dn_a38_dn_a39",
    "DN-A42": "test_crossings.py::test_a_barred_entrance_waits_for_an_event_dn_a42",
    "DN-A43": "test_crossings.py::test_a_passage_takes_its_rounds_dn_a43_dn_c39",
    "DN-A45": "test_dragon_noir_fights.py::test_the_order_of_battle_has_every_state_dn_a45",
    "DN-A46": "test_sheets.py::test_each_group_has_its_card_dn_a46",
    "DN-A57": "test_dragon_noir_campaign.py::"
    "test_every_scenario_is_won_and_follows_the_one_before_dn_a57",
    "DN-A62": "test_sheets.py::test_all_of_it_is_printed_dn_a62",
}
"""Entries that other tests say and show."""


@pytest.mark.parametrize("rule", ELSEWHERE)
def test_what_shows_an_entry_is_there(rule):
    file, _, name = ELSEWHERE[rule].partition("::")
    assert f"def {name}(" in next(TESTS.rglob(file)).read_text(encoding="utf-8")


def test_every_entry_has_its_test():
    told = {case.id for case in CASES}
    assert not told & ELSEWHERE.keys()
    assert told | ELSEWHERE.keys() == {f"DN-A{number}" for number in range(1, 63)}
