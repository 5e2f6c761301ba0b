"""Attacks of last resort: they fell a figure from where nobody fights it, as far as they reach."""

from __future__ import annotations

import pytest

from oracle.planner import disagreement, needs_planner
from oracle.replays import assert_followed
from questwright.compiler.model.verdict import VerdictKind
from support.one_text import compiled

WON, STRANDED, LOST = VerdictKind.WINNABLE, VerdictKind.CAN_STRAND, VerdictKind.UNWINNABLE
OPEN = VerdictKind.UNDECIDED
SHUT_OFF = "\n  ".join(f"furniture barrel barrel-{row} at C{row}" for row in (1, 2, 3))
"""Barrels from wall to wall: nobody walks past them, and everybody sees over them [DKQ-C47]."""

_YARD = """
quest yard "Yard" {{
  system dungeon-saga
  heroes {heroes}
  spells {spells}
  deck 20
  board {{
    draw \"\"\"
    s{rest}
    s{rest}
    .{rest}
    \"\"\"
    s: start
  }}
  room yard at A1..{last}3
  zombie bob at {last}2 facing west
  {body}
  victory heroes when {goal}
  victory overlord when deck spent
}}
"""


def yard(body, spells="burn", columns=10, heroes="danor", goal="bob defeated"):
    """A yard of three rows, with a zombie in its last column."""
    last, rest = chr(ord("A") + columns - 1), "." * (columns - 1)
    return _YARD.format(rest=rest, last=last, body=body, spells=spells, heroes=heroes, goal=goal)


def told(text):
    """The line of a quest that wins, in words."""
    return [step.text for step in compiled(text).proof.verdict().line]


@pytest.mark.parametrize(
    ("kind", "spells", "columns"),
    [
        (WON, "burn", 10),
        # The caster stands in the second column: a Long ruler of ten squares lies between them.
        (WON, "burn", 13),
        (LOST, "burn", 14),
        # Short: four squares.
        (WON, "spark", 7),
        (LOST, "spark", 8),
        # What takes power off a ward does nothing to a zombie.
        (LOST, "unpick", 5),
    ],
)
def test_a_magical_attack_reaches_as_far_as_its_ruler_dkq_c55(kind, spells, columns):
    assert_followed(yard(SHUT_OFF, spells, columns), kind)


def test_nobody_casts_at_a_figure_behind_bookcases_dkq_c56():
    high = "furniture bookcase high at C1..C2\n  furniture bookcase wide at C3..D3"
    assert_followed(yard(high, columns=5), LOST)


def test_only_who_casts_attacks_so_dkq_b25():
    assert_followed(yard(SHUT_OFF, heroes="orlaf, rordin"), LOST)
    assert_followed(yard(SHUT_OFF, heroes="orlaf, danor"), WON)


def test_nobody_casts_where_a_fight_wins():
    assert not any("by Burn" in step for step in told(yard("")))
    assert any("by Burn" in step for step in told(yard(SHUT_OFF)))


@pytest.mark.parametrize(("spells", "columns", "late"), [("burn", 10, 3), ("spark", 5, 2)])
def test_a_major_spell_takes_two_rounds_dkq_c54(spells, columns, late):
    rob = chr(ord("A") + columns - 1) + "1"
    both = f"{SHUT_OFF}\n  zombie rob at {rob} facing west"
    text = yard(both, spells, columns, goal="bob defeated and rob defeated")
    assert compiled(text).proof.verdict().rounds == (1, late)


def test_who_is_left_with_a_spell_is_not_stranded():
    """One blow has to score three hits by then: Danor fights with two dice, and Burn has four."""
    body = (
        "zombie-troll troll at E1..F2 facing west\n  spell-effect winch at B3\n"
        "  action haul at winch\n  event leave when haul done {\n    remove orlaf\n"
        "    change troll falls-at 3\n  }"
    )
    fight = yard(body, "unpick", heroes="orlaf, danor", goal="troll defeated")
    assert_followed(fight, STRANDED)
    assert_followed(fight.replace("spells unpick", "spells burn"), WON)


# -- locks that are opened from afar ----------------------------------------------------------

_CELL = """
quest cell "Cell" {{
  system dungeon-saga
  heroes danor, orlaf
  spells {spells}
  deck 20
  board {{
    draw \"\"\"
    s.. ... ...
    s..........
    \"\"\"
    s: start
  }}
  room yard at A1..C2
  door hatch at D2 locked mundane dice 2 armour 2
  room cell at E1..G2
  door seal at H2 locked ward power 2
  room vault at I1..K2
  chest box at {box} locked ward power 1 holds crown
  item crown
  victory heroes when seal opened and crown taken
  victory overlord when danor at D2
}}
"""


@pytest.mark.parametrize(
    ("kind", "spells", "box"),
    [
        # Danor must not go through the hatch: he lowers both from before it, and nobody goes there.
        (WON, "unpick", "F1"),
        (LOST, "unpick", "I1"),
        # Adjacent.
        (LOST, "sunder-seal", "F1"),
        (LOST, "burn", "F1"),
    ],
)
def test_a_ward_is_lowered_from_as_far_off_as_the_spell_reaches_dkq_b9(kind, spells, box):
    assert_followed(_CELL.format(spells=spells, box=box), kind)


