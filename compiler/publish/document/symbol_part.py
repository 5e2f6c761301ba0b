"""Write the map symbols that a document names, with their paths.

Takes the parts of a document. Returns a list of symbols, each once, in the order of their names.
They are the drawings that the printed book uses: those that ship, and the pack's own.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from questwright.compiler.symbols import symbol_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from questwright.compiler.packs.read.tree import Json

_NAME: Final = re.compile(r"[a-z][a-z0-9-]{0,63}\Z")
_SIZE: Final = re.compile(r'viewBox="0 0 (\d+) (\d+)"')
_PATH: Final = re.compile(r'<path d="([^"]*)"([^>]*)/>')
_LOOK: Final = re.compile(r'([a-z-]+)="([^"]*)"')


def symbols_part(named_in: Json, own: Mapping[str, str]) -> Json:
    """The symbols that are named anywhere in some data; those without a drawing are left out.

    ``own`` has the SVG of those that the game's pack brings, by name.
    """
    found = (_symbol(name, own) for name in sorted(set(_names(named_in))))
    return [symbol for symbol in found if symbol is not None]


def _names(data: Json) -> Iterator[str]:
    """What the keys `symbol` and `…_symbol` name, however deep they are."""
    if isinstance(data, list):
        for part in data:
            yield from _names(part)
    elif isinstance(data, dict):
        for key, part in data.items():
            if isinstance(part, str) and (key == "symbol" or key.endswith("_symbol")):
                yield part
            yield from _names(part)


def _symbol(name: str, own: Mapping[str, str]) -> Json:
    """A symbol, or None where nothing is drawn under its name."""
    text = symbol_text(name, own) if _NAME.match(name) else ""
    if not text:
        return None
    size = _SIZE.search(text)
    assert size is not None, name
    return {
        "name": name,
        "width": int(size[1]),
        "height": int(size[2]),
        "paths": _paths(text),
        "upright": _paths(symbol_text(f"{name}.upright", own)),
    }


def _paths(text: str) -> list[Json]:
    return [_path(line, look) for line, look in _PATH.findall(text)]


def _path(line: str, look: str) -> Json:
    told = dict(_LOOK.findall(look))
    return {
        "d": line,
        "fill": _colour(told.get("fill")),
        "stroke": _colour(told.get("stroke")),
        "stroke_width": told.get("stroke-width"),
        "stroke_linecap": told.get("stroke-linecap"),
        "stroke_linejoin": told.get("stroke-linejoin"),
        "stroke_dasharray": told.get("stroke-dasharray"),
    }


def _colour(written: str | None) -> str | None:
    return None if written in (None, "none") else written
