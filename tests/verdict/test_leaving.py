"""Members leave the board last of all, one after the other; nobody has left before."""

from __future__ import annotations

import pytest

from oracle.planner import disagreement, needs_planner, plan
from oracle.random_tasks import leaving_task
from oracle.replays import published
from oracle.task_player import TaskPlayer, TooBig
from oracle.witness import judge
from oracle.witness_run import FAMILIES, compare
from questwright.compiler.model.verdict import VerdictKind
from questwright.compiler.pddl.write import as_pddl
from questwright.compiler.verdict.decide.search import Search
from questwright.compiler.verdict.decide.simplify import simplified
from questwright.compiler.verdict.rules.state import Departure
from questwright.compiler.verdict.task.exits import won_by_leaving
from questwright.compiler.verdict.translate.translate import translation
from questwright.engine.replay import replay_document
from support.more import some
from support.small import small, small_text

PARTY = {
    "dungeon-saga-origins": ("heroes", "orlaf, rordin, danor, madriga", "\n  marauder zombie"),
    "dungeon-saga": ("heroes", "orlaf, rordin, danor, madriga", "\n  overlord nobody-who-raises"),
    "warhammer-quest": ("warriors", "barbarian, elf, dwarf", ""),
    "dragon-noir": ("adventurers", "simon, rix", ""),
}
LANE = """
    ro..
    """
ROW = """
    +-+-+-+-+-+
    |o r d . .|
    +-+-+-+-+-+
    """
RUN = """
    o r
    """
FULL = """
    or
    dm
    """


def quest(game, drawing, *body):
    """The text of a quest in which each member begins on a square of its own."""
    party, heroes, more = PARTY[game]
    letters = [letter for letter in "ordm" if letter in drawing]
    names = heroes.split(", ")[: len(letters)]
    legend = "\n    ".join(
        f"{letter}: start s{letter} for {name}" for letter, name in zip(letters, names, strict=True)
    )
    settings = f"{party} {', '.join(names)}{more}"
    return small_text(drawing, *body, legend=legend, settings=settings, game=game)


def kind_of(text):
    made, data = published(text)
    if made.proof.kind is VerdictKind.WINNABLE:
        assert replay_document(data) == ""
    return made.proof.kind


DSO, DKQ, WHQ, DN = PARTY
HALL = {DSO: 'room hall at A1..{} "Hall"', DN: 'ground hall at A1..{} "Hall"'}


@pytest.mark.parametrize(
    ("game", "drawing", "end", "asked", "won"),
    [
        # Who is behind cannot change places with who is before it, by going off the board.
        (DKQ, LANE, "D1", "A1 for orlaf", "ring done and all heroes leave by D1"),
        (DKQ, LANE, "D1", "A1 for orlaf", "ring done and any hero leaves by D1"),
        (DKQ, LANE, "D1", "B1 for orlaf when rordin at D1", "ring done and all heroes leave by D1"),
        (DKQ, LANE, "D1", "D1 for rordin when orlaf at A1", "ring done and all heroes leave by C1"),
        (DKQ, FULL, "B2", "A1 for madriga", "ring done and all heroes leave by B2"),
        (DN, RUN, "B1", "A1 for rix", "ring done and all adventurers leave by B1"),
        (WHQ, ROW, "E1", "A1 for dwarf", "ring done and all warriors leave by E1"),
        # Two do not stand on the square by which all leave.
        (DSO, ROW, "E1", "D1 when 2 heroes at E1", "ring done and all heroes leave by E1"),
        (DSO, RUN_IN_FULL := "\n    +-+-+\n    |o r|\n    +-+-+\n    ", "B1", "A1 for rordin",
         "ring done and all heroes leave by B1"),
        # What another victory asks makes no room either.
        (DSO, RUN_IN_FULL, "B1", "A1 for rordin",
         "ring done\n  victory heroes when ring done and all heroes leave by B1"),
    ],
)  # fmt: skip
def test_whoever_is_where_all_leave_stands_there_until_then(game, drawing, end, asked, won):
    party = PARTY[game][0]
    hall = HALL.get(game, HALL[DSO]).format(end if drawing is not LANE else "D1")
    text = quest(game, drawing, hall, f"action ring at {asked}", f"victory {party} when {won}")
    assert kind_of(text) is VerdictKind.UNWINNABLE


@pytest.mark.parametrize("won", ["both set and all heroes leave by E1", "both set"])
def test_what_happens_when_two_stand_there_never_does(won):
    body = "room hall at A1..E1", "event when 2 heroes at E1 { set both }"
    text = quest(DSO, ROW, *body, f"victory heroes when {won}")
    assert kind_of(text) is VerdictKind.UNWINNABLE


