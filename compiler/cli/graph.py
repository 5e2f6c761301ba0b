"""`questwright graph`: prints the graph of areas and gates of a quest in one of several formats.

The format ``map`` shows the proof on the board itself. It works for quests that cannot be won, too,
which have no book.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

from questwright.compiler.cli.check import Reporter
from questwright.compiler.cli.publish import compile_all
from questwright.compiler.model.publication import Publication
from questwright.compiler.pipeline import Result
from questwright.compiler.runs import publications, unproven

_UNPROVEN = frozenset({"mermaid", "dot", "svg"})
"""The formats that show nothing of a verdict: at the most which areas are reached."""

if TYPE_CHECKING:
    from questwright.compiler.publish.book.svg.elements import SvgDrawing


def write_graph(path: str, form: str, *, uses_cache: bool) -> int:
    """Write the graph of a quest to standard output; findings go to standard error."""
    reporter = Reporter("text", sys.stderr)
    proves = form not in _UNPROVEN
    results, good = compile_all([path], uses_cache=uses_cache, reporter=reporter, proves=proves)
    if form == "pddl":
        written = _problems(results)
    else:
        ready = publications(results) if proves else _unproven(results, form)
        drawn = form in ("svg", "map")
        written = _drawn(ready, form) if drawn else [_written(each, form) for each in ready]
    for text in written:
        sys.stdout.write(text)
    return 0 if good and written else 1


def _unproven(results: list[Result], form: str) -> list[Publication]:
    """The quests without a verdict; where areas are dimmed, with the cells that are reached."""
    found = unproven(results, only_whole=True)
    if form == "mermaid":
        return found
    from questwright.compiler.verdict.prove import reached_on_foot

    return [own._replace(reached=reached_on_foot(own.quest, own.system)) for own in found]


def _problems(results: list[Result]) -> list[str]:
    """The planning task of each quest, as PDDL."""
    from questwright.compiler.pddl.write import as_pddl

    found = {
        quest.id: quest.proof.shown
        for result in results
        for quest in result.quests
        if quest.quest is not None and quest.proof is not None
    }
    written = []
    for id_, proof in found.items():
        quest = proof.quest
        members = [kind.word for kind in quest.party]
        task = proof.judged.simple.task
        written.append(as_pddl(task, id_, quest.title, members, quest.board.names).text)
    return written


def _written(publication: Publication, form: str) -> str:
    from questwright.compiler.publish import graph

    if form == "graphml":
        return graph.graphml(publication).decode()
    if form == "dot":
        return graph.dot(publication)
    return graph.mermaid(publication) if form == "mermaid" else graph.json(publication)


def _drawn(ready: list[Publication], form: str) -> list[str]:
    """All quests of a file in one drawing; empty if a quest."""
    from questwright.compiler.publish.book.svg.standalone import stacked, standalone

    draw = _maps if form == "map" else _areas
    drawn = [pair for publication in ready for pair in draw(publication)]
    if len(drawn) == 1 and form == "svg":
        return [standalone(drawn[0][1])]
    return [standalone(stacked(drawn, ready[0].quest.title))] if drawn else []


def _areas(publication: Publication) -> Iterator[tuple[str, SvgDrawing]]:
    """The graph of areas and gates, with the quest's title."""
    from questwright.compiler.packs.system.theme import Theme
    from questwright.compiler.publish.book.chapter.annex import graph_of
    from questwright.compiler.publish.book.desk.desk import Desk
    from questwright.compiler.publish.book.svg.graph import graph_svg
    from questwright.compiler.publish.book.view.theme import palette_of

    assert publication.reached is not None
    view = graph_of(Desk(publication.quest, publication.system), publication.reached)
    yield publication.quest.title, graph_svg(view, palette_of(Theme()))


def _maps(publication: Publication) -> Iterator[tuple[str, SvgDrawing]]:
    """The maps that show the proof, each with its title."""
    from questwright.compiler.publish.book.chapter.needs import figures_of
    from questwright.compiler.publish.book.desk.desk import Desk
    from questwright.compiler.publish.book.map.compose import map_of
    from questwright.compiler.publish.book.map.overlay import overlays
    from questwright.compiler.publish.book.map.pieces import Pieces
    from questwright.compiler.publish.book.svg.map import map_svg
    from questwright.compiler.publish.book.svg.paper import UNBOUNDED
    from questwright.compiler.publish.book.view.theme import palette_of

    desk = Desk(publication.quest, publication.system)
    pieces = Pieces(desk, figures_of(desk))
    palette = palette_of(publication.system.theme, publication.system.symbols)
    for view in overlays(publication, pieces, map_of(pieces), is_alone=True):
        title = f"{publication.quest.title}: {view.title[:1].lower()}{view.title[1:]}"
        yield title, map_svg(view, palette, paper=UNBOUNDED)
