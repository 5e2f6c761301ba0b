"""Compose the tables of figures' values that stand where the figures fight."""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler.model.quest import EffectKind
from questwright.compiler.publish.book.chapter.needs import columns_of, traits_of, values_of
from questwright.compiler.publish.book.view.tables import ContentRow, FighterRow, FighterTable

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from questwright.compiler.model.quest import Effect
    from questwright.compiler.packs.system.system import Kind
    from questwright.compiler.publish.book.map.pieces import Pieces


def fighters_of(pieces: Pieces, rows: Collection[tuple[Kind, ContentRow]]) -> FighterTable | None:
    """Rows about figures with the values of each kind; None if there are no rows."""
    if not rows:
        return None
    desk = pieces.desk
    columns = columns_of(desk, [kind for kind, _ in rows])
    told: set[str] = set()
    found = []
    for kind, row in rows:
        # What holds for a kind is said once in a table.
        traits = () if kind.word in told else traits_of(desk, kind)
        told.add(kind.word)
        cells = tuple(values_of(desk, kind, values) for _, values in columns)
        found.append(FighterRow(row, cells, traits))
    return FighterTable(tuple(title for title, _ in columns), tuple(found))


def brought(pieces: Pieces, effects: Iterable[Effect]) -> FighterTable | None:
    """The figures that effects place, each kind once."""
    words = dict.fromkeys(effect.target for effect in effects if effect.kind is EffectKind.SPAWN)
    kinds = [pieces.desk.system.kinds[word] for word in words]
    rows = [(kind, ContentRow(kind.title, sample=pieces.token(kind))) for kind in kinds]
    return fighters_of(pieces, rows)
