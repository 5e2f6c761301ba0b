"""The rules that a line of play is held to, one by one; and lines that break them."""

from __future__ import annotations

import pytest

from oracle.replays import HALVES, SHUT, played, refused, steps
from questwright.engine.replay import replay

DRAWING = """
    +-+-+-+-+-+-+-+-+-+
    |s . .|. z c|. . f|
    + + + + + + + + + +
    |. . .D. . .P. f .|
    +-+-+-+-+-+-+-+-+-+
"""
LEGEND = """D: door d locked by key spent
    P: secret p
    z: zombie guard facing west
    c: chest hoard
    f: furniture barrels"""
AREAS = """room a at A1..C2
  room b at D1..F2
  room c at G1..I2
  """
QUEST = played(
    DRAWING,
    LEGEND,
    AREAS
    + """item key at A2
  item jewel in hoard
  item bone at I2
  item hat at barrels-1
  action pull at G2 when any hero carries jewel
  event turned when pull done { take jewel; set open }
  victory heroes when open set and round >= 3 and all heroes in c""",
)
LINE = (
    "begin A1; walk A2; pick-up key; walk B2 C2; open d; walk D2; defeat guard; explore p from b; "
    "search b; walk E2 F2 G2; act pull; event turned; wait 3"
)


def line_without(step):
    return LINE.replace(f"{step}; ", "", 1)


def line_with(step, before):
    return LINE.replace(before, f"{step}; {before}", 1)


def swapped(first, second):
    assert f"{first}; {second}" in LINE
    return LINE.replace(f"{first}; {second}", f"{second}; {first}", 1)


def test_the_line_of_the_quest_is_accepted_and_wins():
    done = replay(QUEST, steps(LINE))
    assert (done.accepted, done.refused_at, done.reason) == (True, None, "")
    assert (done.won, done.lost, done.stuck) == (True, False, False)


def test_events_happen_whether_the_line_says_so_or_not():
    assert replay(QUEST, steps(line_without("event turned"))).won


@pytest.mark.parametrize("step", ["act pull", "wait 3"])
def test_a_line_that_stops_too_early_does_not_win(step):
    done = replay(QUEST, steps(LINE.partition(f"; {step}")[0]))
    assert (done.accepted, done.won, done.stuck) == (True, False, True)


@pytest.mark.parametrize(
    ("line", "number", "words"),
    [
        (line_without("begin A1"), 1, "not every member of the party has been set up"),
        (LINE.replace("A1", "B1", 1), 1, "no member can begin on that square"),
        (line_without("walk A2"), 2, "orlaf stands on A1, but that is done from A2"),
        (line_without("pick-up key"), 4, "nobody has Key"),
        (line_without("open d"), 5, "nobody can step from C2 to D2"),
        (line_with("act pull", "event turned"), 12, "has been done already"),
        (line_without("defeat guard"), 7, "there is an enemy left in B"),
        (LINE.replace("walk D2", "walk D2 E1"), 6, "nobody can step from D2 to E1"),
        (line_without("explore p from b"), 8, "P has to be found before B is searched"),
        (line_without("search b"), 10, "it is not allowed yet"),
        (line_without("act pull"), 11, "that does not happen"),
        (swapped("open d", "walk D2"), 5, "nobody can step from C2 to D2"),
        (swapped("walk D2", "defeat guard"), 6, "but that is done from"),
        (swapped("defeat guard", "explore p from b"), 7, "there is an enemy left in B"),
        (swapped("explore p from b", "search b"), 8, "P has to be found before B is searched"),
        (swapped("act pull", "event turned"), 11, "that does not happen"),
        (line_with("pick-up jewel", "search b"), 9, "Jewel does not lie on the board"),
        (line_with("pick-up key", "wait 3"), 13, "Key has been taken already"),
        (line_with("open d", "wait 3"), 13, "D stands open already"),
        (line_with("defeat guard", "wait 3"), 13, "Guard is no longer there"),
        (line_with("search b", "wait 3"), 13, "B has been searched already"),
        (line_with("explore p from c", "wait 3"), 13, "P has been found already"),
        (line_with("event turned", "wait 3"), 13, "that does not happen"),
        (line_with("open p", "wait 3"), 13, "P is not a door"),
        (line_with("explore d from a", "wait 3"), 13, "D is not a hidden passage"),
        (line_with("explore p from a", "wait 3"), 13, "P is not found from `a`"),
        (line_with("open moon", "wait 3"), 13, "there is no gate `moon`"),
        (line_with("explore moon from a", "wait 3"), 13, "there is no gate `moon`"),
        (line_with("search moon", "wait 3"), 13, "there is no area `moon`"),
        (line_with("pick-up moon", "wait 3"), 13, "there is no item `moon`"),
        (line_with("defeat moon", "wait 3"), 13, "there is no enemy `moon`"),
        (line_with("defeat hoard", "wait 3"), 13, "there is no enemy `hoard`"),
        (line_with("act moon", "wait 3"), 13, "there is no action `moon`"),
        (line_with("event moon", "wait 3"), 13, "that does not happen"),
        (line_with("spring moon", "wait 3"), 13, "there is no trap `moon`"),
        (line_with("danor: walk H1", "wait 3"), 13, "danor is not on the board"),
        (line_with("danor: act pull", "wait 3"), 13, "there is no `danor` on the board"),
        (line_with("hand key to orlaf", "wait 3"), 13, "orlaf does not carry that"),
        (line_with("hand key to moon", "open d"), 5, "there is no `moon` on the board"),
        (line_with("wait 0", "wait 3"), 13, "the step does not say which round it waits for"),
    ],
)
def test_a_line_that_breaks_a_rule_is_refused_at_its_step(line, number, words):
    done = replay(QUEST, steps(line))
    assert (done.accepted, done.won, done.refused_at) == (False, False, number - 1), done
    assert done.reason.startswith(f"step {number}, “")
    assert words in done.reason


