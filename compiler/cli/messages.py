"""`questwright messages`: the texts of a quest as a catalog to translate."""

from __future__ import annotations

import sys
from pathlib import Path, PurePath
from typing import TYPE_CHECKING

from questwright.compiler.cli.check import Reporter
from questwright.compiler.project import STDIN, SUFFIX, Disk
from questwright.compiler.report.terminal import safe
from questwright.compiler.translation.catalog import is_language, read_catalog
from questwright.compiler.translation.messages import Message, catalog
from questwright.compiler.translation.texts import texts_of
from questwright.dsl.parser import QuestParser

if TYPE_CHECKING:
    from collections.abc import Iterator

    from questwright.dsl.source import Source
    from questwright.dsl.syntax import File


def write_messages(path: str, out: Path | None, *, updates: bool) -> int:
    """Write the catalog of a quest file; returns the exit code."""
    reporter = Reporter("text")
    if updates and (out is None or not out.is_file()):
        sys.stderr.write("error: `--update` needs a catalog that exists: `--out FILE.po`\n")
        return 2
    if out is not None and out.is_file() and not updates:
        sys.stderr.write(
            f"error: there is a catalog already: {safe(str(out))}\n"
            "  = help: `--update` keeps what is translated in it\n"
        )
        return 2
    read = Disk().read(path)
    parsed = QuestParser().parse(read.source) if not read.findings else None
    findings = [*read.findings, *(parsed.findings if parsed is not None else ())]
    sources = {read.source.path: read.source}
    old = None
    if updates and out is not None:
        before = read_catalog(out)
        findings += before.findings
        sources[before.source.path] = before.source
        old = before.source.text
    if findings:
        reporter.findings(findings, sources)
    if parsed is None or any(finding.severity == "error" for finding in findings):
        reporter.finish(1)
        return 1
    title = "quest" if path == STDIN else PurePath(path).name.removesuffix(SUFFIX)
    text = catalog(_messages(read.source, parsed.file), title, _language(out), old)
    if out is None:
        sys.stdout.write(text)
        return 0
    try:
        out.write_bytes(text.encode())
    except OSError as error:
        sys.stderr.write(
            f"error[QW603]: the catalog cannot be written\n  = {safe(str(error.strerror))}\n"
            "  = help: name another file with `--out`\n"
        )
        return 1
    return 0


def _messages(source: Source, file: File) -> Iterator[Message]:
    name = PurePath(source.path).name
    for found in texts_of(file):
        line = source.position(found.text.span.start).line
        yield Message(found.message, found.role, found.place, name, line)


def _language(out: Path | None) -> str:
    """The language of a catalog, by its name: `tower.de.po`; empty for a template."""
    tag = "" if out is None else PurePath(out.name).with_suffix("").suffix.removeprefix(".")
    return tag if is_language(tag) else ""
