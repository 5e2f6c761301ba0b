"""Have the renderer set the lines of a book on one grid, so that they lie level on facing pages.

The renderer knows no baseline grid. A style sheet says `--grid: 0pt` of what begins on a line of the
grid, and of a heading or a box how far below its top the line is on which its text begins, or what
follows it: `--grid: 24pt`. Each begins as little lower as it takes. The lines lie `LINE` apart, and
the first is where the text of the page begins.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Callable

LINE: Final = 14.4
"""Points from a line to the next: `line-height` of the text in `book.css`."""

_PIXELS: Final = 4 / 3
"""Of the renderer, to a point."""
_LINE: Final = LINE * _PIXELS
_LEAST: Final = 0.01
"""What is no distance from a line, in pixels."""
_PROPERTY: Final = "__grid"
"""How the renderer keeps what a style sheet says of `--grid`."""


def keep_rhythm() -> None:
    """Put a layout of blocks that heeds the grid in the place of the renderer's own."""
    blocks: Any = importlib.import_module("weasyprint.layout.block")
    blocks.block_level_layout = _on_grid(blocks.block_level_layout, blocks.collapse_margin)


def beyond(height: float) -> float:
    """How far below a height, in pixels, the next line of the grid lies."""
    shift = -height % _LINE
    return 0.0 if _LINE - shift < _LEAST else shift


def _on_grid(
    lay_out: Callable[..., object], collapsed: Callable[[list[float]], float]
) -> Callable[..., object]:
    """Lay out a block; one that stands on the grid begins where a line of it asks for."""

    def lay_out_on_grid(
        context: Any,  # noqa: ANN401 - the renderer's own, without types
        box: Any,  # noqa: ANN401 - the renderer's own, without types
        bottom_space: float,
        skip_stack: object,
        containing_block: object,
        page_is_empty: bool,
        absolute_boxes: object = None,
        fixed_boxes: object = None,
        adjoining_margins: list[float] | None = None,
        *more: object,
    ) -> object:
        below = _below_its_top(box)
        # What goes on from another page has its heading there: only its lines are on the grid.
        if below is not None and not (below and skip_stack):
            margins = [*(adjoining_margins or ()), _margin_above(context, box, page_is_empty)]
            top = context.current_footnote_area.page.content_box_y()
            box.position_y += beyond(box.position_y + collapsed(margins) + below - top)
        return lay_out(
            context,
            box,
            bottom_space,
            skip_stack,
            containing_block,
            page_is_empty,
            absolute_boxes,
            fixed_boxes,
            adjoining_margins,
            *more,
        )

    return lay_out_on_grid


def _below_its_top(box: Any) -> float | None:  # noqa: ANN401 - the renderer's own, without types
    """How many pixels below the top of a box the grid has a line; None where it does not matter."""
    # Of the box itself: what a style sheet says of a property like this one is inherited.
    said = getattr(box.style, "cascaded", {}).get(_PROPERTY)
    for token in said[0] if said else ():
        if token.type == "dimension":
            return float(token.value) * _PIXELS
    return None


def _margin_above(context: Any, box: Any, page_is_empty: bool) -> float:  # noqa: ANN401
    """The margin above a box: none at the top of a page, as far as the renderer cuts it off."""
    margin = box.margin_top
    if not isinstance(margin, int | float):
        return 0.0
    broken = box.style["margin_break"]
    is_cut = broken == "discard" or (broken == "auto" and not context.forced_break)
    return 0.0 if is_cut and page_is_empty and context.current_page > 1 else float(margin)
