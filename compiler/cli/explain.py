"""`questwright explain`: the manual page of a finding."""

from __future__ import annotations

import sys

from questwright.compiler import codes
from questwright.compiler.manual import page
from questwright.compiler.report.terminal import safe
from questwright.dsl.diagnostics import did_you_mean


def explain_code(code: str | None) -> int:
    """Print the manual page of a code, or list all codes."""
    every = codes.every_code()
    if code is None:
        for one in every:
            sys.stdout.write(f"{one.id}  {one.severity:8} {one.name}\n")
        return 0
    wanted = code.upper() if code.upper().startswith("QW") else code.lower()
    found = page(wanted)
    if found is None:
        names = [one.id for one in every] + [one.name for one in every]
        near = did_you_mean(wanted, names)
        sys.stderr.write(
            f"there is no finding called {safe(code)!r}\n"
            f"  = help: {near or '`questwright explain` lists them all'}\n"
        )
        return 2
    sys.stdout.write(found.text.rstrip() + "\n")
    return 0
