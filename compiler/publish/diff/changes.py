"""Changes: what differs between two editions of a quest, one by one."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from questwright.compiler.packs.read.tree import Json
    from questwright.compiler.publish.diff.maps import MapLine

VERSION: Final = 1
"""Raised whenever a reader of the changes as data would have to change."""
SCHEMA_ID: Final = "https://questwright.dev/schemas/diff/1"
"""The name of the schema that changes as data meet."""


class Subject(StrEnum):
    """What a change is about, in the order in which changes are told."""

    QUEST = "quest"
    VERDICT = "verdict"
    FINDING = "finding"
    SETTING = "setting"
    PARTY = "party"
    """Who comes into play where and when, and groups."""
    BOARD = "board"
    AREA = "area"
    GATE = "gate"
    CROSSING = "crossing"
    FIGURE = "figure"
    THING = "thing"
    """Whatever else stands on the board."""
    ITEM = "item"
    UNKNOWN = "unknown"
    """What the party does not know when play begins."""
    MUSTER = "muster"
    EVENT = "event"
    ACTION = "action"
    VICTORY = "victory"
    TEXT = "text"
    BELIEF = "belief"
    NEED = "need"


HEADINGS: Final[Mapping[Subject, str]] = {
    Subject.QUEST: "The quest",
    Subject.VERDICT: "Verdict",
    Subject.FINDING: "Findings",
    Subject.SETTING: "Settings",
    Subject.PARTY: "The party",
    Subject.BOARD: "The board",
    Subject.AREA: "Rooms and other areas",
    Subject.GATE: "Doors and other gates",
    Subject.CROSSING: "Crossings",
    Subject.FIGURE: "Figures",
    Subject.THING: "Furniture and other things",
    Subject.ITEM: "Items",
    Subject.UNKNOWN: "What the party does not know",
    Subject.MUSTER: "What is bought with points",
    Subject.EVENT: "Events",
    Subject.ACTION: "Actions",
    Subject.VICTORY: "Victory",
    Subject.TEXT: "Texts",
    Subject.BELIEF: "What the designer expects and allows",
    Subject.NEED: "From the box",
}

_COUNTED: Final = frozenset(
    {
        Subject.FINDING,
        Subject.SETTING,
        Subject.AREA,
        Subject.GATE,
        Subject.CROSSING,
        Subject.FIGURE,
        Subject.THING,
        Subject.ITEM,
        Subject.MUSTER,
        Subject.EVENT,
        Subject.ACTION,
        Subject.TEXT,
    }
)
"""Subjects of which there are several."""
_SINGLE: Final = frozenset({Subject.FINDING, Subject.TEXT})
"""Subjects of which each change is one of them, whatever its id."""
_SUMMED: Final[Mapping[Subject, str]] = {
    Subject.QUEST: "the quest itself",
    Subject.VERDICT: "the verdict",
    Subject.PARTY: "the party",
    Subject.BOARD: "the board",
    Subject.UNKNOWN: "what is unknown",
    Subject.VICTORY: "how it is won",
    Subject.BELIEF: "what is expected",
    Subject.NEED: "the box",
}


class Edit(StrEnum):
    """How something has changed."""

    ADDED = "added"
    REMOVED = "removed"
    BROKEN = "broken"
    """The new text has mistakes."""
    MENDED = "mended"
    """Only the old text has mistakes."""
    GAME = "game"
    RULES = "rules"
    """The rules of the game, not the quest."""
    RENAMED = "renamed"
    KIND = "kind"
    VALUE = "value"
    ROCK = "rock"
    GROUND = "ground"
    """What the ground is, where it is not plain floor."""
    WALLS = "walls"
    TILES = "tiles"
    MOVED = "moved"
    RESIZED = "resized"
    TURNED = "turned"
    JOINS = "joins"
    OPEN = "open"
    LOCKED = "locked"
    UNLOCKED = "unlocked"
    KEY = "key"
    PASSING = "passing"
    WAY = "way"
    SPENT = "spent"
    LINK = "link"
    SPECIALS = "specials"
    COUNT = "count"
    CARD = "card"
    REPEATS = "repeats"
    CONDITION = "condition"
    EFFECT = "effect"
    ORDER = "order"
    COST = "cost"
    REWORDED = "reworded"
    VERDICT = "verdict"
    CAUSES = "causes"
    LINE = "line"
    ROUNDS = "rounds"
    REQUIRED = "required"
    OPTIONAL = "optional"
    UNJUDGED = "unjudged"
    REACHABLE = "reachable"
    UNREACHABLE = "unreachable"


class Change(NamedTuple):
    """One thing that differs."""

    subject: Subject
    sort: Edit
    id: str
    """The id of what has changed, in the new edition where it is still there; or empty."""
    before: Json
    after: Json
    text: str
    """A sentence without its full stop."""


class QuestDiff(NamedTuple):
    """All that differs between two editions of one quest."""

    id: str
    title: str
    before: str
    """The verdict before, in words; empty where there was no such quest."""
    after: str
    changes: tuple[Change, ...]
    map: tuple[MapLine, ...]
    """Both maps beside each other; empty where they look alike."""

    @property
    def is_whole(self) -> bool:
        """Whether all of the quest is new, or all of it is gone."""
        return not self.before or not self.after


def by_subject(changes: Iterable[Change]) -> dict[Subject, list[Change]]:
    """Changes under what they are about, in the order of telling."""
    found: dict[Subject, list[Change]] = {subject: [] for subject in Subject}
    for change in changes:
        found[change.subject].append(change)
    return {subject: some for subject, some in found.items() if some}


def summary(changes: Iterable[Change]) -> str:
    """What has changed, in one line: ``Changed: the verdict, 1 gate, 2 figures``."""
    said = []
    for subject, some in by_subject(changes).items():
        if subject in _COUNTED:
            ids = {one.id for one in some if one.sort is not Edit.COUNT}
            count = len(some) if subject in _SINGLE else len(ids)
            said.append(f"{count} {subject}{'s' * (count != 1)}")
        else:
            said.append(_SUMMED[subject])
    return f"Changed: {', '.join(said)}"


def diff_document(diffs: Iterable[QuestDiff]) -> dict[str, Json]:
    """Differences as plain data."""
    return {
        "$schema": SCHEMA_ID,
        "version": VERSION,
        "quests": [_quest_part(diff) for diff in diffs],
    }


def _quest_part(diff: QuestDiff) -> Json:
    return {
        "id": diff.id,
        "title": diff.title,
        "before": _verdict(diff.before),
        "after": _verdict(diff.after),
        "changes": [_change_part(change) for change in diff.changes],
        "map": [{"text": line.text, "changed": line.is_changed} for line in diff.map],
    }


def _verdict(words: str) -> Json:
    """A verdict as one word; nothing where there is no such quest."""
    return words.replace(" ", "-") or None


def _change_part(change: Change) -> Json:
    return {
        "subject": change.subject.value,
        "change": change.sort.value,
        "id": change.id or None,
        "before": change.before,
        "after": change.after,
        "text": change.text,
    }
