"""`questwright build`: checks quests, proves them and writes what is published."""

from __future__ import annotations

import re
import sys
import time
import unicodedata
from pathlib import Path
from typing import TYPE_CHECKING

from questwright.compiler import codes
from questwright.compiler.build import WAIT, CannotWriteError, InUseError, write_outputs
from questwright.compiler.cli.check import Reporter
from questwright.compiler.cli.preflight import profiles_of
from questwright.compiler.cli.publish import compile_all, published
from questwright.compiler.codes import NOT_PROMISED
from questwright.compiler.kept import BuiltEntry, Kept, KeptFile, kept_of
from questwright.compiler.language import speaking
from questwright.compiler.model.publication import CampaignPublication, Publication
from questwright.compiler.pipeline import Result
from questwright.compiler.prints import Prints, prints_of
from questwright.compiler.products import (
    Binding,
    Products,
    TooLongError,
    UnprintedBook,
    books_of,
    created,
    data_of,
    replayed,
)
from questwright.compiler.project import find_quests
from questwright.compiler.report.progress import Bar
from questwright.compiler.report.terminal import safe
from questwright.compiler.runs import campaigns
from questwright.compiler.verdict.budget import USUAL, Budget
from questwright.dsl.diagnostics import Diagnostic, Label
from questwright.dsl.records import NamedTuple
from questwright.dsl.source import Source

if TYPE_CHECKING:
    from questwright.compiler.cli.translate import BuildLanguage
    from questwright.compiler.press.profile import Profile
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
    print_for: tuple[str, ...] = (),
    jobs: int | None = None,
    book_seconds: int | None = None,
    bind: str = "",
    author: str = "",
    language: str = "",
    true_scale: bool = False,
) -> int:
    """Publish quests; returns the exit code. Nothing is written if any quest has an error."""
    translated = None
    if language:
        # Loaded here: most builds are in the language of the quest.
        from questwright.compiler.cli.translate import translation

        translated = translation(language)
        if translated is None:
            sys.stderr.write(
                f"error: {safe(language)!r} is not the tag of a language\n"
                "  = help: write it like `de`, `nl` or `pt-BR`\n"
            )
            return 2
    binding = Binding(_id_of(bind), bind) if bind else None
    if binding is not None and not (binding.id and with_book):
        why = "be without a book" if binding.id else f"be called {safe(bind)!r}: use some letters"
        sys.stderr.write(f"error: a bound book cannot {why}\n")
        return 2
    reporter = Reporter("text")
    profiles = profiles_of(list(print_for), reporter)
    if len(profiles) < len(set(print_for)):
        reporter.finish(0)
        sys.stderr.write(f"nothing was built; {safe(str(out))} is as it was\n")
        return 1
    options = _Options(
        out,
        is_compact,
        uses_cache,
        budget,
        wait,
        binding,
        with_book,
        tuple(profiles),
        author,
        translated,
        true_scale,
    )
    with speaking(translated.catalog if translated is not None else None):
        return _built(paths, options, reporter, jobs=jobs, book_seconds=book_seconds)


def _built(
    paths: list[str],
    options: _Options,
    reporter: Reporter,
    *,
    jobs: int | None,
    book_seconds: int | None,
) -> int:
    """Build, with a press if anything is to be printed."""
    if not (options.with_book or options.profiles):
        return _build(paths, options, None, reporter)
    from questwright.compiler.publish.book.render.press import Press, book_store, usual_jobs
    from questwright.compiler.publish.book.render.source import Limits

    limits = Limits() if book_seconds is None else Limits(cpu_seconds=book_seconds)
    store = book_store() if options.uses_cache else None
    bar = Bar("printing")
    with Press(limits, jobs=jobs or usual_jobs(), store=store, tell=bar.show) as press:
        try:
            return _build(paths, options, press, reporter)
        finally:
            bar.clear()


class _Options(NamedTuple):
    out: Path
    is_compact: bool
    uses_cache: bool
    budget: Budget
    wait: float
    binding: Binding | None
    with_book: bool
    profiles: tuple[Profile, ...]
    author: str
    translated: BuildLanguage | None
    """Into which language it is translated; None for that of the quests."""
    true_scale: bool


