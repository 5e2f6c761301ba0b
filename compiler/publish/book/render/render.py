"""Render books to PDF: the program of a child process that can be killed, several books to a child.

Takes lines that name a job, and answers each with lines: the pages as they are begun, then the end.

The time of the renderer's layout is not bounded, and by default the renderer reads every address.
So it runs in a process and a process group of its own, under limits, with our own environment and
font configuration, and can read only a book's assets and the bundled fonts. No other module imports
the renderer.
"""

from __future__ import annotations

import gc
import json
import logging
import os
import shutil
import sys
import threading
import time
from base64 import b64decode
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn, TypedDict, cast

from questwright.compiler.assets import TEMPLATES_DIR
from questwright.compiler.machine import is_short_of_memory
from questwright.compiler.publish.book.render.gathering_sheets import NUMBERED, NUMBERS
from questwright.compiler.publish.book.render.markup import joined_sheets, read_quicker
from questwright.compiler.publish.book.render.press import SCRATCH
from questwright.compiler.publish.book.render.quicker import draw_quicker, loaded_by_name
from questwright.compiler.publish.book.render.references import set_references_once
from questwright.compiler.publish.book.render.rhythm import keep_rhythm
from questwright.compiler.publish.book.render.screen import PRINT_OPTIONS, screen_options
from questwright.compiler.publish.book.render.source import RenderReason
from questwright.compiler.publish.book.render.styles import style_quicker
from questwright.compiler.publish.book.render.tags import tag_less
from questwright.compiler.publish.book.render.words import shape_once

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TextIO

    from weasyprint import CSS
    from weasyprint.text.fonts import FontConfiguration
    from weasyprint.urls import URLFetcherResponse


_PARENT_GRACE = 50
"""How long, in hundredths of a second, the child waits for a parent that hung up to end."""

_MOST_GARBAGE = 300_000
"""Objects that a child leaves uncollected: what some sixty pages make, in about 30 megabytes."""

_PANGO = (
    "the renderer needs Pango: on Debian and Ubuntu "
    "`apt-get install libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0`"
)


class _Start(TypedDict):
    memory: int
    output: int
    cpu: int
    parent: int


class _Job(TypedDict):
    job: str
    pdf: str


class _Packed(TypedDict):
    html: str
    sheets: list[str]
    is_for_screen: bool
    name: str
    assets: list[tuple[str, str, str]]


class _AssetFetcher:
    """Gives the renderer a book's assets and the bundled fonts; any other address is an error."""

    _fail_on_errors = True  # the renderer asks its fetchers for it

    def __init__(self, assets: list[tuple[str, str, str]]) -> None:
        self.denied: list[str] = []
        self._assets = {f"asset:{name}": (kind, content) for name, kind, content in assets}

    def __call__(self, url: str) -> URLFetcherResponse:
        from weasyprint.urls import FatalURLFetchingError, URLFetcherResponse

        if url in self._assets:
            kind, content = self._assets[url]
            return URLFetcherResponse(url, b64decode(content), {"Content-Type": kind})
        fonts = TEMPLATES_DIR / "fonts"
        for file in fonts.glob("*/*.woff2"):
            name = f"{file.parent.name}/{file.name}"
            if url == f"font:{name}":
                return URLFetcherResponse(url, _unpacked(file), {"Content-Type": "font/ttf"})
            if url == f"{NUMBERS}:{name}":
                return URLFetcherResponse(url, _nameless(file), {"Content-Type": "font/ttf"})
        self.denied.append(url[:200])
        raise FatalURLFetchingError(url)


def _unpacked(file: Path) -> bytes:
    """The bytes of a face: unpacked ones, which load four times as fast, where we ship them."""
    ready = file.with_suffix(".ttf")
    return (ready if ready.is_file() else file).read_bytes()


