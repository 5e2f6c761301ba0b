"""High and low: cliffs, what joins levels, barriers, and who jumps down."""

from __future__ import annotations

import json
import random
from fractions import Fraction

import pytest

from oracle import brute
from oracle.fuzz import difference, without_checks
from oracle.replays import steps
from questwright.compiler.assets import SCHEMAS_DIR
from questwright.compiler.model.luck import jumps_of
from questwright.compiler.model.verdict import VerdictKind
from questwright.engine.load import load_quest
from questwright.engine.replay import replay, replay_document
from support.more import amount
from support.ridge import document, followed, results, ridge

SCHEMA = json.loads((SCHEMAS_DIR / "quest.schema.json").read_text(encoding="utf-8"))
WON, STRANDED, LOST = VerdictKind.WINNABLE, VerdictKind.CAN_STRAND, VerdictKind.UNWINNABLE


def kinds(proof):
    return [step.kind for step in proof.verdict().line]


# -- cliffs (DN-A17, DN-A18, DN-B4, DN-B5, DN-B6) -------------------------------------------------


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        ("", WON),
        # DN-B4, DN-B5: nothing joins the two levels.
        ("high at D1..G3", LOST),
        # DN-A18: a slope or stairs do, on the one side or on the other.
        ("high at D1..G3\n  bank at D2", WON),
        ("high at D1..G3\n  steps at C2", WON),
        # Other ground does not.
        ("high at D1..G3\n  heather at D2", LOST),
        # From -1 to +1 there are two levels: one hex of stairs is not enough, two are.
        ("low at A1..C3\n  high at D1..G3\n  steps at D2", LOST),
        ("low at A1..B3, C1, C3\n  high at D1..G3\n  steps at C2, D2", WON),
        # The stair of two hexes from 0 to -2 (DN-A18, DN-B6).
        ("deep at E1..G3\n  low at D1..D3\n  steps at C2", LOST),
        ("deep at E1..G3\n  low at D1..D3\n  steps at D2, E2", WON),
    ],
)
def test_levels_are_joined_by_stairs_and_slopes_alone(body, kind):
    assert followed(ridge("any warden in east and any warden at G1", body, "ferrier")).kind is kind


def test_a_cause_says_that_nobody_climbs():
    proof = followed(ridge("ferrier in east", "high at D1..G3", "ferrier"))
    (cause,) = proof.why_unwinnable()
    assert (
        cause.text == "nobody climbs from the Level ground to the High ground: nothing joins them"
    )


def test_a_cause_says_that_a_wall_keeps_everybody_from_jumping_down():
    walled = "low at D1..G3\n  wall at C1|D1, C2|D1, C2|D2, C2|D3, C3|D3"
    proof = followed(ridge("eeler in east", walled, "eeler"))
    (cause,) = proof.why_unwinnable()
    assert (
        cause.text == "nobody gets down from the Level ground to the Low ground: nothing joins them"
    )


def test_a_bridge_is_not_entered_from_the_water():
    """DN-A29, DN-B7: from both of its ends alone."""
    water = "tarn at D1, D3\n  footbridge at D2\n  wall at C2|D3, D2|E3"
    assert followed(ridge("reeve in east", water, "reeve")).kind is WON
    swims = "tarn at C1..C3, E1..E3\n  footbridge at D1..D3"
    assert followed(ridge("eeler in east", swims, "eeler")).kind is LOST
    assert (
        followed(ridge("eeler in east", swims.replace("footbridge", "bank"), "eeler")).kind is WON
    )


def test_some_climb_onto_a_bridge_out_of_the_water_dn_b24_dn_c71():
    swims = "tarn at C1..C3, E1..E3\n  staithe at D1..D3"
    assert followed(ridge("eeler in east", swims, "eeler")).kind is WON
    assert followed(ridge("ferrier in east", swims, "ferrier")).kind is LOST
    causes = followed(ridge("ferrier in east", swims, "ferrier, eeler")).why_unwinnable()
    assert "only Eeler climbs there" in [cause.text for cause in causes]
    assert followed(ridge("any warden in east", swims, "ferrier, eeler")).kind is WON


