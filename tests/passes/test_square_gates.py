"""Gates that stand on squares of their own: doors that are taken away when they are opened."""

from __future__ import annotations

import json
import shutil

import pytest

from oracle.square_doors import quest_of
from oracle.witness_run import compare
from questwright.compiler.cli.systems import words_of
from questwright.compiler.geometry.gates import opened_from
from questwright.compiler.geometry.large import large_positions, passable_gates
from questwright.compiler.model.publication import Publication
from questwright.compiler.packs.load import load_system
from questwright.compiler.publish.ascii_map import ascii_map
from questwright.compiler.publish.book.book import compose_book
from questwright.compiler.publish.book.chapter.needs import figures_of
from questwright.compiler.publish.book.desk.desk import Desk
from questwright.compiler.publish.book.map.compose import map_of
from questwright.compiler.publish.book.map.pieces import Pieces
from questwright.compiler.publish.book.render.html import book_source
from questwright.compiler.publish.book.view.map import MapCell
from questwright.compiler.publish.diff.compare import compare as compare_editions
from questwright.compiler.publish.document.quest_json import dump, quest_document
from questwright.compiler.publish.document.read.edition import edition_of
from questwright.compiler.publish.document.read.load import read_edition
from questwright.engine.replay import replay_document
from support import one_text
from support.more import some
from support.paths import PACKS

SAFE = """quest night-safe "The Night Safe" {
  system vault
  gang cracker, hummer

  board {
    draw \"\"\"
    s..#....
    s..D..L.
    ...#..L.
    \"\"\"
    s: rope
    D: slab front "The Front Slab" locked padlock dice 3 iron 4
    L: leaves inner "The Inner Leaves" locked seal power 5
  }
  wall at F1|G1, G1|G2
  office lobby at A1..C3 "The Lobby"
  item ledger "The Ledger" at H3
  victory burglars when any burglar carries ledger
  allow not-for-fewer because "the seal takes the hummer"
}
"""


def test_a_door_on_a_gap_is_told_that_it_stands_on_squares():
    gap = SAFE.replace("s..D..L.", "s.....L.").replace(
        '    D: slab front "The Front Slab" locked padlock dice 3 iron 4\n', ""
    )
    body = '  slab front "The Front Slab" at D1 locked padlock dice 3 iron 4\n  item ledger'
    (found,) = [
        found
        for found in one_text.results(gap.replace("  item ledger", body), PACKS).findings
        if found.code.name == "not-on-the-floor"
    ]
    assert found.label.text == "nothing to stand on at D1"
    assert found.reason == "it stands on squares of its own, which are floor once it is opened"
    assert found.help == "draw floor there, or move it"


def compiled(text):
    result = one_text.results(text, PACKS)
    (quest,) = result.quests
    return quest


def findings(text):
    return [finding.code.name for finding in compiled(text).findings]


def changed(*changes, text=SAFE):
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new, 1)
    return text


def names(board, cells):
    return {board.name(cell) for cell in range(cells.bit_length()) if cells >> cell & 1}


@pytest.fixture(scope="module")
def safe():
    quest = compiled(SAFE)
    assert quest.findings == ()
    return quest


def test_a_door_covers_squares_and_shuts_every_edge_of_them_dkq_a8(safe):
    board = safe.quest.board
    front, inner = board.gates
    assert board.gate_places(front) == ("D2",)
    assert [board.edge_name(edge) for edge in front.edges] == ["C2|D2", "D2|E2"]
    assert board.gate_places(inner) == ("G2", "G3")
    # The edge between the two squares is no edge of the gate, nor is one with a wall.
    told = [board.edge_name(edge) for edge in inner.edges]
    assert told == ["F2|G2", "G2|H2", "F3|G3", "G3|H3"]
    assert [board.areas[number].id for number in front.between] == ["lobby", "office-1"]
    # Its square belongs to the area above or left of it, unless an area of the quest has it.
    assert [names(board, front.cells) <= names(board, area.cells) for area in board.areas] == [
        True,
        False,
        False,
    ]


