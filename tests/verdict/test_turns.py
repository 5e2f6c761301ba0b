"""Small quests of each game, their rounds counted by hand: whose turn it is, and what is first."""

from __future__ import annotations

from string import ascii_uppercase

import pytest

from questwright.compiler.model.verdict import VerdictKind
from questwright.compiler.packs.system.turns import TurnRules
from questwright.compiler.verdict.prove import Proof
from support.one_text import compiled
from support.small import small_text

PULL = "action pull at {}\n  event opens when pull done {{ open gate }}\n  "


def origins(heroes, rows, body):
    doors = {"D": "D: door gate barred", "E": "E: door back barred"}
    legend = [door for letter, door in doors.items() if any(letter in row for row in rows)]
    return small_text("\n".join(rows), body, heroes=heroes, legend="\n    ".join(legend))


def king(heroes, body):
    """A hall of eight squares by two, and a barred door out of it to the east."""
    return small_text(
        "........D...\n........ ...",
        body,
        game="dungeon-saga",
        settings=f"heroes {heroes}",
        legend="D: door gate barred",
    )


def warhammer(warriors, body):
    return small_text(
        """
        +-+-+-+-+-+-+-+-+
        |. . . .D. . . .|
        + + + + + + + + +
        |. . . .|. . . .|
        +-+-+-+-+-+-+-+-+
        """,
        body,
        game="warhammer-quest",
        settings=f"warriors {warriors}",
        legend="D: portcullis gate barred",
    )


def noir(adventurers, row, body):
    return small_text(
        row,
        body,
        game="dragon-noir",
        settings=f"adventurers {adventurers}",
        legend="h: hunter h facing west" if "h" in row else "",
    )


# Two lanes beside each other, each with a barred door before its last square.
LANES = ["+-+-+-+", "|. .E.|", "+-+-+-+", "|. .D.|", "+-+-+-+"]
ROOMS = (
    "room north at A1..B1\n  room south at A2..B2\n  room goal at C1\n  room shop at C2\n"
    "  start at A1 for orlaf\n  start at A2 for rordin\n  "
)
ROW = ["+-+-+-+-+", "|. . .D.|", "+-+-+-+-+"]
LANE = "room hall at A1..C1\n  room far at D1\n  start at A1 for orlaf\n  start at B1 for danor\n  "

