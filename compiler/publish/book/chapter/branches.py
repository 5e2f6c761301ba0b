"""Compose what a campaign prints of its branches: how quests begin, and which one is next."""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler.language import message, say
from questwright.compiler.publish.book.view.text import ListBlock, Run, line, said
from questwright.compiler.wording.campaigns import begun_in_words, ways_in_words
from questwright.compiler.wording.conditions import say_condition

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from questwright.compiler.model.campaign import Stage, StageOutcome
    from questwright.compiler.model.publication import CampaignPublication, Publication
    from questwright.compiler.publish.book.view.text import Line, Prose


def rows_of_beginnings(campaign: CampaignPublication) -> Iterator[tuple[str, str, Prose]]:
    """A row for each way in which a quest begins; none where there is nothing to tell."""
    verdict = campaign.verdict
    if verdict is None:
        return
    is_plain = len(verdict.beginnings) == len(campaign.campaign.stages) and all(
        len(begun.outcomes) == 1 and not begun.brought and not begun.lacking
        for begun in verdict.beginnings
    )
    if is_plain:
        return
    for number, begun in enumerate(verdict.beginnings, 1):
        ways = tuple(line(_way(so, outcome)) for so, outcome in ways_in_words(begun, campaign))
        yield str(number), begun_in_words(begun, campaign), (ListBlock(ways),)


def _way(so: str, outcome: StageOutcome) -> str:
    then = say("the campaign ends")
    if outcome.next >= 0:
        then = say("on to {number}", number=outcome.next + 1)
    return f"{so}: {then}" if so else then


def what_is_brought(campaign: CampaignPublication, stage: int) -> Prose:
    """What the set-up of a quest says of items that its party may bring, or not bring."""
    verdict = campaign.verdict
    begun = [own for own in verdict.beginnings if own.stage == stage] if verdict is not None else []
    brought = {id_ for own in begun for id_ in own.brought}
    lacking = {id_ for own in begun for id_ in own.lacking}
    members = campaign.system.party.many_title
    lines: list[Line] = []
    for item in campaign.quests[stage].quest.items:
        form = ""
        if item.id in brought and not item.brought:
            form = message(
                "If the {members} have it from an earlier quest, one of them begins with it, and "
                "it is not set out here."
            )
        elif item.id in lacking and item.brought:
            form = message("If the {members} do not have it by then, they begin without it.")
        if form:
            told = say(form, members=members)
            lines.append((Run(f"{item.title}. ", term=True), Run(told)))
    return (ListBlock(tuple(lines)),) if lines else ()


def ways_on(stage: Stage, following: str, own: Publication, titles: Mapping[str, str]) -> Prose:
    """Which quest is next, line by line; empty where that is the same in any case."""
    won = [way for way in stage.followings if not way.is_lost]
    lines: list[Line] = []
    for way in won:
        title = [Run(titles.get(way.quest) or say("the campaign ends"), strong=True)]
        if way.condition is not None:
            so = say_condition(way.condition, own.quest, own.system)
            lines.append(tuple(said(message("If {condition}: {next}."), condition=so, next=title)))
        else:
            form = message("Otherwise: {next}.") if lines else message("{next}.")
            lines.append(tuple(said(form, next=title)))
    if won and all(way.condition is not None for way in won):
        title = [Run(following or say("the campaign ends"), strong=True)]
        lines.append(tuple(said(message("Otherwise: {next}."), next=title)))
    for way in stage.followings:
        if way.is_lost:
            title = [Run(titles.get(way.quest) or say("the campaign ends"), strong=True)]
            form = message("If the quest is lost: {next}.")
            if not won:
                known = [Run(following or say("the campaign ends"), strong=True)]
                lines.append(tuple(said(message("If it is won: {next}."), next=known)))
            lines.append(tuple(said(form, next=title)))
    return (ListBlock(tuple(lines)),) if lines else ()
