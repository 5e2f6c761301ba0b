"""Printed maps laid side by side: their names, their edges, the hexes that they share."""

from __future__ import annotations

import random
import re
import shutil

import pytest

from questwright.compiler.grid.cells import each_cell
from questwright.compiler.grid.lattice import Lattice
from questwright.compiler.model.laid_tile import turned
from questwright.compiler.model.tiles import free_edge, linking_cells, tile_called
from support.laid import (
    BELOW,
    CODES,
    below,
    board_of,
    changed_pack,
    codes_in,
    found_in,
    names,
    published,
    quest,
    results,
)
from support.more import amount
from support.paths import PACKS

# -- how tiles lie ---------------------------------------------------------------------------


def middle(row, column):
    """Where a hex is, in halves of its width and in rows."""
    return 2 * column + row % 2, row


@pytest.mark.parametrize(("rows", "columns"), [(1, 1), (3, 2), (5, 7), (2, 3), (4, 4)])
def test_a_turn_by_180_maps_a_tile_onto_itself(rows, columns):
    """DN-A13: a map that is turned round covers the same hexes."""
    short = rows % 2
    cells = [(row, column) for row in range(rows) for column in range(columns - (row % 2) * short)]
    there = {cell: turned(cell, rows, columns, 2, Lattice.HEXES) for cell in cells}
    assert sorted(there.values()) == sorted(cells)
    # All middles are turned about one point.
    sums = {
        (middle(*cell)[0] + middle(*other)[0], cell[0] + other[0]) for cell, other in there.items()
    }
    assert len(sums) == 1


def test_maps_are_laid_by_their_joins_and_begin_at_a1():
    """DN-A11, DN-A13: one map twice, each turned as its edges ask."""
    board = board_of(below())
    lie = {tile.instance: (tile.row, tile.column, tile.turns) for tile in board.tiles}
    assert lie == {"drift": (0, 6, 0), "adit": (0, 12, 2), "far-adit": (0, 0, 2)}
    assert (board.columns, board.rows) == (19, 5)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(amount(20, 40)))
def test_joined_maps_lie_as_the_printed_ones_would(seed, tmp_path):
    """Each tile is cut out along its edges, turned, and put beside the other, in the plane."""
    rng = random.Random(seed)
    tiles = {}
    text, joins = [], []
    height = rng.choice((1, 3, 5))
    for number in range(rng.randint(2, 4)):
        width = rng.randint(2, 5)
        rows = [
            "".join(rng.choice("...#") for _ in range(width - row % 2)) for row in range(height)
        ]
        tiles[f"t{number}"] = rows
        drawn = "\n".join("  " + " " * (row % 2) + " ".join(one) for row, one in enumerate(rows))
        text.append(f'tile t{number} {{\n  draw """\n{drawn}\n  """\n}}')
    side, placed, at = "east", {}, 0
    last = None
    for name, rows in tiles.items():
        width = 2 * (len(rows[0]) - 1)
        entry = rng.choice(("west", "east"))
        is_turned = name != "t0" and entry == "east"
        if last is not None:
            joins.append(f"join {last}:{side} to {name}:{entry}")
        else:
            entry = "west"
        side, last = ("east" if entry == "west" else "west"), name
        for row, one in enumerate(rows):
            for column, char in enumerate(one):
                x, y = middle(row, column)
                if is_turned:
                    x, y = width - x, height - 1 - y
                placed.setdefault((at + x, y), []).append(char)
        at += width
    folder = tmp_path / "moor"
    shutil.copytree(PACKS / "moor", folder)
    (folder / "maps.quest").write_text("\n".join(text), encoding="utf-8")
    game = (folder / "game.yaml").read_text(encoding="utf-8")
    head = game[: game.index("\ntiles:")]
    known = "".join(
        f"  {name}: {{title: {name}, east: {{join: any}}, west: {{join: any}}}}\n" for name in tiles
    )
    head = head.replace("\njoins:\n", "\njoins:\n  any: {title: any edge, with: [any]}\n")
    (folder / "game.yaml").write_text(f"{head}\ntiles:\n{known}", encoding="utf-8")
    laid = "\n".join([*(f"tile {name}" for name in tiles), *joins])
    result = results(quest(laid, "start at A1"), folder.parent)
    (one,) = result.quests
    board = one.quest.board
    floor = {middle(*divmod(cell, board.stride)) for cell in each_cell(board.floor)}
    assert floor == {at for at, chars in placed.items() if set(chars) == {"."}}
    shared = {middle(*divmod(cell, board.stride)) for cell in each_cell(linking_cells(board))}
    assert shared == {at for at, chars in placed.items() if len(chars) > 1}
    assert not [
        finding for finding in result.findings if finding.code.id in (*CODES, "QW101", "QW106")
    ]