LEFT = [
    (WHQ, ROW, "E1", "", "all warriors leave by E1"),
    (WHQ, ROW, "E1", "A1", "ring done and all warriors leave by E1"),
    (WHQ, ROW, "E1", "A1", "ring done and 2 warriors leave by A1"),
    (DKQ, LANE, "D1", "C1 for orlaf", "ring done and all heroes leave by D1"),
    (DKQ, LANE, "D1", "C1 for orlaf", "ring done and orlaf leaves by D1 and rordin leaves by A1"),
    (DKQ, LANE, "D1", "C1 for orlaf", "all heroes leave by A1 or ring done and rordin at D1"),
    (DSO, ROW, "E1", "D1", "ring done and all heroes leave by E1"),
    (DSO, ROW, "E1", "D1", "ring done and orlaf leaves by E1 and danor leaves by E1"),
]


@pytest.mark.parametrize(("game", "drawing", "end", "place", "won"), LEFT)
def test_all_leave_by_one_square_one_after_the_other(game, drawing, end, place, won):
    party = PARTY[game][0]
    hall = HALL[DSO].format(end)
    ring = [f"action ring at {place}"] if place else []
    text = quest(game, drawing, hall, *ring, f"victory {party} when {won}")
    assert kind_of(text) is VerdictKind.WINNABLE


@pytest.mark.parametrize(
    ("won", "kind"),
    [
        ("all heroes leave by D1", VerdictKind.WINNABLE),
        ("2 heroes leave by D1", VerdictKind.WINNABLE),
        ("any hero leaves by D1", VerdictKind.WINNABLE),
        ("orlaf leaves by D1", VerdictKind.WINNABLE),
        ("orlaf leaves by D1 and rordin leaves by D1", VerdictKind.WINNABLE),
        ("orlaf leaves by D1 and rordin leaves by C1", VerdictKind.CAN_STRAND),
    ],
)
def test_one_leaves_past_a_friend_who_stands_where_it_does(won, kind):
    body = "room hall at A1..C1", "room den at D1", "door d at C1|D1 from hall"
    drawing = "\n    +-+-+-+-+\n    |o r .|.|\n    +-+-+-+-+\n    "
    assert kind_of(quest(DSO, drawing, *body, f"victory heroes when {won}")) is kind


@pytest.mark.parametrize(
    "last",
    [
        "event when all heroes leave by E1 { set out }",
        "action out at D1 when all heroes leave by E1",
    ],
)
def test_whatever_does_not_end_play_asks_that_they_stand_there(last):
    won = (
        "victory heroes when out done"
        if last.startswith("action")
        else "victory heroes when out set"
    )
    assert kind_of(quest(DSO, ROW, "room hall at A1..E1", last, won)) is VerdictKind.UNWINNABLE
    there = last.replace("E1", "C1..E1").replace("D1", "C1")
    assert kind_of(quest(DSO, ROW, "room hall at A1..E1", there, won)) is VerdictKind.WINNABLE


@pytest.mark.parametrize("seeds", [range(60), range(60, 120)])
def test_the_player_of_tasks_says_the_same(seeds):
    departures = 0
    for seed in seeds:
        task = leaving_task(seed)
        try:
            known = TaskPlayer(task, 400).play()
        except TooBig:
            continue
        found = Search(task, 20_000).run()
        assert str(found.kind) == known.verdict, seed
        simple = simplified(task)
        again = None if simple.is_hopeless else Search(simple.task, 20_000).run()
        assert known.verdict == ("unwinnable" if again is None else str(again.kind)), seed
        assert known.can_lose or found.lose is None, seed
        moves = found.win.moves if found.win is not None else ()
        departures += any(isinstance(turn.move, Departure) for turn in moves)
    assert departures


def test_one_leaves_over_a_friend_who_cannot_go_back():
    drawing = """
    +-+-+-+
    |. .|.|
    +-+-+-+"""
    body = """room a at A1, B1
  room b at C1
  start at A1, B1
  door d1 at B1|C1 from a
  victory heroes when rordin leave by C1 and any hero in b"""
    one = small(drawing, body, "madriga, rordin")
    assert one.proof.kind is VerdictKind.WINNABLE
    assert judge(one.quest, one.system).verdict == "winnable"


def test_one_leaves_a_full_room_past_a_friend_and_no_lane():
    """Where friends block, whoever is on the square of the way out is in the way for good."""
    row = "room hall at A1..B1", "victory heroes when orlaf leaves by B1"
    drawing = """
    +-+-+
    |o r|
    +-+-+"""
    assert kind_of(quest(DSO, drawing, *row)) is VerdictKind.WINNABLE
    lane = quest(DKQ, "\n    or\n    ", *row)
    assert kind_of(lane) is VerdictKind.UNWINNABLE


@pytest.mark.parametrize("seed", [1640008852, 1600000491])
def test_who_only_has_to_stand_somewhere_in_a_lane_does_not_leave(seed):
    """Others of them may have to go round each other, and something may close behind them."""
    made = FAMILIES["closing-lanes"](seed)
    assert not [*won_by_leaving(translation(made.quest, made.system).task)]
    assert not compare(seed, 400, "closing-lanes").differences


@needs_planner
def test_a_planner_leaves_past_a_friend():
    drawing = """
    +-+-+
    |o r|
    +-+-+"""
    body = "room hall at A1..B1", "victory heroes when orlaf leaves by B1"
    made, _ = published(quest(DSO, drawing, *body))
    assert disagreement(made.quest, made.proof.shown) == ""


