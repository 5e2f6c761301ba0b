"""Phrases for names and places, for the book, the outline and the diff."""

from __future__ import annotations

from functools import partial

from questwright.compiler.english import (
    after_article,
    in_sentence,
    listed_in_words,
    with_article,
)
from questwright.compiler.language import SOURCE, message, say, say_as, spoken
from questwright.compiler.model.items import item_in_words, items_called
from questwright.compiler.model.words import title_from_id
from questwright.compiler.packs.system.system import Category
from questwright.dsl.prose import Style

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import Final

    from questwright.compiler.grid.cells import Cell, Cells
    from questwright.compiler.model.board import Board
    from questwright.compiler.model.conditions import Moving
    from questwright.compiler.model.quest import Quest, Thing
    from questwright.compiler.packs.system.system import Kind, Side, System
    from questwright.dsl.prose import Block


# -- names ------------------------------------------------------------------------------


def thing_in_words(thing: Thing) -> str:
    """A thing as it stands in a sentence: with an article, unless it has a name of its own."""
    kind = thing.kind
    if kind.category is Category.FIGURE:
        is_given = thing.title not in (kind.title, title_from_id(thing.id))
        if is_given or kind.plural == thing.title:
            return in_sentence(thing.title)
    return with_article(thing.title)


def title_of(id_: str, quest: Quest, system: System) -> str:
    """What the thing, area, gate, item, event, action or kind of an id is called."""
    titles = {word: kind.title for word, kind in system.kinds.items()}
    titles |= {word: gear.title for word, gear in system.gear.items()}
    titles |= {unknown.id: unknown.title for unknown in quest.unknowns}
    titles |= {event.id: event.title for event in quest.events}
    titles |= {action.id: action.title for action in quest.actions}
    titles |= {item.alike or item.id: item.title for item in quest.items}
    titles |= {item.id: item.title for item in quest.items}
    titles |= {thing.id: thing.title for thing in quest.things}
    titles |= quest.board.titles
    return titles.get(id_) or say_as("set", title_from_id(id_))


def plain_text(blocks: Iterable[Block], quest: Quest, system: System) -> str:
    """The words of a text in one line: no markup, and a title for each reference."""
    titles = partial(title_of, quest=quest, system=system)
    return " ".join("".join(texts_of(block, titles)) for block in blocks)


def texts_of(block: Block, title: Callable[[str], str]) -> Iterator[str]:
    """The texts of the runs of a block, as they stand one after the other.

    A reference is its ``title``, without its article where the text before it ends with one.
    """
    before = ""
    for run in block.runs:
        is_reference = run.style is Style.REFERENCE
        yield after_article(before, title(run.text)) if is_reference else run.text
        before = run.text


def of_side(side: Side, plural: str, singular: str, **values: object) -> str:
    """A sentence about a side, in one of two forms: ``The Heroes win``, ``The Overlord wins``."""
    is_many = side.title.lower().endswith(side.many_title.lower())
    return say(plural if is_many else singular, side=side.title, **values)


def count_in_words(count: int, kind: Kind) -> str:
    """A count of a kind: ``a Ghost``, ``2 Zombies``."""
    if count != 1:
        return f"{count} {kind.plural}"
    if kind.category is Category.FIGURE and kind.plural == kind.title:
        return kind.title
    if spoken() != SOURCE:
        return f"1 {kind.title}"
    return f"{'an' if kind.title[:1].lower() in 'aeiou' else 'a'} {kind.title}"


WINS: Final = (message("{side} win"), message("{side} wins"))
"""The victory of a side, for `of_side`."""


def item_called(name: str, quest: Quest, system: System) -> str:
    """What the item of an id, or one of those that share a name, is called in a sentence."""
    items = items_called(name, quest.items)
    return item_in_words(items[0]) if items else with_article(title_of(name, quest, system))


# -- places -----------------------------------------------------------------------------


def cells_in_words(cells: Cells, board: Board) -> str:
    """Cells as few rectangular blocks: ``G2–H3, K1``."""
    words = []
    left = cells
    while left:
        first = (left & -left).bit_length() - 1
        blocks = [_block(first, left, board.stride, is_wide=wide) for wide in (True, False)]
        width, height = max(blocks, key=lambda block: block[0] * block[1])
        last = first + (height - 1) * board.stride + width - 1
        name = board.name(first)
        words.append(name if last == first else f"{name}–{board.name(last)}")
        for row in range(height):
            left &= ~(((1 << width) - 1) << (first + row * board.stride))
    return ", ".join(words)


def done_at_hidden(place: Moving, quest: Quest) -> str:
    """Where something is done to hidden things: ``at the Nest, wherever it is``."""
    words = []
    for thing in (own for own in quest.things if own.id in place.things):
        beside = message("beside {thing}, wherever it is")
        form = beside if thing.blocks else message("at {thing}, wherever it is")
        words.append(say(form, thing=thing_in_words(thing)))
    if place.fixed:
        words.append(say("on {place}", place=cells_in_words(place.fixed, quest.board)))
    return listed_in_words(words, "or")


def _block(first: Cell, cells: Cells, stride: int, *, is_wide: bool) -> tuple[int, int]:
    """The (width, height) of a block of these cells from ``first``: as wide or high as can be."""
    width = height = 1
    if is_wide:
        while cells >> (first + width) & 1:
            width += 1
        row = (1 << width) - 1
        while cells >> (first + height * stride) & row == row:
            height += 1
        return width, height
    while cells >> (first + height * stride) & 1:
        height += 1
    while all(cells >> (first + row * stride + width) & 1 for row in range(height)):
        width += 1
    return width, height


def place_in_words(place: str, cells: Cells, quest: Quest) -> str:
    """A place as it was written, with its preposition: ``in The Well``, ``on G2–H3``."""
    near, _, rest = place.partition(" ")
    if near == "near":
        named, _ = named_place(rest, cells, quest)
        return say("as near to {place} as may be", place=named)
    named, preposition = named_place(place, cells, quest)
    return say(preposition, place=named)


def named_place(place: str, cells: Cells, quest: Quest) -> tuple[str, str]:
    """A place without its preposition, and the message that gives it one."""
    areas = {area.id: with_article(area.title) for area in quest.board.areas}
    landmarks = {thing.id: thing_in_words(thing) for thing in quest.things}
    landmarks |= {gate.id: with_article(gate.title) for gate in quest.board.gates}
    words = place.split(", ")
    if all(word in areas for word in words):
        return listed_in_words((areas[word] for word in words), "or"), message("in {place}")
    if all(word in landmarks for word in words):
        return listed_in_words((landmarks[word] for word in words), "or"), message("at {place}")
    return cells_in_words(cells, quest.board), message("on {place}")
