"""Groups, starts and musters of a quest that is read back from its document."""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler.model.musters import Muster, Ware
from questwright.compiler.model.quest import Group
from questwright.compiler.packs.system.system import Category
from questwright.compiler.publish.document.read.part import Unfit
from questwright.dsl.source import Span

if TYPE_CHECKING:
    from collections.abc import Mapping

    from questwright.compiler.grid.cells import Cell
    from questwright.compiler.model.quest import Thing
    from questwright.compiler.packs.system.system import System
    from questwright.compiler.publish.document.read.part import Part


def revive_groups(party: Part) -> tuple[Group, ...]:
    """The groups of a document's party."""
    return tuple(
        Group(part.text("id"), part.text("title"), part.words("who"), Span("", 0, 0))
        for part in party.parts("groups")
    )


def with_comers(
    things: tuple[Thing, ...], party: Part, cells: Mapping[str, Cell]
) -> tuple[Thing, ...]:
    """Things of which starts say who comes there, and when, as the document's entries do."""
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
        for own, who, round_, origin in entries:
            if {*thing.cells} <= own:
                # Two starts may have a square in common: each is of another entry.
                own -= {*thing.cells}
                return thing._replace(who=who, round=max(round_, 1), origin=origin)
        return thing

    return tuple(map(start, things))


def revive_musters(top: Part, cells: Mapping[str, Cell], system: System) -> tuple[Muster, ...]:
    """The musters of a document; a side or a square that there is not is refused."""

    def muster(part: Part) -> Muster:
        side = part.text("side")
        unknown = next((name for name in part.words("cells") if name not in cells), None)
        if side not in system.sides or unknown is not None:
            what = f"`{side[:60]}` is not a side of the game"
            if unknown is not None:
                what = f"`{unknown[:60]}` is not a square"
            raise Unfit(f"{what}; build it anew with `questwright build`")
        return Muster(
            id=part.text("id"),
            title=part.text("title"),
            side=side,
            points=part.number("points"),
            wares=tuple(
                Ware(one.text("word"), one.number("price"), one.number("count"))
                for one in part.parts("wares")
            ),
            cells=sum(1 << cells[name] for name in dict.fromkeys(part.words("cells"))),
            place=part.text("place"),
            rounds=tuple(int(number) for number in part.words("rounds")),
            origin=Span("", 0, 0),
        )

    return tuple(map(muster, top.parts("musters")))
