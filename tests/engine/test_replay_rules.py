"""The rules that a line of play is held to, one by one; and lines that break them."""

from __future__ import annotations

import pytest

from oracle.replays import played, steps
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
    "pick-up key; open d; defeat guard; explore p from b; search b; enter c; act pull; "
    "event turned; wait 3"
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
    assert replay(QUEST, steps(line_without("enter c"))).won


@pytest.mark.parametrize("step", ["act pull", "wait 3"])
def test_a_line_that_stops_too_early_does_not_win(step):
    done = replay(QUEST, steps(LINE.partition(f"; {step}")[0]))
    assert (done.accepted, done.won, done.stuck) == (True, False, True)


@pytest.mark.parametrize(
    ("line", "number", "words"),
    [
        (line_without("pick-up key"), 1, "nobody has Key"),
        (
            line_without("open d"),
            2,
            "the party cannot reach a square to do that from, such as D1 or D2 or E1",
        ),
        (line_without("defeat guard"), 3, "there is an enemy left in B"),
        (line_without("explore p from b"), 4, "P has to be found before B is searched"),
        (line_without("search b"), 6, "it is not allowed yet"),
        (line_without("act pull"), 7, "that does not happen"),
        (swapped("pick-up key", "open d"), 1, "nobody has Key"),
        (swapped("open d", "defeat guard"), 2, "the party cannot reach a square"),
        (swapped("defeat guard", "explore p from b"), 3, "there is an enemy left in B"),
        (swapped("explore p from b", "search b"), 4, "P has to be found before B is searched"),
        (swapped("act pull", "event turned"), 7, "that does not happen"),
        (line_with("search b", "defeat guard"), 3, "there is an enemy left in B"),
        (line_with("enter c", "explore p from b"), 4, "the party cannot reach C"),
        (line_with("act pull", "explore p from b"), 4, "as G2"),
        (
            line_with("pick-up bone", "act pull"),
            7,
            "the party cannot reach a square to do that from",
        ),
        (line_with("pick-up jewel", "search b"), 5, "Jewel does not lie on the board"),
        (line_with("pick-up key", "wait 3"), 9, "Key has been taken already"),
        (line_with("open d", "wait 3"), 9, "D stands open already"),
        (line_with("defeat guard", "wait 3"), 9, "Guard is no longer there"),
        (line_with("search b", "wait 3"), 9, "B has been searched already"),
        (line_with("explore p from c", "wait 3"), 9, "P has been found already"),
        (line_with("event turned", "wait 3"), 9, "that does not happen"),
        (line_with("open p", "wait 3"), 9, "P is not a door"),
        (line_with("explore d from a", "wait 3"), 9, "D is not a hidden passage"),
        (line_with("explore p from a", "wait 3"), 9, "P is not found from `a`"),
        (line_with("open moon", "wait 3"), 9, "there is no gate `moon`"),
        (line_with("explore moon from a", "wait 3"), 9, "there is no gate `moon`"),
        (line_with("search moon", "wait 3"), 9, "there is no area `moon`"),
        (line_with("enter moon", "wait 3"), 9, "there is no area `moon`"),
        (line_with("pick-up moon", "wait 3"), 9, "there is no item `moon`"),
        (line_with("defeat moon", "wait 3"), 9, "there is no enemy `moon`"),
        (line_with("defeat hoard", "wait 3"), 9, "there is no enemy `hoard`"),
        (line_with("act moon", "wait 3"), 9, "there is no action `moon`"),
        (line_with("event moon", "wait 3"), 9, "there is no event `moon`"),
        (line_with("spring moon", "wait 3"), 9, "there is no trap `moon`"),
        (line_with("event", "wait 3"), 9, "no other side has won"),
        (line_with("wait 0", "wait 3"), 9, "the step does not say which round it waits for"),
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
    through = line_with("pick-up bone", "wait 3")
    assert "as I2" in replay(QUEST, steps(through)).reason
    other = played(
        DRAWING.replace("P. f .|", "P. . .|"),
        LEGEND,
        AREAS + "item key at A2\n  item bone at I2\n  victory heroes when bone taken",
    )
    assert replay(
        other, steps("pick-up key; open d; defeat guard; explore p from b; pick-up bone")
    ).won


def test_what_lies_on_furniture_is_taken_from_beside_it():
    line = line_with("pick-up hat", "wait 3")
    assert replay(QUEST, steps(line)).won
    assert "as H1 or I2" in replay(QUEST, steps("pick-up hat")).reason


SHUT = """
    +-+-+-+-+-+-+
    |s s .D. . .|
    + + + + + + +
    |s s .|. . .|
    +-+-+-+-+-+-+
"""
HALVES = "room a at A1..C2\n  room b at D1..F2\n  "


def test_a_door_that_shuts_leaves_the_party_on_one_side():
    quest = played(
        SHUT,
        "D: door d locked by key",
        HALVES
        + """item key at A1
  item cup at B1
  event slam when key taken and any hero in b { take key; close d }
  victory heroes when cup taken and all heroes in b""",
    )
    assert replay(quest, steps("pick-up key; pick-up cup; open d")).won
    late = replay(quest, steps("pick-up key; open d; enter b; event slam; pick-up cup"))
    assert late.refused_at == 4
    assert "as B1" in late.reason
    assert replay(quest, steps("pick-up key; open d")).stuck


def test_who_enters_reveals_and_may_lose_by_it():
    quest = played(
        SHUT,
        "D: door d open",
        HALVES + "item cup at F1\n  victory overlord when b revealed\n"
        "  victory heroes when cup taken",
    )
    assert "cannot reach" in replay(quest, steps("pick-up cup")).reason
    done = replay(quest, steps("enter b; event"))
    assert (done.accepted, done.won, done.lost, done.stuck) == (True, False, True, True)
    assert "the quest is lost before that" in replay(quest, steps("enter b; search b")).reason


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
    assert replay(quest, steps("enter b; pick-up cup")).won
    # There is no other square to step off to, and nobody squeezes through between the heaps.
    assert "as G2" in replay(quest, steps("act shovel; pick-up cup")).reason
    assert replay(quest, steps("enter b; act shovel; pick-up cup")).refused_at == 2


def test_who_stands_where_a_square_is_closed_stays_there():
    quest = played(
        SHUT,
        "D: door d open",
        HALVES
        + """item cup at F1
  action pull at C1
  event fall when pull done { block C1 }
  event rise when round >= 4 { clear C1 }
  victory heroes when cup taken""",
    )
    assert "cannot reach" in replay(quest, steps("act pull; pick-up cup")).reason
    assert replay(quest, steps("act pull; wait 4; pick-up cup")).won


def test_a_place_that_an_event_has_closed_is_out_of_reach():
    quest = played(
        SHUT,
        "D: door d open",
        HALVES + "event fall when round >= 2 { block D1..F2 }\n"
        "  victory heroes when round >= 3 and all heroes in b",
    )
    done = replay(quest, steps("wait 3"))
    assert (done.accepted, done.won) == (True, False)


# -- what happens by itself --------------------------------------------------------------------


def test_rounds_pass_one_by_one():
    quest = played(
        SHUT,
        "D: door d",
        HALVES + "event dusk when round >= 3 { end overlord }\n  victory heroes when round > 4",
    )
    assert replay(quest, steps("wait 2")).accepted
    assert replay(quest, steps("wait 3; event dusk; event")).lost
    assert "the quest is lost before that" in replay(quest, steps("wait 5")).reason


def test_a_repeated_event_is_told_as_often_as_it_happens():
    quest = played(
        SHUT,
        "D: door d",
        HALVES
        + """event tick whenever d opened { set ticked; close d }
  victory heroes when all heroes in b""",
    )
    assert replay(quest, steps("open d; event tick; open d; event tick")).accepted
    assert replay(quest, steps("open d; event tick; event tick")).refused_at == 2
    assert replay(quest, steps("open d; open d")).accepted
    assert not replay(quest, steps("open d; open d")).won


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
    assert replay(quest, steps("open d")).won
    assert "what follows from it never ends" in replay(quest, steps("pick-up cup")).reason


def test_at_one_moment_the_party_wins_before_the_other_side():
    both = "victory heroes when cup taken\n  victory overlord when cup taken"
    quest = played(SHUT, "D: door d", HALVES + "item cup at A1\n  " + both)
    assert replay(quest, steps("pick-up cup")).won
    assert "the quest is won before that" in replay(quest, steps("pick-up cup; open d")).reason


def test_an_event_ends_the_quest_at_once():
    quest = played(
        SHUT,
        "D: door d",
        HALVES
        + """item cup at A1
  event doom when cup taken { set doomed; end overlord }
  victory heroes when doomed set""",
    )
    done = replay(quest, steps("pick-up cup; event doom; event"))
    assert (done.accepted, done.won, done.lost) == (True, False, True)


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
    assert "nobody has Key" in replay(quest, steps("open d")).reason
    assert not replay(quest, steps("act ask; open d; search a")).won


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
    assert replay(quest, steps("search a")).won
    assert not replay(quest, steps("act ask; search a")).won


def test_an_event_opens_without_a_key_and_another_unlocks():
    quest = played(
        HOARD,
        "D: door d locked by key\n    c: chest hoard",
        ROOMS
        + """item key in hoard
  action ask at A2
  event when ask done { unlock d }
  victory heroes when all heroes in b""",
    )
    assert replay(quest, steps("act ask; open d")).won
    assert replay(quest, steps("search a; open d")).won


# -- the party -----------------------------------------------------------------------------------

FOUR = "orlaf, rordin, madriga, danor"
PLATES = (
    HALVES
    + """event gate when 2 heroes in a and 2 heroes in b { set both }
  victory heroes when both set"""
)


def test_the_party_spreads_where_two_places_are_asked_for():
    assert replay(played(SHUT, "D: door d", PLATES, FOUR), steps("open d; event gate")).won
    assert not replay(played(SHUT, "D: door d", PLATES, FOUR), ()).won
    three = played(SHUT, "D: door d", PLATES, "orlaf, rordin, danor")
    assert "that does not happen" in replay(three, steps("open d; event gate")).reason


def test_an_action_may_ask_that_others_stand_elsewhere():
    body = HALVES + "action pull at F1 when any hero at A1\n  victory heroes when pull done"
    assert replay(played(SHUT, "D: door d", body, "orlaf, danor"), steps("open d; act pull")).won
    alone = replay(played(SHUT, "D: door d", body), steps("open d; act pull"))
    assert "it is not allowed yet" in alone.reason


def test_a_place_without_room_for_all_is_no_place_for_all():
    body = HALVES + "victory heroes when all heroes at C1"
    assert replay(played(SHUT, "D: door d", body), ()).won
    assert not replay(played(SHUT, "D: door d", body, FOUR), ()).won


def test_the_party_does_not_spread_over_a_door_that_has_shut():
    body = (
        HALVES
        + """event slam when 1 hero in b { close d; set shut }
  victory heroes when shut set and any hero in a and any hero in b"""
    )
    quest = played(SHUT, "D: door d locked by key\n    ", body + "\n  item key", FOUR)
    assert not replay(quest, steps("enter b; event slam")).won


def test_a_party_that_begins_apart_is_not_followed():
    drawing = SHUT.replace("|s s .|. . .|", "|. . .|. s s|")
    quest = played(drawing, "D: door d", HALVES + "victory heroes when all heroes in b", FOUR)
    done = replay(quest, ())
    assert (done.accepted, done.refused_at, done.won) == (False, None, False)
    assert "begins in several parts" in done.reason


def test_nobody_knows_where_figures_of_the_other_side_have_gone():
    body = "room a at A1..C2\n  room b at D1..F2\n  zombie guard at F1 facing west holds cup\n  "
    body += "item cup\n  victory heroes when guard in b"
    quest = played(SHUT, "D: door d", body)
    assert not replay(quest, ()).won
    carried = played(SHUT, "D: door d", body.replace("guard in b", "not guard carries cup"))
    assert not replay(carried, steps("open d")).won
    assert replay(carried, steps("open d; defeat guard")).won