def test_an_area_may_have_the_square_of_a_door_that_leads_to_it():
    quest = compiled(changed(("office lobby", "office desks at D2..F3, E1..F1\n  office lobby")))
    board = quest.quest.board
    assert "D2" in names(board, next(a.cells for a in board.areas if a.id == "desks"))
    assert {board.areas[number].id for number in board.gates[0].between} == {"lobby", "desks"}
    assert str(quest.proof.kind) == "winnable"


def test_a_door_that_is_opened_becomes_floor_dkq_b12(safe):
    verdict = safe.proof.verdict()
    assert verdict.kind == "winnable"
    told = json.loads(dump(quest_document(_published(safe))))
    paths = [cell for step in told["verdict"]["line"] for cell in step["path"]]
    assert {"D2", "H3"} <= {*paths}
    assert {"G2", "G3"} & {*paths}


def test_a_door_is_opened_from_the_eight_squares_around_dkq_a9():
    wider = changed(
        ("s..#....\n    s..D", "s.......\n    s..D"),
        ("at A1..C3", "at A1..C3, D1"),
        ("F1|G1", "D1|E1, F1|G1"),
    )
    board = compiled(wider).quest.board
    around = names(board, opened_from(board.gates[0], board))
    assert around == {"D2", "C1", "D1", "E1", "C2", "C3", "E2", "E3"}
    # Across a corner, a wall on both ways around it keeps everybody off.
    walled = compiled(changed(("D1|E1, ", "D1|E1, C1|D1, C1|C2, "), text=wider)).quest.board
    assert names(walled, opened_from(walled.gates[0], walled)) == around - {"C1"}


def test_what_stands_behind_a_shut_door_is_not_attacked():
    text = changed(
        ("item ledger", "scribe guard at E2 facing west\n  item ledger"),
        ("when any burglar carries ledger", "when guard defeated"),
        ("locked padlock dice 3 iron 4", "barred"),
    )
    assert str(compiled(text).proof.kind) == "unwinnable"
    lever = changed(
        (
            "  office lobby",
            '  action pull at A3 "Pull"\n  event up when pull done { open front }\n  office lobby',
        ),
        text=text,
    )
    assert str(compiled(lever).proof.kind) == "winnable"


@pytest.mark.parametrize("how", ["", " open"])
def test_a_door_without_a_lock_is_found_unless_it_is_allowed_dkq_b6(how):
    text = changed((" locked padlock dice 3 iron 4", how))
    assert findings(text) == ["unlocked"]
    allowed = changed(
        ("  allow not", '  allow unlocked because "it hangs loose"\n  allow not'), text=text
    )
    assert findings(allowed) == []


def test_barred_is_locked_and_two_locks_are_one_too_many_dkq_b6():
    lever = '  action pull at A3 "Pull"\n  event up when pull done { open front }\n  office lobby'
    assert (
        findings(changed(("locked padlock dice 3 iron 4", "barred"), ("  office lobby", lever)))
        == []
    )
    twice = changed(("  office lobby", "  lock second on front by ledger\n  office lobby"))
    assert "statement-twice" in findings(twice)


def test_a_large_figure_passes_where_the_floor_is_wide_enough_dkq_b18():
    text = changed(("  item ledger", "  porter old-porter at E2 facing west\n  item ledger"))
    quest = compiled(text)
    (porter,) = [thing for thing in quest.quest.things if thing.id == "old-porter"]
    stands = large_positions(porter, quest.quest, "pace")
    # A slab leaves a gap of one square, a pair of leaves one of two.
    assert passable_gates(porter, quest.quest, stands, "pace") == ("inner",)


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (("  item", "  scribe guard at D2 facing west\n  item"), "square-taken"),
        (('ledger "The Ledger" at H3', "ledger at G2"), "square-taken"),
        (("  item", "  slab third at C3 locked by ledger\n  item"), "gate-inside-an-area"),
        (("  item", "  slab third at C3|D3 locked by ledger\n  item"), "wrong-kind"),
        (("  item", "  slab third locked by ledger\n  item"), "missing-part"),
        (("  item", "  slab third at H9 locked by ledger\n  item"), "off-the-board"),
        (("  item", "  leaves third at D1 locked by ledger\n  item"), "not-on-the-floor"),
        (("..L.\n    ...#..L.", "..L.\n    ...#...."), "wrong-footprint"),
        (("iron 4", "iron 4 from lobby"), "surplus-part"),
        (("iron 4", "iron 4 for cracker"), "surplus-part"),
        (("iron 4", "iron 4 shuts after 2"), "surplus-part"),
        (("  item", "  event e when ledger taken { close front }\n  item"), "wrong-kind"),
        (("D: slab", "D: flap"), "wrong-kind"),
        (("  item", "  slab third at E2 barred\n  item"), "two-gates-on-one-edge"),
    ],
)  # fmt: skip
def test_what_does_not_fit_a_door_on_squares_is_found(change, code):
    assert code in findings(changed(change))


