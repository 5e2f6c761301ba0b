"""What the machine refuses: memory, files, room on a disk, a place for temporary files.

None of it is a mistake of the quest, or of ours. Takes an exception; returns what to tell of it.
"""

from __future__ import annotations

import errno

from questwright.dsl.records import NamedTuple

_NO_ROOM = "make room on that disk, or name another place"
_NO_MEMORY = "give Questwright more memory (`ulimit -v`), or close other programs"
_NO_FILES = "let Questwright open more files (`ulimit -n`), 64 are enough"

_HELP = {
    "ENOSPC": _NO_ROOM,
    "EDQUOT": _NO_ROOM,
    "EFBIG": "let Questwright write larger files (`ulimit -f`), or name another place",
    "EROFS": "name a place that can be written",
    "EACCES": "let yourself do this, or name another place",
    "EPERM": "let yourself do this, or name another place",
    "EIO": "the disk or the stream is broken: name another place",
    "ESTALE": "the disk has gone: name another place",
    "ENOMEM": _NO_MEMORY,
    "EMFILE": _NO_FILES,
    "ENFILE": _NO_FILES,
    "EAGAIN": "let Questwright start more processes (`ulimit -u`), or close other programs",
    "ENAMETOOLONG": "name something shorter",
    "ELOOP": "name the file itself, not a link",
    "EBADF": "start Questwright with its streams open, or with /dev/null in their place",
    "EISDIR": "name a file in place of the folder",
    "ENOTDIR": "name a folder in place of the file",
}
"""What to do about an error of the system, by its name."""
_BY_NUMBER = {getattr(errno, name): help_ for name, help_ in _HELP.items() if hasattr(errno, name)}
_LOADING = (
    "failed to map segment",
    "cannot allocate memory",
    "cannot open shared object file: error",
)
"""What the system's loader says where there is no memory, or no file can be opened."""
_NEAR = 0.95
"""The share of the memory that is allowed from which on it has run out."""
_DEEPEST = 16
"""How many causes of an exception are looked at."""


class Refusal(NamedTuple):
    """What the machine refuses, in words, and what to do now."""

    why: str
    help: str


class RefusedError(Exception):
    """The machine refuses what a run cannot do without; whoever raises it knows what to do."""

    def __init__(self, why: str, help_: str) -> None:
        super().__init__(why)
        self.refusal = Refusal(why, help_)


def refusal(error: BaseException) -> Refusal | None:
    """What the machine refused, if an exception or one of its causes says so; else None."""
    looked_at: BaseException | None = error
    for _ in range(_DEEPEST):
        if looked_at is None:
            return None
        found = _refusal(looked_at)
        if found is not None:
            return found
        looked_at = looked_at.__cause__ or looked_at.__context__
    return None


def at_the_limit() -> Refusal | None:
    """That the memory which this process may have has run out, whatever it looked like; else None.

    There the interpreter raises other errors than MemoryError, too.
    """
    try:
        import resource

        limit, _ = resource.getrlimit(resource.RLIMIT_AS)
        with open("/proc/self/status", encoding="ascii") as status:  # noqa: PTH123 - little memory
            peak = next(int(line.split()[1]) for line in status if line.startswith("VmPeak:"))
    except (ImportError, OSError, StopIteration):
        return None
    is_near = limit != resource.RLIM_INFINITY and (peak << 10) > limit * _NEAR
    return Refusal("there is not enough memory", _NO_MEMORY) if is_near else None


def is_short_of_memory(error: BaseException) -> bool:
    """Whether an exception comes of too little memory."""
    found = refusal(error)
    return found is not None and found.help == _NO_MEMORY


def _refusal(error: BaseException) -> Refusal | None:
    if isinstance(error, RefusedError):
        return error.refusal
    if isinstance(error, MemoryError):
        return Refusal("there is not enough memory", _NO_MEMORY)
    if isinstance(error, RuntimeError) and "can't start new thread" in str(error):
        return Refusal("no thread can be started", _NO_MEMORY)
    if isinstance(error, ImportError) and any(said in str(error).lower() for said in _LOADING):
        return Refusal("a library cannot be loaded", _NO_MEMORY)
    if isinstance(error, OSError) and error.errno in _BY_NUMBER:
        why = error.strerror or "the system refuses"
        name = f"{error.filename!s:.100}: " if error.filename is not None else ""
        return Refusal(f"{name}{why[:1].lower()}{why[1:]}", _BY_NUMBER[error.errno])
    return None
