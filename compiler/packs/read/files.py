"""Read the files of a pack's folder: plain files, few and small, and nothing else."""

from __future__ import annotations

import os

from questwright.compiler.files import read_file

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Final

    from questwright.compiler.files import StrPath

FILES: Final = 64
"""Files of one pack."""
FILE_BYTES: Final = 1_048_576
"""Bytes of one file of a pack."""
PACK_BYTES: Final = 2_097_152
"""Bytes of all files of a pack."""

TILE_FILES: Final = ".quest"
"""How the names of files end that draw tiles."""
SYMBOL_FILES: Final = ".svg"
"""How the names of files end that draw a map symbol."""
TYPEFACE_FILES: Final = ".ttf"
"""How the name of a file ends that is a typeface."""
LICENCE_FILES: Final = ".license.txt"
"""How the name of a file ends that has the licence of a typeface."""
_OTHERS: Final = (TILE_FILES, SYMBOL_FILES, TYPEFACE_FILES, LICENCE_FILES)
"""How the names of files end that are not data."""


def file_names(folder: StrPath) -> list[str]:
    """Return the names of the files of a pack, sorted; raises OSError."""
    found = os.listdir(folder)  # noqa: PTH208 - half a millisecond sooner than pathlib
    ends = (".yaml", ".yml", *_OTHERS)
    return sorted(name for name in found if name.endswith(ends) and name[0] != ".")


def holds_data(names: Iterable[str]) -> bool:
    """Return whether any of the files of a folder holds data."""
    return any(not name.endswith(_OTHERS) for name in names)


def read_files(folder: StrPath) -> tuple[dict[str, bytes], dict[str, str]]:
    """Return bytes by file name, and by file name what kept a file from being read.

    What is wrong with the whole folder stands under the empty name.
    """
    try:
        names = file_names(folder)
    except FileNotFoundError:
        names = []
    except OSError as error:
        return {}, {"": f"this folder cannot be read: {(error.strerror or 'no reason').lower()}"}
    if not holds_data(names):
        return {}, {"": "this pack has no files"}
    if len(names) > FILES:
        return {}, {"": f"this pack has {len(names):,} files, and may have {FILES}"}
    base = os.path.realpath(folder)
    files: dict[str, bytes] = {}
    problems: dict[str, str] = {}
    left = PACK_BYTES
    for name in names:
        if name.endswith(".yml"):
            problems[name] = "this file would not be read: files of packs end in `.yaml`"
            continue
        content = read_file(os.path.join(base, name), FILE_BYTES)  # noqa: PTH118 - as above
        if isinstance(content, bytes):
            files[name] = content
        else:
            problems[name] = content
        left -= len(content)
        if left < 0:
            return {}, {"": f"this pack has more than {PACK_BYTES:,} bytes"}
    return files, problems
