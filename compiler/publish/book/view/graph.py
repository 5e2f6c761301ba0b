"""What a drawn graph of areas and gates is made of."""

from __future__ import annotations

from dataclasses import dataclass

from questwright.dsl.choices import StrEnum


class NodeKind(StrEnum):
    """What an area is in the graph."""

    PLAIN = "plain"
    START = "start"
    GOAL = "goal"
    UNREACHED = "unreached"


class GateStyle(StrEnum):
    """How an edge of the graph is drawn."""

    OPEN = "open"
    DOOR = "door"
    LOCKED = "locked"
    SECRET = "secret"  # noqa: S105 - a passage, not a password
    PORTAL = "portal"
    EVENT = "event"


@dataclass(frozen=True, slots=True)
class GraphNode:
    """An area: a short label (its number on the map), its name and up to three lines of detail."""

    slug: str
    label: str
    name: str
    details: tuple[str, ...] = ()
    kind: NodeKind = NodeKind.PLAIN


@dataclass(frozen=True, slots=True)
class GraphEdge:
    """A gate between two areas, by their slugs; `one_way` draws an arrow towards the target."""

    source: str
    target: str
    label: str = ""
    style: GateStyle = GateStyle.DOOR
    one_way: bool = False


@dataclass(frozen=True, slots=True)
class GraphView:
    """The areas and the gates that join them."""

    nodes: tuple[GraphNode, ...]
    edges: tuple[GraphEdge, ...]
    title: str
