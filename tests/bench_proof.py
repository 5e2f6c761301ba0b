"""Measure the proof: families of quests of growing size, shipped quests, and cold checks.

``make bench`` prints the figures, and ``make growth`` also writes them to the page of the
documentation that shows how the cost of a proof grows. Each quest is checked by a process of its
own, so that nothing is kept from one to the next; CPU time is counted and not what a clock says.
"""

from __future__ import annotations

import argparse
import os
import resource
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from scripts.growth import CSV, Figure, read, show, write  # noqa: E402
from support.families import FAMILIES  # noqa: E402

SECONDS = 60
"""The CPU time that a quest may take before it is given up."""
PAIRS = 15
"""How often a cold check and the import that it is held against are run, in turn."""
OVER = "over"


class Used(NamedTuple):
    """What a process has used, and what it said."""

    seconds: float
    megabytes: float
    said: str


def main() -> None:
    """Measure what is asked for, and print a line for each."""
    parser = argparse.ArgumentParser(prog="bench_proof", description=__doc__)
    parser.add_argument("--family", action="append", help="only this family; or several")
    parser.add_argument("--seconds", type=int, default=SECONDS, help="the most for a quest")
    parser.add_argument("--write", action="store_true", help="write them to the documentation")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        environment = _environment(Path(scratch))
        if not asked.family:
            _cold(environment)
        figures = _families(asked.family or [*FAMILIES], Path(scratch), environment, asked.seconds)
    if asked.write:
        kept = [figure for figure in read(CSV) if figure.family not in {f.family for f in figures}]
        order = [*FAMILIES]
        write(sorted([*kept, *figures], key=lambda f: (order.index(f.family), f.size)))
        show()


def _environment(scratch: Path) -> dict[str, str]:
    """As where the command has run before: modules are compiled, packs are cached."""
    given = {**os.environ, "PYTHONPATH": str(ROOT), "XDG_CACHE_HOME": str(scratch / "cache")}
    given.pop("PYTHONDONTWRITEBYTECODE", None)
    return given


def used(command: list[str], environment: dict[str, str], seconds: int = SECONDS) -> Used:
    """CPU seconds (user and system), peak memory and first line of a process."""

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))

    process = subprocess.Popen(
        command,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        preexec_fn=limit,  # noqa: PLW1509 - nothing here has threads
    )
    assert process.stdout is not None
    said = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode < 0:
        said = OVER
    return Used(usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, said)


def _check(path: Path) -> list[str]:
    return [
        sys.executable,
        "-m",
        "questwright.compiler.cli.main",
        "check",
        "--format=brief",
        str(path),
    ]


def _cold(environment: dict[str, str]) -> None:
    """Cold checks of the shipped quests, against a process that imports Lark and exits."""
    lark = [sys.executable, "-c", "import lark"]
    for path in sorted(ROOT.glob("content/quests/*/*.quest")):
        check = _check(path)
        used(check, environment), used(lark, environment)
        pairs = [(used(check, environment), used(lark, environment)) for _ in range(PAIRS)]
        ratio = statistics.median(ours.seconds / theirs.seconds for ours, theirs in pairs)
        spent = statistics.median(ours.seconds for ours, _ in pairs)
        print(
            f"cold check of {path.stem}: {spent * 1000:.0f} ms, {ratio:.2f} x `import lark`, "
            f"{max(ours.megabytes for ours, _ in pairs):.0f} MB",
            flush=True,
        )


def _families(
    names: list[str], scratch: Path, environment: dict[str, str], seconds: int
) -> list[Figure]:
    """Each family at each of its sizes, until one takes too long."""
    path = scratch / "grown.quest"
    figures = []
    for name in names:
        family = FAMILIES[name]
        for size in family.sizes:
            path.write_text(family.make(size), encoding="utf-8")
            command = [sys.executable, str(Path(__file__).with_name("bench_verdict.py")), str(path)]
            one = used(command, environment, seconds)
            said = one.said.strip()
            remark = "" if said == family.verdict else f" - EXPECTED {family.verdict}"
            print(
                f"{name}, {size} {family.what}: {said}{remark}, "
                f"{one.seconds:.2f} s, {one.megabytes:.0f} MB",
                flush=True,
            )
            figures.append(Figure(name, size, said, round(one.seconds, 2), round(one.megabytes)))
            if said == OVER:
                break
    return figures


if __name__ == "__main__":
    main()
