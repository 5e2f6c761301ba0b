"""What a table needs that has nothing but the printed pages: found by playing from them alone."""

from __future__ import annotations

import pytest

from questwright.compiler.publish.book.book import compose_book
from questwright.compiler.publish.book.desk.runs import split_title
from questwright.compiler.publish.book.view.book import Volume
from questwright.compiler.publish.book.view.text import Paragraph, Run
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
