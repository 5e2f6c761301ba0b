"""What the entries of areas say: only what can be the case where they are read."""

from __future__ import annotations

import pytest

from questwright.compiler.publish.book.view.text import ListBlock
from support.chapters import chapter_of, text_of

pytestmark = pytest.mark.slow  # these are no unit tests: whole quests go through whole commands

HALL = '''quest hall "The Hall" {
  system dungeon-saga-origins
  heroes orlaf, madriga
  marauder zombie
  board {
    draw """
    +-+-+-+-+-+-+
    |s . .D. . v|
    + + + + + + +
    |s . .|. . .|
    +-+-+-+-+S+-+
          |. . c|
          + + + +
          |. . .|
          +-+-+-+
    """
    s: start
    D: door hall-door "The Hall Door"
    S: secret panel "The Panel"
    v: lever bell "The Bell"
    c: chest box "The Box"
  }
  room yard at A1..C2 "The Yard"
  room hall at D1..F2 "The Hall"
  room closet at D3..F4 "The Closet"
  item ring "The Ring" in box
  action pull at bell "Pull the bell"
  action listen at %s "Listen"
  event fine "Fine" when listen done { note "Dry feet." }
  victory heroes when any hero carries ring and listen done
}
'''


@pytest.fixture(scope="module")
def hall():
    return chapter_of(HALL % "F2")[0]


def entry(chapter, name):
    return next(area for area in chapter.areas if area.name == name)


def test_an_action_on_a_bare_square_is_told_where_the_square_is(hall):
    assert [action.title for action in entry(hall, "The Hall").actions] == [
        "Pull the bell",
        "Listen",
    ]
    assert [event.title for event in entry(hall, "The Hall").events] == ["Fine"]
    assert hall.actions == ()


@pytest.mark.parametrize(
    ("place", "area"),
    [("hall", "The Hall"), ("D3, F4", "The Closet"), ("C1, D1", None)],
)
def test_so_is_one_on_any_squares_of_a_single_area(place, area):
    chapter = chapter_of(HALL % place)[0]
    there = [a.name for a in chapter.areas if any(one.slug == "listen" for one in a.actions)]
    assert there == ([area] if area else [])
    assert [action.slug for action in chapter.actions] == ([] if area else ["listen"])


# -- setting up -----------------------------------------------------------------------------------

FOG = """table night "The night" with d6 {
    1..3 "Fog" { note "Stones show." }
    4..6 "Moon" { spawn zombie near %s facing north }
  }
  victory"""
CELLAR = '''quest cellar "The Cellar" {
  system dungeon-saga
  heroes orlaf, madriga
  overlord necromancer
  board {
    draw """
    ss.##...
    s..D...x
    ...##...
    """
    s: start
    x: way-out lift
    D: door cellar-door "The Door" locked mundane dice 2 armour 2
  }
  room hall at A1..C3 "The Hall"
  room cellar at D2, E2, F1..H3 "The Cellar"
  FOG any hero at lift
}
'''


def steps(chapter):
    (steps,) = (block for block in chapter.setup if getattr(block, "ordered", False))
    return [text_of(item) for item in steps.items]


def test_setting_up_never_forbids_what_it_goes_on_to_do(hall):
    for chapter in (hall, chapter_of((HALL % "F2").replace("victory", FOG % "E2", 1))[0]):
        told = " ".join(steps(chapter))
        assert "off the board" not in told
        assert "Set out what is in another area only when that area is revealed." in told


@pytest.mark.parametrize(
    ("place", "told"),
    [
        ("B2", ""),
        ("E2", " What it places stands there from the beginning, in whatever area."),
    ],
)
def test_what_a_table_places_in_an_area_that_is_not_revealed_stands_there(place, told):
    chapter = chapter_of((HALL % "F2").replace("victory", FOG % place, 1))[0]
    assert steps(chapter)[-1] == (
        f"The night. Roll d6; look below, and do what it says at once.{told}"
    )


def test_it_waits_where_its_floor_is_not_laid_yet():
    text = CELLAR.replace("FOG", FOG % "G2" + " heroes when")
    assert steps(chapter_of(text)[0])[-1].endswith(
        "What it places where nothing is laid yet is set out when that is laid."
    )


