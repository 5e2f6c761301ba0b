"""Dungeon Saga as data: where its values come from, what is ours, and how its parts fit."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from questwright.compiler.assets import SYSTEMS_DIR
from questwright.compiler.packs.load import figures_of, load_system, pack_of
from questwright.compiler.packs.read.tree import at, dotted, walk
from questwright.compiler.starter import starter_quest
from support.one_text import results

FOLDER = SYSTEMS_DIR / "dungeon-saga"
OF_NO_VALUE = {
    "DKQ-D17": "the Quick Start Guide teaches, and says nothing that a pack could say",
}


@pytest.fixture(scope="module")
def saga():
    system = load_system(FOLDER, None).system
    assert system is not None
    return system


@pytest.fixture(scope="module")
def pack():
    return pack_of(FOLDER)


def test_every_number_says_where_it_comes_from():
    numbers = [figure for figure in figures_of(FOLDER) if type(figure.value) is int]
    assert len(numbers) > 350
    for number in numbers:
        if not number.path.startswith("citations."):
            assert number.source == "own" or (number.source == "rulebook" and number.rules), number


def test_every_figure_of_the_rulebook_stands_in_it():
    """DKQ-F1 to DKQ-F41; `test_figures.py` has the value of each."""
    cited = {rule for figure in figures_of(FOLDER) for rule in figure.rules}
    assert {f"DKQ-F{number}" for number in range(1, 42)} <= cited


@pytest.mark.parametrize("number", range(1, 18))
def test_what_the_rulebook_leaves_out_is_ours(number, pack):
    gap = f"DKQ-D{number}"
    if gap in OF_NO_VALUE:
        assert at(pack.tree.data, ("gaps", gap)) is None
        return
    paths = at(pack.tree.data, ("gaps", gap))
    assert isinstance(paths, list)
    places = {dotted(path): path for path, _ in walk(pack.tree.data)}
    for name in paths:
        path = places[str(name)]
        beneath = [origin for place, origin in pack.origins.items() if place[: len(path)] == path]
        assert "own" in {origin.source for origin in beneath}, name


def test_four_heroes_four_bosses_seven_kinds_of_minion(saga):
    ranks = Counter(kind.rank for kind in saga.kinds.values() if kind.rank)
    assert ranks == {"hero": 4, "boss": 4, "minion": 7}
    large = {kind.word for kind in saga.kinds.values() if kind.footprint == (2, 2) and kind.rank}
    assert large == {"zombie-troll", "hoggar"}


def test_every_minion_has_its_row_of_damage(saga):
    rows = {row["kind"]: row for row in saga.rules["damage_table"]["rows"]}
    minions = {kind.word: kind for kind in saga.kinds.values() if kind.rank == "minion"}
    assert rows.keys() == minions.keys()
    for word, kind in minions.items():
        steps = [rows[word]["one"], rows[word]["two"], rows[word]["more"]]
        # It has fallen where bones or nothing is left of it, and not before.
        falls = next(n for n, left in enumerate(steps, 1) if left in ("bones", "removed"))
        assert kind.values["falls-at"].value == falls, word
        assert rows[word]["title"] == kind.title


def test_every_figure_has_a_feat_card_and_every_card_an_owner(saga):
    feats = next(deck for deck in saga.decks.values() if deck.word == "feats")
    owners = [icon for card in feats.cards for icon in card.icons]
    named = [kind for kind in saga.kinds.values() if kind.rank in ("hero", "boss")]
    assert sorted(owners) == sorted(kind.word for kind in named)
    for kind in named:
        assert kind.values["feats"].value == len(kind.traits["feats"]) == 1


def test_the_deck_of_commands_has_as_many_cards_as_a_quest_may_deal(saga):
    commands = next(deck for deck in saga.decks.values() if deck.word == "commands")
    assert sum(card.copies for card in commands.cards) == saga.settings["deck"].maximum == 30
    sorts = {icon for card in commands.cards for icon in card.icons}
    assert sorts == {*saga.rules["overlord"]["card_types"]}


def test_the_spells_of_the_wizard_are_the_words_of_their_setting(saga):
    spells = next(deck for deck in saga.decks.values() if deck.word == "spells")
    assert {card.word for card in spells.cards} == {*saga.settings["spells"].words}
    assert {*saga.settings["spells"].default} <= {card.word for card in spells.cards}


def test_what_takes_power_off_a_ward_is_said_by_its_card_too_dkq_a11(saga):
    effects = {**saga.rules["card_effects"]["spells"], **saga.rules["gear_effects"]}
    breakers = {w: e["amount"] for w, e in effects.items() if e.get("do") == "reduce-ward"}
    rows = saga.rules["ward_breakers"]["rows"]
    assert breakers == {row["id"]: row["amount"] for row in rows}
    for row in rows:
        if row["sort"] != "Item":
            assert effects[row["id"]]["size"] == row["sort"].lower()
            assert effects[row["id"]]["range"] == row["range"].lower()
    # With both his spells for it Danor takes any ward in a few Rounds.
    powers = [row["power"] for row in saga.rules["ward_counters"]["rows"]]
    assert max(powers) <= 2 * breakers["sunder-seal"] + 2 * breakers["unpick"]


def test_every_verb_of_an_effect_is_explained(saga):
    verbs = saga.rules["effect_verbs"]

    def used(value):
        if isinstance(value, dict) or hasattr(value, "items"):
            for key, inner in value.items():
                if key == "do":
                    yield inner
                yield from used(inner)

    effects = [saga.rules["gear_effects"], saga.rules["card_effects"]]
    effects += [special.effect for special in saga.specials.values()]
    assert {verb for effect in effects for verb in used(effect)} == {*verbs} - {"source", "rule"}


def test_what_a_quest_may_raise_is_in_the_box_dkq_b2(saga):
    raised = {}
    for word, setting in saga.settings.items():
        if found := re.fullmatch(r"raise-(.*)s", word):
            raised[found[1]] = setting.maximum
    # Ghosts leave no bones, and get up from none.
    minions = {kind.word: kind.box for kind in saga.kinds.values() if kind.rank == "minion"}
    assert raised == {word: box for word, box in minions.items() if word != "ghost"}


def test_there_is_a_counter_for_each_lock_that_a_box_full_of_doors_needs(saga):
    counters = sum(row["count"] for row in saga.rules["lock_counters"]["rows"])
    counters += sum(row["count"] for row in saga.rules["ward_counters"]["rows"])
    locked = sum(gate.box for gate in saga.gates.values()) + saga.kinds["chest"].box
    assert counters >= locked


def test_a_first_quest_of_it_is_clean_and_has_a_lock(saga):
    text = starter_quest("first-steps", saga)
    assert " locked " in text
    result = results(text)
    assert [(finding.code.id, finding.message) for finding in result.findings] == []
    (quest,) = result.quests
    assert quest.proof is not None
    assert quest.proof.kind == "winnable"
