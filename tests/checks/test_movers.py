"""Who gets where, and how soon: large bases on hexes, terrain, wounds, gates, portals, wings."""

from __future__ import annotations

import json
import random
import re
import time
from pathlib import Path

import pytest

from oracle.brute_movers import ROUND, Board, Walker, at
from oracle.random_quests import random_quest
from questwright.compiler.cli.movers import print_movers
from questwright.compiler.geometry.cliffs import climbed_edges
from questwright.compiler.grid.cells import each_cell
from questwright.compiler.model.publication import Publication
from questwright.compiler.movers import movers_of
from questwright.compiler.movers.model import NEVER
from questwright.compiler.publish.book.chapter.movers import movers_table
from questwright.compiler.publish.book.desk.desk import Desk
from questwright.compiler.publish.document.quest_json import quest_document
from questwright.compiler.verdict.translate.translate import translation
from support import one_text
from support.more import amount
from support.one_text import results as results_of_squares
from support.paths import PACKS

FIGURES = ["wisp", "bat", "rider", "giant", "wyrm", "hive"]


def results(text):
    return one_text.results(text, PACKS)


def cells_of(board, cells):
    return {divmod(cell, board.stride) for cell in each_cell(cells)}


def named(cell):
    return f"{chr(65 + cell[1])}{cell[0] + 1}"


def random_board(chance):
    """A board of hexes with ground, walls and gates, as a text with room for figures."""
    columns, rows = chance.randint(5, 10), chance.randint(3, 8)
    letters = [
        [chance.choices(".#htb", (12, 1, 2, 1, 1))[0] for _ in range(columns)] for _ in range(rows)
    ]
    letters[0][:2] = "ss"
    for column in range(2, columns):
        letters[0][column] = letters[0][column].replace("#", ".")
    middle = columns // 2
    drawn = "\n".join(
        "    " + " " * (number % 2) + " ".join(row) for number, row in enumerate(letters)
    )
    used = {letter for row in letters for letter in row}
    words = {"h": "heather", "t": "tarn", "b": "bog"}
    legend = "\n".join(f"    {one}: {word}" for one, word in words.items() if one in used)
    floor = {(r, c) for r in range(rows) for c in range(columns) if letters[r][c] != "#"}
    pairs = sorted(
        (one, other)
        for one in floor
        for other in ((one[0], one[1] + 1), (one[0] + 1, one[1] - 1 + one[0] % 2),
                      (one[0] + 1, one[1] + one[0] % 2))
        if other in floor
    )  # fmt: skip
    chance.shuffle(pairs)
    walls, gates = [], []
    for pair, other in pairs[: chance.randint(0, len(pairs) // 4)]:
        edge = f"{named(pair)}|{named(other)}"
        if (pair[1] < middle) != (other[1] < middle) and chance.random() < 0.7:
            way = chance.choice(["", "", " from west", " from east"])
            kind = chance.choice(["wicket", "wicket", "dike", "slit"])
            gates.append(f"  {kind} at {edge}{way if kind == 'wicket' else ''}")
        else:
            walls.append(edge)
    body = [f"  wall at {', '.join(walls)}"] * bool(walls) + gates
    return letters, drawn, legend, middle, body


def random_text(chance):
    letters, drawn, legend, middle, body = random_board(chance)
    rows, columns = len(letters), len(letters[0])
    last = chr(64 + columns)
    free = [(r, c) for r in range(rows) for c in range(columns) if letters[r][c] == "."]
    chance.shuffle(free)
    if len(free) > 8 and chance.random() < 0.4:
        one, other = named(free.pop()), named(free.pop())
        body += [f"  ring here at {one} to there", f"  ring there at {other} to here"]
    placed = [
        f"  {chance.choice(FIGURES)} at {named(cell)} facing {chance.choice(ROUND)}"
        for cell in free[: chance.randint(1, 3)]
    ]
    return f'''quest many "Many" {{
  system moor
  watch reeve, ferrier, eeler
  board {{
    draw """
{drawn}
    """
    s: start
{legend}
  }}
  heath west at A1..{chr(64 + middle)}{rows} "West"
  heath east at {chr(65 + middle)}1..{last}{rows} "East"
{chr(10).join(body + placed)}
  victory wardens when reeve in east
}}
'''


def compared(text):
    """The sizes of the bases whose movers are what the player without wits finds."""
    (one,) = results(text).quests
    quest = one.quest
    document = quest_document(Publication(quest, one.system, None, {}, ()))
    board = Board(document)
    sizes = []
    for mover in movers_of(quest, one.system):
        for state in mover.states:
            begins, walkers = [], []
            for thing in document["things"]:
                if thing["id"] in mover.ids:
                    begins.append((at(thing["cells"][0]), thing["facing"]))
                    walkers += [at(cell) for cell in thing["cells"]]
                elif thing["kind"] == "start" and mover.side == "wardens":
                    begins.append((at(thing["cells"][0]), "east"))
            walker = Walker(board, mover.kinds[0].word, state.state.value, walkers)
            if mover.side == "wardens":
                begins = [begin for begin in begins if walker.fits(*begin)]
            told = [cells_of(quest.board, cells) for cells in state.turns]
            assert told == walker.turns(begins), (mover.kinds[0].word, state.state.title, text)
            sizes.append(mover.size)
    return sizes


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, amount(20, 120), 20))
def test_everybody_gets_where_a_player_without_wits_finds(first):
    """DN-B9, DN-B15, DN-B16: foot, mounted, flying; bases of 1, 2, 3, 5 and 7 hexes."""
    sizes = [
        size
        for seed in range(first, first + 20)
        for size in compared(random_text(random.Random(seed)))
    ]
    assert {1, 2, 3} <= set(sizes)


