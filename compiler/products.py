"""What is built of quests: the files of each, by name, ready to be written.

Takes quests and campaigns without errors. Returns bytes, or why there are none. Before that the
engine replays every line of play from `quest.json` alone. Only `build` writes files.
"""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING, NamedTuple

from questwright.compiler.publish.document.campaign_json import campaign_document
from questwright.compiler.publish.document.quest_json import dump, quest_document
from questwright.compiler.publish.graph import graphml
from questwright.compiler.publish.outline import outline

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from questwright.compiler.model.publication import CampaignPublication, Publication
    from questwright.compiler.publish.book.render.source import RenderFailure

Products = dict[str, dict[str, bytes]]
"""By the id of a quest or campaign the bytes of each of its files, by name."""

BOOK = "book.pdf"
_EPOCH = 315_532_800
"""1980-01-01T00:00:00Z in seconds: the moment that is written into books."""
_LATEST = 4_102_444_800


class RefusedLineError(Exception):
    """The engine does not follow a line of play that the proof has found: one of them is wrong."""


def data_of(ready: Sequence[Publication], bound: Sequence[CampaignPublication]) -> Products:
    """All files but the books."""
    products: Products = {
        publication.quest.id: {
            "quest.json": dump(quest_document(publication)),
            "graph.graphml": graphml(publication),
            "outline.txt": outline(publication).encode(),
        }
        for publication in ready
    }
    for campaign in bound:
        products[campaign.campaign.id] = {"campaign.json": dump(campaign_document(campaign))}
    return products


def replayed(products: Mapping[str, Mapping[str, bytes]]) -> dict[str, str]:
    """Have the engine follow every line; by quest why a line was too long to be followed.

    Raises RefusedLineError where the engine refuses a step.
    """
    from questwright.engine.replay import UNSURE, replay_document

    unsure: dict[str, str] = {}
    for id_, files in products.items():
        if "quest.json" not in files:
            continue
        refused = replay_document(files["quest.json"])
        if refused.endswith(UNSURE):
            unsure[id_] = refused
        elif refused:
            raise RefusedLineError(f"the engine does not follow the proof of `{id_}`: {refused}")
    return unsure


class UnprintedBook(NamedTuple):
    """A book that could not be made, and why."""

    id: str
    failure: RenderFailure


def books_of(
    ready: Sequence[Publication], bound: Sequence[CampaignPublication]
) -> dict[str, bytes] | UnprintedBook:
    """The PDF of each quest and of each campaign; the first one that fails ends it."""
    from questwright.compiler.publish.book.book import Cover, compose_book
    from questwright.compiler.publish.book.campaign import compose_campaign
    from questwright.compiler.publish.book.render.html import book_source
    from questwright.compiler.publish.book.render.render import RenderFailure, render_books

    cover = Cover(created=_created())
    books = {publication.quest.id: compose_book([publication], cover) for publication in ready}
    books |= {campaign.campaign.id: compose_campaign(campaign, cover) for campaign in bound}
    printed: dict[str, bytes] = {}
    rendered = render_books([book_source(book) for book in books.values()])
    for id_, book in zip(books, rendered, strict=True):
        if isinstance(book, RenderFailure):
            return UnprintedBook(id_, book)
        printed[id_] = book
    return printed


def _created() -> str:
    """The moment written into books: given by SOURCE_DATE_EPOCH, or always the same."""
    given = os.environ.get("SOURCE_DATE_EPOCH", "")
    moment = int(given) if given.isascii() and given.isdigit() else _EPOCH
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(min(moment, _LATEST)))
