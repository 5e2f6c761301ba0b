"""Have the renderer load, draw and write in less time, and write the very same bytes.

A map is drawn in each volume of a book, and has the same paths everywhere: what a path writes is
kept. Numbers that need no units are read and written without looking for any. What an object of a
PDF comes to is asked for twice, for the file and for its identifier, and made once.
"""

from __future__ import annotations

import ctypes.util
import importlib
import re
import sys
from contextlib import contextmanager, suppress
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_WITHOUT_UNITS: Final = re.compile(r"[MLHVCSQTAZmlhvcsqtaz0-9 ,.\-]*")
_MOST_PATHS: Final = 20_000
"""Paths that are kept; they take some thirty megabytes at the most."""
_MOST_ANSWERS: Final = 8_192
_DRAWING: Final = ("", ".bounding_box", ".defs", ".shapes", ".text", ".utils")
"""The renderer's modules that draw, below its package of drawings; not paths, which are kept."""

Point = tuple[float, float, str]


@contextmanager
def loaded_by_name() -> Iterator[None]:
    """Have the system's libraries loaded by their names alone.

    The renderer tries several names of each. On Linux the last ones are names of files, which the
    loader finds; for each name before that it would start a compiler and a linker, which know no
    others. These take longer than all else that is loaded.
    """
    search = ctypes.util.find_library
    if sys.platform == "linux":
        ctypes.util.find_library = _found_nowhere
    try:
        yield
    finally:
        ctypes.util.find_library = search


def _found_nowhere(name: str) -> str | None:  # noqa: ARG001 - as the one that it stands for
    """Where a library is: nowhere, so that it is loaded by its name."""
    return None


def draw_quicker() -> None:
    """Put quicker functions in the place of some that the renderer spends its time in."""
    # Imported by name: the package of drawings has a function `path` that hides its module.
    written: Any = importlib.import_module("pydyf")
    drawings: Any = importlib.import_module("weasyprint.svg")
    paths: Any = importlib.import_module("weasyprint.svg.path")
    for name in ("normalize", "size"):
        _keep_answers(name)
    paths.point = _quick_point(paths.point)
    drawings.TAGS["path"] = _kept_path(paths.path)
    written._to_bytes = _quick_bytes(written._to_bytes)  # noqa: SLF001 - there is no other way
    write_once(written)


def _keep_answers(name: str) -> None:
    """Have a function that reads numbers of drawings answer the same question once."""
    slow = getattr(importlib.import_module("weasyprint.svg.utils"), name)
    kept = lru_cache(_MOST_ANSWERS)(slow)
    for module in _DRAWING:
        reads: Any = importlib.import_module(f"weasyprint.svg{module}")
        if getattr(reads, name, None) is slow:
            setattr(reads, name, kept)


def write_once(written: Any) -> None:  # noqa: ANN401 - a module without types
    """Have objects of PDFs made once while a PDF is written."""
    made: list[dict[int, bytes]] = []
    for kind in (written.Dictionary, written.Stream):
        kind.data = property(_made_once(kind.data.fget, made, written._to_bytes))  # noqa: SLF001
    written.PDF.write = _keeping(written.PDF.write, made)
    written.PDF.page_references = property(_kept_pages(written.PDF.page_references.fget))


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


def _joined(stream: list[Any], to_bytes: Callable[[object], bytes]) -> bytes:
    """All that is written into a stream; most of it is bytes already."""
    with suppress(TypeError):
        return b"\n".join(stream)
    return b"\n".join([item if type(item) is bytes else to_bytes(item) for item in stream])


def _made_once(
    make: Callable[[Any], bytes],
    made: list[dict[int, bytes]],
    to_bytes: Callable[[object], bytes],
) -> Callable[[Any], bytes]:
    """What an object comes to; while a PDF is written, its objects are those with a number."""

    def data(item: Any) -> bytes:  # noqa: ANN401 - an object of a PDF
        number = item.number
        if number is None or not made:
            return make(item)
        if number not in made[-1]:
            if hasattr(item, "stream"):
                item.stream = [_joined(item.stream, to_bytes)]
            made[-1][number] = make(item)
        return made[-1][number]

    return data


def _keeping(write: Callable[..., None], made: list[dict[int, bytes]]) -> Callable[..., None]:
    """Write a PDF, and keep what its objects come to meanwhile."""

    def write_keeping(*given: Any, **named: Any) -> None:  # noqa: ANN401 - as it takes them
        made.append({})
        try:
            write(*given, **named)
        finally:
            made.pop()

    return write_keeping


def _kept_pages(look: Callable[[Any], tuple[bytes, ...]]) -> Callable[[Any], tuple[bytes, ...]]:
    """How the pages of a PDF are referred to; asked for each thing on each page."""

    def page_references(pdf: Any) -> tuple[bytes, ...]:  # noqa: ANN401 - a PDF
        many = len(pdf.pages["Kids"])
        kept: tuple[int, tuple[bytes, ...]] = getattr(pdf, "kept_pages", (-1, ()))
        if kept[0] != many:
            kept = pdf.kept_pages = many, look(pdf)
        return kept[1]

    return page_references
