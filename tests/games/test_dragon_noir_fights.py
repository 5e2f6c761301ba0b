"""Quests of Dragon Noir: the odds of their fights, who plays for whom, and what is printed."""

from __future__ import annotations

import random

import pytest

from questwright.compiler.model.publication import Publication
from questwright.compiler.model.words import is_called
from questwright.compiler.odds.attackers import attackers
from questwright.compiler.odds.best import strength_of
from questwright.compiler.odds.odds import OddsTable, columns_together, mean_by_damage
from questwright.compiler.packs.system.fights import ODDS
from questwright.compiler.publish.book.book import compose_book
from questwright.compiler.starter import starter_quest
from support.more import amount
from support.noir import QUEST
from support.one_text import results


def test_the_pack_fights_by_odds(noir):
    assert noir.fights.roll == ODDS
    assert noir.fights.tables["mounted"] == "combat_mounted"


def verdict(text):
    (one,) = results(text).quests
    assert one.proof is not None, one.findings
    return one, one.proof.verdict()


def test_a_line_tells_the_odds_of_a_fight_dn_c43_dn_c47():
    """Konrad 20 on a Hunter 3 is 6-1, and on 2 when wounded 10-1."""
    one, found = verdict(QUEST)
    (chance,) = [chance for chance in found.chances if chance.attempts]
    konrad = next(tried for tried in chance.attempts if tried.member == "konrad")
    table = OddsTable(one.system.rules["combat_foot"])
    hits = (table.hits(6, 0, {}), table.hits(10, 0, {}))
    assert konrad.hits == hits[0]
    assert konrad.mean == mean_by_damage(hits)
    # Together they are 42 on 3: beyond the last column, and the shift does not lead further.
    together = (table.hits(12, 0, {}),) * 2
    assert chance.together.mean == mean_by_damage(together)


def test_a_rider_is_attacked_on_the_riders_table_dn_c46():
    text = QUEST.replace("adventurers konrad", "foes laberne-mounted\n  adventurers konrad")
    one, found = verdict(text.replace("hunter scout", "laberne-mounted scout"))
    (chance,) = [chance for chance in found.chances if chance.attempts]
    gnurr = next(tried for tried in chance.attempts if tried.member == "gnurr")
    # 22 on 4 is 5-1.
    assert gnurr.hits == OddsTable(one.system.rules["combat_mounted"]).hits(5, 0, {})
    assert gnurr.hits != OddsTable(one.system.rules["combat_foot"]).hits(5, 0, {})
    assert one.system.kinds["laberne-mounted"].side == "foes"
    assert one.system.kinds["laberne"].side == "adventurers"


@pytest.mark.parametrize(
    ("defender", "attackers_", "columns"),
    [
        ("hunter", "konrad", 0),
        ("hunter", "konrad gnurr", 1),
        ("hunter", "konrad gnurr zed", 1),
        # On foot nobody is helped by others against a rider, or a horse.
        ("laberne-mounted", "konrad gnurr", 0),
        ("laberne-mounted", "konrad-mounted gnurr", 0),
        ("laberne-mounted", "konrad-mounted zed-mounted", 1),
        ("war-horse", "konrad gnurr", 0),
        ("war-horse", "konrad-mounted zed-mounted gnurr", 1),
        ("hunter", "konrad-mounted gnurr", 1),
        # Dwarves help each other, each of them, and whoever it is that they attack.
        ("hunter", "kerin konrad", 1),
        ("hunter", "kerin ferin", 2),
        ("hunter", "kerin ferin gorin konrad", 3),
        ("laberne-mounted", "kerin ferin", 2),
    ],
)
def test_columns_of_those_who_attack_together_dn_c42_dn_c71(noir, defender, attackers_, columns):
    members = [noir.kinds[word] for word in attackers_.split()]
    assert columns_together(noir.kinds[defender], members, noir.fights) == columns


