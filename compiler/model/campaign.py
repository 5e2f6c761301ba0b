"""A compiled campaign: quests in their order, and what happens around them."""

from __future__ import annotations

from questwright.compiler.model.conditions import Not
from questwright.dsl.records import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from questwright.compiler.model.conditions import Condition
    from questwright.compiler.model.quest import Passage
    from questwright.compiler.model.verdict import Step, VerdictKind
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
    condition: Condition | None = None
    """What has to hold when the quest is won; None if the party receives it in any case."""


class Following(NamedTuple):
    """Which quest comes after a quest, and when."""

    quest: str
    """Its id; empty where the campaign ends."""
    condition: Condition | None
    """What has to hold when the quest is won; None if nothing has to."""
    is_lost: bool
    """It comes where the quest is lost."""
    origin: Span


class Pause(NamedTuple):
    """An interlude of the pack that happens between two quests."""

    word: str
    title: str
    origin: Span


def affirmed(condition: Condition) -> tuple[Condition, bool]:
    """A condition without what denies it, and whether it is to hold."""
    is_so = True
    while isinstance(condition, Not):
        condition, is_so = condition.part, not is_so
    return condition, is_so


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
    followings: tuple[Following, ...] = ()
    """Which quests may come next: the first that holds does; if none does, the next in order."""

    @property
    def asked(self) -> tuple[Condition, ...]:
        """The conditions on how it was won, each once, in order; denials are none of their own."""
        stated = [reward.condition for reward in self.rewards]
        stated += [following.condition for following in self.followings]
        return tuple(dict.fromkeys(affirmed(own)[0] for own in stated if own is not None))

    def is_met(self, condition: Condition | None, holds: Sequence[bool]) -> bool:
        """Whether a condition is met where those that are asked hold, or do not."""
        if condition is None:
            return True
        asked, is_so = affirmed(condition)
        return holds[self.asked.index(asked)] is is_so


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

    def after(self, number: int, following: Following | None) -> int:
        """The number of the stage that comes after one; -1 where the campaign ends."""
        if following is not None:
            names = [stage.quest for stage in self.stages]
            return names.index(following.quest) if following.quest else -1
        return number + 1 if number + 1 < len(self.stages) else -1

    def next_stages(self, number: int) -> frozenset[int]:
        """The numbers of the stages that may come right after one, as far as the text tells."""
        followings = self.stages[number].followings
        is_open = not any(own.condition is None and not own.is_lost for own in followings)
        after = {self.after(number, own) for own in followings}
        after |= {self.after(number, None)} if is_open else set()
        return frozenset(after - {-1})

    def later(self, number: int) -> frozenset[int]:
        """The numbers of the stages that may come some time after one."""
        found: set[int] = set()
        waiting = [*self.next_stages(number)]
        while waiting:
            stage = waiting.pop()
            if stage not in found:
                found.add(stage)
                waiting += self.next_stages(stage)
        return frozenset(found)

    @property
    def given_before(self) -> tuple[frozenset[str], ...]:
        """For each stage the words of what stages give from which play may come to it."""
        later = [self.later(number) for number in range(len(self.stages))]
        return tuple(
            frozenset(
                reward.word
                for stage, after in zip(self.stages, later, strict=True)
                if number in after
                for reward in stage.rewards
            )
            for number in range(len(self.stages))
        )


class StageOutcome(NamedTuple):
    """A way in which a quest of a campaign ends, as far as that matters to what follows."""

    holds: tuple[bool, ...]
    """Which of the stage's conditions hold; empty where it is lost."""
    is_lost: bool
    has: tuple[str, ...]
    """The items that the party goes on with, by id, in the order of the campaign."""
    next: int
    """The number of the beginning that follows; -1 where the campaign ends."""
    line: tuple[Step, ...] = ()
    """A way to win so; empty where it is lost, and where nothing is asked but to win."""


class Beginning(NamedTuple):
    """A quest of a campaign with what the party has by then of what matters to it."""

    stage: int
    """The number of its stage."""
    brought: tuple[str, ...]
    """The items that the party brings, by id."""
    lacking: tuple[str, ...]
    """Those that it might have brought, and has not."""
    kind: VerdictKind
    outcomes: tuple[StageOutcome, ...]
    before: int = -1
    """The number of a beginning from which it follows; -1 for the first."""
    is_as_written: bool = True
    """The quest begins as its text alone has it."""
    line: tuple[Step, ...] = ()
    """A way to win it; empty where it begins as it is written: then its own verdict has one."""


class CampaignVerdict(NamedTuple):
    """What was proven of a campaign as a whole."""

    kind: VerdictKind
    """The worst verdict of all beginnings."""
    beginnings: tuple[Beginning, ...]
    """Each that play can come to; the first one is that of the first quest."""
    undecided: tuple[str, ...]
    """What was not judged."""
