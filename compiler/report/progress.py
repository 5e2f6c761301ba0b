"""Shows on a terminal what a long run is at; elsewhere it prints nothing."""

from __future__ import annotations

import sys

from questwright.compiler.report.terminal import safe

TYPE_CHECKING = False
if TYPE_CHECKING:
    import threading

_PATIENCE = 0.4
"""Seconds that a step may take before it is shown: a quick one only flickers."""
_WIDEST = 60
"""The most characters of a name that are shown."""

_BAR = 24
"""How many characters a bar is wide."""


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


class Bar:
    """One line on standard error that fills from left to right, where somebody looks."""

    def __init__(self, what: str) -> None:
        self._what = what
        self._is_shown = False
        self._is_terminal = sys.stderr.isatty()

    def show(self, begun: int, done: int, page: int) -> None:
        """Show that so many of the parts that are known by now are done."""
        if not self._is_terminal:
            return
        full = _BAR * done // max(begun, 1)
        place = f", page {page}" if page else ""
        line = f"{self._what} [{'#' * full}{'.' * (_BAR - full)}] {done} of {begun}{place}"
        sys.stderr.write(f"\r\x1b[K{line}")
        sys.stderr.flush()
        self._is_shown = True

    def clear(self) -> None:
        """Nothing of it stays on the terminal."""
        if self._is_shown:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
            self._is_shown = False
