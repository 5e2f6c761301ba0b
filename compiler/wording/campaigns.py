"""Phrases for campaigns: how a quest begins, how it was won, and what follows."""

from __future__ import annotations

from questwright.compiler.english import listed_in_words, with_article
from questwright.compiler.language import say
from questwright.compiler.model.verdict import VerdictKind, verdict_in_words
from questwright.compiler.wording.conditions import say_condition

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from questwright.compiler.model.campaign import Beginning, Stage, StageOutcome
    from questwright.compiler.model.publication import CampaignPublication
    from questwright.compiler.model.quest import Quest
    from questwright.compiler.packs.system.system import System


_WON = (VerdictKind.WINNABLE, VerdictKind.CAN_STRAND)


def beginning_in_words(begun: Beginning, quest: Quest) -> str:
    """What a party has brought and what it lacks: ``with the Seal and without the Lamp``."""
    titles = {item.id: with_article(item.title) for item in quest.items}
    brought = listed_in_words(titles[id_] for id_ in begun.brought)
    lacking = listed_in_words((titles[id_] for id_ in begun.lacking), "or")
    if brought and lacking:
        return say("with {brought} and without {lacking}", brought=brought, lacking=lacking)
    if brought:
        return say("with {brought}", brought=brought)
    return say("without {lacking}", lacking=lacking) if lacking else ""


def outcome_in_words(outcome: StageOutcome, stage: Stage, quest: Quest, system: System) -> str:
    """How a quest was won, or that it was lost; empty where nothing is asked but to win."""
    if outcome.is_lost:
        return say("lost")
    asked = zip(stage.asked, outcome.holds, strict=True)
    told = [
        say_condition(condition, quest, system)
        if holds
        else say("not: {condition}", condition=say_condition(condition, quest, system))
        for condition, holds in asked
    ]
    return "; ".join(told)


def ways_in_words(
    begun: Beginning, campaign: CampaignPublication
) -> list[tuple[str, StageOutcome]]:
    """The ways in which a quest ends, each once, with the words by which one tells them apart.

    What the party goes on with is told where nothing else is between two of them.
    """
    own, stage = campaign.quests[begun.stage], campaign.campaign.stages[begun.stage]
    told = [
        (outcome_in_words(outcome, stage, own.quest, own.system), outcome)
        for outcome in begun.outcomes
    ]
    titles = {item.id: item.title for each in campaign.quests for item in each.quest.items}
    found: dict[tuple[str, int], tuple[str, StageOutcome]] = {}
    for so, outcome in told:
        is_alone = len({other.next for words, other in told if words == so}) == 1
        having = listed_in_words(with_article(titles.get(id_, id_)) for id_ in outcome.has)
        with_what = say("with {brought}", brought=having) if having else say("with nothing")
        words = so if is_alone else "; ".join(filter(None, (so, with_what)))
        found.setdefault((words, outcome.next), (words, outcome))
    return [*found.values()]


def begun_in_words(begun: Beginning, campaign: CampaignPublication) -> str:
    """A quest as it begins: ``The Vault, with the Seal``."""
    own = campaign.quests[begun.stage].quest
    told = beginning_in_words(begun, own)
    return f"{own.title}, {told}" if told else own.title


def flaws_of(campaign: CampaignPublication) -> list[str]:
    """Its errors, where each of its quests is won by itself as it begins; otherwise none."""
    verdict = campaign.verdict
    if verdict is None or not all(begun.kind in _WON for begun in verdict.beginnings):
        return []
    return [
        own.message
        for own in campaign.findings
        # That some beginning can strand is said by its kind.
        if own.severity == "error" and own.code.name != VerdictKind.CAN_STRAND
    ]


def campaign_in_words(campaign: CampaignPublication) -> str:
    """What was proven of it as a whole; empty where nothing was."""
    if campaign.verdict is None:
        return ""
    kind = verdict_in_words(campaign.verdict.kind)
    return f"{kind} quest by quest, but not as a campaign" if flaws_of(campaign) else kind


def campaign_lines(campaign: CampaignPublication, *, explains: bool) -> Iterator[str]:
    """What was proven of a campaign as a whole: each beginning, and what follows from it.

    With ``explains`` each outcome has the line that shows it.
    """
    verdict = campaign.verdict
    if verdict is None:
        return
    errors, told = flaws_of(campaign), campaign_in_words(campaign)
    if errors:
        rest = len(errors) - 1
        more = f"; and {rest} more error{'s' if rest > 1 else ''}" if rest else ""
        told = f"{told}: {errors[0]}{more}"
    else:
        told = f"{told}, as its quests follow each other"
    yield f"{campaign.campaign.title}: {told}"
    for number, begun in enumerate(verdict.beginnings, 1):
        ways = ways_in_words(begun, campaign)
        is_one = len(ways) == 1 and not ways[0][0]
        then = f" → {_follows(ways[0][1])}" if is_one else ""
        told = f"{begun_in_words(begun, campaign)}: {verdict_in_words(begun.kind)}"
        yield f"  {number:>2}. {told}{then}"
        if explains:
            yield from (f"       - {step.text}" for step in begun.line)
        for so, outcome in () if is_one else ways:
            yield f"      {f'{so} ' if so else ''}→ {_follows(outcome)}"
            if explains:
                yield from (f"       - {step.text}" for step in outcome.line)
    for left in verdict.undecided:
        yield f"  not judged: {left}"


def _follows(outcome: StageOutcome) -> str:
    return "the end" if outcome.next < 0 else f"{outcome.next + 1}."
