"""Compose the order of battle: every figure of each side by group, with all its values."""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler.english import listed_in_words
from questwright.compiler.language import say
from questwright.compiler.model.musters import coming, muster_in_words
from questwright.compiler.model.quest import EffectKind
from questwright.compiler.packs.system.sheets import SheetShape
from questwright.compiler.packs.system.system import Category
from questwright.compiler.publish.book.chapter.needs import columns_of, values_of
from questwright.compiler.publish.book.desk.runs import title_without_number
from questwright.compiler.publish.book.view.map import Tone
from questwright.compiler.publish.book.view.sheets import OrderGroup, OrderSide, OrderView
from questwright.compiler.publish.book.view.tables import FigureRow
from questwright.compiler.publish.book.view.text import line
from questwright.compiler.wording.entries import when_in_words
from questwright.compiler.wording.phrases import place_in_words
from questwright.dsl.records import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from questwright.compiler.model.quest import Effect, Thing
    from questwright.compiler.packs.system.system import Kind, Side, Special
    from questwright.compiler.publish.book.desk.desk import Desk
    from questwright.compiler.publish.book.map.pieces import Pieces


class _Listed(NamedTuple):
    """A row: figures that are equal in everything that is printed of them."""

    kind: Kind
    name: str
    specials: tuple[Special, ...]
    many: int
    where: str


class _ListedGroup(NamedTuple):
    title: str
    where: str
    listed: tuple[_Listed, ...]


def order_of(pieces: Pieces, figures: Iterable[Kind]) -> OrderView | None:
    """The order of battle; None if the game has no such sheet."""
    system = pieces.desk.system
    sheet = next((sheet for sheet in system.sheets if sheet.shape is SheetShape.ORDER), None)
    if sheet is None:
        return None
    groups = {side.word: [*_groups(pieces, side)] for side in system.sides.values()}
    placed = {
        figures.kind.word
        for groups_of_side in groups.values()
        for group in groups_of_side
        for figures in group.listed
    }
    for side in system.sides.values():
        # Figures that come in another way, for example by a search.
        others = [kind for kind in figures if kind.side == side.word and kind.word not in placed]
        listed = tuple(_Listed(kind, kind.title, kind.specials, 0, "") for kind in others)
        if listed:
            groups[side.word].append(_ListedGroup(say("May come as well"), "", listed))
    specials = {
        special.word: special
        for groups_of_side in groups.values()
        for group in groups_of_side
        for listed in group.listed
        for special in pieces.desk.at_work(listed.specials)
    }
    return OrderView(
        title=sheet.title,
        text=sheet.text,
        sides=tuple(
            _side(pieces, side, groups[side.word])
            for side in system.sides.values()
            if groups[side.word]
        ),
        specials_title=pieces.desk.pack.heading("specials"),
        specials=tuple((special.title, special.text) for special in specials.values()),
    )


def _side(pieces: Pieces, side: Side, groups: list[_ListedGroup]) -> OrderSide:
    columns = columns_of(pieces.desk, [row.kind for group in groups for row in group.listed])
    return OrderSide(
        title=side.title,
        tone=Tone.FRIEND if side.is_party else Tone.FOE,
        columns=tuple(title for title, _ in columns),
        groups=tuple(
            OrderGroup(
                group.title,
                group.where,
                tuple(
                    FigureRow(
                        code=pieces.codes.get(row.kind.word, ""),
                        name=row.name,
                        cells=tuple(
                            values_of(pieces.desk, row.kind, values) for _, values in columns
                        ),
                        count=row.many,
                        note=line(_note(row, pieces.desk)),
                        tone=pieces.tone(row.kind),
                    )
                    for row in group.listed
                ),
            )
            for group in groups
        ),
    )


def _note(row: _Listed, desk: Desk) -> str:
    titles = ", ".join(special.title for special in desk.at_work(row.specials))
    return ". ".join(filter(None, (row.where, titles)))


# -- groups ---------------------------------------------------------


def _groups(pieces: Pieces, side: Side) -> Iterator[_ListedGroup]:
    """The groups of a side: groups of the party, then figures by where they stand or come."""
    if side.is_party:
        yield from _party(pieces)
    yield from _standing(pieces, side)
    yield from _coming(pieces, side)
    desk = pieces.desk
    for muster in desk.quest.musters:
        if muster.side != side.word:
            continue
        wares = [ware for ware in muster.wares if ware.many or not muster.is_chosen]
        kinds = {
            kind.word: (kind, ware.many)
            for ware in wares
            for kind in coming(ware, muster, desk.system)
        }
        place = place_in_words(muster.place, muster.cells, desk.quest)
        listed = tuple(
            _Listed(kind, kind.title, kind.specials, many, "") for kind, many in kinds.values()
        )
        where = f"{muster_in_words(muster, desk.system)}, {place}"
        yield _ListedGroup(muster.title, where, listed)


