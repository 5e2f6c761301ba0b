"""Read the typeface that a pack's theme names: a plain TrueType file under an open licence."""

from __future__ import annotations

import struct
from base64 import b64encode
from struct import unpack_from
from typing import TYPE_CHECKING, Final

from questwright.compiler.packs import codes
from questwright.compiler.packs.read.files import LICENCE_FILES, TYPEFACE_FILES
from questwright.compiler.packs.read.tree import at
from questwright.compiler.packs.system.theme import LICENCES
from questwright.dsl.diagnostics import Diagnostic, Label, did_you_mean, listed
from questwright.dsl.records import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from questwright.compiler.packs.read.tree import Json, Path, Tree

_PATH: Final = ("theme", "typeface", "file")
_MAGIC: Final = b"\x00\x01\x00\x00"
_NEEDED: Final = (b"cmap", b"glyf", b"head", b"hhea", b"hmtx", b"loca", b"maxp", b"name", b"post")
_MOST_TABLES: Final = 64
_RIGHTS_AT: Final = 8
_FORBIDDEN: Final = 0x0002
"""The bit of a typeface's rights that forbids to embed it in a document."""


class TypefaceFile(NamedTuple):
    """The file of a pack's typeface, or what is wrong with it."""

    data: dict[str, Json]
    """Its `content` in base64; empty where the pack brings none."""
    findings: tuple[Diagnostic, ...]


def read_typeface(tree: Tree, files: Mapping[str, bytes]) -> TypefaceFile:
    """Read the typeface among the files of a pack whose form is right."""
    name = at(tree.data, _PATH)
    if not isinstance(name, str):
        return TypefaceFile({}, ())
    findings = tuple(_wrong_files(tree, name, files))
    if findings:
        return TypefaceFile({}, findings)
    content = files[name + TYPEFACE_FILES]
    problem = _problem(content)
    if problem:
        reason = "the book is set with it, and it goes into each PDF"
        help_ = "get it anew from its makers, as a TrueType file"
        message = f"`{name}{TYPEFACE_FILES}` {problem}"
        return TypefaceFile({}, (_unusable(tree, _PATH, message, reason, help_),))
    return TypefaceFile({"content": b64encode(content).decode()}, ())


def _wrong_files(tree: Tree, name: str, files: Mapping[str, bytes]) -> Iterator[Diagnostic]:
    """Find a typeface without its file, or without the text of its licence."""
    for ends in (TYPEFACE_FILES, LICENCE_FILES):
        if name + ends not in files:
            known = [file for file in files if file.endswith(ends)]
            yield Diagnostic(
                codes.UNKNOWN_PACK_WORD,
                f"this pack has no file `{name}{ends}`",
                Label(tree.span(_PATH), "named here"),
                help=did_you_mean(name + ends, known)
                or f"put it into the folder of the pack: there is {listed(known) or 'none'}",
            )
            return
    licence = str(at(tree.data, (*_PATH[:-1], "licence")))
    text = " ".join(files[name + LICENCE_FILES].decode("utf-8", "replace").upper().split())
    if LICENCES[licence].upper() not in text:
        yield _unusable(
            tree,
            (*_PATH[:-1], "licence"),
            f"`{name}{LICENCE_FILES}` is not the licence {licence}",
            f"the text of that licence has the words “{LICENCES[licence]}”",
            "put the file there that came with the typeface, and name the licence that it has",
        )


def _problem(content: bytes) -> str:
    """What keeps a file from being a typeface that books can be set with; empty if nothing."""
    if content[:4] != _MAGIC:
        return "is no TrueType file"
    try:
        (count,) = unpack_from(">H", content, 4)
        if count > _MOST_TABLES:
            return "is no TrueType file"
        tables: dict[bytes, tuple[int, int]] = {}
        for number in range(count):
            tag, _, start, length = unpack_from(">4sLLL", content, 12 + 16 * number)
            tables[tag] = (start, length)
        if any(start + length > len(content) for start, length in tables.values()):
            return "ends too soon"
        missing = [tag.decode() for tag in _NEEDED if tag not in tables]
        if missing:
            return f"has no table `{missing[0]}`"
        rights = unpack_from(">H", content, tables[b"OS/2"][0] + _RIGHTS_AT)[0]
    except struct.error:
        return "ends too soon"
    except KeyError:
        return ""
    return "says that it must not be embedded in documents" if rights & _FORBIDDEN else ""


def _unusable(tree: Tree, path: Path, message: str, reason: str, help_: str) -> Diagnostic:
    return Diagnostic(
        codes.UNUSABLE_TYPEFACE, message, Label(tree.span(path), "named here"), (), reason, help_
    )