class _Made(NamedTuple):
    """What is to be written, and what is said of it."""

    outputs: Products
    told: tuple[BuiltEntry, ...]
    files: int


def _build(paths: list[str], options: _Options, press: Press | None, reporter: Reporter) -> int:
    out = options.out
    began = time.perf_counter()
    made = _made(paths, options, press, reporter)
    if isinstance(made, str):
        sys.stderr.write(f"{made}nothing was built; {safe(str(out))} is as it was\n")
        return 1

    def tell_busy() -> None:
        sys.stderr.write(f"another build is writing to {safe(str(out))}: waiting …\n")
        sys.stderr.flush()

    try:
        write_outputs(out, made.outputs, wait=options.wait, tell_busy=tell_busy)
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
    for entry in sorted(made.told, key=lambda entry: entry.is_campaign):
        sys.stdout.write(f"{safe(str(out / entry.id))}: {entry.words}\n")
    reporter.finish(made.files)
    seconds = time.perf_counter() - began
    count = sum(not entry.is_campaign for entry in made.told)
    sys.stderr.write(f"{count} quest{'s' * (count != 1)} built in {seconds:.1f} s\n")
    return 0


def _made(
    paths: list[str], options: _Options, press: Press | None, reporter: Reporter
) -> _Made | str:
    """All that is to be written; or what to say where there is nothing."""
    kept, known = _known(paths, options, press)
    found = find_quests(paths)[0] if known else paths
    taken = {entry.id: entry.path for file in known.values() for entry in file.told}
    left = [path for path in found if path not in known]
    if left and press is not None:
        press.warm()
    results, good = compile_all(
        left,
        uses_cache=options.uses_cache,
        reporter=reporter,
        budget=options.budget,
        taken=taken,
        translated=options.translated,
    )
    ready: list[Publication] = []
    if good:
        ready, good = published(results, reporter)
    if not good:
        reporter.finish(len(results) + len(known))
        return ""
    bound = campaigns(results, ready)
    if refused := _unbound(options.binding, ready, bound):
        reporter.findings([refused], _sources_of(results))
        reporter.finish(len(results))
        return ""
    new = [publication for publication in ready if publication.quest.id not in taken]
    try:
        fresh = _products(new, bound, press, options, reporter)
    except TooLongError as error:
        return f"error: {safe(str(error))}\n  = help: give --seconds more, or leave that out\n"
    if isinstance(fresh, str):
        return fresh
    outputs, unsure = fresh
    for file in known.values():
        outputs |= file.products
    told = {path: file.told for path, file in known.items()}
    for result in results:
        told[result.path] = _told(result, ready, bound)
        is_sure = unsure.isdisjoint(entry.id for entry in told[result.path])
        if kept is not None and not result.findings and is_sure:
            texts = {name: source.text for name, source in result.sources.items()}
            kept.keep(result.path, texts, told[result.path], outputs)
    if options.binding is not None:
        id_, title = options.binding
        words = f"{safe(title)}, a book of {len(ready)} quest{'s' * (len(ready) != 1)}"
        told[""] = (BuiltEntry(id_, "", is_campaign=True, words=words),)
    each = {entry.id: entry for path in [*found, *told] for entry in told.get(path, ())}
    return _Made(outputs, tuple(each.values()), len(results) + len(known))


def _known(
    paths: list[str], options: _Options, press: Press | None
) -> tuple[Kept | None, dict[str, KeptFile]]:
    """What earlier builds made of these files, and where more can be kept."""
    if not options.uses_cache or options.profiles or options.translated is not None:
        return None, {}
    asked = [
        options.is_compact,
        options.budget,
        options.author,
        options.true_scale,
        created(),
        "" if press is None else press.key(b""),
    ]
    kept = kept_of(repr(asked))
    found, complaints = find_quests(paths)
    if kept is None or complaints or options.binding is not None:
        return kept, {}  # a bound book has chapters of all quests
    known = {path: file for path in found if (file := kept.recall(path)) is not None}
    taken: dict[str, str] = {}
    for file in known.values():
        for entry in file.told:
            if taken.setdefault(entry.id, entry.path) != entry.path:
                return kept, {}  # they were never built together: let the check say what is wrong
    return kept, known


