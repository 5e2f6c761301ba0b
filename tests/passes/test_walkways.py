"""Crossings that pass over hexes: each of them costs some of a move, and one may stop there."""

from __future__ import annotations

import json

from questwright.compiler.movers import movers_of
from questwright.compiler.packs.load import load_system
from support.moor import document, proven
from support.paths import PACKS


def test_a_walkway_costs_as_much_for_each_hex_that_it_passes_over_dn_a31():
    """One may stop on it, so that a move has to be enough for one hex of it alone."""
    # E1 and E2 are solid: two to C1, which takes one hex, then six to F1 over D1 and E1.
    one = proven("catwalk w from C1 to F1 by D1, E1", "eeler in east")
    assert one.quest.board.crossings[0].cost == 6
    assert one.proof.rounds[0] == 2
    (span,) = json.loads(document(one))["board"]["crossings"]
    assert (span["over"], span["cost"]) == (["D1", "E1"], 6)
    # Told from the other end, they are turned around.
    one = proven("catwalk w from C1 to F1 by E1, D1", "eeler in east")
    assert [one.quest.board.name(cell) for cell in one.quest.board.crossings[0].over] == [
        "D1",
        "E1",
    ]


def test_who_moves_less_than_a_walkway_costs_stops_on_it():
    body = "catwalk w from A1 to F1 by B1..E1"
    one = proven(body, "reeve in east", watch="reeve")
    assert one.quest.board.crossings[0].cost == 10
    (mover,) = movers_of(one.quest, load_system(PACKS / "moor").system)
    east = next(n for n, area in enumerate(one.quest.board.areas) if area.id == "east")
    # Two hexes of it a turn, of five that the reeve enters.
    assert mover.states[0].areas[east] == 3
    shown = mover.states[0].reached
    assert shown.bit_length() <= one.quest.board.rows * one.quest.board.stride
