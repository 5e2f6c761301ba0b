"""What a machine refuses, a folder that another build holds, and signals at any moment."""

from __future__ import annotations

import errno
import os
import random
import signal
import subprocess
import sys
import threading
import time
from itertools import product

import pytest

import questwright
from questwright.compiler import build as build_module
from questwright.compiler.build import CannotWriteError, InUseError, write_outputs
from questwright.compiler.machine import RefusedError, refusal
from questwright.compiler.publish.book.render import press
from questwright.compiler.signals import STOPPING, signals_held
from support.builds import build, contents
from support.more import amount, more, some
from support.strategies import POSIX, child_environment, run, spawn

pytestmark = POSIX
COMMAND = [sys.executable, "-m", "questwright.compiler.cli.main"]
INTERRUPTED = """
import os, signal, sys
from questwright.compiler.cli import main
# Who runs the tests in the background, or by `nohup`, has had some of these ignored.
signal.signal(signal.SIGINT, signal.default_int_handler)
signal.signal(signal.SIGTERM, signal.SIG_DFL)
signal.signal(signal.SIGHUP, signal.SIG_DFL)

def heeds(stop_at_signals=main.stop_at_signals):
    stop_at_signals()
    os.write(1, b".")

main.stop_at_signals = heeds
sys.exit(main.script())
"""
"""A run that says when it begins to heed signals: on a busy machine that takes a while."""
COMMANDS = ("check", "prove", "build", "fmt", "graph", "movers")


def shell(line, *arguments, **environment):
    """Run a line of a shell, in which `"$@"` is the command."""
    return subprocess.run(
        ["sh", "-c", line, "sh", *COMMAND, *map(str, arguments)],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
        env=child_environment(**environment),
    )


def assert_told(done, code="QW608"):
    assert done.returncode == 1, done
    assert f"error[{code}]" in done.stdout + done.stderr, done
    assert "QW901" not in done.stderr
    assert "Traceback" not in done.stderr


# -- names and streams -----------------------------------------------------------------------------


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("name", ["a" * 5_000, "b/" * 5_000, "a" * 300])
def test_a_name_that_is_too_long(command, name):
    done = run(command, name)
    assert done.code == 1
    assert "QW601" in done.out + done.err
    assert "QW901" not in done.err


def test_a_name_that_is_too_long_elsewhere(quest, tmp_path):
    name = "a" * 5_000
    for code, arguments in (
        (1, ("diff", quest, name)),
        (1, ("diff", name, quest)),
        (1, ("diff", quest, f"{name}.json")),
        (1, ("build", "--no-book", quest, "--out", tmp_path / name)),
        (1, ("new", "abc", "--system", "dungeon-saga-origins", "--in", tmp_path / name)),
        (2, ("new", name, "--system", "dungeon-saga-origins")),
        (2, ("systems", name)),
        (2, ("explain", name)),
    ):
        done = run(*arguments)
        assert done.code == code, done
        assert "QW901" not in done.err
        assert "too long" in done.out + done.err or code == 2
    assert not [path for path in tmp_path.iterdir() if path != quest]


@pytest.mark.parametrize(
    ("command", "closed"),
    [*product(COMMANDS, ["<&-"]), *product(some(COMMANDS, 2), ["0>unread"])],
)
def test_standard_input_that_cannot_be_read(command, closed, tmp_path):
    done = shell(f'cd {tmp_path}; "$@" {closed}', command, "-")
    assert_told(done, "QW601")
    assert "<standard input>" in done.stdout + done.stderr


@pytest.mark.slow
@pytest.mark.parametrize("streams", [">&- 2>&- <&-", "2>/dev/full", "2>&-"])
def test_output_streams_that_are_closed_or_full(streams, quest):
    assert shell(f'"$@" {streams}', "check", quest).returncode == 0
    assert shell(f'"$@" {streams}', "check", "nowhere.quest").returncode == 1


# -- limits ----------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="elsewhere limits mean otherwise")
def test_little_memory(quest, tmp_path):
    """At each limit it works, or it is told."""
    codes = set()
    building = ("build", quest, "--out", tmp_path / "out")
    # All modules are compiled before: with little memory, Python's compiler may not come to an end.
    run("build", quest, "--out", tmp_path / "whole")
    tried = [(megabytes, ("check", quest)) for megabytes in (24, 28, 40)]
    tried += [(megabytes, building) for megabytes in (30, 60, 80, 200)]
    for megabytes, arguments in tried:
        done = shell(f'ulimit -v {megabytes << 10}; "$@"', *arguments)
        if done.returncode:
            # The renderer has a process of its own, in which memory may end just as well.
            assert_told(done, "QW402" if "QW402" in done.stderr else "QW608")
            assert "memory" in done.stderr or "renderer ended" in done.stderr
            assert not (tmp_path / "out").exists()
        codes.add(done.returncode)
    assert 1 in codes


