"""Renderers that are kept for the next book: to start one takes longer than to set most books."""

from __future__ import annotations

import atexit
import contextlib
import os
from pathlib import Path
from unittest.mock import patch

from questwright.compiler.publish.book.render import press as presses
from questwright.compiler.publish.book.render.child import RendererProcess
from support.kept import CACHE

_RESTING = []


def _scratch():
    """Where they read and write: a child removes it, should we be killed."""
    folder = Path(CACHE, f"{presses.SCRATCH}{os.getpid()}")
    folder.mkdir(exist_ok=True)
    return folder


class _Kept(RendererProcess):
    """A renderer that rests, when a press has no more for it, until another press has."""

    def __init__(self, limits):
        super().__init__(_scratch(), limits)
        self.limits = limits

    def end(self):
        if self.is_busy or not self.is_usable:
            super().end()
        elif self not in _RESTING:
            _RESTING.append(self)

    def leave(self):
        super().end()


def _rested(_, limits):
    """A renderer with these limits: one that rests, or else a new one."""
    for child in _RESTING:
        if child.limits == limits:
            _RESTING.remove(child)
            return child
    return _Kept(limits)


@contextlib.contextmanager
def renderers_kept():
    """Presses take renderers that rest, but where a test has put others in their place."""
    if presses.RendererProcess is not RendererProcess:
        yield
        return
    with patch.object(presses, "RendererProcess", _rested):
        yield


@atexit.register
def _leave():
    for child in _RESTING:
        child.leave()
