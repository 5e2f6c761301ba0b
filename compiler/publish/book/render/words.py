"""Have the renderer shape words and letters once that it meets again and again.

How wide a word is follows from its letters and its style; columns of tables ask for each of their
words, in all volumes of a book. A text in a drawing is drawn letter by letter, and each letter was
shaped anew wherever it stands.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Callable

_SHAPED: Final = (
    "direction",
    "font_feature_settings",
    "font_kerning",
    "font_language_override",
    "font_size",
    "font_stretch",
    "font_style",
    "font_variant_alternates",
    "font_variant_caps",
    "font_variant_east_asian",
    "font_variant_ligatures",
    "font_variant_numeric",
    "font_variant_position",
    "font_variation_settings",
    "font_weight",
    "hyphenate_character",
    "hyphenate_limit_chars",
    "hyphenate_limit_zone",
    "hyphens",
    "lang",
    "letter_spacing",
    "overflow_wrap",
    "tab_size",
    "white_space",
    "word_break",
    "word_spacing",
)
"""Properties that a line depends on, besides the families that its face is looked for in."""
_MOST_WIDTHS: Final = 20_000
_MOST_LETTERS: Final = 2_000

Line = tuple[Any, int, int | None, float, float, float]
"""A shaped line, its bytes, the byte that the next one begins with, its width, height, baseline."""


def shape_once() -> None:
    """Put functions that keep what they shape in the place of the renderer's."""
    lines: Any = importlib.import_module("weasyprint.text.line_break")
    columns: Any = importlib.import_module("weasyprint.layout.preferred")
    texts: Any = importlib.import_module("weasyprint.svg.text")
    number_of = _numbered()
    columns.split_first_line = _kept_widths(columns.split_first_line, number_of)
    # Texts of drawings ask for it by name, each time.
    lines.split_first_line = _kept_letters(texts.Style, lines.split_first_line, number_of)


def _numbered() -> Callable[[Any], int]:
    """A number for all of a style that a line depends on; alike styles have the same one."""
    numbers: dict[tuple[object, ...], int] = {}

    def number_of(style: Any) -> int:  # noqa: ANN401 - the renderer's own, without types
        said = (style.font_config, *style["font_family"], *map(style.__getitem__, _SHAPED))
        return numbers.setdefault(said, len(numbers))

    return number_of


def _kept_widths(
    split: Callable[..., Line], number_of: Callable[[Any], int]
) -> Callable[..., Line]:
    """How much of a text fits into a line, for one who asks for widths and draws nothing."""
    kept: dict[tuple[object, ...], Line] = {}

    def measured(
        text: str,
        style: Any,  # noqa: ANN401 - as above
        context: object,
        width: float | None,
        spacing: float,
        **named: bool,
    ) -> Line:
        asked = (text, width, spacing, *named.items(), number_of(style))
        if (known := kept.get(asked)) is not None:
            return known
        line = split(text, style, context, width, spacing, **named)
        if len(kept) < _MOST_WIDTHS:
            kept[asked] = None, *line[1:]
        return line

    return measured


def _kept_letters(
    drawn: type, split: Callable[..., Line], number_of: Callable[[Any], int]
) -> Callable[..., Line]:
    """A text of a drawing as it is shaped; it stays ready to be drawn again."""
    kept: dict[tuple[str, int], Line] = {}

    def shaped(text: str, style: Any, *given: Any, **named: bool) -> Line:  # noqa: ANN401 - as above
        if type(style) is not drawn:
            return split(text, style, *given, **named)
        asked = text, number_of(style)
        if (known := kept.get(asked)) is not None:
            return known
        line = split(text, style, *given, **named)
        if len(kept) < _MOST_LETTERS:
            line[0].reactivate(style)
            line[0].reactivate = _leave
            kept[asked] = line
        return line

    return shaped


def _leave(_style: object) -> None:
    """Leave a letter as it is: it is ready to be drawn."""
