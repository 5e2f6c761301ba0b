"""The command line where streams end, somebody stops it, or the mistake is ours."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from itertools import product

import pytest

from questwright.compiler.cli import check as check_module
from questwright.compiler.pipeline import Compiler
from support.more import some
from support.strategies import POSIX, QUEST, child_environment, run, spawn

BAD = QUEST.replace("room adit", "rom adit")


@pytest.fixture
def bad(tmp_path):
    path = tmp_path / "bad.quest"
    path.write_text(BAD, encoding="utf-8")
    return path


# -- terminals and pipes --------------------------------------------------------------------------


def test_colours_only_for_a_terminal_that_wants_them(bad, monkeypatch):
    plain = run("check", bad).out
    assert "\x1b" not in plain

    class Terminal:
        def isatty(self):
            return True

    monkeypatch.delenv("NO_COLOR", raising=False)
    for name, value, wants in (
        ("TERM", "xterm", True),
        ("NO_COLOR", "1", False),
        ("TERM", "dumb", False),
    ):
        with monkeypatch.context() as patch:
            patch.setattr(check_module.sys, "stdout", Terminal())
            patch.setenv(name, value)
            assert check_module.wants_colour() is wants


@pytest.mark.slow
def test_a_stream_that_cannot_say_everything(tmp_path):
    path = tmp_path / "lämp.quest"
    path.write_text(QUEST.replace("The Last Lamp", "Lämp – “x”"), encoding="utf-8")
    every = product(("ascii", "cp1252", "latin-1", "utf-8"), ("check", "prove"))
    for encoding, command in some(every, 3):
        done = spawn(command, path, PYTHONIOENCODING=encoding)
        assert done.returncode == 0, done
        assert b"Traceback" not in done.stderr
        assert b"mp" in done.stdout
    assert b"\\xe4" in spawn("check", path, PYTHONIOENCODING="ascii").stdout


@pytest.mark.slow
@POSIX
@pytest.mark.parametrize("command", ["check", "prove", "explain", "systems", "graph"])
def test_a_reader_that_has_seen_enough(quest, command):
    paths = () if command in ("explain", "systems") else (quest,)
    reading, writing = os.pipe()
    os.close(reading)
    try:
        child = subprocess.run(
            [sys.executable, "-m", "questwright.compiler.cli.main", command, *paths],
            stdout=writing,
            stderr=subprocess.PIPE,
            env=child_environment(),
            check=False,
        )
    finally:
        os.close(writing)
    assert child.stderr == b""
    assert child.returncode == 0


@POSIX
def test_a_stream_that_is_full_or_closed(quest):
    command = [sys.executable, "-m", "questwright.compiler.cli.main", "check", str(quest)]
    with open("/dev/full", "wb") as full:
        child = subprocess.run(
            command, stdout=full, stderr=subprocess.PIPE, env=child_environment(), check=False
        )
    assert child.returncode == 1
    assert child.stderr.startswith(b"error[QW603]")
    assert b"Traceback" not in child.stderr
    for closed in (">&-", "2>&-", ">&- 2>&-"):
        child = subprocess.run(
            ["sh", "-c", f'"$0" "$@" {closed}', *command],
            capture_output=True,
            env=child_environment(),
            check=False,
        )
        assert child.returncode == 0
        assert b"Traceback" not in child.stderr


WAITING = """
import signal, sys
from questwright.compiler.cli import check, main
# Who runs the tests in the background has had this ignored.
signal.signal(signal.SIGINT, signal.default_int_handler)
sys.argv = ["questwright", "check", "-"]
print("ready", flush=True)
sys.exit(main.main())
"""


@POSIX
def test_ctrl_c():
    child = subprocess.Popen(
        [sys.executable, "-c", WAITING],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=child_environment(),
    )
    assert child.stdout.readline() == b"ready\n"
    time.sleep(0.5)
    child.send_signal(signal.SIGINT)
    out, err = child.communicate(timeout=20)
    assert (child.returncode, out, err) == (130, b"", b"\nstopped\n")


@pytest.mark.parametrize("command", ["check", "prove", "build"])
def test_ctrl_c_on_every_way(quest, command, monkeypatch, tmp_path):
    def stop(*_):
        raise KeyboardInterrupt

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(Compiler, "compile", stop)
    code, out, err = run(command, quest)
    assert (code, out) == (130, "")
    assert "Traceback" not in err


def test_a_line_that_the_engine_refuses_is_a_mistake_of_ours(quest, monkeypatch, tmp_path):
    monkeypatch.setattr(
        "questwright.engine.replay.replay_document", lambda *_: "nobody can do step 1"
    )
    code, out, err = run("build", quest, "--no-book", "--out", str(tmp_path / "out"))
    assert (code, out) == (70, "")
    assert err.startswith("error[QW901]")
    assert "nobody can do step 1" in err
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("command", ["check", "prove", "build"])
def test_our_own_mistakes_are_ours(quest, command, monkeypatch, tmp_path):
    def fail(*_):
        raise ValueError("a bolt \x1b[2J came loose\n::add-mask::x")

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(Compiler, "compile", fail)
    code, out, err = run(command, quest)
    assert (code, out) == (70, "")
    lines = err.splitlines()
    assert lines[0] == "error[QW901]: Questwright has made a mistake, not you"
    assert re.match(r"  = ValueError at test_cli_streams\.py:\d+: a bolt ", lines[1])
    assert "please report this" in lines[2]
    assert len(lines) == 3
    assert "\x1b" not in err
    monkeypatch.setenv("QUESTWRIGHT_DEBUG", "1")
    assert "Traceback" in run(command, quest).err


@pytest.mark.parametrize("error", [RecursionError("deep"), AssertionError()])
def test_every_mistake_is_caught(quest, monkeypatch, error):
    def fail(*_):
        raise error

    monkeypatch.setattr(Compiler, "compile", fail)
    code, _, err = run("check", quest)
    assert code == 70
    assert type(error).__name__ in err
