"""The input of the publishers: a compiled quest or campaign with all that belongs to it."""

from __future__ import annotations

from questwright.compiler.deadline import Deadline
from questwright.dsl.records import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from questwright.compiler.grid.cells import Cells
    from questwright.compiler.model.campaign import Campaign, CampaignVerdict
    from questwright.compiler.model.deals import Deals
    from questwright.compiler.model.degrees import DegreeVerdict
    from questwright.compiler.model.quest import Quest
    from questwright.compiler.model.verdict import Verdict
    from questwright.compiler.packs.system.system import System
    from questwright.dsl.diagnostics import Diagnostic
    from questwright.dsl.source import Source


class Publication(NamedTuple):
    """A quest, its game, its verdict, and the sources that it was compiled from."""

    quest: Quest
    system: System
    verdict: Verdict | None
    """None if the quest has errors, so that it was not proven."""
    sources: Mapping[str, Source]
    """The sources by path, as spans name them."""
    findings: tuple[Diagnostic, ...] = ()
    """Its findings, sorted; a quest with errors is not published."""
    degrees: tuple[DegreeVerdict, ...] = ()
    """The verdict on each degree of victory."""
    clock: Deadline = Deadline()
    """The seconds that are left for publishing it."""
    deals: Deals | None = None
    """What was counted over every deal; None where nothing is dealt."""
    reached: Cells | None = None
    """The cells that the party can come to, where that is known without a verdict."""

    @property
    def where_party_comes(self) -> Cells | None:
        """The cells that the party can come to; None if that was not asked."""
        return self.reached if self.verdict is None else self.verdict.reached


class CampaignPublication(NamedTuple):
    """A campaign, its game, and its quests in their order."""

    campaign: Campaign
    system: System
    quests: tuple[Publication, ...]
    sources: Mapping[str, Source]
    verdict: CampaignVerdict | None = None
    """What was proven of it as a whole; None if it was not proven."""
    variants: tuple[Publication, ...] = ()
    """Its quests as they may begin, or be won, if not as they are written: to be followed."""
    findings: tuple[Diagnostic, ...] = ()
    """Its findings, without those of its quests."""
