"""Report what the proof of a campaign as a whole finds: beginnings, branches, what is brought."""

from __future__ import annotations

from questwright.compiler import codes
from questwright.compiler.analysis.accepted import accepting_undecided
from questwright.compiler.analysis.brought import gear_of
from questwright.compiler.analysis.lacking import lack_of, way_to
from questwright.compiler.english import listed_in_words, with_article
from questwright.compiler.frontend.findings import at_causes, because, last_steps
from questwright.compiler.model.conditions import facts_of
from questwright.compiler.model.items import item_in_words
from questwright.compiler.model.verdict import VerdictKind
from questwright.compiler.wording.campaigns import beginning_in_words
from questwright.dsl.diagnostics import Label
from questwright.dsl.records import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

    from questwright.compiler.analysis.lacking import Taken
    from questwright.compiler.frontend.findings import Findings
    from questwright.compiler.model.campaign import Beginning, Campaign, Stage
    from questwright.compiler.model.quest import Item, Quest
    from questwright.compiler.model.verdict import Cause, DeadEnd
    from questwright.dsl.diagnostics import Diagnostic
    from questwright.dsl.source import Span


class ProvenCampaign(NamedTuple):
    """A campaign, and what was proven of it."""

    campaign: Campaign
    quests: Mapping[str, Quest]
    """Its quests as they are written, by id."""
    beginnings: Sequence[Beginning]
    left_open: Sequence[str]
    why_unwinnable: Callable[[int], tuple[Cause, ...]]
    """The causes for which a beginning cannot be won, by its number."""
    dead_ends: Callable[[int], tuple[DeadEnd, ...]]
    """The dead ends of a beginning that are not told before, by its number."""
    lost: Collection[str]
    """The ids of those of its quests that cannot be won as they are written, either."""

    def quest(self, stage: int) -> Quest:
        """The quest of a stage as it is written."""
        return self.quests[self.campaign.stages[stage].quest]


def without_needed(
    findings: Sequence[Diagnostic],
    quest: Quest,
    campaigns: Sequence[Campaign],
    accepted: Collection[Span],
) -> tuple[Diagnostic, ...]:
    """The findings of a quest without those on items that a campaign gives or asks for.

    Nor is an `allow` stale that is ``accepted``: it accepts what is found as campaigns begin it.
    """
    stages = [own for each in campaigns for own in each.stages if own.quest == quest.id]
    named = {reward.word for stage in stages for reward in stage.rewards}
    for fact in (fact for stage in stages for asked in stage.asked for fact in facts_of(asked)):
        named |= {*fact.subjects, fact.object}
    needed = {own.origin for own in quest.items if named & {own.id, own.alike} - {""}}
    answered = {codes.UNUSED_NAME: needed, codes.STALE_ALLOW: accepted}
    return tuple(own for own in findings if own.label.span not in answered.get(own.code, ()))


def check_campaign(proven: ProvenCampaign, findings: Findings) -> None:
    """Report beginnings that cannot be won, items that nobody gives, and idle branches."""
    _check_brought(proven, findings)
    is_told = _check_beginnings(proven, findings)
    for number in range(len(proven.beginnings)):
        _check_dead_ends(number, proven, findings)
    if proven.left_open:
        findings.add(
            codes.UNDECIDED,
            "it was not decided whether this campaign can be played to its end",
            proven.campaign.origin,
            "not proven",
            reason=f"not judged: {', '.join(proven.left_open)}",
            help="ask for fewer things in `next … when` and `give … when`",
        )
    elif not is_told:
        _check_branches(proven, findings)
        _check_end(proven, findings)


def _check_brought(proven: ProvenCampaign, findings: Findings) -> None:
    """Report items that a quest has its party bring, and that no other quest gives [DKQ-B36]."""
    stages, given = proven.campaign.stages, proven.campaign.given_before
    for number, stage in enumerate(stages):
        # Of several that are alike the first stands for all.
        items = {item.alike or item.id: item for item in reversed(proven.quest(number).items)}
        for item in reversed(items.values()):
            if item.brought and item.id not in given[number]:
                had = next(_had_before(number, item, proven), None)
                why = "the party has what earlier quests of the campaign give, and no more"
                told, behind = "no earlier quest gives it", "an earlier quest"
                labels = [Label(item.origin, "`brought`")]
                if had is not None:
                    earlier, place = had
                    told = f"the campaign does not say that {earlier.title} gives it"
                    why = "it is not followed whether the party finds it there"
                    behind = earlier.title
                    labels.append(Label(place, "it may be had here"))
                findings.add(
                    codes.BROUGHT_BY_NOBODY,
                    f"{stage.title} asks for {with_article(item.title)}, and {told}",
                    stage.origin,
                    "begins with it",
                    related=tuple(labels),
                    reason=why,
                    help=f"give the {item.alike} places in this quest, or let an event `give` them"
                    if item.alike
                    else f"write `give {item.id}` behind {behind}"
                    f"{'' if had or item.gear else ' that has an item of that name'}, or give the "
                    "item a place in this one",
                )


def _had_before(number: int, item: Item, proven: ProvenCampaign) -> Iterator[tuple[Stage, Span]]:
    """The earlier quests in which gear can be had that an item is, each with where."""
    campaign = proven.campaign
    for before, stage in enumerate(campaign.stages):
        if item.gear is not None and number in campaign.later(before):
            places = gear_of(proven.quest(before), ())
            if item.gear.word in places:
                yield stage, places[item.gear.word]


