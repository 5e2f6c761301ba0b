"""Whether the fields of gates mean anything for their form."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from questwright.compiler.packs import codes
from questwright.compiler.packs.check.lookup import disagreement, entries, items
from questwright.compiler.packs.read.tree import at
from questwright.dsl.diagnostics import Diagnostic, Label

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from questwright.compiler.packs.read.tree import Tree

_WITHOUT_MEANING: Final[Mapping[str, tuple[tuple[str, ...], str]]] = {
    "door": (("verb",), "nobody has to look for a door"),
    "passage": (("move_cost", "locked"), "a passage is open once it is found"),
    "window": (
        ("opened_by", "verb", "move_cost", "action_cost", "only", "locked"),
        "nobody opens a window, nor goes through it",
    ),
}
"""For each form the fields that mean nothing there, and why."""


def check_gates(tree: Tree) -> Iterator[Diagnostic]:
    """Find fields of gates that mean nothing, or that would have no effect."""
    parties = [word for word, side in entries(tree, "sides").items() if side.get("party")]
    for word, gate in entries(tree, "gates").items():
        form = str(gate.get("form"))
        fields, reason = _WITHOUT_MEANING.get(form, ((), ""))
        for field in fields:
            if gate.get(field):
                path = ("gates", word, field)
                yield disagreement(tree, path, reason, f"leave `{field}` out")
        opened_by = items(gate.get("opened_by"))
        is_found = form == "passage" and "opened_by" in gate
        if is_found and not any(party in opened_by for party in parties):
            yield disagreement(
                tree,
                ("gates", word, "opened_by"),
                "a passage is found by the party",
                "add the party, or make it a `door`: that may be for others alone",
            )
    yield from _check_standing(tree)


def _check_standing(tree: Tree) -> Iterator[Diagnostic]:
    """Find gates on squares of their own that are no doors, or that keep somebody out for good."""
    for word, gate in entries(tree, "gates").items():
        if "footprint" not in gate:
            continue
        if gate.get("form") != "door":
            yield Diagnostic(
                codes.PACK_FORM,
                f"`{word}` stands on squares, and is no door",
                Label(tree.span(("gates", word, "form")), "not a door"),
                (),
                "only what somebody opens is taken away",
                "write `form: door`, or leave `footprint` out",
            )
        for field in ("only", "passes_large"):
            if field in gate:
                yield Diagnostic(
                    codes.PACK_FORM,
                    f"`{word}` stands on squares, and says who goes through",
                    Label(tree.span(("gates", word, field)), "not needed here"),
                    (),
                    "it is taken away when it is opened, and then there is floor",
                    f"leave `{field}` out",
                )
        on_hexes = at(tree.data, ("grid", "drawing")) == "hexes"
        if on_hexes and gate["footprint"] != "1x1":
            yield Diagnostic(
                codes.PACK_FORM,
                f"`{word}` covers a rectangle",
                Label(tree.span(("gates", word, "footprint")), "not on hexes"),
                (),
                "a rectangle is made of squares",
                "write `1x1`",
            )
