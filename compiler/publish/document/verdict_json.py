"""Write the verdicts on some quests as one document of plain data, as quest.json has them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from questwright.compiler.publish.document.dealt_part import deals_part
from questwright.compiler.publish.document.quest_json import degrees_part
from questwright.compiler.publish.document.terms import Terms, or_none
from questwright.compiler.publish.document.verdict_part import verdict_part

if TYPE_CHECKING:
    from collections.abc import Iterable

    from questwright.compiler.model.publication import Publication
    from questwright.compiler.packs.read.tree import Json

VERSION: Final = 1
"""The version of the format; it goes up with each change that breaks readers."""
SCHEMA_ID: Final = "https://questwright.dev/schemas/verdicts/1"
"""The `$id` of the schema that every such document satisfies."""


def verdicts_document(ready: Iterable[Publication]) -> dict[str, Json]:
    """The verdict on each quest, in their order."""
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
    }
