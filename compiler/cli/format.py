"""`questwright fmt`: rewrites quests in their canonical format."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

from questwright.compiler import codes
from questwright.compiler.cli.check import Reporter
from questwright.compiler.project import STDIN, Disk, find_quests
from questwright.compiler.report.terminal import safe
from questwright.compiler.signals import signals_held
from questwright.dsl.diagnostics import Diagnostic, Label
from questwright.dsl.formatter import format_source, same_meaning
from questwright.dsl.parser import QuestParser
from questwright.dsl.source import Source, Span


def format_quests(paths: list[str], *, only_check: bool) -> int:
    """Rewrite quests in their canonical format, or only list those that are not in it."""
    found, complaints = find_quests(paths)
    reporter = Reporter("text")
    reporter.findings(complaints, {})
    failed = bool(complaints)
    changed = 0
    parser = QuestParser()
    disk = Disk()
    for path in found:
        read = disk.read(path)
        if read.findings:
            reporter.findings(read.findings, {read.source.path: read.source})
            failed = True
            continue
        parsed = parser.parse(read.source)
        errors = [finding for finding in parsed.findings if finding.severity == "error"]
        if errors:
            reporter.findings(parsed.findings, {read.source.path: read.source})
            failed = True
            continue
        text = format_source(read.source)
        after = parser.parse(Source(read.source.path, text))
        if after.findings != () or not same_meaning(parsed.file, after.file):
            raise RuntimeError(f"formatting would change the meaning of {path}")
        if path == STDIN and not only_check:
            sys.stdout.write(text)
        if _is_written(path, read.source, text):
            continue
        changed += 1
        if only_check:
            reporter.findings((_not_formatted(read.source.path, path),), {})
            failed = True
        elif path != STDIN:
            failed = not _replaced(Path(path), text) or failed
    if failed:
        reporter.finish(len(found))
    elif not changed:
        sys.stderr.write(f"{len(found)} file{'s' * (len(found) != 1)}: nothing to change\n")
    return 1 if failed else 0


def _is_written(path: str, source: Source, text: str) -> bool:
    """Whether a file has the canonical bytes already, line ends and byte-order mark included."""
    if text != source.text or path == STDIN:
        return text == source.text
    try:
        return Path(path).read_bytes() == text.encode()
    except OSError:
        return False


def _not_formatted(shown: str, path: str) -> Diagnostic:
    label = Label(Span(shown, 0, 0), "not in its canonical shape")
    return Diagnostic(
        codes.NOT_FORMATTED,
        "this file would be written differently",
        label,
        help=f"run `questwright fmt {path}`",
    )


def _replaced(path: Path, text: str) -> bool:
    """Replace the text of a file and print its path; False, with a message, if it fails."""
    try:
        with signals_held():
            _replace(path, text)
    except OSError as error:
        why = error.strerror or "it cannot be written"
        sys.stderr.write(
            f"error[QW603]: {safe(str(path))} cannot be written; it is as it was\n"
            f"  = {safe(why[:1].lower() + why[1:])}\n"
        )
        return False
    sys.stdout.write(f"{safe(str(path))}: formatted\n")
    return True


def _replace(path: Path, text: str) -> None:
    """Replace the text of a file atomically."""
    path = path.resolve()  # a link stays a link
    mode = path.stat().st_mode & 0o777
    handle, name = tempfile.mkstemp(prefix=f".{path.name}-", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(text.encode())
            file.flush()
            os.fsync(file.fileno())
        Path(name).chmod(mode)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
