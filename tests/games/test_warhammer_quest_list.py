"""The lists of Warhammer Quest: what an author must be able to say, and what is validated.

Each entry is said in a quest that earns no finding, and stands in its document; or a quest breaks
it and earns its finding; or a test of its own names it. The page of the rules says where each is
held, and what is not.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import NamedTuple

import pytest

from questwright.compiler.codes import every_code
from questwright.compiler.model.publication import Publication
from questwright.compiler.publish.document.quest_json import dump, quest_document
from support.kept import system_of
from support.one_text import results
from support.paths import ROOT
from support.said import at

STARS = "start at C7"
WON = "victory warriors when any warrior at A1"
BOARD = "tile star-well at A1"
HALL = '''
  board {
    draw """
    +-+-+-+-+-+-+
    |. . .|. .|.|
    + + + + + + +
    |. . . . . .|
    +-+-+-+-+-+-+
    """
  }
  start at A1, A2, B1, B2
  corridor passage at A1..C2 "The Passage"
  room larder at D1..E2 "The Larder"
  room nook at F1..F2 "The Nook"
'''
"""A fixed dungeon: a passage, a room, and another behind it."""


def dealt(body="", *, deck="", board=BOARD, start=STARS, who="dwarf", won=WON, before=""):
    return f"""
{before}
quest bell-ringer "Bell Ringer" {{
  system warhammer-quest
  warriors {who}
  deck {{
    objective star-well
    {deck}
  }}
  board {{
    {board}
  }}
  {start}
  {body}
  {won}
}}
"""


def fixed(body="", won="victory warriors when any warrior at E1", who="barbarian, elf, dwarf"):
    return f"""
quest larder "The Larder" {{
  system warhammer-quest
  warriors {who}
  {HALL}
  {body}
  {won}
}}
"""


class Said(NamedTuple):
    """An entry of what can be said, a quest that says it, and what stands in its document."""

    id: str
    text: str
    seen: dict[str, object]


def document_of(text):
    result = results(text)
    assert [(found.code.name, found.message) for found in result.findings] == []
    (one,) = result.quests
    verdict = one.proof.verdict()
    return json.loads(
        dump(quest_document(Publication(one.quest, one.system, verdict, result.sources)))
    )


WEIR = """
tile weir {
  draw \"\"\"
  +-+ +-+
  |. . .|
  + + + +
  |. . .|
  + + + +
  |. . .|
  +-+ +-+
  \"\"\"
}
"""
CARDS = """
        cards event {
          card ringers "The Ringers" {
            read "Who rang, and who was rung for."
            icons monsters
            brings 2 gutter-knife, d3 sling-imp
            rewards 0
          }
        }
        cards treasure {
          card spoon "A spoon" { read "It is a spoon."; worth 300; icons weapon }
        }
"""
# fmt: off
DIE = """
        bone-sentry guard at A2
        table crew "Who is in" with d6 {
          1..3 "A slinger" { spawn sling-imp at A3 }
          4..6 "A brute" { spawn hill-brute at A3 }
        }
