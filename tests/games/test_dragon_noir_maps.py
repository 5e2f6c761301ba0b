"""The ten maps of Dragon Noir: geometry of ours, with all that the rulebook states of them."""

from __future__ import annotations

import time
from itertools import pairwise

import pytest

from questwright.compiler.geometry.openings import openings
from questwright.compiler.grid.cells import each_cell
from questwright.compiler.model.tiles import linking_cells
from support.more import some
from support.noir_maps import (
    ARMOURED,
    BELOW,
    FACTS,
    LIGHT,
    NOIR,
    SURFACE,
    compiled,
    names,
    on,
    quest,
    reached,
)
from support.one_text import results


def ground(board, word):
    return names(board, sum(one.cells for one in board.terrain if one.kind.word == word))


def heights(board):
    found = {board.name(cell): 0 for cell in each_cell(board.floor)}
    for tier in board.levels:
        found |= dict.fromkeys(names(board, tier.cells), tier.kind.height)
    return found


def standing(board, word):
    return {
        board.edge_name(edge)
        for barrier in board.barriers
        if barrier.kind.word == word
        for edge in barrier.edges
    }


def steps(board):
    """The steps from hex to hex, as names, all gates being open."""
    free = openings(board)
    found = set()
    for cell in each_cell(board.floor):
        for other in each_cell(free.grow(1 << cell) & board.floor & ~(1 << cell)):
            found.add((board.name(cell), board.name(other)))
    return found


# -- the catalogue -------------------------------------------------------------------------------


def test_the_maps_are_those_of_the_two_volumes_dn_a10_dn_a2_dn_b8():
    volumes = {}
    for tile in NOIR.tiles.values():
        volumes.setdefault((tile.traits["volume"], tile.traits["environment"]), set()).add(
            tile.word
        )
        assert tile.box == 1
    assert volumes == {
        ("exile", "surface"): {"watermill", "arena"},
        ("exile", "underground"): {"dragons-lake", "dwarves-cave"},
        ("challenge", "underground"): {
            *("wights-bridge", "maze", "jails", "dark-island", "haunted-swamp", "pit")
        },
    }


@pytest.mark.parametrize("tile", [*SURFACE, *BELOW])
def test_a_map_lies_alone_without_errors_dn_a10(tile):
    """DN-A14, DN-A15: all are of one size, so that the hexes of any two of them meet."""
    board = on(tile).board
    assert (board.columns, board.rows) == (20, 15)


LEVELS = {
    "dragons-lake": {0, -1, -2},
    "dwarves-cave": {0},
    "wights-bridge": {0, -1},
    "maze": {0, 1},
    "jails": {0},
    "dark-island": {0, -1},
    "haunted-swamp": {0},
    "pit": {0, -1},
}


@pytest.mark.parametrize("tile", BELOW)
def test_the_levels_of_a_map_dn_a17(tile):
    assert set(heights(on(tile).board).values()) == LEVELS[tile]


def test_water_lies_at_the_lowest_level_dn_a17():
    for tile, level in (("dragons-lake", -2), ("wights-bridge", -1), ("dark-island", -1)):
        board = on(tile).board
        assert {heights(board)[one] for one in ground(board, "water")} == {level}


# -- joins ---------------------------------------------------------------------------------------


def joined(first, second):
    one, other = first.partition(":")[0], second.partition(":")[0]
    begin = "A1" if one in SURFACE else "A7"
    laid = f"tile {one}\n    tile {other}\n    join {first} to {second}"
    text = quest(laid, f"start at {one}:{begin}")
    return {finding.code.id for finding in results(text).findings} & {"QW261", "QW262", "QW263"}


@pytest.mark.parametrize(
    ("first", "second", "is_legal"),
    [
        ("maze:X", "jails:X", True),
        ("maze:Y", "jails:Y", True),
        ("maze:X", "jails:Y", False),
        ("maze:north", "jails:south", True),
        ("maze:north", "jails:north", False),
        ("maze:north", "jails:X", False),
        ("watermill:1", "arena:1", True),
        ("watermill:3", "arena:1", True),
        ("watermill:2", "arena:2", True),
        ("watermill:1", "arena:2", False),
        ("watermill:2", "jails:X", False),
    ],
)
def test_which_edges_meet_dn_a12_dn_a13_dn_b1(first, second, is_legal):
    assert (not joined(first, second)) == is_legal


