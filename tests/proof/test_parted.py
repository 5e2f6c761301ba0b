"""Quests in which members of the party must part, or are parted."""

from __future__ import annotations

import pytest

from oracle.replays import published
from questwright.compiler.model.verdict import VerdictKind
from questwright.compiler.publish.book.chapter.needs import figures_of
from questwright.compiler.publish.book.desk.desk import Desk
from questwright.compiler.publish.book.map.compose import map_of
from questwright.compiler.publish.book.map.overlay import overlays
from questwright.compiler.publish.book.map.pieces import Pieces
from questwright.compiler.publish.book.view.map import KeySign
from questwright.engine.replay import replay_document
from support.halls import three_halls
from support.published import publications


def proven(body, goal, heroes="orlaf, danor", first="", second=""):
    """The proof of a quest of three halls in a row; the engine follows all its lines."""
    one, document = published(three_halls(goal, body, heroes, first, second))
    assert replay_document(document) == ""
    return one.proof


def told(proof):
    return [step.text for step in proof.verdict().line]


def test_two_levers_in_two_places_take_two():
    body = 'action pull at C1 "Pull" when any hero in c'
    assert proven(body, "pull done", "orlaf").kind is VerdictKind.UNWINNABLE
    proof = proven(body, "pull done")
    assert proof.kind is VerdictKind.WINNABLE
    line = told(proof)
    assert line[:2] == ["Orlaf begins at A1 in the Hall A", "Danor begins at B1 in the Hall A"]
    assert sum("begins" in step for step in line) == 2
    assert any(step.endswith(": Pull") for step in line)
    assert any("walks to" in step and "Hall C" in step for step in line), line


@pytest.mark.parametrize("words", ["when", "whenever"])
def test_the_first_one_in_sets_it_off(words):
    # One after the other: who steps in first brings the ceiling down behind.
    body = f"event fall {words} any hero in b {{ block B2 }}"
    goal = "all heroes in b"
    assert proven(body, goal, "orlaf").kind is not VerdictKind.UNWINNABLE
    # The other one follows only by standing in the doorway when it comes, and stepping clear.
    proof = proven(body, goal)
    assert proof.kind is VerdictKind.CAN_STRAND
    line = told(proof)
    fall = line.index("Fall: B2 is blocked")
    assert line[fall - 1].endswith("walks to C2 in the Hall B")
    assert line[fall + 1].endswith("steps clear to C1 in the Hall B")


def test_who_is_shut_in_has_the_key():
    # The key opens the second door once; a door that shuts behind the first one parts them.
    body = """item key "Key" at A2
  event shut when any hero in b { close first; block B2 }"""
    proof = proven(body, "any hero in c", second="locked by key spent")
    assert proof.kind is VerdictKind.CAN_STRAND  # the key stays outside
    lost = [step.text for step in proof.verdict().stranded]
    assert any("walks to" in text for text in lost)
    assert proven(body, "all heroes in c", second="locked by key spent").kind is (
        VerdictKind.UNWINNABLE
    )


def test_what_one_has_taken_another_uses():
    body = """item key "Key" at D1
  event gone when key taken { block C1..C2 }
  action wait-here at A1 "Wait\""""
    proof = proven(body, "any hero in c and any hero in a", second="locked by key")
    assert proof.kind is not VerdictKind.UNDECIDED


def test_a_hand_over_is_told():
    body = """item key "Key" at C1
  action unlock-chest at A1 "Unlock the chest" when danor carries key"""
    proof = proven(body, "unlock-chest done", first="for orlaf")
    line = told(proof)
    assert proof.kind is VerdictKind.WINNABLE
    handed = line.index("Orlaf hands the Key to Danor")
    assert line.index("Orlaf: Take the Key") < handed
    assert line[-1].endswith("Unlock the chest")
    assert len(line) - 1 > handed


def test_a_fall_takes_nobody_who_can_stand_clear():
    body = """action pull at A1 "Pull"
  event fall when pull done { block B1 }"""
    assert proven(body, "pull done and all heroes in c").kind is VerdictKind.WINNABLE
    shut = body.replace("B1", "B1..B2")
    assert proven(shut, "pull done and all heroes in c").kind is VerdictKind.UNWINNABLE


def test_a_line_ends_where_it_wins():
    body = """action pull at A1 "Pull"
  event fall when pull done { block B1..B2 }"""
    proof = proven(body, "pull done and all heroes in a")
    assert proof.kind is VerdictKind.CAN_STRAND
    assert told(proof)[-1] == "Orlaf: Pull"


def test_rounds_are_counted_of_what_each_does():
    body = 'action pull at C1 "Pull" when any hero in c'
    low, high = proven(body, "pull done").rounds
    assert 1 <= low <= high <= 5


def test_each_member_has_a_route_on_the_map(tmp_path):
    body = 'action pull at C1 "Pull" when any hero in c'
    path = tmp_path / "parted.quest"
    path.write_text(three_halls("pull done", body), encoding="utf-8")
    (publication,) = publications(path)
    desk = Desk(publication.quest, publication.system)
    pieces = Pieces(desk, figures_of(desk))
    (drawn,) = overlays(publication, pieces, map_of(pieces))
    assert [route.stroke for route in drawn.overlay.routes] == [0, 1]
    rows = [row.text for row in drawn.overlay.key if row.sign is KeySign.ROUTE]
    assert rows == ["The winning line: the way of Orlaf", "The winning line: the way of Danor"]