# -- where one walks -------------------------------------------------------------------------


def test_nobody_walks_through_furniture_or_between_two_corners_of_it():
    """The bone lies behind barrels that stand at both sides of the corner."""
    assert "nobody can step from H1 to I2" in refused(QUEST, line_with("walk H1 I2", "wait 3"))
    other = played(
        DRAWING.replace("P. f .|", "P. . .|"),
        LEGEND,
        AREAS + "item key at A2\n  item bone at I2\n  victory heroes when bone taken",
    )
    way = LINE.partition("; search b")[0] + "; walk E2 F2 G2 H1 I2; pick-up bone"
    assert replay(other, steps(way)).won


def test_what_lies_on_furniture_is_taken_from_beside_it():
    assert replay(QUEST, steps(line_with("walk H1; pick-up hat", "wait 3"))).won
    assert "as H1 or I2" in refused(QUEST, "begin A1; pick-up hat").replace("from", "as")


def test_a_door_that_shuts_stays_unlocked():
    quest = played(
        SHUT,
        "D: door d locked by key spent",
        HALVES
        + """item key at A1
  event slam when any hero in b { close d }
  victory heroes when slam happened and all heroes at A1""",
    )
    there = "begin A1; pick-up key; walk B1 C1; open d; walk D1; event slam"
    assert "nobody can step from D1 to C1" in refused(quest, f"{there}; walk C1")
    assert replay(quest, steps(f"{there}; open d; walk C1 B1 A1")).won


def test_a_gate_that_an_event_opens_reveals_both_sides():
    quest = played(
        SHUT,
        "D: door d",
        HALVES
        + """action pull at A1
  event when pull done { open d }
  victory heroes when b revealed""",
    )
    assert replay(quest, steps("begin A1; act pull")).won


def test_living_enemies_stand_in_the_way_and_are_attacked_through_open_gates():
    quest = played(
        SHUT,
        "D: door d",
        HALVES + "zombie guard at D1 facing west\n  victory heroes when all heroes in b",
    )
    there = "begin A1; walk B1 C1"
    assert "but that is done from" in refused(quest, f"{there}; defeat guard")
    assert "nobody can step from C1 to D1" in refused(quest, f"{there}; open d; walk D1")
    assert replay(quest, steps(f"{there}; open d; defeat guard; walk D1")).won


def test_figures_are_attacked_around_a_corner_that_is_free_on_one_side():
    quest = played(
        SHUT,
        "D: door d",
        HALVES + "zombie guard at D2 facing west\n  victory heroes when guard defeated",
    )
    assert replay(quest, steps("begin A1; walk B1 C1; open d; defeat guard")).won
    assert "done from" in refused(quest, "begin A1; walk B1 C1; defeat guard")
    assert "done from" in refused(quest, "begin A1; walk B1 C2; defeat guard")


def test_nobody_attacks_the_wrong_way_through_a_one_way_gate():
    body = HALVES + "zombie guard at D1 facing west\n  victory heroes when guard defeated"
    line = "begin A1; walk B1 C1; open d; defeat guard"
    assert replay(played(SHUT, "D: door d from a", body), steps(line)).won
    assert "done from" in refused(played(SHUT, "D: door d from b", body), line)


def test_who_enters_reveals_and_may_lose_by_it():
    quest = played(
        SHUT,
        "D: door d open",
        HALVES + "item cup at F1\n  victory overlord when any hero at D1\n"
        "  victory heroes when cup taken",
    )
    done = replay(quest, steps("begin A1; walk B1 C1 D1"))
    assert (done.accepted, done.won, done.lost, done.stuck) == (True, False, True, False)
    assert "the quest is over" in refused(quest, "begin A1; walk B1 C1 D1 E1")