def test_things_that_are_called_alike_share_a_row():
    text = (
        (HALL % "F2")
        .replace("c: chest box", 'c: exit stairs "The Stairs"')
        .replace("|. . .|\n          +-+-+-+", "|. . c|\n          +-+-+-+")
        .replace("in box", "at E4")
        .replace("S: secret panel", "S: door panel")
        .replace('"The Box"', "")
    )
    rows = entry(chapter_of(text)[0], "The Closet").contents
    assert [(row.count, row.where) for row in rows if row.name == "The Stairs"] == [(2, "F3–F4")]


# -- how an area comes to light --------------------------------------------------------------------

RING = '''quest ring "The Ring" {
  system dungeon-saga-origins
  heroes orlaf, madriga
  marauder zombie
  board {
    draw """
    +-+-+-+-+-+-+-+-+
    |s .A. .B. .C. .|
    + + + + + + + + +
    |s .|. v|. k|. .|
    +-+-+-+-+-+-+-+-+
    """
    s: start
    A: door first "The First Door"
    B: door second "The Second Door"
    C: door third "The Third Door" %s
    v: lever winch "The Winch"
    k: lever crank "The Crank"
  }
  door back "The Back Door" at B2|C2 locked by back-key
  room one at A1..B2 "One"
  room two at C1..D2 "Two"
  room three at E1..F2 "Three"
  room four at G1..H2 "Four"
  item back-key "The Back Key" at %s
  action wind at winch "Wind"
  action turn at crank "Turn"
  %s
  victory heroes when any hero in four
}
'''
OPENED = "event up when {} done {{ open third }}"


def told_of(chapter, name):
    return text_of(entry(chapter, name).revealed)


def test_what_only_an_event_opens_reveals_nothing_before_that_may_happen():
    def ring(condition):
        text = RING % ("barred", "A1", OPENED.format(condition))
        drawn = text.replace("|s .A. .B. .C. .|", "|s pA. .B. .C. q|").replace(
            "    s: start",
            '    s: start\n    p: portal mouth "Mouth" to throat\n    q: portal throat "Throat"',
        )
        return chapter_of(drawn)[0]

    # The winch stands in a room to which the portal does not lead; the crank beyond the door.
    assert told_of(ring("wind"), "Three") == (
        "Revealed by opening the Second Door (D1|E1) or by opening the Third Door (F1|G1)."
    )
    assert told_of(ring("turn"), "Three") == "Revealed by opening the Second Door (D1|E1)."


@pytest.mark.parametrize(("key", "doors"), [("A1", 2), ("C2", 1)])
def test_a_door_is_open_by_now_where_no_other_way_leads_in(key, doors):
    chapter = chapter_of(RING % ("locked by back-key", key, ""))[0]
    assert told_of(chapter, "Two").count("opening") == doors
    notes = {row.name: text_of(row.note) for row in entry(chapter, "Two").contents}
    assert "locked: the Back Key opens it" in notes["The Back Door"]
    notes = {row.name: text_of(row.note) for row in entry(chapter, "Four").contents}
    assert notes["The Third Door"].startswith("open by now")


def test_what_stands_open_is_seen_through():
    text = (RING % ("", "A1", "")).replace('"The First Door"', '"The First Door" open')
    # The room behind an open door is seen at once; that beyond the next one is not.
    assert told_of(chapter_of(text)[0], "Two").startswith("Seen together with 1 One")


def test_a_passage_is_searched_for_where_it_has_not_been_found(hall):
    def search(name):
        return next(text_of(b.runs) for b in entry(hall, name).notes if "Exploring" in str(b))

    assert search("The Hall") == "Exploring: first the Panel; then 1 Exploration card."
    assert search("The Closet") == "Exploring: 2 Exploration cards, and the Ring."


def test_setting_up_says_in_which_area_each_begins_and_how_they_face():
    for drawn, told in (("s: start", ""), ("s: start facing east", ", facing east")):
        quest = (HALL % "D1").replace("s: start", drawn)
        _, book = chapter_of(quest)
        (steps,) = (b for b in book.chapters[0].setup if isinstance(b, ListBlock))
        said = ["".join(run.text for run in step) for step in steps.items]
        assert f"Place each Hero on a start of their own: A1–A2 in 1 The Yard{told}." in said
