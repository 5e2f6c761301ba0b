"""Why a party comes to a quest of a campaign without an item: it was never given, or is used up."""

from __future__ import annotations

from questwright.compiler.english import with_article
from questwright.compiler.model.quest import EffectKind
from questwright.dsl.diagnostics import Label
from questwright.dsl.records import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from questwright.compiler.model.campaign import Beginning, Campaign, StageOutcome
    from questwright.compiler.model.quest import Quest
    from questwright.dsl.source import Span


class Taken(NamedTuple):
    """A quest on the way to a later one, and how it ended there."""

    stage: int
    """The number of its stage."""
    outcome: StageOutcome
    every: tuple[StageOutcome, ...]
    """All the ways in which it may end there."""


class Lack(NamedTuple):
    """Why the party lacks an item."""

    why: str
    help: str
    labels: tuple[Label, ...] = ()
    """Where that is written."""


def way_to(beginnings: Sequence[Beginning], number: int) -> tuple[Taken, ...]:
    """By which quests the party comes to a beginning, in their order."""
    way: list[Taken] = []
    while (before := beginnings[number].before) >= 0:
        outcomes = beginnings[before].outcomes
        outcome = next(own for own in outcomes if own.next == number)
        way.insert(0, Taken(beginnings[before].stage, outcome, tuple(outcomes)))
        number = before
    return tuple(way)


def lack_of(
    id_: str, way: Sequence[Taken], quests: Mapping[str, Quest], campaign: Campaign
) -> Lack:
    """Why the party has no item of a name, after the quests of a way."""
    otherwise = (
        "put it somewhere for those who come without it, or lead them to another quest: "
        "`next my-quest when …`"
    )
    had = [number for number, taken in enumerate(way) if id_ in taken.outcome.has]
    if had and had[-1] + 1 < len(way):
        last = way[had[-1] + 1]
        stage = campaign.stages[last.stage]
        places = tuple(_used_up_at(id_, quests[stage.quest]))
        if places:
            title = next(item.title for item in quests[stage.quest].items if item.id == id_)
            uses = "may use up" if any(id_ in own.has for own in last.every) else "uses up"
            return Lack(
                f"{stage.title} {uses} {with_article(title)}",
                f"let {stage.title} leave it to the party, {otherwise}",
                tuple(Label(place, "used up here") for place in places),
            )
    for taken in reversed(way):
        stage = campaign.stages[taken.stage]
        given = [reward for reward in stage.rewards if reward.word == id_]
        what = with_article(given[0].title) if given else ""
        if given and taken.outcome.is_lost:
            lost = next(own for own in stage.followings if own.is_lost)
            return Lack(
                f"{stage.title} was lost, and only who wins it is given {what}",
                "put it somewhere for those who have lost, or lead them to another quest",
                (Label(lost.origin, f"comes after {stage.title} where that is lost"),),
            )
        if given:
            return Lack(
                f"{stage.title} was won so that {what} is not given",
                f"`give {id_}` without a condition, {otherwise}",
            )
    return Lack("no quest on this way gives it", f"`give {id_}` in one of them, {otherwise}")


def _used_up_at(id_: str, quest: Quest) -> Iterator[Span]:
    """Where a quest uses an item up, or takes it from the party."""
    yield from (lock.origin for _, lock in quest.locked() if lock.is_spent and lock.key == id_)
    for effect in quest.every_effect():
        if effect.kind is EffectKind.TAKE and effect.target == id_:
            yield effect.origin
