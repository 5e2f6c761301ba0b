"""Rules packs that are wrong: each is told so in words, quickly, at the right line."""

from __future__ import annotations

import errno
import os
import re
import shutil
import time
from pathlib import Path

import pytest

from questwright.compiler.assets import SYSTEMS_DIR, TEMPLATES_DIR
from questwright.compiler.odds.best import hits_by_face, saves_by_face
from questwright.compiler.packs import codes
from questwright.compiler.packs.load import find_systems, load_system
from questwright.compiler.packs.read.guard import read_yaml
from questwright.compiler.packs.read.symbols import read_symbols
from questwright.compiler.packs.system.moves import move_of
from questwright.dsl import limits
from questwright.dsl.prepare import unfit_characters
from questwright.dsl.source import Source
from support.paths import PACKS, ROOT

ORIGINS = SYSTEMS_DIR / "dungeon-saga-origins"
BLANK = PACKS / "blank"


@pytest.fixture
def blank(tmp_path):
    """A copy of the made-up pack, to be spoiled."""
    return Path(shutil.copytree(BLANK, tmp_path / "blank"))


def findings_of(folder):
    start = time.process_time()
    loaded = load_system(folder)
    assert time.process_time() - start < 1
    assert loaded.system is None
    assert loaded.findings
    for finding in loaded.findings:
        span = finding.label.span
        source = loaded.sources[span.path]
        assert 0 <= span.start <= span.end <= len(source.text)
        assert finding.message
        assert "\n" not in finding.message
        assert len(finding.message) < 300
        assert finding.help
    return loaded.findings


HOSTILE = {
    "an expanding bomb": (
        "a: &a [x, x, x, x, x, x, x, x, x]\n"
        + "".join(
            f"{b}: &{b} [{', '.join(['*' + a] * 9)}]\n"
            for a, b in zip("abcdefgh", "bcdefghi", strict=True)
        )
    ),
    "a bomb of merge keys": "a: &a {x: 1}\nb: &b {<<: [*a, *a, *a]}\nc: {<<: [*b, *b, *b]}\n",
    "a merge key": "rules: {<<: {x: 1}}\n",
    "an anchor": "rules: &r {}\n",
    "an alias": "rules: *r\n",
    "a tag": "rules: !!python/object/apply:os.system [id]\n",
    "a tag of our own": "rules: !thing {}\n",
    "brackets": "rules: " + "[" * 20_000 + "]" * 20_000,
    "braces": "rules: " + "{a: " * 20_000,
    "dashes": "- " * 20_000,
    "question marks": "? " * 20_000,
    "NUL": "rules: {a: \0}\n",
    "a control character": "rules: {a: \x1b}\n",
    "an override of direction": "rules: {a: \u202e}\n",
    "two documents": "rules: {}\n---\nrules: {}\n",
    "a directive": "%YAML 1.1\n---\nrules: {}\n",
    "a huge number": "rules: {a: " + "9" * 5_000 + "}\n",
    "a large number": "rules: {a: 99999999999}\n",
    "a huge text": "rules: {a: " + "x" * 500_000 + "}\n",
    "a huge key": "x" * 500_000 + ": 1\n",
    "too many values": "rules: [" + "1," * 60_000 + "]\n",
    "a list as a key": "? [a]\n: b\n",
    "a list": "- a\n",
    "a word": "a\n",
    "nothing": "",
    "an empty key": "'': 1\n",
    "a tab": "rules:\n\ta: 1\n",
    "an open text": "rules: 'a\n",
    "an open list": "rules: [a\n",
    "two colons": "a: b: c\n",
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
def test_hostile_yaml_is_refused_quickly_and_in_words(blank, text):
    (blank / "zz.yaml").write_text(text)
    for finding in findings_of(blank):
        assert finding.code in {codes.BAD_PACK_YAML, codes.UNREADABLE_PACK}
        assert finding.label.span.path.endswith("zz.yaml")


def test_a_key_that_stands_twice_is_shown_with_both_its_places(blank):
    (blank / "zz.yaml").write_text("rules:\n  a: 1\n  b: 2\n  a: 3\n")
    (one,) = findings_of(blank)
    assert one.code is codes.PACK_KEY_TWICE
    source = Source("zz.yaml", (blank / "zz.yaml").read_text())
    assert source.position(one.label.span.start) == (4, 3)
    assert source.position(one.related[0].span.start) == (2, 3)


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"rules: {a: \xff}\n", codes.UNREADABLE_PACK),
        ("rules: {}\n".encode("utf-16"), codes.UNREADABLE_PACK),
        (b"#" * 1_100_000, codes.UNREADABLE_PACK),
    ],
)
def test_bytes_that_are_no_text_are_refused(blank, data, code):
    (blank / "zz.yaml").write_bytes(data)
    assert [finding.code for finding in findings_of(blank)] == [code]


