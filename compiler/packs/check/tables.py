"""Whether each face of a die leads to one row of its table, and bands follow each other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from questwright.compiler.packs import codes
from questwright.compiler.packs.check.lookup import entries, items, mapping
from questwright.compiler.packs.read.tree import dotted, walk
from questwright.compiler.packs.system.heights import RESULTS
from questwright.dsl.diagnostics import Diagnostic, Label

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from questwright.compiler.packs.read.tree import Json, Path, Tree

MOST_FACES: Final = 1_000
"""Faces that a die may have."""


def check_tables(tree: Tree) -> Iterator[Diagnostic]:
    """Find faces of a die that no row is for, or two are, and bands with gaps between them."""
    for path, value in walk(tree.data):
        if isinstance(value, dict):
            rows = items(value.get("rows"))
            if "die" in value and any("faces" in mapping(row) for row in rows):
                yield from _check_die(tree, path, value["die"], rows)
            yield from _check_bands(tree, (*path, "bands"), items(value.get("bands")))


def check_jumps(tree: Tree) -> Iterator[Diagnostic]:
    """Find jumps whose results do not share out the faces of their die."""
    for word, jump in entries(tree, "jumps").items():
        die = jump.get("die")
        ranges = sorted(_ranges(jump))
        ends = [0, *(high for _, high in ranges)]
        pairs = zip(ranges, ends, strict=False)
        if ends[-1] != die or not all(low == end + 1 <= high for (low, high), end in pairs):
            yield _incomplete(
                tree,
                ("jumps", word),
                f"the results of `jumps.{word}` do not share out its die",
                f"each face from 1 to {die} has one result",
                "write the faces from first to last, as in `unharmed: [1, 4]`",
            )


def _ranges(jump: Mapping[str, Json]) -> Iterator[tuple[int, int]]:
    """Return the first and the last face of each result."""
    for result in RESULTS:
        if result in jump:
            low, high = (face if isinstance(face, int) else 0 for face in items(jump[result]))
            yield low, high


def _check_die(tree: Tree, path: Path, die: Json, rows: list[Json]) -> Iterator[Diagnostic]:
    if type(die) is not int or not 1 <= die <= MOST_FACES:
        yield _incomplete(
            tree,
            (*path, "die"),
            f"`{dotted(path)}` rolls no die",
            f"`die` is the number of its faces, from 1 to {MOST_FACES:,}",
            "write `die: 6` for a die of six faces",
        )
        return
    seen: set[int] = set()
    for index, row in enumerate(rows):
        place = (*path, "rows", index, "faces")
        faces = mapping(row).get("faces")
        for face in faces if isinstance(faces, list) else [faces]:
            if type(face) is not int or not 1 <= face <= die:
                yield _incomplete(
                    tree,
                    place,
                    f"a row of `{dotted(path)}` names no face of its die",
                    f"the faces go from 1 to {die}",
                    "list the faces, as in `faces: [1, 2]`",
                )
            elif face in seen:
                yield _incomplete(
                    tree,
                    place,
                    f"two rows of `{dotted(path)}` are for a roll of {face}",
                    "a roll must lead to one row",
                    "give the face to one of them",
                )
            else:
                seen.add(face)
    missing = [face for face in range(1, die + 1) if face not in seen]
    if missing:
        shown = ", ".join(str(face) for face in missing[:12])
        yield _incomplete(
            tree,
            path,
            f"no row of `{dotted(path)}` is for a roll of {shown}",
            "every roll must lead to a row",
            "add a row, or widen one",
        )


def _check_bands(tree: Tree, path: Path, bands: list[Json]) -> Iterator[Diagnostic]:
    reached: Json = None
    for index, band in enumerate(bands):
        start, end = mapping(band).get("from"), mapping(band).get("to")
        is_first, is_last = index == 0, index == len(bands) - 1
        joins = start is None if is_first else type(start) is int and start == reached
        ends = end is None if is_last else type(end) is int
        if not joins or not ends or (type(start) is int and type(end) is int and end < start):
            yield _incomplete(
                tree,
                (*path, index),
                f"the bands of `{dotted(path[:-1])}` do not follow each other",
                "the first has no `from`, the last no `to`, and each begins where one ended",
                "write them from low to high without a gap",
            )
            return
        reached = end + 1 if type(end) is int else None


def _incomplete(tree: Tree, path: Path, message: str, reason: str, help_: str) -> Diagnostic:
    label = Label(tree.key_span(path), "this table" if path[-1:] != ("faces",) else "these faces")
    return Diagnostic(codes.INCOMPLETE_TABLE, message, label, (), reason, help_)