def test_things_are_handed_where_only_some_climb_dn_b24():
    body = 'tarn at C1, C3\n  staithe at C2\n  item pearl "The Pearl" at C1'
    (one,) = results(ridge("ferrier carries pearl", body, "ferrier, eeler")).quests
    line = "eeler: begin A1; ferrier: begin B1; eeler: walk B1 C1; eeler: pick-up pearl; "
    line += "ferrier: walk B2 C2; eeler: hand pearl to ferrier"
    assert replay(load_quest(document(one)), steps(line)).won


def test_who_climbs_does_so_to_the_next_level_dn_b24():
    swims = "tarn at C1..C3\n  staithe at D1..D3"
    for level, kind in (("high at D1..G3", WON), ("low at A1..C3\n  high at D1..G3", LOST)):
        assert followed(ridge("eeler in east", f"{swims}\n  {level}", "eeler")).kind is kind
    walled = f"{swims}\n  dyke-wall at C1|D1, C2|D2, C3|D3, C2|D1, C2|D3"
    assert followed(ridge("eeler in east", walled, "eeler")).kind is LOST


def test_a_bridge_with_low_walls_is_entered_from_its_ends():
    """DN-A29, DN-A30, DN-B7: who comes to it from aside is kept off by the walls."""
    body = "tarn at D1, D3\n  dyke-wall at C2|D2"
    assert followed(ridge("reeve in east", body, "reeve")).kind is LOST
    assert followed(ridge("reeve in east", "tarn at D1, D3", "reeve")).kind is WON


# -- jumps (DN-B21, DN-C31) -----------------------------------------------------------------------


def test_a_line_that_cannot_do_without_relies_on_a_jump():
    proof = followed(ridge("any warden at G2", "low at D1..G3"))
    verdict = proof.verdict()
    jumps = jumps_of(verdict, proof.shown.quest.party)
    assert jumps is not None
    assert verdict.line[jumps.steps[0] - 1].kind == "jump"
    light = jumps.who == ("Eeler",)
    assert (jumps.unharmed, jumps.alive) == (
        (Fraction(2, 5), Fraction(7, 10)) if light else (Fraction(1, 10), Fraction(3, 5))
    )
    assert "a jump by" in jumps.text


def test_every_jump_counts():
    """DN-B21: the chance that all of them come off is told exactly."""
    body = "low at D1..D3\n  deep at E1..G3"
    proof = followed(ridge("eeler at G2", body, "eeler"))
    jumps = jumps_of(proof.verdict(), proof.shown.quest.party)
    assert len(jumps.steps) == 2
    assert (jumps.unharmed, jumps.alive) == (Fraction(4, 25), Fraction(49, 100))


def test_what_is_won_without_jumps_is_shown_won_without():
    proof = followed(ridge("eeler at G2", "low at D1..G3\n  bank at D3", "eeler"))
    assert proof.kind is WON
    assert "jump" not in kinds(proof)
    assert jumps_of(proof.verdict(), proof.shown.quest.party) is None


def test_who_does_not_jump_does_not():
    """DN-C31: nor does anybody jump up."""
    assert followed(ridge("ferrier at G2", "low at D1..G3", "ferrier")).kind is LOST
    assert followed(ridge("eeler at G2", "high at D1..G3", "eeler")).kind is LOST


def test_whoever_can_jump_where_nobody_comes_back_from_strands():
    body = 'low at F1..G3\n  item rope "Rope" at D2'
    goal = "any warden carries rope and all wardens in west"
    proof = followed(ridge(goal, body, "eeler"))
    assert proof.kind is STRANDED
    assert [step.kind for step in proof.dead_ends[0].line][-1] == "jump"
    text = ridge(goal, body, "eeler")
    (found,) = (finding for finding in results(text).findings if finding.code.name == "can-strand")
    wanted = "add a way back up, or put a wall where they jump, or accept it"
    assert found.help == f'{wanted}: `allow can-strand by east because "…"`'
    assert text[found.label.span.start : found.label.span.end] == "low at F1..G3"
    assert followed(ridge(goal, body, "ferrier")).kind is WON
    assert followed(ridge(goal, f"{body}\n  bank at F2", "eeler")).kind is WON


