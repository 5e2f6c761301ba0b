"""What an author of Dungeon Saga must be able to say: each entry, said and compiled.

One test for each entry of the rules' authoring list, DKQ-A1 to DKQ-A46, by its id. A quest says it,
earns no finding, and the document or the book has it. What cannot be said yet stands in `NOT_YET`.
"""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import NamedTuple

import pytest

from questwright.compiler.assets import SYSTEMS_DIR
from questwright.compiler.model.publication import Publication
from questwright.compiler.publish.book.book import compose_book
from questwright.compiler.publish.document.quest_json import dump, quest_document
from support.one_text import results
from support.said import at

NOT_YET: dict[str, str] = {}
"""Entries of which a part is missing in the language, and what is written instead."""

BOARD = '''
  board {
    draw """
    ss. ......
    ss........
    ... ......
    """
    s: start
  }
  door way "The Way" at D2 locked mundane dice 2 armour 2
  room hall at A1..C3 "The Hall"
  room den at D2, E1..J3 "The Den"
'''
MUNDANE = "locked mundane dice 2 armour 2"
WON = "victory heroes when den revealed"


def quest(body="", board=BOARD, win=WON, before=""):
    return f"""
{before}
quest the-den "The Den" {{
  system dungeon-saga
  {board}
  {body}
  {win}
}}
"""


def published(text):
    result = results(text)
    assert [(finding.code.id, finding.message) for finding in result.findings] == []
    (one,) = result.quests
    return Publication(one.quest, one.system, one.proof.verdict(), result.sources, ())


class Case(NamedTuple):
    """An entry of the list, how it is said, and what stands where in the document."""

    id: str
    text: str
    seen: dict[str, object]


TILES = '''
tile cell {
  draw """
  ..
  ...
  """
}

tile walk {
  draw """
  ....
  """
}
'''
LAID = """
  board {
    tile cell at A1
    tile walk at C3 turned 90
  }
  start at A1..B2
  door gap at C2 locked ward 1
  room hall at A1..B2
  passage den at C3..C6
"""
MINIONS = """
  skeleton-warrior at E1 facing west
  skeleton-archer at E3 facing west
  zombie at F1 facing west
  armoured-zombie at F3 facing west
  dwarf-revenant at G1 facing west
  ghost at G3 facing west
  zombie-troll at H1 facing west
  allow large-figure-confined because "it stays where it is"
"""
BOSSES = """
  mortibris at E1 facing west with bleed, rust
  grund at E3 facing north
  elshara at F1 facing south with faithful-in-death
  hoggar at H1 facing west
  allow large-figure-confined because "it stays where it is"
"""
FURNITURE = """
  furniture crypt at E1
  furniture barrel at G1
  furniture lectern at H1
  furniture table at I1
  furniture weapon-rack at E3
  furniture throne at G3
  furniture cabinet at H3
  furniture bookcase case at I3
  furniture book at J2
  chest box at A3 locked ward power 1
"""

