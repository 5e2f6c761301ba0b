"""`questwright build`: checks quests, proves them and writes what is published."""

from __future__ import annotations

import sys
import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from questwright.compiler.ahead import Ahead
from questwright.compiler.build import (
    WAIT,
    CannotWriteError,
    InUseError,
    refuse_foreign,
    write_outputs,
)
from questwright.compiler.cli.binding import (
    MixedGamesError,
    OneGame,
    begun,
    id_of,
    unbound,
    unshown,
)
from questwright.compiler.cli.check import Reporter
from questwright.compiler.cli.preflight import are_fit, profiles_of
from questwright.compiler.cli.publish import compile_all, published
from questwright.compiler.cli.unprinted import UnprintedError, printed_whole
from questwright.compiler.kept import Kept, KeptFile, kept_of
from questwright.compiler.language import speaking, spoken
from questwright.compiler.lots import lot_of
from questwright.compiler.model.publication import CampaignPublication, Publication
from questwright.compiler.pipeline import Result
from questwright.compiler.prints import prints_of
from questwright.compiler.products import (
    Products,
    Titled,
    TooLongError,
    books_of,
    created,
    data_of,
    replayed,
)
from questwright.compiler.project import Disk, find_quests
from questwright.compiler.report.progress import Bar
from questwright.compiler.report.terminal import safe
from questwright.compiler.runs import BuiltEntry, campaigns, get_along, new_compiler
from questwright.compiler.verdict.budget import USUAL, Budget
from questwright.dsl.records import NamedTuple
from questwright.dsl.source import Source

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from questwright.compiler.cli.translate import BuildLanguage
    from questwright.compiler.packs.system.system import System
    from questwright.compiler.press.profile import Profile
    from questwright.compiler.project import Project
    from questwright.compiler.publish.book.render.press import Press

_FEW: Final = 2
"""How many changed quests have their chapters of a bound book set before their own books."""


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
    binding = Titled(id_of(bind), bind, author) if bind else None
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
    binding: Titled | None
    with_book: bool
    profiles: tuple[Profile, ...]
    author: str
    translated: BuildLanguage | None
    """Into which language it is translated; None for that of the quests."""
    true_scale: bool

    @property
    def project(self) -> Project:
        """Where the texts of the quests are, or of their translations."""
        return self.translated.source if self.translated is not None else Disk()


class _Made(NamedTuple):
    """What is to be written, and what is said of it."""

    outputs: Products
    told: tuple[BuiltEntry, ...]
    files: int


def _build(paths: list[str], options: _Options, press: Press | None, reporter: Reporter) -> int:
    out = options.out
    began = time.perf_counter()
    try:
        refuse_foreign(out)
    except CannotWriteError as error:
        return _unwritten(error)
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
        return _unwritten(error)
    for entry in sorted(made.told, key=lambda entry: entry.is_campaign):
        sys.stdout.write(f"{safe(str(out / entry.id))}: {entry.words}\n")
    reporter.finish(made.files)
    seconds = time.perf_counter() - began
    count = sum(not entry.is_campaign for entry in made.told)
    sys.stderr.write(f"{count} quest{'s' * (count != 1)} built in {seconds:.1f} s\n")
    return 0


def _unwritten(error: CannotWriteError) -> int:
    """Say why nothing can be written."""
    sys.stderr.write(
        f"error[QW603]: the results cannot be written\n  = {safe(str(error))}\n"
        "  = help: name another folder with `--out`, or make room\n"
    )
    return 1


