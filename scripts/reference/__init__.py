"""Writes the pages of the reference that are made from what they describe.

``python -m scripts.reference``, from the top of the repository, writes them into docs/reference.
They are not kept in the repository: the commands, the manual, the packs, the schemas and the
Python face are the source. What a person has to say about them is in the folder ``texts``.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]
TEXTS: Final = Path(__file__).resolve().parent / "texts"

GENERATED: Final = (
    "campaign-json.md",
    "commands.md",
    "diff-json.md",
    "findings/",
    "games/",
    "pack-format.md",
    "python.md",
    "quest-json.md",
)
"""The pages and folders that are made, below docs/reference. They are ignored by git."""


def is_generated(page: str) -> bool:
    """Whether a page is made, by its path below docs/reference."""
    return page.startswith(GENERATED)
