"""In which order books are composed: each once, and the long ones early."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from questwright.compiler import products
from questwright.compiler.publish.book import book, campaign
from questwright.compiler.runs import campaigns, publications
from support.paths import ROOT

CAMPAIGN = ROOT / "content" / "quests" / "room-and-board.quest"


@pytest.fixture
def shelf(monkeypatch):
    from questwright.compiler.cli.check import Reporter
    from questwright.compiler.cli.publish import compile_all

    monkeypatch.setattr(book, "compose_book", lambda *_, **__: None)
    monkeypatch.setattr(campaign, "compose_campaign", lambda *_, **__: None)
    results, _ = compile_all([str(CAMPAIGN)], uses_cache=True, reporter=Reporter("text"))
    ready = publications(results)
    return ready, campaigns(results, ready)


def composed(ready, bound):
    press = SimpleNamespace(bound=lambda _: None)
    return [id_ for id_, _ in products.composed(ready, bound, press)]


def test_a_campaign_comes_after_the_first_quest(shelf):
    ready, bound = shelf
    first, *rest = (own.quest.id for own in ready)
    assert composed(ready, bound) == [first, "room-and-board", *rest]
    assert len(rest) == 2


def test_a_campaign_is_composed_where_all_its_quests_are_kept(shelf):
    _, bound = shelf
    assert composed([], bound) == ["room-and-board"]
