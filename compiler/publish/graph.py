"""Export the graph of a quest's areas and gates for tools that draw or measure graphs.

Takes a publication. Returns GraphML, JSON (node-link), Graphviz or Mermaid.
"""

from __future__ import annotations

import json as _json
import re
from io import BytesIO
from typing import TYPE_CHECKING, TypeAlias

from questwright.compiler.analysis.reveal import boundaries
from questwright.compiler.english import listed_in_words
from questwright.compiler.geometry.crossings import area_pairs
from questwright.compiler.grid.cells import each_cell
from questwright.compiler.model.conditions import Fact, FactKind, Not
from questwright.compiler.packs.system.system import Category, GateForm
from questwright.compiler.wording.unknown import unknown_position, unknowns_in_area

if TYPE_CHECKING:
    from collections.abc import Iterator
    from xml.etree.ElementTree import Element

    from networkx import MultiGraph

    from questwright.compiler.analysis.reveal import Boundary
    from questwright.compiler.grid.cells import Cells
    from questwright.compiler.model.board import Area, Crossing, Gate
    from questwright.compiler.model.conditions import Condition
    from questwright.compiler.model.publication import Publication
    from questwright.compiler.model.quest import Quest

    Values: TypeAlias = dict[str, str | int | bool]
    AreaGraph: TypeAlias = MultiGraph[str]

_UNPRINTABLE = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ufffe\uffff]")


def area_graph(publication: Publication) -> AreaGraph:
    """The areas of a quest as nodes; its gates, portals, crossings and open boundaries as edges."""
    import networkx as nx

    quest = publication.quest
    graph: AreaGraph = nx.MultiGraph(id=quest.id, title=quest.title)
    goals = _goal_cells(publication)
    for number, area in enumerate(quest.board.areas):
        graph.add_node(area.id, **_node(area, number, goals, publication))
    for first, second, key, values in _edges(quest):
        graph.add_edge(first, second, key=key, **values)
    return graph


# -- attributes of nodes and edges -------------------------------------------------------


def _node(area: Area, number: int, goals: Cells, publication: Publication) -> Values:
    quest, reached = publication.quest, publication.where_party_comes
    values: Values = {
        "title": area.title,
        "kind": area.kind.word,
        "cells": area.cells.bit_count(),
        "contents": ", ".join(_contents(quest, number, area)),
        "start": bool(area.cells & quest.starts),
        "goal": bool(area.cells & goals),
    }
    if reached is not None:
        values["reached"] = bool(area.cells & reached)
    if publication.verdict is not None:
        values["required"] = area.id in publication.verdict.required
    return values


def _contents(quest: Quest, number: int, area: Area) -> Iterator[str]:
    perhaps = {unknown.id for unknown in quest.unknowns if unknown_position(unknown.id, quest)}
    for thing in quest.things:
        if thing.id in perhaps:
            continue
        if thing.area == number and thing.kind.category is not Category.START:
            held = [item.id for item in quest.items if item.holder == thing.id]
            held = [id_ for id_ in held if id_ not in perhaps]
            yield f"{thing.id} ({listed_in_words(held)})" if held else thing.id
    for item in quest.items:
        if item.id not in perhaps and item.cell >= 0 and area.cells >> item.cell & 1:
            yield item.id
    for unknown in unknowns_in_area(number, quest):
        yield f"perhaps {unknown.id}"


def _goal_cells(publication: Publication) -> Cells:
    """The squares named by the party's victories: those to stand on, or to leave the board from."""
    party = publication.system.party.word
    cells = 0
    for victory in publication.quest.victories:
        if victory.side == party:
            cells |= _asked_cells(victory.condition)
    return cells


def _asked_cells(condition: Condition) -> Cells:
    if isinstance(condition, Fact):
        return condition.cells if condition.kind in (FactKind.IS_IN, FactKind.LEAVES) else 0
    if isinstance(condition, Not):
        return 0
    cells = 0
    for part in condition.parts:
        cells |= _asked_cells(part)
    return cells