@pytest.mark.slow
def test_few_open_files(quest, out):
    for files in some((6, 8), 1):
        assert_told(shell(f'ulimit -n {files}; "$@"', "build", "--no-cache", quest, "--out", out))
        assert not out.exists()
    assert shell('ulimit -n 64; "$@"', "build", quest, "--out", out).returncode == 0


@pytest.mark.slow
@more
def test_small_files(quest, out):
    """No place takes a byte; then places take too little for a book, and for a document."""
    for blocks in (0, 1):
        assert_told(
            shell(f'(ulimit -f {blocks}; "$@")', "build", "--no-cache", quest, "--out", out)
        )
    done = shell('(ulimit -f 1; "$@")', "build", "--no-cache", "--no-book", quest, "--out", out)
    assert_told(done, "QW603")
    assert not out.exists()


def test_no_place_for_temporary_files(quest, out, monkeypatch):
    def fail(*_, **__):
        raise FileNotFoundError(errno.ENOENT, "No usable temporary directory found in ['/tmp']")

    monkeypatch.setattr(press.tempfile, "TemporaryDirectory", fail)
    done = run("build", "--no-cache", quest, "--out", out)
    assert done.code == 1
    assert done.err == (
        "error[QW608]: this machine does not let Questwright go on\n"
        "  = there is no place for temporary files: "
        "no usable temporary directory found in ['/tmp']\n"
        "  = help: name a folder that can be written in the variable TMPDIR, or make room there; "
        "`--no-book` needs none\n"
    )
    assert run("build", "--no-book", quest, "--out", out).code == 0


@pytest.mark.parametrize(
    ("error", "is_refused"),
    [
        (MemoryError(), True),
        (OSError(errno.EMFILE, "Too many open files"), True),
        (OSError(errno.ENOSPC, "No space left", "x"), True),
        (RuntimeError("can't start new thread"), True),
        (ImportError("x.so: failed to map segment from shared object"), True),
        (RefusedError("a", "b"), True),
        (RuntimeError("a bolt came loose"), False),
        (ImportError("no module named x"), False),
        (FileNotFoundError(errno.ENOENT, "No such file", "x"), False),
        (RecursionError("deep"), False),
    ],
)
def test_what_is_the_machine_and_what_is_ours(error, is_refused):
    assert (refusal(error) is not None) is is_refused
    outer = ValueError("while this was done")
    outer.__cause__ = error
    assert refusal(outer) == refusal(error)


# -- a folder that another build holds -------------------------------------------------------------

HOLDER = """
import sys, time
from pathlib import Path
from questwright.compiler.build import _lock
with _lock(Path(sys.argv[1])) as is_ours:
    print(is_ours, flush=True)
    sys.stdin.read()
"""


@pytest.fixture
def holder(out):
    child = subprocess.Popen(
        [sys.executable, "-c", HOLDER, out],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=child_environment(),
    )
    assert child.stdout.readline() == b"True\n"
    with child:
        yield child
        child.kill()


def test_a_folder_that_is_in_use(holder, quest, out):
    began = time.monotonic()
    done = build(quest, out, "--wait", "1")
    assert 1 <= time.monotonic() - began < 20
    assert done.code == 1
    assert done.err == (
        f"another build is writing to {out}: waiting …\n"
        "error[QW607]: the output folder is in use\n"
        f"  = another build is writing to {out}, and 1 seconds were not enough\n"
        "  = help: wait longer with `--wait SECONDS`, or name another folder with `--out`\n"
    )
    assert not out.exists()
    threading.Timer(0.5, holder.kill).start()
    done = build(quest, out, "--wait", "30")
    assert done.code == 0
    assert "waiting" in done.err
    assert not (out.parent / ".out.lock").exists()


def test_a_lock_of_a_dead_build_holds_nobody(holder, quest, out):
    holder.kill()
    holder.wait()
    assert (out.parent / ".out.lock").exists()
    assert build(quest, out, "--wait", "0").code == 0
    assert sorted(path.name for path in out.parent.iterdir()) == ["last-lamp.quest", "out"]


def test_a_lock_that_was_deleted_locks_nothing(out):
    lock = out.parent / ".out.lock"
    with build_module._lock(out) as is_ours:
        assert is_ours
        lock.unlink()
        with build_module._lock(out) as is_ours:
            assert is_ours
    assert not lock.exists()


@pytest.mark.parametrize("kind", ["text", "link", "folder", "pipe"])
def test_what_stands_where_the_lock_should_is_left_alone(kind, out):
    lock = out.parent / ".out.lock"
    if kind == "text":
        lock.write_text("mine")
    elif kind == "link":
        lock.symlink_to(out.parent / "elsewhere")
    elif kind == "folder":
        lock.mkdir()
    else:
        os.mkfifo(lock)
    with pytest.raises(CannotWriteError, match=r"delete it$"):
        write_outputs(out, {"a": {"x": b"one"}})
    assert [path.name for path in out.parent.iterdir()] == [".out.lock"]