# fmt: off
CASES = (
    # DKQ-A1, the campaign, DKQ-A2 and DKQ-A40, the book, have tests of their own.
    Case("DKQ-A3", quest(), {"party.members": ["orlaf", "rordin", "madriga", "danor"]}),
    Case("DKQ-A3", quest("heroes madriga, danor"), {"party.members": ["madriga", "danor"]}),
    Case("DKQ-A4", quest("""
        spells burn, unpick, hold-fast
        bones at E1
        marker at E2
        event when den revealed { give wolf-cloak }
    """), {
        "settings.spells.value": ["burn", "unpick", "hold-fast"],
        "needs.wolf-cloak.sort": "card",
        "needs.bones.most": 1,
        "needs.marker.most": 1,
    }),
    Case("DKQ-A5", quest("heroes danor\nface caves", board=LAID, before=TILES), {
        "board.tiles.*.word": ["cell", "walk"],
        "board.tiles.*.turned": [0, 90],
        "settings.face.value": "caves",
    }),
    Case("DKQ-A6", quest(), {"party.starts": ["A1", "B1", "A2", "B2"]}),
    Case("DKQ-A7", quest(), {"areas.*.kind": ["room", "room"], "areas.hall.cells": [
        "A1", "B1", "C1", "A2", "B2", "C2", "A3", "B3", "C3",
    ]}),
    Case("DKQ-A8", quest(), {"gates.way.kind": "door", "rules.doors.squares.single": 1}),
    Case("DKQ-A8", quest(board='''
      board {
        draw """
        ss......
        ss......
        """
        s: start
      }
      double-door way at D1, D2 locked ward 2
      room hall at A1..C2
      room den at D1..H2
    '''), {
        "gates.way.kind": "double-door",
        "gates.way.cells": ["D1", "D2"],
        "rules.doors.squares.double": 2,
    }),
    Case("DKQ-A9", quest(), {"gates.way.lock.kind": "mundane", "rules.doors.begin_locked": True}),
    Case("DKQ-A10", quest(), {
        "gates.way.lock.values": {"dice": 2, "armour": 2},
        "rules.lock_counters.rows.latch.dice": 2,
        "rules.lock_counters.rows.latch.armour": 2,
    }),
    Case("DKQ-A11", quest(board=BOARD.replace(MUNDANE, "locked ward power 4")), {
        "gates.way.lock.kind": "ward",
        "gates.way.lock.values": {"power": 4},
        "gates.way.lock.by": ["danor"],
    }),
    Case("DKQ-A12", quest("""
        item brass-key "Brass Key" at A3
    """, board=BOARD.replace(MUNDANE, "locked by brass-key")), {
        "items.brass-key.cell": "A3",
        "gates.way.lock.key": "brass-key",
    }),
    Case("DKQ-A13", quest("""
        chest box at J3 locked mundane dice 2 armour 2 holds healing-draught, wardstone
    """), {
        "kinds.chest.category": "container",
        "things.box.cells": ["J3"],
        "things.box.lock.kind": "mundane",
        "items.healing-draught.holder": "box",
        "items.wardstone.holder": "box",
    }),
    Case("DKQ-A14", quest(FURNITURE), {
        "things.case.cells": ["I3", "J3"],
        "kinds.crypt.category": "furniture",
        "kinds.book.category": "furniture",
    }),
    Case("DKQ-A14", quest("""
        furniture weapon-rack rack at J1 facing east
        furniture well at F1
    """), {"things.rack.cells": ["J1", "J2"], "things.well-1.cells": ["F1", "G1", "F2", "G2"]}),
    Case("DKQ-A15", quest(FURNITURE), {
        "kinds.bookcase.high": True,
        **{f"kinds.{word}.high": False for word in (
            "crypt", "barrel", "lectern", "table", "weapon-rack", "throne", "cabinet", "book",
            "chest",
        )},
    }),
    Case("DKQ-A16", quest(), {"settings.overlord.value": "necromancer"}),
    Case("DKQ-A16", quest("overlord nobody-who-raises"), {
        "settings.overlord.value": "nobody-who-raises",
        "rules.setting_words.overlord.nobody-who-raises.effect.raises": False,
    }),
    Case("DKQ-A17", quest("deck 12"), {"settings.deck.value": 12}),
    Case("DKQ-A18", quest(), {"settings.hand.value": 3}),
    Case("DKQ-A18", quest("hand 5"), {"settings.hand.value": 5}),
    Case("DKQ-A19", quest("commands 4"), {"settings.commands.value": 4}),
    Case("DKQ-A20", quest("""
        raise-zombies 2
        raise-skeleton-warriors 4
        raise-zombie-trolls 1
        bones at E1, E3
    """), {
        "settings.raise-zombies.value": 2,
        "settings.raise-skeleton-warriors.value": 4,
        "settings.raise-zombie-trolls.value": 1,
        "settings.raise-dwarf-revenants.value": 0,
    }),
    Case("DKQ-A21", quest("bones at E1, H3"), {
        "things.bones-1.cells": ["E1"],
        "things.bones-2.cells": ["H3"],
        "things.bones-1.blocks": False,
    }),
    Case("DKQ-A22", quest("zombie guard at E2 facing west"), {
        "things.guard.area": "den",
        "things.guard.facing": "west",
    }),
    Case("DKQ-A23", quest(MINIONS), {
        **{f"kinds.{line.split()[0]}.rank": "minion"
           for line in MINIONS.splitlines() if " facing " in line},
        "things.zombie-troll-1.cells": ["H1", "I1", "H2", "I2"],
    }),
    Case("DKQ-A24", quest(BOSSES), {
        **{f"kinds.{word}.rank": "boss" for word in ("mortibris", "grund", "elshara", "hoggar")},
        "kinds.grund.values.wounds.value": 5,
        "things.hoggar-1.cells": ["H1", "I1", "H2", "I2"],
    }),
    Case("DKQ-A25", quest("spells spark\n" + BOSSES), {
        "settings.spells.value": ["spark"],
        "things.mortibris-1.specials": ["bleed", "rust"],
        "things.elshara-1.specials": ["faithful-in-death"],
        "specials.bleed.effect.dice": 3,
    }),
    Case("DKQ-A26", quest("""
        grund at E1 facing west holds energy-crystals
        event at-the-start when round >= 1 {
          give spidersilk-armour, healing-draught
        }
    """), {
        "events.at-the-start.effects.*.target": ["spidersilk-armour", "healing-draught"],
        "items.energy-crystals.holder": "grund-1",
        "gear.spidersilk-armour.group": "bound",
        "gear.spidersilk-armour.bound": True,
        "gear.healing-draught.bound": False,
        "items.energy-crystals.bound": False,
        "gear.healing-draught.group": "paraphernalia",
    }),
    Case("DKQ-A27", quest("""
        zombie guard at E2 facing west
        victory overlord "Too late" when round > 12
    """, win='victory heroes "Quiet" when guard defeated and all heroes in hall'), {
        "victories.*.side": ["overlord", "heroes", "overlord"],
        "victories.*.title": ["Too late", "Quiet", "any Hero is Crippled"],
        "victories.*.default": [False, False, True],
    }),
    Case("DKQ-A28", quest("""
        story "It begins."
        outro "It ends."
        event when den revealed { read "Something breathes." }
    """), {
        "texts.*.word": ["story", "outro"],
        "events.*.effects.*.do": [["read"]],
    }),
    Case("DKQ-A29", quest("""
        rule "**Dark.** Nobody shoots."
        event when den revealed { rule "Now one does." }
    """), {"texts.*.word": ["rule"], "events.*.effects.*.do": [["note"]]}),
    Case("DKQ-A30", quest("""
        lever crank at A3
        action pull at crank "Pull it" takes 2 for danor when den revealed
    """), {
        "actions.pull.target": "crank",
        "actions.pull.cost": 2,
        "actions.pull.by": ["danor"],
        "actions.pull.condition.fact": "revealed",
    }),
    Case("DKQ-A31", quest("""
        rule "**The drum.** Whoever beats it stands beside it."
        marker drum at E1
        action beat at drum "Beat the drum" for overlord when den revealed
        event when beat done { note "They have heard it." }
    """), {
        "texts.*.word": ["rule"],
        "rules.turns.quest": ["other"],
        "actions.beat.side": "overlord",
        "actions.beat.by": [],
    }),
    Case("DKQ-A32", quest(), {"victories.*.condition.fact": ["revealed", "state"]}),
    Case("DKQ-A33", quest("""
        deck 12
        victory overlord "The deck is spent" when round > 10
    """), {
        "settings.deck.value": 12,
        "rules.deck_clock.ends_at": "draw-fails",
        "rules.deck_clock.draw_fails": 2,
    }),
    Case("DKQ-A34", quest("""
        weak-spot crack at E1
        cave-in at E2
        spell-effect at F2
        in-my-power at G2
        heart-fragment at H2, I2
        action strike at crack "Strike the weak spot"
        event when strike done { block E3 }
    """), {
        "things.crack.blocks": False,
        "kinds.cave-in.category": "token",
        "actions.strike.target": "crack",
        "events.*.effects.*.do": [["block"]],
    }),
    Case("DKQ-A35", quest("mortibris at E1 facing west with keyholder"), {
        "things.mortibris-1.specials": ["keyholder"],
        "gates.way.opened_by": ["heroes"],
    }),
    # DKQ-A36, what is granted for an adventure, has a test of its own.
    Case("DKQ-A38", quest("zombie at E1 facing west with tough, stands-guard"), {
        "things.zombie-1.specials": ["tough", "stands-guard"],
    }),
    Case("DKQ-A39", quest("dwarf-revenant at E1 facing west"), {
        "kinds.dwarf-revenant.specials": ["tough"],
        "specials.tough.effect.at": "end-of-round",
    }),
    Case("DKQ-A41", quest(), {
        "rules.ranges.rows.*.id": ["adjacent", "short", "long", "caster"],
        "kinds.madriga.traits.range": "long",
        "rules.card_effects.spells.burn.range": "long",
        "rules.card_effects.spells.burn.sight": True,
        "rules.card_effects.spells.unpick.range": "short",
        "rules.card_effects.spells.unpick.sight": False,
    }),
    # DKQ-A42, locks on the printed map, has a test of its own.
    Case("DKQ-A43", quest("mortibris at E1 facing west with bleed\ncommands 2\ndeck 9"), {
        "needs.mortibris.most": 1,
        "settings.deck.value": 9,
    }),
    Case("DKQ-A44", quest(BOSSES), {
        "kinds.grund.values.feats.value": 1,
        "kinds.grund.traits.feats": ["the-king-commands"],
        "kinds.mortibris.traits.feats": ["not-today"],
    }),
    Case("DKQ-A45", quest("""
        door side at A4 locked mundane dice 2 armour 2
        passage nook at A4..A5
        expect optional nook
    """, board=BOARD.replace("    ... ......\n", "    ... ......\n    .\n    .\n")), {
        "areas.nook.kind": "passage",
    }),
    Case("DKQ-A46", quest(), {"rules.rounds.hero_order": "free"}),
)
# fmt: on

