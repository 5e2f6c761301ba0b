"""Rules packs: what ours says and on whose word, a game of another kind, and the cache."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys

import pytest

from questwright.compiler.assets import SCHEMAS_DIR, SYSTEMS_DIR
from questwright.compiler.files import checksum_of
from questwright.compiler.packs import codes
from questwright.compiler.packs.load import (
    figures_of,
    find_systems,
    is_id,
    load_system,
    pack_cache,
    pack_of,
)
from questwright.compiler.packs.read.tree import at, dotted, walk
from questwright.compiler.packs.system.settings import SettingShape
from questwright.compiler.packs.system.system import Category, System
from support.paths import PACKS, ROOT

ORIGINS = SYSTEMS_DIR / "dungeon-saga-origins"
BLANK = PACKS / "blank"


@pytest.fixture(scope="module")
def origins() -> System:
    loaded = load_system(ORIGINS)
    assert loaded.findings == ()
    assert loaded.system is not None
    return loaded.system


@pytest.fixture(scope="module")
def figures():
    return figures_of(ORIGINS)


@pytest.fixture(scope="module")
def pack():
    found = pack_of(ORIGINS)
    assert found is not None
    return found


# -- what our pack says ------------------------------------------------------------------


@pytest.mark.parametrize("number", range(1, 41))
def test_every_figure_of_the_rulebook_stands_in_the_pack(figures, number):
    rule = f"DSO-F{number}"
    assert [figure for figure in figures if figure.source == "rulebook" and rule in figure.rules]


@pytest.mark.parametrize("number", range(1, 15))
def test_every_gap_of_the_rulebook_is_filled_by_ourselves(pack, number):
    paths = at(pack.tree.data, ("gaps", f"DSO-D{number}"))
    assert isinstance(paths, list)
    places = {dotted(path): path for path, _ in walk(pack.tree.data)}
    for name in paths:
        path = places[str(name)]
        beneath = [origin for place, origin in pack.origins.items() if place[: len(path)] == path]
        assert "own" in {origin.source for origin in beneath}, name


def test_nothing_is_both_given_by_the_rulebook_and_a_gap(figures):
    given = [figure for figure in figures if figure.source == "rulebook"]
    assert not [one for one in given for rule in one.rules if rule.startswith("DSO-D")]


@pytest.mark.parametrize("folder", [ORIGINS, BLANK], ids=["origins", "blank"])
def test_every_number_says_where_it_comes_from(folder):
    numbers = [figure for figure in figures_of(folder) if type(figure.value) is int]
    assert len(numbers) > 20
    for number in numbers:
        if not number.path.startswith("citations."):
            assert number.source == "own" or (number.source == "rulebook" and number.rules), number


@pytest.mark.parametrize(
    ("path", "value", "rule"),
    [
        ("kinds.orlaf.values.combat", 5, "DSO-F18"),
        ("kinds.zombie.values.combat", 3, "DSO-F18"),
        ("kinds.skeleton-warrior.values.armour", 2, "DSO-F18"),
        ("kinds.skeleton-warrior.values.damage-target", 2, "DSO-F17"),
        ("kinds.zombie-troll.values.damage-target", 3, "DSO-F17"),
        ("gates.door.move_cost", 1, "DSO-F11"),
        ("search.container_draws", 2, "DSO-F20"),
        ("settings.interrupts.default", 4, "DSO-F7"),
        ("rules.spawn_points.offset", 5, "DSO-F37"),
        ("rules.boons.tiers[4].cost", 7, "DSO-F29"),
    ],
)
def test_a_given_figure_has_its_value_and_its_rule(figures, path, value, rule):
    (one,) = [figure for figure in figures if figure.path == path]
    assert (one.value, one.source) == (value, "rulebook")
    assert rule in one.rules


def test_the_box_holds_what_the_rulebook_lists(origins):
    minions = {word: kind.box for word, kind in origins.kinds.items() if kind.rank == "minion"}
    assert minions == origins.rules["box_minions"]
    bosses = {word: kind.box for word, kind in origins.kinds.items() if kind.rank == "boss"}
    assert bosses == origins.rules["box_bosses"]


def test_the_words_that_authors_use_are_there(origins):
    things = ["start", "bookcase", "table", "cabinet", "sarcophagus", "altar", "chest", "rubble"]
    tokens = ["portal", "trap", "spawn-point", "token", "lever", "altar-token"]
    assert {*things, *tokens} <= {*origins.kinds}
    assert {kind.category for kind in origins.kinds.values()} == {*Category}
    assert origins.kinds["bookcase"].footprint == (2, 1)
    assert origins.kinds["bookcase"].is_high
    assert not origins.kinds["table"].is_high
    assert {*origins.gates} == {"door", "secret"}
    assert {*origins.areas} == {"room", "corridor"}
    assert origins.party.word == "heroes"
    assert origins.sides["overlord"].default_victory == "all heroes crippled"


def test_words_of_one_part_of_the_pack_are_known_in_the_others(origins):
    feats = {card.word for card in origins.decks["feats"].cards}
    behaviours = origins.rules["behaviours"]["cards"]
    for kind in origins.kinds.values():
        assert {*kind.traits.get("feats", ())} <= feats
        if "behaviour" in kind.values:
            assert kind.values["behaviour"].value in behaviours
    for spell_set in origins.rules["spells"]["sets"]:
        assert len(origins.decks[spell_set].cards) == origins.rules["spells"]["cards_per_set"]
    for rule in origins.rules["monster_levels"]["levels"]:
        assert {origins.kinds[word].level for word in rule["kinds"]} == {rule["level"]}
    kept = {card.gear for card in origins.decks["exploration"].cards} - {""}
    assert kept == {item.word for item in origins.gear.values() if item.group == "exploration"}


def test_every_effect_uses_a_verb_that_the_pack_explains(origins):
    def verbs(data):
        if isinstance(data, dict):
            if isinstance(data.get("do"), str):
                yield data["do"]
            for part in data.values():
                yield from verbs(part)
        elif isinstance(data, tuple):
            for part in data:
                yield from verbs(part)

    used = {*verbs(origins.rules)}
    for special in origins.specials.values():
        used |= {*verbs(special.effect)}
    assert used == {*origins.rules["effect_verbs"]}


def test_the_exploration_deck_serves_the_rules_on_it(origins):
    cards = origins.decks["exploration"].cards
    assert sum(card[2] for card in cards) == 30
    harmless = [card for card in cards if "cog" not in card.icons]
    assert any("interrupt" in card.icons for card in harmless)
    effects = origins.rules["card_effects"]["exploration"]
    gold = [effect["amount"] for effect in effects.values() if effect["do"] == "gold"]
    assert gold
    assert all(amount in origins.coins for amount in gold)


def test_legendary_gear_is_unique_and_equipment_has_a_price(origins):
    for item in origins.gear.values():
        assert item.is_unique == (item.group == "legendary")
        assert (item.cost is not None) == (item.group == "equipment")
        assert item.is_kept == (item.group != "exploration")


def test_conflicts_hold_in_both_directions(origins):
    conflicts = origins.settings["options"].conflicts
    assert conflicts["no-revives"] == ("revives-once-a-campaign", "shared-revives")
    assert conflicts["shared-revives"] == ("no-revives",)


# -- another game ------------------------------------------------------------------------


def test_another_game_needs_no_python():
    loaded = load_system(BLANK)
    assert loaded.findings == ()
    system = loaded.system
    assert system is not None
    assert system.move_value == "stride"
    assert system.kinds["hollow-mayor"].footprint == (2, 2)
    assert system.kinds["shade"].values["flees-light"].value is True
    assert system.settings["weather"].shape is SettingShape.WORDS
    assert system.settings["weather"].maximum == 2
    assert system.rules["setting_words"]["weather"]["moon"]["effect"] == {"do": "light"}


def test_packs_are_found_by_their_folders(tmp_path):
    assert [*find_systems(SYSTEMS_DIR)]
    for name in ["good", "Bad", "no_good", "con", "empty", "-x"]:
        (tmp_path / name).mkdir()
        if name != "empty":
            (tmp_path / name / "a.yaml").write_text("a: 1\n")
    (tmp_path / "link").symlink_to(tmp_path / "good")
    assert find_systems(tmp_path) == {"good": str(tmp_path / "good")}
    assert find_systems(tmp_path / "missing") == {}


@pytest.mark.parametrize("name", ["..", "a/b", "a\n", "", "nul", "a" * 65, "é", "a--b", "A"])
def test_odd_names_are_no_ids(name):
    assert not is_id(name)


# -- the cache ---------------------------------------------------------------------------


@pytest.mark.parametrize("folder", [ORIGINS, BLANK], ids=["origins", "blank"])
def test_with_and_without_a_cache_the_system_is_the_same(folder, tmp_path):
    none = load_system(folder)
    cold = load_system(folder, tmp_path)
    assert len([*tmp_path.iterdir()]) == 1
    warm = load_system(folder, tmp_path)
    assert none.system == cold.system == warm.system
    assert warm.system is not None
    assert warm.system.digest


def test_a_warm_cache_needs_neither_yaml_nor_json_schema(tmp_path):
    load_system(ORIGINS, tmp_path)
    program = (
        "import sys\nfrom pathlib import Path\n"
        "from questwright.compiler.packs.load import load_system\n"
        "assert load_system(Path(sys.argv[1]), Path(sys.argv[2])).system\n"
        "print([name for name in ('yaml', 'jsonschema', 'referencing') if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, str(ORIGINS), str(tmp_path)],
        capture_output=True,
        check=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize(
    "spoil",
    [
        lambda _whole: b"",
        lambda whole: whole[: len(whole) // 2],
        lambda whole: whole.replace(b'"box":1', b'"box":9'),
        lambda _whole: b"\x00" * 100,
        lambda whole: whole.partition(b"\n")[0] + b"\n[]",
    ],
)
def test_a_spoiled_cache_is_a_miss_and_is_mended(tmp_path, spoil):
    wanted = load_system(BLANK, tmp_path).system
    (kept,) = tmp_path.iterdir()
    whole = kept.read_bytes()
    kept.write_bytes(spoil(whole))
    assert load_system(BLANK, tmp_path).system == wanted
    assert kept.read_bytes() == whole


def test_a_cache_of_another_shape_is_a_miss(tmp_path):
    wanted = load_system(BLANK, tmp_path).system
    (kept,) = tmp_path.iterdir()
    for payload in [b"[]", b"{}", b"[" * 5000, json.dumps({"id": 5}).encode()]:
        kept.write_bytes(checksum_of(kept.stem, payload) + b"\n" + payload)
        assert load_system(BLANK, tmp_path).system == wanted


def test_a_changed_pack_is_read_anew(blank, tmp_path):
    cache = tmp_path / "cache"
    before = load_system(blank, cache).system
    words = blank / "words.yaml"
    words.write_text(words.read_text().replace("stride: 3", "stride: 2"))
    after = load_system(blank, cache).system
    assert before is not None
    assert after is not None
    assert before.digest != after.digest
    assert after.kinds["elder"].values["stride"].value == 2


def test_a_cache_that_cannot_be_written_is_no_matter(tmp_path):
    (tmp_path / "file").write_text("in the way")
    assert load_system(BLANK, tmp_path / "file").system
    assert load_system(BLANK, tmp_path / "file" / "deeper").system


def test_a_cache_lets_go_of_what_is_old(tmp_path):
    for number in range(70):
        old = tmp_path / f"{number:02}.json"
        old.write_text("x")
        os.utime(old, (number, number))
    load_system(BLANK, tmp_path)
    names = sorted(path.name for path in tmp_path.iterdir())
    assert len(names) == 64
    assert "00.json" not in names
    assert load_system(BLANK, tmp_path).system


def test_a_wrong_pack_is_never_kept(blank, tmp_path):
    (blank / "more.yaml").write_text("nonsense: 1\n")
    assert load_system(blank, tmp_path / "cache").system is None
    assert not (tmp_path / "cache").exists()


def test_the_cache_is_the_users_own(monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", "/somewhere")
    assert pack_cache() == "/somewhere/questwright/packs"
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")
    monkeypatch.setenv("HOME", "/home/nobody")
    assert pack_cache() == "/home/nobody/.cache/questwright/packs"
    monkeypatch.setenv("HOME", "")
    monkeypatch.delenv("LOCALAPPDATA", raising=False)
    assert pack_cache() is None


# -- the schema --------------------------------------------------------------------------


def schema():
    return json.loads((SCHEMAS_DIR / "system.schema.json").read_text(encoding="utf-8"))


def test_the_schema_is_a_schema_and_looks_nothing_up():
    import jsonschema

    jsonschema.Draft202012Validator.check_schema(schema())
    references = re.findall(r'"\$ref": "([^"]*)"', json.dumps(schema()))
    assert references
    assert all(reference.startswith("#/$defs/") for reference in references)


def parts(value):
    """The schemas inside a schema that a generator of types goes through, as references."""
    if isinstance(value, dict):
        if isinstance(value.get("$ref"), str):
            yield value["$ref"].removeprefix("#/$defs/")
        for key, part in value.items():
            # Conditions such as `if` hold a pack to something; they are no types.
            if key not in {"if", "then", "else", "not"}:
                yield from parts(part)
    elif isinstance(value, list):
        for part in value:
            yield from parts(part)


def test_no_type_of_the_schema_is_made_of_itself():
    """Quicktype recursed without end where data was a union of lists and mappings of itself."""
    reach = {name: {*parts(part)} for name, part in schema()["$defs"].items()}
    for _ in reach:
        reach = {name: found.union(*map(reach.get, found)) for name, found in reach.items()}
    assert [name for name, found in reach.items() if name in found] == []


def test_data_within_data_is_held_to_the_same():
    import jsonschema

    root = schema()
    data = jsonschema.Draft202012Validator({"$ref": "#/$defs/data", "$defs": root["$defs"]})
    assert data.is_valid({"a": [{"b": [1, None, "c"]}]})
    assert not data.is_valid({"a": [{"B c": 1}]})
    assert not data.is_valid({"a": [{"b": 1.5}]})


def test_every_part_of_the_schema_says_what_it_is():
    for name, part in schema()["$defs"].items():
        assert part.get("description"), name
        for field, one in part.get("properties", {}).items():
            assert field == "value" or one.get("description") or "$ref" in one, (name, field)


def test_codes_are_different_and_in_order():
    ids = [code.id for code in codes.CODES]
    assert ids == sorted({*ids})
    assert all(re.fullmatch(r"QW5\d\d", id_) for id_ in ids)