@pytest.mark.parametrize(
    ("barrier", "who", "kind"),
    [
        ("", "eeler", WON),
        # Two more to climb over it: the reeve has four, and the bog below costs five of them.
        ("dyke-wall", "eeler", WON),
        ("dyke-wall", "reeve", WON),
        ("rail", "eeler", LOST),
        ("wall", "eeler", LOST),
    ],
)
def test_what_one_climbs_over_to_jump(barrier, who, kind):
    """DN-A26, DN-B21: low walls at a price, others never."""
    edges = "C1|D1, C1|C2, C2|D2, C2|D1, C2|D3, C3|D3"
    body = f"low at D1..G3\n  {barrier} at {edges}" if barrier else "low at D1..G3"
    assert followed(ridge("any warden in east", body.replace("C1|C2, ", ""), who)).kind is kind


def test_a_jump_takes_no_more_than_a_whole_move():
    edges = "C1|D1, C2|D2, C2|D1, C2|D3, C3|D3"
    body = f"low at D1..G3\n  bank at D1..D3\n  deep at E1\n  dyke-wall at {edges}"
    # A bank joins the levels: there is no cliff, and nobody climbs over the wall.
    assert (
        followed(ridge("any warden in east", body.replace("deep at E1", ""), "reeve")).kind is LOST
    )
    deep = f"deep at D1..G3\n  bank at D1..D3\n  dyke-wall at {edges}"
    # Three for the bank and two for the wall.
    assert followed(ridge("any warden in east", deep, "reeve")).kind is LOST
    assert followed(ridge("any warden in east", deep, "eeler")).kind is WON


def test_the_engine_refuses_jumps_that_the_rules_do_not_allow():
    """DN-C31."""
    (one,) = results(ridge("any warden in east", "low at D1..G3", "eeler")).quests
    whole = json.loads(document(one))
    assert replay_document(json.dumps(whole).encode()) == ""
    number = next(n for n, step in enumerate(whole["verdict"]["line"]) if step["kind"] == "jump")
    as_step = json.loads(json.dumps(whole))
    as_step["verdict"]["line"][number]["kind"] = "walk"
    assert "nobody can step" in replay_document(json.dumps(as_step).encode())
    for change in (
        lambda board: board.update(jumps=[]),
        lambda board: board["levels"][0].update(height=1),
        lambda board: board.update(walls=_across(board)),
    ):
        other = json.loads(json.dumps(whole))
        change(other["board"])
        assert "nobody can jump" in replay_document(json.dumps(other).encode())


def test_the_engine_holds_a_jump_to_a_whole_move():
    """DN-C31."""
    (one,) = results(ridge("any warden in east", "low at D1..G3", "eeler")).quests
    whole = json.loads(document(one))
    name = whole["turn"]["move_value"]
    (eeler,) = (kind for kind in whole["kinds"] if kind["word"] == "eeler")
    for points, is_enough in ((0, False), (1, True), (None, True)):
        eeler["values"][name]["value"] = points
        why = replay_document(json.dumps(whole).encode())
        assert ("nobody can jump" in why, why == "") == (not is_enough, is_enough), points


def _across(board):
    return [["C1", "D1"], ["D1", "C2"], ["C2", "D2"], ["C2", "D3"], ["C3", "D3"]]


# -- barriers (DN-A26) ----------------------------------------------------------------------------


@pytest.mark.parametrize("word", ["dyke-wall", "rail", "bars", "arrow-slit", "wattle"])
def test_nobody_walks_through_a_barrier(word):
    edges = "C1|D1, C2|D1, C2|D2, C2|D3, C3|D3"
    assert followed(ridge("any warden in east", f"{word} at {edges}")).kind is LOST
    assert followed(ridge("any warden in east", f"{word} at {edges[:-7]}")).kind is WON


def test_barriers_and_cliffs_stand_inside_an_area():
    text = ridge("any warden at A1", "bars at A1|B1, A2|B2, A3|B3\n  low at G1..G3")
    assert {finding.code.name for finding in results(text).findings} <= {
        "vacuous-victory",
        "unreachable-squares",
    }
    parted = ridge("any warden at A1", "wall at A1|B1, A1|A2")
    assert "split-area" not in {finding.code.name for finding in results(text).findings}
    assert results(parted).quests


# -- mistakes -------------------------------------------------------------------------------------


def told(text):
    return {(finding.code.name, finding.message) for finding in results(text).findings}