def test_a_byte_order_mark_and_foreign_line_ends_are_no_matter(blank):
    wanted = load_system(blank).system
    game = blank / "game.yaml"
    game.write_bytes(b"\xef\xbb\xbf" + game.read_bytes().replace(b"\n", b"\r\n"))
    found = load_system(blank).system
    assert wanted is not None
    assert found is not None
    assert found == wanted._replace(digest=found.digest)


def test_values_are_what_they_look_like_and_nothing_more():
    text = (
        "a: NO\nb: 010\nc: 2020-01-01\nd: 12:30:45\ne: .nan\nf: 1e3\ng: '5'\nh: -7\ni: true\n"
        "j: null\nk: ~\nl: 0x10\nm: 1_000\nn: True\no: 1.0\np: +1\nq: -0\n1: x\n"
    )
    tree, findings = read_yaml(Source("p.yaml", text))
    assert findings == ()
    assert tree is not None
    assert tree.data == {
        "a": "NO", "b": "010", "c": "2020-01-01", "d": "12:30:45", "e": ".nan", "f": "1e3",
        "g": "5", "h": -7, "i": True, "j": None, "k": "~", "l": "0x10", "m": "1_000", "n": "True",
        "o": "1.0", "p": "+1", "q": 0, "1": "x",
    }  # fmt: skip


def test_files_that_are_no_plain_files_are_refused_without_waiting(blank, tmp_path):
    outside = tmp_path / "outside.yaml"
    outside.write_text("rules: {secret: 1}\n")
    (blank / "link.yaml").symlink_to(outside)
    (blank / "gone.yaml").symlink_to(tmp_path / "nowhere")
    (blank / "folder.yaml").mkdir()
    os.mkfifo(blank / "pipe.yaml")
    (blank / "zero.yaml").symlink_to("/dev/zero")
    (blank / "other.yml").write_text("rules: {}\n")
    found = findings_of(blank)
    assert {one.code for one in found} == {codes.UNREADABLE_PACK}
    names = {Path(one.label.span.path).name for one in found}
    assert names == {
        "link.yaml", "gone.yaml", "folder.yaml", "pipe.yaml", "zero.yaml", "other.yml"
    }  # fmt: skip


def test_a_folder_without_files_is_refused(tmp_path):
    assert [finding.code for finding in findings_of(tmp_path)] == [codes.UNREADABLE_PACK]
    assert [finding.code for finding in findings_of(tmp_path / "gone")] == [codes.UNREADABLE_PACK]


def test_a_pack_of_more_bytes_than_it_may_have_is_refused(blank):
    for name in ("x.yaml", "y.yaml", "z.yaml"):
        (blank / name).write_bytes(b"#" * 1_000_000)
    (one,) = findings_of(blank)
    assert one.message == "this pack has more than 2,097,152 bytes"


def test_more_files_than_a_pack_may_have_are_refused(blank):
    for number in range(70):
        (blank / f"f{number}.yaml").write_text("rules: {}\n")
    assert [finding.code for finding in findings_of(blank)] == [codes.UNREADABLE_PACK]


FIGHTS = """
fights:
  source: own
  roll: pairs-high-to-high
  die: 4
  attacks: {glare: {title: Glare, dice: oil}}
  defence: stride
  armour: dread
  falls: {terror: {at: dread, kept: true}}
  given: nobody blinks
"""
FIGHTS_LESS = """
source: own
dice:
  bone: {title: Bone, faces: [skull, skull, shield]}
fights:
  roll: hits-less-saves
  die: bone
  hits: {skull: 1}
  saves: {shield: 1}
  attacks: {poke: {title: Poke, dice: oil}}
  defence: dread
  falls: {terror: {at: dread, kept: true}}
  given: it is dark
"""