OF_THEIR_OWN = {"DKQ-A1", "DKQ-A2", "DKQ-A36", "DKQ-A37", "DKQ-A40", "DKQ-A42"}
"""Entries whose test stands below."""


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_an_entry_is_said_and_stands_in_the_document(case):
    document = json.loads(dump(quest_document(published(case.text))))
    assert {path: at(document, path.split(".")) for path in case.seen} == case.seen


def test_every_entry_of_the_list_is_here():
    every = {f"DKQ-A{number}" for number in range(1, 47)}
    assert {case.id for case in CASES} | OF_THEIR_OWN | NOT_YET.keys() == every
    # Who says that a test stands below has one that names the entry.
    text = Path(__file__).read_text(encoding="utf-8")
    named = re.findall(r"^def test_\w*?dkq_(a\d+)", text, re.MULTILINE)
    assert {f"DKQ-{name.upper()}" for name in named} == OF_THEIR_OWN


# -- what is for people -------------------------------------------------------------------


def words(line):
    return "".join(run.text for run in line)


CAMPAIGN = f"""
{quest("event when den revealed { give spidersilk-armour }")}
{quest().replace("quest the-den", "quest the-other-den")}
campaign two-dens "Two Dens" {{
  system dungeon-saga
  quest the-den {{ outro "The armour is Madriga's from now on." }}
  hand-out
  quest the-other-den
}}
"""


