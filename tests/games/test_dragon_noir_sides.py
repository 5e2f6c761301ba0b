"""Quests of Dragon Noir: from where a figure is attacked, on which ground and to which side."""

from __future__ import annotations

import pytest

from questwright.compiler.odds.stances import Stance, Stances
from support.noir import system
from support.noir_quests import kind_of, quest
from support.one_text import results


def lane(ground, below):
    """The only hex beside a Slayer with its back to the wall, and what the Slayer stands on."""
    drawing = f"s . . {'p' if ground else '.'} {'x' if below else '.'}"
    legend = [f"{letter}: {own}" for letter, own in (("p", ground), ("x", below)) if own]
    body = 'slayer guard "The Guard" at E1 facing west'
    return quest(drawing, "\n    ".join(legend), body, "davrich", won="guard defeated")


@pytest.mark.parametrize(
    ("ground", "below", "verdict"),
    [
        # 10 on 7 is 1-1, and whoever is driven back and has no room for that is wounded.
        ("", "", "winnable"),
        ("scrub", "scrub", "winnable"),
        ("paved", "", "winnable"),
        # A column to the left of 1-1 is no attack.
        ("scrub", "", "unwinnable"),
        ("", "paved", "unwinnable"),
        ("scrub", "paved", "unwinnable"),
    ],
)
def test_an_attack_below_the_first_column_beats_nobody_dn_c43_dn_c44_dn_e2(ground, below, verdict):
    assert kind_of(lane(ground, below)) == verdict


@pytest.mark.parametrize(
    ("who", "foe", "shift"),
    [("konrad", "slayer", -1), ("gerfindel", "slayer", 1), ("konrad", "gharv", 0)],
)
def test_who_is_at_home_on_some_ground_stands_better_there_dn_c44_dn_c71(who, foe, shift):
    kinds = system().kinds
    (one,) = results(lane("tree", "")).quests
    thing = one.quest.thing("guard")._replace(kind=kinds[foe])
    stances = Stances(thing, one.quest.board, system())
    assert stances.of(kinds[who], thing.cells[0] - 1) == Stance(shift=shift)


# -- front and rear -----------------------------------------------------------------------------

WALL = "s . . . #\n . . . w #\ns . . # #"
OPEN = "s s . . . . .\n . . . w . .\n. . . . . . .\n . . . . . ."
WIDE = (
    "s s . . . . . .\n . . . . . . .\n. . . . w . . .\n . . . . . . .\n. . . . . . . .\n"
    " . . . . . . ."
)


def against(drawing, foe, who="konrad", settings=""):
    return quest(drawing, f"w: {foe} foe facing west", "", who, settings, "foe defeated")


def test_a_guard_is_attacked_in_front_by_its_defence_there_dn_c73_dn_c43():
    """20 on 22 is no attack, and nobody comes behind it."""
    assert kind_of(against(WALL, "tiom")) == "unwinnable"
    # With 34 it is 1-1, and a column for two.
    assert kind_of(against(WALL, "tiom", "konrad, godiva")) == "winnable"


def test_a_guard_is_attacked_behind_by_its_rear_defence_dn_c73():
    """20 on 5 is a wound, 20 on 4 two: the third kills."""
    (one,) = results(against(OPEN, "tiom")).quests
    found = one.proof.verdict()
    assert found.rounds == (2, 2)
    name = one.quest.board.name
    assert name(found.line[-2].path[-1]) in ("E1", "E2", "E3", "D3")
    assert kind_of(against(OPEN, "tiom", settings="turns 2")) == "winnable"


def test_the_queen_wears_down_behind_as_in_front_dn_c72():
    """20 on 7, 6 and 5 wounds her, and on 4 wounds her twice."""
    (one,) = results(against(WIDE, "alkiram")).quests
    assert one.proof.verdict().rounds == (4, 4)


def test_attacks_in_front_and_behind_are_not_added_dn_c74():
    """26 on 22 would be enough; 20 on 22 is no attack, and 6 on 5 drives it back at most."""
    parted = "k . . . # s\n . . . w s\n# # # # # #"
    text = against(parted, "tiom", "konrad, simon").replace(
        "s: start", "s: start simon\n    k: start konrad"
    )
    assert kind_of(text) != "winnable"


@pytest.mark.parametrize("facing", ["north-east", "east", "south-east", "south-west", "west"])
def test_five_hexes_are_in_front_of_queen_and_guard_and_the_others_behind_dn_c72_dn_c73(facing):
    kinds = system().kinds
    for foe, behind in (("alkiram", 7), ("tiom", 4)):
        (one,) = results(against(WIDE, foe).replace("facing west", f"facing {facing}")).quests
        thing, board = one.quest.thing("foe"), one.quest.board
        stances = Stances(thing, board, system())
        around = {near for cell in thing.cells for near in board.beside(cell)} - {*thing.cells}
        sides = [stances.of(kinds["konrad"], cell).is_behind for cell in around]
        assert (sides.count(False), sides.count(True)) == (5, behind)
