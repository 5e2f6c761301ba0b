"""What the book prints for a quest besides: the order of battle, the track, sheets [DN-A62]."""

from __future__ import annotations

import shutil
from dataclasses import replace

import pypdfium2
import pytest

from questwright.compiler.cli.systems import words_of
from questwright.compiler.packs.load import load_system
from questwright.compiler.publish.book.book import compose_book
from questwright.compiler.publish.book.render.html import book_source
from questwright.compiler.publish.book.view.book import Volume
from questwright.compiler.publish.book.volumes import volumes_of
from support.chapters import chapter_of, text_of
from support.kept import system_of
from support.paths import PACKS, ROOT
from support.published import publications

pytestmark = pytest.mark.slow  # these are no unit tests: whole quests go through whole commands

QUEST = '''quest the-brood "The Brood" {
  system dragon-noir
  adventurers konrad, godiva, zacharie, laberne
  second-level zacharie
  turns 14
  group bows "The Bowmen" of laberne, zacharie
  board {
    draw """
    s s . . . . . . . . . .
     b b . . . . . . . . .
    . . . . . . . . . . . .
     . . . . . . . . . . .
    """
    s: start
    b: start for bows from round 3
  }
  cavern fore "The Near Cave" at A1..F4
  cavern deep "The Deep Cave" at G1..L4
  alkiram at I3 facing west
  hunter at G1, G2, G3 facing west
  hunter old-one "The Old One" at L1 facing west with rooted
  muster nest "What waits below" 12 of hunter, warrior at G1..K2
  muster brood "Newly hatched" 6 of hunter at L1 on 3, 6
  muster spent "Sent ahead" 5 of warrior, hunter at G1..K2 with 2 warrior, 1 hunter
  item orb "The Mauve Orb" in old-one
  event last-call "The ceiling groans" when round >= 8 {
    spawn 2 hunter near H2 facing west
  }
  victory adventurers when orb taken and round <= 13
}
'''


@pytest.fixture(scope="module")
def printed():
    return chapter_of(QUEST)


@pytest.fixture(scope="module")
def chapter(printed):
    return printed[0]


HATCHED = "6 points for Hunter (1); each is born a baby and is grown 3 turns later."


def test_every_box_of_the_track_is_there_and_says_what_happens_dn_a7(chapter):
    track = chapter.sheets.track
    boxes = [box for row in track.rows for box in row]
    assert [box.label for box in boxes] == [str(number) for number in range(1, 15)]
    assert [len(row) for row in track.rows] == [10, 4]
    assert [box.label for box in boxes if box.marked] == ["3", "6", "8", "13", "14"]
    told = [(when, text_of(what)) for when, what in track.notes]
    assert ("From 3 on", "Zacharie and Laberne (The Bowmen) come into play at A2–B2.") in told
    assert ("3", f"Newly hatched: {HATCHED}") in told
    assert ("6", f"Newly hatched: {HATCHED}") in told
    assert any(when == "8" and what.startswith("The ceiling groans: when ") for when, what in told)
    assert any(when == "Up to 13" and "The Adventurers" in what for when, what in told)
    assert ("14", "The quest ends with turn 14.") in told


def test_where_nothing_ends_the_count_it_goes_by_tens_and_units_dn_a7():
    track = chapter_of(QUEST.replace("  turns 14\n", ""))[0].sheets.track
    assert track.is_tens
    assert [[box.label for box in row] for row in track.rows] == [
        [str(number) for number in range(0, 100, 10)],
        [str(number) for number in range(10)],
    ]


def groups_of(chapter, side):
    (found,) = [one for one in chapter.order.sides if one.title == side]
    return {group.title: group for group in found.groups}


