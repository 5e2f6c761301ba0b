"""Members of the party who cover several cells, need wide passages, or never move."""

from __future__ import annotations

import shutil

import pytest

from questwright.compiler.model.publication import Publication
from questwright.compiler.movers.movers import movers_of
from questwright.compiler.publish.document.quest_json import dump, quest_document
from questwright.engine.replay import replay_document
from support import one_text
from support.paths import PACKS

CELLAR = """quest cellar "The Cellar" {
  system vault
  gang GANG
  board {
    draw \"\"\"
    s..#...
    s......
    ...#...
    \"\"\"
    s: rope
  }
  BODY
  office front at A1..C3 "The Front Cellar"
  office far at D2, E1..G3 "The Far Cellar"
  item ledger "The Ledger" at G1
  victory burglars when GOAL
}
"""
SPECIALS = """
specials:
  portly: {title: Portly, text: She needs room., width: 2}
  firm: {title: Firm, text: He stays., stays: true}
  ghostly: {title: Ghostly, text: She goes through desks., passes: [furniture]}
"""


@pytest.fixture(scope="module")
def packs(tmp_path_factory):
    """The game, with members of each sort."""
    folder = tmp_path_factory.mktemp("packs")
    shutil.copytree(PACKS / "vault", folder / "vault")
    path = folder / "vault" / "words.yaml"
    text = path.read_text(encoding="utf-8")
    line = next(line for line in text.splitlines() if line.startswith("  hummer:"))
    after = text.splitlines()[text.splitlines().index(line) + 1]
    own = f"{line}\n{after}"
    kinds = [own]
    for word, more in (
        ("giant", "footprint: 2x2"),
        ("portly", "specials: [portly]"),
        ("firm", "specials: [firm]"),
        ("ghost", "specials: [ghostly]"),
    ):
        kinds.append(own.replace("hummer", word).replace("Hummer", word.title()))
        kinds[-1] = kinds[-1].replace("rank: hand,", f"rank: hand, {more},")
    text = text.replace(own, "\n".join(kinds)) + SPECIALS
    for word, side in (("hole", "clerks"), ("shaft", "burglars")):
        portal = f"title: {word.title()}, plural: {word.title()}s, symbol: portal"
        own = f"  {word}: {{category: portal, {portal}, traits: {{used_by: [{side}]}}}}\n"
        text = text.replace("kinds:\n", f"kinds:\n{own}", 1)
    path.write_text(text, encoding="utf-8")
    return folder


def made(packs, gang, goal="any burglar carries ledger", body=""):
    text = CELLAR.replace("GANG", gang).replace("GOAL", goal).replace("BODY", body)
    (quest,) = one_text.results(text, packs).quests
    assert quest.proof is not None, [found.message for found in quest.findings]
    return quest


@pytest.mark.parametrize(
    ("gang", "goal", "expected"),
    [
        ("cracker", "cracker in far", "winnable"),
        ("giant", "giant in far", "unwinnable"),
        ("giant", "giant at C3", "winnable"),
        ("portly", "portly in far", "unwinnable"),
        ("portly", "portly at C3", "winnable"),
        ("firm", "firm at C3", "unwinnable"),
        # A friend brings what they do not get, and goes where they do not.
        ("giant, cracker", "any burglar carries ledger", "winnable"),
        ("giant, cracker", "giant carries ledger", "winnable"),
        ("firm, cracker", "firm carries ledger", "winnable"),
        ("portly, cracker", "all burglars in far", "unwinnable"),
    ],
)
def test_members_go_where_there_is_room_for_them(packs, gang, goal, expected):
    quest = made(packs, gang, goal)
    assert str(quest.proof.kind) == expected
    published = Publication(quest.quest, quest.system, quest.proof.verdict(), {}, ())
    assert replay_document(dump(quest_document(published))) == ""


def test_why_there_is_no_way(packs):
    told = {"giant": "has room to go from C2 to D2", "firm": "ever moves"}
    for gang, why in told.items():
        causes = [cause.text for cause in made(packs, gang).proof.why_unwinnable()]
        assert f"nobody of the party {why}" in causes


def test_proof_and_movers_agree(packs):
    for gang, goal in (
        ("giant", "giant at {}"),
        ("portly", "portly at {}"),
        ("firm", "firm at {}"),
    ):
        quest = made(packs, gang)
        board = quest.quest.board
        (mover,) = movers_of(quest.quest, quest.system, sides=["burglars"])
        reached = mover.states[0].reached
        for name in ("A3", "C1", "C3", "D2", "E1", "G3"):
            cell = next(c for c in range(reached.bit_length() + 40) if board.name(c) == name)
            kind = str(made(packs, gang, goal.format(name)).proof.kind)
            assert (kind == "winnable") == bool(reached >> cell & 1), (gang, name)


def test_what_else_they_pass_is_not_judged(packs):
    assert str(made(packs, "ghost").proof.kind) == "winnable"
    quest = made(packs, "ghost", body="desk at E1")
    assert str(quest.proof.kind) == "undecided"
    (cause,) = quest.proof.unjudged
    assert cause.text == "how Ghost passes the Desk"


@pytest.mark.parametrize(("word", "expected"), [("hole", "unwinnable"), ("shaft", "winnable")])
def test_portals_carry_those_whose_side_uses_them(packs, word, expected):
    body = f"wall at C2|D2\n  {word} here at B2 to there\n  {word} there at F2 to here"
    assert str(made(packs, "cracker", "cracker in far", body).proof.kind) == expected
