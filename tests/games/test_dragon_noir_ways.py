"""Boats, the deep and walkways of Dragon Noir, as the pack's own tables say them."""

from __future__ import annotations

import pytest

from questwright.compiler.cli.systems import words_of
from questwright.compiler.geometry.crossings import crossing_in_words
from questwright.compiler.model.verdict import VerdictKind
from support.kept import system_of
from support.noir_maps import names, on, reached
from support.one_text import results

NOIR = system_of("dragon-noir")
RULES, MAPS = NOIR.rules, NOIR.rules["maps"]
WON, LOST = VerdictKind.WINNABLE, VerdictKind.UNWINNABLE


def proven(laid, body, goal, who="konrad"):
    text = f"""
quest ways "Ways" {{
  system dragon-noir
  adventurers {who}
  board {{
    {laid}
  }}
  {body}
  victory adventurers when {goal}
}}
"""
    result = results(text)
    (one,) = result.quests
    assert one.proof is not None, [finding.message for finding in result.findings]
    return one


def at(row):
    hexes = row["at"]
    every = hexes if isinstance(hexes, (list, tuple)) else (hexes,)
    return [f"{row['tile']}:{name.upper()}" for name in every]


def test_dragon_noir_has_its_crossings_dn_a19_dn_a31_dn_a33_dn_b18_dn_b60():
    deep, high, ferry = (NOIR.crossings[word] for word in ("deep-way", "high-walk", "ferry"))
    assert (deep.rounds, deep.rounds_step, deep.only) == (3, 3, ("dwarf", "goblin", "dog"))
    assert (high.cost, high.only) == (1, ())
    assert (ferry.is_vessel, ferry.seats, ferry.only) == (True, 2, ("adventurer",))
    assert deep.rounds == NOIR.rules["deep"]["turns_each_gap"]


# -- boats ---------------------------------------------------------------------------------


def boats():
    """A boat at each landing, all barred, and the table of the pack that opens one of them."""
    landings = {row["id"]: " ".join(at(row)) for row in MAPS["landings"]}
    lines, rows = [], []
    for row in RULES["boat_table"]["rows"]:
        id_, faces = row["landing"], row["faces"]
        others = ", ".join(cells for landing, cells in landings.items() if landing != id_)
        lines.append(f"ferry boat-{id_} barred from {landings[id_]} to {others}")
        rows.append(f"{faces[0]}..{faces[-1]} {{ open boat-{id_} }}")
    lines.append("table boats with d10 {")
    return "\n  ".join([*lines, *rows, "}"])


def shores(who):
    one = proven(
        "tile dark-island",
        f"start at dark-island:A7..C9, S5\n  {boats()}",
        "any adventurer at dark-island:L11",
        who,
    )
    landings = [row["landing"] for row in RULES["boat_table"]["rows"]]
    worlds = one.proof.verdict().worlds
    return {landing: world.kind is WON for landing, world in zip(landings, worlds, strict=True)}


def test_the_table_of_the_boat_has_a_row_for_each_result_dn_a33():
    faces = [face for row in RULES["boat_table"]["rows"] for face in row["faces"]]
    assert faces == [*range(1, 11)]
    landings = [row["landing"] for row in RULES["boat_table"]["rows"]]
    assert landings == list(dict.fromkeys(landings))
    assert {*landings} == {row["id"] for row in MAPS["landings"]}


def test_landings_are_jetties_and_beaches_dn_a33_dn_c38():
    one = proven("tile dark-island", "start at dark-island:A7", "round >= 2")
    moored = {name.upper() for row in MAPS["landings"] for name in row["at"]}
    board = one.quest.board
    found = set()
    for patch in board.terrain:
        if patch.kind.word in ("jetty", "beach"):
            found |= {board.name(cell) for cell in range(300) if patch.cells >> cell & 1}
    assert moored == found


@pytest.mark.slow
def test_a_boat_on_the_island_is_of_no_use_to_those_in_armour_dn_b20_dn_b53():
    on_the_shore = {"west": True, "east": True, "south": True}
    of_no_use = {"island-west": False, "island-east": False}
    assert shores("konrad") == on_the_shore | of_no_use


@pytest.mark.slow
def test_who_swims_fetches_it_dn_b20():
    """Of the party it is enough that somebody stands there; Laberne swims anyhow."""
    assert all(shores("konrad, laberne").values())