@pytest.mark.slow
@pytest.mark.parametrize("first", BELOW)
def test_ways_lead_on_over_every_edge_dn_a13(first):
    """Whatever two maps lie end to end or side by side: one walks from one onto the other."""
    for second in some([other for other in BELOW if other != first], 3):
        for end, other in (("X", "X"), ("Y", "Y"), ("south", "north")):
            laid = f"tile {first}\n    tile {second}\n    join {first}:{end} to {second}:{other}"
            text = quest(laid, f"start at {first}:A7")
            board = compiled(text).quest.board
            hexes = names(board, linking_cells(board) & board.floor)
            # Of ends three hexes lead over, one of them between the two that are shared.
            assert len(hexes) == (5 if end == "south" else 2)


def test_one_goes_through_all_eight_maps_dn_a13():
    document = compiled(EIGHT).quest
    board = document.board
    there = reached(document)
    for tile in board.tiles:
        assert names(board, tile.cells) & there, tile.instance


# -- the Dragon's Lake ---------------------------------------------------------------------------


def test_only_stairs_lead_to_the_beach_dn_a18_dn_b6():
    board = on("dragons-lake").board
    level, stairs = heights(board), ground(board, "stairway")
    down = {(a, b) for a, b in steps(board) if level[b] == -2 != level[a]}
    assert down
    assert all({a, b} & stairs for a, b in down)
    assert ground(board, "beach") <= reached(on("dragons-lake", who=ARMOURED))


def test_the_stone_stair_of_two_hexes_spans_two_levels_dn_a18():
    """From 0 it leads straight to -2: nothing else lies beside its upper hex."""
    board = on("dragons-lake").board
    level = heights(board)
    assert {"E11", "F11"} <= ground(board, "stairway")
    assert {b for a, b in steps(board) if a == "E11"} == {"D11", "F11"}
    assert level["D11"] == 0
    beyond = {level[b] for a, b in steps(board) if a == "F11" and b != "E11"}
    assert beyond == {-2}


def test_the_lower_room_and_the_balcony_lie_at_the_middle_level_dn_a17_dn_a26():
    board = on("dragons-lake").board
    level = heights(board)
    area = next(area for area in board.areas if area.id == "dragons-lake-lower-room")
    balcony = ground(board, "balcony")
    assert {level[name] for name in names(board, area.cells)} == {-1}
    assert {level[one] for one in balcony} == {-1}
    rails = standing(board, "railing")
    water = ground(board, "water")
    assert rails
    assert all(set(rail.split("|")) & balcony and set(rail.split("|")) & water for rail in rails)


def test_stepping_stones_carry_those_in_armour_to_the_islet_dn_b11():
    assert "L11" in reached(on("dragons-lake", who=ARMOURED))
    assert not ground(on("dragons-lake").board, "water") & reached(on("dragons-lake", who=ARMOURED))


# -- the Wights' Bridge --------------------------------------------------------------------------


def test_the_stone_bridge_is_reached_from_its_ends_and_from_g10_dn_a29_dn_a30_dn_b7():
    board = on("wights-bridge").board
    bridge = ground(board, "bridge") | {"F10"}
    onto = {(a, b) for a, b in steps(board) if b in bridge and a not in bridge}
    level = heights(board)
    assert {a for a, _ in onto if level[a] != 0} == {"G10"}
    assert {b for a, b in onto if a == "G10"} == {"F10"}
    assert {a for a, _ in onto if level[a] == 0} == {"D8", "E8", "F8", "E13", "F13", "G13"}
    assert ground(board, "rubble") == {"F10"}
    assert level["G10"] == -1


def test_low_walls_stand_on_both_sides_of_the_bridge_dn_a26():
    walls = standing(on("wights-bridge").board, "low-wall")
    assert {"D9|E9", "F9|G9", "F12|G12"} <= walls
    assert "F10|G10" not in walls


def test_the_island_is_reached_dry_over_the_rubble_alone_dn_a30():
    there = reached(on("wights-bridge", who=ARMOURED))
    assert {"G10", "H10", "I11"} <= there
    assert not there & ground(on("wights-bridge").board, "water")
    kept = reached(on("wights-bridge", who=ARMOURED, body="wall at wights-bridge:F10|G10"))
    assert not kept & {"G10", "H10", "I11"}


def test_only_this_map_of_the_challenge_has_steep_slopes_dn_a18():
    assert [one for one in BELOW if ground(on(one).board, "slope")] == ["wights-bridge"]


# -- the Maze ------------------------------------------------------------------------------------


def test_nothing_joins_the_levels_of_the_maze_dn_b5_dn_a17():
    level = heights(on("maze").board)
    assert {level[one] for one in reached(on("maze", who="lucifer"))} == {0}
    for begin in ("F2", "J8", "O14"):
        assert {level[one] for one in reached(on("maze", begin))} == {1}


