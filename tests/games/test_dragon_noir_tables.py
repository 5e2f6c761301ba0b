"""The tables of Dragon Noir: its pack's data, against the worked examples of its rulebook."""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction
from itertools import pairwise, product

import pytest

from questwright.compiler.model.publication import Publication
from questwright.compiler.model.words import is_called
from questwright.compiler.odds.odds import (
    OddsTable,
    attempts_by_damage,
    columns_together,
    hits_by_damage,
    mean_by_damage,
    odds_column,
)
from questwright.compiler.packs.load import figures_of
from questwright.compiler.publish.document.quest_json import quest_document
from questwright.engine import lookup
from support.noir import FOLDER, QUEST
from support.one_text import results

ORDER = "-ABCDEFGH"


@pytest.fixture(scope="module")
def rules():
    """The rules as an engine reads them: out of a compiled quest."""
    (one,) = results(QUEST).quests
    document = quest_document(Publication(one.quest, one.system, one.proof.verdict(), {}, ()))
    return json.loads(json.dumps(document))["rules"]


def value(noir, word, name):
    return noir.kinds[word].values[name].value


def called(noir, word, *more):
    """All words that a figure is called by, as the engine has them."""
    kind = noir.kinds[word]
    traits = {trait for trait in kind.traits.values() if isinstance(trait, str)}
    return {kind.word, kind.rank, *traits, *more}


# -- combat --------------------------------------------------------------------------------


def test_odds_of_the_worked_examples_dn_c43_dn_c73(noir, rules):
    table = rules["combat_foot"]
    columns = OddsTable(noir.rules["combat_foot"]).columns
    assert columns == 12
    for rule in rules["examples"]["odds"]:
        assert odds_column(rule["attack"], rule["defence"], columns) == rule["column"]
        assert lookup.column_of(table, rule["attack"], rule["defence"]) == rule["column"]
        if "shift" in rule:
            became = odds_column(rule["attack"], rule["defence"], columns, rule["shift"])
            assert became == rule["becomes"]
            assert lookup.column_of(table, rule["attack"], rule["defence"], rule["shift"]) == became


def test_the_examples_are_those_of_the_characters_dn_c73(noir):
    guard = value(noir, "migam", "attack")
    trolls = [value(noir, "gnurr", f"{state}defence") for state in ("twice-wounded-", "wounded-")]
    lucifer = value(noir, "lucifer", "defence")
    spirits = 2 * value(noir, "living-dead", "attack")
    rear = value(noir, "migam", "rear-defence")
    attacks = [(guard, trolls[0]), (guard, trolls[1]), (guard, trolls[1] + lucifer)]
    attacks += [(2 * guard, lucifer), (spirits, rear)]
    examples = noir.rules["examples"]["odds"][1:]
    assert attacks == [(example["attack"], example["defence"]) for example in examples]


def test_several_on_worse_ground_dn_c42_dn_c44(noir, rules):
    one = rules["examples"]["shifted"]
    shift = lookup.ground_shift(rules["terrain_shift"], [one["attacker"]], one["defender"])
    assert one["column"] + shift == one["then"]
    assert one["then"] + one["several"] == one["becomes"]
    two = [noir.kinds[word] for word in ("ashrak", "ugluk")]
    assert columns_together(noir.kinds["hunter"], two, noir.fights) == one["several"]
    assert columns_together(noir.kinds["hunter"], two[:1], noir.fights) == 0


def test_the_worst_placed_attacker_counts_dn_c44(rules):
    table = rules["terrain_shift"]
    for defender in "-0+":
        assert lookup.ground_shift(table, ["-", "+"], defender) == lookup.ground_shift(
            table, ["-"], defender
        )
    for one, other in product("-0+", repeat=2):
        there = lookup.ground_shift(table, [one], other)
        assert there == -lookup.ground_shift(table, [other], one)


def test_what_cannot_be_tried_dn_e2_dn_e3(rules):
    table = rules["combat_foot"]
    assert lookup.column_of(table, 7, 8, 5) == 0
    assert lookup.column_of(table, 8, 8, -1) == 0
    assert lookup.column_of(table, 200, 8) == 12
    assert lookup.column_of(table, 200, 8, -1) == 11
    assert lookup.column_of(rules["combat_mounted"], 200, 8) == 10


@pytest.mark.parametrize("attack", [0, 1, 7, 35, 500])
@pytest.mark.parametrize("defence", [0, 1, 6, 35])
@pytest.mark.parametrize("shift", [-2, 0, 1])
def test_compiler_and_engine_read_the_same_column_dn_c43(noir, rules, attack, defence, shift):
    for name in ("combat_foot", "combat_mounted"):
        columns = OddsTable(noir.rules[name]).columns
        column = odds_column(attack, defence, columns, shift)
        assert lookup.column_of(rules[name], attack, defence, shift) == column
        for rolled in range(-1, 13) if column else ():
            there = OddsTable(noir.rules[name]).result(column, rolled)
            assert lookup.result_of(rules[name], column, rolled) == there


