"""Start, use, time and end a renderer process, from the side of its parent.

Parent and child speak in lines of JSON over the child's standard streams; books and PDFs go through
files in a directory that the parent removes.
"""

from __future__ import annotations

import json
import math
import os
import select
import signal
import subprocess
import sys
import tempfile
import threading
import time
from base64 import b64encode
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, cast

from questwright.compiler.publish.book.render.source import RenderFailure, RenderReason
from questwright.dsl.records import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from questwright.compiler.publish.book.render.source import BookSource, Limits

# The renderer's memory grows a little with each book.
_BOOKS_PER_CHILD = 40
_LONG_BOOK = 3 << 19
"""Bytes of a source, some eighty pages, that take 230 MB: no earlier book may have left its own."""
_START_SECONDS = 300.0
_GRACE_SECONDS = 2.0

# Variables that the dynamic linker and a coverage measurement need; we set all others.
_PASSED_ON = (
    "PATH",
    "SYSTEMROOT",
    "LD_LIBRARY_PATH",
    "DYLD_FALLBACK_LIBRARY_PATH",
    "WEASYPRINT_DLL_DIRECTORIES",
    "COVERAGE_PROCESS_START",
    "COVERAGE_PROCESS_CONFIG",
    "PYTHONDONTWRITEBYTECODE",
)

