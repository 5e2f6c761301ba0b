"""A game like none of those that ship: its book and its documents have no word of theirs."""

from __future__ import annotations

import ast
import html
import json
import re
from dataclasses import replace
from functools import cache

from questwright.compiler.assets import SYSTEMS_DIR
from questwright.compiler.cli.systems import words_of as listed_words
from questwright.compiler.model.publication import Publication
from questwright.compiler.packs.load import find_systems
from questwright.compiler.packs.system.system import Category
from questwright.compiler.packs.system.theme import Theme
from questwright.compiler.publish.book.book import compose_book
from questwright.compiler.publish.book.render.html import book_source
from questwright.compiler.publish.book.svg.outlines import Transform, outline
from questwright.compiler.publish.book.svg.symbols import stamp, symbol
from questwright.compiler.publish.book.view.theme import palette_of
from questwright.compiler.publish.document.quest_json import quest_document
from questwright.compiler.publish.outline.write import outline as told_outline
from questwright.compiler.starter import starter_quest
from support import one_text
from support.code import nodes
from support.kept import system_of
from support.more import more
from support.paths import PACKS

TEXT = (PACKS / "low-water.quest").read_text(encoding="utf-8")
TIMED = (
    TEXT.replace("|s s|", "|s u|")
    .replace("    s: stair\n", "    s: stair for stoker\n    u: stair for polewoman from round 2\n")
    .replace(
        "  action pour at oil-lamp",
        """  drift old-drift from B2 to A4 takes 3
  ebb 12
  event late "It rises" when round >= 3 {
    read \"""More of it.\"""
  }
  event last when round >= 12 {
    note "That was all."
  }
  victory tide "High water" when round > 11
  action pour at oil-lamp""",
    )
    .replace('"Pour the oil"', '"Pour the oil" when round >= 2')
)
"""The same quest, in which much depends on rounds."""
OWN = frozenset(
    re.findall(
        r"\w+",
        "begin begins clear cut each events from gate granted ground guard handed hidden holds "
        "items least lock not nothing optional order out place places play portals rest rolls "
        "rules stands starts swings tokens traps two walk walks ways word you ",
    )
)
"""Plain English and words of Questwright, which stand in names of games that ship as well."""
TURNED = frozenset({"arrow", "arrows", "face", "faces", "facing", "facings"})
"""What is told only of games in which somebody faces some way."""
_WORD = re.compile(r"[a-z]{3,}")
_SECTIONS = ("areas", "gates", "locks", "terrains", "levels", "barriers", "crossings", "specials")
_SECTIONS += ("kinds", "settings", "gear", "decks", "records", "degrees", "interludes", "sides")


@cache
def compiled():
    result = one_text.results(TEXT, PACKS)
    assert result.findings == ()
    (quest,) = result.quests
    assert quest.proof is not None
    verdict = quest.proof.verdict()
    assert verdict.kind == "winnable"
    return quest, verdict


@cache
def book():
    quest, verdict = compiled()
    return book_source(compose_book([Publication(quest.quest, quest.system, verdict, {}, ())]))


def words_of(text):
    return set(_WORD.findall(text.lower()))


def printed():
    """The words of the book: of its pages, and of its drawings."""
    source = book()
    drawn = (asset.content.decode() for asset in source.assets)
    told = (html.unescape(re.sub(r"<[^>]*>", " ", text)) for text in (source.html, *drawn))
    return set().union(*map(words_of, told))


