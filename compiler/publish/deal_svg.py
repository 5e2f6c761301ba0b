"""Draw dealt boards as SVG: sections with their walls and doorways, and the cards in order."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from questwright.compiler.grid.lattice import Lattice
from questwright.compiler.model.laid_tile import facing, turned
from questwright.compiler.publish.book.svg.elements import (
    Shape,
    centred,
    document,
    number,
    path,
    rectangle,
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

_CELL: Final = 20.0
_MARGIN: Final = 20.0
_TITLE: Final = 26.0
_LETTERS: Final = 14.0
_LINE: Final = 20.0
_LIST: Final = 420.0
"""How wide the list of cards is."""
_SCALE_MM: Final = 0.25
_EDGES: Final = {
    "north": ((0, 0), (1, 0)),
    "east": ((1, 0), (1, 1)),
    "south": ((0, 1), (1, 1)),
    "west": ((0, 0), (0, 1)),
}


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
        high += down * _CELL + _MARGIN
        shapes += _cards(quest, high, palette)
        high += (len(quest.dealt.cards) + 1) * _LINE + _MARGIN
        wide = max(wide, across * _CELL)
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
    for card in laid:
        ground: list[Shape] = []
        walls: list[str] = []
        floor: list[tuple[float, float]] = []
        for square, (row, column) in _squares(card):
            x, y = (column - first_column) * _CELL, top + (row - first_row) * _CELL
            is_rock = square in card.section.rock
            fill = palette.grey if is_rock else palette.paper
            ground += rectangle(x, y, _CELL, _CELL, fill=fill, stroke=palette.light, line=0.5)
            if not is_rock:
                floor.append((x + _CELL / 2, y + _CELL / 2))
            for side in _EDGES:
                if (square, side) in card.section.walls:
                    (left, up), (right, low) = _EDGES[facing(side, card.turns)]
                    walls.append(
                        f"M{number(x + left * _CELL)} {number(y + up * _CELL)}"
                        f"L{number(x + right * _CELL)} {number(y + low * _CELL)}"
                    )
        shapes += ground
        shapes += path("".join(walls), stroke=palette.ink, width=2.5)
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
