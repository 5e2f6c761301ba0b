"""What the ground is: who walks over it, and what that costs of a move."""

from __future__ import annotations

import random

import pytest

from oracle import brute
from oracle.fuzz import difference
from questwright.compiler.geometry.terrain import costs_in_words
from questwright.compiler.model.publication import Publication
from questwright.compiler.model.verdict import VerdictKind
from questwright.compiler.publish.diff.compare import compare
from questwright.compiler.publish.document.quest_json import dump, quest_document
from questwright.compiler.publish.document.read.edition import edition_of
from questwright.compiler.publish.document.read.load import read_edition
from questwright.engine.replay import replay_document
from support import one_text
from support.more import amount
from support.paths import PACKS

WON, STRANDED, LOST = VerdictKind.WINNABLE, VerdictKind.CAN_STRAND, VerdictKind.UNWINNABLE

# The reeve is laden and moves 4, the ferrier is mounted and moves 5, the eeler is neither.
# A bog costs 2, 5 for the laden, and is closed to the mounted; a tarn costs 5 and is closed to the
# laden; heather costs 2.
MOOR = '''
quest moor "The Moor" {{
  system moor
  watch {watch}
  board {{
    draw """
    {start} . . {ground} . . .
     . . . {ground} . . .
    . . . {ground} . . .
    """
    s: start
    {letter}
  }}
  heath west at A1..D3 "The West"
  heath east at E1..G3 "The East"
  {body}
  victory wardens when {goal}
}}
'''


def moor(goal, ground=".", watch="reeve, ferrier, eeler", body=""):
    word = {"h": "heather", "b": "bog", "t": "tarn", ".": ""}[ground]
    starts = "s" if "," not in watch else "s s" if watch.count(",") == 1 else "s s s"
    text = MOOR.format(
        watch=watch,
        start="s",
        ground=ground,
        letter=f"{ground}: {word}" if word else "",
        body=body,
        goal=goal,
    )
    return text.replace("    s . .", f"    {(starts + ' . .')[:5]}", 1)


def results(text):
    return one_text.results(text, PACKS)


def document(one):
    verdict = one.proof.verdict()
    return dump(quest_document(Publication(one.quest, one.system, verdict, {}, ())))


def proven(*parts, **more):
    """A proof with which the player without wits agrees; the engine follows its lines."""
    (one,) = results(moor(*parts, **more)).quests
    assert one.proof is not None, one.findings
    assert difference(one.proof, brute.play(one.quest, one.system)) == ""
    assert replay_document(document(one)) == ""
    return one.proof


SCENES = [
    (WON, "all wardens in east", "h"),
    (LOST, "all wardens in east", "b"),
    (WON, "eeler in east", "b"),
    (LOST, "ferrier in east", "b"),
    (LOST, "reeve in east", "b"),
    (WON, "2 wardens in east", "t"),
    (LOST, "reeve in east", "t"),
    (WON, "any warden in east and any warden in west", "t"),
]


@pytest.mark.parametrize(("kind", "goal", "ground"), SCENES)
def test_who_crosses_what(kind, goal, ground):
    assert proven(goal, ground).kind is kind


def test_ground_that_costs_more_than_a_whole_move_is_closed():
    # The bog costs the reeve five, and he moves four.
    proof = proven("reeve in east", "b", watch="reeve")
    assert proof.kind is LOST
    (cause,) = proof.why_unwinnable()
    assert cause.text == "nobody of the party enters the Bog"


def test_it_is_said_who_alone_enters():
    causes = proven("reeve in east", "t").why_unwinnable()
    assert causes[0].text == "only Ferrier or Eeler enters the Tarn"


def test_nobody_begins_where_they_cannot_stand():
    text = moor("eeler in east", "t", body="bog at A1")
    (found,) = (
        finding for finding in results(text).findings if finding.code.name == "not-on-the-floor"
    )
    assert found.message == "Reeve and Ferrier cannot begin at A1"


