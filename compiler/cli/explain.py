"""`questwright explain`: prints the manual page of a finding."""

from __future__ import annotations

import sys

from questwright.compiler import codes
from questwright.compiler.manual import page
from questwright.compiler.report.terminal import safe
from questwright.dsl.diagnostics import did_you_mean


def explain_code(code: str | None) -> int:
    """Print the manual page of a code or a name, or list all codes; returns the exit code."""
    every = codes.every_code()
    if code is None:
        for listed in every:
            sys.stdout.write(f"{listed.id}  {listed.severity:8} {listed.name}\n")
        return 0
    wanted = code.upper() if code.upper().startswith("QW") else code.lower()
    found = page(wanted)
    if found is None:
        names = [listed.id for listed in every] + [listed.name for listed in every]
        near = did_you_mean(wanted, names)
        sys.stderr.write(
            f"there is no finding called {safe(code)!r}\n"
            f"  = help: {near or '`questwright explain` lists them all'}\n"
        )
        return 2
    sys.stdout.write(found.text.rstrip() + "\n")
    return 0
