"""Quests that are alike in all but their names, bound to one book."""

from __future__ import annotations

from support.more import amount
from support.strategies import QUEST, run

NAMES = ("last-lamp", "second-lamp", "third-lamp", "fourth-lamp")[: amount(2, 4)]
TITLE = "Lamps & Other Lights"
AUTHOR = "Wick"
FOLDER = "lamps-other-lights"
"""What the folder of the book is called."""


def lamp(name):
    """The text of one of the quests."""
    title = " ".join(part.capitalize() for part in name.split("-"))
    return QUEST.replace("last-lamp", name).replace("The Last Lamp", f"The {title}")


def write_lamps(folder, names):
    """Write some of them into the folder of quests of a folder."""
    quests = folder / "quests"
    quests.mkdir()
    for number, name in enumerate(names, 1):
        (quests / f"{number}-{name}.quest").write_text(lamp(name), encoding="utf-8")


def bind(folder, *options, out="out"):
    """Build the quests of a folder and the book of them: what the command answered."""
    named = ("--bind", TITLE, "--author", AUTHOR)
    return run("build", "--out", folder / out, *named, *options, folder / "quests")