def test_the_order_of_battle_has_every_figure_by_group_dn_a45_dn_a46(chapter):
    party = groups_of(chapter, "The Adventurers")
    assert [row.name for row in party["The Bowmen"].rows] == ["Zacharie", "Laberne"]
    assert party["The Bowmen"].where == "at A2–B2, from turn 3 on"
    assert [row.name for row in party["The others"].rows] == ["Konrad", "Godiva"]
    assert party["The others"].where == "at A1–B1"
    foes = groups_of(chapter, "The Foes")
    standing = next(group for title, group in foes.items() if title.endswith("The Deep Cave"))
    counted = {row.name: row.count for row in standing.rows}
    assert counted == {"Queen Alkiram": 1, "Hunter": 3, "The Old One (Hunter)": 1}
    notes = {row.name: text_of(row.note) for row in standing.rows}
    assert notes["Hunter"].startswith("at G1–G3.")
    assert notes["The Old One (Hunter)"].endswith("Rooted")
    assert [row.count for row in foes["The ceiling groans"].rows] == [2]
    assert [row.name for row in foes["What waits below"].rows] == ["Hunter", "Warrior"]
    assert [row.count for row in foes["Sent ahead"].rows] == [2, 1]


def test_every_state_and_every_special_is_told_dn_a45(chapter):
    (side,) = [side for side in chapter.order.sides if side.title == "The Foes"]
    queen = next(row for group in side.groups for row in group.rows if row.name == "Queen Alkiram")
    cells = dict(zip(side.columns, queen.cells, strict=True))
    assert cells["Healthy"] == "80 · 35 · 2"
    assert cells["Four times"] == "15 · 7 · 1"
    assert cells["Rear"] == "7 · 6 · 5"
    assert cells["Dies at"] == "5"
    titles = [title for title, _ in chapter.order.specials]
    assert {"The Queen", "Spellcaster", "Rooted"} <= {*titles}
    assert len(titles) == len({*titles})


def test_casters_tick_their_energy_by_level_dn_a51(chapter):
    (energy,) = [tick for tick in chapter.sheets.ticks if tick.title == "Energy points"]
    assert [(entry.figure.name, entry.rows[0].count) for entry in energy.entries] == [
        ("Zacharie", 200)
    ]
    first = chapter_of(QUEST.replace("  second-level zacharie\n", ""))[0]
    (energy,) = [tick for tick in first.sheets.ticks if tick.title == "Energy points"]
    assert energy.entries[0].rows[0].count == 100
    none = chapter_of(
        QUEST.replace("zacharie, ", "")
        .replace(", zacharie", "")
        .replace("  second-level zacharie\n", "")
    )[0]
    assert [tick.title for tick in none.sheets.ticks] == ["Wounds"]


def test_wounds_have_as_many_boxes_as_it_takes_dn_a45(chapter):
    (wounds,) = [tick for tick in chapter.sheets.ticks if tick.title == "Wounds"]
    assert wounds.is_short
    boxes = [(entry.figure.name, entry.rows[0].count) for entry in wounds.entries]
    assert ("Queen Alkiram", 5) in boxes
    assert ("Konrad", 2) in boxes
    assert sum(name == "Hunter" for name, _ in boxes) == 3 + 1 + 2


def test_each_group_has_its_card_dn_a46(chapter):
    (cards,) = chapter.sheets.cards
    (card,) = cards.cards
    assert card.title == "The Bowmen"
    assert [entry.figure.name for entry in card.entries] == ["Zacharie", "Laberne"]
    assert card.where == "at A2–B2, from turn 3 on"
    alone = chapter_of(
        QUEST.replace('  group bows "The Bowmen" of laberne, zacharie\n', "").replace(
            "for bows", "for laberne, zacharie"
        )
    )[0]
    assert alone.sheets.cards == ()


def test_what_is_bought_in_secret_is_written_down_dn_a38_dn_a39(chapter):
    (secret,) = chapter.sheets.placements
    nest, brood, spent = secret.musters
    assert [(ware.name, ware.price, ware.count) for ware in nest.wares] == [
        ("Hunter", 1, 0),
        ("Warrior", 2, 0),
    ]
    assert nest.text.startswith("The Foes: 12 points, placed ")
    assert (nest.lines, nest.when) == (12, ())
    assert brood.text.startswith("The Foes: 6 points in each of the turns 3, 6, placed ")
    assert (brood.when, brood.lines) == (("Turn 3", "Turn 6"), 0)
    assert [ware.count for ware in spent.wares] == [2, 1]
    assert spent.lines == 3


