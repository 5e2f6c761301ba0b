"""`questwright graph`: the areas and gates of a quest, drawn or written for other tools.

As a map it shows what was proven on the board itself, of quests that cannot be won as well:
nobody prints a book of those.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

from questwright.compiler.cli.check import Reporter
from questwright.compiler.cli.publish import compile_all, publications
from questwright.compiler.model.publication import Publication
from questwright.compiler.pipeline import Result

if TYPE_CHECKING:
    from questwright.compiler.publish.book.svg.elements import SvgDrawing


def write_graph(path: str, form: str, *, uses_cache: bool) -> int:
    """Write the graph of a quest to standard output; findings go to standard error."""
    teller = Reporter("text", sys.stderr)
    results, good = compile_all([path], uses_cache=uses_cache, teller=teller)
    if form == "pddl":
        written = _problems(results)
    elif form in ("svg", "map"):
        written = _drawn(publications(results), form)
    else:
        written = [_written(publication, form) for publication in publications(results)]
    for text in written:
        sys.stdout.write(text)
    return 0 if good and written else 1


def _problems(results: list[Result]) -> list[str]:
    """What the proof knows of each quest, for planners."""
    from questwright.compiler.proof.pddl.write import as_pddl

    found = {
        quest.id: (quest.proof.posed, quest.proof.quest)
        for result in results
        for quest in result.quests
        if quest.quest is not None and quest.proof is not None
    }
    return [as_pddl(*posed).text for posed in found.values()]


def _written(one: Publication, form: str) -> str:
    from questwright.compiler.publish import graph

    if form == "graphml":
        return graph.graphml(one).decode()
    if form == "dot":
        return graph.dot(one)
    return graph.mermaid(one) if form == "mermaid" else graph.json(one)


def _drawn(ready: list[Publication], form: str) -> list[str]:
    """All quests of a file as one drawing, which any browser shows; none without a quest."""
    from questwright.compiler.publish.book.svg.alone import alone, stacked

    drawn = [pair for one in ready for pair in (_maps(one) if form == "map" else _areas(one))]
    if len(drawn) == 1 and form == "svg":
        return [alone(drawn[0][1])]
    return [alone(stacked(drawn, ready[0].quest.title))] if drawn else []


def _areas(one: Publication) -> Iterator[tuple[str, SvgDrawing]]:
    """The graph of areas and gates, under the quest's title."""
    from questwright.compiler.publish.book.chapter.annex import graph_of
    from questwright.compiler.publish.book.desk.desk import Desk
    from questwright.compiler.publish.book.svg.graph import graph_svg
    from questwright.compiler.publish.book.view.book import Theme
    from questwright.compiler.publish.book.view.theme import palette_of

    assert one.verdict is not None
    view = graph_of(Desk(one.quest, one.system), one.verdict)
    yield one.quest.title, graph_svg(view, palette_of(Theme.INK))


def _maps(one: Publication) -> Iterator[tuple[str, SvgDrawing]]:
    """What was proven, on the map; each map under its title."""
    from questwright.compiler.publish.book.book import theme_of
    from questwright.compiler.publish.book.chapter.needs import figures_of
    from questwright.compiler.publish.book.desk.desk import Desk
    from questwright.compiler.publish.book.map.compose import map_of
    from questwright.compiler.publish.book.map.overlay import overlays
    from questwright.compiler.publish.book.map.pieces import Pieces
    from questwright.compiler.publish.book.svg.map import map_svg
    from questwright.compiler.publish.book.view.theme import palette_of

    desk = Desk(one.quest, one.system)
    pieces = Pieces(desk, figures_of(desk))
    palette = palette_of(theme_of(one.system))
    for view in overlays(one, pieces, map_of(pieces), is_alone=True):
        title = f"{one.quest.title}: {view.title[:1].lower()}{view.title[1:]}"
        yield title, map_svg(view, palette, is_paged=False)