def test_each_hex_has_one_level():
    """DN-B3."""
    found = told(ridge("eeler in east", "high at D1..D2\n  low at D2..D3\n  bog at D2 on deep"))
    assert {message for name, message in found if name == "statement-twice"} == {
        "D2 cannot be both Deep ground and High ground",
        "D2 cannot be both Deep ground and Low ground",
    }


def test_ground_lies_on_a_level_that_there_is():
    found = told(
        ridge("eeler in east", "bog at D2 on heather\n  tarn at D3 on\n  low\n  low on low")
    )
    assert ("wrong-kind", "Lanterns on the Moor has no such level") in found
    assert ("missing-part", "this `low` has no place") in found


def test_a_letter_is_ground_on_a_level():
    text = ridge("eeler in east", "", "eeler").replace("s s s . .", "s s s l w")
    text = text.replace("    s: start", "    s: start\n    l: low\n    w: tarn on deep")
    (one,) = results(text).quests
    board = one.quest.board
    names = {tier.kind.word: board.names(tier.cells) for tier in board.levels}
    assert names == {"low": "D1", "deep": "E1"}
    assert board.names(board.terrain[0].cells) == "E1"


def test_a_gate_stands_on_one_level():
    found = told(ridge("eeler in east", "low at D1..G3\n  wicket gap at C1|D1"))
    assert ("gate-to-nowhere", "`gap` at C1|D1 stands at a cliff") in found


def test_one_thing_stands_between_two_hexes():
    body = "wicket gap at C1|D1\n  rail at C1|D1, C2|D2\n  bars at C2|D2\n  wall at C3|D3\n"
    found = {name for name, _ in told(ridge("eeler in east", f"{body}  bars at C3|D3, A1|A3, B"))}
    assert found >= {"two-gates-on-one-edge", "statement-twice", "wrong-kind"}


# -- random boards --------------------------------------------------------------------------------

COLUMNS, ROWS = "ABCDEFG", (1, 2, 3)


def edges():
    for row in ROWS:
        for number, column in enumerate(COLUMNS):
            if number + 1 < len(COLUMNS):
                yield f"{column}{row}|{COLUMNS[number + 1]}{row}"
            if row < len(ROWS):
                yield f"{column}{row}|{column}{row + 1}"
                slant = number + (1 if row % 2 == 0 else -1)
                if 0 <= slant < len(COLUMNS):
                    yield f"{column}{row}|{COLUMNS[slant]}{row + 1}"


def random_ridge(chance):
    cells = [f"{column}{row}" for column in COLUMNS for row in ROWS]
    chance.shuffle(cells)
    heights, body = list(cells), []
    for word, most in (("high", 6), ("low", 6), ("deep", 3)):
        some = [heights.pop() for _ in range(chance.randint(0, most))]
        body += [f"{word} at {', '.join(some)}"] * bool(some)
    chance.shuffle(cells)
    left = list(cells)
    for word, most in (
        ("steps", 2),
        ("bank", 2),
        ("tarn", 2),
        ("footbridge", 2),
        ("staithe", 2),
        ("bog", 1),
    ):
        some = [left.pop() for _ in range(chance.randint(0, most))]
        some = [one for one in some if one not in ("A1", "B1", "C1")]
        body += [f"{word} at {', '.join(some)}"] * bool(some)
    sides = list(edges())
    chance.shuffle(sides)
    for word in ("dyke-wall", "rail", "wall"):
        some = [sides.pop() for _ in range(chance.choice((0, 0, 2, 4)))]
        body += [f"{word} at {', '.join(some)}"] * bool(some)
    if chance.random() < 0.6:
        body.append(f"item rope at {left.pop()}")
        body.append(f"event when rope taken {{ {chance.choice(('block', 'block'))} {left.pop()} }}")
    members = ["reeve", "ferrier", "eeler"]
    watch = ", ".join(sorted(chance.sample(members, chance.randint(1, 2))))
    who = chance.choice(watch.split(", "))
    goal = chance.choice(
        ["all wardens in east", "any warden in east", f"{who} at G1 and any warden in west"]
    )
    if "rope" in "".join(body) and chance.random() < 0.7:
        goal = f"any warden carries rope and {goal}"
    return ridge(goal, "\n  ".join(body), watch)


def differs(one):
    # To this player two may share the square at the foot of a cliff, and neither gets away.
    return difference(one.proof, brute.play(one.quest, one.system), dead_ends=False)


