"""The graph of areas and gates, and the forms in which other tools read it."""

from __future__ import annotations

import io
import json
import re
import subprocess
import sys
from xml.etree import ElementTree as ET

import networkx as nx
import pytest

from questwright.compiler.publish import graph as forms
from support.paths import ROOT
from support.published import bell, publications, sample_quests

NASTY = 'Say "]]>\\n" & <b>\u2028\x07#1; end|`{x}` — ‘so’'
"""A title that is markup in one form or another."""


@pytest.fixture(scope="module")
def graph():
    return forms.area_graph(bell())


@pytest.fixture(scope="module")
def nasty():
    publication = bell()
    board = publication.quest.board
    areas = (board.areas[0]._replace(title=NASTY), *board.areas[1:])
    gates = (board.gates[0]._replace(title=NASTY), *board.gates[1:])
    changed = board._replace(areas=areas, gates=gates)
    return publication._replace(quest=publication.quest._replace(board=changed, title=NASTY))


# -- the graph ---------------------------------------------------------------------------


def test_areas_are_nodes(graph):
    assert list(graph.nodes) == ["gatehouse", "gallery", "tunnel-1", "cellar", "pantry", "nest"]
    assert graph.nodes["gatehouse"] == {
        "title": "The Gatehouse",
        "kind": "chamber",
        "cells": 6,
        "contents": "",
        "start": True,
        "goal": True,
        "reached": True,
        "required": True,
    }
    assert "gatekeeper (bell-rope)" in graph.nodes["gallery"]["contents"]
    assert "chalk" in graph.nodes["gallery"]["contents"]


def test_gates_portals_and_open_floor_are_edges(graph):
    forms_of = {key: values["form"] for _, _, key, values in graph.edges(keys=True, data=True)}
    assert forms_of == {
        "iron-door": "door",
        "porch-door": "door",
        "postern": "door",
        "panel-1": "passage",
        "slit-1": "window",
        "east-mirror": "portal",
        "floor cellar pantry": "floor",
    }
    door = graph.edges["gatehouse", "cellar", "iron-door"]
    assert (door["locked"], door["opened_with"], door["open"]) == (True, "bell-rope", False)
    assert graph.edges["tunnel-1", "pantry", "postern"]["open"] is True
    assert graph.edges["cellar", "pantry", "floor cellar pantry"]["at"] == "C3|D3, C4|D4"


def test_two_areas_may_be_joined_twice(graph):
    assert graph.number_of_edges("gatehouse", "gallery") == 2


def test_without_a_verdict_nothing_is_said_of_reaching():
    graph = forms.area_graph(bell()._replace(verdict=None))
    assert "reached" not in graph.nodes["gatehouse"]


# -- GraphML -----------------------------------------------------------------------------


@pytest.mark.parametrize("path", sample_quests(), ids=lambda path: path.stem)
def test_graphml_is_read_back_as_it_was(path):
    for publication in publications(path):
        graph = forms.area_graph(publication)
        seen = nx.read_graphml(io.BytesIO(forms.graphml(publication)), force_multigraph=True)
        assert dict(seen.nodes(data=True)) == dict(graph.nodes(data=True))
        assert _edges(seen) == _edges(graph)


def _edges(graph):
    return sorted(
        (*sorted((first, second)), key, sorted(values.items()))
        for first, second, key, values in graph.edges(keys=True, data=True)
    )


def test_graphml_is_the_one_that_was_approved(golden):
    golden("quests/bell-and-bone.graphml", forms.graphml(bell()))


def test_graphml_takes_any_title(nasty):
    data = forms.graphml(nasty)
    ET.fromstring(data)
    seen = nx.read_graphml(io.BytesIO(data), force_multigraph=True)
    title = seen.nodes["gatehouse"]["title"]
    assert title == NASTY.replace("\u2028", "\ufffd").replace("\x07", "\ufffd")


def test_booleans_are_those_of_xml():
    text = forms.graphml(bell()).decode()
    assert ">True<" not in text
    assert ">true<" in text


# -- text forms --------------------------------------------------------------------------


def test_the_json_is_node_link(graph):
    text = forms.json(bell())
    seen = nx.node_link_graph(json.loads(text), edges="edges")
    assert dict(seen.nodes(data=True)) == dict(graph.nodes(data=True))
    assert _edges(seen) == _edges(graph)


def test_the_text_forms_are_the_ones_that_were_approved(golden):
    golden("quests/bell-and-bone.dot", forms.dot(bell()))
    golden("quests/bell-and-bone.mmd", forms.mermaid(bell()))


STRING = r'"(?:[^"\\\n]|\\["\\n])*"'
ATTRIBUTES = rf"(?:[a-z]+={STRING} ?)*"


def test_dot_quotes_every_title(nasty):
    first, *lines, last = forms.dot(nasty).splitlines()
    assert re.fullmatch(rf"graph {STRING} \{{", first)
    assert last == "}"
    for line in lines:
        assert re.fullmatch(
            rf"  (label={STRING};|node \[shape=box\];|{STRING}( -- {STRING})? \[{ATTRIBUTES}\];)",
            line,
        ), line


def test_mermaid_holds_no_markup_of_a_title(nasty):
    first, *lines = forms.mermaid(nasty).splitlines()
    assert first == "flowchart TD"
    label = r'"[^"`<>&\\|{}\[\]]*(<br/>[^"`<>&\\|{}\[\]]*)?"'
    for line in lines:
        node = rf"  area\d+(\[|\[\[|\(\[){label}(\]|\]\]|\]\))"
        edge = rf"  area\d+ \S+(\|{label}\|)? area\d+"
        assert re.fullmatch(f"{node}|{edge}", line), line
    assert "#60;b#62;" in "".join(lines)


def test_the_module_does_not_load_networkx():
    script = "import sys, questwright.compiler.publish.graph; sys.exit('networkx' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, check=False)
    assert done.returncode == 0
