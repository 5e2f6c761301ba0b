"""The player without wits: quests whose outcome is known, and nothing lost by taking together."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from oracle import brute, brute_naive
from oracle.random_quests import random_quest
from support.more import amount
from support.one_text import results

WON, RISKY, LOST = (True, False), (True, True), (False, False)
TINY = 6
"""Squares of a board on which everything is tried one by one."""
ROW = """
    +-+-+-+-+-+
    |s s . . .|
    +-+-+-+-+-+
"""
"""Room a, the way, and room b, with nothing between them."""
WIDE = ROW.replace("s s .", "s s s")
DOORWAY = """
    +-+-+-+-+
    |s sX. .|
    +-+-+-+-+
"""


@pytest.fixture
def read(monkeypatch):
    """A quest and its system, with nothing proven: what the player finds is to stand alone."""
    whole = []
    monkeypatch.setattr("questwright.compiler.pipeline.Proof", lambda *_: whole.append(True))

    def compiled(text):
        (one,) = results(text).quests
        assert whole, [finding.message for finding in one.findings]
        whole.clear()
        return one.quest, one.system

    return compiled


@pytest.fixture
def outcome(read):
    """What comes of a quest made from its parts; both players are asked."""

    def played(drawing, body, goal, heroes="orlaf, danor"):
        lines = [line.strip() for line in body.strip().splitlines()]
        legend = [line for line in lines if line[1] == ":"]
        body = [line for line in lines if line[1] != ":"]
        text = "\n".join(
            [
                'quest played "Played" {',
                "  system dungeon-saga-origins",
                f"  heroes {heroes}",
                "  marauder zombie",
                f'  board {{\n    draw """{drawing}    """\n    s: start',
                *(f"    {line}" for line in legend),
                "  }",
                *(f"  {line}" for line in body),
                f"  victory heroes when {goal}",
                "}",
            ]
        )
        quest = read(text)
        found = brute.play(*quest)[:2]
        assert found == brute_naive.play(*quest, 50_000)[:2]
        return found

    return played


# -- two ways at once ------------------------------------------------------------------------

ROOMS = """
corridor a at A1..B1 "A"
corridor way at C1 "Way"
corridor b at D1..E1 "B"
"""


def test_the_first_who_steps_in_closes_the_way_behind_him(outcome):
    body = ROOMS + "event when any hero in b { block C1 }"
    assert outcome(ROW, body, "all heroes in b") == LOST
    assert outcome(ROW, body, "all heroes in b", "orlaf") == WON


def test_who_stands_beyond_what_falls_gets_through(outcome):
    body = ROOMS + "event when any hero in b { block B1 }"
    assert outcome(ROW, body, "all heroes in b") == RISKY


def test_a_door_that_shuts_behind_the_first_is_no_longer_locked(outcome):
    rooms = """
        X: door gate locked by iron{}
        room a at A1..B1 "A"
        corridor b at C1..D1 "B"
        item iron "Iron" at B1
        event when any hero in b {{ close gate }}
    """
    assert outcome(DOORWAY, rooms.format(" spent"), "all heroes in b") == WON
    assert outcome(DOORWAY, rooms.format(""), "all heroes in b") == WON
    assert outcome(DOORWAY, rooms.format(" spent"), "all heroes in b", "orlaf") == WON


def test_two_places_at_once_take_two(outcome):
    goal = "any hero in a and any hero in b"
    assert outcome(ROW, ROOMS, goal) == WON
    assert outcome(ROW, ROOMS, goal, "orlaf") == LOST


def test_a_lever_is_pulled_while_another_stands_elsewhere(outcome):
    body = ROOMS + 'action pull at A1 "Pull" when any hero in b'
    assert outcome(ROW, body, "pull done") == WON
    assert outcome(ROW, body, "pull done", "orlaf") == LOST


def test_doer_and_condition_are_judged_together(outcome):
    body = ROOMS + 'action pull at A1 "Pull" when {}'
    assert outcome(ROW, body.format("2 heroes in b"), "pull done") == LOST
    assert outcome(WIDE, body.format("2 heroes in b"), "pull done", "orlaf, danor, rordin") == WON
    assert outcome(ROW, body.format("danor in b"), "pull done") == WON
    assert outcome(ROW, body.format("no hero in a"), "pull done") == LOST


def test_a_place_holds_no_more_than_its_squares(outcome):
    assert outcome(ROW, ROOMS, "all heroes in way") == LOST
    assert outcome(ROW, ROOMS, "all heroes in b") == WON


def test_who_is_buried_is_in_no_place(outcome):
    body = ROOMS + "event when any hero in b { block A1..C1 }"
    assert outcome(ROW, body, "2 heroes in b") == LOST
    assert outcome(ROW, body, "not any hero in a, way and any hero in b") == WON


def test_only_the_one_who_is_named_counts(outcome):
    body = ROOMS + "event when any hero in b { block C1 }"
    # Where the other one goes first, it is shut for Danor.
    assert outcome(ROW, body, "danor in b and any hero in b") == RISKY
    assert outcome(ROW, body, "danor in b and orlaf in b") == LOST


def test_a_party_may_begin_in_two_places_that_are_not_joined(outcome):
    drawing = """
    +-+-+-+-+
    |s .|s .|
    +-+-+-+-+
    """
    rooms = 'corridor a at A1..B1 "A"\ncorridor b at C1..D1 "B"\n'
    assert outcome(drawing, rooms, "all heroes in a") == LOST
    assert outcome(drawing, rooms, "any hero at B1 and any hero at D1") == WON
    # Who begins where is for them to say.
    assert outcome(drawing, rooms, "orlaf at B1") == RISKY


# -- things in hands -------------------------------------------------------------------------

CHAMBERS = """
    +-+-+-+-+-+-+
    |. .Ls s . .|
    +-+-+-+-+-+-+
