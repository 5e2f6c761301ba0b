"""Compiles quests for the commands that publish, and makes publications of them."""

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
    paths: list[str], *, uses_cache: bool, reporter: Reporter, budget: Budget = USUAL
) -> tuple[list[Result], bool]:
    """Compile the quests at some paths and print their findings; False if there is an error."""
    found, complaints = find_quests(paths)
    reporter.findings(complaints, {})
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
        reporter.findings(every, result.sources)
        good = good and not any(finding.severity == "error" for finding in every)
        results.append(result)
    return results, good


def publications(results: list[Result]) -> list[Publication]:
    """The proven quests of some files as publications, each quest once."""
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
    """The campaigns of some files as publications, with those of their quests."""
    by_id = {publication.quest.id: publication for publication in ready}
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
