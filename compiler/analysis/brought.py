"""What members bring to a quest: the effects of that, and the quest if something else is brought.

Takes a quest. Returns effects from before play begins, or the quest as it is for a party that has
brought some items and lacks others.
"""

from __future__ import annotations

from questwright.compiler.model.quest import Effect, EffectKind, UnknownSort

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from questwright.compiler.model.campaign import Reward
    from questwright.compiler.model.quest import Item, Quest
    from questwright.dsl.source import Span


def brought_effects(items: Iterable[Item]) -> Iterator[Effect]:
    """That each item that somebody brings goes to one of those who may have it."""
    for item in items:
        if item.brought:
            yield Effect(
                EffectKind.GIVE,
                item.id,
                item.title,
                1,
                0,
                "",
                "",
                (),
                item.origin,
                to=item.brought,
            )


def as_brought(quest: Quest, brought: Collection[str], lacking: Collection[str]) -> Quest:
    """The quest for a party that has brought some items, by id, and has not brought others.

    What is brought lies nowhere on the board; what is lacking is where the quest puts it for those
    who come without, or nowhere.
    """
    party = tuple(kind.word for kind in quest.party)
    before = {*brought_effects(quest.items)}
    items = tuple(
        item._replace(brought=item.brought or party, holder="", cell=-1)
        if item.id in brought
        else item._replace(brought=())
        if item.id in lacking
        else item
        for item in quest.items
    )
    return quest._replace(
        items=items,
        unknowns=tuple(
            unknown
            for unknown in quest.unknowns
            if unknown.sort is not UnknownSort.ITEM or unknown.id not in brought
        ),
        before=(
            *brought_effects(items),
            *(effect for effect in quest.before if effect not in before),
        ),
    )


def gear_of(quest: Quest, rewards: Iterable[Reward]) -> dict[str, Span]:
    """Return by word what a quest and the rewards for it give, each with where it is first given.

    What is brought was had before: it is the same card.
    """
    found: dict[str, Span] = {}
    for item in quest.items:
        if item.gear is not None and not item.brought:
            found.setdefault(item.gear.word, item.origin)
    for reward in rewards:
        found.setdefault(reward.word, reward.origin)
    for event in quest.events:
        for effect in event.effects:
            if effect.kind is EffectKind.GIVE:
                found.setdefault(effect.target, effect.origin)
    return found
