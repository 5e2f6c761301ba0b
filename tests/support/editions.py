"""Editions of quests, made of texts; and a way to change a text at one place."""

from __future__ import annotations

import functools

from questwright.compiler.model.publication import Publication
from questwright.compiler.publish.document.quest_json import dump, quest_document
from questwright.compiler.publish.document.read.edition import edition_of
from support.one_text import COMPILER, results, without_checks
from support.paths import GOLDEN

PAIRS = GOLDEN / "diff"
"""Quests before and after a change, with what is said of it."""
MILL = (PAIRS / "mill" / "before.quest").read_text(encoding="utf-8")


def published(result):
    """The quests of a result, those with mistakes too."""
    return [
        Publication(
            quest.quest,
            quest.system,
            quest.proof.verdict() if quest.proof else None,
            result.sources,
        )
        for quest in result.quests
        if quest.quest is not None and quest.system is not None
    ]


@functools.cache
def edition(text):
    """The edition that a text is, of which nobody has looked for findings."""
    with without_checks():
        (publication,) = published(results(text))
    return edition_of(publication)


def edition_with_findings(text):
    """The edition that a text is, with what is found in it."""
    result = results(text)
    (publication,) = published(result)
    return edition_of(publication._replace(findings=result.quests[0].findings))


def document(text):
    """The bytes of the document of a text."""
    with without_checks():
        (publication,) = published(results(text))
    return dump(quest_document(publication))


def system_of(id_):
    """A game by its id; None where there is none."""
    return COMPILER.system(id_)[0] if id_ in COMPILER.systems else None


def changed(text, *changes):
    """A text with some places of it replaced, each of which must be in it once."""
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return text
