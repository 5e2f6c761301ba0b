"""`questwright preflight`: holds PDFs to a print profile."""

from __future__ import annotations

import sys
from pathlib import Path

from questwright.compiler.cli.check import Reporter
from questwright.compiler.press.preflight.run import preflight
from questwright.compiler.press.profile import Profile
from questwright.compiler.press.profiles import find_profile
from questwright.compiler.report.terminal import safe


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