def _nameless(file: Path) -> bytes:
    """The bytes of a face that goes by the name of its style sheet alone.

    The renderer finds a face by the names in its file as well, and so would take it for the one
    that it is a copy of.
    """
    content = _unpacked(file)
    for family in NUMBERED:
        for encoding in ("utf-16-be", "ascii"):
            content = content.replace(family.encode(encoding), family[::-1].encode(encoding))
    return content


class _PageLog(logging.Handler):
    """Tells which page the renderer begins to lay out."""

    def __init__(self, tell: Callable[[int], None]) -> None:
        super().__init__(logging.INFO)
        self._tell = tell

    def emit(self, record: logging.LogRecord) -> None:
        if " - Page " in str(record.msg) and isinstance(record.args, tuple):
            self._tell(int(str(record.args[0])))


class _WarningLog(logging.Handler):
    """Collects the renderer's warnings."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.messages: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.messages.append(record.getMessage())


class _Renderer:
    """Renders books one after the other; fonts and parsed style sheets are kept between them."""

    def __init__(self, fonts: FontConfiguration, tell_page: Callable[[int], None]) -> None:
        self._fonts = fonts
        self._sheets: dict[str, CSS] = {}
        self._joined: dict[tuple[str, ...], CSS] = {}
        self._warnings = _WarningLog()
        logging.getLogger("weasyprint").addHandler(self._warnings)
        progress = logging.getLogger("weasyprint.progress")
        progress.setLevel(logging.INFO)
        progress.propagate = False
        progress.addHandler(_PageLog(tell_page))

    def render(self, job: _Job) -> tuple[RenderReason | None, str]:
        """Write a book's PDF to its file; return None, or the reason and a detail."""
        from weasyprint.urls import FatalURLFetchingError

        book = cast("_Packed", json.loads(Path(job["job"]).read_bytes()))
        self._warnings.messages.clear()
        fetcher = _AssetFetcher(book["assets"])
        # Layout makes much garbage with few cycles: it is collected between books, if ever.
        gc.disable()
        try:
            Path(job["pdf"]).write_bytes(self._pdf(book, fetcher))
        except FatalURLFetchingError:
            pass
        except MemoryError:
            raise
        except Exception as error:  # noqa: BLE001 - the renderer raises whatever its depths raise
            return RenderReason.CRASH, f"{type(error).__name__}: {error}"[:2000]
        finally:
            if gc.get_count()[0] > _MOST_GARBAGE:
                gc.collect()
        # Some parts of the renderer swallow the fetcher's errors, so they are checked here.
        if fetcher.denied:
            return RenderReason.DENIED, f"a book may not read {', '.join(fetcher.denied)}"
        if messages := self._warnings.messages:
            return RenderReason.WARNING, "; ".join(messages)[:2000]
        return None, ""

    def _pdf(self, book: _Packed, fetcher: _AssetFetcher) -> bytes:
        from weasyprint import HTML

        html = HTML(string=book["html"], base_url=None, url_fetcher=fetcher)
        if book["sheets"]:
            # A book is styled by its own sheet alone. Without this hook the renderer would apply
            # its own sheet first: the book would look the same, but take longer.
            html._ua_stylesheets = lambda _forms=None: []  # noqa: SLF001 - there is no other way
        sheets = [self._style((*book["sheets"],), fetcher)] if book["sheets"] else []
        options = screen_options(book["name"]) if book["is_for_screen"] else PRINT_OPTIONS
        pdf: bytes = html.write_pdf(stylesheets=sheets, font_config=self._fonts, **options)
        return pdf

    def _style(self, texts: tuple[str, ...], fetcher: _AssetFetcher) -> CSS:
        """Sheets as one, so that each element is looked up once and not in each of them."""
        if texts in self._joined:
            return self._joined[texts]
        style: CSS = joined_sheets([self._sheet(text, fetcher) for text in texts])
        if all(text in self._sheets for text in texts):
            self._joined[texts] = style
        return style

    def _sheet(self, text: str, fetcher: _AssetFetcher) -> CSS:
        from weasyprint import CSS

        if text in self._sheets:
            return self._sheets[text]
        sheet = CSS(string=text, base_url=None, url_fetcher=fetcher, font_config=self._fonts)
        # A sheet with warnings is not kept: parsed again, it fails every book that has it.
        if not self._warnings.messages and not fetcher.denied:
            self._sheets[text] = sheet
        return sheet


