"""The limits of a text. ``questwright systems --limits`` and the manual publish them."""

from __future__ import annotations

from typing import Final

FILE_BYTES: Final = 262_144
"""Bytes of one quest file."""
NESTING: Final = 32
"""Blocks and parentheses inside each other."""
LINE_CHARACTERS: Final = 2_000
"""Characters of one line."""
PROSE_CHARACTERS: Final = 20_000
"""Characters of one triple-quoted text."""
DRAWING_SIDE: Final = 120
"""Cells of a drawing, in either direction."""
FINDINGS: Final = 50
"""Findings about the text itself, after which reading stops."""
QUEST_FINDINGS: Final = 200
"""Findings about one quest, after which no more are reported."""
COMBINING_MARKS: Final = 8
"""Combining marks on one letter."""
