"""`questwright graph`: the areas and gates of a quest, drawn or written for other tools."""

from __future__ import annotations

import sys

from compiler.cli.check import Teller
from compiler.cli.publish import compile_all, publications
from compiler.model.publication import Publication
from compiler.pipeline import Result


def write_graph(path: str, form: str, *, uses_cache: bool) -> int:
    """Write the graph of a quest to standard output; findings go to standard error."""
    teller = Teller("text", sys.stderr)
    results, good = compile_all([path], uses_cache=uses_cache, teller=teller)
    if form == "pddl":
        written = _problems(results)
    else:
        written = [_written(one, form) for one in publications(results)]
    for text in written:
        sys.stdout.write(text)
    return 0 if good and written else 1


def _problems(results: list[Result]) -> list[str]:
    """What the proof knows of each quest, for planners."""
    from compiler.proof.pddl import as_pddl

    found = {
        one.id: (one.proof.problem, one.quest)
        for result in results
        for one in result.quests
        if one.quest is not None and one.proof is not None
    }
    return [as_pddl(*posed).text for posed in found.values()]


def _written(one: Publication, form: str) -> str:
    from compiler.publish import graph

    if form == "svg":
        from compiler.publish.book.compose_annex import graph_of
        from compiler.publish.book.compose_desk import Desk
        from compiler.publish.book.graph_svg import graph_svg
        from compiler.publish.book.theme import palette_of
        from compiler.publish.book.view import Theme

        assert one.verdict is not None
        view = graph_of(Desk(one.quest, one.system), one.verdict)
        return graph_svg(view, palette_of(Theme.INK)).svg + "\n"
    if form == "graphml":
        return graph.graphml(one).decode()
    if form == "dot":
        return graph.dot(one)
    return graph.mermaid(one) if form == "mermaid" else graph.json(one)