ADDED = {
    "an unknown section": ("nonsense: 1\n", codes.PACK_FORM, "`nonsense` means nothing here"),
    "a word in two files": (
        "source: own\nkinds:\n  shade: {category: token, title: S, plural: S, symbol: token}\n",
        codes.PACK_WORD_TWICE,
        "`shade` is defined twice",
    ),
    "a section in two files": (
        "actions_per_turn: {value: 3, source: own}\n",
        codes.PACK_WORD_TWICE,
        "`actions_per_turn` is defined twice",
    ),
    "turns of nobody": (
        "turns: {of: nobody, source: own}\n",
        codes.PACK_FORM,
        "`turns.of` cannot be `nobody`",
    ),
    "phases of which one is unknown": (
        "turns: {of: side, phases: [move, sleep], source: own}\n",
        codes.PACK_FORM,
        "`turns.phases[2]` cannot be `sleep`",
    ),
    "a turn that is nothing but moving": (
        "turns: {of: side, phases: [move], source: own}\n",
        codes.PACK_FORM,
        "`turns.phases` has too few entries",
    ),
    "turns in the order of somebody unknown": (
        "turns: {of: member, order: [terror], source: own}\n",
        codes.UNKNOWN_PACK_WORD,
        "there is no kind, rank or trait `terror`",
    ),
    "a word for two things": (
        "source: own\ngates:\n  cart: {form: door, title: C, plural: C, symbol: door-closed}\n",
        codes.PACK_WORD_TWICE,
        "`cart` is defined twice",
    ),
    "a number without a source": (
        "rules:\n  wind: {source: own}\n  rain:\n    drops: 5\n",
        codes.UNSOURCED_VALUE,
        "`rules.rain.drops` does not say where it comes from",
    ),
    "a rulebook without a rule": (
        "rules:\n  rain:\n    source: rulebook\n    drops: 5\n",
        codes.UNSOURCED_VALUE,
        "`rules.rain.drops` is the rulebook's, but no rule is named",
    ),
    "a rule without a source": (
        "rules:\n  rain: {rule: TARN-F1, drops: 5}\n",
        codes.UNSOURCED_VALUE,
        "a rule is named here, but no source",
    ),
    "a source of another name": (
        "rules:\n  rain: {source: mine, drops: 5}\n",
        codes.UNSOURCED_VALUE,
        "`source` must be `rulebook` or `own`",
    ),
    "a rule that is no id": (
        "rules:\n  rain: {source: rulebook, rule: page 5, drops: 5}\n",
        codes.UNSOURCED_VALUE,
        "this is not the id of a rule",
    ),
    "a rule beyond the last": (
        "citations: {TARN-F: 2}\nrules:\n  rain: {source: rulebook, rule: TARN-F3, drops: 5}\n",
        codes.UNKNOWN_PACK_WORD,
        "there is no rule `TARN-F3`",
    ),
    "a die with a gap": (
        "source: own\nrules:\n  t: {die: 6, rows: [{faces: [1, 2]}, {faces: [4, 5, 6]}]}\n",
        codes.INCOMPLETE_TABLE,
        "no row of `rules.t` is for a roll of 3",
    ),
    "a die with a face twice": (
        "source: own\nrules:\n  t: {die: 2, rows: [{faces: [1, 2]}, {faces: [2]}]}\n",
        codes.INCOMPLETE_TABLE,
        "two rows of `rules.t` are for a roll of 2",
    ),
    "a die with a face too many": (
        "source: own\nrules:\n  t: {die: 2, rows: [{faces: [1, 2, 3]}]}\n",
        codes.INCOMPLETE_TABLE,
        "a row of `rules.t` names no face of its die",
    ),
    "a die without end": (
        "source: own\nrules:\n  t: {die: 999999999, rows: [{faces: [1]}]}\n",
        codes.INCOMPLETE_TABLE,
        "`rules.t` rolls no die",
    ),
    "bands with a gap": (
        "source: own\nrules:\n  t: {bands: [{to: 2}, {from: 4}]}\n",
        codes.INCOMPLETE_TABLE,
        "the bands of `rules.t` do not follow each other",
    ),
    "a figure without a value": (
        (
            "source: own\nkinds:\n  boss: {category: figure, title: B, plural: B, symbol: figure,\n"
            "    side: gloom, rank: terror, values: {stride: 1}}\n"
        ),
        codes.MISSING_FIGURE_VALUE,
        "`boss` has no `dread`",
    ),
    "a figure without a rank": (
        (
            "source: own\nkinds:\n  boss: {category: figure, title: B, plural: B, symbol: figure,\n"
            "    side: gloom, values: {stride: 1}}\n"
        ),
        codes.PACK_FORM,
        "`kinds.boss` does not say `rank`",
    ),
    "a side that is not there": (
        (
            "source: own\nkinds:\n  boss: {category: figure, title: B, plural: B, symbol: figure,\n"
            "    side: glom, rank: terror, values: {stride: 1, dread: 1}}\n"
        ),
        codes.UNKNOWN_PACK_WORD,
        "there is no side `glom`",
    ),
    "a category that is not there": (
        "source: own\nkinds:\n  boss: {category: figurine, title: B, plural: B, symbol: x}\n",
        codes.PACK_FORM,
        "`kinds.boss.category` cannot be `figurine`",
    ),
    "a text for a number": (
        (
            "source: own\nkinds:\n  wall: {category: obstacle, title: W, plural: W, symbol: x,\n"
            "    box: 010}\n"
        ),
        codes.PACK_FORM,
        "`kinds.wall.box` is not what belongs here",
    ),
    "a number too large": (
        (
            "source: own\nkinds:\n  wall: {category: obstacle, title: W, plural: W, symbol: x,\n"
            "    box: 99999999}\n"
        ),
        codes.PACK_FORM,
        "`kinds.wall.box` is too large",
    ),
    "a word that cannot be one": (
        "source: own\nkinds:\n  Wall!: {category: obstacle, title: W, plural: W, symbol: x}\n",
        codes.PACK_FORM,
        "`Wall!` cannot stand as a key here",
    ),
    "a subject that we fill": (
        "source: own\nrules:\n  gear_effects: {a: 1}\n",
        codes.PACK_FORM,
        "`gear_effects` cannot stand as a key here",
    ),
    "a card that does a number": (
        (
            "source: own\ndecks:\n  hats: {title: H, cards: {cap: {title: Cap, count: 1, text: C,\n"
            "    effect: {do: 1}}}}\n"
        ),
        codes.PACK_FORM,
        "`decks.hats.cards.cap.effect.do` is not what belongs here",
    ),
    "a card whose effect is a word": (
        (
            "source: own\ndecks:\n  hats: {title: H, cards: {cap: {title: Cap, count: 1, text: C,\n"
            "    effect: doff}}}\n"
        ),
        codes.PACK_FORM,
        "`decks.hats.cards.cap.effect` is not what belongs here",
    ),
    "a number beside its limits": (
        (
            "source: own\nsettings:\n  moons: {title: M, shape: number, minimum: 1, maximum: 4,\n"
            "    default: 5, text: Moons.}\n"
        ),
        codes.PACK_FORM,
        "`settings.moons` contradicts itself",
    ),
    "a number without limits": (
        "source: own\nsettings:\n  moons: {title: M, shape: number, text: Moons.}\n",
        codes.PACK_FORM,
        "`settings.moons` does not say `minimum`",
    ),
    "a cost that cannot be paid": (
        "source: own\ngear:\n  hat: {title: Hat, group: shop, cost: 11, text: A hat.}\n",
        codes.UNPAYABLE_COST,
        "11 cannot be paid",
    ),
    "a keyword that is not there": (
        "source: own\ngear:\n  hat: {title: Hat, group: shop, keywords: [hat], text: A hat.}\n",
        codes.UNKNOWN_PACK_WORD,
        "there is no keyword `hat`",
    ),
    "a special that is not there": (
        (
            "source: own\nkinds:\n  bat: {category: figure, title: B, plural: B, symbol: figure,\n"
            "    side: gloom, rank: terror, values: {stride: 1, dread: 1}, specials: [fies]}\n"
            "specials:\n  flies: {title: F, text: It flies., passes: [furniture]}\n"
        ),
        codes.UNKNOWN_PACK_WORD,
        "there is no special `fies`",
    ),
    "a special that passes nothing known": (
        "source: own\nspecials:\n  flies: {title: F, text: It flies., passes: [air]}\n",
        codes.PACK_FORM,
        "`specials.flies.passes[1]` cannot be `air`",
    ),
    "a card that is kept as nothing": (
        (
            "source: own\ndecks:\n  finds:\n    title: F\n    cards:\n"
            "      rag: {title: R, count: 1, text: A rag., gear: rags}\n"
        ),
        codes.UNKNOWN_PACK_WORD,
        "there is no gear `rags`",
    ),
    "a fight with a value that nobody has": (
        FIGHTS.replace("armour: dread", "armour: dred"),
        codes.UNKNOWN_PACK_WORD,
        "there is no value of a figure `dred`",
    ),
    "an attack with a value that nobody has": (
        FIGHTS.replace("dice: oil", "dice: oils"),
        codes.UNKNOWN_PACK_WORD,
        "there is no value of a figure `oils`",
    ),
    "a fall of a rank that is not there": (
        FIGHTS.replace("terror:", "terrors:"),
        codes.UNKNOWN_PACK_WORD,
        "there is no rank `terrors`",
    ),
    "a fall at a value that nobody has": (
        FIGHTS.replace("at: dread", "at: dred"),
        codes.UNKNOWN_PACK_WORD,
        "there is no value of a figure `dred`",
    ),
    "a roll that nobody knows": (
        FIGHTS.replace("pairs-high-to-high", "tug-of-war"),
        codes.PACK_FORM,
        "`fights.roll` cannot be `tug-of-war`",
    ),
    "more that is real than there is": (
        (
            "source: own\nkinds:\n  pit: {category: trap, title: P, plural: P, symbol: trap,\n"
            "    box: 3, real: 4}\n"
        ),
        codes.PACK_FORM,
        "`kinds.pit.real` contradicts itself",
    ),
    "a gap that is not filled": (
        "gaps: {TARN-D2: [kinds.shade.values.strid]}\n",
        codes.UNKNOWN_PACK_WORD,
        "there is no path of this pack `kinds.shade.values.strid`",
    ),
    "a second party": (
        "source: own\nsides:\n  cats: {title: Cats, one: cat, many: cats, party: true}\n",
        codes.PACK_PARTY,
        "2 sides say `party: true`",
    ),
    "victory without its words": (
        (
            "source: own\nsides:\n  cats: {title: Cats, one: cat, many: cats,\n"
            "    default_victory: any cat asleep}\n"
        ),
        codes.PACK_FORM,
        "`sides.cats` does not say `default_victory_text`",
    ),
    "a symbol that is not there": (
        "source: own\nkinds:\n  wall: {category: obstacle, title: W, plural: W, symbol: wal}\n",
        codes.UNKNOWN_PACK_WORD,
        "there is no map symbol `wal`",
    ),
    "a symbol of an open door that is not there": (
        (
            "source: own\ngates:\n  flap: {form: door, title: F, plural: F, symbol: door-closed,\n"
            "    traits: {open_symbol: door-opn}}\n"
        ),
        codes.UNKNOWN_PACK_WORD,
        "there is no map symbol `door-opn`",
    ),
    "a die that is not there": (
        FIGHTS_LESS.replace("die: bone", "die: bonn"),
        codes.UNKNOWN_PACK_WORD,
        "there is no die of `dice` `bonn`",
    ),
    "a face that no die has": (
        FIGHTS_LESS.replace("{skull: 1}", "{skul: 1}"),
        codes.UNKNOWN_PACK_WORD,
        "there is no face of that die `skul`",
    ),
    "a face of somebody's own that no die has": (
        FIGHTS_LESS.replace("saves:", "saves_of: {shade: {moon: 1}}\n  saves:"),
        codes.UNKNOWN_PACK_WORD,
        "there is no face of that die `moon`",
    ),
    "saves of nobody": (
        FIGHTS_LESS.replace("saves:", "saves_of: {shady: {shield: 1}}\n  saves:"),
        codes.UNKNOWN_PACK_WORD,
        "there is no kind, rank or trait `shady`",
    ),
    "saves that are not said": (
        FIGHTS_LESS.replace("  saves: {shield: 1}\n", ""),
        codes.PACK_FORM,
        "`fights` does not say `saves`",
    ),
    "words that are compared in pairs": (
        FIGHTS_LESS.replace("hits-less-saves", "pairs-high-to-high") + "  armour: oil\n",
        codes.PACK_FORM,
        "`fights.die` contradicts itself",
    ),
    "saves where nobody saves": (
        FIGHTS_LESS.replace("hits-less-saves", "pairs-high-to-high") + "  armour: oil\n",
        codes.PACK_FORM,
        "`fights.saves` contradicts itself",
    ),
}


