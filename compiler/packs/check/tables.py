"""Tables that chance reads from: every face of a die leads somewhere, and to one place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler.packs import codes
from questwright.compiler.packs.read.tree import Json, Path, Tree, dotted, walk
from questwright.compiler.packs.system.heights import RESULTS
from questwright.dsl.diagnostics import Diagnostic, Label

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

MOST_FACES = 1_000
"""Faces that a die may have."""


def check_tables(tree: Tree) -> tuple[Diagnostic, ...]:
    """Tables with a ``die`` and ``rows`` of ``faces``, or ``bands`` that end ``from``/``to``."""
    findings: list[Diagnostic] = []
    for path, value in walk(tree.data):
        if isinstance(value, dict):
            rows = value.get("rows")
            if "die" in value and isinstance(rows, list) and any(map(_has_faces, rows)):
                findings.extend(_check_die(tree, path, value["die"], rows))
            bands = value.get("bands")
            if isinstance(bands, list):
                findings.extend(_check_bands(tree, (*path, "bands"), bands))
    return tuple(findings)


def check_jumps(tree: Tree) -> tuple[Diagnostic, ...]:
    """Jumps whose results do not share out the faces of their die."""
    findings: list[Diagnostic] = []
    jumps = tree.data.get("jumps")
    for word, jump in jumps.items() if isinstance(jumps, dict) else ():
        if not isinstance(jump, dict):
            continue
        die = jump.get("die")
        each = sorted(_ranges(jump))
        ends = [0, *(high for _, high in each)]
        follows = all(low == end + 1 <= high for (low, high), end in zip(each, ends, strict=False))
        if not follows or ends[-1] != die:
            findings.append(
                _finding(
                    tree,
                    ("jumps", word),
                    f"the results of `jumps.{word}` do not share out its die",
                    f"each face from 1 to {die} has one result",
                    "write the faces from first to last, as in `unharmed: [1, 4]`",
                )
            )
    return tuple(findings)


def _ranges(jump: Mapping[str, Json]) -> Iterator[tuple[int, int]]:
    for result in RESULTS:
        faces = jump.get(result)
        if isinstance(faces, list):
            low, high = (face if isinstance(face, int) else 0 for face in faces)
            yield low, high


def _has_faces(row: Json) -> bool:
    return isinstance(row, dict) and "faces" in row


def _check_die(tree: Tree, path: Path, die: Json, rows: list[Json]) -> Iterator[Diagnostic]:
    if type(die) is not int or not 1 <= die <= MOST_FACES:
        yield _finding(
            tree,
            (*path, "die"),
            f"`{dotted(path)}` rolls no die",
            f"`die` is the number of its faces, from 1 to {MOST_FACES:,}",
            "write `die: 6` for a die of six faces",
        )
        return
    seen: dict[int, Path] = {}
    for index, row in enumerate(rows):
        place = (*path, "rows", index, "faces")
        faces = row.get("faces") if isinstance(row, dict) else None
        for face in faces if isinstance(faces, list) else [faces]:
            if type(face) is not int or not 1 <= face <= die:
                yield _finding(
                    tree,
                    place,
                    f"a row of `{dotted(path)}` names no face of its die",
                    f"the faces go from 1 to {die}",
                    "list the faces, as in `faces: [1, 2]`",
                )
            elif face in seen:
                yield _finding(
                    tree,
                    place,
                    f"two rows of `{dotted(path)}` are for a roll of {face}",
                    "a roll must lead to one row",
                    "give the face to one of them",
                )
            else:
                seen[face] = place
    missing = [face for face in range(1, die + 1) if face not in seen]
    if missing:
        shown = ", ".join(str(face) for face in missing[:12])
        yield _finding(
            tree,
            path,
            f"no row of `{dotted(path)}` is for a roll of {shown}",
            "every roll must lead to a row",
            "add a row, or widen one",
        )


def _check_bands(tree: Tree, path: Path, bands: list[Json]) -> Iterator[Diagnostic]:
    reached: Json = None
    for index, band in enumerate(bands):
        start = band.get("from") if isinstance(band, dict) else None
        end = band.get("to") if isinstance(band, dict) else None
        is_first, is_last = index == 0, index == len(bands) - 1
        joins = start is None if is_first else type(start) is int and start == reached
        ends = end is None if is_last else type(end) is int
        if not joins or not ends or (type(start) is int and type(end) is int and end < start):
            yield _finding(
                tree,
                (*path, index),
                f"the bands of `{dotted(path[:-1])}` do not follow each other",
                "the first has no `from`, the last no `to`, and each begins where one ended",
                "write them from low to high without a gap",
            )
            return
        reached = end + 1 if type(end) is int else None


def _finding(tree: Tree, path: Path, message: str, reason: str, help_: str) -> Diagnostic:
    label = Label(tree.key_span(path), "this table" if path[-1:] != ("faces",) else "these faces")
    return Diagnostic(codes.INCOMPLETE_TABLE, message, label, (), reason, help_)


def is_payable(amount: int, coins: list[int]) -> bool:
    """Whether some coins add up to a sum."""
    mask = (1 << amount + 1) - 1
    reached = 1
    for coin in coins:
        shift = coin
        while shift <= amount:
            reached |= reached << shift & mask
            shift *= 2
    return bool(reached >> amount & 1)
