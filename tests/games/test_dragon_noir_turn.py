"""Quests of Dragon Noir: what all who are there make of a figure in one turn, and in the next."""

from __future__ import annotations

from itertools import combinations

import pytest

from support.one_text import results

COLUMNS = [
    "DCCBBA----",
    "EDCCCBBA--",
    "EDDCCCCBA-",
    "EEDDCCCCBB",
    "FEEDDCCCCB",
    "FFEEDDCCCC",
    "FFEEEDDCCC",
    "FFFEEEDDCC",
    "FFFFEEEDDC",
    "FFFFFEEEDD",
    "FFFFFFEEED",
    "FFFFFFFFEE",
]
"""The table for those on foot, by its columns, and in each from a roll of 1 to one of 10."""
ATTACKS = {
    "konrad": 20,
    "godiva": 14,
    "davrich": 10,
    "zorak": 10,
    "aldus": 10,
    "barney": 8,
    "santiago": 7,
    "simon": 6,
}
FOES = {
    # Defence unhurt and wounded; stunned, 0 for those who never are; more on the die.
    "slayer": ((7, 4), 0, 0),
    "hunter": ((3, 2), 0, 0),
    "warrior": ((8, 5), 0, 1),
    "zugun": ((9, 4), 1, 0),
    "ashrak": ((10, 5), 2, 1),
}
KILLED = 2


def yard(who, foe, settings=""):
    side = f"  foes {foe}\n" if FOES[foe][1] else ""
    return f'''quest yard "Yard" {{
  system dragon-noir
  adventurers {", ".join(who)}
{side}{settings}  board {{
    draw """
    s s s . . .
     s . . . . .
    . . . w . .
     . . . . . .
    . . . . . .
    """
    s: start
    w: {foe} foe facing west
  }}
  ground green at A1..F5 "The Green"
  victory adventurers when foe defeated
}}
'''


def verdict(text):
    (one,) = results(text).quests
    assert one.proof is not None, one.findings
    return one.proof.verdict()


def rolled(strength, number, foe, had, is_stunned):
    """What each roll makes of a figure: what it has had then, and whether it is stunned."""
    defences, stunned, more = FOES[foe]
    defence = stunned if is_stunned else defences[had]
    if strength < defence:
        return
    column = COLUMNS[min(12, min(12, strength // defence) + (number > 1)) - 1]
    for roll in range(1, 11):
        mark = column[min(10, roll + more) - 1]
        if is_stunned and mark in "CDEF":
            yield KILLED, False
        elif mark == "D" and stunned:
            yield (KILLED, False) if had else (had, True)
        elif mark in "EF":
            yield min(KILLED, had + "-EF".index(mark)), is_stunned


def turns_at_least(who, foe):
    """Every order, every grouping and every roll, turn after turn; None if nothing ever harms."""

    def after(free, had, is_stunned):
        yield had
        for size in range(1, len(free) + 1):
            for group in combinations(sorted(free), size):
                strength = sum(ATTACKS[member] for member in group)
                for then in {*rolled(strength, size, foe, had, is_stunned)}:
                    if then[0] == KILLED:
                        yield KILLED
                    elif then != (had, is_stunned):
                        yield from after(free - {*group}, *then)

    states, turns = {0}, 0
    while KILLED not in states:
        then = states | {end for had in states for end in after(frozenset(who), had, False)}
        if then == states:
            return None
        states, turns = then, turns + 1
    return turns


@pytest.mark.parametrize("foe", FOES)
@pytest.mark.parametrize(
    "who",
    [
        ("konrad",),
        ("davrich",),
        ("konrad", "barney"),
        ("davrich", "zorak"),
        ("konrad", "simon"),
        ("godiva", "aldus"),
        ("davrich", "zorak", "aldus"),
        ("konrad", "barney", "simon"),
        ("davrich", "simon", "santiago"),
    ],
)
def test_a_turn_is_as_good_as_the_best_rolls_of_all_dn_c41_dn_c42_dn_c43_dn_c47_dn_c49(who, foe):
    found, least = verdict(yard(who, foe)), turns_at_least(who, foe)
    if least is None:
        assert found.kind in ("unwinnable", "undecided")
    else:
        assert (found.kind, found.rounds) == ("winnable", (least, least))


def test_who_is_too_weak_alone_helps_in_the_same_turn_dn_c42():
    """28 on 7 is 4-1, and a column for two: killed."""
    found = verdict(yard(("konrad", "barney"), "slayer", "  turns 1\n"))
    assert found.kind == "winnable"
    assert (found.line[-1].who, found.line[-1].others) == ("konrad", ("barney",))


def test_who_is_stunned_by_one_is_killed_by_the_next_dn_c41_dn_c47_dn_c49():
    """10 on 9 stuns; 10 on 1, as who is stunned defends, kills in any way."""
    assert verdict(yard(("davrich", "zorak"), "zugun", "  turns 1\n")).kind == "winnable"
    assert verdict(yard(("davrich",), "zugun")).kind != "winnable"


def test_the_weak_beat_it_together_before_the_strong_come_dn_c42():
    """Konrad beats a Slayer alone, and comes in turn 3; Aldus and Barney are 18 on 7, and on 4."""
    text = yard(("konrad", "aldus", "barney"), "slayer", "  turns 2\n")
    starts = "s: start for aldus, barney\n    k: start for konrad from round 3"
    found = verdict(text.replace("s s s", "s s k").replace("s: start", starts))
    assert (found.kind, found.rounds) == ("winnable", (2, 2))


def test_the_weak_beat_it_together_when_the_strong_is_lost_dn_c42():
    text = yard(("konrad", "aldus", "barney"), "slayer")
    lost = "event gone when any adventurer at C1 { remove konrad }"
    found = verdict(text.replace("  victory", f"  {lost}\n  victory"))
    assert found.kind == "winnable"
    assert not found.relies
