"""Whatever happens while it is written, what is built is whole, or it is what was there before."""

from __future__ import annotations

import errno
import os
import random
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from questwright.compiler import build as build_module
from questwright.compiler.build import CannotWriteError, write_outputs
from support.builds import assert_whole, build, contents, fingerprint, leftovers
from support.more import amount
from support.paths import SHIPPED
from support.strategies import POSIX, QUEST, child_environment, spawn

# -- disks that fail -------------------------------------------------------------------------------


def fail_at(monkeypatch, step, error):
    """Let a step of writing fail, each time that it is taken."""

    def fail(*_, **__):
        raise OSError(error, os.strerror(error))

    if step == "mkdtemp":
        monkeypatch.setattr(build_module.tempfile, "mkdtemp", fail)
    elif step == "exchange":
        monkeypatch.setattr(build_module, "_exchange_at_once", fail)
    elif step == "fsync":
        monkeypatch.setattr(os, "fsync", fail)
    else:
        monkeypatch.setattr(Path, step, fail)


@pytest.mark.parametrize("error", [errno.ENOSPC, errno.EACCES, errno.EROFS, errno.EIO])
@pytest.mark.parametrize("step", ["mkdtemp", "mkdir", "open", "fsync", "exchange"])
def test_a_disk_that_fails(out, tmp_path, monkeypatch, step, error):
    write_outputs(out, {"a": {"x": b"old"}, "b": {"y": b"kept"}})
    before = fingerprint(out)
    with monkeypatch.context() as patch:
        fail_at(patch, step, error)
        with pytest.raises(CannotWriteError):
            write_outputs(out, {"a": {"x": b"new"}})
    assert fingerprint(out) == before
    assert leftovers(tmp_path) == []
    write_outputs(out, {"a": {"x": b"new"}})
    assert (out / "a" / "x").read_bytes() == b"new"


def test_a_disk_that_fails_is_told(quest, out, monkeypatch):
    with monkeypatch.context() as patch:
        fail_at(patch, "mkdtemp", errno.ENOSPC)
        code, said, told = build(quest, out)
    assert (code, said) == (1, "")
    assert told.startswith("error[QW603]: the results cannot be written\n")
    assert "no space left" in told
    assert "QW901" not in told
    assert not out.exists()


@POSIX
def test_a_folder_that_may_not_be_written(quest, tmp_path):
    folder = tmp_path / "mine"
    folder.mkdir()
    assert build(quest, folder / "out").code == 0
    before = fingerprint(folder / "out")
    folder.chmod(0o555)
    try:
        if os.access(folder, os.W_OK):
            pytest.skip("who runs the tests may write everywhere")
        code, _, told = build(quest, folder / "out")
    finally:
        folder.chmod(0o755)
    assert code == 1
    assert "QW603" in told
    assert fingerprint(folder / "out") == before


def test_without_an_exchange_at_once(out, tmp_path, monkeypatch):
    monkeypatch.setattr(build_module, "_exchange_at_once", lambda *_: False)
    for data in (b"one", b"two"):
        write_outputs(out, {"a": {"x": data}})
        assert (out / "a" / "x").read_bytes() == data
        assert leftovers(tmp_path) == []
        assert_whole(out)


def test_without_an_exchange_a_death_in_between_is_mended(out, tmp_path, monkeypatch):
    write_outputs(out, {"a": {"x": b"one"}})
    good = contents(out)
    out.rename(tmp_path / ".out.build-abc.old")
    (tmp_path / ".out.build-abc").mkdir()
    with monkeypatch.context() as patch:
        fail_at(patch, "mkdtemp", errno.ENOSPC)
        with pytest.raises(CannotWriteError):
            write_outputs(out, {"a": {"x": b"two"}})
    assert contents(out) == good
    assert leftovers(tmp_path) == []


def test_without_links_files_are_copied(out, monkeypatch):
    write_outputs(out, {"a": {"x": b"one"}})
    fail_at(monkeypatch, "hardlink_to", errno.EPERM)
    write_outputs(out, {"b": {"y": b"two"}})
    assert contents(out)["a/x"] == b"one"
    assert_whole(out)