CASES = {
    # Each hero completes his turn before the next begins, in any order [DSO-C2].
    "one pulls, the other walks": (
        origins(
            "orlaf, danor",
            ROW,
            LANE + PULL.format("A1") + "victory heroes when danor in far",
        ),
        1,
    ),
    "the other one pulls, and the first walks past him": (
        origins(
            "orlaf, danor",
            ROW,
            LANE + PULL.format("B1") + "victory heroes when orlaf in far",
        ),
        1,
    ),
    "one pulls, the other pushes, and the first walks": (
        origins(
            "orlaf, rordin",
            LANES,
            ROOMS + PULL.format("A1") + "action push at C2\n"
            "  event again when push done { open back }\n  victory heroes when orlaf in goal",
        ),
        2,
    ),
    # The hero who pulls may move then; who has moved and acted may not [DSO-C3].
    "he pulls and walks": (
        origins(
            "orlaf",
            ROW,
            "room hall at A1..C1\n  room far at D1\n  start at C1\n  "
            + PULL.format("C1")
            + "victory heroes when orlaf in far",
        ),
        1,
    ),
    "he walks, pulls and walks": (
        origins(
            "orlaf",
            ROW,
            "room hall at A1..C1\n  room far at D1\n  start at A1\n  "
            + PULL.format("B1")
            + "victory heroes when orlaf in far",
        ),
        2,
    ),
    # Danor opens the way for Orlaf, and takes his place once he has left it.
    "one pulls, the other walks, and the first takes his place": (
        origins(
            "orlaf, danor",
            ROW,
            LANE + PULL.format("B1") + "victory heroes when orlaf in far and danor at A1",
        ),
        2,
    ),
    "one walks, and the other takes his place": (
        origins(
            "orlaf, danor",
            ["+-+-+-+-+", "|. . . .|", "+-+-+-+-+"],
            "start at A1 for orlaf\n  start at B1 for danor\n"
            "  victory heroes when orlaf at D1 and danor at A1",
        ),
        1,
    ),
    # A hero moves and then acts, and not the other way round [DKQ-C3].
    "in the dwarf king's hall he pulls and walks": (
        king("orlaf", "start at H1\n  " + PULL.format("H1") + "victory heroes when orlaf at J1"),
        2,
    ),
    # The order of the heroes is free in each round [DKQ-C2].
    "in the dwarf king's hall one pulls, the other walks": (
        king(
            "orlaf, danor",
            "start at G1 for orlaf\n  start at H1 for danor\n  "
            + PULL.format("G1")
            + "victory heroes when danor at J1",
        ),
        1,
    ),
    # The Barbarian leads, and the Dwarf comes last [WHQ-C15].
    "the leader pulls, the last one walks": (
        warhammer(
            "barbarian, dwarf",
            "start at A1 for barbarian\n  start at D1 for dwarf\n  "
            + PULL.format("A1")
            + "victory warriors when dwarf at F1",
        ),
        1,
    ),
    "the last one pulls, the leader walks": (
        warhammer(
            "barbarian, dwarf",
            "start at D1 for barbarian\n  start at A1 for dwarf\n  "
            + PULL.format("A1")
            + "victory warriors when barbarian at F1",
        ),
        2,
    ),
    # A warrior moves, and then attacks [WHQ-C16].
    "a warrior pulls and walks": (
        warhammer("elf", "start at D1\n  " + PULL.format("D1") + "victory warriors when elf at F1"),
        2,
    ),
    # All have moved when the first of them fights [DN-C2].
    "who has fought walks in the next turn": (
        noir("konrad", ". . h . . .", "start at B1\n  victory adventurers when konrad at F1"),
        2,
    ),
    "nobody walks once another has fought": (
        noir(
            "konrad, laberne",
            ". . h . . .",
            "start at A1 for laberne\n  start at B1 for konrad\n"
            "  victory adventurers when laberne at F1",
        ),
        2,
    ),
    "once one has acted, another may": (
        noir(
            "konrad, laberne",
            ". . . . . .",
            "start at A1 for laberne\n  start at F1 for konrad\n  action pull at A1\n"
            "  action push at F1 when pull done\n  victory adventurers when push done",
        ),
        1,
    ),
    "one walks away, another comes and acts": (
        noir(
            "konrad, laberne",
            ". . . . . .",
            "start at A1 for laberne\n  start at B1 for konrad\n  action pull at A1 for konrad\n"
            "  victory adventurers when pull done",
        ),
        1,
    ),
    # The Dwarf stands on E2 between its two turns, and the Elf in E3 has its turn before.
    "one comes out of a bay when another has walked on": (
        small_text(
            """
            +-+-+-+-+-+-+-+
            |# # # # # # #|
            +-+-+-+-+-+-+-+
            |b . a . . . .|
            +-+-+-+-+ +-+-+
            |# # # #|.|# #|
            +-+-+-+-+-+-+-+
            """,
            "room r at A2, B2, C2, D2, E2, E3, F2, G2",
            "victory warriors when elf at B2 and dwarf at G2",
            game="warhammer-quest",
            settings="warriors elf, dwarf",
            legend="a: start sa for elf\n    b: start sb for dwarf",
        ),
        3,
    ),
    # The Barbarian's turn is before the Elf's, and both stop on E1, at a doorway [WHQ-E4]: the Elf
    # in turns 1 and 4, the Barbarian in turn 3.
    "nobody's turn is parted by that of another": (
        small_text(
            """
            +-+-+-+-+-+-+-+
            |a b . . . . .|
            +-+-+-+-+D+-+-+
                    |.|
                    +-+
            """,
            "corridor l at A1..G1\n  corridor m at E2",
            "victory warriors when barbarian at F1..G1 and elf at A1..B1",
            game="warhammer-quest",
            settings="warriors barbarian, elf",
            legend="a: start sa for barbarian\n    b: start sb for elf\n"
            "    D: portcullis bars open for barbarian",
        ),
        6,
    ),
    # Danor's second move of round 2 takes him over where Orlaf stands until then.
    "nobody's turn is parted by a friend who comes round a corner": (
        small_text(
            """
                    .
            b.ac......
            """,
            "room r around C2",
            "victory heroes when orlaf at I1 and danor at F2",
            game="dungeon-saga",
            settings="heroes orlaf, madriga, danor",
            legend="a: start sa for orlaf\n    b: start sb for madriga\n    c: start sc for danor",
        ),
        3,
    ),
    # Half of Rordin's eight squares end on E1, where Madriga stands [DSO-C10].
    "a move does not end where a friend stands": (
        small_text(
            """
            +-+-+-+-+-+-+-+-+-+
            |. . . b . . r . a|
            +-+-+-+-+-+-+-+-+-+
            """,
            "room lane at A1..I1",
            "lever crank at E1",
            "action pull at crank",
            "event when pull done { clear G1 }",
            "victory heroes when rordin at A1",
            heroes="rordin, madriga",
            legend="a: start east for rordin\n    b: start west for madriga\n    r: rubble",
        ),
        3,
    ),
    # Whoever goes on when Danor has left the plate has had a turn before his.
    "a gate shuts behind whoever has gone through": (
        small_text(
            """
            +-+-+-+-+-+-+-+-+-+
            |b c . .P. a .Q. .|
            +-+-+-+-+-+-+-+-+-+
            """,
            "room r0 at A1..D1",
            "room r1 at E1..G1",
            "room r2 at H1..I1",
            "event whenever any hero at F1 { open gate }",
            "event whenever no hero at F1 { close gate }",
            "victory heroes when madriga at F1",
            heroes="danor, orlaf, madriga",
            legend="a: start s0 for danor\n    b: start s1 for orlaf\n"
            "    c: start s2 for madriga\n    P: door gate barred\n    Q: door other barred",
        ),
        2,
    ),
    # As Danor leaves the plate the gate shuts before him, whoever stands on the square between.
    "a gate shuts before whoever goes over a friend": (
        small_text(
            """
            +-+-+-+-+-+-+-+-+-+
            |a . . . . .P. . b|
            +-+-+-+-+-+-+-+-+-+
            """,
            "room r0 at A1..F1",
            "room r1 at G1..I1",
            "event whenever any hero at E1 { open gate }",
            "event whenever no hero at E1 { close gate }",
            "victory heroes when rordin at B1 and danor at H1",
            heroes="danor, rordin",
            legend="a: start s0 for danor\n    b: start s1 for rordin\n    P: door gate barred",
        ),
        3,
    ),
    # In one round Rordin would be at B1 while Orlaf is at E1 still: the Overlord would have won.
    "nobody walks through the victory of another side": (
        small_text(
            """
            ...ro
            """,
            "room lane at A1..E1",
            "victory heroes when rordin at A1 and orlaf at C1",
            "victory overlord when rordin at B1 and orlaf at E1",
            game="dungeon-saga",
            settings="heroes orlaf, rordin\n  overlord nobody-who-raises",
            legend="o: start so for orlaf\n    r: start sr for rordin",
        ),
        2,
    ),
    # Orlaf is lost at his first step, if Rordin is not there yet: he takes no second one.
    "nobody who is lost goes on": (
        small_text(
            """
            +-+-+-+
            |b|. .|
            + + + +
            |aD. .|
            +-+-+-+
            """,
            "room hall at A1, A2",
            "room vault at B1, B2, C1, C2",
            "event whenever orlaf in vault { remove orlaf }",
            "victory heroes when all heroes in vault",
            heroes="rordin, orlaf",
            legend="a: start s0 for rordin\n    b: start s1 for orlaf\n    D: door vault-door",
        ),
        1,
    ),
    # The Elf's turn is before the Dwarf's, who has to be past F1 first; it has five squares to go.
    "nobody stands in the lane by which another comes": (
        small_text(
            """
            +-+-+-+-+-+-+-+-+-+-+
            |. b . . . . c . . .|
            + +-+-+-+ + +-+-+-+-+
            |.|# # #|. a|# # # #|
            +-+-+-+-+-+-+-+-+-+-+
            """,
            "room r at A1, A2, B1, C1, D1, E1, E2, F1, F2, G1, H1, I1, J1",
            "victory warriors when elf at J1 and wizard at G1 and dwarf at A1",
            game="warhammer-quest",
            settings="warriors elf, wizard, dwarf",
            legend="a: start sa for elf\n    b: start sb for wizard\n    c: start sc for dwarf",
        ),
        3,
    ),
    # Orlaf goes round the corner at F1 in a turn between two of Madriga's moves.
    "nobody's turn is parted by a friend who goes round a corner": (
        small_text(
            """
            ...br...
              .  a .
            """,
            "room rm at A1, B1, C1, C2, D1, E1, F1, F2, G1, H1, H2",
            "lever l0 at C1",
            "action pull at l0",
            "event when pull done { clear E1 }",
            "item cup at F1",
            "victory heroes when madriga at F1 and orlaf at C1 and madriga carries cup",
            game="dungeon-saga",
            settings="heroes orlaf, madriga",
            legend="a: start s0 for orlaf\n    b: start s1 for madriga\n    r: furniture barrel",
        ),
        3,
    ),
}


