"""What a pack says of its crossings agrees with itself."""

from __future__ import annotations

import shutil

import pytest

from questwright.compiler.packs.load import load_system
from support.paths import PACKS


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ("rounds: 4, rounds_step: 3", "4 is no multiple of 3"),
        ("rounds: 2, cost: 3", "what takes rounds costs nothing of a move"),
        ("seats: 2", "only a vessel has seats"),
        ("vessel: true, one_way: true", "a vessel is rowed to and fro"),
        ("vessel: true, seats: 1", None),
        ("only: [nobody]", None),
    ],
)
def test_a_pack_whose_crossings_do_not_agree_is_told(tmp_path, said, why):
    shutil.copytree(PACKS / "moor", tmp_path / "moor")
    path = tmp_path / "moor" / "more.yaml"
    path.write_text(
        f"source: own\ncrossings:\n  tunnel: {{title: Tunnel, plural: Tunnels, {said}}}\n",
        encoding="utf-8",
    )
    # A section stands in one file.
    game = tmp_path / "moor" / "game.yaml"
    text = game.read_text(encoding="utf-8")
    before, _, after = text.partition("crossings:\n")
    game.write_text(before + after[after.index("\njumps:") + 1 :], encoding="utf-8")
    findings = load_system(tmp_path / "moor").findings
    assert findings
    if why is not None:
        assert why in [finding.label.text for finding in findings]
