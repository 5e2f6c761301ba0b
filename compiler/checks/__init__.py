"""What makes a quest legal, a subject a module; each finding has a code and a manual page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler.analysis.settle import elsewhere
from questwright.compiler.checks.beliefs import hold_beliefs
from questwright.compiler.checks.box import check_box
from questwright.compiler.checks.cards import check_cards
from questwright.compiler.checks.comings import check_comings
from questwright.compiler.checks.degrees import check_degrees
from questwright.compiler.checks.edges import check_edges
from questwright.compiler.checks.figures import check_figures
from questwright.compiler.checks.gear import check_gear
from questwright.compiler.checks.large import check_large
from questwright.compiler.checks.markers import check_markers
from questwright.compiler.checks.movers import check_confined, check_victories
from questwright.compiler.checks.musters import check_musters
from questwright.compiler.checks.options import check_options
from questwright.compiler.checks.passages import check_passages
from questwright.compiler.checks.portals import check_portals
from questwright.compiler.checks.spawns import check_spawns
from questwright.compiler.checks.starts import check_starts
from questwright.compiler.checks.strength import check_strength
from questwright.compiler.checks.traps import check_traps
from questwright.compiler.checks.ways import check_ways
from questwright.compiler.frontend.findings import Findings

if TYPE_CHECKING:
    from collections.abc import Callable

    from questwright.compiler.model.case import Case
    from questwright.dsl.diagnostics import Diagnostic

CHECKS: tuple[Callable[[Case, Findings], None], ...] = (
    check_starts,
    check_edges,
    check_box,
    check_figures,
    check_markers,
    check_options,
    check_spawns,
    check_portals,
    check_traps,
    check_large,
    check_confined,
    check_victories,
    check_passages,
    check_gear,
    check_cards,
    check_musters,
    check_comings,
    check_strength,
    check_ways,
    check_degrees,
)
"""In the order in which they run; findings are sorted by place afterwards."""
OF_PLACES = (check_spawns, check_portals, check_traps, check_large, check_confined, check_passages)
"""Those that look where something stands: they run for each place of a hidden thing."""


def _once(findings: Findings) -> Findings:
    """What is found wherever a hidden thing stands is told once."""
    kept = Findings()
    kept.extend(tuple(dict.fromkeys(findings.all())))
    return kept


def run_checks(case: Case, before: tuple[Diagnostic, ...]) -> tuple[Diagnostic, ...]:
    """All findings of a quest: those of the passes, those of the checks, less those allowed."""
    findings = Findings(case.system.grid)
    findings.extend(before)
    for check in CHECKS:
        check(case, findings)
    for quest in elsewhere(case.quest):
        for check in OF_PLACES:
            check(case._replace(quest=quest), findings)
    findings = _once(findings)
    return hold_beliefs(case, findings.all(), before)
