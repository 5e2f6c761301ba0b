"""`questwright check`: prints the findings of quests, those of the proof included."""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterable, Mapping
from typing import NamedTuple, TextIO

from questwright.compiler.pipeline import Result
from questwright.compiler.project import find_quests
from questwright.compiler.report.terminal import COLOURED, PLAIN, render, render_brief, safe
from questwright.compiler.runs import compile_files, new_compiler
from questwright.compiler.verdict.budget import USUAL, Budget
from questwright.dsl.diagnostics import Diagnostic
from questwright.dsl.source import Source

_GARBAGE = 20_000
"""Allocations between two runs of the garbage collector: a quest makes many objects, few cycles."""


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
            case "--format=text" | "--format=brief" | "--format=json":
                options = options._replace(format=argument.partition("=")[2])
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
    reporter = Reporter(options.format)
    reporter.findings(complaints, {})
    failed = bool(complaints)
    compiler = new_compiler(uses_cache=options.uses_cache, budget=options.budget)
    count = 0
    for file in compile_files(paths, compiler):
        count += 1
        if count == 1:
            collect_garbage()
        reporter.findings(file.findings, file.result.sources)
        failed = failed or any(
            finding.severity == "error" or (options.is_strict and finding.severity == "warning")
            for finding in file.findings
        )
        is_clean = all(finding.severity == "note" for finding in file.findings)
        if is_clean and not options.is_quiet:
            reporter.clean(file.result)
        reporter.progress(count, len(paths))
    reporter.finish(count)
    return 1 if failed else 0


class Reporter:
    """Prints findings and totals as ``text``, in lines or that and asked for."""

    def __init__(self, form: str, stream: TextIO | None = None) -> None:
        self._form = form
        self._out = stream or sys.stdout
        self._paint = COLOURED if wants_colour() else PLAIN
        self._errors = 0
        self._warnings = 0
        self._gathered: list[Diagnostic] = []
        self._sources: dict[str, Source] = {}

    def findings(self, findings: Iterable[Diagnostic], sources: Mapping[str, Source]) -> None:
        """Print some findings; for ``json`` they are kept until `finish`."""
        every = tuple(findings)
        self._errors += sum(finding.severity == "error" for finding in every)
        self._warnings += sum(finding.severity == "warning" for finding in every)
        if self._form == "json":
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

    def clean(self, result: Result) -> None:
        """Print the quests and campaigns of a file of which nothing is wrong."""
        if self._form != "text":
            return
        for joined in result.campaigns:
            if joined.campaign is not None:
                count = len(joined.campaign.stages)
                title = safe(joined.campaign.title)
                self._out.write(f"{safe(result.path)}: {title}, a campaign of {count} quests\n")
        for quest in result.quests:
            if quest.path != result.path:
                continue
            if quest.quest is not None and quest.proof is not None:
                areas = len(quest.quest.board.areas)
                self._out.write(
                    f"{safe(result.path)}: {safe(quest.quest.title)}, {quest.proof.kind}, "
                    f"{areas} area{'s' * (areas != 1)}\n"
                )
                for question in quest.proof.left_open:
                    self._out.write(f"  not judged: {safe(question)}\n")

    def progress(self, done: int, of: int) -> None:
        """Show the progress of a long run on a terminal."""
        if of >= 50 and sys.stderr.isatty():
            end = "\n" if done == of else ""
            sys.stderr.write(f"\r{done}/{of} quests{end}")
            sys.stderr.flush()

    def finish(self, files: int) -> None:
        """Print the totals, or the JSON document."""
        self._out.flush()
        if self._form == "json":
            from questwright.compiler.report.machine import render_json

            self._out.write(render_json(self._gathered, self._sources))
        elif self._errors or self._warnings or files > 1:
            counts = ((files, "file"), (self._errors, "error"), (self._warnings, "warning"))
            totals = [f"{count} {word}{'s' * (count != 1)}" for count, word in counts]
            sys.stderr.write(f"{totals[0]}: {totals[1]}, {totals[2]}\n")
            if self._errors and self._form == "text":
                sys.stderr.write("`questwright explain CODE` says more about any of them\n")


def wants_colour() -> bool:
    """Whether standard output is a terminal that takes colours."""
    import os

    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    return sys.stdout.isatty()