def test_only_adventurers_row_dn_b20():
    one = proven(
        "tile dark-island",
        "start at dark-island:A7\n"
        "  ferry boat from dark-island:D8 to dark-island:G8\n"
        "  warrior at dark-island:C7 facing east",
        "konrad at dark-island:G8",
    )
    (boat,) = one.quest.board.crossings
    assert "konrad" in boat.only
    assert "warrior" not in boat.only
    assert (boat.kind.seats, boat.rounds) == (RULES["boats"]["hexes"], 1)


GROUND = {"b": "beach", "j": "jetty", "w": "water"}


def rounds_of(*rows, more=""):
    """The rounds that a boat takes between the landings of a drawing, the first one at B1."""
    marks = [row.split() for row in rows]
    drawn = "\n    ".join(rows)
    words = [f"{mark}: {word}" for mark, word in GROUND.items() if mark in drawn]
    ends = [
        f"{chr(65 + column)}{number}"
        for number, row in enumerate(marks, 1)
        for column, mark in enumerate(row)
        if mark in "bj"
    ]
    laid = f'draw """\n    {drawn}\n    """\n    s: start; {"; ".join(words)}'
    body = f"ferry boat from {ends[0]} to {', '.join(ends[1:])}\n  {more}"
    (boat,) = proven(laid, body, "any adventurer at A1").quest.board.crossings
    return boat.rounds, boat.rowed


@pytest.mark.parametrize(("water", "rounds"), [(1, 1), (4, 1), (5, 2), (8, 2), (9, 3)])
def test_a_boat_is_rowed_four_hexes_a_turn_dn_b30_dn_c38(water, rounds):
    """It lies with one hex on the beach, and leaves and lands bow or stern first."""
    least, rowed = rounds_of(f"s b {'w ' * water}b .")
    assert (least, rowed) == (rounds, ((0, rounds), (rounds, 0)))
    assert RULES["boats"]["move"] == NOIR.crossings["ferry"].rows == 4


@pytest.mark.parametrize(("more", "rounds"), [(0, 1), (1, 2)])
def test_both_hexes_of_a_boat_touch_the_jetty_dn_b30_dn_c38(more, rounds):
    longer = "w " * more
    assert rounds_of(f"s j w w w w {longer}j .", f" # w w w w w {longer}#")[0] == rounds


def test_a_sharp_turn_of_a_boat_counts_as_a_hex_dn_c38():
    # Round a dam to the beach beside it: four hexes, and a turn of its bow by two sides.
    rows = "s b w w w # .", " . b w w # . ."
    assert rounds_of(*rows, more="wall at C1|B2, C1|C2, D1|C2")[0] == 2
    assert rounds_of(*rows)[0] == 1


def test_each_landing_is_as_far_as_it_is_dn_b30():
    least, rowed = rounds_of("s b w w w b w w w w w b .", " . . . . w w . . . . . .")
    assert (least, rowed) == (1, ((0, 1, 3), (1, 0, 2), (3, 2, 0)))


def test_what_a_boat_takes_is_told_dn_c38():
    landings = "dark-island:G8 to dark-island:D6..D8, dark-island:Q7..Q8"
    body = f"start at dark-island:A7\n  ferry boat from {landings}"
    quest = proven("tile dark-island", body, "any adventurer at dark-island:A8").quest
    (boat,) = quest.board.crossings
    told = crossing_in_words(boat, quest.party, NOIR)
    most = max(late for row in boat.rowed for late in row)
    assert told.startswith(f"1 to {most} turns, as far as it is rowed, it has to be launched")
    assert "2 at a time, rowed 4 a turn on water" in words_of(NOIR)


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ("s b . . b .", "`boat` cannot lie at B1"),
        ("s j w w w w b .", "`boat` cannot lie at B1"),
        ("s b w # w b .", "`boat` cannot be rowed from B1 to F1"),
    ],
)
def test_a_boat_lies_on_two_hexes_of_water_or_one_of_beach_dn_b30(rows, message):
    row = rows.split()
    far = max(number for number, mark in enumerate(row) if mark == "b")
    text = f"""
quest ways "Ways" {{
  system dragon-noir
  adventurers konrad
  board {{
    draw \"""
    {rows}
    \"""
    s: start; b: beach; j: jetty; w: water
  }}
  ferry boat from B1 to {chr(65 + far)}1
  victory adventurers when konrad at A1
}}
""".replace("\\", "")
    found = results(text).findings
    assert message in [one.message for one in found if one.code.name == "wrong-footprint"]


# -- the deep ------------------------------------------------------------------------------


