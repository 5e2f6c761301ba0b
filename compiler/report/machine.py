"""Renders findings as one JSON document, in a stable order."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from questwright.dsl.diagnostics import Diagnostic, Label
    from questwright.dsl.source import Source


def render_json(
    findings: Iterable[Diagnostic],
    sources: Mapping[str, Source],
    places: Mapping[Label, Mapping[str, object]] | None = None,
) -> str:
    """All findings as a JSON array of objects; lines and columns count from 1.

    What is no text has no lines: `places` says more of its labels, such as the page.
    """
    places = places or {}
    return (
        json.dumps(
            [_finding_part(finding, sources, places) for finding in findings],
            ensure_ascii=False,
            indent=1,
            sort_keys=True,
        )
        + "\n"
    )


def _finding_part(
    finding: Diagnostic,
    sources: Mapping[str, Source],
    places: Mapping[Label, Mapping[str, object]],
) -> dict[str, object]:
    return {
        "code": finding.code.id,
        "name": finding.code.name,
        "severity": str(finding.severity),
        "message": finding.message,
        "place": _place(finding.label, sources, places),
        "related": [_place(label, sources, places) for label in finding.related],
        "reason": finding.reason,
        "help": finding.help,
    }


def _place(
    label: Label,
    sources: Mapping[str, Source],
    places: Mapping[Label, Mapping[str, object]],
) -> dict[str, object]:
    path, start, end = label.span
    source = sources.get(path)
    place: dict[str, object] = {"path": path, "text": label.text, **places.get(label, {})}
    if source is not None:
        first, last = source.position(start), source.position(end)
        place |= {
            "line": first.line,
            "column": first.column,
            "end_line": last.line,
            "end_column": last.column,
        }
    return place
