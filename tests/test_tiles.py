"""Printed maps laid side by side: their names, their edges, the hexes that they share."""

from __future__ import annotations

import random
import re
import shutil
from pathlib import Path

import pytest
from one_text import OneText

from compiler.cli.systems import _words
from compiler.manual import page
from compiler.model.board import each_cell
from compiler.model.lattice import Lattice
from compiler.model.publication import Publication
from compiler.model.tiles import free_edge, linking, tile_called, turned
from compiler.packs.load import load_system
from compiler.pipeline import Compiler
from compiler.publish.book.compose import compose_book
from compiler.publish.book.compose_layout import layout_of
from compiler.publish.book.html import book_source
from compiler.publish.book.layout_svg import layout_svg
from compiler.publish.book.theme import palette_of
from compiler.publish.book.view import Theme
from compiler.publish.diff.compare import compare
from compiler.publish.diff.document import read_edition
from compiler.publish.diff.edition import edition_of
from compiler.publish.outline import outline
from compiler.publish.quest_json import dump, quest_document
from engine.replay import replay_document

PACKS = Path(__file__).parent / "packs"
CODES = ("QW218", "QW261", "QW262", "QW263")
"""What is said of tiles alone."""
ASIDE = ("QW240", "QW302")
"""What is said of quests that are hardly any."""

BELOW = """
    tile drift
    tile adit
    tile adit as far-adit
    join drift:Y to adit:Y
    join drift:X to far-adit:X
"""


def quest(board, body="start at fen:A1", goal="round >= 2", before="", watch="eeler"):
    return f"""
{before}
quest maps "Maps" {{
  system moor
  watch {watch}
  board {{
    {board}
  }}
  {body}
  victory wardens when {goal}
}}
"""


def results(text, packs=PACKS):
    return Compiler(OneText(text), packs, None).compile("one.quest")


def board_of(text):
    (one,) = results(text).quests
    assert one.proof is not None, [(f.code.id, f.message, f.label.text) for f in one.findings]
    return one.quest.board


def found_in(text, packs=PACKS):
    found = [(one.code.id, one.message) for one in results(text, packs).findings]
    return [one for one in found if one[0] not in ASIDE]


def codes_in(text):
    return [code for code, _ in found_in(text)]


def published(text):
    result = results(text)
    (one,) = result.quests
    assert one.proof is not None, [(f.code.id, f.message) for f in one.findings]
    return Publication(one.quest, one.system, one.proof.verdict(), result.sources, ())


def names(board, cells):
    return [board.name(cell) for cell in each_cell(cells)]


def below(body="", goal="far-adit-niche revealed"):
    return quest(BELOW, f"start at far-adit:A3\n  {body}", goal)


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
    lie = {one.instance: (one.row, one.column, one.turns) for one in board.tiles}
    assert lie == {"drift": (0, 6, 0), "adit": (0, 12, 2), "far-adit": (0, 0, 2)}
    assert (board.columns, board.rows) == (19, 5)


@pytest.mark.parametrize("seed", range(40))
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
    shared = {middle(*divmod(cell, board.stride)) for cell in each_cell(linking(board))}
    assert shared == {at for at, chars in placed.items() if len(chars) > 1}
    assert not [one for one in result.findings if one.code.id in (*CODES, "QW101", "QW106")]


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
    text = below(
        "event when any warden in adit:X { spawn wisp at drift:F3 facing east }",
        "any warden in adit:G5",
    ).replace("far-adit:A3", "adit:G5")
    # A figure that has its place on the drift is there already.
    assert ("QW301" in codes_in(text)) is False


# -- what stands on a tile -----------------------------------------------------------------------


