"""What all checks of a pack look its words up with, and tell what they find by."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from questwright.compiler.packs import codes
from questwright.compiler.packs.read.tree import Json, Path, at
from questwright.dsl.diagnostics import Code, Diagnostic, Label, did_you_mean, listed

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from questwright.compiler.packs.read.tree import ParsedData

FINDINGS: Final = 50
"""Findings about what a pack says, after which looking stops."""


class Finding(NamedTuple):
    """What is wrong; its place is told beside it."""

    code: Code
    message: str
    label: str
    reason: str | None
    help: str


class Checker:
    """Collects what is wrong with a pack, up to a limit."""

    def __init__(self, pack: ParsedData) -> None:
        self.pack = pack
        self.findings: list[Diagnostic] = []

    def _section(self, name: str) -> Mapping[str, Json]:
        section = self.pack.tree.data.get(name)
        return section if isinstance(section, dict) else {}

    def _part(self, section: str, name: str) -> Mapping[str, Json]:
        part = self._section(section).get(name)
        return part if isinstance(part, dict) else {}

    def _entries(self, name: str) -> Mapping[str, dict[str, Json]]:
        entries = self._section(name).items()
        return {word: entry for word, entry in entries if isinstance(entry, dict)}

    def _known(self, path: Path, known: Iterable[str], what: str) -> None:
        word = at(self.pack.tree.data, path)
        if word is not None and str(word) not in known:
            self._unknown(path, str(word), known, what)

    def _known_all(self, path: Path, known: Iterable[str], what: str) -> None:
        words = at(self.pack.tree.data, path)
        if isinstance(words, list):
            for index in range(len(words)):
                self._known((*path, index), known, what)
        else:
            self._known(path, known, what)

    def _keys_known(self, path: Path, known: Iterable[str], what: str) -> None:
        keys = at(self.pack.tree.data, path)
        for key in keys if isinstance(keys, dict) else ():
            if key not in known:
                self._unknown((*path, key), key, known, what)

    def _unknown(self, path: Path, word: str, known: Iterable[str], what: str) -> None:
        if len(self.findings) >= FINDINGS:
            return
        names = sorted(known)
        self._add(
            path,
            Finding(
                codes.UNKNOWN_PACK_WORD,
                f"there is no {what} `{word[:60]}`",
                "named here",
                None,
                did_you_mean(word, names) or f"there are {listed(names) or 'none'}",
            ),
        )

    def _twice(self, word: str, path: Path, other: Path) -> None:
        tree = self.pack.tree
        self.findings.append(
            Diagnostic(
                codes.PACK_WORD_TWICE,
                f"`{word}` is defined twice",
                Label(tree.key_span(path), f"in `{path[0]}`"),
                (Label(tree.key_span(other), f"and in `{other[0]}`"),),
                "a letter under a drawing could not tell them apart",
                "rename one of them",
            )
        )

    def _add(self, path: Path, finding: Finding, *, on_key: bool = False) -> None:
        if len(self.findings) >= FINDINGS:
            return
        tree = self.pack.tree
        span = tree.key_span(path) if on_key else tree.span(path)
        label = Label(span, finding.label)
        self.findings.append(
            Diagnostic(finding.code, finding.message, label, (), finding.reason, finding.help)
        )