@pytest.mark.slow
@pytest.mark.parametrize("family", ["leaving", "leaving-in-file"])
def test_two_players_agree_on_them(family):
    for seed in some(range(2000, 3000), 7):
        found = compare(seed, 400, family)
        assert not [kind for kind, _ in found.differences if kind.startswith("player")], seed


@needs_planner
@pytest.mark.parametrize(
    ("asked", "is_won"), [("C1 for orlaf", True), ("A1 for orlaf", False), ("D1 for rordin", False)]
)
def test_a_planner_agrees(asked, is_won):
    won = "ring done and all heroes leave by D1"
    text = quest(
        DKQ, LANE, "room hall at A1..D1", f"action ring at {asked}", f"victory heroes when {won}"
    )
    made, _ = published(text)
    task = translation(made.quest, made.system).task
    names = [kind.word for kind in made.quest.party]
    written = as_pddl(task, "x", "X", names, lambda cells: made.quest.board.names(cells, limit=9))
    assert (plan(written) is not None) is is_won
    assert (made.proof.kind is VerdictKind.WINNABLE) is is_won


@pytest.mark.parametrize("seed", [94020017, 94027343, 94034440, 94041127, 1601001712, 1620000129])
def test_whoever_leaves_goes_past_a_friend_over_squares_on_which_it_never_stands(seed):
    assert not compare(seed, 400, "leaving").differences


@pytest.mark.parametrize(
    ("family", "seed"),
    [
        pytest.param("leaving", 800006426, id="who is behind goes first, before its way falls in"),
        pytest.param("leaving", 800003162, id="who steps clear steps to where it gets out"),
        pytest.param("leaving", 830003035, id="who stays makes way"),
        pytest.param("leaving", 830003189, id="a door is opened before anybody leaves"),
        pytest.param("leaving", 840001145, id="the other side wins if the wrong one goes first"),
        pytest.param("leaving", 840001338, id="over friends, and past the square that takes one"),
        pytest.param("crowded-in-file", 1640001989, id="an event opens the door on the way"),
        pytest.param("leaving-in-file", 800010115, id="a gate shuts as nobody is in the room"),
        pytest.param("leaving-in-file", 800016607, id="who waits does so where it gets out"),
        pytest.param("leaving-in-file", 810000097, id="who has left is there for a victory"),
        pytest.param("leaving-in-file", 810001476, id="who could leave there is on its way"),
        pytest.param("leaving-in-file", 1400001109, id="who leaves alone lets another by"),
        pytest.param(
            "leaving-in-file", 1200002313, id="nobody is out of the room before they leave"
        ),
    ],
)
def test_the_second_player_follows_who_leaves_as_something_comes_of_it(family, seed):
    assert not compare(seed, 2000, family).differences


def test_who_could_leave_by_a_square_that_falls_in_behind_leaves_step_by_step():
    """As Rordin comes to D1 it falls in behind him: Orlaf steps clear to C1, and not to A1."""
    text = quest(
        "dungeon-saga-origins",
        ROW.replace("d", "."),
        "event when any hero at D1 { block B1 }",
        "victory heroes when all heroes leave by E1",
    )
    made, data = published(text.replace("A1 for", "B1 for").replace("s2 at B1", "s2 at C1"))
    assert made.proof.kind is VerdictKind.CAN_STRAND
    assert made.proof.verdict().line
    assert replay_document(data) == ""


@pytest.mark.parametrize("door", ["whenever no hero in hall", "when no hero in hall"])
def test_a_door_that_shuts_behind_the_last_one_shuts_nobody_in(door):
    """Who has left is in no room: the door shuts once all are on the far side."""
    text = quest(
        "dungeon-saga-origins",
        """
    +-+-+-+-+-+
    |o r . .D.|
    +-+-+-+-+-+
    """,
        'room hall at A1..D1 "The Hall"',
        'room way at E1 "The Way"',
        "door way-out at D1|E1 open",
        f"event {door} {{ close way-out }}",
        "victory heroes when all heroes leave by E1",
    )
    made, data = published(text.replace("D.|", "|.|"))
    assert made.proof.kind is VerdictKind.WINNABLE
    assert replay_document(data) == ""


@pytest.mark.parametrize(
    ("drawing", "lost"),
    [
        pytest.param(ROW.replace("d", "."), "D1", id="two"),
        pytest.param(ROW, "D1..E1", id="three, and the last square counts, too"),
    ],
)
def test_whoever_is_lost_on_the_way_off_is_lost_first(drawing, lost):
    """Rordin cannot get round that square: the others leave, once he is lost there."""
    text = quest(
        "dungeon-saga-origins",
        drawing,
        f"event pit when rordin at {lost} {{ remove rordin }}",
        "victory heroes when all heroes leave by E1",
    )
    made, data = published(text)
    assert made.proof.kind is VerdictKind.WINNABLE
    assert any("Rordin is lost" in step.text for step in made.proof.verdict().line)
    assert replay_document(data) == ""