def test_dkq_a1_adventures_stand_in_their_order():
    result = results(CAMPAIGN)
    assert [(f.code.id, f.message) for f in result.findings] == []
    (campaign,) = result.campaigns
    assert [stage.quest for stage in campaign.campaign.stages] == ["the-den", "the-other-den"]


def test_dkq_a2_what_lies_behind_a_door_is_not_told_before():
    text = quest('event when den revealed { read "Something breathes." }')
    (chapter,) = compose_book([published(text)]).chapters
    _, den = chapter.areas
    assert words(den.read_aloud[0].runs) == "Something breathes."
    assert "breathes" not in repr((chapter.story, chapter.setup, chapter.areas[0]))


def test_dkq_a36_what_is_granted_is_kept_and_what_is_found_is_not():
    document = json.loads(
        dump(
            quest_document(
                published(
                    quest("event when den revealed { give spidersilk-armour, healing-draught }")
                )
            )
        )
    )
    assert at(document, ["gear", "spidersilk-armour", "kept"]) is True
    assert at(document, ["gear", "healing-draught", "kept"]) is False


def test_dkq_a37_a_card_keeps_what_no_rule_reads(tmp_path):
    """An Experience Level and symbols, for tables that play with the companion's rules."""
    folder = tmp_path / "dungeon-saga"
    shutil.copytree(SYSTEMS_DIR / "dungeon-saga", folder)
    gear = folder / "gear.yaml"
    known = "effect: {do: dice, amount: 1, when: [lock], for: rordin}"
    more = known.replace("}", ", level: 2, symbols: [hammer]}")
    gear.write_text(gear.read_text(encoding="utf-8").replace(known, more, 1), encoding="utf-8")
    (one,) = results(quest(), tmp_path).quests
    document = json.loads(dump(quest_document(Publication(one.quest, one.system, None, {}, ()))))
    effect = at(document, ["rules", "gear_effects", "hinge-hammer"])
    assert (effect["level"], effect["symbols"]) == (2, ["hammer"])


def test_dkq_a40_every_area_says_what_reveals_it():
    (chapter,) = compose_book([published(quest("zombie guard at E2 facing west"))]).chapters
    told = {area.name: words(area.revealed) for area in chapter.areas}
    assert told == {
        "The Hall": "Set it out before play begins.",
        "The Den": "Revealed by opening the Way (D2).",
    }
    assert "Guard" in [entry.row.name for entry in chapter.areas[1].fighters.rows]


def test_dkq_a42_a_lock_stands_with_its_door_in_the_book():
    (chapter,) = compose_book([published(quest())]).chapters
    assert "Mundane lock (dice 2, armour 2)" in repr(chapter.areas[0])
    assert "door-locked" in repr(chapter.maps)
