"""The pack of the guide is a game: it is read without a finding, and its quest is won."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from pages import DOCS, blocks_of

from questwright.compiler.packs.load import load_system
from questwright.compiler.pipeline import Compiler
from questwright.compiler.project import Disk


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """The systems with the pack of the guide alone, and its quest beside them."""
    made = tmp_path_factory.mktemp("systems")
    (made / "night-thieves").mkdir()
    for block in blocks_of(DOCS / "how-to" / "add-a-game.md"):
        if block.title is not None:
            (made / "night-thieves" / block.title).write_text(block.text, encoding="utf-8")
        elif block.kind == "text":
            (made / "strongroom.quest").write_text(block.text, encoding="utf-8")
    return made


def test_the_pack_is_read_without_a_finding(folder):
    loaded = load_system(folder / "night-thieves")
    assert [finding.message for finding in loaded.findings] == []


def test_its_quest_is_won(folder):
    result = Compiler(Disk(), folder, None).compile(str(folder / "strongroom.quest"))
    assert [finding.message for finding in result.findings] == []
    (quest,) = result.quests
    assert quest.proof.kind == "winnable"
    done = [step.kind for step in quest.proof.verdict().line]
    assert {"open", "search"} <= {*done}
