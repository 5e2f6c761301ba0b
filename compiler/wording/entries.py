"""Phrases for entries: which members of the party come into play, and when."""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler.english import listed_in_words
from questwright.compiler.language import say, say_many
from questwright.compiler.model.round_words import round_words

if TYPE_CHECKING:
    from questwright.compiler.model.quest import Entry, Item, Quest
    from questwright.compiler.packs.system.turns import TurnRules


def has_restricted_starts(quest: Quest) -> bool:
    """Whether some start is for part of the party only, or for a later round."""
    party = {kind.word for kind in quest.party}
    return any(entry.round > 1 or {*entry.who} != party for entry in quest.entries)


def members_in_words(entry: Entry, quest: Quest) -> str:
    """The members who come into play at an entry: ``Ferrier and Eeler (The Scouts)``."""
    titles = [kind.title for kind in quest.party if kind.word in entry.who]
    if not titles:
        return say("nobody")
    group = next((group.title for group in quest.groups if group.who == entry.who), "")
    return f"{listed_in_words(titles)} ({group})" if group else listed_in_words(titles)


def when_in_words(entry: Entry, turns: TurnRules) -> str:
    """When they come: ``from round 3 on``; empty if they are set up before play begins."""
    if entry.round <= 1:
        return ""
    return say("from {round} {number} on", number=entry.round, **round_words(turns))


def coming_in_words(entry: Entry, who: str, cells: str) -> str:
    """Who comes into play where, as a sentence without its full stop."""
    return say_many(
        "{who} comes into play at {cells}",
        "{who} come into play at {cells}",
        len(entry.who),
        who=who,
        cells=cells,
    )


def bearers_in_words(item: Item, quest: Quest) -> str:
    """Of whom one brings an item: ``Miller``; empty where any member may."""
    if len(item.brought) == len(quest.party):
        return ""
    return listed_in_words((k.title for k in quest.party if k.word in item.brought), "or")


def brought_by_in_words(item: Item, quest: Quest) -> str:
    """By whom an item is brought: ``brought by Miller``, ``brought by any of them``."""
    who = bearers_in_words(item, quest)
    return f"brought by {who or 'any of them'}"
