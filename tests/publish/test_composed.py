"""In which order books are composed: each once, and the long ones early."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from questwright.compiler import products
from questwright.compiler.publish.book import book, campaign
from questwright.compiler.runs import campaigns, publications
from support.paths import ROOT
from support.published import result_of

CAMPAIGN = ROOT / "tests" / "cases" / "campaigns" / "whole.quest"


@pytest.fixture
def shelf(monkeypatch):
    monkeypatch.setattr(book, "compose_book", lambda *_, **__: None)
    monkeypatch.setattr(campaign, "compose_campaign", lambda *_, **__: None)
    ready = publications([result_of(CAMPAIGN)])
    return ready, campaigns([result_of(CAMPAIGN)], ready)


def composed(ready, bound):
    press = SimpleNamespace(bound=lambda _: None)
    return [id_ for id_, _ in products.composed(ready, bound, press)]


def test_a_campaign_comes_after_the_first_quest(shelf):
    ready, bound = shelf
    first, *rest = (own.quest.id for own in ready)
    assert composed(ready, bound) == [first, "the-toll", *rest]
    assert len(rest) == 2


def test_a_campaign_is_composed_where_all_its_quests_are_kept(shelf):
    _, bound = shelf
    assert composed([], bound) == ["the-toll"]
