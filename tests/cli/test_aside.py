"""What is made in a process of its own is what is made here, and no process is left behind."""

from __future__ import annotations

import os
import signal
import sys

import pytest

from questwright.compiler.aside import Aside

LINUX = pytest.mark.skipif(sys.platform != "linux", reason="elsewhere it is made here")


def number():
    return str(os.getpid()).encode()


def test_it_is_what_is_made_here():
    for content in (b"", b"a", bytes(1 << 20)):
        with Aside(lambda made=content: made) as aside:
            assert aside.made() == content


@LINUX
def test_another_process_makes_it_and_is_gone():
    with Aside(number) as aside:
        other = int(aside.made())
    assert other != os.getpid()
    with pytest.raises(ChildProcessError):
        os.waitpid(other, 0)


@LINUX
def test_nobody_waits_for_what_is_not_asked_for():
    with Aside(signal.pause) as aside:
        other = aside._child
        assert other
    with pytest.raises(ChildProcessError):
        os.waitpid(other, os.WNOHANG)


def test_where_there_is_no_other_process_it_is_made_here(monkeypatch):
    def refused():
        raise BlockingIOError(11, "Resource temporarily unavailable")

    if sys.platform == "linux":
        monkeypatch.setattr(os, "fork", refused)
    with Aside(number) as aside:
        assert aside.made() == number()


@LINUX
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_where_the_other_one_ends_early_it_is_made_here(number):
    here = os.getpid()

    def make():
        if os.getpid() != here:
            os.kill(os.getpid(), number)
        return b"made here"

    with Aside(make) as aside:
        assert aside.made() == b"made here"


@LINUX
def test_what_goes_wrong_there_goes_wrong_here():
    def broken():
        raise ValueError("broken")

    with Aside(broken) as aside, pytest.raises(ValueError, match="broken"):
        aside.made()
