"""Nobody passes a friend where the game says so: in a lane they keep their order [DKQ-C26]."""

from __future__ import annotations

from itertools import chain

import pytest

from oracle.replays import lines_of, published, steps
from oracle.witness import judge
from oracle.witness_run import Core, compare, in_file
from questwright.compiler.model.verdict import VerdictKind
from questwright.compiler.verdict.prove import Proof
from questwright.engine.load import load_quest
from questwright.engine.replay import replay, replay_document
from support.more import amount

QUEST = '''
quest lane "The Lane" {{
  system {system}
  {party}
  board {{
    draw """
{draw}
    """
    o: start for {first}
    O: start for {second}
    {legend}
  }}
  room hall at A1..{end}
{body}
}}
'''
SAGA = "dungeon-saga", "heroes", "orlaf", "madriga"
LANE = "oO..."
SWAP = "{first} at C1 and {second} at A1"


def made(draw, won, body="", legend="", game=SAGA):
    system, party, first, second = game
    rows = draw.split("\n")
    names = {"first": first, "second": second}
    text = QUEST.format(
        system=system,
        party=f"{party} {first}, {second}",
        draw="\n".join(f"    {row}" for row in rows),
        legend=legend,
        end="ABCDEFGH"[len(rows[0]) - 1] + str(len(rows)),
        body=f"{body}\n  victory {party} when {won.format(**names)}",
        **names,
    )
    return published(text)


@pytest.mark.parametrize(
    ("draw", "won", "expected"),
    [
        (LANE, SWAP, "unwinnable"),
        (LANE, "{first} at A1 and {second} at E1", "winnable"),
        # A nook for one: whoever is in it lets the other go by.
        (f"{LANE}\n##.##", SWAP, "winnable"),
        # A bend is none: past whoever stands at its corner nobody steps across it [DKQ-C27].
        (f"{LANE}\n####.", SWAP, "unwinnable"),
        (f"{LANE}\n###..\n###..", SWAP, "winnable"),
        # Round a ring they keep their order, and come to both cells all the same.
        ("oO.\n.#.\n...", "{first} at C1 and {second} at A1", "winnable"),
    ],
)
def test_who_is_first_in_a_lane(draw, won, expected):
    one, data = made(draw, won)
    verdict = one.proof.verdict()
    assert verdict.kind == expected
    assert judge(one.quest, one.system).verdict == expected
    assert replay_document(data) == ""
    if expected == "unwinnable":
        assert any("nobody passes whoever stands on A1" in cause.text for cause in verdict.causes)


def test_the_engine_passes_nobody():
    one, data = made(f"{LANE}\n###..\n###..", SWAP)
    document = load_quest(data)
    line, _, _ = lines_of(document)
    walk = next(step for step in line if step.kind == "walk" and step.who == "madriga")
    over = walk._replace(who="orlaf", path=("B1", "C1"))
    begun = [step for step in line if step.kind == "begin"]
    assert replay(document, begun).accepted
    assert "another member stands on B1" in replay(document, [*begun, over]).reason
    assert one.system.grid.friends_block


def test_the_engine_lets_nobody_round_a_corner_past_a_friend_dkq_c27():
    _, data = made("oO.\n#..", "{first} at C1 and {second} at A1")
    document = load_quest(data)
    begun = "orlaf: begin A1; madriga: begin B1; "
    refused = replay(document, steps(f"{begun}orlaf: walk B2"))
    assert (refused.refused_at, "corner" in refused.reason or "B1" in refused.reason) == (2, True)
    assert replay(document, steps(f"{begun}madriga: walk C1; orlaf: walk B2")).accepted


def test_who_comes_back_last_shuts_the_other_in():
    """A fall shuts in who is in the lane: behind each other they cannot change places."""
    body = """  event when madriga at A1 { block D1 }"""
    one, data = made(f"{LANE}\n###..\n###..", "orlaf at A1 and madriga at E3", body)
    verdict = one.proof.verdict()
    assert verdict.kind == judge(one.quest, one.system).verdict
    assert replay_document(data) == ""