"""
IRON = """
L: door vault-door locked by iron
room vault at A1..B1 "Vault"
corridor a at C1..D1 "A"
corridor b at E1..F1 "B"
"""


def test_a_key_is_lost_with_who_is_shut_in(outcome):
    body = IRON + 'item iron "Iron" at F1\nevent when iron taken { block E1 }'
    assert outcome(CHAMBERS, body, "any hero in vault") == LOST
    body = IRON + 'item iron "Iron" at F1\nevent when iron taken { block D1 }'
    assert outcome(CHAMBERS, body, "any hero in vault") == LOST
    body = IRON + 'item iron "Iron" at E1\nevent when iron taken { block F1 }'
    assert outcome(CHAMBERS, body, "any hero in vault") == WON


def test_a_key_goes_over_where_two_are_a_step_apart(outcome):
    never = "event when {} { end overlord }"
    body = IRON + 'item iron "Iron" at E1\n'
    alone = never.replace("{}", "2 heroes in b")
    stay = never.replace("{}", "iron taken and no hero in b")
    goal = "any hero in b and any hero in vault"
    assert outcome(CHAMBERS, f"{body}{alone}\n{stay}", goal) == WON
    shut = "event when iron taken { block D1 }"
    assert outcome(CHAMBERS, f"{body}{alone}\n{stay}\n{shut}", goal) == LOST


def test_a_key_goes_over_through_an_open_door_but_not_through_a_shut_one(outcome):
    body = """
        L: door vault-door locked by iron
        X: door gate
        room vault at A1..B1 "Vault"
        room a at C1 "A"
        room b at D1 "B"
        item iron "Iron" at D1
        event when iron taken and no hero in b { end overlord }
        event when iron taken and 2 heroes in a { end overlord }
    """
    drawing = """
    +-+-+-+-+
    |. .LsXs|
    +-+-+-+-+
    """
    goal = "any hero in b and any hero in vault"
    assert outcome(drawing, body, goal) == WON
    assert outcome(drawing, body + "event when gate opened { end overlord }", goal) == LOST


def test_what_an_event_gives_goes_to_whom_they_choose(outcome):
    body = IRON + 'item iron "Iron"\nevent when any hero in b { give iron; block D1..E1 }'
    assert outcome(CHAMBERS, body, "any hero in vault") == RISKY
    body += "\nevent when any hero carries iron { take iron }"
    assert outcome(CHAMBERS, body, "any hero in vault") == LOST


# -- falls -----------------------------------------------------------------------------------


def test_who_cannot_step_clear_of_what_a_deed_brings_down_lies_below_it(outcome):
    body = ROOMS + 'action pull at A1 "Pull"\nevent fall when pull done { block B1..C1 }'
    assert outcome(ROW, body, "fall happened and 2 heroes in a") == LOST
    assert outcome(ROW, body, "fall happened and any hero in b") == RISKY
    # Who stands at B1 has nowhere to go: he lies below it, and is not in the way either.
    body += "\nevent when pull done and no hero in way { set clear }"
    assert outcome(ROW, body, "clear set") == WON


def test_who_lies_below_is_nowhere_till_it_is_cleared(outcome):
    body = ROOMS + "event trap when any hero in way { block B1..D1 }\n"
    assert outcome(ROW, body, "any hero in way and trap happened") == LOST
    assert outcome(ROW, body, "no hero in way and trap happened") == WON
    assert outcome(ROW, body, "any hero in a and trap happened") == WON
    body += 'action dig at A1 "Dig"\nevent when dig done and trap happened { clear B1..D1 }'
    assert outcome(ROW, body, "all heroes in b") == WON
    assert outcome(ROW, body, "all heroes in b", "orlaf") == RISKY


def test_who_stands_where_something_falls_steps_clear_of_it(outcome):
    body = ROOMS + "event trap when any hero in way { block C1 }\n"
    assert outcome(ROW, body, "any hero in way and trap happened") == LOST
    assert outcome(ROW, body, "no hero in way and trap happened") == WON
    assert outcome(ROW, body, "any hero in b and trap happened") == RISKY


def test_a_step_brings_down_what_it_must(outcome):
    # Nobody need lie below; and yet they may let it happen, for else they would never win.
    body = ROOMS + "event fall when any hero at A1 and any hero in b { block A1..B1 }"
    assert outcome(ROW, body, "fall happened") == WON
    assert outcome(ROW, body, "fall happened and all heroes in b, way") == LOST
    body = ROOMS + "event fall when any hero at A1 and any hero in b { block D1 }"
    assert outcome(ROW, body, "fall happened and 2 heroes in a, way, b") == WON


# -- walking ---------------------------------------------------------------------------------


def test_that_another_side_wins_is_no_dead_end(outcome):
    body = ROOMS + "event when danor at E1 { end overlord }"
    assert outcome(ROW, body, "2 heroes in way, b") == WON
    body += '\naction pull at C1 "Pull"'
    assert outcome(ROW, body, "pull done and 2 heroes in way, b") == WON


def test_that_one_need_only_have_walked_excuses_nothing(outcome):
    body = ROOMS + "event when danor at E1 { block C1 }"
    assert outcome(ROW, body, "2 heroes in way, b") == RISKY


def test_what_falls_on_one_end_of_a_portal_closes_both(outcome):
    drawing = """
    +-+-+-+-+-+
    |s s n|f .|
    +-+-+-+-+-+
    """
    body = """
        n: portal near-end to far-end
        f: portal far-end
        corridor a at A1..C1 "A"
        corridor b at D1..E1 "B"
        event fall when any hero in b { block C1 }
    """
    assert outcome(drawing, body, "fall happened and any hero at A1..B1") == WON
    assert outcome(drawing, body, "fall happened and all heroes at A1..B1") == LOST
    assert outcome(drawing, body, "fall happened and 2 heroes at E1") == LOST


# -- nothing is lost by taking together --------------------------------------------------------


def tiny_quests(most):
    """Random quests on the smallest boards, for two."""
    found = []
    seed = 0
    while len(found) < most:
        text = random_quest(random.Random(seed))
        drawn = text.split('"""')[1].splitlines()
        squares = sum(len(row.strip()) // 2 for row in drawn[2::2])
        if "heroes orlaf, danor\n" in text and squares <= TINY:
            found.append((seed, text))
        seed += 1
    return found


@pytest.mark.slow
def test_what_is_taken_together_plays_like_what_is_not(read):
    seen = Counter()
    for seed, text in tiny_quests(amount(60, 200)):
        quest = read(text)
        found = brute.play(*quest)[:2]
        assert found == brute_naive.play(*quest, 50_000)[:2], f"seed {seed}\n{text}"
        seen[found] += 1
    assert min(seen[WON], seen[RISKY], seen[LOST]) > amount(1, 5), seen
