"""Pages in another language: every word of them has been through a catalog, and German is whole."""

from __future__ import annotations

import functools
import html
import re
import shutil
from collections.abc import Mapping

import polib
import pytest

from questwright.compiler.assets import SYSTEMS_DIR, TEMPLATES_DIR
from questwright.compiler.cli.translate import translation
from questwright.compiler.language import Catalog, say, say_as, say_many, speaking, spoken
from questwright.compiler.packs.load import load_system
from questwright.compiler.pipeline import Compiler
from questwright.compiler.project import Disk
from questwright.compiler.publish.book.book import compose_book
from questwright.compiler.publish.book.campaign import compose_campaign
from questwright.compiler.publish.book.render.html import book_source
from questwright.compiler.publish.book.view.book import Volume
from questwright.compiler.publish.book.volumes import volumes_of
from questwright.compiler.runs import campaigns, compile_files, publications
from questwright.compiler.translation.messages import Message, catalog
from questwright.compiler.translation.packs import texts_of_pack, translated_pack
from questwright.compiler.translation.texts import texts_of
from questwright.compiler.translation.translated import TranslatedProject, catalog_path
from questwright.dsl.parser import QuestParser
from scripts.catalogs import own_messages, pack_messages
from support.kept import PACKS
from support.more import MORE, each_of, some
from support.paths import ROOT

QUESTS = ROOT / "content" / "quests"
LETTERS = "abcdefghijklmnopqrstuvwxyz"
OTHERS = "àáâãäåçèéêëìíîïñòóôõöùúûüý"
ALPHABET = str.maketrans(LETTERS + LETTERS.upper(), OTHERS + OTHERS.upper())
"""A language that nobody speaks: English in letters that the typefaces have and English has not."""
KEPT = re.compile(r"(\{\w+\}|\[\[[^\]]*\]\])")
READ = {Volume.BOOK, Volume.PLAYERS, Volume.SHEETS, Volume.DESIGNER}
"""The volumes that are wholly translated."""
WHOLE = ("dragon-noir", "dungeon-saga", "dungeon-saga-origins", "warhammer-quest")
"""The games of which every word that is printed can be translated."""


@functools.cache
def every_message():
    return own_messages()


def strange(text):
    parts = KEPT.split(text)
    return "".join(part if n % 2 else part.translate(ALPHABET) for n, part in enumerate(parts))


class Strange(Mapping):
    """A catalog that has every message, and remembers which it was asked for."""

    def __init__(self):
        self.asked = set()

    def __getitem__(self, key):
        self.asked.add(key)
        return (strange(key[1]),)

    def __iter__(self):
        return iter(())

    def __len__(self):
        return 0


class StrangeCatalog(Catalog):
    def counted(self, single, many, count):
        self.messages[("", single)]
        return strange(single if count == 1 else many)


def filled(messages, language="xx"):
    file = polib.pofile(catalog(messages, "x", language))
    for entry in file:
        entry.msgstr = strange(entry.msgid)
    return str(file)


def of_game(game):
    """A campaign of a game, the quests in it, and another one; in the long run all others."""
    texts = {path: path.read_text(encoding="utf-8") for path in sorted(QUESTS.rglob("*.quest"))}
    own = [path for path, text in texts.items() if f"system {game}\n" in text]
    campaign = next(path for path in own if path.parent == QUESTS)
    parts = [
        QUESTS / name for name in re.findall(r'^include "(.+)"', texts[campaign], re.MULTILINE)
    ]
    others = [path for path in own if path != campaign and path not in parts]
    return campaign, parts, some(others, 1)


def pages_of(paths, compiler):
    results = [file.result for file in compile_files(map(str, paths), compiler)]
    assert [finding.message for result in results for finding in result.findings] == []
    ready = publications(results)
    books = [compose_book([publication]) for publication in ready]
    books += [compose_campaign(joined) for joined in campaigns(results, ready)]
    for book in books:
        for volume, view in volumes_of(book).items():
            if volume in READ:
                yield f"{book.title}, {volume.value}", book_source(view).html


def words_of(page):
    body = page[page.index("<body") :]
    for told in re.findall(r'>([^<]+)<|alt="([^"]*)"|data-audience="([^"]*)"', body):
        yield html.unescape("".join(told))


@pytest.mark.parametrize(
    "game", [game for game in WHOLE if MORE or game not in ("dungeon-saga", "dragon-noir")]
)
def test_no_word_of_a_page_comes_from_anywhere_but_a_catalog(game, tmp_path):
    systems, quests = tmp_path / "systems", tmp_path / "quests"
    shutil.copytree(SYSTEMS_DIR / game, systems / game)
    messages = []

    def note(plain):
        messages.extend(Message(t.text, t.role, "", "", 0) for t in texts_of_pack(plain))
        return plain

    load_system(systems / game, PACKS, note)
    (systems / game / "xx.po").write_text(filled(messages), encoding="utf-8")
    shutil.copytree(QUESTS, quests)
    campaign, parts, others = of_game(game)
    for copy in [str(quests / path.relative_to(QUESTS)) for path in (campaign, *parts, *others)]:
        file = QuestParser().parse(Disk().read(copy).source).file
        texts = [Message(found.message, found.role, "", "", 0) for found in texts_of(file)]
        catalog_path(copy, "xx").write_text(filled(texts), encoding="utf-8")
    paths = [quests / path.relative_to(QUESTS) for path in (campaign, *others)]
    project = TranslatedProject(Disk(), "xx")
    asked = Strange()
    with speaking(StrangeCatalog("xx", asked, lambda count: int(count != 1))):
        compiler = Compiler(project, systems, PACKS, language="xx")
        seen = 0
        for name, page in pages_of(paths, compiler):
            for told in words_of(page):
                seen += 1
                # A cell is C4 or AC4, a die d6, an end of many crossings VII.
                left = re.sub(r"[A-Z]{2}(?=\d)|\b[IVX]{2,}\b", "", told)
                assert not re.search(r"[A-Za-z]{2}", left) or (
                    re.fullmatch(r"[A-Z0-9? ]{1,4}|(?:sheets|players|cards)\.pdf", told)
                ), f"{name}: {told}"
    assert project.findings == []
    assert seen > 1_000
    known = {(message.role, message.text) for message in every_message()}
    # What is called by a name of the quest, or was translated before it was asked for.
    others = {
        key for key in asked.asked if key[0] == "set" or {*key[1]} & {*OTHERS, *OTHERS.upper()}
    }
    assert asked.asked - others - known == set()


