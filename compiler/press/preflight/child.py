"""The program of the process that opens a strange PDF: one PDF, and then it ends.

Takes a line of JSON on its standard input: the path of the PDF, the profile, and the limits.
Writes what it found as JSON to its standard output.
"""

from __future__ import annotations

import json
import sys
from typing import TypedDict

from questwright.compiler.press.preflight.look import look
from questwright.compiler.press.profile import decode_profile


class LookJob(TypedDict):
    """What the process is told."""

    path: str
    profile: str
    plain: str
    memory: int
    cpu: int


def main() -> None:
    """Look at the one PDF."""
    job: LookJob = json.loads(sys.stdin.readline())
    _limit(job)
    looked = look(job["path"], decode_profile(job["profile"], json.loads(job["plain"])))
    json.dump(looked, sys.stdout)
    sys.stdout.flush()


def _limit(job: LookJob) -> None:
    if sys.platform == "win32":
        return
    import resource

    for kind, value in (
        (resource.RLIMIT_AS, job["memory"]),
        (resource.RLIMIT_CPU, job["cpu"]),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_CORE, 0),
    ):
        _, hard = resource.getrlimit(kind)
        limit = value if hard == resource.RLIM_INFINITY else min(value, hard)
        resource.setrlimit(kind, (limit, limit))


if __name__ == "__main__":
    main()