def test_in_another_game_they_do_pass_each_other():
    origins = "dungeon-saga-origins", "heroes", "orlaf", "madriga"
    draw = "+-+-+-+-+-+\n|o O . . .|\n+-+-+-+-+-+"
    text = QUEST.format(
        system=origins[0],
        party="heroes orlaf, madriga\n  marauder zombie",
        draw="\n".join(f"    {row}" for row in draw.split("\n")),
        first="orlaf",
        second="madriga",
        legend="",
        end="E1",
        body="  victory heroes when orlaf at C1 and madriga at A1",
    )
    one, data = published(text)
    assert one.proof.verdict().kind == "winnable"
    assert replay_document(data) == ""


def test_warriors_do_not_either_whq_b7():
    game = "warhammer-quest", "warriors", "barbarian", "elf"
    draw = "+-+-+-+-+-+\n|o O . . .|\n+-+-+-+-+-+"
    system, party, first, second = game
    text = QUEST.format(
        system=system,
        party=f"{party} {first}, {second}",
        draw="\n".join(f"    {row}" for row in draw.split("\n")),
        first=first,
        second=second,
        legend="",
        end="E1",
        body=f"  victory {party} when {first} at C1 and {second} at A1",
    )
    one, _ = published(text)
    assert one.proof.verdict().kind == "unwinnable"


PLATE = '''quest plate "The Plate" {{
  system warhammer-quest
  warriors barbarian, elf
  board {{
    draw """
    +-+-+-+-+
    |s . .|.|
    + + + + +
    |s . .P.|
    +-+-+-+-+
    """
    s: start
    P: portcullis gate barred
  }}
  room hall at A1..C2
  room cell at D1..D2
  event {opens} any warrior at C2 {{
    open gate
  }}
  event whenever no warrior at C2 {{
    close gate
  }}
  victory warriors when all warriors in cell
}}
'''


def test_who_holds_a_gate_open_stands_in_the_way_of_who_would_go_through_whq_b7():
    """One after the other steps from the plate through the gate, and goes on."""
    one, data = published(PLATE.format(opens="whenever"))
    verdict = one.proof.verdict()
    assert verdict.kind == judge(one.quest, one.system).verdict == "winnable"
    # When play begins, and behind each of them but the last, with whom the party has won.
    assert sum("closes" in step.text for step in verdict.line) == 2
    assert replay_document(data) == ""
    # Opened once, it shuts behind the first one, past whom nobody has come.
    once, _ = published(PLATE.format(opens="when"))
    assert once.proof.verdict().kind != "winnable"


RING = """  action ring at {at} "Ring"
  event when ring done {{ block {niche} }}"""


@pytest.mark.parametrize("long", range(4, 9))
def test_a_lane_keeps_its_order_once_its_only_niche_has_closed(long):
    """However many squares the lane has: who is in front then stays so, and the other is lost."""
    before, goal = "ABCDEFGH"[long - 2], "ABCDEFGH"[long - 1]
    body = RING.format(at=f"{before}1", niche="B2")
    draw = f"oO{'.' * (long - 2)}\n#.{'#' * (long - 2)}"
    one, data = made(draw, f"ring done and {{first}} at {goal}1", body)
    verdict = one.proof.verdict()
    assert verdict.kind == judge(one.quest, one.system).verdict == "can-strand"
    assert verdict.dead_ends
    assert replay_document(data) == ""


def test_round_a_room_they_keep_their_order_once_its_middle_has_closed():
    body = "  event when madriga at A3 { block B2 }"
    one, _ = made("oO.\n...\n...", "orlaf at B1 and madriga at A1", body)
    assert one.proof.verdict().kind == judge(one.quest, one.system).verdict


def test_while_the_row_beside_is_open_they_go_round_each_other():
    """Both rows are one place till one closes, and nobody need tell who stands where in it."""
    body = RING.format(at="F1", niche="A2, B2, C2, D2, E2, F2")
    one, data = made("oO....\n......", "ring done and {first} at F1", body)
    verdict = one.proof.verdict()
    assert verdict.kind == judge(one.quest, one.system, 20_000).verdict == "can-strand"
    assert replay_document(data) == ""


@pytest.mark.parametrize(
    ("draw", "body", "won"),
    [
        # In A1, while the other who rings on B1 is in the way, also of the step round the corner.
        ("o...O\n#....", RING.format(at="B1", niche="A1, C1"), "{second} at D2"),
        ("oO.\n..#", RING.format(at="B1", niche="A1"), "{first} at C1"),
    ],
)
def test_nobody_steps_clear_round_a_corner_by_a_friend(draw, body, won):
    one, _ = made(draw, won, body)
    assert one.proof.verdict().kind == judge(one.quest, one.system).verdict


