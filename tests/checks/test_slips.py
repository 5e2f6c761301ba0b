"""Slips of the hand: the first message names the slip, and nothing that follows from it is said."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from support.one_text import results
from support.slipped import MILL, MOOR, SERIES


class Slip(NamedTuple):
    """A good text, a part of it, what the slip makes of that part, and what is said of it."""

    text: str
    good: str
    bad: str
    code: str
    at: str
    """A piece of the line that the message points at."""
    said: str
    """A piece of the message, its label, its reason or its remedy."""

    @property
    def written(self):
        assert self.good in self.text
        return self.text.replace(self.good, self.bad, 1)


ROW_1 = "    |s s .|. . . .|\n"
WALLS = "    + + + + + + + +\n"
ROOM = 'room store at D1..G3 "The Store"'

SLIPS = {
    # -- the drawing
    "a tab before a row": Slip(MILL, "    |s s .D", "\t|s s .D", "QW011", "|s s .D", "a tab"),
    "a tab in a row": Slip(MILL, ".D. . f", ".D.\t. f", "QW011", "|s s .D", "a tab"),
    "a row of walls is missing": Slip(
        MILL, ROW_1 + WALLS, ROW_1, "QW011", "|s s .D", "a row of walls is missing above"
    ),
    "the first row of walls is missing": Slip(
        MILL,
        "    +-+-+-+-+-+-+-+\n" + ROW_1,
        ROW_1,
        "QW011",
        "|s s .|",
        "begins with a row of walls",
    ),
    "the last row of walls is missing": Slip(
        MILL, "c|\n    +-+-+-+-+-+-+-+\n", "c|\n", "QW011", "c|", "ends with a row of walls"
    ),
    "a row of cells is missing": Slip(
        MILL, ROW_1 + WALLS, WALLS, "QW011", "+ + + +", "a row of cells is missing above"
    ),
    "a row that is too short": Slip(
        MILL, ROW_1, "    |s s .|. . .|\n", "QW011", "|s s .|. . .|", "cells is too short"
    ),
    "the last row is too short": Slip(
        MILL, "|. . .|. . . c|", "|. . .|. . c|", "QW011", "c|", "cells is too short"
    ),
    "a row that is too long": Slip(
        MILL, ROW_1, "    |s s .|. . . . .|\n", "QW011", "|s s .|. . . . .|", "cells is too long"
    ),
    "a row of walls that is too short": Slip(
        MILL, WALLS, "    + + + + + + +\n", "QW011", "+ + + +", "walls is too short"
    ),
    "a row of walls that is too long": Slip(
        MILL, "-+\n", "-+-+-+\n", "QW011", "+-+-+", "walls is too long"
    ),
    "one character is missing": Slip(
        MILL, ".|. . . .|", ".| . . .|", "QW011", "|s s .|", "cannot stand here"
    ),
    "a dash in a drawing": Slip(MILL, "+-+-+-+", "+–+-+-+", "QW011", "+–+", "en dash"),
    "a letter without its legend": Slip(
        MILL, "    c: chest hoard\n", "", "QW012", "c|", "`c` in this drawing"
    ),
    "starts without their legend": Slip(
        MILL, "    s: start\n", "", "QW012", "|s s .|", "`s` in this drawing"
    ),
    "a legend without its letter": Slip(
        MILL,
        "c: chest hoard\n",
        "c: chest hoard\n    q: zombie other facing west\n",
        "QW013",
        "q:",
        "`q`",
    ),
    # -- braces
    "a board that does not end": Slip(
        MILL,
        "hoard\n  }\n",
        "hoard\n",
        "QW005",
        "room threshold",
        "`}` is missing before this line",
    ),
    "an event that does not end": Slip(
        MILL, 'open."""\n  }', 'open."""', "QW005", "victory", "`}` is missing before this line"
    ),
    "a quest that does not end": Slip(
        MILL,
        "expect winnable\n}\n",
        "expect winnable\n",
        "QW005",
        "expect winnable",
        "the text ends",
    ),
    "a quest before another does not end": Slip(
        SERIES, "expect winnable\n}\n", "expect winnable\n", "QW005", "quest weir", "`}` is missing"
    ),
    "an event that does not begin": Slip(
        MILL, "opened {", "opened", "QW010", "event when", "`{` is missing at the end"
    ),
    "a board that does not begin": Slip(
        MILL, "board {", "board", "QW010", "board", "`{` is missing at the end"
    ),
    "a brace on a line of its own": Slip(
        MILL, "opened {", "opened\n  {", "QW010", "{", "on a line of its own"
    ),
    "a bracket for a brace": Slip(MILL, "board {", "board [", "QW010", "board [", "opens no block"),
    "a brace too many": Slip(MILL, "winnable\n}", "winnable\n}\n}", "QW006", "}", "closes nothing"),
    # -- texts
    "quotes of a word processor": Slip(
        MILL, '"The Store"', "“The Store”", "QW010", ROOM[:12], "quote of a word processor"
    ),
    "a quote that is curly at its end": Slip(
        MILL, '"The Store"', '"The Store”', "QW010", ROOM[:12], 'type `"`'
    ),
    "three curly quotes": Slip(
        MILL,
        '"""The door swings open."""',
        "“““The door swings open.”””",
        "QW010",
        "read",
        'type `"""`',
    ),
    "three quotes that are curly at their end": Slip(
        MILL, 'open."""', "open.”””", "QW010", "open.", 'type `"""`'
    ),
    "angled quotes": Slip(MILL, '"The Store"', "«The Store»", "QW010", ROOM[:12], 'type `"`'),
    "single quotes": Slip(MILL, '"The Store"', "'The Store'", "QW010", ROOM[:12], "quotes no text"),
    "a title without quotes": Slip(
        MILL, '"The Store"', "The Store", "QW010", ROOM[:12], 'write `"The Store"`'
    ),
    "a quest's title without quotes": Slip(
        MILL, '"Mill"', "Mill", "QW010", "quest", 'write `"Mill"`'
    ),
    "a small title without quotes": Slip(
        MILL, '"The Store"', "the store", "QW107", ROOM[:12], "a title stands in quotes"
    ),
    "a title that does not end": Slip(
        MILL, '"The Store"', '"The Store', "QW004", ROOM[:12], "does not end on its line"
    ),
    "a text that does not end": Slip(MILL, 'open."""', "open.", "QW004", "read", "never closed"),
    "a star alone": Slip(MILL, "*Stress*", "*Stress", "QW015", "*Stress", "printed as it stands"),
    "a star at a word's end": Slip(MILL, "*Stress*", "Stress*", "QW015", "Stress*", "as it stands"),
    # -- signs
    "a dash in a name": Slip(
        MILL, "when first-door", "when first–door", "QW010", "event", "type `-`: `first-door`"
    ),
    "a dash between cells": Slip(MILL, "D1..G3", "D1–G3", "QW010", ROOM[:12], "write `D1..G3`"),
    "a hyphen between cells": Slip(MILL, "D1..G3", "D1-G3", "QW010", ROOM[:12], "write `D1..G3`"),
    "a colon between cells": Slip(MILL, "D1..G3", "D1:G3", "QW010", ROOM[:12], "write `D1..G3`"),
    "three dots between cells": Slip(
        MILL, "D1..G3", "D1...G3", "QW010", ROOM[:12], "write `D1..G3`"
    ),
    "cells in small letters": Slip(MILL, "D1..G3", "d1..g3", "QW010", ROOM[:12], "write `D1..G3`"),
    "a slash on an edge": Slip(
        MILL, "  expect", "  wall at A1/B1\n  expect", "QW010", "wall", "write `A1|B1`"
    ),
    "a space that does not break": Slip(
        MILL, "victory heroes", "victory\u00a0heroes", "QW010", "victory", "type a space"
    ),
    "a letter of another alphabet": Slip(
        MILL, "room store", "room st\u043ere", "QW010", "room st", "cyrillic small letter o"
    ),
    "a comment of another language": Slip(
        MILL, "  victory", "  // who wins\n  victory", "QW010", "// who", "write `# who wins`"
    ),
    "a comment behind a statement": Slip(
        MILL, "expect winnable", "expect winnable // yes", "QW010", "expect", "write `# yes`"
    ),
    "a comment over several lines": Slip(
        MILL, "  victory", "  /* who\n   wins */\n  victory", "QW010", "/* who", "begins no comment"
    ),
    "an equals sign for a colon": Slip(
        MILL, "D: door", "D = door", "QW010", "D = door", "write `D: door first-door`"
    ),
    "an arrow for a colon": Slip(
        MILL, "D: door", "D -> door", "QW010", "D -> door", "write `D: door first-door`"
    ),
    "a colon behind a word": Slip(
        MILL, "system dungeon", "system: dungeon", "QW010", "system", "no `:` stands behind"
    ),
    "an equals sign behind a word": Slip(
        MILL, "marauder zombie", "marauder = zombie", "QW010", "marauder", "no `=` stands behind"
    ),
    "a comma that is missing": Slip(
        MILL, "orlaf, rordin", "orlaf rordin", "QW106", "heroes", "write `orlaf, rordin`"
    ),
    "a comma that is missing between cells": Slip(
        MILL, "D1..G3", "D1..F3 G1..G3", "QW106", ROOM[:12], "write `D1..F3, G1..G3`"
    ),
    "a semicolon for a comma": Slip(
        MILL, "orlaf, rordin,", "orlaf; rordin,", "QW010", "heroes", "`;` ends the statement"
    ),
    # -- words
    "capital letters at the beginning": Slip(
        MILL, "room store", "Room store", "QW010", "Room store", "write `room`"
    ),
    "capital letters in a name": Slip(
        MILL, "when hoard", "when Hoard", "QW010", "victory", "write `hoard`"
    ),
    "capital letters in a list": Slip(
        MILL, "heroes orlaf", "heroes Orlaf", "QW010", "heroes", "`orlaf`"
    ),
    "capital letters in a legend": Slip(
        MILL, "f: zombie guard", "f: Zombie guard", "QW010", "f: Zombie", "write `zombie`"
    ),
    "a word before the quest": Slip(
        MILL, "quest mill", "Once upon a time\nquest mill", "QW010", "Once", "no quest has begun"
    ),
    "facing misspelt": Slip(
        MILL, "facing west", "facng west", "QW107", "f: zombie", "did you mean `facing`?"
    ),
    "facing forgotten": Slip(
        MILL, "facing west", "west", "QW107", "f: zombie", "write `facing west`"
    ),
    "a direction misspelt": Slip(
        MILL, "facing west", "facing wets", "QW103", "f: zombie", "did you mean `west`?"
    ),
    "no direction": Slip(MILL, " facing west", "", "QW212", "f: zombie", "which way"),
    "a monster misspelt": Slip(MILL, "zombie guard", "zombi guard", "QW103", "f:", "`zombie`?"),
    "a monster of another game": Slip(
        MILL, "zombie guard", "krob guard", "QW103", "f:", "a word of Dragon Noir"
    ),
    "a monster of no game": Slip(
        MILL, "zombie guard", "beholder guard", "QW103", "f:", "`skeleton-archer`"
    ),
    "a thing misspelt": Slip(MILL, "c: chest", "c: chst", "QW103", "c:", "did you mean `chest`?"),
    "a chest as furniture": Slip(
        MILL, "c: chest", "c: furniture chest", "QW103", "c:", "write `chest` without `furniture`"
    ),
    "an item in the legend": Slip(
        MILL, "c: chest", "c: item", "QW103", "c:", "write it below the board"
    ),
    "a key as a statement": Slip(
        MILL, "  expect", "  key iron-key at F1\n  expect", "QW103", "key", "is an `item`"
    ),
    "a limit as a setting": Slip(
        MILL, "  marauder", "  turns 12\n  marauder", "QW103", "turns", "`when round > 12`"
    ),
    "a round without a sign": Slip(
        MILL, "when first-door opened", "when round 3", "QW010", "event", "write `round = 3`"
    ),
    "a round with is": Slip(
        MILL, "when first-door opened", "when round is 3", "QW010", "event", "write `round = 3`"
    ),
    "a round behind at": Slip(
        MILL, "when first-door opened", "at round 3", "QW010", "event", "write `when round = 3`"
    ),
    "a sign the wrong way round": Slip(
        MILL, "when first-door opened", "when round => 3", "QW010", "event", "`round >= 3`"
    ),
    "every round": Slip(
        MILL, "when first-door opened", "every round", "QW010", "event", "`whenever round = 2..8`"
    ),
    "when every round": Slip(
        MILL, "first-door opened", "every round", "QW101", "event", "write `round = 3`"
    ),
    "a statement misspelt": Slip(
        MILL, "victory heroes", "victroy heroes", "QW103", "victroy", "`victory`"
    ),
    "a setting misspelt": Slip(MILL, "heroes orlaf,", "heros orlaf,", "QW103", "heros", "`heroes`"),
    "a hero misspelt": Slip(MILL, "orlaf", "orlav", "QW103", "heroes", "did you mean `orlaf`?"),
    "a side misspelt": Slip(
        MILL, "victory heroes", "victory hero", "QW103", "victory", "`heroes`?"
    ),
    "a game misspelt": Slip(MILL, "origins", "origin", "QW104", "system", "did you mean"),
    "when forgotten": Slip(
        MILL,
        "heroes when hoard",
        "heroes hoard",
        "QW010",
        "victory",
        "write `victory heroes when hoard searched`",
    ),
    "when forgotten in an event": Slip(
        MILL,
        "event when first",
        "event first",
        "QW010",
        "event",
        "write `event when first-door opened {`",
    ),
    # -- names
    "a door misspelt": Slip(
        MILL, "when first-door", "when frist-door", "QW101", "event", "did you mean `first-door`?"
    ),
    "a figure misspelt in a condition": Slip(
        MILL, "first-door opened", "gard defeated", "QW101", "event", "did you mean `guard`"
    ),
    "a flag that nothing sets": Slip(
        MILL, "hoard searched", "bell-rung", "QW101", "victory", "{ set bell-rung }"
    ),
    "a flag among conditions that nothing sets": Slip(
        MILL, "hoard searched", "hoard searched and bell-rung", "QW101", "victory", "nothing sets"
    ),
    "a key that is not declared": Slip(
        MILL,
        "door first-door",
        "door first-door locked by iron-key",
        "QW101",
        "D:",
        "`item iron-key",
    ),
    "a key that lies nowhere": Slip(
        MILL.replace("door first-door", "door first-door locked by iron-key"),
        "  victory",
        '  item iron-key "Iron Key"\n  victory',
        "QW301",
        "victory",
        "`item iron-key at C4`",
    ),
    "a barred door that nothing opens": Slip(
        MILL, "door first-door", "door first-door barred", "QW301", "victory", "{ open first-door }"
    ),
    "a cell outside": Slip(
        MILL, "D1..G3", "D1..G9", "QW109", ROOM[:12], "`G9` is not on the board"
    ),
    "a cell of another room": Slip(MILL, "D1..G3", "C1..G3", "QW202", ROOM[:12], "both have C1"),
    "no victory": Slip(
        MILL, "  victory heroes when hoard searched\n", "", "QW305", "quest mill", "nothing to win"
    ),
    # -- on hexes
    "a tab on hexes": Slip(MOOR, "     s s .", "\ts s .", "QW011", "s s .", "a tab"),
    "a row of hexes that is too short": Slip(
        MOOR, "    . . . . . . .\n     .", "    . . . . . .\n     .", "QW011", ". . .", "too short"
    ),
    "the first row of hexes is too short": Slip(
        MOOR, "    s s . . . . .\n", "    s s . . . .\n", "QW011", "s s . .", "hexes is too short"
    ),
    "the first row of hexes is too long": Slip(
        MOOR,
        "    s s . . . . .\n",
        "    s s . . . . . .\n",
        "QW011",
        "s s . .",
        "hexes is too long",
    ),
    "the last row of hexes is too short": Slip(
        MOOR,
        '. . . . . . .\n    """',
        '. . . . . .\n    """',
        "QW011",
        ". . .",
        "hexes is too short",
    ),
    "the last row of hexes is too long": Slip(
        MOOR, '. . . . . . .\n    """', '. . . . . . . .\n    """', "QW011", ". . .", "is too long"
    ),
    "a row of hexes that is out of step": Slip(
        MOOR, "     s s . . . f .", "    s s . . . f .", "QW011", "s s . . . f", "out of step"
    ),
    "facing misspelt on hexes": Slip(
        MOOR, "facing west", "facng west", "QW107", "f: hunter", "did you mean `facing`?"
    ),
    "a monster of another game on hexes": Slip(
        MOOR, "hunter guard", "zombie guard", "QW103", "f:", "a word of Dragon Noir"[:9]
    ),
    "a hyphen on an edge": Slip(MOOR, "at C2|D2", "at C2-D2", "QW010", "door", "write `C2|D2`"),
    "an event that does not end on hexes": Slip(
        MOOR, 'open."""\n  }', 'open."""', "QW005", "victory", "`}` is missing before this line"
    ),
    "a comma that is missing on hexes": Slip(
        MOOR, "konrad, godiva", "konrad godiva", "QW106", "adventurers", "write `konrad, godiva`"
    ),
    "an edge without its comma": Slip(
        MOOR, "C1|D1, D1|C2", "C1|D1 D1|C2", "QW106", "wall", "write `C1|D1, D1|C2`"
    ),
    # -- campaigns
    "a campaign that does not end": Slip(
        SERIES,
        "  quest weir\n}",
        "  quest weir",
        "QW005",
        "quest mill",
        "`}` is missing before this line",
    ),
    "a campaign's title without quotes": Slip(
        SERIES, '"Two Nights"', "Two Nights", "QW010", "campaign", 'write `"Two Nights"`'
    ),
    "a quest of a campaign misspelt": Slip(
        SERIES, "  quest weir\n", "  quest wier\n", "QW101", "quest wier", "`weir`"
    ),
    "curly quotes in a campaign": Slip(
        SERIES, '"Two Nights"', "“Two Nights”", "QW010", "campaign", "quote of a word processor"
    ),
}


