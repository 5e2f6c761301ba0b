"""The list of what is validated in Dungeon Saga: each entry is held, and it is said where.

An entry earns a finding, or the model cannot break it, or the pack's data are held here. What
nothing holds yet stands in `NOT_YET`, with what is missing for it.
"""

from __future__ import annotations

import json
import re
from typing import NamedTuple

import pytest

from questwright.compiler.assets import SYSTEMS_DIR
from questwright.compiler.codes import every_code
from questwright.compiler.packs.load import pack_of
from questwright.compiler.publish.document.quest_json import dump, quest_document
from support.kept import system_of
from support.one_text import compiled, results
from support.paths import ROOT

NOT_YET: dict[str, str] = {}
"""Entries that the language of packs cannot hold yet, and why."""

DOOR = "  door way at D2 locked mundane dice 2 armour 2"
AREAS = "  room hall at A1..C3\n  room den at D2, E1..I3"
DRAWN = """
    ss. .....
    ss.......
    ... .....
"""


def quest(body="", *, door=DOOR, areas=AREAS, drawn=DRAWN, win="victory heroes when den revealed"):
    return f'''
quest the-hall "The Hall" {{
  system dungeon-saga
  board {{
    draw """
    {drawn.strip()}
    """
    s: start
  }}
{door}
{areas}
{body}
  {win}
}}
'''


def found(text):
    return {finding.code.name for finding in results(text).findings}


class Case(NamedTuple):
    """An entry, a quest that breaks it, and what is found."""

    id: str
    text: str
    finding: str


def eight(kind):
    return "\n".join(f"  {kind} at {c}{r} facing west" for c in "EFGH" for r in (1, 3))


TILE = '''
tile cell {
  draw """
  ..
  ..
  """
}
'''
FULL = "\n".join(
    f"    tile cell as c{n} at {c}{r}"
    for n, (c, r) in enumerate((c, r) for r in range(1, 24, 2) for c in "ACE")
)
WARD = "  door way at D2 locked ward power 4"

