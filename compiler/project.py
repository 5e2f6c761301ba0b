"""Reads quest files from disk or standard input, and finds them in folders."""

from __future__ import annotations

import errno
import os
import stat
import sys
from functools import partial

from questwright.compiler import codes
from questwright.dsl import limits
from questwright.dsl.diagnostics import Diagnostic, Label
from questwright.dsl.prepare import decode
from questwright.dsl.records import NamedTuple
from questwright.dsl.source import Source, Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Protocol

    from questwright.compiler.files import StrPath
else:
    Protocol = object

STDIN = "-"
SUFFIX = ".quest"
_UNREADABLE = "let yourself read it, or name only folders that you may read"


class Read(NamedTuple):
    """A source; if it could not be read, an empty one with findings."""

    source: Source
    findings: tuple[Diagnostic, ...]


class Project(Protocol):
    """Where the compiler reads sources from: a disk, standard input, a test."""

    def read(self, path: str) -> Read:
        """The source at a path."""

    def include(self, path: str, written: str, span: Span) -> tuple[str, Read | None, str]:
        """The path and the source of a file that the file at ``path`` includes as ``written``.

        If it cannot be included, the source is None and the third value says why.
        """


def _complaint(path: str, message: str, help_: str | None = None) -> Diagnostic:
    label = Label(Span(path, 0, 0), "cannot be read")
    return Diagnostic(codes.UNREADABLE, message, label, help=help_)


class Disk:
    """Sources on a disk; an included file lies in the folder of the including one, or below."""

    def read(self, path: str) -> Read:
        """The source of a file; ``-`` is standard input."""
        if path == STDIN:
            path = "<standard input>"
            data = _from_stdin
        else:
            data = partial(_read_regular, _tidied(path), follow=True)
        try:
            return Read(*decode(path, data()))
        except OSError as error:
            return Read(Source(path, ""), (_complaint(path, _why(error)),))

    def include(self, path: str, written: str, span: Span) -> tuple[str, Read | None, str]:
        """A file below the folder of the including one, reached without symbolic links."""
        # Loaded here: few quests include files, and it takes longer than a check.
        from pathlib import Path, PurePosixPath

        del span
        if path.startswith("<"):
            return "", None, "a quest from standard input cannot include files"
        bad = set("\\:~\0") & set(written)
        pure = PurePosixPath(written)
        if not written or bad or pure.is_absolute() or ".." in pure.parts:
            return "", None, "an include stays in the folder of its quest, or below it"
        root = Path(path).parent
        target = root / written
        try:
            real, base = target.resolve(strict=True), root.resolve(strict=True)
        except (OSError, RuntimeError):  # links in a circle are the latter up to Python 3.12
            return "", None, "there is no such file"
        if not real.is_relative_to(base) or real != (base / pure):
            return "", None, "an include stays in the folder of its quest, without links"
        shown = str(root / pure)
        try:
            data = _read_regular(target, follow=False)
        except OSError:
            return "", None, "it cannot be read"
        return shown, Read(*decode(shown, data)), ""


def _tidied(path: str) -> str:
    """A path as `pathlib` writes it."""
    if ".." not in path:
        return os.path.normpath(path)
    from pathlib import Path

    return str(Path(path))


def _why(error: OSError) -> str:
    why = error.strerror or "it cannot be read"
    return f"{why[:1].lower()}{why[1:]}"


def _from_stdin() -> bytes:
    """The bytes of standard input; raises OSError where it is closed."""
    if sys.stdin is None:
        raise OSError(errno.EBADF, "Standard input is closed")
    return sys.stdin.buffer.read(limits.FILE_BYTES + 1)


def _read_regular(path: StrPath, *, follow: bool) -> bytes:
    """The bytes of a regular file; raises OSError for a pipe or a device, which might not end."""
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    if not follow:
        flags |= getattr(os, "O_NOFOLLOW", 0)
    handle = os.open(path, flags)
    try:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            raise OSError(0, "Not a regular file")
        with os.fdopen(handle, "rb", closefd=False) as file:
            return file.read(limits.FILE_BYTES + 1)
    finally:
        os.close(handle)


def find_quests(arguments: list[str]) -> tuple[list[str], tuple[Diagnostic, ...]]:
    """The quest files of some arguments, in order, each once; folders are searched for them."""
    found: dict[str, None] = {}
    findings: list[Diagnostic] = []
    for argument in arguments:
        # Not Path.is_dir, which some names break: they are files that cannot be read.
        if argument != STDIN and os.path.isdir(argument):  # noqa: PTH112
            below, problems = _below(_tidied(argument))
            findings += problems
            if not below and not problems:
                findings.append(
                    _complaint(
                        argument,
                        "there is no quest in this folder",
                        "quests are files whose names end in `.quest`",
                    )
                )
            found.update(dict.fromkeys(sorted(below)))
        else:
            found[argument] = None
    if len(found) > limits.RUN_FILES:
        first = list(found)[limits.RUN_FILES]
        help_ = "name fewer files or folders, and check the others in another run"
        message = f"one run takes {limits.RUN_FILES:,} quest files, and these are {len(found):,}"
        findings.append(_complaint(first, message, help_))
    return list(found)[: limits.RUN_FILES], tuple(findings)


def _below(folder: str) -> tuple[list[str], list[Diagnostic]]:
    """The quest files below a folder, and what could not be looked into."""
    found: list[str] = []
    problems: list[Diagnostic] = []

    def skip(error: OSError) -> None:
        path = str(error.filename or folder)
        problems.append(_complaint(path, f"this folder cannot be read: {_why(error)}", _UNREADABLE))

    for at, folders, files in os.walk(folder, onerror=skip, followlinks=False):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        below = [os.path.join(at, file) for file in sorted(files) if file.endswith(SUFFIX)]  # noqa: PTH118
        found.extend(_tidied(file) for file in below if not os.path.islink(file))  # noqa: PTH114
    return found, problems