@pytest.mark.parametrize(("text", "code", "message"), ADDED.values(), ids=ADDED.keys())
def test_a_wrong_pack_is_told_what_is_wrong(blank, text, code, message):
    (blank / "zz.yaml").write_text(text)
    found = [(finding.code, finding.message) for finding in findings_of(blank)]
    assert (code, message) in found


@pytest.mark.parametrize(
    ("before", "after", "code", "message"),
    [
        ("  id: blank", "  id: blink", codes.BAD_PACK_ID, "this pack calls itself `blink`"),
        ("move_value: stride\n", "", codes.PACK_FORM, "this pack does not say `move_value`"),
        ("move_value: stride", "move_value: strid", codes.UNKNOWN_PACK_WORD, "there is no value"),
        ("deck: pockets", "deck: sleeves", codes.UNKNOWN_PACK_WORD, "there is no deck `sleeves`"),
        ("default_area: street", "default_area: x", codes.UNKNOWN_PACK_WORD, "there is no area"),
        (
            "deck: pockets",
            "deck: pockets\n  wakes: [ligt]",
            codes.UNKNOWN_PACK_WORD,
            "there is no effect of a card `ligt`",
        ),
        (
            "deck: pockets",
            "deck: pockets\n  alarm: {die: 6, faces: [1, 7]}",
            codes.PACK_FORM,
            "`search.alarm.faces` contradicts itself",
        ),
    ],
)
def test_a_pack_that_lacks_something_is_told_so(blank, before, after, code, message):
    game = blank / "game.yaml"
    text = game.read_text()
    assert before in text
    game.write_text(text.replace(before, after))
    (one,) = findings_of(blank)
    assert one.code is code
    assert one.message.startswith(message)


