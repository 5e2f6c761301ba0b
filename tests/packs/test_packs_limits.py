"""What packs may have, tried at each limit and one past it; and mistakes beside what is sound."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from questwright.compiler.packs import codes
from questwright.compiler.packs.load import find_systems, is_id, load_system, pack_cache
from questwright.compiler.packs.read.guard import read_yaml
from questwright.dsl import limits
from questwright.dsl.source import Source
from support.paths import PACKS
from support.spoiled_packs import findings_of


def told(folder):
    """What a pack is told: codes and messages; nothing of a sound one."""
    loaded = load_system(folder)
    assert (loaded.system is None) is bool(loaded.findings)
    return [(finding.code, finding.message) for finding in loaded.findings]


def why(folder):
    """The messages, the labels and the reasons that a pack is told."""
    return [
        (finding.message, finding.label.text, finding.reason)
        for finding in load_system(folder).findings
    ]


def stops(text):
    """What the reader of YAML says of a text."""
    return [finding.message for finding in read_yaml(Source("p.yaml", text))[1]]


# -- files -----------------------------------------------------------------------------------


def test_a_pack_has_64_files(pack):
    blank = pack("blank")
    for number in range(62):
        (blank / f"f{number}.yaml").write_text("rules: {}\n")
    assert told(blank) == []
    (blank / "f62.yaml").write_text("texts: {}\n")
    assert told(blank) == [(codes.UNREADABLE_PACK, "this pack has 65 files, and may have 64")]


def test_a_file_of_a_pack_has_1_048_576_bytes(pack):
    blank = pack("blank")
    (blank / "zz.yaml").write_bytes(b"texts: {}\n".ljust(1_048_576, b"#"))
    assert told(blank) == []
    (blank / "zz.yaml").write_bytes(b"texts: {}\n".ljust(1_048_577, b"#"))
    message = "this file has 1,048,577 bytes, and may have 1,048,576"
    assert told(blank) == [(codes.UNREADABLE_PACK, message)]


def test_a_pack_has_2_097_152_bytes(pack):
    blank = pack("blank")
    left = 2_097_152 - sum(path.stat().st_size for path in blank.iterdir())
    (blank / "zy.yaml").write_bytes(b"texts: {setup: b}\n".ljust(1_048_576, b"#"))
    (blank / "zz.yaml").write_bytes(b"texts: {rewards: c}\n".ljust(left - 1_048_576, b"#"))
    assert told(blank) == []
    with (blank / "zz.yaml").open("ab") as file:
        file.write(b"#")
    assert told(blank) == [(codes.UNREADABLE_PACK, "this pack has more than 2,097,152 bytes")]


def test_the_name_of_a_pack_has_64_characters(tmp_path):
    fit, long = "a" * 64, "a" * 65
    for name in (fit, long, "con", "A", "-a", "a-"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "p.yaml").write_text("")
    assert list(find_systems(tmp_path)) == [fit]
    assert is_id("com10")
    assert not is_id("com1")


def test_a_symbol_has_20_000_characters(pack):
    salt = pack("salt")
    lamp = salt / "lamp.svg"
    first, *rest = lamp.read_text().splitlines(keepends=True)
    path = '<path d="M10 10L90 90" fill="none"/>\n'
    room = 20_000 - len(first) - len("".join(rest))
    rows = path * (room // len(path) - 1)
    last = path.replace("L90 90", "L90 90" * 9)
    fill = room - len(rows)
    assert fill >= len(path)
    widest = f'<path d="M10 10{"Z" * (fill - len(path) + 6)}" fill="none"/>\n'
    assert len(last) > len(path)
    lamp.write_text(first + rows + widest + "".join(rest))
    assert len(lamp.read_text()) == 20_000
    assert told(salt) == []
    lamp.write_text(first + rows + widest.replace("Z", "ZZ", 1) + "".join(rest))
    assert told(salt) == [(codes.PACK_FORM, "this file is no map symbol")]


def test_a_cache_keeps_64_packs_and_lets_the_oldest_go(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    cache = Path(pack_cache())
    blank = Path(shutil.copytree(PACKS / "blank", tmp_path / "blank"))
    more = blank / "zz.yaml"
    first = None
    for number in range(65):
        more.write_text(f"texts: {{setup: '{number}'}}\n")
        load_system(blank, cache)
        first = first or next(iter(cache.iterdir()))
        assert len(list(cache.iterdir())) == min(number + 1, 64)
        assert first.exists() is (number < 64)


# -- YAML ------------------------------------------------------------------------------------


def test_mappings_and_lists_stand_32_deep():
    assert stops("a: " + "[" * 31 + "]" * 31) == []
    message = "more than 32 mappings or lists stand inside each other"
    assert stops("a: " + "[" * 32 + "]" * 32) == [message]
    assert stops("a: " + "{a: " * 32 + "1" + "}" * 32) == [message]


def test_a_file_has_20_000_values():
    # A mapping, a key, a list, and what is in it.
    assert stops("a: [" + "1," * 19_997 + "]") == []
    assert stops("a: [" + "1," * 19_998 + "]") == ["this file has more than 20,000 values"]


@pytest.mark.parametrize("place", ["a: {}", "a: '{}'", "{}: 1", "a: ['{}']"])
def test_a_text_has_4_000_characters(place):
    assert stops(place.format("x" * 1_000)) == []
    if "{}:" not in place:  # YAML itself ends a plain key at 1,024 characters
        assert stops(place.format("x" * 4_000)) == []
        assert stops(place.format("x" * 4_001)) == ["this text has 4,001 characters"]


def test_a_number_has_nine_digits_whatever_its_sign():
    tree, findings = read_yaml(Source("p.yaml", "a: 999999999\nb: -999999999\nc: -0\n"))
    assert findings == ()
    assert tree.data == {"a": 999_999_999, "b": -999_999_999, "c": 0}
    assert stops("a: 1000000000") == ["this number has 10 digits"]
    assert stops("a: -1000000000") == ["this number has 10 digits"]
    assert stops("a: '1000000000'") == []


# -- tables and dice -------------------------------------------------------------------------


def rows(die):
    faces = ", ".join(map(str, range(1, die + 1)))
    return f"source: own\nrules:\n  t: {{die: {die}, rows: [{{faces: [{faces}]}}]}}\n"


def test_a_die_has_1_to_1_000_faces(pack):
    blank = pack("blank")
    for die in (1, 1_000):
        (blank / "zz.yaml").write_text(rows(die))
        assert told(blank) == []
    for die in (0, 1_001):
        (blank / "zz.yaml").write_text(rows(die))
        assert told(blank) == [(codes.INCOMPLETE_TABLE, "`rules.t` rolls no die")]


@pytest.mark.parametrize(
    ("faces", "message"),
    [
        ("[1, 2], [3]", None),
        ("[1, 2], 3", None),
        ("[2, 3], [1]", None),
        ("[0, 1, 2], [3]", "a row of `rules.t` names no face of its die"),
        ("[1, 2], [3, 4]", "a row of `rules.t` names no face of its die"),
        ("[1, 2], [x, 3]", "a row of `rules.t` names no face of its die"),
        ("[2], [3]", "no row of `rules.t` is for a roll of 1"),
        ("[1], [2]", "no row of `rules.t` is for a roll of 3"),
        ("[1, 3], [3, 2]", "two rows of `rules.t` are for a roll of 3"),
    ],
)
def test_each_face_of_a_die_has_one_row(pack, faces, message):
    blank = pack("blank")
    given = ", ".join(f"{{faces: {each}}}" for each in faces.replace("], ", "]; ").split("; "))
    (blank / "zz.yaml").write_text(f"source: own\nrules:\n  t: {{die: 3, rows: [{given}]}}\n")
    expected = [] if message is None else [(codes.INCOMPLETE_TABLE, message)]
    assert told(blank) == expected


@pytest.mark.parametrize(
    ("bands", "fits"),
    [
        ("{to: 2}, {from: 3}", True),
        ("{to: 2}, {from: 3, to: 3}, {from: 4}", True),
        ("{id: all}", True),
        ("{to: 2}, {from: 2}", False),
        ("{to: 2}, {from: 4}", False),
        ("{to: 2}, {from: 3, to: 2}, {from: 3}", False),
        ("{to: 2}, {from: 3}, {from: 4}", False),
        ("{to: 2}, {from: 3, to: 4}", False),
        ("{from: 1, to: 2}, {from: 3}", False),
        ("{to: 2}, {id: rest}", False),
    ],
)
def test_bands_follow_each_other(pack, bands, fits):
    blank = pack("blank")
    (blank / "zz.yaml").write_text(f"source: own\nrules:\n  t: {{bands: [{bands}]}}\n")
    message = "the bands of `rules.t` do not follow each other"
    assert told(blank) == ([] if fits else [(codes.INCOMPLETE_TABLE, message)])


@pytest.mark.parametrize(
    ("results", "fits"),
    [
        ("unharmed: [1, 4], wounded: [5, 6]", True),
        ("unharmed: [1, 1], wounded: [2, 2], dead: [3, 6]", True),
        ("unharmed: [1, 6]", True),
        ("unharmed: [1, 3], wounded: [5, 6]", False),
        ("unharmed: [1, 5], wounded: [5, 6]", False),
        ("unharmed: [1, 4], wounded: [5, 7]", False),
        ("unharmed: [1, 4], wounded: [5, 5]", False),
        ("unharmed: [2, 4], wounded: [5, 6]", False),
        ("unharmed: [1, 4], dead: [6, 5]", False),
    ],
)
def test_the_results_of_a_jump_share_out_its_die(pack, results, fits):
    blank = pack("blank")
    game = blank / "game.yaml"
    written = game.read_text().replace("unharmed: [1, 5], wounded: [6, 6]", results)
    game.write_text(written)
    message = "the results of `jumps.nimble` do not share out its die"
    assert told(blank) == ([] if fits else [(codes.INCOMPLETE_TABLE, message)])


# -- settings, costs and figures --------------------------------------------------------------


@pytest.mark.parametrize(
    ("limits", "fits"),
    [
        ("minimum: 1, maximum: 4", True),
        ("minimum: 1, maximum: 4, default: 1", True),
        ("minimum: 1, maximum: 4, default: 4", True),
        ("minimum: 1, maximum: 4, default: 0", False),
        ("minimum: 1, maximum: 4, default: 5", False),
        ("minimum: 4, maximum: 4", True),
        ("minimum: 5, maximum: 4", False),
        ("minimum: 2, maximum: 8, step: 2, default: 6", True),
        ("minimum: 2, maximum: 8, step: 2, default: 5", False),
    ],
)
def test_a_number_that_a_quest_sets_lies_between_its_limits(pack, limits, fits):
    blank = pack("blank")
    text = f"moons: {{title: M, shape: number, text: M, {limits}}}"
    (blank / "zz.yaml").write_text(f"source: own\nsettings:\n  {text}\n")
    message = "`settings.moons` contradicts itself"
    assert told(blank) == ([] if fits else [(codes.PACK_FORM, message)])


@pytest.mark.parametrize(
    ("cost", "fits"), [(1, False), (2, False), (3, True), (4, False), (7, True), (11, False)]
)
def test_what_gear_costs_can_be_paid_in_coins_of_three_and_seven(pack, cost, fits):
    blank = pack("blank")
    text = f"hood: {{title: Hood, group: shop, cost: {cost}, kept: true, text: H}}"
    (blank / "zz.yaml").write_text(f"source: own\ngear:\n  {text}\n")
    assert told(blank) == ([] if fits else [(codes.UNPAYABLE_COST, f"{cost} cannot be paid")])


@pytest.mark.parametrize(
    ("field", "fits"),
    [
        ("cost: 1", True),
        ("cost: 2", False),
        ("closed_to: []", True),
        ("closed_to: [elder]", False),
        ("joins_levels: true", False),
        ("holds: 2", False),
        ("costs: {elder: 2}", False),
    ],
)
def test_the_ground_where_nothing_is_drawn_is_plain_floor(pack, field, fits):
    blank = pack("blank")
    text = f"default_terrain: flags\nterrains:\n  flags: {{title: Flags, {field}}}\n"
    (blank / "zz.yaml").write_text(f"source: own\n{text}")
    found = [message for message, _, _ in why(blank)]
    name = field.partition(":")[0]
    assert found == ([] if fits else [f"`terrains.flags.{name}` contradicts itself"])


@pytest.mark.parametrize(
    ("before", "after", "count"), [("    party: true\n", "", 0), ("shades\n    d", "x", 2)]
)
def test_a_game_has_one_party(pack, before, after, count):
    blank = pack("blank")
    game = blank / "game.yaml"
    text = game.read_text()
    if count:
        before, after = "    many: shades\n", "    many: shades\n    party: true\n"
    game.write_text(text.replace(before, after, 1))
    assert (codes.PACK_PARTY, f"{count} sides say `party: true`") in told(blank)


@pytest.mark.parametrize(
    ("rule", "fits"), [("F1", True), ("F3", True), ("F0", False), ("F4", False), ("G1", False)]
)
def test_a_rule_is_one_of_those_that_are_cited(pack, rule, fits):
    blank = pack("blank")
    text = f"rain: {{source: rulebook, rule: TARN-{rule}, drops: 5}}"
    (blank / "zz.yaml").write_text(f"citations: {{TARN-F: 3, TARN-D: 1}}\nrules:\n  {text}\n")
    message = f"there is no rule `TARN-{rule}`"
    assert told(blank) == ([] if fits else [(codes.UNKNOWN_PACK_WORD, message)])


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("kinds:\n  urn: {category: token, title: U, plural: U, symbol: token}\n", "kinds.urn"),
        ("rules:\n  rain: wet\n", "rules.rain"),
        ("gear:\n  hat: {title: H, group: shop, kept: true, text: H}\n", "gear.hat"),
    ],
)
def test_every_entry_says_where_it_comes_from(pack, text, place):
    blank = pack("blank")
    (blank / "zz.yaml").write_text(text)
    message = f"`{place}` does not say where it comes from"
    assert told(blank) == [(codes.UNSOURCED_VALUE, message)]
    (blank / "zz.yaml").write_text(f"source: own\n{text}")
    assert told(blank) == []


def test_a_gap_is_filled_by_a_value_of_the_pack(pack):
    blank = pack("blank")
    words = blank / "words.yaml"
    words.write_text(words.read_text().replace("[kinds.shade.values]", "[kinds.shade.valuse]"))
    (finding,) = load_system(blank).findings
    assert finding.message == "there is no path of this pack `kinds.shade.valuse`"
    assert finding.help.startswith("did you mean `kinds.shade.values`")


# -- hexes, dice, tiles and printed tables ---------------------------------------------------


def test_on_hexes_nothing_covers_a_rectangle(pack):
    moor = pack("moor")
    kind = "cart: {{category: furniture, title: C, plural: C, symbol: crate, footprint: {}}}"
    (moor / "zz.yaml").write_text("source: own\nkinds:\n  " + kind.format("1x1") + "\n")
    assert told(moor) == []
    (moor / "zz.yaml").write_text("source: own\nkinds:\n  " + kind.format("2x1") + "\n")
    assert told(moor) == [(codes.PACK_FORM, "`cart` covers a rectangle")]


def test_on_hexes_there_is_no_diagonal_step(pack):
    moor = pack("moor")
    game = moor / "game.yaml"
    game.write_text(game.read_text().replace("diagonal: never", "diagonal: both-flanks"))
    assert (codes.PACK_FORM, "hexes know no diagonal step") in told(moor)


def test_on_squares_there_is_no_base_of_hexes(pack):
    blank = pack("blank")
    text = "pair: {title: Two, facing: east, beside: [west], turn_cost: 1}"
    (blank / "zz.yaml").write_text(f"source: own\nbases:\n  {text}\n")
    assert told(blank) == [(codes.PACK_FORM, "`bases` are made of hexes")]


@pytest.mark.parametrize(
    ("east", "name"),
    [
        ("{name: '2', join: hill-side}", None),
        ("{name: east, join: hill-side}", None),
        ("{join: hill-side}", None),
        ("{name: '1', join: hill-side}", "1"),
        ("{name: south, join: hill-side}", "south"),
    ],
)
def test_the_sides_of_a_tile_have_names_of_their_own(pack, east, name):
    moor = pack("moor")
    game = moor / "game.yaml"
    game.write_text(game.read_text().replace('{name: "2", join: hill-side}', east, 1))
    message = f"two sides of `fen` are called `{name}`"
    assert told(moor) == ([] if name is None else [(codes.PACK_WORD_TWICE, message)])


@pytest.mark.parametrize(
    ("said", "label"),
    [
        ("vessel: true, rounds: 2, floats_on: [tarn], rows: 2", None),
        ("vessel: true, floats_on: [tarn], rows: 2", "it takes rounds, over water of some sort"),
        ("vessel: true, rounds: 2, rows: 2", "it takes rounds, over water of some sort"),
        ("floats_on: [tarn]", "only a vessel is rowed"),
        ("rounds: 6, rounds_step: 3", None),
        ("rounds: 5, rounds_step: 3", "5 is no multiple of 3"),
        ("cost: 3", None),
        ("vessel: true, seats: 2", None),
    ],
)
def test_the_fields_of_a_crossing_agree(pack, said, label):
    moor = pack("moor")
    kind = f"  tunnel: {{title: T, plural: T, symbol: shaft, {said}}}\n"
    (moor / "zz.yaml").write_text(f"source: own\ncrossings:\n{kind}")
    assert [each for _, each, _ in why(moor)] == ([] if label is None else [label])


def test_a_die_that_there_is_not_is_told_where_it_is_named(pack):
    blank = pack("blank")
    text = (
        "source: own\ndice:\n  bone: {title: Bone, faces: [skull, shield]}\n"
        "fights:\n  roll: hits-less-saves\n  die: bone\n  defence_die: bon\n"
        "  hits: {skull: 1}\n  saves: {shield: 1}\n"
        "  attacks: {poke: {title: Poke, dice: oil}}\n  defence: dread\n"
        "  falls: {terror: {at: dread, kept: true}}\n  given: it is dark\n"
    )
    (blank / "zz.yaml").write_text(text)
    message = "there is no die of `dice` `bon`"
    assert told(blank) == [(codes.UNKNOWN_PACK_WORD, message)]
    (blank / "zz.yaml").write_text(text.replace("  defence_die: bon\n", "").replace("bone:", "b:"))
    assert (codes.UNKNOWN_PACK_WORD, "there is no die of `dice` `bone`") in told(blank)
    text = text.replace("die: bone", "die: b").replace("defence_die: bon\n", "defence_die: bone\n")
    (blank / "zz.yaml").write_text(text.replace("{shield: 1}", "{shied: 1}"))
    assert told(blank) == [
        (codes.UNKNOWN_PACK_WORD, "there is no die of `dice` `b`"),
        (codes.UNKNOWN_PACK_WORD, "there is no face of that die `shied`"),
    ]


@pytest.mark.parametrize(
    ("when", "message"),
    [
        ("weather: [fog]", None),
        ("weather: [fog, fogg]", "there is no word of that setting `fogg`"),
        ("wether: [fog]", "there is no setting `wether`"),
    ],
)
def test_a_printed_table_asks_for_settings_that_there_are(pack, when, message):
    blank = pack("blank")
    columns = "[{title: Roll, value: id}]"
    aid = f"gusts: {{title: Gusts, rows: gusts.rows, columns: {columns}, when: {{{when}}}}}"
    (blank / "zz.yaml").write_text(f"source: own\naids:\n  {aid}\n")
    assert [each for each, _, _ in why(blank)] == ([] if message is None else [message])


MANY = {
    "kinds of no category": (
        "source: own\nkinds:\n",
        "  w{number}: {{category: thing}}\n",
    ),
    "keys that mean nothing": ("source: own\n", "w{number}: 1\n"),
    "keys that stand twice": ("source: own\nkinds:\n  a: {{}}\n", "  a: {{}}\n"),
    "values without a source": ("kinds:\n", "  w{number}: {{category: token, title: A, box: 1}}\n"),
    "words that stand in two files": (
        "source: own\nkinds:\n",
        "  w{number}: {{category: token, title: A, box: 1}}\n",
    ),
}


@pytest.mark.parametrize("what", MANY)
def test_findings_of_a_pack_at_the_limit(blank, what):
    """All are told up to the limit, and no more than that after it."""
    begin, entry = MANY[what]

    def found(count):
        text = begin.format() + "".join(entry.format(number=number) for number in range(count))
        (blank / "zz.yaml").write_text(text)
        if what == "words that stand in two files":
            (blank / "zy.yaml").write_text(text)
        return len(findings_of(blank))

    assert found(limits.PACK_FINDINGS) <= limits.PACK_FINDINGS
    assert found(limits.PACK_FINDINGS + 1) == limits.PACK_FINDINGS
    assert found(1_000) == limits.PACK_FINDINGS