def test_the_fourth_entrance_is_in_a_cell_that_is_rolled_for_dn_a44():
    """A ten-sided die, and 9 and 10 are rolled again; so each of eight cells is as likely."""
    (entrance,) = [row for row in RULES["deep"]["entrances"] if "die" in row]
    cells = {row["number"]: at(row)[0] for row in MAPS["cells"]}
    lines = [
        f"deep-way way-{number} barred from pit:K13 to {cell} takes 3"
        for number, cell in cells.items()
    ]
    again = ", ".join(map(str, entrance["again"]))
    lines.append(f"table entrance with d{entrance['die']} without {again} {{")
    lines += [f"{number} {{ open way-{number} }}" for number in cells]
    lines.append("}")
    one = proven(
        "tile jails\n    tile pit\n    join jails:X to pit:X",
        "start at pit:J12..K12\n  " + "\n  ".join(lines),
        "any adventurer in jails-corridor",
        "kerin, konrad",
    )
    worlds = one.proof.verdict().worlds
    assert len(worlds) == 8
    assert {str(world.chance) for world in worlds} == {"1/8"}
    board = one.quest.board
    inside = {area.id: area.cells for area in board.areas}
    for crossing, number in zip(board.crossings, cells, strict=True):
        assert crossing.ends[1] & inside[f"jails-cell-{number}"]


@pytest.mark.parametrize("passage", RULES["deep"]["passages"])
def test_a_passage_takes_three_turns_for_each_gap_dn_a43_dn_b60_dn_c39(passage):
    deep = RULES["deep"]
    crossing = NOIR.crossings["deep-way"]
    turns = passage["gaps"] * deep["turns_each_gap"]
    assert crossing.rounds_step == crossing.rounds == deep["turns_each_gap"]
    assert turns >= crossing.rounds
    numbers = {row["number"] for row in deep["entrances"]}
    assert {*passage["between"]} <= numbers
    assert set(deep["who"]) == set(crossing.only)


def test_only_some_come_out_of_the_swamp_dn_b18_dn_a19():
    laid = "tile pit\n    tile haunted-swamp\n    join pit:X to haunted-swamp:X"
    body = """start at pit:I12..K12
  wall at pit:E8|F8, pit:N8|O8
  deep-way low from pit:K13 to haunted-swamp:F8 takes 6"""
    goal = "any adventurer at haunted-swamp:F8"
    assert proven(laid, body, goal, "krobek, konrad").proof.kind is WON
    one = proven(laid, body, goal, "konrad, laberne")
    assert one.proof.kind is LOST
    causes = [cause.text for cause in one.proof.why_unwinnable()]
    assert any("other kinds" in text for text in causes), causes


# -- walkways ------------------------------------------------------------------------------


def test_the_paving_of_the_maze_is_gone_along_from_walkway_to_walkway_dn_a31_dn_b46():
    one = proven("tile maze", "start at maze:F2", "any adventurer at maze:N12", "konrad")
    line = [step for step in one.proof.verdict().line if step.kind == "cross"]
    assert [step.target for step in line] == [
        "maze-north-west-walk",
        "maze-north-walk",
        "maze-south-walk",
        "maze-south-east-walk",
    ]
    assert "3 of a move" in line[0].text or one.quest.board.crossings[0].cost == 3
    assert proven("tile maze", "start at maze:F7", "any adventurer at maze:N12").proof.kind is LOST


def test_what_is_too_wide_for_a_walkway_stays_where_it_is_dn_a31():
    board = on("maze", "F2").board
    found = on("maze", "A7", body="zym at maze:O3 facing south-east")
    there = reached(found, "foes")
    area = next(area for area in board.areas if area.id == "maze-north-east-paving")
    assert there
    assert there <= names(board, area.cells)


# -- what is in the box, and to whom a tile is closed -----------------------------------------


LAKE = """
quest lake {{
  system dragon-noir
  adventurers konrad
  board {{
    tile dark-island
  }}
  start at dark-island:A7
  {}
  victory adventurers when round >= 2
}}
"""


def names_in(text):
    return [finding.code.name for finding in results(text).findings]


def test_there_are_two_boats_dn_b35():
    each = "ferry from dark-island:D6..D8 to dark-island:G8, dark-island:{}"
    two = "\n  ".join(each.format(cell) for cell in ("J14", "N7"))
    assert "more-than-the-box-holds" not in names_in(LAKE.format(two))
    third = f"{two}\n  ferry from dark-island:J14 to dark-island:G8"
    assert "more-than-the-box-holds" in names_in(LAKE.format(third))
    # Of those that a table opens, one counts.
    assert "more-than-the-box-holds" not in names_in(LAKE.format(boats()))
    both = boats().replace(
        "{ open boat-south }", "{ open boat-south; open boat-east; open boat-west }"
    )
    assert "more-than-the-box-holds" in names_in(LAKE.format(both))


