"""What a game gives another side by time, among other things, is a limit on rounds."""

from __future__ import annotations

import shutil

import pytest

from questwright.compiler.report.terminal import render
from support.one_text import results
from support.paths import PACKS

LANE = """quest lane "The Lane" {
  system vault
  gang cracker
  candles CANDLES
  board {
    draw \"\"\"
    s...................
    \"\"\"
    s: rope
  }
  office lane at A1..T1 "The Lane"
  victory burglars when any burglar at T1
}
"""


@pytest.mark.parametrize("default", ["candles gone", "all burglars defeated or candles gone"])
@pytest.mark.parametrize(("candles", "kind"), [(4, "unwinnable"), (10, "winnable")])
def test_a_clock_among_others_is_a_limit(tmp_path, default, candles, kind):
    """Nineteen squares at a pace of five take four rounds; two candles burn before the first."""
    shutil.copytree(PACKS / "vault", tmp_path / "vault")
    game = tmp_path / "vault" / "game.yaml"
    known = "default_victory: all burglars defeated"
    text = game.read_text(encoding="utf-8")
    assert text.count(known) == 1
    game.write_text(text.replace(known, f"default_victory: {default}"), encoding="utf-8")
    result = results(LANE.replace("CANDLES", str(candles)), tmp_path)
    (quest,) = result.quests
    assert quest.proof.kind == kind, [finding.message for finding in result.findings]
    if kind == "unwinnable":
        (found,) = (own for own in result.findings if own.code.name == "unwinnable")
        shown = render([found], result.sources)
        assert shown.count("the quest takes 4 rounds at the least") == 1