@pytest.mark.parametrize(("name", "columns"), [("combat_foot", 12), ("combat_mounted", 10)])
def test_better_odds_are_never_worse_nor_a_lower_roll_dn_c47(rules, name, columns):
    table = rules[name]
    read = {
        (column, rolled): ORDER.index(lookup.result_of(table, column, rolled))
        for column in range(1, columns + 1)
        for rolled in range(1, 11)
    }
    for (column, rolled), found in read.items():
        assert found <= read.get((column + 1, rolled), 99)
        assert found >= read.get((column, rolled + 1), -1)
    marks = {row["mark"] for row in table["results"]}
    assert marks == {ORDER[found] for found in read.values()}


def test_cells_that_are_lost_in_print_say_so_dn_e1(noir):
    """Four of the table on foot, nine of the other; eleven and more to one have no columns."""
    found = Counter(
        figure.path.split(".")[1]
        for figure in figures_of(FOLDER)
        if figure.path.startswith("rules.combat_") and figure.source == "own"
    )
    assert found == {"combat_foot": 4, "combat_mounted": 9}


def test_an_attack_by_hand_dn_c45_dn_c47(noir):
    """Konrad on a Warrior: 20 to 8 is 2-1, and one on the die for the shell: no wound is left."""
    table = OddsTable(noir.rules["combat_foot"])
    column = odds_column(value(noir, "konrad", "attack"), value(noir, "warrior", "defence"), 12)
    assert column == 2
    tenth = Fraction(1, 10)
    assert table.falls(column, 0) == dict(
        zip("EDCBA-", [tenth, tenth, 3 * tenth, 2 * tenth, tenth, 2 * tenth], strict=True)
    )
    more = noir.fights.against["armoured"]
    assert table.hits(column, more, {}) == (Fraction(1),)
    assert table.hits(column, 0, {}) == (Fraction(9, 10), tenth)


def test_a_figure_that_weakens_falls_sooner_dn_c49(noir):
    """A Hunter: 3-1 scores in two of ten; wounded, at 5-1, four of ten, one of which kills."""
    table = OddsTable(noir.rules["combat_foot"])
    against = tuple(value(noir, "hunter", name) for name in ("defence", "wounded-defence"))
    strength = 10
    hits = hits_by_damage(strength, against, table, 0, {})
    assert [odds_column(strength, one, 12) for one in against] == [3, 5]
    first, second = hits
    assert sum(first[1:]) == Fraction(1, 10)
    assert second == (Fraction(7, 10), Fraction(2, 10), Fraction(1, 10))
    # Until the first wound ten attempts, until the second ten in three.
    assert mean_by_damage(hits) == 10 + Fraction(10, 3)
    course = attempts_by_damage(hits)
    assert [next(course), next(course)] == [0, Fraction(1, 10) * Fraction(3, 10)]


def test_attempts_add_up_to_every_play_dn_c49(noir):
    table = OddsTable(noir.rules["combat_foot"])
    hits = hits_by_damage(24, (6, 4), table, 0, {})
    chances = attempts_by_damage(hits)
    done = [next(chances) for _ in range(200)]
    assert 0 < 1 - sum(done) < Fraction(1, 10**6)
    mean = sum(number * chance for number, chance in enumerate(done, 1))
    assert abs(mean - mean_by_damage(hits)) < Fraction(1, 10**4)


# -- missile fire --------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["missile_foot", "missile_mounted"])
@pytest.mark.parametrize("weapon", ["crossbow", "longbow", "short-bow"])
def test_cover_and_the_roll_only_ever_help_the_target_dn_c22(rules, name, weapon):
    table = rules[name]
    for rolled in range(-2, 15):
        marks = [
            ORDER.index(lookup.shot_of(table, weapon, cover, rolled)) for cover in table["covers"]
        ]
        assert marks == sorted(marks, reverse=True)
        for cover, mark in zip(table["covers"], marks, strict=True):
            assert ORDER.index(lookup.shot_of(table, weapon, cover, rolled + 1)) <= mark


