"""`questwright diff`: prints the changes between two editions of some quests."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from textwrap import wrap

from questwright.compiler import codes
from questwright.compiler.cli.check import Reporter, wants_colour
from questwright.compiler.model.publication import Publication
from questwright.compiler.packs.read.tree import Json
from questwright.compiler.packs.system.system import System
from questwright.compiler.pipeline import Compiled, Result
from questwright.compiler.project import STDIN, find_quests
from questwright.compiler.publish.diff.campaigns import (
    CampaignEdition,
    compare_campaigns,
    compiled_edition,
    written_edition,
)
from questwright.compiler.publish.diff.changes import (
    HEADINGS,
    Change,
    Edit,
    QuestDiff,
    by_subject,
    diff_document,
    summary,
)
from questwright.compiler.publish.diff.compare import compare_all
from questwright.compiler.publish.diff.markdown import markdown
from questwright.compiler.publish.document.campaign_json import SCHEMA_ID as CAMPAIGN_SCHEMA
from questwright.compiler.publish.document.quest_json import dump
from questwright.compiler.publish.document.read.edition import Edition, edition_of
from questwright.compiler.publish.document.read.load import BYTES, read_campaign, read_edition
from questwright.compiler.publish.document.read.part import DocumentError
from questwright.compiler.report.terminal import COLOURED, PLAIN, Paint, safe
from questwright.compiler.runs import (
    campaigns,
    new_compiler,
    own_findings,
    publications,
    same_ids,
    unproven,
)
from questwright.dsl.diagnostics import Code, Diagnostic, Label, Severity
from questwright.dsl.records import NamedTuple
from questwright.dsl.source import Span

_JSON = ".json"
_DOCUMENTS = ("quest.json", "campaign.json")
_WIDTH = 92
"""The most characters of a line."""


class Editions(NamedTuple):
    """All quests and campaigns of one state, by their ids."""

    quests: dict[str, Edition | None]
    """None for a quest that could not be compiled."""
    campaigns: dict[str, CampaignEdition]
    """Those of which not even the names could be resolved are left out."""


def diff_quests(old: str, new: str, form: str, *, uses_cache: bool) -> int:
    """Print the changes; returns exit code 0 if there are none and all could be read."""
    if old == new == STDIN:
        sys.stderr.write("standard input cannot be both editions\n  = help: name a file\n")
        return 2
    reader = _EditionReader(uses_cache=uses_cache)
    before, after = reader.editions(old), reader.editions(new)
    if before is None or after is None:
        # With one edition missing, every quest of the other would be listed as new.
        return 1
    # The document of a campaign alone has its quests by name only.
    is_alone = any(own.campaigns and not own.quests for own in (before, after))
    diffs = () if is_alone else compare_all(before.quests, after.quests)
    bound = compare_campaigns(before.campaigns, after.campaigns)
    if form == "json":
        sys.stdout.write(dump(diff_document(diffs, bound)).decode())
    elif form == "markdown":
        sys.stdout.write(markdown(diffs, bound))
    else:
        sys.stdout.write(_text((*diffs, *bound), COLOURED if wants_colour() else PLAIN))
    return 1 if diffs or bound or reader.has_failed else 0


# -- reading ----------------------------------------------------------------------------


class _EditionReader:
    """Reads both editions with one compiler; findings go to standard error."""

    def __init__(self, *, uses_cache: bool) -> None:
        self.has_failed = False
        self._compiler = new_compiler(uses_cache=uses_cache)
        self._reporter = Reporter("text", sys.stderr)

    def editions(self, path: str) -> Editions | None:
        """The quests of a file, of a folder of quests, or of a folder of compiled quests.

        None if a file cannot be read. An empty folder is an edition without quests.
        """
        if path != STDIN and os.path.isdir(path):  # noqa: PTH112 - as find_quests
            files, complaints = find_quests([path])
            if complaints:
                return self._documents(sorted(_built(Path(path))))
            return self._compiled(files)
        if path.endswith(_JSON):
            if self._is_campaign(path):
                found = self._campaign(path)
                return (
                    None
                    if found is None
                    else Editions({}, {str(found["id"]): written_edition(found)})
                )
            edition = self._document(path)
            return None if edition is None else Editions({edition.quest.id: edition}, {})
        return self._compiled([path])

    def _compiled(self, paths: list[str]) -> Editions | None:
        found: dict[str, Edition | None] = {}
        bound: dict[str, CampaignEdition] = {}
        ids: dict[str, str] = {}
        for path in paths:
            result = self._compiler.compile(path)
            self._report_broken(result, frozenset(paths))
            self._report(same_ids(result, ids), result)
            if any(finding.code is codes.UNREADABLE for finding in result.findings):
                return None
            for quest in result.quests:
                found.setdefault(quest.id, _edition(quest, result))
            if not result.quests and not result.campaigns and result.findings:
                # No quest was recognized; it is usually called like its file.
                found.setdefault(Path(path).stem, None)
            for campaign in campaigns([result], _ready(result)):
                bound.setdefault(campaign.campaign.id, compiled_edition(campaign))
        return Editions(found, bound)

    def _documents(self, paths: list[str]) -> Editions:
        found: dict[str, Edition | None] = {}
        bound: dict[str, CampaignEdition] = {}
        for path in paths:
            if self._is_campaign(path):
                campaign = self._campaign(path)
                if campaign is not None:
                    bound[str(campaign["id"])] = written_edition(campaign)
                continue
            edition = self._document(path)
            # A build writes each quest to a folder with the name of its id.
            id_ = edition.quest.id if edition is not None else Path(path).parent.name
            if id_ in found:
                message = f"two documents are of the quest `{id_}`"
                self._report([_finding(codes.SAME_ID, path, message)])
            found.setdefault(id_, edition)
        return Editions(found, bound)

    def _is_campaign(self, path: str) -> bool:
        """Whether a document says that it is one of a campaign."""
        try:
            return CAMPAIGN_SCHEMA.encode() in _bytes(path)
        except OSError:
            return False

    def _campaign(self, path: str) -> dict[str, Json] | None:
        """The document in a `campaign.json`; None, with a finding, if it cannot be read."""
        try:
            return read_campaign(_bytes(path))
        except DocumentError as error:
            message = f"this is no compiled campaign: {error}"
            self._report([_finding(codes.UNFIT_DOCUMENT, path, message)])
        return None

    def _document(self, path: str) -> Edition | None:
        """The edition in a `quest.json`; None, with a finding, if it cannot be read."""
        try:
            return read_edition(_bytes(path), self._system)
        except OSError as error:
            why = error.strerror or "it cannot be read"
            self._report([_finding(codes.UNREADABLE, path, f"{why[:1].lower()}{why[1:]}")])
        except DocumentError as error:
            message = f"this is no compiled quest: {error}"
            self._report([_finding(codes.UNFIT_DOCUMENT, path, message)])
        return None

    def _system(self, id_: str) -> System | None:
        if id_ not in self._compiler.systems:
            return None
        system, findings = self._compiler.system(id_)
        self._report(findings)
        return system

    def _report_broken(self, result: Result, checked: frozenset[str]) -> None:
        """Print the errors of a file if they keep one of its quests from being proven."""
        if result.quests and all(quest.proof is not None for quest in result.quests):
            return
        findings = own_findings(result, checked)
        self._report(
            [finding for finding in findings if finding.severity is Severity.ERROR], result
        )

    def _report(
        self, findings: list[Diagnostic] | tuple[Diagnostic, ...], result: Result | None = None
    ) -> None:
        self.has_failed = self.has_failed or bool(findings)
        self._reporter.findings(findings, result.sources if result is not None else {})


def _edition(compiled: Compiled, result: Result) -> Edition | None:
    if compiled.quest is None or compiled.system is None:
        return None
    verdict = compiled.proof.verdict() if compiled.proof is not None else None
    sources, findings = result.sources, compiled.findings
    degrees = compiled.degrees.told if compiled.degrees is not None else ()
    return edition_of(
        Publication(compiled.quest, compiled.system, verdict, sources, findings, degrees)
    )


def _ready(result: Result) -> list[Publication]:
    """The quests of a file that has campaigns; those that were not proven, too."""
    if not result.campaigns:
        return []
    proven = publications([result])
    known = {publication.quest.id for publication in proven}
    return [*proven, *(own for own in unproven([result]) if own.quest.id not in known)]


def _built(folder: Path) -> Iterator[str]:
    """The paths of the compiled quests and campaigns below a folder."""
    for at, folders, files in os.walk(folder, followlinks=False):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in _DOCUMENTS:
            if name in files and not (Path(at) / name).is_symlink():
                yield str(Path(at) / name)


def _bytes(path: str) -> bytes:
    """The bytes of a regular file; raises OSError for a pipe or a device, which might not end."""
    if os.path.exists(path) and not os.path.isfile(path):  # noqa: PTH110, PTH113 - names of any length
        raise OSError(0, "Not a regular file")
    with Path(path).open("rb") as stream:
        return stream.read(BYTES + 1)


def _finding(code: Code, path: str, message: str) -> Diagnostic:
    return Diagnostic(code, message, Label(Span(path, 0, 0), "cannot be compared"))


# -- printing ---------------------------------------------------------------------------


def _text(diffs: tuple[QuestDiff, ...], paint: Paint) -> str:
    if not diffs:
        return "nothing has changed\n"
    return "\n".join("".join(f"{line}\n" for line in _quest_lines(diff, paint)) for diff in diffs)


def _quest_lines(diff: QuestDiff, paint: Paint) -> Iterator[str]:
    """One quest, from its verdict to its maps."""
    yield f"{paint.strong}{safe(diff.title)} ({safe(diff.id)}){paint.off}: {_verdicts(diff)}"
    if diff.is_whole:
        return
    yield from wrap(summary(diff.changes), _WIDTH, break_on_hyphens=False)
    for subject, changes in by_subject(diff.changes).items():
        yield ""
        yield f"  {paint.strong}{HEADINGS[subject]}{paint.off}"
        for change in changes:
            yield from _change(change, paint)
    if diff.map:
        yield ""
    for line in diff.map:
        text = f"  {safe(line.text)}".rstrip()
        yield f"{paint.warning}{text}{paint.off}" if line.is_changed else text


def _verdicts(diff: QuestDiff) -> str:
    before, after = diff.told
    if diff.is_whole:
        return f"new, and {after}" if after else f"gone; it was {before}"
    return f"{before} → {after}" if before != after else f"still {after}"


def _change(change: Change, paint: Paint) -> Iterator[str]:
    mark, colour = "~", paint.warning
    if change.sort is Edit.ADDED:
        mark, colour = "+", paint.note
    elif change.sort is Edit.REMOVED:
        mark, colour = "-", paint.error
    words = wrap(safe(change.text), _WIDTH, break_long_words=False, break_on_hyphens=False)
    for number, line in enumerate(words):
        yield f"    {colour}{mark}{paint.off} {line}" if not number else f"      {line}"
