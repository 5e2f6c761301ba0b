"""Quests compiled and ready to be published; shared by the commands that publish."""

from __future__ import annotations

from compiler.cli.check import Teller, new_compiler, same_ids
from compiler.model.publication import Publication
from compiler.pipeline import Result
from compiler.project import find_quests


def compile_all(paths: list[str], *, uses_cache: bool, teller: Teller) -> tuple[list[Result], bool]:
    """Compile every quest that arguments mean, saying what is found; False where any fails."""
    found, complaints = find_quests(paths)
    teller.findings(complaints, {})
    compiler = new_compiler(uses_cache=uses_cache)
    ids: dict[str, str] = {}
    results = []
    good = not complaints
    for path in found:
        result = compiler.compile(path)
        every = (*result.findings, *same_ids(result, ids))
        teller.findings(every, result.sources)
        good = good and not any(one.severity == "error" for one in every)
        results.append(result)
    return results, good


def publications(results: list[Result]) -> list[Publication]:
    """The quests of some files, as publishers take them."""
    return [
        Publication(
            quest=one.quest,
            system=one.system,
            verdict=one.proof.verdict(),
            sources=result.sources,
            findings=one.findings,
        )
        for result in results
        for one in result.quests
        if one.quest is not None and one.system is not None and one.proof is not None
    ]
