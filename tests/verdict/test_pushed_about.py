"""The second player on random quests in which something is pushed, or stands again elsewhere."""

from __future__ import annotations

import pytest

from oracle.witness_run import compare
from support.more import amount

CAP = 400
UNFIT = ("refused", "too big")


@pytest.mark.slow
@pytest.mark.parametrize("family", ["pushed", "raised"])
def test_the_second_player_says_the_same(family):
    """Verdicts, ways to lose, and every line as it is told."""
    found = [compare(seed, CAP, family) for seed in range(3000, 3000 + amount(20, 1500))]
    assert [own for own in found if own.differences] == []
    judged = [own for own in found if own.player not in UNFIT]
    assert len(judged) > len(found) // 3
    assert {"winnable", "unwinnable"} <= {own.player for own in judged}
