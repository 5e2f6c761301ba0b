"""Renders findings for a terminal: code, place, the line itself, the reason and the help."""

from __future__ import annotations

import re

from questwright.dsl.diagnostics import Diagnostic, Label, Severity
from questwright.dsl.records import NamedTuple
from questwright.dsl.source import Position, Source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

_WIDEST = 160
"""The most characters of a source line that are shown."""
_UNSAFE = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_COMMAND = re.compile(r"(\A\s*)(:)(?=:)|()(#)(?=#\[)")
_RELATED = 24
"""The most related places that a finding shows; JSON has all of them."""


class Paint(NamedTuple):
    """The escape sequences for the colours of a terminal; empty for no colours."""

    error: str = ""
    warning: str = ""
    note: str = ""
    quiet: str = ""
    strong: str = ""
    off: str = ""

    def of(self, severity: Severity) -> str:
        """The colour of a severity."""
        if severity is Severity.ERROR:
            return self.error
        return self.warning if severity is Severity.WARNING else self.note


PLAIN = Paint()
COLOURED = Paint("\x1b[1;31m", "\x1b[1;33m", "\x1b[1;36m", "\x1b[34m", "\x1b[1m", "\x1b[0m")


def safe(text: str) -> str:
    """Text with every invisible or control character written out by its code."""
    if "::" in text or "##[" in text:
        # A build service takes a line that begins so for a command.
        text = _COMMAND.sub(_spelt, text)
    if text.isascii() and text.isprintable():
        return text
    # Loaded here: the words of most messages are ASCII.
    import unicodedata

    return "".join(
        f"\\u{{{ord(char):x}}}" if unicodedata.category(char) in _UNSAFE else char for char in text
    )


def _spelt(match: re.Match[str]) -> str:
    before, char = (group for group in match.groups() if group is not None)
    return f"{before}\\u{{{ord(char):x}}}"


def render(
    findings: Iterable[Diagnostic], sources: Mapping[str, Source], paint: Paint = PLAIN
) -> str:
    """All findings in full, with an empty line after each."""
    return "".join(f"{_render_one(finding, sources, paint)}\n" for finding in findings)


def render_brief(findings: Iterable[Diagnostic], sources: Mapping[str, Source]) -> str:
    """All findings in one line each: ``file:line:column: error[QW101] …``."""
    lines = []
    for finding in findings:
        span = finding.label.span
        position = _position(span.path, span.start, sources)
        lines.append(
            f"{safe(span.path)}:{position.line}:{position.column}: "
            f"{finding.severity}[{finding.code.id}] {safe(finding.message)}\n"
        )
    return "".join(lines)


def _position(path: str, offset: int, sources: Mapping[str, Source]) -> Position:
    source = sources.get(path)
    return source.position(offset) if source is not None else Position(1, 1)


def _render_one(finding: Diagnostic, sources: Mapping[str, Source], paint: Paint) -> str:
    colour = paint.of(finding.severity)
    span = finding.label.span
    source = sources.get(span.path)
    position = _position(span.path, span.start, sources)
    head = (
        f"{colour}{finding.severity}[{finding.code.id}]{paint.off}"
        f"{paint.strong}: {safe(finding.message)}{paint.off}\n"
    )
    shown = [(finding.label, "^", colour)]
    elsewhere: list[Label] = []
    for label in finding.related[:_RELATED]:
        if label.span.path == span.path and source is not None and source.text:
            shown.append((label, "-", paint.quiet))
        else:
            elsewhere.append(label)
    if source is None or not source.text:
        body = f"  --> {safe(span.path)}\n   = {safe(finding.label.text)}\n"
    else:
        width = max(len(str(source.position(label.span.start).line)) for label, _, _ in shown)
        gutter = " " * width
        at = f"{safe(span.path)}:{position.line}:{position.column}"
        body = f"{gutter}{paint.quiet}--> {paint.off}{at}\n"
        body += f"{gutter} {paint.quiet}|{paint.off}\n"
        body += _lines(shown, source, width, paint)
    gutter = "  "
    for label in elsewhere:
        # What is no text, such as a PDF, has no lines: the label says the place.
        line = _position(label.span.path, label.span.start, sources).line
        where = f"{safe(label.span.path)}:{line}: " if label.span.path in sources else ""
        if not where and finding.reason and label.text in finding.reason:
            continue  # it has no place to see, and the reason says it
        there = f"{where}{safe(label.text)}"
        body += f"{gutter} {paint.quiet}= see:{paint.off} {there}\n"
    more = len(finding.related) - _RELATED
    if more > 0:
        places = f"{more} more place{'s' * (more > 1)}"
        body += f"{gutter} {paint.quiet}= see:{paint.off} {places}, which `--format json` lists\n"
    if finding.reason:
        body += f"{gutter} {paint.quiet}= why:{paint.off} {safe(finding.reason)}\n"
    if finding.help:
        body += f"{gutter} {paint.quiet}= help:{paint.off} {safe(finding.help)}\n"
    return head + body


def _lines(shown: list[tuple[Label, str, str]], source: Source, width: int, paint: Paint) -> str:
    body = ""
    before = 0
    for label, mark, colour in sorted(shown, key=lambda entry: entry[0].span.start):
        position = source.position(label.span.start)
        text = source.line(position.line)
        column = position.column - 1
        length = max(1, min(label.span.end - label.span.start, len(text) - column))
        cut = max(0, column - 60) if len(text) > _WIDEST else 0
        visible = text[cut : cut + _WIDEST].replace("\t", " ")
        lead = safe(visible[: column - cut])
        marked = safe(visible[column - cut : column - cut + length]) or " "
        number = str(position.line).rjust(width)
        if before and position.line > before + 1:
            body += f"{' ' * width} {paint.quiet}:{paint.off}\n"
        if position.line != before:
            body += f"{paint.quiet}{number} |{paint.off} {safe(visible)}\n"
        before = position.line
        body += (
            f"{' ' * width} {paint.quiet}|{paint.off} {' ' * _columns(lead)}"
            f"{colour}{mark * max(1, _columns(marked))} {safe(label.text)}{paint.off}\n"
        )
    return body


def _columns(text: str) -> int:
    """How many columns of a terminal a text takes."""
    if text.isascii():
        return len(text)
    import unicodedata

    return sum(
        0 if unicodedata.combining(char) else 2 if unicodedata.east_asian_width(char) in "WF" else 1
        for char in text
    )
