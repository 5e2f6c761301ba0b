"""Where friends are in the way: round corners, and whose turn comes before whose.

Expected is what somebody counted at a table who knew neither the proof nor its tests.
"""

from __future__ import annotations

import pytest

from oracle.plates import text_of
from oracle.replays import published
from oracle.witness_run import compare
from questwright.engine.replay import replay_document
from support.more import some
from support.one_text import compiled, results

SAGA = '''
quest lane "The Lane" {{
  system dungeon-saga
  heroes {heroes}
  board {{
    draw """
    {drawn}
    """
    a: start for orlaf
    b: start for rordin
    {more}
  }}
  {body}
}}
'''


def proof(drawn, body, heroes="orlaf, rordin", more=""):
    rows = "\n    ".join(drawn.split("/"))
    text = SAGA.format(drawn=rows, body=body, heroes=heroes, more=more)
    (quest,) = results(text).quests
    return quest.proof


@pytest.mark.parametrize(
    ("drawn", "won", "kind"),
    [
        # Who goes first is past the corner first [DKQ-B15, DKQ-C26, DKQ-C27].
        ("ab./  .", "orlaf at C2", "unwinnable"),
        ("ab./  .", "rordin at C2", "winnable"),
        ("ab./  .", "orlaf at C2 and rordin at B1", "unwinnable"),
        ("ab../   ./   .", "orlaf at D3", "unwinnable"),
        ("ab...", "orlaf at E1", "unwinnable"),
        # A nook for one is enough, also beside a corner.
        ("ab..../  .   ", "orlaf at F1 and rordin at E1", "winnable"),
        ("ab./  ./  ../  .", "orlaf at C4 and rordin at C3", "winnable"),
        # Of two ways round a corner one is free.
        ("ab./...", "orlaf at C2", "winnable"),
    ],
)
def test_nobody_steps_round_a_corner_past_a_friend_dkq_c27(drawn, won, kind):
    assert proof(drawn, f"victory heroes when {won}").kind == kind


def test_who_makes_way_has_one_turn_in_a_round_dkq_c2():
    """Rordin steps aside, Orlaf goes by, and Rordin comes back in the round after."""
    won = "victory heroes when orlaf at E1 and rordin at B1"
    assert proof("ab.../  ...", won).rounds == (1, 2)


HALL = '''
quest hall "The Hall" {{
  system warhammer-quest
  warriors {warriors}
  board {{
    draw """
    +{wall}
    |{row}|
    +{wall}
    """
    a: start for barbarian
    b: start for elf
    c: start for wizard
    d: start for dwarf
  }}
  {body}
}}
'''


