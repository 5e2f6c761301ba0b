"""Hold a PDF to a profile: start the process that looks at it, and make findings of its answer."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import TYPE_CHECKING, Final

from questwright.compiler import codes
from questwright.compiler.press.preflight.trouble import CODES, Looked, PagePlace, Trouble
from questwright.compiler.press.profile import MM, Colour
from questwright.dsl.diagnostics import Diagnostic, Label
from questwright.dsl.records import NamedTuple
from questwright.dsl.source import Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from questwright.compiler.press.profile import Profile
    from questwright.dsl.diagnostics import Code

MEMORY: Final = 2 << 30
CPU_SECONDS: Final = 120
"""What one PDF may take."""
BYTES: Final = 1 << 30
"""Bytes of a PDF that is looked at."""
_WALL_FACTOR: Final = 3
_ANSWER: Final = 64 << 20
_PASSED_ON: Final = (
    "PATH",
    "SYSTEMROOT",
    "LD_LIBRARY_PATH",
    "COVERAGE_PROCESS_START",
    "COVERAGE_PROCESS_CONFIG",
)


class Flight(NamedTuple):
    """What came of holding a PDF to a profile."""

    findings: tuple[Diagnostic, ...]
    places: Mapping[Label, Mapping[str, object]]
    """The page and the point of each place, as numbers, for programs."""
    summary: str
    """What the PDF is, in words."""


def preflight(path: Path, profile: Profile, shown: str = "") -> Flight:
    """Hold a PDF to a profile; findings name it as `shown`."""
    looked = _unread(path, profile) or _answer(path, profile)
    return flight_of(looked, profile, shown or str(path))


def flight_of(looked: Looked, profile: Profile, shown: str) -> Flight:
    """The findings about what was seen in a PDF."""
    troubles = [*looked.troubles, *([_unpromised(looked, profile)] if looked.pages else [])]
    findings = []
    places: dict[Label, Mapping[str, object]] = {}
    for trouble in troubles:
        labels = [Label(Span(shown, 0, 0), place.words) for place in trouble.places]
        places |= {
            label: {"page": place.page, "left_mm": place.left, "top_mm": place.top}
            for label, place in zip(labels, trouble.places, strict=True)
        }
        findings.append(
            Diagnostic(
                CODES[trouble.code],
                trouble.message,
                labels[0],
                tuple(labels[1:]),
                trouble.reason or None,
                trouble.help or None,
            )
        )
    return Flight(tuple(findings), places, _summary(looked, profile))


def _trouble(code: Code, message: str, reason: str = "", help_: str = "") -> Looked:
    return Looked((Trouble(code.id, message, (PagePlace(),), reason, help_),))


def _unread(path: Path, profile: Profile) -> Looked | None:
    """What keeps a file from being looked at at all."""
    try:
        if path.exists() and not path.is_file():
            return _trouble(codes.UNREADABLE_PDF, "this is not a regular file")
        size = path.stat().st_size
        with path.open("rb") as file:
            file.read(1)
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or "it cannot be read"
        return _trouble(codes.UNREADABLE_PDF, "this file cannot be read", why[:1].lower() + why[1:])
    limit = min(BYTES, profile.megabytes * 1_000_000 or BYTES)
    if size > limit:
        message = f"this file has {size:,} bytes, and may have {limit:,}"
        return _trouble(codes.GAVE_UP, message, help_="make its images smaller, or part it")
    return None


def _answer(path: Path, profile: Profile) -> Looked:
    """What the process says; or that it could not get to its end."""
    job = {
        "path": str(path.absolute()),
        "profile": profile.id,
        "plain": profile.plain,
        "memory": MEMORY,
        "cpu": CPU_SECONDS,
    }
    try:
        done = subprocess.run(
            [sys.executable, "-P", "-m", "questwright.compiler.press.preflight.child"],
            input=json.dumps(job).encode() + b"\n",
            capture_output=True,
            check=False,
            timeout=CPU_SECONDS * _WALL_FACTOR,
            env=_environment(),
        )
    except subprocess.TimeoutExpired:
        return _gave_up("it takes too long")
    if done.returncode or len(done.stdout) > _ANSWER:
        last = done.stderr[-400:].decode("utf-8", "replace").strip().splitlines()[-1:]
        return _gave_up(last[0] if last else f"the process ended with code {done.returncode}")
    troubles, pages, ink, unjudged = json.loads(done.stdout)
    return Looked(
        tuple(
            Trouble(code, message, tuple(PagePlace(*place) for place in places), reason, help_)
            for code, message, places, reason, help_ in troubles
        ),
        pages,
        ink,
        tuple(unjudged),
    )


def _gave_up(why: str) -> Looked:
    help_ = "make the PDF anew, or in parts: it is stranger than PDFs of print shops are"
    return _trouble(codes.GAVE_UP, "this PDF is not looked at to its end", why, help_)


def _environment() -> dict[str, str]:
    return {
        **{name: os.environ[name] for name in _PASSED_ON if name in os.environ},
        "PYTHONPATH": os.pathsep.join(entry for entry in sys.path if entry),
        "PYTHONHASHSEED": "0",
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONUTF8": "1",
    }


def _unpromised(looked: Looked, profile: Profile) -> Trouble:
    """What preflight cannot see: said each time, so that nobody takes silence for a promise."""
    return Trouble(
        codes.NOT_PROMISED.id,
        f"what `{profile.id}` asks for cannot all be seen in a PDF",
        (PagePlace(),),
        " ".join(_caveats(looked, profile)),
        "order one printed copy before many",
    )


def _caveats(looked: Looked, profile: Profile) -> Iterator[str]:
    if looked.unjudged:
        yield f"Not looked at: {', '.join(looked.unjudged)}."
    if profile.is_x1a:
        yield (
            "Not all that PDF/X-1a asks for is looked at, and no free program does. "
            "The output intent names a printing condition, and brings no colour profile."
        )
    if profile.colour is not Colour.SRGB:
        yield "Inks look different from a screen; only a proof of the press shows them."
    yield from profile.unpromised
    yield f"Where the figures come from: {profile.source}."


def _summary(looked: Looked, profile: Profile) -> str:
    """Pages, size, ink and spine, in words; empty where nothing was looked at."""
    if not looked.pages:
        return ""
    page = profile.page
    parts = [
        f"{looked.pages} page{'s' * (looked.pages != 1)}",
        f"{page.width / MM:.1f} by {page.height / MM:.1f} mm",
    ]
    if profile.ink:
        parts.append(f"{100 * looked.ink:.0f} % of ink at most")
    if profile.leaf:
        parts.append(f"a spine of about {profile.spine(looked.pages) / MM:.1f} mm")
    return ", ".join(parts)
