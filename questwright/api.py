"""The Python face: check, prove and build quests from a script or a notebook.

Takes paths of quest files or of folders with quests. Returns frozen values. It prints nothing, and
only `build` writes files.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from questwright.compiler.verdict.budget import STATES, WORLDS, Budget

if TYPE_CHECKING:
    from collections.abc import Mapping

    from questwright.compiler.grid.cells import Cells
    from questwright.compiler.model.board import Board
    from questwright.compiler.model.publication import Publication
    from questwright.compiler.model.verdict import Cause as ProvenCause
    from questwright.compiler.model.verdict import Step as ProvenStep
    from questwright.compiler.pipeline import Result
    from questwright.dsl.diagnostics import Diagnostic, Label
    from questwright.dsl.source import Source, Span

Paths = str | os.PathLike[str] | Iterable[str | os.PathLike[str]]
"""A quest file, a folder that is searched for `*.quest`, or several of these."""


@dataclass(frozen=True, slots=True)
class Place:
    """A stretch of a text. Lines and columns count characters, from 1; the end is exclusive."""

    path: str
    """The file, as it was named."""
    line: int
    """Where it begins."""
    column: int
    """The character of that line at which it begins."""
    end_line: int
    """Where it ends."""
    end_column: int
    """The first character of that line behind it."""
    text: str = ""
    """A few words on what this place has to do with it; may be empty."""


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that is wrong with a quest, or may be."""

    code: str
    """The stable id, such as ``QW301``."""
    name: str
    """The stable name, such as ``unwinnable``."""
    severity: str
    """``error``, ``warning`` or ``note``."""
    message: str
    """What is wrong, in one sentence."""
    place: Place
    """Where."""
    related: tuple[Place, ...] = ()
    """Other places that have to do with it."""
    reason: str | None = None
    """The rule or the fact behind it."""
    help: str | None = None
    """What to do now."""

    def __str__(self) -> str:
        place = self.place
        where = f"{place.path}:{place.line}:{place.column}"
        return f"{where}: {self.severity}[{self.code}]: {self.message}"


@dataclass(frozen=True, slots=True)
class QuestSummary:
    """One quest of a report."""

    id: str
    """The name of the quest in its file."""
    title: str
    """Its title; the name if mistakes keep the title from being known."""
    game: str
    """The id of its pack, such as ``dragon-noir``."""
    path: str
    """The file that it is in."""
    verdict: str | None
    """``winnable``, ``unwinnable``, ``can-strand``, ``undecided`` or ``vacuous``; None where
    mistakes in the text keep it from being proven."""


@dataclass(frozen=True, slots=True)
class Report:
    """What a check found."""

    quests: tuple[QuestSummary, ...]
    """The quests that were found, each once."""
    findings: tuple[Finding, ...]
    """File by file; within a file by place."""

    @property
    def errors(self) -> tuple[Finding, ...]:
        """The findings that must be mended."""
        return tuple(finding for finding in self.findings if finding.severity == "error")

    @property
    def warnings(self) -> tuple[Finding, ...]:
        """The findings that ask for a look."""
        return tuple(finding for finding in self.findings if finding.severity == "warning")

    @property
    def ok(self) -> bool:
        """Whether there is no error."""
        return not self.errors


@dataclass(frozen=True, slots=True)
class Step:
    """A step of a line of play."""

    text: str
    """The step in words."""
    kind: str
    """What is done: ``open``, ``search``, ``defeat``, ``walk``, ``hand``, ``event`` …"""
    target: str
    """The id of the thing that it is done to; may be empty."""
    who: str
    """The word of the member who does it; empty where it does not matter who does."""
    to: str
    """With ``hand``, the word of the member who gets something; otherwise empty."""
    squares: tuple[str, ...]
    """Where it happens, as on the map: ``C4``; on a walk the squares in their order."""
    earliest: int
    """The round before which it cannot be done; 0 where rounds are not counted."""
    chance: str
    """The odds in words where dice or cards decide; otherwise empty."""
    place: Place
    """What the step is about in the text of the quest."""


