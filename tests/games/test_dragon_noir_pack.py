"""Dragon Noir as data: its characters, what its boxes hold, and what its ground costs whom."""

from __future__ import annotations

from collections import Counter

import pytest

from questwright.compiler.geometry.terrain import cost_of
from questwright.compiler.packs.load import figures_of, pack_of
from questwright.compiler.packs.read.tree import at, dotted, walk
from support.noir import FOLDER

# -- the pack ------------------------------------------------------------------------------


def test_every_number_says_where_it_comes_from():
    numbers = [figure for figure in figures_of(FOLDER) if type(figure.value) is int]
    assert len(numbers) > 1500
    for number in numbers:
        if not number.path.startswith("citations."):
            assert number.source == "own" or (number.source == "rulebook" and number.rules), number


@pytest.fixture(scope="module")
def pack():
    return pack_of(FOLDER)


@pytest.mark.parametrize("number", [1, 2, 7, 8, 9, 10, 12, 15, 16, 17, 19, 20])
def test_what_the_rulebook_leaves_out_is_ours(number, pack):
    paths = at(pack.tree.data, ("gaps", f"DN-M{number}"))
    assert isinstance(paths, list)
    places = {dotted(path): path for path, _ in walk(pack.tree.data)}
    for name in paths:
        path = places[str(name)]
        beneath = [origin for place, origin in pack.origins.items() if place[: len(path)] == path]
        assert "own" in {origin.source for origin in beneath}, name


def test_the_counters_are_those_of_the_box_dn_b34_dn_b39(noir):
    """72 Adventurers and 60 Krobs: Sarah and Gotmar have two words each, wardogs are Orks'."""
    components = noir.rules["components"]
    adventurers = Counter()
    for kind in noir.kinds.values():
        on_foot = kind.rank == "adventurer" and kind.traits["form"] == "on-foot"
        if on_foot and "challenge" in kind.traits["volumes"]:
            people = kind.traits["people"]
            adventurers[kind.traits["of"] if people == "dog" else people] += kind.box
    # The rulebook counts the two with the elves.
    assert adventurers == components["adventurers"]
    assert sum(adventurers.values()) == 72
    krobs = Counter()
    babies = 0
    for kind in noir.kinds.values():
        if kind.rank == "krob" and kind.traits["caste"] != "baby":
            krobs[kind.traits["caste"]] += kind.box
        elif kind.rank == "krob":
            babies += kind.box
    assert krobs == components["krobs"]
    assert sum(krobs.values()) == 60
    assert babies == 60 - components["krobs"]["queen"]
    assert noir.kinds["gharv"].box == components["gharvs"] == 8
    assert [k.box for k in noir.kinds.values() if k.rank == "dragon"] == [1, 1]


def test_spirits_and_markers_are_those_of_the_box_dn_b35(noir):
    boxes = {"living-dead": 4, "gargoyle": 2, "fireball": 3, "boat": 2, "deep-entrance": 4}
    boxes |= {"orb-marker": 3, "khuzun-marker": 8, "sun-marker": 4}
    assert {word: noir.kinds[word].box for word in boxes} == boxes


def test_riders_are_those_who_have_horses_dn_b38(noir):
    riders = [kind for kind in noir.kinds.values() if kind.traits.get("form") == "mounted"]
    people = Counter(rider.traits["people"] for rider in riders)
    assert people == {"rebel": 21, "ork": 3}
    horses = Counter(rider.traits["rides"] for rider in riders)
    assert horses == {kind.word: kind.box for kind in noir.kinds.values() if kind.rank == "horse"}
    for rider in riders:
        on_foot = noir.kinds[rider.traits["on_foot"]]
        assert on_foot.traits["armour"] == rider.traits["armour"]
        assert rider.traits["volumes"] == ("exile",)


def test_krobs_and_gharvs_are_of_the_challenge_dragons_of_the_exile_dn_b39(noir):
    volumes = {
        rank: {kind.traits["volumes"] for kind in noir.kinds.values() if kind.rank == rank}
        for rank in ("krob", "gharv", "dragon")
    }
    assert volumes == {"krob": {("challenge",)}, "gharv": {("challenge",)}, "dragon": {("exile",)}}


