"""`build --print`: PDFs for paper beside those for the screen, or nothing at all."""

from __future__ import annotations

import json

import pikepdf
import pytest

from questwright.compiler.build import MANIFEST
from support.more import more
from support.paths import ROOT
from support.press import SHOP
from support.strategies import run

pytestmark = pytest.mark.slow

QUEST = ROOT / "content" / "quests" / "small-change" / "small-change.quest"


@more
def test_prints_are_written_and_their_author_is_named(out):
    done = run("build", "--no-book", QUEST, "--print", "letter", "--author", "Ada", "--out", out)
    assert done.code == 0, done.err
    files = json.loads((out / MANIFEST).read_bytes())["quests"]["small-change"]
    assert {"book-letter.pdf", "players-letter.pdf", "quest.json"} <= set(files)
    assert "pages, 215.9 by 279.4 mm" in done.err
    assert "note[QW431]: what `letter` asks for" in done.out
    assert done.out.count("QW431") == 1
    with pikepdf.open(out / "small-change" / "book-letter.pdf") as pdf:
        assert str(pdf.docinfo.Author) == "Ada"


@pytest.mark.parametrize("name", ["leter", "none.yaml"])
def test_with_a_profile_that_is_none_nothing_is_built(name, out):
    done = run("build", QUEST, "--print", "a4", "--print", name, "--out", out)
    assert done.code == 1
    assert "error[QW410]" in done.out
    assert not out.exists()


def test_a_print_that_its_shop_refuses_is_not_built(quest, out, tmp_path):
    shop = tmp_path / "corner.yaml"
    shop.write_text(
        SHOP.replace("width: 100mm", "width: 210mm")
        .replace("height: 200mm", "height: 297mm")
        .replace("most: 8", "most: 2"),
        encoding="utf-8",
    )
    done = run("build", "--no-book", quest, "--print", shop, "--out", out)
    assert done.code == 1
    assert "error[QW421]" in done.out
    assert "not fit for its print profile" in done.err
    assert not out.exists()