def test_what_is_hidden_is_chosen_on_the_same_sheet_dn_a35():
    text = QUEST.replace("in old-one", "among K3, K4")
    (secret,) = chapter_of(text)[0].sheets.placements
    assert [(choice.title, len(choice.ways)) for choice in secret.choices] == [("The Mauve Orb", 2)]


def test_all_of_it_is_printed_dn_a62(printed):
    html = book_source(printed[1]).html
    for said in ("Order of battle", "Who keeps other rules", "Newly hatched", "The Bowmen"):
        assert said in html, said
    assert html.count('class="round ') + html.count('class="round"') == 14
    assert html.count('class="point') == 200 + 10  # the table of each row is called points


def test_a_game_without_sheets_has_none_but_the_track_of_its_limit():
    text = '''quest walk "A Walk" {
  system moor
  watch eeler
  board {
    draw """
    s . .
    """
    s: start
  }
  victory wardens when eeler at C1
}
'''
    chapter, book = chapter_of(text, PACKS)
    assert chapter.sheets is None
    assert chapter.order is None
    assert "rounds" not in book_source(book).html


BELL = '''quest bell "The Bell" {
  system dungeon-saga-origins
  heroes orlaf, madriga
  marauder zombie
  board {
    draw """
    +-+-+-+-+
    |s s . v|
    +-+-+-+-+
    """
    s: start
    v: lever bell "The Bell"
  }
  action pull at bell "Pull the bell"
  victory heroes when pull done
  %s
}
'''
COUNTED = {
    'victory overlord "Dawn" when round > 9': (9, [("9", "when it is over")]),
    'victory overlord "Dawn" when round >= 10': (9, [("9", "When it is over: Dawn")]),
    'event dawn "Dawn" when round > 9 { end overlord }': (9, [("9", "When it is over")]),
    'event fog "Fog" when round >= 4 { note "Fog." }': (4, [("4", "Fog: when")]),
    'action late at C1 "Knock" when round >= 3': (3, [("From 3 on", "Knock: this action")]),
    'victory heroes "Early" when pull done and round <= 5': (5, [("Up to 5", "Early")]),
}
"""What depends on rounds, the boxes that there are for it, and the notes below them."""


@pytest.mark.parametrize("statement", COUNTED)
def test_a_quest_that_counts_rounds_has_a_track_though_its_game_has_none(statement):
    track = chapter_of(BELL % statement)[0].sheets.track
    most, notes = COUNTED[statement]
    assert [box.label for row in track.rows for box in row] == [str(n) for n in range(1, most + 1)]
    assert [when for when, _ in track.notes] == [when for when, _ in notes]
    for (_, what), (_, told) in zip(track.notes, notes, strict=True):
        assert told in text_of(what)


def test_a_quest_that_counts_no_rounds_has_no_track():
    assert chapter_of(BELL % "")[0].sheets is None


def test_a_track_has_no_box_for_a_round_that_never_comes_dn_a7():
    text = QUEST.replace("  victory", '  victory foes "Enough" when round > 9\n  victory', 1)
    track = chapter_of(text)[0].sheets.track
    assert [box.label for row in track.rows for box in row][-1] == "9"
    told = [(when, text_of(what)) for when, what in track.notes]
    assert ("9", "Enough (The Foes): when it is over, this side has won.") in told
    assert not any("The quest ends" in what for _, what in told)


# -- specials ----------------------------------------------------------------------------------


@pytest.mark.parametrize("with_dog", [True, False])
def test_a_special_that_speaks_of_a_figure_is_told_where_that_takes_part_dn_c69(with_dog):
    text = QUEST
    if with_dog:
        text = text.replace(", laberne\n  second", ", laberne, lucifer\n  second")
        text = text.replace("s s . . .", "s s s . .", 1)
    order = chapter_of(text)[0].order
    assert ("Bond" in dict(order.specials)) == with_dog
    rows = [row for side in order.sides for group in side.groups for row in group.rows]
    (godiva,) = (row for row in rows if row.name == "Godiva")
    assert ("Bond" in text_of(godiva.note)) == with_dog


