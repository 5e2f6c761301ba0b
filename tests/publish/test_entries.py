"""What the entries of areas say: only what can be the case where they are read."""

from __future__ import annotations

import pytest

from support.chapters import chapter_of

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
