"""The map symbols that ship with Questwright."""

from __future__ import annotations

from functools import cache

from questwright.compiler.assets import TEMPLATES_DIR


@cache
def symbol_names() -> frozenset[str]:
    """Return the names of all map symbols that ship; a game's pack may bring more of its own."""
    return frozenset(
        file.stem for file in (TEMPLATES_DIR / "symbols").glob("*.svg") if "." not in file.stem
    )
