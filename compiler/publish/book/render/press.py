"""Set books, several at a time, and keep what was set.

Takes book sources. Returns the bytes of PDFs, or failures, in the order of the sources. What is set
in the child processes, and in which order they end, changes no byte: a book depends on its source
alone, and on the programs that set it. Both make the key under which its PDF is kept.
"""

from __future__ import annotations

import os
import select
import sys
import tempfile
from contextlib import ExitStack, contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Self

from questwright.compiler.assets import TEMPLATES_DIR
from questwright.compiler.files import Bounds, Store, cache_folder, key_of
from questwright.compiler.machine import RefusedError, refusal
from questwright.compiler.publish.book.render.child import RendererProcess, job_data
from questwright.compiler.publish.book.render.pdf_check import forbidden_parts
from questwright.compiler.publish.book.render.source import (
    BookSource,
    Limits,
    RenderFailure,
    RenderReason,
)
from questwright.compiler.signals import signals_held

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from types import TracebackType

SCRATCH = "questwright-book-"
"""How the names of folders begin in which books lie on their way to a child and back."""
_BOUNDS = Bounds(file=64 << 20, files=2_000, whole=256 << 20)
_MOST_JOBS = 64
_LIBRARIES = ("weasyprint", "pydyf", "fonttools", "tinycss2", "tinyhtml5", "cssselect2", "pyphen")
_SYSTEM_LIBRARIES = (
    (
        "pango_version",
        ("libpango-1.0.so.0", "libpango-1.0-0.dll", "libpango-1.0.0.dylib", "libpango-1.0.dylib"),
    ),
    ("hb_version_string", ("libharfbuzz.so.0", "libharfbuzz-0.dll", "libharfbuzz.0.dylib")),
)
"""Functions that say the version of a library that shapes lines, and the names that it goes by."""


def book_store() -> Store | None:
    """Where set books are kept; None where the user has no cache."""
    folder = cache_folder("books")
    return None if folder is None else Store(folder, ".pdf", _BOUNDS)


def usual_jobs() -> int:
    """As many children as there are processors that we may use, but not many."""
    if hasattr(os, "sched_getaffinity"):
        return max(1, min(4, len(os.sched_getaffinity(0))))
    return max(1, min(4, os.cpu_count() or 1))


def _ignore(begun: int, done: int, page: int) -> None:
    """Tell nobody."""


