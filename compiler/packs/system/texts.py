"""The texts of a book that a pack may give, by key: headings, and standing passages."""

from __future__ import annotations

from typing import Final

HEADINGS: Final = {
    "actions": "Quest actions",
    "areas": "Areas",
    "between_quests": "Between the quests",
    "events": "Events",
    "explored": "",
    "figures": "Figures",
    "gates": "Gates and furniture",
    "gear": "Cards found in this quest",
    "layout": "The layout",
    "map": "The map",
    "needs": "What you need",
    "options": "Optional rules in this quest",
    "reminders": "Reminders",
    "rewards": "Afterwards",
    "rules": "Special rules",
    "sections": "Sections",
    "setup": "Setting up",
    "specials": "What some figures may do",
    "story": "",
    "victory": "Victory",
}
"""The words of the book where a pack gives none, by what stands below them. Nothing is printed
where they are empty. The key of a pack has `_title` behind it."""
PASSAGES: Final = (
    "between_quests",
    "edition",
    "figures",
    "foes",
    "how_to_use",
    "own_values",
    "rewards",
    "setup",
    "tagline",
    "unopposed",
)
"""Passages that are printed in every book, or where they fit."""
REMINDERS: Final = ("explore", "locks", "passages", "portals", "spawn", "traps")
"""Reminders of rules, printed where a quest uses them; so are those that are called like a
setting."""
TITLED: Final = ("how_to_use", "unopposed", *REMINDERS)
"""Passages that have a title of their own, or begin with one."""


def text_keys(settings: tuple[str, ...]) -> tuple[str, ...]:
    """Every key that a pack with these settings may give."""
    keys = (*settings, *TITLED, *HEADINGS)
    return (*settings, *PASSAGES, *REMINDERS, *(f"{key}_title" for key in keys))
