"""Small quests in which the second player once found what the proof had not seen."""

from __future__ import annotations

import pytest

from support.small import NOOK, TWO_ROOMS, TWO_ROWS, small, verdict


@pytest.mark.parametrize(("fall", "expected"), [("", "winnable"), ("block C1", "can-strand")])
def test_one_shoots_over_a_chest_on_which_something_may_fall(fall, expected):
    drawing = """
    +-+-+-+-+
    |. . . .|
    +-+-+-+-+"""
    body = f"""corridor a at A1..D1
  start at A1
  chest c1 at C1
  zombie z1 at D1 facing west
  action pull at A1
  event e1 when pull done {{
    set pulled
    {fall}
  }}
  victory heroes when z1 defeated"""
    assert verdict(drawing, body, "madriga") == expected


def test_who_shoots_past_friends_needs_them_to_have_room():
    drawing = """
    +-+-+-+-+-+-+
    |. . . .|. .|
    +-+-+-+-+-+-+"""
    body = """room a at A1, B1, C1, D1
  room b at E1, F1
  start at F1, D1, E1
  door d1 at D1|E1 open from b
  skeleton-warrior z1 at A1 facing west
  chest c1 at B1
  victory heroes when z1 defeated"""
    assert verdict(drawing, body, "orlaf, rordin, madriga") == "can-strand"
    assert verdict(drawing, body, "madriga") == "winnable"


def test_who_steps_clear_is_not_in_the_way_of_another():
    body = """room a at A1, B1, C1
  room b at A2, B2, C2
  start at B1 for madriga
  start at A1 for orlaf from round 3
  secret s1 at B1|B2 from a
  chest c1 at C1
  item cup at B2
  action pull1 at B2
  event e1 whenever any hero at A2 {
    block A2, B1
  }
  victory heroes when pull1 done and any hero carries cup"""
    assert verdict(TWO_ROWS, body, "madriga, orlaf") == "winnable"


def test_who_has_stepped_clear_stays_there_when_another_is_lost():
    body = """room a at A1, B1, B2
  room b at C1, C2
  room c at A2
  start at C1 for rordin
  start at C2 for orlaf
  door d1 at B1|C1
  skeleton-warrior z1 at B1 facing west
  rubble r1 at B2
  event e1 when z1 defeated {
    block C1
  }
  event e2 when z1 defeated {
    remove orlaf
    open d1
  }
  victory heroes when z1 defeated and rordin in a"""
    assert verdict(NOOK, body, "rordin, orlaf") == "winnable"


def test_a_door_shuts_behind_whoever_steps_through_it_over_a_corner():
    drawing = """
    +-+-+-+
    |. .|.|
    +-+-+ +
    |.|. .|
    +-+-+-+"""
    body = """room a at A1, B1
  room b at C1, B2, C2
  room c at A2
  start at C2
  door d1 at B1|C1 locked by k1
  secret s1 at B2|A2
  item k1 at C1
  event e1 whenever any hero at C2 {
    open d1
  }
  event e2 whenever no hero at C2 {
    close d1
  }
  victory heroes when all heroes in c and k1 taken"""
    assert verdict(drawing, body, "orlaf") == "can-strand"


def test_nobody_counts_on_the_only_cell_of_a_room_that_another_is_on():
    body = """room a at A1, B1, B2
  room b at C1, C2
  room c at A2
  start at C2, A2
  door d1 at B2|C2 from a
  door d2 at B1|C1 from b
  door d3 at B2|A2
  chest c1 at C1
  item cup at A1
  event e1 when cup taken {
    block C1, A1
  }
  victory heroes when orlaf in b and b searched"""
    assert verdict(NOOK, body, "rordin, orlaf") == "can-strand"


def test_who_is_shut_in_does_not_come_back_over_what_will_fall():
    drawing = """
    +-+-+-+-+-+-+
    |. .|. .|. .|
    + + +-+-+-+-+
    |. .|. . . .|
    +-+-+-+-+-+-+"""
    body = """room a at A1, B1, A2, B2
  room b at C1, D1
  room c at E1, F1
  room d at C2, D2, E2, F2
  start at C1, D1
  door d1 at B1|C1 from b
  door d2 at B2|C2
  door d3 at C1|C2
  door d4 at F1|F2
  chest c1 at A1
  event e1 when any hero at E1 {
    block B1, B2
  }
  event e3 whenever not any hero at A2 {
    block B2, F2
    reveal d
  }
  victory heroes when any hero in d and d searched"""
    assert verdict(drawing, body, "madriga") == "can-strand"