@pytest.mark.parametrize(
    ("row", "warriors", "body", "round_"),
    [
        # The Barbarian is first in each round, and the Dwarf before him in the way [WHQ-C15].
        ("a d . . . .", "barbarian, dwarf", "barbarian at E1 and dwarf at F1", 2),
        ("d a . . . .", "barbarian, dwarf", "barbarian at F1 and dwarf at E1", 1),
    ],
)
def test_who_walks_behind_a_friend_has_the_later_turn(row, warriors, body, round_):
    wall = "-+" * (len(row) // 2 + 1)
    won = f"victory warriors when {body}"
    text = HALL.format(row=row, wall=wall, warriors=warriors, body=won)
    if "elf" not in warriors:
        text = text.replace("    b: start for elf\n    c: start for wizard\n", "")
    (quest,) = results(text).quests
    assert quest.proof.rounds[1] == round_


@pytest.mark.parametrize(
    ("first", "last", "round_"),
    [
        ("dwarf", "barbarian", 2),  # in the turns of Dwarf and Wizard; the Elf's is over by then
        ("barbarian", "dwarf", 1),  # in the turn of each of them
    ],
)
def test_things_are_handed_over_in_the_turn_of_one_of_two(first, last, round_):
    body = f'item gem "Gem" brought by {first}\n  victory warriors when {last} carries gem'
    text = HALL.format(
        row="a b c d", wall="-+" * 4, warriors="barbarian, elf, wizard, dwarf", body=body
    )
    (quest,) = results(text).quests
    assert quest.proof.rounds[1] == round_


WAY_IN = """quest way-in "The Way In" {{
  system dungeon-saga
  heroes orlaf, danor
  board {{
    draw \"\"\"
    .......
    \"\"\"
  }}
  start at A1 for {last}
  start at B1 for {first}
  door d at D1 locked mundane dice 2 armour 2
  room lane at A1..C1 "The Lane"
  room vault at D1, E1..G1 "The Vault"
  event when orlaf in vault {{ block C1 }}
  victory heroes when all heroes in vault
}}
"""


@pytest.mark.parametrize(
    ("first", "last", "kind"), [("orlaf", "danor", "unwinnable"), ("danor", "orlaf", "winnable")]
)
def test_who_comes_first_where_the_way_is_shut_behind_one(first, last, kind):
    """Nobody passes a friend in a lane, however many of its squares may close (DKQ-C27)."""
    (quest,) = results(WAY_IN.format(first=first, last=last)).quests
    assert str(quest.proof.kind) == kind
    assert bool(quest.proof.verdict().line) is (kind == "winnable")


PLATE = """quest plate "The Plate" {{
  system warhammer-quest
  warriors barbarian, elf
  board {{
    draw \"\"\"
    +-+-+-+-+-+-+
    |s . .|. . .|
    + + + + + + +
    |s . .P. . .|
    +-+-+-+-+-+-+
    \"\"\"
    s: start
    P: portcullis p barred
  }}
  room hall at A1..C2 "The Hall"
  room vault at D1..F2 "The Vault"
  event {opens} any warrior at C2 {{ open p }}
  event whenever no warrior at C2 {{ close p }}
  victory warriors when all warriors in vault
}}
"""


@pytest.mark.parametrize(("opens", "kind"), [("when", "unwinnable"), ("whenever", "winnable")])
def test_a_plate_before_a_gate_that_opens_it_once_or_each_time(opens, kind):
    """Whoever stands on the plate is first through the gate, and it shuts behind (WHQ-C16)."""
    (quest,) = results(PLATE.format(opens=opens)).quests
    assert str(quest.proof.kind) == kind


PLATES = """
quest plates "Plates" {{
  system dungeon-saga-origins
  heroes {heroes}
  marauder zombie
  board {{
    draw \"\"\"
    {row}
    \"\"\"
    {legend}
  }}
  {body}
}}
"""


LEGEND = {
    "a": "start s0 for madriga",
    "b": "start s1 for danor",
    "c": "start s2 for orlaf",
    "P": "door gate0 barred",
    "Q": "door gate1 barred",
}


def plates(heroes, row, *body):
    wall = "+-" * 7 + "+"
    rows = f"{wall}\n    {row}\n    {wall}"
    legend = "\n    ".join(f"{letter}: {own}" for letter, own in LEGEND.items() if letter in row)
    text = PLATES.format(heroes=heroes, row=rows, legend=legend, body="\n  ".join(body))
    return compiled(text).proof


def test_who_goes_over_friends_has_left_the_plate_that_holds_the_gate():
    """Madriga leaves A1, and the gate shuts before she is through: somebody else has to hold it."""
    proof = plates(
        "madriga, danor, orlaf",
        "|. a .P. b . c|",
        "room r0 at A1..C1",
        "room r1 at D1..G1",
        "event whenever any hero at A1 { open gate0 }",
        "event whenever no hero at A1 { close gate0 }",
        "victory heroes when madriga at D1 and orlaf at A1",
    )
    assert proof.kind in ("winnable", "can-strand")
    assert proof.rounds[1] == 3


def test_what_shuts_behind_who_goes_over_a_friend_stops_nobody():
    """Danor leaves D1, at which the far gate shuts, and goes on over Madriga on C1."""
    proof = plates(
        "madriga, danor",
        "|. a .Pb .Q. .|",
        "room r0 at A1..C1",
        "room r1 at D1..E1",
        "room r2 at F1..G1",
        "event whenever any hero at C1 { open gate0 }",
        "event whenever no hero at C1 { close gate0 }",
        "event whenever any hero at D1 { open gate1 }",
        "event whenever no hero at D1 { close gate1 }",
        "victory heroes when danor at B1",
    )
    assert proof.kind == "can-strand"
    assert proof.rounds[1] == 1


LANE = """quest small "Small" {{
  system {game}
  {party}
  board {{
    draw \"\"\"
    {rows}
    \"\"\"
    {legend}
  }}
  {body}
}}
"""


def in_a_lane(rows, legend, *body, party="heroes rordin, danor"):
    wall = "+-" * (len(rows) // 2) + "+"
    rows = f"{wall}\n    {rows}\n    {wall}"
    quest = LANE.format(
        game="dungeon-saga-origins",
        party=f"{party}\n  marauder zombie",
        rows=rows,
        legend="\n    ".join(legend),
        body="\n  ".join(body),
    )
    return compiled(quest).proof


GATE = "P: door gate barred"
STARTS = ("a: start sa for rordin", "b: start sb for danor")


@pytest.mark.parametrize(
    "lost",
    [
        pytest.param("victory overlord when no hero at A1", id="a victory of the other side"),
        pytest.param(
            "event when no hero at A1 { set f }\n  event when f set { end overlord }",
            id="an event of an event",
        ),
    ],
)
def test_who_goes_over_a_friend_is_no_longer_where_it_was(lost):
    """As Rordin steps on to B1, over Danor, nobody is at A1: he has not come to C1 yet."""
    won = "victory heroes when rordin at C1"
    assert in_a_lane("|a b .|", STARTS, lost, won).kind == "unwinnable"


def test_a_friend_who_is_there_in_time_is_enough():
    """Danor goes to A1 before: then there is somebody in the room as Rordin leaves it."""
    proof = in_a_lane(
        "|a .Pb .|",
        (*STARTS, "P: door gate open"),
        "room ra at A1, B1",
        "room rb at C1, D1",
        "victory overlord when no hero in ra",
        "victory heroes when rordin at D1",
    )
    assert proof.kind == "winnable"
    assert any("Danor walks to" in step.text for step in proof.verdict().line)


def test_what_happens_again_and_changes_nothing_is_in_nobodys_way():
    """The square is blocked already as Orlaf goes over Madriga."""
    proof = in_a_lane(
        "|. a . b|",
        ("a: start sa for orlaf", "b: start sb for madriga"),
        "event whenever not orlaf at B1 { block D1 }",
        "victory heroes when orlaf at C1 and madriga at B1",
        party="heroes orlaf, madriga",
    )
    assert proof.kind in ("winnable", "can-strand")


def test_nobody_is_at_once_where_somebody_has_just_stepped_from():
    """As Orlaf leaves B1 the gate shuts, and Rordin is not there yet: nobody is shut in."""
    proof = in_a_lane(
        "|a .P. . b|",
        ("a: start sa for orlaf", "b: start sb for rordin", "P: door gate barred"),
        "room ra at A1, B1",
        "room rb at C1, D1, E1",
        "event whenever orlaf at B1 { open gate }",
        "event whenever not orlaf at B1 { close gate }",
        "victory heroes when orlaf at D1",
        party="heroes orlaf, rordin",
    )
    assert proof.kind == "winnable"


HELD = (
    "event whenever madriga at F1 { open gate }",
    "event whenever not madriga at F1 { close gate }",
)


def test_who_goes_over_a_friend_is_not_through_the_gate_that_shuts_as_it_sets_out():
    """As Madriga leaves F1 the gate shuts, long before she could have come to it."""
    proof = in_a_lane(
        "|. .P. . b a|",
        ("a: start sa for madriga", "b: start sb for danor", "P: door gate barred"),
        "room ra at A1, B1",
        "room rb at C1, D1, E1, F1",
        *HELD,
        "victory heroes when madriga at F1 and danor at D1",
        party="heroes madriga, danor",
    )
    assert proof.kind == "winnable"


def test_nobody_opens_from_the_square_of_a_friend_a_door_that_has_just_shut():
    """Danor leaves A1 over Madriga, and the door behind her shuts; she may not go, either."""
    proof = in_a_lane(
        "|b aP.|",
        ("a: start sa for madriga", "b: start sb for danor", "P: door gate open"),
        "room ra at A1, B1",
        "room rb at C1",
        "event whenever danor at A1 { open gate }",
        "event whenever not danor at A1 { close gate }",
        "victory heroes when danor at C1 and madriga at B1",
        "victory overlord when danor at C1 and not madriga at B1",
        party="heroes madriga, danor",
    )
    assert proof.kind == "unwinnable"


def test_the_party_is_stranded_by_who_goes_over_a_friend_as_the_gate_shuts_behind():
    """Madriga goes over Danor to A1: nobody is at C1 any more, and the two cannot change places."""
    proof = in_a_lane(
        "|. bPa|",
        ("a: start sa for madriga", "b: start sb for danor", "P: door gate barred"),
        "room ra at A1, B1",
        "room rb at C1",
        "event whenever madriga at C1 { open gate }",
        "event whenever not madriga at C1 { close gate }",
        "victory heroes when danor at A1 and madriga at C1",
        party="heroes madriga, danor",
    )
    assert proof.kind == "can-strand"
    walks = [step.text for step in proof.verdict().stranded if "walks to" in step.text]
    assert walks == ["Madriga walks to B1 in the Ra", "Madriga walks to A1 in the Ra"]


def test_nobody_stands_where_one_has_set_out_who_is_still_on_the_way():
    """Rordin leaves A1 over Orlaf: as the gate shuts, Orlaf is where he was, and so is Danor."""
    proof = in_a_lane(
        "|. c aPb|",
        (*STARTS, "c: start sc for orlaf", "P: door gate barred"),
        "room ra at A1, B1, C1",
        "room rb at D1",
        "event whenever rordin at A1 { open gate }",
        "event whenever not rordin at A1 { close gate }",
        "victory heroes when rordin at B1 and danor at C1",
        party="heroes orlaf, rordin, danor",
    )
    assert proof.kind == "winnable"


def test_who_comes_to_a_square_for_a_moment_meets_all_that_is_asked_of_it():
    """Madriga goes to C1 past the corner over B2, where Rordin stands: C2 is blocked by then."""
    rows = """
    +-+-+-+-+
    |. .|. .|
    +-+ + +-+
    |.|.|.|.|
    +-+-+-+-+"""
    body = """room ra at A1, B1, B2
  room rb at C1, C2, D1
  room rc at A2
  room rd at D2
  start at C1 for orlaf
  start at B2 for rordin
  start at A1 for madriga
  door ga at B1|C1
  door gb at B2|C2 open barred
  event when madriga at B2 and not rordin at A1 { block C2 }
  victory heroes when madriga at C1 and orlaf at C2
  victory overlord when madriga at B1"""
    text = PLATES.format(heroes="orlaf, rordin, madriga", row=rows, legend="", body=body)
    assert compiled(text).proof.kind == "unwinnable"


@pytest.mark.slow
def test_a_gate_opens_ahead_of_who_has_left_the_plate_over_a_friend():
    """Danor leaves A1 over Orlaf, and the gate beyond is open by then."""
    proof = in_a_lane(
        "|b aP. c|",
        ("a: start sa for orlaf", "b: start sb for danor", "c: start sc for rordin", GATE),
        "room ra at A1, B1",
        "room rb at C1, D1",
        "event whenever no hero at A1 { open gate }",
        "victory heroes when danor at C1",
        party="heroes orlaf, danor, rordin",
    )
    assert proof.kind in ("winnable", "can-strand")
    assert proof.verdict().line[-1].text == "Danor walks to C1 in the Rb"


def test_nobody_comes_back_over_a_friend_through_the_square_that_it_has_left():
    """The gate is at B1, from which Orlaf has to step away: but there is no other square."""
    proof = in_a_lane(
        "|b aP.|",
        ("a: start sa for orlaf", "b: start sb for rordin", GATE),
        "room ra at A1, B1",
        "room rb at C1",
        "event when no hero at B1 { open gate }",
        "victory overlord when rordin at C1",
        "victory heroes when orlaf at C1 and rordin at A1",
        party="heroes orlaf, rordin",
    )
    assert proof.kind == "unwinnable"


def test_nobody_is_on_the_square_that_falls_in_as_somebody_leaves_it():
    """Rordin cannot come to D1 before Orlaf has left it, and it falls in as he does."""
    proof = in_a_lane(
        "|. b . a|",
        ("a: start sa for orlaf", "b: start sb for rordin"),
        "event whenever orlaf at D1 { clear D1 }",
        "event whenever not orlaf at D1 { block D1 }",
        "victory heroes when rordin at D1",
        party="heroes orlaf, rordin",
    )
    assert proof.kind == "unwinnable"


def test_what_happens_once_more_and_takes_nobody_is_in_nobodys_way():
    """Rordin is gone as Orlaf goes over Danor: nothing more comes of it that nobody is at A1."""
    seed = 800000522
    assert not compare(seed, 3000, "plates").differences
    _, data = published(text_of(seed))
    assert replay_document(data) == ""


def test_who_goes_on_over_a_friend_on_whom_a_gate_falls_shut_strands_them():
    """Rordin holds the gate, and passes Orlaf behind it to where Orlaf has to go."""
    found = compare(1200003665, 400, "plates")
    assert (found.player, found.core, found.differences) == ("can-strand", "can-strand", ())


@pytest.mark.parametrize("seed", [800002852, 800006355, 800016576, 810001828, 810002791, 820007254])
def test_lines_over_friends_are_told_and_followed(seed):
    assert not compare(seed, 3000, "plates").differences


def test_two_players_agree_where_somebody_holds_a_gate_open():
    for seed in some(range(1000), 12):
        assert not compare(seed, 3000, "plates").differences, seed


@pytest.mark.parametrize("seed", [66, 95, 173])
def test_the_engine_follows_who_goes_over_a_friend_as_gates_open_and_shut(seed):
    _, data = published(text_of(seed))
    assert replay_document(data) == ""