@pytest.mark.parametrize("id_", ["../x", "a/b", "/elsewhere/x"])
def test_no_id_leads_out_of_the_folder(out, tmp_path, id_):
    with pytest.raises(CannotWriteError):
        write_outputs(out, {id_: {"x": b"one"}})
    assert not out.exists()
    assert leftovers(tmp_path) == []


def test_stale_stages_are_swept(quest, out, tmp_path):
    build(quest, out)
    mine = tmp_path / ".out-backup"
    mine.mkdir()
    for name in (".out.build-abc123", ".out.build-dead"):
        (tmp_path / name / "last-lamp").mkdir(parents=True)
        (tmp_path / name / "last-lamp" / "quest.json").write_bytes(b"torn")
    assert build(quest, out).code == 0
    assert leftovers(tmp_path) == []
    assert_whole(out)
    assert mine.is_dir()


# -- builds that die, builds at once ---------------------------------------------------------------

WRITER = """
import sys
from pathlib import Path
from questwright.compiler.build import write_outputs
out, names = Path(sys.argv[1]), ("quest.json", "book.pdf", "graph.graphml", "outline.txt")
print("ready", flush=True)
for generation in range(100_000):
    data = str(generation).encode() * 20_000
    write_outputs(out, {id_: dict.fromkeys(names, data) for id_ in ("one", "two")})
"""


@POSIX
@pytest.mark.slow
def test_a_death_at_any_moment_leaves_a_whole_folder(out, tmp_path):
    write_outputs(out, {"kept": {"x": b"kept"}})
    chance = random.Random(11)
    generations = set()
    deaths = 0
    # On a busy machine a child may die before it has written anything: then others get longer.
    while deaths < amount(10, 30) or (len(generations) < 2 and deaths < 100):
        deaths += 1
        child = subprocess.Popen(
            [sys.executable, "-c", WRITER, out],
            stdout=subprocess.PIPE,
            env=child_environment(),
        )
        assert child.stdout.readline() == b"ready\n"
        time.sleep(chance.random() * 0.08 * (1 + deaths // 30))
        child.send_signal(signal.SIGKILL)
        child.wait()
        child.stdout.close()
        held = assert_whole(out)
        assert "kept" in held
        seen = {data for name, data in contents(out).items() if name.startswith(("one", "two"))}
        assert len(seen) <= 1
        generations |= {data[:4] for data in seen}
    assert len(generations) > 1
    write_outputs(out, {"one": {"x": b"last"}})
    assert leftovers(tmp_path) == []
    assert assert_whole(out).keys() == {"kept", "one", "two"}


@POSIX
def test_a_build_that_dies_leaves_a_whole_folder(quest, out, tmp_path):
    build(quest, out)
    good = contents(out)
    child = subprocess.Popen(
        [
            sys.executable,
            "-m",
            "questwright.compiler.cli.main",
            "build",
            "--no-book",
            "-o",
            out,
            *SHIPPED,
        ],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env=child_environment(),
    )
    time.sleep(0.4)
    child.send_signal(signal.SIGKILL)
    child.wait()
    if assert_whole(out).keys() == {"last-lamp"}:
        assert contents(out) == good
    assert build(quest, out).code == 0
    assert leftovers(tmp_path) == []


@pytest.mark.slow
def test_builds_at_once_are_all_in_it(tmp_path, out):
    ids = [f"lamp-{number}" for number in "abcdef"[: amount(3, 6)]]
    for id_ in ids:
        (tmp_path / f"{id_}.quest").write_text(QUEST.replace("last-lamp", id_), encoding="utf-8")

    def build_one(id_):
        return spawn("build", "--no-book", "-o", out, tmp_path / f"{id_}.quest")

    with ThreadPoolExecutor(len(ids)) as pool:
        for done in pool.map(build_one, ids):
            assert done.returncode == 0, done.stderr
    assert set(assert_whole(out)) == set(ids)
    assert leftovers(tmp_path) == []


@pytest.mark.slow
def test_builds_of_one_quest_at_once(quest, out, tmp_path):
    many = amount(2, 4)
    with ThreadPoolExecutor(many) as pool:
        for done in pool.map(lambda _: spawn("build", "--no-book", "-o", out, quest), range(many)):
            assert done.returncode == 0, done.stderr
    assert set(assert_whole(out)) == {"last-lamp"}
    assert leftovers(tmp_path) == []
