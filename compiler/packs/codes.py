"""QW5xx: what can be wrong with a rules pack."""

from __future__ import annotations

from questwright.dsl.diagnostics import Code, Severity

ERROR = Severity.ERROR

UNREADABLE_PACK = Code("QW501", "unreadable-pack-file", ERROR)
BAD_PACK_YAML = Code("QW502", "bad-pack-yaml", ERROR)
PACK_KEY_TWICE = Code("QW503", "pack-key-twice", ERROR)
PACK_WORD_TWICE = Code("QW504", "pack-word-twice", ERROR)
PACK_FORM = Code("QW505", "pack-form", ERROR)
UNSOURCED_VALUE = Code("QW506", "pack-value-without-source", ERROR)
MISSING_FIGURE_VALUE = Code("QW507", "missing-figure-value", ERROR)
INCOMPLETE_TABLE = Code("QW508", "incomplete-table", ERROR)
UNKNOWN_PACK_WORD = Code("QW509", "unknown-pack-word", ERROR)
PACK_PARTY = Code("QW510", "pack-without-party", ERROR)
UNPAYABLE_COST = Code("QW511", "unpayable-pack-cost", ERROR)
BAD_PACK_ID = Code("QW512", "unusable-pack-id", ERROR)
ILLEGIBLE_THEME = Code("QW513", "illegible-theme", ERROR)
UNUSABLE_TYPEFACE = Code("QW514", "unusable-typeface", ERROR)

CODES: tuple[Code, ...] = (
    UNREADABLE_PACK,
    BAD_PACK_YAML,
    PACK_KEY_TWICE,
    PACK_WORD_TWICE,
    PACK_FORM,
    UNSOURCED_VALUE,
    MISSING_FIGURE_VALUE,
    INCOMPLETE_TABLE,
    UNKNOWN_PACK_WORD,
    PACK_PARTY,
    UNPAYABLE_COST,
    BAD_PACK_ID,
    ILLEGIBLE_THEME,
    UNUSABLE_TYPEFACE,
)
