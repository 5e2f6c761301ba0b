"""Quests to try things with, made at random; and a way to run a command on them."""

from __future__ import annotations

import contextlib
import io
import os
import subprocess
import sys
from typing import NamedTuple

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from oracle.random_quests import Kinds, random_quest
from questwright.compiler.cli.main import main
from support.kept import CACHE
from support.paths import ROOT
from support.renderers import renderers_kept

POSIX = pytest.mark.skipif(sys.platform == "win32", reason="no such thing there")

# The same examples each time: a change that breaks nothing fails nothing. For a search with
# others: HYPOTHESIS_PROFILE=default.
settings.register_profile(
    "steady",
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "steady"))


# -- commands ------------------------------------------------------------------------


class Done(NamedTuple):
    """What a command answered."""

    code: int
    out: str
    err: str


def run(*arguments, stdin=b""):
    """Run a command in this process; its exit code and both of its streams."""
    out, err = io.BytesIO(), io.BytesIO()
    before, cache = sys.argv, os.environ.get("XDG_CACHE_HOME")
    os.environ["XDG_CACHE_HOME"] = CACHE
    sys.argv = ["questwright", *map(str, arguments)]
    streams = [
        contextlib.redirect_stdout(io.TextIOWrapper(out, encoding="utf-8", newline="")),
        contextlib.redirect_stderr(io.TextIOWrapper(err, encoding="utf-8", newline="")),
    ]
    given, sys.stdin = sys.stdin, io.TextIOWrapper(io.BytesIO(stdin), encoding="utf-8")
    try:
        with streams[0], streams[1], renderers_kept():
            code = main()
            sys.stdout.flush()
            sys.stderr.flush()
            return Done(code, out.getvalue().decode(), err.getvalue().decode())
    finally:
        sys.argv, sys.stdin = before, given
        os.environ.pop("XDG_CACHE_HOME")
        if cache is not None:
            os.environ["XDG_CACHE_HOME"] = cache


def spawn(*arguments, stdin=b"", **environment):
    """Run a command in a process of its own; its exit code and the bytes of both streams."""
    return subprocess.run(
        [sys.executable, "-m", "questwright.compiler.cli.main", *map(str, arguments)],
        input=stdin,
        capture_output=True,
        check=False,
        timeout=60,
        env=child_environment(**environment),
    )


def child_environment(**changes):
    """The environment of a process that finds this checkout."""
    ours = {"PYTHONPATH": str(ROOT), "XDG_CACHE_HOME": CACHE}
    return {**os.environ, **ours, **{name: str(value) for name, value in changes.items()}}


# -- one small quest, to be spoiled --------------------------------------------------

QUEST = """\
quest last-lamp "The Last Lamp" {
  system dungeon-saga-origins
  heroes orlaf, rordin, madriga, danor
  marauder zombie

  story \"""
  One lamp is left in the mine, and it is moving.
  \"""

  board {
    draw \"""
    +-+-+-+-+-+-+
    |s s .|. . .|
    + + + + + + +
    |s s .D. f .|
    + + + + + + +
    |. . .|. . c|
    +-+-+-+-+-+-+
    \"""
    s: start
    D: door pit-door "The Pit Door"
    f: zombie miner "The Miner" facing west
    c: chest toolbox "The Toolbox"
  }

  room adit at A1..C3 "The Adit"
  room face at D1..F3 "The Face"

  item lamp "Lamp" in toolbox

  event arrival "Arrival" when pit-door opened {
    read \"""It goes out.\"""
  }

  victory heroes "Light" when any hero carries lamp
  expect winnable
}
"""
"""A quest without findings, with a title wherever one may stand."""


# -- quests at random ----------------------------------------------------------------


def quests(kinds=Kinds(texts=True)):  # noqa: B008 - a tuple does not change
    """Quests of two to five rooms, nearly all of which mean something."""
    return st.randoms(use_true_random=False).map(lambda source: random_quest(source, kinds))
