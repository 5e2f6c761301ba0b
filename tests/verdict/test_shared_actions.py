"""What takes several actions is done by one of the party, or by several."""

from __future__ import annotations

import pytest

from questwright.compiler.model.verdict import VerdictKind
from support.one_text import compiled

BEAM = """
quest beam "Beam" {{
  system dungeon-saga-origins
  heroes {heroes}
  marauder zombie
  board {{
    draw \"\"\"
    +-+-+-+-+-+
    |s s v . .|
    +-+-+-+-+-+
    \"\"\"
    s: start
    v: lever va
  }}
  action push at va "Push the beam" takes {takes}
  victory heroes when push done and round <= {last}
}}
"""
WON, LOST, OPEN = VerdictKind.WINNABLE, VerdictKind.UNWINNABLE, VerdictKind.UNDECIDED


@pytest.mark.parametrize(
    ("heroes", "takes", "last", "kind"),
    [
        ("orlaf", 2, 1, LOST),
        ("orlaf, madriga", 2, 1, OPEN),
        ("orlaf, madriga", 2, 2, WON),
        ("orlaf, madriga", 3, 1, LOST),
        ("orlaf, madriga", 3, 2, OPEN),
    ],
)
def test_several_may_share_it(heroes, takes, last, kind):
    text = BEAM.format(heroes=heroes, takes=takes, last=last)
    assert compiled(text).proof.kind is kind
