"""The pages of the documentation, their examples, and what comes of running them.

A page is run in an empty folder of its own; the pages of the tutorial share one, in the order
of their names. What a fenced block means:

- with ``title="mill.quest"``: a file, written under that name;
- ``console``: lines that begin with ``$ `` are run by a shell, and the lines below each are
  what it prints; a line ``…`` stands for any lines, and seconds may be any number;
- ``quest`` without a title: a whole file, compiled alone, that must be without findings.

All other blocks are for the reader alone.
"""

from __future__ import annotations

import io
import os
import re
import shlex
import subprocess
import sys
import tempfile
from contextlib import ExitStack, chdir
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from unittest.mock import patch

from questwright.compiler.cli.main import main
from scripts.reference import is_generated
from support.renderers import renderers_kept

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
README = ROOT / "README.md"
REFERENCE = DOCS / "reference"
TUTORIAL = DOCS / "tutorial"

MODULE = "questwright.compiler.cli.main"
"""What is run for `questwright`."""

_FENCE = re.compile(
    r"""(?msx)
    ^(?P<indent>\ *)(?P<ticks>`{3,})\ *(?P<kind>[\w-]*)(?P<more>[^\n`]*)\n
    (?P<text>.*?)
    ^(?P=indent)(?P=ticks)\ *$"""
)
_TITLE = re.compile(r'title="([^"]+)"')
_SECONDS = re.compile(r"\d+(?:\.\d+)? s\b")
_ANY = "…"
_OF_A_SHELL = re.compile(r"[|&;<>$`*?(){}~\\\n]")
"""What a shell does not hand on as it stands."""


class Block(NamedTuple):
    """A fenced block of a page."""

    kind: str
    title: str | None
    text: str
    indent: str
    start: int
    """Where its text begins in the page."""
    end: int
    line: int


class Command(NamedTuple):
    """A command of a console block, and what the page says that it prints."""

    line: str
    shown: str
    start: int
    """Where the shown text begins in the page."""
    end: int


class Ran(NamedTuple):
    """A command that was run."""

    page: Path
    command: Command
    printed: str
    indent: str


class Run(NamedTuple):
    """What has come of one or several pages."""

    folder: Path
    ran: list[Ran]
    files: list[Path]


def every_page() -> list[Path]:
    """The pages that somebody has written; `make docs` may have made others beside them."""
    return [README, *(page for page in sorted(DOCS.rglob("*.md")) if not is_made(page))]


def is_made(page: Path) -> bool:
    """Whether a page is made from the code."""
    inside = page.is_relative_to(REFERENCE)
    return inside and is_generated(page.relative_to(REFERENCE).as_posix())


def runs_of(pages: list[Path]) -> list[list[Path]]:
    """The pages that are run together."""
    tutorial = [page for page in pages if page.parent == TUTORIAL]
    alone = [[page] for page in pages if page.parent != TUTORIAL]
    return [*alone, tutorial] if tutorial else alone


def blocks_of(page: Path) -> list[Block]:
    text = page.read_text(encoding="utf-8")
    found = []
    for match in _FENCE.finditer(text):
        indent = match["indent"]
        lines = match["text"].splitlines(keepends=True)
        title = _TITLE.search(match["more"])
        found.append(
            Block(
                match["kind"],
                title[1] if title else None,
                "".join(line.removeprefix(indent) if line.strip() else "\n" for line in lines),
                indent,
                match.start("text"),
                match.end("text"),
                text.count("\n", 0, match.start()) + 1,
            )
        )
    return found


def commands_of(page: Path, block: Block) -> list[Command]:
    text = page.read_text(encoding="utf-8")[block.start : block.end]
    found: list[Command] = []
    at = block.start
    for line in text.splitlines(keepends=True):
        at += len(line)
        plain = line.removeprefix(block.indent) if line.strip() else "\n"
        if plain.startswith("$ "):
            found.append(Command(plain[2:].rstrip("\n"), "", at, at))
        else:
            assert found, f"{page}:{block.line}: output before the first command"
            found[-1] = found[-1]._replace(shown=found[-1].shown + plain, end=at)
    return found


