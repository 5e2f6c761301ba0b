"""Write a compiled campaign as plain data.

Takes a campaign ready to be published. Returns an object that satisfies the schema of campaigns:
its stages with rewards and interludes. The quests are documents of their own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from questwright.compiler.model.verdict import VerdictKind
from questwright.compiler.publish.document.quest_trees import TreeWriter
from questwright.compiler.publish.document.terms import (
    Terms,
    blocks_part,
    or_none,
    origin_of,
    system_part,
    words,
)
from questwright.compiler.publish.document.verdict_part import step_part
from questwright.compiler.wording.conditions import say_condition

if TYPE_CHECKING:
    from collections.abc import Iterable

    from questwright.compiler.model.campaign import Beginning, Stage
    from questwright.compiler.model.conditions import Condition
    from questwright.compiler.model.publication import CampaignPublication
    from questwright.compiler.model.quest import Passage
    from questwright.compiler.packs.read.tree import Json
    from questwright.compiler.packs.system.system import Interlude, System

VERSION: Final = 1
"""The version of the format; it goes up with each change that breaks readers."""
SCHEMA_ID: Final = "https://questwright.dev/schemas/campaign/1"
"""The `$id` of the schema that every campaign document satisfies."""


def campaign_document(publication: CampaignPublication) -> dict[str, Json]:
    """The document of a campaign as plain data, ready for `dump`."""
    return _Writer(publication).write()


class _Writer:
    def __init__(self, publication: CampaignPublication) -> None:
        self._publication = publication
        self._titles = {quest.quest.id: quest.quest.title for quest in publication.quests}

    def write(self) -> dict[str, Json]:
        campaign, system = self._publication.campaign, self._publication.system
        pauses = {pause.word for stage in campaign.stages for pause in stage.pauses}
        return {
            "$schema": SCHEMA_ID,
            "version": VERSION,
            "id": campaign.id,
            "title": campaign.title,
            "system": system_part(system),
            "origin": origin_of(campaign.origin, self._publication.sources),
            "party": words(kind.word for kind in campaign.party),
            "records": _records(system),
            "texts": self._texts(campaign.passages),
            "stages": [self._stage(stage) for stage in campaign.stages],
            "interludes": [
                _interlude(interlude)
                for interlude in system.interludes.values()
                if interlude.word in pauses
            ],
            "proof": self._proof(),
            "winnable": self._is_winnable
            and all(
                quest.verdict is not None and quest.verdict.kind is VerdictKind.WINNABLE
                for quest in self._publication.quests
            ),
        }

    @property
    def _is_winnable(self) -> bool:
        verdict = self._publication.verdict
        return verdict is None or verdict.kind is VerdictKind.WINNABLE

    def _proof(self) -> Json:
        """What was proven of the campaign as a whole; None if it was not proven."""
        verdict = self._publication.verdict
        if verdict is None:
            return None
        return {
            "kind": verdict.kind.value,
            "beginnings": [self._beginning(begun) for begun in verdict.beginnings],
            "undecided": words(verdict.undecided),
        }

    def _beginning(self, begun: Beginning) -> Json:
        terms = Terms(self._publication.quests[begun.stage])
        return {
            "quest": self._publication.campaign.stages[begun.stage].quest,
            "brought": words(begun.brought),
            "lacking": words(begun.lacking),
            "written": begun.is_as_written,
            "kind": begun.kind.value,
            "line": [step_part(step, terms) for step in begun.line],
            "outcomes": [
                {
                    "lost": outcome.is_lost,
                    "holds": [*outcome.holds],
                    "has": words(outcome.has),
                    "next": outcome.next if outcome.next >= 0 else None,
                    "line": [step_part(step, terms) for step in outcome.line],
                }
                for outcome in begun.outcomes
            ],
        }

    def _when(self, condition: Condition | None, stage: Stage) -> Json:
        """A condition on how a quest was won, in words and as a tree; None for none."""
        if condition is None:
            return None
        own = next(quest for quest in self._publication.quests if quest.quest.id == stage.quest)
        return {
            "text": say_condition(condition, own.quest, own.system),
            "condition": TreeWriter(own, Terms(own)).condition(condition),
        }

    def _texts(self, passages: Iterable[Passage]) -> Json:
        return [
            {
                "word": passage.word,
                "told": passage.is_told,
                "blocks": blocks_part(passage.blocks, lambda name: self._titles.get(name, name)),
                "origin": origin_of(passage.origin, self._publication.sources),
            }
            for passage in passages
        ]

    def _sort(self, word: str) -> str:
        system = self._publication.system
        if word in system.gear:
            return "gear"
        return "record" if word in system.records else "item"

    def _stage(self, stage: Stage) -> Json:
        sources = self._publication.sources
        return {
            "quest": stage.quest,
            "title": stage.title,
            "texts": self._texts(stage.passages),
            "rewards": [
                {
                    "is": self._sort(reward.word),
                    "word": reward.word,
                    "title": reward.title,
                    "amount": reward.amount,
                    "each": reward.is_each,
                    "when": self._when(reward.condition, stage),
                    "origin": origin_of(reward.origin, sources),
                }
                for reward in stage.rewards
            ],
            "interludes": words(pause.word for pause in stage.pauses),
            "asked": [self._when(condition, stage) for condition in stage.asked],
            "followings": [
                {
                    "quest": or_none(following.quest),
                    "lost": following.is_lost,
                    "when": self._when(following.condition, stage),
                    "origin": origin_of(following.origin, sources),
                }
                for following in stage.followings
            ],
            "origin": origin_of(stage.origin, sources),
        }


def _records(system: System) -> Json:
    return [
        {
            "word": record.word,
            "title": record.title,
            "shape": "number" if record.is_number else "list",
            "text": record.text,
            "rules": words(record.rules),
        }
        for record in system.records.values()
    ]


def _interlude(interlude: Interlude) -> Json:
    return {
        "word": interlude.word,
        "title": interlude.title,
        "text": interlude.text,
        "rows": words(interlude.rows),
        "rules": words(interlude.rules),
    }
