"""Join a book in a process of its own, which takes the memory for that with it when it ends.

Takes gatherings, which go to the process in a file. Returns the bytes that `join` makes of them.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from questwright.compiler.press.binding.join import BoundGathering, join

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from types import TracebackType
    from typing import IO, Self

_SIZE = 8
"""How many bytes say how many follow."""


class Joint:
    """A book that is joined by a process of its own; where there can be none, it is joined here.

    As a context it leaves no process behind.
    """

    def __init__(self, gatherings: Sequence[BoundGathering], tabs: bytes) -> None:
        self._gatherings = gatherings
        self._tabs = tabs
        self._process: subprocess.Popen[bytes] | None = None
        self._written: IO[bytes] | None = None

    def __enter__(self) -> Self:
        with suppress(OSError), tempfile.TemporaryFile() as given:
            _write(given, self._gatherings, self._tabs)
            given.seek(0)
            self._written = tempfile.TemporaryFile()
            self._process = subprocess.Popen(
                [sys.executable, "-P", "-m", __name__],
                stdin=given,
                stdout=self._written,
                stderr=subprocess.DEVNULL,
                env=os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
                start_new_session=True,
            )
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()
        if self._written is not None:
            self._written.close()

    def joined(self) -> bytes:
        """The bytes of the book; whoever asks waits for them."""
        if self._process is not None and self._written is not None and self._process.wait() == 0:
            self._written.seek(0)
            return self._written.read()
        return join(self._gatherings, self._tabs)


def _write(file: IO[bytes], gatherings: Sequence[BoundGathering], tabs: bytes) -> None:
    def write(part: bytes) -> None:
        file.write(len(part).to_bytes(_SIZE, "big"))
        file.write(part)

    write(tabs)
    for gathering in gatherings:
        plain = [gathering.key, gathering.is_chapter, gathering.tab, sorted(gathering.elsewhere)]
        write(json.dumps(plain).encode())
        write(gathering.read())


def _read(parts: Iterator[bytes]) -> Iterator[BoundGathering]:
    for plain in parts:
        key, is_chapter, tab, elsewhere = json.loads(plain)
        read = partial(bytes, next(parts))
        yield BoundGathering(key, read, is_chapter, tab, frozenset(elsewhere))


def _parts(file: IO[bytes]) -> Iterator[bytes]:
    while size := file.read(_SIZE):
        yield file.read(int.from_bytes(size, "big"))


def main() -> None:
    """Join the book that comes by the standard input, and write it to the standard output."""
    parts = _parts(sys.stdin.buffer)
    tabs = next(parts)
    sys.stdout.buffer.write(join(_read(parts), tabs))


if __name__ == "__main__":
    main()
