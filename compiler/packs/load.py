"""Read a rules pack: from the folder that a designer writes, or from the cache.

A pack is read, guarded, put together, held to its schema and checked; what comes out is a
plain form in JSON, from which a `System` is built. The plain form is kept in a cache under
the hash of everything it was made from, so that a second reading needs neither YAML nor
JSON Schema. This module does all the reading and writing; what it calls takes bytes.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import re
import stat
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from questwright.compiler.assets import SCHEMAS_DIR
from questwright.compiler.packs.decode.decode import build

if TYPE_CHECKING:
    from collections.abc import Mapping

    from questwright.compiler.packs.read.provenance import Figure
    from questwright.compiler.packs.read.provenance import ParsedData as SourcedPack
    from questwright.compiler.packs.read.tree import Json
    from questwright.compiler.packs.system.system import System
    from questwright.dsl.diagnostics import Diagnostic
    from questwright.dsl.source import Source

FORMAT: Final = 18
"""Raised whenever the plain form, or a check that a pack must pass to get there, changes."""
FILES: Final = 64
"""Files of one pack."""
FILE_BYTES: Final = 1_048_576
"""Bytes of one file of a pack."""
PACK_BYTES: Final = 2_097_152
"""Bytes of all files of a pack."""
CACHE_BYTES: Final = 16_777_216
"""Bytes of one file of the cache."""
CACHE_FILES: Final = 64
"""Files of the cache, beyond which the oldest are let go."""

TILES: Final = ".quest"
"""How the names of files end that draw tiles."""

_SCHEMA = SCHEMAS_DIR / "system.schema.json"
_ID = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*\Z")
_ID_CHARACTERS: Final = 64
_RESERVED = re.compile(r"(?:con|prn|aux|nul|com[0-9]|lpt[0-9])\Z")


class Loaded(NamedTuple):
    """A pack, or what is wrong with it."""

    system: System | None
    findings: tuple[Diagnostic, ...]
    sources: Mapping[str, Source]
    """The texts that the findings speak of, by path; empty where there are none."""


def find_systems(root: Path) -> dict[str, Path]:
    """The packs of a folder by id: its folders with names fit for ids that hold YAML files."""
    try:
        with os.scandir(root) as entries:
            names = sorted(entry.name for entry in entries if entry.is_dir(follow_symlinks=False))
    except OSError:
        return {}
    return {name: root / name for name in names if is_id(name) and _has_pack(root / name)}


def _has_pack(folder: Path) -> bool:
    return any(not name.endswith(TILES) for name in _names(folder))


def is_id(name: str) -> bool:
    """Whether a name is fit for a pack on every file system."""
    fits = len(name) <= _ID_CHARACTERS and _ID.match(name)
    return bool(fits) and not _RESERVED.match(name)


def cache_folder() -> Path | None:
    """Where plain forms are kept: the user's own cache folder, or None where there is none."""
    given = os.environ.get("XDG_CACHE_HOME", "")
    if given and Path(given).is_absolute():
        return Path(given, "questwright", "packs")
    home = os.environ.get("HOME") or os.environ.get("LOCALAPPDATA") or ""
    if home and Path(home).is_absolute():
        return Path(home, ".cache", "questwright", "packs")
    return None


def load_system(folder: Path, cache: Path | None = None) -> Loaded:
    """Read the pack of a folder; findings name its files as `folder` names them."""
    files, problems = _read_files(folder)
    if problems:
        from questwright.compiler.packs.compile import refuse_files

        return Loaded(None, *refuse_files(folder.as_posix(), files, problems))
    digest = _digest(files)
    schema = _SCHEMA.read_bytes()
    name = os.path.basename(os.path.realpath(folder))  # noqa: PTH119 - as below
    stamp = f"{FORMAT}\n{digest}\n{name}\n".encode("utf-8", "surrogateescape")
    key = hashlib.sha256(stamp + schema).hexdigest()
    kept = None if cache is None else _recall(cache, key, digest)
    if kept is not None:
        return Loaded(kept, (), {})
    from questwright.compiler.packs.compile import compile_pack

    compiled = compile_pack(folder.as_posix(), name, files, json.loads(schema))
    if compiled.form is None:
        return Loaded(None, compiled.findings, compiled.sources)
    if cache is not None:
        _keep(cache, key, compiled.form)
    return Loaded(build(compiled.form, digest), (), {})


def figures_of(folder: Path) -> tuple[Figure, ...]:
    """Every value of a sound pack with where it comes from; nothing for an unsound one."""
    from questwright.compiler.packs.read.provenance import figures

    pack = pack_of(folder)
    return () if pack is None else figures(pack)


