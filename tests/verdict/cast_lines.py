"""Quests that somebody wins by spells: their verdicts, and what is cast in the line that wins."""

from __future__ import annotations

from oracle.replays import published
from questwright.compiler.model.luck import spells_of
from questwright.compiler.model.verdict import VerdictKind
from questwright.engine.replay import replay_document
from support.one_text import compiled, results

WON = VerdictKind.WINNABLE
RIVER = """
s . w w . . .
 s w w w . .
. . w w . . .
"""
NO_BRIDGE = "no-spells ground-spells"
NOTHING = "no-spells ground-spells, spells-on-others, self-spells"


def proven(text):
    """The verdict on a quest in which nothing is found, and the spells of its line."""
    one = compiled(text)
    verdict = one.proof.verdict()
    return verdict, spells_of(verdict, one.quest.party)


def proven_anyhow(text):
    """The verdict on a quest, whatever is found in it."""
    (one,) = results(text).quests
    return one.proof.verdict(), one


def cast_in(text):
    """The spells of a line that wins and that the engine replays, and their points."""
    verdict, spells = proven(text)
    assert verdict.kind is WON
    assert replay_document(published(text)[1]) == ""
    if spells is None:
        return None
    words = [spell.word for cast in spells.casts for spell in cast.spells]
    return words, sum(cast.points for cast in spells.casts), spells.chance