def test_another_map_joins_them_dn_b5():
    laid = "tile maze\n    tile pit\n    join maze:south to pit:north"
    text = quest(laid, "start at maze:F13", ARMOURED)
    found = compiled(text).quest
    assert "F16" in reached(found)


def test_the_walkways_rest_on_pillars_and_span_the_lanes_dn_a31():
    """DN-B35: three counters of one hex, three of two; with them all of the paving is linked."""
    board = on("maze").board
    level, pillars = heights(board), ground(board, "pillar")
    used = set()
    areas = {name: area.id for area in board.areas for name in names(board, area.cells)}
    linked = {}
    lengths = []
    for crossing in board.crossings:
        assert crossing.kind.word == "high-walk"
        (start,), (end,) = (names(board, cells) for cells in crossing.ends)
        line = [start, *map(board.name, crossing.over), end]
        used |= {start, end}
        # One walks over it hex by hex.
        assert (crossing.rounds, crossing.cost) == (0, len(line) - 1)
        assert {start, end} <= pillars
        assert {level[start], level[end]} == {1}
        assert {level[name] for name in line[1:-1]} == {0}
        cells = {board.name(cell): cell for cell in each_cell(board.floor)}
        onward = [
            middle(cells[b], board)[axis] - middle(cells[a], board)[axis]
            for axis in (0, 1)
            for a, b in pairwise(line)
        ]
        half = len(onward) // 2
        assert len({*onward[:half]}) == len({*onward[half:]}) == 1, line
        lengths.append(len(crossing.over))
        linked.setdefault(areas[start], set()).add(areas[end])
        linked.setdefault(areas[end], set()).add(areas[start])
    assert sorted(lengths) == [1, 1, 1, 2, 2, 2]
    assert pillars == used
    paving = {areas[name] for name, height in level.items() if height == 1}
    found = {next(iter(sorted(paving)))}
    while more := {other for one in found for other in linked[one]} - found:
        found |= more
    # North and south are one.
    assert found == paving


def test_one_goes_along_the_paving_and_under_the_walkways_dn_a31_dn_b27():
    board = on("maze", "F2").board
    above = reached(on("maze", "F2"))
    assert above == {name for name, height in heights(board).items() if height == 1}
    spans = {board.name(cell) for crossing in board.crossings for cell in crossing.over}
    assert not spans & above
    assert spans <= reached(on("maze"))


def middle(cell, board):
    row, column = divmod(cell, board.stride)
    return 2 * column + row % 2, row


def test_d6_of_the_maze_is_a_place_for_an_entrance_dn_a42():
    assert heights(on("maze").board)["D6"] == 0
    assert "D6" in reached(on("maze"))


# -- the Jails -----------------------------------------------------------------------------------


def test_the_jails_have_eight_cells_dn_a36_dn_a42():
    board = on("jails").board
    cells = {
        area.id: len(names(board, area.cells)) for area in board.areas if area.kind.word == "cell"
    }
    assert sorted(cells) == [f"jails-cell-{number}" for number in range(1, 9)]
    assert (cells["jails-cell-1"], cells["jails-cell-7"], cells["jails-cell-8"]) == (14, 3, 3)


def test_each_cell_has_bars_and_a_door_dn_a26_dn_a27():
    board = on("jails").board
    bars = standing(board, "bars")
    gated = [board.areas[side].id for gate in board.gates for side in gate.between]
    for area in board.areas:
        if area.kind.word == "cell":
            assert any(set(bar.split("|")) & names(board, area.cells) for bar in bars), area.id
            assert gated.count(area.id) == 1


def test_the_props_stand_in_the_jails_dn_a23():
    kinds = [thing.kind.word for thing in on("jails").things]
    assert {"rack-table", "brazier", "shackles"} <= set(kinds)


# -- the Dark Island, the Haunted Swamp, the Pit -------------------------------------------------


def test_water_lies_all_around_the_dark_island_dn_b20():
    island = {"L11", "H6", "J8", "G8", "N7"}
    dry = reached(on("dark-island", who=ARMOURED))
    assert not dry & island
    assert {"C8", "Q7", "J14", "T7"} <= dry
    assert island <= reached(on("dark-island", who=LIGHT))


