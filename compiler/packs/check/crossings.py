"""Whether the fields of a crossing agree."""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler.packs.check.lookup import disagreement, entries

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from questwright.compiler.packs.read.tree import Json, Tree
    from questwright.dsl.diagnostics import Diagnostic


def check_crossings(tree: Tree) -> Iterator[Diagnostic]:
    """Find fields of crossings that do not agree with the others."""
    for word, crossing in entries(tree, "crossings").items():
        for field, label, help_ in _disagreements(crossing):
            yield disagreement(tree, ("crossings", word, field), label, help_)


def _disagreements(crossing: Mapping[str, Json]) -> Iterator[tuple[str, str, str]]:
    """Return each field that does not agree, why not, and what to do."""
    rounds, step = crossing.get("rounds", 0), crossing.get("rounds_step", 1)
    is_vessel = crossing.get("vessel", False)
    if isinstance(rounds, int) and isinstance(step, int) and rounds % step:
        help_ = "let `rounds` be a multiple of `rounds_step`"
        yield "rounds", f"{rounds} is no multiple of {step}", help_
    if "cost" in crossing and rounds:
        yield "cost", "what takes rounds costs nothing of a move", "say either `cost` or `rounds`"
    if "seats" in crossing and not is_vessel:
        yield "seats", "only a vessel has seats", "say `vessel: true`, or leave `seats` out"
    for field in ("rows", "floats_on", "lands_on"):
        if field in crossing and not is_vessel:
            yield field, "only a vessel is rowed", f"say `vessel: true`, or leave `{field}` out"
    if "rows" in crossing and not (rounds and crossing.get("floats_on")):
        help_ = "say `rounds` and `floats_on` as well"
        yield "rows", "it takes rounds, over water of some sort", help_
    if is_vessel and crossing.get("one_way"):
        yield "one_way", "a vessel is rowed to and fro", "say either `vessel` or `one_way`"
