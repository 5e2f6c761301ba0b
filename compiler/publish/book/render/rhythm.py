"""Have the renderer set the lines of a book on one grid, so that they lie level on facing pages.

The renderer knows no baseline grid. A style sheet says `--grid: 0pt` of what begins on a line of a
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

    def lay_out_on_grid(context: Any, box: Any, *given: Any) -> object:  # noqa: ANN401 - theirs
        below = _below_its_top(box)
        _, skip_stack, _, page_is_empty, *others = given
        # What goes on from another page has its heading there: only its lines are on the grid.
        if below is not None and not (below and skip_stack):
            is_cut = bool(page_is_empty) and _is_cut(context, box)
            adjoining = (
                others[2] if len(others) > 2 else None
            )  # margins that fall together with its
            margins = [*(adjoining or ()), 0.0 if is_cut else box.margin_top]
            top = context.current_footnote_area.page.content_box_y()
            box.position_y += beyond(box.position_y + collapsed(margins) + below - top)
        return lay_out(context, box, *given)

    return lay_out_on_grid


def _below_its_top(box: Any) -> float | None:  # noqa: ANN401 - the renderer's own, without types
    """How many pixels below the top of a box the grid has a line; None where it does not matter."""
    # Of the box itself: what a style sheet says of a property like this one is inherited.
    said = getattr(box.style, "cascaded", {}).get(_PROPERTY)
    for token in said[0] if said else ():
        if token.type == "dimension":
            return float(token.value) * _PIXELS
    return None


def _is_cut(context: Any, box: Any) -> bool:  # noqa: ANN401 - the renderer's own, without types
    """Whether the renderer cuts the margin off that is above a box at the top of a page."""
    broken = box.style["margin_break"]
    is_broken = broken == "discard" or (broken == "auto" and not context.forced_break)
    return context.current_page > 1 and is_broken
