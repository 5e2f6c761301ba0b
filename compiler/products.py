"""What is built of quests: the files of each, by name, ready to be written.

Takes quests and campaigns without errors. Returns bytes, or why there are none. Before that the
engine replays every line of play from `quest.json` alone. Only `build` writes files.
"""

from __future__ import annotations

import os
import time
from contextlib import contextmanager
from itertools import chain
from typing import TYPE_CHECKING

from questwright.compiler.deadline import TimeOverError, check_time, time_left
from questwright.compiler.model.publication import CampaignPublication
from questwright.compiler.publish.document.campaign_json import campaign_document
from questwright.compiler.publish.document.forms import dump_compact
from questwright.compiler.publish.document.quest_json import dump, quest_document
from questwright.compiler.publish.graph import graphml
from questwright.compiler.publish.outline.write import outline
from questwright.dsl.records import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from questwright.compiler.model.publication import Publication
    from questwright.compiler.publish.book.render.press import Press
    from questwright.compiler.publish.book.render.source import BookSource, RenderFailure
    from questwright.compiler.publish.book.view.book import BookView

Products = dict[str, dict[str, bytes]]
"""By the id of a quest or campaign the bytes of each of its files, by name."""

_EPOCH = 315_532_800
"""1980-01-01T00:00:00Z in seconds: the moment that is written into books."""
_LATEST = 4_102_444_800


class RefusedLineError(Exception):
    """The engine does not follow a line of play that the proof has found: one of them is wrong."""


class TooLongError(Exception):
    """The seconds that somebody set for a quest are over before its files are made."""


@contextmanager
def timed(publication: Publication, what: str) -> Iterator[None]:
    """Work on a quest while its clock runs; raises TooLongError when its seconds are over."""
    from questwright.engine.simulator import TimeOverError as PlayTimeOverError

    try:
        with publication.clock.running():
            check_time()
            yield
            check_time()
    except (TimeOverError, PlayTimeOverError) as error:
        raise TooLongError(f"the seconds were over while {what}") from error


def data_of(
    ready: Sequence[Publication],
    bound: Sequence[CampaignPublication],
    *,
    is_compact: bool = False,
) -> Products:
    """All files but the books; `is_compact` is about `quest.json` and `campaign.json`."""
    write = dump_compact if is_compact else dump
    products: Products = {}
    for publication in ready:
        id_ = publication.quest.id
        with timed(publication, f"the files of `{id_}` were written"):
            products[id_] = {
                "quest.json": write(quest_document(publication)),
                "graph.graphml": graphml(publication),
                "outline.txt": outline(publication).encode(),
            }
    for campaign in bound:
        products[campaign.campaign.id] = {"campaign.json": write(campaign_document(campaign))}
    return products


def replayed(
    products: Mapping[str, Mapping[str, bytes]],
    ready: Sequence[Publication],
    bound: Sequence[CampaignPublication] = (),
) -> dict[str, str]:
    """Have the engine follow every line; by quest why a line was too long to be followed.

    Lines of campaigns are followed in the documents of their quests as those begin there.

    Raises RefusedLineError where the engine refuses a step.
    """
    from questwright.engine.replay import UNSURE, replay_document

    unsure: dict[str, str] = {}
    variants = [variant for campaign in bound for variant in campaign.variants]
    for publication in (*ready, *variants):
        id_ = publication.quest.id
        with timed(publication, f"the engine followed the lines of `{id_}`"):
            until = time.monotonic() + time_left()
            is_own = publication in ready
            written = products[id_]["quest.json"] if is_own else dump(quest_document(publication))
            refused = replay_document(written, until)
        if refused.endswith(UNSURE):
            unsure[id_] = refused
        elif refused:
            raise RefusedLineError(f"the engine does not follow the proof of `{id_}`: {refused}")
    return unsure


class UnprintedBook(NamedTuple):
    """A book that could not be made, and why."""

    id: str
    failure: RenderFailure
    name: str = "book.pdf"
    """The file that it would have been."""


class Titled(NamedTuple):
    """A book that all quests of a build are bound into."""

    id: str
    title: str
    author: str


def composed(
    ready: Sequence[Publication],
    bound: Sequence[CampaignPublication],
    press: Press,
    author: str = "",
    *,
    true_scale: bool = False,
) -> Iterator[tuple[str, BookView]]:
    """The book of each quest and of each campaign, by id, each when its turn comes.

    The long ones come early, so that nobody waits for one of them at the end; but for the first,
    which is soon composed, so that there is something to set.
    """
    from questwright.compiler.publish.book.book import Cover, compose_book
    from questwright.compiler.publish.book.campaign import compose_campaign

    cover = Cover(author=author, created=created())
    turns: list[Publication | CampaignPublication] = [*ready[:1], *bound, *ready[1:]]
    for publication in turns:
        if isinstance(publication, CampaignPublication):
            yield publication.campaign.id, compose_campaign(publication, cover)
            continue
        id_ = publication.quest.id
        with timed(publication, f"the book of `{id_}` was laid out"):
            book = compose_book([publication], cover, has_board=true_scale)
            press.bound(time_left())
        yield id_, book


class BookVolume(NamedTuple):
    """One of the books of a quest or campaign."""

    id: str
    name: str
    """The name of its file."""
    source: BookSource


def volumes(
    ready: Sequence[Publication],
    bound: Sequence[CampaignPublication],
    press: Press,
    author: str = "",
    *,
    true_scale: bool = False,
) -> Iterator[BookVolume]:
    """The books of each quest and of each campaign, each when its turn comes."""
    from questwright.compiler.publish.book.render.html import book_source
    from questwright.compiler.publish.book.volumes import volumes_of

    for id_, book in composed(ready, bound, press, author, true_scale=true_scale):
        for volume in volumes_of(book).values():
            yield BookVolume(id_, f"{volume.volume}.pdf", book_source(volume))


def books_of(
    ready: Sequence[Publication],
    bound: Sequence[CampaignPublication],
    press: Press | None = None,
    author: str = "",
    *,
    true_scale: bool = False,
    begun: Mapping[str, Sequence[BookVolume]] | None = None,
) -> Products | UnprintedBook:
    """The PDFs of each quest and of each campaign; the first one that fails ends it.

    ``begun`` has by id of a quest those that the press has begun before.
    """
    from questwright.compiler.publish.book.render.press import Press, book_store, usual_jobs
    from questwright.compiler.publish.book.render.source import RenderFailure

    if press is None:
        with Press(jobs=usual_jobs(), store=book_store()) as own:
            return books_of(ready, bound, own, author, true_scale=true_scale)
    names: list[tuple[str, str]] = []
    ahead = begun or {}
    left = [publication for publication in ready if publication.quest.id not in ahead]

    def sources() -> Iterator[BookSource]:
        later = volumes(left, bound, press, author, true_scale=true_scale)
        for volume in chain(*ahead.values(), later):
            names.append((volume.id, volume.name))
            yield volume.source

    printed: Products = {}
    for (id_, name), pdf in zip(names, press.set(sources()), strict=True):
        if isinstance(pdf, RenderFailure):
            return UnprintedBook(id_, pdf, name)
        printed.setdefault(id_, {})[name] = pdf
    return printed


def created() -> str:
    """The moment written into books: given by SOURCE_DATE_EPOCH, or always the same."""
    given = os.environ.get("SOURCE_DATE_EPOCH", "")
    moment = int(given) if given.isascii() and given.isdigit() else _EPOCH
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(min(moment, _LATEST)))
