"""What a table needs that has nothing but the printed pages: found by playing from them alone."""

from __future__ import annotations

import re

import pytest

from questwright.compiler.packs.system.theme import Theme
from questwright.compiler.publish.book.book import compose_book
from questwright.compiler.publish.book.desk.runs import split_title
from questwright.compiler.publish.book.svg.layout import layout_svg
from questwright.compiler.publish.book.view.book import Volume
from questwright.compiler.publish.book.view.text import ListBlock, Paragraph, Run
from questwright.compiler.publish.book.view.theme import palette_of
from questwright.compiler.publish.book.volumes import volumes_of
from support.paths import ROOT
from support.published import publications

QUESTS = ROOT / "content" / "quests"
MIRRORS = QUESTS / "four-mirrors" / "four-mirrors.quest"


@pytest.fixture(scope="module")
def volumes():
    return volumes_of(compose_book(publications(MIRRORS)))


@pytest.fixture(scope="module")
def chapter(volumes):
    return volumes[Volume.BOOK].chapters[0]


def words(runs):
    return "".join(run.text for run in runs)


def test_each_warrior_has_a_card_with_values_and_gear(volumes):
    """[WHQ-A9] [WHQ-A12]"""
    (sheet,) = (s for s in volumes[Volume.SHEETS].chapters[0].sheets.ticks if "warriors" in s.slug)
    elf = next(entry for entry in sheet.entries if entry.figure.name == "The Elf")
    assert dict(elf.values) == {
        "Move": "4",
        "WS": "4",
        "BS": "3",
        "S": "3",
        "T": "3",
        "I": "6",
        "A": "1",
        "Shots": "1",
        "Missile S": "3",
        "Pinning": "3",
    }
    assert [title for title, _ in elf.gear] == ["Healing Potion"]
    assert [(row.count, row.rolled) for row in elf.rows] == [(13, "d6+7")]


def test_the_doorway_of_a_dealt_room_is_on_its_maps(chapter, volumes):
    handouts = volumes[Volume.PLAYERS].chapters[0].handouts
    for view in (chapter.maps[0], handouts.later[0].map):
        (door,) = (gate for gate in view.openings if gate.name == "Doorway")
        assert ({door.edge.first.row, door.edge.second.row}, door.edge.first.column) == ({6, 7}, 2)


def test_nothing_of_a_dealt_room_is_given_when_play_begins(volumes):
    handouts = volumes[Volume.PLAYERS].chapters[0].handouts
    assert handouts.start is None
    assert [title for piece in handouts.later for _, title in piece.titles] == ["The Star Well"]


def test_an_action_that_is_not_enough_for_an_event_does_not_promise_it(chapter):
    (area,) = chapter.areas
    first = next(action for action in area.actions if action.slug == "turn-morning")
    said = " ".join(words(block.runs) for block in first.text)
    assert said == "Then look whether this happens: Light from two sides."


def test_whose_values_change_is_told_where_they_stand(chapter):
    (area,) = chapter.areas
    (lodger,) = area.fighters.rows
    assert "its values change: When the Star Well is revealed" in words(lodger.row.note)


def test_a_figure_is_called_alike_on_the_map_and_in_the_text(chapter):
    assert [figure.name for figure in chapter.maps[0].figures] == ["The Lodger (The Star Eater)"]


def test_the_figures_that_cards_bring_are_among_what_is_needed(chapter):
    rows = {row.name: row.count for group in chapter.needs for row in group.rows}
    assert (rows["Cellar Rats"], rows["Hill Brute"], rows["Sling Imps"]) == (8, 1, 4)


def test_signs_on_section_cards_are_explained(volumes):
    cards = volumes[Volume.CARDS].cards
    assert {"Pillar", "Bookcase", "Barrels"} <= {sign.name for sign in cards.signs}


# -- what a game of somebody's own met -----------------------------------------------------------


