"""One deadline for all that is done for a quest: its proof, its lines and causes, its files.

Whoever works long looks at the time with `check_time`; whoever asked says what was left open.
"""

from __future__ import annotations

import math
import time
from contextlib import contextmanager
from contextvars import ContextVar

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_UNTIL: ContextVar[float] = ContextVar("until", default=math.inf)


class TimeOverError(Exception):
    """The seconds that somebody set are over."""


class Deadline:
    """The seconds that are left for one quest; they pass only while it is worked on."""

    def __init__(self, seconds: float | None = None) -> None:
        """A clock with some seconds; None for as many as it takes."""
        self._left = math.inf if seconds is None else seconds
        self._is_running = False

    @contextmanager
    def running(self) -> Iterator[None]:
        """Work on the quest: its seconds pass."""
        if self._is_running:
            yield
            return
        began = time.monotonic()
        token = _UNTIL.set(min(_UNTIL.get(), began + self._left))
        self._is_running = True
        try:
            yield
        finally:
            self._is_running = False
            self._left -= time.monotonic() - began
            _UNTIL.reset(token)


def is_time_over() -> bool:
    """Whether the seconds of the quest that is worked on are over."""
    return time.monotonic() >= _UNTIL.get()


def check_time() -> None:
    """Raise TimeOverError if the seconds of the quest that is worked on are over."""
    if is_time_over():
        raise TimeOverError


def time_left() -> float:
    """The seconds that are left for the quest that is worked on; infinite without a limit."""
    return _UNTIL.get() - time.monotonic()
