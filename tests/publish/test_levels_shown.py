"""How levels, barriers and jumps are told: in print, in documents, of packs; and by planners."""

from __future__ import annotations

import json
import re
import shutil
from xml.etree import ElementTree as ET

import jsonschema
import pytest

from oracle.planner import disagreement, needs_planner, plan, written
from questwright.compiler.assets import SCHEMAS_DIR
from questwright.compiler.cli.systems import words_of
from questwright.compiler.packs.load import load_system
from questwright.compiler.packs.system.theme import Theme
from questwright.compiler.publish.book.book import compose_book
from questwright.compiler.publish.book.svg.heights import draw_cliffs, tint_of
from questwright.compiler.publish.book.svg.map import map_svg
from questwright.compiler.publish.book.svg.squares import grid_of
from questwright.compiler.publish.book.view.map import CliffView, GridShape, MapCell, MapEdge
from questwright.compiler.publish.book.view.theme import palette_of
from questwright.compiler.publish.diff.compare import compare
from questwright.compiler.publish.document.read.edition import edition_of
from questwright.compiler.publish.document.read.load import read_edition
from questwright.compiler.publish.outline.write import outline
from support.paths import PACKS
from support.ridge import document, publication, results, ridge

pytestmark = pytest.mark.slow  # these are no unit tests: whole quests go through whole commands

SCHEMA = json.loads((SCHEMAS_DIR / "quest.schema.json").read_text(encoding="utf-8"))


# -- what is shown --------------------------------------------------------------------------------

BUSY = ridge(
    "eeler at G2",
    "low at D1..F3, G2..G3\n  rail at C1|D1\n  dyke-wall at C2|D2\n  high at A3\n  deep at G1",
    "reeve, eeler",
)


def busy():
    (one,) = results(BUSY).quests
    return one


def test_the_outline_tells_levels_barriers_and_jumps():
    text = outline(publication(busy()))
    for line in (
        "- Low ground (height -1) at D1–F3, G2–G3",
        "- Rail at C1|D1: not walked through, seen past",
        "- Dry wall at C2|D2: not walked through, seen past; 2 to climb for a jump",
        "- Eeler may jump down: d10, unharmed on 1–4, wounded on 5–7, dead on 8–10",
        "Relies on a jump by Eeler (step",
    ):
        assert line in text, line


def test_the_document_has_them_and_meets_its_schema():
    board = json.loads(document(busy()))["board"]
    assert {one["word"]: one["height"] for one in board["levels"]} == {
        "low": -1,
        "high": 1,
        "deep": -2,
    }
    assert [one["edges"] for one in board["barriers"]] == [[["C1", "D1"]], [["C2", "D2"]]]
    assert [(one["word"], one["members"]) for one in board["jumps"]] == [
        ("light", ["eeler"]),
        ("heavy", ["reeve"]),
    ]
    jsonschema.Draft202012Validator(SCHEMA).validate(json.loads(document(busy())))
    verdict = json.loads(document(busy()))["verdict"]
    (step,) = verdict["jumps"]["steps"]
    assert verdict["line"][step - 1]["kind"] == "jump"
    assert (verdict["jumps"]["unharmed"], verdict["jumps"]["alive"]) == ("2/5", "7/10")


def edition(text):
    (one,) = results(text).quests
    return edition_of(publication(one))


def test_what_is_higher_now_is_told():
    new = BUSY.replace("low at D1..F3, G2..G3", "low at D1..F3").replace(
        "rail at C1|D1", "rail at B1|C1"
    )
    told = {change.text for change in compare(edition(BUSY), edition(new)).changes}
    assert {
        "There is no Low ground any more at G2–G3",
        "A Rail is new, at B1|C1",
        "A Rail is gone, at C1|D1",
    } <= told
    again = read_edition(document(busy()), lambda _: edition(BUSY).system)
    assert [level.cells for level in again.quest.board.levels] == [
        level.cells for level in busy().quest.board.levels
    ]
    assert not compare(again, edition(BUSY)).changes


