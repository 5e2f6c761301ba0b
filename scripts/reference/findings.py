"""The pages of the findings, from the manual that `questwright explain` prints."""

from __future__ import annotations

import contextlib
import io
import re
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Final

from questwright.compiler.cli.check import check, plain_options
from questwright.compiler.codes import every_code
from questwright.compiler.manual import Page, every_page
from scripts.reference import ROOT
from scripts.reference.markdown import fenced, table
from scripts.reference.markdown import page as made
from scripts.reference.texts import text_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

GROUPS: Final = {
    "QW0": "The text",
    "QW1": "Names and statements",
    "QW2": "The board, the rules of the game, campaigns",
    "QW3": "The proof",
    "QW4": "The book",
    "QW5": "Packs",
    "QW6": "Files",
    "QW9": "Faults of Questwright",
}
"""The headings of the index, by the beginnings of codes."""

_ALLOWED_FROM: Final = "QW116"
_SILENCE: Final = "Silence a finding, with a reason"
_LANGUAGE: Final = ROOT / "docs" / "reference" / "language"
_CODE_SPAN = re.compile(r"(?<!`)`([a-z][a-z0-9-]+)`(?!`)")
_FENCE = re.compile(r"(^```.*?^```$)", re.MULTILINE | re.DOTALL)


def pages() -> Mapping[str, str]:
    """The index, and a page for each finding, by their paths."""
    manual = every_page()
    severities = {code.id: str(code.severity) for code in every_code()}
    told = _language_pages()
    names = {one.name for one in manual}
    return {
        "findings/index.md": _index(manual, severities),
        **{
            f"findings/{one.name}.md": _page(one, severities[one.code], names, told)
            for one in manual
        },
    }


def _index(manual: Sequence[Page], severities: Mapping[str, str]) -> str:
    parts = [text_of("findings")]
    for group, title in GROUPS.items():
        rows = [
            (
                f"[`{one.code}`]({one.name}.md)",
                f"[`{one.name}`]({one.name}.md)",
                severities[one.code],
                headline(one),
            )
            for one in manual
            if one.code.startswith(group)
        ]
        parts += [f"## {title}", table(("code", "name", "severity", "what it says"), rows)]
    return made(*parts)


def headline(one: Page) -> str:
    """The first paragraph of a page."""
    return " ".join(one.text.split("\n\n")[1].split())


def _page(
    one: Page, severity: str, names: set[str], told: Mapping[str, Sequence[tuple[str, str]]]
) -> str:
    heading, _, text = one.text.partition("\n\n")
    pieces = [
        piece if piece.startswith("```") else _linked(piece, names - {one.name})
        for piece in _FENCE.split(text)
    ]
    text = "".join(pieces)
    if one.wrong is not None:
        before, right, after = text.partition("\n## Right\n")
        said = fenced(_said_of(one.wrong), "text")
        text = f"{before}\n`questwright check` says:\n\n{said}\n{right}{after}"
    see = [f"- [{title}](../language/{name})" for name, title in told.get(one.name, ())]
    see += ["- [Packs](../pack-format.md)"] * one.code.startswith("QW5")
    # What is wrong with the text or its names cannot be allowed.
    see += [f"- [{_SILENCE}](../../how-to/silence-a-finding.md)"] * (
        _ALLOWED_FROM <= one.code < "QW4"
    )
    top = f"[All findings](index.md) · {severity}"
    return made(heading, top, text, *(["## See also", "\n".join(see)] if see else []))


def _linked(text: str, names: set[str]) -> str:
    """A text in which the names of other findings lead to their pages."""
    return _CODE_SPAN.sub(
        lambda found: f"[`{found[1]}`]({found[1]}.md)" if found[1] in names else found[0], text
    )


def _said_of(quest: str) -> str:
    """What `questwright check` prints of a quest."""
    printed = io.StringIO()
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        Path("wrong.quest").write_text(quest, encoding="utf-8")
        # What goes to standard error counts the findings of all files.
        with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(io.StringIO()):
            options = plain_options(["wrong.quest"])
            assert options is not None
            check(options)
    return printed.getvalue()


def _language_pages() -> Mapping[str, Sequence[tuple[str, str]]]:
    """The pages of the language that list a finding, with their titles, by its name."""
    found: dict[str, list[tuple[str, str]]] = {}
    for path in sorted(_LANGUAGE.glob("*.md")):
        text = path.read_text(encoding="utf-8")
        title = text.splitlines()[0].removeprefix("# ")
        for row in re.findall(r"^\| `QW.*$", text, re.MULTILINE):
            for name in re.findall(r"`([a-z-]+)`", row):
                found.setdefault(name, []).append((path.name, title))
    return found
