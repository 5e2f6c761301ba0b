"""Colours for ``quest`` blocks on the documentation's site.

A Markdown extension that tells Pygments of the language. `python -m zensical build` finds it
from the top of the repository; see zensical.toml.
"""

from __future__ import annotations

from typing import ClassVar

from markdown import Extension, Markdown
from pygments.lexer import RegexLexer, bygroups, default, words
from pygments.lexers import LEXERS
from pygments.token import (
    Comment,
    Keyword,
    Name,
    Number,
    Operator,
    Punctuation,
    String,
    Whitespace,
)

__all__ = ("QuestLexer",)
"""What Pygments loads from here."""

_CLAUSES = (
    *("at", "near", "in", "from", "to", "by", "with", "without", "of", "on", "for", "among"),
    *("facing", "turned", "locked", "holds", "held", "behind", "takes", "shuts", "as", "if"),
    *("spent", "open", "barred"),
)
_LOGIC = (
    *("when", "whenever", "and", "or", "not", "any", "all", "every", "no"),
    *("because", "is", "are"),
)
_END = r"(?![A-Za-z0-9_-])"
_CELL = r"[A-Z]{1,2}[0-9]{1,3}"
_NAME = r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*"


class QuestLexer(RegexLexer):
    """The first word of a line, its clauses, and what players read."""

    name = "Quest"
    aliases: ClassVar = ["quest"]
    filenames: ClassVar = ["*.quest"]
    tokens: ClassVar = {
        # Where a statement begins.
        "root": [
            (r"[\s{};]+", Punctuation),
            (r"#[^\n]*", Comment.Single),
            (r"([A-Za-z0-9])(:)", bygroups(Name.Label, Punctuation)),
            (rf"{_NAME}", Keyword, "rest"),
            default("rest"),
        ],
        "rest": [
            (r"[\n;{]", Punctuation, "#pop"),
            (r"[ \t]+", Whitespace),
            (r"#[^\n]*", Comment.Single),
            (r'"""', String, "prose"),
            (r'"[^"\n]*"', String),
            (words(_LOGIC, suffix=_END), Operator.Word),
            (words(_CLAUSES, suffix=_END), Operator.Word),
            (rf"(?:{_NAME}:)?{_CELL}(?:(?:\||\.\.){_CELL})?", Number),
            (r"[0-9]+(?:\.\.[0-9]+)?", Number),
            (r"[<>=!]+", Operator),
            (_NAME, Name),
            (r".", Punctuation),
        ],
        "prose": [
            (r'"""', String, "#pop"),
            (r'[^"]+|"', String),
        ],
    }  # fmt: skip


class QuestHighlight(Extension):
    """Makes the language known before the first block is coloured."""

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802 - its name in Markdown
        """Add nothing to the page: the lexer is known from here on."""
        del md
        LEXERS["QuestLexer"] = (__name__, "Quest", ("quest",), ("*.quest",), ())


def makeExtension(**settings: object) -> QuestHighlight:  # noqa: N802 - Markdown looks for it
    """Answer what Markdown asks of the module of an extension."""
    return QuestHighlight(**settings)