def pack_of(folder: Path) -> SourcedPack | None:
    """The data of a sound pack with where each value comes from and stands; else None."""
    from questwright.compiler.packs.compile import compile_pack

    files, problems = _read_files(folder)
    schema = json.loads(_SCHEMA.read_bytes())
    if problems:
        return None
    return compile_pack(folder.as_posix(), folder.resolve().name, files, schema).pack


# -- files -----------------------------------------------------------------------------------


def _names(folder: Path) -> list[str]:
    try:
        found = os.listdir(folder)  # noqa: PTH208 - half a millisecond sooner than pathlib
    except OSError:
        return []
    ends = (".yaml", ".yml", TILES)
    return sorted(name for name in found if name.endswith(ends) and name[0] != ".")


def _read_files(folder: Path) -> tuple[dict[str, bytes], dict[str, str]]:
    """Bytes by file name, and by file name what kept a file from being read."""
    names = _names(folder)
    if all(name.endswith(TILES) for name in names):
        return {}, {"": "this pack has no files"}
    if len(names) > FILES:
        return {}, {"": f"this pack has {len(names):,} files, and may have {FILES}"}
    base = os.path.realpath(folder)
    files: dict[str, bytes] = {}
    problems: dict[str, str] = {}
    left = PACK_BYTES
    for name in names:
        if name.endswith(".yml"):
            problems[name] = "this file would not be read: files of packs end in `.yaml`"
            continue
        content = _read(os.path.join(base, name), FILE_BYTES)  # noqa: PTH118 - as above
        if isinstance(content, bytes):
            files[name] = content
        else:
            problems[name] = content
        left -= len(content)
        if left < 0:
            return {}, {"": f"this pack has more than {PACK_BYTES:,} bytes"}
    return files, problems


def _read(path: str, limit: int) -> bytes | str:
    """The bytes of a regular file, or in words why not; never waits, never follows a link."""
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    try:
        handle = os.open(path, flags | getattr(os, "O_BINARY", 0))
    except OSError:
        linked = os.path.islink(path)  # noqa: PTH114 - as above
        return "this file is a link" if linked else "this file cannot be opened"
    try:
        status = os.fstat(handle)
        if not stat.S_ISREG(status.st_mode):
            return "this is not a file"
        if status.st_size > limit:
            return f"this file has {status.st_size:,} bytes, and may have {limit:,}"
        parts = []
        left = limit + 1
        while left > 0 and (part := os.read(handle, min(left, 1 << 20))):
            parts.append(part)
            left -= len(part)
        content = b"".join(parts)
    except OSError:
        return "this file cannot be read"
    finally:
        os.close(handle)
    return content if len(content) <= limit else f"this file has more than {limit:,} bytes"


def _digest(files: Mapping[str, bytes]) -> str:
    hasher = hashlib.sha256()
    for name, content in files.items():
        hasher.update(b"%d %d " % (len(name.encode("utf-8", "surrogateescape")), len(content)))
        hasher.update(name.encode("utf-8", "surrogateescape"))
        hasher.update(content)
    return hasher.hexdigest()


# -- the cache -------------------------------------------------------------------------------


def _recall(cache: Path, key: str, digest: str) -> System | None:
    """What the cache holds under a key; anything odd about it is a miss."""
    content = _read(os.path.join(cache, f"{key}.json"), CACHE_BYTES)  # noqa: PTH118 - as above
    if isinstance(content, str):
        return None
    checksum, _, payload = content.partition(b"\n")
    if checksum != _checksum(key, payload):
        return None
    try:
        return build(json.loads(payload), digest)
    except (ValueError, TypeError, KeyError, RecursionError):
        return None


def _keep(cache: Path, key: str, form: Mapping[str, Json]) -> None:
    """Put a plain form into the cache, whole or not at all; a cache that fails is no matter."""
    payload = json.dumps(form, ensure_ascii=False, separators=(",", ":")).encode()
    passing = cache / f"{key}.{os.getpid()}.{os.urandom(4).hex()}.tmp"
    try:
        cache.mkdir(parents=True, exist_ok=True)
        passing.write_bytes(_checksum(key, payload) + b"\n" + payload)
        passing.replace(cache / f"{key}.json")
        _forget(cache)
    except OSError:
        with contextlib.suppress(OSError):
            passing.unlink()


def _forget(cache: Path) -> None:
    """Let go of the forms that were kept longest ago, when there are many."""
    kept = [(path.stat().st_mtime_ns, path) for path in cache.iterdir() if path.is_file()]
    for _, path in sorted(kept)[:-CACHE_FILES]:
        path.unlink(missing_ok=True)


def _checksum(key: str, payload: bytes) -> bytes:
    return hashlib.sha256(key.encode() + payload).hexdigest().encode()