def _made(
    paths: list[str], options: _Options, press: Press | None, reporter: Reporter
) -> _Made | str:
    """All that is to be written; or what to say where there is nothing."""
    kept, known = _known(paths, options, press)
    entries = [entry for file in known.values() for entry in file.told]
    found = find_quests(paths)[0] if known else paths
    taken = {entry.id: entry.path for entry in entries}
    left = [path for path in found if path not in known]
    if left and press is not None:
        press.warm()
    setting = press if options.with_book else None
    ahead = Ahead(
        setting,
        options.author,
        true_scale=options.true_scale,
        without=taken,
        is_held=options.binding is not None and len(left) <= _FEW,
    )
    results, good = _compiled(left, options, reporter, entries, ahead)
    ready: list[Publication] = []
    if good:
        ready, good = published(results, reporter, known=ahead.ready, then=ahead.offer)
    if not good:
        reporter.finish(len(results) + len(known))
        return ""
    bound = campaigns(results, ready)
    told = {path: file.told for path, file in known.items()}
    told |= {result.path: _told(result, ready, bound) for result in results}
    each = {entry.id: entry for path in [*found, *told] for entry in told.get(path, ())}
    shelf = _Library(options, reporter, ready, {entry.id: entry.path for entry in each.values()})
    if refused := unbound(options.binding, each, shelf, bound):
        reporter.findings([refused], shelf.sources)
        reporter.finish(len(results))
        return ""
    reporter.findings(*unshown(options.binding, each, shelf, options.project))
    new = [publication for publication in ready if publication.quest.id not in taken]
    stamps = {entry.id: file.stamp for file in known.values() for entry in file.told}
    try:
        book = begun(options.binding, each, shelf, stamps, press, kept)
        ahead.is_held = False
        outputs, unsure = _data(new, bound, options, ahead)
        whole = printed_whole(book.bound(), press) if book is not None else None
        _add_printed(outputs, new, bound, press, options, reporter, ahead)
        for file in known.values():
            outputs |= file.products
        for result in results:
            is_sure = unsure.isdisjoint(entry.id for entry in told[result.path])
            if kept is not None and is_sure and not _has_findings(result, options.translated):
                texts = _texts_of(result, options.translated)
                stamp = kept.keep(result.path, texts, told[result.path], outputs)
                stamps |= {entry.id: stamp for entry in told[result.path]}
        if book is not None and whole is not None:
            book.keep(whole)
            outputs[book.id] = whole.files
            each[book.id] = BuiltEntry(book.id, "", is_campaign=True, words=safe(book.words))
    except UnprintedError as error:
        return str(error)
    except TooLongError as error:
        return f"error: {safe(str(error))}\n  = help: give --seconds more, or leave that out\n"
    return _Made(outputs, tuple(each.values()), len(results) + len(known))


def _compiled(
    paths: list[str],
    options: _Options,
    reporter: Reporter,
    known: Sequence[BuiltEntry] = (),
    ahead: Ahead | None = None,
) -> tuple[list[Result], bool]:
    """Compile files as a build asks for it; False if there is an error.

    With them quests are built that are ``known``; books are begun ``ahead``.
    """
    then = ahead.compiled if ahead is not None else None
    if options.binding is not None and then is not None:
        then = OneGame(known, partial(_system, options), then).compiled
    try:
        return compile_all(
            paths,
            uses_cache=options.uses_cache,
            reporter=reporter,
            budget=options.budget,
            taken={entry.id: entry.path for entry in known},
            translated=options.translated,
            lots=[entry.lot for entry in known if entry.lot],
            then=then,
        )
    except MixedGamesError as error:
        reporter.findings([error.finding], error.looked[-1].sources)
        return [*error.looked], False


def _system(options: _Options, game: str) -> System:
    """The pack of a game, in the language of the build."""
    texts = options.translated.source if options.translated is not None else None
    system, _ = new_compiler(uses_cache=options.uses_cache, texts=texts).system(game)
    assert system is not None, "a quest of it was compiled"
    return system


class _Library:
    """The quests of a build by id; one whose file is kept is compiled when it is asked for."""

    def __init__(
        self,
        options: _Options,
        reporter: Reporter,
        ready: list[Publication],
        paths: Mapping[str, str],
    ) -> None:
        self._options = options
        self._reporter = reporter
        self._paths = paths
        self._ready = {publication.quest.id: publication for publication in ready}

    @property
    def sources(self) -> Mapping[str, Source]:
        """The sources of all quests that are compiled."""
        every = self._ready.values()
        return {path: source for quest in every for path, source in quest.sources.items()}

    def publication(self, id_: str) -> Publication:
        """A quest of the build."""
        if id_ not in self._ready:
            # Only files without findings are kept: nothing is said of them.
            results, _ = _compiled([self._paths[id_]], self._options, self._reporter)
            for publication in published(results, self._reporter)[0]:
                self._ready.setdefault(publication.quest.id, publication)
        return self._ready[id_]

    def system(self, game: str) -> System:
        """The pack of a game, in the language of the build."""
        return _system(self._options, game)


