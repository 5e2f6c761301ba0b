"""The ground of Dragon Noir: who is set up where, who goes through, and where the dead lie."""

from __future__ import annotations

import pytest

from oracle.replays import lines_of, published
from questwright.compiler.geometry.terrain import cost_of
from questwright.compiler.grid.cells import each_cell
from questwright.compiler.model.words import is_called
from questwright.compiler.movers import movers_of
from questwright.compiler.packs.load import figures_of
from questwright.engine import lookup
from questwright.engine.load import load_quest
from questwright.engine.replay import replay
from support.noir import FOLDER
from support.noir_quests import FIELD, LANE, NOIR, document, found_in, quest, reach, reasons_of
from support.one_text import results


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
    # Nobody misses the hexes of the crevasse itself, and somebody those behind it.
    assert "unreachable-squares" not in found_in(quest("s x . .\n . . . .", "x: crevasse"))
    cut_off = quest("s . x .\n . . x .", "x: crevasse")
    assert "unreachable-squares" in found_in(cut_off)
    assert "DN-B13" in reasons_of(cut_off, "unreachable-squares")
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


def test_the_engine_tears_webs_down_as_well_dn_b14():
    text = quest(LANE, "x: web", "hunter scout at E3 facing west", won="any adventurer at E1")
    played = load_quest(published(text)[1])
    line, _, _ = lines_of(played)
    targets = [step.target for step in line]
    assert [target for target in targets if target] == ["clear-web-1", "web-1-cleared"]
    assert replay(played, line).won
    torn = targets.index("clear-web-1")
    assert not replay(played, [*line[:torn], *line[torn + 1 :]]).accepted


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
    # With the banks away it comes onto the bridge from the water alone; a hunter never does.
    apart = text.replace("s . k k k . .", "s # k k k # #").replace(". . w w w .", ". w w w w #")
    for ground in ("bridge", "jetty"):
        piers = apart.replace("k: bridge", f"k: {ground}")
        assert {"D1", "D2"} <= reach(piers, "krobek")
        swimmer = piers.replace("krobek", "hunter swimmer").replace("foes goblin", "profile mixed")
        assert "D2" in reach(swimmer, "hunter")
        assert "D1" not in reach(swimmer, "hunter")
    (special,) = [
        special for special in NOIR.kinds["krobek"].specials if special.word == "at-home-in-water"
    ]
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


@pytest.mark.parametrize("who", ["hunter", "warrior", "migam", "gharv"])
def test_krobs_and_gharvs_step_over_bodies_dn_b26(who):
    """Elsewhere a hex of three dead costs one more, and nobody enters one of six."""
    for ground in ("fallen", "heap"):
        assert cost_of(NOIR.terrains[ground], NOIR.kinds[who], "move") == 1
    assert cost_of(NOIR.terrains["heap"], NOIR.kinds["gnurr"], "move") is None
    assert cost_of(NOIR.terrains["fallen"], NOIR.kinds["simon-mounted"], "move") == 2


def favour(terrain, who):
    """Whether the ground is an advantage in combat to a kind."""
    special = terrain.traits.get("favours", {})
    called = [word for word in special if is_called(NOIR.kinds[who], word)]
    return special[called[0]] if called else terrain.traits["combat"]


def test_gharvs_are_at_an_advantage_in_the_water_and_at_none_on_land_dn_c8():
    home = {"water", "marsh"}
    for word, terrain in NOIR.terrains.items():
        if terrain.traits["combat"] != "none":
            assert favour(terrain, "gharv") == ("+" if word in home else "-"), word
    told = document(quest(FIELD, "x: beach"))["rules"]["default_terrain"]
    assert (told["word"], told["traits"]["combat"]) == ("flat", "0")
    assert told["traits"]["favours"] == {"gharv": "-"}
    assert {*NOIR.moves[0].at_home} == home


def test_pillars_are_an_advantage_and_the_rulebook_says_so_dn_a31():
    assert favour(NOIR.terrains["pillar"], "konrad") == "+"
    (source,) = [
        figure.source
        for figure in figures_of(FOLDER)
        if figure.path == "terrains.pillar.traits.combat"
    ]
    assert source == "rulebook"


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


@pytest.mark.parametrize(
    ("begins", "state", "last"),
    [
        # A seventh of a move for each hex of water, and a third for each of land.
        ("D1", 0, "J1"),
        ("J1", 0, "M1"),
        ("H1", 0, "L1"),
        ("I1", 0, "L1"),
        # Wounded, 5 in water and 2 on land; wounded twice, 3 and 1.
        ("J1", 1, "L1"),
        ("I1", 1, "K1"),
        ("J1", 2, "K1"),
        ("I1", 2, "J1"),
    ],
)
def test_gharvs_go_less_far_on_land_than_in_water_dn_b9_dn_c10(begins, state, last):
    row = "s . w w w w w w w w . . . . ."
    text = quest(row, "w: water", f"gharv grim at {begins} facing east", who="davrich")
    (one,) = results(text).quests
    board = one.quest.board
    (mover,) = movers_of(one.quest, NOIR, sides=["gharvs"])
    first = mover.states[state].turns[1]
    assert board.name(first.bit_length() - 1) == last


def test_a_gharv_that_is_wounded_twice_climbs_no_stairs_dn_b55():
    row = "s . w w t . ."
    text = quest(row, "w: water\n    t: stairway", "gharv grim at D1 facing east", who="davrich")
    (one,) = results(text).quests
    (mover,) = movers_of(one.quest, NOIR, sides=["gharvs"])
    shut = [[terrain.word for terrain in state.closed] for state in mover.states]
    assert shut == [[], [], ["stairway"]]


def test_a_web_that_is_torn_when_play_begins_hinders_nobody_dn_a34_dn_c52():
    torn = quest(FIELD, "x: torn-web shreds", won="konrad at shreds")
    lines = [step.text for step in results(torn).quests[0].proof.verdict().line]
    assert [line.split(" in ")[0] for line in lines] == [
        "Konrad begins at A1",
        "Konrad walks to C2",
    ]
    (told,) = [thing for thing in document(torn)["things"] if thing["id"] == "shreds"]
    assert told["kind"] == "torn-web"
    field = "\n".join((" " if n % 2 else "") + "s " + ". " * 11 for n in range(3))
    webs = [f"{'torn-web' if n % 2 else 'web'} at {chr(ord('B') + n)}1" for n in range(11)]
    assert "more-than-the-box-holds" in found_in(quest(field, "", "\n  ".join(webs)))
    assert "more-than-the-box-holds" not in found_in(quest(field, "", "\n  ".join(webs[:10])))
