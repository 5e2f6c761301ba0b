"""What a pack says of its tiles agrees: their edges, and what these are joined with."""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler.packs import codes
from questwright.compiler.packs.system.tiles import SIDES
from questwright.dsl.diagnostics import Diagnostic, Label, did_you_mean, listed

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from questwright.compiler.packs.read.tree import Json, Path, Tree


def check_tiles(tree: Tree) -> tuple[Diagnostic, ...]:
    """Each kind of edge is known, and no two sides of a tile have one name."""
    return (*_joins(tree), *_sides(tree))


def _joins(tree: Tree) -> Iterator[Diagnostic]:
    known = _entries(tree, "joins")
    for word, join in known.items():
        others = join.get("with")
        for number, other in enumerate(others if isinstance(others, list) else []):
            if str(other) not in known:
                yield _unknown(tree, ("joins", word, "with", number), str(other), known)


def _sides(tree: Tree) -> Iterator[Diagnostic]:
    known = _entries(tree, "joins")
    for word, tile in _entries(tree, "tiles").items():
        names: dict[str, str] = {}
        for side in SIDES:
            said = tile.get(side)
            if not isinstance(said, dict):
                continue
            if "join" in said and str(said["join"]) not in known:
                yield _unknown(tree, ("tiles", word, side, "join"), str(said["join"]), known)
            name = str(said.get("name", side))
            if name in names or (name in SIDES and name != side):
                yield Diagnostic(
                    codes.PACK_WORD_TWICE,
                    f"two sides of `{word}` are called `{name}`",
                    Label(tree.span(("tiles", word, side, "name")), f"the {side} side"),
                    (Label(tree.key_span(("tiles", word, names[name])), "the other one"),)
                    if name in names
                    else (),
                    "a place such as `map:X` could not tell them apart",
                    "give one of them another name, or none: then its direction is its name",
                )
            names.setdefault(name, side)


def _entries(tree: Tree, section: str) -> dict[str, Mapping[str, Json]]:
    found = tree.data.get(section)
    if not isinstance(found, dict):
        return {}
    return {word: entry for word, entry in found.items() if isinstance(entry, dict)}


def _unknown(tree: Tree, path: Path, word: str, known: Mapping[str, object]) -> Diagnostic:
    return Diagnostic(
        codes.UNKNOWN_PACK_WORD,
        f"there is no kind of edge `{word[:60]}`",
        Label(tree.span(path), "named here"),
        (),
        None,
        did_you_mean(word, known) or f"`joins` has {listed(known) if known else 'none'}",
    )
