"""What everything that we make depends on: Questwright itself, and the Python that it runs in."""

from __future__ import annotations

import os
import sys
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from questwright.compiler.assets import SCHEMAS_DIR, SYSTEMS_DIR, TEMPLATES_DIR
from questwright.compiler.files import key_of

if TYPE_CHECKING:
    from collections.abc import Iterator

_PARTS = (".py", ".json", ".j2", ".css", ".yaml", ".po", ".quest", ".svg", ".ttf", ".woff2")
"""How the files end that our results depend on."""


@cache
def own_digest() -> str:
    """A hash of all of Questwright: its code, its games, its templates, and this Python.

    Of each file where it is, how long it is and when it was written, as Python has it for the
    modules that it keeps compiled.
    """
    package = Path(__file__).absolute().parent.parent
    roots = [package / name for name in ("dsl", "compiler", "engine")]
    parts = [sys.version.encode()]
    for root in (*roots, TEMPLATES_DIR, SCHEMAS_DIR, SYSTEMS_DIR):
        for file in _files(root):
            seen = file.stat()
            parts += (os.fsencode(file.path), b"%d %d" % (seen.st_size, seen.st_mtime_ns))
    return key_of(parts)


def _files(folder: str | os.PathLike[str]) -> Iterator[os.DirEntry[str]]:
    """The files in a folder, and in those in it, that our results depend on."""
    with os.scandir(folder) as entries:
        for entry in sorted(entries, key=lambda entry: entry.name):
            if entry.is_dir():
                yield from _files(entry.path)
            elif entry.name.endswith(_PARTS):
                yield entry
