"""`questwright build`: checks quests, proves them and writes what is published."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

from questwright.compiler.build import CannotWriteError, write_outputs
from questwright.compiler.cli.check import Reporter
from questwright.compiler.cli.publish import campaigns, compile_all, publications
from questwright.compiler.model.publication import CampaignPublication, Publication
from questwright.compiler.proof.budget import USUAL, Budget
from questwright.compiler.publish.document.campaign_json import campaign_document
from questwright.compiler.publish.document.quest_json import dump, quest_document
from questwright.compiler.publish.graph import graphml
from questwright.compiler.publish.outline import outline
from questwright.compiler.report.terminal import safe

_BOOK = "book.pdf"


def build_quests(
    paths: list[str],
    out: Path,
    *,
    with_book: bool,
    uses_cache: bool,
    budget: Budget = USUAL,
) -> int:
    """Publish quests; returns the exit code. Nothing is written if any quest has an error."""
    began = time.perf_counter()
    reporter = Reporter("text")
    results, good = compile_all(paths, uses_cache=uses_cache, reporter=reporter, budget=budget)
    if not good:
        reporter.finish(len(results))
        sys.stderr.write(f"nothing was built; {safe(str(out))} is as it was\n")
        return 1
    ready = publications(results)
    bound = campaigns(results, ready)
    outputs = {publication.quest.id: _files(publication) for publication in ready}
    _replay(outputs)
    for joined in bound:
        outputs[joined.campaign.id] = {"campaign.json": dump(campaign_document(joined))}
    if with_book:
        failure = _print_books(ready, bound, outputs)
        if failure:
            sys.stderr.write(failure + f"nothing was built; {safe(str(out))} is as it was\n")
            return 1
    try:
        write_outputs(out, outputs)
    except CannotWriteError as error:
        sys.stderr.write(
            f"error[QW603]: the results cannot be written\n  = {safe(str(error))}\n"
            "  = help: name another folder with `--out`, or make room\n"
        )
        return 1
    for publication in ready:
        kind = publication.verdict.kind if publication.verdict is not None else "not proven"
        quest = publication.quest
        sys.stdout.write(f"{safe(str(out / quest.id))}: {safe(quest.title)}, {kind}\n")
    for joined in bound:
        campaign = joined.campaign
        sys.stdout.write(
            f"{safe(str(out / campaign.id))}: {safe(campaign.title)}, "
            f"a campaign of {len(campaign.stages)} quests\n"
        )
    reporter.finish(len(results))
    seconds = time.perf_counter() - began
    quests = f"{len(ready)} quest{'s' * (len(ready) != 1)}"
    sys.stderr.write(f"{quests} built in {seconds:.1f} s\n")
    return 0


class RefusedLineError(Exception):
    """The engine refuses a line of play that the proof has found: one of the two is wrong."""


def _replay(outputs: dict[str, dict[str, bytes]]) -> None:
    """Let the engine play every line from `quest.json` alone, as a test of the proof."""
    from questwright.engine.replay import UNSURE, replay_document

    for id_, files in outputs.items():
        refused = replay_document(files["quest.json"])
        if refused.endswith(UNSURE):
            sys.stderr.write(
                f"note: the line of `{id_}` is too long to be followed: {safe(refused)}\n"
            )
        elif refused:
            raise RefusedLineError(f"the engine does not follow the proof of `{id_}`: {refused}")


def _files(publication: Publication) -> dict[str, bytes]:
    return {
        "quest.json": dump(quest_document(publication)),
        "graph.graphml": graphml(publication),
        "outline.txt": outline(publication).encode(),
    }


def _print_books(
    ready: list[Publication],
    bound: list[CampaignPublication],
    outputs: dict[str, dict[str, bytes]],
) -> str:
    """Render the book of each quest and each campaign; returns an error message, or nothing."""
    from questwright.compiler.publish.book.book import Cover, compose_book
    from questwright.compiler.publish.book.campaign import compose_campaign
    from questwright.compiler.publish.book.render.html import book_source
    from questwright.compiler.publish.book.render.render import (
        RenderFailure,
        RenderReason,
        render_books,
    )

    cover = Cover(created=_created())
    books = {publication.quest.id: compose_book([publication], cover) for publication in ready}
    books |= {
        publication.campaign.id: compose_campaign(publication, cover) for publication in bound
    }
    if sys.stderr.isatty():
        sys.stderr.write(f"printing {len(books)} book{'s' * (len(books) != 1)} …\n")
    sources = [book_source(book) for book in books.values()]
    for id_, book in zip(books, render_books(sources), strict=True):
        if isinstance(book, RenderFailure):
            if book.reason is RenderReason.MISSING_LIBRARY:
                return (
                    "error[QW403]: this machine cannot print books yet\n"
                    f"  = {safe(str(book))}\n"
                    "  = help: install what is missing, or build with `--no-book`\n"
                )
            return (
                f"error[QW402]: the book of `{id_}` could not be printed\n"
                f"  = {safe(str(book))[:600]}\n"
                "  = help: shorten its texts; if that does not help, please report this\n"
            )
        outputs[id_][_BOOK] = book
    return ""


def _created() -> str:
    """The time written into books: that of ``SOURCE_DATE_EPOCH``, or else a fixed one."""
    given = os.environ.get("SOURCE_DATE_EPOCH", "")
    moment = int(given) if given.isascii() and given.isdigit() else 315_532_800
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(min(moment, 4_102_444_800)))
