"""What a document says of the play itself: what there is to get, what happens, how it ends."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from questwright.engine.conditions import read_condition, read_moving
from questwright.engine.reading import Node

if TYPE_CHECKING:
    from collections.abc import Container, Mapping

    from questwright.engine.conditions import Condition, Moving
    from questwright.engine.document import QuestDocument


class Category(StrEnum):
    """What a kind of things is, as far as it matters to a line of play."""

    FIGURE = "figure"
    FURNITURE = "furniture"
    CONTAINER = "container"
    OBSTACLE = "obstacle"
    PORTAL = "portal"
    TRAP = "trap"
    SPAWN_POINT = "spawn-point"
    TOKEN = "token"  # noqa: S105 - a piece of cardboard
    START = "start"


class Kind(NamedTuple):
    """A kind of things."""

    category: Category
    side: str | None


class Item(NamedTuple):
    """Something that can be carried."""

    id: str
    title: str
    holder: str | None
    """The id of the thing that has it when play begins."""
    cell: str | None
    """The square that it lies on when play begins."""


class Doing(StrEnum):
    """What an event can do."""

    READ = "read"
    NOTE = "note"
    GIVE = "give"
    TAKE = "take"
    REWARD = "reward"
    DRAW = "draw"
    SPAWN = "spawn"
    REVEAL = "reveal"
    OPEN = "open"
    UNLOCK = "unlock"
    CLOSE = "close"
    SET = "set"
    CLEAR = "clear"
    BLOCK = "block"
    REMOVE = "remove"
    TRIGGER = "trigger"
    END = "end"


class Effect(NamedTuple):
    """One thing that an event does."""

    doing: Doing
    target: str
    """The id or the word of what it is done to, or nothing."""
    cells: tuple[str, ...]
    is_of_member: bool
    """It is done to a member of the party."""
    moving: Moving | None = None


class Event(NamedTuple):
    """Something that happens when a condition comes true."""

    id: str
    is_repeated: bool
    condition: Condition
    effects: tuple[Effect, ...]


class Action(NamedTuple):
    """Something special that the party may do."""

    id: str
    title: str
    cells: tuple[str, ...]
    condition: Condition | None
    moving: Moving | None = None


class Victory(NamedTuple):
    """How a side wins."""

    side: str
    condition: Condition


class Script(NamedTuple):
    """What there is to get in a quest, what happens in it, and how it ends."""

    party: str
    """The side whose line is played."""
    is_searched: bool
    """Whether the game has searches at all."""
    kinds: Mapping[str, Kind]
    items: Mapping[str, Item]
    events: tuple[Event, ...]
    actions: Mapping[str, Action]
    victories: tuple[Victory, ...]
    before: tuple[Effect, ...] = ()
    """What has happened before play begins."""


def read_script(quest: QuestDocument) -> Script:
    """The script of a quest; an `UnreadableDocument` says why there is none."""
    root = Node(dict(quest.data))
    squares = quest.board.cells
    kinds = dict(map(_kind, root.get("kinds").items()))
    for node in root.get("things").items():
        if node.get("kind").text() not in kinds:
            node.get("kind").refuse("is no kind of this document")
    return Script(
        party=root.get("party").get("side").text(),
        is_searched=root.get("search").raw is not None,
        kinds=kinds,
        items={one.id: one for one in (_item(n, squares) for n in root.get("items").items())},
        events=tuple(_event(node, squares) for node in root.get("events").items()),
        actions={one.id: one for one in (_action(n, squares) for n in root.get("actions").items())},
        victories=tuple(_victory(node, squares) for node in root.get("victories").items()),
    )


def _kind(node: Node) -> tuple[str, Kind]:
    category = node.get("category").one_of(Category)
    return node.get("word").text(), Kind(category, node.get("side").maybe_text())


def _item(node: Node, squares: Container[str]) -> Item:
    parts = node.mapping("id title holder cell gear card origin")
    cell = parts["cell"].maybe_text()
    if cell is not None and cell not in squares:
        parts["cell"].refuse("is no square of the floor")
    title = parts["title"].text()
    return Item(parts["id"].text(), title, parts["holder"].maybe_text(), cell)


def _cells(node: Node, squares: Container[str]) -> tuple[str, ...]:
    for cell in node.items():
        if cell.text() not in squares:
            cell.refuse("is no square of the floor")
    return tuple(cell.text() for cell in node.items())


def _event(node: Node, squares: Container[str]) -> Event:
    parts = node.mapping("id title repeats condition effects named origin")
    return Event(
        id=parts["id"].text(),
        is_repeated=parts["repeats"].flag(),
        condition=read_condition(parts["condition"], squares),
        effects=tuple(read_effect(part, squares) for part in parts["effects"].items()),
    )


def read_effect(node: Node, squares: Container[str]) -> Effect:
    """One thing that an event does."""
    parts = node.mapping("do of target count cells place moving near facing specials text origin")
    target = parts["target"].maybe_text() or ""
    return Effect(
        parts["do"].one_of(Doing),
        target,
        _cells(parts["cells"], squares),
        parts["of"].maybe_text() == "member",
        read_moving(parts["moving"], squares),
    )


def _action(node: Node, squares: Container[str]) -> Action:
    parts = node.mapping("id title cells target place moving condition cost origin")
    condition = parts["condition"]
    return Action(
        id=parts["id"].text(),
        title=parts["title"].text(),
        cells=_cells(parts["cells"], squares),
        condition=None if condition.raw is None else read_condition(condition, squares),
        moving=read_moving(parts["moving"], squares),
    )


def _victory(node: Node, squares: Container[str]) -> Victory:
    parts = node.mapping("side degree title condition default origin")
    return Victory(parts["side"].text(), read_condition(parts["condition"], squares))