# fmt: off
CASES = (
    Case("DKQ-B1", f"""
        {TILE}
        quest the-hall "The Hall" {{
          system dungeon-saga
          board {{
        {FULL}
          }}
          start at A1..B2
          passage hall at A1..F24
          victory heroes when any hero at F24
        }}
    """, "more-tiles-than-the-box-holds"),
    Case("DKQ-B2", quest(eight("zombie")), "more-than-the-box-holds"),
    Case("DKQ-B2", quest(
        eight("skeleton-warrior").rsplit("\n", 2)[0]
        + "\n  event when den revealed { spawn skeleton-warrior near E2 facing west }"
    ), "box-may-run-out"),
    Case("DKQ-B3", quest("  furniture lectern at E1\n  furniture lectern at E3"),
         "more-than-the-box-holds"),
    Case("DKQ-B4", quest("  cave-in at E1, E3"), "more-than-the-box-holds"),
    Case("DKQ-B4", quest("  in-my-power at E1, E3"), "more-than-the-box-holds"),
    Case("DKQ-B5", quest(drawn=DRAWN.replace("ss.......", "s........")), "no-start"),
    Case("DKQ-B5", quest("  furniture barrel at A1"), "square-taken"),
    Case("DKQ-B6", quest(door="  door way at D2"), "unlocked"),
    Case("DKQ-B6", quest("  chest box at I3"), "unlocked"),
    Case("DKQ-B6", quest(door=f"{DOOR}\n{WARD.replace('way', 'other')}"), "two-gates-on-one-edge"),
    Case("DKQ-B7", quest(door=DOOR.replace("armour 2", "armour 6")), "number-out-of-range"),
    Case("DKQ-B8", quest("  heroes madriga\n  furniture barrel at C1..C3"), "unwinnable"),
    Case("DKQ-B9", quest("  spells burn", door=WARD), "unwinnable"),
    Case("DKQ-B9", quest("  heroes orlaf, rordin, madriga", door=WARD), "unwinnable"),
    Case("DKQ-B11", quest("  furniture barrel at C1..C3"), "unwinnable"),
    Case("DKQ-B12", quest("  zombie at D2 facing west"), "square-taken"),
    Case("DKQ-B14", quest(door="", areas="  room hall at A1..C3"), "unenclosed-room"),
    Case("DKQ-B14", quest("  door self at G1 locked ward 1"), "gate-inside-an-area"),
    Case("DKQ-B14", quest(drawn="ss. ..... ..\n    ss.......\n    ... ....."), "unreachable-area"),
    Case("DKQ-B16", quest("  door no at D1 locked ward 1"), "not-on-the-floor"),
    Case("DKQ-B18", quest("  zombie-troll at G1 facing west"), "large-figure-confined"),
    Case("DKQ-B19", quest("  zombie-troll at I3 facing west"), "wrong-footprint"),
    Case("DKQ-B19", quest("  zombie-troll at G1 facing west\n  zombie at H2 facing west"),
         "square-taken"),
    Case("DKQ-B20", quest("  raise-zombies 1"), "nothing-to-bring-from"),
    Case("DKQ-B20", quest("  overlord nobody-who-raises\n  raise-zombies 1\n  bones at E1"),
         "conflicting-options"),
    Case("DKQ-B21", quest("  deck 2"), "number-out-of-range"),
    Case("DKQ-B22", quest("  commands 0"), "number-out-of-range"),
    Case("DKQ-B23", quest(win="victory heroes when hall revealed"), "vacuous-victory"),
    Case("DKQ-B23", quest(win="victory heroes when den plundered"), "unknown-verb"),
    Case("DKQ-B24", quest("  victory overlord when round > 3", door=DOOR.replace("D2", "C1"),
         drawn="ss" + "." * 40 + "\n    ss", areas="  room hall at A1..B2\n  room den at C1..AP1",
         win="victory heroes when any hero at AP1"), "unwinnable"),
    Case("DKQ-B25", quest("  zombie at G1 facing west with bleed"), "unknown-word"),
    Case("DKQ-B26", quest("  zombie porter at G1 facing west holds healing-draught"),
         "gear-nobody-uses"),
    Case("DKQ-B27", quest(win="victory heroes when any hero carries wardstone"),
         "unknown-name"),
    Case("DKQ-B27", quest("  item writ bound at E1", win="victory heroes when danor carries writ"),
         "can-strand"),
    Case("DKQ-B29", quest("  zombie at G1 facing west\n  ghost at G1 facing west"), "square-taken"),
    Case("DKQ-B29", quest("  zombie at G1"), "no-facing"),
    Case("DKQ-B30", quest("  furniture barrel at E1..E3", win="victory heroes when any hero at I3"),
         "unwinnable"),
    Case("DKQ-B32", quest("  furniture barrel at E1\n  bones at E1"), "square-taken"),
    Case("DKQ-B33", quest("""
        raise-zombie-trolls 1
        furniture barrel at H2
        bones at I1
        zombie at F1 facing west
    """), "no-room-at-its-source"),
    Case("DKQ-B35", quest(win="victory heroes when pull done"), "unknown-name"),
    Case("DKQ-B37", quest("  zombie at C1 facing west"), "start-in-front-of-a-figure"),
)
# fmt: on


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_an_entry_earns_its_finding(case):
    assert case.finding in found(case.text)


def test_the_hall_itself_earns_none():
    assert found(quest()) == set()
    assert found(quest(door=WARD)) == set()


# -- what the model cannot break, and what is data -----------------------------------------------


@pytest.fixture(scope="module")
def saga():
    return system_of("dungeon-saga")


def lines(text):
    proof = compiled(text).proof
    assert proof is not None
    verdict = proof.verdict()
    return verdict, [step.text for step in verdict.line]


def test_anybody_fights_a_mundane_lock_and_its_odds_are_told_dkq_b7(saga):
    for hero in ("orlaf", "rordin", "madriga", "danor"):
        verdict, told = lines(quest(f"  heroes {hero}"))
        assert verdict.kind == "winnable"
        assert any("breaking the Mundane lock" in step for step in told)
        (chance,) = verdict.chances
        assert "an attack on the lock" in chance.text
    assert all(row["armour"] <= 5 for row in saga.rules["lock_counters"]["rows"])


