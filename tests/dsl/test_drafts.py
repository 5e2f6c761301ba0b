"""One language for four games: a quest of each is read, whether or not its game is there yet."""

from __future__ import annotations

import pytest

from questwright.dsl.parser import QuestParser
from questwright.dsl.source import Source
from support.paths import CASES

DRAFTS = sorted((CASES / "drafts").glob("*.quest"))


def test_there_is_a_draft_for_each_game():
    assert len(DRAFTS) == 4


@pytest.mark.parametrize("path", DRAFTS, ids=lambda path: path.stem)
def test_a_draft_is_read_without_a_finding(path):
    parsed = QuestParser().parse(Source(path.name, path.read_text(encoding="utf-8")))
    assert parsed.findings == ()
    [quest] = parsed.file.declarations
    assert quest.title is not None
    assert len(quest.body) >= 6
