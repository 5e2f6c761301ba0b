"""What one proof keeps for the next."""

from __future__ import annotations

from questwright.compiler.proof.reach import by_member
from questwright.compiler.proof.schedule import bounds as rounds
from questwright.compiler.proof.schedule import floor
from questwright.compiler.proof.schedule import paths as ways
from questwright.compiler.proof.translate import translate as pose

KEPT = (
    by_member._FRAMES,
    floor._KEPT,
    pose._KEPT,
    rounds._KEPT,
    ways._CHARTS,
)


def forget():
    for kept in KEPT:
        kept.clear()