class Press:
    """Sets books in child processes that can be killed; as a context it ends them all."""

    def __init__(
        self,
        limits: Limits | None = None,
        *,
        jobs: int = 1,
        store: Store | None = None,
        tell: Callable[[int, int, int], None] = _ignore,
    ) -> None:
        """A press; ``tell`` hears how many books there are by now, how many are set, which page."""
        self.limits = limits or Limits()
        # On Windows nobody can wait for several streams.
        self._jobs = 1 if sys.platform == "win32" else max(1, min(jobs, _MOST_JOBS))
        self._store = store
        self._tell = tell
        self._seconds = self.limits.wall_seconds
        self._programs = b""
        self._children: list[RendererProcess] = []
        self._at: dict[RendererProcess, str] = {}
        self._waiting: dict[str, bytes] = {}
        self._early: dict[str, bytes | RenderFailure] = {}
        """What became of books that nobody has asked for yet."""
        self._stack = ExitStack()
        self._scratch: Path | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for child in self._children:
            child.end()
        self._stack.close()

    def warm(self) -> None:
        """Start children ahead of their first books; what the machine refuses then, `set` says.

        There is a book for each of the two: a quest has several.
        """
        with suppress(RefusedError), _refusals_told():
            while len(self._children) < min(2, self._jobs):
                self._start()

    def bound(self, seconds: float) -> None:
        """Let no book that is begun from now on take more seconds on the wall than these."""
        self._seconds = min(self._seconds, seconds)

    @property
    def is_hungry(self) -> bool:
        """Whether so little waits to be set that a child may soon have nothing to do."""
        return sys.platform != "win32" and len(self._waiting) < 2 * self._jobs

    def begin(self, source: BookSource) -> None:
        """Have a book set ahead, as soon as a child is free; `set` says what becomes of it.

        Nobody waits for it, so whoever begins books has to `look` now and then.
        """
        if sys.platform == "win32":
            return  # there nobody can look at a child without waiting for it
        data = job_data(source)
        key = self.key(data)
        if key in self._early or key in self._waiting or key in self._at.values():
            return
        if (kept := self.kept(key)) is not None:
            self._early[key] = kept
            return
        self._waiting[key] = data
        self.look()

    def look(self) -> None:
        """Hear what children have done ahead, and give them what waits; this takes no time.

        Raises RefusedError where the machine gives no memory for what they have done.
        """
        with _refusals_told():
            while self._at and (speaking := self._speaking(0.0)):
                self._hear(speaking)
        if any(isinstance(result, RenderFailure) for result in self._early.values()):
            self._waiting.clear()
        self._feed()

    def _feed(self) -> None:
        """Give children that are free what waits; what the machine refuses then, `set` says."""
        with suppress(RefusedError), _refusals_told():
            while self._waiting:
                key, data = next(iter(self._waiting.items()))
                if (child := self._free_child(data)) is None:
                    break
                del self._waiting[key]
                self._give(child, key, data)

    def set(self, sources: Iterable[BookSource]) -> list[bytes | RenderFailure]:
        """Set books; a source is asked for when there is time to look at it.

        They come before what was begun ahead and waits. Raises RefusedError where the machine gives
        no place, no process or no memory for it.
        """
        with _refusals_told():
            books = _Books()
            for source in sources:
                self._offer(books, job_data(source))
            while not books.are_done():
                self._feed()
                self._listen(books)
            return books.in_order()

    def _offer(self, books: _Books, data: bytes) -> None:
        """Find a book among those that were set, or have a child set it as soon as one is free."""
        key = self.key(data)
        self._waiting.pop(key, None)
        if books.add(key) or books.why_none() is not None:
            return
        # Whoever wrote into the cache: a book from there holds no more than one that we set.
        if (known := self._early.pop(key, None) or self.kept(key)) is not None:
            books.results[key] = known
            self._tell(*books.step())
            return
        if key not in self._at.values():
            while (child := self._free_child(data)) is None:
                self._listen(books)
                if books.why_none() is not None:
                    return
            self._give(child, key, data)
        self._tell(*books.step())

    def _give(self, child: RendererProcess, key: str, data: bytes) -> None:
        """Have a child that is free set a book; one that it cannot be given to is ended."""
        try:
            child.begin(data, self._seconds)
        except OSError:
            child.end()
            self._children.remove(child)
            raise
        self._at[child] = key

    def _free_child(self, data: bytes) -> RendererProcess | None:
        """A child that may begin with a book now, an earlier or a new one; None if all are busy."""
        idle = [child for child in self._children if not child.is_busy]
        for child in idle:
            if child.is_usable and child.has_room_for(data):
                return child
        is_full = len(self._children) >= self._jobs
        for child in sorted(idle, key=lambda child: child.is_usable):
            if is_full or not child.is_usable:
                child.end()
                self._children.remove(child)
                is_full = False
        return None if is_full else self._start()

    def _start(self) -> RendererProcess:
        with signals_held():
            if self._scratch is None:
                self._scratch = Path(self._stack.enter_context(_scratch_folder()))
            self._children.append(RendererProcess(self._scratch, self.limits))
        return self._children[-1]

    def _listen(self, books: _Books) -> None:
        """Wait until a child says something, and note it."""
        pages = self._hear(self._speaking())
        books.take(self._early)
        for page in pages:
            self._tell(*books.step(page))

    def _hear(self, speaking: list[RendererProcess]) -> list[int]:
        """Note what children say; of each reply the page that it has come to, 0 at its end."""
        pages = []
        for child in speaking:
            for reply in child.replies():
                pages.append(reply.page if reply.result is None else 0)
                if reply.result is None:
                    continue
                key = self._at.pop(child)
                self._early[key] = result = _checked(reply.result)
                if isinstance(result, bytes):
                    self.keep(key, result)
        return pages

    def _speaking(self, wait: float | None = None) -> list[RendererProcess]:
        """The children that have said something, or have no time left."""
        busy = list(self._at)
        if sys.platform == "win32":
            return busy
        seconds = min(child.seconds_left() for child in busy) if wait is None else wait
        speaking: list[RendererProcess] = select.select(busy, [], [], seconds)[0]
        return speaking or [child for child in busy if child.seconds_left() <= 0]

    def kept(self, key: str) -> bytes | None:
        """The PDF that is kept under a key; None if there is none, or one that no book may be."""
        kept = self._store.recall(key) if self._store is not None else None
        return None if kept is None or forbidden_parts(kept) else kept

    def keep(self, key: str, pdf: bytes) -> None:
        """Keep a PDF under a key."""
        if self._store is not None:
            self._store.keep(key, pdf)

    def key_of_parts(self, parts: Iterable[bytes]) -> str:
        """The key under which a PDF is kept that is made of others, by all that it depends on."""
        return self.key(key_of(parts).encode())

    def key_of(self, source: BookSource) -> str:
        """The key under which the PDF of a source is kept."""
        return self.key(job_data(source))

    def key(self, data: bytes) -> str:
        """The key of what is set from some data; it changes with the programs that set it."""
        self._programs = self._programs or _programs()
        return key_of((self._programs, data))


