"""What an author of Dungeon Saga Origins must be able to say: each entry, said and compiled.

One test for each entry of the rules' authoring list, DSO-A2 to DSO-A39, by its id. A quest says it,
earns no finding, and the document or the book has it.
"""

from __future__ import annotations

import json
from typing import NamedTuple

import pytest

from questwright.compiler.publish.book.book import compose_book
from questwright.compiler.publish.document.quest_json import dump, quest_document
from questwright.compiler.publish.outline.write import outline
from support.den import published, quest
from support.one_text import results
from support.said import at

# -- what is looked at -------------------------------------------------------------------


class Case(NamedTuple):
    """An entry of the list, how it is said, and what stands where in the document."""

    id: str
    text: str
    seen: dict[str, object]


TILES = '''
tile nook {
  draw """
  +-+-+-+
  |. . .|
  + + + +
  |. . .D
  +-+-+-+
  """
  D: door nook-door
}

tile lane {
  draw """
  +-+-+-+
  |. . .|
  +-+-+-+
  """
}
'''
LAID = """
  board {
    tile nook at A1
    tile lane at D1 turned 90
  }
  start at A1..B1
  room nook at A1..C2
  corridor den at D1..D3
"""
CORRIDORS = '''
  board {
    draw """
    +-+-+-+-+-+-+
    |s s .D. . .|
    + + + +-+ + +
    |. . .|#|. .|
    +-+-+-+-+-+-+
    """
    s: start
    D: door
  }
  room hall at A1..C2
  corridor bend at D1..E1
  corridor den at F1, E2..F2
'''
SECRET = '''
  board {
    draw """
    +-+-+-+-+-+-+
    |s s .S. . .|
    + + + + + + +
    |. . .|. . .|
    +-+-+-+-+-+-+
    """
    s: start
    S: secret panel "The Panel"
  }
  room hall at A1..C2
  room den at D1..F2
'''
MINIONS = """\
  zombie at D1 facing west
  skeleton-warrior at D4 facing west
  skeleton-archer at I1 facing west
  armoured-zombie at I2 facing west
  ghost at I3 facing west
  dwarf-revenant at I4 facing west
  zombie-troll at E1 facing west"""
EVERYONE = f"""
{MINIONS}
  undead-dwarf-king at G4 facing west
  zombie-troll-tyrant at G1 facing west
"""
HAPPENINGS = """
  zombie guard at E2 facing west
  lever crank at G4
  chest box at I4
  ghost late at I1 facing west
  action pull at crank "Pull it"
  event when any hero in den { read "It is dark." }
  event when way opened { spawn skeleton-archer near I3 facing west }
  event when den searched { trigger trap }
  event when pull done { give sun-blade }
  event when guard defeated { reveal den }
"""

