"""Read the files of the quest language in which a pack draws its tiles."""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler import codes as quest_codes
from questwright.compiler.packs import codes
from questwright.compiler.packs.read.files import TILE_FILES
from questwright.dsl.diagnostics import Diagnostic, Label, did_you_mean, listed
from questwright.dsl.drawing import DrawingKind, read_drawing
from questwright.dsl.parser import QuestParser
from questwright.dsl.prepare import decode
from questwright.dsl.records import NamedTuple
from questwright.dsl.syntax import Draw

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from questwright.compiler.packs.read.tree import Json, Tree
    from questwright.dsl.source import Source
    from questwright.dsl.syntax import Declaration, File


class TileFiles(NamedTuple):
    """The files that draw a pack's tiles, or what is wrong with them."""

    texts: list[dict[str, Json]]
    """The `name` and the `text` of each."""
    sources: dict[str, Source]
    findings: tuple[Diagnostic, ...]


def read_tile_files(tree: Tree, folder: str, files: Mapping[str, bytes]) -> TileFiles:
    """Read the files that a pack names, as guarded as any quest.

    Returns findings about each statement that draws no tile.
    """
    named = tree.data.get("tile_files")
    texts: list[dict[str, Json]] = []
    sources: dict[str, Source] = {}
    findings: list[Diagnostic] = []
    seen: dict[str, Declaration] = {}
    for number, name in enumerate(named if isinstance(named, list) else []):
        file = str(name)
        if file not in files:
            known = [file for file in files if file.endswith(TILE_FILES)]
            label = Label(tree.span(("tile_files", number)), "no such file")
            help_ = did_you_mean(file, known) or f"there is {listed(known) if known else 'none'}"
            message = f"this pack has no file `{file}`"
            findings.append(Diagnostic(codes.UNKNOWN_PACK_WORD, message, label, (), None, help_))
            continue
        source, problems = decode(f"{folder}/{file}", files[file])
        sources[source.path] = source
        findings.extend(problems)
        if problems:
            continue
        parsed = QuestParser().parse(source)
        findings.extend(parsed.findings)
        if not parsed.findings:
            findings.extend(_hold(parsed.file, source, _drawing(tree), seen))
        texts.append({"name": file, "text": source.text})
    if not findings:
        findings.extend(_unlike_faces(tree, seen, sources))
    return TileFiles(texts, sources, tuple(findings))


def _drawing(tree: Tree) -> DrawingKind:
    grid = tree.data.get("grid")
    assert isinstance(grid, dict)
    return DrawingKind(str(grid["drawing"]))


def _hold(
    file: File, source: Source, kind: DrawingKind, seen: dict[str, Declaration]
) -> list[Diagnostic]:
    """Return what is wrong with the tiles of a file; `seen` has those of the files before."""
    findings: list[Diagnostic] = []
    for include in file.includes:
        label = Label(include.span, "in a file of a pack")
        message = "a pack's file includes no other"
        help_ = "name all files in `tile_files`"
        findings.append(Diagnostic(quest_codes.BAD_INCLUDE, message, label, (), None, help_))
    for declaration in file.declarations:
        name = declaration.name
        if declaration.word.text != "tile":
            label = Label(declaration.word.span, "no tile")
            message = f"a {declaration.word.text} does not stand in a pack"
            help_ = "write it into a file of its own, outside of the pack"
            findings.append(Diagnostic(quest_codes.MISPLACED, message, label, (), None, help_))
            continue
        before = seen.setdefault(name.text, declaration)
        if before is not declaration:
            message = f"two tiles are called `{name.text}`"
            first = (Label(before.name.span, "the first one"),)
            findings.append(
                Diagnostic(quest_codes.NAME_TWICE, message, Label(name.span, "the second"), first)
            )
        drawings = [node for node in declaration.body if isinstance(node, Draw)]
        if len(drawings) != 1:
            message = f"the tile `{name.text}` has {len(drawings)} drawings"
            label = Label(name.span, "needs one")
            findings.append(Diagnostic(quest_codes.NO_BOARD, message, label))
        for draw in drawings:
            findings.extend(read_drawing(draw, kind, source)[1])
    return findings


def _unlike_faces(
    tree: Tree, drawn: Mapping[str, Declaration], sources: Mapping[str, Source]
) -> Iterator[Diagnostic]:
    """Find backs whose outline differs: turned over, a tile covers the mirror image."""
    tiles = tree.data.get("tiles")
    for word, tile in tiles.items() if isinstance(tiles, dict) else ():
        front = tile.get("back_of") if isinstance(tile, dict) else None
        if not isinstance(front, str) or word not in drawn or front not in drawn:
            continue
        own, other = (_outline(drawn[name], tree, sources) for name in (word, front))
        columns = max(column for _, column in own)
        if frozenset((row, columns - column) for row, column in own) not in _turns_of(other):
            message = f"`{word}` is the back of `{front}`, but differs in outline"
            label = Label(drawn[word].name.span, "not its mirror image")
            related = (Label(drawn[front].name.span, "the front"),)
            reason = "turned over, a tile covers the mirror image of what it covered"
            help_ = f"draw `{word}` as large as `{front}`, with blanks where its mirror has them"
            yield Diagnostic(codes.PACK_FORM, message, label, related, reason, help_)


def _outline(
    tile: Declaration, tree: Tree, sources: Mapping[str, Source]
) -> frozenset[tuple[int, int]]:
    """Return the cells that a tile covers, moved to the top left."""
    draw = next(node for node in tile.body if isinstance(node, Draw))
    cells = read_drawing(draw, _drawing(tree), sources[draw.text.span.path])[0].cells
    top = min((row for row, _ in cells), default=0)
    left = min((column for _, column in cells), default=0)
    return frozenset((row - top, column - left) for row, column in cells) or frozenset({(0, 0)})


def _turns_of(outline: frozenset[tuple[int, int]]) -> list[frozenset[tuple[int, int]]]:
    """Return an outline in its four turns, each moved to the top left."""
    found = [outline]
    for _ in range(3):
        height = max((row for row, _ in found[-1]), default=0)
        found.append(frozenset((column, height - row) for row, column in found[-1]))
    return found