def says(shown: str, printed: str) -> bool:
    """Whether a command has printed what is shown."""
    parts = [
        r"(?:.*\n)*?" if line == _ANY else re.escape(_SECONDS.sub("0 s", line)) + r"\n"
        for line in shown.splitlines()
    ]
    if printed and not printed.endswith("\n"):
        printed += "\n"
    return re.fullmatch("".join(parts), _SECONDS.sub("0 s", printed)) is not None


def environment(programs: Path, cache: Path) -> dict[str, str]:
    """With `questwright` on the path, as an installed one would be."""
    programs.mkdir(parents=True, exist_ok=True)
    command = programs / "questwright"
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m {MODULE} "$@"\n')
    command.chmod(0o755)
    return {
        "HOME": str(programs.parent / "home"),
        "LANG": "C.UTF-8",
        "NO_COLOR": "1",
        "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": str(ROOT),
        "TERMINAL_WIDTH": "80",
        "XDG_CACHE_HOME": str(cache),
    }


def told_by_a_shell(line: str, work: Path, known: Mapping[str, str]) -> str:
    """What a line of a shell prints, on both streams."""
    return subprocess.run(
        ["/bin/sh", "-c", line],
        cwd=work,
        env=known,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        check=False,
    ).stdout


def told_here(line: str, work: Path, known: Mapping[str, str]) -> str:
    """The same, in less time: a plain line of ours is run in this process."""
    if not line.startswith("questwright ") or _OF_A_SHELL.search(line):
        return told_by_a_shell(line, work, known)
    with tempfile.TemporaryFile() as file, ExitStack() as stack:
        # Both streams go to one place, and as in a process of its own the errors do not wait.
        for name, buffering in (("stdout", -1), ("stderr", 0)):
            raw = os.fdopen(os.dup(file.fileno()), "wb", buffering)
            stream = io.TextIOWrapper(raw, encoding="utf-8", write_through=not buffering)
            stack.enter_context(patch.object(sys, name, stack.enter_context(stream)))
        stack.enter_context(patch.object(sys, "stdin", io.StringIO()))
        stack.enter_context(patch.object(sys, "argv", shlex.split(line)))
        stack.enter_context(patch.dict(os.environ, known, clear=True))
        stack.enter_context(chdir(work))
        stack.enter_context(renderers_kept())
        main()
        sys.stdout.flush()
        file.seek(0)
        return file.read().decode()


def run(
    pages: list[Path],
    folder: Path,
    cache: Path | None = None,
    told: Callable[[str, Path, Mapping[str, str]], str] = told_by_a_shell,
) -> Run:
    """Do what pages say, in order: write their files, run their commands; with a cache to share."""
    work = folder / "work"
    work.mkdir()
    known = environment(folder / "programs", cache or folder / "cache")
    ran: list[Ran] = []
    files: list[Path] = []
    for page in pages:
        for block in blocks_of(page):
            if block.title is not None:
                file = work / block.title
                assert file.resolve().is_relative_to(work.resolve()), block.title
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(block.text, encoding="utf-8")
                files.append(file)
            elif block.kind == "console":
                for command in commands_of(page, block):
                    printed = told(command.line, work, known)
                    ran.append(Ran(page, command, printed, block.indent))
    return Run(work, ran, files)


def rewrite(pages: list[Path], folder: Path) -> list[str]:
    """Write what commands print now into the pages; the commands that print something else."""
    told = []
    ran = run(pages, folder).ran
    for page in pages:
        text = page.read_text(encoding="utf-8")
        for one in reversed([one for one in ran if one.page == page]):
            if says(one.command.shown, one.printed):
                continue
            told.append(f"{page.relative_to(ROOT)}: {one.command.line}")
            printed = "".join(
                one.indent + line if line.strip() else line
                for line in one.printed.splitlines(keepends=True)
            )
            if printed and not printed.endswith("\n"):
                printed += "\n"
            text = text[: one.command.start] + printed + text[one.command.end :]
        page.write_text(text, encoding="utf-8")
    return told