def test_the_dark_island_has_landings_a_house_with_a_window_and_a_ruin_dn_a33_dn_a24_dn_a21():
    board = on("dark-island").board
    water = ground(board, "water")
    # One lies beside the water, and does not step into it.
    jetties = ground(board, "jetty")
    cells = {board.name(cell): cell for cell in each_cell(board.floor)}
    near = {jetty: {board.name(cell) for cell in board.beside(cells[jetty])} for jetty in jetties}
    assert all(near[jetty] & water for jetty in jetties)
    assert not any(a in jetties and b in water for a, b in steps(board))
    assert len(ground(board, "window")) == 1
    ruin = next(area for area in board.areas if area.id == "dark-island-ruin")
    assert {"L11"} | ground(board, "demolished-wall") <= names(board, ruin.cells)
    assert ground(board, "demolished-wall")
    assert ground(board, "tree")
    (cross,) = [one["at"] for one in FACTS["marks"] if one["what"] == "cross"]
    assert cross.upper() == "L11"


def test_the_tower_of_the_swamp_has_two_arrow_slits_dn_a26_dn_a24_dn_a42():
    board = on("haunted-swamp").board
    tower = next(area for area in board.areas if area.id == "haunted-swamp-tower")
    hexes = names(board, tower.cells)
    around = {b for a, b in steps(board) if a == "F8"}
    assert hexes == around | {"F8"}
    slits = standing(board, "arrow-slit")
    assert len(slits) == 2
    assert all(len(set(slit.split("|")) & hexes) == 1 for slit in slits)
    assert ground(board, "demolished-wall") & hexes
    assert len(ground(board, "marsh")) > 80
    assert "F8" in reached(on("haunted-swamp"))


def test_the_trapdoor_lies_in_the_pit_dn_a19_dn_a18():
    found = on("pit", who=ARMOURED)
    level, trapdoor = heights(found.board), "K13"
    (thing,) = [thing for thing in found.things if thing.kind.word == "trapdoor"]
    assert names(found.board, thing.mask) == {trapdoor}
    assert level[trapdoor] == -1
    assert trapdoor in reached(found)
    stairs = ground(found.board, "steep-stairway")
    assert all({a, b} & stairs for a, b in steps(found.board) if level[a] != level[b])


def test_two_gharvs_are_prisoners_of_the_pit_dn_b31_dn_b23():
    found = on("pit")
    level = heights(found.board)
    gharvs = [thing for thing in found.things if thing.kind.word == "gharv"]
    assert len(gharvs) == 2
    near = {b for a, b in steps(found.board) if a == "K13"} | {"K13"}
    assert not near & {name for gharv in gharvs for name in names(found.board, gharv.mask)}
    there = reached(found, "gharvs")
    assert {level[one] for one in there} == {-1}
    assert not there & ground(found.board, "steep-stairway")


# -- how wide the ways are -----------------------------------------------------------------------

QUEEN_FROM_END_TO_END = {"dwarves-cave", "wights-bridge", "jails", "pit", "haunted-swamp"}
GUARD_FROM_END_TO_END = QUEEN_FROM_END_TO_END | {"maze", "dark-island", "dragons-lake"}


def slides(tile, word):
    """Whether a base of several hexes gets from end X to end Y."""
    text = quest(
        f"tile {tile}",
        f"start at {tile}:E1\n  {word} at {tile}:B8 facing south-east",
    )
    found = compiled(text).quest
    return "S8" in reached(found, "foes")


@pytest.mark.parametrize("tile", BELOW)
def test_guards_take_two_hexes_and_the_queen_three_dn_b16_dn_a28(tile):
    assert slides(tile, "alkiram") == (tile in QUEEN_FROM_END_TO_END)
    assert slides(tile, "zym") == (tile in GUARD_FROM_END_TO_END)


# -- all of them ---------------------------------------------------------------------------------

EIGHT = quest(
    """tile maze; tile jails; tile pit; tile wights-bridge
    tile dark-island; tile haunted-swamp; tile dragons-lake; tile dwarves-cave
    join maze:Y to jails:Y
    join jails:X to pit:X
    join wights-bridge:Y to dark-island:Y
    join dark-island:X to haunted-swamp:X
    join dragons-lake:Y to dwarves-cave:Y
    join maze:south to wights-bridge:north
    join jails:north to dark-island:south
    join pit:south to haunted-swamp:north
    join wights-bridge:south to dragons-lake:north
    join dark-island:north to dwarves-cave:south""",
    "start at maze:A7",
)


def test_eight_maps_make_one_board_in_little_time_dn_a10():
    began = time.process_time()
    (one,) = results(EIGHT).quests
    assert time.process_time() - began < 10
    assert (one.quest.board.columns, one.quest.board.rows) == (58, 43)
