"""Whether the numbers of crossings agree."""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler.packs import codes
from questwright.dsl.diagnostics import Diagnostic, Label

if TYPE_CHECKING:
    from questwright.compiler.packs.read.tree import Tree


def check_crossings(tree: Tree) -> tuple[Diagnostic, ...]:
    """Crossings whose numbers do not agree."""
    findings: list[Diagnostic] = []
    crossings = tree.data.get("crossings")
    for word, entry in crossings.items() if isinstance(crossings, dict) else ():
        if not isinstance(entry, dict):
            continue
        rounds, step = entry.get("rounds", 0), entry.get("rounds_step", 1)
        is_vessel = entry.get("vessel", False)
        wrong = []
        if isinstance(rounds, int) and isinstance(step, int) and rounds % step:
            why = f"{rounds} is no multiple of {step}"
            wrong.append(("rounds", why, "let `rounds` be a multiple of `rounds_step`"))
        if "cost" in entry and rounds:
            why = "what takes rounds costs nothing of a move"
            wrong.append(("cost", why, "say either `cost` or `rounds`"))
        if "seats" in entry and not is_vessel:
            why = "only a vessel has seats"
            wrong.append(("seats", why, "say `vessel: true`, or leave `seats` out"))
        for key in ("rows", "floats_on", "lands_on"):
            if key in entry and not is_vessel:
                why = "only a vessel is rowed"
                wrong.append((key, why, f"say `vessel: true`, or leave `{key}` out"))
        if "rows" in entry and not (rounds and entry.get("floats_on")):
            why = "it takes rounds, over water of some sort"
            wrong.append(("rows", why, "say `rounds` and `floats_on` as well"))
        if is_vessel and entry.get("one_way"):
            why = "a vessel is rowed to and fro"
            wrong.append(("one_way", why, "say either `vessel` or `one_way`"))
        for key, why, now in wrong:
            path = ("crossings", word, key)
            findings.append(
                Diagnostic(
                    codes.PACK_FORM,
                    f"`{key}` of `crossings.{word}` does not agree with the rest",
                    Label(tree.span(path), why),
                    (),
                    None,
                    now,
                )
            )
    return tuple(findings)