def test_several_on_foot_attack_a_rider_without_a_column_dn_c42():
    """Gnurr 22 and Jon 4 on Laberne 4 are 6-1, and on 3 when he is wounded 8-1."""
    text = QUEST.replace(
        "adventurers konrad, gnurr", "foes laberne-mounted\n  adventurers jon, gnurr"
    )
    one, found = verdict(text.replace("hunter scout", "laberne-mounted scout"))
    (chance,) = [chance for chance in found.chances if chance.attempts]
    table = OddsTable(one.system.rules["combat_mounted"])
    assert chance.together.mean == mean_by_damage((table.hits(6, 0, {}), table.hits(8, 0, {})))
    # On foot he is 3, and 2 when wounded: 8-1 and a column, and beyond the last one.
    on_foot = text.replace("laberne-mounted", "laberne").replace("hunter scout", "laberne scout")
    one, found = verdict(on_foot)
    (chance,) = [chance for chance in found.chances if chance.attempts]
    table = OddsTable(one.system.rules["combat_foot"])
    assert chance.together.mean == mean_by_damage((table.hits(9, 0, {}), table.hits(12, 0, {})))


def test_a_people_plays_for_the_other_side_dn_a4():
    one, _ = verdict(QUEST.replace("adventurers konrad", "foes ork\n  adventurers konrad"))
    orks = [kind for kind in one.system.kinds.values() if is_called(kind, "ork")]
    assert len(orks) > 20
    assert {kind.side for kind in orks} == {"foes"}
    assert one.system.kinds["godiva"].side == "adventurers"


def test_nobody_plays_for_both_sides_dn_a4():
    found = results(
        QUEST.replace("adventurers konrad", "foes rebel\n  adventurers konrad")
    ).findings
    assert [(one.code.name, "konrad" in one.message) for one in found] == [
        ("conflicting-options", True)
    ]


TOO_STRONG = ["unreachable-squares", "unwinnable", "too-strong-to-defeat"]
"""Whom no attack can hurt is beaten by nobody, and stands where they stand."""


def names_of(text):
    return [finding.code.name for finding in results(text).findings]


@pytest.mark.parametrize(
    ("foe", "who", "is_found"),
    [
        ("hunter", "zacharie, jon", False),
        # From behind she defends with 5, and the two have 8 together.
        ("migam", "zacharie, jon", False),
        ("baby-dragon", "zacharie, gotmar-in-exile", True),
        ("baby-dragon", "zacharie, konrad", False),
    ],
)
def test_who_cannot_be_brought_down_is_told_of_dn_b49(foe, who, is_found):
    text = QUEST.replace("konrad, gnurr", who).replace("hunter scout", f"{foe} scout")
    text = text.replace("  adventurers", "  profile mixed\n  adventurers", 1)
    assert names_of(text) == (TOO_STRONG if is_found else [])


def test_too_little_room_beside_somebody_is_told_of_dn_b49():
    """Three with 29 together against 12, and one hex beside him: none of them has so much."""
    text = (
        QUEST.replace(
            "adventurers konrad, gnurr", "adventurers aldus, davrich, dill\n  foes crazy-ork"
        )
        .replace("hunter scout at D2", "crazy-ork scout at E1")
        .replace("    s . . . .\n     s", "    s s . . .\n     s")
    )
    assert [finding.code.name for finding in results(text).findings] == []
    narrow = text.replace("  victory", "  wall at D2|E1, E2|E1\n  victory")
    assert names_of(narrow) == TOO_STRONG


def test_whoever_cannot_step_there_does_not_attack_dn_c40_dn_b49():
    """Armour never enters water, so neither does its bearer attack who is in it."""
    text = QUEST.replace("     s . . . .\n", "     s . . w .\n").replace(
        "s: start", "s: start\n    w: water"
    )
    assert "too-strong-to-defeat" in [finding.code.name for finding in results(text).findings]
    swims = text.replace("konrad, gnurr", "konrad, davrich")
    assert [finding.code.name for finding in results(swims).findings] == []