def _edges(quest: Quest) -> Iterator[tuple[str, str, str, Values]]:
    """The edges of the graph: the ids of two areas, a key unique in the graph, and attributes."""
    areas = quest.board.areas
    for boundary in boundaries(quest):
        first, second = (areas[number].id for number in boundary.between)
        yield first, second, f"floor {first} {second}", _floor(boundary, quest)
    for gate in quest.board.gates:
        first, second = (areas[number].id for number in gate.between)
        yield first, second, gate.id, _gate(gate, quest)
    portals = {thing.id: thing for thing in quest.things_of(Category.PORTAL)}
    for portal in portals.values():
        partner = portals.get(portal.link)
        if partner is None or (partner.link == portal.id and partner.id < portal.id):
            continue
        if portal.area >= 0 and partner.area >= 0:
            values: Values = {
                "title": f"{portal.title} – {partner.title}",
                "kind": portal.kind.word,
                "form": "portal",
                "open": True,
                "locked": False,
                "opened_with": "",
                "from": "",
                "at": f"{_cells(quest, portal.cells)}, {_cells(quest, partner.cells)}",
            }
            yield areas[portal.area].id, areas[partner.area].id, portal.id, values

    for crossing in quest.board.crossings:
        for number, ends in enumerate(area_pairs(crossing, quest.board), 1):
            id_ = crossing.id if number == 1 else f"{crossing.id} {number}"
            first, second = (areas[end].id for end in ends)
            yield first, second, id_, _crossing(crossing, ends[0], quest)


def _crossing(crossing: Crossing, source: int, quest: Quest) -> Values:
    return {
        "title": crossing.title,
        "kind": crossing.kind.word,
        "form": "crossing",
        "open": crossing.is_open,
        "locked": False,
        "opened_with": "",
        "from": quest.board.areas[source].id if crossing.kind.is_one_way else "",
        "at": ", ".join(quest.board.name(cell) for cell in each_cell(crossing.cells)),
    }


def _cells(quest: Quest, cells: tuple[int, ...]) -> str:
    return ", ".join(quest.board.name(cell) for cell in cells)


def _floor(boundary: Boundary, quest: Quest) -> Values:
    return {
        "title": "",
        "kind": "floor",
        "form": "floor",
        "open": boundary.is_free,
        "locked": False,
        "opened_with": "",
        "from": "",
        "at": ", ".join(quest.board.edge_name(edge) for edge in boundary.edges),
    }


def _gate(gate: Gate, quest: Quest) -> Values:
    return {
        "title": gate.title,
        "kind": gate.kind.word,
        "form": gate.kind.form.value,
        "open": gate.is_open and gate.kind.form is not GateForm.WINDOW,
        "locked": gate.lock is not None and not gate.is_open,
        "opened_with": gate.lock.key if gate.lock is not None else "",
        "from": quest.board.areas[gate.way_from].id if gate.way_from >= 0 else "",
        "at": ", ".join(quest.board.gate_places(gate)),
    }


# -- forms ------------------------------------------------------------------------------


def graphml(publication: Publication) -> bytes:
    """The graph as GraphML, in UTF-8."""
    import networkx as nx

    graph = area_graph(publication)
    for _, values in graph.nodes(data=True):
        _make_printable(values)
    for _, _, values in graph.edges(data=True):
        _make_printable(values)
    _make_printable(graph.graph)
    stream = BytesIO()
    # networkx's writer for the standard library; its writer for lxml gives other bytes.
    writer = nx.GraphMLWriter(encoding="utf-8", prettyprint=True)
    writer.add_graph_element(graph)
    # networkx writes Python's `True`; XML's boolean is `true`.
    booleans = {key.get("id") for key in writer.xml.iter("key") if _is_boolean(key)}
    for data in writer.xml.iter("data"):
        if data.get("key") in booleans and data.text is not None:
            data.text = data.text.lower()
    writer.dump(stream)
    return stream.getvalue().rstrip(b"\n") + b"\n"


def _is_boolean(key: Element) -> bool:
    return key.get("attr.type") == "boolean"


def _make_printable(values: Values) -> None:
    """Replace characters that XML 1.0 cannot hold, not even escaped."""
    for name, value in values.items():
        if isinstance(value, str):
            values[name] = _UNPRINTABLE.sub("\ufffd", value)


