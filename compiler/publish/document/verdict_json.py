"""Write the verdicts on some quests and campaigns as one document of plain data.

Each is as quest.json and campaign.json have it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from questwright.compiler.publish.document.campaign_json import campaign_document
from questwright.compiler.publish.document.dealt_part import deals_part
from questwright.compiler.publish.document.quest_json import degrees_part
from questwright.compiler.publish.document.terms import Terms, or_none
from questwright.compiler.publish.document.verdict_part import verdict_part

if TYPE_CHECKING:
    from collections.abc import Iterable

    from questwright.compiler.model.publication import CampaignPublication, Publication
    from questwright.compiler.packs.read.tree import Json

VERSION: Final = 1
"""The version of the format; it goes up with each change that breaks readers."""
SCHEMA_ID: Final = "https://questwright.dev/schemas/verdicts/1"
"""The `$id` of the schema that every such document satisfies."""


def verdicts_document(
    ready: Iterable[Publication], campaigns: Iterable[CampaignPublication] = ()
) -> dict[str, Json]:
    """The verdict on each quest, and what was proven of each campaign, in their order."""
    return {
        "$schema": SCHEMA_ID,
        "version": VERSION,
        "quests": [
            {
                "id": publication.quest.id,
                "title": publication.quest.title,
                "system": publication.system.id,
                "path": or_none(publication.quest.origin.path),
                "verdict": verdict_part(
                    publication.verdict, publication.quest.party, Terms(publication)
                ),
                "degrees": degrees_part(publication),
                "deals": None if publication.deals is None else deals_part(publication.deals),
            }
            for publication in ready
        ],
        "campaigns": [_campaign(publication) for publication in campaigns],
    }


def _campaign(publication: CampaignPublication) -> Json:
    whole = campaign_document(publication)
    return {
        "id": whole["id"],
        "title": whole["title"],
        "system": publication.system.id,
        "path": or_none(publication.campaign.origin.path),
        "proof": whole["proof"],
        "winnable": whole["winnable"],
    }
