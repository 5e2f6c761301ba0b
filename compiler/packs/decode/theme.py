"""What the books of a game look like."""

from __future__ import annotations

from questwright.compiler.packs.system.theme import Theme, Typeface

TYPE_CHECKING = False
if TYPE_CHECKING:
    from questwright.compiler.packs.decode.fields import Fields

_PARTS = (
    *("accent", "deep", "line", "tint"),
    *("headings", "boxes", "cover"),
    *("flourish", "emblem", "corner"),
)


def theme(fields: Fields, file: Fields) -> Theme:
    """Decode a look, with the file of its typeface; what is left out is the neutral look's."""
    neutral = Theme()
    given = {part: fields.text(part, getattr(neutral, part)) for part in _PARTS}
    face = fields.optional("typeface", lambda face: _typeface(face, file))
    return Theme(**given, typeface=face)


def _typeface(fields: Fields, file: Fields) -> Typeface:
    return Typeface(fields.text("title"), fields.text("licence"), file.text("content"))
