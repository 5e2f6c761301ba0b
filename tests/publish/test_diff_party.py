"""What has changed of who comes into play, of groups, of what is bought, and of degrees."""

from __future__ import annotations

import pytest

from questwright.compiler.cli.diff import diff_quests
from questwright.compiler.publish.diff.compare import compare
from questwright.compiler.publish.document.quest_json import dump, quest_document
from questwright.compiler.publish.document.read.edition import edition_of
from questwright.compiler.publish.document.read.load import read_edition
from support.editions import changed, published
from support.one_text import results

HALL = '''
quest tally-hall "The Tally Hall" {
  system dragon-noir
  adventurers konrad, zacharie, laberne
  turns 8
  group bows "The Bowmen" of zacharie, laberne
  board {
    draw """
    s s . . . . . .
     b b . . . w . .
    . . . . . . . .
    """
    s: start
    b: start for bows from round 2
    w: water
  }
  ground fore "The Fore Hall" at A1..D3
  ground back "The Back Hall" at E1..H3
  hunter keeper "The Keeper" at G2 facing west
  muster nest "What waits at the back" 6 of hunter, warrior at F1..H1
  item tally "The Tally" at H3
  victory adventurers marginal when tally taken
  victory adventurers decisive when tally taken and round <= 6
}
'''

NEST = 'muster nest "What waits at the back" 6 of hunter, warrior at F1..H1'
CHANGES = {
    "who comes later": (
        [("for bows from round 2", "for laberne from round 2")],
        ("At A2–B2 come into play now: Laberne, from turn 2 on; before: Zacharie and Laberne "
        "(The Bowmen), from turn 2 on"),
    ),
    "when they come": (
        [("from round 2", "from round 4")],
        ("At A2–B2 come into play now: Zacharie and Laberne (The Bowmen), from turn 4 on; before: "
        "Zacharie and Laberne (The Bowmen), from turn 2 on"),
    ),
    "a start that is new": (
        [("  ground fore", "  start hatch at D3 for konrad from round 5\n  ground fore")],
        "Hatch, a Place to begin, is new, at D3 in the Fore Hall, for Konrad, from turn 5 on",
    ),
    "who is in a group": (
        [("of zacharie, laberne", "of laberne, konrad")],
        "The Bowmen are Konrad and Laberne now; they were Zacharie and Laberne",
    ),
    "a group that is new": (
        [("  board {", '  group boots "The Boots" of konrad, zacharie\n  board {')],
        "The Boots are a new group: Konrad and Zacharie",
    ),
    "points and wares": (
        [("6 of hunter, warrior", "9 of hunter")],
        ("What waits at the back now: 9 points for Hunter (1), in secret before play begins; "
        "before: 6 points for Hunter (1) and Warrior (2), in secret before play begins"),
    ),
    "where it is placed": (
        [("at F1..H1\n  item", "at F1..G1\n  item")],
        "What waits at the back is placed at F1–G1 now, not at F1–H1",
    ),
    "in which rounds": (
        [("at F1..H1\n  item", "at F1..H1 on 3\n  item")],
        ("What waits at the back now: 6 points for Hunter (1) and Warrior (2), in turn 3; each is "
        "born a baby and is grown 3 turns later; before: "
        "6 points for Hunter (1) and Warrior (2), in secret before play begins"),
    ),
    "nothing is bought": (
        [(f"  {NEST}\n", "")],
        ("What waits at the back is gone: 6 points for Hunter (1) and Warrior (2), in secret "
        "before play begins"),
    ),
    "a turn limit": ([("turns 8", "turns 7")], "Turns: 7 now, 8 before"),
    "the ground": ([("w: water", "w: marsh")], "There is Marsh now at F2"),
    "how high it lies": (
        [("  hunter keeper", "  high at C3\n  hunter keeper")],
        "Upper level now at C3",
    ),
    "a degree": (
        [("adventurers marginal", "adventurers clear")],
        "The Adventurers win by another degree: clear now, marginal before",
    ),
    "a degree that nobody can have": (
        [("round <= 6", "not tally taken")],
        "Decisive victory is unwinnable now, not winnable",
    ),
    "how soon a degree is had": (
        [("round <= 6", "round >= 4")],
        "Decisive victory takes",
    ),
}  # fmt: skip


def edition(text):
    result = results(text)
    (one,) = result.quests
    assert one.proof is not None, one.findings
    (publication,) = published(result)
    return edition_of(publication._replace(degrees=one.degrees.told))


def told(*editions):
    return [change.text for change in compare(*editions).changes]


@pytest.mark.parametrize("name", CHANGES)
def test_one_change_is_told(name):
    changes, text = CHANGES[name]
    found = told(edition(HALL), edition(changed(HALL, *changes)))
    assert any(text in one for one in found), found


@pytest.mark.parametrize("name", ["a degree that nobody can have", "how soon a degree is had"])
def test_the_command_tells_of_degrees(name, tmp_path, capsys):
    changes, text = CHANGES[name]
    for path, own in (("old", HALL), ("new", changed(HALL, *changes))):
        (tmp_path / f"{path}.quest").write_text(own, encoding="utf-8")
    diff_quests(
        *(str(tmp_path / f"{own}.quest") for own in ("old", "new")), "text", uses_cache=False
    )
    assert text in capsys.readouterr().out


@pytest.mark.slow
@pytest.mark.parametrize("name", CHANGES)
def test_what_is_read_back_from_a_document_tells_the_same(name):
    """A document has all of it: an edition of a text and one of its document do not differ."""
    text = changed(HALL, *CHANGES[name][0])
    result = results(text)
    (publication,) = published(result)
    publication = publication._replace(degrees=result.quests[0].degrees.told)
    again = read_edition(dump(quest_document(publication)), lambda _: publication.system)
    now = edition_of(publication)
    assert told(again, now) == told(now, again) == []
    old = edition(HALL)
    assert told(old, again) == told(old, now)


def test_who_gets_what_is_given_is_told():
    gift = """  item purse "The Purse"
  event when tally taken {{ give purse{} }}
  victory adventurers marginal"""
    texts = [
        changed(HALL, ("  victory adventurers marginal", gift.format(to)))
        for to in ("", " to konrad", " to bows")
    ]
    everybody, konrad, bows = map(edition, texts)
    (text,) = told(everybody, konrad)
    assert "now: Konrad gains the Purse; before: the Adventurers gain the Purse" in text
    (text,) = told(konrad, bows)
    assert "now: Zacharie or Laberne gains the Purse; before: Konrad gains the Purse" in text
    (publication,) = published(results(texts[2]))
    again = read_edition(dump(quest_document(publication)), lambda _: publication.system)
    assert not [one for one in told(again, bows) if "Purse" in one]


def test_starts_that_have_moved_are_only_that():
    other = changed(HALL, ("s s . . .", ". s s . ."))
    assert not [one for one in told(edition(HALL), edition(other)) if "into play" in one]
