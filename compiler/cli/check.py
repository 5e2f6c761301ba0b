"""`questwright check`: prints the findings of quests, those of the proof included."""

from __future__ import annotations

import gc
import os
import sys
import time
from collections.abc import Iterable, Mapping

from questwright.compiler.english import listed_in_words
from questwright.compiler.files import cache_folder
from questwright.compiler.lots import lot_of
from questwright.compiler.pipeline import Result
from questwright.compiler.project import find_quests
from questwright.compiler.report.progress import Progress
from questwright.compiler.report.terminal import COLOURED, PLAIN, render, render_brief, safe
from questwright.compiler.runs import BuiltEntry, compile_files, get_along, new_compiler
from questwright.compiler.verdict.budget import USUAL, Budget
from questwright.dsl.diagnostics import Diagnostic, Label
from questwright.dsl.records import NamedTuple
from questwright.dsl.source import Source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TextIO

    from questwright.compiler.kept import Kept


_NAMED = 4
"""The most quests that the last line names."""
_GARBAGE = 20_000
"""Allocations between two runs of the garbage collector: a quest makes many objects, few cycles."""


_SLOW = 0.8
"""Seconds of processor time from which on it is worth keeping that nothing was found."""

_SHOWN = ("text", "brief")
"""The formats that are printed file by file."""
_GATHERED = ("json", "github", "sarif", "junit")
"""The formats that are printed as one document at the end."""


class CheckOptions(NamedTuple):
    """The options of a check."""

    paths: tuple[str, ...]
    format: str = "text"
    is_strict: bool = False
    """Warnings make the check fail, too."""
    is_quiet: bool = False
    """Print nothing for quests without findings."""
    uses_cache: bool = True
    budget: Budget = USUAL
    """The limits of each proof."""


def plain_options(arguments: list[str]) -> CheckOptions | None:
    """The options of a simple command line; None if it needs the full parser of `app`."""
    paths: list[str] = []
    options = CheckOptions(())
    for argument in arguments:
        match argument:
            case "--strict":
                options = options._replace(is_strict=True)
            case "--quiet" | "-q":
                options = options._replace(is_quiet=True)
            case "--no-cache":
                options = options._replace(uses_cache=False)
            case _ if argument.removeprefix("--format=") in (*_SHOWN, *_GATHERED):
                options = options._replace(format=argument.removeprefix("--format="))
            case _ if argument.startswith("-") and argument != "-":
                return None
            case _:
                paths.append(argument)
    return options._replace(paths=tuple(paths)) if paths else None


def collect_garbage() -> None:
    """Turn garbage collection on; all objects that exist by now are exempt from it."""
    gc.freeze()
    gc.set_threshold(_GARBAGE)
    gc.enable()


def check(options: CheckOptions) -> int:
    """Check files, folders or standard input; returns the exit code, 1 if anything is wrong."""
    paths, complaints = find_quests(list(options.paths))
    reporter = Reporter(options.format, is_strict=options.is_strict)
    reporter.findings(complaints, {})
    failed = bool(complaints)
    compiler = new_compiler(uses_cache=options.uses_cache, budget=options.budget)
    progress = Progress("quests", len(paths))
    checks = _Checks(options)
    known = checks.recalled(paths)
    taken = {entry.id: entry.path for told in known.values() for entry in told}
    left = [path for path in paths if path not in known]
    lots = [entry.lot for told in known.values() for entry in told if entry.lot is not None]
    files = compile_files(left, compiler, progress.begin, taken, lots)
    for path in paths:
        if path in known:
            reporter.unchanged(path)
            if not options.is_quiet:
                reporter.clean(path, known[path])
            continue
        began = time.process_time()
        file = next(files)
        progress.clear()
        if path == left[0]:
            collect_garbage()
        if not file.findings and time.process_time() - began > _SLOW:
            checks.keep(file.result)
        reporter.findings(file.findings, file.result.sources)
        reporter.compiled(file.result, is_clean=not file.findings)
        failed = failed or any(
            finding.severity == "error" or (options.is_strict and finding.severity == "warning")
            for finding in file.findings
        )
        is_clean = all(finding.severity == "note" for finding in file.findings)
        if is_clean and not options.is_quiet:
            reporter.clean(file.result.path, entries_of(file.result))
    reporter.finish(len(paths))
    return 1 if failed else 0


class _Checks:
    """The files in which earlier checks have found nothing, as far as that took its time."""

    def __init__(self, options: CheckOptions) -> None:
        self._asked = repr(options.budget)
        self._folder = cache_folder("checks") if options.uses_cache else None

    def recalled(self, paths: Iterable[str]) -> dict[str, tuple[BuiltEntry, ...]]:
        """What was said of files that have not changed since."""
        if self._folder is None or not os.path.isdir(self._folder):  # noqa: PTH112 - pathlib is slow to load
            return {}
        kept = self._kept()
        known = {path: file.told for path in paths if kept and (file := kept.recall(path))}
        every = (entry for told in known.values() for entry in told)
        return known if get_along(every) else {}

    def keep(self, result: Result) -> None:
        """Keep what is said of a file that has no findings."""
        kept = self._kept() if self._folder is not None else None
        if kept is not None:
            told = entries_of(result)
            texts = {name: source.text for name, source in result.sources.items()}
            kept.keep(result.path, texts, told, {entry.id: {} for entry in told})

    def _kept(self) -> Kept | None:
        # Loaded here: what is checked soon is not kept.
        from questwright.compiler.kept import kept_of

        return kept_of(self._asked, "checks")