def test_a_boss_without_health_is_found(tmp_path):
    folder = Path(shutil.copytree(ORIGINS, tmp_path / ORIGINS.name))
    figures = folder / "figures.yaml"
    figures.write_text(figures.read_text().replace("      health: 6\n", ""))
    (one,) = findings_of(folder)
    assert one.code is codes.MISSING_FIGURE_VALUE
    assert one.message == "`undead-dwarf-king` has no `health`"


def test_a_finding_points_at_the_line(blank):
    words = blank / "words.yaml"
    words.write_text(words.read_text().replace("rank: terror, box: 5", "rank: teror, box: 5"))
    loaded = load_system(blank)
    (one,) = loaded.findings
    source = loaded.sources[one.label.span.path]
    line = source.line(source.position(one.label.span.start).line)
    assert source.text[one.label.span.start : one.label.span.end] == "teror"
    assert "teror" in line
    assert one.help == "did you mean `terror`?"


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


UNFIT = [
    "\\0",
    "\\a",
    "\\e",
    "\\x7f",
    "\\x9b",
    "\\N",
    "\\L",
    "\\P",
    "\\u200e",
    "\\u202e",
    "\\u2066",
    "\\ufeff",
    "\\uffff",
]


@pytest.mark.parametrize(
    "escape", [*UNFIT, "\\ud800", "\\udfff", "\\U0000202e", "a" + "\\u0301" * 9]
)
@pytest.mark.parametrize("place", ['  title: "x{}"', '  "x{}": 1', '  note: ["a{}b"]'])
def test_escapes_write_nothing_that_may_not_stand_there(blank, escape, place):
    """What a quest may not hold as it is, a pack may not hold in an escape."""
    (blank / "zz.yaml").write_text("source: own\nrules:\n" + place.format(escape) + "\n")
    (finding,) = findings_of(blank)
    assert finding.code in (codes.UNREADABLE_PACK, codes.BAD_PACK_YAML)
    assert finding.label.span.path.endswith("zz.yaml")
    assert not any(unfit_characters(finding.message + finding.label.text, "message"))


