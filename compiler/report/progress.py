"""Shows on a terminal what a long run is at; elsewhere it prints nothing."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from questwright.compiler.report.terminal import safe

if TYPE_CHECKING:
    import threading

_PATIENCE = 0.4
"""Seconds that a step may take before it is shown: a quick one only flickers."""
_WIDEST = 60
"""The most characters of a name that are shown."""


class Progress:
    """One line on standard error, written while a step takes long and wiped after it."""

    def __init__(self, what: str, of: int) -> None:
        self._what = what
        self._of = of
        self._done = 0
        self._timer: threading.Timer | None = None
        self._is_shown = False
        self._is_terminal = sys.stderr.isatty()

    def begin(self, name: str) -> None:
        """Begin the next step; its name is shown if it takes long."""
        self.clear()
        self._done += 1
        if not self._is_terminal:
            return
        # Loaded here: where nobody looks, nothing has to wait for a clock.
        import threading

        count = f"{self._done}/{self._of} {self._what}: " if self._of > 1 else ""
        self._timer = threading.Timer(_PATIENCE, self._show, (f"{count}{safe(name)[-_WIDEST:]} …",))
        self._timer.daemon = True
        self._timer.start()

    def clear(self) -> None:
        """End a step: nothing of it stays on the terminal."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer.join()
            self._timer = None
        if self._is_shown:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
            self._is_shown = False

    def _show(self, text: str) -> None:
        self._is_shown = True
        sys.stderr.write(f"\r\x1b[K{text}")
        sys.stderr.flush()
