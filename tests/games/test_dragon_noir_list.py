"""The list of what is validated in Dragon Noir: each entry is held, and it is said where.

An entry is named by a page of the manual, whose wrong and right examples are tests, or the model
cannot break it, and a test shows that.
"""

from __future__ import annotations

import re
from typing import NamedTuple

import pytest

from questwright.compiler.manual import every_page
from support.noir_quests import NOIR
from support.paths import TESTS

UPHELD = NOIR.rules["upholds"]


class Held(NamedTuple):
    """An entry of which no finding speaks, because the model cannot break it."""

    how: str
    test: str
    """Where that is shown: a file of tests, and a test in it."""


RULES_ARE_IN = "test_dragon_noir_rules.py"
GROUND_IS_IN = "test_dragon_noir_ground.py"
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
        f"{GROUND_IS_IN}::test_a_window_costs_four_and_a_wall_lets_nobody_through_dn_b12",
    ),
    "DN-B14": Held(
        "A web closes its hex to all but Krobs, and an action beside it takes it away.",
        f"{GROUND_IS_IN}::test_a_web_is_torn_down_by_adventurers_and_no_hindrance_to_krobs_dn_b14",
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
        f"{RULES_ARE_IN}::test_the_strategic_plan_keeps_some_off_the_swamp_dn_b22",
    ),
    "DN-B23": Held(
        "Slopes and the stairs of the Pit are closed to Gharvs.",
        "test_dragon_noir_maps.py::test_two_gharvs_are_prisoners_of_the_pit_dn_b31_dn_b23",
    ),
    "DN-B24": Held(
        "Goblins climb between water and a bridge or a jetty, and nobody else does.",
        f"{GROUND_IS_IN}::test_goblins_come_out_of_the_water_beside_a_bridge_dn_b24",
    ),
    "DN-B25": Held(
        "Trees are closed to the Black Dragon, and its base comes onto stairs with the hex ahead.",
        f"{GROUND_IS_IN}::test_the_dragon_has_only_its_head_on_stairs_dn_b25",
    ),
    "DN-B26": Held(
        "Where dead lie when play begins is ground that costs more, or that nobody enters.",
        f"{GROUND_IS_IN}::test_the_fallen_cost_one_more_and_heaps_let_nobody_through_dn_b26",
    ),
    "DN-B31": Held(
        "The two Gharvs of the Pit are printed on its map.",
        "test_dragon_noir_maps.py::test_two_gharvs_are_prisoners_of_the_pit_dn_b31_dn_b23",
    ),
    "DN-B36": Held(
        "Nobody lays more pieces than the box has.",
        "test_casters.py::test_no_more_is_laid_than_the_box_has_dn_b36",
    ),
    "DN-B37": Held(
        "What is built in play is counted in the document and printed.",
        f"{RULES_ARE_IN}::test_pieces_that_only_the_exile_has_dn_b37",
    ),
    "DN-B42": Held(
        "The calendar is in the document, where an engine reads each turn's points.",
        f"{RULES_ARE_IN}::test_points_for_those_who_are_born_dn_b42",
    ),
    "DN-B43": Held(
        "The proof lays bridges over water alone, and what a volume lacks in none of its quests.",
        "test_spells.py::test_a_bridge_is_laid_where_nothing_else_wins_dn_b20_dn_b43_dn_c60_dn_c67",
    ),
    "DN-B44": Held(
        "Nobody casts for more points than there are, in the proof and in the engine.",
        "test_casters.py::test_nobody_pays_more_than_there_is_dn_b44",
    ),
    "DN-B45": Held(
        "Nobody casts what no face of the die lets come off.",
        "test_casters.py::test_what_never_comes_off_dn_b45_dn_c60",
    ),
    "DN-B50": Held(
        "No way to win asks for a shot; who is no target is in the document and printed.",
        f"{RULES_ARE_IN}::test_whom_nobody_shoots_at_dn_b50",
    ),
    "DN-B51": Held(
        "Every figure has the wound at which it dies, and the odds go through all before it.",
        f"{RULES_ARE_IN}::test_how_many_wounds_kill_dn_b51",
    ),
    "DN-B54": Held(
        "The table is in the document, where an engine reads when one comes, and printed.",
        f"{RULES_ARE_IN}::test_how_often_gharvs_come_dn_b54",
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
NAMED = {rule for page in every_page() for rule in re.findall(r"DN-B\d+", page.text)}
RULES = {f"DN-B{number}" for number in range(1, 61)}


def test_every_entry_is_named_by_a_page_or_held_by_the_model():
    assert RULES >= NAMED
    assert HELD_BY_THE_MODEL.keys() | NAMED == RULES
    assert not HELD_BY_THE_MODEL.keys() & NAMED


@pytest.mark.parametrize("rule", HELD_BY_THE_MODEL)
def test_what_shows_an_entry_is_there(rule):
    file, _, name = HELD_BY_THE_MODEL[rule].test.partition("::")
    assert f"def {name}(" in next(TESTS.rglob(file)).read_text(encoding="utf-8")


def test_findings_name_what_they_uphold():
    pages = {page.name: page for page in every_page()}
    for name, rules in UPHELD.items():
        for rule in rules:
            if rule.startswith("DN-B") and rule not in HELD_BY_THE_MODEL:
                assert rule in NAMED, (name, rule)
        assert name in pages
