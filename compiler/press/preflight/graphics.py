"""What stands while content is followed: where, in which colours, in which font."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from questwright.compiler.press.preflight.colours import BLACK, Colouring, Space

if TYPE_CHECKING:
    from questwright.compiler.press.preflight.fonts import Font
    from questwright.compiler.press.preflight.matrix import Extent, Matrix


@dataclass(slots=True)
class GraphicsState:
    """What `q` keeps and `Q` brings back."""

    matrix: Matrix
    clip: Extent
    fill: Colouring = BLACK
    stroke: Colouring = BLACK
    fill_space: Space = BLACK.space
    stroke_space: Space = BLACK.space
    line: float = 1.0
    font: Font | None = None
    size: float = 0.0
    spacing: float = 0.0
    word_spacing: float = 0.0
    stretch: float = 1.0
    leading: float = 0.0
    rise: float = 0.0
    mode: int = 0