SWAMP = """
quest arrows {{
  system dragon-noir
  adventurers konrad
  board {{
    tile maze
    tile haunted-swamp
    join maze:X to haunted-swamp:X
  }}
  start at maze:A7
  red-arrow way from maze:J7 to {}
  victory adventurers when round >= 2
}}
"""


def test_no_red_arrow_leads_guards_and_warriors_into_the_swamp_dn_b22():
    def takers(end):
        (one,) = results(SWAMP.format(end)).quests
        (way,) = one.quest.board.crossings[-1:]
        return {*way.only}

    open_, swamp = takers("maze:M9"), takers("haunted-swamp:M9")
    krobs = {kind.word for kind in NOIR.kinds.values() if kind.rank == "krob"}
    closed = {
        kind.word
        for kind in NOIR.kinds.values()
        if kind.word == "warrior" or kind.traits.get("caste") == "guard"
    }
    assert open_ == krobs
    assert swamp == krobs - closed
    assert {"baby-warrior", "slayer", "baby-migam"} <= swamp
    assert "wrong-kind" in names_in(SWAMP.format("haunted-swamp:M9 for warrior"))
    assert "wrong-kind" not in names_in(SWAMP.format("haunted-swamp:M9 for slayer"))
    assert "wrong-kind" not in names_in(SWAMP.format("maze:M9 for warrior"))


def test_a_deep_way_ends_in_the_cell_that_somebody_chose_dn_a61():
    """Which hex of cells 1, 7 and 8 holds the entrance is chosen when the quest is set up."""
    locked = "\n  ".join(f"lock bolt-{n} on jails-door-{n} by key" for n in (1, 7, 8))
    one = proven(
        "tile dark-island\n    tile jails\n    join dark-island:Y to jails:Y",
        f"""start at dark-island:L10
  deep-entrance cross at dark-island:L11
  deep-entrance straw among jails:K11, jails:R10, jails:Q13
  item key at straw
  {locked}
  deep-way shaft from cross to straw""",
        "key taken",
        who="kerin",
    )
    verdict = one.proof.verdict()
    assert [world.kind for world in verdict.worlds] == [WON] * 3
    ways = [crossing for crossing in one.quest.board.crossings if crossing.kind.word == "deep-way"]
    assert [way.id for way in ways] == ["shaft-1", "shaft-2", "shaft-3"]
    assert not any(way.is_open for way in ways)
    (straw,) = [unknown for unknown in one.quest.unknowns if unknown.id == "straw"]
    for way, crossing in zip(straw.ways, ways, strict=True):
        assert [effect.target for effect in way.effects] == [crossing.id]
        assert crossing.ends[1] == sum(1 << cell for cell in way.cells)
    taken = [
        [step.text for step in world.line if "takes the" in step.text]
        for world in verdict.told_worlds
    ]
    assert all(steps for steps in taken)


def test_a_barred_way_does_not_end_at_a_hidden_place_dn_a61():
    text = LAKE.format(
        "deep-entrance cross at dark-island:L11\n"
        "  deep-entrance other among dark-island:C1, dark-island:S13\n"
        "  deep-way shaft barred from cross to other"
    )
    assert "wrong-kind" in names_in(text)


def test_a_quest_gives_a_deep_way_to_nobody_whom_the_game_keeps_from_it_dn_b18():
    text = """quest drain "The Drain" {{
  system dragon-noir
  adventurers konrad, kerin
  board {{
    draw \"\"\"
    s s # . .
     . . # . .
    \"\"\"
    s: start
  }}
  cavern west at A1..B2 "The West"
  cavern east at D1..E2 "The East"
  deep-entrance hole at A2
  deep-entrance shaft at E1
  deep-way pipe "The Pipe" from hole to shaft takes 3{whom}
  victory adventurers when {who} in east
}}
"""

    def found(whom, who):
        (one,) = results(text.format(whom=whom, who=who)).quests
        return [f.message for f in one.findings if f.code.name == "wrong-kind"], one.proof

    messages, _ = found(" for konrad", "konrad")
    assert messages == ["`konrad` does not take a `deep-way`"]
    messages, proof = found(" for kerin", "kerin")
    assert messages == []
    assert proof.kind == "winnable"