def test_each_laid_tile_has_what_is_printed_on_it():
    board = board_of(below())
    niches = {one.id: names(board, one.cells) for one in board.areas if one.is_named}
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
    links = {one.id: one.link for one in result.quest.things if one.link}
    assert links == {
        "gallery-near-ring": "gallery-far-ring",
        "gallery-far-ring": "gallery-near-ring",
        "low-gallery-near-ring": "low-gallery-far-ring",
        "low-gallery-far-ring": "low-gallery-near-ring",
    }
    held = {one.id: one.holder for one in result.quest.items}
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
    laid = "\n    ".join(f"tile {one}" for one in tiles)
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
    assert not [one for one in codes_in(two(first, second)) if one.startswith("QW26")]


@pytest.mark.parametrize(
    ("first", "second", "words"),
    [
        ("drift:X", "adit:Y", "`drift:X` and `adit:Y` may not be joined"),
        ("drift:south", "adit:south", "`drift:south` and `adit:south` may not be joined"),
        ("drift:X", "fen:4", "`drift:X` and `fen:4` may not be joined"),
        ("fen:2", "tor:south", "nothing is joined to `tor:south`"),
        ("fen:2", "fen:4", "`fen` is joined to itself"),
        ("fen:4", "ford:2", "`fen:4` and `ford:2` are not as long"),
    ],
)
def test_what_the_game_does_not_join_is_told_with_the_reason(first, second, words):
    """DN-B1: never X to Y, never against the arrows, never surface to underground."""
    assert [one for one in found_in(two(first, second)) if one[0] == "QW261"] == [("QW261", words)]


def test_on_hexes_no_tile_is_turned_by_a_quarter(tmp_path):
    north = "title: The Ford\n    north: {join: hill-side}"
    folder = _pack(tmp_path, game_yaml=lambda text: text.replace("title: The Ford", north))
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
        return (
            text.replace(
                "[north-east, east, south-east, south-west, west, north-west]",
                "[north, east, south, west]",
            )
            + game
        )

    folder = _pack(tmp_path, game_yaml=on_squares, maps_quest=lambda _: maps)
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
    assert not linking(board)
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
        ("tile fen\n tile tor at H1", []),
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
    corner = [one for one in each_cell(board.floor) if _belongs(one, board) == 4]
    assert [board.name(one) for one in corner] == ["G5"]


def _belongs(cell, board):
    return sum(one.cells >> cell & 1 for one in board.tiles)


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


# -- shared hexes ------------------------------------------------------------------------------


def test_linked_hexes_belong_to_both_and_are_floor_where_both_draw_it():
    """DN-A14."""
    text = quest("tile ford\n    tile cliff\n    join ford:4 to cliff:2", "start at ford:C1")
    board = board_of(text)
    assert names(board, linking(board)) == ["C1", "C3"]
    ford, cliff = board.tiles
    assert ford.cells & cliff.cells == linking(board)
    assert not board.solid & linking(board)


def test_what_one_map_draws_on_a_shared_hex_holds_for_both(tmp_path):
    """DN-A14: water of the one and floor of the other is water."""
    before = 'tile pond {\n  draw """\n  . . t\n   . .\n  . . #\n  """\n  t: tarn\n}'
    folder = _with_tile(before, "pond", tmp_path)
    laid = quest("tile pond\n    tile cliff\n    join pond:2 to cliff:4", "start at pond:A1")
    (one,) = results(laid, folder).quests
    board = one.quest.board
    (patch,) = board.terrain
    assert names(board, patch.cells) == ["C1"]
    assert names(board, board.solid) == ["C3"]


def _with_tile(text, name, tmp_path):
    folder = tmp_path / "moor"
    shutil.copytree(PACKS / "moor", folder)
    with (folder / "maps.quest").open("a", encoding="utf-8") as file:
        file.write(text)
    with (folder / "game.yaml").open("a", encoding="utf-8") as file:
        edges = 'east: {name: "2", join: hill-side}, west: {name: "4", join: hill-side}'
        file.write(f"  {name}: {{title: {name.capitalize()}, {edges}}}\n")
    return folder.parent


def test_two_different_things_on_a_shared_hex_are_told():
    """DN-B3: each hex has one terrain."""
    text = quest("tile ford\n    tile cliff\n    join ford:2 to cliff:4", "start at ford:A1")
    (told,) = [one for one in results(text).findings if one.code.id == "QW263"]
    assert told.message == "one tile draws `t` where the other draws `#`"