# fmt: off
CASES = (
    # DSO-A1, the campaign, has tests of its own.
    Case("DSO-A2", quest("heroes madriga"), {"party.members": ["madriga"]}),
    Case("DSO-A2", quest("heroes orlaf, rordin, madriga, danor"), {
        "party.members": ["orlaf", "rordin", "madriga", "danor"],
        "rules.automated.order": "furthest-first",
    }),
    Case("DSO-A3", quest(board=LAID, before=TILES), {
        "board.tiles.*.word": ["nook", "lane"],
        "board.cells.*.name": ["A1", "B1", "C1", "D1", "A2", "B2", "C2", "D2", "D3"],
    }),
    Case("DSO-A4", quest(board=CORRIDORS), {
        "areas.*.kind": ["room", "corridor", "corridor"],
        "areas.bend.cells": ["D1", "E1"],
        "board.cells.*.area": [*["hall"] * 3, "bend", "bend", "den", *["hall"] * 3, "den", "den"],
    }),
    Case("DSO-A5", quest("rubble fallen at F2"), {
        "things.fallen.cells": ["F2"],
        "things.fallen.blocks": True,
        "kinds.rubble.category": "obstacle",
        "kinds.rubble.high": True,
    }),
    Case("DSO-A6", quest("door gap at C4|D4 open"), {
        "gates.*.edges": [[["C2", "D2"]], [["C4", "D4"]]],
        "gates.way.open": False,
        "gates.gap.open": True,
    }),
    Case("DSO-A7", quest("""
        item brass-key "Brass Key" at A4
        lock latch on way by brass-key "It sticks."
    """), {
        "items.brass-key.cell": "A4",
        "gates.way.lock.key": "brass-key",
        "gates.way.lock.spent": False,
        "gates.way.lock.note": "It sticks.",
    }),
    Case("DSO-A7", quest("""
        item brass-key at A4
        door back at C4|D4 locked by brass-key spent
    """), {"gates.back.lock.key": "brass-key", "gates.back.lock.spent": True}),
    Case("DSO-A8", quest(board=SECRET), {
        "gates.panel.form": "passage",
        "gates.panel.edges": [["C1", "D1"]],
        "gates.panel.areas": ["hall", "den"],
        "gates.panel.open": False,
    }),
    Case("DSO-A9", quest("""
        furniture cabinet press at F1
        furniture bookcase shelf at H3 facing east
        furniture table board at E3
    """), {
        "things.press.cells": ["F1"],
        "things.shelf.cells": ["H3", "H4"],
        "things.shelf.facing": "east",
        "things.board.cells": ["E3", "F3", "E4", "F4"],
        "kinds.bookcase.high": True,
        "kinds.table.high": False,
        "kinds.table.traits.size": "large",
    }),
    Case("DSO-A10", quest("chest box at I4"), {
        "things.box.cells": ["I4"],
        "things.box.area": "den",
        "kinds.chest.category": "container",
        "kinds.chest.high": False,
        "search.draws": 1,
        "search.container_draws": 2,
    }),
    Case("DSO-A11", quest("""
        zombie guard at E2 facing west
        ghost late at A4 facing south
    """), {
        "things.guard.kind": "zombie",
        "things.guard.cells": ["E2"],
        "things.guard.facing": "west",
        "things.guard.area": "den",
        "things.late.facing": "south",
        "things.late.area": "hall",
    }),
    Case("DSO-A12", quest(EVERYONE), {
        **{f"kinds.{line.split()[0]}.rank": "minion" for line in MINIONS.splitlines()},
        "kinds.undead-dwarf-king.rank": "boss",
        "kinds.zombie-troll-tyrant.rank": "boss",
        "things.zombie-troll-1.cells": ["E1", "F1", "E2", "F2"],
    }),
    Case("DSO-A13", quest("""
        traps 2
        trap first at E1 facing east
        trap last at I3..I4 facing north
    """), {
        "settings.traps.value": 2,
        "things.first.facing": "east",
        "things.last-1.cells": ["I3"],
        "things.last-2.facing": "north",
    }),
    Case("DSO-A14", quest("""
        event snap when den searched {
          read "Something clicks."
          trigger trap
        }
    """), {
        "events.snap.condition.fact": "searched",
        "events.snap.condition.subjects": ["den"],
        "events.snap.effects.*.do": ["read", "trigger"],
        "events.snap.effects.*.target": [None, None],
    }),
    Case("DSO-A15", quest("""
        portal near-end at B4 to far-end
        portal far-end at H1
    """), {
        "things.near-end.cells": ["B4"],
        "things.near-end.link": "far-end",
        "things.far-end.link": "near-end",
    }),
    Case("DSO-A16", quest("""
        spawn-point drain at I4
        event whenever round >= 2 { spawn zombie near drain facing west }
        event when way opened { spawn spawn-point at I1 }
    """), {
        "things.drain.area": "den",
        "events.*.effects.*.target": [["zombie"], ["spawn-point"]],
        "events.*.effects.*.near": [[True], [False]],
        "events.*.effects.*.cells": [[["I4"]], [["I1"]]],
        "rules.spawn_table.rows.*.level": [1, 2, 3, 4],
    }),
    Case("DSO-A17", quest("marauder ghost"), {"settings.marauder.value": "ghost"}),
    Case("DSO-A18", quest(), {"party.starts": ["A1", "B1", "A2", "B2"]}),
    Case("DSO-A19", quest("""
        zombie guard at E2 facing west
        victory overlord "Too late" when round > 12
    """, win='victory heroes "Quiet" when guard defeated and all heroes in hall'), {
        "victories.*.side": ["overlord", "heroes", "overlord"],
        "victories.*.title": ["Too late", "Quiet", "every Hero in play has been Crippled"],
        "victories.*.default": [False, False, True],
    }),
    Case("DSO-A20", quest(HAPPENINGS), {
        "events.*.condition.fact": ["is-in", "opened", "searched", "done", "defeated"],
        "events.*.condition.subjects": [["orlaf", "danor"], ["way"], ["den"], ["pull"], ["guard"]],
        "events.*.effects.*.do": [["read"], ["spawn"], ["trigger"], ["give"], ["reveal"]],
    }),
    Case("DSO-A21", quest("""
        chest box at I4 holds healing-draught, iron-cap
        zombie guard at E2 facing west holds stone-draught
        event find when box searched {
          give sun-blade, oak-shield, swift-draught, burial-hoard, 2 exploration, 25 gold
        }
    """), {
        "items.healing-draught.holder": "box",
        "items.healing-draught.card": "healing-draught",
        "items.iron-cap.holder": "box",
        "items.iron-cap.card": None,
        "items.stone-draught.holder": "guard",
        "items.swift-draught.card": "swift-draught",
        "gear.sun-blade.group": "legendary",
        "gear.oak-shield.group": "equipment",
        "events.find.effects.*.do": [*["give"] * 3, "draw", "draw", "reward"],
        "events.find.effects.*.of": [*["item"] * 3, "card", "deck", "setting"],
        "events.find.effects.*.target": [
            "sun-blade", "oak-shield", "swift-draught", "burial-hoard", "exploration", "gold"
        ],
        "events.find.effects.*.count": [1, 1, 1, 1, 2, 25],
    }),
    Case("DSO-A22", quest("""
        lever crank at G4
        zombie guard at E2 facing west
        action pull at crank "Pull it" takes 2 when den searched
        action parley at guard
    """), {
        "actions.pull.title": "Pull it",
        "actions.pull.target": "crank",
        "actions.pull.cost": 2,
        "actions.pull.condition.fact": "searched",
        "actions.parley.target": "guard",
    }),
    Case("DSO-A23", quest("""
        story "It begins."
        note "Whisper."
        outro "It ends."
    """), {
        "texts.*.word": ["story", "note", "outro"],
        "texts.*.blocks.*.runs.*.text": [[["It begins."]], [["Whisper."]], [["It ends."]]],
    }),
    Case("DSO-A24", quest("""
        gold 50
        event when den searched { give 25 gold }
    """), {
        "settings.gold.value": 50,
        "events.*.effects.*.do": [["reward"]],
        "events.*.effects.*.count": [[25]],
    }),
    Case("DSO-A25", quest("undead-dwarf-king old-king at G2 facing west"), {
        "kinds.undead-dwarf-king.values.health.value": 6,
        "kinds.undead-dwarf-king.values.initiative.value": 1,
        "kinds.undead-dwarf-king.values.behaviour.value": "vicious",
    }),
    Case("DSO-A25", quest(
        "undead-dwarf-king old-king at G2 facing west with ember-lance, rime-shackle"
    ), {
        "things.old-king.specials": ["ember-lance", "rime-shackle"],
        "specials.ember-lance.effect": {"do": "attack", "dice": 6, "target": "visible-enemy"},
    }),
    Case("DSO-A26", quest("exploration some"), {"settings.exploration.value": "some"}),
    Case("DSO-A27", quest(), {"settings.interrupts.value": 4}),
    Case("DSO-A27", quest("interrupts 2"), {"settings.interrupts.value": 2}),
    Case("DSO-A28", quest("feats 2"), {"settings.feats.value": 2}),
    Case("DSO-A29", quest("spells petty-magic, pyromancy"), {
        "settings.spells.value": ["petty-magic", "pyromancy"],
        "rules.spells.choose": 2,
    }),
    Case("DSO-A30", quest("revives 0"), {"settings.revives.value": 0}),
    Case("DSO-A31", quest("""
        difficulty hard
        options extra-gold, swift-monsters, no-revives
    """), {
        "settings.difficulty.value": "hard",
        "settings.options.value": ["extra-gold", "swift-monsters", "no-revives"],
    }),
    # DSO-A32 and DSO-A33, what Heroes keep and the merchant, have tests of their own.
    Case("DSO-A34", quest(EVERYONE), {
        "kinds.zombie.values.behaviour.value": "mindless",
        "kinds.ghost.values.behaviour.value": "vicious",
        "kinds.skeleton-archer.values.behaviour.value": "cunning",
        "kinds.skeleton-warrior.values.behaviour.value": "swarm",
        "rules.behaviours.cards.swarm.targets": ["support", "closest"],
    }),
    # DSO-A35 and DSO-A38 are for the book, and stand below.
    Case("DSO-A36", quest("""
        options stronger-foe
        zombie at E2 facing west
        ghost at I1 facing west
    """), {
        "settings.options.value": ["stronger-foe"],
        "kinds.zombie.level": 2,
        "kinds.ghost.level": 3,
    }),
    Case("DSO-A37", quest("""
        furniture table at E1
        zombie climber at E1 facing west with sure-footed
        ghost seeper at I1 facing west with wall-walker
        zombie twin at I4 facing west with shoulder-to-shoulder
        zombie at I4 facing west
        event when den searched { spawn skeleton-archer at E4 facing west with rooted }
    """), {
        "things.climber.specials": ["sure-footed"],
        "things.seeper.specials": ["wall-walker"],
        "things.twin.specials": ["shoulder-to-shoulder"],
        "events.*.effects.*.specials": [[["rooted"]]],
        "kinds.ghost.specials": ["incorporeal"],
        "specials.incorporeal.passes": ["furniture", "container", "figure"],
        "specials.wall-walker.passes": ["wall"],
        "specials.sure-footed.shares": ["furniture", "container"],
        "specials.shoulder-to-shoulder.shares": ["figure"],
        "specials.rooted.stays": True,
    }),
    Case("DSO-A39", quest("""
        zombie at E1..E2 facing west
        chest box at I4 holds sun-blade
    """), {
        "needs.zombie.most": 2,
        "needs.zombie.box": 4,
        "needs.skeleton-warrior.most": 1,
        "needs.chest.most": 1,
        "needs.door.start": 1,
        "needs.sun-blade.sort": "card",
    }),
)
# fmt: on


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_an_entry_is_said_and_stands_in_the_document(case):
    document = json.loads(dump(quest_document(published(case.text))))
    assert {path: at(document, path.split(".")) for path in case.seen} == case.seen


