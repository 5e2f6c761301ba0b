"""What a pack says is used: its texts are printed, and somebody reads each field of its model."""

from __future__ import annotations

import ast
import importlib
import pkgutil
import shutil
from types import MappingProxyType

from questwright.compiler.packs import codes, system
from questwright.compiler.packs.load import load_system
from questwright.compiler.packs.system.texts import text_keys
from questwright.compiler.publish.book.book import compose_book
from questwright.compiler.publish.book.campaign import compose_campaign
from questwright.compiler.publish.book.render.html import book_source
from support.code import nodes
from support.paths import PACKS, ROOT
from support.published import BELL, campaign_of, publications

QUESTS = ROOT / "content" / "quests"
PRINTED = [
    BELL,
    *(
        QUESTS / name / f"{name}.quest"
        for name in (
            *("split-tally", "paid-in-full", "nine-strokes", "three-cheeses", "dry-wheel"),
            "low-tide",
        )
    ),
    ROOT / "tests" / "cases" / "furniture" / "pushed-about.quest",
]
"""Between them these have every part of a book of one quest."""
DECODED = [("System", "bases")]
"""What kinds are made of while a pack is decoded."""


def marked(publication):
    """The publication with a mark for each text that its game may give."""
    keys = text_keys(tuple(publication.system.settings))
    texts = MappingProxyType({key: f"MARK-{key}-MARK" for key in keys})
    return publication._replace(system=publication.system._replace(texts=texts))


def bound():
    """A campaign that is published."""
    campaign = campaign_of(QUESTS / "cold-saddle.quest")
    quests = tuple(map(marked, campaign.quests))
    return marked(campaign)._replace(quests=quests)


def test_every_text_that_a_pack_may_give_is_printed():
    books = [compose_book([marked(*publications(path))]) for path in PRINTED]
    books.append(compose_campaign(bound()))
    printed = "".join(str(book_source(book)) for book in books)
    keys = text_keys(("marauder", "interrupts"))
    unprinted = [key for key in keys if f"MARK-{key}-MARK" not in printed]
    assert unprinted == ["tagline", "uncounted"], "which the list of games has, and a verdict"


def test_a_text_that_no_book_has_is_found(tmp_path):
    blank = shutil.copytree(PACKS / "blank", tmp_path / "blank")
    (blank / "zz.yaml").write_text("texts: {victory_titel: How it ends}\n")
    (finding,) = load_system(blank, None).findings
    assert finding.code is codes.UNKNOWN_PACK_WORD
    assert "victory_titel" in finding.message
    assert "victory_title" in str(finding)


def test_somebody_reads_each_field_of_the_model_of_packs():
    read = {
        node.attr
        for module, inside in nodes().items()
        if module.startswith("questwright.compiler")
        for node in inside
        if isinstance(node, ast.Attribute)
    }
    fields = [
        (value.__name__, field)
        for module in pkgutil.iter_modules(system.__path__)
        for value in vars(importlib.import_module(f"{system.__name__}.{module.name}")).values()
        if isinstance(value, type) and issubclass(value, tuple)
        for field in getattr(value, "_fields", ())
    ]
    assert len(fields) > 300
    assert [(owner, field) for owner, field in sorted(set(fields)) if field not in read] == DECODED


def test_what_a_word_means_besides_is_printed_where_a_quest_has_it():
    (publication,) = publications(QUESTS / "nine-strokes" / "nine-strokes.quest")
    quest = publication.quest
    kinds = {lock.kind.word: lock.kind for _, lock in quest.locked() if lock.kind is not None}
    printed = repr(compose_book([publication]).chapters[0].rules)
    assert kinds
    assert [kind.word for kind in kinds.values() if kind.text not in printed] == []
    (wheel,) = publications(QUESTS / "dry-wheel" / "dry-wheel.quest")
    board = wheel.quest.board
    told = [part.kind.text for part in (*board.levels, *board.barriers) if part.kind.text]
    notes = {entry.note for entry in compose_book([wheel]).chapters[0].legend}
    assert told
    assert [text for text in told if not any(text in note for note in notes)] == []
