"""Renders findings for services that show them beside a change: GitHub, SARIF, JUnit.

Takes findings and the sources that they point into. Returns text in a stable order; lines and
columns count from 1, a column is one character.
"""

from __future__ import annotations

import hashlib
import json
import re
from typing import TYPE_CHECKING, Final
from urllib.parse import quote

from questwright.compiler.manual import page
from questwright.dsl.diagnostics import Severity

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from questwright.dsl.diagnostics import Code, Diagnostic, Label
    from questwright.dsl.source import Source, Span

_SARIF_SCHEMA: Final = (
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
)
_NOT_XML: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def in_one_text(finding: Diagnostic) -> str:
    """A finding in plain lines: what, at the place, why, and what to do now."""
    lines = [f"{finding.message}: {finding.label.text}"]
    if finding.reason:
        lines.append(f"why: {finding.reason}")
    if finding.help:
        lines.append(f"help: {finding.help}")
    return "\n".join(lines)


# -- GitHub -----------------------------------------------------------------------------------


def render_github(findings: Iterable[Diagnostic], sources: Mapping[str, Source]) -> str:
    """All findings as commands of a GitHub workflow, one line each."""
    return "".join(_command(finding, sources) for finding in findings)


def _command(finding: Diagnostic, sources: Mapping[str, Source]) -> str:
    words = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "notice"}
    parts = {"file": finding.label.span.path}
    parts |= {
        name: str(value)
        for name, value in zip(
            ("line", "col", "endLine", "endColumn"),
            _region(finding.label.span, sources),
            strict=False,
        )
    }
    parts["title"] = f"{finding.code.id} {finding.code.name}"
    properties = ",".join(f"{name}={_property(value)}" for name, value in parts.items())
    return f"::{words[finding.severity]} {properties}::{_data(in_one_text(finding))}\n"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")


# -- SARIF -------------------------------------------------------------------------------------


def render_sarif(
    findings: Sequence[Diagnostic], sources: Mapping[str, Source], version: str
) -> str:
    """All findings as a SARIF 2.1.0 log with one run."""
    rules = sorted({finding.code for finding in findings})
    indices = {code.id: number for number, code in enumerate(rules)}
    log = {
        "$schema": _SARIF_SCHEMA,
        "version": "2.1.0",
        "runs": [
            {
                "columnKind": "unicodeCodePoints",
                "results": [_result(finding, sources, indices) for finding in findings],
                "tool": {
                    "driver": {
                        "name": "questwright",
                        "rules": [_rule(code) for code in rules],
                        "version": version,
                    }
                },
            }
        ],
    }
    return json.dumps(log, ensure_ascii=False, indent=1, sort_keys=True) + "\n"


def _rule(code: Code) -> dict[str, object]:
    rule: dict[str, object] = {
        "id": code.id,
        "name": code.name,
        "defaultConfiguration": {"level": str(code.severity)},
    }
    manual = page(code.name)
    if manual is not None:
        rule["help"] = {"text": manual.text, "markdown": manual.text}
        rule["shortDescription"] = {"text": _summary(manual.text)}
    return rule


def _summary(text: str) -> str:
    """The first paragraph of a page of the manual, on one line."""
    paragraphs = text.split("\n\n")
    return " ".join(paragraphs[1].split()) if len(paragraphs) > 1 else text


def _result(
    finding: Diagnostic, sources: Mapping[str, Source], indices: Mapping[str, int]
) -> dict[str, object]:
    result: dict[str, object] = {
        "ruleId": finding.code.id,
        "ruleIndex": indices[finding.code.id],
        "level": str(finding.severity),
        "message": {"text": in_one_text(finding)},
        "locations": [_location(finding.label, sources)],
        "partialFingerprints": {"questwright/v1": _fingerprint(finding, sources)},
    }
    if finding.related:
        result["relatedLocations"] = [
            _location(label, sources) | {"id": number, "message": {"text": label.text}}
            for number, label in enumerate(finding.related)
        ]
    return result


def _location(label: Label, sources: Mapping[str, Source]) -> dict[str, object]:
    place: dict[str, object] = {"artifactLocation": {"uri": _uri(label.span.path)}}
    region = _region(label.span, sources)
    if region:
        names = ("startLine", "startColumn", "endLine", "endColumn")
        place["region"] = dict(zip(names, region, strict=True))
    return {"physicalLocation": place}


def _uri(path: str) -> str:
    """A path as a relative URI, or as a `file` URI where it is absolute."""
    written = quote(path.replace("\\", "/"), safe="/")
    return f"file://{written}" if written.startswith("/") else written


def _fingerprint(finding: Diagnostic, sources: Mapping[str, Source]) -> str:
    """What stays the same of a finding when lines above it come or go."""
    path, start, _ = finding.label.span
    source = sources.get(path)
    line = source.line(source.position(start).line).strip() if source is not None else ""
    said = f"{finding.code.id}\n{path}\n{line}\n{finding.message}"
    return hashlib.sha256(said.encode("utf-8", "surrogatepass")).hexdigest()[:32]


def _region(span: Span, sources: Mapping[str, Source]) -> tuple[int, ...]:
    """The first line and column and the last of a place; empty where its text is not known."""
    source = sources.get(span.path)
    if source is None:
        return ()
    first, last = source.position(span.start), source.position(span.end)
    return (first.line, first.column, last.line, last.column)


# -- JUnit ----------------------------------------------------------------------------------------


def render_junit(
    findings: Sequence[Diagnostic],
    sources: Mapping[str, Source],
    clean: Sequence[str],
    *,
    is_strict: bool,
) -> str:
    """All findings as the report of tests that JUnit writes: one test for each finding.

    Each of the ``clean`` paths is a test that passes; a warning fails only if it ``is_strict``.
    """
    failing = (Severity.ERROR, Severity.WARNING) if is_strict else (Severity.ERROR,)
    failures = sum(finding.severity in failing for finding in findings)
    tests = len(findings) + len(clean)
    counts = f'tests="{tests}" failures="{failures}" errors="0"'
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', f"<testsuites {counts}>"]
    lines.append(f'<testsuite name="questwright" {counts} skipped="0">')
    lines += (f'<testcase classname="{_xml(path)}" name="without findings"/>' for path in clean)
    for finding in findings:
        path = finding.label.span.path
        region = _region(finding.label.span, sources)
        at = f"{path}:{region[0]}:{region[1]}" if region else path
        lines.append(
            f'<testcase classname="{_xml(path)}" '
            f'name="{_xml(f"{finding.code.id} {finding.code.name} at {at}")}">'
        )
        told = _xml(f"{at}\n{in_one_text(finding)}")
        if finding.severity in failing:
            type_, said = finding.code.id, _xml(finding.message)
            lines.append(f'<failure type="{type_}" message="{said}">{told}</failure>')
        else:
            lines.append(f"<system-out>{told}</system-out>")
        lines.append("</testcase>")
    return "\n".join((*lines, "</testsuite>", "</testsuites>")) + "\n"


def _xml(text: str) -> str:
    """Text as XML takes it, in attributes too."""
    text = _NOT_XML.sub(lambda match: f"\\u{{{ord(match[0]):x}}}", text)
    for char, entity in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ('"', "&quot;")):
        text = text.replace(char, entity)
    return text
