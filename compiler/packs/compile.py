"""Bytes of a pack's files to its plain form, or to findings; nothing here reads a disk."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from questwright.compiler.packs import codes
from questwright.compiler.packs.check.checks import check
from questwright.compiler.packs.decode.defaults import normalise
from questwright.compiler.packs.decode.tile_files import QUEST, read_tile_files
from questwright.compiler.packs.read.form import check_form
from questwright.compiler.packs.read.guard import decode, read_yaml
from questwright.compiler.packs.read.merge import merge
from questwright.compiler.packs.read.provenance import take_origins
from questwright.dsl.diagnostics import Diagnostic, Label
from questwright.dsl.source import Source, Span

if TYPE_CHECKING:
    from collections.abc import Mapping

    from questwright.compiler.packs.read.provenance import ParsedData
    from questwright.compiler.packs.read.tree import Json


class CompiledPack(NamedTuple):
    """The plain form of a pack, or what is wrong with it."""

    form: dict[str, Json] | None
    pack: ParsedData | None
    findings: tuple[Diagnostic, ...]
    sources: Mapping[str, Source]


def compile_pack(
    folder: str, name: str, files: Mapping[str, bytes], schema: Mapping[str, Json]
) -> CompiledPack:
    """Guard, put together, check and normalise a pack whose folder is called `name`."""
    sources: dict[str, Source] = {}
    findings: list[Diagnostic] = []
    parts: list[ParsedData] = []
    for file, content in files.items():
        if file.endswith(QUEST):
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
        return _failed(findings, sources)
    pack, merge_findings = merge(parts, Span(next(iter(sources)), 0, 0))
    found = merge_findings or check_form(pack.tree, schema) or check(pack, name)
    if found:
        return _failed([*found], sources)
    tile_files = read_tile_files(pack.tree, folder, files)
    sources |= tile_files.sources
    if tile_files.findings:
        return _failed([*tile_files.findings], sources)
    return CompiledPack({**normalise(pack), "tile_texts": tile_files.texts}, pack, (), sources)


def refuse_files(
    folder: str, files: Mapping[str, bytes], problems: Mapping[str, str]
) -> tuple[tuple[Diagnostic, ...], Mapping[str, Source]]:
    """Findings about files that could not be read, and the texts to show them in."""
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


def _failed(findings: list[Diagnostic], sources: Mapping[str, Source]) -> CompiledPack:
    return CompiledPack(None, None, tuple(sorted(findings, key=Diagnostic.sort_key)), sources)