def test_what_lies_on_the_shore_is_at_hand():
    body = 'cairn hoard at D2\n  item rope "Rope" in hoard'
    assert proven("any warden carries rope", "t", watch="reeve", body=body).kind is WON


@pytest.mark.parametrize(("ground", "rounds"), [(".", (1, 1)), ("h", (1, 1)), ("t", (2, 3))])
def test_rounds_are_counted_with_what_the_ground_costs(ground, rounds):
    # Four steps for the eeler, who moves five.
    proof = proven("eeler in east", ground, watch="eeler")
    low, high = proof.rounds
    assert rounds[0] <= low <= high <= rounds[1]


def test_ground_is_one_thing_or_another():
    text = moor(
        "eeler in east", "h", body="bog at D1..D2\n  tarn at A4..A5\n  tarn\n  bog at A1 deep"
    )
    found = [(finding.code.name, finding.message) for finding in results(text).findings]
    assert ("statement-twice", "D1, D2 cannot be both Heather and Bog") in found
    assert {name for name, _ in found} >= {"off-the-board", "missing-part", "wrong-kind"}


@pytest.mark.slow
def test_random_ground_is_what_a_player_without_wits_finds():
    chance = random.Random(5)
    kinds = set()
    for _ in range(amount(50, 150)):
        cells = [f"{column}{row}" for column in "BCDEF" for row in "23"] + ["D1", "E1"]
        chance.shuffle(cells)
        body, left = [], list(cells)
        for word in ("heather", "bog", "tarn"):
            some = [left.pop() for _ in range(chance.randint(0, 3))]
            body += [f"{word} at {', '.join(some)}"] * bool(some)
        if chance.random() < 0.5:
            body.append(f"item rope at {left.pop()}")
            body.append("event when rope taken { block " + left.pop() + " }")
        members = ["reeve", "ferrier", "eeler"]
        watch = ", ".join(sorted(chance.sample(members, chance.randint(1, 3))))
        who = chance.choice(watch.split(", "))
        goal = chance.choice(
            ["all wardens in east", "any warden in east", f"{who} in east and any warden in west"]
        )
        if "rope" in "".join(body) and chance.random() < 0.7:
            goal = f"any warden carries rope and {goal}"
        kinds.add(proven(goal, ".", watch=watch, body="\n  ".join(body)).kind)
    assert {WON, LOST} <= kinds


# -- beside gates, corners and portals -------------------------------------------------------------


def followed(text):
    """The proof of a text with which the player without wits agrees; the engine follows it."""
    (one,) = results(text).quests
    assert one.proof is not None, one.findings
    assert difference(one.proof, brute.play(one.quest, one.system)) == ""
    assert replay_document(document(one)) == ""
    return one.proof


TARN = """
quest tarn "The Tarn" {{
  system moor
  watch {watch}
  board {{
    draw \"\"\"
    {row}
     . . . . . . . . . . . .
    \"\"\"
    s: start
    {legend}
  }}
  heath west at {west} "West"
  heath east at {east} "East"
  {body}
  victory wardens when {goal}
}}
"""


def tarn(goal, body="", row="s s . t . . . . . . . .", watch="reeve, eeler", **more):
    parts = {"legend": "t: tarn" if "t" in row else "", "west": "A1..C2", "east": "D1..L2"}
    return TARN.format(watch=watch, row=row, body=body, goal=goal, **parts | more)


@pytest.mark.parametrize("gate", ["", "wicket gap at C1|D1 open", "wicket gap at C1|D1 closed"])
def test_a_gate_on_the_shore_is_a_way_for_those_who_swim(gate):
    walls = "wall at C2|D2, C2|D1" if gate else ""
    assert followed(tarn("eeler in east", f"{gate}\n  {walls}")).kind is WON
    reeve = followed(tarn("reeve in east", f"{gate}\n  {walls}"))
    assert reeve.kind is (LOST if gate else WON)


