"""Read the groups, entries and musters of a quest from its document."""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler.model.musters import Muster, Ware
from questwright.compiler.model.quest import Group
from questwright.compiler.packs.system.system import Category
from questwright.compiler.publish.document.read.lookup import NOWHERE
from questwright.compiler.publish.document.read.part import DocumentError
from questwright.dsl.source import Span

if TYPE_CHECKING:
    from collections.abc import Mapping

    from questwright.compiler.grid.cells import Cell
    from questwright.compiler.model.quest import Thing
    from questwright.compiler.packs.system.system import System
    from questwright.compiler.publish.document.read.part import Part


def read_groups(party: Part) -> tuple[Group, ...]:
    """The groups of a document's party."""
    return tuple(
        Group(part.text("id"), part.text("title"), part.words("who"), NOWHERE)
        for part in party.parts("groups")
    )


def with_entries(
    things: tuple[Thing, ...], party: Part, cells: Mapping[str, Cell]
) -> tuple[Thing, ...]:
    """The things, with the members and the round of the document's entries written onto starts."""
    entries = [
        (
            {cells[name] for name in part.words("cells") if name in cells},
            part.words("who"),
            part.number("round"),
            Span("", number, number),
        )
        for number, part in enumerate(party.parts("entries"))
    ]

    def start(thing: Thing) -> Thing:
        if thing.kind.category is not Category.START:
            return thing
        for free, who, round_, origin in entries:
            if {*thing.cells} <= free:
                # Two starts may share a square and belong to different entries.
                free -= {*thing.cells}
                return thing._replace(who=who, round=max(round_, 1), origin=origin)
        return thing

    return tuple(map(start, things))


def read_musters(top: Part, cells: Mapping[str, Cell], system: System) -> tuple[Muster, ...]:
    """The musters of a document; raises `DocumentError` for an unknown side or square."""

    def muster(part: Part) -> Muster:
        side = part.text("side")
        unknown = next((name for name in part.words("cells") if name not in cells), None)
        if side not in system.sides or unknown is not None:
            what = f"`{side[:60]}` is not a side of the game"
            if unknown is not None:
                what = f"`{unknown[:60]}` is not a square"
            raise DocumentError(f"{what}; build it anew with `questwright build`")
        return Muster(
            id=part.text("id"),
            title=part.text("title"),
            side=side,
            points=part.number("points"),
            wares=tuple(
                Ware(ware.text("word"), ware.number("price"), ware.number("count"))
                for ware in part.parts("wares")
            ),
            cells=sum(1 << cells[name] for name in dict.fromkeys(part.words("cells"))),
            place=part.text("place"),
            rounds=tuple(int(number) for number in part.words("rounds")),
            origin=NOWHERE,
            grown_after=part.number("grown_after"),
        )

    return tuple(map(muster, top.parts("musters")))
