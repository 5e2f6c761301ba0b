"""Compose sheets to write on: boxes for figures, cards of groups, secret placement."""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler.english import capital, listed_in_words
from questwright.compiler.language import message, say
from questwright.compiler.model.musters import ware_title
from questwright.compiler.model.quest import EffectKind, UnknownSort
from questwright.compiler.model.round_words import round_words
from questwright.compiler.model.words import is_called
from questwright.compiler.packs.system.moves import reckoned
from questwright.compiler.packs.system.sheets import SheetShape
from questwright.compiler.packs.system.system import Category
from questwright.compiler.publish.book.chapter.needs import columns_of, values_of
from questwright.compiler.publish.book.chapter.track import track_of
from questwright.compiler.publish.book.view.sheets import (
    CardsView,
    CardView,
    ChoiceView,
    MusterView,
    PlacementView,
    SheetsView,
    TickEntry,
    TickRow,
    TickView,
    WareRow,
)
from questwright.compiler.publish.book.view.tables import FigureRow
from questwright.compiler.publish.book.view.text import prose
from questwright.compiler.wording.entries import when_in_words
from questwright.compiler.wording.phrases import place_in_words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from questwright.compiler.model.musters import Muster
    from questwright.compiler.packs.system.sheets import Sheet
    from questwright.compiler.packs.system.system import Kind
    from questwright.compiler.publish.book.desk.desk import Desk
    from questwright.compiler.publish.book.map.pieces import Pieces

_SHORT = 10
"""The most boxes of a figure that fit into one line."""
_LINES = 30
"""The most lines to write figures on."""


def records_of(pieces: Pieces) -> SheetsView | None:
    """The sheets of a quest; None if nothing would be on them."""
    sheets = pieces.desk.system.sheets
    cards = (_cards(pieces, sheet) for sheet in sheets if sheet.shape is SheetShape.GROUPS)
    ticks = (_ticks(pieces, sheet) for sheet in sheets if sheet.shape is SheetShape.BOXES)
    secrets = (_placement(pieces, sheet) for sheet in sheets if sheet.shape is SheetShape.PLACEMENT)
    view = SheetsView(
        track=track_of(pieces.desk),
        cards=tuple(card for card in cards if card.cards),
        ticks=tuple(tick for tick in ticks if tick.entries),
        placements=tuple(secret for secret in secrets if secret.musters or secret.choices),
    )
    return None if view == SheetsView() else view


# -- boxes to tick ---------------------------------------------------------------------------


def _ticks(pieces: Pieces, sheet: Sheet) -> TickView:
    entries = tuple(
        _entry(pieces, sheet, kind, note, rows)
        for kind, note in _figures(pieces)
        if any(is_called(kind, word) for word in sheet.whom)
        and (rows := _rows(pieces, sheet, kind))
    )
    return TickView(
        slug=f"sheet-{sheet.word}",
        title=sheet.title,
        text=prose(sheet.text),
        entries=entries,
        is_short=not sheet.has_values
        and all(sum(row.count for row in entry.rows) <= _SHORT for entry in entries),
        columns=tuple(boxes.title for boxes in sheet.boxes),
    )


def _entry(
    pieces: Pieces, sheet: Sheet, kind: Kind, note: str, rows: tuple[TickRow, ...]
) -> TickEntry:
    """A figure on a sheet of boxes; with its values and gear, if the sheet shows them."""
    desk = pieces.desk
    if not sheet.has_values:
        return TickEntry(_token(pieces, kind), note, rows)
    ticked = {boxes.value for boxes in sheet.boxes}
    columns = columns_of(desk, [kind])
    gear = (desk.system.gear.get(str(trait)) for trait in kind.traits.values())
    return TickEntry(
        _token(pieces, kind),
        note,
        rows,
        values=tuple(
            (title, values_of(desk, kind, values))
            for title, values in columns
            if not ticked.issuperset(values)
        ),
        gear=tuple((item.title, item.text) for item in gear if item is not None),
    )


def _rows(pieces: Pieces, sheet: Sheet, kind: Kind) -> tuple[TickRow, ...]:
    """The boxes of a figure; empty if it has none."""
    settings = pieces.desk.quest.settings
    rows = []
    for boxes in sheet.boxes:
        value = kind.values.get(boxes.value)
        count, rolled = boxes.many, ""
        if value is not None and (found := reckoned(value.value)) is not None:
            count = found.most
            rolled = str(value.value) if found.least < found.most else ""
        for word, more in boxes.more.items():
            named = settings.get(word)
            count += more * (kind.word in named if isinstance(named, tuple) else kind.word == named)
        most = settings.get(boxes.most)
        count = min(count, most) if type(most) is int else count
        rows.append(TickRow(boxes.title, count, pieces.desk.system.printed(rolled)))
    return tuple(rows) if any(row.count for row in rows) else ()


