"""What runs out as rounds go by."""

from __future__ import annotations

from questwright.compiler.packs.system.clocks import ClockKind, RunsOut

TYPE_CHECKING = False
if TYPE_CHECKING:
    from questwright.compiler.packs.decode.fields import Fields


def clock(fields: Fields) -> ClockKind:
    """Decode a clock."""
    words = fields.text_by_word("words")
    return ClockKind(
        word=fields.word,
        title=fields.text("title"),
        at_first=fields.amount("at_first"),
        each_round=fields.number("each_round", 1),
        words={word: RunsOut(asked) for word, asked in words.items()},
        rules=fields.words("rules"),
    )
