"""A line of play is replayed: what several members of a party do together."""

from __future__ import annotations

from oracle.replays import HALVES, SHUT, played, refused, steps
from questwright.engine.replay import replay

TWO = "orlaf, danor"
BEGUN = "begin A1; danor: begin B1; "


def test_two_members_do_not_stay_on_one_square():
    body = HALVES + "victory heroes when all heroes at C1..C2"
    quest = played(SHUT, "D: door d", body, TWO)
    assert "another member begins on A1" in refused(quest, "begin A1; danor: begin A1")
    # Friends are passed.
    assert replay(quest, steps(BEGUN + "walk B1 C1; danor: walk C2")).won
    assert "two members of the party stand on C1" in refused(
        quest, BEGUN + "walk B1 C1; danor: walk C1"
    )
    assert "stand on B1" in refused(quest, BEGUN + "walk B1; danor: walk C1")


def test_nobody_passes_a_friend_where_something_would_come_of_it():
    body = HALVES + "event fall when danor at B1 { set heard }\n  victory heroes when heard set"
    quest = played(SHUT, "D: door d", body, TWO)
    begun = "begin B1; danor: begin A1; danor: walk "
    assert replay(quest, steps(f"{begun}B1 C1")).refused_at == 2
    assert replay(quest, steps("begin B1; danor: begin A1; walk B2; danor: walk B1")).won


def test_who_stands_elsewhere_does_not_move_when_a_friend_is_passed():
    """Orlaf is passed on B1 by Danor; Rordin, the first of the party, stays on B2."""
    body = HALVES + "event fall when danor at B1 and rordin at B2 { set heard }\n"
    quest = played(
        SHUT, "D: door d", f"{body}  victory heroes when heard set", "rordin, orlaf, danor"
    )
    begun = "rordin: begin B2; begin B1; danor: begin A1; danor: walk "
    assert replay(quest, steps(f"{begun}B1 C1")).refused_at == 3


def test_who_is_passed_does_not_move():
    """Orlaf is passed on B1 by Danor, who comes from A1: nobody but Danor was there."""
    body = (
        HALVES + "event fall when orlaf at A1 { remove danor }\n  victory heroes when danor at C1"
    )
    quest = played(SHUT, "D: door d", body, TWO)
    assert replay(quest, steps("begin B1; danor: begin A1; danor: walk B1 C1")).won


def test_a_friend_is_passed_by_who_leaves_the_place_of_a_recurring_event():
    """That the event may happen again is nothing that comes of the step."""
    event = "event noise whenever danor at A1 { set heard }"
    body = f"{HALVES}{event}\n  victory heroes when danor at C1"
    quest = played(SHUT, "D: door d", body, TWO)
    assert replay(quest, steps("begin B1; danor: begin A1; danor: walk B1 C1")).won


def test_all_are_all_who_are_left_and_nothing_of_all_holds_when_none_is():
    body = HALVES + "action pull at A1\n  event fate when pull done {{ remove {} }}\n  {}"
    lost = body.format("danor", "victory heroes when all heroes in b and pull done")
    line = BEGUN + "act pull; walk B1 C1; open d; walk D1"
    assert replay(played(SHUT, "D: door d", lost, TWO), steps(line)).won
    alone = body.format(
        "orlaf", "victory heroes when all heroes in a and pull done and fate happened"
    )
    assert replay(played(SHUT, "D: door d", alone), steps("begin A1; act pull; event fate")).lost


HANDED = (
    HALVES
    + """item key at A1
  action pull at F1 when {} carries key
  victory heroes when pull done"""
)


def test_things_are_handed_over_an_edge_and_not_over_a_corner():
    quest = played(SHUT, "D: door d", HANDED.format("danor"), TWO)
    have = "begin A1; danor: begin B1; pick-up key; "
    assert "does not carry that" in refused(quest, have + "hand crown to danor")
    on = "danor: walk C1; danor: open d; danor: walk D1 E1 F1; danor: act pull"
    assert "it is not allowed yet" in refused(quest, have + on)
    assert replay(quest, steps(f"{have}hand key to danor; {on}")).won
    assert "from A1 to B2" in refused(quest, f"{have}danor: walk B2; hand key to danor; {on}")