def test_a_sentence_that_begins_with_strong_words_is_no_heading():
    def titled(*runs):
        title, text = split_title((Paragraph(runs),), "Special rule")
        return title, "".join(run.text for block in text for run in block.runs)

    strong, plain = Run("The pod", strong=True), Run(" has room for three.")
    assert titled(strong, plain) == ("Special rule", "The pod has room for three.")
    headed = Run("The pod.", strong=True), Run(" It has room for three.")
    assert titled(*headed) == ("The pod", "It has room for three.")
    assert titled(strong, Run(": room for three.")) == ("The pod", "room for three.")
    assert titled(strong) == ("The pod", "")


def test_where_nothing_is_drawn_nobody_reads_of_no_cards():
    (quest,) = publications(QUESTS / "small-change" / "small-change.quest")
    search = quest.system.search._replace(draws=0, container_draws=0)
    quest = quest._replace(system=quest.system._replace(search=search))
    areas = compose_book([quest]).chapters[0].areas
    assert any("Explore" in str(area) for area in areas)
    assert "0 cards" not in str(areas)
    assert "Run(text='nothing'" in str(areas)


def test_what_ground_and_ways_do_is_said_where_they_lie():
    (quest,) = publications(QUESTS / "dry-wheel" / "dry-wheel.quest")
    used = {patch.kind.title: patch.kind.text for patch in quest.quest.board.terrain}
    told = "".join(str(rule.text) for rule in compose_book([quest]).chapters[0].rules)
    assert any(used.values())
    assert [title for title, text in used.items() if text and text not in told] == []


# -- what three first evenings met ----------------------------------------------------------------


@pytest.fixture(scope="module")
def books():
    names = ("nine-strokes", "candle-ends", "low-tide", "dry-feet")
    quests = {name: publications(QUESTS / name / f"{name}.quest") for name in names}
    return {name: volumes_of(compose_book(quest)) for name, quest in quests.items()}


def steps(chapter):
    (block,) = (block for block in chapter.setup if isinstance(block, ListBlock))
    return [words(item) for item in block.items]


def test_players_read_what_their_spells_are_and_nothing_of_the_other_sides_cards(books):
    """[DKQ-A25]"""
    facts = books["nine-strokes"][Volume.PLAYERS].chapters[0].handouts.facts
    assert [fact.label for fact in facts] == ["Heroes", "Danor's spells"]


def test_players_read_when_the_last_turn_is(books):
    """[DN-A7]"""
    facts = books["dry-feet"][Volume.PLAYERS].chapters[0].handouts.facts
    assert ("Turns", "12") in [(fact.label, words(fact.value)) for fact in facts]


def test_the_joins_of_a_layout_are_drawn_where_one_goes_through(books):
    for name in ("nine-strokes", "candle-ends"):
        tiles = books[name][Volume.BOOK].chapters[0].layout.tiles
        ways = {}
        for tile in tiles:
            for side in (side for side in tile.sides if side.joined):
                right, down = (
                    {"west": 0, "east": 1}.get(side.facing.value, 0.5),
                    {"north": 0, "south": 1}.get(side.facing.value, 0.5),
                )
                x = tile.left + right * tile.width + (side.aside if right == 0.5 else 0)
                y = tile.top + down * tile.height + (side.aside if down == 0.5 else 0)
                ways[x, y] = ways.get((x, y), 0) + 1
        assert set(ways.values()) == {2}, name


def test_the_words_of_a_low_tile_stand_in_one_line(books):
    chapter = books["candle-ends"][Volume.BOOK].chapters[0]
    drawing = layout_svg(chapter.layout, palette_of(Theme()))
    assert "31a  G8 – J8".replace(" ", "") in re.sub(r"<[^>]*>|\s", "", drawing.svg)


def test_the_track_names_whose_victory_it_is_and_tells_a_clock_at_the_end_of_its_round(books):
    track = books["nine-strokes"][Volume.SHEETS].chapters[0].sheets.track
    told = [(when, words(what)) for when, what in track.notes]
    assert (
        "17",
        "The ninth stroke (The Overlord): when it is over, this side has won.",
    ) in told
    assert [when for when, what in told if what.startswith("The clock draws breath")] == ["16"]


