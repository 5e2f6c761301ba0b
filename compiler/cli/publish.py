"""Quests compiled and ready to be published; shared by the commands that publish."""

from __future__ import annotations

import gc

from questwright.compiler.cli.check import (
    Reporter,
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
    paths: list[str], *, uses_cache: bool, teller: Reporter, budget: Budget = USUAL
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
        for quest in result.quests:
            if (
                quest.quest is None
                or quest.system is None
                or quest.proof is None
                or quest.id in found
            ):
                continue
            found[quest.id] = Publication(
                quest=quest.quest,
                system=quest.system,
                verdict=quest.proof.verdict(),
                sources=result.sources,
                findings=quest.findings,
                degrees=quest.degrees,
            )
    return list(found.values())


def campaigns(results: list[Result], ready: list[Publication]) -> list[CampaignPublication]:
    """The campaigns of some files, with the quests that they are made of."""
    by_id = {one.quest.id: one for one in ready}
    return [
        CampaignPublication(
            campaign=campaign.campaign,
            system=campaign.system,
            quests=tuple(by_id[stage.quest] for stage in campaign.campaign.stages),
            sources=result.sources,
        )
        for result in results
        for campaign in result.campaigns
        if campaign.campaign is not None and campaign.system is not None
    ]