def _id_of(title: str) -> str:
    """The folder of a bound book: its title in small letters, digits and hyphens."""
    plain = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode().lower()
    return "-".join(re.findall(r"[a-z0-9]+", plain))[:64].strip("-")


def _unbound(
    binding: Binding | None, ready: list[Publication], bound: list[CampaignPublication]
) -> Diagnostic | None:
    """Why these quests cannot be bound; None if they can, or nobody asked for it."""
    if binding is None or not ready:
        return None
    game = ready[0].system
    for publication in ready:
        if publication.system.id != game.id:
            quest = publication.quest
            return Diagnostic(
                codes.MIXED_CAMPAIGN,
                f"`{quest.id}` is for another game than the rest of the book",
                Label(quest.origin, f"for {publication.system.title}"),
                reason=f"`{ready[0].quest.id}` is for {game.title}; a book has one game's tables",
                help="name only quests of one game, or bind a book for each",
            )
    origins = [(publication.quest.id, publication.quest.origin) for publication in ready]
    origins += [(joined.campaign.id, joined.campaign.origin) for joined in bound]
    for id_, origin in origins:
        if id_ == binding.id:
            return Diagnostic(
                codes.SAME_ID,
                f"the bound book would be called `{id_}`, like this",
                Label(origin, "its files go to that folder"),
                help="give the book another title: `--bind TITLE`",
            )
    return None


def _sources_of(results: list[Result]) -> dict[str, Source]:
    return {path: source for result in results for path, source in result.sources.items()}


def _told(
    result: Result, ready: list[Publication], bound: list[CampaignPublication]
) -> tuple[BuiltEntry, ...]:
    """What is said of the quests and campaigns of a file."""
    by_id = {publication.quest.id: publication for publication in ready}
    told = []
    for compiled in result.quests:
        verdict = by_id[compiled.id].verdict
        kind = verdict.kind if verdict is not None else "not proven"
        words = f"{safe(by_id[compiled.id].quest.title)}, {kind}"
        told.append(BuiltEntry(compiled.id, compiled.path, is_campaign=False, words=words))
    own = {campaign.id: campaign.path for campaign in result.campaigns}
    for joined in bound:
        campaign = joined.campaign
        if campaign.id in own:
            words = f"{safe(campaign.title)}, a campaign of {len(campaign.stages)} quests"
            told.append(BuiltEntry(campaign.id, own[campaign.id], is_campaign=True, words=words))
    return tuple(told)


def _products(
    ready: list[Publication],
    bound: list[CampaignPublication],
    press: Press | None,
    options: _Options,
    reporter: Reporter,
) -> tuple[Products, set[str]] | str:
    """The files of each quest, its lines followed; or what to say where a book is not printed.

    With them go the ids of those whose lines were too long to be followed.
    """
    outputs = data_of(ready, bound, is_compact=options.is_compact)
    unsure = replayed(outputs, ready, bound)
    for id_, refused in unsure.items():
        sys.stderr.write(f"note: the line of `{id_}` is too long to be followed: {safe(refused)}\n")
    if press is None:
        return outputs, set(unsure)
    seconds = press.limits.cpu_seconds
    if options.with_book:
        books = books_of(
            ready,
            bound,
            press,
            options.author,
            options.binding,
            true_scale=options.true_scale,
        )
        if isinstance(books, UnprintedBook):
            return _why_unprinted(books, seconds)
        for id_, volumes in books.items():
            outputs.setdefault(id_, {}).update(volumes)
    if options.profiles:
        prints = prints_of(ready, bound, options.profiles, press, options.author)
        if isinstance(prints, UnprintedBook):
            return _why_unprinted(prints, seconds)
        if not _are_fit(prints, reporter):
            return "a PDF for paper is not fit for its print profile\n"
        for id_, files in prints.products.items():
            outputs[id_].update(files)
    return outputs, set(unsure)


def _are_fit(prints: Prints, reporter: Reporter) -> bool:
    """Whether each PDF for paper is fit for its print shop; what preflight found is said."""
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
        good = good and not any(finding.severity == "error" for finding in flight.findings)
        sys.stderr.write(f"{safe(name)}: {flight.summary}\n")
    return good


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
