"""`questwright build`: checks quests, proves them and writes what is published."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from questwright.compiler.build import WAIT, CannotWriteError, InUseError, write_outputs
from questwright.compiler.cli.check import Reporter
from questwright.compiler.cli.publish import compile_all, published
from questwright.compiler.model.publication import CampaignPublication, Publication
from questwright.compiler.products import (
    Products,
    TooLongError,
    UnprintedBook,
    books_of,
    data_of,
    replayed,
)
from questwright.compiler.report.progress import Bar
from questwright.compiler.report.terminal import safe
from questwright.compiler.runs import campaigns
from questwright.compiler.verdict.budget import USUAL, Budget

if TYPE_CHECKING:
    from questwright.compiler.publish.book.render.press import Press


def build_quests(
    paths: list[str],
    out: Path,
    *,
    with_book: bool,
    uses_cache: bool,
    is_compact: bool = False,
    budget: Budget = USUAL,
    wait: float = WAIT,
    jobs: int | None = None,
    book_seconds: int | None = None,
) -> int:
    """Publish quests; returns the exit code. Nothing is written if any quest has an error."""
    options = _Options(out, is_compact, uses_cache, budget, wait)
    if not with_book:
        return _build(paths, options, None)
    from questwright.compiler.publish.book.render.press import Press, book_store, usual_jobs
    from questwright.compiler.publish.book.render.source import Limits

    limits = Limits() if book_seconds is None else Limits(cpu_seconds=book_seconds)
    store = book_store() if uses_cache else None
    bar = Bar("printing")
    with Press(limits, jobs=jobs or usual_jobs(), store=store, tell=bar.show) as press:
        try:
            return _build(paths, options, press)
        finally:
            bar.clear()


class _Options(NamedTuple):
    out: Path
    is_compact: bool
    uses_cache: bool
    budget: Budget
    wait: float


def _build(paths: list[str], options: _Options, press: Press | None) -> int:
    out, uses_cache, budget = options.out, options.uses_cache, options.budget
    began = time.perf_counter()
    reporter = Reporter("text")
    if press is not None:
        press.warm()
    results, good = compile_all(paths, uses_cache=uses_cache, reporter=reporter, budget=budget)
    if not good:
        reporter.finish(len(results))
        sys.stderr.write(f"nothing was built; {safe(str(out))} is as it was\n")
        return 1
    ready, good = published(results, reporter)
    if not good:
        reporter.finish(len(results))
        sys.stderr.write(f"nothing was built; {safe(str(out))} is as it was\n")
        return 1
    bound = campaigns(results, ready)
    try:
        outputs = _made(ready, bound, press=press, is_compact=options.is_compact)
    except TooLongError as error:
        outputs = f"error: {safe(str(error))}\n  = help: give --seconds more, or leave that out\n"
    if isinstance(outputs, str):
        sys.stderr.write(f"{outputs}nothing was built; {safe(str(out))} is as it was\n")
        return 1

    def tell_busy() -> None:
        sys.stderr.write(f"another build is writing to {safe(str(out))}: waiting …\n")
        sys.stderr.flush()

    try:
        write_outputs(out, outputs, wait=options.wait, tell_busy=tell_busy)
    except InUseError as error:
        sys.stderr.write(
            "error[QW607]: the output folder is in use\n"
            f"  = {safe(str(error))}, and {options.wait:g} seconds were not enough\n"
            "  = help: wait longer with `--wait SECONDS`, or name another folder with `--out`\n"
        )
        return 1
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


def _made(
    ready: list[Publication],
    bound: list[CampaignPublication],
    *,
    press: Press | None,
    is_compact: bool,
) -> Products | str:
    """The files of each quest, its lines followed; or what to say where a book is not printed."""
    outputs = data_of(ready, bound, is_compact=is_compact)
    for id_, refused in replayed(outputs, ready).items():
        sys.stderr.write(f"note: the line of `{id_}` is too long to be followed: {safe(refused)}\n")
    if press is not None:
        books = books_of(ready, bound, press)
        if isinstance(books, UnprintedBook):
            return _why_unprinted(books, press.limits.cpu_seconds)
        for id_, volumes in books.items():
            outputs[id_] |= volumes
    return outputs


def _why_unprinted(book: UnprintedBook, seconds: int) -> str:
    """What to say where a book cannot be printed."""
    from questwright.compiler.publish.book.render.source import RenderReason

    why = safe(str(book.failure))
    if book.failure.reason is RenderReason.MISSING_LIBRARY:
        return (
            "error[QW403]: this machine cannot print books yet\n"
            f"  = {why}\n"
            "  = help: install returns is missing, or build with `--no-book`\n"
        )
    help_ = "shorten its texts; if that does not help, please report this"
    if book.failure.reason is RenderReason.MEMORY:
        help_ = "shorten its texts, give it more memory (`ulimit -v`), or build with `--no-book`"
    if book.failure.reason is RenderReason.TIMEOUT:
        help_ = (
            f"give it more time: `--book-seconds {seconds * 5}`, or shorten what is on that page"
        )
    return (
        f"error[QW402]: the book of `{book.id}` could not be printed\n"
        f"  = {book.name}: {why[:600]}\n"
        f"  = help: {help_}\n"
    )
