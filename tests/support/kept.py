"""What tests of one run keep for each other, whichever worker they run in."""

from __future__ import annotations

import atexit
import functools
import os
import shutil
import tempfile
import time
from pathlib import Path

from questwright.compiler.assets import SYSTEMS_DIR
from questwright.compiler.files import Bounds, Store
from questwright.compiler.packs.load import load_system

_NAME = "QUESTWRIGHT_TESTS_CACHE"


def _folder():
    """The cache of this run; whoever asks first makes it, and hands it on to its processes."""
    if _NAME not in os.environ:
        os.environ[_NAME] = tempfile.mkdtemp(prefix="questwright-")
        atexit.register(shutil.rmtree, os.environ[_NAME], ignore_errors=True)
    return os.environ[_NAME]


CACHE = _folder()
"""A cache of the user for commands, so that each pack is held to its schema once."""
PACKS = os.path.join(CACHE, "questwright", "packs")
"""Where in it commands keep packs; a compiler of tests looks there as well."""
BOOKS = Store(os.path.join(CACHE, "questwright", "books"), ".pdf", Bounds(64 << 20, 2_000, 1 << 30))
"""What has been set, by commands or by a press of tests."""


_PATIENCE = 300
"""The seconds that a worker waits for another one."""


def once(name, make):
    """A folder that is made once in a run, by the worker that asks first; the others wait."""
    folder = os.path.join(CACHE, name)
    deadline = time.monotonic() + _PATIENCE
    while not os.path.exists(f"{folder}.done"):
        assert time.monotonic() < deadline, f"another worker has not made {name}"
        try:
            os.mkdir(folder)
        except FileExistsError:
            time.sleep(0.1)
            continue
        try:
            make(Path(folder))
        except BaseException:
            shutil.rmtree(folder)
            raise
        os.mkdir(f"{folder}.done")
    return Path(folder)


@functools.cache
def system_of(game):
    """A game that ships, which is read once."""
    loaded = load_system(SYSTEMS_DIR / game, PACKS)
    assert loaded.system is not None, loaded.findings
    return loaded.system
