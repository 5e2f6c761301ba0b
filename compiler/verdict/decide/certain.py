"""What surely can come about, and what could if nothing were ever lost."""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler.verdict.decide.relaxed import Relaxed
from questwright.compiler.verdict.decide.robust import Robust

if TYPE_CHECKING:
    from questwright.compiler.verdict.rules.state import State
    from questwright.compiler.verdict.task.need import Facts, Places
    from questwright.compiler.verdict.task.task import Task


def certain(task: Task, begun: State) -> tuple[Facts, Places, Facts, tuple[Places, ...]]:
    """Facts and places that surely can be had; facts, and places of each member, that may be."""
    relaxed = Relaxed(task)
    reach = relaxed.reach(begun, wants_all=True)
    facts, places = Robust(task, relaxed).surely(begun, reach)
    return facts, places, reach.facts, reach.where
