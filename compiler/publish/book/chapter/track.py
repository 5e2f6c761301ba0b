"""Compose the track of rounds: numbered boxes, and notes on what happens in each round."""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler.english import capital
from questwright.compiler.language import message, say
from questwright.compiler.model.conditions import Fact, FactKind, alternatives, facts_of
from questwright.compiler.model.musters import born_in_words, wares_in_words
from questwright.compiler.model.round_words import round_words
from questwright.compiler.packs.system.sheets import SheetShape
from questwright.compiler.publish.book.view.sheets import TrackBox, TrackView
from questwright.compiler.publish.book.view.text import Run, line, prose
from questwright.compiler.wording.entries import coming_in_words, members_in_words
from questwright.compiler.wording.rounds import last_round

if TYPE_CHECKING:
    from collections.abc import Iterator

    from questwright.compiler.model.conditions import Condition
    from questwright.compiler.model.quest import Quest, Victory
    from questwright.compiler.publish.book.desk.desk import Desk
    from questwright.compiler.publish.book.view.text import Line, Prose

_ROW = 10
"""How many boxes a row has."""
_LONGEST = 99
"""The most rounds that get a box each; more are counted by tens and units."""
_FROM = {">=": 0, ">": 1, "=": 0}
"""By how many rounds after its number each comparison begins to hold."""
_UNTIL = {"<=": 0, "<": -1}
"""By how many rounds after its number each comparison ceases to hold."""


def track_of(desk: Desk) -> TrackView | None:
    """The track; None if nothing in the quest depends on rounds and the game has no sheet for one.

    Without a last round it goes as far as something depends on rounds; that of a game has no end.
    """
    sheet = next((sheet for sheet in desk.system.sheets if sheet.shape is SheetShape.TRACK), None)
    last = last_round(desk.quest, desk.system)
    notes = sorted(_notes(desk, last), key=lambda note: note[0])
    if not last and not notes and sheet is None:
        return None
    end = last or (notes[-1][0] if sheet is None else 0)
    is_counted = 0 < end <= _LONGEST
    words = round_words(desk.system.turns)
    text = _text(words, is_counted=is_counted, is_last=last > 0)
    text = prose(sheet.text) if sheet is not None else text
    return TrackView(
        sheet.title if sheet is not None else _title(desk) or capital(words["rounds"]),
        text,
        _boxes(end, {number for number, _, _ in notes}) if is_counted else _tens(),
        tuple((_rounds(number, note_kind), what) for number, note_kind, what in notes),
        is_tens=not is_counted,
    )


def _boxes(end: int, marked: set[int]) -> tuple[tuple[TrackBox, ...], ...]:
    """A box for each round, in rows."""
    boxes = tuple(TrackBox(str(number), number in marked) for number in range(1, end + 1))
    return tuple(boxes[start : start + _ROW] for start in range(0, end, _ROW))


def _tens() -> tuple[tuple[TrackBox, ...], ...]:
    """A row of tens and one of units."""
    tens = tuple(TrackBox(str(number)) for number in range(0, 100, 10))
    return tens, tuple(TrackBox(str(number)) for number in range(_ROW))


def _text(words: dict[str, str], *, is_counted: bool, is_last: bool) -> Prose:
    """How a track is used of which the game says nothing."""
    if not is_counted:
        form = message("Count the {rounds} as they end: tens in one row and units in the other.")
        return prose(say(form, **words))
    passage = say("Cross out the {rounds} as they end, a box for each.", **words)
    after = say("After the last box, nothing more depends on them.")
    return prose(passage if is_last else f"{passage} {after}")


def _title(desk: Desk) -> str:
    """The title of the setting or clock that says which round is the last; or empty."""
    if (limited := desk.system.turn_limit(desk.quest.settings)) is not None:
        return limited[1].title
    words = (fact.subject_word for fact in _timed(desk.quest))
    return next(
        (desk.system.clocks[word].title for word in words if word in desk.system.clocks), ""
    )


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
        text = f": {_lower(desk.trigger(event))}." if event.title else "."
        what = (desk.link(event.id), Run(text))
        for fact in _rounds_of(event.condition):
            if fact.subject_word in desk.system.clocks and fact.comparison == ">":
                # A clock runs at the end of a round, and so it is said of it.
                yield fact.number, "", what
            else:
                yield from _at(fact, what, last, is_once=not event.repeats)
    for action in quest.actions:
        what = (desk.link(action.id), Run(": " + say("this action depends on that.")))
        for fact in _rounds_of(action.condition):
            yield from _at(fact, what, last, is_once=False)
    for victory in quest.victories:
        yield from _won(desk, victory, last)
    limited = desk.system.turn_limit(quest.settings)
    if limited is not None and limited[0] == last:
        words = round_words(desk.system.turns)
        yield last, "", line(say("The quest ends with {round} {number}.", number=last, **words))


def _won(desk: Desk, victory: Victory, last: int) -> Iterator[tuple[int, str, Line]]:
    """What a victory asks of rounds; what comes after the last one is told at that."""
    side = desk.system.sides[victory.side].title
    sure = alternatives(victory.condition)
    for fact in _rounds_of(victory.condition):
        clock = desk.system.clocks.get(fact.subject_word)
        named = clock.title if clock is not None and victory.is_default else victory.title
        title = Run(f"{named} ({side}): " if named else f"{side}: ", term=True)
        told = say("then this side has won.") if fact in sure else ""
        what = (title, Run(told or say("when this side may have won.")))
        if fact in sure and fact.comparison == ">" and fact.number == last:
            yield last, "", (title, Run(say("when it is over, this side has won.")))
        else:
            yield from _at(fact, what, last, is_once=False)


def _timed(quest: Quest) -> Iterator[Fact]:
    """What the victories of a quest ask of rounds."""
    for victory in quest.victories:
        yield from _rounds_of(victory.condition)


def _rounds_of(condition: Condition | None) -> Iterator[Fact]:
    """What a condition asks of rounds."""
    if condition is not None:
        yield from (fact for fact in facts_of(condition) if fact.kind is FactKind.ROUND)


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:]


def _at(fact: Fact, what: Line, last: int, *, is_once: bool) -> Iterator[tuple[int, str, Line]]:
    """The note of a fact; what would come when play is over is left out, or told at its end."""
    if fact.comparison in _FROM:
        kind = "from" if fact.comparison != "=" and not is_once else ""
        number = max(fact.number + _FROM[fact.comparison], 1)
        if last and number == last + 1 and fact.comparison != "=":
            yield last, "", (Run(say("When it is over:") + " "), *what)
        elif not last or number <= last:
            yield number, kind, what
    elif fact.comparison in _UNTIL:
        number = max(fact.number + _UNTIL[fact.comparison], 1)
        if not last or number <= last:
            yield number, "until", what
