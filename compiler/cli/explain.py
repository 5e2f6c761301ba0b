"""`questwright explain`: prints the manual page of a finding."""

from __future__ import annotations

import re
import sys
from typing import TYPE_CHECKING

from questwright.compiler import codes
from questwright.compiler.manual import page
from questwright.compiler.report.terminal import safe
from questwright.dsl.diagnostics import did_you_mean

if TYPE_CHECKING:
    from questwright.compiler.manual import Page

_GAME = re.compile(r"^ *system (\S+)$", re.MULTILINE)


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
    sys.stdout.write(_with_game(found).rstrip() + "\n")
    return 0


def _with_game(found: Page) -> str:
    """A page that says before its examples whose words they are in."""
    game = _GAME.search(found.wrong or "")
    if game is None:
        return found.text
    note = (
        f"The examples are in the words of `{game[1]}`. Another game has others: "
        "`questwright systems` lists them."
    )
    return found.text.replace("## Wrong\n", f"{note}\n\n## Wrong\n", 1)
