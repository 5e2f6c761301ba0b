"""Write a compiled campaign as plain data.

Takes a campaign ready to be published. Returns an object that satisfies the schema of campaigns:
its stages with rewards and interludes. The quests are documents of their own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from questwright.compiler.model.verdict import VerdictKind
from questwright.compiler.publish.document.terms import blocks_part, origin_of, system_part, words

if TYPE_CHECKING:
    from collections.abc import Iterable

    from questwright.compiler.model.campaign import Stage
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
            "winnable": all(
                quest.verdict is not None and quest.verdict.kind is VerdictKind.WINNABLE
                for quest in self._publication.quests
            ),
        }

    def _texts(self, passages: Iterable[Passage]) -> Json:
        return [
            {
                "word": passage.word,
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
                    "origin": origin_of(reward.origin, sources),
                }
                for reward in stage.rewards
            ],
            "interludes": words(pause.word for pause in stage.pauses),
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