@needs_planner
@pytest.mark.parametrize(
    "text", [_CELL.format(spells="unpick", box="F1"), yard(SHUT_OFF), yard(SHUT_OFF, "spark", 7)]
)
def test_a_planner_agrees(text):
    one = compiled(text)
    assert disagreement(one.quest, one.proof.shown) == ""


def test_what_a_ward_keeps_shut_is_open_when_nothing_of_it_is_left_dkq_c76():
    line = told(_CELL.format(spells="unpick", box="F1"))
    assert "Danor: Open the Seal by lowering the Ward with Unpick, 2 times" in line
    assert "Danor: Open the Box by lowering the Ward with Unpick, once and take the Crown" in line
    # Nobody else has what is bound to whoever casts.
    only = _CELL.replace("item crown", "item crown bound").replace(
        "crown taken", "{who} carries crown"
    )
    for who, kind in (("danor", WON), ("orlaf", LOST)):
        assert_followed(only.format(spells="unpick", box="F1", who=who), kind)


_BEHIND = """
quest behind "Behind" {{
  system dungeon-saga
  heroes danor
  spells unpick
  board {{
    draw \"\"\"
    s.......
    \"\"\"
    s: start
  }}
  {shut}
  door seal at F1 locked ward power 1
  room lane at A1..{end}1
  room vault at F1..H1
  victory heroes when {goal}
}}
"""


BARRED = """door hatch at D1 barred
  room cell at D1..E1
  event when seal opened {
    open hatch
  }"""


@pytest.mark.parametrize(
    ("kind", "shut", "end", "goal"),
    [
        # Nobody comes beside it.
        (WON, "rubble at C1", "E", "seal opened"),
        # It stands behind a door that is shut, and is not on the table before that is open.
        (
            LOST,
            BARRED,
            "C",
            "seal opened",
        ),
        (
            WON,
            "door hatch at D1 locked mundane dice 2 armour 2\n  room cell at D1..E1",
            "C",
            "seal opened",
        ),
    ],
)
def test_a_ward_is_lowered_where_it_has_been_set_out_dkq_e10(kind, shut, end, goal):
    assert_followed(_BEHIND.format(shut=shut, end=end, goal=goal), kind)


@pytest.mark.parametrize(("last", "kind"), [(1, LOST), (2, OPEN), (3, WON)])
def test_a_feat_makes_spells_ready_once_dkq_c54(last, kind):
    """Sunder Seal twice takes three Rounds; two with No Time at All, on which no line counts."""
    text = _BEHIND.replace("unpick", "sunder-seal").replace("power 1", "power 6")
    goal = f"seal opened\n  victory overlord when round > {last}"
    one = compiled(text.format(shut="", end="E", goal=goal))
    assert one.proof.verdict().kind == kind


# -- what nobody can be sure of ---------------------------------------------------------------

_HATCH = """
quest hatch "Hatch" {{
  system dungeon-saga-origins
  heroes {heroes}
  marauder zombie
  spells {spells}
  board {{
    draw \"\"\"
    +-+-+-+-+-+
    |s . . . .|
    + + + + + +
    |s . . . .|
    +-+-+-+-+-+
    \"\"\"
    s: start
  }}
  room hall at A1..E2
  furniture crate crate-1 at C1
  furniture crate crate-2 at C2
  zombie-troll bob at D1..E2 facing west
  victory heroes when bob defeated
}}
"""


@pytest.mark.parametrize(
    ("kind", "heroes", "spells"),
    [
        (OPEN, "danor", "pyromancy"),
        (LOST, "danor", "petty-magic"),
        (LOST, "orlaf", "pyromancy"),
        (WON, "madriga", "petty-magic"),
    ],
)
def test_a_spell_that_may_not_be_chosen_decides_nothing_dso_a29(kind, heroes, spells):
    one = compiled(_HATCH.format(heroes=heroes, spells=spells))
    assert one.proof.kind is kind
    lance = [cause.text for cause in one.proof.unjudged if "Ember Lance" in cause.text]
    assert bool(lance) is (kind is OPEN)


# -- what goes on besides ---------------------------------------------------------------------


def test_the_wardstone_is_not_counted_on_dkq_d6():
    text = yard("item wardstone at B1", "burn", goal="any hero in vault and bob defeated")
    shut = text.replace(
        "    s.........\n    s.........", "    s......... ..\n    s............"
    ).replace(
        "  zombie bob", "  door way at K2 locked ward power 2\n  room vault at L1..M2\n  zombie bob"
    )
    one = compiled(shut)
    assert one.proof.kind is OPEN
    assert ["the Wardstone" in cause.text for cause in one.proof.unjudged] == [True]
    assert compiled(shut.replace("item wardstone at B1", "")).proof.kind is LOST
    assert compiled(shut.replace("spells burn", "spells unpick")).proof.kind is WON


_TRAPS = """
quest lane "Lane" {{
  system dungeon-saga-origins
  heroes orlaf
  marauder zombie
  board {{
    draw \"\"\"
    +-+-+-+-+-+
    |s . {trap} . .|
    +-+-+-+-+-+
    \"\"\"
    s: start
    {legend}
  }}
  traps {count}
  victory heroes when any hero at E1
}}
"""


def test_a_trap_may_end_the_turn_of_whoever_sets_it_off_dso_c42():
    trapped = _TRAPS.format(trap="t", legend="t: trap facing east", count=1)
    assert compiled(trapped).proof.rounds == (1, 2)
    assert compiled(_TRAPS.format(trap=".", legend="", count=0)).proof.rounds == (1, 1)
