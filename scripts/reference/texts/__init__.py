"""What a person has written for the pages that are made."""

from __future__ import annotations

from pathlib import Path


def text_of(name: str) -> str:
    """The Markdown of a page before what is made for it, with its heading."""
    return (Path(__file__).parent / f"{name}.md").read_text(encoding="utf-8")