def test_nothing_limits_secret_places_but_the_quest_itself_dn_a38():
    text = QUEST.replace("in old-one", "among K3, K4")
    (secret,) = chapter_of(text)[0].sheets.placements
    assert "ten" not in " ".join(text_of(block.runs) for block in secret.text).split()


WRONG = {
    "for: [nobody]": "unknown-pack-word",
    "boxes: [{title: Wounds, value: nothing}]": "unknown-pack-word",
    "boxes: [{title: Wounds, count: 2, more: {nothing: 1}}]": "unknown-pack-word",
    "boxes: [{title: Wounds}]": "pack-form",
    "boxes: [{title: Wounds, count: 2, value: stride}]": "pack-form",
    "boxes: [{title: Wounds, count: 0}]": "pack-form",
}


@pytest.mark.parametrize("part", WRONG)
def test_what_a_sheet_says_is_held_to_the_pack(tmp_path, part):
    shutil.copytree(PACKS / "moor", tmp_path / "moor")
    parts = {"for": "for: [warden]", "boxes": "boxes: [{title: Wounds, count: 2}]"}
    good = "source: own\nsheets:\n  hurts:\n    shape: boxes\n    title: Hurts"
    file = tmp_path / "moor" / "sheets.yaml"
    said = "".join(f"\n    {one}" for one in parts.values())
    file.write_text(f"{good}{said}\n", "utf-8")
    assert load_system(tmp_path / "moor", None).findings == ()
    parts[part.partition(":")[0]] = part
    said = "".join(f"\n    {one}" for one in parts.values())
    file.write_text(f"{good}{said}\n", "utf-8")
    found = {finding.code.name for finding in load_system(tmp_path / "moor", None).findings}
    assert found == {WRONG[part]}


# -- what a game has ------------------------------------------------------------------------------


def test_the_words_of_a_game_have_its_sheets_and_what_a_quest_asks_for_them_dn_a62():
    told = words_of(system_of("dragon-noir"))
    for line in (
        "  track            Turns: the rounds to count, and what happens in which",
        "  groups           Groups: a card for each `group`",
        "  energy           Energy points: boxes to tick, for caster",
        "  decisive         Decisive victory",
        "  hunter           1 point",
        "  gharvs                 Gharvs, for profile challenge or mixed",
    ):
        assert f"\n{line}\n" in told, line
    assert "Gear" not in told
    told = words_of(system_of("dungeon-saga-origins"))
    assert "Sheets" not in told
    assert "\n  xp               Experience\n" in told


def test_the_page_of_the_language_has_a_quest_with_every_sheet():
    page = ROOT / "docs" / "reference" / "language" / "story-and-texts.md"
    below = page.read_text(encoding="utf-8").partition("\n## Sheets\n")[2]
    text = below.partition("```quest\n")[2].partition("```")[0]
    chapter, _ = chapter_of(text)
    sheets = chapter.sheets
    noted = [when for when, _ in sheets.track.notes]
    assert noted == ["From 2 on", "4", "Up to 6", "8"]
    assert chapter.order.sides
    assert [tick.slug for tick in sheets.ticks] == ["sheet-wounds", "sheet-energy"]
    assert [card.title for one in sheets.cards for card in one.cards] == ["The Bowmen"]
    (secret,) = sheets.placements
    assert (len(secret.musters), len(secret.choices)) == (1, 1)


def test_a_word_of_a_table_stays_with_its_number(printed):
    ground = next(aid for aid in printed[1].aids if aid.title == "The ground")
    (for_some,) = [n for n, title in enumerate(ground.columns) if title == "For some"]
    told = {row[for_some] for row in ground.rows}
    assert any("gharv" in cell for cell in told)
    assert not any(" " in cell.replace(", ", "") for cell in told)


@pytest.mark.slow
def test_the_sheets_of_a_quest_that_counts_rounds_are_one_page(press):
    (publication,) = publications(ROOT / "content/quests/kings-evidence/kings-evidence.quest")
    sheets = volumes_of(compose_book([publication]))[Volume.SHEETS]
    (done,) = press.set([book_source(replace(sheets, aids=()))])
    assert len(pypdfium2.PdfDocument(done)) == 1
