"""Quests compiled and ready to be published; shared by the commands that publish."""

from __future__ import annotations

import gc

from questwright.compiler.cli.check import (
    Teller,
    collect_garbage,
    new_compiler,
    own_findings,
    same_ids,
)
from questwright.compiler.model.publication import CampaignPublication, Publication
from questwright.compiler.pipeline import Result
from questwright.compiler.project import find_quests
from questwright.compiler.proof.budget import USUAL, Budget


def compile_all(
    paths: list[str], *, uses_cache: bool, teller: Teller, budget: Budget = USUAL
) -> tuple[list[Result], bool]:
    """Compile every quest that arguments mean, saying what is found; False where any fails."""
    found, complaints = find_quests(paths)
    teller.findings(complaints, {})
    compiler = new_compiler(uses_cache=uses_cache, budget=budget)
    ids: dict[str, str] = {}
    results = []
    good = not complaints
    elsewhere = frozenset(found)
    for path in found:
        result = compiler.compile(path)
        if not gc.isenabled():
            collect_garbage()
        every = (*own_findings(result, elsewhere), *same_ids(result, ids))
        teller.findings(every, result.sources)
        good = good and not any(one.severity == "error" for one in every)
        results.append(result)
    return results, good


def publications(results: list[Result]) -> list[Publication]:
    """The quests of some files, as publishers take them; a quest that two files have, once."""
    found: dict[str, Publication] = {}
    for result in results:
        for one in result.quests:
            if one.quest is None or one.system is None or one.proof is None or one.id in found:
                continue
            found[one.id] = Publication(
                quest=one.quest,
                system=one.system,
                verdict=one.proof.verdict(),
                sources=result.sources,
                findings=one.findings,
                degrees=one.degrees,
            )
    return list(found.values())


def campaigns(results: list[Result], ready: list[Publication]) -> list[CampaignPublication]:
    """The campaigns of some files, with the quests that they are made of."""
    by_id = {one.quest.id: one for one in ready}
    return [
        CampaignPublication(
            campaign=one.campaign,
            system=one.system,
            quests=tuple(by_id[stage.quest] for stage in one.campaign.stages),
            sources=result.sources,
        )
        for result in results
        for one in result.campaigns
        if one.campaign is not None and one.system is not None
    ]
