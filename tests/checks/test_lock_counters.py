"""The counters of the box show what locks take [DKQ-A10, DKQ-A11]."""

from __future__ import annotations

import shutil

import pytest

from questwright.compiler.assets import SYSTEMS_DIR
from questwright.compiler.packs.load import load_system
from support import one_text

QUEST = '''quest cellar "The Cellar" {
  system dungeon-saga
  heroes orlaf, danor
  overlord necromancer
  board {
    draw """
    ss.##...
    s..D...x
    ...##.c.
    """
    s: start
    x: way-out stairs
    D: door cellar-door "The Cellar Door" locked %s
    c: chest hoard "The Hoard" locked %s
  }
  room hall at A1..C3
  room cellar at D2, E2, F1..H3
  victory heroes when any hero at stairs
}
'''
SHOWN = "mundane dice 3 armour 2"


def found_in(door, chest=SHOWN):
    findings = one_text.results(QUEST % (door, chest), SYSTEMS_DIR).findings
    return [one for one in findings if one.code.name == "lock-without-counter"]


@pytest.mark.parametrize("lock", [SHOWN, "mundane dice 4 armour 4", "ward power 4", "ward power 1"])
def test_a_lock_whose_values_a_counter_shows_is_fine(lock):
    assert found_in(lock) == []


@pytest.mark.parametrize(
    ("lock", "told"),
    [
        ("ward power 3", "the box has no ward with power 3"),
        # Both numbers are on counters of the box, and never on the same one.
        ("mundane dice 2 armour 4", "the box has no mundane lock with dice 2, armour 4"),
    ],
)
def test_one_with_other_values_is_found_on_doors_and_on_chests(lock, told):
    for places in ((lock, SHOWN), (SHOWN, lock)):
        (finding,) = found_in(*places)
        assert (finding.severity, finding.message) == ("warning", told)
    (finding,) = found_in("ward power 3")
    assert finding.help == "choose one that the box has: power 1, power 2, power 4 and power 6"


@pytest.mark.parametrize("wrong", ["lock_counters.rowes", "ward_counters.rows"])
def test_a_pack_names_counters_with_the_values_of_the_lock(tmp_path, wrong):
    shutil.copytree(SYSTEMS_DIR / "dungeon-saga", tmp_path / "dungeon-saga")
    file = tmp_path / "dungeon-saga" / "system.yaml"
    text = file.read_text("utf-8")
    file.write_text(text.replace("counters: lock_counters.rows", f"counters: {wrong}"), "utf-8")
    findings = load_system(tmp_path / "dungeon-saga", None).findings
    assert [finding.code.name for finding in findings] == ["unknown-pack-word"]
