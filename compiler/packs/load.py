"""Load a pack: from the folder that a designer writes, or from the cache.

A pack is read, guarded, put together, held to its schema and checked. What it says is then plain
data in JSON, of which a `System` is decoded. The plain data is kept in a cache under the hash of
everything that it was made from, so that a second reading needs neither YAML nor JSON Schema.
"""

from __future__ import annotations

import json
import os
import re

from questwright.compiler.assets import SCHEMAS
from questwright.compiler.files import Bounds, Store, cache_folder
from questwright.compiler.packs import codes
from questwright.compiler.packs.decode.decode import decode_system
from questwright.compiler.packs.read.files import file_names, holds_data, read_files
from questwright.dsl import limits
from questwright.dsl.diagnostics import Diagnostic, Label
from questwright.dsl.digests import sha256
from questwright.dsl.records import NamedTuple
from questwright.dsl.source import Source, Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Final

    from questwright.compiler.files import StrPath
    from questwright.compiler.packs.read.provenance import Figure
    from questwright.compiler.packs.read.tree import Json, ParsedData
    from questwright.compiler.packs.system.system import System

FORMAT: Final = 24
"""Raised whenever the plain data, or a check that a pack must pass to get there, changes."""
CACHE_BYTES: Final = 16_777_216
"""Bytes of one file of the cache."""
CACHE_FILES: Final = 64
"""Files of the cache, beyond which the oldest are let go."""

_SCHEMA = os.path.join(SCHEMAS, "system.schema.json")  # noqa: PTH118 - sooner than pathlib
_ID = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*\Z")
_ID_CHARACTERS: Final = 64
_RESERVED = re.compile(r"(?:con|prn|aux|nul|com[0-9]|lpt[0-9])\Z")


if TYPE_CHECKING:
    Alteration = Callable[[Mapping[str, Json]], Mapping[str, Json]]
    """Makes other plain data of a pack's: the same words in another language."""


class Loaded(NamedTuple):
    """A pack, or what is wrong with it."""

    system: System | None
    findings: tuple[Diagnostic, ...]
    sources: Mapping[str, Source]
    """The texts that the findings speak of, by path; empty where there are none."""


class CheckedPack(NamedTuple):
    """The data of a sound pack and of its other files, or what is wrong with it."""

    data: ParsedData | None
    tile_texts: Sequence[Mapping[str, Json]]
    symbols: Sequence[Mapping[str, Json]]
    typeface: Mapping[str, Json]
    findings: tuple[Diagnostic, ...]
    sources: Mapping[str, Source]


def find_systems(root: StrPath) -> dict[str, str]:
    """Return the packs of a folder by id: its folders with fit names that hold YAML files."""
    try:
        with os.scandir(root) as entries:
            names = sorted(entry.name for entry in entries if entry.is_dir(follow_symlinks=False))
    except FileNotFoundError:
        return {}
    folders = {name: os.path.join(root, name) for name in names if is_id(name)}  # noqa: PTH118
    return {name: folder for name, folder in folders.items() if _has_pack(folder)}


def _has_pack(folder: str) -> bool:
    try:
        return holds_data(file_names(folder))
    except OSError:
        return True  # whoever loads it is told why it cannot be read


def is_id(name: str) -> bool:
    """Return whether a name is fit for a pack on every file system."""
    fits = len(name) <= _ID_CHARACTERS and _ID.match(name)
    return bool(fits) and not _RESERVED.match(name)


def load_system(
    folder: StrPath, cache: StrPath | None = None, alter: Alteration | None = None
) -> Loaded:
    """Load the pack of a folder; findings name its files as `folder` names them.

    With `alter` its plain data is what that makes of it.
    """
    files, problems = read_files(folder)
    shown = _shown(folder)
    if problems:
        return Loaded(None, *_refuse_files(shown, files, problems))
    digest = _digest(files)
    schema = _schema()
    name = _name(folder)
    stamp = f"{FORMAT}\n{digest}\n{name}\n".encode("utf-8", "surrogateescape")
    key = sha256(stamp + schema).hexdigest()
    kept = None if cache is None else _recall(cache, key)
    system = None if kept is None or alter is not None else _decoded(kept, digest)
    if system is not None:
        return Loaded(system, (), {})
    if kept is not None and alter is not None and _decoded(kept, digest) is not None:
        return Loaded(decode_system(alter(kept), digest), (), {})
    checked = _check_files(shown, name, files, json.loads(schema))
    if checked.data is None:
        return Loaded(None, checked.findings, checked.sources)
    # Loaded here: a pack that is in the cache is plain data.
    from questwright.compiler.packs.decode.plain_data import plain_data

    plain = plain_data(checked.data, checked.tile_texts, checked.symbols, checked.typeface)
    if cache is not None:
        _keep(cache, key, plain)
    return Loaded(decode_system(plain if alter is None else alter(plain), digest), (), {})


def figures_of(folder: StrPath) -> tuple[Figure, ...]:
    """Return every value of a sound pack with where it comes from; nothing for an unsound one."""
    from questwright.compiler.packs.read.provenance import figures

    pack = pack_of(folder)
    return () if pack is None else figures(pack)


def pack_of(folder: StrPath) -> ParsedData | None:
    """Return the data of a sound pack with where each value comes from and stands; else None."""
    files, problems = read_files(folder)
    if problems:
        return None
    return _check_files(_shown(folder), _name(folder), files, json.loads(_schema())).data


