"""Spells by which somebody gets where nobody walks: their price, and how likely they come off."""

from __future__ import annotations

import json
import random
import shutil
from fractions import Fraction
from itertools import combinations

import pytest
from verdict.cast_lines import NO_BRIDGE, RIVER, WON, cast_in, proven

from oracle.replays import published
from questwright.compiler.model.publication import Publication
from questwright.compiler.packs.load import load_system
from questwright.compiler.publish.document.quest_json import dump, quest_document
from questwright.compiler.verdict.task.task import DeedSort
from questwright.engine.replay import replay_document
from support.more import amount
from support.noir_quests import found_in, quest
from support.one_text import compiled, results
from support.paths import PACKS

CHASM = RIVER.replace("w", "c")
ALONE = "no-spells ground-spells, spells-on-others"


def changed_moor(folder, was, now):
    """A copy of the pack of the moor in which a text stands for another."""
    shutil.copytree(PACKS / "moor", folder / "moor")
    game = folder / "moor" / "game.yaml"
    text = game.read_text(encoding="utf-8")
    assert text.count(was) == 1
    game.write_text(text.replace(was, now), encoding="utf-8")


# -- each of them ----------------------------------------------------------------------------------


def test_a_bridge_is_laid_where_nothing_else_wins_dn_b20_dn_b43_dn_c60_dn_c67():
    """A die of 10 and a level of 1 against 20 by tens: from 2 on."""
    text = quest(RIVER, "w: water", who="konrad, zacharie", won="konrad at G1")
    assert cast_in(text) == (["bridge-2"], 20, Fraction(9, 10))
    verdict, spells = proven(text)
    assert spells.text == (
        "a spell by Zacharie (step 3): 20 of 100 points; comes off at once in 9/10"
    )
    step = verdict.line[2]
    assert step.kind == DeedSort.CAST
    assert step.text == "Zacharie: Cast Bridge of 2 hexes over C1 and D1, for 20 of 100 points"
    assert step.chance == "a spell: comes off in 90 %, fails in 10 %"
    # Who has waded through finds it there, and whoever is armoured walks over it.
    everybody = quest(RIVER, "w: water", who="konrad, zacharie", won="all adventurers at E1..G1")
    assert cast_in(everybody) == (["bridge-2"], 20, Fraction(9, 10))


def test_a_spell_that_nobody_has_the_points_for_helps_nobody_dn_b44():
    """A bridge of two costs 20; lifting somebody over three hexes 36."""
    for energy, kind in ((19, "unwinnable"), (20, "winnable")):
        text = quest(
            RIVER,
            "w: water",
            who="konrad, zacharie",
            won="konrad at G1",
            settings=f"energy {energy}\n  no-spells spells-on-others",
        )
        (one,) = results(text).quests
        assert one.proof.kind == kind


def test_what_is_open_of_spells_is_whether_they_come_in_time_dn_c3():
    """Each of four is lifted over by himself, one a turn."""
    row = "s s c . .\n s s c . .\ns . c . ."
    for turns, kind in ((2, "undecided"), (7, "winnable")):
        text = quest(
            row,
            "c: crevasse",
            who="zacharie, konrad, aldus, godiva, dill",
            won=" and ".join(f"{who} at D1..E3" for who in ("konrad", "aldus", "godiva", "dill")),
            settings=f"turns {turns}",
        )
        (one,) = results(text).quests
        assert one.proof.kind == kind
        (why,) = one.proof.unjudged if kind == "undecided" else ("",)
        assert not why or why.text.startswith(f"where spells are cast, whether {turns} turns are")


def test_who_wins_on_foot_casts_nothing():
    assert cast_in(quest(RIVER, "w: water", who="konrad, zacharie", won="zacharie at G1")) is None


def test_pieces_are_laid_one_behind_the_other_for_the_fewest_points():
    """Five hexes of water: 25 and 20, rather than 20, 20 and 12; in The Exile there is no third."""
    row = "s . w w w w w . .\n s w w w w w . ."
    wide = quest(row, "w: water", who="konrad, zacharie", won="konrad at I1")
    words, points, chance = cast_in(wide)
    assert (sorted(words), points) == (["bridge-2", "bridge-3"], 45)
    assert chance == Fraction(9, 10) * Fraction(8, 10)
    exile = quest(
        row, "w: water", who="konrad, zacharie", won="konrad at I1", settings="profile exile"
    )
    words, points, _ = cast_in(exile)
    assert (sorted(words), points) == (["bridge-1", "bridge-2", "bridge-2"], 52)