def test_one_portal_leads_to_the_other_and_off_it():
    quest = played(
        """
    +-+-+-+ +-+-+-+
    |s . n| |f . .|
    + + + + + + + +
    |. . .| |r r .|
    +-+-+-+ +-+-+-+
""",
        "n: portal near-end to far-end\n    f: portal far-end\n    r: rubble heap",
        """room a at A1..C2
  room b at E1..G2
  item cup at G2
  action shovel at A1
  event when shovel done { block F1 }
  victory heroes when cup taken""",
    )
    assert replay(quest, steps("begin A1; walk B1 F1 G2; pick-up cup")).won
    # There is no other square to step off to, and nobody squeezes through between the heaps.
    assert "from B1 to F1" in refused(quest, "begin A1; act shovel; walk B1 F1")
    assert "from B1 to C1" in refused(quest, "begin A1; walk B1 C1")
    # There and back, whichever end of them says where it leads.
    ends = {id_: quest.things[id_] for id_ in ("near-end", "far-end")}
    for links in (("far-end", None), (None, "near-end"), ("far-end", "near-end")):
        linked = {
            id_: end._replace(link=link)
            for (id_, end), link in zip(ends.items(), links, strict=True)
        }
        for order in (1, -1):
            things = dict([*(quest.things | linked).items()][::order])
            other = quest._replace(things=things)
            assert replay(other, steps("begin A1; walk B1 F1 B1 F1 G2; pick-up cup")).won


# -- what closes a square ----------------------------------------------------------------------

FALL = (
    HALVES
    + """item cup at F1
  action pull at C1
  event fall when pull done { block C1..D1 }
  event rise when round >= 4 { clear C1 }
  victory heroes when cup taken"""
)


def test_who_stands_where_a_square_is_closed_steps_clear():
    quest = played(SHUT, "D: door d open", FALL)
    line = "begin B1; walk C1; act pull; event fall; walk {}"
    assert replay(quest, steps(line.format("B1"))).stuck
    assert replay(quest, steps(line.format("C2 B1 A1"))).stuck
    assert "steps clear to another square" in refused(quest, line.format("A1"))
    assert "nobody can step from B1 to C1" in refused(quest, line.format("B1 C1"))


def test_who_cannot_step_clear_is_buried_until_the_square_is_cleared():
    body = FALL.replace("block C1..D1", "block A1..F2") + " or round >= 5 and any hero in a"
    quest = played(SHUT, "D: door d open", body)
    buried = "begin B1; walk C1; act pull; event fall"
    assert "nobody can step from C1 to C2" in refused(quest, f"{buried}; walk C2")
    # Who lies below it is in no place, and so in none of those that are denied.
    other = played(SHUT, "D: door d open", body.replace("clear C1", "clear C2"))
    assert replay(other, steps(f"{buried}; wait 5")).stuck
    assert "from C1 to C2" in refused(other, f"{buried}; wait 4; event rise; walk C2")
    assert replay(quest, steps(f"{buried}; wait 4; event rise; wait 5")).won
    denied = body.replace("any hero", "no hero").replace("clear C1", "clear C2")
    assert replay(played(SHUT, "D: door d open", denied), steps(f"{buried}; wait 5")).won


# -- what happens by itself --------------------------------------------------------------------


def test_rounds_pass_one_by_one():
    quest = played(
        SHUT,
        "D: door d",
        HALVES + "event dusk when round >= 3 { end overlord }\n  victory heroes when round > 4",
    )
    assert replay(quest, steps("begin A1; wait 2")).stuck
    assert replay(quest, steps("begin A1; wait 3; event dusk")).lost
    assert "the quest is over" in refused(quest, "begin A1; wait 5")


def test_no_round_is_left_out_while_somebody_waits():
    """The fifth is the only round in which it may happen."""
    body = "event noon when round > 4 and round < 6 { set rung }\n"
    goal = "victory heroes when rung set and any hero at B1"
    quest = played(SHUT, "D: door d", f"{HALVES}{body}  {goal}")
    assert replay(quest, steps("begin A1; wait 9; walk B1")).won
    assert replay(quest, steps("begin A1; wait 4; walk B1")).stuck


