"""The worlds of a quest, made by rewriting its text, for the player without wits to play.

Written apart from the compiler's worlds. What lies in one of several places is written to lie in
each of them in turn, what stands on one of several squares is drawn on each in turn, and what a row
of a table brings is an event before all others. Traps are laid in every way there is, token by
token, and those that are false are taken out of the quest.
"""

from __future__ import annotations

import re
from itertools import combinations, product

from oracle import brute
from questwright.compiler.model.conditions import Every, Fact, FactKind, Not, Quantity
from questwright.compiler.model.quest import EffectKind, Event
from questwright.compiler.packs.system.system import Category

_WRITTEN = re.compile(r"^(  item (\S+) .*?) among (.+)$")
_DRAWN = re.compile(r"^    ([a-z]): (.*) among$")
_PLACE = re.compile(r"[A-Z][0-9]+")


def each_text(text):
    """What is chosen of each hidden thing, by its id, and the quest in which it is there."""
    lines = text.split("\n")
    hidden = [n for n, line in enumerate(lines) if _WRITTEN.match(line) or _DRAWN.match(line)]
    if not hidden:
        yield {}, text
        return
    at = hidden[0]
    for number, (id_, changed) in enumerate(_each_place(lines, at)):
        for chosen, rest in each_text("\n".join(changed)):
            yield {id_: number, **chosen}, rest


def _each_place(lines, at):
    written, drawn = _WRITTEN.match(lines[at]), _DRAWN.match(lines[at])
    if written:
        for place in written[3].split(", "):
            if _PLACE.fullmatch(place):
                where = f"at {place}"
            else:
                how = {"hoard": "in", "guard": "held by", "sentry": "held by"}.get(place, "at")
                where = f"{how} {place}"
            yield written[2], [*lines[:at], f"{written[1]} {where}", *lines[at + 1 :]]
        return
    letter, thing = drawn.groups()
    first, last = (n for n, line in enumerate(lines) if '"""' in line)
    spots = [
        (row, column)
        for row in range(first + 1, last)
        for column, char in enumerate(lines[row])
        if char == letter
    ]
    for spot in spots:
        changed = list(lines)
        for row, column in spots:
            if (row, column) != spot:
                changed[row] = f"{changed[row][:column]}.{changed[row][column + 1 :]}"
        changed[at] = f"    {letter}: {thing}"
        yield thing.split()[1], changed


def each_roll(quest):
    """The row of each table, by the table's id, and the quest in which it has come about."""
    tables = [unknown for unknown in quest.unknowns if unknown.dice]
    for rows in product(*(range(len(table.ways)) for table in tables)):
        first = tuple(
            Event(
                f"rolled-{one.id}",
                "",
                False,
                Every((), quest.origin),
                one.ways[row].effects,
                False,
                quest.origin,
            )
            for one, row in zip(tables, rows, strict=True)
        )
        rolled = {one.id: row for one, row in zip(tables, rows, strict=True)}
        happened = [_happened(one, quest.origin) for one in first]
        yield (
            rolled,
            quest._replace(
                events=(*first, *quest.events),
                # Nobody has won before the dice have been rolled.
                victories=tuple(
                    victory._replace(
                        condition=Every((*happened, victory.condition), victory.origin)
                    )
                    for victory in quest.victories
                ),
            ),
        )


def _happened(event, origin):
    return Fact(FactKind.HAPPENED, Quantity.ALL, 1, (event.id,), event.id, "", 0, "", "", 0, origin)


def each_laying(quest, system):
    """The traps that somebody asks for and that are not there or false; and the quest without."""
    traps = [thing for thing in quest.things if thing.kind.category is Category.TRAP]
    asked = {id_ for condition in _conditions(quest) for id_ in _sprung(condition)}
    named = [trap for trap in traps if trap.id in asked]
    laid = sum(
        quest.settings[word]
        for word, setting in system.settings.items()
        if setting.role == "laid-traps"
    )
    sets = set()
    for there in combinations(traps, min(laid, len(traps))):
        for real in product((True, False), repeat=len(there)):
            kind = traps[0].kind if traps else None
            if kind and (sum(real) > kind.real or len(real) - sum(real) > kind.box - kind.real):
                continue
            good = {one.id for one, is_real in zip(there, real, strict=True) if is_real}
            sets.add(frozenset(one.id for one in named if one.id in good))
    for there in sets:
        gone = {one.id for one in named} - there
        yield {f"trap {one.id}": int(one.id in gone) for one in named}, _without(quest, gone)


def _conditions(quest):
    yield from (one.condition for one in (*quest.victories, *quest.events))
    yield from (action.condition for action in quest.actions if action.condition is not None)


def _sprung(condition):
    if isinstance(condition, Fact):
        return condition.subjects if condition.kind is FactKind.SPRUNG else ()
    parts = (condition.part,) if isinstance(condition, Not) else condition.parts
    return [id_ for part in parts for id_ in _sprung(part)]


def _without(quest, gone):
    events = tuple(
        event._replace(
            effects=tuple(
                effect
                for effect in event.effects
                if effect.kind is not EffectKind.TRIGGER or effect.target not in gone
            )
        )
        for event in quest.events
    )
    things = tuple(thing for thing in quest.things if thing.id not in gone)
    return quest._replace(things=things, events=events)


def each_world(text, compiled, system):
    """What is chosen in each world, and what comes of playing it."""
    for hidden, changed in each_text(text):
        for rolled, quest in each_roll(compiled(changed)):
            for laid, settled in each_laying(quest, system):
                yield {**hidden, **rolled, **laid}, brute.play(settled, system)
