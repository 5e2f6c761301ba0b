"""Small quests of which the second player once could not follow the line as it was told."""

from __future__ import annotations

from itertools import permutations

from oracle.witness.player import Rules
from questwright.compiler.grid.cells import each_cell
from questwright.compiler.verdict.task.task import DeedSort
from questwright.compiler.verdict.translate.translate import translation
from support.followed import lines
from support.one_text import without_checks, without_proof
from support.small import TWO_ROOMS, small


def test_who_steps_clear_into_a_wide_room_finds_the_cell_behind_the_door_free():
    drawing = """
    +-+-+-+-+
    |. . .|.|
    + +-+-+ +
    |.|. . .|
    +-+-+-+-+"""
    body = """room a at A1, B1, C1, A2
  room b at D1, B2, C2, D2
  start at A2, C1
  door d1 at C1|C2 from a
  event e1 when a searched {
    block B1, C1
  }
  event e2 when 2 heroes in b {
    set dark
  }
  victory heroes when rordin in b and a searched and b searched and dark set"""
    win, _ = lines(drawing, body, "danor, rordin")
    assert win[3:5] == ["Danor walks to B2 in the B", "Rordin walks to C1 in the A"]
    assert "Rordin steps clear to C2 in the B" in win


def test_who_searches_may_stand_where_somebody_could_have_stepped_clear():
    drawing = """
    +-+-+-+
    |. . .|
    + +-+-+
    |.|. .|
    +-+-+-+"""
    body = """room a at A1, B1, C1, A2
  room b at B2, C2
  start at C1, B1
  door d1 at C1|C2 from a
  item cup at A1
  action pull1 at d1
  action pull2 at A2
  event e1 when a searched {
    block C1
  }
  victory heroes when any hero carries cup and pull2 done"""
    win, _ = lines(drawing, body, "madriga, orlaf")
    assert win[-1] == "Madriga: Pull2"


def test_who_is_lost_in_the_same_moment_is_not_in_the_way_of_who_steps_clear():
    drawing = """
    +-+-+-+-+-+-+
    |. . . .|. .|
    +-+-+-+-+-+-+"""
    body = """room a at A1, B1, C1, D1
  room b at E1, F1
  start at F1, E1
  door d1 at D1|E1
  ghost z1 at C1 facing west
  event e1 when b searched {
    remove madriga
  }
  event e2 when b searched {
    block E1, A1
  }
  victory heroes when a searched and z1 defeated"""
    _, stranded = lines(drawing, body, "rordin, madriga")
    assert stranded[-1] == "Rordin steps clear to F1 in the B"


def test_what_members_need_when_a_deed_parts_them_is_handed_over_before():
    drawing = """
    +-+-+-+-+-+-+
    |. .|. . .|.|
    +-+-+-+-+-+-+"""
    body = """room a at A1, B1
  room b at C1, D1, E1
  room c at F1
  start at C1, D1
  door d1 at B1|C1 from b
  door d2 at E1|F1 locked by k1
  zombie z1 at F1 facing west
  item k1 at D1
  event e1 when d1 opened {
    block C1
  }
  victory heroes when any hero in c and z1 defeated"""
    _, stranded = lines(drawing, body, "orlaf, madriga")
    assert "Madriga hands the K1 to Orlaf" in stranded


def test_what_somebody_is_asked_for_because_of_a_deed_is_handed_over_before():
    drawing = """
    +-+-+-+-+-+-+
    |. . . .|. .|
    +-+-+-+-+-+-+"""
    body = """room a at A1, B1, C1, D1
  room b at E1, F1
  start at E1, C1
  door d1 at D1|E1
  ghost z1 at B1 facing west
  item cup at E1
  action pull1 at d1
  action pull2 at d1
  event e1 when a searched {
    block D1
  }
  event e2 when b searched {
    remove orlaf
  }
  event e3 whenever a searched {
    block E1
  }
  event e4 whenever all heroes in a and z1 defeated and not heroes in b {
    close d1
  }
  victory heroes when any hero carries cup and pull2 done
  victory overlord when z1 defeated and not rordin carries cup"""
    _, stranded = lines(drawing, body, "rordin, orlaf")
    handed = stranded.index("Orlaf hands the Cup to Rordin")
    fought = next(n for n, told in enumerate(stranded) if told.endswith(": Defeat the Z1"))
    assert handed < fought


def test_who_hands_something_on_and_is_lost_by_that_has_come_there():
    drawing = """
    +-+-+-+
    |.|. .|
    + +-+-+
    |. .|.|
    +-+-+-+"""
    body = """room a at A1, A2, B2
  room b at B1, C1
  room c at C2
  start at C2, B2
  secret s1 at B2|B1
  door d1 at B2|C2
  door d2 at C1|C2 from b
  skeleton-archer z1 at A1 facing west
  zombie z2 at C1 facing west
  item cup at B2
  item bell at B1
  action pull1 at A2
  event e1 when orlaf carries bell {
    remove madriga
  }
  event e2 when 2 heroes in a {
    give cup
    set bell-rung
  }
  victory heroes when b searched and any hero carries bell and madriga in a"""
    _, stranded = lines(drawing, body, "madriga, orlaf")
    assert stranded[-2:] == ["Madriga hands the Bell to Orlaf", "E1: Madriga is lost"]


