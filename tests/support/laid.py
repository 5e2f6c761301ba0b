"""Quests on tiles: what they are compiled from, and what comes of them."""

from __future__ import annotations

import shutil

from questwright.compiler.grid.cells import each_cell
from questwright.compiler.model.publication import Publication
from support import one_text
from support.one_text import without_checks
from support.paths import PACKS

CODES = ("QW218", "QW261", "QW262", "QW263")
"""What is said of tiles alone."""
ASIDE = ("QW240", "QW302")
"""What is said of quests that are hardly any."""

BELOW = """
    tile drift
    tile adit
    tile adit as far-adit
    join drift:Y to adit:Y
    join drift:X to far-adit:X
"""


def quest(board, body="start at fen:A1", goal="round >= 2", before="", watch="eeler"):
    return f"""
{before}
quest maps "Maps" {{
  system moor
  watch {watch}
  board {{
    {board}
  }}
  {body}
  victory wardens when {goal}
}}
"""


def results(text, packs=PACKS):
    return one_text.results(text, packs)


def board_of(text):
    with without_checks():
        (one,) = results(text).quests
    assert one.proof is not None, [(f.code.id, f.message, f.label.text) for f in one.findings]
    return one.quest.board


def found_in(text, packs=PACKS):
    found = [(finding.code.id, finding.message) for finding in results(text, packs).findings]
    return [one for one in found if one[0] not in ASIDE]


def codes_in(text):
    return [code for code, _ in found_in(text)]


def published(text):
    with without_checks():
        result = results(text)
    (one,) = result.quests
    assert one.proof is not None, [(f.code.id, f.message) for f in one.findings]
    return Publication(one.quest, one.system, one.proof.verdict(), result.sources, ())


def names(board, cells):
    return [board.name(cell) for cell in each_cell(cells)]


def below(body="", goal="far-adit-niche revealed"):
    return quest(BELOW, f"start at far-adit:A3\n  {body}", goal)


def with_tile(text, name, tmp_path):
    folder = tmp_path / "moor"
    shutil.copytree(PACKS / "moor", folder)
    with (folder / "maps.quest").open("a", encoding="utf-8") as file:
        file.write(text)
    with (folder / "game.yaml").open("a", encoding="utf-8") as file:
        edges = 'east: {name: "2", join: hill-side}, west: {name: "4", join: hill-side}'
        file.write(f"  {name}: {{title: {name.capitalize()}, {edges}}}\n")
    return folder.parent


def changed_pack(base, **files):
    folder = base / "moor"
    shutil.copytree(PACKS / "moor", folder)
    for file, change in files.items():
        path = folder / file.replace("_", ".")
        path.write_text(change(path.read_text(encoding="utf-8")), encoding="utf-8")
    return folder
