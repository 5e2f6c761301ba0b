"""A compiled campaign: quests in their order, and what happens around them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.dsl.records import NamedTuple

if TYPE_CHECKING:
    from questwright.compiler.model.quest import Passage
    from questwright.compiler.packs.system.system import Kind
    from questwright.dsl.source import Span


class Reward(NamedTuple):
    """What the party receives when a quest of a campaign is won."""

    word: str
    """The word of one of the pack's records, or of its gear; or the id of an item of the quest."""
    title: str
    amount: int
    is_each: bool
    """Each member of the party receives it."""
    origin: Span


class Pause(NamedTuple):
    """An interlude of the pack that happens between two quests."""

    word: str
    title: str
    origin: Span


class Stage(NamedTuple):
    """One quest of a campaign, with what happens around it."""

    quest: str
    """Its id."""
    title: str
    passages: tuple[Passage, ...]
    """Read around the quest: ``story`` before it, ``outro`` after it."""
    rewards: tuple[Reward, ...]
    pauses: tuple[Pause, ...]
    """What happens before the next quest, in order; nothing after the last one."""
    origin: Span


class Campaign(NamedTuple):
    """A campaign with every name resolved."""

    id: str
    title: str
    system: str
    party: tuple[Kind, ...]
    """Everyone who takes part in any of its quests."""
    passages: tuple[Passage, ...]
    stages: tuple[Stage, ...]
    origin: Span