def test_somebody_in_armour_is_lifted_over_water_dn_b17_dn_c63():
    text = quest(RIVER, "w: water", who="konrad, zacharie", settings=NO_BRIDGE, won="konrad at G1")
    # Three hexes at 12: from 4 on, for more than 4 with a level of 1.
    assert cast_in(text) == (["levitation-heavy"], 36, Fraction(7, 10))
    # One stands where that begins when it is cast.
    line = proven(text)[0].line
    kinds = [step.kind for step in line]
    number = kinds.index("cast")
    assert kinds[number + 1] == "cross"
    assert line[number - 1].text.startswith("Konrad walks to B1")


def test_nobody_is_lifted_through_what_is_one_hex_wide_dn_b17():
    narrow = "s s c c . ."
    settings = NO_BRIDGE
    text = quest(
        narrow, "c: crevasse", who="davrich, zacharie", settings=settings, won="davrich at F1"
    )
    assert "unwinnable" in found_in(text)
    wide = "s s c c . .\n . . c c . ."
    text = quest(
        wide, "c: crevasse", who="davrich, zacharie", settings=settings, won="davrich at F1"
    )
    assert cast_in(text)[0] == ["levitation"]


def test_its_caster_goes_through_nothing_dn_c63():
    text = quest(CHASM, "c: crevasse", who="zacharie", settings=ALONE, won="zacharie at G1")
    assert cast_in(text) == (["teleport"], 9, Fraction(1))
    # There and back: what is cast once brings nobody twice.
    both = quest(
        CHASM,
        "c: crevasse",
        "item bowl at G1",
        who="zacharie",
        settings=ALONE,
        won="bowl taken and zacharie at A1",
    )
    assert cast_in(both) == (["teleport", "teleport"], 18, Fraction(1))


def test_who_moves_too_little_for_water_is_hastened_dn_b15_dn_c66():
    text = quest(RIVER, "w: water", who="barin, zacharie", settings=NO_BRIDGE, won="barin at G1")
    # A dwarf moves 4 and water costs 5: a point for each hex, at 2 points each.
    assert cast_in(text) == (["hasten", "hasten"], 4, Fraction(1))
    _, spells = proven(text)
    assert spells.text == "2 spells by Zacharie (step 4): 4 of 100 points"


def test_a_wall_is_broken_and_a_tunnel_dug_dn_c67():
    rock = "s . # . . .\n s # # . ."
    text = quest(rock, "", who="konrad, zacharie", won="konrad at F1")
    assert cast_in(text) == (["tunnel-1"], 12, Fraction(9, 10))
    walled = quest(
        "s . . . .\n s . . . .",
        "",
        "wall at B1|C1, B1|B2, A2|B2",
        who="konrad, zacharie",
        won="konrad at E1",
    )
    assert cast_in(walled) == (["demolish-wall"], 10, Fraction(1))


def test_what_is_opened_where_spells_have_led_opens_further_ways():
    """The key lies across one chasm, and what its door keeps lies across another."""
    text = quest(
        ". c c s . . c c .\n . c c s . . c c .",
        "c: crevasse",
        "wall at E2|F1, E2|F2\n  item ring at A1\n  door gate at E1|F1 locked by ring",
        who="davrich, zacharie",
        settings="no-spells ground-spells, self-spells",
        won="davrich at I1",
    )
    # There, back, and over: three hexes each at 8, by a door that nobody is lifted through.
    assert cast_in(text)[:2] == (["levitation"] * 3, 72)


# -- what the engine holds -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"stock": 19}, "19 points left"),
        ({"cells": ["G1"]}, "stands on A2"),
        ({"caster": "konrad"}, "cannot do that"),
    ],
)
def test_the_engine_refuses_what_cannot_be_cast(change, why):
    data = published(quest(RIVER, "w: water", who="konrad, zacharie", won="konrad at G1"))[1]
    document = json.loads(data)
    assert [one["place"] for one in document["verdict"]["casts"]] == ["over C1 and D1"]
    document["verdict"]["casts"][0] |= change
    assert why in replay_document(json.dumps(document).encode())


