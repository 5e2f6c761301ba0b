"""Things are handed over what nobody walks through."""

from __future__ import annotations

import pytest

from questwright.compiler.model.verdict import VerdictKind
from support.ridge import followed, ridge

WON, LOST = VerdictKind.WINNABLE, VerdictKind.UNWINNABLE
BARRIERS = ["dyke-wall", "rail", "bars", "arrow-slit", "wattle"]


@pytest.mark.parametrize(
    ("body", "words", "kind"),
    [
        ("", BARRIERS, WON),
        ("", ["wall"], LOST),
        # Something has fallen on each hex behind it.
        ("event when any warden in west { block D1, D2, D3 }", BARRIERS[:2], LOST),
        # A cliff is below it, and nobody climbs over it to jump.
        ("high at D1..G3", BARRIERS[1:], LOST),
    ],
)
def test_things_are_handed_over_a_barrier_dn_a26(body, words, kind):
    body += '\n  item pin "The Pin" at B2\n  wall at F2|G1, G1|G2'
    body += "\n  start at C1 for reeve\n  start at E1 for ferrier"
    body += "\n  wicket hatch at F1|G1 locked by pin"
    for word in words:
        across = f"{word} at C1|D1, C2|D1, C2|D2, C2|D3, C3|D3\n  {body}"
        text = ridge("any warden in nook", across, "reeve, ferrier")
        nook = 'nook at G1 "The Nook"\n  heath east at D1..F3, G2..G3'
        assert followed(text.replace("east at D1..G3", nook)).kind is kind, word


def test_a_cause_says_that_nobody_walks_through_a_barrier():
    text = ridge("reeve in east", "bars at C1|D1, C2|D1, C2|D2, C2|D3, C3|D3", "reeve")
    (cause,) = followed(text).why_unwinnable()
    assert cause.text == "nobody walks through the Bars"
    assert text[cause.origin.start : cause.origin.end].startswith("bars at C1|D1")