def _has_findings(result: Result, translated: BuildLanguage | None) -> bool:
    """Whether anything is said of a file, or of its translations."""
    if result.findings or translated is None:
        return bool(result.findings)
    paths = _texts_of(result, translated)
    return any(finding.label.span.path in paths for finding in translated.source.findings)


def _texts_of(result: Result, translated: BuildLanguage | None) -> dict[str, str]:
    """All texts that a file is made of, as they are on the disk; empty ones for missing ones."""
    texts = {name: source.text for name, source in result.sources.items()}
    return texts if translated is None else translated.source.texts_of(texts)


def _known(
    paths: list[str], options: _Options, press: Press | None
) -> tuple[Kept | None, dict[str, KeptFile]]:
    """What earlier builds made of these files, and where more can be kept."""
    if not options.uses_cache or options.profiles:
        return None, {}
    asked = [
        options.is_compact,
        options.budget,
        options.author,
        spoken(),
        options.true_scale,
        created(),
        "" if press is None else press.key(b""),
    ]
    kept = kept_of(repr(asked))
    found, complaints = find_quests(paths)
    if kept is None or complaints:
        return kept, {}
    known = {path: file for path in found if (file := kept.recall(path)) is not None}
    # Where they were never built together the check says what is wrong.
    every = [entry for file in known.values() for entry in file.told]
    games = {entry.game for entry in every if not entry.is_campaign}
    is_mixed = options.binding is not None and len(games) > 1
    return kept, {} if is_mixed or not get_along(every) else known


def _told(
    result: Result, ready: list[Publication], bound: list[CampaignPublication]
) -> tuple[BuiltEntry, ...]:
    """What is said of the quests and campaigns of a file."""
    by_id = {publication.quest.id: publication for publication in ready}
    told = []
    for compiled in result.quests:
        verdict = by_id[compiled.id].verdict
        kind = verdict.kind.replace("-", " ") if verdict else "not proven"
        words = f"{safe(by_id[compiled.id].quest.title)}, {kind}"
        system = by_id[compiled.id].system
        entry = BuiltEntry(
            compiled.id,
            compiled.path,
            is_campaign=False,
            words=words,
            game=system.id,
            lot=lot_of(by_id[compiled.id].quest, system, result.sources),
        )
        told.append(entry)
    own = {campaign.id: campaign.path for campaign in result.campaigns}
    for joined in bound:
        campaign = joined.campaign
        if campaign.id in own:
            words = f"{safe(campaign.title)}, a campaign of {len(campaign.stages)} quests"
            told.append(BuiltEntry(campaign.id, own[campaign.id], is_campaign=True, words=words))
    return tuple(told)


def _add_printed(
    outputs: Products,
    ready: list[Publication],
    bound: list[CampaignPublication],
    press: Press | None,
    options: _Options,
    reporter: Reporter,
    ahead: Ahead,
) -> None:
    """Add the PDFs of each quest to its files; raises UnprintedError."""
    if press is not None and options.with_book:
        author, begun_ahead = options.author, ahead.begun
        books = books_of(
            ready, bound, press, author, true_scale=options.true_scale, begun=begun_ahead
        )
        for id_, volumes in printed_whole(books, press).items():
            outputs.setdefault(id_, {}).update(volumes)
    if press is not None and options.profiles:
        prints = printed_whole(
            prints_of(ready, bound, options.profiles, press, options.author), press
        )
        if not are_fit(prints, reporter):
            raise UnprintedError("a PDF for paper is not fit for its print profile\n")
        for id_, files in prints.products.items():
            outputs[id_].update(files)


def _data(
    ready: list[Publication], bound: list[CampaignPublication], options: _Options, ahead: Ahead
) -> tuple[Products, set[str]]:
    """All files but books, their lines followed; with the ids of those with too long a line."""
    outputs: Products = {}
    unsure: dict[str, str] = {}
    for quest in ready:
        outputs |= data_of([quest], [], is_compact=options.is_compact)
        unsure |= replayed(outputs, [quest])
        ahead.offer(quest)
    outputs |= data_of([], bound, is_compact=options.is_compact)
    unsure |= replayed(outputs, [], bound)
    for id_, refused in unsure.items():
        sys.stderr.write(f"note: the line of `{id_}` is too long to be followed: {safe(refused)}\n")
    return outputs, set(unsure)