def test_the_engine_refuses_to_bring_anybody_twice():
    text = quest(CHASM, "c: crevasse", who="zacharie", settings=ALONE, won="zacharie at G1")
    document = json.loads(published(text)[1])
    line = document["verdict"]["line"]
    crossed = next(n for n, step in enumerate(line) if step["kind"] == "cross")
    again = {**line[crossed - 1]}
    line.insert(crossed, again)
    assert "cast already" in replay_document(json.dumps(document).encode())


def test_each_world_has_spells_of_its_own():
    text = quest(CHASM, "c: crevasse", "item bowl among A3, F2", who="zacharie", won="bowl taken")
    verdict, _ = proven(text)
    assert [len(world.casts) for world in verdict.told_worlds] == [0, 1]
    assert replay_document(published(text)[1]) == ""
    # What is cast in one world is not cast in the other.
    document = json.loads(published(text)[1])
    first, second = document["verdict"]["worlds"]
    first["line"], first["casts"] = second["line"], []
    assert "there is no spell" in replay_document(json.dumps(document).encode())


# -- what else is asked ----------------------------------------------------------------------------


def test_of_several_spells_those_of_the_fewest_points_are_cast():
    """A bridge, and one long lift, rather than a bridge and two lifts by way of a rock."""
    drawing = "s s c c . c .\n s w . c c . ."
    text = quest(
        drawing,
        "w: water\n    c: crevasse",
        who="konrad, davrich, zacharie",
        settings="profile exile",
        won="konrad at G1",
    )
    words, points, _ = cast_in(text)
    assert (sorted(words), points) == (["bridge-1", "levitation-heavy"], 48)


def test_in_whatever_order_they_are_cast_nobody_strands():
    drawing = "s s c c w w # .\n s c . # # w . ."
    text = quest(
        drawing,
        "w: water\n    c: crevasse",
        who="davrich, zacharie",
        settings="no-spells self-spells",
        won="davrich at H2",
    )
    assert cast_in(text)[:2] == (["tunnel-1", "levitation"], 28)


def test_whoever_stands_where_somebody_is_lifted_steps_aside():
    drawing = "s s w # . . . .\n s c . . # . c .\n. w # c w . . .\n . . # # . w . ."
    text = quest(
        drawing,
        "w: water\n    c: crevasse",
        "wall at C1|D1",
        who="konrad, davrich, zacharie",
        settings="no-spells ground-spells",
        won="konrad at H4",
    )
    assert cast_in(text)[:2] == (["levitation-heavy"], 24)
    walks = [step.text for step in proven(text)[0].line if step.text.startswith("Davrich walks")]
    assert walks


def test_a_degree_may_take_spells():
    row = "s s . w w . .\n s . . w w . ."
    text = quest(row, "w: water", who="konrad, zacharie", won="zacharie at C1")
    lesser = "victory adventurers marginal when zacharie at C1"
    more = lesser + "\n  victory adventurers clear when konrad at G1"
    text = text.replace("victory adventurers when zacharie at C1", more)
    degrees = compiled(text).degrees.told
    assert [(one.word, one.kind, one.takes_spells) for one in degrees] == [
        ("marginal", WON, False),
        ("clear", WON, True),
    ]


@pytest.mark.parametrize(
    ("who", "won", "fewer"),
    [
        ("hedgewife, eeler", "hedgewife at F1", [("Eeler",)]),
        ("hedgewife, eeler, reeve", "any warden at F1", [("Reeve",)]),
        ("hedgewife, reeve", "all wardens at F1..G1", [("Reeve",)]),
    ],
)
def test_fewer_of_them_cast_spells_of_their_own(who, won, fewer):
    seats = "s " * (who.count(",") + 1)
    text = f'''
quest held "Held" {{
  system moor
  watch {who}
  board {{
    draw """
    {(seats + ". . . ")[:6]}t t . .
     . . . t t . .
    """
    s: start
    t: tarn
  }}
  victory wardens when {won}
}}
'''
    (one,) = results(text, PACKS).quests
    assert one.proof.verdict().kind is WON
    assert one.proof.losing_parties() == fewer


