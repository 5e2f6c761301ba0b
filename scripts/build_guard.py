"""Refuse to build an archive without code: the links in questwright/ must lead to the packages.

Git checks links out as small text files where `core.symlinks` is false (on Windows, as a rule). A
wheel built from such a checkout would hold no code, and nothing else would say so.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PACKAGES = ("dsl", "compiler", "engine")


class LinkGuard(BuildHookInterface[Any]):
    """Stops a build of which a package would be missing."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Look for the packages, before anything is packed."""
        del version, build_data
        root = Path(self.root)
        for package in PACKAGES:
            if not (root / "questwright" / package / "__init__.py").is_file():
                raise RuntimeError(
                    f"questwright/{package} does not lead to ../{package}: Git has checked the"
                    " link out as a text file. Run `git config core.symlinks true`, then"
                    " `git checkout -- questwright` (on Windows, in developer mode)."
                )