def test_two_who_fill_a_room_do_not_change_places_to_open_its_door():
    drawing = """
    +-+-+-+
    |. . .|
    +-+-+-+
    |. .|.|
    +-+-+-+"""
    body = """room a at A1, B1, C1
  room b at A2, B2
  room c at C2
  start at A2, B2
  door d1 at A1|A2 locked by rordin
  door d2 at C1|C2
  door d3 at B2|C2
  dwarf-revenant z1 at A1 facing west
  chest c1 at C2
  pillar p1 at B1
  event e1 when a revealed {
    open d3
  }
  victory heroes when madriga in a"""
    assert verdict(drawing, body, "madriga, rordin") == "can-strand"


@pytest.mark.parametrize(("asked", "expected"), [("gate-2 found", "winnable"), ("", "winnable")])
def test_who_goes_through_a_secret_door_has_found_it(asked, expected):
    drawing = """
    +-+-+-+-+-+-+
    |. .|. .|. .|
    +-+-+-+-+-+-+"""
    body = f"""room a at A1, B1
  room b at C1, D1
  room c at E1, F1
  start at A1
  secret gate-2 at B1|C1
  door gate-3 at D1|E1 from b
  victory heroes when any hero in c{asked and f" and {asked}"}"""
    assert verdict(drawing, body, "orlaf") == expected


@pytest.mark.parametrize(("by", "expected"), [("", "winnable"), (" for rordin", "can-strand")])
def test_an_action_may_be_for_one_member_alone(by, expected):
    drawing = """
    +-+-+-+
    |. .|.|
    +-+-+-+"""
    body = f"""room a at A1, B1
  room b at C1
  start at A1, B1
  door d1 at B1|C1 from a
  action pull1 at B1{by}
  victory heroes when pull1 done"""
    assert verdict(drawing, body, "madriga, rordin") == expected


def test_nobody_passes_a_friend_over_the_square_on_which_something_would_happen():
    """It would happen as one steps there: the friend makes way first."""
    drawing = """
    +-+-+-+-+-+-+
    |. . .|. .|.|
    +-+-+-+-+-+-+"""
    body = """room a at A1, B1, C1
  room b at D1, E1
  room c at F1
  start at B1, A1
  door d1 at C1|D1 from a
  door d2 at E1|F1
  pillar p1 at F1
  event e3 when orlaf at C1, E1 {
    end heroes
  }
  victory heroes when madriga in b and c searched"""
    assert verdict(drawing, body, "orlaf, madriga") == "winnable"


def test_who_cannot_step_aside_without_harm_is_in_the_way_of_a_shot():
    drawing = """
    +-+-+-+-+-+-+
    |. . . .|. .|
    +-+-+-+-+-+-+"""
    body = """room a at A1, B1, C1, D1
  room b at E1, F1
  start at F1, E1
  door d1 at D1|E1 open
  skeleton-archer z1 at A1 facing west
  victory heroes when z1 defeated and any hero in a
  victory overlord when any hero in a and not any hero at A1"""
    assert verdict(drawing, body, "orlaf, madriga") == "can-strand"


def test_nobody_counts_on_a_shot_past_a_friend_who_cannot_step_aside():
    drawing = """
    +-+-+
    |. .|
    + +-+
    |.|.|
    +-+ +
    |. .|
    +-+-+"""
    body = """room a at A1, B1, A2
  room b at B2, A3, B3
  start at A1, B1
  door d1 at B1|B2
  skeleton-archer z1 at B3 facing west
  chest c1 at A3
  portal g1 at B2 to g2
  portal g2 at A2
  victory heroes when any hero in b"""
    assert verdict(drawing, body, "madriga, rordin") == "can-strand"


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("event when round > 2 {\n end overlord\n end heroes\n }", "winnable"),
        (
            "event when round > 2 {\n end overlord\n set x\n }\n victory heroes when x set",
            "winnable",
        ),
        ("victory overlord when round > 2\n victory heroes when round > 2", "winnable"),
        ("victory overlord when round > 2\n victory heroes when round > 3", "unwinnable"),
    ],
)
def test_who_wins_in_the_moment_in_which_another_side_wins_by_time_has_won(body, expected):
    drawing = """
    +-+-+
    |. .|
    +-+-+"""
    rest = """room a at A1, B1
  start at A1
  item cup
  victory heroes when any hero carries cup
  """
    assert verdict(drawing, rest + body, "rordin") == expected


def test_who_is_shut_in_on_the_only_square_to_come_in_by_keeps_others_out():
    body = """room a at A1, B1
  room b at A2, B2
  start at A1 for madriga
  start at B1 for orlaf from round 3
  door d1 at B1|B2 for orlaf
  item cup at B1
  event e1 whenever a searched {
    block A1
  }
  victory heroes when any hero in b and any hero carries cup"""
    assert verdict(TWO_ROOMS, body, "madriga, orlaf") == "can-strand"


