"""What was proven, drawn over the map: numbers where they belong, and never over each other."""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

import pytest

from questwright.compiler.grid.cells import each_cell
from questwright.compiler.publish.book.chapter.needs import figures_of
from questwright.compiler.publish.book.desk.desk import Desk
from questwright.compiler.publish.book.map.compose import map_of
from questwright.compiler.publish.book.map.overlay import chains_in, joined_labels, overlays
from questwright.compiler.publish.book.map.pieces import Pieces
from questwright.compiler.publish.book.svg.marks import key_of, place_marks
from questwright.compiler.publish.book.view.map import KeySign, Sign
from questwright.compiler.publish.sites import Sites
from support.more import some
from support.published import publications, sample_quests
from support.strategies import run

MILL = """
quest dry-mill "The Dry Mill" {
  system dungeon-saga-origins
  heroes orlaf, rordin, madriga, danor
  marauder zombie

  board {
    draw \"""
    +-+-+-+-+-+-+-+-+-+-+
    |s s . .|. . t t|. .|
    + + + + + + + + + + +
    |s s . .D. . m .E. c|
    + + + + + + + + +-+-+
    |. . . .|k . . .|
    +-+-+H+-+-+-+L+-+-+-+
    |. . .| |b b . .|x .|
    + + + + + + + + + + +
    |. v g| |. . . c|. .|
    +-+-+-+ +-+-+-+-+-+-+
    \"""
    s: start
    D: door mill-door "The Mill Door"
    E: door side-door "The Side Door" locked by side-key
    H: door hatch "The Hatch" locked by hatch-key
    L: door store-door "The Store Door" locked by store-key
    t: furniture bench-table
    b: furniture bookcase
    c: chest
    m: armoured-zombie miller "The Miller" facing north
    k: skeleton-archer facing north
    g: zombie cellarer "The Cellarer" facing west
    v: lever rusty "The Rusty Lever"
    x: furniture crate
  }
  room yard at A1..D3 "The Yard"
  room grinding-room at E1..H3 "The Grinding Room"
  room store at E4..H5 "The Meal Store"
  room loft at I1..J2 "The Loft"
  room cellar at A4..C5 "The Cellar"
  room vault at I4..J5 "The Walled Vault"
  item store-key "The Store Key" in chest-2
  item seed-corn "The Seed Corn" at H4
  item side-key "The Side Key" held by cellarer
  item hatch-key "The Hatch Key" at I1
  item ledger "The Ledger" at J1
  victory heroes when any hero carries seed-corn and any hero carries ledger
}
"""


@pytest.fixture
def mill(tmp_path):
    path = tmp_path / "mill.quest"
    path.write_text(MILL, encoding="utf-8")
    (publication,) = publications(path)
    return publication


def drawn(publication, *, is_alone=True):
    """The maps of a quest with their overlays."""
    desk = Desk(publication.quest, publication.system)
    pieces = Pieces(desk, figures_of(desk))
    return overlays(publication, pieces, map_of(pieces), is_alone=is_alone)


def where(publication, sites):
    """Sites by the names of their squares or edges."""
    board = publication.quest.board
    return [
        *(board.name(cell) for site in sites for cell in each_cell(site.cells)),
        *(board.edge_name(edge) for site in sites for edge in site.edges),
    ]


def test_every_cause_is_where_its_words_say(mill):
    sites = Sites(mill.quest)
    told = {
        cause.text: where(mill, sites.of(cause.text, cause.origin))
        for chain in chains_in(mill)
        for _, cause in chain.causes
    }
    expected = {
        "the Seed Corn is in the Meal Store": ["H4"],
        "the Meal Store is behind the Store Door": ["G3|G4"],
        "the Store Door needs the Store Key": ["G3|G4"],
        # A room is searched as a whole, but the key lies in its chest.
        "the Store Key is in the Meal Store": ["H5"],
        "the Ledger is in the Loft": ["J1"],
        "the Loft is behind the Side Door": ["H2|I2"],
        "the Side Door needs the Side Key": ["H2|I2"],
        "the Side Key is in the Cellar": ["C5"],
        "the Cellar is behind the Hatch": ["C3|C4"],
        "the Hatch needs the Hatch Key": ["C3|C4"],
        "the Hatch Key is in the Loft": ["I1"],
        # The crate in it has nothing to do with that.
        "no way leads to the Walled Vault": ["I4", "J4", "I5", "J5"],
    }
    assert {text: told.get(text) for text in expected} == expected


def test_chains_are_told_apart(mill):
    chains = chains_in(mill)
    assert [(chain.title, chain.sign) for chain in chains] == [
        ("Why it cannot be won", Sign.DISC),
        ("Why not, apart from that", Sign.BOX),
        ("Why nobody can reach the Walled Vault", Sign.SHADE),
    ]
    (view,) = drawn(mill)
    # Whatever nobody reaches is hatched, but for what a number is about.
    hatched = {(cell.column, cell.row) for cell in view.overlay.hatched}
    assert {(0, 3), (4, 4), (8, 1)} < hatched
    assert not {(0, 0), (7, 3), (9, 0)} & hatched


