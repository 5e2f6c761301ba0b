"""The changes between two editions of a quest, and their form as data (diff.json).

Takes differences between quests. Returns a summary in one line, or plain data that satisfies the
schema of differences.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from questwright.dsl.choices import StrEnum
from questwright.dsl.records import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from questwright.compiler.packs.read.tree import Json
    from questwright.compiler.publish.diff.maps import MapLine

VERSION: Final = 1
"""The version of the format; it goes up with each change that breaks readers."""
SCHEMA_ID: Final = "https://questwright.dev/schemas/diff/1"
"""The `$id` of the schema that every document of differences satisfies."""


class Subject(StrEnum):
    """What a change is about, in the order in which changes are listed."""

    CAMPAIGN = "campaign"
    QUEST = "quest"
    VERDICT = "verdict"
    FINDING = "finding"
    STAGE = "stage"
    """A quest's turn in a campaign: its place, what it gives, and what follows."""
    SETTING = "setting"
    PARTY = "party"
    """Entries (who comes into play where and when) and groups."""
    BOARD = "board"
    AREA = "area"
    GATE = "gate"
    CROSSING = "crossing"
    FIGURE = "figure"
    THING = "thing"
    """Anything on the board that is not a figure."""
    ITEM = "item"
    UNKNOWN = "unknown"
    """What the party does not know when play begins."""
    MUSTER = "muster"
    DECK = "deck"
    """What the board is dealt from."""
    CARD = "card"
    """Cards of the quest's own, and those of the game that are set aside."""
    EVENT = "event"
    ACTION = "action"
    VICTORY = "victory"
    TEXT = "text"
    BELIEF = "belief"
    NEED = "need"


HEADINGS: Final[Mapping[Subject, str]] = {
    Subject.CAMPAIGN: "The campaign",
    Subject.QUEST: "The quest",
    Subject.VERDICT: "Verdict",
    Subject.FINDING: "Findings",
    Subject.STAGE: "Its quests",
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
    Subject.DECK: "The deck",
    Subject.CARD: "Cards",
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
        Subject.CARD,
        Subject.EVENT,
        Subject.ACTION,
        Subject.TEXT,
    }
)
"""Subjects that a summary counts: `2 figures`."""
_SINGLE: Final = frozenset({Subject.FINDING, Subject.TEXT})
"""Counted subjects in which each change counts, even if several have the same id."""
_NAMED: Final[Mapping[Subject, str]] = {
    Subject.CAMPAIGN: "the campaign itself",
    Subject.STAGE: "what follows what",
    Subject.QUEST: "the quest itself",
    Subject.VERDICT: "the verdict",
    Subject.PARTY: "the party",
    Subject.BOARD: "the board",
    Subject.UNKNOWN: "what is unknown",
    Subject.DECK: "the deck",
    Subject.VICTORY: "how it is won",
    Subject.BELIEF: "what is expected",
    Subject.NEED: "the box",
}
"""Subjects that a summary names without a number."""


class Edit(StrEnum):
    """The sort of a change, as it stands in diff.json."""

    ADDED = "added"
    REMOVED = "removed"
    BROKEN = "broken"
    """The new text has mistakes; the old one has none."""
    MENDED = "mended"
    """The old text has mistakes; the new one has none."""
    GAME = "game"
    RULES = "rules"
    """The rules of the game have changed, not the quest."""
    RENAMED = "renamed"
    KIND = "kind"
    VALUE = "value"
    ROCK = "rock"
    GROUND = "ground"
    """Terrain and levels."""
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
    PUSHED = "pushed"
    COUNT = "count"
    CARD = "card"
    REPEATS = "repeats"
    CONDITION = "condition"
    EFFECT = "effect"
    ORDER = "order"
    COST = "cost"
    BY = "by"
    REWORDED = "reworded"
    TOLD = "told"
    """What the players know when play begins."""
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
    """One difference: its subject, its sort, both values and a sentence."""

    subject: Subject
    sort: Edit
    id: str
    """The id of what has changed: its new id, or its old one if it is gone; may be empty."""
    before: Json
    after: Json
    text: str
    """A sentence without its full stop, for the designer."""


class QuestDiff(NamedTuple):
    """All changes between two editions of one quest."""

    id: str
    title: str
    before: str
    """The old verdict in words; empty if the quest is new."""
    after: str
    """The new verdict in words; empty if the quest is gone."""
    changes: tuple[Change, ...]
    map: tuple[MapLine, ...]
    """Both maps side by side; empty if they look alike."""
    words: tuple[str, str] | None = None
    """Both verdicts as they are told; None if they are told as they are called."""

    @property
    def told(self) -> tuple[str, str]:
        """Both verdicts as they are told."""
        return self.words or (self.before, self.after)

    @property
    def is_whole(self) -> bool:
        """Whether the whole quest is new or gone."""
        return not self.before or not self.after


def by_subject(changes: Iterable[Change]) -> dict[Subject, list[Change]]:
    """Changes by subject, in the order of the subjects; subjects without changes are left out."""
    grouped: dict[Subject, list[Change]] = {subject: [] for subject in Subject}
    for change in changes:
        grouped[change.subject].append(change)
    return {subject: of_subject for subject, of_subject in grouped.items() if of_subject}


def summary(changes: Iterable[Change]) -> str:
    """The changed subjects in one line: ``Changed: the verdict, 1 gate, 2 figures``."""
    parts = []
    for subject, of_subject in by_subject(changes).items():
        if subject in _COUNTED:
            ids = {change.id for change in of_subject if change.sort is not Edit.COUNT}
            count = len(of_subject) if subject in _SINGLE else len(ids)
            parts.append(f"{count} {subject}{'s' * (count != 1)}")
        else:
            parts.append(_NAMED[subject])
    return f"Changed: {', '.join(parts)}"


def diff_document(
    diffs: Iterable[QuestDiff], campaigns: Iterable[QuestDiff] = ()
) -> dict[str, Json]:
    """Differences of quests and of campaigns as plain data, ready to be written as JSON."""
    return {
        "$schema": SCHEMA_ID,
        "version": VERSION,
        "quests": [_quest_part(diff) for diff in diffs],
        "campaigns": [_quest_part(diff) for diff in campaigns],
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
    """A verdict as one word; None if the quest does not exist in that edition."""
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
