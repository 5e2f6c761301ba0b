"""Whether bases are of hexes, and name what there is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler.packs import codes
from questwright.compiler.packs.read.tree import Json, Path, Tree, at
from questwright.compiler.packs.system.bases import HEX_FACINGS
from questwright.dsl.diagnostics import Diagnostic, Label, did_you_mean, listed

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping


def check_bases(tree: Tree) -> tuple[Diagnostic, ...]:
    """Bases are of hexes, and kinds name bases that there are."""
    return tuple(_found(tree))


def _found(tree: Tree) -> Iterator[Diagnostic]:
    bases = _section(tree, "bases")
    if bases and at(tree.data, ("grid", "drawing")) != "hexes":
        yield Diagnostic(
            codes.PACK_FORM,
            "`bases` are made of hexes",
            Label(tree.key_span(("bases",)), "this game is played on squares"),
            help="write `footprint` for rectangles of squares",
        )
    for word in bases:
        yield from _known(tree, ("bases", word, "facing"), HEX_FACINGS, "direction of a hex")
        beside = at(tree.data, ("bases", word, "beside"))
        for index in range(len(beside) if isinstance(beside, list) else 0):
            path: Path = ("bases", word, "beside", index)
            yield from _known(tree, path, HEX_FACINGS, "direction of a hex")
    for word in _section(tree, "kinds"):
        yield from _known(tree, ("kinds", word, "base"), bases, "base")


def _section(tree: Tree, name: str) -> Mapping[str, Json]:
    section = tree.data.get(name)
    return section if isinstance(section, dict) else {}


def _known(tree: Tree, path: Path, known: Iterable[str], what: str) -> Iterator[Diagnostic]:
    word = at(tree.data, path)
    if word is None or str(word) in known:
        return
    names = sorted(known)
    yield Diagnostic(
        codes.UNKNOWN_PACK_WORD,
        f"there is no {what} `{str(word)[:60]}`",
        Label(tree.span(path), "named here"),
        help=did_you_mean(str(word), names) or f"there are {listed(names) or 'none'}",
    )