@pytest.mark.parametrize("siding", [".", ".."])
def test_three_change_places_by_a_siding(siding):
    """In two squares by two and one beside them they make room for each other cell by cell."""
    rows = f"oO{siding}\nd.{'#' * len(siding)}"
    body = "  start at A2 for danor"
    text = QUEST.format(
        system="dungeon-saga",
        party="heroes orlaf, madriga, danor",
        first="orlaf",
        second="madriga",
        draw="\n".join(f"    {row}" for row in rows.replace("d", ".").split("\n")),
        legend="",
        end=f"{'ABCD'[1 + len(siding)]}1, A2..B2",
        body=f"{body}\n  victory heroes when orlaf at B1 and madriga at A1 and danor at A2",
    )
    one, data = published(text)
    assert one.proof.verdict().kind == judge(one.quest, one.system).verdict == "winnable"
    assert replay_document(data) == ""


@pytest.mark.parametrize("part", range(amount(1, 12)))
def test_the_second_player_sees_lanes_close_too(part):
    seeds = range(part * 20, part * 20 + 20)
    found = [compare(seed, 20_000, "closing-lanes") for seed in seeds]
    assert [each.differences for each in found if each.differences] == []


@pytest.mark.parametrize("seed", [94005980, 94012525, 94026760, 95005749])
def test_who_steps_where_something_closes_leaves_nobody_behind_who_could_not_be_there(seed):
    assert not compare(seed, 20_000, "closing-lanes").differences


@pytest.mark.parametrize("part", range(amount(1, 80)))
def test_the_second_player_walks_in_file_too(part):
    found = [
        compare(seed, 1000, "in-file") for seed in range(part * 20, part * 20 + amount(10, 20))
    ]
    assert [each.differences for each in found if each.differences] == []


@pytest.mark.parametrize(
    ("seed", "kind"), [(9300374, VerdictKind.WINNABLE), (9400663, VerdictKind.UNWINNABLE)]
)
def test_where_many_squares_may_close_it_is_told_apart_who_stands_before_whom(seed, kind):
    """The second player says the same of both, of the second one with 30,000 states."""
    made = in_file(seed)
    assert Proof(made.quest, made.system).kind is kind
    assert not compare(seed, 400, "in-file").differences


@pytest.mark.parametrize("seed", [11102542, *range(10000, 10000 + amount(4, 60))])
def test_it_does_not_matter_which_of_two_who_are_alike_stands_where(seed):
    """Seed 11102542: both had one item in two ways, and a line stopped with a trace."""
    made = in_file(seed)
    core = Core(made.quest, made.system)
    if core.found is None or core.found.win is None:
        return
    explorer = core.search.model.explorer
    kinds = explorer.play.grounds.kinds

    def next_to(state):
        beside = (near or () for _, _, near in explorer.steps.about(state))
        return {explorer.canonical(there) for there in chain.from_iterable(beside)}

    for state in explorer.cluster(core.found.win.first).states if kinds[0] == kinds[1] else ():
        mirrored = state._replace(where=state.where[::-1], hold=state.hold[::-1])
        assert next_to(state) == next_to(mirrored)


MAZE = '''
quest maze "The Maze" {{
  system dungeon-saga
  heroes orlaf, rordin, madriga, danor
  board {{
    draw """
    .......#...
    ######.#.#.
    .....#...#.
    .###.#####.
    .#.#.#.....
    .#.#.#.####
    .#.#.#.#...
    .#.#.#.#.##
    .#.#...#...
    .#.#######.
    ...........
    """
  }}
  start at A1, B1, C1, D1
  item pin "Pin" at D3
  door hatch at J7 locked by pin
  victory heroes when {won}
}}
'''


@pytest.mark.parametrize(
    "won",
    [
        "hatch opened",
        "all heroes at K7, J7, I7, I8, I9 and hatch opened",
    ],
)
def test_they_change_places_where_the_ways_of_a_maze_fork_dkq_c26(won):
    one, data = published(MAZE.format(won=won))
    assert one.proof.verdict().kind == "winnable"
    assert replay_document(data) == ""