@pytest.mark.parametrize(("text", "rounds"), CASES.values(), ids=CASES)
def test_a_line_takes_the_rounds_that_its_game_allows(text, rounds):
    one = compiled(text)
    assert one.proof.kind in (VerdictKind.WINNABLE, VerdictKind.CAN_STRAND)
    assert one.proof.rounds is not None
    low, late = one.proof.rounds
    assert late == rounds
    assert low <= late
    # If all could do what they do in any order, no line would take longer.
    free = Proof(one.quest, one.system._replace(turns=TurnRules()))
    assert free.rounds is not None
    assert free.rounds[1] <= late


@pytest.mark.parametrize("name", [name for name, (_, rounds) in CASES.items() if rounds > 1])
def test_nobody_says_that_there_is_time_where_there_is_none(name):
    text, rounds = CASES[name]
    other = next(side for side in compiled(text).system.sides.values() if not side.is_party)
    for last, kinds in (
        (rounds - 1, (VerdictKind.UNDECIDED, VerdictKind.UNWINNABLE)),
        (rounds, (VerdictKind.WINNABLE,)),
    ):
        limit = f"  victory {other.word} when round > {last}\n}}\n"
        one = compiled(text.rstrip().removesuffix("}") + limit)
        assert one.proof.kind in kinds