@pytest.mark.parametrize("text", [MILL, MOOR, SERIES], ids=["mill", "moor", "series"])
def test_without_a_slip_nothing_is_said(text):
    assert results(text).findings == ()


@pytest.mark.parametrize("slip", SLIPS.values(), ids=SLIPS.keys())
def test_a_slip_is_named_and_nothing_that_follows_from_it(slip):
    result = results(slip.written)
    (finding,) = result.findings
    source = result.sources[finding.label.span.path]
    line = source.line(source.position(finding.label.span.start).line)
    told = (finding.message, finding.label.text, finding.reason or "", finding.help or "")
    assert (finding.code.id, slip.at in line, slip.said in " | ".join(told)) == (
        slip.code,
        True,
        True,
    ), (line, told)


def test_a_key_that_lies_nowhere_is_told_at_the_item():
    result = results(SLIPS["a key that lies nowhere"].written)
    (finding,) = result.findings
    source = result.sources[finding.label.span.path]
    lines = {
        label.text: source.line(source.position(label.span.start).line) for label in finding.related
    }
    assert lines["nobody can get the Iron Key"] == '  item iron-key "Iron Key"'


WALLED = '''quest den "Den" {
  system dungeon-saga
  board {
    draw """
    +-+-+-+
    |s s .|
    +-+-+-+
    """
    s: start
  }
  room den at A1..C1 "The Den"
}
'''


def test_walls_between_squares_are_told_where_a_game_has_none():
    """In Dungeon Saga a wall is where no floor is."""
    (finding,) = results(WALLED).findings
    assert finding.code.id == "QW011"
    assert "has walls between its squares" in finding.message
    assert finding.label.span.start == WALLED.index("+-+")
