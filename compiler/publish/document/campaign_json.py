"""The document of a campaign: which quests follow each other, and what happens around them."""

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
"""Raised whenever a reader of documents would have to change."""
SCHEMA_ID: Final = "https://questwright.dev/schemas/campaign/1"
"""The name of the schema that every document meets."""


def campaign_document(publication: CampaignPublication) -> dict[str, Json]:
    """A compiled campaign as plain data; its quests are documents of their own."""
    return _Writer(publication).write()


class _Writer:
    def __init__(self, publication: CampaignPublication) -> None:
        self._publication = publication
        self._titles = {one.quest.id: one.quest.title for one in publication.quests}

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
                _interlude(one) for one in system.interludes.values() if one.word in pauses
            ],
            "winnable": all(
                one.verdict is not None and one.verdict.kind is VerdictKind.WINNABLE
                for one in self._publication.quests
            ),
        }

    def _texts(self, passages: Iterable[Passage]) -> Json:
        return [
            {
                "word": one.word,
                "blocks": blocks_part(one.blocks, lambda name: self._titles.get(name, name)),
                "origin": origin_of(one.origin, self._publication.sources),
            }
            for one in passages
        ]

    def _stage(self, stage: Stage) -> Json:
        sources = self._publication.sources
        gear = self._publication.system.gear
        return {
            "quest": stage.quest,
            "title": stage.title,
            "texts": self._texts(stage.passages),
            "rewards": [
                {
                    "is": "gear" if one.word in gear else "record",
                    "word": one.word,
                    "title": one.title,
                    "amount": one.amount,
                    "each": one.is_each,
                    "origin": origin_of(one.origin, sources),
                }
                for one in stage.rewards
            ],
            "interludes": words(pause.word for pause in stage.pauses),
            "origin": origin_of(stage.origin, sources),
        }


def _records(system: System) -> Json:
    return [
        {
            "word": one.word,
            "title": one.title,
            "shape": "number" if one.is_number else "list",
            "text": one.text,
            "rules": words(one.rules),
        }
        for one in system.records.values()
    ]


def _interlude(interlude: Interlude) -> Json:
    return {
        "word": interlude.word,
        "title": interlude.title,
        "text": interlude.text,
        "rows": words(interlude.rows),
        "rules": words(interlude.rules),
    }
