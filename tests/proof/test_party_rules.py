"""What befalls a party: who is left, what is given again, and on whom a line relies."""

from __future__ import annotations

import pytest

from oracle.replays import published
from questwright.compiler.assets import SYSTEMS_DIR
from questwright.compiler.model.verdict import VerdictKind
from questwright.compiler.pipeline import Compiler
from questwright.compiler.verdict.budget import Budget
from questwright.engine.replay import replay_document
from support.halls import three_halls
from support.more import some
from support.one_text import OneText, compiled
from support.small import small_text

WON, STRANDED, LOST = VerdictKind.WINNABLE, VerdictKind.CAN_STRAND, VerdictKind.UNWINNABLE


def proven(text):
    """The proof of a quest; the engine follows all its lines."""
    one, document = published(text)
    assert replay_document(document) == ""
    return one.proof


def relied(proof):
    verdict = proof.verdict()
    return {rely.member: (rely.step, len(verdict.line)) for rely in verdict.relies}


# -- from the start ------------------------------------------------------------------------


@pytest.mark.parametrize("since", ["round >= 1", "round >= 0", "round > 0"])
def test_nobody_waits_for_the_first_round(since):
    gone = f"event when {since} {{ remove orlaf }}"
    assert proven(three_halls("danor in c", gone, second="locked by orlaf")).kind is LOST
    assert proven(three_halls("danor in c", gone)).kind is WON
    assert proven(three_halls(since)).kind is VerdictKind.VACUOUS


def test_who_is_lost_by_a_roll_is_not_set_up():
    rolled = 'table fate "Fate" with d2 {{\n 1 "Alone" {{ remove {} }}\n 2 "Together" {{ }}\n}}'
    proof = proven(three_halls("any hero in c", rolled.format("orlaf")))
    assert proof.kind is WON
    assert {step.who for step in proof.verdict().told_worlds[0].line} <= {"", "danor"}
    proof = proven(three_halls("any hero in c", rolled.format("orlaf, danor")))
    assert [world.kind for world in proof.worlds] == [LOST, WON]
    (cause,) = proof.why_unwinnable()
    assert cause.text == "nobody of the party is left when play begins"


# -- what is taken and given again -----------------------------------------------------------


GIVEN_AGAIN = '''
quest given-again {
  system dungeon-saga-origins
  heroes orlaf, danor
  marauder zombie
  board {
    draw """
    +-+-+-+-+
    |s s|. .|
    + + + + +
    |. .D. .|
    +-+E+-+-+
    |. .|
    +-+-+
    """
    s: start
    D: door first for danor
    E: door second locked by orlaf with k
  }
  room a at A1..B2
  room b at C1..D2
  room c at A3..B3
  item k "Key" at D2
  event when k taken {
    set dusk
    take k
  }
  event when dusk set { give k }
  victory heroes when orlaf in c
}
'''


def test_what_is_given_again_is_with_whoever_needs_it():
    proof = proven(GIVEN_AGAIN)
    assert proof.kind is WON
    # Danor had it first; nobody hands it on.
    assert "hand" not in [step.kind for step in proof.verdict().line]


# -- what falls too soon ---------------------------------------------------------------------------


def test_who_pulls_a_lever_too_soon_is_buried():
    body = 'action pull at F1 "Pull"\n  event when pull done { block E1..F2 }'
    assert proven(three_halls("all heroes in c and pull done", body)).kind is STRANDED
    # Alone, nobody is too soon; and who need not stay in there stands clear.
    alone = three_halls("all heroes in c and pull done", body, heroes="orlaf")
    assert proven(alone).kind is WON
    body = body.replace("E1..F2", "E1")
    assert proven(three_halls("2 heroes in c, b and pull done", body)).kind is WON


@pytest.mark.parametrize(
    "ends",
    [
        "victory overlord when c searched",
        "event when c searched { end overlord }",
        "event when c searched { set dusk }\n  event when dusk set { end overlord }",
    ],
)
def test_one_does_what_ends_the_quest_while_another_stands_where_the_goal_asks(ends):
    goal = "c searched and danor in b"
    for proof in (
        proven(three_halls(goal, ends)),
        proven(three_halls("c searched and any hero in b", ends)),
    ):
        # That another side wins is a way to lose, and no dead end.
        assert proof.kind is WON
        assert any("Search the Hall C" in step.text for step in proof.verdict().losing)
    assert proven(three_halls("c searched and all heroes in b", ends)).kind is LOST
    assert proven(three_halls("c searched and any hero in b", ends, heroes="orlaf")).kind is LOST


