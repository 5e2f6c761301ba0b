"""Measure the stages, as ratios and rates: `make bench`. Nothing here can fail a test."""

from __future__ import annotations

import os
import platform
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from support.generate import generate_quest  # noqa: E402

PAIRS = 15
MANY = 1_000
BOOKS = 4
BOUND = 12
ROUNDS = 3


def main() -> None:
    """Run every measurement and print a line for each."""
    print(f"Python {platform.python_version()}, {os.cpu_count()} cores, {platform.machine()}")
    print(f"ten million additions: {reference():.2f} s (read the figures below against it)")
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        bench_cold(folder)
        bench_many(folder)
        bench_campaign(folder)
        bench_dealt(folder)
        bench_books(folder)
        bench_bound(folder)


def reference() -> float:
    """Seconds that this machine takes now for a loop that never changes; shared ones drift."""
    began = time.perf_counter()
    total = 0
    for number in range(10_000_000):
        total += number
    return time.perf_counter() - began


def bench_cold(folder: Path) -> None:
    """A cold check of one real quest, against a process that imports Lark and exits."""
    quests = sorted(ROOT.glob("content/quests/*/*.quest"), key=lambda path: path.stat().st_size)
    quest = quests[len(quests) // 2]
    check = [sys.executable, "-m", "questwright.compiler.cli.main", "check", str(quest)]
    lark = [sys.executable, "-c", "import lark"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "XDG_CACHE_HOME": str(folder / "cache")}
    # As on a machine where the command has run before: compiled modules, a cached pack.
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    for command in (check, lark):
        subprocess.run(command, check=True, env=environment, stdout=subprocess.DEVNULL)
    ratios, walls, memory = [], [], 0
    for _ in range(PAIRS):
        ours, peak = timed(check, environment)
        theirs, _ = timed(lark, environment)
        ratios.append(ours / theirs)
        walls.append(ours)
        memory = max(memory, peak)
    print(
        f"cold check of {quest.name}: {statistics.median(ratios):.2f} x `import lark` "
        f"({statistics.median(walls) * 1000:.0f} ms, {memory / 1024:.0f} MB at most)"
    )


def timed(command: list[str], environment: dict[str, str]) -> tuple[float, int]:
    """Wall seconds and peak memory (kB) of a process."""
    began = time.perf_counter()
    process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{' '.join(command)} failed")
    return time.perf_counter() - began, usage.ru_maxrss


def anew(command: list[str], environment: dict[str, str]) -> float:
    """Wall seconds of a check of which nothing is kept but the packs."""
    shutil.rmtree(Path(environment["XDG_CACHE_HOME"], "questwright", "checks"), ignore_errors=True)
    return timed(command, environment)[0]


def bench_many(folder: Path) -> None:
    """A check of many generated quests in one process on one core."""
    few, many = folder / "few", folder / "many"
    for place, count in ((few, MANY // 10), (many, MANY)):
        place.mkdir()
        for seed in range(count):
            (place / f"made-{seed}.quest").write_text(generate_quest(seed), encoding="utf-8")
    lines = len(generate_quest(1).splitlines())
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "questwright.compiler.cli.main", "check", "-q"]
    _, small = timed([*command, str(few)], environment)
    rounds = [timed([*command, str(many)], environment) for _ in range(ROUNDS)]
    seconds = sorted(round_ for round_, _ in rounds)
    large = max(peak for _, peak in rounds)
    print(
        f"check of {MANY:,} quests of {lines} lines: {seconds[0]:.2f} s at best of {ROUNDS}, "
        f"{statistics.median(seconds):.2f} s in the middle, "
        f"{large / 1024:.0f} MB at most ({small / 1024:.0f} MB for a tenth of them)"
    )


def bench_campaign(folder: Path) -> None:
    """A check and a build, with its screen editions, of the longest campaign that is shipped."""
    campaigns = ROOT.glob("content/quests/*.quest")
    longest = max(campaigns, key=lambda path: path.read_text(encoding="utf-8").count("\ninclude "))
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "XDG_CACHE_HOME": str(folder / "cache")}
    main_ = [sys.executable, "-m", "questwright.compiler.cli.main"]
    check = [*main_, "check", "-q", str(longest)]
    timed(check, environment)
    checks = sorted(anew(check, environment) for _ in range(ROUNDS))
    again, _ = timed(check, environment)
    out = ["build", str(longest), "--out", str(folder / "campaign")]
    seconds, peak = timed([*main_, *out], environment)
    print(
        f"campaign {longest.name}: check {checks[0]:.2f} s at best of {ROUNDS}, "
        f"{again:.2f} s again where nothing has changed, "
        f"build with PDF {seconds:.1f} s ({peak / 1024:.0f} MB)"
    )


def bench_dealt(folder: Path) -> None:
    """A check and a build, with its screen editions, of all quests whose board is dealt."""
    quests = [
        str(path)
        for path in sorted(ROOT.glob("content/quests/*/*.quest"))
        if "\n  deck {" in path.read_text(encoding="utf-8")
    ]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "XDG_CACHE_HOME": str(folder / "cache")}
    main_ = [sys.executable, "-m", "questwright.compiler.cli.main"]
    check = [*main_, "check", "-q", *quests]
    checks = sorted(anew(check, environment) for _ in range(ROUNDS))
    out = ["build", *quests, "--out", str(folder / "dealt")]
    seconds, peak = timed([*main_, *out], environment)
    print(
        f"{len(quests)} quests with a dealt board: check {checks[0]:.2f} s at best of {ROUNDS}, "
        f"build with PDF {seconds:.1f} s ({peak / 1024:.0f} MB)"
    )