class _Books:
    """What became of some books, by their keys."""

    def __init__(self) -> None:
        self.results: dict[str, bytes | RenderFailure] = {}
        self._keys: list[str] = []

    def add(self, key: str) -> bool:
        """Take another book; whether an earlier one is the same, so that it is set once."""
        is_same = key in self._keys
        self._keys.append(key)
        return is_same

    def take(self, results: dict[str, bytes | RenderFailure]) -> None:
        """Take those results that are of its books."""
        for key in [*results]:
            if key in self._keys:
                self.results[key] = results.pop(key)

    def why_none(self) -> RenderFailure | None:
        """Why no book can be set at all; None while one may be."""
        for result in self.results.values():
            if isinstance(result, RenderFailure) and result.reason is RenderReason.MISSING_LIBRARY:
                return result
        return None

    def are_done(self) -> bool:
        """Whether it is known of each what became of it."""
        return self.why_none() is not None or all(key in self.results for key in self._keys)

    def step(self, page: int = 0) -> tuple[int, int, int]:
        """How many there are by now, how many are done, and the page that was begun last."""
        return len(self._keys), len(self.results), page

    def in_order(self) -> list[bytes | RenderFailure]:
        """The result of each; all have one, unless none can be set at all."""
        hopeless = self.why_none()
        found = []
        for key in self._keys:
            result = self.results.get(key, hopeless)
            assert result is not None
            found.append(result)
        return found


def _checked(result: bytes | RenderFailure) -> bytes | RenderFailure:
    if isinstance(result, bytes) and (found := forbidden_parts(result)):
        return RenderFailure(RenderReason.DENIED, f"the PDF would hold {found}")
    return result


@contextmanager
def _refusals_told() -> Iterator[None]:
    """Say in words what the machine refuses; raises RefusedError."""
    try:
        yield
    except (OSError, RuntimeError) as error:
        refused = refusal(error)
        if refused is None:
            raise
        raise RefusedError(f"no book can be printed: {refused.why}", refused.help) from error


def _scratch_folder() -> tempfile.TemporaryDirectory[str]:
    """A folder for what goes to the children and back; raises RefusedError if there is no place."""
    try:
        return tempfile.TemporaryDirectory(prefix=SCRATCH, ignore_cleanup_errors=True)
    except OSError as error:
        why = error.strerror or "it cannot be written"
        raise RefusedError(
            f"there is no place for temporary files: {why[:1].lower()}{why[1:]}",
            "name a folder that can be written in the variable TMPDIR, or make room there; "
            "`--no-book` needs none",
        ) from error


@cache
def _programs() -> bytes:
    """All that a book's bytes depend on besides its source: our renderer, its libraries, fonts."""
    from importlib.metadata import PackageNotFoundError, version

    parts = [sys.version.encode()]
    for name in _LIBRARIES:
        try:
            parts.append(f"{name} {version(name)}".encode())
        except PackageNotFoundError:
            parts.append(name.encode())
    parts += (_system_version(asked, names) for asked, names in _SYSTEM_LIBRARIES)
    files = [
        *Path(__file__).absolute().parent.glob("*.py"),
        *(TEMPLATES_DIR / "fonts").rglob("*.*"),
    ]
    for path in sorted(files):
        parts += (path.name.encode(), path.read_bytes())
    return key_of(parts).encode()


def _system_version(asked: str, names: tuple[str, ...]) -> bytes:
    """What a library of the system says of its version; nothing if it is not found."""
    import ctypes

    for name in names:
        try:
            function = ctypes.CDLL(name)[asked]
        except (OSError, AttributeError):
            continue
        function.restype = ctypes.c_char_p if asked.endswith("string") else ctypes.c_int
        return f"{asked} {function()}".encode()
    return asked.encode()


def render_books(
    sources: Iterable[BookSource], limits: Limits | None = None
) -> list[bytes | RenderFailure]:
    """Render books in one child process; the results are in the order of the books."""
    with Press(limits) as press:
        return press.set(sources)


def render_book(source: BookSource, limits: Limits | None = None) -> bytes:
    """Render one book; raises RenderFailure."""
    (result,) = render_books([source], limits)
    if isinstance(result, RenderFailure):
        raise result
    return result
