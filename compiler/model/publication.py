"""What publishers are given: a compiled quest with all that is known of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

    from questwright.compiler.model.campaign import Campaign
    from questwright.compiler.model.degrees import DegreeVerdict
    from questwright.compiler.model.quest import Quest
    from questwright.compiler.model.verdict import Verdict
    from questwright.compiler.packs.system.system import System
    from questwright.dsl.diagnostics import Diagnostic
    from questwright.dsl.source import Source


class Publication(NamedTuple):
    """A quest, its game, what was proven of it, and the texts that it comes from."""

    quest: Quest
    system: System
    verdict: Verdict | None
    """None where the quest is not whole enough to be proven."""
    sources: Mapping[str, Source]
    """By path, as spans name them."""
    findings: tuple[Diagnostic, ...] = ()
    """What was found, sorted; a quest with errors is not published."""
    degrees: tuple[DegreeVerdict, ...] = ()
    """What was proven of each degree of victory."""


class CampaignPublication(NamedTuple):
    """A campaign, its game, and its quests in their order."""

    campaign: Campaign
    system: System
    quests: tuple[Publication, ...]
    sources: Mapping[str, Source]
