"""Draw dealt boards as SVG: sections with their walls and doorways, and the cards in order."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from questwright.compiler.grid.lattice import Lattice
from questwright.compiler.model.laid_tile import facing, turned
from questwright.compiler.publish.book.svg.cards import CELL, ground
from questwright.compiler.publish.book.svg.elements import (
    Shape,
    centred,
    document,
    text,
    written,
)
from questwright.compiler.publish.book.svg.glyphs import Face, text_width
from questwright.compiler.publish.deal import sign_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from questwright.compiler.deals import DealtCard
    from questwright.compiler.model.sections import Square
    from questwright.compiler.publish.book.view.theme import Palette
    from questwright.compiler.publish.deal import DealtQuest

_MARGIN: Final = 20.0
_TITLE: Final = 26.0
_LETTERS: Final = 14.0
_LINE: Final = 20.0
_LIST: Final = 420.0
"""How wide the list of cards is."""
_SCALE_MM: Final = 0.25


def deal_svg(quests: Sequence[DealtQuest], palette: Palette) -> str:
    """One drawing of the dealt boards of some quests, below each other."""
    shapes: list[Shape] = []
    wide, high = _LIST, _MARGIN
    for quest in quests:
        title = f"{quest.publication.quest.title}, seed {quest.seed}"
        shapes += text(title, 0, high, _TITLE, face=Face.DISPLAY, fill=palette.ink)
        wide = max(wide, text_width(title, Face.DISPLAY, _TITLE))
        high += _MARGIN
        laid = [card for card in quest.dealt.cards if card.corner is not None]
        across, down = _extent(laid)
        shapes += _board(laid, high, palette)
        high += down * CELL + _MARGIN
        shapes += _cards(quest, high, palette)
        high += (len(quest.dealt.cards) + 1) * _LINE + _MARGIN
        wide = max(wide, across * CELL)
    box = (-_MARGIN, -_MARGIN, wide + 2 * _MARGIN, high + _MARGIN)
    names = ", ".join(f"{quest.publication.quest.title}, seed {quest.seed}" for quest in quests)
    return document(written(shapes), box, _SCALE_MM, names).svg


def _squares(card: DealtCard) -> Iterable[tuple[Square, Square]]:
    """Each square of a section as it is drawn, and as it lies."""
    assert card.corner is not None
    section = card.section
    for square in sorted(section.squares):
        row, column = turned(square, section.rows, section.columns, card.turns, Lattice.SQUARES)
        yield square, (row + card.corner[0], column + card.corner[1])


def _covered(laid: Iterable[DealtCard]) -> list[Square]:
    return [place for card in laid for _, place in _squares(card)] or [(0, 0)]


def _extent(laid: Iterable[DealtCard]) -> tuple[int, int]:
    """How many columns and rows all that lies takes."""
    squares = _covered(laid)
    rows, columns = [row for row, _ in squares], [column for _, column in squares]
    return max(columns) - min(columns) + 1, max(rows) - min(rows) + 1


def _board(laid: Sequence[DealtCard], top: float, palette: Palette) -> list[Shape]:
    squares = _covered(laid)
    first_row, first_column = min(row for row, _ in squares), min(column for _, column in squares)
    shapes: list[Shape] = []
    corner = (-first_column * CELL, top - first_row * CELL)
    for card in laid:
        lie = dict(_squares(card))
        rock = {lie[square] for square in card.section.rock}
        walls = sorted((lie[at], facing(side, card.turns)) for at, side in card.section.walls)
        shapes += ground(lie.values(), rock, walls, corner, palette)
        floor = [
            (corner[0] + (column + 0.5) * CELL, corner[1] + (row + 0.5) * CELL)
            for row, column in lie.values()
            if (row, column) not in rock
        ]
        shapes += _sign(card, floor, palette)
    return shapes


def _sign(card: DealtCard, floor: Sequence[tuple[float, float]], palette: Palette) -> list[Shape]:
    """The sign of a card on the square of its floor that is nearest to the middle of all."""
    x, y = (sum(each) / len(floor) for each in zip(*floor, strict=True))
    at = min(floor, key=lambda place: ((place[0] - x) ** 2 + (place[1] - y) ** 2, place))
    is_goal = card.section.sort.is_objective
    fill = palette.accent if is_goal else palette.ink
    return centred(sign_of(card), *at, _LETTERS + 2, face=Face.SANS_BOLD, fill=fill)


def _cards(quest: DealtQuest, top: float, palette: Palette) -> list[Shape]:
    shapes: list[Shape] = []
    for line, card in enumerate(quest.dealt.cards):
        way = f", way {card.way}" if card.way else ""
        fate = "" if card.corner is not None else ", never turned over"
        if card.turn and card.corner is None:
            fate = ", put aside: it fits nowhere"
        told = f"{sign_of(card)}  {card.section.title}{way}{fate}"
        fill = palette.ink if card.corner is not None else palette.small
        shapes += text(told, 0, top + line * _LINE, _LETTERS, face=Face.SANS, fill=fill)
    if not quest.dealt.is_found:
        below = top + len(quest.dealt.cards) * _LINE
        told = "The objective is out of reach."
        shapes += text(told, 0, below, _LETTERS, face=Face.SANS_BOLD, fill=palette.accent)
    return shapes
