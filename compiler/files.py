"""Plain files: read one that may be anything, and keep bytes in the user's cache.

A store keeps bytes under the hash of everything that they were made from. What it gives back is
what was put in, or nothing: a file that is torn, too large or strange is a miss.
"""

from __future__ import annotations

import contextlib
import os
import stat

from questwright.compiler.signals import signals_held
from questwright.dsl.digests import sha256
from questwright.dsl.records import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    StrPath = str | os.PathLike[str]
    """A path, as a text or as an object."""


def read_file(path: str, limit: int) -> bytes | str:
    """Return the bytes of a regular file, or in words why not.

    `limit` is the number of bytes that it may have. It never waits and never follows a link.
    """
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    try:
        handle = os.open(path, flags | getattr(os, "O_BINARY", 0))
    except OSError:
        linked = os.path.islink(path)  # noqa: PTH114 - half a millisecond sooner than pathlib
        return "this file is a link" if linked else "this file cannot be opened"
    try:
        status = os.fstat(handle)
        if not stat.S_ISREG(status.st_mode):
            return "this is not a file"
        if status.st_size > limit:
            return f"this file has {status.st_size:,} bytes, and may have {limit:,}"
        parts = []
        left = limit + 1
        while left > 0 and (part := os.read(handle, min(left, 1 << 20))):
            parts.append(part)
            left -= len(part)
        content = b"".join(parts)
    except OSError:
        return "this file cannot be read"
    finally:
        os.close(handle)
    return content if len(content) <= limit else f"this file has more than {limit:,} bytes"


def cache_folder(name: str) -> str | None:
    """Return a folder of the user's own cache, or None where there is none."""
    given = os.environ.get("XDG_CACHE_HOME", "")
    if given and os.path.isabs(given):  # noqa: PTH117 - as above
        return os.path.join(given, "questwright", name)  # noqa: PTH118
    home = os.environ.get("HOME") or os.environ.get("LOCALAPPDATA") or ""
    if home and os.path.isabs(home):  # noqa: PTH117
        return os.path.join(home, ".cache", "questwright", name)  # noqa: PTH118
    return None


def key_of(parts: Iterable[bytes]) -> str:
    """Return the key of what was made from some parts; their borders count."""
    hasher = sha256()
    for part in parts:
        hasher.update(b"%d:" % len(part))
        hasher.update(part)
    return hasher.hexdigest()


class Bounds(NamedTuple):
    """How much a store keeps; beyond that it lets go of what was not asked for longest."""

    file: int
    """Bytes of one file."""
    files: int
    whole: int
    """Bytes of all files."""


class Store:
    """Bytes by key, in files of one folder that several processes may share."""

    def __init__(self, folder: StrPath, ending: str, bounds: Bounds) -> None:
        self._folder = folder
        self._ending = ending
        self._bounds = bounds

    def recall(self, key: str) -> bytes | None:
        """Return what was kept under a key; anything odd about it is a miss."""
        path = os.path.join(self._folder, f"{key}{self._ending}")  # noqa: PTH118 - as above
        content = read_file(path, self._bounds.file)
        if isinstance(content, str):
            return None
        checksum, _, payload = content.partition(b"\n")
        if checksum != checksum_of(key, payload):
            return None
        with contextlib.suppress(OSError):
            os.utime(path)
        return payload

    def keep(self, key: str, payload: bytes) -> None:
        """Keep bytes, whole or not at all; a store that fails is no matter."""
        if len(payload) + 65 > self._bounds.file:
            return
        from pathlib import Path  # who only recalls has no need of it

        folder = Path(self._folder)
        passing = folder / f"{key}.{os.getpid()}.{os.urandom(4).hex()}.tmp"
        with signals_held():
            try:
                folder.mkdir(parents=True, exist_ok=True)
                passing.write_bytes(checksum_of(key, payload) + b"\n" + payload)
                passing.replace(folder / f"{key}{self._ending}")
                self._forget(folder)
            except OSError:
                with contextlib.suppress(OSError):
                    passing.unlink()

    def _forget(self, folder: Path) -> None:
        """Delete what was not asked for longest, when there is much."""
        kept = []
        for path in folder.iterdir():
            with contextlib.suppress(FileNotFoundError):  # another process lets go as well
                status = path.stat()
                if stat.S_ISREG(status.st_mode):
                    kept.append((status.st_mtime_ns, status.st_size, path))
        whole = 0
        for count, (_, size, path) in enumerate(sorted(kept, reverse=True), 1):
            whole += size
            if count > self._bounds.files or whole > self._bounds.whole:
                path.unlink(missing_ok=True)


def checksum_of(key: str, payload: bytes) -> bytes:
    """Return what stands above bytes that are kept under a key."""
    return sha256(key.encode() + payload).hexdigest().encode()