@pytest.mark.slow
def test_random_heights_are_what_a_player_without_wits_finds():
    """DN-B4, DN-B21, DN-C31."""
    found, jumped = set(), 0
    for seed in range(amount(50, 200)):
        text = random_ridge(random.Random(seed))
        with without_checks():
            (one,) = results(text).quests
        if one.proof is None:
            continue
        assert differs(one) == "", seed
        assert replay_document(document(one)) == "", seed
        found.add(one.proof.kind)
        jumped += jumps_of(one.proof.verdict(), one.quest.party) is not None
    assert {WON, LOST, STRANDED} <= found
    assert jumped > amount(1, 5)


# -- on squares -----------------------------------------------------------------------------------

YARD = """
quest yard "The Yard" {{
  system blank
  watch {watch}
  board {{
    draw \"\"\"
    +-+-+-+-+-+
    |s s . . .|
    + + + + + +
    |. . . . .|
    + + + + + +
    |. . . . .|
    +-+-+-+-+-+
    \"\"\"
    s: start
  }}
  street west at A1..B3 "West"
  street east at C1..E3 "East"
  {body}
  victory lamplighters when {goal}
}}
"""


def random_yard(chance):
    cells = [f"{column}{row}" for column in "ABCDE" for row in ROWS]
    chance.shuffle(cells)
    body = [f"sunken at {', '.join(cells[: chance.randint(3, 9)])}"]
    chance.shuffle(cells)
    body += [f"ramp at {', '.join(cells[: chance.randint(0, 2)])}"] * bool(cells[0] not in "A1B1")
    body = [one for one in body if not one.endswith(" at ")]
    sides = [
        f"{column}{row}|{other}"
        for number, column in enumerate("ABCDE")
        for row in ROWS
        for other in (f"{'ABCDE'[number + 1]}{row}" if number < 4 else "", f"{column}{row + 1}")
        if other and other[1] != "4"
    ]
    chance.shuffle(sides)
    for word in ("kerb", "fence", "wall"):
        some = [sides.pop() for _ in range(chance.choice((0, 1, 3)))]
        body += [f"{word} at {', '.join(some)}"] * bool(some)
    rope = chance.choice(cells)
    if chance.random() < 0.6:
        body += [f"item wick at {rope}", 'event when wick taken { read "x" }']
    goal = chance.choice(["all lamplighters in east", "any lamplighter at E3"])
    if len(body) > 2 and body[-1].startswith("event") and chance.random() < 0.7:
        goal = f"any lamplighter carries wick and {goal}"
    watch = chance.choice(["elder", "apprentice", "elder, apprentice"])
    return YARD.format(watch=watch, body="\n  ".join(body), goal=goal)


@pytest.mark.slow
def test_random_heights_on_squares_are_what_a_player_without_wits_finds():
    """DN-B4, DN-B21: with steps across corners, too."""
    found, jumped = set(), 0
    for seed in range(amount(50, 150)):
        with without_checks():
            (one,) = results(random_yard(random.Random(seed))).quests
        if one.proof is None:
            continue
        assert differs(one) == "", seed
        assert replay_document(document(one)) == "", seed
        found.add(one.proof.kind)
        jumped += jumps_of(one.proof.verdict(), one.quest.party) is not None
    assert {WON, LOST, STRANDED} <= found
    assert jumped


TILE = '''
tile dip {
  draw """
  +-+-+-+
   l r .|
  +-+-+-+
  """
  l: clay on sunken
  r: ramp
}

quest two-dips "Two Dips" {
  system blank
  watch elder
  board {
    tile dip at A1 turned 180
    tile dip as far-dip at D1
  }
  start at A1
  kerb at A1|B1
  victory lamplighters when elder at F1
}
'''


def test_tiles_bring_their_levels_along():
    (one,) = results(TILE).quests
    board = one.quest.board
    assert board.names(sum(tier.cells for tier in board.levels)) == "C1, D1"
    assert [board.names(patch.cells) for patch in board.terrain if patch.kind.word == "clay"] == [
        "C1",
        "D1",
    ]
    assert followed(TILE.replace("  kerb at A1|B1\n", "")).kind is WON
    assert followed(TILE).kind is LOST
