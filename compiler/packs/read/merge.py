"""Put the files of a pack together: each section once, each word of a section once."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from questwright.compiler.packs import codes
from questwright.compiler.packs.read.tree import Json, Origin, ParsedData, Path, Tree
from questwright.dsl.diagnostics import Diagnostic, Label

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from questwright.dsl.source import Span


_T = TypeVar("_T")


def merge(files: Sequence[ParsedData], start: Span) -> tuple[ParsedData, tuple[Diagnostic, ...]]:
    """Return the whole pack, and findings about what two files say.

    `start` is where findings about the pack as such are shown.
    """
    data: dict[str, Json] = {}
    keys: dict[Path, Span] = {}
    values: dict[Path, Span] = {}
    origins: dict[Path, Origin] = {}
    findings: list[Diagnostic] = []
    for file in files:
        taken: set[Path] = set()
        for section, content in file.tree.data.items():
            known = data.get(section)
            path: Path = (section,)
            if section not in data:
                data[section] = dict(content) if isinstance(content, dict) else content
                taken.add(path)
            elif isinstance(known, dict) and isinstance(content, dict):
                for word, entry in content.items():
                    if word in known:
                        findings.append(_twice((section, word), file, keys))
                    else:
                        known[word] = entry
                        taken.add((section, word))
            else:
                findings.append(_twice(path, file, keys))
        _take(file.tree.keys, keys, taken)
        _take(file.tree.values, values, taken)
        _take(file.origins, origins, taken)
    values[()] = start
    return ParsedData(Tree(data, keys, values), origins), tuple(findings)


def _take(given: Mapping[Path, _T], into: dict[Path, _T], taken: set[Path]) -> None:
    for path, value in given.items():
        if path[:1] in taken or path[:2] in taken:
            into.setdefault(path, value)


def _twice(path: Path, file: ParsedData, keys: Mapping[Path, Span]) -> Diagnostic:
    return Diagnostic(
        codes.PACK_WORD_TWICE,
        f"`{str(path[-1])[:60]}` is defined twice",
        Label(file.tree.key_span(path), "the second time"),
        (Label(keys[path], "first here"),),
        "one definition would hide the other",
        "keep one of them",
    )
