"""Leave out findings that follow from others: what could not be read is not missed besides.

Takes the findings of one quest and those of its text. Returns those that name a cause.
"""

from __future__ import annotations

from questwright.compiler import codes
from questwright.dsl import codes as text_codes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Final

    from questwright.dsl.diagnostics import Diagnostic

_OF_A_TORN_BOARD: Final = frozenset(
    {
        text_codes.LETTER_WITHOUT_LEGEND,
        text_codes.LEGEND_WITHOUT_LETTER,
        codes.UNKNOWN_NAME,
        codes.OFF_THE_BOARD,
        codes.WRONG_KIND,
    }
)
"""What is not known while a drawing cannot be read, besides all about the board itself."""
_OF_A_MISREAD_WORD: Final = frozenset(
    {codes.MISSING_PART, codes.NO_FACING, codes.BAD_FOOTPRINT, codes.NO_START}
)
"""What a statement lacks while a word in it is not understood."""
_MISREAD: Final = frozenset(
    {
        text_codes.UNEXPECTED,
        codes.UNKNOWN_NAME,
        codes.UNKNOWN_WORD,
        codes.SURPLUS_PART,
        codes.UNKNOWN_VERB,
    }
)
_OF_AN_OVERLAP: Final = frozenset({codes.UNENCLOSED_ROOM, codes.SPLIT_AREA})
"""What is not known of areas that have cells in common."""
_BOARD: Final = "QW2"
"""How codes about the board and what stands on it begin."""


def without_consequences(
    findings: tuple[Diagnostic, ...], text: tuple[Diagnostic, ...]
) -> tuple[Diagnostic, ...]:
    """Return the findings of a quest without those that follow from others, or from its text."""
    every = (*text, *findings)
    is_torn = any(finding.code is text_codes.TORN_DRAWING for finding in every)
    is_unread = any(finding.code is text_codes.LETTER_WITHOUT_LEGEND for finding in every)
    is_open = any(finding.code is codes.UNENCLOSED_ROOM for finding in every)
    overlapping = [finding for finding in every if finding.code is codes.OVERLAPPING_AREAS]
    shared = {label.span for own in overlapping for label in (own.label, *own.related)}
    misread = [finding for finding in every if finding.code in _MISREAD]

    def kept() -> Iterator[Diagnostic]:
        for finding in findings:
            if is_torn and _is_of_board(finding):
                continue
            if finding.code in _OF_AN_OVERLAP and finding.label.span in shared:
                continue
            if finding.code is codes.GATE_INSIDE_AREA and (is_open or shared):
                continue
            if is_unread and _is_of_letter(finding):
                continue
            if finding.code in _OF_A_MISREAD_WORD and _has_part(finding, misread):
                continue
            yield finding

    return tuple(kept())


def _is_of_board(finding: Diagnostic) -> bool:
    """Tell whether a finding is about what a torn drawing would show."""
    if finding.code in _OF_A_TORN_BOARD:
        return True
    return finding.code.id.startswith(_BOARD) and finding.code is not codes.UNSET_SETTING


def _is_of_letter(finding: Diagnostic) -> bool:
    """Tell whether a finding misses what a letter that nobody explains may stand for."""
    if finding.code is codes.NO_START:
        return True
    return finding.code is codes.UNKNOWN_NAME and not (finding.help or "").startswith("did you")


def _has_part(finding: Diagnostic, misread: list[Diagnostic]) -> bool:
    """Tell whether a word that was not understood stands in what a finding is about."""
    path, start, end = finding.label.span
    return any(
        other is not finding
        and other.label.span.path == path
        and start <= other.label.span.start
        and other.label.span.end <= end
        and other.label.span != finding.label.span
        for other in misread
    )
