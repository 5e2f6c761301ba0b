"""Quests of Dragon Noir: what its optional rules change in the proof [DN-A6]."""

from __future__ import annotations

import pytest

from support.noir_quests import kind_of, quest, reasons_of
from support.one_text import results

SHORE = "s s . g w\n . . . . ."


def gharv(options="", won="beast defeated"):
    legend = 'g: gharv beast "The Beast" facing west\n    w: water'
    return quest(SHORE, legend, "", "konrad, godiva", options, won)


def test_nobody_attacks_a_gharv_where_that_is_said_dn_e12():
    assert kind_of(gharv()) == "winnable"
    assert kind_of(gharv("options hunted-gharvs")) == "winnable"
    text = gharv("options peaceful-gharvs")
    assert kind_of(text) == "unwinnable"
    told = reasons_of(text, "unwinnable")
    assert "nobody attacks the Beast: the optional rule “Untouched Gharvs”" in told


def test_those_of_the_pit_are_attacked_all_the_same_dn_e12():
    text = """quest deep-water "Deep Water" {
  system dragon-noir
  adventurers konrad, godiva
  options OPTION
  board {
    tile pit
  }
  start at K3, L3
  gharv beast "The Beast" at M3 facing west
  victory adventurers when beast defeated
}
"""
    found = {kind_of(text.replace("OPTION", own)) for own in ("hunted-gharvs", "peaceful-gharvs")}
    assert found == {"winnable"}


@pytest.mark.parametrize(
    ("option", "title"),
    [
        ("climbed-walls", "Climbed walls"),
        ("no-horses-on-bridges", "No horses on bridges"),
        ("barred-entrances", "Barred entrances"),
        ("stray-shots", ""),
    ],
)
def test_the_proof_says_which_optional_rule_it_does_not_count_dn_a6(option, title):
    (one,) = results(quest("s . .", settings=f"options {option}")).quests
    told = " ".join(one.proof.verdict().assumptions)
    assert ("does not count the optional rule" in told) == bool(title)
    assert title in told
