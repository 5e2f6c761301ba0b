"""Phrases for locks and gates: what opens a lock, and who may go through a gate."""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler.english import listed_in_words, with_article
from questwright.compiler.language import message, say, say_as, say_many
from questwright.compiler.model.items import item_in_words, items_called
from questwright.compiler.model.lowering import castings, power_of
from questwright.compiler.model.round_words import count_of_rounds
from questwright.compiler.wording.phrases import title_of

if TYPE_CHECKING:
    from questwright.compiler.model.board import Gate, Lock
    from questwright.compiler.model.quest import Quest
    from questwright.compiler.packs.system.system import System


def lock_in_words(lock: Lock, quest: Quest, system: System) -> str:
    """What opens a lock, as a clause: ``the Iron Key opens it and is used up``."""
    who = figures_in_words(lock.by, quest, system)
    if lock.is_barred:
        sides = [with_article(system.sides[word].title) for word in lock.sides or ()]
        if sides:
            return say("only {who} or an event opens it", who=listed_in_words(sides, "or"))
        return say("only an event opens it")
    if lock.key:
        key = next(iter(items_called(lock.key, quest.items)), None)
        title = with_article(title_of(lock.key, quest, system))
        named = item_in_words(key) if key is not None else title
        if who:
            form = message("{key} opens it, in the hands of {who}")
            if lock.is_spent:
                form = message("{key} opens it, in the hands of {who}, and is used up")
            return say(form, key=named, who=who)
        form = message("{key} opens it and is used up" if lock.is_spent else "{key} opens it")
        return say(form, key=named)
    if lock.kind is not None:
        values = ", ".join(f"{system.printed(name)} {value}" for name, value in lock.values.items())
        words = say_as(
            "a title in a sentence, of any gender and case", "the {title}", title=lock.kind.title
        )
        words += f" ({values})" if values else ""
        spells = _lowered_in_words(lock, quest, system)
        if spells:
            return say("{lock} keeps it shut, and {spells}", lock=words, spells=spells)
        if who:
            return say("{lock} keeps it shut, and only {who} can break it", lock=words, who=who)
        return say("{lock} keeps it shut", lock=words)
    return say("only {who} can open it", who=who)


def _lowered_in_words(lock: Lock, quest: Quest, system: System) -> str:
    """What lowers a lock, as a clause: ``Danor lowers it by 2 with Low Hum``; or nothing."""
    parts = []
    for casting in castings(lock, quest):
        names = listed_in_words((member.title for member in casting.members), "or")
        form = message("{who} lowers it by {number} with {spell}")
        if casting.spell.rounds > 1:
            form = message("{who} lowers it by {number} with {spell}, every {time}")
        spell = casting.spell
        time = count_of_rounds(spell.rounds, system.turns)
        parts.append(say(form, who=names, number=spell.amount, spell=spell.title, time=time))
    if len(parts) > 1:
        return say("{ways}, or {last}", ways=", ".join(parts[:-1]), last=parts[-1])
    return "".join(parts)


def boxes_of(lock: Lock) -> int:
    """How many boxes there are to tick for what is left of a lock; 0 for one that has no such."""
    kind = lock.kind
    return power_of(lock) if kind is not None and kind.lowered is not None else 0


def passing_in_words(gate: Gate, quest: Quest, system: System) -> str:
    """Who may go through a gate, and how many: ``only the Ferrier can go through``; or nothing."""
    who = figures_in_words(gate.only, quest, system, "and")
    words = [say("only {who} can go through", who=who)] * bool(who)
    if gate.shuts_after:
        words.append(
            say_many(
                "it falls shut after one has gone through",
                "it falls shut after {count} have gone through",
                gate.shuts_after,
            )
        )
    return "; ".join(words)


def falls_shut(after: int) -> str:
    """What a gate does behind so many: ``falls shut after 2 have gone through``."""
    return f"falls shut after {'one has' if after == 1 else f'{after} have'} gone through"


def way_in_words(gate: Gate, quest: Quest) -> str:
    """From which area a one-way gate leads, as a clause; empty for a gate that leads both ways."""
    if gate.way_from < 0:
        return ""
    area = with_article(quest.board.areas[gate.way_from].title)
    return say("one goes through only from {area}", area=area)


def figures_in_words(
    words: tuple[str, ...], quest: Quest, system: System, joint: str = "or"
) -> str:
    """The titles of the kinds that some words name: those in the party, or all if none is."""
    members = [kind.title for kind in quest.party if kind.word in words]
    titles = members or [kind.title for kind in system.kinds.values() if kind.word in words]
    return listed_in_words(titles, joint)
