"""Editions of quests, made of texts; and a way to change a text at one place."""

from __future__ import annotations

from published import GOLDEN, ROOT, SYSTEMS

from compiler.model.publication import Publication
from compiler.pipeline import Compiler
from compiler.project import Read
from compiler.publish.diff.edition import edition_of
from compiler.publish.quest_json import dump, quest_document
from dsl.guard import decode

PAIRS = GOLDEN / "diff"
"""Quests before and after a change, with what is said of it."""
MILL = (PAIRS / "mill" / "before.quest").read_text(encoding="utf-8")


class _Example:
    """A project with one text in it."""

    text = ""

    def read(self, path):
        return Read(*decode(path, self.text.encode()))

    def include(self, *_asked):
        return "", None, "there is no such file"


_EXAMPLE = _Example()
_COMPILER = Compiler(_EXAMPLE, SYSTEMS[ROOT], None)


def published(result):
    """The quests of a result, those with mistakes too."""
    return [
        Publication(
            one.quest, one.system, one.proof.verdict() if one.proof else None, result.sources
        )
        for one in result.quests
        if one.quest is not None and one.system is not None
    ]


def _compiled(text):
    _EXAMPLE.text = text
    return _COMPILER.compile("example.quest")


def edition(text):
    """The edition that a text is, of which nobody has looked for findings."""
    (publication,) = published(_compiled(text))
    return edition_of(publication)


def edition_with_findings(text):
    """The edition that a text is, with what is found in it."""
    result = _compiled(text)
    (publication,) = published(result)
    return edition_of(publication._replace(findings=result.quests[0].findings))


def document(text):
    """The bytes of the document of a text."""
    (publication,) = published(_compiled(text))
    return dump(quest_document(publication))


def system_of(id_):
    """A game by its id; None where there is none."""
    return _COMPILER.system(id_)[0] if id_ in _COMPILER.systems else None


def changed(text, *changes):
    """A text with some places of it replaced, each of which must be in it once."""
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return text