@dataclass(frozen=True, slots=True)
class Cause:
    """A link in a chain of causes that makes a quest unwinnable."""

    text: str
    """The cause in words."""
    chain: int
    """The number of its chain, from 0; each chain alone would be enough."""
    place: Place
    """Where it is written."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What was proven of one quest."""

    quest: QuestSummary
    """The quest that was proven."""
    kind: str
    """``winnable``, ``unwinnable``, ``can-strand``, ``undecided`` or ``vacuous``."""
    line: tuple[Step, ...]
    """A line of play that wins; empty where there is none."""
    stranded: tuple[Step, ...]
    """With ``can-strand``, a line after which nothing wins."""
    causes: tuple[Cause, ...]
    """With ``unwinnable``, why."""
    rounds: tuple[int, int] | None
    """The round before which nobody wins, and the one in which the line has won if every attempt
    succeeds at once; None where rounds cannot be counted."""
    required: tuple[str, ...]
    """Ids of the areas that every winning line enters."""
    optional: tuple[str, ...]
    """Ids of the areas that some winning line leaves out."""
    undecided: tuple[str, ...]
    """What was not judged, and why."""
    assumptions: tuple[str, ...]
    """What the verdict takes for granted."""


@dataclass(frozen=True, slots=True)
class Proofs:
    """The verdicts on some quests."""

    report: Report
    """What the check of these quests found."""
    verdicts: Mapping[str, Verdict]
    """By quest id; without the quests whose mistakes keep them from being proven."""

    @property
    def ok(self) -> bool:
        """Whether there is no error."""
        return self.report.ok


@dataclass(frozen=True, slots=True)
class Build:
    """What was built."""

    report: Report
    """What the check of these quests found."""
    folders: Mapping[str, Path]
    """By the id of each quest and campaign its folder; empty if nothing was built."""
    problem: str | None = None
    """Why nothing was built though the quests have no errors: a book that cannot be printed, a
    folder that cannot be written. None where something was built."""

    @property
    def ok(self) -> bool:
        """Whether everything was built."""
        return self.report.ok and self.problem is None


def check(paths: Paths) -> Report:
    """Find what is wrong with quests; what `questwright check` does.

    A path that cannot be read is a finding. Nothing is raised but for a fault of Questwright.
    """
    return _read(paths, Budget()).report


def prove(
    paths: Paths, *, states: int = STATES, worlds: int = WORLDS, seconds: float | None = None
) -> Proofs:
    """Prove quests; what `questwright prove` does.

    ``states`` and ``worlds`` say how far a proof looks before the verdict is ``undecided``;
    ``seconds`` is a limit for all that is done for each quest, None for no limit.
    """
    read = _read(paths, Budget(states=states, worlds=worlds, seconds=seconds))
    summaries = {quest.id: quest for quest in read.report.quests}
    verdicts = {
        publication.quest.id: _verdict(publication, summaries[publication.quest.id])
        for publication in read.publications()
    }
    return Proofs(read.report, MappingProxyType(verdicts))


def build(
    paths: Paths, out: str | os.PathLike[str], *, book: bool = True, compact: bool = False
) -> Build:
    """Write `quest.json`, `graph.graphml`, `outline.txt` and the books of each quest.

    What `questwright build` does: all or nothing, in a folder below ``out`` for each. What earlier
    builds made of other quests stays. ``book=False`` leaves out the PDFs, which take the most time.
    ``compact=True`` leaves nulls, empty lists and origins out of `quest.json`.

    Raises RefusedLineError where the engine refuses a line of the proof: a fault of Questwright.
    """
    from questwright.compiler.build import CannotWriteError, write_outputs
    from questwright.compiler.machine import RefusedError
    from questwright.compiler.products import UnprintedBook, books_of, data_of, replayed
    from questwright.compiler.runs import campaigns, late_findings

    read = _read(paths, Budget())
    report, nothing = read.report, MappingProxyType[str, Path]({})
    if report.errors:
        return Build(report, nothing)
    ready = read.publications()
    late = late_findings(ready, read.results)
    if late:
        return Build(report, nothing, f"{late[0].message}; {late[0].reason}")
    bound = campaigns(read.results, ready)
    products = data_of(ready, bound, is_compact=compact)
    replayed(products, ready)
    if book:
        try:
            books = books_of(ready, bound)
        except RefusedError as error:
            return Build(report, nothing, str(error))
        if isinstance(books, UnprintedBook):
            why = f"the book of `{books.id}` could not be printed: {books.failure}"
            return Build(report, nothing, why)
        for id_, volumes in books.items():
            products[id_] |= volumes
    folder = Path(out)
    try:
        write_outputs(folder, products)
    except CannotWriteError as error:
        return Build(report, nothing, str(error))
    folders = MappingProxyType({id_: folder / id_ for id_ in products})
    return Build(report, folders)


