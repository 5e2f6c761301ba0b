"""Phrases for locks and gates: what opens a lock, and who may go through a gate."""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler.english import listed_in_words, with_article
from questwright.compiler.model.items import item_in_words, items_called
from questwright.compiler.model.lowering import castings, power_of
from questwright.compiler.wording.phrases import title_of

if TYPE_CHECKING:
    from questwright.compiler.model.board import Gate, Lock
    from questwright.compiler.model.quest import Quest
    from questwright.compiler.packs.system.system import System


def lock_in_words(lock: Lock, quest: Quest, system: System) -> str:
    """What opens a lock, as a clause: ``the Iron Key opens it and is used up``."""
    who = figures_in_words(lock.by, quest, system)
    if lock.is_barred:
        return "only an event opens it"
    if lock.key:
        key = next(iter(items_called(lock.key, quest.items)), None)
        title = with_article(title_of(lock.key, quest, system))
        words = f"{item_in_words(key) if key is not None else title} opens it"
        words += f", in the hands of {who}" if who else ""
        fate = ", and is used up" if who else " and is used up"
        return words + (fate if lock.is_spent else "")
    if lock.kind is not None:
        values = ", ".join(f"{name} {value}" for name, value in lock.values.items())
        words = f"the {lock.kind.title}" + (f" ({values})" if values else "")
        spells = _lowered_in_words(lock, quest)
        if spells:
            return f"{words} keeps it shut, and {spells}"
        return f"{words} keeps it shut" + (f", and only {who} can break it" if who else "")
    return f"only {who} can open it"


def _lowered_in_words(lock: Lock, quest: Quest) -> str:
    """What lowers a lock, as a clause: ``Danor lowers it by 2 with Low Hum``; or nothing."""
    parts = []
    for casting in castings(lock, quest):
        names = listed_in_words((member.title for member in casting.members), "or")
        pause = f", every {casting.spell.rounds} rounds" if casting.spell.rounds > 1 else ""
        parts.append(
            f"{names} lowers it by {casting.spell.amount} with {casting.spell.title}{pause}"
        )
    return listed_in_words(parts, "or")


def boxes_of(lock: Lock) -> int:
    """How many boxes there are to tick for what is left of a lock; 0 for one that has no such."""
    kind = lock.kind
    return power_of(lock) if kind is not None and kind.lowered is not None else 0


def passing_in_words(gate: Gate, quest: Quest, system: System) -> str:
    """Who may go through a gate, and how many: ``only the Ferrier can go through``; or nothing."""
    who = figures_in_words(gate.only, quest, system, "and")
    words = [f"only {who} can go through"] * bool(who)
    if gate.shuts_after:
        words.append(f"it {falls_shut(gate.shuts_after)}")
    return "; ".join(words)


def falls_shut(after: int) -> str:
    """What a gate does behind so many: ``falls shut after 2 have gone through``."""
    return f"falls shut after {'one has' if after == 1 else f'{after} have'} gone through"


def way_in_words(gate: Gate, quest: Quest) -> str:
    """From which area a one-way gate leads, as a clause; empty for a gate that leads both ways."""
    if gate.way_from < 0:
        return ""
    return f"one goes through only from {with_article(quest.board.areas[gate.way_from].title)}"


def figures_in_words(
    words: tuple[str, ...], quest: Quest, system: System, joint: str = "or"
) -> str:
    """The titles of the kinds that some words name: those in the party, or all if none is."""
    members = [kind.title for kind in quest.party if kind.word in words]
    titles = members or [kind.title for kind in system.kinds.values() if kind.word in words]
    return listed_in_words(titles, joint)
