"""Who gets where, and how soon: large bases on hexes, terrain, wounds, gates, portals, wings."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from brute_movers import ROUND, Board, Walker, at
from one_text import OneText

from compiler.model.board import each_cell
from compiler.model.publication import Publication
from compiler.movers import movers_of
from compiler.pipeline import Compiler
from compiler.publish.quest_json import quest_document

PACKS = Path(__file__).parent / "packs"
FIGURES = ["wisp", "bat", "rider", "giant", "wyrm", "hive"]


def results(text):
    return Compiler(OneText(text), PACKS, None).compile("one.quest")


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
    for one, other in pairs[: chance.randint(0, len(pairs) // 4)]:
        edge = f"{named(one)}|{named(other)}"
        if (one[1] < middle) != (other[1] < middle) and chance.random() < 0.7:
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
                begins = [one for one in begins if walker.fits(*one)]
            told = [cells_of(quest.board, cells) for cells in state.turns]
            assert told == walker.turns(begins), (mover.kinds[0].word, state.state.title, text)
            sizes.append(mover.size)
    return sizes


@pytest.mark.parametrize("first", range(0, 120, 20))
def test_everybody_gets_where_a_player_without_wits_finds(first):
    """DN-B9, DN-B15, DN-B16: foot, mounted, flying; bases of 1, 2, 3, 5 and 7 hexes."""
    sizes = [
        size
        for seed in range(first, first + 20)
        for size in compared(random_text(random.Random(seed)))
    ]
    assert {1, 2, 3} <= set(sizes)