def main() -> None:
    """Render books until the parent closes the input."""
    # Output of libraries must not get between our lines.
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    start = cast("_Start", json.loads(sys.stdin.readline()))
    threading.Thread(target=_leave_with, args=(start["parent"],), daemon=True).start()
    _limit(start)
    with suppress(BrokenPipeError):
        if _rendered_all(start, answers):
            return
    for _ in range(_PARENT_GRACE):
        # The streams of a killed parent close a moment before the parent is gone.
        if os.getppid() != start["parent"]:
            _clear_up()
        time.sleep(0.01)


def _rendered_all(start: _Start, answers: TextIO) -> bool:
    """Render books; whether the parent has said that there are no more, or can have none."""
    try:
        with loaded_by_name():
            from weasyprint.text.fonts import FontConfiguration
    except (OSError, ImportError) as error:
        if is_short_of_memory(error):
            _reply(answers, RenderReason.MEMORY, f"the renderer cannot be loaded ({error})")
        else:
            _reply(answers, RenderReason.MISSING_LIBRARY, f"{_PANGO} ({error})")
        return True

    def tell_page(page: int) -> None:
        answers.write(f'{{"page": {page}}}\n')
        answers.flush()

    read_quicker()
    set_references_once()
    draw_quicker()
    style_quicker()
    shape_once()
    tag_less()
    keep_rhythm()
    renderer = _Renderer(FontConfiguration(), tell_page)
    gc.collect()
    gc.freeze()
    _reply(answers)
    for line in sys.stdin:
        job = cast("_Job | None", json.loads(line))
        if job is None:
            return True  # the parent has no more books
        _limit_time(start["cpu"])
        try:
            reason, detail = renderer.render(job)
        except MemoryError:
            reason, detail = RenderReason.MEMORY, f"the book took {start['memory'] >> 20} MB"
        _reply(answers, reason, detail)
    return False


def _reply(answers: TextIO, reason: RenderReason | None = None, detail: str = "") -> None:
    message = {} if reason is None else {"reason": reason.value, "detail": detail}
    answers.write(json.dumps(message) + "\n")
    answers.flush()


def _limit(start: _Start) -> None:
    if sys.platform == "win32":
        return
    import resource

    for kind, value in (
        (resource.RLIMIT_AS, start["memory"]),
        (resource.RLIMIT_FSIZE, start["output"]),
        (resource.RLIMIT_CORE, 0),
    ):
        # Whoever started us may have set a lower limit, which stays.
        _, hard = resource.getrlimit(kind)
        limit = value if hard == resource.RLIM_INFINITY else min(value, hard)
        resource.setrlimit(kind, (limit, limit))


def _limit_time(seconds: int) -> None:
    if sys.platform == "win32":
        return
    import resource

    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    resource.setrlimit(resource.RLIMIT_CPU, (int(time.process_time()) + seconds + 1, hard))


def _leave_with(parent: int) -> None:
    # A killed parent cannot end its child or remove its files, so the child does both.
    while os.getppid() == parent:
        time.sleep(0.5)
    _clear_up()


def _clear_up() -> NoReturn:
    scratch = Path.cwd().parent
    if scratch.name.startswith(SCRATCH):
        shutil.rmtree(scratch, ignore_errors=True)
    os._exit(1)


if __name__ == "__main__":
    main()
    if "COVERAGE_PROCESS_START" not in os.environ and "COVERAGE_PROCESS_CONFIG" not in os.environ:
        # To free all that was laid out, piece by piece, takes longer than a page.
        os._exit(0)
