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
import stat
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

from questwright.compiler.signals import signals_held

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

MANIFEST = "manifest.json"
_VERSION = 1
_OURS = frozenset({".gitkeep", ".gitignore"})
_DROPPINGS = frozenset({".DS_Store", "Thumbs.db", "desktop.ini"})
"""Files that operating systems leave in folders; they may be deleted."""
_AT_FDCWD = -100
_RENAME_EXCHANGE = 2


WAIT = 60.0
"""Seconds that a build waits for another one that writes to the same folder."""
_POLL = 0.05
"""Seconds between two looks at a lock that another build holds."""


class CannotWriteError(Exception):
    """The output folder cannot be written; the message tells the designer why."""


class InUseError(CannotWriteError):
    """Another build has been writing to the output folder for as long as we may wait."""


def write_outputs(
    out: Path,
    quests: Mapping[str, Mapping[str, bytes]],
    *,
    wait: float = WAIT,
    tell_busy: Callable[[], None] = lambda: None,
) -> None:
    """Replace the outputs of some quests; the outputs of other quests stay.

    ``quests`` has, by quest id, the bytes of each file by its name. Waits for another build that
    writes there, and says so once by ``tell_busy``. Raises CannotWriteError. A signal comes before
    or after the writing, never between.
    """
    out = Path(os.path.abspath(out))  # noqa: PTH100 - resolve() would follow links
    until = time.monotonic() + wait
    is_told = False
    while not _written(out, quests):
        if time.monotonic() >= until:
            raise InUseError(f"another build is writing to {out}")
        if not is_told:
            tell_busy()
            is_told = True
        time.sleep(_POLL)


def refuse_foreign(out: Path) -> None:
    """Raise CannotWriteError if outputs could not go there, as something else is in the folder."""
    with contextlib.suppress(OSError):
        _refuse_foreign(Path(os.path.abspath(out)))  # noqa: PTH100 - as above


def _written(out: Path, quests: Mapping[str, Mapping[str, bytes]]) -> bool:
    """Write the outputs; False, with nothing done, if another build is writing there."""
    try:
        with signals_held():
            out.parent.mkdir(parents=True, exist_ok=True)
            with _lock(out) as is_ours:
                if is_ours:
                    _replace(out, quests)
                return is_ours
    except OSError as error:
        why = error.strerror or "it cannot be written"
        raise CannotWriteError(f"{error.filename or out}: {why[:1].lower()}{why[1:]}") from error


def _replace(out: Path, quests: Mapping[str, Mapping[str, bytes]]) -> None:
    _sweep(out)
    _refuse_foreign(out)
    stage = Path(tempfile.mkdtemp(prefix=_prefix(out), dir=out.parent))
    try:
        _fill(stage, out, quests)
        _exchange(stage, out)
    finally:
        shutil.rmtree(stage, ignore_errors=True)


def _fill(stage: Path, out: Path, quests: Mapping[str, Mapping[str, bytes]]) -> None:
    manifest: dict[str, dict[str, str]] = {}
    built = _built(out)
    for id_, names in built.items():
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
            manifest[id_][name] = hashlib.sha256(data).hexdigest()
            before = out / id_ / name
            if built.get(id_, {}).get(name) == manifest[id_][name] and _holds(before, data):
                _keep(before, folder / name)
            else:
                _write(folder / name, data)
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


def _holds(path: Path, data: bytes) -> bool:
    """Whether a file of an earlier build has these bytes already, and is safe on the disk."""
    return _is_file(path) and _is_folder(path.parent) and path.read_bytes() == data


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
def _lock(out: Path) -> Iterator[bool]:
    """Let only one build write at a time; gives False if another one does.

    The system frees the lock of a build that dies. Its file goes away with the lock.
    """
    path = out.parent / f".{out.name}.lock"
    handle = _open_lock(path)
    try:
        # A file that was deleted meanwhile, or made anew, locks nothing.
        is_ours = _is_taken(handle) and _is_file_of(handle, path)
        try:
            yield is_ours
        finally:
            if is_ours and sys.platform != "win32":
                path.unlink(missing_ok=True)
    finally:
        os.close(handle)
        if sys.platform == "win32":
            # There a file can only be deleted when nobody has it open.
            with contextlib.suppress(OSError):
                path.unlink()


def _open_lock(path: Path) -> int:
    flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    try:
        handle = os.open(path, flags, 0o666)
        status = os.fstat(handle)
    except OSError as error:
        if path.is_symlink() or path.is_dir():
            raise CannotWriteError(f"{path} is where a build puts its lock: delete it") from error
        raise
    if not stat.S_ISREG(status.st_mode) or status.st_size:
        os.close(handle)
        raise CannotWriteError(f"{path} is where a build puts its lock: delete it")
    return handle


def _is_taken(handle: int) -> bool:
    """Whether the lock of a file is ours now; False if another process has it."""
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        if error.errno in (errno.EWOULDBLOCK, errno.EAGAIN, errno.EACCES, errno.EDEADLK):
            return False
        raise
    return True


def _is_file_of(handle: int, path: Path) -> bool:
    """Whether an open file is still the one at a path."""
    try:
        return os.path.samestat(os.fstat(handle), path.lstat())
    except FileNotFoundError:
        return False
