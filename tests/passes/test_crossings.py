"""Crossings: ways between places that do not lie beside each other."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from oracle.fuzz import judged, played_with_crossings
from oracle.planner import disagreement, needs_planner
from oracle.random_crossings import random_crossings, results_with_crossings
from questwright.compiler.model.verdict import VerdictKind
from questwright.compiler.pipeline import Compiler
from questwright.engine.load import load_quest
from questwright.engine.reading import UnreadableDocument
from questwright.engine.replay import replay_document
from support.moor import document, moor, proven, results
from support.more import amount
from support.one_text import OneText
from support.paths import PACKS

WON, STRANDED, LOST = VerdictKind.WINNABLE, VerdictKind.CAN_STRAND, VerdictKind.UNWINNABLE


def kinds(one):
    return [step.kind for step in one.proof.verdict().line]


# -- the proof -----------------------------------------------------------------------------


def test_a_passage_takes_its_rounds_dn_a43_dn_c39():
    one = proven("underway u from near-hole to far-hole takes 6", "eeler in east")
    assert one.proof.kind is WON
    # It sets off in the first round, and is there when the seventh begins.
    assert one.proof.rounds == (7, 7)
    (step,) = (step for step in one.proof.verdict().line if step.kind == "cross")
    assert step.text == "Eeler takes the U to F1 in the East, 6 rounds"
    assert (step.target, step.who) == ("u", "eeler")


def test_a_kind_says_how_long_it_takes_where_the_quest_does_not():
    assert proven("underway u from A1 to F1", "eeler in east").proof.rounds == (4, 4)


def test_who_has_walked_to_a_passage_sets_off_in_that_round():
    # Six hexes to D3, which takes two rounds; then a whole move is left on the other side.
    one = proven("underway u from D3 to F3", "eeler at I3")
    assert one.proof.rounds == (4, 4)
    assert proven("underway u from D3 to F3", "eeler at I1..I3").proof.rounds == (4, 4)


def test_rounds_count_there_and_back():
    one = proven("underway u from A1 to F1 takes 3", "rope taken and eeler in west")
    # The way there and the way back take three each, after the first; the rope takes another.
    assert one.proof.rounds == (7, 8)


def test_a_walkway_costs_some_of_a_move_dn_a31():
    # Three hexes to D1, two for the walkway: five in all.
    assert proven("catwalk w from C1 to F1", "eeler in east").proof.rounds == (1, 1)
    assert proven("catwalk w from D3 to F1", "eeler in east").proof.rounds == (2, 2)


def test_only_some_go_down_dn_b18():
    body = "underway u from A1 to F1"
    one = proven(body, watch="reeve, eeler")
    assert {step.who for step in one.proof.verdict().line if step.kind == "cross"} == {"eeler"}
    assert proven(body, "reeve in east", watch="reeve, eeler").proof.kind is LOST
    one = proven(body, watch="reeve, ferrier")
    assert one.proof.kind is LOST
    causes = [cause.text for cause in one.proof.why_unwinnable()]
    assert "nobody of the party takes the U: that takes Eeler or Hedgewife" in causes


def test_a_quest_says_who_goes():
    one = proven("catwalk w from A1 to F1 for reeve", watch="reeve, eeler")
    assert {step.who for step in one.proof.verdict().line if step.kind == "cross"} == {"reeve"}


def test_what_costs_more_than_a_whole_move_is_for_nobody():
    text = moor("catwalk w from A1 to F1", watch="reeve, eeler")
    slow = (
        (PACKS / "moor" / "game.yaml")
        .read_text(encoding="utf-8")
        .replace("symbol: bridge, cost: 2", "symbol: bridge, cost: 5")
    )
    assert slow.count("cost: 5") > 1
    one = results_of(text, slow)
    assert {step.who for step in one.proof.verdict().line if step.kind == "cross"} == {"eeler"}


def results_of(text, game):
    import shutil
    import tempfile

    with tempfile.TemporaryDirectory() as name:
        shutil.copytree(PACKS / "moor", Path(name) / "moor")
        (Path(name) / "moor" / "game.yaml").write_text(game, encoding="utf-8")
        (one,) = Compiler(OneText(text), Path(name), None).compile("one.quest").quests
    assert replay_document(document(one)) == ""
    return one


def test_a_barred_entrance_waits_for_an_event_dn_a42():
    body = "catwalk w barred from C1 to F1"
    assert proven(body).proof.kind is LOST
    opens = f"{body}\n  event when any warden at A3 {{\n    open w\n  }}"
    one = proven(opens)
    assert one.proof.kind is WON
    assert kinds(one).index("event") < kinds(one).index("cross")
    assert proven(opens, "w opened and w closed").proof.kind is LOST
    assert proven(opens, "w opened").proof.kind is WON


def test_a_crossing_that_closes_behind_them_strands():
    body = "catwalk w from C1 to F1\n  event when any warden in east {\n    close w\n  }"
    assert proven(body, "rope taken").proof.kind is WON
    assert proven(body, "rope taken and eeler in west").proof.kind is LOST
    opens = body + "\n  event when rope taken {\n    open w\n  }"
    assert proven(opens, "rope taken and eeler in west").proof.kind is WON
    two = proven(body, "rope taken and all wardens in east", watch="eeler, reeve")
    assert two.proof.kind is LOST


def test_one_slides_down_and_does_not_come_back():
    one = proven("chute c from A1 to F1", "rope taken and eeler in west")
    assert one.proof.kind is LOST
    assert "nobody comes back through the C" in [c.text for c in one.proof.why_unwinnable()]
    body = 'chute c from A1 to F1\n  item lamp "Lamp" at D3'
    one = proven(body, "rope taken and lamp taken")
    assert one.proof.kind is STRANDED


def test_a_boat_is_launched_where_it_lies_dn_b20():
    one = proven("skiff punt from C2 to F2, H2", "eeler at H2")
    assert kinds(one)[-3:] == ["walk", "launch", "cross"]
    # Each landing is joined to each other one.
    assert proven("skiff punt from C2 to F2, H2", "eeler at H2 and rope taken").proof.kind is WON
    # On the far shore, it is of no use.
    one = proven("skiff punt from F2 to C2")
    assert one.proof.kind is LOST
    assert "“Launch the Punt” can only be done in the East" in [
        cause.text for cause in one.proof.why_unwinnable()
    ]


def test_all_are_ferried_dn_b30():
    body = "skiff punt from C2 to F2"
    one = proven(body, "all wardens in east", watch="reeve, ferrier, eeler")
    assert kinds(one).count("launch") == 1
    line = one.proof.verdict().line
    crossed = [
        (step.who, one.quest.board.name(step.path[-1])) for step in line if step.kind == "cross"
    ]
    assert [end for _, end in crossed] == ["F2", "F2", "C2", "F2", "F2"]
    # Two go, one of them comes back, and goes again with the third.
    rower = crossed[2][0]
    assert rower in {who for who, _ in crossed[:2]}
    assert rower in {who for who, _ in crossed[3:]}
    assert {who for who, _ in crossed} == {"reeve", "ferrier", "eeler"}


def test_a_die_says_where_the_boat_lies_dn_a33_dn_b53():
    body = """skiff near-boat barred from C2 to F2
  skiff far-boat barred from F2 to C2
  underway u barred from A1 to F1
  table boats "Where the boat lies" with d6 {
    1..2 "Near" {
      open near-boat
    }
    3..4 "Far" {
      open far-boat
    }
    5..6 "Below" {
      open u
    }
  }"""
    (one,) = results(moor(body)).quests
    assert [world.kind for world in one.proof.verdict().worlds] == [WON, LOST, WON]
    assert "QW313" in [finding.code.id for finding in one.findings]
    assert replay_document(document(one)) == ""
    # A second way makes up for it.
    (one,) = results(moor(f"{body}\n  catwalk w from D1 to F1")).quests
    assert one.proof.kind is WON
    assert replay_document(document(one)) == ""


def test_ground_that_some_never_enter_is_no_landing_for_them():
    body = "tarn at F1\n  catwalk w from A1 to F1\n  victory wardens when reeve in east"
    one = proven(body, watch="reeve, eeler")
    assert {step.who for step in one.proof.verdict().line if step.kind == "cross"} == {"eeler"}


def test_who_walks_does_not_take_rounds():
    one = proven("underway u from A1 to D3", "eeler at D3")
    assert one.proof.rounds == (1, 1)
    assert "cross" not in kinds(one)


# -- random quests -------------------------------------------------------------------------


@pytest.mark.slow
def test_random_quests_with_crossings_are_judged_as_a_player_without_wits_finds():
    for seed in range(20_000, amount(20_020, 20_150)):
        one = played_with_crossings(seed)
        assert one.is_skipped or not one.words, f"seed {seed}: {one.words}\n{one.text}"


@pytest.mark.slow
def test_the_engine_follows_lines_over_crossings():
    crossed = 0
    for seed in (*range(20_150, amount(20_152, 20_220)), 91, 1124, 1281):
        text = random_crossings(random.Random(seed))
        one = judged(text, results_with_crossings)
        assert replay_document(document(one)) == "", seed
        crossed += kinds(one).count("cross")
    assert crossed > amount(0, 10)


@pytest.mark.slow
@needs_planner
def test_a_planner_agrees_about_crossings():
    for seed in range(20_220, amount(20_222, 20_240)):
        one = judged(random_crossings(random.Random(seed)), results_with_crossings)
        assert not disagreement(one.quest, one.proof.shown), seed


def row(rounds, party, goal="all wardens in east", body=""):
    """Rounds of a quest with a boat that takes so many, for the first so many of the watch."""
    game = (PACKS / "moor" / "game.yaml").read_text(encoding="utf-8")
    game = game.replace(
        "vessel: true,\n    seats: 2", f"vessel: true, rounds: {rounds},\n    seats: 2"
    )
    watch = ", ".join(["eeler", "ferrier", "reeve"][:party])
    text = moor(f"skiff punt from A1..D1 to F1{body}", goal, watch)
    return results_of(text, game).proof


@pytest.mark.parametrize("rounds", [1, 2, 5])
@pytest.mark.parametrize(("party", "trips"), [(1, 1), (2, 1), (3, 3)])
def test_ferrying_to_and_fro_takes_rounds_dn_b30_dn_c38(rounds, party, trips):
    """Two seats: each who comes after them takes a boat back, and one more over."""
    proof = row(rounds, party)
    assert proof.rounds == (1 + rounds, 1 + rounds * trips)


def test_who_comes_to_a_boat_too_late_has_it_fetched_dn_b30():
    # The ferrier comes into play in round 4: the eeler has gone over for the rope by then.
    body = "\n  start late at A3 for ferrier from round 4"
    proof = row(1, 2, "rope taken and all wardens in east", body)
    told = [(step.kind, step.who) for step in proof.verdict().line]
    assert told.count(("cross", "eeler")) in (1, 3)
    assert told.count(("cross", "ferrier")) == 1


def test_where_something_may_be_lost_it_is_told_who_brings_a_boat_back_dn_b30():
    body = """skiff punt from C2 to F2
  item lamp "Lamp" at G1
  event when lamp taken {
    block H3
  }"""
    one = proven(body, "lamp taken and rope taken and all wardens in east", "reeve, ferrier, eeler")
    assert one.proof.kind is STRANDED
    line = one.proof.verdict().line
    rowed = [step for step in line if step.kind == "cross"]
    crossed = [(step.who, one.quest.board.name(step.path[-1])) for step in rowed]
    backs = [who for who, end in crossed if end == "C2"]
    assert backs
    assert {who for who, end in crossed if end == "F2"} == {"reeve", "ferrier", "eeler"}
    assert all(crossed.count((who, "F2")) > crossed.count((who, "C2")) for who in backs)


# -- what is wrong -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "code", "message"),
    [
        ("underway u from A1 to F1 takes 4", "QW111", "this `underway` does not take 4 rounds"),
        ("underway u from A1 to F1 takes 0", "QW111", "this `underway` does not take 0 rounds"),
        ("underway u from A1 to F1 takes many", "QW111", "this does not give a number of rounds"),
        ("catwalk w from E1 to F1", "QW209", "this `catwalk` cannot end at E1"),
        ("catwalk w from A1 to Z9", "QW109", "`Z9` is not on the board"),
        ("catwalk w from nowhere to F1", "QW101", None),
        ("catwalk w from A1|B1 to F1", "QW110", "this `catwalk` leads from squares to squares"),
        ("catwalk w from A1", "QW106", "this `catwalk` does not say where it leads to"),
        ("catwalk w to A1", "QW106", "this `catwalk` does not say where it leads from"),
        ("catwalk w from A1 to A1..B1", "QW114", "A1 is at two ends of this `catwalk`"),
        ("catwalk w from A1 to F1 for eelr", "QW101", "no figure is called `eelr`"),
        ("catwalk w from A1 to F1 facing east", "QW107", "`catwalk` does not take this"),
        ("catwalk w from A1 to F1 by C1", "QW210", "this `catwalk` does not pass over C1"),
        ("catwalk w from A1 to D1 by B1", "QW210", None),
        ("catwalk w from A1 to C1, F1 by B1", "QW210", None),
        ("catwalk w from A1 to C1 by B1, B1", "QW210", None),
        ("catwalk w from A1 to F1 by Z9", "QW109", "`Z9` is not on the board"),
        ("underway u from A1 to C1 by B1", "QW107", "`underway` does not take `by`"),
        ("catwalk west from A1 to F1", "QW102", "the name `west` is given twice"),
        ("tarn at F1\n  catwalk w from A1 to F1 for reeve", "QW209", None),
        ("bog beacon-2 at F1", "QW107", None),
        ("event when w opened {\n    open w\n  }", "QW101", None),
    ],
)
def test_a_mistake_in_a_crossing_is_told(body, code, message):
    found = results(moor(body)).findings
    assert code in [finding.code.id for finding in found], [f.message for f in found]
    if message is not None:
        assert message in [finding.message for finding in found]


def test_a_crossing_from_a_thing_that_found_no_place_is_told_at_the_thing():
    body = "beacon adrift at E1\n  underway u from adrift to far-hole takes 3"
    found = results(moor(body)).findings
    assert [finding.code.id for finding in found if finding.severity == "error"] == ["QW209"]
    assert "`adrift` does not stand on the floor" in [finding.message for finding in found]


def test_all_mistakes_are_told_at_once():
    body = "underway u from Z9 to F1 takes 4 for eelr"
    assert {"QW111", "QW109", "QW101"} <= {
        finding.code.id for finding in results(moor(body)).findings
    }


def test_a_crossing_of_whole_countries_is_refused():
    rows = "\n".join(" " * (4 + n % 2) + "s " + ". " * 49 for n in range(50))
    text = f'''quest big "Big" {{
  system moor
  watch eeler
  board {{
    draw """
{rows}
    """
    s: start
  }}
  catwalk w from A1..X50 to Y1..AX50
  victory wardens when eeler at C3
}}'''
    found = [finding.message for finding in results(text).findings]
    assert "this `catwalk` joins too many squares" in found


def test_where_a_thing_is_hidden_a_crossing_leads_from_each_place():
    body = "beacon cave among C1, C2\n  catwalk w from cave to F1"
    (one,) = results(moor(body)).quests
    assert [way.id for way in one.quest.board.crossings] == ["w-1", "w-2"]
    barred = body.replace("catwalk w", "catwalk w barred")
    found = results(moor(barred)).findings
    assert "nobody knows where `cave` is" in [one.message for one in found]


# -- the engine ----------------------------------------------------------------------------


def changed(one, change):
    data = json.loads(document(one))
    change(data)
    return replay_document(json.dumps(data).encode())


def test_the_engine_holds_who_takes_a_crossing_and_when():
    (one,) = results(moor("skiff punt from C2 to F2")).quests

    def without(kind):
        def change(data):
            line = data["verdict"]["line"]
            data["verdict"]["line"] = [step for step in line if step["kind"] != kind]

        return change

    def walking(data):
        for step in data["verdict"]["line"]:
            step["kind"] = "walk" if step["kind"] == "cross" else step["kind"]

    def crossing(**more):
        return lambda data: data["board"]["crossings"][0].update(more)

    assert changed(one, lambda _: None) == ""
    assert "nobody can cross from C2 to F2" in changed(one, without("launch"))
    assert "nobody can step from C2 to F2" in changed(one, walking)
    assert "is barred" in changed(one, crossing(open=False))
    assert "nobody of the party takes" in changed(one, crossing(only=["reeve"]))
    assert "nobody of the party takes" in changed(one, crossing(cost=6))
    assert changed(one, crossing(cost=6, rounds=1)) == ""
    assert "there is no vessel" in changed(one, crossing(vessel=False))


def test_the_engine_holds_where_a_boat_lies_and_who_has_a_seat_dn_b30():
    text = moor("skiff punt from C2 to F2", "all wardens in east", "reeve, ferrier, eeler")
    (one,) = results(text).quests
    line = json.loads(document(one))["verdict"]["line"]
    back = next(step for step in line if step["kind"] == "cross" and step["path"] == ["C2"])

    rower = ("cross", back["who"])

    def without_the_way_back(data):
        # Nor, then, does whoever rowed back come over again.
        again = [n for n, step in enumerate(line) if (step["kind"], step["who"]) == rower][-1]
        left = [step for step in line[:again] if step != back]
        # It walks on from where it came ashore first.
        ashore = [n for n, step in enumerate(left) if (step["kind"], step["who"]) == rower][-1]
        left[ashore + 1 : ashore + 1] = line[again + 1 :]
        data["verdict"]["line"] = left

    def of_three(data):
        without_the_way_back(data)
        data["board"]["crossings"][0]["seats"] = 3

    def brought(data):
        at = line.index(back)
        rest = [step for step in line[at + 1 :] if step["who"] != back["who"]]
        told = {**back, "kind": "bring", "who": None}
        data["verdict"]["line"] = [*line[:at], told, *rest]

    def brought_astray(data):
        brought(data)
        next(step for step in data["verdict"]["line"] if step["kind"] == "bring")["path"] = ["D2"]

    def brought_by_whom(data):
        brought(data)
        data["board"]["crossings"][0]["vessel"] = False

    assert changed(one, lambda _: None) == ""
    assert "`punt` does not lie at C2" in changed(one, without_the_way_back)
    assert not any(why in changed(one, brought) for why in ("does not lie", "not a landing"))
    assert "that is not a landing" in changed(one, brought_astray)
    assert "there is no vessel" in changed(one, brought_by_whom)
    assert changed(one, of_three) == ""


def test_the_engine_reads_no_crossing_that_leads_nowhere():
    (one,) = results(moor("catwalk w from C2 to F2")).quests
    for ends in ([["C2"]], [["C2"], ["Z9"]], [["C2"], ["C2"]], [["C2"], []]):
        data = json.loads(document(one))
        data["board"]["crossings"][0]["ends"] = ends
        with pytest.raises(UnreadableDocument):
            load_quest(json.dumps(data).encode())


# -- what every way to win takes ------------------------------------------------------------------

ONE = "underway u from near-hole to far-hole takes 6"
TWO = f"{ONE}\n  underway v from A1 to F1"


@pytest.mark.parametrize(("ways", "is_faced"), [(ONE, True), (TWO, False)])
def test_a_crossing_may_be_what_every_way_to_win_takes(ways, is_faced):
    assert proven(ways, "eeler in east").proof.must_face("u") is is_faced
    wrong, right = "expect optional u", "expect must face u"
    if not is_faced:
        wrong, right = right, wrong
    for line, is_stale in ((wrong, True), (right, False)):
        found = {
            finding.code.name
            for finding in results(moor(f"{ways}\n  {line}", "eeler in east")).findings
        }
        assert ("stale-expect" in found) is is_stale
        assert "unknown-name" not in found
