"""What a run does when somebody stops it: Ctrl-C, a closed terminal, a request to end.

A command raises `Stopped` wherever it is, so that everything it has begun is taken back. Who
exchanges files holds signals off meanwhile: they come when that is done.
"""

from __future__ import annotations

import signal
import sys
import time
from contextlib import contextmanager

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import FrameType

STOPPING = tuple(
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
)
"""The signals that ask a program to end."""
_AGAIN = 0.01
"""Seconds after which a signal comes again that came where nothing can be raised."""
_IMPATIENCE = 3.0
"""Seconds after a signal in which more of them change nothing: things are being taken back."""


class Stopped(BaseException):
    """Somebody has asked the program to end, by a signal."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number
        self.exit_code = 128 + number
        """What shells say of a program that a signal ended."""


class _Stopper:
    """Raises Stopped at a signal, and not again while what was begun is taken back."""

    def __init__(self) -> None:
        self._since = float("-inf")

    def __call__(self, number: int, frame: FrameType | None) -> None:
        del frame
        now = time.monotonic()
        if now - self._since > _IMPATIENCE:
            self._since = now
            raise Stopped(number)

    def come_again(self, ignored: sys.UnraisableHookArgs) -> None:
        """Let a signal come again that came while something was thrown away, and was ignored."""
        stop = ignored.exc_value
        if not isinstance(stop, Stopped):
            sys.__unraisablehook__(ignored)
            return
        self._since = float("-inf")
        signal.signal(signal.SIGALRM, lambda _, frame: self(stop.number, frame))
        signal.setitimer(signal.ITIMER_REAL, _AGAIN)


def stop_at_signals() -> None:
    """From now on raise Stopped at a signal; what the caller has ignored stays ignored."""
    stopper = _Stopper()
    sys.unraisablehook = stopper.come_again
    for number in STOPPING:
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, stopper)


def ignore_signals() -> None:
    """From now on ignore signals: the program has nothing left to do but to end."""
    signal.setitimer(signal.ITIMER_REAL, 0)
    for number in STOPPING:
        signal.signal(number, signal.SIG_IGN)


@contextmanager
def signals_held() -> Iterator[None]:
    """Do something whole: signals that come meanwhile are answered afterwards."""
    import threading  # only who writes needs it

    if threading.current_thread() is not threading.main_thread():
        yield  # signals come to the main thread alone
        return
    came: list[int] = []
    before = {number: signal.getsignal(number) for number in STOPPING}
    # Handlers that Python has not set cannot be set again; what is ignored may stay ignored.
    ours = {
        number: handler
        for number, handler in before.items()
        if handler is not None and handler is not signal.SIG_IGN
    }
    try:
        for number in ours:
            signal.signal(number, lambda number, _frame: came.append(number))
        yield
    finally:
        for number, handler in ours.items():
            signal.signal(number, handler)
        if came:
            signal.raise_signal(came[0])
