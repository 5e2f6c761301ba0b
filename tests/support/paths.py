"""Where things lie in this checkout: the one place that knows."""

from __future__ import annotations

from pathlib import Path

TESTS = Path(__file__).resolve().parent.parent
ROOT = TESTS.parent
CASES = TESTS / "cases"
"""Quests with the findings that they earn written in them."""
GOLDEN = TESTS / "golden"
"""What a test once saw and a person approved."""
PACKS = TESTS / "systems"
"""Small games for tests."""
SHIPPED = sorted(ROOT.glob("content/quests/*/*.quest"))
"""The quests that come with the tool."""