def test_the_face_waits_too(holder, out):
    with pytest.raises(InUseError):
        write_outputs(out, {"a": {"x": b"one"}}, wait=0)


# -- signals ---------------------------------------------------------------------------------------


def test_a_signal_waits_for_what_is_done_whole():
    done = []

    def handler(*_):
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, handler)
    try:
        with pytest.raises(KeyboardInterrupt), signals_held():  # noqa: PT012 - the end raises
            signal.raise_signal(signal.SIGTERM)
            done.append("whole")
        assert signal.getsignal(signal.SIGTERM) is handler
    finally:
        signal.signal(signal.SIGTERM, before)
    assert done == ["whole"]


@pytest.mark.slow
def test_a_signal_at_any_moment_leaves_nothing_behind(quest, out, tmp_path):
    """It ends with the status of the signal and no trace, or it was quicker."""
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    assert build(quest, out).code == 0
    good = contents(out)
    chance = random.Random(7)
    stopped = set()
    for turn in range(amount(8, 90)):
        number = STOPPING[turn % len(STOPPING)]
        book = [] if turn % 2 else ["--no-book"]
        child = subprocess.Popen(
            [sys.executable, "-c", INTERRUPTED, "build", *book, "--out", out, quest],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=child_environment(TMPDIR=temporary),
        )
        assert child.stdout.read(1) == b"."
        if turn >= len(STOPPING):  # the first of each kind come at once: nobody is quicker
            time.sleep(chance.random() * (0.6 if turn % 2 else 2.5))
        child.send_signal(number)
        _, said = child.communicate(timeout=30)
        assert child.returncode in (0, 128 + number), said
        if child.returncode:
            assert said.decode().endswith("\nstopped\n")
            stopped.add(number)
        assert b"Traceback" not in said
        assert b"ignored" not in said
        assert list(temporary.iterdir()) == []
        assert {path.name for path in tmp_path.iterdir()} == {quest.name, "out", "temporary"}
        books = {"manifest.json", *(name for name in contents(out) if name.endswith(".pdf"))}
        assert contents(out).keys() - books == good.keys() - books
    assert stopped == set(STOPPING)


IN_A_CALLBACK = """
import os, signal, time, weakref
from questwright.compiler.signals import Stopped, stop_at_signals

class Thing:
    pass

stop_at_signals()
thing = Thing()
known = weakref.ref(thing, lambda _: os.kill(os.getpid(), signal.SIGTERM))
try:
    del thing
    time.sleep(5)
except Stopped as stop:
    raise SystemExit(stop.exit_code)
"""


def test_a_signal_comes_again_that_came_where_nothing_can_be_raised():
    """Python says what a callback raises, and goes on: nobody would be stopped."""
    child = subprocess.run(
        [sys.executable, "-c", IN_A_CALLBACK], capture_output=True, check=False, timeout=30
    )
    assert (child.returncode, child.stderr) == (128 + signal.SIGTERM, b"")


def test_a_signal_that_the_caller_ignores_is_ignored(quest):
    """So that `nohup` and `&` mean what they say."""
    child = subprocess.Popen(
        ["sh", "-c", "trap '' HUP; exec \"$@\"", "sh", *COMMAND, "check", "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=child_environment(),
    )
    time.sleep(0.5)
    child.send_signal(signal.SIGHUP)
    said, _ = child.communicate(quest.read_bytes(), timeout=30)
    assert (child.returncode, said.split(b":")[0]) == (0, b"<standard input>")


def test_a_folder_that_cannot_be_read(quest, tmp_path, monkeypatch):
    closed = tmp_path / "closed"
    closed.mkdir()
    scandir = os.scandir

    def scan(path):
        if str(path) == str(closed):
            raise PermissionError(errno.EACCES, "Permission denied", str(path))
        return scandir(path)

    monkeypatch.setattr(os, "scandir", scan)
    done = run("check", tmp_path)
    assert done.code == 1
    assert "error[QW601]: this folder cannot be read: permission denied\n" in done.out
    assert str(closed) in done.out
    assert "last-lamp" in done.out, "the others are checked all the same"
    assert spawn("check", quest).returncode == 0


def test_the_python_face_says_why_no_book_is_printed(quest, out, monkeypatch):
    def fail(*_, **__):
        raise OSError(errno.EMFILE, "Too many open files")

    monkeypatch.setattr(press, "RendererProcess", fail)
    built = questwright.build(quest, out)
    assert not built.folders
    assert built.problem == "no book can be printed: too many open files"
    assert not out.exists()