def bench_books(folder: Path) -> None:
    """Pages a second on one core, after the renderer has started."""
    from questwright.compiler.cli.check import Reporter
    from questwright.compiler.cli.publish import compile_all
    from questwright.compiler.publish.book.book import compose_book
    from questwright.compiler.publish.book.render.html import book_source
    from questwright.compiler.publish.book.render.press import render_books
    from questwright.compiler.runs import publications

    del folder
    paths = [str(path) for path in sorted(ROOT.glob("content/quests/*/*.quest"))]
    results, _ = compile_all(paths, uses_cache=True, reporter=Reporter("text"))
    ready = publications(results)
    for one in ready:
        book_source(compose_book([one]))  # templates are read once: that is start-up
    began = time.perf_counter()
    sources = [book_source(compose_book([one])) for one in ready]
    composed = time.perf_counter() - began
    began = time.perf_counter()
    first = render_books(sources[:1])
    start = time.perf_counter() - began
    rates = []
    for _ in range(ROUNDS):
        began = time.perf_counter()
        books = render_books(sources[:1] + sources * BOOKS)
        seconds = time.perf_counter() - began - start
        pages = sum(_pages(book) for book in books[1:])
        rates.append(pages / (seconds + composed * BOOKS))
    used = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    print(
        f"build with PDF: {max(rates):.1f} pages a second after start-up at best of {ROUNDS}, "
        f"{statistics.median(rates):.1f} in the middle ({pages} pages; start-up and first book "
        f"{start:.2f} s, {used / 1024:.0f} MB)"
    )
    del first


def bench_bound(folder: Path) -> None:
    """A bound book, made anew and after a change of one quest, in seconds of processor time."""
    quests = folder / "bound"
    quests.mkdir()
    for number in range(BOUND):
        (quests / f"quest-{number:02}.quest").write_text(generate_quest(number), encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "XDG_CACHE_HOME": str(folder / "bound-c")}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    command = [sys.executable, "-m", "questwright.compiler.cli.main", "build", str(quests)]
    command += ["--bind", "Bound", "--out", str(folder / "out")]
    figures = []
    for _ in range(2):
        began = resource.getrusage(resource.RUSAGE_CHILDREN)
        wall, _ = timed(command, environment)
        done = resource.getrusage(resource.RUSAGE_CHILDREN)
        used = done.ru_utime + done.ru_stime - began.ru_utime - began.ru_stime
        figures.append(f"{used:.1f} s of processor time, {wall:.1f} s")
        changed = quests / f"quest-{BOUND // 2:02}.quest"
        text = changed.read_text(encoding="utf-8")
        changed.write_text(
            text.replace('story """', 'story """\n  Once more.', 1), encoding="utf-8"
        )
    print(f"{BOUND} quests bound: {figures[0]} anew; {figures[1]} after a change of one")


def _pages(book: object) -> int:
    import pypdfium2

    assert isinstance(book, bytes), book
    return len(pypdfium2.PdfDocument(book))


if __name__ == "__main__":
    main()
