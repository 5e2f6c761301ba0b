"""Compose the track of rounds: numbered boxes, and notes on what happens in each round."""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler.language import say
from questwright.compiler.model.musters import born_in_words, wares_in_words
from questwright.compiler.model.quest import Fact, FactKind, alternatives, facts_of
from questwright.compiler.packs.system.sheets import SheetShape
from questwright.compiler.publish.book.view.sheets import TrackBox, TrackView
from questwright.compiler.publish.book.view.text import Run, line, prose
from questwright.compiler.wording.entries import coming_in_words, members_in_words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from questwright.compiler.model.quest import Quest, Victory
    from questwright.compiler.publish.book.desk.desk import Desk
    from questwright.compiler.publish.book.view.text import Line

_ROW = 10
"""How many boxes a row has."""
_LONGEST = 99
"""The most rounds that get a box each; more are counted by tens and units."""
_FROM = {">=": 0, ">": 1, "=": 0}
"""By how many rounds after its number each comparison begins to hold."""
_UNTIL = {"<=": 0, "<": -1}
"""By how many rounds after its number each comparison ceases to hold."""


def track_of(desk: Desk) -> TrackView | None:
    """The track; None if the quest has no last round and the game has no sheet for a track."""
    sheet = next((sheet for sheet in desk.system.sheets if sheet.shape is SheetShape.TRACK), None)
    last, title = _limit(desk)
    if not last and sheet is None:
        return None
    notes = sorted(_notes(desk, last), key=lambda note: note[0])
    text = prose(sheet.text if sheet is not None else "")
    title = sheet.title if sheet is not None else title
    notes_in_words = tuple((_rounds(number, note_kind), what) for number, note_kind, what in notes)
    if not 0 < last <= _LONGEST:
        tens = tuple(TrackBox(str(number)) for number in range(0, 100, 10))
        units = tuple(TrackBox(str(number)) for number in range(_ROW))
        return TrackView(title, text, (tens, units), notes_in_words, is_tens=True)
    marked = {number for number, _, _ in notes}
    boxes = tuple(TrackBox(str(number), number in marked) for number in range(1, last + 1))
    rows = tuple(boxes[start : start + _ROW] for start in range(0, last, _ROW))
    return TrackView(title, text, rows, notes_in_words)


def _limit(desk: Desk) -> tuple[int, str]:
    """The last round of the quest, or 0, and the title of the setting or clock that says so."""
    if (limited := desk.system.turn_limit(desk.quest.settings)) is not None:
        return limited[0], limited[1].title
    for fact in _timed(desk.quest):
        if fact.subject_word in desk.system.clocks:
            return fact.number, desk.system.clocks[fact.subject_word].title
    return 0, ""


def _rounds(number: int, kind: str) -> str:
    if kind == "from":
        return say("From {number} on", number=number)
    return say("Up to {number}", number=number) if kind == "until" else str(number)


def _notes(desk: Desk, last: int) -> Iterator[tuple[int, str, Line]]:
    """Notes as round, `from`, `until` or empty (only this round), and what happens."""
    quest = desk.quest
    for entry in quest.entries:
        if entry.round > 1 and entry.who:
            who, cells = members_in_words(entry, quest), desk.cells(entry.cells)
            yield entry.round, "from", line(f"{coming_in_words(entry, who, cells)}.")
    for muster in quest.musters:
        text = wares_in_words(muster, desk.system) + born_in_words(muster, desk.system)
        for number in muster.rounds:
            what = (Run(f"{muster.title}: ", term=True), Run(f"{text}."))
            yield number, "", what
    for event in quest.events:
        facts = [fact for fact in facts_of(event.condition) if fact.kind is FactKind.ROUND]
        text = f": {_lower(desk.trigger(event))}." if event.title else "."
        for fact in facts:
            yield from _at(fact, (desk.link(event.id), Run(text)), is_once=not event.repeats)
    for victory in quest.victories:
        yield from _won(desk, victory, last)
    if last and not any(own.subject_word in desk.system.clocks for own in _timed(quest)):
        yield last, "", line(say("The quest ends with this round."))


def _won(desk: Desk, victory: Victory, last: int) -> Iterator[tuple[int, str, Line]]:
    """What a victory asks of rounds; what comes after the last one is told at that."""
    side = desk.system.sides[victory.side].title
    sure = alternatives(victory.condition)
    for fact in facts_of(victory.condition):
        if fact.kind is not FactKind.ROUND:
            continue
        clock = desk.system.clocks.get(fact.subject_word)
        named = clock.title if clock is not None and victory.is_default else victory.title
        title = Run(f"{named or side}: ", term=True)
        told = say("then this side has won.") if fact in sure else ""
        what = (title, Run(told or say("when this side may have won.")))
        if fact in sure and fact.comparison == ">" and fact.number == last:
            yield last, "", (title, Run(say("when this round is over, this side has won.")))
        else:
            yield from _at(fact, what, is_once=False)


def _timed(quest: Quest) -> Iterator[Fact]:
    """What the victories of a quest ask of rounds."""
    for victory in quest.victories:
        yield from (fact for fact in facts_of(victory.condition) if fact.kind is FactKind.ROUND)


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:]


def _at(fact: Fact, what: Line, *, is_once: bool) -> Iterator[tuple[int, str, Line]]:
    if fact.comparison in _FROM:
        kind = "from" if fact.comparison != "=" and not is_once else ""
        yield max(fact.number + _FROM[fact.comparison], 1), kind, what
    elif fact.comparison in _UNTIL:
        yield max(fact.number + _UNTIL[fact.comparison], 1), "until", what