def test_whom_a_ward_relies_on_is_told_dkq_b10():
    verdict, _ = lines(quest(door=WARD))
    assert "danor" in repr(verdict.relies).lower()


def test_only_heroes_open_doors_dkq_b13(saga):
    for gate in saga.gates.values():
        assert gate.opened_by == ("heroes",)


@pytest.mark.parametrize(
    ("drawn", "kind"),
    [("ss..\n    ....\n        ....", "unwinnable"), ("ss..\n    .....\n        ....", "winnable")],
)
def test_a_corner_is_cut_past_one_free_square_dkq_b15(drawn, kind):
    win = "victory heroes when any hero at H3"
    text = quest("  heroes orlaf", drawn=drawn, door="", areas="", win=win)
    assert lines(text)[0].kind == kind


def test_bones_block_nobody_dkq_b17():
    text = quest("  bones at E2", win="victory heroes when any hero at I3", door=DOOR)
    assert found(text) == set()
    document = json.loads(dump(quest_document(compiled_publication(text))))
    (bones,) = (thing for thing in document["things"] if thing["kind"] == "bones")
    assert bones["blocks"] is False


def compiled_publication(text):
    from questwright.compiler.model.publication import Publication

    result = results(text)
    (own,) = result.quests
    assert own.proof is not None
    return Publication(own.quest, own.system, own.proof.verdict(), result.sources, ())


def test_a_large_figure_passes_a_double_door_dkq_b18():
    text = quest(
        "  zombie-troll at G1 facing west",
        door="  double-door way at D1, D2 locked mundane dice 2 armour 2",
        areas="  room hall at A1..C3\n  room den at D1..I3",
        drawn="ss.......\n    ss.......\n    ... .....".replace("... .....", "...  ...."),
    )
    assert "large-figure-confined" not in found(text)


def test_every_boss_has_a_whole_card_dkq_b28(saga):
    bosses = [kind for kind in saga.kinds.values() if kind.rank == "boss"]
    assert sorted(boss.word for boss in bosses) == ["elshara", "grund", "hoggar", "mortibris"]
    feats = {
        card.word: card
        for card in next(deck for deck in saga.decks.values() if deck.word == "feats").cards
    }
    for boss in bosses:
        assert {"move", "combat", "armour", "wounds", "injured-at", "feats"} <= boss.values.keys()
        (feat,) = boss.traits["feats"]
        assert boss.word in feats[feat].icons


def test_what_lies_behind_a_door_is_in_no_entry_before_it_dkq_b31():
    from questwright.compiler.publish.book.book import compose_book

    text = quest("  ghost weeper at I3 facing west")
    (chapter,) = compose_book([compiled_publication(text)]).chapters
    hall, den = chapter.areas
    assert "Weeper" in repr(den)
    assert "Weeper" not in repr((hall, chapter.setup, chapter.story))


def test_the_rulers_have_lengths_in_squares_dkq_b34(saga):
    rulers = saga.rules["rulers"]
    assert 1 < rulers["short"] < rulers["long"]
    squares = {row["id"]: row["squares"] for row in saga.rules["ranges"]["rows"]}
    assert (squares["short"], squares["long"]) == (rulers["short"], rulers["long"])
    ranged = [*saga.rules["card_effects"]["spells"].values()]
    ranged += saga.rules["card_effects"]["dark-spells"].values()
    assert {effect["range"] for effect in ranged} <= squares.keys()


def test_bound_items_are_kept_once_in_a_campaign_dkq_b36(saga):
    bound = {gear.word for gear in saga.gear.values() if gear.group == "bound"}
    assert bound == {gear.word for gear in saga.gear.values() if gear.is_kept}
    assert all(saga.gear[word].is_unique for word in bound)


@pytest.mark.parametrize(("cards", "last"), [(3, 1), (12, 10), (17, 15)])
def test_the_deck_says_which_round_is_the_last_dkq_b24(saga, cards, last):
    """Dealt, three into the hand, one more at the end of each Round: then there is none."""
    clock, overlord = saga.rules["deck_clock"], saga.rules["overlord"]
    pile, rounds = cards - overlord["initial_hand"], 0
    while True:
        rounds += 1
        if pile == 0:
            break
        pile -= overlord["draw_per_round"]
    assert rounds == last == cards - clock["draw_fails"]
    deck = saga.clocks["deck"]
    settings = {"deck": cards, "hand": saga.settings["hand"].default}
    assert deck.last_round(settings, "spent") == last
    # The author may deal another first hand [DKQ-A18].
    assert deck.last_round({**settings, "hand": 0}, "spent") == last + 3