@pytest.mark.parametrize("wet", ["B1", "K1", "B1, K1"])
def test_nobody_goes_by_a_portal_whose_ground_is_closed_to_them(wet):
    body = f"""ring here at B1 to there
  ring there at K1 to here
  tarn at {wet}
  item rope "Rope" at L1
  event when rope taken {{ read "x" }}"""
    row = "s . . . . . . . . . . ."
    proof = followed(tarn("any warden carries rope", body, row, "reeve"))
    # Eleven steps on foot, four in a round.
    assert proof.rounds == (3, 3)
    dry = body.replace(f"  tarn at {wet}\n", "")
    assert followed(tarn("any warden carries rope", dry, row, "reeve")).rounds == (1, 1)


STREETS = """
quest streets "Streets" {{
  system blank
  watch elder, apprentice
  board {{
    draw \"\"\"
    {rows}
    \"\"\"
    s: start
    {letter}: {word}
  }}
  {body}
  victory lamplighters when {goal}
}}
"""


def test_no_corner_is_cut_past_ground_that_is_closed():
    rows = "+-+-+-+-+\n    |s m . .|\n    + + + + +\n    |s . . .|\n    +-+-+-+-+"
    body = 'street west at A1..A2, B1 "West"\n  street east at B2..D2, C1..D1 "East"'
    goal = "elder in east and apprentice in west"
    text = STREETS.format(rows=rows, letter="m", word="mud", body=body, goal=goal)
    assert followed(text).kind is WON


def test_each_member_pays_what_the_ground_costs_them():
    edge = "+-+-+-+-+-+-+-+-+"
    rows = f"{edge}\n    |s s . m . . . .|\n    {edge}"
    body = 'street west at A1..F1 "West"\n  street east at G1..H1 "East"\n  item wick at H1'
    body += '\n  event when wick taken { read "x" }'
    goal = "wick taken and all lamplighters in east"
    text = STREETS.format(rows=rows, letter="m", word="clay", body=body, goal=goal)
    low, high = followed(text).rounds
    assert 2 <= low <= high <= 4


def test_the_way_back_costs_what_one_enters_on_it():
    text = tarn(
        "hoard searched and all wardens in west",
        'heath far at F1..G1 "Far"',
        ". s . . . h c . . . . .",
        "eeler",
        legend="h: heather\n    c: cairn hoard",
        west="A1",
        east="B1..E1, H1..L1, A2..L2",
    )
    # There in the first round, as the heather costs two; and back in the second one.
    assert followed(text).rounds == (2, 2)


# -- what has changed ---------------------------------------------------------------------------


def edition(text):
    (one,) = results(text).quests
    publication = Publication(one.quest, one.system, one.proof.verdict(), {}, ())
    return edition_of(publication)


def test_what_the_ground_is_now_is_told():
    old = moor("eeler in east", "h", body="bog at E2")
    new = moor("eeler in east", "t", body="bog at E2, F3")
    told = {
        change.text
        for change in compare(edition(old), edition(new)).changes
        if change.sort == "ground"
    }
    assert told == {
        "There is no Heather any more at D1–D3",
        "There is Bog now at F3",
        "There is Tarn now at D1–D3",
    }
    again = read_edition(document(results(old).quests[0]), lambda _: edition(old).system)
    assert again.quest.board.terrain[0].cells == edition(old).quest.board.terrain[0].cells


def test_costs_say_the_shorter_list_of_names():
    (tarn,) = results(moor("eeler in east", "t")).quests
    (bog,) = results(moor("eeler in east", "b")).quests
    told = {
        patch.kind.title: costs_in_words(patch.kind, one.quest, one.system)
        for one in (tarn, bog)
        for patch in one.quest.board.terrain
    }
    assert told == {
        "Tarn": "not for Reeve; 5 to enter for the others",
        "Bog": "2 to enter for Eeler; not for the others",
    }
