"""How many rounds a quest takes, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from questwright.compiler.language import message, say, say_many
from questwright.compiler.model.conditions import Fact, FactKind, alternatives
from questwright.compiler.model.quest import EffectKind
from questwright.compiler.model.round_words import round_words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from questwright.compiler.model.quest import Quest
    from questwright.compiler.packs.system.system import System

_CLOSE: Final = 2
"""So few rounds to spare are told."""
_OVER: Final = {">": 0, ">=": -1}
"""By how much the last round lies before that of a condition under which others win."""


def rounds_in_words(rounds: tuple[int, int], quest: Quest, system: System) -> str:
    """``not before round 4; this line in round 4, if all goes well``, and what is to spare."""
    low, high = rounds
    spare = spare_in_words(rounds, quest, system)
    form = message("not before {round} {low}; this line in {round} {high}, if all goes well")
    words = say(form, low=low, high=high, **round_words(system.turns))
    return f"{words}; {spare}" if spare else words


def spare_in_words(rounds: tuple[int, int], quest: Quest, system: System) -> str:
    """``1 round to spare, as round 5 is the last``; empty where there are more, or no last one."""
    high, last = rounds[1], last_round(quest, system)
    if not high <= last <= high + _CLOSE:
        return ""
    words = round_words(system.turns)
    if last == high:
        return say("no {round} to spare, as {round} {last} is the last", last=last, **words)
    return say_many(
        "1 {round} to spare, as {round} {last} is the last",
        "{count} {rounds} to spare, as {round} {last} is the last",
        last - high,
        last=last,
        **words,
    )


def last_round(quest: Quest, system: System) -> int:
    """The last round that there is; 0 if there is none."""
    return min(_last_rounds(quest, system), default=0)


def _last_rounds(quest: Quest, system: System) -> Iterator[int]:
    """The rounds with which time is over: those that the game or another side sets."""
    party = system.party.word
    others = [victory.condition for victory in quest.victories if victory.side != party]
    others += [
        event.condition
        for event in quest.events
        for effect in event.effects
        if effect.kind is EffectKind.END and effect.target != party
    ]
    for fact in (way for condition in others for way in alternatives(condition)):
        if not isinstance(fact, Fact) or fact.kind is not FactKind.ROUND:
            continue
        if fact.comparison in _OVER:
            yield fact.number + _OVER[fact.comparison]
    if (limited := system.turn_limit(quest.settings)) is not None:
        yield limited[0]
