"""The checks: each module holds a quest to one group of rules.

Takes a Case: a quest, its game and its proof. Returns findings; each has a code and a page in the
manual.
"""

from __future__ import annotations

from questwright.compiler.analysis.settle import with_hidden_things_moved
from questwright.compiler.checks.arrivals import check_arrivals
from questwright.compiler.checks.box import check_box
from questwright.compiler.checks.brought import check_brought
from questwright.compiler.checks.cards import check_cards, check_granted_cards
from questwright.compiler.checks.clearings import check_clearings
from questwright.compiler.checks.edges import check_edges
from questwright.compiler.checks.expectations import apply_expectations
from questwright.compiler.checks.figures import check_figures
from questwright.compiler.checks.fronts import check_fronts
from questwright.compiler.checks.gear import check_gear
from questwright.compiler.checks.large import check_large
from questwright.compiler.checks.laying import check_laying
from questwright.compiler.checks.light import check_light
from questwright.compiler.checks.markers import check_markers
from questwright.compiler.checks.movers import check_confined, check_victories
from questwright.compiler.checks.options import check_options
from questwright.compiler.checks.passages import check_locked, check_passages
from questwright.compiler.checks.portals import check_portals
from questwright.compiler.checks.spawns import check_spawns
from questwright.compiler.checks.starts import check_starts
from questwright.compiler.checks.strength import check_strength
from questwright.compiler.checks.tiles import check_tiles
from questwright.compiler.checks.traps import check_traps
from questwright.compiler.checks.verdict import check_verdict
from questwright.compiler.frontend.findings import Findings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from questwright.compiler.model.case import Case
    from questwright.dsl.diagnostics import Diagnostic


def _check_musters(case: Case, findings: Findings) -> None:
    if case.quest.musters:
        # Loaded here: few quests have musters.
        from questwright.compiler.checks.musters import check_musters

        check_musters(case, findings)


def _check_degrees(case: Case, findings: Findings) -> None:
    if case.degrees:
        # Loaded here: few quests have degrees of victory.
        from questwright.compiler.checks.degrees import check_degrees

        check_degrees(case, findings)


def _check_deals(case: Case, findings: Findings) -> None:
    if case.deals is not None:
        # Loaded here: few games deal their boards.
        from questwright.compiler.checks.deals import check_deals

        check_deals(case, findings)


CHECKS: tuple[Callable[[Case, Findings], None], ...] = (
    check_starts,
    check_edges,
    check_box,
    check_tiles,
    check_brought,
    check_laying,
    check_figures,
    check_fronts,
    check_markers,
    check_clearings,
    check_options,
    check_spawns,
    check_portals,
    check_traps,
    check_large,
    check_confined,
    check_victories,
    check_locked,
    check_passages,
    check_gear,
    check_cards,
    check_granted_cards,
    _check_musters,
    check_arrivals,
    check_strength,
    check_light,
    check_verdict,
    _check_degrees,
    _check_deals,
)
"""In the order in which they run; findings are sorted by place afterwards."""
POSITION_CHECKS = (
    check_spawns,
    check_portals,
    check_traps,
    check_large,
    check_confined,
    check_passages,
)
"""The checks that depend on where things stand: they run again for each possible place of a hidden
thing."""


def _without_repeats(findings: Findings) -> Findings:
    """The findings, each once: several places of a hidden thing may lead to the same finding."""
    kept = Findings()
    kept.extend(tuple(dict.fromkeys(findings.all())))
    return kept


def run_checks(case: Case, before: tuple[Diagnostic, ...]) -> tuple[Diagnostic, ...]:
    """All findings of a quest: ``before`` from the passes, and those of the checks.

    Findings that an `allow` of the quest accepts are left out.
    """
    findings = Findings(case.system.grid)
    findings.extend(before)
    for check in CHECKS:
        check(case, findings)
    for quest in with_hidden_things_moved(case.quest):
        for check in POSITION_CHECKS:
            check(case._replace(quest=quest), findings)
    return apply_expectations(case, _without_repeats(findings).all(), before)
