"""Compare two editions of a quest, or two sets of quests.

Takes editions. Returns differences: for each quest its verdicts, its changes and both maps.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler.publish.diff.changes import Edit, QuestDiff, Subject
from questwright.compiler.publish.diff.maps import side_by_side
from questwright.compiler.publish.diff.pairs import pair
from questwright.compiler.publish.diff.tell.board import tell_areas, tell_board, tell_gates
from questwright.compiler.publish.diff.tell.cards import tell_cards
from questwright.compiler.publish.diff.tell.crossings import tell_crossings
from questwright.compiler.publish.diff.tell.deck import tell_deck
from questwright.compiler.publish.diff.tell.items import tell_items
from questwright.compiler.publish.diff.tell.party import tell_entries, tell_groups, tell_musters
from questwright.compiler.publish.diff.tell.play import tell_actions, tell_events, tell_victories
from questwright.compiler.publish.diff.tell.quest import (
    broken,
    tell_expectations,
    tell_head,
    tell_settings,
    tell_texts,
)
from questwright.compiler.publish.diff.tell.things import tell_things
from questwright.compiler.publish.diff.tell.unknowns import tell_unknowns
from questwright.compiler.publish.diff.tell.verdict import (
    NOT_PROVEN,
    tell_findings,
    tell_needs,
    tell_verdict,
    verdict_in_words,
)
from questwright.compiler.publish.diff.tell.wording import change

if TYPE_CHECKING:
    from collections.abc import Mapping

    from questwright.compiler.publish.diff.changes import Change
    from questwright.compiler.publish.diff.maps import MapLine
    from questwright.compiler.publish.document.read.edition import Edition


def compare(before: Edition, after: Edition) -> QuestDiff:
    """Compare two editions of one quest; the changes are sorted by subject."""
    pairing = pair(before, after)
    found = [
        *tell_head(before, after),
        *tell_verdict(pairing),
        *tell_findings(pairing),
        *tell_settings(before, after),
    ]
    lines: tuple[MapLine, ...] = ()
    # A text with mistakes may give no board: then nothing on it can be compared.
    if before.quest.board.floor and after.quest.board.floor:
        board = (tell_board, tell_areas, tell_gates, tell_crossings)
        contents = (tell_things, tell_entries, tell_items, tell_unknowns, tell_musters)
        for tell in (*board, *contents):
            found += tell(pairing)
        lines = side_by_side(before, after, pairing.ground.shift)
    for tell in (
        tell_groups,
        tell_deck,
        tell_cards,
        tell_events,
        tell_actions,
        tell_victories,
        tell_texts,
        tell_expectations,
    ):
        found += tell(pairing)
    found += tell_needs(pairing) if not (before.is_broken or after.is_broken) else ()
    order = list(Subject)
    ordered = tuple(sorted(found, key=lambda found_change: order.index(found_change.subject)))
    verdicts = verdict_in_words(before), verdict_in_words(after)
    return QuestDiff(after.quest.id, after.quest.title, *verdicts, ordered, lines)


def compare_all(
    before: Mapping[str, Edition | None], after: Mapping[str, Edition | None]
) -> tuple[QuestDiff, ...]:
    """Compare two sets of quests, each by id; None stands for a quest that cannot be read.

    Quests without changes are left out.
    """
    found = []
    for old, new in _partners(before, after):
        if old and new:
            found.append(_compare_readable(new, before[old], after[new]))
        elif new:
            found.append(_whole_quest(new, after[new], Edit.ADDED))
        else:
            found.append(_whole_quest(old, before[old], Edit.REMOVED))
    return tuple(diff for diff in found if diff.changes)


def _partners(
    before: Mapping[str, Edition | None], after: Mapping[str, Edition | None]
) -> list[tuple[str, str]]:
    """Pairs of an old and a new id of the same quest; empty where the quest is gone or new."""
    if len(before) == len(after) == 1:
        # Two single quests are meant to be compared, even if their ids differ.
        return [(next(iter(before)), next(iter(after)))]
    ids = sorted({*before, *after})
    return [(id_ if id_ in before else "", id_ if id_ in after else "") for id_ in ids]


def _compare_readable(id_: str, before: Edition | None, after: Edition | None) -> QuestDiff:
    """Compare a quest that is in both sets; either edition may be unreadable."""
    if before is not None and after is not None:
        return compare(before, after)
    changes: tuple[Change, ...] = ()
    if before is not after:
        changes = (broken(id_, is_broken=after is None),)
    title = next((edition.quest.title for edition in (after, before) if edition), id_)
    verdicts = [verdict_in_words(edition) if edition else NOT_PROVEN for edition in (before, after)]
    return QuestDiff(id_, title, verdicts[0], verdicts[1], changes, ())


def _whole_quest(id_: str, edition: Edition | None, sort: Edit) -> QuestDiff:
    """The difference for a quest that is in only one of the sets."""
    title, verdict = id_, NOT_PROVEN
    if edition is not None:
        title, verdict = edition.quest.title, verdict_in_words(edition)
    is_new = sort is Edit.ADDED
    text = f"the quest “{title}” is {'new' if is_new else 'gone'}"
    whole = change(
        Subject.QUEST, sort, id_, None if is_new else title, title if is_new else None, text
    )
    before, after = ("", verdict) if is_new else (verdict, "")
    return QuestDiff(id_, title, before, after, (whole,), ())