def written(value):
    """The texts in a document, without its keys."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for inner in value.values():
            yield from written(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from written(inner)


def names_of(system):
    """The words in which a game names things: its own, and those that it prints."""
    yield from (system.title, *system.states, system.move_value)
    for side in system.sides.values():
        yield from (side.one, side.many)
    for section in _SECTIONS:
        for entry in getattr(system, section).values():
            yield from (entry.word, entry.title, getattr(entry, "plural", ""))
            yield getattr(entry, "verb", "")
            yield from getattr(entry, "values", ()) if section == "kinds" else ()
    for deck in system.decks.values():
        yield from (card.title for card in deck.cards)
    if system.search is not None:
        yield system.search.verb


@cache
def foreign():
    """The words that name things in the games that ship, and are no words of this one."""
    found = set()
    for game in find_systems(SYSTEMS_DIR):
        system = system_of(game)
        found |= words_of(" ".join(names_of(system)))
    found |= {f"{word}s" for word in found}
    own = "".join(file.read_text(encoding="utf-8") for file in (PACKS / "salt").glob("*.yaml"))
    return found - words_of(own + TEXT) - OWN


def test_the_book_has_no_word_of_another_game():
    assert {"explore", "rooms", "corridors", "heroes", "treasure", "adventurer"} <= foreign()
    assert printed() & foreign() == set()
    assert printed() & TURNED == set()
    assert {"dredge", "sound", "bargees", "flags"} <= printed()
    assert ">2d4+1<" in book().html


def test_a_round_is_called_what_the_game_calls_it():
    result = one_text.results(TIMED, PACKS)
    assert {found.code.name for found in result.findings} == {"not-for-fewer"}
    (quest,) = result.quests
    case = Publication(quest.quest, quest.system, quest.proof.verdict(), {}, ())
    source = book_source(compose_book([case]))
    texts = [re.sub(r"<style.*?</style>", "", source.html, flags=re.DOTALL)]
    texts += [asset.content.decode() for asset in source.assets if asset.name.endswith(".svg")]
    texts = [html.unescape(re.sub(r"<[^>]*>", " ", text)) for text in texts]
    texts.append(told_outline(case))
    for text in texts:
        assert words_of(text) & {"round", "rounds"} == set()
    for told in (
        "from swell 2 on",
        "swell 3 has begun",
        "3 swells",
        "Swells to win",
        "1 swell is enough in",
        "Cross out the swells as they end",
    ):
        assert told in re.sub(r"\s+", " ", texts[0])


@more
def test_the_documents_have_no_word_of_another_game():
    quest, verdict = compiled()
    publication = Publication(quest.quest, quest.system, verdict, {}, ())
    told = json.loads(json.dumps(quest_document(publication)))
    said = words_of(" ".join(written(told)))
    # The format itself calls a sort of step so.
    assert said & foreign() == {"explore"}
    assert {"dredge", "sound", "bargees", "hooks"} <= said


def test_the_list_of_its_words_has_no_word_of_another_game():
    told = words_of(listed_words(compiled()[0].system))
    assert told & foreign() == set()
    assert told & TURNED == set()
    assert {"snare", "drain", "flags"} <= told


def test_its_outline_and_its_first_quest_have_no_word_of_another_game():
    quest, verdict = compiled()
    publication = Publication(quest.quest, quest.system, verdict, {}, ())
    for text in (told_outline(publication), starter_quest("first-tide", quest.system)):
        assert words_of(text) & foreign() == set()
        assert words_of(text) & TURNED == set()


def test_its_own_symbols_are_drawn():
    palette = replace(palette_of(Theme()), symbols=compiled()[0].system.symbols)
    lamp = symbol("lamp", palette)
    assert lamp is not None
    assert symbol("lamp", palette_of(Theme())) is None
    # A surface in the accent of the theme, turned into relative commands as all that is drawn.
    _, wick = stamp("lamp", palette, (50, 50), Transform())
    assert palette.accent in str(wick)
    drawn = "".join(asset.content.decode() for asset in book().assets)
    assert outline(lamp.paths[1][0], (50, 50), Transform())[0][2] in drawn


def test_its_own_symbols_are_shipped_with_its_documents():
    quest, verdict = compiled()
    document = quest_document(Publication(quest.quest, quest.system, verdict, {}, ()))
    drawn = {shipped["name"]: shipped for shipped in document["symbols"]}
    own = dict(quest.system.symbols)
    assert own.keys() <= drawn.keys()
    for name, text in own.items():
        assert [path["d"] for path in drawn[name]["paths"]] == re.findall(r' d="([^"]*)"', text)
        assert drawn[name]["upright"] == []


def test_a_first_quest_of_it_is_clean():
    result = one_text.results(starter_quest("first-tide", compiled()[0].system), PACKS)
    assert result.findings == ()


def test_a_sentence_of_the_compiler_names_no_figure_of_a_game_that_ships():
    """The examples in messages are in the words of the game that is checked."""
    said = set()
    for module, every in nodes().items():
        if not module.startswith("questwright.compiler"):
            continue
        notes = {node.value for node in every if isinstance(node, ast.Expr)}
        for node in every:
            if isinstance(node, ast.Constant) and node not in notes and "`" in str(node.value):
                said |= set(re.findall(r"[a-z]+(?:-[a-z]+)*", str(node.value)))
    named = set()
    for game in find_systems(SYSTEMS_DIR):
        system = system_of(game)
        kinds = system.kinds.values()
        named |= {kind.word for kind in kinds if kind.category is Category.FIGURE}
        named |= {*system.tiles}
    assert said & named == set()