def test_weapons_reach_the_end_of_the_table_together_dn_c22(rules):
    for name in ("missile_foot", "missile_mounted"):
        last = rules[name]["rows"][-1]
        for weapon in ("crossbow", "longbow", "short-bow"):
            assert lookup.shot_of(rules[name], weapon, "none", last[weapon]) == "-"
            assert lookup.shot_of(rules[name], weapon, "none", last[weapon] - 1) != "-"
            # A lower number than the weapon has is its first [DN-E6].
            first = next(row[weapon] for row in rules[name]["rows"] if weapon in row)
            assert lookup.shot_of(rules[name], weapon, "none", first - 3) == lookup.shot_of(
                rules[name], weapon, "none", first
            )


def test_bands_of_range_follow_each_other_dn_c16(rules):
    rows = rules["missile_range"]["rows"]
    assert [row["die"] for row in rows] == [0, 1, 2]
    for weapon in ("short-bow", "crossbow", "longbow"):
        reaches = [row[weapon] for row in rows]
        assert reaches == sorted(set(reaches))
    assert rules["missile_range"]["underground"]["most"] < min(rows[0][w] for w in ("longbow",))


def test_armour_counts_once_dn_e49(noir, rules):
    rows = rules["missile_modifiers"]["rows"]
    assert lookup.added(rows, called(noir, "warrior")) == 1
    assert lookup.added(rows, called(noir, "migam")) == 2
    assert lookup.added(rows, called(noir, "alkiram")) == 4
    assert lookup.added(rows, called(noir, "gerfindel") - {"elf"}) == 1


# -- moving --------------------------------------------------------------------------------


def test_challenges_dn_c35(noir, rules):
    bands = rules["challenge"]["bands"]
    hits = [lookup.band_of(bands, rolled).get("hits", 0) for rolled in range(-3, 16)]
    assert hits == sorted(hits)
    assert [hits.count(one) for one in (0, 1, 2)] == [11, 2, 6]
    passes, stays = rules["challenge"]["infiltrator"], rules["challenge"]["opposer"]
    assert lookup.added(passes, called(noir, "konrad")) == -1
    assert lookup.added(passes, called(noir, "konrad-mounted")) == -2
    assert lookup.added(passes, called(noir, "konrad", "wounded")) == 1
    assert lookup.added(passes, called(noir, "zed")) == -1
    assert lookup.added(passes, called(noir, "wardog")) == -3
    assert lookup.added(passes, called(noir, "baby-hunter")) == -3
    assert lookup.added(passes, called(noir, "baby-slayer")) == -1
    assert lookup.added(stays, called(noir, "alkiram")) == 4
    assert lookup.added(stays, called(noir, "hum", "wounded")) == 0
    assert lookup.added(stays, called(noir, "slayer")) == 1


def test_jumps_on_horseback_dn_c57(rules):
    jump = rules["jump_horse"]
    mods = {row["called"]: row["die"] for row in jump["modifiers"]}
    assert "succeeds" in lookup.band_of(jump["bands"], 9)["result"]
    # A wounded rider in armour over two hexes never makes it from a roll of 4 on.
    worst = sum(mods.values())
    assert "succeeds" in lookup.band_of(jump["bands"], 3 + worst)["result"]
    assert "succeeds" not in lookup.band_of(jump["bands"], 4 + worst)["result"]
    assert lookup.band_of(jump["bands"], 11)["hits"] == 1


def test_who_jumps_down_and_how_dn_c31_dn_e7(noir):
    for jump in noir.jumps.values():
        ranges = jump.results.values()
        faces = [face for first, last in ranges for face in range(first, last + 1)]
        assert faces == [*range(1, jump.die + 1)]
    for kind in noir.kinds.values():
        ways = [
            word for word, jump in noir.jumps.items() if any(is_called(kind, by) for by in jump.by)
        ]
        on_foot = kind.rank == "adventurer" and kind.traits["form"] == "on-foot"
        if kind.word == "lucifer":
            assert ways[0] == "hound"
        elif on_foot:
            assert ways == ["heavy" if kind.traits["armour"] == "armoured" else "light"]
        else:
            assert not ways


def test_dismounting_as_in_the_rulebook_dn_c56(noir, rules):
    horses = rules["horses"]
    for rule in rules["examples"]["dismounted"]:
        kind = noir.kinds[rule["who"]]
        is_heavy = is_called(kind, "armoured")
        move = value(noir, rule["who"], "wounded-move" if rule["wounded"] else "move")
        pays = horses["mount"][kind.traits["armour"]]
        assert move - rule["ridden"] - pays == rule["left"]
        found = lookup.left_on_foot(
            horses, move, rule["ridden"], is_heavy=is_heavy, is_wounded=rule["wounded"]
        )
        assert found == rule["on_foot"]


