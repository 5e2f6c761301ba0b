"""`questwright build`: checks quests, proves them and writes what is published."""

from __future__ import annotations

import sys
import time
from pathlib import Path

from questwright.compiler.build import WAIT, CannotWriteError, InUseError, write_outputs
from questwright.compiler.cli.check import Reporter
from questwright.compiler.cli.preflight import profiles_of
from questwright.compiler.cli.publish import compile_all, published
from questwright.compiler.codes import NOT_PROMISED
from questwright.compiler.model.publication import CampaignPublication, Publication
from questwright.compiler.prints import Prints, prints_of
from questwright.compiler.products import (
    Products,
    TooLongError,
    UnprintedBook,
    books_of,
    data_of,
    replayed,
)
from questwright.compiler.report.terminal import safe
from questwright.compiler.runs import campaigns
from questwright.compiler.verdict.budget import USUAL, Budget


def build_quests(
    paths: list[str],
    out: Path,
    *,
    with_book: bool,
    uses_cache: bool,
    is_compact: bool = False,
    budget: Budget = USUAL,
    wait: float = WAIT,
    print_for: tuple[str, ...] = (),
    author: str = "",
) -> int:
    """Publish quests; returns the exit code. Nothing is written if any quest has an error."""
    began = time.perf_counter()
    reporter = Reporter("text")
    profiles = profiles_of(list(print_for), reporter)
    if len(profiles) < len(set(print_for)):
        reporter.finish(0)
        sys.stderr.write(f"nothing was built; {safe(str(out))} is as it was\n")
        return 1
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
        outputs = _made(ready, bound, with_book=with_book, is_compact=is_compact, author=author)
        if profiles and not isinstance(outputs, str):
            outputs = _with_prints(outputs, prints_of(ready, bound, profiles, author), reporter)
    except TooLongError as error:
        outputs = f"error: {safe(str(error))}\n  = help: give --seconds more, or leave that out\n"
    if isinstance(outputs, str):
        sys.stderr.write(f"{outputs}nothing was built; {safe(str(out))} is as it was\n")
        return 1

    def tell_busy() -> None:
        sys.stderr.write(f"another build is writing to {safe(str(out))}: waiting …\n")
        sys.stderr.flush()

    try:
        write_outputs(out, outputs, wait=wait, tell_busy=tell_busy)
    except InUseError as error:
        sys.stderr.write(
            "error[QW607]: the output folder is in use\n"
            f"  = {safe(str(error))}, and {wait:g} seconds were not enough\n"
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
    with_book: bool,
    is_compact: bool,
    author: str,
) -> Products | str:
    """The files of each quest, its lines followed; or what to say where a book is not printed."""
    outputs = data_of(ready, bound, is_compact=is_compact)
    for id_, refused in replayed(outputs, ready).items():
        sys.stderr.write(f"note: the line of `{id_}` is too long to be followed: {safe(refused)}\n")
    if with_book:
        if sys.stderr.isatty():
            count = len(outputs)
            sys.stderr.write(f"printing {count} book{'s' * (count != 1)} …\n")
        books = books_of(ready, bound, author)
        if isinstance(books, UnprintedBook):
            return _why_unprinted(books)
        for id_, volumes in books.items():
            outputs[id_] |= volumes
    return outputs


def _with_prints(
    outputs: Products, prints: Prints | UnprintedBook, reporter: Reporter
) -> Products | str:
    """The files with those for paper; or what to say where one is not fit for its print shop."""
    if isinstance(prints, UnprintedBook):
        return _why_unprinted(prints)
    good = True
    told: set[tuple[str, str | None]] = set()
    for name, flight in prints.flights:
        # What no PDF can promise is said once for each profile.
        new = [
            finding
            for finding in flight.findings
            if finding.code != NOT_PROMISED or (finding.message, finding.reason) not in told
        ]
        told |= {(finding.message, finding.reason) for finding in new}
        reporter.findings(new, {})
        fit = not any(finding.severity == "error" for finding in flight.findings)
        good = good and fit
        sys.stderr.write(f"{safe(name)}: {flight.summary}\n")
    if not good:
        return "a PDF for paper is not fit for its print profile\n"
    return {id_: files | prints.products.get(id_, {}) for id_, files in outputs.items()}


def _why_unprinted(book: UnprintedBook) -> str:
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
    return (
        f"error[QW402]: the book of `{book.id}` could not be printed\n"
        f"  = {why[:600]}\n"
        f"  = help: {help_}\n"
    )
