"""Compose the special rules that players are told: those of what they see, and of the quest's game.

Takes what is known of a quest, and areas. Whatever an author writes as a rule may tell a secret,
and stays with whoever runs the game; what stands here are the words of the game alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler.packs.system.settings import SettingRole
from questwright.compiler.packs.system.sheets import SheetShape
from questwright.compiler.packs.system.system import Category
from questwright.compiler.publish.book.chapter.play import options_of, reminders_of, titled
from questwright.compiler.publish.book.desk.desk import Desk

if TYPE_CHECKING:
    from collections.abc import Collection

    from questwright.compiler.model.quest import Quest
    from questwright.compiler.packs.system.system import System
    from questwright.compiler.publish.book.view.text import Line


def public_rules(known: Desk, areas: Collection[int]) -> tuple[Line, ...]:
    """The rules of the game that hold in some areas, given by index, and for the party."""
    quest, system = known.quest, known.system
    part = Desk(_part(quest, system, areas), system, known.labels)
    # Where the game has cards for its members, their cards say what they do otherwise.
    has_order = any(sheet.shape is SheetShape.ORDER for sheet in system.sheets)
    kinds = {kind.word: kind for kind in quest.party if has_order}
    kinds |= {thing.kind.word: thing.kind for thing in part.quest.things_of(Category.FIGURE)}
    specials = {special.word: special for kind in kinds.values() for special in kind.specials}
    return (
        *options_of(part),
        *reminders_of(part),
        *(titled(own.title, own.text) for own in known.at_work(specials.values())),
    )


def _part(quest: Quest, system: System, areas: Collection[int]) -> Quest:
    """A quest with what is in some areas, and without what a setting says of traps."""
    board = quest.board
    cells = sum(board.areas[number].cells for number in areas)
    settings = {
        word: value
        for word, value in quest.settings.items()
        if word in system.settings and system.settings[word].role is not SettingRole.LAID_TRAPS
    }
    return quest._replace(
        settings=settings,
        things=tuple(thing for thing in quest.things if thing.area in areas),
        board=board._replace(
            terrain=tuple(patch for patch in board.terrain if patch.cells & cells),
            crossings=tuple(way for way in board.crossings if way.cells & cells),
            gates=tuple(gate for gate in board.gates if {*gate.between} & {*areas}),
        ),
    )
