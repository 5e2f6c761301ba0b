"""`questwright check`: find what is wrong, and prove the rest."""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterable, Mapping
from typing import NamedTuple, TextIO

from questwright.compiler.pipeline import Result
from questwright.compiler.project import find_quests
from questwright.compiler.proof.budget import USUAL, Budget
from questwright.compiler.report.terminal import COLOURED, PLAIN, render, render_brief, safe
from questwright.compiler.runs import compile_files, new_compiler
from questwright.dsl.diagnostics import Diagnostic
from questwright.dsl.source import Source

_GARBAGE = 20_000
"""Objects made before garbage is looked for: a quest makes many, and hardly a cycle."""


class CheckOptions(NamedTuple):
    """What a check was asked for."""

    paths: tuple[str, ...]
    format: str = "text"
    is_strict: bool = False
    """Warnings fail, too."""
    is_quiet: bool = False
    """Say nothing of quests without findings."""
    uses_cache: bool = True
    budget: Budget = USUAL
    """How far each proof may look."""


def plain_options(arguments: list[str]) -> CheckOptions | None:
    """Options in their plainest form; None for anything that asks for a full command line."""
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
    """Look for garbage from now on; what there is by now is none."""
    gc.freeze()
    gc.set_threshold(_GARBAGE)
    gc.enable()


def check(options: CheckOptions) -> int:
    """Check files, folders or standard input; exit code 1 where anything is wrong."""
    paths, complaints = find_quests(list(options.paths))
    tell = Teller(options.format)
    tell.findings(complaints, {})
    failed = bool(complaints)
    compiler = new_compiler(uses_cache=options.uses_cache, budget=options.budget)
    count = 0
    for file in compile_files(paths, compiler):
        count += 1
        if count == 1:
            collect_garbage()
        tell.findings(file.findings, file.result.sources)
        failed = failed or any(
            finding.severity == "error" or (options.is_strict and finding.severity == "warning")
            for finding in file.findings
        )
        if not file.findings and not options.is_quiet:
            tell.clean(file.result)
        tell.progress(count, len(paths))
    tell.finish(count)
    return 1 if failed else 0


class Teller:
    """Says what was found, in the form that was asked for."""

    def __init__(self, form: str, stream: TextIO | None = None) -> None:
        self._form = form
        self._out = stream or sys.stdout
        self._paint = COLOURED if wants_colour() else PLAIN
        self._errors = 0
        self._warnings = 0
        self._gathered: list[Diagnostic] = []
        self._sources: dict[str, Source] = {}

    def findings(self, findings: Iterable[Diagnostic], sources: Mapping[str, Source]) -> None:
        """Say some findings."""
        every = tuple(findings)
        self._errors += sum(one.severity == "error" for one in every)
        self._warnings += sum(one.severity == "warning" for one in every)
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
        """Say that a file has no findings."""
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

    def progress(self, done: int, of: int) -> None:
        """Show how far a long run is, where somebody watches."""
        if of >= 50 and sys.stderr.isatty():
            end = "\n" if done == of else ""
            sys.stderr.write(f"\r{done}/{of} quests{end}")
            sys.stderr.flush()

    def finish(self, files: int) -> None:
        """Say how it went."""
        self._out.flush()
        if self._form == "json":
            from questwright.compiler.report.machine import render_json

            self._out.write(render_json(self._gathered, self._sources))
        elif self._errors or self._warnings or files > 1:
            counts = ((files, "file"), (self._errors, "error"), (self._warnings, "warning"))
            said = [f"{count} {word}{'s' * (count != 1)}" for count, word in counts]
            sys.stderr.write(f"{said[0]}: {said[1]}, {said[2]}\n")
            if self._errors and self._form == "text":
                sys.stderr.write("`questwright explain CODE` says more about any of them\n")


def wants_colour() -> bool:
    """Whether our answer goes to a terminal that is to be written to in colours."""
    import os

    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    return sys.stdout.isatty()
