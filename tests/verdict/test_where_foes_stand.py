"""Where figures of other sides stand: nobody of the party decides it, at any moment or never."""

from __future__ import annotations

import pytest

from questwright.compiler.model.verdict import VerdictKind
from support.one_text import compiled
from support.small import small_text

WON, OPEN, LOST = VerdictKind.WINNABLE, VerdictKind.UNDECIDED, VerdictKind.UNWINNABLE
STRANDED = VerdictKind.CAN_STRAND


def proven(*body, door="door d"):
    return compiled(
        small_text(
            """
            +-+-+-+-+-+-+
            |s . .D. . z|
            +-+-+-+-+-+-+
            """,
            'room a at A1..C1 "A"',
            'room b at D1..F1 "B"',
            *body,
            legend=f"s: start\n    D: {door}\n    z: zombie facing west",
        )
    ).proof


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        # That another side may win so is no dead end, and no way to lose.
        (
            ("victory heroes when all monsters defeated", "victory overlord when any zombie in a"),
            WON,
        ),
        (("victory heroes when orlaf at D1", "victory overlord when zombie-1 in a"), WON),
        # Who is beaten stands nowhere.
        (("victory heroes when no zombie in b",), WON),
        (("victory heroes when not zombie-1 in b",), WON),
        # Nothing wins without it.
        (("victory heroes when any zombie in a",), OPEN),
        # Who is defeated is not there.
        (("victory heroes when zombie-1 in a and zombie-1 defeated",), LOST),
    ],
)
def test_they_may_come_and_need_not(body, kind):
    assert proven(*body).kind is kind


def test_what_they_bring_about_may_come_at_any_moment():
    """Somebody has to open the door from A before a Zombie walks into it."""
    fall = "event when zombie-1 at D1 { block D1 }"
    proof = proven(fall, "victory heroes when orlaf at E1")
    assert proof.kind is STRANDED
    assert proven("victory heroes when orlaf at E1").kind is WON


def test_a_quest_that_begins_with_them_there_says_so():
    assert proven("victory heroes when zombie-1 in b").kind is VerdictKind.VACUOUS