# -- places on a tile --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("place", "meant"),
    [
        ("drift:A1", ["G1"]),
        ("far-adit:A1", ["G5"]),
        ("far-adit:A2", ["F4"]),
        ("far-adit:A1..B3", ["F3", "G3", "E4", "F4", "F5", "G5"]),
        ("far-adit:X", ["G1", "F2", "G3", "F4", "G5"]),
        ("far-adit:west", ["G1", "F2", "G3", "F4", "G5"]),
        ("adit:X", ["S1", "R2", "S3", "R4", "S5"]),
        ("drift:north", ["G1", "H1", "I1", "J1", "K1", "L1", "M1"]),
        ("adit:F2..G2", ["M4"]),
    ],
)
def test_a_place_is_named_as_its_tile_is_drawn(place, meant):
    """DN-A15, DN-B3: hexes go by the names on the map, whichever way it lies."""
    (one,) = results(below(f'heath there at {place} "There"')).quests
    board = one.quest.board
    area = next(area for area in board.areas if area.id == "there")
    floor = [name for name in meant if name in names(board, board.floor)]
    assert names(board, area.cells) == floor


def test_an_edge_between_hexes_is_named_on_its_tile():
    board = board_of(below("wall at far-adit:A1|B1, drift:C3|D3"))
    cells = {board.name(cell): cell for cell in each_cell(board.floor)}
    assert board.has_wall(cells["F5"], cells["G5"])
    assert board.has_wall(cells["I3"], cells["J3"])
    assert not board.has_wall(cells["A1"], cells["B1"])


@pytest.mark.parametrize(
    ("place", "code", "words"),
    [
        ("adit:H1", "QW109", "`H1` is not on the tile `adit`"),
        ("adit:G2", "QW109", "`G2` is not on the tile `adit`"),
        ("adit:A6", "QW109", "`A6` is not on the tile `adit`"),
        ("adit:Z", "QW101", "the tile `adit` has no edge `Z`"),
        ("edit:A1", "QW101", "no tile of this board is called `edit`"),
    ],
)
def test_a_place_that_is_not_there_is_told(place, code, words):
    """DN-B3: hex ids exist on the map."""
    found = found_in(below(f"cairn lost at {place}"))
    assert (code, words) in found
    assert {one for one, _ in found} == {code}


def test_conditions_and_events_take_places_on_tiles():
    event = "event when any warden in adit:X { spawn wisp at drift:C3 facing east }"
    text = below(event, "any warden in adit:G5").replace("far-adit:A3", "adit:F4")
    assert codes_in(text) == []


# -- what stands on a tile -----------------------------------------------------------------------


def test_each_laid_tile_has_what_is_printed_on_it():
    board = board_of(below())
    niches = {area.id: names(board, area.cells) for area in board.areas if area.is_named}
    assert niches == {"adit-niche": ["P3"], "far-adit-niche": ["D3"]}
    gates = {gate.id: board.edge_name(gate.edges[0]) for gate in board.gates}
    assert gates == {"adit-lid": "O3|P3", "far-adit-lid": "C3|D3"}
    things = {thing.id: names(board, thing.mask) for thing in published(below()).quest.things}
    assert things["drift-lurker"] == ["L3"]


def test_names_in_a_tile_mean_its_own_things():
    before = '''
tile gallery {
  draw """
  a . . b
   . . .
  . . . .
  """
  a: ring near-ring to far-ring
  b: ring far-ring
  cairn heap at B2
  item torch in heap
}
'''
    board = "tile gallery at A1\n    tile gallery as low-gallery at A5"
    text = quest(board, "start at A3, A7", "low-gallery-torch taken", before, "eeler, reeve")
    result = published(text)
    links = {thing.id: thing.link for thing in result.quest.things if thing.link}
    assert links == {
        "gallery-near-ring": "gallery-far-ring",
        "gallery-far-ring": "gallery-near-ring",
        "low-gallery-near-ring": "low-gallery-far-ring",
        "low-gallery-far-ring": "low-gallery-near-ring",
    }
    held = {item.id: item.holder for item in result.quest.items}
    assert held == {"gallery-torch": "gallery-heap", "low-gallery-torch": "low-gallery-heap"}


@pytest.mark.parametrize(
    "statement",
    ["watch reeve", 'story "x"', "victory wardens when round >= 1", "tile fen", 'action a "A"'],
)
def test_a_tile_says_only_what_is_printed_on_it(statement):
    before = f'tile shelf {{\n  draw """\n  . . .\n  """\n  {statement}\n}}'
    assert codes_in(quest("tile shelf at A1", "start at A1", before=before)) == ["QW105"]


# -- joins -----------------------------------------------------------------------------------