def test_ground_that_both_maps_state_on_a_shared_hex_is_one(tmp_path):
    pair = """
tile left {
  draw \"\"\"
  . . .
   . .
  . . .
  \"\"\"
  bog at C1..C3
}
tile right {
  draw \"\"\"
  . . .
   . .
  . . .
  \"\"\"
  bog at A1..A3
}
"""
    folder = _with_tile(pair, "left", tmp_path)
    with (folder / "moor" / "game.yaml").open("a", encoding="utf-8") as file:
        file.write("  right: {title: Right, west: {join: hill-side}}\n")
    laid = quest("tile left\n    tile right\n    join left:2 to right:west", "start at left:A1")
    (one,) = results(laid, folder).quests
    board = one.quest.board
    assert sum(patch.cells for patch in board.terrain) == sum(
        1 << cell for cell in each_cell(board.floor) if board.name(cell) in ("C1", "C2", "C3")
    )
    assert not [one for one in results(laid, folder).findings if one.code.id == "QW114"]


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
    (told,) = [one for one in results(text).findings if one.code.id == "QW264"]
    assert told.message == "`drift:Y` is joined to `adit:Y`"
    assert "`adit:X`" in told.help
    assert "QW264" not in codes_in(quest(BELOW, "start at drift:D1, drift:D3"))


def test_a_map_that_is_laid_more_often_than_it_is_owned_is_a_warning():
    """DN-B8."""
    more = below().replace("    join drift:Y", "    tile adit as third at A7\n    join drift:Y")
    more = more.replace("    tile drift\n", "    tile drift at G1\n")
    (told,) = [one for one in results(more).findings if one.code.id == "QW224"]
    assert told.message == "this board has The Adit 3 times, the box 2"
    assert told.severity == "warning"
    assert "QW224" not in codes_in(below())


# -- what is published ----------------------------------------------------------------------------


def test_a_document_has_each_tile_with_its_edges():
    """DN-A2, DN-A5, DN-A13: environment, place, turn and joins are stored."""
    document = quest_document(published(below()))
    tiles = {one["id"]: one for one in document["board"]["tiles"]}
    far = tiles["far-adit"]
    assert (far["word"], far["corner"], far["turned"], far["box"]) == ("adit", "A1", 180, 2)
    assert far["traits"] == {"environment": "underground"}
    edges = {one["side"]: one for one in far["edges"]}
    assert edges["west"]["joined"] == {"tile": "drift", "side": "west", "name": "X"}
    assert edges["west"]["kind"] == "shaft-head"
    assert edges["east"]["joined"] is None
    assert far["origin"] == {"file": "one.quest", "line": 10, "column": 5}


def test_a_laid_tile_may_have_a_title_of_its_own():
    text = below().replace("as far-adit", 'as far-adit "The Old Adit"')
    told = outline(published(text))
    assert "- The Old Adit (far-adit) from A1 to G5, turned by 180" in told


def test_the_words_of_a_game_have_its_maps_and_their_edges():
    told = _words(load_system(PACKS / "moor", None).system)
    assert (
        "  adit             The Adit, 2 in the box: north flow-right, east (Y) shaft-foot" in told
    )
    assert "  flow-left        a bank where the stream runs to the left, to flow-right" in told


def test_a_board_that_would_be_too_large_is_told_once():
    found = found_in(quest("tile fen\n    tile tor at A131", "start at fen:A1\n  beacon at tor:A1"))
    assert [code for code, _ in found] == ["QW009"]


def test_a_quest_on_tiles_is_replayed():
    assert replay_document(dump(quest_document(published(below())))) == ""


def test_the_outline_says_how_tiles_lie():
    told = outline(published(below()))
    assert "- The Drift from G1 to M5, joined Y to adit:Y, X to far-adit:X" in told
    assert "- The Adit (far-adit) from A1 to G5, turned by 180, joined X to drift:X" in told


