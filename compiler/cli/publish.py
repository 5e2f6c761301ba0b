"""Quests compiled and ready to be published; shared by the commands that publish."""

from __future__ import annotations

import gc

from questwright.compiler.cli.check import Teller, collect_garbage
from questwright.compiler.pipeline import Result
from questwright.compiler.project import find_quests
from questwright.compiler.proof.budget import USUAL, Budget
from questwright.compiler.runs import compile_files, new_compiler


def compile_all(
    paths: list[str], *, uses_cache: bool, teller: Teller, budget: Budget = USUAL
) -> tuple[list[Result], bool]:
    """Compile every quest that arguments mean, saying what is found; False where any fails."""
    found, complaints = find_quests(paths)
    teller.findings(complaints, {})
    results = []
    good = not complaints
    for file in compile_files(found, new_compiler(uses_cache=uses_cache, budget=budget)):
        if not gc.isenabled():
            collect_garbage()
        teller.findings(file.findings, file.result.sources)
        good = good and not file.has_errors
        results.append(file.result)
    return results, good