def _figures(pieces: Pieces) -> Iterator[tuple[Kind, str]]:
    """Each figure with a note on its place: the party, figures on the board, spawned figures."""
    desk = pieces.desk
    yield from ((kind, "") for kind in desk.quest.party)
    for thing in desk.quest.things_of(Category.FIGURE):
        hidden = thing.id in desk.hidden
        where = "" if hidden else desk.board.name(thing.cells[0])
        named = thing.title if thing.is_named and thing.title != thing.kind.title else ""
        yield thing.kind, ", ".join(filter(None, (named, where)))
    for effect in desk.quest.every_effect():
        if effect.kind is EffectKind.SPAWN:
            kind = desk.system.kinds[effect.target]
            where = place_in_words(effect.place, effect.cells, desk.quest)
            yield from ((kind, where) for _ in range(effect.amount))


def _token(pieces: Pieces, kind: Kind) -> FigureRow:
    code = pieces.codes.get(kind.word, "")
    return FigureRow(code, kind.title, (), tone=pieces.tone(kind))


# -- groups ------------------------------------------------------------------------------------


def _cards(pieces: Pieces, sheet: Sheet) -> CardsView:
    desk = pieces.desk
    kinds = {kind.word: kind for kind in desk.quest.party}
    cards = []
    for group in desk.quest.groups:
        entries = [entry for entry in desk.quest.entries if {*group.who} & {*entry.who}]
        where = [
            ", ".join(
                filter(
                    None,
                    (
                        say("at {place}", place=desk.cells(entry.cells)),
                        when_in_words(entry, desk.system.turns),
                    ),
                )
            )
            for entry in entries
        ]
        members = (kinds[word] for word in group.who if word in kinds)
        entries_of_group = tuple(
            TickEntry(_token(pieces, kind), "", _rows(pieces, sheet, kind)) for kind in members
        )
        cards.append(
            CardView(group.title, listed_in_words(dict.fromkeys(where), "or"), entries_of_group)
        )
    return CardsView(sheet.title, prose(sheet.text), tuple(cards))


# -- secret placement --------------------------------------------------------------------


def _placement(pieces: Pieces, sheet: Sheet) -> PlacementView:
    quest = pieces.desk.quest
    return PlacementView(
        title=sheet.title,
        text=prose(sheet.text),
        musters=tuple(_muster(pieces, muster) for muster in quest.musters),
        choices=tuple(
            ChoiceView(unknown.title, tuple(way.title for way in unknown.ways))
            for unknown in quest.unknowns
            if unknown.sort in (UnknownSort.ITEM, UnknownSort.THING)
        ),
    )


def _muster(pieces: Pieces, muster: Muster) -> MusterView:
    desk = pieces.desk
    cheapest = min((ware.price for ware in muster.wares if ware.price), default=0)
    bought = sum(ware.many for ware in muster.wares)
    lines = bought if muster.is_chosen else muster.points // cheapest if cheapest else 0
    return MusterView(
        title=muster.title,
        text=_spent(desk, muster),
        wares=tuple(
            WareRow(capital(ware_title(ware.word, desk.system)), ware.price, ware.many)
            for ware in muster.wares
        ),
        when=tuple(
            capital(say("{round} {number}", number=number, **round_words(desk.system.turns)))
            for number in muster.rounds
        ),
        lines=0 if muster.rounds else min(lines, _LINES),
    )


def _spent(desk: Desk, muster: Muster) -> str:
    """Who has how many points to spend, when, and where what they buy is placed."""
    form = message("{side}: {points} points, placed {where}.")
    if muster.rounds:
        form = message("{side}: {points} points in {round} {numbers}, placed {where}.")
    if len(muster.rounds) > 1:
        form = message("{side}: {points} points in each of the {rounds} {numbers}, placed {where}.")
    return say(
        form,
        side=desk.system.sides[muster.side].title,
        points=muster.points,
        numbers=", ".join(map(str, muster.rounds)),
        where=place_in_words(muster.place, muster.cells, desk.quest),
        **round_words(desk.system.turns),
    )