@pytest.mark.slow
def test_some_climb_where_others_find_no_way_dn_b24_dn_c71():
    """The eeler comes onto a staithe out of the tarn, and nobody else does."""
    climbed = 0
    for seed in range(200, amount(220, 260)):
        gates = re.compile(r"^  (wicket|dike|slit) at .*\n", re.MULTILINE)
        text = gates.sub("", random_text(random.Random(seed))).replace("b: bog", "b: staithe")
        compared(text)
        (one,) = results(text).quests
        eeler = next(kind for kind in one.quest.party if kind.word == "eeler")
        climbed += bool(list(climbed_edges(one.quest.board, eeler)))
    assert climbed > amount(6, 20)


# -- what it says ---------------------------------------------------------------------------------

MERE = '''
quest mere "The Mere" {{
  system moor
  watch {watch}
  board {{
    draw """
    s s s . t i t . . .
     . . . . t t . . . .
    . . . h h h h h h h
     h h h h . . . . . .
    . . . . . . . . . .
    """
    s: start
    t: tarn
    h: heather
    i: beacon isle
  }}
  heath shore at A1..J2, A3..C3 "The Shore"
  heath rise at D3..J3, A4..D4 "The Rise"
  heath south at E4..J4, A5..J5 "The South"
  {body}
  victory wardens when any warden in south
}}
'''


def mere(body="", watch="reeve, eeler"):
    return MERE.format(body=body, watch=watch)


def found(text, word, state="hale"):
    (one,) = results(text).quests
    for mover in movers_of(one.quest, one.system):
        if word in [kind.word for kind in mover.kinds]:
            roaming = next(each for each in mover.states if each.state.title == state)
            return one.quest.board, mover, roaming
    raise AssertionError(word)


def test_a_wound_keeps_a_swimmer_on_an_isle():
    """DN-B15, DN-B46: five to swim, five to move; who is wounded moves four."""
    board, _, hale = found(mere(), "eeler")
    _, _, lamed = found(mere(), "eeler", "lamed")
    assert hale.closed == ()
    assert [one.word for one in lamed.closed] == ["tarn"]
    assert board.names(lamed.kept) == "F1"
    assert hale.kept == 0


def test_ground_dearer_than_a_whole_move_is_closed():
    """DN-B55, DN-B56, DN-B57: at two a turn heather is passed, at one it is a wall."""
    body = "hive one at C2 facing west"
    text = mere(body).replace("s s s", "s . .")
    _, mover, hale = found(text, "hive")
    _, _, lamed = found(text, "hive", "lamed")
    assert (mover.size, hale.move, lamed.move) == (7, 2, 1)
    assert "heather" not in [one.word for one in hale.closed]
    assert [one.word for one in lamed.closed] == ["tarn", "heather"]
    assert hale.areas[2] > 0
    assert lamed.areas[2] == NEVER


