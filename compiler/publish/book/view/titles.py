"""What stands above the parts of a chapter."""

from __future__ import annotations

from dataclasses import dataclass

from questwright.compiler.packs.system.texts import HEADINGS


@dataclass(frozen=True, slots=True)
class Titles:
    """The game's words for the parts of a chapter, or ours; `story` is empty if none are given."""

    actions: str = HEADINGS["actions"]
    events: str = HEADINGS["events"]
    needs: str = HEADINGS["needs"]
    rewards: str = HEADINGS["rewards"]
    rules: str = HEADINGS["rules"]
    setup: str = HEADINGS["setup"]
    story: str = HEADINGS["story"]
    victory: str = HEADINGS["victory"]