def test_the_words_of_a_game_are_listed():
    system = busy().system
    text = words_of(system)
    assert "  deep             Deep ground, -2" in text
    assert "  rail             Rail: not walked through, seen past" in text
    told = text.partition("Who jumps down:\n")[2].partition("\n\n")[0].splitlines()
    light, eelers, heavy, reeves = told
    assert (
        light
        == "  light            Light-footed: d10, unharmed on 1–4, wounded on 5–7, dead on 8–10"
    )
    assert heavy.endswith("d10, unharmed on 1, wounded on 2–6, dead on 7–10")
    assert (eelers.split(), reeves.split()) == (["eeler,", "hedgewife"], ["reeve"])


def test_the_map_has_each_in_its_own_way():
    chapter = compose_book([publication(busy())]).chapters[0]
    entries = {one.name: one.note for one in chapter.legend}
    (view, *_) = chapter.maps
    assert entries["Low ground"] == "1 level down"
    assert entries["Cliff"] == "nobody climbs it"
    assert entries["Eeler jumps"] == "d10, unharmed on 1–4, wounded on 5–7, dead on 8–10"
    assert [barrier.name for barrier in view.barriers] == ["Rail", "Dry wall"]
    drawn = map_svg(view, palette_of(Theme())).svg
    ET.fromstring(drawn)
    # Each level has its own tint, and each cliff strokes towards its lower side.
    tints = {tint_of(height, palette_of(Theme())) for height in (-2, -1, 1)}
    assert len(tints) == 3
    assert all(tint in drawn for tint in tints)


def test_all_levels_of_a_board_are_on_one_map():
    chapter = compose_book([publication(busy())]).chapters[0]
    (whole,) = chapter.maps
    raised = [{*level.cells} for level in whole.levels]
    assert len(raised) > 1
    assert set().union(*raised) < {*whole.floor}


def test_hachures_lie_on_the_lower_side():
    for shape in GridShape:
        grid = grid_of(shape)
        high, low = MapCell(2, 2), MapCell(3, 2)
        (path, *_) = draw_cliffs(
            [CliffView("Cliff", MapEdge(high, low))], grid, palette_of(Theme())
        )
        border = grid.edge_segment(MapEdge(high, low))[0]
        across = [float(x) for x in re.findall(r"[ML](-?[\d.]+) ", path.data)]
        assert max(across) > border + 5
        assert min(across) >= border - 0.01


@needs_planner
def test_a_planner_finds_jumps_as_the_proof_does():
    for text in (
        ridge("eeler at G2", "low at D1..G3", "eeler"),
        ridge("any warden at G2 and reeve in west", "low at D1..G3"),
        ridge("ferrier at G2", "low at D1..G3"),
    ):
        (one,) = results(text).quests
        assert disagreement(one.quest, one.proof.shown) == ""
        task = one.proof.shown.judged.simple.task
        on_foot = task._replace(links=tuple(link for link in task.links if not link.is_jump))
        assert plan(written(on_foot, one.quest)) is None


# -- what packs may say ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (
            "dead: [8, 10]}",
            "dead: [8, 9]}",
            "the results of `jumps.light` do not share",
        ),
        ("wounded: [5, 7]", "wounded: [6, 7]", "the results of `jumps.light` do not share"),
        ("unharmed: [1, 4]", "unharmed: [4, 1]", "the results of `jumps.light` do not share"),
        ("by: [none]", "by: [nobody]", "there is no kind, rank or trait `nobody`"),
        ("apart_from: [tarn]", "apart_from: [sea]", "there is no terrain `sea`"),
        ("height: -2", "height: 0", "`levels.deep.height`"),
        ("  rail: {title", "  tarn: {title", "`tarn` is defined twice"),
        ("  rail: {title", "  wall: {title", "`wall` is a word of the language"),
        ("line: rail", "line: rope", "`barriers.rail.line`"),
    ],
)
def test_a_pack_says_what_can_be(old, new, said, tmp_path):
    shutil.copytree(PACKS / "moor", tmp_path / "moor")
    path = tmp_path / "moor" / "game.yaml"
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    loaded = load_system(tmp_path / "moor")
    assert loaded.system is None
    assert any(said in finding.message for finding in loaded.findings), [
        finding.message for finding in loaded.findings
    ]


# -- how quick it is ------------------------------------------------------------------------------