# -- on whom a line relies ---------------------------------------------------------------------


def test_a_line_relies_on_who_has_still_to_walk():
    gone = "event when second opened { remove orlaf }"
    assert relied(proven(three_halls("danor in c", gone))) == {"danor": (8, 8)}


def test_a_line_relies_on_the_same_where_deeds_are_called_alike():
    body = "chest hoard at A2\n event when second opened { remove hoard }"
    plain = relied(proven(three_halls("a searched and danor in b", "chest hoard at A2")))
    assert list(plain) == ["danor"]
    assert list(relied(proven(three_halls("a searched and danor in b", body)))) == ["danor"]


# -- who carries what ----------------------------------------------------------------------------


def row_of_keys(count, heroes, goal):
    """Doors in a row, all their keys lying in the first room."""
    rooms = "|".join(". ." if n else "s s" for n in range(count + 1))
    edges = "+-" * (2 * count + 2) + "+"
    gates = "\n".join(
        f"  item k{n} at {'AB'[n % 2]}{n // 2 % 2 + 1}\n"
        f"  door d{n} at {chr(66 + 2 * n)}1|{chr(67 + 2 * n)}1 locked by k{n}"
        for n in range(count)
    )
    areas = "\n".join(
        f"  room r{n} at {chr(65 + 2 * n)}1..{chr(66 + 2 * n)}2" for n in range(count + 1)
    )
    drawing = f"""
    {edges}
    |{rooms}|
    {"+ " * (2 * count + 2)}+
    |{rooms}|
    {edges}
    """
    return small_text(drawing, areas, gates, f"victory heroes when {goal}", heroes=heroes)


def test_members_who_can_always_meet_carry_as_one():
    # Four who part, and six keys that might be with any of them: thousands of ways to carry them.
    goal = "orlaf in r6 and danor in r0"
    proof = proven(row_of_keys(6, "orlaf, danor, rordin, madriga", goal))
    assert proof.kind is WON
    assert not proof.undecided
    assert proof.verdict().states < 500


# -- limits ----------------------------------------------------------------------------------------


def test_what_was_not_decided_is_no_pass(tmp_path):
    text = row_of_keys(4, "orlaf", "orlaf in r4").replace(
        "victory", "expect cannot strand\n  victory"
    )
    text = text.replace("locked by k2", "locked by k2 spent").replace("by k3", "by k3 spent")
    told = set()
    for states in some(range(1, 40), 13):
        compiler = Compiler(OneText(text), SYSTEMS_DIR, tmp_path, Budget(states))
        (one,) = compiler.compile("one.quest").quests
        codes = {finding.code.id for finding in one.findings}
        # Whatever is allowed: what is expected is held, or it is said that it was not proven.
        assert one.proof.can_strand is not None or codes & {"QW306", "QW322"}, states
        told |= codes
    assert "QW322" in told


def test_the_same_said_often_is_asked_once():
    either = " and ".join("(any hero at A1 or any hero at B1)" for _ in range(30))
    assert proven(three_halls(f"{either} and 2 heroes in c")).kind is LOST
    assert proven(three_halls(f"{either} and any hero in c")).kind is WON


def test_many_squares_to_begin_on_are_few_places_to_begin():
    rows = [f"|{' '.join('s' * 12)}|", "+" + " +" * 12] * 8
    drawing = "\n".join(["+" + "-+" * 12, *rows[:-1], "+" + "-+" * 12])
    text = f'''quest hall {{
  system dungeon-saga-origins
  heroes orlaf, danor, rordin, madriga
  marauder zombie
  board {{
    draw """
{drawing}
    """
    s: start
  }}
  room hall at A1..L8
  action pull at A1 "Pull" when 2 heroes at A1
  action push at L8 "Push" when 2 heroes at L8
  victory heroes when pull done and push done
}}
'''
    # One square has room for one.
    assert compiled(text).proof.kind is LOST
