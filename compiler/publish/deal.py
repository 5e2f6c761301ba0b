"""Write a dealt board: its cards and its map as text, or as a document of plain data."""

from __future__ import annotations

from string import ascii_lowercase, ascii_uppercase
from typing import TYPE_CHECKING, Final

from questwright.compiler.grid.lattice import Lattice
from questwright.compiler.model.laid_tile import facing, turned
from questwright.dsl.drawing import BLOCKED, FLOOR, NOTHING
from questwright.dsl.records import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from questwright.compiler.deals import Dealt, DealtCard
    from questwright.compiler.model.publication import Publication
    from questwright.compiler.model.sections import Section, Square
    from questwright.compiler.packs.read.tree import Json

VERSION: Final = 1
"""The version of the format; it goes up with each change that breaks readers."""
SCHEMA_ID: Final = "https://questwright.dev/schemas/deal/1"
"""The `$id` of the schema that every such document satisfies."""
_SIGNS: Final = "123456789" + ascii_lowercase + ascii_uppercase
_STEPS: Final = {"north": (-1, 0), "east": (0, 1), "south": (1, 0), "west": (0, -1)}


class DealtQuest(NamedTuple):
    """A quest, and the board that a seed deals for it."""

    publication: Publication
    seed: int
    dealt: Dealt


def sign_of(card: DealtCard) -> str:
    """The character for a card on the map, by its place in the deck."""
    return _SIGNS[card.place - 1] if card.place <= len(_SIGNS) else "?"


def deal_lines(quest: DealtQuest) -> Iterator[str]:
    """The cards from the top of the deck, and the map."""
    cards = quest.dealt.cards
    yield f"{quest.publication.quest.title}, seed {quest.seed}"
    wide = max(len(card.section.title) for card in cards)
    for card in cards:
        way = f"way {card.way}" if card.way else ""
        text = (
            f"{card.place:>4} {sign_of(card)}  {card.section.title:{wide}}  {way:9}  {_fate(card)}"
        )
        yield text.rstrip()
    objective = next(card for card in cards if card.section.sort.is_objective)
    if not quest.dealt.is_found:
        yield f"  {objective.section.title} is out of reach"
    yield ""
    yield from (f"  {line}" for line in map_lines(cards))


def _fate(card: DealtCard) -> str:
    if not card.turn:
        return "never turned over"
    if card.corner is None:
        return f"turned over as number {card.turn}, and put aside: it fits nowhere"
    turn = f", turned by {card.turns * 90}" if card.turns else ""
    return f"laid as number {card.turn}{turn}"


def deal_document(quests: Iterable[DealtQuest]) -> dict[str, Json]:
    """The dealt boards of some quests, in their order."""
    return {
        "$schema": SCHEMA_ID,
        "version": VERSION,
        "quests": [
            {
                "id": quest.publication.quest.id,
                "title": quest.publication.quest.title,
                "system": quest.publication.system.id,
                "seed": quest.seed,
                "found": quest.dealt.is_found,
                "cards": [_card(card, _corner(quest.dealt.cards)) for card in quest.dealt.cards],
                "map": [*map_lines(quest.dealt.cards)],
            }
            for quest in quests
        ],
    }


def _card(card: DealtCard, corner: Square) -> Json:
    lies = card.corner is not None
    return {
        "place": card.place,
        "sign": sign_of(card),
        "section": card.section.word,
        "title": card.section.title,
        "sort": card.section.sort.word,
        "way": card.way or None,
        "number": card.turn or None,
        "turned": card.turns * 90 if lies else None,
        "row": card.corner[0] - corner[0] + 1 if card.corner is not None else None,
        "column": card.corner[1] - corner[1] + 1 if card.corner is not None else None,
    }


def _corner(cards: Iterable[DealtCard]) -> Square:
    """The first row and the first column of all that lies."""
    corners = [card.corner for card in cards if card.corner is not None] or [(0, 0)]
    return min(row for row, _ in corners), min(column for _, column in corners)


def map_lines(cards: Iterable[DealtCard]) -> list[str]:
    """All sections as they lie, walls between the squares, with the sign of each card."""
    laid = [card for card in cards if card.corner is not None]
    top, left = _corner(laid)
    signs: dict[Square, str] = {}
    for card in laid:
        _draw(card, (top, left), signs)
    rows = max((row for row, _ in signs), default=-1) + 1
    columns = max((column for _, column in signs), default=-1) + 1
    return [
        "".join(signs.get((row, column), NOTHING) for column in range(columns)).rstrip()
        for row in range(rows)
    ]


def _draw(card: DealtCard, origin: Square, signs: dict[Square, str]) -> None:
    """Draw a section over what is there: its squares, its walls and their corners."""
    section = card.section
    assert card.corner is not None
    across, down = card.corner[1] - origin[1], card.corner[0] - origin[0]

    def spot(square: Square) -> Square:
        row, column = _turned(section, square, card.turns)
        return 2 * (row + down) + 1, 2 * (column + across) + 1

    for square in sorted(section.squares):
        row, column = spot(square)
        signs[row, column] = BLOCKED if square in section.rock else FLOOR
        for corner in ((-1, -1), (-1, 1), (1, -1), (1, 1)):
            signs[row + corner[0], column + corner[1]] = "+"
    for square, side in sorted(section.walls):
        way = facing(side, card.turns)
        step = _STEPS[way]
        row, column = spot(square)
        signs[row + step[0], column + step[1]] = "-" if step[0] else "|"
    signs[spot(_middle(section))] = sign_of(card)


def _turned(section: Section, square: Square, turns: int) -> Square:
    return turned(square, section.rows, section.columns, turns, Lattice.SQUARES)


def _middle(section: Section) -> Square:
    """The square of its floor that is nearest to its middle."""
    row, column = (section.rows - 1) / 2, (section.columns - 1) / 2
    floor = sorted(section.squares - section.rock)
    return min(floor, key=lambda at: (at[0] - row) ** 2 + (at[1] - column) ** 2)