def test_of_two_who_are_alike_the_one_goes_on_whom_a_fall_has_not_shut_in():
    drawing = """
    +-+-+-+-+
    |. . .|.|
    + +-+-+ +
    |.|.|. .|
    +-+-+-+-+"""
    body = """room a at A1, B1, C1, A2
  room b at D1, C2, D2
  room c at B2
  start at C2, D2
  door d1 at C1|D1 open
  door d2 at B1|B2 from c
  door d3 at C2|B2
  item cup at B1
  action pull1 at d1
  event e1 whenever b searched {
    block D2
  }
  victory heroes when pull1 done and any hero carries cup and cup taken"""
    win, _ = lines(drawing, body, "rordin, orlaf")
    assert "Rordin: Search the B" in win
    assert "Orlaf: Take the Cup" in win


def test_friends_leave_the_line_free_along_which_somebody_shoots():
    drawing = """
    +-+-+-+
    |.|. .|
    + +-+-+
    |. . .|
    +-+-+-+"""
    body = """room a at A1, A2, B2, C2
  room b at B1, C1
  start at C2, A2, B2
  door d1 at A1|B1 from a
  skeleton-warrior z1 at C1 facing west
  event e1 when a searched {
    remove madriga
  }
  victory heroes when any hero in b and z1 defeated"""
    win, _ = lines(drawing, body, "orlaf, madriga, rordin")
    assert "Madriga: Defeat the Z1" in win


def test_the_cells_that_friends_leave_free_are_those_past_which_somebody_is_seen():
    drawing = """
    +-+-+-+-+-+
    |. . . . .|
    + +-+ + + +
    |. . . . .|
    + + + + +-+
    |. . . .|.|
    +-+-+-+-+-+"""
    body = """room a at A1..E1, A2..E2, A3..D3
  room b at E3
  start at A1, A2, A3
  door d1 at D3|E3 open
  pillar p1 at C1
  chest c1 at B2
  ghost z1 at E1 facing west
  victory heroes when z1 defeated"""
    with without_checks(), without_proof():
        one = small(drawing, body, "madriga, orlaf, rordin")
    task, floor, *_ = translation(one.quest, one.system)
    (deed,) = {deed.cells: deed for deed in task.deeds if deed.sort is DeedSort.DEFEAT}.values()
    rules = Rules(one.quest, one.system)
    (state, *_) = rules.aftermath.beginnings()
    ((target,),) = (foe.cells for foe in rules.ground.figures)
    for here, *others in permutations(each_cell(floor.board.floor & ~deed.cells), 3):
        placed = state._replace(where=(here, *others))
        friends = sum(1 << cell for cell in others)
        is_free = any(not past & friends for past in floor.sights.lines(deed, here, task.given))
        assert is_free is rules.ground.sees(placed, here, target)


def test_who_comes_through_a_portal_opens_the_passage_behind_it_from_elsewhere_before():
    drawing = """
    +-+-+-+
    |.|. .|
    + +-+ +
    |. .|.|
    +-+-+-+
    |. . .|
    +-+-+-+"""
    body = """room a at A1, A2, B2
  room b at B1, C1, C2
  room c at A3, B3, C3
  start at C1
  secret s1 at A1|B1
  door d1 at B2|B1
  door d2 at A2|A3 from a
  secret s2 at C2|C3
  pillar p1 at A1
  portal g1 at C2 to g2
  portal g2 at A2
  action pull2 at d1
  victory heroes when pull2 done and orlaf in c"""
    win, _ = lines(drawing, body, "orlaf")
    assert win[-2:] == [
        "Orlaf: Explore the B: the S2 is found",
        "Orlaf walks through the G1 at C2 and the G2 at A2 to C3 in the C",
    ]


def test_a_line_says_through_which_portals_somebody_walks():
    drawing = """
    +-+-+-+ +-+-+ +-+-+
    |. . .| |. .| |. .|
    + + + + + + + + + +
    |. . .| |. .| |. .|
    +-+-+-+ +-+-+ +-+-+"""
    body = """room a at A1..C2
  room b at E1..F2
  room c at H1..I2
  start at A1
  portal glass at C1 to mirror
  portal mirror at E1
  portal well "The Well" at F2 to shaft
  portal shaft at I1
  item gem at H2
  victory heroes when orlaf carries gem"""
    win, _ = lines(drawing, body, "orlaf")
    assert "Orlaf walks through the Glass at C1 and the Well at F2 to H2 in the C" in win