def json(publication: Publication) -> str:
    """The graph as JSON, in the form that networkx calls node-link."""
    import networkx as nx

    data = nx.node_link_data(area_graph(publication), edges="edges")
    text = _json.dumps(data, sort_keys=True, ensure_ascii=False, indent=1, allow_nan=False)
    return f"{text}\n"


_DOT_EDGES = {
    "passage": "dashed",
    "portal": "dotted",
    "crossing": "dashed",
    "window": "dotted",
    "floor": "bold",
}


def dot(publication: Publication) -> str:
    """The graph in the language of Graphviz."""
    graph = area_graph(publication)
    quest = publication.quest
    lines = [f"graph {_dot(quest.id)} {{", f"  label={_dot(quest.title)};", "  node [shape=box];"]
    for name, values in graph.nodes(data=True):
        label = values["title"]
        if values["contents"]:
            label += f"\n{values['contents']}"
        style = ' style="bold"' if values["start"] else ""
        rings = ' peripheries="2"' if values["goal"] else ""
        dim = ' color="gray" fontcolor="gray"' if values.get("reached") is False else ""
        lines.append(f"  {_dot(name)} [label={_dot(label)}{style}{rings}{dim}];")
    for first, second, values in graph.edges(data=True):
        style = _DOT_EDGES.get(values["form"], "solid")
        label = _dot(_edge_label(values))
        source, target = _ends(first, second, values)
        arrow = ' dir="forward"' if values["from"] else ""
        lines.append(
            f"  {_dot(source)} -- {_dot(target)} [label={label} style={_dot(style)}{arrow}];"
        )
    lines.append("}")
    return "\n".join(lines) + "\n"


def _ends(first: str, second: str, values: Values) -> tuple[str, str]:
    """The ends of an edge in drawing order: the source first if it leads only one way."""
    return (second, first) if values["from"] == second else (first, second)


def _dot(text: str) -> str:
    plain = _UNPRINTABLE.sub(lambda found: "\n" if found[0] == "\n" else "\ufffd", text)
    escaped = plain.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def _edge_label(values: Values) -> str:
    title = str(values["title"])
    if values["locked"]:
        return f"{title} ({values['opened_with']})"
    return f"{title} (open)" if values["open"] and values["form"] == "door" else title


_MERMAID_EDGES = {
    "passage": "-.-",
    "portal": "<-.->",
    "crossing": "<-.->",
    "window": "-.-",
    "floor": "===",
}
_MERMAID_ARROWS = {"---": "-->", "-.-": "-.->"}
_MERMAID_MARKS = re.compile(r"[^\w ’‘“”–—.,()+-]")


def mermaid(publication: Publication) -> str:
    """The graph as a Mermaid flowchart."""
    graph = area_graph(publication)
    numbers = {name: f"area{number}" for number, name in enumerate(graph.nodes, 1)}
    lines = ["flowchart TD"]
    for name, values in graph.nodes(data=True):
        label = _mermaid(values["title"])
        if values["contents"]:
            label += f"<br/>{_mermaid(values['contents'])}"
        left, right = ("([", "])") if values["start"] else ("[", "]")
        if values["goal"]:
            left, right = "[[", "]]"
        lines.append(f'  {numbers[name]}{left}"{label}"{right}')
    for first, second, values in graph.edges(data=True):
        line = _MERMAID_EDGES.get(values["form"], "---")
        if values["from"]:
            line = _MERMAID_ARROWS.get(line, line)
        source, target = _ends(first, second, values)
        label = _mermaid(_edge_label(values))
        text = f'|"{label}"|' if label else ""
        lines.append(f"  {numbers[source]} {line}{text} {numbers[target]}")
    return "\n".join(lines) + "\n"


def _mermaid(text: str) -> str:
    """Text for a Mermaid label, with everything that may be markup written as a character code."""
    printable = _UNPRINTABLE.sub("\ufffd", text)
    return _MERMAID_MARKS.sub(lambda found: f"#{ord(found[0])};", printable)