def _check_beginnings(proven: ProvenCampaign, findings: Findings) -> bool:
    """Report quests that cannot be won as they may begin; returns whether there are any."""
    found = False
    for number, begun in enumerate(proven.beginnings):
        kind, stage = begun.kind, proven.campaign.stages[begun.stage]
        told = {
            VerdictKind.UNWINNABLE: f"{stage.title} cannot be won if it begins",
            VerdictKind.VACUOUS: f"{stage.title} is won at once if it begins",
            VerdictKind.UNDECIDED: f"it was not decided whether {stage.title} is won if it begins",
        }.get(kind)
        if told is None:
            continue
        found = True
        if kind is VerdictKind.UNDECIDED and any(accepting_undecided(proven.quests[stage.quest])):
            continue
        if begun.is_as_written or stage.quest in proven.lost:
            # The quest has findings of its own.
            continue
        items = (own for own in proven.quest(begun.stage).items if own.id in begun.lacking)
        told_before = {f"nobody can get {item_in_words(own)}" for own in items}
        causes = tuple(own for own in proven.why_unwinnable(number) if own.text not in told_before)
        why = because(causes)
        way = way_to(proven.beginnings, number)
        is_lacking = bool(begun.lacking) and kind is not VerdictKind.VACUOUS
        lack = (
            lack_of(begun.lacking[0], way, proven.quests, proven.campaign) if is_lacking else None
        )
        findings.add(
            codes.UNDECIDED if kind is VerdictKind.UNDECIDED else codes.BEGINS_UNFIT,
            f"{told} {beginning_in_words(begun, proven.quest(begun.stage))}",
            stage.origin,
            "it may begin so",
            related=(
                *_given_at(proven, begun),
                *(lack.labels if lack else ()),
                *at_causes(causes),
            ),
            reason="; ".join(
                filter(
                    None,
                    (lack and lack.why, why, f"it comes to that {_in_words(way, proven)}"),
                )
            ),
            help=lack.help
            if lack
            else f"have the quest ask for something else, or leave out `give {begun.brought[0]}`",
        )
    return found


def _check_dead_ends(number: int, proven: ProvenCampaign, findings: Findings) -> None:
    """Report the dead ends of a quest as it may begin, where it has no such one as written."""
    begun = proven.beginnings[number]
    stage, quest = proven.campaign.stages[begun.stage], proven.quest(begun.stage)
    for end in proven.dead_ends(number):
        way = _in_words(way_to(proven.beginnings, number), proven)
        accept = f'`allow can-strand by {end.names[0]} because "…"`' if end.names else ""
        findings.add(
            codes.CAN_STRAND,
            f"the party can play itself into a dead end if {stage.title} begins "
            f"{beginning_in_words(begun, quest)}",
            stage.origin,
            f"after “{end.text}” the quest can no longer be won",
            related=(Label(end.origin, "it goes wrong here"), *_given_at(proven, begun)),
            reason=f"{last_steps(end.line)}; it comes to that {way}",
            help="let the party get back there what it lost, or change what it begins with"
            f"{f', or accept it in that quest: {accept}' if accept else ''}",
        )


def _given_at(proven: ProvenCampaign, begun: Beginning) -> Iterator[Label]:
    for stage in proven.campaign.stages:
        for reward in stage.rewards:
            if reward.word in (*begun.brought, *begun.lacking):
                told = "given here" if reward.condition is None else "given only then"
                yield Label(reward.origin, told)


def _in_words(way: Sequence[Taken], proven: ProvenCampaign) -> str:
    """By which quests the party comes to a beginning."""
    titles = [proven.campaign.stages[taken.stage].title for taken in way]
    return f"after {listed_in_words(titles)}" if titles else "as the campaign begins"


def _check_branches(proven: ProvenCampaign, findings: Findings) -> None:
    """Report what no outcome comes to: quests, branches, and rewards."""
    begun = {own.stage for own in proven.beginnings}
    for number, stage in enumerate(proven.campaign.stages):
        if number not in begun:
            _idle(f"{stage.title} is never played", stage.origin, "no quest leads here", findings)
            continue
        every = [
            own for begin in proven.beginnings if begin.stage == number for own in begin.outcomes
        ]
        won = [outcome.holds for outcome in every if not outcome.is_lost]
        for reward in stage.rewards:
            if not any(stage.is_met(reward.condition, holds) for holds in won):
                told = f"{reward.title} is never given: nobody wins {stage.title} so"
                _idle(told, reward.origin, "never so when it is won", findings)
        for following in stage.followings:
            if following.is_lost:
                continue
            if not any(stage.is_met(following.condition, holds) for holds in won):
                told = f"this way is never taken: nobody wins {stage.title} so"
                _idle(told, following.origin, "never so when it is won", findings)


def _idle(told: str, origin: Span, label: str, findings: Findings) -> None:
    findings.add(
        codes.NO_BRANCH,
        told,
        origin,
        label,
        help="change what it asks for, or leave it out",
    )


def _check_end(proven: ProvenCampaign, findings: Findings) -> None:
    """Report quests from which no outcomes lead to an end."""
    each = proven.beginnings
    leads = {n for n, begun in enumerate(each) if any(own.next < 0 for own in begun.outcomes)}
    grown = -1
    while grown != len(leads):
        grown = len(leads)
        leads |= {n for n, own in enumerate(each) if any(way.next in leads for way in own.outcomes)}
    for number in dict.fromkeys(own.stage for n, own in enumerate(each) if n not in leads):
        stage = proven.campaign.stages[number]
        findings.add(
            codes.NO_END,
            f"nothing leads from {stage.title} to an end of the campaign",
            stage.origin,
            "played on and on",
            help="let some `next` lead on, or write `end` in its block",
        )
