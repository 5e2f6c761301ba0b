"""The codes QW0xx: the kinds of finding about the text itself."""

from __future__ import annotations

from questwright.dsl.diagnostics import Code, Severity

ERROR = Severity.ERROR
WARNING = Severity.WARNING

NOT_UTF8 = Code("QW001", "not-utf8", ERROR)
FILE_TOO_LARGE = Code("QW002", "file-too-large", ERROR)
FORBIDDEN_CHARACTER = Code("QW003", "forbidden-character", ERROR)
UNCLOSED_TEXT = Code("QW004", "unclosed-text", ERROR)
UNCLOSED_BLOCK = Code("QW005", "unclosed-block", ERROR)
STRAY_BRACE = Code("QW006", "stray-brace", ERROR)
NESTING_TOO_DEEP = Code("QW007", "nesting-too-deep", ERROR)
EMPTY_FILE = Code("QW008", "empty-file", ERROR)
TOO_LONG = Code("QW009", "too-long", ERROR)
UNEXPECTED = Code("QW010", "unexpected", ERROR)
TORN_DRAWING = Code("QW011", "torn-drawing", ERROR)
LETTER_WITHOUT_LEGEND = Code("QW012", "letter-without-legend", ERROR)
LEGEND_WITHOUT_LETTER = Code("QW013", "legend-without-letter", ERROR)
LETTER_TWICE = Code("QW014", "letter-twice", ERROR)
BAD_MARKUP = Code("QW015", "bad-markup", WARNING)

CODES: tuple[Code, ...] = (
    NOT_UTF8,
    FILE_TOO_LARGE,
    FORBIDDEN_CHARACTER,
    UNCLOSED_TEXT,
    UNCLOSED_BLOCK,
    STRAY_BRACE,
    NESTING_TOO_DEEP,
    EMPTY_FILE,
    TOO_LONG,
    UNEXPECTED,
    TORN_DRAWING,
    LETTER_WITHOUT_LEGEND,
    LEGEND_WITHOUT_LETTER,
    LETTER_TWICE,
    BAD_MARKUP,
)
