"""Writes the output folder, all of it at once; no other module writes there.

Takes the bytes of each file by quest id. A build writes into a staging folder beside the output
folder and then exchanges the two atomically, so that a build that dies leaves the last good one.
"""

from __future__ import annotations

import contextlib
import ctypes
import errno
import hashlib
import json
import os
import shutil
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

MANIFEST = "manifest.json"
_VERSION = 1
_OURS = frozenset({".gitkeep", ".gitignore"})
_DROPPINGS = frozenset({".DS_Store", "Thumbs.db", "desktop.ini"})
"""Files that operating systems leave in folders; they may be deleted."""
_AT_FDCWD = -100
_RENAME_EXCHANGE = 2


class CannotWriteError(Exception):
    """The output folder cannot be written; the message tells the designer why."""


def write_outputs(out: Path, quests: Mapping[str, Mapping[str, bytes]]) -> None:
    """Replace the outputs of some quests; the outputs of other quests stay.

    ``quests`` has, by quest id, the bytes of each file by its name. Raises CannotWriteError.
    """
    out = Path(os.path.abspath(out))  # noqa: PTH100 - resolve() would follow links
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        with _lock(out):
            _sweep(out)
            _refuse_foreign(out)
            stage = Path(tempfile.mkdtemp(prefix=_prefix(out), dir=out.parent))
            try:
                _fill(stage, out, quests)
                _exchange(stage, out)
            finally:
                shutil.rmtree(stage, ignore_errors=True)
    except OSError as error:
        why = error.strerror or "it cannot be written"
        raise CannotWriteError(f"{error.filename or out}: {why[:1].lower()}{why[1:]}") from error


def _fill(stage: Path, out: Path, quests: Mapping[str, Mapping[str, bytes]]) -> None:
    manifest: dict[str, dict[str, str]] = {}
    for id_, names in _built(out).items():
        if id_ in quests or not _is_folder(out / id_):
            continue
        (stage / id_).mkdir()
        there = [name for name in names if _is_file(out / id_ / name)]
        for name in there:
            _keep(out / id_ / name, stage / id_ / name)
        manifest[id_] = {name: names[name] for name in there}
    for id_, files in quests.items():
        folder = stage / id_
        if folder.parent != stage:
            raise CannotWriteError(f"{id_!r} is not fit for a folder's name")
        folder.mkdir()
        manifest[id_] = {}
        for name, data in sorted(files.items()):
            _write(folder / name, data)
            manifest[id_][name] = hashlib.sha256(data).hexdigest()
    _write(stage / MANIFEST, _manifest(manifest))
    for name in _OURS:
        if _is_file(out / name):
            _keep(out / name, stage / name)
    stage.chmod(0o755)
    _sync_folder(stage)


def _built(out: Path) -> dict[str, dict[str, str]]:
    """The files of an earlier build with their hashes, by quest id; empty without a manifest."""
    try:
        document = json.loads((out / MANIFEST).read_bytes())
        quests = document["quests"]
        if document["version"] != _VERSION or not isinstance(quests, dict):
            return {}
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return {}
    return {
        id_: files
        for id_, files in quests.items()
        if _is_plain(id_) and isinstance(files, dict) and all(map(_is_plain, files))
    }


def _is_plain(name: str) -> bool:
    """Whether a name is a plain file name, with no path in it."""
    return name not in ("", ".", "..") and Path(name).name == name


def _is_folder(path: Path) -> bool:
    return path.is_dir() and not path.is_symlink()


def _is_file(path: Path) -> bool:
    return path.is_file() and not path.is_symlink()


def _prefix(out: Path) -> str:
    """The first part of the names of staging folders."""
    return f".{out.name}.build-"


def _refuse_foreign(out: Path) -> None:
    """Raise CannotWriteError if the folder holds anything that no earlier build wrote."""
    if out.is_symlink() or (out.exists() and not out.is_dir()):
        raise CannotWriteError(f"{out} is not a folder")
    if not out.exists():
        return
    built = _built(out)
    ours = {*_OURS, *_DROPPINGS, *built}
    if built or _is_empty_manifest(out):
        ours.add(MANIFEST)
    strange = [path.name for path in out.iterdir() if path.name not in ours]
    for id_, names in built.items():
        folder = out / id_
        if not _is_folder(folder):
            strange.extend([id_] if folder.is_symlink() or folder.exists() else [])
            continue
        known = {*names, *_DROPPINGS}
        strange.extend(f"{id_}/{path.name}" for path in folder.iterdir() if path.name not in known)
    if strange:
        raise CannotWriteError(
            f"{out} holds {min(strange)!r}, which no build of ours made; "
            "move it away, or name another folder"
        )


def _is_empty_manifest(out: Path) -> bool:
    """Whether the folder has the manifest of a build without quests."""
    path = out / MANIFEST
    return _is_file(path) and path.read_bytes() == _manifest({})


def _manifest(quests: Mapping[str, Mapping[str, str]]) -> bytes:
    document = {"version": _VERSION, "quests": quests}
    return (json.dumps(document, sort_keys=True, indent=1, ensure_ascii=True) + "\n").encode()


def _keep(old: Path, new: Path) -> None:
    try:
        new.hardlink_to(old)
    except OSError:
        shutil.copyfile(old, new)


def _write(path: Path, data: bytes) -> None:
    with path.open("xb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def _sync_folder(folder: Path) -> None:
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _exchange(stage: Path, out: Path) -> None:
    if not out.exists():
        stage.rename(out)
        return
    if _exchange_at_once(stage, out):
        return
    # Without an atomic exchange, `_sweep` repairs a build that dies between these two renames.
    old = stage.with_name(f"{stage.name}.old")
    out.rename(old)
    stage.rename(out)
    shutil.rmtree(old, ignore_errors=True)


def _exchange_at_once(stage: Path, out: Path) -> bool:
    if not sys.platform.startswith("linux"):
        return False
    libc = ctypes.CDLL(None, use_errno=True)
    rename = getattr(libc, "renameat2", None)
    if rename is None:
        return False
    done = rename(
        _AT_FDCWD, os.fsencode(stage), _AT_FDCWD, os.fsencode(out), ctypes.c_uint(_RENAME_EXCHANGE)
    )
    if done == 0:
        return True
    if ctypes.get_errno() in (errno.ENOSYS, errno.EINVAL, errno.EOPNOTSUPP):
        return False
    raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()), str(out))


def _sweep(out: Path) -> None:
    """Delete the staging folders of builds that died, and restore an output folder set aside."""
    left = (path for path in out.parent.iterdir() if path.name.startswith(_prefix(out)))
    for path in sorted(left):
        if path.name.endswith(".old") and not out.exists():
            path.rename(out)
        elif path.is_dir() and not path.is_symlink():
            shutil.rmtree(path, ignore_errors=True)


@contextlib.contextmanager
def _lock(out: Path) -> Iterator[None]:
    """Let only one build run at a time; the system frees the lock of a build that dies."""
    path = out.parent / f".{out.name}.lock"
    with path.open("a+b") as file:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(file.fileno(), msvcrt.LK_LOCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX)
        yield
