"""Compose the table of the box: how many of each component are needed, and when the most are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler.analysis.needs import NeedSort, needed_pieces
from questwright.compiler.english import listed_in_words
from questwright.compiler.language import say
from questwright.compiler.publish.book.view.annex import BoxRow

if TYPE_CHECKING:
    from collections.abc import Iterator

    from questwright.compiler.analysis.needs import NeededPiece
    from questwright.compiler.publish.book.desk.desk import Desk

_COUNTED = (NeedSort.FIGURE, NeedSort.FURNITURE, NeedSort.TOKEN, NeedSort.GATE, NeedSort.TILE)
_NAMED = 3
"""The most areas, and the most events, that are named in one row."""


def box_rows(desk: Desk) -> tuple[BoxRow, ...]:
    """A row for each component that the box may run out of; members are there once each."""
    needs = needed_pieces(desk.quest, desk.system)
    return tuple(_row(need, desk) for need in needs if need.sort in _COUNTED)


def _row(need: NeededPiece, desk: Desk) -> BoxRow:
    most = max(need.most, need.moment.total)
    title = need.title if most == 1 else need.plural
    if need.sort is NeedSort.TILE:
        title = say("Tile {name}", name=need.title)
    box = "–" if need.box is None else str(need.box)
    when = "; ".join(_when(need, desk)) if most > need.start else ""
    return BoxRow(title, need.start, most, box, when)


def _when(need: NeededPiece, desk: Desk) -> Iterator[str]:
    moment = need.moment
    titles = desk.board.titles | {event.id: event.title for event in desk.quest.events}
    if moment.areas:
        yield say("with {areas} set out", areas=_listed(moment.areas, titles))
    named = [event for event in desk.quest.events if event.id in moment.events]
    if named:
        words = {
            event.id: say("“{title}”", title=event.title) if event.is_named else say("an event")
            for event in named
        }
        yield say("once {events} has happened", events=_listed(moment.events, words))
    if moment.brought:
        if need.sort is NeedSort.TOKEN:
            yield say("{count} left by the fallen", count=moment.brought)
        else:
            yield say("{count} brought into play", count=moment.brought)


def _listed(ids: tuple[str, ...], titles: dict[str, str]) -> str:
    shown = list(dict.fromkeys(titles[id_] for id_ in ids))
    if len(shown) > _NAMED + 1:
        shown = [*shown[:_NAMED], say("{count} more", count=len(shown) - _NAMED)]
    return listed_in_words(shown)