def test_no_chain_has_more_links_than_it_needs(mill):
    chains = chains_in(mill)
    assert [label for chain in chains for label, _ in chain.causes] == [
        *("a1", "a2", "a3", "a4"),
        *("b1", "b2", "b3", "b4", "b5", "b6", "b7"),
        "c1",
    ]
    (view,) = drawn(mill)
    assert [(mark.label, mark.sign) for mark in view.overlay.marks] == [
        ("a1", Sign.DISC),
        ("a2, 3", Sign.DISC),
        ("a4", Sign.DISC),
        ("b1", Sign.BOX),
        ("b2, 3", Sign.BOX),
        ("b4", Sign.BOX),
        ("b5, 6", Sign.BOX),
        ("b7", Sign.BOX),
        ("c1", Sign.SHADE),
    ]


def test_the_list_and_the_map_have_the_same_numbers(mill):
    alone, bound = drawn(mill)[0].overlay, drawn(mill, is_alone=False)[0].overlay
    assert alone.marks == bound.marks
    causes = [label for chain in chains_in(mill) for label, _ in chain.causes]
    assert [row.label for row in alone.key if isinstance(row.sign, Sign)] == causes
    # In the book the causes stand in lists of their own.
    assert [row.label for row in bound.key if isinstance(row.sign, Sign)] == ["a1", "b1", "c1"]
    for key in (alone.key, bound.key):
        assert key[-1].sign is KeySign.HATCHING


def test_numbers_that_follow_each_other_are_one_label():
    assert joined_labels(["1"]) == "1"
    assert joined_labels(["a1", "a2"]) == "a1, 2"
    assert joined_labels(["b1", "b2", "b3", "b5"]) == "b1–3, 5"


@pytest.mark.slow
@pytest.mark.parametrize("path", some(sample_quests(), 60), ids=lambda path: path.stem)
def test_no_number_covers_another(path):
    for publication in publications(path):
        for is_alone in (True, False):
            for view in drawn(publication, is_alone=is_alone):
                places = place_marks(view, (), 42)
                spots = [place.spot for place in places]
                for number, spot in enumerate(spots):
                    assert not any(spot.overlap(other) for other in spots[number + 1 :])
                shown = {mark.sign for mark in view.overlay.marks}
                assert shown <= {row.sign for row in view.overlay.key}
                if view.overlay.hatched:
                    assert KeySign.HATCHING in {row.sign for row in view.overlay.key}
                assert key_of(view.overlay.key).width <= 161


def test_every_step_of_a_line_has_its_number_on_the_map():
    seen = 0
    for path in sample_quests():
        for publication in publications(path):
            verdict = publication.verdict
            lines = [line for line in (verdict.line, verdict.stranded) if line]
            for view, line in zip(drawn(publication), lines, strict=False):
                numbers = [row.label for row in view.overlay.key if row.sign is Sign.STOP]
                assert len(numbers) - len(line) in (0, 1)
                told = []
                for mark in view.overlay.marks:
                    first, *last = (int(number) for number in re.findall(r"\d+", mark.label))
                    told += range(first, (last or [first])[-1] + 1)
                assert [str(number) for number in told] == numbers
                seen += 1
    assert seen > 20


# -- the command ------------------------------------------------------------------------------


def test_who_cannot_win_sees_why_on_the_map(tmp_path):
    path = tmp_path / "mill.quest"
    path.write_text(MILL, encoding="utf-8")
    code, out, err = run("graph", "--format", "map", path)
    assert code == 1
    assert "QW301" in err
    texts = ["".join(text.itertext()) for text in ET.fromstring(out).iter() if text.text]
    assert "TheStoreDoorneedstheStoreKey" in texts
    assert "wherenobodycancome" in texts
    # No letter is left to whatever faces the reader happens to have.
    assert out.count("@font-face") >= 3
    assert "font:" not in out.replace("data:font/", "")


def test_several_quests_of_a_file_are_one_drawing(tmp_path):
    path = tmp_path / "two.quest"
    path.write_text(MILL + MILL.replace("quest dry-mill", "quest wet-mill"), encoding="utf-8")
    for form in ("map", "svg"):
        out = run("graph", "--format", form, path).out
        titles = [one.text for one in ET.fromstring(out).iter() if one.tag.endswith("}title")]
        assert len(titles) >= 3


def test_a_quest_that_is_won_shows_the_way(tmp_path):
    path = tmp_path / "mill.quest"
    goal = "victory heroes when all heroes in grinding-room"
    path.write_text(re.sub("victory heroes when .*", goal, MILL), encoding="utf-8")
    (publication,) = publications(path)
    line, chains = drawn(publication)
    assert line.overlay.routes
    # Who begins where, who opens the door, and how each of them comes in; then the end.
    assert [step.kind for step in publication.verdict.line].count("begin") == 4
    told = [label for mark in line.overlay.marks for label in mark.label.split(", ")]
    assert told == [str(number) for number in range(1, len(publication.verdict.line) + 2)]
    assert {mark.sign for mark in line.overlay.marks} == {Sign.STOP}
    assert not chains.overlay.routes
    assert chains.title == "What stands in the way"
