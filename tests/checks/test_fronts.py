"""Who begins in front of a figure of another side, and who has no room over a token."""

from __future__ import annotations

import pytest

from questwright.compiler.geometry.fronts import front_of
from support.one_text import compiled, results

HALL = """
quest the-hall "The Hall" {{
  system dungeon-saga
  heroes orlaf
  {before}
  board {{
    draw \"\"\"
    ...... ...
    ...........
    ...... ...
    ......
    ......
    \"\"\"
  }}
  start at {start}
  door way at G2 locked mundane dice 2 armour 2
  room hall at A1..F5
  room den at G2, H1..J3, K2
  {body}
  victory heroes when den revealed
}}
"""


def quest(body, start="A5", before=""):
    return HALL.format(body=body, start=start, before=before)


def found(text, name):
    return [finding for finding in results(text).findings if finding.code.name == name]


def front(body):
    own = compiled(quest(body)).quest
    (thing,) = (thing for thing in own.things if thing.kind.side == "overlord")
    cells = front_of(thing, own.board)
    names = (own.board.name(cell) for cell in range(cells.bit_length()) if cells >> cell & 1)
    return " ".join(sorted(names))


@pytest.mark.parametrize(
    ("facing", "cells"),
    [
        ("north", "B2 B3 C2 D2 D3"),
        ("east", "C2 C4 D2 D3 D4"),
        ("south", "B3 B4 C4 D3 D4"),
        ("west", "B2 B3 B4 C2 C4"),
    ],
)
def test_five_squares_are_in_front_of_a_small_figure_dkq_f12(facing, cells):
    assert front(f"zombie at C3 facing {facing}") == cells


@pytest.mark.parametrize(
    ("facing", "cells"),
    [
        ("north", "B2 B3 B4 C2 D2 E2 E3 E4"),
        ("east", "C2 C5 D2 D5 E2 E3 E4 E5"),
        ("south", "B3 B4 B5 C5 D5 E3 E4 E5"),
        ("west", "B2 B3 B4 B5 C2 C5 D2 D5"),
    ],
)
def test_eight_are_in_front_of_a_large_one_dkq_f12(facing, cells):
    assert front(f"zombie-troll at C3 facing {facing}") == cells


def test_what_is_no_floor_or_beyond_a_door_is_in_front_of_nobody():
    assert front("zombie at A1 facing north") == "B1"
    assert "G2" not in front("zombie at F2 facing east").split()


@pytest.mark.parametrize("start", ["B2", "B3", "B4", "C2", "C4"])
def test_who_begins_in_front_is_held_dkq_b37(start):
    text = quest("zombie at C3 facing west", start)
    (finding,) = found(text, "start-in-front-of-a-figure")
    assert finding.message == f"the Zombie faces {start}, where the party begins"
    assert finding.severity == "warning"


@pytest.mark.parametrize("start", ["D2", "D3", "D4", "A3"])
def test_who_begins_behind_or_further_off_is_not_dkq_b37(start):
    assert not found(quest("zombie at C3 facing west", start), "start-in-front-of-a-figure")


def test_a_game_that_does_not_say_so_has_no_such_finding():
    text = """
    quest the-hall "The Hall" {
      system dungeon-saga-origins
      heroes orlaf
      marauder zombie
      board {
        draw \"\"\"
        +-+-+-+-+
        |s z .D.|
        +-+-+-+-+
        \"\"\"
        s: start
        D: door way
        z: zombie facing west
      }
      room hall at A1..C1
      room den at D1
      victory heroes when den revealed
    }
    """
    assert not found(text, "start-in-front-of-a-figure")


@pytest.mark.parametrize(
    ("bones", "count"), [("K2", 1), ("K2, H2", 0), ("H2", 0), ("A1", 0), ("", 0)]
)
def test_a_large_figure_needs_its_squares_at_one_pile_dkq_b33(bones, count):
    piles = f"bones at {bones}" if bones else ""
    text = quest(f"{piles}\n  zombie at I1 facing west", before="raise-zombie-trolls 1")
    assert len(found(text, "no-room-at-its-source")) == count


def test_a_small_figure_has_room_on_its_own_square_dkq_b33():
    text = quest("bones at K2\n  zombie at I1 facing west", before="raise-zombies 1")
    assert not found(text, "no-room-at-its-source")
    # Furniture on every square around a pile leaves a troll no room.
    shut = "furniture barrel at A2\n  furniture barrel at B1\n  bones at A1"
    troll = quest(f"{shut}\n  zombie at I1 facing west", before="raise-zombie-trolls 1")
    assert len(found(troll, "no-room-at-its-source")) == 1
