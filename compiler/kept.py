"""What an earlier run made of a file, where nothing that it was made of has changed.

Takes the path of a quest file, and what a build or a check has made of it. Gives the same back
while the file, all files that it includes, Questwright itself and what was asked are the same.
Only files without any finding are kept, so that nobody misses one. Beside that, more may be kept of
a quest for as long as its file is the same.
"""

from __future__ import annotations

import json
import os
import sys
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypedDict, cast

from questwright.compiler.assets import SCHEMAS_DIR, SYSTEMS_DIR, TEMPLATES_DIR
from questwright.compiler.files import Bounds, Store, cache_folder, key_of
from questwright.compiler.project import STDIN, Disk
from questwright.compiler.runs import BuiltEntry
from questwright.dsl.records import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from questwright.compiler.products import Products

_BOUNDS = Bounds(file=64 << 20, files=10_000, whole=256 << 20)
_PARTS = (".py", ".json", ".j2", ".css", ".yaml", ".po", ".quest", ".svg", ".ttf", ".woff2")
"""How the files end that our results depend on."""


class KeptFile(NamedTuple):
    """What was made of a file: of its own quests, and of those that it includes."""

    told: tuple[BuiltEntry, ...]
    products: Products
    stamp: str
    """Of all that it was made of."""


class _Note(TypedDict):
    made_by: str
    sources: dict[str, str]
    told: list[list[Any]]
    products: dict[str, dict[str, str]]


class Kept:
    """The results of earlier runs in which the same was asked."""

    def __init__(self, store: Store, asked: str) -> None:
        self._store = store
        self._asked = asked.encode()
        self._disk = Disk()

    def recall(self, path: str) -> KeptFile | None:
        """What was made of a file; None if that is not known, or was something else."""
        if path == STDIN:
            return None
        noted = self._store.recall(self._key(path, _digest(self._text(path))))
        if noted is None:
            return None
        try:
            note = cast("_Note", json.loads(noted))
            if any(_digest(self._text(name)) != seen for name, seen in note["sources"].items()):
                return None
            if note["made_by"] != _own_digest():
                return None
            told = tuple(BuiltEntry.read(entry) for entry in note["told"])
            products = {
                id_: {name: self._product(key) for name, key in files.items()}
                for id_, files in note["products"].items()
            }
        except (ValueError, TypeError, KeyError, AttributeError):
            return None
        return KeptFile(told, products, self._stamp(note["sources"]))

    def keep(
        self, path: str, texts: Mapping[str, str], told: Iterable[BuiltEntry], outputs: Products
    ) -> str:
        """Keep what was made of a file that has no findings; ``texts`` are all that it reads.

        Returns the stamp of the file; nothing if it cannot be kept.
        """
        if path not in texts or any(name.startswith("<") for name in texts):
            return ""
        every = tuple(told)
        products: dict[str, dict[str, str]] = {}
        for entry in every:
            products[entry.id] = {}
            for name, content in outputs[entry.id].items():
                key = key_of((b"product", content))
                self._store.keep(key, content)
                products[entry.id][name] = key
        sources = {name: _digest(text) for name, text in sorted(texts.items())}
        made_by = _own_digest()
        note = {"made_by": made_by, "sources": sources, "told": every, "products": products}
        self._store.keep(self._key(path, sources[path]), json.dumps(note).encode())
        return self._stamp(sources)

    def recall_more(self, stamp: str, asked: str) -> bytes | None:
        """What else was kept of a file with a stamp; None if nothing was."""
        return self._store.recall(self._more(stamp, asked))

    def keep_more(self, stamp: str, asked: str, content: bytes) -> None:
        """Keep more of a file; ``asked`` says what, and all else that it depends on."""
        self._store.keep(self._more(stamp, asked), content)

    def _more(self, stamp: str, asked: str) -> str:
        return key_of(
            (_own_digest().encode(), self._asked, b"more", stamp.encode(), asked.encode())
        )

    def _stamp(self, sources: Mapping[str, str]) -> str:
        parts = [part for entry in sorted(sources.items()) for part in entry]
        return key_of(part.encode("utf-8", "surrogateescape") for part in parts)

    def _product(self, key: str) -> bytes:
        content = self._store.recall(key)
        if content is None:
            raise KeyError(key)
        return content

    def _text(self, path: str) -> str:
        return self._disk.read(path).source.text

    def _key(self, path: str, digest: str) -> str:
        return key_of((self._asked, path.encode("utf-8", "surrogateescape"), digest.encode()))


def kept_of(asked: str, name: str = "builds") -> Kept | None:
    """The results of runs in which the same was asked; None where the user has no cache."""
    folder = cache_folder(name)
    return None if folder is None else Kept(Store(folder, ".kept", _BOUNDS), asked)


def _digest(text: str) -> str:
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


@cache
def _own_digest() -> str:
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