@dataclass(frozen=True, slots=True)
class _Run:
    results: tuple[Result, ...]
    report: Report

    def publications(self) -> list[Publication]:
        from questwright.compiler.runs import publications

        return publications(self.results)


def _read(paths: Paths, budget: Budget) -> _Run:
    """Compile what is asked for."""
    from questwright.compiler.project import find_quests
    from questwright.compiler.runs import compile_files, new_compiler

    asked = [paths] if isinstance(paths, str | os.PathLike) else list(paths)
    found, complaints = find_quests([os.fspath(path) for path in asked])
    findings = [_finding(complaint, {}) for complaint in complaints]
    results: list[Result] = []
    for file in compile_files(found, new_compiler(budget=budget)):
        results.append(file.result)
        findings.extend(_finding(finding, file.result.sources) for finding in file.findings)
    quests = [
        QuestSummary(
            id=quest.id,
            title=quest.quest.title if quest.quest is not None else quest.id,
            game=quest.system.id if quest.system is not None else "",
            path=quest.path,
            verdict=None if quest.proof is None else quest.proof.kind.value,
        )
        for result in results
        for quest in result.quests
    ]
    distinct = {quest.id: quest for quest in reversed(quests)}
    return _Run(tuple(results), Report(tuple(reversed(distinct.values())), tuple(findings)))


def _verdict(publication: Publication, summary: QuestSummary) -> Verdict:
    verdict, board, sources = publication.verdict, publication.quest.board, publication.sources
    assert verdict is not None
    return Verdict(
        quest=summary,
        kind=verdict.kind.value,
        line=tuple(_step(step, board, sources) for step in verdict.line),
        stranded=tuple(_step(step, board, sources) for step in verdict.stranded),
        causes=tuple(_cause(cause, sources) for cause in verdict.causes),
        rounds=verdict.rounds,
        required=verdict.required,
        optional=verdict.optional,
        undecided=verdict.undecided,
        assumptions=verdict.assumptions,
    )


def _step(step: ProvenStep, board: Board, sources: Mapping[str, Source]) -> Step:
    squares = map(board.name, step.path) if step.path else _names(step.cells, board)
    return Step(
        text=step.text,
        kind=step.kind,
        target=step.target,
        who=step.who,
        to=step.to,
        squares=tuple(squares),
        earliest=step.earliest,
        chance=step.chance,
        place=_place(step.origin, "", sources),
    )


def _names(cells: Cells, board: Board) -> Iterable[str]:
    from questwright.compiler.grid.cells import each_cell

    return map(board.name, each_cell(cells))


def _cause(cause: ProvenCause, sources: Mapping[str, Source]) -> Cause:
    return Cause(cause.text, cause.chain, _place(cause.origin, "", sources))


def _finding(finding: Diagnostic, sources: Mapping[str, Source]) -> Finding:
    return Finding(
        code=finding.code.id,
        name=finding.code.name,
        severity=finding.severity.value,
        message=finding.message,
        place=_labelled(finding.label, sources),
        related=tuple(_labelled(label, sources) for label in finding.related),
        reason=finding.reason,
        help=finding.help,
    )


def _labelled(label: Label, sources: Mapping[str, Source]) -> Place:
    return _place(label.span, label.text, sources)


def _place(span: Span, text: str, sources: Mapping[str, Source]) -> Place:
    source = sources.get(span.path)
    if source is None:
        return Place(span.path, 1, 1, 1, 1, text)
    first, last = source.position(span.start), source.position(span.end)
    return Place(span.path, first.line, first.column, last.line, last.column, text)
