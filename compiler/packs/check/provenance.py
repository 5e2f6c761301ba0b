"""Whether every figure of a pack says where it comes from, and names rules that there are."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from questwright.compiler.packs import codes
from questwright.compiler.packs.check.lookup import items, mapping, unknown
from questwright.compiler.packs.read.tree import dotted, walk
from questwright.dsl.diagnostics import Diagnostic, Label, listed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from questwright.compiler.packs.read.tree import Json, ParsedData, Path, Tree

_SOURCELESS: Final = ("citations", "gaps", "system", "texts", "theme")
"""Sections that hold no figures of a game."""
_WHOLE: Final = ("casting", "columns", "dealing", "fights", "grid", "moves", "ranks", "search")
"""Sections that hold no entries by word which say each where they come from."""
_CITED = re.compile(r"([A-Z]+-[A-Z]+)([0-9]+)\Z")


def check_provenance(pack: ParsedData) -> Iterator[Diagnostic]:
    """Find figures without a source, rules that are not there, and gaps that nothing fills."""
    for path, value in walk(pack.tree.data):
        if path and path[0] not in _SOURCELESS and _needs_source(path, value):
            origin = pack.origins[path]
            if origin.source == "rulebook" and not origin.rules:
                yield _unsourced(
                    pack.tree,
                    path,
                    f"`{dotted(path)[:80]}` is the rulebook's, but no rule is named",
                    "no rule holds here",
                    "add `rule:` with the id of the rule, here or around",
                )
            elif origin.source not in {"rulebook", "own"}:
                yield _unsourced(
                    pack.tree,
                    path,
                    f"`{dotted(path)[:80]}` does not say where it comes from",
                    "no source holds here",
                    "write `source: own`, or `source: rulebook` with `rule:`, here or around",
                )
    yield from _check_citations(pack)
    yield from _check_gaps(pack.tree)


def _needs_source(path: Path, value: Json) -> bool:
    is_entry = len(path) == 2 and (path[0] == "rules" or isinstance(value, dict))
    return type(value) is int or (is_entry and path[0] not in _WHOLE)


def _unsourced(tree: Tree, path: Path, message: str, label: str, help_: str) -> Diagnostic:
    reason = "every figure is the rulebook's, by a rule, or our own"
    return Diagnostic(
        codes.UNSOURCED_VALUE, message, Label(tree.span(path), label), (), reason, help_
    )


def _check_citations(pack: ParsedData) -> Iterator[Diagnostic]:
    """Find rules that no rulebook has, each once; a pack may leave open which ones there are."""
    cited = mapping(pack.tree.data.get("citations"))
    first: dict[str, Path] = {}
    for path, origin in pack.origins.items():
        for rule in origin.rules:
            first.setdefault(rule, path)
    for rule, path in first.items() if cited else ():
        match = _CITED.match(rule)
        highest = cited.get(match[1]) if match else None
        if not (match and isinstance(highest, int) and 1 <= int(match[2]) <= highest):
            yield Diagnostic(
                codes.UNKNOWN_PACK_WORD,
                f"there is no rule `{rule}`",
                Label(pack.tree.span(path), "named here"),
                (),
                "`citations` says which ids there are",
                f"check the number; ids begin with {listed(cited)}",
            )


def _check_gaps(tree: Tree) -> Iterator[Diagnostic]:
    """Find gaps of the rulebook that name no value of the pack."""
    names = {dotted(path) for path, _ in walk(tree.data)}
    near: dict[str, list[str]] = {}
    for name in names:
        near.setdefault(_entry_of(name), []).append(name)
    for gap, paths in mapping(tree.data.get("gaps")).items():
        for index, path in enumerate(items(paths)):
            if path not in names:
                known = near.get(_entry_of(str(path)), [])
                yield unknown(tree, ("gaps", gap, index), str(path), known, "path of this pack")


def _entry_of(name: str) -> str:
    return ".".join(name.split(".")[:2])