def test_turning_a_horse_costs_by_how_far_dn_c55(rules):
    ring = [tuple(hex_) for row in rules["horses"]["facing"] for hex_ in row["hexes"]]
    assert len(ring) == len(set(ring)) == 8
    # The neighbours of the rump at (0, 0) and the head at (1, 0), and those two not among them.
    around = {(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)}
    both = {(q + dq, r + dr) for q, r in ((0, 0), (1, 0)) for dq, dr in around}
    assert {*ring} == both - {(0, 0), (1, 0)}


# -- magic ---------------------------------------------------------------------------------


def test_how_likely_spells_come_off_dn_b44_dn_c60(rules):
    magic = rules["magic"]
    for points, level in product((3, 10, 11, 40, 95, 110), (1, 2)):
        tens = -(-points // 10)
        usual = min(Fraction(1), max(Fraction(0), Fraction(10 - tens + level, 10)))
        assert lookup.spell_chance(magic, points, level) == usual
    assert lookup.spell_chance(magic, 25, 1, too_far=3) == Fraction(5, 10)


def test_spells_that_never_come_off_dn_b45(rules):
    magic = rules["magic"]
    assert lookup.spell_chance(magic, 100, 1) > 0
    assert lookup.spell_chance(magic, 101, 1) == 0
    assert lookup.spell_chance(magic, 101, 2) > 0
    assert all(
        lookup.spell_chance(magic, spell["points"], spell.get("level", 1)) > 0
        for spell in rules["spells"]["spells"]
        if "points" in spell
    )


def test_every_spell_has_a_price_and_a_group_dn_c63(noir, rules):
    groups = {rule["id"] for rule in rules["spells"]["groups"]}
    spells = rules["spells"]["spells"]
    assert len({spell["id"] for spell in spells}) == len(spells)
    assert {spell["group"] for spell in spells} == groups
    for spell in spells:
        assert ("points" in spell) + ("sum" in spell) + ("times" in spell) == 1
    prices = {spell["id"]: spell for spell in spells}
    for caster, points in (("zacharie", 4), ("shaman", 3)):
        values = {name: one.value for name, one in noir.kinds[caster].values.items()}
        assert lookup.points_of(prices["heal-own-wound"], values) == points
    assert lookup.points_of(prices["teleport"], {}, 7) == 21
    assert lookup.points_of(prices["tree-3"], {}) == 12


def test_larger_spells_cost_more_dn_c63(rules):
    made: dict[str, list[tuple[int, int]]] = {}
    for rule in rules["spells"]["spells"]:
        if "makes" in rule and "hexes" in rule and rule["makes"] != "junction":
            made.setdefault(rule["makes"], []).append((rule["hexes"], rule["points"]))
    for sizes in made.values():
        for (few, less), (many, more) in pairwise(sizes):
            assert few < many
            assert less < more
    for makes in ("tree", "house", "crevasse", "spring", "tower", "entrance"):
        pieces = [rule for rule in rules["components"]["pieces"] if rule["makes"] == makes]
        assert [piece["hexes"] for piece in pieces] == [hexes for hexes, _ in made[makes]]


# -- Gharvs and Krobs ----------------------------------------------------------------------


def test_gharvs_come_oftener_to_the_wounded_dn_c7_dn_b54(rules):
    at_most = {
        row["ground"]: [lookup.appears_at(row, is_wounded=hurt) for hurt in (False, True)]
        for row in rules["gharv_appearance"]["rows"]
    }
    assert at_most == {"water": [2, 4], "beach": [1, 1], "boat": [1, 1], "marsh": [3, 4]}


def test_the_calendar_dn_b42(rules):
    calendar = rules["spawn_calendar"]
    assert sum(lookup.spawn_points(calendar, turn) for turn in range(1, 31)) == 30 + 45 + 80
    assert [lookup.spawn_points(calendar, turn) for turn in (1, 3, 33, 34, 36)] == [
        0,
        10,
        25,
        0,
        25,
    ]


def test_what_krobs_cost_dn_b40(noir, rules):
    bought = {row["kind"]: row["points"] for row in rules["krob_cost"]["rows"]}
    assert "queen" not in bought
    castes = {kind.traits["caste"] for kind in noir.kinds.values() if kind.rank == "krob"}
    assert {*bought} <= castes
    assert all(rules["krob_cost"]["budget"] >= points for points in bought.values())


def test_the_deep_is_one_and_its_ways_take_threes_dn_b60(rules):
    deep = rules["deep"]
    numbers = {one["number"] for one in deep["entrances"]}
    joined = {1}
    for _ in numbers:
        joined |= {
            n for way in deep["passages"] if {*way["between"]} & joined for n in way["between"]
        }
    assert joined == numbers
    assert all(way["gaps"] >= 1 for way in deep["passages"])
    assert deep["turns_each_gap"] == 3