def test_what_lies_otherwise_is_told_as_a_change():
    old, new = (edition_of(published(below(goal=goal))) for goal in ("round >= 2",) * 2)
    assert not [one for one in compare(old, new).changes if one.sort == "tiles"]
    turned_round = below(goal="round >= 2").replace("drift:X to far-adit:X", "adit:X to far-adit:X")
    (told,) = [
        one
        for one in compare(old, edition_of(published(turned_round))).changes
        if one.sort == "tiles"
    ]
    assert "The Adit (far-adit) from M1 to S5, joined X to adit:X" in told.text


def test_an_edition_is_read_back_with_its_tiles():
    publication = published(below())
    again = read_edition(dump(quest_document(publication)), lambda _: publication.system)
    was = publication.quest.board.tiles
    now = again.quest.board.tiles
    assert [one._replace(origin=was[0].origin) for one in now] == [
        one._replace(origin=was[0].origin) for one in was
    ]


# -- the book -------------------------------------------------------------------------------------


def test_the_layout_is_drawn_with_who_comes_in_where():
    """DN-A5: the diagram of the layout with the sides that are entered from."""
    board = board_of(below())
    entries = [("far-adit", "Y", "Wardens"), ("drift", "north", "Wisps"), ("gone", "X", "Nobody")]
    view = layout_of(board, "The layout", entries)
    assert [(one.title, one.name, one.turned) for one in view.tiles] == [
        ("The Drift", "", 0),
        ("The Adit", "", 180),
        ("The Adit", "far-adit", 180),
    ]
    assert [(one.tile, one.facing.value, one.label) for one in view.entries] == [
        (2, "west", "Wardens"),
        (0, "north", "Wisps"),
    ]
    joined = {(one.facing.value, one.name) for one in view.tiles[0].sides if one.joined}
    assert joined == {("west", "X"), ("east", "Y")}
    drawing = layout_svg(view, palette_of(Theme.INK))
    assert drawing.width <= 174.1
    letters = "".join(re.findall(r">([^<>]+)</text>", drawing.svg))
    assert "TheDrift" in letters
    assert "Wardens" in letters
    assert "Nobody" not in letters


def test_who_comes_in_over_a_free_edge_has_an_arrow_in_the_book():
    """DN-A5, DN-B2: over a free edge; at a corner, or within the board, there is none."""
    text = quest(
        BELOW,
        "start at far-adit:Y for reeve\n  start at adit:X for eeler from round 2\n"
        "  start at drift:A1 for ferrier",
        watch="reeve, eeler, ferrier",
    )
    layout = compose_book([published(text)]).chapters[0].layout
    assert [(one.tile, one.facing.value, one.label) for one in layout.entries] == [
        (2, "west", "Reeve"),
        (1, "east", "Eeler, from round 2 on"),
    ]


def test_a_board_that_is_drawn_has_no_layout():
    text = quest('draw """\n    . . .\n    """', "start at A1")
    chapter = compose_book([published(text)]).chapters[0]
    assert chapter.layout is None
    assert len(chapter.maps) == 1
    assert chapter.maps[0].seams == ()


def test_a_large_map_is_printed_on_sheets_cut_where_maps_end(tmp_path):
    rows = "\n".join("  " + (" " * (n % 2)) + " ".join("." * (17 - n % 2)) for n in range(21))
    folder = _with_tile(f'tile wide {{\n  draw """\n{rows}\n  """\n}}\n', "wide", tmp_path)
    text = quest("tile wide\n tile wide as far-wide\n join wide:2 to far-wide:4", "start at A1")
    result = results(text, folder)
    (one,) = result.quests
    publication = Publication(one.quest, one.system, one.proof.verdict(), result.sources, ())
    book = compose_book([publication])
    whole, *sheets = book.chapters[0].maps
    assert [one.title for one in sheets] == [
        "The map, sheet 1 of 2: Wide",
        "The map, sheet 2 of 2: Wide",
    ]
    # The line that both maps share is on both sheets.
    assert sheets[0].column_labels[-1] == sheets[1].column_labels[0] == "Q"
    assert len(whole.floor) == len(sheets[0].floor) + len(sheets[1].floor) - 21
    html = book_source(book).html
    assert "sheet 2 of 2" in html


