"""No word of a quest is passed over in silence: it changes what is compiled, or it is found."""

from __future__ import annotations

import re
from functools import cache

import pytest

from support.more import some
from support.one_text import results, without_proof

QUEST = '''quest base "Base" {
  system dungeon-saga-origins
  heroes orlaf, madriga
  marauder zombie
  board {
    draw """
    +-+-+-+-+
    |s . . .|
    + + + + +
    |s . . .|
    +-+-+-+-+
    """
    s: start
  }
  room yard at A1..D2 "The Yard"
  item ring "The Ring" at D1
  token stone at C1
  zombie bob at C1 facing north
  event falls "The roof" when ring taken {
    set rung
    spawn 2 zombie near C2 facing north
    block C2
    give 1 interrupt
    take ring
  }
  event whenever any hero carries ring in yard {
    set rung
  }
  action dig at B2 "Dig" when falls happened
  action pull at C1 "Pull" takes 2 for orlaf
  victory heroes when dig done and all heroes in yard
  victory overlord when round > 9
}
'''
ADDED = (
    "zork", "7", '"Zork"', "A1", "north", "spent", "open", "bound", "in yard", "near A1",
    "facing east", "for orlaf", "from A1", "by orlaf", "with orlaf", "to orlaf", "takes 2",
    "at A1", "among A1, B1", "held by orlaf", "locked by ring", "shuts 2",
)  # fmt: skip
SPAN = re.compile(r"Span\(path='[^']*', start=-?\d+, end=-?\d+\)")
PLAIN = [n for n, line in enumerate(QUEST.split("\n")) if re.search(r"[a-z] ?\w", line)]


@cache
def compiled(text):
    """What a text is compiled to, without where it stands, and the codes of its findings."""
    with without_proof():
        whole = results(text)
    found = [*whole.findings, *(finding for one in whole.quests for finding in one.findings)]
    told = sorted((finding.code.id, finding.message) for finding in found)
    return SPAN.sub("", repr([one.quest for one in whole.quests])), told


def changed():
    """The quest with a word more behind each word of it, but in drawings and titles."""
    lines = QUEST.split("\n")
    for number in PLAIN:
        for end in (match.end() for match in re.finditer(r'"[^"]*"|[^\s"{}]+', lines[number])):
            for word in ADDED:
                more = f"{lines[number][:end]} {word}{lines[number][end:]}"
                yield more.strip(), "\n".join([*lines[:number], more, *lines[number + 1 :]])


@pytest.mark.parametrize(("line", "text"), some([*changed()], 150))
def test_a_word_more_makes_a_difference_or_is_found(line, text):
    # A drawing may have a name, a start its square, and a number may stand before a round.
    if not line.startswith(("s:", "draw")) and " 7 round" not in line:
        assert compiled(text) != compiled(QUEST)
