"""The chapter of a quest that stands in a test, and the words of it."""

from __future__ import annotations

from questwright.compiler.assets import SYSTEMS_DIR
from questwright.compiler.model.publication import Publication
from questwright.compiler.publish.book.book import compose_book
from support import one_text


def chapter_of(text, systems=SYSTEMS_DIR):
    """The chapter of a quest without errors, and the book that holds it alone."""
    result = one_text.results(text, systems)
    assert [finding.message for finding in result.findings if finding.severity == "error"] == []
    (one,) = result.quests
    publication = Publication(one.quest, one.system, one.proof.verdict(), {}, result.findings)
    book = compose_book([publication])
    return book.chapters[0], book


def text_of(line):
    """The words of a line."""
    return "".join(run.text for run in line)