OF_THEIR_OWN = {
    *(
        "DKQ-B7",
        "DKQ-B10",
        "DKQ-B13",
        "DKQ-B15",
        "DKQ-B17",
        "DKQ-B28",
        "DKQ-B31",
        "DKQ-B34",
        "DKQ-B36",
    ),
}


def test_every_entry_is_held_or_said_not_to_be(saga):
    every = {f"DKQ-B{number}" for number in range(1, 38)}
    held = {case.id for case in CASES} | OF_THEIR_OWN
    assert held | NOT_YET.keys() == every
    assert not held & NOT_YET.keys()


def test_the_pack_names_the_rules_that_findings_uphold(saga):
    upheld = saga.rules["upholds"]
    for case in CASES:
        if case.finding in upheld:
            assert case.id in upheld[case.finding], (case.id, case.finding)


# -- the page that says where each entry is held ---------------------------------------------------

PAGE = (ROOT / "docs" / "reference" / "dungeon-saga-rules.md").read_text(encoding="utf-8")
ROWS = dict(re.findall(r"^\| (DKQ-[AB]\d+) \|(.*)\|$", PAGE, re.MULTILINE))
UNCOVERED = {id_ for id_, row in ROWS.items() if "not covered" in row}


def test_each_id_stands_in_the_page_once_and_in_order():
    every = [f"DKQ-A{number}" for number in range(1, 47)]
    every += [f"DKQ-B{number}" for number in range(1, 38)]
    assert re.findall(r"^\| (DKQ-\w+) \|", PAGE, re.MULTILINE) == every


def test_each_row_says_how_or_why_not():
    for id_, row in ROWS.items():
        assert re.search(r"[a-z]", row.replace("not covered:", "")), id_


def test_each_finding_that_it_names_exists():
    names = {code.name for code in every_code()}
    linked = re.findall(r"\[`([a-z-]+)`\]\(findings/([a-z-]+)\.md\)", PAGE)
    assert linked
    assert all(name == page and name in names for name, page in linked)


def test_each_test_that_it_names_exists():
    for name in set(re.findall(r"`(tests/[^`]+)`", PAGE)):
        assert (ROOT / name).is_file(), name


def test_what_the_pack_says_of_findings_stands_there(saga):
    for name, ids in saga.rules["upholds"].items():
        for id_ in ids:
            if id_.startswith("DKQ-B"):
                assert f"[`{name}`]" in ROWS[id_], (name, id_)


def test_what_is_tested_stands_there():
    for case in CASES:
        assert f"[`{case.finding}`]" in ROWS[case.id], case.id


def test_what_nothing_holds_yet_is_what_the_page_says():
    uncovered = {id_ for id_ in UNCOVERED if id_.startswith("DKQ-B")}
    assert uncovered == set(NOT_YET)
    for id_, why in NOT_YET.items():
        assert why in ROWS[id_]


def test_no_finding_upholds_what_is_not_covered(saga):
    upheld = {id_ for ids in saga.rules["upholds"].values() for id_ in ids}
    assert not upheld & UNCOVERED


def test_each_id_that_the_pack_cites_is_one_that_there_is():
    pack = pack_of(SYSTEMS_DIR / "dungeon-saga")
    highest = pack.tree.data["citations"]
    cited = {rule for origin in pack.origins.values() for rule in origin.rules}
    assert cited
    for rule in cited:
        prefix, number = re.fullmatch(r"(DKQ-[A-F])(\d+)", rule).groups()
        assert 1 <= int(number) <= highest[prefix], rule


def test_each_word_of_the_pack_that_it_names_is_one(saga):
    words = {*saga.kinds, *saga.settings, *saga.gates, *saga.specials, *saga.decks}
    for word in ("raise-zombies", "door", "double-door", "bones", "keyholder", "tough", "feats"):
        assert f"`{word}" in PAGE
        assert word in words
