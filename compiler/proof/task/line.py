"""A line of play, told member by member, and the steps that it is made of."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from questwright.compiler.grid.cells import Cell
    from questwright.compiler.proof.task.condition import Facts, Members
    from questwright.compiler.proof.task.task import Deed, FactSort


Bar = tuple["FactSort", str]
"""What may close a step: a gate by its id, or a square by its name."""


class Stride(NamedTuple):
    """A step from a square to another."""

    to: Cell
    cost: int
    """What it costs the member whom it costs least."""
    bars: tuple[Bar, ...]
    """What may close it."""
    who: Members
    """Who of the party can take it, as far as the ground goes."""
    is_jump: bool = False
    """It leads down to a lower level, and takes luck."""
    crossing: str = ""
    """The id of the crossing that it takes."""
    rounds: int = 0
    """How many rounds it takes, and nothing of a move."""


class Pace(NamedTuple):
    """One step of a way."""

    cell: Cell
    """Where it leads."""
    cost: int
    """What it costs of a move; 0 where it takes rounds instead."""
    moved: int
    """What the way up to here costs."""
    stride: Stride


Detour = tuple["Members", tuple[Pace, ...]]
"""Who goes somewhere, over which steps, and comes back."""


class Told(NamedTuple):
    """One thing that is done: a deed, a walk or something handed over."""

    deed: Deed | None
    who: Members = 0
    """The member, as its bit; 0 for nobody."""
    path: tuple[Cell, ...] = ()
    """The squares that it walks over, one step after the other, to where it does that."""
    item: Facts = 0
    """With something handed over: its fact, and ``to`` whom."""
    to: Members = 0
    is_begin: bool = False
    """The member is set up on its square."""
    jumps_from: Cell = -1
    """It jumps down to the last square of its path from this one."""
    crossing: str = ""
    """It takes the crossing with this id to the last square of its path; of nobody, that vessel is
    brought there, and it is not told by whom."""
    rounds: int = 0
    """How many rounds that takes."""
    meets: tuple[Detour, ...] | None = ()
    """With something handed over: who goes where to meet the other, and comes back; None where
    that is not known."""
