"""Rules packs that are wrong: each is told so in words, quickly, at the right line."""

from __future__ import annotations

import pytest

from questwright.compiler.packs import codes
from questwright.compiler.packs.check import names
from questwright.compiler.passes.play.asked import VERBS
from questwright.compiler.passes.play.said import LINKING
from support.spoiled_packs import FIGHTS, FIGHTS_LESS, findings_of

TOKEN = "source: own\nkinds: {{{}: {{category: token, title: E, plural: E, symbol: token}}}}\n"
GATE = "source: own\ngates: {{x: {{form: {}, title: X, plural: X, symbol: x, {}}}}}\n"
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
    "a passage that the party does not find": (
        GATE.format("passage", "opened_by: []"),
        codes.PACK_FORM,
        "`gates.x.opened_by` does not agree with the rest",
    ),
    "a window that somebody opens": (
        GATE.format("window", "move_cost: 1"),
        codes.PACK_FORM,
        "`gates.x.move_cost` does not agree with the rest",
    ),
    "a kind with a word of the language": (
        TOKEN.format("event"),
        codes.PACK_WORD_TWICE,
        "`event` is a word of the language",
    ),
    "a kind with a word that begins statements": (
        TOKEN.format("table"),
        codes.PACK_WORD_TWICE,
        "`table` is a word of the language",
    ),
    "a kind that is called as the time": (
        TOKEN.format("round"),
        codes.PACK_WORD_TWICE,
        "`round` is a word of the language",
    ),
    "a kind that is called as a quantity": (
        TOKEN.format("all"),
        codes.PACK_WORD_TWICE,
        "`all` is a word of the language",
    ),
    "a kind that is called as a setting": (
        TOKEN.format("weather"),
        codes.PACK_WORD_TWICE,
        "`weather` is defined twice",
    ),
    "a token that is called as members of a side": (
        TOKEN.format("lamplighter"),
        codes.PACK_WORD_TWICE,
        "`lamplighter` is defined twice",
    ),
    "a group with a word of the language": (
        TOKEN.format("box").replace("title", "group: item, title"),
        codes.PACK_WORD_TWICE,
        "`item` is a word of the language",
    ),
    "a side that is called as another": (
        "source: own\nsides: {dark: {title: Dark, one: shade, many: darks}}\n",
        codes.PACK_WORD_TWICE,
        "`shade` is defined twice",
    ),
    "a state with a verb of the language": (
        "source: own\nstates: {carries: {title: Carries}}\n",
        codes.PACK_WORD_TWICE,
        "`carries` is a word of the language",
    ),
    "a rule upheld by no finding": (
        "source: own\nrules: {upholds: {unwinable: [X-1]}}\n",
        codes.UNKNOWN_PACK_WORD,
        "there is no finding `unwinable`",
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


def test_packs_and_quests_know_the_same_verbs():
    assert {*VERBS} | LINKING == names.VERBS
