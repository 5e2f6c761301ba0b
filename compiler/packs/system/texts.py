"""The texts of a book that a pack may give, by key: headings, and standing passages."""

from __future__ import annotations

from questwright.compiler.language import message

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final


HEADINGS: Final = {
    "actions": message("Quest actions"),
    "areas": message("Areas"),
    "between_quests": message("Between the quests"),
    "events": message("Events"),
    "explored": "",
    "figures": message("Figures"),
    "gates": message("Gates and furniture"),
    "gear": message("Cards found in this quest"),
    "layout": message("The layout"),
    "map": message("The map"),
    "needs": message("What you need"),
    "options": message("Optional rules in this quest"),
    "reminders": message("Reminders"),
    "rewards": message("Afterwards"),
    "rules": message("Special rules"),
    "sections": message("Sections"),
    "setup": message("Setting up"),
    "specials": message("What some figures may do"),
    "story": "",
    "victory": message("Victory"),
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
    "first_entry",
    "first_section",
    "tagline",
    "uncounted",
    "unopposed",
)
"""Passages that are printed in every book, or where they fit. What is `uncounted` is a clause: what
the rules allow against figures and locks, and no line of the proof counts on."""
REMINDERS: Final = (
    "acting",
    "explore",
    "furniture",
    "locks",
    "passages",
    "portals",
    "spawn",
    "traps",
)
"""Reminders of rules, printed where a quest uses them; so are those that are called like a
setting."""
TITLED: Final = ("how_to_use", "unopposed", *REMINDERS)
"""Passages that have a title of their own, or begin with one."""


def text_keys(settings: tuple[str, ...]) -> tuple[str, ...]:
    """Every key that a pack with these settings may give."""
    keys = (*settings, *TITLED, *HEADINGS)
    return (*settings, *PASSAGES, *REMINDERS, *(f"{key}_title" for key in keys))