@pytest.mark.parametrize(
    ("before", "after", "rounds"),
    [(2, 3, 1), (2, 4, 2), (4, 1, 1), (5, 1, 1), (5, 2, 2), (6, 1, 2)],
)
def test_a_portal_costs_the_steps_onto_it_and_off_the_other_dso_c14(before, after, rounds):
    """Orlaf moves 5; whoever steps on it with the last of that is moved off all the same.

    By what it may have, besides, it may move further once.
    """
    row = f"s{'.' * (before - 1)}n{'.' * after}"
    hall, edge = f"A1..{ascii_uppercase[before]}1", "+-" * (before + after + 2) + "+"
    first, end = (f"{ascii_uppercase[n]}1" for n in (before + 1, before + after + 1))
    text = small_text(
        f"{edge}\n|{' '.join(row[: before + 1])}|f {' '.join(row[before + 1 :])}|\n{edge}",
        f"room hall at {hall}",
        f"room vault at {first}..{end}",
        f"victory heroes when any hero at {end}",
        legend="s: start\n    n: portal sun to moon\n    f: portal moon",
    )
    assert compiled(text).proof.rounds == (1, rounds)


BAY = '''quest bay "The Bay" {{
  system dungeon-saga
  heroes madriga, orlaf
  overlord nobody-who-raises
  board {{
    draw """
    ..........
     .
    """
  }}
  start at A1 for madriga
  start at B1 for orlaf
  room lane at A1..J1, B2 "The Lane"
  victory heroes when madriga at J1 and orlaf at I1
  victory overlord when round > {last}
}}
'''


@pytest.mark.parametrize(("last", "kind"), [(2, "undecided"), (3, "winnable")])
def test_who_steps_aside_for_another_has_had_its_turn_dkq_c2(last, kind):
    """Orlaf steps to B2 before Madriga's turn, and has seven squares to go from there."""
    one = compiled(BAY.format(last=last))
    assert str(one.proof.kind) == kind
    assert one.proof.rounds[1] == 3