# -- what is for people -------------------------------------------------------------------


def words(line):
    return "".join(run.text for run in line)


def test_dso_a23_what_is_read_aloud_stands_with_its_area_and_nowhere_before():
    text = quest('event when den revealed { read "Something breathes." }')
    (chapter,) = compose_book([published(text)]).chapters
    hall, den = chapter.areas
    assert words(den.read_aloud[0].runs) == "Something breathes."
    assert "breathes" not in repr((chapter.story, chapter.setup, chapter.maps, hall))


def test_dso_a35_every_area_says_what_reveals_it_and_what_is_set_out():
    text = quest("zombie guard at E2 facing west")
    (chapter,) = compose_book([published(text)]).chapters
    told = {area.name: words(area.revealed) for area in chapter.areas}
    assert told == {
        "The Hall": "Set it out before play begins.",
        "The Den": "Revealed by opening the Way (C2|D2).",
    }
    assert [entry.row.name for entry in chapter.areas[1].fighters.rows] == ["Guard"]
    assert "\n   Revealed from The Hall by the Way\n" in outline(published(text))


def test_dso_a38_areas_have_numbers_and_the_book_a_box_for_each():
    (chapter,) = compose_book([published(quest())]).chapters
    assert [area.label for area in chapter.areas] == ["1", "2"]
    (boxes,) = (rule for rule in chapter.rules if rule.title == "Explored for treasure")
    assert [run.text for run in boxes.text[0].runs if run.text.strip()] == ["1\xa0", "2\xa0"]


