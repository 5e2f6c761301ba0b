"""Have the renderer draw in less time, and write the very same bytes.

A map is drawn in each volume of a book, and has the same paths everywhere: what a path writes is
kept. Numbers that need no units are read and written without looking for any.
"""

from __future__ import annotations

import importlib
import re
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Callable

_WITHOUT_UNITS: Final = re.compile(r"[MLHVCSQTAZmlhvcsqtaz0-9 ,.\-]*")
_MOST_PATHS: Final = 20_000
"""Paths that are kept; they take some thirty megabytes at the most."""

Point = tuple[float, float, str]


def draw_quicker() -> None:
    """Put quicker functions in the place of some that the renderer spends its time in."""
    # Imported by name: the package of drawings has a function `path` that hides its module.
    written: Any = importlib.import_module("pydyf")
    drawings: Any = importlib.import_module("weasyprint.svg")
    paths: Any = importlib.import_module("weasyprint.svg.path")
    paths.point = _quick_point(paths.point)
    drawings.TAGS["path"] = _kept_path(paths.path)
    written._to_bytes = _quick_bytes(written._to_bytes)  # noqa: SLF001 - there is no other way


def _quick_point(
    slow: Callable[[object, str, float], Point],
) -> Callable[[object, str, float], Point]:
    """The first two numbers of a text, and the rest of it."""

    def point(svg: object, string: str, font_size: float) -> Point:
        parts = string.split(" ", 2)
        try:
            return float(parts[0]), float(parts[1]), parts[2] if len(parts) > 2 else ""
        except (ValueError, IndexError):
            return slow(svg, string, font_size)

    return point


def _kept_path(draw: Callable[[Any, Any, float], None]) -> Callable[[Any, Any, float], None]:
    """Draw a path; one that has been drawn before is written as it was."""
    kept: dict[str, tuple[list[bytes], list[object]]] = {}

    def path(svg: Any, node: Any, font_size: float) -> None:  # noqa: ANN401 - without types
        drawn = node.get("d", "")
        written = svg.stream.stream
        if (known := kept.get(drawn)) is not None:
            written += known[0]
            node.vertices.extend(known[1])
            return
        before = len(written)
        draw(svg, node, font_size)
        if len(kept) < _MOST_PATHS and _WITHOUT_UNITS.fullmatch(drawn):
            kept[drawn] = written[before:], [*node.vertices]

    return path


def _quick_bytes(slow: Callable[[object], bytes]) -> Callable[[object], bytes]:
    """What is written of a thing."""

    def to_bytes(item: Any) -> bytes:  # noqa: ANN401 - whatever stands in a PDF
        kind = type(item)
        if kind is bytes:
            return bytes(item)
        if kind is float:
            return b"%d" % item if item.is_integer() else f"{item:f}".rstrip("0").encode()
        if kind is int or kind is str:
            return str(item).encode("ascii")
        return slow(item)

    return to_bytes