def _published(quest):
    return Publication(quest.quest, quest.system, quest.proof.verdict(), {}, ())


def test_the_document_has_its_squares_and_the_engine_plays_it(safe):
    data = dump(quest_document(_published(safe)))
    front, inner = json.loads(data)["gates"]
    assert (front["cells"], inner["cells"]) == (["D2"], ["G2", "G3"])
    assert replay_document(data) == ""


def test_a_document_read_back_is_the_same_edition(safe):
    publication = _published(safe)
    written = edition_of(publication)
    read = read_edition(dump(quest_document(publication)), lambda _: safe.system)
    assert read.quest.board.gates[0].cells == written.quest.board.gates[0].cells
    assert [*compare_editions(written, read).changes] == []


def test_a_door_that_moves_is_told_by_its_squares(safe):
    moved = compiled(changed(("s..#....\n    s..D..L.", "s..D....\n    s..#..L.")))
    changes = compare_editions(edition_of(_published(safe)), edition_of(_published(moved))).changes
    assert "The Front Slab moved from D2 to D1" in [change.text for change in changes]


def test_maps_show_it_on_its_squares(safe):
    lines = ascii_map(safe.quest).lines
    assert [lines[4][11], lines[4][17], lines[6][17]] == ["S", "L", "L"]
    desk = Desk(safe.quest, safe.system)
    views = {view.name: view for view in map_of(Pieces(desk, figures_of(desk))).things}
    slab, leaves = views["Slab, locked"], views["Pair of Leaves, locked"]
    assert (slab.symbol, slab.at, slab.width, slab.height) == ("door-locked", MapCell(3, 1), 1, 1)
    assert (leaves.at, leaves.width, leaves.height) == (MapCell(6, 1), 1, 2)
    assert leaves.facing == "east"


def test_the_book_says_where_it_stands(safe):
    html = book_source(compose_book([_published(safe)])).html
    assert "The Front Slab" in html
    assert "G2 and G3" in html


@pytest.mark.slow
def test_two_players_agree_on_doors_on_squares():
    for seed in some(range(1000), 7):
        outcome = compare(seed, 3000, "square-doors")
        verdicts = [kind for kind, _ in outcome.differences if kind.startswith("player")]
        assert not verdicts, seed
    assert any(gate.cells for seed in range(9) for gate in quest_of(seed).quest.board.gates)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("leaves: {form: door", "leaves: {form: passage", "is no door"),
        ("footprint: 2x1, locked: true", "footprint: 2x1, only: [hummer]", "who goes through"),
        ("footprint: 2x1, locked: true", "footprint: 2x1, passes_large: true", "who goes through"),
        (
            "drawing: open-squares\n  diagonal: one-flank",
            "drawing: hexes\n  diagonal: never",
            "2x1",
        ),
        ("footprint: 2x1", "footprint: wide", "footprint"),
    ],
)
def test_a_pack_with_a_strange_door_on_squares_is_refused(old, new, told, tmp_path):
    folder = tmp_path / "vault"
    shutil.copytree(PACKS / "vault", folder)
    game = folder / "game.yaml"
    text = game.read_text(encoding="utf-8")
    assert old in text
    game.write_text(text.replace(old, new), encoding="utf-8")
    loaded = load_system(folder)
    told = told.replace("2x1", "covers a rectangle")
    assert any(told in f"{finding.message} {finding.label.text}" for finding in loaded.findings)


def test_the_words_of_a_game_say_where_its_doors_stand(safe):
    lines = words_of(safe.system).splitlines()
    assert "  slab             Slab, on 1x1 squares, locked, 6 in the box" in lines
    assert "  flap             Flap" in lines
