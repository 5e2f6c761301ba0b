"""Tiles with two faces: one piece of the box, clipped to others at its doorways."""

from __future__ import annotations

import shutil

import pytest

from questwright.compiler.packs.load import load_system
from support.one_text import results
from support.paths import PACKS

TILES = {
    "hall": ("#.##", "#..#", "....", "####"),
    "cave": ("##.#", "#..#", "....", "####"),
    "lane": ("...",),
    "wide": (".", "."),
    "comb": ("#.#.", "...."),
}
"""A hall with doorways in the north, the east and the west; its back; and what is clipped to it."""
CODES = {"QW101", "QW106", "QW218", "QW224", "QW261", "QW281", "QW282"}


def pack(folder, tiles=TILES, **entries):
    """The game of doors with tiles: the hall and the cave are faces of one piece."""
    shutil.copytree(PACKS / "vault", folder / "vault")
    said = {
        "hall": "title: 1a, box: 1",
        "cave": "title: 1b, back_of: hall",
        "lane": "title: Lane, box: 2",
        "wide": "title: Wide, box: 1",
        "comb": "title: Comb, box: 1",
        **entries,
    }
    drawn = [
        "\n  ".join([f"tile {name} {{", 'draw """', *rows, '"""']) + "\n}"
        for name, rows in tiles.items()
    ]
    (folder / "vault" / "maps.quest").write_text("\n".join(drawn), encoding="utf-8")
    lines = [f"  {word}: {{{what}}}" for word, what in said.items()]
    head = "source: own\ntile_files: [maps.quest]\ntiles:\n"
    (folder / "vault" / "tiles.yaml").write_text(head + "\n".join(lines) + "\n", encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def games(tmp_path_factory):
    return pack(tmp_path_factory.mktemp("packs"))


def text(board, body=""):
    lines = "\n    ".join(board.split("; "))
    return f"""quest job "The Job" {{
  system vault
  gang cracker
  board {{
    {lines}
  }}
  start at hall:B2
  {body}
  victory burglars when any burglar at hall:C3
}}
"""


def found(board, games, body=""):
    every = results(text(board, body), games).findings
    return [(one.code.id, one.message) for one in every if one.code.id in CODES]


def laid(board, games):
    (quest,) = results(text(board), games).quests
    return {tile.instance: (tile.row, tile.column, tile.turns) for tile in quest.quest.board.tiles}


# -- joined at doorways -----------------------------------------------------------------------


def test_tiles_are_clipped_together_at_their_doorways(games):
    board = "tile hall; tile lane; join hall:east to lane:west"
    # The hall's doorway in the east lies in its third row: so does the lane.
    assert laid(board, games) == {"hall": (0, 0, 0), "lane": (2, 4, 0)}
    assert found(board, games) == []


@pytest.mark.parametrize(
    ("board", "places"),
    [
        # The hall's northern doorway lies in its second column; the lane stands on it.
        ("tile hall; tile lane; join hall:north to lane:east", [(3, 0, 0), (0, 1, 1)]),
        ("tile hall; tile lane; join hall:north to lane:west", [(3, 0, 0), (0, 1, 3)]),
        ("tile hall turned 90; tile lane; join hall:north to lane:west", [(0, 0, 1), (1, 4, 0)]),
        ("tile lane; tile hall; join lane:west to hall:north", [(1, 4, 0), (0, 0, 1)]),
    ],
)
def test_doorways_meet_however_tiles_are_turned(board, places, games):
    assert [*laid(board, games).values()] == places
    assert found(board, games) == []


def test_two_squares_that_meet_at_doorways_are_walked_over(games):
    board = "tile hall; tile lane; join hall:north to lane:west"
    (quest,) = results(text(board), games).quests
    drawn = quest.quest.board
    (lane,) = [tile for tile in drawn.tiles if tile.instance == "lane"]
    (hall,) = [tile for tile in drawn.tiles if tile.instance == "hall"]
    meeting = [
        (drawn.name(near), drawn.name(far))
        for near in range(drawn.stride * drawn.rows)
        if hall.cells & drawn.floor & 1 << near
        for far in drawn.beside(near)
        if lane.cells & 1 << far
    ]
    assert meeting == [("B4", "B3")]


@pytest.mark.parametrize(
    ("board", "said"),
    [
        (
            "wide; join hall:east to wide:west",
            "the doorways of `hall:east` and `wide:west` do not fit",
        ),
        ("lane; join hall:south to lane:west", "`hall:south` has no doorways"),
        ("comb; join hall:east to comb:north", "`comb:north` has 2 doorways"),
    ],
)
def test_doorways_that_do_not_meet_are_refused(board, said, games):
    assert found(f"tile hall; tile {board}", games) == [("QW261", said)]


# -- one piece, two faces ---------------------------------------------------------------------


def test_both_faces_of_one_tile_do_not_lie_on_one_board(games):
    """DKQ-B1: the front or the back, never both."""
    board = "tile hall; tile cave; join hall:east to cave:west"
    assert found(board, games) == [("QW281", "`hall` and `cave` are faces of one tile")]


def test_each_face_may_be_up(games):
    for face in ("hall", "cave"):
        board = f"tile {face} as hall; tile lane; join hall:east to lane:west"
        assert found(board, games) == []


def test_a_piece_that_is_there_twice_may_show_both_faces(tmp_path):
    twice = pack(
        tmp_path,
        hall="title: 1a, box: 2",
    )
    board = "tile hall; tile cave; join hall:east to cave:west"
    assert found(board, twice) == []
    board += "; tile cave as far; join cave:east to far:west"
    assert [code for code, _ in found(board, twice)] == ["QW281"]


def test_one_face_laid_twice_asks_for_a_second_box(games):
    board = "tile hall; tile hall as far; join hall:east to far:west"
    assert found(board, games) == [("QW224", "this board has 1a 2 times, the box 1")]


# -- gaps -------------------------------------------------------------------------------------


def test_a_gap_between_tiles_is_found(games):
    assert found("tile hall at A1; tile lane at F3", games) == [
        ("QW282", "`lane` touches no other tile")
    ]
    assert found("tile hall at A1; tile lane at E3", games) == []
    far = "tile hall at A1; tile lane at F3; tile wide at I3; tile comb at A5"
    assert found(far, games) == [("QW282", "2 tiles lie apart from the others")]


def test_tiles_that_touch_at_a_corner_lie_apart(games):
    assert [code for code, _ in found("tile hall at A1; tile lane at E5", games)] == ["QW282"]


def test_a_gap_is_allowed_with_a_reason(games):
    body = 'allow tile-apart because "a rope hangs there"'
    assert found("tile hall at A1; tile lane at F3", games, body) == []


# -- packs ------------------------------------------------------------------------------------


def wrong(folder):
    return [one.message for one in load_system(folder / "vault").findings]


@pytest.mark.parametrize(
    ("entries", "said"),
    [
        (
            {"cave": "title: 1b, back_of: hall, box: 2"},
            "`tiles.cave.box` does not agree with the rest",
        ),
        ({"cave": "title: 1b, back_of: hole"}, "there is no tile `hole`"),
        ({"lane": "title: Lane, back_of: cave"}, "`tiles.lane.back_of` contradicts itself"),
    ],
)
def test_a_back_that_cannot_be_is_refused(entries, said, tmp_path):
    assert wrong(pack(tmp_path, **entries)) == [said]


def test_the_back_of_a_tile_is_its_mirror_image(tmp_path):
    folder = pack(tmp_path, TILES | {"cave": ("##.#", "#..#", "....")})
    assert wrong(folder) == ["`cave` is the back of `hall`, but differs in outline"]


def test_the_back_may_be_drawn_turned(tmp_path):
    bent = {"hall": ("...", ".  "), "cave": (" .", " .", "..")}
    assert wrong(pack(tmp_path, TILES | bent)) == []
    straight = {"hall": ("...", ".  "), "cave": (". ", ". ", "..")}
    assert wrong(pack(tmp_path / "other", TILES | straight)) != []
