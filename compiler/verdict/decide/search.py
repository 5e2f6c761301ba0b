"""One search: whether some line wins, and whether some state can be reached from which none does."""

from __future__ import annotations

from heapq import heappop, heappush
from typing import TYPE_CHECKING, NamedTuple

from questwright.compiler.verdict.decide.beginnings import beginnings
from questwright.compiler.verdict.decide.explore import Arrival, Explorer
from questwright.compiler.verdict.decide.relaxed import Relaxed
from questwright.compiler.verdict.rules.play import CrowdedError, EndlessError, Play

if TYPE_CHECKING:
    from questwright.compiler.verdict.decide.explore import Cluster
    from questwright.compiler.verdict.rules.state import State
    from questwright.compiler.verdict.task.task import Task


class Found(NamedTuple):
    """What a search has found."""

    win: tuple[Arrival, ...] | None
    strand: tuple[Arrival, ...] | None
    lose: tuple[Arrival, ...] | None
    is_vacuous: bool
    states: int
    limit: str
    """What made it stop before it had looked at everything; empty if nothing did."""


class _Node:
    __slots__ = ("arrival", "cluster", "is_good", "next", "parent", "reach")

    def __init__(self, cluster: Cluster, parent: _Node | None, arrival: Arrival | None) -> None:
        self.cluster = cluster
        self.parent = parent
        self.arrival = arrival
        self.is_good = False
        self.next: list[_Node] = []


def search(task: Task, most: int = 20_000) -> Found:
    """Look at all states that play can reach, until it is known that it wins and strands."""
    play = Play(task)
    explorer = Explorer(play)
    relaxed = Relaxed(task)
    nodes: dict[int, _Node] = {}
    queue: list[tuple[int, int, _Node]] = []
    win: tuple[Arrival, ...] | None = None
    lose: tuple[Arrival, ...] | None = None
    strand: tuple[Arrival, ...] | None = None
    good: list[_Node] = []
    is_vacuous = False
    limit = ""

    def node_of(state: State, parent: _Node | None, arrival: Arrival | None) -> _Node:
        cluster = explorer.cluster(state)
        known = nodes.get(id(cluster))
        if known is None:
            known = nodes[id(cluster)] = _Node(cluster, parent, arrival)
            reach = relaxed.reach(cluster.states[0])
            known.reach = reach
            heappush(queue, (reach.layers if reach.is_won else 1 << 20, len(nodes), known))
        return known

    expanded = 0
    try:
        for begin in beginnings(task):
            for outcome in play.settled([begin]):
                arrival = Arrival(None, outcome.events, outcome.state, outcome.end)  # type: ignore[arg-type]
                if outcome.end is None:
                    node_of(outcome.state, None, arrival)
                elif outcome.end.victory >= 0 and task.victories[outcome.end.victory].is_own:
                    is_vacuous = True
        while queue:
            _, _, node = heappop(queue)
            if not node.reach.is_won:
                strand = strand or _line(node)
                if win is not None:
                    break
                continue
            expanded += 1
            if expanded > most:
                limit = "states"
                break
            for arrival in explorer.arrivals(node.cluster):
                end = arrival.end
                if end is None:
                    node.next.append(node_of(arrival.state, node, arrival))
                elif end.victory >= 0 and task.victories[end.victory].is_own:
                    node.is_good = True
                    if win is None:
                        win = (*_line(node), arrival)
                    good.append(node)
                elif end.victory >= 0:
                    lose = lose or (*_line(node), arrival)
            if win is not None and strand is not None:
                break
    except CrowdedError:
        limit = "ways"
    except EndlessError:
        limit = "events"
    if not limit and strand is None and win is not None:
        strand = _dead(nodes.values(), good)
    return Found(win, strand, lose, is_vacuous, expanded, limit)


def _dead(nodes: object, good: list[_Node]) -> tuple[Arrival, ...] | None:
    """A line into a state from which no line wins; None where there is none."""
    back: dict[int, list[_Node]] = {}
    for node in nodes:  # type: ignore[attr-defined]
        for after in node.next:
            back.setdefault(id(after), []).append(node)
    waiting = [*good]
    while waiting:
        for before in back.get(id(waiting.pop()), ()):
            if not before.is_good:
                before.is_good = True
                waiting.append(before)
    dead = [node for node in nodes if not node.is_good]  # type: ignore[attr-defined]
    return min((_line(node) for node in dead), key=len, default=None)


def _line(node: _Node | None) -> tuple[Arrival, ...]:
    found: list[Arrival] = []
    while node is not None:
        if node.arrival is not None and node.arrival.move is not None:
            found.append(node.arrival)
        node = node.parent
    return tuple(reversed(found))


def verdict_of(found: Found) -> str:
    """The verdict in a word."""
    if found.is_vacuous:
        return "vacuous"
    if found.win is not None and found.strand is not None:
        return "can-strand"
    if found.limit:
        return "undecided"
    return "unwinnable" if found.win is None else "winnable"
