"""What a pack says of crossings, typed: ways between places that do not lie beside each other."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from questwright.compiler.packs import codes
from questwright.dsl.diagnostics import Diagnostic, Label

if TYPE_CHECKING:
    from collections.abc import Mapping

    from questwright.compiler.packs.read.tree import Tree
    from questwright.compiler.packs.system.values import Plain


class CrossingKind(NamedTuple):
    """A word of the pack for a way that joins places which do not lie beside each other."""

    word: str
    title: str
    plural: str
    text: str
    """What it does besides, for the book; or empty."""
    symbol: str
    """The name of its map symbol; or empty."""
    rounds: int
    """The rounds that it takes at least; 0 where it costs some of a move."""
    rounds_step: int
    """The rounds that a quest gives it are a multiple of this."""
    cost: int
    """What it costs of a move, where it takes no rounds: for each square that one enters on it."""
    only: tuple[str, ...]
    """Who alone goes, by words of kinds, ranks and traits; empty where everybody does."""
    is_one_way: bool
    """One goes from its first end, and never back."""
    is_vessel: bool
    """It lies at its first end, and joins nothing before it has been launched there."""
    seats: int | None
    """How many a vessel takes at a time."""
    rows: int
    """How many cells a vessel is rowed in a round; 0 where its rounds do not hang on that."""
    floats_on: tuple[str, ...]
    """Words of the ground that it is rowed over."""
    lands_on: tuple[str, ...]
    """Words of the ground on which one of its two cells may be at a landing."""
    traits: Mapping[str, Plain]
    """What the engine and the book need and the compiler only hands on."""
    rules: tuple[str, ...]


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
