"""Printed maps in what comes out: documents, books, changes; and in packs that draw them."""

from __future__ import annotations

import re

import pytest

from questwright.compiler.cli.systems import words_of
from questwright.compiler.manual import page
from questwright.compiler.model.publication import Publication
from questwright.compiler.packs.load import load_system
from questwright.compiler.packs.system.theme import Theme
from questwright.compiler.publish.book.book import compose_book
from questwright.compiler.publish.book.map.layout import layout_of
from questwright.compiler.publish.book.render.html import book_source
from questwright.compiler.publish.book.svg.layout import layout_svg
from questwright.compiler.publish.book.view.theme import palette_of
from questwright.compiler.publish.diff.compare import compare
from questwright.compiler.publish.document.quest_json import dump, quest_document
from questwright.compiler.publish.document.read.edition import edition_of
from questwright.compiler.publish.document.read.load import read_edition
from questwright.compiler.publish.outline.write import outline
from questwright.engine.replay import replay_document
from support.laid import (
    BELOW,
    below,
    board_of,
    changed_pack,
    codes_in,
    found_in,
    published,
    quest,
    results,
    with_tile,
)
from support.paths import PACKS

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
    told = words_of(load_system(PACKS / "moor", None).system)
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
    assert not [change for change in compare(old, new).changes if change.sort == "tiles"]
    turned_round = below(goal="round >= 2").replace("drift:X to far-adit:X", "adit:X to far-adit:X")
    (told,) = [
        change
        for change in compare(old, edition_of(published(turned_round))).changes
        if change.sort == "tiles"
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
    assert [(tile.title, tile.name, tile.turned) for tile in view.tiles] == [
        ("The Drift", "", 0),
        ("The Adit", "1", 180),
        ("The Adit", "2", 180),
    ]
    assert [(entry.tile, entry.facing.value, entry.label) for entry in view.entries] == [
        (2, "west", "Wardens"),
        (0, "north", "Wisps"),
    ]
    joined = {(side.facing.value, side.name) for side in view.tiles[0].sides if side.joined}
    assert joined == {("west", "X"), ("east", "Y")}
    drawing = layout_svg(view, palette_of(Theme()))
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
    assert [(entry.tile, entry.facing.value, entry.label) for entry in layout.entries] == [
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
    folder = with_tile(f'tile wide {{\n  draw """\n{rows}\n  """\n}}\n', "wide", tmp_path)
    text = quest("tile wide\n tile wide as far-wide\n join wide:2 to far-wide:4", "start at A1")
    result = results(text, folder)
    (one,) = result.quests
    publication = Publication(one.quest, one.system, one.proof.verdict(), result.sources, ())
    book = compose_book([publication])
    _, *sheets = book.chapters[0].maps
    assert [sheet.title for sheet in sheets] == [
        "The map, sheet A: Wide (wide)",
        "The map, sheet B: Wide (wide)",
        "The map, sheet C: Wide (far-wide)",
        "The map, sheet D: Wide (far-wide)",
    ]
    # The line that both maps share is on both sheets; so is the line at which a map is cut.
    assert sheets[1].column_labels[-1] == sheets[2].column_labels[0] == "Q"
    assert sheets[0].column_labels[-1] == sheets[1].column_labels[0]
    html = book_source(book).html
    assert "The map, sheet D" in html


# -- the pack's own files -----------------------------------------------------------------------


def test_tiles_of_a_pack_are_in_its_digest_and_its_cache(tmp_path):
    folder = changed_pack(tmp_path / "one")
    fresh = load_system(folder, tmp_path / "cache")
    again = load_system(folder, tmp_path / "cache")
    assert fresh.system == again.system
    assert [text.name for text in again.system.tile_texts] == ["maps.quest"]
    changed = changed_pack(tmp_path / "two", maps_quest=lambda text: f"{text}\n# Another remark.\n")
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
    folder = changed_pack(tmp_path, **files)
    loaded = load_system(folder, None)
    assert loaded.system is None
    assert all(finding.code.id.startswith(code) for finding in loaded.findings), loaded.findings
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


@pytest.mark.parametrize("code", ["QW263"])
def test_the_manual_shows_what_is_wrong_and_what_is_right(code):
    """DN-B3."""
    examples = dict(_HEXES.findall(page(code).text))
    assert codes_in(examples["Wrong"]) == [code]
    assert codes_in(examples["Right"]) == []
