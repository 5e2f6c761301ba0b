"""Rounds of quests whose rounds are known, counted from a line and from below."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from verdict.told_lines import Teller, clock_of, read, timing_of, told_by_search

from oracle import brute_party, brute_rounds
from oracle.fuzz import slowed
from oracle.random_entries import random_entries
from oracle.random_hexes import random_hexes, results_on_hexes
from oracle.random_quests import Kinds, random_quest
from questwright.compiler.odds.hits import blows, most_hits
from questwright.compiler.verdict.rounds.costs import taken_for_granted
from questwright.compiler.verdict.rounds.when import NEVER
from questwright.compiler.verdict.task.line import Told
from questwright.compiler.verdict.task.task import DeedSort
from questwright.compiler.verdict.translate.translate import translation
from support.more import amount
from support.one_text import results, without_checks, without_proof
from support.small import small, small_text


def quest(rows, body, heroes="orlaf"):
    """The text of a quest on a drawing."""
    return small_text("\n".join(rows), body, heroes=heroes, legend="")


def corridor(length, walls=()):
    """A drawing of one row, with walls after some columns."""
    edge = "+-" * length + "+"
    cells = "".join("." + ("|" if n in (*walls, length) else " ") for n in range(1, length + 1))
    return [edge, f"|{cells}", edge]


def moor(board, body, adventurers):
    """The text of a quest on hexes."""
    return f"""