def test_things_are_handed_through_open_gates_whoever_may_pass():
    body = (
        HALVES
        + """item key at A1
  item cup at D1
  victory heroes when danor carries key and orlaf carries cup"""
    )
    quest = played(SHUT, "D: door d from a for danor", body, TWO)
    have = "begin A1; danor: begin B1; pick-up key; danor: walk C1; danor: open d; "
    there = f"{have}danor: walk D1; danor: pick-up cup; walk B1 C1; "
    assert "from C1 to D1" in refused(quest, f"{have}danor: walk D1; walk B1 C1 D1")
    both = f"{there}hand key to danor; danor: hand cup to orlaf"
    assert replay(quest, steps(both)).won
    assert "from D1 to C1" in refused(quest, f"{there}hand key to danor; danor: walk C1")


def test_who_gets_what_an_event_gives_is_for_the_members_to_choose():
    body = (
        HALVES
        + """item key
  action ask at A1
  event gift when ask done { give key }
  victory heroes when {} carries key"""
    )
    for word in ("orlaf", "danor"):
        quest = played(SHUT, "D: door d", body.replace("{}", word), TWO)
        assert replay(quest, steps(BEGUN + "act ask")).won
        assert replay(quest, steps(BEGUN + "act ask")).stuck


def test_nobody_knows_where_figures_of_the_other_side_have_gone():
    body = "room a at A1..C2\n  room b at D1..F2\n  zombie guard at F1 facing west holds cup\n  "
    body += "item cup\n  victory heroes when guard in b"
    quest = played(SHUT, "D: door d", body)
    assert not replay(quest, steps("begin A1")).won
    assert not replay(
        played(SHUT, "D: door d", body.replace("guard in b", "not guard in b")), steps("begin A1")
    ).won


ROPE = played(
    """
    +-+-+-+
    |s s .|
    +-+-+-+
""",
    "",
    """room a at A1..C1
  action pull at C1 for danor
  victory heroes when pull done""",
    heroes="orlaf, danor",
)


def test_an_action_that_is_for_somebody_is_done_by_nobody_else():
    heroes = "begin A1; danor: begin B1; "
    assert replay(ROPE, steps(heroes + "danor: walk C1; danor: act pull")).won
    refused = replay(ROPE, steps(heroes + "walk B1 C1; act pull"))
    assert (refused.refused_at, refused.won) == (3, False)


GIVEN = (
    HALVES
    + """item key
  item bone at A2
  lock brass on d by key
  action pull at A1
  event fate when pull done {{ {} }}
  victory heroes when d opened"""
)


def given(*effects):
    legend = "D: door d"
    return played(SHUT, legend, GIVEN.format("\n ".join(effects)), TWO)


def test_an_item_is_with_whom_it_was_given_to_and_with_nobody_else():
    quest = given("give key to danor")
    have = BEGUN + "act pull; event fate; "
    assert replay(quest, steps(have + "danor: walk C1; danor: open d")).won
    assert "does not carry what it takes" in refused(
        quest, have + "danor: walk A2; walk B1 C1; open d"
    )
    assert "does not carry that" in refused(quest, have + "hand key to danor")
    on = "danor: hand key to orlaf; danor: walk B2; walk B1 C1; open d"
    assert replay(quest, steps(have + on)).won


def test_an_item_that_somebody_has_goes_to_whom_it_is_given():
    quest = given("give key to danor", "give key to orlaf")
    line = BEGUN + "act pull; danor: walk C1; danor: open d"
    assert "does not carry what it takes" in refused(quest, line)
    assert replay(quest, steps(BEGUN + "act pull; danor: walk A2; walk B1 C1; open d")).won


def test_of_several_either_may_have_got_it():
    quest = given("give key to danor, orlaf")
    assert replay(quest, steps(BEGUN + "act pull; danor: walk C1; danor: open d")).won
    assert replay(quest, steps(BEGUN + "act pull; danor: walk A2; walk B1 C1; open d")).won


def test_nobody_is_given_what_is_for_a_member_who_is_lost():
    line = BEGUN + "act pull; walk B1 C1; open d"
    assert "nobody has Key" in refused(given("remove danor", "give key to danor"), line)
    assert replay(given("give key to danor", "remove danor"), steps(line)).won
    assert replay(given("remove danor", "give key to danor, orlaf"), steps(line)).won