def test_nobody_grows_stronger_by_a_wound_dn_c49(noir):
    states = ("", "wounded-", "twice-wounded-", "thrice-wounded-", "four-times-wounded-")
    for kind in noir.kinds.values():
        for name in ("attack", "defence", "move", "rear-defence", "land-move"):
            found = [kind.values[s + name].value for s in states if s + name in kind.values]
            assert found == sorted(found, reverse=True), (kind.word, name)
            if len(found) > 1 and kind.word not in ("alkiram", "black-dragon"):
                assert len(found) == min(kind.values["wounds"].value, len(states))


# -- the ground ----------------------------------------------------------------------------


def pays(noir, ground, word, state=""):
    kind = noir.kinds[word]
    return cost_of(noir.terrains[ground], kind, f"{state}{noir.move_value}")


@pytest.mark.parametrize("ground", ["scrub", "tree", "marsh", "rubble", "stepping-stones", "paved"])
def test_costs_of_the_ground_dn_c27(noir, ground):
    usual = noir.terrains[ground].cost
    assert pays(noir, ground, "konrad") == usual
    assert usual == (1 if ground == "paved" else 2)


def test_horses_pay_more_and_keep_out_dn_b10(noir):
    for ground in ("scrub", "slope", "marsh"):
        on_foot, mounted = (pays(noir, ground, word) for word in ("konrad", "konrad-mounted"))
        assert mounted == 2 * on_foot
    for ground in ("tree", "interior", "water", "cave-mouth", "window", "doorway", "stairway"):
        assert pays(noir, ground, "laberne-mounted") is None
    # A led horse crosses trees, and water if it is not caparisoned.
    assert pays(noir, "tree", "palfrey") == noir.terrains["tree"].cost
    assert pays(noir, "water", "palfrey") == noir.terrains["water"].cost
    assert pays(noir, "water", "destrier") is None


def test_stepping_stones_are_for_all_on_foot_dn_b11(noir):
    assert pays(noir, "stepping-stones", "konrad") is not None
    assert pays(noir, "stepping-stones", "palfrey") is None


def test_nobody_enters_a_crevasse_dn_b13(noir):
    for kind in noir.kinds.values():
        if kind.category == "figure":
            assert pays(noir, "crevasse", kind.word) is None


def test_who_swims_and_at_what_cost_dn_c32(noir):
    swims = {"laberne": 5, "slayer": 5, "krobek": 2, "hunter": 2, "baby-warrior": 2, "gharv": 1}
    swims |= {"baby-dragon": 1}
    assert {word: pays(noir, "water", word) for word in swims} == swims
    for word in ("konrad", "warrior", "migam", "alkiram"):
        assert pays(noir, "water", word) is None


def test_what_the_wounded_cannot_enter_dn_b15(noir):
    """A move of 4 or less never swims; the wounded on foot have no more."""
    for word in ("gnurr", "thrugg", "kerin"):
        assert pays(noir, "water", word) is None
    for kind in noir.kinds.values():
        wounded = kind.values.get("wounded-move")
        on_foot = kind.traits.get("form") == "on-foot" and kind.rank == "adventurer"
        if on_foot and wounded is not None and "goblin" not in kind.traits.values():
            assert pays(noir, "water", kind.word, "wounded-") is None
    assert pays(noir, "water", "slayer", "wounded-") is None
    for word in ("aldus", "kerin", "gnurr", "migam"):
        assert pays(noir, "slope", word, "wounded-") is None
        assert pays(noir, "window", word, "wounded-") is None
    assert pays(noir, "slope", "alkiram") is None
    assert pays(noir, "slope", "konrad-mounted", "wounded-") == 8


def test_who_moves_one_takes_no_stairs_dn_b55_dn_b56_dn_b57(noir):
    rough = ("scrub", "marsh", "stairway", "rubble", "stepping-stones")
    for ground in rough:
        for state in ("", "wounded-", "twice-wounded-"):
            assert pays(noir, ground, "alkiram", state) == 2
        for state in ("thrice-wounded-", "four-times-wounded-"):
            assert pays(noir, ground, "alkiram", state) is None
    assert pays(noir, "stairway", "gharv", "twice-wounded-land-") is None


def test_gharvs_keep_off_slopes_dn_b23(noir):
    assert pays(noir, "slope", "gharv") is None