def test_nobody_has_stood_where_somebody_stood_who_is_lost():
    drawing = """
    +-+-+-+
    |.|. .|
    + +-+ +
    |.|.|.|
    +-+-+-+"""
    body = """room a at A1, A2
  room b at B1, C1, C2
  room c at B2
  start at C1, A1
  secret s1 at A1|B1
  door d1 at A2|B2
  door d2 at C2|B2 locked by k1 spent
  zombie z1 at B2 facing west
  item k1 at C2
  action pull1 at d1
  event e1 when d2 opened {
    block C2
  }
  event e2 whenever rordin carries k1 {
    block C1
  }
  event e3 whenever ((b revealed or d1 opened) and (not any hero in a and pull1 done)) {
    give k1
  }
  event e4 when any hero carries k1 {
    remove rordin
  }
  victory heroes when any hero in a and any hero carries k1
  victory overlord when madriga at C1"""
    _, stranded = lines(drawing, body, "rordin, madriga")
    assert "Rordin: Take the K1" not in stranded


def test_who_finds_a_door_shut_by_what_opened_another_opens_it_again():
    drawing = """
    +-+-+-+
    |. .|.|
    +-+-+ +
    |. .|.|
    +-+-+-+"""
    body = """room a at A1, B1
  room b at C1, C2
  room c at A2, B2
  start at B1 for orlaf
  start at C2 for madriga from round 2
  door d1 at B1|C1
  door d2 at B1|B2
  door d3 at C2|B2 for orlaf
  event e1 when d2 opened {
    close d1
  }
  victory heroes when any hero in c and madriga in c"""
    win, _ = lines(drawing, body, "orlaf, madriga")
    assert win.count("Madriga: Open the D1") == 2


def test_who_steps_clear_goes_where_what_is_told_happens():
    drawing = """
    +-+-+
    |.|.|
    + + +
    |.|.|
    +-+-+
    |. .|
    +-+-+"""
    body = """room a at A1, A2
  room b at B1, B2
  room c at A3, B3
  start at B1, A3
  door d1 at A2|B2
  door d2 at A2|A3 from a
  door d3 at B2|B3 from b
  chest c1 at A1
  rubble r1 at B3
  item cup at A2
  event e2 whenever d2 opened {
    block B2
  }
  event e3 when no hero in b {
    close d3
    remove r1
    clear B2
  }
  victory heroes when any hero carries cup and any hero in a"""
    win, _ = lines(drawing, body, "madriga, orlaf")
    assert win[-1] == "Madriga: Take the Cup"


def test_what_is_given_as_play_begins_comes_to_whom_it_helps():
    drawing = """
    +-+-+
    |. .|
    + + +
    |. .|
    +-+-+"""
    body = """room a at A1, B1, A2, B2
  start at B2, A1
  chest c1 at A2
  item cup at A1
  action pull1 at B2
  event e1 when a searched {
    block B1, B2
  }
  event e2 when any hero at A1, B1 {
    block B1
    give cup
  }
  event e3 when (not pull1 done and rordin carries cup) {
    clear B1
    take cup
    end overlord
  }
  victory heroes when any hero carries cup and pull1 done"""
    win, stranded = lines(drawing, body, "rordin, orlaf")
    assert win[-1] == "Orlaf: Pull1"
    assert stranded[-1].startswith("E1: ")


def test_who_steps_clear_steps_where_who_has_just_come_has_left_a_cell_free():
    drawing = """
    +-+-+-+
    |. . .|
    +-+-+-+
      |. .|
      +-+-+"""
    body = """room a at A1, B1, C1
  room b at B2, C2
  start at B2, C2
  door d1 at B1|B2 open
  event e1 when any hero in a {
    block C2
  }
  victory heroes when a searched"""
    win, _ = lines(drawing, body, "danor, madriga")
    assert win[2:5] == [
        "Danor walks to B1 in the A",
        "E1: C2 is blocked",
        "Madriga steps clear to B2 in the B",
    ]


def test_what_is_given_as_play_begins_comes_to_who_may_keep_it():
    body = """room a at A1, B1
  room b at A2, B2
  start at A1, B1
  door d1 at A1|A2
  item cup at B2
  event e1 when orlaf carries cup {
    take cup
  }
  event e2 when no hero at B2 {
    give cup
  }
  victory heroes when madriga in b and any hero carries cup"""
    win, _ = lines(TWO_ROOMS, body, "orlaf, madriga")
    assert win[2] == "E2: Madriga gains the Cup"
    assert "E1: lose the Cup" not in win


def test_nothing_is_handed_to_who_fills_the_cell_on_which_it_could_be():
    drawing = """
    +-+-+-+
    |.|. .|
    + + + +
    |.|. .|
    +-+-+-+"""
    body = """room a at A1, A2
  room b at B1, C1, B2, C2
  start at C2, B2
  door d1 at A1|B1 locked by k1 spent
  door d2 at A2|B2 open
  item k1 at C2
  action pull1 at C1
  event e1 when pull1 done {
    block A2
  }
  victory heroes when any hero carries k1 and orlaf in b
  victory overlord when any hero at A2"""
    _, stranded = lines(drawing, body, "orlaf, rordin")
    assert stranded[-1] == "Rordin: Open the D1 with the K1"
