"""The map symbols: those that ship with Questwright, and those that a game's pack brings."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from questwright.compiler.assets import TEMPLATES_DIR

if TYPE_CHECKING:
    from collections.abc import Mapping


@cache
def symbol_names() -> frozenset[str]:
    """Return the names of all map symbols that ship; a game's pack may bring more of its own."""
    return frozenset(
        file.stem for file in (TEMPLATES_DIR / "symbols").glob("*.svg") if "." not in file.stem
    )


def symbol_text(name: str, own: Mapping[str, str]) -> str:
    """Return the SVG of a symbol; empty if there is none.

    ``own`` has those of the pack: they come first, and have no upright parts but their own.
    """
    if name in own or name.removesuffix(".upright") in own:
        return own.get(name, "")
    return _shipped(name)


@cache
def _shipped(name: str) -> str:
    path = TEMPLATES_DIR / "symbols" / f"{name}.svg"
    return path.read_text(encoding="utf-8") if path.is_file() else ""
