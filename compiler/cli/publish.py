"""Compiles quests for the commands that publish, and makes publications of them."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING

from questwright.compiler.cli.check import Reporter, collect_garbage
from questwright.compiler.model.publication import Publication
from questwright.compiler.pipeline import Result
from questwright.compiler.project import find_quests
from questwright.compiler.report.progress import Progress
from questwright.compiler.runs import compile_files, late_findings, new_compiler, publications
from questwright.compiler.verdict.budget import USUAL, Budget

if TYPE_CHECKING:
    from questwright.compiler.cli.translate import BuildLanguage
    from questwright.compiler.lots import Lot


def compile_all(
    paths: list[str],
    *,
    uses_cache: bool,
    reporter: Reporter,
    budget: Budget = USUAL,
    proves: bool = True,
    taken: Mapping[str, str] | None = None,
    translated: BuildLanguage | None = None,
    lots: Iterable[Lot] = (),
    then: Callable[[Result], None] | None = None,
) -> tuple[list[Result], bool]:
    """Compile the quests at some paths and print their findings; False if there is an error.

    ``then`` is told of what each file compiles to, as long as there is no error.
    """
    found, complaints = find_quests(paths)
    reporter.findings(complaints, {})
    results = []
    good = not complaints
    progress = Progress("quests", len(found))
    source = translated.source if translated is not None else None
    compiler = new_compiler(uses_cache=uses_cache, budget=budget, proves=proves, texts=source)
    for file in compile_files(found, compiler, progress.begin, taken, lots):
        progress.clear()
        if not gc.isenabled():
            collect_garbage()
        reporter.findings(file.findings, file.result.sources)
        reporter.compiled(file.result, is_clean=not file.findings)
        good = good and not file.has_errors
        results.append(file.result)
        if good and then is not None:
            then(file.result)
    if source is not None:
        reporter.findings(source.findings, source.sources)
        good = good and not any(finding.severity == "error" for finding in source.findings)
    return results, good


def published(
    results: list[Result],
    reporter: Reporter,
    *,
    tells_each: bool = True,
    known: Mapping[str, Publication] | None = None,
    then: Callable[[Publication], None] | None = None,
) -> tuple[list[Publication], bool]:
    """The quests as publishers take them; prints what was found late, False if that is an error.

    ``known`` and ``then`` are as `publications` has them.
    """
    ready = publications(results, tells_each=tells_each, known=known, then=then)
    late = late_findings(ready, results)
    sources = {path: source for result in results for path, source in result.sources.items()}
    reporter.findings(late, sources)
    return ready, not late
