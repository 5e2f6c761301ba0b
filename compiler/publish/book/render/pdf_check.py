"""Search a finished PDF for parts that no book may contain, such as scripts or links."""

from __future__ import annotations

import re
import zlib

_FORBIDDEN = {
    b"/EmbeddedFile": "an embedded file",
    b"/EmbeddedFiles": "embedded files",
    b"/Filespec": "a reference to a file",
    b"/FileAttachment": "an attached file",
    b"/JavaScript": "a script",
    b"/Launch": "a command to launch",
    b"/SubmitForm": "a form that is sent",
    b"/URI": "a link out of the book",
}
_NAMES = re.compile(rb"/[A-Za-z]+")
_STREAM = re.compile(rb"<<((?:[^<>]|<<[^<>]*>>|<[^<>]*>)*)>>\s*stream\r?\n")
_LARGEST_OBJECT_STREAM = 64 << 20


def forbidden_parts(pdf: bytes) -> str:
    """Return the forbidden parts of a PDF in words; empty if it has none.

    Content streams are skipped, since names in them mean nothing; object streams are opened.
    """
    names: set[bytes] = set()
    position = 0
    while (stream := _STREAM.search(pdf, position)) is not None:
        names.update(_NAMES.findall(pdf, position, stream.end()))
        end = pdf.find(b"endstream", stream.end())
        if b"/ObjStm" in stream[1]:
            names.update(_NAMES.findall(_inflated(pdf[stream.end() : end], stream[1])))
        position = end if end >= 0 else len(pdf)
    names.update(_NAMES.findall(pdf, position))
    return ", ".join(words for name, words in _FORBIDDEN.items() if name in names)


def _inflated(content: bytes, header: bytes) -> bytes:
    if b"/FlateDecode" not in header:
        return content
    return zlib.decompressobj().decompress(content, _LARGEST_OBJECT_STREAM)
