"""The limits of a text. ``questwright systems --limits`` and the manual publish them."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
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
PACK_FINDINGS: Final = 50
"""Findings about one pack, after which no more are reported."""
COMBINING_MARKS: Final = 8
"""Combining marks on one letter."""
NAME_CHARACTERS: Final = 64
"""Characters of one name."""
INCLUDED_FILES: Final = 256
"""Files that one file includes, and those that they include."""
INCLUDE_DEPTH: Final = 16
"""Files that include each other in a chain, the first one counted."""
INCLUDED_BYTES: Final = 4_194_304
"""Bytes of all files that one file includes."""
QUESTS: Final = 256
"""Quests of one file and of what it includes."""
EVENTS: Final = 1_000
"""Events of one quest."""
RUN_FILES: Final = 10_000
"""Quest files of one run."""