def test_the_book_prints_the_tables_of_its_volume_dn_a62(noir):
    def titles(text):
        (one,) = results(text).quests
        published = Publication(one.quest, one.system, one.proof.verdict(), {}, ())
        return compose_book([published])

    challenge = titles(QUEST)
    exile = titles(QUEST.replace("adventurers konrad", "profile exile\n  adventurers konrad"))
    both = {"Combat with those on foot", "The ground", "Spells"}
    names = [{aid.title for aid in book.aids} for book in (challenge, exile)]
    assert names[0] & names[1] >= both
    assert "Combat with riders and horses" in names[1] - names[0]
    assert "When Krobs are born" in names[0] - names[1]
    table = next(aid for aid in challenge.aids if aid.title == "Combat with those on foot")
    printed = [row[1:] for row in table.rows]
    cells = [row["cells"] for row in noir.rules["combat_foot"]["rows"]]
    assert printed == [tuple("−" if cell == "-" else cell for cell in row) for row in cells]


def test_the_order_of_battle_has_every_state_dn_a45():
    (one,) = results(QUEST).quests
    published = Publication(one.quest, one.system, one.proof.verdict(), {}, ())
    (chapter,) = compose_book([published]).chapters
    assert chapter.figures is None
    rows = {
        row.name: dict(zip(side.columns, row.cells, strict=True))
        for side in chapter.order.sides
        for group in side.groups
        for row in group.rows
    }
    assert rows["Konrad"]["Healthy"] == "20 · 18 · 8"
    assert rows["Konrad"]["Wounded"] == "10 · 9 · 4"
    assert rows["Konrad"]["Stunned"] == "4"
    assert rows["Gnurr"]["Twice"] == "10 · 6 · 2"


def test_a_first_quest_is_clean(noir):
    (one,) = results(starter_quest("first-night", noir)).quests
    assert one.findings == ()
    assert len(one.quest.party) == 4
    assert one.proof.kind == "winnable"


# -- who finds room, against every way to stand ------------------------------------------------

GROUND = {".": 1, "w": 5, "t": 2, "p": 4}
WORDS = {"w": "water", "t": "stepping-stones", "p": "slope"}
PARTY = ("konrad", "gnurr", "davrich", "zacharie", "konrad-mounted", "krobek", "simon-mounted")
CLOSED = {"w": ("konrad", "gnurr", "konrad-mounted", "simon-mounted")}
CLOSED |= {"t": ("konrad-mounted", "simon-mounted"), "p": ()}


def stands(word, letter):
    return word not in CLOSED.get(letter, ())


@pytest.mark.parametrize("seed", range(amount(10, 25)))
def test_the_strongest_find_room_dn_b49(seed):
    """Six hexes around a figure in the middle, of which some are rock or rough ground."""
    chance = random.Random(seed)
    middle = chance.choice("...wt")
    around = [chance.choice("...wtp###") for _ in range(6)]
    party = chance.sample(PARTY, chance.randint(2, 5))
    a, b, c, d, e, f = around
    text = f"""
quest ring {{
  system dragon-noir
  adventurers {", ".join(party)}
  board {{
    draw \"\"\"
    s s s s s
     . {a} {b} . .
    . {c} {middle} {d} .
     . {e} {f} . .
    . . . . .
    \"\"\"
    s: start
    {"; ".join(f"{x}: {WORDS[x]}" for x in sorted({*around, middle} & {*WORDS}))}
  }}
  gharv foe at C3 facing east
  victory adventurers when any adventurer at A5
}}
"""
    (one,) = results(text).quests
    (foe,) = [thing for thing in one.quest.things if thing.id == "foe"]
    strength = {member.word: strength_of(member, one.system.fights) for member in one.quest.party}

    def most(seats, left):
        """The most that some can have together on some seats, by trying every way."""
        if not seats:
            return 0
        first, *rest = seats
        sat = [one for one in left if stands(one, first)]
        return max(most(rest, left), *(strength[one] + most(rest, left - {one}) for one in sat), 0)

    able = {word for word in party if stands(word, middle)}
    best = most([letter for letter in around if letter != "#"], able)
    found = attackers(foe, one.quest, one.system, one.quest.board.floor)
    assert sum(strength[member.word] for member in found) == best
