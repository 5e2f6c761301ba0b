"""Several alike items that members bring: used up by locks, printed with their number."""

from __future__ import annotations

import pytest

from oracle.replays import published
from questwright.compiler.model.publication import Publication
from questwright.compiler.publish.book.book import compose_book
from questwright.compiler.publish.book.render.html import book_source
from questwright.engine.replay import replay_document
from support.one_text import results
from support.small import small_text

ROW = """
    +-+-+-+-+-+
    |s s s|. .|
    +-+-+-+-+-+"""
BODY = """room yard at A1..C1
  room vault at D1
  room end at E1
  door way at C1|D1 locked by charge spent
  door on-way at D1|E1 locked by charge spent
  item 2 charge brought{by}
  victory heroes when any hero in end"""


@pytest.mark.parametrize(
    ("by", "told"),
    [
        (" by orlaf", "Orlaf begins with them."),
        ("", "The Heroes begin with them, shared as the players choose."),
        (" by orlaf, danor", "Orlaf or Danor begins with each of them, as the players choose."),
    ],
)
def test_several_are_brought_and_used_up(by, told):
    text = small_text(ROW, BODY.format(by=by), heroes="orlaf, rordin, danor")
    one, document = published(text)
    assert one.proof.kind.value == "winnable"
    assert replay_document(document) == ""
    book = compose_book([Publication(one.quest, one.system, one.proof.verdict(), {}, ())])
    page = " ".join(book_source(book).html.split())
    assert "2 × Charge." in page
    assert told in page


def test_help_never_advises_a_number_that_is_refused():
    text = small_text(ROW, "room yard at A1..E1\n  item 2 wick\n  item 2 fuse at B1")
    helps = [finding.help for one in results(text).quests for finding in one.findings]
    assert "name more places, let an event `give wick`, or write `brought` behind it" in helps
    assert "name more places, let an event `give fuse`, or write `item fuse`" in helps
