"""Read the script of a document: items, events, actions and victories.

Takes a QuestDocument. Returns a Script; raises `UnreadableDocument` for a document without one.
"""

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
    """The categories of kinds of things."""

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
    """A kind of things: its category, and the word of its side, if it has one."""

    category: Category
    side: str | None
    hides: bool
    """Whether nobody sees past it where it blocks a square."""
    passes: frozenset[str] = frozenset()
    """What does not stop it: ``wall``, or the category of what stands on squares."""
    is_driven_back: bool = False
    """Whether attacks never beat it, and only drive it back."""


class Item(NamedTuple):
    """Something that can be carried."""

    id: str
    title: str
    holder: str | None
    """The id of the thing that has it when play begins."""
    cell: str | None
    """The square that it lies on when play begins."""
    alike: str = ""
    """The name that it shares with the pieces that are alike; empty if it is alone."""
    brought: tuple[str, ...] = ()
    """The words of the members of whom one has it when play begins."""
    is_bound: bool = False
    """Whether nobody hands it over."""


class EffectKind(StrEnum):
    """What an effect of an event does."""

    READ = "read"
    NOTE = "note"
    GIVE = "give"
    TAKE = "take"
    REWARD = "reward"
    GRANT = "grant"
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
    RAISE = "raise"
    KEEP = "keep"
    CHANGE = "change"
    TRIGGER = "trigger"
    END = "end"


class Effect(NamedTuple):
    """An effect of an event."""

    kind: EffectKind
    target: str
    """The id or the word of what it changes; empty where it has none."""
    cells: tuple[str, ...]
    is_of_member: bool
    """Whether the target is a member of the party."""
    moving: Moving | None = None
    to: tuple[str, ...] = ()
    """With GIVE, the words of the members of whom one gets it; empty if anybody may."""
    has_place: bool = False
    """The document says where it is done, with a place of its own."""


class Event(NamedTuple):
    """An event: its condition, and the effects that it has when that comes true."""

    id: str
    is_repeated: bool
    condition: Condition
    effects: tuple[Effect, ...]


class Action(NamedTuple):
    """An action of the quest: where it may be done, and under which condition."""

    id: str
    title: str
    cells: tuple[str, ...]
    condition: Condition | None
    moving: Moving | None = None
    by: tuple[str, ...] = ()
    """The words of the members who may do it; empty if all may."""
    is_beside: bool = False
    """It is done from beside its squares, and never on them."""
    target: str = ""
    """The id of the thing that it is done to, or empty."""
    side: str = ""
    """The word of the other side that does it; empty for the party."""


class Victory(NamedTuple):
    """A condition under which a side wins."""

    side: str
    condition: Condition


class Script(NamedTuple):
    """The items, events, actions and victories of a quest."""

    party: str
    """The word of the party's side."""
    is_searched: bool
    """Whether the game has searches."""
    finds_first: bool
    """Whether an area is searched only once its hidden passages are found."""
    kinds: Mapping[str, Kind]
    items: Mapping[str, Item]
    events: tuple[Event, ...]
    actions: Mapping[str, Action]
    victories: tuple[Victory, ...]
    before: tuple[Effect, ...] = ()
    """The effects before play begins: what members bring, and rows of tables rolled on."""

    def called(self, name: str) -> tuple[str, ...]:
        """Return the id of the item with a name, or those of all pieces that share the name."""
        return tuple(item.id for item in self.items.values() if name in (item.id, item.alike))


def read_script(quest: QuestDocument) -> Script:
    """Read the script of a quest; raises `UnreadableDocument` where it is not one."""
    root = Node(dict(quest.data))
    squares = quest.board.cells
    specials = {
        part.get("word").text(): frozenset(word.text() for word in part.get("passes").items())
        for part in root.get("specials").items()
    }
    kinds = dict(_kind(part, specials) for part in root.get("kinds").items())
    for node in root.get("things").items():
        if node.get("kind").text() not in kinds:
            node.get("kind").refuse("is not a kind of this document")
    items = {item.id: item for item in (_item(part, squares) for part in root.get("items").items())}
    return Script(
        party=root.get("party").get("side").text(),
        is_searched=root.get("search").raw is not None,
        finds_first=root.get("search").raw is not None
        and root.get("search").get("passages_first").flag(),
        kinds=kinds,
        items=items,
        events=tuple(_event(node, squares) for node in root.get("events").items()),
        actions={
            action.id: action
            for action in (_action(part, squares) for part in root.get("actions").items())
        },
        victories=tuple(_victory(node, squares) for node in root.get("victories").items()),
        before=tuple(
            Effect(EffectKind.GIVE, item.id, (), is_of_member=False, to=item.brought)
            for item in items.values()
            if item.brought
        ),
    )


def _kind(node: Node, specials: Mapping[str, frozenset[str]]) -> tuple[str, Kind]:
    category = node.get("category").one_of(Category)
    hides = node.get("high").raw is True
    own = (specials.get(word.text(), frozenset()) for word in node.get("specials").items())
    side = node.get("side").maybe_text()
    is_driven_back = node.get("driven_back").raw is True
    passes = frozenset[str]().union(*own)
    return node.get("word").text(), Kind(category, side, hides, passes, is_driven_back)


def _item(node: Node, squares: Container[str]) -> Item:
    parts = node.mapping("id title alike holder cell brought bound unknown gear card origin")
    cell = parts["cell"].maybe_text()
    if cell is not None and cell not in squares:
        parts["cell"].refuse("is not a square of the floor")
    title = parts["title"].text()
    alike = parts["alike"].maybe_text() or ""
    brought = tuple(word.text() for word in parts["brought"].items())
    is_bound = not parts["bound"].is_left_out and parts["bound"].flag()
    holder = parts["holder"].maybe_text()
    return Item(parts["id"].text(), title, holder, cell, alike, brought, is_bound)


def _cells(node: Node, squares: Container[str]) -> tuple[str, ...]:
    for cell in node.items():
        if cell.text() not in squares:
            cell.refuse("is not a square of the floor")
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
    """Read an effect; ``squares`` has the names of the board's squares."""
    parts = node.mapping(
        "do of target to count cells place moving near facing specials values text origin"
    )
    target = parts["target"].maybe_text() or ""
    return Effect(
        parts["do"].one_of(EffectKind),
        target,
        _cells(parts["cells"], squares),
        parts["of"].maybe_text() == "member",
        read_moving(parts["moving"], squares),
        tuple(word.text() for word in parts["to"].items()),
        parts["place"].maybe_text() is not None,
    )


def _action(node: Node, squares: Container[str]) -> Action:
    parts = node.mapping("id title cells target place moving condition cost by beside side origin")
    condition = parts["condition"]
    return Action(
        id=parts["id"].text(),
        title=parts["title"].text(),
        cells=_cells(parts["cells"], squares),
        condition=None if condition.raw is None else read_condition(condition, squares),
        moving=read_moving(parts["moving"], squares),
        by=tuple(word.text() for word in parts["by"].items()),
        is_beside=not parts["beside"].is_left_out and parts["beside"].flag(),
        target=parts["target"].maybe_text() or "",
        side="" if parts["side"].is_left_out else parts["side"].maybe_text() or "",
    )


def _victory(node: Node, squares: Container[str]) -> Victory:
    parts = node.mapping("side degree title condition default told origin")
    return Victory(parts["side"].text(), read_condition(parts["condition"], squares))
