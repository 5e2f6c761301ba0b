"""How far members move, where they come in and act, and whom they fight; what is granted."""

from __future__ import annotations

from questwright.compiler.grid.cells import each_cell
from questwright.compiler.language import message, say
from questwright.compiler.model.quest import EffectKind
from questwright.compiler.model.round_words import round_words
from questwright.compiler.odds.best import dice_of
from questwright.compiler.packs.system.fights import ODDS, Reach
from questwright.compiler.packs.system.moves import move_of
from questwright.compiler.verdict.task.bits import union
from questwright.compiler.verdict.task.need import Has, leaves
from questwright.compiler.verdict.task.task import DeedSort, FactSort

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Final

    from questwright.compiler.grid.cells import Cell, Cells
    from questwright.compiler.model.board import Board
    from questwright.compiler.model.quest import Quest, Thing
    from questwright.compiler.packs.system.moves import Reckoned
    from questwright.compiler.packs.system.system import System
    from questwright.compiler.verdict.task.need import Members
    from questwright.compiler.verdict.task.task import Deed, Task
    from questwright.compiler.verdict.translate.floor import Floor

_BROUGHT: Final = message("nobody brings anything from another quest that takes them further")
_ROLLED: Final = message(
    "whoever rolls for a move rolls the most of it before the earliest {round}, and the least of "
    "it along a line"
)
_BEATEN: Final = message(
    "figures that an event brings come to those who are there, who beat them before they go on, "
    "where they have to be beaten"
)
_OTHERS: Final = message("cards, gear and specials take nobody further than the game's figures say")


def moves_of(quest: Quest, system: System) -> tuple[Reckoned, ...]:
    """What each of the party may move in a round; nothing where some have no such value.

    Where a move is rolled, nobody is anywhere sooner than by the most of it, and everybody who
    follows a line is there by the least.
    """
    moves = tuple(
        move
        for kind in quest.party
        if (move := move_of(kind, system.move_value)) is not None and move.most
    )
    return moves if len(moves) == len(quest.party) else ()


def actions_of(system: System, moves: Sequence[int]) -> int:
    """How many actions somebody has in a round at the most, who moves no more than that."""
    points = max(moves, default=0) if system.turns.has_points else system.actions_per_turn
    return max(1, points)


def entries_of(quest: Quest, floor: Floor) -> dict[str, tuple[tuple[Cell, int], ...]]:
    """For each member the cells on which it may come into play, each with the first round."""
    return {
        kind.word: tuple(
            (cell, entry.round)
            for entry in quest.entries
            if kind.word in entry.who
            for cell in each_cell(entry.cells)
            if floor.place(cell) >= 0
        )
        for kind in quest.party
    }


def taken_for_granted(quest: Quest, system: System) -> tuple[str, ...]:
    """What the bounds take for granted, as the pack does not have it as data of this quest."""
    granted = (_BROUGHT,) if any(gear.is_kept for gear in system.gear.values()) else ()
    if any(move.least < move.most for move in moves_of(quest, system)):
        granted = (*granted, say(_ROLLED, **round_words(system.turns)))
    if any(effect.kind is EffectKind.SPAWN for effect in quest.every_effect()):
        granted = (*granted, _BEATEN)
    effects = (system.rules.get("gear_effects"), system.rules.get("card_effects"))
    has_specials = any(kind.specials for kind in quest.party)
    return (*granted, _OTHERS) if has_specials or not any(effects) else granted


def fought(deed: Deed, task: Task, quest: Quest) -> Thing:
    """The figure that a deed beats or wounds, with the values that it has then."""
    thing = quest.thing(deed.id.partition(" ")[0])
    values: dict[str, int] = {}
    for leaf in leaves(deed.needs):
        if isinstance(leaf, Has) and task.facts[leaf.fact].sort is FactSort.VALUE:
            _, name, number = task.facts[leaf.fact].id.split(" ")
            values[name] = int(number)
    return thing.with_values(values) if values else thing


def is_drawn(task: Task, quest: Quest) -> bool:
    """Whether a card of the deck for searches may ever be drawn."""
    return any(deed.sort is DeedSort.SEARCH for deed in task.deeds) or any(
        effect.kind is EffectKind.DRAW for effect in quest.every_effect()
    )


def stands_of(task: Task, quest: Quest, system: System) -> list[Cells]:
    """For each deed the cells on which somebody may do it.

    Where some attack a figure from one side, others may do so from another.
    """
    fights, board = system.fights, quest.board
    found: list[Cells] = []
    fought: dict[str, Cells] = {}
    attacks = fights.attacks if fights is not None else ()
    afar = [attack for attack in attacks if attack.reach is Reach.SIGHT]
    shoots = any(dice_of(kind, attack) is not None for attack in afar for kind in quest.party)
    for deed in task.deeds:
        cells = task.cells_of(deed.where)
        found.append(cells & deed.stands or cells)
        if _is_from_afar(deed):
            fought[deed.id] = fought.get(deed.id, 0) | found[-1]
            own = {n for n, area in enumerate(board.areas) if shoots and area.cells & deed.cells}
            beside = {n for gate in board.gates if own & {*gate.between} for n in gate.between}
            for number in own | beside:
                fought[deed.id] |= board.areas[number].cells
            if fights is not None and fights.roll == ODDS:
                fought[deed.id] |= _all_beside(deed.cells, board)
    return [
        cells | fought[deed.id] if _is_from_afar(deed) else cells
        for deed, cells in zip(task.deeds, found, strict=True)
    ]


def who_takes_part(deed: Deed, task: Task, system: System) -> Members:
    """Those who do a deed, or help others to do it sooner.

    By odds everybody helps in a fight: who is too weak alone attacks with others, or who is hurt.
    """
    fights = system.fights
    is_helped = deed.is_fight and fights is not None and fights.roll == ODDS
    return task.everybody if is_helped else deed.who


def _all_beside(cells: Cells, board: Board) -> Cells:
    """The floor beside some cells, whatever is between."""
    found = union(1 << near for cell in each_cell(cells) for near in board.beside(cell))
    return found & board.floor & ~cells


def _is_from_afar(deed: Deed) -> bool:
    """Whether something may be done from further off than the line does it."""
    return bool(deed.where) and deed.is_fight