quest counted "Counted" {{
  system dragon-noir
  adventurers {adventurers}
  board {{
    {board}
  }}
  {body}
}}
"""


def plain(system):
    """A game without the cards and gear that take somebody further."""
    return system._replace(rules={**system.rules, "card_effects": {}, "gear_effects": {}})


def counted(text, tell):
    """When a quest is won at the earliest, without cards, and when the steps of a line are done."""
    task, read_quest, system = read(text)
    teller = Teller(task, read_quest, system)
    tell(teller)
    clock = clock_of(task, read_quest, plain(system))
    found = timing_of(teller.told, task, read_quest, system)
    assert clock.win <= found.late
    assert clock_of(task, read_quest, system).win <= clock.win
    for step, late in zip(teller.told, found.rounds, strict=True):
        assert step.deed < 0 or clock.deeds[step.deed] <= late
    return clock.win, found.late, found.rounds


def cell_of(teller, name):
    return {teller.cell(name)}


# -- moving ----------------------------------------------------------------------------------

RACE = quest(corridor(40), "start at A1\n  victory heroes when any hero at AN1")


def run(teller):
    teller.begin(0, "A1")
    assert teller.walk(0, cell_of(teller, "AN1"))


def test_39_squares_take_eight_rounds_of_five():
    assert counted(RACE, run)[:2] == (8, 8)


def test_a_feat_and_a_draught_take_a_hero_seven_squares_further():
    task, read_quest, system = read(RACE)
    clock = clock_of(task, read_quest, system)
    assert clock.win == 7
    assert any("from another quest" in words for words in taken_for_granted(read_quest, system))


def test_who_has_no_move_is_not_counted():
    task, read_quest, system = read(RACE)
    kind = read_quest.party[0]
    values = {name: value for name, value in kind.values.items() if name != system.move_value}
    slow = read_quest._replace(party=(kind._replace(values=values),))
    assert clock_of(task, slow, system) is None
    assert timing_of((), task, slow, system) is None


def test_a_door_costs_a_square_for_whoever_opens_it():
    text = quest(
        corridor(12, (6,)),
        "start at A1\n  door gate at F1|G1\n  victory heroes when any hero at J1",
    )

    def go(teller):
        teller.begin(0, "A1")
        teller.do("Open the Gate", 0)
        assert teller.walk(0, cell_of(teller, "J1"))

    assert counted(text, go)[:2] == (2, 2)
    assert counted(text.replace("at J1", "at K1"), lambda t: go_to(t, "K1"))[:2] == (3, 3)


def go_to(teller, end):
    teller.begin(0, "A1")
    teller.do("Open the Gate", 0)
    assert teller.walk(0, cell_of(teller, end))


def test_two_members_walk_in_the_same_rounds():
    text = quest(
        corridor(21),
        "start at J1, K1\n  action near at A1\n  action far at U1\n"
        "  victory heroes when near done and far done",
        "orlaf, danor",
    )

    def go(teller):
        teller.begin(0, "J1")
        teller.begin(1, "K1")
        teller.do("Near", 0)
        teller.do("Far", 1)

    low, late, rounds = counted(text, go)
    assert (low, late) == (2, 2)
    assert rounds[-1] == rounds[-3] == 2


def test_a_gate_that_another_opens_is_waited_for():
    text = quest(
        corridor(24, (12,)),
        "start at L1, K1\n  door gate at L1|M1 locked by key-1\n  item key-1\n"
        '  allow unobtainable-item because "a lever"\n'
        "  action lever at A1\n  event opens when lever done { open gate }\n"
        "  victory heroes when any hero at M1",
        "orlaf, danor",
    )

    def go(teller):
        teller.begin(0, "L1")
        teller.begin(1, "K1")
        teller.do("Lever", 1)
        assert teller.walk(0, cell_of(teller, "M1"))

    assert counted(text, go)[:2] == (2, 2)


def test_a_round_that_is_waited_for():
    text = quest(
        corridor(9, (3,)),
        "start at A1\n  door gate at C1|D1 locked by key-1\n  item key-1\n"
        "  event opens when round >= 4 { open gate }\n  victory heroes when any hero at I1",
    )

    def go(teller):
        teller.begin(0, "A1")
        teller.do("Wait until round 4")
        assert teller.walk(0, cell_of(teller, "I1"))

    # Eight squares: it waits before the door, two squares on, and six are left.
    assert counted(text, go)[1] == 5
    assert counted(text, go)[0] in (4, 5)
    # A draught that takes somebody further takes nobody through before that round.
    text = text.replace("any hero at I1", "any hero at D1")
    task, read_quest, system = read(text)
    assert clock_of(task, read_quest, system).win == 4
    late = text.replace("round >= 4", "round >= 1").replace(
        "start at A1", "start at A1 from round 4"
    )
    task, read_quest, system = read(late)
    assert clock_of(task, read_quest, system).win == 4


def test_what_somebody_is_given_is_there_when_it_is_given():
    text = quest(
        corridor(22, (20, 21)),
        """room a at A1..T1
  room b at U1
  room c at V1
  start at A1 for orlaf
  start at U1 for danor
  item k at A1
  door d1 at U1|V1 locked by k
  event e when k taken and orlaf at K1 { give k to danor }
  victory heroes when any hero at V1""",
        "orlaf, danor",
    )
    with without_checks():
        (one,) = results(text).quests
    verdict = one.proof.verdict()
    # Orlaf has it in round 1, and ten squares take him two; from below nobody asks who has it.
    assert verdict.rounds == (1, 2)
    assert [step.text for step in verdict.line if step.kind == "event"] == ["E: Danor gains the K"]


def test_something_handed_over_is_where_both_have_come():
    task, read_quest, system = read(
        quest(corridor(21), "start at A1, U1\n  victory heroes when any hero at K1", "orlaf, danor")
    )
    teller = Teller(task, read_quest, system)
    teller.begin(0, "A1")
    teller.begin(1, "U1")
    assert teller.walk(0, cell_of(teller, "B1"))
    assert teller.walk(1, cell_of(teller, "C1"))
    teller.told.append(Told(DeedSort.HAND, 0, item=0, to=1))
    assert teller.walk(0, cell_of(teller, "K1"))
    rounds = timing_of(teller.told, task, read_quest, system).rounds
    assert rounds[2:] == (1, 4, 4, 5)


# -- what is done ------------------------------------------------------------------------------


def boss(kind, heroes, where="E1"):
    return quest(
        ["+-+-+-+-+-+-+", "|. . . . . .|", "+ + + + + + +", "|. . . . . .|", "+-+-+-+-+-+-+"],
        f"start at A1, B1, C1, D1\n  {kind} king at {where} facing west\n"
        "  victory heroes when king defeated",
        heroes,
    )


@pytest.mark.parametrize(
    ("kind", "hero", "attacks"),
    [
        ("undead-dwarf-king", "orlaf", 2),  # health 6, five dice
        ("undead-dwarf-king", "danor", 2),  # three dice
        ("zombie-troll-tyrant", "rordin", 3),  # health 7; three dice against a large one
        ("zombie", "orlaf", 1),
    ],
)
def test_a_figure_takes_as_many_attacks_as_its_health_needs(kind, hero, attacks):
    task, read_quest, system = read(boss(kind, hero))
    (thing,) = (thing for thing in read_quest.things if thing.id == "king")
    every, suffered, count = blows(thing, read_quest.party, system), 0, 0
    while suffered < len(every):
        suffered, count = suffered + every[suffered], count + 1
    assert count == attacks
    title = next(d.title for d in task.deeds if d.sort is DeedSort.DEFEAT)

    def go(teller):
        teller.begin(0, "D1")
        teller.do(title, 0)

    assert counted(boss(kind, hero), go)[:2] == (attacks, attacks)


def test_all_who_are_there_attack_in_the_same_round():
    task, read_quest, system = read(boss("undead-dwarf-king", "orlaf, danor"))
    (thing,) = (thing for thing in read_quest.things if thing.id == "king")
    assert sum(most_hits(thing, kind, system) for kind in read_quest.party) == 8
    # Danor shoots from afar.
    assert clock_of(task, read_quest, plain(system)).win == 1


@pytest.mark.parametrize("heroes", ["orlaf", "rordin"])
def test_several_figures_may_fall_to_one_deed(heroes):
    """Orlaf's Reaping Swing Fights all before him."""
    text = quest(
        ["+-+-+-+", "|. . z|", "+ + + +", "|. z .|", "+-+-+-+"],
        "start at B1\n  z: zombie facing west\n  room yard at A1..C2\n"
        "  victory heroes when yard cleared",
        heroes,
    )
    task, compiled, system = read(text)
    assert clock_of(task, compiled, system).win == 1


