"""Sections and decks for tests, drawn by hand and read without the compiler."""

from __future__ import annotations

from questwright.compiler.model.sections import Doorway, Section, SectionCards, SectionDeck
from questwright.compiler.packs.system.dealing import Dealing, Overlap, SectionSort
from questwright.dsl.source import Span

ROOM = SectionSort("room", "Room", "Rooms", False, False, True, ())
PASSAGE = SectionSort("passage", "Passage", "Passages", False, False, False, ())
FORK = SectionSort("fork", "Fork", "Forks", False, True, False, ())
GOAL = SectionSort("goal", "Goal", "Goals", True, False, False, ())


def section(word, sort, further, size=(1, 1), way_in=("south", (0, 0))):
    """A rectangle with doorways of one square: `further` is given clockwise from the way in."""
    rows, columns = size
    squares = frozenset((row, column) for row in range(rows) for column in range(columns))
    return Section(
        word,
        word.title(),
        sort,
        rows,
        columns,
        squares,
        Doorway(way_in[0], way_in[1], 1),
        tuple(Doorway(side, square, 1) for side, square in further),
        frozenset(),
        frozenset(),
    )


def square(word, sort, sides, size=1):
    """A square of an odd size with doorways in the middle of its sides; the way in is south."""
    middle = size // 2
    at = {
        "west": (middle, 0),
        "north": (0, middle),
        "east": (middle, size - 1),
        "south": (size - 1, middle),
    }
    further = [(side, at[side]) for side in ("west", "north", "east") if side in sides]
    return section(word, sort, further, (size, size), ("south", at["south"]))


STRAIGHT = square("straight", PASSAGE, ["north"])
HALL = square("hall", ROOM, ["north"])
LEFT = square("left", PASSAGE, ["west"])
RIGHT = square("right", PASSAGE, ["east"])
DEAD_END = square("dead-end", ROOM, [])
TEE = square("tee", FORK, ["west", "east"])
CROSS = square("cross", FORK, ["west", "north", "east"])
WIDE = square("wide", ROOM, ["north", "east"])
SANCTUM = square("sanctum", GOAL, [])


def deck(cards, top, below, overlap=Overlap.ALLOW, objective=SANCTUM):
    return SectionDeck(
        objective,
        tuple(SectionCards(*each) for each in cards),
        top,
        below,
        Dealing(top, below, overlap, ()),
        True,
        Span("deck.quest", 0, 0),
    )