def _party(pieces: Pieces) -> Iterator[_ListedGroup]:
    """The members by group; members without a group by their entry."""
    desk = pieces.desk
    quest = desk.quest
    remaining = {kind.word for kind in quest.party}
    for group in quest.groups:
        who = [word for word in group.who if word in remaining]
        if who:
            remaining -= {*who}
            yield _members(pieces, group.title, who)
    for entry in quest.entries:
        who = [word for word in entry.who if word in remaining]
        if who:
            remaining -= {*who}
            title = entry.title or (say("The others") if quest.groups else desk.system.party.title)
            yield _members(pieces, title, who)
    if remaining:
        yield _members(
            pieces, say("The others"), [k.word for k in quest.party if k.word in remaining]
        )


def _members(pieces: Pieces, title: str, who: list[str]) -> _ListedGroup:
    desk = pieces.desk
    quest = desk.quest
    entries = [entry for entry in quest.entries if {*who} & {*entry.who}]
    is_common = all({*who} <= {*entry.who} for entry in entries)
    places = [
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
    listed = []
    for kind in quest.party:
        if kind.word in who:
            own_places = [
                place
                for entry, place in zip(entries, places, strict=True)
                if kind.word in entry.who
            ]
            where = "" if is_common else listed_in_words(own_places, "or")
            listed.append(_Listed(kind, kind.title, kind.specials, 0, where))
    where = listed_in_words(places, "or") if is_common else ""
    return _ListedGroup(title, where, tuple(listed))


def _standing(pieces: Pieces, side: Side) -> Iterator[_ListedGroup]:
    """The figures on the board by area, in the order in which areas are revealed."""
    desk = pieces.desk
    figures = [
        thing for thing in desk.quest.things_of(Category.FIGURE) if thing.kind.side == side.word
    ]
    for number in desk.order:
        alike: dict[tuple[str, str, tuple[str, ...]], list[Thing]] = {}
        for thing in figures:
            if thing.area == number:
                key = (
                    thing.kind.word,
                    title_without_number(thing),
                    tuple(special.word for special in thing.specials),
                )
                alike.setdefault(key, []).append(thing)
        if alike:
            title = f"{desk.labels[number]} {desk.area_heading(number)}"
            yield _ListedGroup(title, "", tuple(_alike(pieces, equal) for equal in alike.values()))


def _alike(pieces: Pieces, things: list[Thing]) -> _Listed:
    desk = pieces.desk
    first = things[0]
    hidden = desk.hidden.get(first.id)
    cells = sum(1 << thing.cells[0] for thing in things)
    where = say("at {place}", place=desk.cells(cells))
    if hidden is not None:
        where = say("in a place that is secret")
    elif len(things) == 1 and first.facing:
        where += say(", facing {side}", side=say(first.facing))
    title = title_without_number(first) if len(things) > 1 else first.title
    is_titled = first.is_named and title != first.kind.title
    name = f"{title} ({first.kind.title})" if is_titled else first.kind.title
    return _Listed(first.kind, name, first.exceptions, len(things), where)


def _coming(pieces: Pieces, side: Side) -> Iterator[_ListedGroup]:
    """The figures that events and tables spawn."""
    desk = pieces.desk
    quest = desk.quest
    for event in quest.events:
        listed = tuple(_brought(pieces, event.effects, side))
        if listed:
            when = desk.trigger(event) if event.title else ""
            yield _ListedGroup(desk.event_title(event), when, listed)
    for unknown in quest.unknowns:
        for way in unknown.ways:
            listed = tuple(_brought(pieces, way.effects, side))
            if listed:
                yield _ListedGroup(f"{unknown.title}: {way.title}", "", listed)


def _brought(pieces: Pieces, effects: Iterable[Effect], side: Side) -> Iterator[_Listed]:
    desk = pieces.desk
    for effect in effects:
        if effect.kind is not EffectKind.SPAWN:
            continue
        kind = desk.system.kinds[effect.target]
        if kind.side == side.word:
            where = place_in_words(effect.place, effect.cells, desk.quest)
            facing = say(", facing {side}", side=say(effect.facing)) if effect.facing else ""
            specials = (*kind.specials, *effect.specials)
            yield _Listed(kind, kind.title, specials, effect.amount, f"{where}{facing}")
