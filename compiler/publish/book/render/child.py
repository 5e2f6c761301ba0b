"""Start, use, time and end a renderer process, from the side of its parent.

Parent and child speak in lines of JSON over the child's standard streams; books and PDFs go through
files in a directory that the parent removes.
"""

from __future__ import annotations

import json
import os
import select
import signal
import subprocess
import sys
import tempfile
import threading
from base64 import b64encode
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, cast

from questwright.compiler.publish.book.render.source import RenderFailure, RenderReason

if TYPE_CHECKING:
    from collections.abc import Mapping

    from questwright.compiler.publish.book.render.source import BookSource, Limits

# The renderer's memory grows a little with each book.
_BOOKS_PER_CHILD = 40
_START_SECONDS = 30.0
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
)

# No font is configured: a book's fonts come with its style sheet.
_FONT_CONFIGURATION = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig><cachedir>fontconfig</cachedir></fontconfig>
"""

# The time for libraries that insist on one; the book's own dates are in its HTML.
_EPOCH = "315532800"


class RendererProcess:
    """A renderer process; while it `is_usable`, it can render another book."""

    def __init__(self, scratch: Path, limits: Limits) -> None:
        self._limits = limits
        self._scratch = Path(tempfile.mkdtemp(dir=scratch))
        self._done = 0
        self._busy = False
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
            )

    def _answer(self, seconds: float) -> bytes:
        """Return the next line of the child; empty where it has ended. Raises TimeoutError."""
        stream = self._process.stdout
        assert stream is not None
        if sys.platform == "win32":
            lines: list[bytes] = []
            reader = threading.Thread(target=lambda: lines.append(stream.readline()), daemon=True)
            reader.start()
            reader.join(seconds)
            if reader.is_alive():
                raise TimeoutError
            return lines[0]
        # No thread: where memory is short, one that cannot begin is waited for without an end.
        if not select.select([stream], [], [], seconds)[0]:
            raise TimeoutError
        return stream.readline()

    def render(self, source: BookSource) -> bytes:
        """Return a book's PDF; raises RenderFailure."""
        if self._done == 0:
            limits = self._limits
            self._ask(
                {
                    "memory": limits.memory,
                    "output": limits.output,
                    "cpu": limits.cpu_seconds,
                    "parent": os.getpid(),
                },
                _START_SECONDS,
            )
        self._done += 1
        self.is_usable = self._done < _BOOKS_PER_CHILD
        job, pdf = self._scratch / f"{self._done}.json", self._scratch / f"{self._done}.pdf"
        job.write_bytes(_job_data(source))
        self._ask({"job": job.name, "pdf": pdf.name}, self._limits.wall_seconds)
        content = pdf.read_bytes()
        job.unlink()
        pdf.unlink()
        return content

    def _ask(self, message: Mapping[str, str | int], seconds: float) -> None:
        stream = self._process.stdin
        assert stream is not None
        self._busy = True
        # If the child is gone, waiting for its answer finds that out and says why.
        with suppress(OSError):
            stream.write(json.dumps(message).encode() + b"\n")
            stream.flush()
        try:
            line = self._answer(seconds)
        except TimeoutError:
            self.end()
            detail = f"the book was not done within {seconds:g} seconds"
            raise RenderFailure(RenderReason.TIMEOUT, detail) from None
        if not line:
            raise self._post_mortem()
        self._busy = False
        reply = cast("dict[str, str]", json.loads(line))
        if "reason" in reply:
            reason = RenderReason(reply["reason"])
            self.is_usable = self.is_usable and reason in (
                RenderReason.WARNING,
                RenderReason.DENIED,
            )
            raise RenderFailure(reason, reply["detail"])

    def _post_mortem(self) -> RenderFailure:
        self.end()
        code = self._process.returncode
        lines = self._errors.read_bytes()[-2000:].decode("utf-8", "replace").strip().splitlines()
        # What the interpreter says last is what happened; before that it says where.
        stderr = lines[-1] if lines else ""
        if code == -getattr(signal, "SIGXCPU", 0):
            detail = f"the book took more than {self._limits.cpu_seconds} seconds of processor time"
            return RenderFailure(RenderReason.TIMEOUT, detail)
        if code == -getattr(signal, "SIGKILL", 0) or "alloc" in stderr or "MemoryError" in stderr:
            return RenderFailure(RenderReason.MEMORY, stderr or "the system ran out of memory")
        detail = f"the renderer ended with code {code}. {stderr}".strip()
        return RenderFailure(RenderReason.CRASH, detail)

    def end(self) -> None:
        """End the process: close the input of an idle one, kill the process group of a busy one."""
        self.is_usable = False
        if self._process.stdin is not None:
            with suppress(OSError):
                if not self._busy:
                    self._process.stdin.write(b"null\n")
                self._process.stdin.close()
        if not self._busy:
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(_GRACE_SECONDS)
        if self._process.returncode is None:
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


def _job_data(source: BookSource) -> bytes:
    assets = [
        [asset.name, asset.media_type, b64encode(asset.content).decode()] for asset in source.assets
    ]
    return json.dumps(
        {
            "html": source.html,
            "sheet": source.sheet,
            "is_for_screen": source.is_for_screen,
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
        "PYTHONDONTWRITEBYTECODE": "1",
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
