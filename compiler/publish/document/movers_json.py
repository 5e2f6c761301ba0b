"""Write where figures can get, turn by turn, as a part of a quest's document."""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler.movers.model import NEVER
from questwright.compiler.publish.document.terms import words

if TYPE_CHECKING:
    from questwright.compiler.model.quest import Quest
    from questwright.compiler.movers import Mover, MoverState
    from questwright.compiler.packs.read.tree import Json
    from questwright.compiler.publish.document.terms import Terms


def mover_part(mover: Mover, quest: Quest, terms: Terms) -> Json:
    """A group of figures that move alike, with the turn in which they first reach each area."""
    return {
        "side": mover.side,
        "kinds": words(kind.word for kind in mover.kinds),
        "size": mover.size,
        "comes": mover.comes,
        "begins": terms.cells(mover.states[0].turns[0] if mover.states[0].turns else 0),
        "states": [_state(state, quest, terms) for state in mover.states],
    }


def _state(state: MoverState, quest: Quest, terms: Terms) -> Json:
    return {
        "value": state.state.value,
        "title": state.state.title,
        "move": state.move,
        "reached": state.reached.bit_count(),
        "areas": [
            {"area": area.id, "turn": turn}
            for area, turn in zip(quest.board.areas, state.areas, strict=True)
            if turn != NEVER
        ],
        "closed": words(terrain.word for terrain in state.closed),
        "kept": terms.cells(state.kept),
    }
