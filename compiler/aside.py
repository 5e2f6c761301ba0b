"""Make something in a process of its own, while something else is made here."""

from __future__ import annotations

import gc
import os
import signal
import sys
from contextlib import suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import TracebackType
    from typing import Self

_SIZE = 8
"""How many bytes say how many follow."""


class Aside:
    """Bytes that a process like this one makes; where there can be none, they are made here.

    The process begins with all that is known here, and nothing of what it does is known here but
    the bytes. As a context it leaves no process behind.
    """

    def __init__(self, make: Callable[[], bytes]) -> None:
        self._make = make
        self._child = 0
        self._stream = -1

    def __enter__(self) -> Self:
        # Elsewhere libraries of the system may not outlive a fork.
        if sys.platform == "linux":
            with suppress(OSError):
                self._begin()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._child:
            os.close(self._stream)
            with suppress(ProcessLookupError):
                os.kill(self._child, signal.SIGKILL)
            os.waitpid(self._child, 0)
            self._child = 0

    def made(self) -> bytes:
        """The bytes; whoever asks waits for them."""
        if self._child:
            with os.fdopen(os.dup(self._stream), "rb") as stream:
                size, content = stream.read(_SIZE), stream.read()
            if len(size) == _SIZE and int.from_bytes(size, "big") == len(content):
                return content
        return self._make()

    def _begin(self) -> None:
        if sys.platform == "win32":
            return
        self._stream, written = os.pipe()
        try:
            self._child = os.fork()
        except OSError:
            os.close(self._stream)
            os.close(written)
            raise
        if self._child:
            os.close(written)
            return
        try:
            # To look for garbage would copy all that is known.
            gc.disable()
            content = self._make()
            with os.fdopen(written, "wb") as stream:
                stream.write(len(content).to_bytes(_SIZE, "big") + content)
        finally:
            os._exit(0)