@pytest.mark.parametrize("heroes", ["rordin", "rordin, orlaf"])
def test_nobody_reaches_through_a_gate_for_some_alone_whoever_plays(heroes):
    drawing = """
    +-+-+-+
    |. .|.|
    + + +-+
    |. .|.|
    +-+-+-+
    |.|. .|
    +-+-+-+"""
    body = """room a at A1, B1, A2, B2
  room b at B3, C3
  room c at A3
  room d at C1
  room e at C2
  start at B2, A1
  door d1 at A2|A3 open for rordin
  pillar p1 at A3
  action pull1 at p1
  victory heroes when pull1 done"""
    assert verdict(drawing, body, heroes) == "unwinnable"


PASSED = """
    +-+-+-+-+-+
    |. .|.|. .|
    + +-+-+-+ +
    |. . . . .|
    +-+-+-+-+-+"""


@pytest.mark.parametrize("heroes", ["danor", "orlaf, danor"])
def test_a_square_is_stepped_on_though_a_friend_stands_there(heroes):
    """Whoever comes to the trapdoor loses: a friend on it does not make a bridge."""
    body = """room a at A1..B2, C2..E2, D1..E1
  room nook at C1
  start at A1, A2
  victory heroes when danor at E2
  victory overlord when danor at C2"""
    assert verdict(PASSED, body, heroes) == "unwinnable"


@pytest.mark.parametrize(
    ("end", "expected"),
    [
        ("orlaf at B1", "unwinnable"),
        ("orlaf at p1", "vacuous"),
        ("orlaf at B2", "winnable"),
        ("not orlaf at A1 and orlaf at A1..B1", "unwinnable"),
        ("pull done and orlaf at p1", "winnable"),
    ],
)
def test_at_a_square_is_on_it_and_at_a_thing_beside_it(end, expected):
    drawing = """
    +-+-+
    |. .|
    + +-+
    |. .|
    +-+-+"""
    body = f"""room a at A1, B1, A2, B2
  start at A1
  pillar p1 at B1
  rubble r1 at B2
  action pull at A2
  event when pull done {{
    clear B2
  }}
  victory heroes when {end}"""
    assert verdict(drawing, body, "orlaf") == expected


@pytest.mark.parametrize(
    ("falls", "won", "rounds"),
    [
        pytest.param("madriga at C1", "done set", (1, 1), id="of what the party does"),
        pytest.param("round = 4", "done set and round <= 5", (4, 4), id="in a round"),
    ],
)
def test_who_is_lost_is_in_no_room(falls, won, rounds):
    drawing = """
    +-+-+-+
    |. . .|
    +-+-+-+"""
    body = f"""room hall at A1, B1, C1
  start at A1 for rordin
  start at B1 for madriga
  event pit when {falls} {{
    remove rordin
  }}
  event out when not rordin in hall {{
    set done
  }}
  victory heroes when {won}"""
    found = small(drawing, body, "rordin, madriga").proof.verdict()
    assert (found.kind, found.rounds) == ("winnable", rounds)


def test_a_walk_there_and_back_is_told_where_something_is_seen_by_it():
    drawing = """
    +-+-+-+-+-+-+
    |. . . .|. .|
    +-+-+-+-+-+-+"""
    body = """room a at A1, B1, C1, D1
  room b at E1, F1
  start at A1
  door d1 at D1|E1 open
  item cup at A1
  event e1 when madriga in a and b revealed {
    remove madriga
  }
  victory heroes when any hero carries cup"""
    losing = small(drawing, body, "madriga").proof.verdict().losing
    assert [step.text for step in losing[1:]] == [
        "Madriga walks to E1 in the B",
        "Madriga walks to D1 in the A",
        "E1: Madriga is lost",
    ]


def test_nobody_loses_beyond_a_secret_passage_whose_finding_has_won():
    drawing = """
    +-+-+-+
    |. .|.|
    + +-+ +
    |.|. .|
    +-+-+-+"""
    body = """room hall at A1, B1, A2
  room vault at B2, C1, C2
  start at A1
  secret gap at A2|B2
  event won when vault cleared {
    end heroes
  }
  victory overlord when no hero in hall"""
    found = small(drawing, body, "orlaf").proof.verdict()
    assert (found.losing, found.undecided) == ((), ())


def test_who_cannot_pass_somebody_who_is_stuck_is_told_so():
    """Madriga fills B1 and leaves it by no door: something comes of it that Rordin leaves A1."""
    drawing = """
    +-+-+-+
    |.|.|.|
    +-+-+-+"""
    body = """room a at A1
  room b at B1
  room c at C1
  start at A1 for rordin
  start at B1 for madriga
  door d1 at A1|B1 open for rordin
  door d2 at B1|C1 open for rordin
  action ring at C1
  event bell when no hero in a { set rung }
  victory heroes when ring done and rung set"""
    proof = small(drawing, body, "rordin, madriga").proof
    assert proof.kind == "unwinnable"
    told = [cause.text for cause in proof.why_unwinnable()]
    assert "only Rordin goes through the D2" in told