@pytest.mark.parametrize(
    ("asked", "rounds"),
    [
        ("round = 3", {3}),
        ("round < 3", {2}),
        ("round <= 3", {2, 3}),
        ("not round > 3", {2, 3}),
        ("round != 3", {2, 4}),
        ("not round = 3", {2, 4}),
        ("round > 2", {3, 4}),
    ],
)
def test_rounds_are_compared(asked, rounds):
    quest = played(
        SHUT, "D: door d", HALVES + f"item cup at A1\n  victory heroes when {asked} and cup taken"
    )
    line = "begin A1; wait {}; pick-up cup"
    assert {
        number for number in (2, 3, 4) if replay(quest, steps(line.format(number))).won
    } == rounds


def test_a_repeated_event_is_told_as_often_as_it_happens():
    quest = played(
        SHUT,
        "D: door d",
        HALVES
        + """event tick whenever d opened { set ticked; close d }
  victory heroes when all heroes in b""",
    )
    there = "begin A1; walk B1 C1; open d"
    assert replay(quest, steps(f"{there}; event tick; open d; event tick")).accepted
    assert "that does not happen" in refused(quest, f"{there}; event tick; event tick")
    assert not replay(quest, steps(f"{there}; open d")).won


def test_events_that_never_come_to_rest_lead_nowhere():
    quest = played(
        SHUT,
        "D: door d",
        HALVES
        + """item cup at A1
  event tick whenever d opened and cup taken { close d }
  event tock whenever d closed and cup taken { open d }
  victory heroes when all heroes in b""",
    )
    assert "what follows from it never ends" in refused(quest, "begin A1; pick-up cup")


def test_which_events_are_due_is_settled_before_the_first_of_them_happens():
    """The second is set off by the first, and its turn comes after the victories."""
    body = """action pull at A1
  event first when pull done { set one }
  event second when one set { set two }
  victory heroes when one set and not two set
  victory overlord when two set"""
    assert replay(played(SHUT, "D: door d", HALVES + body), steps("begin A1; act pull")).won


def test_an_event_is_looked_at_again_when_its_turn_comes():
    body = """action pull at A1
  event first when pull done { set one }
  event second when pull done and not one set { end overlord }
  victory heroes when one set and round >= 2"""
    quest = played(SHUT, "D: door d", HALVES + body)
    assert replay(quest, steps("begin A1; act pull; event first; wait 2")).won
    assert "that does not happen" in refused(quest, "begin A1; act pull; event second")


def test_at_one_moment_the_party_wins_before_the_other_side():
    both = "victory heroes when cup taken\n  victory overlord when cup taken"
    quest = played(SHUT, "D: door d", HALVES + "item cup at A1\n  " + both)
    assert replay(quest, steps("begin A1; pick-up cup")).won
    assert "the quest is over" in refused(quest, "begin A1; pick-up cup; walk B1")


def test_an_event_may_end_the_quest_and_the_party_wins_all_the_same():
    body = HALVES + "item cup at A1\n  event doom when cup taken { set doomed; end overlord }\n"
    line = steps("begin A1; pick-up cup; event doom")
    assert replay(played(SHUT, "D: door d", body + "  victory heroes when doomed set"), line).won
    lost = replay(played(SHUT, "D: door d", body + "  victory heroes when all heroes in b"), line)
    assert (lost.accepted, lost.won, lost.lost, lost.stuck) == (True, False, True, False)


# -- what there is to get ----------------------------------------------------------------------


HOARD = """
    +-+-+-+-+
    |s c|. .|
    + + + + +
    |. .D. .|
    +-+-+-+-+
"""
ROOMS = "room a at A1..B2\n  room b at C1..D2\n  "


def test_what_was_had_is_not_found_again():
    quest = played(
        HOARD,
        "D: door d locked by key spent\n    c: chest hoard",
        ROOMS
        + """item key in hoard
  action ask at A2
  event gift when ask done { give key }
  victory heroes when d opened and any hero carries key""",
    )
    assert "nobody has Key" in refused(quest, "begin A1; walk B2; open d")
    line = "begin A1; walk A2; act ask; walk B2; open d; search a"
    assert replay(quest, steps(line)).stuck


def test_nothing_is_found_in_what_was_taken_away():
    quest = played(
        HOARD,
        "D: door d\n    c: chest hoard",
        ROOMS
        + """item key in hoard
  action ask at A2
  event thief when ask done { remove hoard }
  victory heroes when key taken""",
    )
    assert replay(quest, steps("begin A1; search a")).won
    assert replay(quest, steps("begin A1; walk A2; act ask; search a")).stuck


def test_an_event_unlocks():
    quest = played(
        HOARD,
        "D: door d locked by key\n    c: chest hoard",
        ROOMS
        + """item key in hoard
  action ask at A2
  event when ask done { unlock d }
  victory heroes when all heroes in b""",
    )
    assert replay(quest, steps("begin A1; walk A2; act ask; walk B2; open d; walk C2")).won
    assert replay(quest, steps("begin A1; search a; walk B2; open d; walk C2")).won
