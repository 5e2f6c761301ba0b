"""Read the map symbols that a pack brings: plain SVG of paths, and nothing that could do more."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from questwright.compiler.packs import codes
from questwright.compiler.packs.read.files import SYMBOL_FILES
from questwright.compiler.packs.read.guard import decode
from questwright.dsl.diagnostics import Diagnostic, Label
from questwright.dsl.records import NamedTuple
from questwright.dsl.source import Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from questwright.compiler.packs.read.tree import Json
    from questwright.dsl.source import Source

CHARACTERS: Final = 20_000
"""Characters of one symbol."""

_NAME = re.compile(r"[a-z][a-z0-9-]{0,63}(?:\.upright)?\Z")
_OPENING = re.compile(
    r'<svg xmlns="http://www\.w3\.org/2000/svg" viewBox="0 0 [1-9]\d{1,3} [1-9]\d{1,3}">\Z'
)
_NUMBER: Final = r"-?\d{1,4}(?:\.\d{1,4})?"
_COLOUR: Final = r'"(?:none|#000000|#ffffff|#888888|#cccccc|#cc0000)"'
_PATH = re.compile(
    r'<path d="(?P<data>[^"]*)"(?: fill=' + _COLOUR + r"| stroke=" + _COLOUR + r"| stroke-width="
    rf'"{_NUMBER}"| stroke-dasharray="{_NUMBER}(?: {_NUMBER})*"'
    r'| stroke-linecap="(?:butt|round|square)"| stroke-linejoin="(?:miter|round|bevel)")+/>\Z'
)
_TAKES: Final = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "A": 7, "Z": 0}
"""The absolute commands of path data, with how many numbers each of them takes."""
_DATA = re.compile(
    "|".join(
        letter + rf"{_NUMBER}(?: {_NUMBER}){{{takes - 1}}}" if takes else letter
        for letter, takes in _TAKES.items()
    )
)


class SymbolFiles(NamedTuple):
    """The map symbols of a pack, or what is wrong with them."""

    texts: list[dict[str, Json]]
    """The `name` and the `text` of each."""
    sources: dict[str, Source]
    findings: tuple[Diagnostic, ...]


def read_symbols(folder: str, files: Mapping[str, bytes]) -> SymbolFiles:
    """Read the symbols among the files of a pack; each line of them is held to a few forms."""
    texts: list[dict[str, Json]] = []
    sources: dict[str, Source] = {}
    findings: list[Diagnostic] = []
    for file in symbol_files(files):
        source, problem = decode(f"{folder}/{file}", files[file])
        sources[source.path] = source
        if problem is not None:
            findings.append(problem)
            continue
        findings.extend(_hold(file, source))
        texts.append({"name": file.removesuffix(SYMBOL_FILES), "text": source.text})
    return SymbolFiles(texts, sources, tuple(findings))


def symbol_files(files: Mapping[str, bytes]) -> list[str]:
    """Return the names of the files that are symbols."""
    return [file for file in files if file.endswith(SYMBOL_FILES)]


def _hold(file: str, source: Source) -> Iterator[Diagnostic]:
    """Find the first thing in a symbol that is not of the form that symbols have."""
    if not _NAME.match(file.removesuffix(SYMBOL_FILES)) or len(source.text) > CHARACTERS:
        reason = (
            f"its name is a word in small letters, and it has {CHARACTERS:,} characters at the most"
        )
        yield _refuse(source, 0, 0, "this file", reason, "rename it, or draw it with less")
        return
    lines = source.text.rstrip("\n").split("\n")
    start = 0
    for number, line in enumerate(lines):
        fits = (
            _OPENING.match(line)
            if number == 0
            else line == "</svg>"
            if number == len(lines) - 1
            else _is_path(line)
        )
        if not fits:
            yield _refuse(
                source,
                start,
                start + len(line),
                "not of this form",
                'a first line `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">`, a '
                'line `<path d="M10 10L90 90" fill="none" stroke="#000000" stroke-width="4"/>` for '
                "each stroke or surface, and a last line `</svg>`",
                f"write absolute commands {', '.join(_TAKES)} alone, with single spaces between "
                "numbers; colours are `none`, #000000, #ffffff, #888888, #cccccc and #cc0000",
            )
            return
        start += len(line) + 1


def _is_path(line: str) -> bool:
    """Return whether a line is a path that begins with a move and is made of known commands."""
    found = _PATH.match(line)
    if found is None or not found["data"].startswith("M"):
        return False
    return not _DATA.sub("", found["data"])


def _refuse(
    source: Source, start: int, end: int, label: str, reason: str, help_: str
) -> Diagnostic:
    return Diagnostic(
        codes.PACK_FORM,
        "this file is no map symbol",
        Label(Span(source.path, start, end), label),
        (),
        reason,
        help_,
    )
