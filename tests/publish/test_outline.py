"""The text twin of a quest, and the words of its conditions."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from questwright.compiler.analysis.needs import needed_pieces
from questwright.compiler.english import listed_in_words, with_article
from questwright.compiler.grid.lattice import Lattice
from questwright.compiler.model.board import Board
from questwright.compiler.model.conditions import Every, Fact, FactKind, Not, Quantity, Some
from questwright.compiler.model.publication import Publication
from questwright.compiler.model.quest import EffectKind
from questwright.compiler.publish.ascii_map import ascii_map
from questwright.compiler.publish.document.quest_json import dump, quest_document
from questwright.compiler.publish.outline.write import outline
from questwright.compiler.wording.conditions import say_condition
from questwright.compiler.wording.effects import say_effect
from questwright.compiler.wording.phrases import (
    WINS,
    cells_in_words,
    count_in_words,
    of_side,
    title_of,
)
from questwright.dsl.drawing import DrawingKind, read_drawing
from questwright.dsl.source import Source, Span
from questwright.dsl.syntax import Draw, Name, Text
from support.one_text import compiled
from support.published import BELL, bell, compiler_of, publications, sample_quests

NOWHERE = Span("", 0, 0)


def test_the_outline_is_the_one_that_was_approved(golden):
    golden("quests/bell-and-bone.outline.txt", outline(bell()))


@pytest.mark.parametrize("path", sample_quests(), ids=lambda path: path.stem)
def test_sample_quests_has_an_outline(path):
    for publication in publications(path):
        text = outline(publication)
        assert text.startswith(f"{publication.quest.title}\n===")
        assert text.endswith("\n")
        assert not re.search(r"[ \t]\n|\n\n\n|\r", text)
        for heading in ("The map", "Victory", "Verdict"):
            assert f"\n\n{heading}\n{'-' * len(heading)}\n" in text
        for area in publication.quest.board.areas:
            assert f"{area.title} ({area.id})" in text


def test_without_a_verdict_the_outline_says_nothing_of_one():
    text = outline(bell()._replace(verdict=None))
    assert "Verdict" not in text


# -- the map -----------------------------------------------------------------------------


def drawn(lines):
    """The squares and sides of a map's lines, as the language reads them."""
    text = "\n".join(line[4:] for line in lines)
    source = Source("map", text)
    draw = Draw(Name("draw", NOWHERE), None, Text(text, Span("map", -3, 0), True), NOWHERE)
    drawing, findings = read_drawing(draw, DrawingKind.WALLS_BETWEEN, source)
    assert findings == ()
    return drawing


@pytest.mark.parametrize("path", sample_quests(), ids=lambda path: path.stem)
def test_the_map_reads_as_a_drawing_of_the_same_board(path):
    for publication in publications(path):
        board = publication.quest.board
        lines = ascii_map(publication.quest).lines
        if board.lattice is Lattice.HEXES:
            hexes_read_as_a_drawing(publication.quest, lines)
            continue
        header = next(number for number, line in enumerate(lines) if "+" in line)
        drawing = drawn(lines[header:])
        floor = {square for square, mark in drawing.cells.items() if mark.char != "#"}
        assert floor == {divmod(cell, board.stride) for cell in each(board.floor)}
        for sides, walls, step in (
            (drawing.east, board.walls[0], 1),
            (drawing.south, board.walls[1], board.stride),
        ):
            seen = {place for place, mark in sides.items() if mark.char in "-|" and min(place) >= 0}
            assert {divmod(cell, board.stride) for cell in each(walls)} <= seen
            for row, column in seen - {divmod(cell, board.stride) for cell in each(walls)}:
                here = board.cell(row, column)
                # The edge of the board is drawn as a wall, whether the quest drew one or not.
                drawn_cells = board.floor | board.solid
                assert drawn_cells >> here & 1 != drawn_cells >> (here + step) & 1 or (
                    column == board.columns - 1 or row == board.rows - 1
                )


