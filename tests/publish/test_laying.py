"""Boards that are laid as they are revealed: what is laid with each area, and in which order."""

from __future__ import annotations

from questwright.compiler.analysis.laying import tiles_by_area
from questwright.compiler.publish.book.book import compose_book
from questwright.compiler.publish.document.quest_json import quest_document
from support.one_text import results
from support.paths import ROOT
from support.published import publications

QUESTS = ROOT / "content" / "quests"
STROKES = QUESTS / "nine-strokes" / "nine-strokes.quest"
LINE = QUESTS / "surveyors-line" / "surveyors-line.quest"
ORIGINS = QUESTS / "small-change" / "small-change.quest"


def chapter_of(path):
    (chapter,) = compose_book(publications(path)).chapters
    return chapter


def said(runs):
    return "".join(run.text for run in runs)


def steps(path):
    return [said(item) for block in chapter_of(path).setup for item in getattr(block, "items", ())]


def test_the_start_is_laid_and_nothing_else():
    """DKQ-A7, DKQ-B31: up to the first doors."""
    (first, *_) = steps(STROKES)
    assert first.startswith("Lay tile 3a (A6 to H13) as the map shows")


def test_each_area_says_what_reveals_it_and_what_is_laid():
    """DKQ-A40, DKQ-C75: in the order of revealing."""
    entries = [(area.name, said(area.revealed)) for area in chapter_of(STROKES).areas]
    assert entries == [
        ("The Foot of the Stair", "Set it out before play begins."),
        ("The Gallery", "Revealed by opening the Stair Door (H9). Lay tile 24a (I7 to T11)."),
        ("The Almoner's Vault", "Revealed by opening the Alms Door (N7). Lay tile 10a (K1 to R6)."),
        (
            "The Household",
            "Revealed by opening the Household Door (N11). Lay tile 11a (K12 to R17).",
        ),
        ("The Clock Room", "Revealed by opening the Clock Door (T9). Lay tile 8a (U6 to AB13)."),
    ]


def test_a_drawn_board_is_laid_as_far_as_the_first_area():
    (first, *_) = steps(LINE)
    assert first.startswith("Lay the floor of 1 The Landing as the map shows")


def test_a_game_that_lays_all_of_it_lays_all_of_it():
    assert steps(ORIGINS)[0] == "Lay out the board as the map shows."


def test_a_document_says_with_which_area_a_tile_is_laid():
    (case,) = publications(STROKES)
    tiles = {tile["id"]: tile["laid_with"] for tile in quest_document(case)["board"]["tiles"]}
    assert tiles == {
        "hall": "foot",
        "gallery": "gallery",
        "vault": "alms-vault",
        "household": "household",
        "clock": "clock-room",
    }


def test_each_tile_is_laid_once():
    (case,) = publications(STROKES)
    laid = [tile.instance for tiles in tiles_by_area(case.quest).values() for tile in tiles]
    assert sorted(laid) == sorted(tile.instance for tile in case.quest.board.tiles)


def test_the_players_see_no_tile_and_no_square_of_what_comes_later():
    """DKQ-B31: nothing beyond the first doors is in what they see at the start."""
    handouts = chapter_of(STROKES).handouts
    start = handouts.start.map
    assert start.seams == ()
    (case,) = publications(STROKES)
    foot = next(area for area in case.quest.board.areas if area.id == "foot")
    assert len(start.floor) == (foot.cells & case.quest.board.floor).bit_count()
    shown = repr(handouts.start)
    for word in ("Gallery", "Clock", "Steward", "Vault", "Zombie", "24a"):
        assert word not in shown


def codes(body, start="gallery:C3"):
    text = f"""quest job "The Job" {{
  system dungeon-saga
  heroes orlaf
  board {{
    tile t24a as gallery
    tile t08a as vault
    join gallery:east to vault:west
  }}
  start at {start}
  {body}
  victory heroes when any hero at vault:D4
}}
"""
    return [one.code.id for one in results(text).findings]


def test_a_door_stands_on_a_tile_that_lies_there():
    assert codes("door gate at gallery:L3 locked mundane dice 2 armour 2") == []
    assert codes("door gate at vault:A4 locked mundane dice 2 armour 2") == ["QW285"]
    # From the other side it is the other way round.
    back = "door gate at vault:A4 locked mundane dice 2 armour 2"
    assert "QW285" not in codes(back, "vault:C4")


def test_a_tile_that_goes_on_behind_a_double_door_shows_too_much():
    text = """quest job "The Job" {
  system dungeon-saga
  heroes orlaf
  board {
    tile t26a as corridor
  }
  start at corridor:A1
  double-door leaves at corridor:C1, corridor:C2 locked mundane dice 2 armour 2
  victory heroes when any hero at corridor:H1
}
"""
    (found,) = results(text).findings
    assert (found.code.id, found.message) == (
        "QW284",
        "the tile `corridor` shows Passage 2 before it is revealed",
    )