# No font is configured: a book's fonts come with its style sheet.
_FONT_CONFIGURATION = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig><cachedir>fontconfig</cachedir></fontconfig>
"""

# The time for libraries that insist on one; the book's own dates are in its HTML.
_EPOCH = "315532800"


class Reply(NamedTuple):
    """What a renderer process says of the book that it is at: a page, or the end."""

    page: int = 0
    result: bytes | RenderFailure | None = None
    """The PDF, or why there is none; None while it is set."""


class RendererProcess:
    """A renderer process, from its start on; while it `is_usable`, it can render another book.

    Nobody waits for it to start: the first book may be given to it meanwhile.
    """

    def __init__(self, scratch: Path, limits: Limits) -> None:
        self._limits = limits
        self._scratch = Path(tempfile.mkdtemp(dir=scratch))
        self._done = 0
        self._page = 0
        self._seconds = self._until = math.inf
        self._has_started = False
        self._heard = b""
        self.is_busy = False
        self.is_usable = True
        self._errors = self._scratch / "stderr"
        with self._errors.open("wb") as errors:
            self._process = subprocess.Popen(
                [sys.executable, "-P", "-m", "questwright.compiler.publish.book.render.render"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                cwd=self._scratch,
                env=_environment(self._scratch),
                start_new_session=True,
                bufsize=0,
            )
        start = {
            "memory": limits.memory,
            "output": limits.output,
            "cpu": limits.cpu_seconds,
            "parent": os.getpid(),
        }
        self._tell(start)

    def fileno(self) -> int:
        """The stream of its replies, for those who wait for several."""
        assert self._process.stdout is not None
        return self._process.stdout.fileno()

    def has_room_for(self, job_data: bytes) -> bool:
        """Whether what earlier books have left in its memory leaves enough for another one."""
        return self._done == 0 or len(job_data) < _LONG_BOOK

    def begin(self, job_data: bytes, seconds: float) -> None:
        """Have it render a book within some seconds; `replies` tells what becomes of it."""
        self._done += 1
        self._page = 0
        self.is_busy = True
        self.is_usable = self._done < _BOOKS_PER_CHILD
        self._seconds = seconds
        self._until = time.monotonic() + seconds
        if not self._has_started:
            self._until += _START_SECONDS
        job = self._scratch / f"{self._done}.json"
        job.write_bytes(job_data)
        self._tell({"job": job.name, "pdf": f"{self._done}.pdf"})

    def seconds_left(self) -> float:
        """The seconds until its book is given up."""
        return max(0.0, self._until - time.monotonic())

    def replies(self) -> Iterator[Reply]:
        """What it has said by now; one that has no time left says that it failed."""
        try:
            heard = self._hear()
        except TimeoutError:
            self.end()
            detail = f"the book was not done within {self._seconds:.0f} seconds"
            yield self._failed(RenderReason.TIMEOUT, detail + self._place())
            return
        if not heard:
            yield self._post_mortem()
            return
        *lines, self._heard = (self._heard + heard).split(b"\n")
        for line in lines:
            reply = self._understood(cast("dict[str, str | int]", json.loads(line)))
            if reply is not None:
                yield reply

    def _understood(self, said: Mapping[str, str | int]) -> Reply | None:
        if "page" in said:
            self._page = int(said["page"])
            return Reply(self._page)
        if "reason" in said:
            reason = RenderReason(str(said["reason"]))
            self.is_usable = self.is_usable and reason in (
                RenderReason.WARNING,
                RenderReason.DENIED,
            )
            return self._failed(reason, str(said["detail"]))
        if not self._has_started:
            self._has_started = True
            self._until = time.monotonic() + self._seconds
            return None
        self.is_busy = False
        pdf = self._scratch / f"{self._done}.pdf"
        content = pdf.read_bytes()
        pdf.unlink()
        (self._scratch / f"{self._done}.json").unlink()
        return Reply(self._page, content)

    def _failed(self, reason: RenderReason, detail: str) -> Reply:
        self.is_busy = False
        return Reply(self._page, RenderFailure(reason, detail))

    def _hear(self) -> bytes:
        """What came over its stream; empty where it has ended. Raises TimeoutError."""
        seconds = self.seconds_left()
        stream = self.fileno()
        if sys.platform == "win32":
            parts: list[bytes] = []
            reader = threading.Thread(target=lambda: parts.append(os.read(stream, 4096)))
            reader.daemon = True
            reader.start()
            reader.join(seconds)
            if reader.is_alive():
                raise TimeoutError
            return parts[0]
        # No thread: where memory is short, one that cannot begin is waited for without an end.
        if not select.select([stream], [], [], seconds)[0]:
            raise TimeoutError
        return os.read(stream, 4096)

    def _tell(self, message: Mapping[str, str | int]) -> None:
        stream = self._process.stdin
        assert stream is not None
        # If the child is gone, waiting for its answer finds that out and says why.
        with suppress(OSError):
            stream.write(json.dumps(message).encode() + b"\n")
            stream.flush()

    def _place(self) -> str:
        return f"; it had come to page {self._page}" if self._page else ""

    def _post_mortem(self) -> Reply:
        self.is_busy = True  # so that nobody waits for it
        self.end()
        code = self._process.returncode
        lines = self._errors.read_bytes()[-2000:].decode("utf-8", "replace").strip().splitlines()
        # What the interpreter says last is what happened; before that it says where.
        stderr = lines[-1] if lines else ""
        if code == -getattr(signal, "SIGXCPU", 0):
            detail = f"the book took more than {self._limits.cpu_seconds} seconds of processor time"
            return self._failed(RenderReason.TIMEOUT, detail + self._place())
        if code == -getattr(signal, "SIGKILL", 0) or "alloc" in stderr or "MemoryError" in stderr:
            detail = stderr or "the system ran out of memory"
            return self._failed(RenderReason.MEMORY, detail + self._place())
        detail = f"the renderer ended with code {code}. {stderr}".strip()
        return self._failed(RenderReason.CRASH, detail)

    def end(self) -> None:
        """End the process: close the input of an idle one, kill the process group of a busy one."""
        self.is_usable = False
        if self._process.returncode is not None:
            return  # it was ended before
        is_idle = self._has_started and not self.is_busy
        if self._process.stdin is not None:
            with suppress(OSError):
                if is_idle:
                    self._process.stdin.write(b"null\n")
                self._process.stdin.close()
        if is_idle:
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(_GRACE_SECONDS)
        if self._process.poll() is None:
            _kill(self._process)
        if self._process.stdout is not None:
            self._process.stdout.close()


def _kill(process: subprocess.Popen[bytes]) -> None:
    if sys.platform == "win32":
        process.kill()
    else:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def job_data(source: BookSource) -> bytes:
    """Return a book as it is given to the child: all that its PDF is made from."""
    assets = [
        [asset.name, asset.media_type, b64encode(asset.content).decode()] for asset in source.assets
    ]
    return json.dumps(
        {
            "html": source.html,
            "sheets": source.sheets,
            "is_for_screen": source.is_for_screen,
            "name": source.name,
            "assets": assets,
        }
    ).encode()


def _environment(scratch: Path) -> dict[str, str]:
    configuration = scratch / "fonts.conf"
    configuration.write_text(_FONT_CONFIGURATION, encoding="utf-8", newline="\n")
    return {
        **{name: os.environ[name] for name in _PASSED_ON if name in os.environ},
        "PYTHONPATH": os.pathsep.join(entry for entry in sys.path if entry),
        "PYTHONHASHSEED": "0",
        "PYTHONUTF8": "1",
        "LC_ALL": "C.UTF-8",
        "TZ": "UTC",
        "HOME": str(scratch),
        "TMPDIR": str(scratch),
        "TEMP": str(scratch),
        "TMP": str(scratch),
        "XDG_CACHE_HOME": str(scratch),
        "FONTCONFIG_FILE": str(configuration),
        "SOURCE_DATE_EPOCH": _EPOCH,
    }
