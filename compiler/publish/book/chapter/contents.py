"""Compose the rows of what is in an area: things, loose items, and what may be there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler.english import listed_in_words, with_article
from questwright.compiler.geometry.large import large_positions, passable_gates
from questwright.compiler.geometry.special import WALL, passes, stays
from questwright.compiler.language import message, say, say_many
from questwright.compiler.packs.system.system import Category
from questwright.compiler.publish.book.chapter.traits import (
    is_titled,
    links_of,
    notes_on,
    portal_name,
    traits_of,
)
from questwright.compiler.publish.book.desk.runs import listed_runs, separated, title_without_number
from questwright.compiler.publish.book.map.pieces import loose_items
from questwright.compiler.publish.book.view.tables import ContentRow
from questwright.compiler.publish.book.view.text import Run, said
from questwright.compiler.wording.unknown import may_be_in_area, place_of_way
from questwright.dsl.records import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

    from questwright.compiler.model.quest import Item, Thing, Unknown
    from questwright.compiler.packs.system.system import Kind
    from questwright.compiler.publish.book.desk.desk import Desk
    from questwright.compiler.publish.book.map.pieces import Pieces

_ORDER = (
    Category.START,
    Category.FIGURE,
    Category.CONTAINER,
    Category.TOKEN,
    Category.PORTAL,
    Category.SPAWN_POINT,
    Category.TRAP,
    Category.OBSTACLE,
    Category.FURNITURE,
)


class _Sort(NamedTuple):
    """The key by which things share a row: equal keys, one row."""

    word: str
    title: str
    is_named: bool
    own: str
    """The id of a thing that needs a row of its own; empty for all others."""


def thing_rows(pieces: Pieces, number: int) -> Iterator[tuple[Kind, ContentRow]]:
    """Rows of what stands in an area, with the kind of each; alike things share a row."""
    desk = pieces.desk
    inside = [
        thing for thing in desk.quest.things if thing.area == number and thing.id not in desk.hidden
    ]
    inside.sort(key=lambda thing: _ORDER.index(thing.kind.category))
    groups: dict[_Sort, list[Thing]] = {}
    for thing in inside:
        groups.setdefault(_sort(desk, thing), []).append(thing)
    for things in groups.values():
        yield things[0].kind, _row(pieces, things)


def _sort(desk: Desk, thing: Thing) -> _Sort:
    is_alone = bool(notes_on(desk, thing)) or thing.kind.category is Category.PORTAL
    has_title = is_titled(thing)
    is_start = thing.kind.category is Category.START
    is_figure = thing.kind.category is Category.FIGURE
    own = thing.id if is_alone or (has_title and is_figure) else ""
    title = title_without_number(thing) if is_start else thing.title
    return _Sort(thing.kind.word, title, has_title, own)


def _row(pieces: Pieces, things: list[Thing]) -> ContentRow:
    desk = pieces.desk
    first = things[0]
    kind = first.kind
    cells = sum(thing.mask for thing in things)
    notes: list[list[Run]] = []
    name = kind.title if len(things) == 1 else kind.plural
    if kind.category is Category.PORTAL:
        name = portal_name(pieces, first)
    if is_titled(first):
        if kind.category is not Category.TOKEN:
            notes.append([Run(name)])
        name = title_without_number(first) if len(things) > 1 else first.title
    if kind.category in (Category.FIGURE, Category.TRAP):
        if first.facing:
            notes.append([Run(_facing(desk, things))])
        is_figure = kind.category is Category.FIGURE
        if is_figure and len(first.cells) > 1 and _is_kept(first):
            notes.append([Run(_fits(desk, first))])
    elif kind.category is Category.OBSTACLE:
        notes.append([Run(say("no way through, no sight past"))])
    elif kind.category is Category.FURNITURE and kind.is_high:
        notes.append([Run(say("blocks sight"))])
    notes += notes_on(desk, first)
    is_figure = kind.category is Category.FIGURE
    return ContentRow(
        name=name,
        where=desk.cells(cells),
        note=tuple(separated(notes)),
        count=len(things),
        sample=pieces.figure(first) if is_figure else pieces.thing(first),
    )


def _facing(desk: Desk, things: list[Thing]) -> str:
    is_trap = things[0].kind.category is Category.TRAP
    facings = dict.fromkeys(thing.facing for thing in things)
    if len(facings) == 1:
        side = say(things[0].facing)
        return say("arrow {side}", side=side) if is_trap else say("facing {side}", side=side)
    parts = (f"{desk.cells(thing.mask)} {say(thing.facing)}" for thing in things)
    sides = ", ".join(parts)
    return say("arrow: {sides}", sides=sides) if is_trap else say("facing: {sides}", sides=sides)


def _fits(desk: Desk, thing: Thing) -> str:
    """The gates that a figure of several squares fits through, in words."""
    quest = desk.quest
    move = desk.system.move_value
    fitting = passable_gates(thing, quest, large_positions(thing, quest, move), move)
    titles = [gate.title for gate in quest.board.gates if gate.id in fitting]
    if not titles:
        return say("fits through no gate")
    return say("fits through {gates}", gates=listed_in_words(titles))


def _is_kept(thing: Thing) -> bool:
    """Whether gates matter to a figure: it moves, and does not pass through walls."""
    return not stays(thing.exceptions) and not passes(thing.exceptions, WALL)


def item_rows(pieces: Pieces, number: int) -> Iterator[ContentRow]:
    """Rows of the items that lie in an area; alike items share a row."""
    desk = pieces.desk
    cells = desk.board.areas[number].cells
    groups: dict[tuple[str, bool, tuple[str, ...]], list[Item]] = {}
    for item in loose_items(desk):
        if cells >> item.cell & 1:
            events = tuple(event.id for event in desk.events.triggered_by(item.id))
            groups.setdefault((item.title, item.is_bound, events), []).append(item)
    for (title, is_bound, events), items in groups.items():
        note = [Run(say_many("lies here", "lie here", len(items)))]
        note += [Run(f"; {say('whoever takes it keeps it')}")] if is_bound else []
        if events:
            links = [desk.link(event) for event in events]
            note += [Run("; "), *said("see {places}", places=listed_runs(links))]
        yield ContentRow(
            title,
            desk.cells(sum({1 << item.cell for item in items})),
            tuple(note),
            count=len(items),
            sample=pieces.item(items[0]),
        )


def perhaps_rows(pieces: Pieces, number: int) -> Iterator[ContentRow]:
    """Rows of the unknowns that may be in this area."""
    desk = pieces.desk
    for unknown in desk.hidden.values():
        here = [way for way in unknown.ways if may_be_in_area(number, way, desk.quest)]
        if not here:
            continue
        thing = desk.things.get(unknown.id)
        links = [desk.link(event.id) for event in desk.events.triggered_by(unknown.id)]
        if thing is not None:
            links = links_of(desk, thing)
        note = [*_note_on_unknown(desk, unknown)]
        if links:
            form = message("if you have put it here; see Setting up and {places}")
            note += said(form, places=listed_runs(links))
        else:
            note.append(Run(say("if you have put it here; see Setting up")))
        squares = (pieces.unknown_place(unknown, way) for way in here)
        yield ContentRow(
            say("Perhaps {what}", what=with_article(unknown.title)),
            listed_in_words((place_of_way(way) for way in here), "or"),
            tuple(note),
            sample=next(filter(None, squares), None),
        )


def _note_on_unknown(desk: Desk, unknown: Unknown) -> Iterator[Run]:
    """The kind, the facing and the traits of a thing whose place is unknown."""
    thing = desk.things.get(unknown.id)
    if thing is None:
        return
    if is_titled(thing):
        yield Run(f"{thing.kind.title}, ")
    if thing.facing:
        yield Run(say("facing {side}", side=say(thing.facing)) + ", ")
    for note in traits_of(desk, thing):
        yield from (*note, Run(", "))