"""
SAID = (
    Said("WHQ-A1", dealt("adventure 3"), {"settings.adventure.value": 3, "rules.adventures.die": 6,
                                          "rules.adventures.of_each_room": 6}),
    Said("WHQ-A2", dealt("event met when star-well-chamber revealed { set seen }"),
         {"events.met.condition.fact": "revealed", "dealt.objective": "star-well"}),
    Said("WHQ-A3", dealt(DIE), {"things.guard.kind": "bone-sentry",
                              "unknowns.crew.ways.*.chance": ["1/2", "1/2"]}),
    Said("WHQ-A4", dealt(deck="top 4\n    below 3\n    4 passage\n    2 guard-room\n    1 cistern"),
         {"dealt.top": 4, "dealt.below": 3, "dealt.cards.*.count": [4, 2, 1]}),
    Said("WHQ-A9", dealt(who="elf, wizard", start="start at B7, D7"), {
        "party.members": ["elf", "wizard"],
        "rules.starting_equipment.elf": "healing-potion",
        "rules.starting_equipment.wizard": "hand-of-death-scroll",
    }),
    Said("WHQ-A10", fixed(), {"kinds.barbarian.traits.carries": "lantern",
                              "rules.lantern.sections_beyond": 1}),
    Said("WHQ-A11", dealt(who="wizard"), {"decks.attack-spells.word": "attack-spells",
         "decks.defence-spells.word": "defence-spells",
         "decks.healing-spells.word": "healing-spells"}),
    Said("WHQ-A5", dealt(before=WEIR, deck="top 2\n    below 3\n    4 passage\n"
                                           "    1 weir as corridor"),
         {"dealt.sections.weir.sort": "corridor", "dealt.sections.weir.doorways.*.cell": ["B1"],
          "dealt.sections.weir.way_in.cell": "B3"}),
    Said("WHQ-A6", dealt(), {"dealt.sections.fork.divides": True,
                             "dealt.sections.passage.divides": False}),
    Said("WHQ-A7", dealt(CARDS), {"decks.event.cards.ringers.brings.*.kind":
                                  ["gutter-knife", "sling-imp"]}),
    Said("WHQ-A8", dealt(CARDS), {"decks.treasure.cards.spoon.worth": 300}),
    Said("WHQ-A12", dealt(who="dwarf"), {"kinds.dwarf.values.wounds.value": "d6+8",
                                         "rules.starting_rolls.again_on": 1}),
    Said("WHQ-A13", dealt(), {"party.entries.*.cells": [["C7"]]}),
    Said("WHQ-A15", dealt(won="victory warriors when all warriors at A1..B2"),
         {"victories.*.side": ["warriors", "monsters"]}),
    Said("WHQ-A14", dealt("""
        story \"\"\"Listen.\"\"\"
        event open when star-well-chamber revealed { read "A door." }
        outro \"\"\"Home.\"\"\"
    """), {"texts.*.word": ["story", "outro"]}),
    Said("WHQ-A16", dealt(), {"rules.scoring.by": "gold"}),
    Said("WHQ-A17", fixed(won="victory warriors when all warriors leave by C1"),
         {"victories.*.side": ["warriors", "monsters"]}),
    Said("WHQ-A18", dealt("""
        event paid when star-well-chamber revealed { note "Each gets 50 gold." }
    """), {"events.paid.effects.*.do": ["note"]}),
    Said("WHQ-A19", dealt(CARDS), {"decks.event.cards.ringers.rewards": 0}),
    Said("WHQ-A20", dealt(), {"dealt.sections.guard-room.meets": True,
                              "dealt.sections.passage.meets": False,
                              "dealt.sections.star-well.meets": False}),
    Said("WHQ-A21", dealt("sling-imp imp at B2"), {
        f"kinds.sling-imp.values.{value}.rule": None
        for value in ("weapon-skill", "ballistic-skill", "strength", "toughness", "wounds",
                      "attacks", "move", "gold", "missile-strength")
    }),
    Said("WHQ-A22", fixed(), {"dealt": None}),
    Said("WHQ-A23", dealt(who="dwarf"), {"party.members": ["dwarf"]}),
    Said("WHQ-A24", dealt(CARDS), {"decks.treasure.cards.spoon.icons": ["weapon"]}),
    Said("WHQ-A25", dealt("pillar post at B2"), {"things.post.blocks": True}),
)
# fmt: on


@pytest.mark.parametrize("case", SAID, ids=lambda case: case.id)
def test_an_entry_is_said_and_stands_in_the_document(case):
    document = document_of(case.text)
    assert {path: at(document, path.split(".")) for path in case.seen} == case.seen


def test_every_entry_of_what_can_be_said_is_here():
    assert {case.id for case in SAID} == {f"WHQ-A{number}" for number in range(1, 26)}


# -- what is validated ------------------------------------------------------------------------


class Found(NamedTuple):
    """An entry of what is validated, a quest that breaks it, and what is found."""

    id: str
    text: str
    finding: str


PILLARS = """
tile weir {
  draw \"\"\"
  +-+ +-+
  |p . p|
  + + + +
  |. p .|
  + + + +
  |p . p|
  +-+ +-+
  \"\"\"
  p: pillar
}
"""
"""A section in which each step is past a corner."""
SHUT = WEIR.replace("+-+ +-+", "+-+-+-+", 1)
"""A section that leads nowhere."""
# fmt: off
FOUND = (
    Found("WHQ-B1", dealt(deck="4 passage"), "too-few-cards"),
    Found("WHQ-B2", dealt(deck="11 passage\n    1 nave"), "unknown-name"),
    Found("WHQ-B2", dealt(before=WEIR.replace('+-+ +-+\n  "', '+-+-+-+\n  "'),
                          deck="11 passage\n    1 weir as corridor"), "section-without-a-way-in"),
    Found("WHQ-B3", dealt(before=SHUT, deck="11 passage\n    1 weir as corridor"),
          "objective-out-of-reach"),
    Found("WHQ-B6", dealt("adventure 7"), "number-out-of-range"),
    Found("WHQ-B7", dealt(before=PILLARS, deck="11 passage\n    1 weir as corridor"),
          "doorway-out-of-reach"),
    Found("WHQ-B8", dealt("bone-sentry at B2\n  sling-imp at B2"), "square-taken"),
    Found("WHQ-B9", fixed(won="victory warriors when barbarian in passage and elf in nook"),
          "beyond-the-light"),
    # Without the Barbarian one of them carries it: no third stands between them.
    Found("WHQ-B9", fixed(won="victory warriors when dwarf in passage and elf in nook",
                          who="elf, dwarf"), "beyond-the-light"),
    Found("WHQ-B11", dealt(board="tile passage at A1", start="start at C5"),
          "objective-not-laid"),
    Found("WHQ-B11", dealt("pillar at A2, B1, B2", won=WON), "unwinnable"),
    Found("WHQ-B12", dealt(deck="top 12\n    below 13\n    25 guard-room"), "deck-used-up"),
    Found("WHQ-B13", dealt("\n  ".join(f"hill-brute at {c}4" for c in "ABDE")),
          "more-than-the-box-holds"),
    Found("WHQ-B17", dealt(who="dwarf, elf"), "no-start"),
)
# fmt: on


@pytest.mark.parametrize("case", FOUND, ids=lambda case: case.id)
def test_an_entry_earns_its_finding(case):
    assert case.finding in {finding.code.name for finding in results(case.text).findings}


def test_a_third_carries_the_light_between_two_whq_b9():
    won = "victory warriors when dwarf in passage and elf in nook"
    (one,) = (result := results(fixed(won=won, who="elf, dwarf, wizard"))).quests
    assert "beyond-the-light" not in {finding.code.name for finding in result.findings}
    told = "whoever carries the light goes along, and nobody is lost in the dark"
    assert told in one.proof.verdict().assumptions


# -- what the game's own data hold ------------------------------------------------------------


@pytest.fixture(scope="module")
def game():
    return system_of("warhammer-quest")


def test_a_fork_divides_the_deck_and_nothing_else_does_whq_b4(game):
    assert [word for word, sort in game.sections.items() if sort.divides] == ["t-junction"]


def test_what_becomes_of_sections_that_would_overlap_is_said_whq_b5(game):
    assert game.dealing.overlap == "discard"


def test_who_explores_and_when_is_said_whq_b10(game):
    exploration = game.rules["exploration"]
    assert exploration["who"] == "leader"
    assert len(exploration["needs"]) == 2


def test_whoever_shoots_has_a_strength_and_a_skill_for_it_whq_b14(game):
    shooters = [kind for kind in game.kinds.values() if "missile-strength" in kind.values]
    assert shooters
    for kind in shooters:
        assert {"ballistic-skill", "shots"} <= kind.values.keys(), kind.word


def test_what_is_worn_or_wielded_says_so_on_its_card_whq_b15(game):
    icons = {icon for card in game.decks["treasure"].cards for icon in card.icons}
    assert {"armour", "weapon"} <= icons


def test_each_warrior_begins_with_a_piece_of_equipment_of_his_own_whq_b16(game):
    begun = {
        word: piece
        for word, piece in game.rules["starting_equipment"].items()
        if word in game.kinds
    }
    assert len(begun) == len({*begun.values()}) == 4
    assert all(game.gear[piece].group == "starting" for piece in begun.values())


def test_each_monster_is_worth_gold_whq_b18(game):
    monsters = [kind for kind in game.kinds.values() if kind.side == "monsters"]
    assert len(monsters) > 8
    assert all(kind.values["gold"].value > 0 for kind in monsters)


def test_every_entry_of_what_is_validated_is_here():
    text = Path(__file__).read_text(encoding="utf-8")
    named = {f"WHQ-B{n}" for n in re.findall(r"^def test_\w*_whq_b(\d+)\(", text, re.MULTILINE)}
    assert {case.id for case in FOUND} | named == {f"WHQ-B{number}" for number in range(1, 19)}


# -- the page that says where each entry is held ----------------------------------------------

PAGE = (ROOT / "docs" / "reference" / "warhammer-quest-rules.md").read_text(encoding="utf-8")
ROWS = dict(re.findall(r"^\| (WHQ-[AB]\d+) \|(.*)\|$", PAGE, re.MULTILINE))


def test_each_id_stands_in_the_page_once_and_in_order():
    every = [f"WHQ-A{number}" for number in range(1, 26)]
    every += [f"WHQ-B{number}" for number in range(1, 19)]
    assert re.findall(r"^\| (WHQ-[AB]\d+) \|", PAGE, re.MULTILINE) == every


def test_each_finding_that_it_names_exists():
    names = {code.name for code in every_code()}
    linked = re.findall(r"\[`([a-z-]+)`\]\(findings/([a-z-]+)\.md\)", PAGE)
    assert linked
    assert all(name == page and name in names for name, page in linked)


def test_what_the_pack_says_of_findings_stands_there(game):
    for name, ids in game.rules["upholds"].items():
        for id_ in ids:
            if id_.startswith("WHQ-B"):
                assert f"[`{name}`]" in ROWS[id_] or name == "unwinnable", (name, id_)