# -- the catalogs that ship --------------------------------------------------------------------

OWN = sorted((TEMPLATES_DIR / "language").glob("*.po"))
OF_GAMES = sorted(SYSTEMS_DIR.glob("*/*.po"))
NAMES = re.compile(r"\{(\w+)\}")


def test_german_ships_with_every_game_and_one_quest():
    assert [path.name for path in OWN] == ["de.po"]
    assert tuple(path.parent.name for path in OF_GAMES) == WHOLE
    assert (QUESTS / "wrong-hymn" / "wrong-hymn.de.po").is_file()


@pytest.mark.parametrize(
    "path", [*OWN, *OF_GAMES], ids=lambda path: f"{path.parent.name}-{path.stem}"
)
def test_a_catalog_that_ships_is_whole_and_up_to_date(path):
    messages = every_message() if path in OWN else pack_messages(path.parent)
    title = "questwright" if path in OWN else path.parent.name
    text = path.read_text(encoding="utf-8")
    assert catalog(messages, title, path.stem, text) == text, "run `python scripts/catalogs.py`"
    file = polib.pofile(text)
    assert [entry.msgid for entry in file if not entry.translated() or entry.obsolete] == []


@each_of(polib.pofile(str(OWN[0])), 100)
def test_a_translation_has_the_fields_of_its_message(entry):
    allowed = {*NAMES.findall(entry.msgid + entry.msgid_plural)} | {"name", "names"}
    for text in [entry.msgstr, *entry.msgstr_plural.values()]:
        asked = {*NAMES.findall(text)}
        assert asked <= allowed
        if text and not entry.msgid_plural and not asked & {"name", "names"}:
            assert asked == {*NAMES.findall(entry.msgid)}


def test_a_pack_in_german_lacks_nothing():
    folder = SYSTEMS_DIR / "warhammer-quest"
    made = []

    def alter(plain):
        made.append(translated_pack(plain, folder, "de"))
        return made[-1].plain

    system = load_system(folder, PACKS, alter).system
    assert made[0].findings == ()
    assert system.party.title == "Die Krieger"
    assert system.party.one == "warrior"
    assert system.party.one_title == "Krieger"
    assert system.printed("Armour") == "Rüstung"


def test_a_quest_is_printed_in_german():
    german = translation("de")
    path = QUESTS / "wrong-hymn" / "wrong-hymn.quest"
    with speaking(german.catalog):
        compiler = Compiler(german.source, SYSTEMS_DIR, PACKS, language="de")
        pages = dict(pages_of([path], compiler))
    assert german.source.findings == []
    book = pages["Der falsche Choral, book"]
    assert '<html lang="de">' in book
    assert "„Umgeblättert“ ist notiert und Der Vorsänger ist besiegt." in book
    assert "2 × Die Wachstube" in book
    for name, page in pages.items():
        words = {word for told in words_of(page) for word in re.findall(r"[A-Za-z]+", told)}
        english = {"the", "The", "and", "of", "with", "from", "when", "is", "are", "card", "at"}
        assert words & english == set(), name


# -- messages ------------------------------------------------------------------------------------

GERMAN = Catalog(
    "de",
    {
        ("", "{who} opens {what}"): ("{what} wird von {who} geöffnet",),
        ("a door", "open"): ("geöffnet",),
        ("", "open"): ("offen",),
        ("", "{count} key"): ("{count} Schlüssel", "{count} Schlüssel insgesamt"),
    },
    lambda count: int(count != 1),
)


def test_without_a_catalog_a_message_is_english():
    assert spoken() == "en"
    assert say("{who} opens {what}", who="Orlaf", what="it") == "Orlaf opens it"
    assert say_many("{count} key", "{count} keys", 1) == "1 key"
    assert say_many("{count} key", "{count} keys", 3) == "3 keys"


def test_a_message_is_put_in_order_by_its_translation():
    with speaking(GERMAN):
        assert spoken() == "de"
        assert say("{who} opens {what}", who="Orlaf", what="Tor") == "Tor wird von Orlaf geöffnet"
        assert say_as("a door", "open") == "geöffnet"
        assert say("open") == "offen"
        assert say_many("{count} key", "{count} keys", 1) == "1 Schlüssel"
        assert say_many("{count} key", "{count} keys", 3) == "3 Schlüssel insgesamt"
        assert say("not in the catalog") == "not in the catalog"
    assert spoken() == "en"


def test_a_value_is_no_message_and_a_field_without_one_stays():
    assert say("{who} says {what}", who="{what}", what="x") == "{what} says x"
    assert say("{nobody} comes", who="x") == "{nobody} comes"
    assert say("{who.__class__} {0}", who="x") == "{who.__class__} {0}"
