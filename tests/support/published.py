"""Quests compiled and ready for publishers."""

from __future__ import annotations

import functools
import hashlib

from questwright.compiler import runs
from questwright.compiler.model.publication import Publication
from questwright.compiler.pipeline import Compiler
from questwright.compiler.project import Disk
from questwright.compiler.publish import graph
from questwright.compiler.publish.document.quest_json import dump, quest_document
from questwright.compiler.publish.outline.write import outline
from support.kept import PACKS
from support.more import MORE, some
from support.paths import GOLDEN, ROOT, SHIPPED

BELL = GOLDEN / "quests" / "bell-and-bone.quest"
"""A quest with one of everything, of a game of its own."""
SYSTEMS = {GOLDEN: GOLDEN / "systems", ROOT: ROOT / "content" / "systems"}


def every_quest():
    """Every quest of the repository that is meant to be read."""
    found = [BELL, *ROOT.glob("content/quests/*/*.quest"), *ROOT.glob("tests/cases/*/*.quest")]
    return sorted(path for path in found if path.parent.name != "drafts")


def sample_quests():
    """Some of them, from all over them; all of them, where more is asked for."""
    return some(every_quest(), 60)


SET = (
    *("small-change", "nine-strokes", "dry-wheel", "overdue"),
    *("the-last-line", "low-tide", "eight-bowls", "split-tally"),
)
"""Shipped quests whose books are set; the first four are of each game one."""


def set_quests(few):
    """Few of those; all that ship, where more is asked for.

    They are the same ones for every test: a book that has been set in a run is not set again.
    """
    shipped = {path.stem: path for path in SHIPPED}
    return [*shipped.values()] if MORE else [shipped[name] for name in SET[:few]]


@functools.cache
def compiler_of(systems):
    return Compiler(Disk(), systems, PACKS)


@functools.cache
def result_of(path):
    """All that comes of a file: it is compiled and proven once for all tests of it."""
    root = GOLDEN if path.is_relative_to(GOLDEN) else ROOT
    return compiler_of(SYSTEMS[root]).compile(str(path))


@functools.cache
def unproven(path):
    """What comes of a shipped file without a proof: much sooner, where nobody asks who wins."""
    return Compiler(Disk(), SYSTEMS[ROOT], PACKS, proves=False).compile(str(path))


@functools.cache
def campaign_of(path):
    """The one campaign of a file, as publishers take it."""
    (campaign,) = runs.campaigns([result_of(path)], runs.publications([result_of(path)]))
    return campaign


@functools.cache
def publications(path):
    """The quests of a file that are whole enough to be published."""
    result = result_of(path)
    return tuple(
        Publication(
            quest.quest, quest.system, quest.proof.verdict(), result.sources, quest.findings
        )
        for quest in result.quests
        if quest.quest is not None
        and quest.system is not None
        and quest.proof is not None
        and not any(map(_breaks, quest.findings))
    )


@functools.cache
def documents(path):
    """The bytes of the documents of those quests: to write one takes longer than to read it."""
    return tuple(dump(quest_document(publication)) for publication in publications(path))


def _breaks(finding):
    """Whether a finding is about the text; what play may come to can be published."""
    return finding.severity == "error" and finding.code.id < "QW3"


@functools.cache
def bell():
    """The one quest of everything."""
    (publication,) = publications(BELL)
    return publication


def digests(publication):
    """A hash of each form of a quest but its books."""
    written = (
        dump(quest_document(publication)),
        graph.graphml(publication),
        graph.dot(publication).encode(),
        graph.mermaid(publication).encode(),
        graph.json(publication).encode(),
        outline(publication).encode(),
    )
    return [hashlib.sha256(data).hexdigest() for data in written]