def _shown(folder: StrPath) -> str:
    """Return a folder as findings name it."""
    return os.fspath(folder).replace(os.sep, "/")


def _name(folder: StrPath) -> str:
    return os.path.basename(os.path.realpath(folder))  # noqa: PTH119 - sooner than pathlib


def _schema() -> bytes:
    with open(_SCHEMA, "rb") as file:  # noqa: PTH123
        return file.read()


# -- from bytes to data ----------------------------------------------------------------------


def _check_files(
    folder: str, name: str, files: Mapping[str, bytes], schema: Mapping[str, Json]
) -> CheckedPack:
    """Guard, put together and check the files of a pack whose folder is called `name`."""
    # Here and not above, for a pack that is in the cache needs neither YAML nor JSON Schema.
    from questwright.compiler.packs.check.checks import check
    from questwright.compiler.packs.read.form import check_form
    from questwright.compiler.packs.read.guard import decode, read_yaml
    from questwright.compiler.packs.read.merge import merge
    from questwright.compiler.packs.read.provenance import take_origins
    from questwright.compiler.packs.read.symbols import read_symbols
    from questwright.compiler.packs.read.tile_files import read_tile_files
    from questwright.compiler.packs.read.typefaces import read_typeface

    sources: dict[str, Source] = {}
    findings: list[Diagnostic] = []
    parts: list[ParsedData] = []
    for file, content in files.items():
        if not holds_data([file]):
            continue
        source, problem = decode(f"{folder}/{file}", content)
        sources[source.path] = source
        if problem is not None:
            findings.append(problem)
            continue
        tree, found = read_yaml(source)
        findings.extend(found)
        if tree is not None:
            part, found = take_origins(tree)
            findings.extend(found)
            parts.append(part)
    if findings:
        return _unsound(findings, sources)
    symbols = read_symbols(folder, files)
    sources |= symbols.sources
    if symbols.findings:
        return _unsound(symbols.findings, sources)
    own = [str(symbol["name"]) for symbol in symbols.texts]
    pack, merge_findings = merge(parts, Span(next(iter(sources)), 0, 0))
    found = merge_findings or check_form(pack.tree, schema) or check(pack, name, own)
    if found:
        return _unsound(found, sources)
    tile_files = read_tile_files(pack.tree, folder, files)
    sources |= tile_files.sources
    if tile_files.findings:
        return _unsound(tile_files.findings, sources)
    typeface = read_typeface(pack.tree, files)
    if typeface.findings:
        return _unsound(typeface.findings, sources)
    return CheckedPack(pack, tile_files.texts, symbols.texts, typeface.data, (), sources)


def _unsound(findings: Sequence[Diagnostic], sources: Mapping[str, Source]) -> CheckedPack:
    told = sorted(findings, key=Diagnostic.sort_key)[: limits.PACK_FINDINGS]
    return CheckedPack(None, (), (), {}, tuple(told), sources)


def _refuse_files(
    folder: str, files: Mapping[str, bytes], problems: Mapping[str, str]
) -> tuple[tuple[Diagnostic, ...], Mapping[str, Source]]:
    """Return findings about files that could not be read, and the texts to show them in."""
    paths = {name: f"{folder}/{name}" if name else folder for name in (*files, *problems)}
    sources = {path: Source(path, "") for path in paths.values()}
    findings = tuple(
        Diagnostic(
            codes.UNREADABLE_PACK,
            problem,
            Label(Span(paths[name], 0, 0), "here"),
            (),
            "a pack is a folder of plain files that end in `.yaml`",
            "put a plain file in its place" if name else "keep the pack's files in this folder",
        )
        for name, problem in problems.items()
    )
    return findings, sources


def _digest(files: Mapping[str, bytes]) -> str:
    hasher = sha256()
    for name, content in files.items():
        hasher.update(b"%d %d " % (len(name.encode("utf-8", "surrogateescape")), len(content)))
        hasher.update(name.encode("utf-8", "surrogateescape"))
        hasher.update(content)
    return hasher.hexdigest()


# -- the cache -------------------------------------------------------------------------------


def pack_cache() -> str | None:
    """Return where plain data is kept; None where the user has no cache."""
    return cache_folder("packs")


def _store(cache: StrPath) -> Store:
    return Store(cache, ".json", Bounds(CACHE_BYTES, CACHE_FILES, CACHE_FILES * CACHE_BYTES))


def _recall(cache: StrPath, key: str) -> dict[str, Json] | None:
    """Return what the cache holds under a key; anything odd about it is a miss."""
    payload = _store(cache).recall(key)
    if payload is None:
        return None
    try:
        plain = json.loads(payload)
    except (ValueError, RecursionError):
        return None
    return plain if isinstance(plain, dict) else None


def _decoded(plain: Mapping[str, Json], digest: str) -> System | None:
    """Return the System of what the cache held; anything odd about it is a miss."""
    try:
        return decode_system(plain, digest)
    except (ValueError, TypeError, KeyError, RecursionError):
        return None


def _keep(cache: StrPath, key: str, plain: Mapping[str, Json]) -> None:
    payload = json.dumps(plain, ensure_ascii=False, separators=(",", ":")).encode()
    _store(cache).keep(key, payload)