def two(first, second):
    tiles = sorted({first.partition(":")[0], second.partition(":")[0]})
    laid = "\n    ".join(f"tile {tile}" for tile in tiles)
    return quest(f"{laid}\n    join {first} to {second}", f"start at {tiles[0]}:A1")


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("drift:X", "adit:X"),  # an end X lies at an end X
        ("drift:Y", "adit:Y"),
        ("drift:south", "adit:north"),  # the stream runs on in one direction
        ("fen:1", "tor:1"),  # turned round
        ("fen:2", "tor:4"),
        ("fen:3", "tor:north"),
    ],
)
def test_what_the_game_joins_may_be_joined(first, second):
    """DN-A12, DN-A13, DN-B1."""
    assert not [code for code in codes_in(two(first, second)) if code.startswith("QW26")]


@pytest.mark.parametrize(
    ("first", "second", "words"),
    [
        ("drift:X", "adit:Y", "`drift:X` and `adit:Y` may not be joined"),
        ("drift:south", "adit:south", "`drift:south` and `adit:south` may not be joined"),
        ("drift:X", "fen:4", "`drift:X` and `fen:4` may not be joined"),
        ("fen:2", "tor:south", "nothing is joined to `tor:south`"),
        ("fen:2", "fen:4", "`fen` is joined to itself"),
        ("fen:4", "ford:2", "`fen:4` and `ford:2` are not equally long"),
    ],
)
def test_what_the_game_does_not_join_is_told_with_the_reason(first, second, words):
    """DN-B1: never X to Y, never against the arrows, never surface to underground."""
    assert [one for one in found_in(two(first, second)) if one[0] == "QW261"] == [("QW261", words)]


def test_on_hexes_no_tile_is_turned_by_a_quarter(tmp_path):
    north = "title: The Ford\n    north: {join: hill-side}"
    folder = changed_pack(tmp_path, game_yaml=lambda text: text.replace("title: The Ford", north))
    found = found_in(two("cliff:4", "ford:north"), folder.parent)
    assert ("QW261", "`cliff:4` and `ford:north` cannot meet") in found


def test_on_squares_tiles_lie_beside_each_other_and_are_turned_by_quarters(tmp_path):
    maps = """
tile lane {
  draw \"\"\"
  ....
  ..x.
  \"\"\"
  x: cairn box
}
tile yard {
  draw \"\"\"
  ..
  .w
  ..
  \"\"\"
  w: wisp facing east
}
"""
    any_ = "{join: any}"
    game = f"""
joins:
  any: {{title: any edge, with: [any]}}
tiles:
  lane: {{title: Lane, east: {any_}, west: {any_}}}
  yard: {{title: Yard, north: {any_}, south: {any_}}}
"""

    def on_squares(text):
        text = text[: text.index("\njoins:")].replace("drawing: hexes", "drawing: open-squares")
        start = text.index("\nbases:")
        text = text[:start] + text[text.index("\n\n", start + 1) :]
        facings = "[north-east, east, south-east, south-west, west, north-west]"
        return text.replace(facings, "[north, east, south, west]") + game

    def without_bases(text):
        return re.sub(r"base: \w+, |, base: \w+", "", text)

    folder = changed_pack(
        tmp_path,
        game_yaml=on_squares,
        words_yaml=without_bases,
        maps_quest=lambda _: maps,
    )
    laid = quest(
        "tile lane\n tile yard\n tile lane as far-lane\n join lane:east to yard:north\n"
        " join far-lane:east to lane:west",
        "start at lane:A1",
        "far-lane-box searched",
    )
    result = results(laid, folder.parent)
    (one,) = result.quests
    assert one.proof is not None, result.findings
    board = one.quest.board
    lie = {tile.instance: (tile.row, tile.column, tile.turns) for tile in board.tiles}
    assert lie == {"lane": (0, 4, 0), "yard": (0, 8, 3), "far-lane": (0, 0, 0)}
    assert not linking_cells(board)
    (wisp,) = [thing for thing in one.quest.things if thing.kind.word == "wisp"]
    assert (names(board, wisp.mask), wisp.facing) == (["J1"], "north")
    yard = tile_called(board, "yard")
    assert names(board, yard.cells) == ["I1", "J1", "K1", "I2", "J2", "K2"]
    assert names(board, yard.edges[0].cells) == ["I1", "I2"]


