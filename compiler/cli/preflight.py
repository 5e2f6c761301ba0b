"""`questwright preflight`: holds PDFs to a print profile."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from questwright.compiler.cli.check import Reporter
from questwright.compiler.codes import NOT_PROMISED
from questwright.compiler.press.preflight.run import preflight
from questwright.compiler.press.profile import Profile
from questwright.compiler.press.profiles import find_profile
from questwright.compiler.report.terminal import safe

if TYPE_CHECKING:
    from questwright.compiler.prints import Prints


def profiles_of(names: list[str], reporter: Reporter) -> list[Profile]:
    """The profiles of some names; findings are printed about those that are none."""
    profiles: dict[str, Profile] = {}
    for name in names:
        found = find_profile(name)
        reporter.findings(found.findings, found.sources)
        if found.profile is not None:
            profiles[found.profile.id] = found.profile
    return list(profiles.values())


def preflight_files(paths: list[str], profile: str, form: str, *, is_strict: bool) -> int:
    """Hold PDFs to a profile; returns the exit code, 1 if anything is wrong."""
    reporter = Reporter(form, is_strict=is_strict)
    chosen = profiles_of([profile], reporter)
    failed = not chosen
    for path in paths if chosen else ():
        flight = preflight(Path(path), chosen[0], path)
        reporter.places.update(flight.places)
        reporter.findings(flight.findings, {})
        severities = {str(finding.severity) for finding in flight.findings}
        failed = failed or "error" in severities or (is_strict and "warning" in severities)
        if form == "text" and "error" not in severities:
            sys.stdout.write(f"{safe(path)}: {flight.summary}: fit for `{chosen[0].id}`\n")
    reporter.finish(len(paths))
    return 1 if failed else 0


def are_fit(prints: Prints, reporter: Reporter) -> bool:
    """Whether each PDF for paper is fit for its print shop; what preflight found is said."""
    good = True
    told: set[tuple[str, str | None]] = set()
    for name, flight in prints.flights:
        # What no PDF can promise is said once for each profile.
        new = [
            finding
            for finding in flight.findings
            if finding.code != NOT_PROMISED or (finding.message, finding.reason) not in told
        ]
        told |= {(finding.message, finding.reason) for finding in new}
        reporter.findings(new, {})
        good = good and not any(finding.severity == "error" for finding in flight.findings)
        sys.stderr.write(f"{safe(name)}: {flight.summary}\n")
    return good
