"""Expected findings, written into the quests that earn them.

``# error[QW201]`` at the end of a line says that a finding's label begins on that line;
alone on a line it speaks of the next one. In a drawing, where no remark can stand,
``# error[QW011]+3`` above it speaks of the third line below. A column and a piece of the
message or the label may follow: ``# error[QW101]:14 "no area called"``.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from questwright.compiler.pipeline import Result
    from questwright.dsl.diagnostics import Diagnostic

_REMARK = re.compile(r"#\s*((?:error|warning|note)\[QW\d{3}\].*)$")
_EXPECTED = re.compile(r'(error|warning|note)\[(QW\d{3})\](?:\+(\d+))?(?::(\d+))?(?: "([^"]*)")?')


class Expectation(NamedTuple):
    """A finding that a quest is to earn."""

    line: int
    severity: str
    code: str
    column: int | None
    words: str

    def __str__(self):
        column = f":{self.column}" if self.column else ""
        words = f' "{self.words}"' if self.words else ""
        return f"line {self.line}: {self.severity}[{self.code}]{column}{words}"


def read_expectations(text: str) -> list[Expectation]:
    """What the remarks of a quest say will be found."""
    found = []
    for number, line in enumerate(text.split("\n"), 1):
        remark = _REMARK.search(line)
        if remark is None:
            continue
        is_alone = not line[: remark.start()].strip()
        for severity, code, below, column, words in _EXPECTED.findall(remark[1]):
            at = number + (int(below) if below else int(is_alone))
            found.append(Expectation(at, severity, code, int(column) if column else None, words))
    return found


def compare(result: Result, expected: list[Expectation]) -> tuple[list[str], list[str]]:
    """Expectations that nothing meets, and findings that nobody expects."""
    missing = list(expected)
    surplus = []
    for finding in result.findings:
        span = finding.label.span
        at = result.sources[span.path].position(span.start)
        for one in missing:
            if _meets(finding, at, one) and span.path == result.path:
                missing.remove(one)
                break
        else:
            words = f'"{finding.message}" "{finding.label.text}"'
            where = f"line {at.line}: {finding.severity}[{finding.code.id}]:{at.column}"
            surplus.append(f"{where} {words}")
    return [str(one) for one in missing], surplus


def _meets(finding: Diagnostic, at: tuple[int, int], one: Expectation) -> bool:
    return (
        (finding.severity, finding.code.id) == (one.severity, one.code)
        and at[0] == one.line
        and one.column in (None, at[1])
        and one.words in f"{finding.message} {finding.label.text} {finding.help or ''}"
    )
