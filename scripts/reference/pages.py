"""All pages that are made, and how they are written to a folder."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

from scripts.reference import GENERATED, commands, findings, games, python_face, schemas
from scripts.reference.texts import text_of

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path


def every_page() -> Mapping[str, str]:
    """The pages by their paths below docs/reference."""
    return {
        "commands.md": commands.page(text_of("commands")),
        **findings.pages(),
        **games.pages(text_of("games")),
        "quest-json.md": schemas.quest_page(text_of("quest-json")),
        "campaign-json.md": schemas.campaign_page(text_of("campaign-json")),
        "diff-json.md": schemas.diff_page(text_of("diff-json")),
        "pack-format.md": schemas.pack_page(text_of("pack-format")),
        "python.md": python_face.page(text_of("python")),
    }


def write(folder: Path) -> Mapping[str, str]:
    """Write the pages to a folder, and remove those of earlier runs that are made no more."""
    pages = every_page()
    for name in GENERATED:
        if name.endswith("/"):
            shutil.rmtree(folder / name, ignore_errors=True)
    for path, text in pages.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8")
    return pages
