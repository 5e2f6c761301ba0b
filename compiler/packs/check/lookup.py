"""Look up parts of a pack by name or pattern, and make the findings that several checks make."""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler.packs import codes
from questwright.compiler.packs.read.tree import at, dotted
from questwright.dsl.diagnostics import Diagnostic, Label, did_you_mean, listed

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from questwright.compiler.packs.read.tree import Json, Path, Tree


def mapping(data: Json) -> Mapping[str, Json]:
    """Return data that is a mapping, or an empty one."""
    return data if isinstance(data, dict) else {}


def items(data: Json) -> list[Json]:
    """Return data that is a list, or an empty one."""
    return data if isinstance(data, list) else []


def entries(tree: Tree, *path: str) -> Mapping[str, dict[str, Json]]:
    """Return the mappings, by word, of the section or the part at a path; none without it."""
    section = mapping(at(tree.data, path))
    return {word: entry for word, entry in section.items() if isinstance(entry, dict)}


def places(tree: Tree, pattern: str) -> list[Path]:
    """Return the paths to all values that a pattern such as ``kinds.*.rank`` leads to."""
    found: list[tuple[Path, Json]] = [((), tree.data)]
    for part in pattern.split("."):
        found = [
            ((*path, key), inner)
            for path, data in found
            for key, inner in _members(data)
            if part in ("*", key)
        ]
    return [path for path, _ in found]


def _members(data: Json) -> Iterable[tuple[str | int, Json]]:
    return enumerate(data) if isinstance(data, list) else mapping(data).items()


def unknown(tree: Tree, path: Path, word: str, known: Iterable[str], what: str) -> Diagnostic:
    """Make the finding that a word names none of what is known."""
    names = sorted(known)
    return Diagnostic(
        codes.UNKNOWN_PACK_WORD,
        f"there is no {what} `{word[:60]}`",
        Label(tree.span(path), "named here"),
        help=did_you_mean(word, names) or f"there are {listed(names) or 'none'}",
    )


def contradiction(
    tree: Tree, path: Path, reason: str, help_: str = "change one of the two"
) -> Diagnostic:
    """Make the finding that a value cannot be, beside others of the pack."""
    return Diagnostic(
        codes.PACK_FORM,
        f"`{dotted(path)}` contradicts itself",
        Label(tree.span(path), "this cannot be"),
        reason=reason,
        help=help_,
    )


def disagreement(tree: Tree, path: Path, label: str, help_: str) -> Diagnostic:
    """Make the finding that a field does not go with the others of its entry."""
    return Diagnostic(
        codes.PACK_FORM,
        f"`{dotted(path)}` does not agree with the rest",
        Label(tree.span(path), label),
        help=help_,
    )
