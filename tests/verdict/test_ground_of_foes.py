"""Only those attack who could step to where a figure stands [DN-C40]."""

from __future__ import annotations

import pytest

from questwright.compiler.model.verdict import VerdictKind
from support.one_text import compiled

WON, LOST = VerdictKind.WINNABLE, VerdictKind.UNWINNABLE
_TARN = """
quest tarn "Tarn" {{
  system dragon-noir
  adventurers {who}
  board {{
    draw \"\"\"
    {rows}
    \"\"\"
    s: start
    h: hunter facing west
    {legend}
  }}
  {body}
  victory adventurers when hunter-1 defeated
}}
"""
STRONG = "event when round >= 1 {\n    change hunter-1 defence 30\n  }"


def tarn(who, rows, legend="", body=""):
    return compiled(_TARN.format(who=who, rows=rows, legend=legend, body=body))


@pytest.mark.parametrize(
    ("who", "legend", "kind"),
    [
        ("konrad", "w: water", LOST),
        # Without armour one wades.
        ("davrich", "w: water", WON),
        ("konrad", "", WON),
    ],
)
def test_nobody_attacks_onto_ground_that_he_cannot_enter_dn_c40(who, legend, kind):
    rows = "s . w w" if legend else "s . . ."
    body = "hunter at C1 facing west"
    text = _TARN.replace("    h: hunter facing west\n", "")
    one = compiled(text.format(who=who, rows=rows, legend=legend, body=body))
    assert one.proof.kind is kind
    why = [cause.text for cause in one.proof.why_unwinnable()]
    assert any("nobody of the party enters the ground" in text for text in why) is (kind is LOST)


@pytest.mark.parametrize(
    ("rows", "kind"),
    [
        ("s . . h\n     s . . .", WON),
        # Of the two hexes beside it one is water: only one of them finds room, and has 20 of 30.
        ("s s . h\n     # # w #", LOST),
    ],
)
def test_several_attack_each_from_ground_that_he_can_enter_dn_c42(rows, kind):
    one = tarn("konrad, godiva", rows, "w: water" if "w" in rows else "", STRONG)
    assert one.proof.kind is kind
    walked = {step.who for step in one.proof.verdict().line if step.kind == "walk"}
    assert walked == ({"konrad", "godiva"} if kind is WON else set())