def test_dso_a39_the_book_counts_what_to_set_aside():
    (chapter,) = compose_book([published(quest("zombie at E1..E2 facing west"))]).chapters
    rows = {row.name: row.count for group in chapter.needs for row in group.rows}
    assert (rows["Zombies"], rows["Door"], rows["Skeleton Warrior"]) == (2, 1, 1)


def names_in(text):
    return {finding.code.name for finding in results(text).findings}


def test_dso_c69_a_boss_may_have_spells_and_each_card_once():
    king = "undead-dwarf-king king at G2 facing west with {}"
    text = quest(king.format("ember-lance"))
    book = compose_book([published(text)])
    assert "Ember Lance" in repr(book.chapters)
    assert "unknown-word" in names_in(quest("zombie at G2 facing west with ember-lance"))
    assert "unknown-word" in names_in(quest(king.format("loose-coppers")))
    two = "zombie-troll-tyrant at F3 facing west with ember-lance"
    assert "more-than-the-box-holds" in names_in(quest(f"{king.format('ember-lance')}\n  {two}"))
    assert "more-than-the-box-holds" not in names_in(quest(f"{king.format('nudge')}\n  {two}"))


def test_dso_b3_the_box_has_four_interrupt_tokens():
    assert not names_in(quest("interrupts 4"))
    assert "number-out-of-range" in names_in(quest("interrupts 5"))


def test_dso_e40_the_crippled_lose_the_gold_of_this_quest_and_the_book_says_so():
    (one,) = results(quest()).quests
    assert one.system.rules["crippled"]["gold_lost"] == "found-this-quest"
    told = " ".join(one.system.texts["between_quests"].split())
    assert "keeps their Legendary Gear, Experience and Boons, and the gold they came with" in told
    assert "nothing else" not in told


def test_every_entry_has_its_test():
    told = {case.id for case in CASES} | {"DSO-A35", "DSO-A38"}
    elsewhere = {"DSO-A1", "DSO-A32", "DSO-A33"}
    assert told | elsewhere == {f"DSO-A{number}" for number in range(1, 40)}
