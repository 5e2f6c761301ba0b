"""The manual: a page for each code, with a wrong quest that has the finding and a right one.

Takes a code or a name. Returns the page of Markdown, with its examples. It compiles nothing.
"""

from __future__ import annotations

import re
from pathlib import Path

from questwright.dsl.records import NamedTuple

_FOLDER = Path(__file__).resolve().parent
_HEADING = re.compile(r"# (QW[0-9]{3}) ([a-z0-9-]+)\n")
_EXAMPLE = re.compile(r"^## (Wrong|Right)\n+```quest\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_ID = re.compile(r"QW[0-9]{3}", re.IGNORECASE)


class Page(NamedTuple):
    """The manual page of one code."""

    code: str
    name: str
    text: str
    """The whole page, as Markdown."""
    wrong: str | None
    """A quest that has this finding and no other; None if no quest can have it."""
    right: str | None
    """The same quest without the finding."""


def page(code_or_name: str) -> Page | None:
    """The page of a code such as ``QW201`` or a name such as ``unenclosed-room``; None if none.

    The file of a page is called as its finding.
    """
    if _ID.fullmatch(code_or_name):
        heading = f"# {code_or_name.upper()} "
        return next((_read(path) for path in _FOLDER.glob("*.md") if _begins(path, heading)), None)
    return next((_read(path) for path in _FOLDER.glob("*.md") if path.stem == code_or_name), None)


def every_page() -> tuple[Page, ...]:
    """All pages, sorted by code."""
    return tuple(sorted(map(_read, _FOLDER.glob("*.md"))))


def _begins(path: Path, heading: str) -> bool:
    """Whether a page begins so; no more of it is read."""
    with path.open("rb") as file:
        return file.read(len(heading)) == heading.encode()


def _read(path: Path) -> Page:
    text = path.read_text(encoding="utf-8")
    heading = _HEADING.match(text)
    if heading is None:
        raise ValueError(f"{path.name} does not begin like `# QW201 unenclosed-room`")
    examples: dict[str, str] = dict(_EXAMPLE.findall(text))
    return Page(heading[1], heading[2], text, examples.get("Wrong"), examples.get("Right"))