def test_cards_that_hit_harder_count_from_below():
    task, read_quest, system = read(boss("undead-dwarf-king", "orlaf"))
    assert clock_of(task, read_quest, system).win == 1  # the charge has two dice more


def test_who_acts_has_done_with_moving():
    text = quest(
        corridor(9),
        "start at A1\n  action pull at B1\n  victory heroes when pull done and any hero at F1",
    )

    def go(teller):
        teller.begin(0, "A1")
        teller.do("Pull", 0)
        assert teller.walk(0, cell_of(teller, "F1"))

    assert counted(text, go)[1] == 2


def test_an_action_costs_what_it_costs_and_there_is_one_a_turn():
    body = "start at A1\n  action pull at A1 takes 3\n  victory heroes when pull done"
    text = quest(corridor(3), body)

    def go(teller):
        teller.begin(0, "A1")
        teller.do("Pull", 0)

    assert counted(text, go)[:2] == (3, 3)
    acts = "\n  ".join(f"action pull-{n} at A1" for n in range(5))
    goal = " and ".join(f"pull-{n} done" for n in range(5))
    text = quest(corridor(3), f"start at A1\n  {acts}\n  victory heroes when {goal}")

    def all_of_them(teller):
        teller.begin(0, "A1")
        for deed in [
            d for d in range(len(teller.task.deeds)) if teller.task.deeds[d].sort == "act"
        ]:
            teller.do_number(deed, 0)

    assert counted(text, all_of_them)[:2] == (5, 5)


@pytest.mark.parametrize("also", ["", "\n  victory heroes when idol taken and all heroes at B1"])
def test_who_has_to_come_back_comes_back(also):
    """By whichever victory it is."""
    text = quest(
        corridor(21),
        "start at A1\n  item idol at U1\n  victory heroes when idol taken and all heroes at A1"
        + also,
    )

    def go(teller):
        teller.begin(0, "A1")
        teller.do("Take the Idol", 0)
        assert teller.walk(0, cell_of(teller, "A1"))

    assert counted(text, go)[:2] == (8, 8)


def test_what_may_be_spoilt_comes_in_the_order_of_the_line():
    text = quest(
        corridor(21),
        "start at J1, K1\n  action near at A1\n  action far at U1\n"
        "  event lost when far done { block B1 }\n  victory heroes when near done and far done",
        "orlaf, danor",
    )

    def go(teller):
        teller.begin(0, "J1")
        teller.begin(1, "K1")
        teller.do("Near", 0)
        teller.do("Far", 1)

    rounds = counted(text, go)[2]
    assert list(rounds) == sorted(rounds)


# -- hexes -------------------------------------------------------------------------------------


def drawn(row, *marks):
    return 'draw """\n    ' + row + '\n    """\n    ' + "; ".join(("s: start", *marks))


def test_terrain_costs_what_it_costs():
    row = "s " + "m " * 8 + "."
    text = moor(drawn(row, "m: marsh"), "victory adventurers when any adventurer at J1", "konrad")

    def go(teller):
        teller.begin(0, "A1")
        assert teller.walk(0, cell_of(teller, "J1"))

    # Eight hexes of marsh at two and a plain one, eight points a round.
    assert counted(text, go)[:2] == (3, 3)


def test_a_deep_passage_takes_its_rounds():
    board = drawn("s . # # # . .")
    text = moor(
        board,
        "deep-way shaft from B1 to F1 takes 6\n  victory adventurers when any adventurer at G1",
        "kerin",
    )

    def go(teller):
        teller.begin(0, "A1")
        assert teller.walk(0, cell_of(teller, "G1"))

    # It sets off in the first round, and goes on in the seventh.
    low, late, rounds = counted(text, go)
    assert (low, late) == (7, 7)
    assert rounds[0] == rounds[1] == 1