# -- the pack's own files -----------------------------------------------------------------------


def _pack(base, **files):
    folder = base / "moor"
    shutil.copytree(PACKS / "moor", folder)
    for file, change in files.items():
        path = folder / file.replace("_", ".")
        path.write_text(change(path.read_text(encoding="utf-8")), encoding="utf-8")
    return folder


def test_tiles_of_a_pack_are_in_its_digest_and_its_cache(tmp_path):
    folder = _pack(tmp_path / "one")
    fresh = load_system(folder, tmp_path / "cache")
    again = load_system(folder, tmp_path / "cache")
    assert fresh.system == again.system
    assert [one.name for one in again.system.tile_texts] == ["maps.quest"]
    changed = _pack(tmp_path / "two", maps_quest=lambda text: f"{text}\n# Another remark.\n")
    assert load_system(changed, tmp_path).system.digest != fresh.system.digest


@pytest.mark.parametrize(
    ("files", "code", "words"),
    [
        ({"maps_quest": lambda text: text.replace(" . t t", ". t t")}, "QW011", "step"),
        ({"maps_quest": lambda text: text + text}, "QW102", "two tiles are called `fen`"),
        ({"maps_quest": lambda text: f"{text}\nquest a {{\n}}\n"}, "QW105", "a quest"),
        (
            {"maps_quest": lambda text: f'include "x.quest"\n{text}'},
            "QW113",
            "includes no other",
        ),
        ({"maps_quest": lambda text: f"{text}\ntile x {{\n  %\n}}\n"}, "QW0", ""),
        ({"maps_quest": lambda text: f"{text}\ntile x {{\n}}\n"}, "QW200", "0 drawings"),
        (
            {"game_yaml": lambda text: text.replace("maps.quest", "mops.quest")},
            "QW509",
            "no file `mops.quest`",
        ),
        (
            {"game_yaml": lambda text: text.replace("join: shaft-head", "join: shaft", 1)},
            "QW509",
            "no kind of edge `shaft`",
        ),
        (
            {"game_yaml": lambda text: text.replace("with: [marsh-side]", "with: [moss]")},
            "QW509",
            "no kind of edge `moss`",
        ),
        (
            {"game_yaml": lambda text: text.replace("east: {name: Y", "east: {name: X", 1)},
            "QW504",
            "two sides of `adit` are called `X`",
        ),
        (
            {"maps_quest": lambda text: text + "\x00"},
            "QW00",
            "",
        ),
    ],
)
def test_mistakes_in_a_packs_tiles_are_the_packs_findings(files, code, words, tmp_path):
    folder = _pack(tmp_path, **files)
    loaded = load_system(folder, None)
    assert loaded.system is None
    assert all(one.code.id.startswith(code) for one in loaded.findings), loaded.findings
    assert words in loaded.findings[0].message
    path = loaded.findings[0].label.span.path
    assert path in loaded.sources
    assert path.startswith(folder.as_posix())


def test_a_tile_of_a_quest_does_not_hide_one_of_the_game():
    before = 'tile fen {\n  draw """\n  . . .\n  """\n}'
    found = found_in(quest("tile fen", before=before))
    assert found == [("QW102", "Lanterns on the Moor has a tile called `fen`")]


# -- the manual -----------------------------------------------------------------------------

_HEXES = re.compile(r"^## (Wrong|Right)\n+```hexes\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("code", ["QW261", "QW262", "QW263", "QW264"])
def test_the_manual_shows_what_is_wrong_and_what_is_right(code):
    """DN-B1, DN-B2, DN-B3."""
    examples = dict(_HEXES.findall(page(code).text))
    assert codes_in(examples["Wrong"]) == [code]
    assert codes_in(examples["Right"]) == []