def test_escapes_that_write_letters_are_fine():
    tree, found = read_yaml(Source("a", 'a: "\\u00e9 \\t \\n \\x41"\n'))
    assert found == ()
    assert tree.data == {"a": "\u00e9 \t \n A"}


@pytest.mark.parametrize("error", [errno.EACCES, errno.EIO])
def test_a_folder_that_cannot_be_read(blank, monkeypatch, error):
    def fail(_):
        raise OSError(error, os.strerror(error))

    monkeypatch.setattr(os, "listdir", fail)
    assert find_systems(blank.parent) == {"blank": str(blank)}
    (finding,) = load_system(blank).findings
    assert finding.code is codes.UNREADABLE_PACK
    assert finding.message == f"this folder cannot be read: {os.strerror(error).lower()}"


@pytest.mark.parametrize(
    "move", ["fast", "true", "-1", "2d", "d6-1", "0d6", "1.5", "2d6+", "d1000"]
)
def test_a_move_that_nobody_can_read_is_found(blank, move):
    words = blank / "words.yaml"
    words.write_text(words.read_text().replace("stride: 5", f"stride: {move}"))
    found = findings_of(blank)
    assert [one.code for one in found] == [codes.PACK_FORM]
    if move not in ("true", "1.5", "-1"):
        assert found[0].message == "nobody can tell how far `apprentice` moves"