def hexes_read_as_a_drawing(quest, lines):
    """Hexes and rock are where the board has them, and walls are told below."""
    board = quest.board
    rows = [line[4:] for line in lines if line[:3].strip().isdigit()]
    marks = {
        (number, (at - number % 2) // 2): mark
        for number, row in enumerate(rows)
        for at, mark in enumerate(row)
        if mark != " "
    }
    floor = {place for place, mark in marks.items() if mark != "#"}
    assert floor == {divmod(cell, board.stride) for cell in each(board.floor)}
    told = " ".join(lines[-1 - len(board.gates) :]).replace(",", "").split()
    for edge in board.walls_within(board.floor):
        assert board.edge_name(edge) in told
    for gate in board.gates:
        assert {board.edge_name(edge) for edge in gate.edges} <= set(told)


def each(cells):
    return [cell for cell in range(cells.bit_length()) if cells >> cell & 1]


def test_letters_are_given_once():
    seen = ascii_map(bell().quest)
    letters = [letter for letter, _ in (*seen.things, *seen.gates)]
    assert len(letters) == len(set(letters))
    assert dict(seen.gates) == {"D": "door", "P": "panel", "S": "slit"}


def test_a_wide_board_has_its_columns_in_two_rows():
    quest = bell().quest
    board = quest.board._replace(columns=30, floor=0, areas=(), gates=())
    lines = ascii_map(quest._replace(board=board, things=())).lines
    assert lines[0].endswith(" A A A A")
    assert lines[1].endswith(" Y Z A B C D")


# -- places in words ---------------------------------------------------------------------


@st.composite
def boards(draw):
    columns, rows = draw(st.integers(1, 9)), draw(st.integers(1, 9))
    board = Board(columns, rows, 0, 0, (0, 0), (), (), ())
    cells = 0
    for row in range(rows):
        for column in range(columns):
            if draw(st.booleans()):
                cells |= 1 << board.cell(row, column)
    return board._replace(floor=cells)


@given(boards())
def test_cells_in_words_are_the_cells(board):
    words = cells_in_words(board.floor, board)
    seen = 0
    for block in words.split(", ") if words else []:
        first, _, last = block.partition("–")
        (left, top), (right, bottom) = _place(first), _place(last or first)
        for row in range(top, bottom + 1):
            for column in range(left, right + 1):
                bit = 1 << board.cell(row - 1, column)
                assert not seen & bit
                seen |= bit
    assert seen == board.floor


def _place(name):
    return ord(name[0]) - 65, int(name[1:])


def test_blocks_are_as_large_as_can_be():
    board = bell().quest.board
    areas = {area.id: cells_in_words(area.cells, board) for area in board.areas}
    assert areas["gatehouse"] == "A1–C2"
    assert areas["tunnel-1"] == "G1–J1, H2–J4, G3–G4"


# -- conditions in words -----------------------------------------------------------------


def fact(kind, *subjects, quantity=Quantity.ALL, word="", **others):
    least = others.pop("least", 1)
    given = {"object": "", "cells": 0, "place": "", "comparison": "", "number": 0, **others}
    return Fact(
        kind=kind,
        quantity=quantity,
        least=least,
        subjects=subjects,
        subject_word=word,
        origin=NOWHERE,
        **given,
    )


def said(condition):
    return say_condition(condition, bell().quest, bell().system)


CARRIES = fact(
    FactKind.CARRIES, "ada", "bram", quantity=Quantity.ANY, word="ringer", object="bell-rope"
)
GATEHOUSE = fact(FactKind.IS_IN, "ada", "bram", word="ringers", place="gatehouse", cells=1)
OPEN = fact(FactKind.OPENED, "porch-door")
WITH_IT = Some(
    tuple(
        Every(
            (
                CARRIES._replace(subjects=(word,)),
                GATEHOUSE._replace(subjects=(word,), subject_word="ringer", quantity=Quantity.ANY),
            ),
            NOWHERE,
        )
        for word in ("ada", "bram")
    ),
    NOWHERE,
)
MOTHS = ("moth-1", "moth-2")


@pytest.mark.parametrize(
    ("condition", "words"),
    [
        (CARRIES, "any Ringer carries the Bell Rope"),
        (Not(CARRIES, NOWHERE), "no Ringer carries the Bell Rope"),
        (GATEHOUSE, "all Ringers are in the Gatehouse"),
        (WITH_IT, "any Ringer is in the Gatehouse with the Bell Rope"),
        (Not(WITH_IT, NOWHERE), "no Ringer is in the Gatehouse with the Bell Rope"),
        (Not(GATEHOUSE, NOWHERE), "not all Ringers are in the Gatehouse"),
        (OPEN, "the Porch door is opened"),
        (Not(OPEN, NOWHERE), "the Porch door has not been opened"),
        (Not(Not(OPEN, NOWHERE), NOWHERE), "the Porch door is opened"),
        (
            fact(FactKind.IS_IN, "ada", word="ada", place="A1..B2", cells=0b11),
            "Ada is on A1–B1",
        ),
        (fact(FactKind.IS_IN, "ada", word="ada", place="chest", cells=1), "Ada is at the Chest"),
        (
            fact(FactKind.LEAVES, "ada", quantity=Quantity.ANY, word="ada", place="A1", cells=1),
            "Ada leaves the board on A1",
        ),
        (fact(FactKind.DEFEATED, *MOTHS, word="moths"), "all Moths are defeated"),
        (
            fact(FactKind.DEFEATED, *MOTHS, word="moths", quantity=Quantity.AT_LEAST, least=2),
            "at least 2 Moths are defeated",
        ),
        (
            Not(
                fact(FactKind.DEFEATED, *MOTHS, word="m", quantity=Quantity.AT_LEAST, least=2),
                NOWHERE,
            ),
            "fewer than 2 Moths are defeated",
        ),
        (
            fact(FactKind.DEFEATED, "gatekeeper", "grey", quantity=Quantity.NONE),
            "none of the Gatekeeper or the Grey is defeated",
        ),
        (fact(FactKind.DEFEATED, "gatekeeper", "grey"), "the Gatekeeper and the Grey are defeated"),
        (
            fact(FactKind.STATE, "ada", "bram", word="ringers", object="muffled"),
            "all Ringers are Muffled",
        ),
        (fact(FactKind.DONE, "ring-bell"), "“Ring the <bell>” is done"),
        (fact(FactKind.HAPPENED, "first-toll"), "“The First Toll” has happened"),
        (Not(fact(FactKind.HAPPENED, "first-toll"), NOWHERE), "“The First Toll” has not happened"),
        (fact(FactKind.SET, "tolled"), "“Tolled” is marked"),
        (fact(FactKind.SPRUNG, "tripwire"), "the Tripwire is set off"),
        (fact(FactKind.ROUND, comparison=">=", number=3), "round 3 has begun"),
        (Not(fact(FactKind.ROUND, comparison=">=", number=3), NOWHERE), "round 3 has not begun"),
        (fact(FactKind.ROUND, comparison=">", number=3), "round 3 is over"),
        (
            Every((CARRIES, OPEN), NOWHERE),
            "any Ringer carries the Bell Rope and the Porch door is opened",
        ),
        (
            Some((CARRIES, OPEN), NOWHERE),
            "any Ringer carries the Bell Rope or the Porch door is opened",
        ),
        (
            Not(Some((CARRIES, OPEN), NOWHERE), NOWHERE),
            "no Ringer carries the Bell Rope and the Porch door has not been opened",
        ),
        (
            Every((Some((CARRIES, OPEN), NOWHERE), GATEHOUSE), NOWHERE),
            (
                "either any Ringer carries the Bell Rope or the Porch door is opened, "
                "and all Ringers are in the Gatehouse"
            ),
        ),
        (
            Some((Every((CARRIES, OPEN), NOWHERE), GATEHOUSE), NOWHERE),
            (
                "either both any Ringer carries the Bell Rope and the Porch door is opened, "
                "or all Ringers are in the Gatehouse"
            ),
        ),
    ],
)
def test_a_condition_in_words(condition, words):
    assert said(condition) == words


def test_effects_in_words():
    publication = bell()
    seen = {
        effect.kind: say_effect(effect, publication.quest, publication.system)
        for event in publication.quest.events
        for effect in event.effects
    }
    assert seen == {
        EffectKind.READ: "Read aloud: “A bell, far down.”",
        EffectKind.NOTE: "Nothing at The “Iron” Door <&> yet.",
        EffectKind.SPAWN: "Place a Moth on B4",
        EffectKind.SET: "Mark “Tolled”",
        EffectKind.CLEAR: "Clear H2: one may walk there again",
        EffectKind.TRIGGER: "A trap is set off",
        EffectKind.REVEAL: "Reveal the Nest",
        EffectKind.UNLOCK: "The “Iron” Door <&> is unlocked",
        EffectKind.REMOVE: "Remove the Fallen from the board",
        EffectKind.GIVE: "The Ringers gain the Silver Clapper",
        EffectKind.DRAW: "The Ringers draw 2 Dust cards",
        EffectKind.TAKE: "The Ringers lose the Chalk",
        EffectKind.BLOCK: "Block I1: nobody may walk there any more",
    }


def test_who_gets_a_gift_is_said():
    quest, system, *_ = bell()
    gift = next(e for e in quest.every_effect() if e.kind is EffectKind.GIVE)
    first, second, *_ = quest.party
    item = say_effect(gift, quest, system).partition(" gain ")[2]
    named = gift._replace(to=(second.word,))
    assert say_effect(named, quest, system) == f"{second.title} gains {item}"
    named = gift._replace(to=(second.word, first.word))
    said = f"{first.title} or {second.title} gains {item}"
    assert say_effect(named, quest, system) == said


def test_every_condition_and_effect_can_be_said():
    for path in sample_quests():
        for quest, system, *_ in publications(path):
            for event in quest.events:
                assert say_condition(event.condition, quest, system)
                assert all(say_effect(effect, quest, system) for effect in event.effects)


def test_small_words():
    kinds = bell().system.kinds
    assert [count_in_words(number, kinds["owl"]) for number in (1, 2)] == ["an Owl", "2 Owls"]
    assert count_in_words(1, kinds["ada"]) == "Ada"
    sides = bell().system.sides.values()
    assert [of_side(side, *WINS) for side in sides] == [
        "The Ringers win",
        "The Hush wins",
    ]
    assert [with_article(title) for title in ("The Well", "Key", "Door 2", "")] == [
        "the Well",
        "the Key",
        "Door 2",
        "",
    ]
    assert [listed_in_words(words) for words in ([], ["a"], ["a", "b", "c"])] == [
        "",
        "a",
        "a, b and c",
    ]
    assert title_of("no-such-thing", bell().quest, bell().system) == "No such thing"


# -- what is needed ----------------------------------------------------------------------


@pytest.mark.parametrize("path", sample_quests(), ids=lambda path: path.stem)
def test_no_more_is_needed_at_the_start_than_later(path):
    for quest, system, *_ in publications(path):
        assert all(0 <= one.start <= one.most for one in needed_pieces(quest, system))


@pytest.mark.slow
def test_what_is_needed_does_not_depend_on_the_folder():
    (again,) = compiler_of(BELL.parents[1] / "systems").compile(str(BELL)).quests
    assert needed_pieces(again.quest, again.system) == needed_pieces(bell().quest, bell().system)


def test_a_thing_named_with_its_article_has_it_once_where_a_text_has_one():
    """`the [[the-desk]]` of "The Reading Desk" was “the The Reading Desk”, in the outline alone."""
    text = '''
quest desk "Desk" {
  system dungeon-saga-origins
  heroes orlaf
  marauder zombie
  story "They say that the [[the-desk]] has a drawer. [[the-desk]] is locked."
  board {
    draw """
    +-+-+-+-+
    |s . . t|
    +-+-+-+-+
    """
    s: start
    t: chest the-desk "The Reading Desk"
  }
  room hall at A1..D1 "The Hall"
  victory heroes when any hero at C1
}
'''
    one = compiled(text)
    publication = Publication(one.quest, one.system, one.proof.verdict(), {}, ())
    told = " ".join(outline(publication).split())
    assert "They say that the Reading Desk has a drawer. The Reading Desk is locked." in told
    assert b'"text": "Reading Desk"' in dump(quest_document(publication))