@pytest.mark.parametrize(
    ("board", "found"),
    [
        ("tile fen\n tile tor\n join fen:2 to tor:4\n join fen:2 to tor:2", ["QW261"]),
        ("tile fen\n tile tor\n join fen:9 to tor:4", ["QW101"]),
        ("tile fen\n tile tor\n join fen:2 to far-tor:4\n join fen:1 to tor:1", ["QW101"]),
        ("tile fen\n tile tor\n join fen:2", ["QW106", "QW106"]),
        ("tile fen\n tile tor\n join fen to tor", ["QW106", "QW110", "QW110"]),
        ("tile fen\n tile tor", ["QW106"]),
        ("tile fen\n tile tor at A6", ["QW262"]),
        ("tile fen\n tile tor turned 90 at A7", ["QW111"]),
        ("tile fen\n tile tor at F1", ["QW218"]),
        ("tile fen\n tile tor at G1", []),
        ("tile fen\n tile tor at H1", ["QW282"]),
        ("tile fen at A1\n tile tor\n join fen:1 to tor:1", ["QW109"]),
        ("tile fen at A5\n tile tor\n join fen:1 to tor:1", []),
        ("tile fen\n tile fen", ["QW102"]),
        ("tile fen\n tile tor turned 180\n join fen:2 to tor:4", ["QW261"]),
        ("tile fen\n tile tor as\n join fen:2 to tor:4", ["QW106"]),
        ("tile fen\n tile door as x\n", ["QW101"]),
        ("join a:X to b:X", ["QW101", "QW101"]),
    ],
)
def test_a_layout_that_cannot_be_laid_is_told_and_nothing_else(board, found):
    got = codes_in(quest(board, "start at fen:A1" if "tile fen" in board else "start at A1"))
    rest = ["QW200", "QW109", "QW213"] if "tile fen" not in board else []
    assert sorted(one for one in got if one not in rest) == sorted(found)


def test_a_ring_of_maps_has_to_close():
    ring = "tile fen\n tile tor\n join fen:2 to tor:4\n join fen:4 to tor:2"
    assert ("QW261", "`fen:4` and `tor:2` do not meet") in found_in(quest(ring))


def test_four_maps_meet_at_a_corner():
    """DN-A14: a hex may belong to more than two maps."""
    text = quest(
        """
    tile drift
    tile adit
    tile adit as low-adit
    tile drift as low-drift
    join drift:Y to adit:Y
    join drift:south to low-drift:north
    join adit:north to low-adit:south
    join low-drift:Y to low-adit:Y
""",
        "start at drift:A1",
    )
    board = board_of(text)
    corner = [cell for cell in each_cell(board.floor) if _belongs(cell, board) == 4]
    assert [board.name(one) for one in corner] == ["G5"]


def _belongs(cell, board):
    return sum(tile.cells >> cell & 1 for tile in board.tiles)


def test_a_map_of_another_game_is_laid_where_it_is_said_to_lie():
    """DN-A10: maps that the pack does not know."""
    before = 'tile shelf {\n  draw """\n  . . .\n   . .\n  . . .\n  """\n}'
    laid = quest("tile fen\n    tile shelf at H1", before=before)
    assert tile_called(board_of(laid), "shelf").box is None
    joined = quest("tile fen\n    tile shelf\n    join fen:2 to shelf:west", before=before)
    message = "Lanterns on the Moor does not say what the tile `shelf` is joined with"
    assert ("QW261", message) in found_in(joined)


def test_a_tile_with_rows_of_one_length_cannot_be_turned():
    before = 'tile shelf {\n  draw """\n  . . .\n   . . .\n  . . .\n  """\n}'
    assert codes_in(quest("tile shelf at A1 turned 180", "start at A1", before=before)) == ["QW262"]
    even = before.replace('  . . .\n  "', '  "')
    assert codes_in(quest("tile shelf at A1 turned 180", "start at A1", before=even)) == []


# -- edges and boxes ---------------------------------------------------------------------------


def test_a_free_edge_is_one_that_nothing_is_joined_to():
    """DN-B2."""
    board = board_of(below())
    assert free_edge(board, "drift", "Y") is None
    assert free_edge(board, "drift", "east") is None
    assert free_edge(board, "nowhere", "east") is None
    assert free_edge(board, "drift", "nothing") is None
    assert names(board, free_edge(board, "adit", "X").cells) == ["S1", "R2", "S3", "R4", "S5"]
    assert free_edge(board, "drift", "north").side == "north"


def test_who_enters_over_a_joined_edge_is_told_of_the_free_ones():
    """DN-B2."""
    text = quest(BELOW, "start at drift:Y")
    (told,) = [finding for finding in results(text).findings if finding.code.id == "QW264"]
    assert told.message == "`drift:Y` is joined to `adit:Y`"
    assert "`adit:X`" in told.help
    assert "QW264" not in codes_in(quest(BELOW, "start at drift:D1, drift:D3"))


def test_a_map_that_is_laid_more_often_than_it_is_owned_is_a_warning():
    """DN-B8."""
    more = below().replace("    join drift:Y", "    tile adit as third at A7\n    join drift:Y")
    more = more.replace("    tile drift\n", "    tile drift at G1\n")
    (told,) = [finding for finding in results(more).findings if finding.code.id == "QW224"]
    assert told.message == "this board has The Adit 3 times, the box 2"
    assert told.severity == "warning"
    assert "QW224" not in codes_in(below())