@pytest.mark.parametrize(
    ("move", "least", "most"), [("0", 0, 0), ("7", 7, 7), ("d6", 1, 6), ("2d6", 2, 12),
    ("2d4+1", 3, 9), ("3d2-2", 1, 4)]
)  # fmt: skip
def test_a_move_is_a_number_or_dice(blank, move, least, most):
    words = blank / "words.yaml"
    words.write_text(words.read_text().replace("stride: 5", f"stride: {move}"))
    system = load_system(blank).system
    assert move_of(system.kinds["apprentice"], "stride") == (least, most)


@pytest.mark.parametrize(
    ("written", "message"),
    [
        ("all lamplighters defeated and", "is no condition"),
        ("all lamplighters defeated }", "is no condition"),
        ("'everybody is dead, somehow'", "is no condition"),
        ("all lamplightres defeated", "speaks of something that no quest has"),
        ("all lamplighters defeeted", "asks for something that is not so in every quest"),
        ("all lamplighters in cellar", "asks for something that is not so in every quest"),
        ("no shade defeated or any door-7 opened", "speaks of something that no quest has"),
    ],
)
def test_a_victory_of_all_quests_that_cannot_be_read_is_found(blank, written, message):
    game = blank / "game.yaml"
    text = game.read_text()
    before = "default_victory: all lamplighters defeated"
    assert before in text
    game.write_text(text.replace(before, f"default_victory: {written}"))
    (one,) = findings_of(blank)
    assert (one.code, one.message) == (
        codes.PACK_FORM,
        f"`sides.gloom.default_victory` {message}",
    )


@pytest.mark.parametrize(
    "written",
    ["any elder defeated", "round > 9", "no lamplighter dimmed", "all apprentices are defeated"],
)
def test_a_victory_of_all_quests_is_about_figures_and_rounds(blank, written):
    game = blank / "game.yaml"
    before = "default_victory: all lamplighters defeated"
    game.write_text(game.read_text().replace(before, f"default_victory: {written}"))
    assert load_system(blank).findings == ()


SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">\n'
    '<path d="M10 10L90 90Z" fill="none" stroke="#000000" stroke-width="4"/>\n</svg>\n'
)


def test_a_symbol_of_its_own_stands_in_the_folder(blank):
    words = blank / "words.yaml"
    words.write_text(words.read_text().replace("symbol: fire", "symbol: lantern"))
    assert [one.message for one in findings_of(blank)] == ["there is no map symbol `lantern`"]
    (blank / "lantern.svg").write_text(SVG)
    system = load_system(blank).system
    assert system.symbols == (("lantern", SVG),)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("<path", "<script>alert(1)</script><path"),
        ('stroke="#000000"', 'stroke="url(http://a.example/)"'),
        ('stroke="#000000"', 'stroke="#000000" onload="x"'),
        ('stroke="#000000"', 'style="fill: url(file:///)"'),
        ("M10 10L90 90Z", "M10 10l90 90z"),
        ("M10 10L90 90Z", "L90 90Z"),
        ("M10 10L90 90Z", "M10 10L90"),
        ("M10 10L90 90Z", "M10 10L90 1e999"),
        ("<svg ", '<!DOCTYPE svg [<!ENTITY a "b">]>\n<svg '),
        ("</svg>", '<image href="file:///etc/passwd"/>\n</svg>'),
        ("</svg>\n", ""),
        (SVG, ""),
    ],
)
def test_a_symbol_is_made_of_paths_and_of_nothing_else(blank, before, after):
    assert before in SVG
    (blank / "lantern.svg").write_text(SVG.replace(before, after))
    (one,) = findings_of(blank)
    assert (one.code, one.message) == (codes.PACK_FORM, "this file is no map symbol")


def test_every_symbol_that_ships_is_of_the_form_that_packs_have():
    shipped = {file.name: file.read_bytes() for file in (TEMPLATES_DIR / "symbols").glob("*.svg")}
    assert len(shipped) > 50
    assert read_symbols("symbols", shipped).findings == ()


PAGE = (ROOT / "scripts/reference/texts/pack-format.md").read_text(encoding="utf-8")
MONSTER = """
source: own
ranks:
  monster: {title: Monster, needs: [attack, defend, body]}
kinds:
  gargoyle: {category: figure, title: Gargoyle, plural: Gargoyles, symbol: figure, side: gloom,
    rank: monster, values: {stride: 2d6, attack: 3, defend: 4, body: 1}}
"""


def test_the_example_of_fights_in_the_manual_of_packs_is_sound(blank):
    (example,) = re.findall(r"```yaml\n(dice:\n.*?)```", PAGE, re.DOTALL)
    (blank / "zz.yaml").write_text(f"source: own\n{example}")
    (blank / "zy.yaml").write_text(MONSTER)
    loaded = load_system(blank)
    assert loaded.findings == ()
    assert loaded.system.fights.faces == ("skull", "skull", "skull", "shield", "shield", "moon")
    gargoyle = loaded.system.kinds["gargoyle"]
    assert saves_by_face(gargoyle, loaded.system.fights) == (0, 0, 0, 0, 0, 1)
    assert saves_by_face(loaded.system.kinds["elder"], loaded.system.fights) == (0, 0, 0, 1, 1, 0)


def test_a_threshold_is_the_faces_that_count(blank):
    assert '`hits: {"5": 1, "6": 1}`' in PAGE
    text = FIGHTS_LESS.replace("die: bone", "die: 6").replace("{skull: 1}", '{"5": 1, "6": 1}')
    (blank / "zz.yaml").write_text(text.replace("{shield: 1}", '{"6": 1}'))
    fights = load_system(blank).system.fights
    assert hits_by_face(None, fights) == (0, 0, 0, 0, 1, 1)


def test_the_example_of_a_symbol_in_the_manual_of_packs_is_one():
    (example,) = re.findall(r"```xml\n(.*?)```", PAGE, re.DOTALL)
    assert read_symbols("pack", {"lamp.svg": example.encode()}).findings == ()
    own = (PACKS / "salt" / "lamp.svg").read_text(encoding="utf-8")
    assert own == example
