"""Two editions compared, and two sets of quests."""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler.publish.diff.changes import Edit, QuestDiff, Subject
from questwright.compiler.publish.diff.maps import beside
from questwright.compiler.publish.diff.pairs import pair
from questwright.compiler.publish.diff.tell.board import tell_areas, tell_board, tell_gates
from questwright.compiler.publish.diff.tell.crossings import tell_crossings
from questwright.compiler.publish.diff.tell.party import tell_entries, tell_groups, tell_musters
from questwright.compiler.publish.diff.tell.play import tell_actions, tell_events, tell_victories
from questwright.compiler.publish.diff.tell.quest import (
    broken,
    tell_beliefs,
    tell_head,
    tell_settings,
    tell_texts,
)
from questwright.compiler.publish.diff.tell.said import change
from questwright.compiler.publish.diff.tell.things import tell_items, tell_things
from questwright.compiler.publish.diff.tell.unknowns import tell_unknowns
from questwright.compiler.publish.diff.tell.verdict import (
    NOT_PROVEN,
    tell_findings,
    tell_needs,
    tell_verdict,
    verdict_in_words,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from questwright.compiler.publish.diff.changes import Change
    from questwright.compiler.publish.diff.edition import Edition
    from questwright.compiler.publish.diff.maps import MapLine


def compare(before: Edition, after: Edition) -> QuestDiff:
    """All that has changed from one edition of a quest to another."""
    pairing = pair(before, after)
    found = [
        *tell_head(before, after),
        *tell_verdict(pairing),
        *tell_findings(pairing),
        *tell_settings(before, after),
    ]
    lines: tuple[MapLine, ...] = ()
    # Where the text is broken and no board came of it, nothing can be said of what stood there.
    if before.quest.board.floor and after.quest.board.floor:
        on_board = (tell_board, tell_areas, tell_gates, tell_crossings)
        stands = (tell_things, tell_entries, tell_items, tell_unknowns, tell_musters)
        for tell in (*on_board, *stands):
            found += tell(pairing)
        lines = beside(before, after, pairing.ground.shift)
    for tell in (tell_groups, tell_events, tell_actions, tell_victories, tell_texts, tell_beliefs):
        found += tell(pairing)
    found += tell_needs(pairing) if not (before.is_broken or after.is_broken) else ()
    order = list(Subject)
    ordered = tuple(sorted(found, key=lambda one: order.index(one.subject)))
    words = verdict_in_words(before), verdict_in_words(after)
    return QuestDiff(after.quest.id, after.quest.title, *words, ordered, lines)


def compare_all(
    before: Mapping[str, Edition | None], after: Mapping[str, Edition | None]
) -> tuple[QuestDiff, ...]:
    """What has changed in some quests, by their ids; None is one that cannot be read.

    Quests that have not changed are left out.
    """
    found = []
    for old, new in _partners(before, after):
        if old and new:
            found.append(_one(new, before[old], after[new]))
        elif new:
            found.append(_whole(new, after[new], Edit.ADDED))
        else:
            found.append(_whole(old, before[old], Edit.REMOVED))
    return tuple(one for one in found if one.changes)


def _partners(
    before: Mapping[str, Edition | None], after: Mapping[str, Edition | None]
) -> list[tuple[str, str]]:
    """The ids of quests that are one and the same; empty where there is none of them."""
    if len(before) == len(after) == 1:
        # Whoever names two quests wants them compared, whatever they are called.
        return [(next(iter(before)), next(iter(after)))]
    every = sorted({*before, *after})
    return [(id_ if id_ in before else "", id_ if id_ in after else "") for id_ in every]


def _one(id_: str, before: Edition | None, after: Edition | None) -> QuestDiff:
    """A quest that is in both sets, though perhaps nobody can read it."""
    if before is not None and after is not None:
        return compare(before, after)
    changes: tuple[Change, ...] = ()
    if before is not after:
        changes = (broken(id_, is_broken=after is None),)
    title = next((one.quest.title for one in (after, before) if one is not None), id_)
    words = [verdict_in_words(one) if one is not None else NOT_PROVEN for one in (before, after)]
    return QuestDiff(id_, title, words[0], words[1], changes, ())


def _whole(id_: str, edition: Edition | None, sort: Edit) -> QuestDiff:
    """A quest that is in one of the sets only."""
    title, verdict = id_, NOT_PROVEN
    if edition is not None:
        title, verdict = edition.quest.title, verdict_in_words(edition)
    is_new = sort is Edit.ADDED
    text = f"the quest “{title}” is {'new' if is_new else 'gone'}"
    told = change(
        Subject.QUEST, sort, id_, None if is_new else title, title if is_new else None, text
    )
    before, after = ("", verdict) if is_new else (verdict, "")
    return QuestDiff(id_, title, before, after, (told,), ())
