"""Quests that are built, and what is then in the folder."""

from __future__ import annotations

import hashlib
import json

import pytest

from questwright.compiler.build import MANIFEST
from support.strategies import QUEST, run


@pytest.fixture
def quest(tmp_path):
    """The path of one small quest without findings."""
    path = tmp_path / "last-lamp.quest"
    path.write_text(QUEST, encoding="utf-8")
    return path


@pytest.fixture
def out(tmp_path):
    return tmp_path / "out"


def build(path, out, *more):
    return run("build", "--no-book", "--out", out, path, *more)


def fingerprint(folder):
    """Every file below a folder: its bytes and times, and whether it is the same file."""
    return {
        path.relative_to(folder).as_posix(): (
            path.lstat().st_mtime_ns,
            path.lstat().st_ino,
            path.read_bytes() if path.is_file() else None,
        )
        for path in sorted(folder.rglob("*"))
    }


def contents(folder):
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def assert_whole(out):
    """An output folder is what its manifest says, and nothing else."""
    held = json.loads((out / MANIFEST).read_bytes())
    expected = {
        f"{id_}/{name}": digest
        for id_, names in held["quests"].items()
        for name, digest in names.items()
    }
    found = {
        name: hashlib.sha256(data).hexdigest()
        for name, data in contents(out).items()
        if name not in (MANIFEST, ".gitkeep")
    }
    assert found == expected
    return held["quests"]


def leftovers(folder):
    """What builds leave beside their output, but for the lock."""
    return [one.name for one in folder.iterdir() if one.name.startswith(".out.build-")]
