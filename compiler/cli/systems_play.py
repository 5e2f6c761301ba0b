"""The sides of a game, and how its figures move, as `questwright systems` lists them."""

from __future__ import annotations

import textwrap

from questwright.compiler.packs.system.system import Category, Diagonal, Kind, Special, System

_HEXES = "hexes"
_INDENT = f"{'':25}"
_DIAGONALS = {
    Diagonal.ONE_FLANK: "Over a corner where one of the two {cells} beside it is open",
    Diagonal.BOTH_FLANKS: "Over a corner where both {cells} beside it are open",
    Diagonal.NEVER: "Never over a corner",
}


def sides_of(system: System) -> list[str]:
    """The sides that a victory may name, with what lets each win in every quest."""
    lines = ["", "Sides, behind `victory`:"]
    for side in system.sides.values():
        party = ", the party, whose winning is proven" if side.is_party else ""
        always = f". Always: {side.default_victory_text}" if side.default_victory_text else ""
        lines.append(f"  {side.word:16} {side.title}{party}{always}")
    return lines


def movement_of(system: System) -> list[str]:
    """How far figures move and over what, and who moves otherwise."""
    grid = system.grid
    lines = ["", "How figures move:"]
    lines.append(f"  As far as their `{system.move_value}` says")
    lines += [
        f"  When {move.title}, as far as their `{move.value}` says" for move in system.moves[1:]
    ]
    if grid.drawing != _HEXES:
        lines.append(f"  {_DIAGONALS[grid.diagonal].format(cells=grid.cells)}")
    if grid.front_holds:
        lines.append("  Not freely out of the front of an enemy")
    if grid.friends_block:
        lines.append(f"  Not through a friend, where each has a {grid.cell} of its own")
    if grid.sees_past_figures:
        lines.append("  Sight passes over figures")
    for special in system.specials.values():
        told = _exception(special)
        if told:
            lines.append(f"  {special.word:22} {special.title}: {told}")
            who = [kind.word for kind in system.kinds.values() if _has(kind, special)]
            lines += [
                f"{_INDENT}{line}"
                for line in textwrap.wrap(", ".join(who), 71, break_on_hyphens=False)
            ]
    return lines


def _has(kind: Kind, special: Special) -> bool:
    return kind.category is Category.FIGURE and special in kind.specials


def _exception(special: Special) -> str:
    """What a special changes about moving; empty if it changes nothing."""
    told = []
    if special.stays:
        told.append("never moves")
    if special.passes:
        told.append(f"moves through {', '.join(special.passes)}")
    if special.shares:
        told.append(f"may end its move on {', '.join(special.shares)}")
    if special.width > 1:
        told.append(f"needs a way {special.width} wide")
    return "; ".join(told)