def test_what_a_foe_carries_is_for_whoever_defeats_it(books):
    (area,) = books["low-tide"][Volume.BOOK].chapters[0].areas
    abbot = area.fighters.rows[0]
    assert words(abbot.row.note).endswith("carries the Supper Bell, for whoever defeats it")


def test_a_chief_is_told_apart_where_a_card_speaks_of_chiefs(books):
    """[WHQ-D7] The Scroll kills a monster and wounds a chief."""
    chapter = books["low-tide"][Volume.BOOK].chapters[0]
    abbot, sentry = chapter.areas[0].fighters.rows
    assert (words(abbot.traits), words(sentry.traits)) == ("Chief. ", "")
    assert "chief" not in words(abbot.row.note)


def test_a_section_card_says_when_its_event_is_drawn(books):
    """[WHQ-C20] [WHQ-E6]"""
    leaf = books["low-tide"][Volume.CARDS].cards.leaves[0]
    assert {card.text.partition(" of the turn")[0] for row in leaf.rows for card in row} == {
        "An Event card is drawn for it in the Monsters' phase"
    }


def test_what_an_action_costs_is_said_where_a_quest_has_one(books):
    for name in ("low-tide", "dry-feet"):
        rules = str(books[name][Volume.BOOK].chapters[0].rules)
        assert "Quest actions" in rules, name


def test_what_is_bought_in_secret_is_a_step_of_setting_up(books):
    """[DN-A38]"""
    assert steps(books["dry-feet"][Volume.BOOK].chapters[0])[-1] == (
        "What the swamp holds. The Foes: 30 points for Hunter (1), Warrior (2), Slayer (4) and "
        "Guard (7), in secret before play begins, on H3–M6, P4–Q6, H9–L13."
    )


def test_what_is_seen_from_afar_is_read_when_somebody_comes_in(books):
    book, players = (
        books["dry-feet"][volume].chapters[0] for volume in (Volume.BOOK, Volume.PLAYERS)
    )
    tower = next(area for area in book.areas if area.name == "The Ruined Tower")
    assert tower.read_aloud == ()
    assert "When any Adventurer is in the Ruined Tower" in [event.title for event in tower.events]
    assert players.handouts.start.read_aloud == ()


def test_the_counters_of_locks_are_called_as_the_tables_call_them(books):
    """[DKQ-A10] [DKQ-A11]"""
    needs = books["nine-strokes"][Volume.BOOK].chapters[0].needs
    rows = [(row.count, row.name, row.note) for group in needs for row in group.rows]
    assert {
        (2, "Latch", "Mundane lock: dice\u00a02, armour\u00a02"),
        (1, "Bolt", "Mundane lock: dice\u00a03, armour\u00a02"),
        (1, "Dwarf lock", "Mundane lock: dice\u00a04, armour\u00a04"),
        (1, "Great Seal", "Ward: power\u00a04"),
    } <= set(rows)
    assert "a counter for each" not in [note for _, _, note in rows]


def test_it_is_said_who_all_are_where_some_may_be_lost(books):
    """Of all those count who are left; where the first who falls ends the quest, nobody asks."""
    for volume in (Volume.BOOK, Volume.PLAYERS):
        chapters = {name: books[name][volume].chapters[0] for name in ("dry-feet", "candle-ends")}
        party = {
            name: one.victory[0] if volume is Volume.BOOK else one.handouts.victory[0]
            for name, one in chapters.items()
        }
        assert party["dry-feet"].note == "“All” are all who are left."
        assert party["candle-ends"].note == ""
        assert "all Heroes are in the Shop" in words(party["candle-ends"].conditions[0])


def test_an_action_that_takes_more_than_a_turn_is_ticked_off(books):
    strokes, tide = (books[name][Volume.BOOK].chapters[0] for name in ("nine-strokes", "low-tide"))
    assert [action.boxes for area in strokes.areas for action in area.actions] == [2]
    assert [action.boxes for area in tide.areas for action in area.actions] == [0]