def entries_of(result: Result) -> tuple[BuiltEntry, ...]:
    """The quests and campaigns of a file, and of those that it includes, as they are told."""
    found: list[BuiltEntry] = []
    for joined in result.campaigns:
        if joined.campaign is not None:
            words = (
                f"{safe(joined.campaign.title)}, a campaign of {len(joined.campaign.stages)} quests"
            )
            found.append(BuiltEntry(joined.id, joined.path, is_campaign=True, words=words))
    for quest in result.quests:
        if quest.quest is not None and quest.proof is not None:
            areas, kind = len(quest.quest.board.areas), quest.proof.kind.replace("-", " ")
            words = f"{safe(quest.quest.title)}, {kind}, {areas} area{'s' * (areas != 1)}"
            words += "".join(f"\n  not judged: {safe(asked)}" for asked in quest.proof.left_open)
            lot = lot_of(quest.quest, quest.system, result.sources) if quest.system else None
            entry = BuiltEntry(quest.id, quest.path, is_campaign=False, words=words, lot=lot)
            found.append(entry)
    return tuple(found)


class Reporter:
    """Prints findings and totals in the form that is asked for."""

    def __init__(self, form: str, stream: TextIO | None = None, *, is_strict: bool = False) -> None:
        self._form = form
        self._is_strict = is_strict
        self._clean: list[str] = []
        self._unproven: list[str] = []
        self._out = stream or sys.stdout
        self._paint = COLOURED if wants_colour() else PLAIN
        self._errors = 0
        self._warnings = 0
        self._gathered: list[Diagnostic] = []
        self._sources: dict[str, Source] = {}
        self.places: dict[Label, Mapping[str, object]] = {}
        """More about labels in what is no text, for programs."""

    def findings(self, findings: Iterable[Diagnostic], sources: Mapping[str, Source]) -> None:
        """Print some findings; for a format of one document they are kept until `finish`."""
        every = tuple(findings)
        self._errors += sum(finding.severity == "error" for finding in every)
        self._warnings += sum(finding.severity == "warning" for finding in every)
        if self._form in _GATHERED:
            self._gathered.extend(every)
            if every:
                self._sources.update(sources)
        elif every:
            text = (
                render_brief(every, sources)
                if self._form == "brief"
                else render(every, sources, self._paint)
            )
            self._out.write(text)

    def compiled(self, result: Result, *, is_clean: bool) -> None:
        """Note what became of a file: it has no findings, or was not proven because of them."""
        if is_clean:
            self._clean.append(result.path)
        if any(finding.severity == "error" for finding in result.findings):
            found = [(own.id, own.path, own.proof is None) for own in result.quests]
            found += [(own.id, own.path, own.proof is None) for own in result.campaigns]
            self._unproven += (
                id_ for id_, path, is_open in found if is_open and path == result.path
            )

    def clean(self, path: str, told: Iterable[BuiltEntry]) -> None:
        """Print the quests and campaigns of a file of which nothing is wrong."""
        for entry in told if self._form == "text" else ():
            if entry.path == path:
                self._out.write(f"{safe(path)}: {entry.words}\n")

    def unchanged(self, path: str) -> None:
        """Note that nothing was found in a file, and nothing of it has changed since."""
        self._clean.append(path)

    def finish(self, files: int) -> None:
        """Print the totals, or the one document that has all findings."""
        self._out.flush()
        if self._form in _GATHERED:
            self._out.write(self._document())
        elif self._errors or self._warnings or files > 1:
            counts = ((files, "file"), (self._errors, "error"), (self._warnings, "warning"))
            totals = [f"{count} {word}{'s' * (count != 1)}" for count, word in counts]
            sys.stderr.write(f"{totals[0]}: {totals[1]}, {totals[2]}\n")
            if self._errors and self._form == "text":
                sys.stderr.write("`questwright explain CODE` says more about any of them\n")
            self._say_unproven()

    def _say_unproven(self) -> None:
        """Say that quests with errors were not proven, as the last line."""
        if self._form != "text" or not self._unproven:
            return
        named = listed_in_words(f"`{safe(id_)}`" for id_ in self._unproven[:_NAMED])
        more = len(self._unproven) - _NAMED
        named += f" and {more} more" if more > 0 else ""
        sys.stderr.write(f"whether {named} can be won was not looked at: mend the errors first\n")

    def _document(self) -> str:
        """All findings in the form that is asked for, as one text."""
        if self._form == "json":
            from questwright.compiler.report.machine import render_json

            return render_json(self._gathered, self._sources, self.places)
        from questwright.compiler.report import services

        if self._form == "github":
            return services.render_github(self._gathered, self._sources)
        if self._form == "sarif":
            from importlib.metadata import version

            return services.render_sarif(self._gathered, self._sources, version("questwright"))
        return services.render_junit(
            self._gathered, self._sources, self._clean, is_strict=self._is_strict
        )


def wants_colour() -> bool:
    """Whether standard output is a terminal that takes colours."""
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    return sys.stdout.isatty()