def test_what_is_left_of_a_move_is_lost():
    """Three a turn, and two for each hex of heather: one hex a turn, and not three in two."""
    lane = """quest lane "The Lane" {
  system moor
  watch reeve
  board {
    draw \"\"\"
    s . w h h h . .
    \"\"\"
    s: start
    w: wisp one facing east
    h: heather
  }
  heath lane at A1..H1 "The Lane"
  victory wardens when one defeated
}
"""
    board, _, hale = found(lane, "wisp")
    assert [board.names(cells) for cells in hale.turns[1:]] == ["A1, B1, D1", "E1", "F1, G1", "H1"]


def test_those_who_move_alike_are_one_mover():
    """DN-B9: classes by what a figure pays and may, not by its name."""
    (one,) = results(mere(watch="reeve, ferrier, eeler")).quests
    movers = movers_of(one.quest, one.system)
    assert [[kind.word for kind in mover.kinds] for mover in movers] == [
        ["reeve"],
        ["ferrier", "eeler"],
    ]
    boggy = mere("bog at A5", watch="reeve, ferrier, eeler")
    (one,) = results(boggy).quests
    assert len(movers_of(one.quest, one.system)) == 3


def test_who_comes_later_is_there_later():
    text = mere().replace("s: start", "s: start from round 3")
    (one,) = results(text).quests
    (reeve, _) = movers_of(one.quest, one.system)
    assert reeve.states[0].turns[:3] == (0, 0, 0)
    assert reeve.states[0].areas[0] == 3


def test_who_may_come_is_told_from_when_they_come():
    body = 'item rope at A5\n  event when rope taken { spawn giant at B2 facing east "x" }'
    _, mover, hale = found(mere(body.replace(' "x"', "")), "giant")
    assert mover.comes
    assert hale.turns[0].bit_count() == 3


def test_wings_carry_over_ground_and_not_through_narrow_passages():
    """DN-B17: what flies is stopped by no ground, and by a tunnel one hex wide."""
    text = mere("bat one at J1 facing west")
    assert found(text, "bat")[2].areas == (0, 1, 1)
    row = "    . . . h h h h h h h"
    shut = text.replace(row, "    # # # # h # # # # #").replace(
        "     h h h h . .", "     h h h h . ."
    )
    shut = shut.replace("A3..C3 ", "").replace(", A3..C3", "").replace("D3..J3", "E3")
    # It looks into the gap, and gets no further.
    assert found(shut, "bat")[2].areas == (0, 2, NEVER)
    assert found(shut, "eeler")[2].areas[2] > 0


# -- what `check` says ----------------------------------------------------------------------------


def told(text):
    return {(finding.code.name, finding.message) for finding in results(text).findings}


def test_a_figure_on_an_isle_is_told_to_be_kept_there():
    message = "`one` cannot leave where it stands"
    assert ("figure-confined", message) in told(mere("wisp one at F1 facing west"))
    rooted = mere("wisp one at F1 facing west with rooted")
    assert "figure-confined" not in {name for name, _ in told(rooted)}
    winged = mere("bat one at F1 facing west")
    assert "figure-confined" not in {name for name, _ in told(winged)}


REACH = [
    ("one in isle-shore", "one", True),
    ("one in south", "one", False),
    ("any wisp in isle-shore", "wisp", True),
    ("all wisps in south", "wisps", False),
    ("one in south or one in isle-shore", "one", True),
    ("no wisps in isle-shore", "wisps", False),
]


@pytest.mark.parametrize(("goal", "word", "is_told"), REACH)
def test_where_another_side_never_wins(goal, word, is_told):
    """DN-B46, DN-B47: no mover of that side has a way to where it would win."""
    body = f"""wisp one at J1 facing west
  victory wisps when {goal}
  allow undecided because "It was played." """
    text = mere(body).replace("isle-shore", "F1")
    message = f"`{word}` cannot come to F1 to win"
    assert (("victory-out-of-reach", message) in told(text)) is is_told


# -- how it is told -------------------------------------------------------------------------------


@pytest.fixture
def moor_quest(tmp_path, monkeypatch):
    monkeypatch.setattr("questwright.compiler.runs.SYSTEMS", PACKS)
    path = tmp_path / "mere.quest"
    path.write_text(mere("giant one at I4 facing west").strip() + "\n", encoding="utf-8")
    return str(path)


def test_the_command_tells_it(moor_quest, capsys):
    assert print_movers([moor_quest], as_json=False, uses_cache=False) == 0
    said = capsys.readouterr().out
    assert "Giant (The Wisps, 3 hexes each)" in said
    assert "kept when lamed, once there: F1" in said
    assert "taken for granted: gates stand open, and no figure is in the way" in said