def test_who_comes_later_is_there_later():
    text = moor(
        drawn("s . . .").replace("s: start", "s: start from round 3"),
        "victory adventurers when any adventurer at D1",
        "konrad",
    )
    task, read_quest, system = read(text)
    assert clock_of(task, read_quest, system).win == 3
    cells = [n for n in range(9) if read_quest.board.name(n) in ("A1", "B1", "C1", "D1")]
    told = (
        Told(DeedSort.BEGIN, 0, path=(cells[0],)),
        Told(DeedSort.WALK, 0, path=tuple(cells[1:])),
    )
    assert timing_of(told, task, read_quest, system) == ((3, 3), 3)


# -- of any quest ------------------------------------------------------------------------------

KEPT = Kinds(
    losses=False,
    spent_keys=False,
    denials=False,
    ends=False,
    ground=False,
    repeats=False,
    drops=False,
    members=False,
)


def kept(source):
    return random_quest(source, KEPT)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("make", "read_text"),
    [
        (kept, results),
        (random_quest, results),
        (random_entries, results),
        (random_hexes, results_on_hexes),
    ],
)
def test_nobody_wins_before_the_first_round_nor_is_a_line_done_before_it(make, read_text):
    seen = Counter()
    for seed in range(amount(10, 300)):
        source = random.Random(seed)
        text = make(source)
        with without_checks(), without_proof():
            (one,) = read_text(text).quests
        slow = source.choice((1, 1, 2))
        moves = [slow + n % 2 for n in range(len(one.quest.party))]
        slowly = slowed(one.quest, one.system, moves)
        # The player takes each action as one.
        actions = tuple(action._replace(cost=1) for action in slowly.actions)
        slowly = slowly._replace(actions=actions)
        task = translation(slowly, one.system).task
        low = clock_of(task, slowly, plain(one.system)).win
        if low >= NEVER:
            continue
        told = told_by_search(task, slowly, one.system)
        late = timing_of(told, task, slowly, one.system).late if told else None
        assert late is None or low <= late, f"seed {seed}: {low} to {late}\n{text}"
        try:
            first = brute_rounds.earliest(slowly, one.system, late or low + 2, 500)
        except brute_party.TooManyStates:
            continue
        assert first is None or low <= first, f"seed {seed}: {low}, and {first} is enough\n{text}"
        seen[first == low] += 1
    assert seen[True] > seen[False]


@pytest.mark.parametrize(
    ("won", "heroes", "least"),
    [
        # 18 squares there and 16 back, five a round: the brute-force player needs seven as well.
        ("cup taken", "danor", 4),
        ("any hero carries cup in hall", "danor", 7),
        ("all heroes in hall and cup taken", "danor", 7),
        # Each may carry it for a part, and Rordin has a card that lets him run.
        ("any hero carries cup in hall", "rordin, danor", 4),
    ],
)
def test_what_is_carried_home_comes_home_no_sooner_than_somebody_walks(won, heroes, least):
    """By one alone, or from hand to hand."""
    (one,) = results(
        quest(
            corridor(20, (4,)),
            "start at A1, B1\n  room hall at A1..D1\n  corridor far at E1..T1\n"
            f"  door gate at D1|E1\n  item cup at T1\n  victory heroes when {won}",
            heroes,
        )
    ).quests
    low, late = one.proof.rounds
    assert low == least <= late


def test_what_nobody_does_in_a_line_spoils_nothing_of_it():
    """Who does not wait for each other does not wait for a gate, either, that nobody shuts."""
    drawing = """
    +-+-+-+-+-+-+-+-+-+-+-+-+
    |. .|. . . . . . . . . .|
    + + +-+-+-+-+-+-+-+-+-+-+
    |. .|. .|
    + + +-+-+-+-+-+-+-+-+-+-+
    |. .|. . . . . . . . . .|
    +-+-+-+-+-+-+-+-+-+-+-+-+"""
    body = """room hall at A1..B3
  room upper at C1..L1
  room lower at C3..L3
  door high at B1|C1
  door low at B3|C3
  start at A1 for orlaf
  start at A2 for danor
  room nook at C2..D2
  door side at B2|C2 open
  action look at D2
  action ring at L1
  action pull at L3
  event when look done {
    close side
  }
  victory heroes when ring done and pull done"""
    with without_checks():
        shut = small(drawing, body, "orlaf, danor")
        plain = small(drawing, body.replace("close side", 'read "Dust."'), "orlaf, danor")
    assert shut.proof.verdict().rounds == plain.proof.verdict().rounds == (1, 3)