@pytest.mark.parametrize(
    ("does", "between", "kind"),
    [
        # A wall on the edges: through it both ways.
        ("phase", ".", "winnable"),
        ("teleport", ".", "winnable"),
        # Rock, where there is no floor to go on.
        ("phase", "#", "unwinnable"),
        ("teleport", "#", "winnable"),
    ],
)
def test_who_goes_through_walls_for_a_while_needs_a_floor(tmp_path, does, between, kind):
    changed_moor(tmp_path, "long-step: {does: teleport}", f"long-step: {{does: {does}}}")
    wall = "wall at B1|C1" if between == "." else ""
    text = f'''
quest shut "Shut" {{
  system moor
  watch hedgewife
  board {{
    draw """
    s . {between} .
    """
    s: start
  }}
  {wall}
  victory wardens when hedgewife at D1
}}
'''
    (one,) = results(text, tmp_path).quests
    assert one.proof.kind == kind, [finding.message for finding in one.findings]
    document = quest_document(Publication(one.quest, one.system, one.proof.verdict(), {}, ()))
    assert kind == "unwinnable" or replay_document(dump(document)) == ""


# -- what a pack says ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("was", "now", "why"),
    [
        ("rows: charms", "rows: charm", "no row says its title and its points"),
        ("id: plank", "id: planks", "no row says its title and its points"),
        ("over: [tarn]", "over: [puddle]", "named here"),
        ("{does: lay, over: [tarn], ", "{does: lay, ", "what is laid says over"),
        (
            "{does: teleport}",
            "{does: teleport, over: [tarn]}",
            "what is laid says over",
        ),
        ("ground: footbridge", "ground: jetty", "named here"),
        ("not_for: [laden]", "not_for: [heavy-laden]", "named here"),
        ("by: [hedge]", "by: [warlock]", "named here"),
        ("step: 2\n", "step: 2\n  raised_by: wisdom\n", "named here"),
        ("does: levitate", "does: wish", "wish"),
    ],
)
def test_a_pack_whose_spells_do_not_agree_is_told(tmp_path, was, now, why):
    changed_moor(tmp_path, was, now)
    findings = load_system(tmp_path / "moor").findings
    assert any(why in f"{finding.message} {finding.label.text}" for finding in findings)


# -- against a player without wits -----------------------------------------------------------------


def _beside(row, column):
    shift = -1 if row % 2 == 0 else 0
    yield from ((row, column - 1), (row, column + 1))
    for down in (-1, 1):
        yield from ((row + down, column + shift), (row + down, column + shift + 1))


def _cheapest(rows, end):
    """The fewest points for bridges of one hex and of two over which one walks, by trying all."""
    cells = {(r, c): mark for r, row in enumerate(rows) for c, mark in enumerate(row)}
    water = [cell for cell, mark in cells.items() if mark == "w"]
    pieces = [((one,), 12) for one in water]
    pieces += [
        ((one, there), 20)
        for one in water
        for there in _beside(*one)
        if there in water and there > one
    ]
    begun = next(cell for cell, mark in cells.items() if mark == "s")
    best = None
    for size in range(4):
        if best is not None and best <= 12 * size:
            break
        for some in combinations(pieces, size):
            price = sum(points for _, points in some)
            laid = {cell for piece, _ in some for cell in piece}
            seen, waiting = {begun}, [begun] if best is None or price < best else []
            while waiting:
                for there in _beside(*waiting.pop()):
                    if there not in seen and (cells.get(there, "#") in ".s" or there in laid):
                        seen.add(there)
                        waiting.append(there)
            if end in seen:
                best = price
    return best


@pytest.mark.parametrize("seed", range(amount(12, 60)))
def test_bridges_cost_as_much_as_whoever_tries_all_pays(seed):
    chance = random.Random(seed)
    rows = [[chance.choice("..wwwc") for _ in range(7)] for _ in range(3)]
    rows[0][:2], rows[1][0], rows[2][6], rows[2][0] = "sw", "s", ".", "c"
    drawing = "\n".join(" " * (number % 2) + " ".join(row) for number, row in enumerate(rows))
    text = quest(
        drawing,
        "w: water\n    c: crevasse",
        who="konrad, zacharie",
        won="konrad at G3",
        settings="profile exile\n  no-spells self-spells, spells-on-others",
    )
    best = _cheapest(rows, (2, 6))
    verdict, spells = proven(text)
    told = None if verdict.kind is not WON else spells and sum(cast.points for cast in spells.casts)
    if best is None:
        assert told is None or told >= 48
    else:
        assert told == (best or None) or 48 <= told <= best