def test_the_command_tells_it_to_programs_as_documents_do(moor_quest, capsys):
    assert print_movers([moor_quest], as_json=True, uses_cache=False) == 0
    said = json.loads(capsys.readouterr().out)
    text = Path(moor_quest).read_text(encoding="utf-8")
    (one,) = results(text).quests
    document = quest_document(Publication(one.quest, one.system, None, {}, ()))
    assert said["quests"][0]["movers"] == document["movers"]
    assert document["turn"]["moves"][1] == {"value": "limp", "title": "lamed"}


def test_the_annex_has_a_table_of_it():
    (one,) = results(mere("giant one at I4 facing west")).quests
    (table,) = movers_table(Desk(one.quest, one.system))
    assert table.areas == ("1", "2", "3")
    rows = {(row.name, row.state): row for row in table.rows}
    assert rows["Eeler", "hale"].turns == ("0", "1", "1")
    assert rows["", "lamed"].move == 2
    assert any("no way back from F1" in row.note for row in table.rows)


def test_a_board_with_many_areas_has_even_tables_of_about_ten():
    areas = "\n".join(f"  heath a{n} at {chr(65 + n % 10)}{5 - n // 10}" for n in range(18))
    text = (
        mere(areas).replace("E4..J4, A5..J5", "A4").replace('A4 "The South"', 'I4..J4 "The South"')
    )
    text = text.replace(", A4..D4", "")
    (one,) = results(text).quests
    assert [len(table.areas) for table in movers_table(Desk(one.quest, one.system))] == [11, 10]


def test_a_large_board_is_soon_told():
    """Nine movers in sixteen states on sixty by forty hexes."""
    chance = random.Random(3)
    rows = []
    for row in range(40):
        ground = [chance.choices(".htb", (12, 1, 1, 1))[0] for _ in range(60)]
        if row < 20:
            ground[:14] = "." * 14
        if not row:
            ground[:3] = "sss"
        rows.append("    " + " " * (row % 2) + " ".join(ground))
    board = "\n".join(rows)
    text = f'''quest wide "Wide" {{
  system moor
  watch reeve, ferrier, eeler
  board {{
    draw """
{board}
    """
    s: start
    t: tarn
    h: heather
    b: bog
  }}
  giant at H2 facing south-east
  hive at J6 facing west
  wyrm at D9 facing east
  rider at D13 facing east
  bat at D15 facing east
  wisp at D17 facing east
  victory wardens when eeler in heath-1
}}
'''
    (one,) = results(text).quests
    begun = time.process_time()
    movers = movers_of(one.quest, one.system)
    spent = time.process_time() - begun
    assert len(movers) == 9
    # A quarter of a second; the rest is for slow machines.
    assert spent < 1.5


# -- squares --------------------------------------------------------------------------------------


def steps_from(floor, cell, member):
    """The cells to which the proof lets a member step where all is open, each with its cost."""
    for step in floor.strides(cell):
        if step.access.who >> member & 1:
            yield step.to, floor.cost(step, member)


@pytest.mark.slow
def test_on_squares_the_party_gets_where_the_proof_lets_it_step():
    """Diagonal steps, gates for some, portals: the proof's own steps, walked turn by turn."""
    compared_ = 0
    for seed in range(amount(20, 60)):
        (one,) = results_of_squares(random_quest(random.Random(seed))).quests
        if one.quest is None or not one.quest.starts:
            continue
        floor = translation(one.quest, one.system).floor
        for mover in movers_of(one.quest, one.system, sides=[one.system.party.word]):
            number = next(
                n for n, kind in enumerate(one.quest.party) if kind.word == mover.kinds[0].word
            )
            (state,) = mover.states
            begun = [cell for cell in each_cell(mover.states[0].turns[0]) if floor.place(cell) >= 0]
            reached, stood = set(begun), set(begun)
            for cells in state.turns[1:]:
                left = dict.fromkeys(stood, state.move)
                waiting = [*stood]
                while waiting:
                    cell = waiting.pop()
                    for to, cost in steps_from(floor, cell, number):
                        if left[cell] - cost > left.get(to, -1):
                            left[to] = left[cell] - cost
                            waiting.append(to)
                assert set(left) - reached == set(each_cell(cells)), (seed, mover.kinds[0].word)
                reached |= set(left)
                stood = set(left)
            compared_ += 1
    assert compared_ > amount(13, 40)
