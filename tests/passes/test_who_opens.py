"""Doors that the party does not open, by the rules of the game: only the other side and events."""

from __future__ import annotations

import pytest

from oracle.witness import judge
from questwright.compiler.model.publication import Publication
from questwright.compiler.publish.book.book import compose_book
from questwright.compiler.publish.book.render.html import book_source
from questwright.compiler.publish.document.quest_json import dump, quest_document
from questwright.engine.replay import replay_document
from support import one_text
from support.paths import PACKS

BACK_ROOM = """quest back-room "The Back Room" {
  system vault
  gang cracker, hummer

  board {
    draw \"\"\"
    s.....
    s.....
    \"\"\"
    s: rope
  }
  wall at C1|D1
  flap way "The Way" at C2|D2 STATE
  office front at A1..C2 "The Front"
  office back at D1..F2 "The Back"
  bell lever "The Lever" at A2
  action pull at lever
  item ledger "The Ledger" at F1
  BODY
  victory burglars when any burglar carries ledger
}
"""


def made(word, state="", body=""):
    text = BACK_ROOM.replace("flap", word).replace("STATE", state).replace("BODY", body)
    (quest,) = one_text.results(text, PACKS).quests
    return quest


def told(quest):
    return [(found.code.name, found.label.text) for found in quest.findings]


PULL = "event when pull done { open way }"


@pytest.mark.parametrize(
    ("word", "state", "body", "expected"),
    [
        ("flap", "", "", "winnable"),
        ("hatch", "", "", "unwinnable"),
        ("grille", "", "", "unwinnable"),
        ("hatch", "", PULL, "winnable"),
        ("grille", "", PULL, "winnable"),
        ("hatch", "open", "", "winnable"),
        # It stands open, and the lever shuts it for good: then the ledger is taken first, or never.
        ("hatch", "open", "event when pull done { close way }", "can-strand"),
        ("flap", "open", "event when pull done { close way }", "winnable"),
    ],
)
def test_the_party_opens_what_its_side_may_open(word, state, body, expected):
    quest = made(word, state, body)
    assert quest.proof is not None, told(quest)
    assert str(quest.proof.kind) == expected
    published = Publication(quest.quest, quest.system, quest.proof.verdict(), {}, ())
    assert replay_document(dump(quest_document(published))) == ""
    assert str(judge(quest.quest, quest.system).verdict) == expected


def test_why_nobody_gets_in_and_what_helps():
    quest = made("hatch")
    causes = [cause.text for cause in quest.proof.why_unwinnable()]
    assert "nobody of the party opens the Way" in causes
    found = next(found for found in quest.findings if found.code.name == "unwinnable")
    assert found.help == "let an event open it: `event when … { open way }`"


def test_a_lock_on_such_a_door_is_of_no_use():
    quest = made("hatch", "locked by ledger")
    (found,) = [found for found in quest.findings if found.code.name == "surplus-part"]
    assert found.message == "nobody of the party opens a `hatch`, with or without a key"
    assert found.reason == "in this game only The Clerks and events open a Clerks' Hatch"
    quest = made("grille", "locked by ledger")
    (found,) = [found for found in quest.findings if found.code.name == "surplus-part"]
    assert found.reason == "in this game events alone open a Grille"
    body = "event when pull done { unlock way }"
    quest = made("hatch", "", body)
    (found,) = [found for found in quest.findings if found.code.name == "wrong-kind"]
    assert found.message == "nobody of the party opens `way`, locked or not"


def test_book_and_document_say_who_opens_it():
    for word, words, sides in (
        ("hatch", "only the Clerks or an event opens it", ["clerks"]),
        ("grille", "only an event opens it", []),
    ):
        quest = made(word, "", PULL)
        published = Publication(quest.quest, quest.system, quest.proof.verdict(), {}, ())
        assert words in book_source(compose_book([published])).html
        (gate,) = quest_document(published)["gates"]
        assert (gate["opened_by"], gate["lock"]["key"]) == (sides, "barred")
