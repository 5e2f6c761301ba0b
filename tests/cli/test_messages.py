"""`messages`, and `build --language`: catalogs, what they lack, and what may be wrong with them."""

from __future__ import annotations

import json
import re
import shutil

import polib
import pytest

from questwright.compiler.cli.build import build_quests
from questwright.compiler.cli.messages import write_messages
from questwright.compiler.project import Disk
from questwright.compiler.translation.catalog import is_language, parsed
from questwright.compiler.translation.messages import Message, catalog
from questwright.compiler.translation.texts import marks_of, texts_of, unwrapped
from questwright.dsl.parser import QuestParser
from support.kept import CACHE
from support.paths import ROOT

QUEST = '''quest the-cellar "The Cellar" {
  system warhammer-quest
  warriors barbarian, elf, wizard, dwarf

  story """
  There is a *light* on in the cellar.
  Nobody has been down there.

  - not even [[uncle]]
  - nor his aunt
  """

  board {
    draw """
    +-+-+-+-+-+
    |s s . . .|
    + + + + + +
    |s s . . r|
    +-+-+-+-+-+
    """
    s: start
    r: cellar-rat uncle "The Uncle"
  }
  room cellar at A1..E2 "The Cellar"

  event found "The Cellar" when cellar revealed {
    read "Squeak."
    set heard-it
  }

  victory warriors when uncle defeated and heard-it set
}
'''
STORY = (
    "There is a *light* on in the cellar. Nobody has been down there.\n\n"
    "- not even [[uncle]]\n- nor his aunt"
)


@pytest.fixture
def quest(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", CACHE)
    path = tmp_path / "cellar.quest"
    path.write_text(QUEST, encoding="utf-8")
    return path


def messages(path, out=None, *, updates=False):
    return write_messages(str(path), out, updates=updates)


def build(path, language="de"):
    out = path.parent / "out"
    return build_quests([str(path)], out, with_book=False, uses_cache=False, language=language)


def document(path):
    return json.loads((path.parent / "out" / "the-cellar" / "quest.json").read_text("utf-8"))


def translate(path, **texts):
    out = path.with_name("cellar.de.po")
    if not out.exists():
        assert messages(path, out) == 0
    file = polib.pofile(str(out))
    for entry in file:
        entry.msgstr = texts.get(f"{entry.msgctxt}/{entry.msgid}", texts.get(entry.msgid, ""))
    file.save(str(out))
    return out


# -- what is in a catalog ----------------------------------------------------------------------


def test_a_catalog_has_every_text_in_its_order_with_its_place(quest, capsys):
    assert messages(quest) == 0
    file = polib.pofile(capsys.readouterr().out + "\n#\n")
    assert [(entry.msgctxt, entry.msgid) for entry in file] == [
        ("quest", "The Cellar"),
        (None, STORY),
        (None, "The Uncle"),
        ("room", "The Cellar"),
        ("event", "The Cellar"),
        (None, "Squeak."),
        (None, "Heard it"),
    ]
    assert file[1].occurrences == [("cellar.quest", "5")]
    assert [entry.comment for entry in file][4:6] == ["event found", "event found, read"]


def test_equal_quests_have_equal_catalogs(quest, capsys):
    messages(quest)
    first = capsys.readouterr().out
    messages(quest)
    assert capsys.readouterr().out == first


QUOTED = re.compile(r'"""(?:[^"]|"(?!""))*"""|"[^"\n]*"|#[^\n]*')
NO_TEXT = re.compile(r"(?:draw|tile|include|allow)\b[^\n]*\Z")


@pytest.mark.parametrize(
    "path", sorted((ROOT / "content" / "quests").rglob("*.quest")), ids=lambda path: path.stem
)
def test_no_text_of_a_shipped_quest_is_left_out(path):
    source = Disk().read(str(path)).source
    found = {each.text.raw for each in texts_of(QuestParser().parse(source).file)}
    for match in QUOTED.finditer(source.text):
        before = source.text[: match.start()].rpartition("\n")[2].strip()
        quoted = match[0].strip('"')
        if match[0][0] == '"' and quoted.strip() and not NO_TEXT.match(before):
            assert any(quoted.strip() in raw for raw in found), match[0]


def test_line_breaks_of_a_text_are_not_the_translators_business():
    assert unwrapped("\n  a b\n  c\n\n\n  - d\n    e\n  - f\n") == "a b c\n\n- d e\n- f"


# -- bringing one up to date ---------------------------------------------------------------------


def test_an_update_keeps_marks_and_puts_away(quest, capsys):
    out = translate(quest, **{STORY: "Licht.", "The Uncle": "Der Onkel", "Squeak.": "Quiek."})
    changed = QUEST.replace("Squeak.", "Squeak!").replace(' "The Uncle"', "")
    quest.write_text(changed, encoding="utf-8")
    assert messages(quest, out) == 2
    assert "--update" in capsys.readouterr().err
    assert messages(quest, out, updates=True) == 0
    text = out.read_text(encoding="utf-8")
    file = polib.pofile(text)
    by_text = {entry.msgid: entry for entry in file}
    assert by_text[STORY].msgstr == "Licht."
    assert by_text[STORY].flags == []
    assert (by_text["Squeak!"].msgstr, by_text["Squeak!"].flags) == ("Quiek.", ["fuzzy"])
    assert by_text["Squeak!"].previous_msgid == "Squeak."
    assert by_text["The Uncle"].obsolete
    assert messages(quest, out, updates=True) == 0
    assert out.read_text(encoding="utf-8") == text


def test_an_update_needs_a_catalog(quest, capsys):
    assert messages(quest, quest.with_name("cellar.de.po"), updates=True) == 2
    assert "needs a catalog that exists" in capsys.readouterr().err


def test_the_name_of_a_catalog_says_its_language(quest):
    out = quest.with_name("cellar.pt-BR.po")
    messages(quest, out)
    assert polib.pofile(str(out)).metadata["Language"] == "pt-BR"


@pytest.mark.parametrize("tag", ["de", "nl", "pt-BR", "sr-Latn", "zh-Hant-TW", "gsw"])
def test_a_tag_of_a_language(tag):
    assert is_language(tag)


@pytest.mark.parametrize("tag", ["", "..", "de/..", "german", "DE", "de_DE", "de\n", "*", "d"])
def test_no_tag_of_a_language(tag, quest, capsys):
    assert not is_language(tag)
    assert not tag or build(quest, tag) == 2


# -- building with one -----------------------------------------------------------------------------


def test_a_quest_speaks_the_language_of_its_catalog(quest, capsys):
    story = "Im Keller brennt *Licht*.\n\n- nicht einmal [[uncle]] war da\n- noch seine Tante"
    texts = {
        "quest/The Cellar": "Der Keller",
        "room/The Cellar": "Kellerraum",
        "event/The Cellar": "Der Keller, gefunden",
        STORY: story,
        "The Uncle": "Der Onkel",
        "Squeak.": "„Quiek.“",
        "Heard it": "Gehört",
    }
    translate(quest, **texts)
    assert build(quest) == 0
    assert "warning" not in capsys.readouterr().out
    made = document(quest)
    told = json.dumps(made, ensure_ascii=False)
    assert made["title"] == "Der Keller"
    assert "Kellerraum" in told
    assert "„Quiek.“" in told
    assert "There is a" not in told
    assert "uncle" in told  # ids stay
    assert build(quest, "en") == 0
    assert document(quest)["title"] == "The Cellar"


def test_a_translated_quest_has_the_verdict_of_its_source(quest):
    translate(quest, **{"The Uncle": "Der Onkel"})
    build(quest)
    german = document(quest)
    build(quest, "en")
    english = document(quest)
    assert german["verdict"]["kind"] == english["verdict"]["kind"] == "winnable"
    assert len(german["verdict"]["line"]) == len(english["verdict"]["line"])


def test_what_is_not_translated_is_printed_and_counted(quest, capsys):
    out = translate(quest, **{"The Uncle": "Der Onkel", "Squeak.": "Quiek."})
    file = polib.pofile(str(out))
    file.find("Squeak.").flags = ["fuzzy"]
    file.save(str(out))
    assert build(quest) == 0
    told = capsys.readouterr().out
    assert "QW621" in told
    assert "6 of 7 texts have no translation into `de`" in told
    assert "1 of them are fuzzy" in told
    assert "Squeak." in json.dumps(document(quest))


def test_a_quest_without_a_catalog_is_printed_as_it_is(quest, capsys):
    assert build(quest) == 0
    assert "7 of 7 texts have no translation" in capsys.readouterr().out
    assert document(quest)["title"] == "The Cellar"


def test_a_language_without_words_of_our_own_is_told(quest, capsys):
    assert build(quest, "nl") == 0
    told = capsys.readouterr().out
    assert "Questwright's own words have no translation into `nl`" in told
    assert "words of this game have no translation into `nl`" in told


def test_a_message_of_another_quest_is_told(quest, capsys):
    out = translate(quest)
    text = out.read_text(encoding="utf-8")
    out.write_text(f'{text}\nmsgid "Elsewhere"\nmsgstr "Anderswo"\n', encoding="utf-8")
    build(quest)
    told = capsys.readouterr().out
    assert "QW622" in told
    assert "cellar.de.po" in told


@pytest.mark.parametrize(
    ("text", "translation", "why"),
    [
        (STORY, "Licht.\n\n- [[uncle]]\n- Tante", "other marks"),
        (STORY, "*Licht*.\n\n- niemand\n- Tante", "other marks"),
        (STORY, "*Licht*.\n\n- [[aunt]]\n- Tante", "other marks"),
        (STORY, "*Licht*.\n\n- [[uncle]], Tante", "other marks"),
        (STORY, '*Licht* """.\n\n- [[uncle]]\n- Tante', "straight quotes"),
        ("The Uncle", 'Der "Onkel"', "a straight quote"),
        ("The Uncle", "Der\nOnkel", "a straight quote or a line break"),
        ("The Uncle", "Onkel" * 1_000, "on one line"),
        ("The Uncle", "Der\u202eOnkel", "a character that no quest may have"),
        ("Squeak.", '"} victory warriors when uncle taken #', "a straight quote"),
    ],
)
def test_a_translation_that_does_not_fit_is_not_printed(quest, capsys, text, translation, why):
    translate(quest, **{text: translation})
    assert build(quest) == 0
    told = capsys.readouterr().out
    assert "QW623" in told
    assert why in told
    assert "The Uncle" in json.dumps(document(quest))


def test_straight_quotes_may_end_a_text_of_several_lines(quest, capsys):
    story = '"Im *Keller* brennt Licht."\n\n- [[uncle]]\n- "Tante"'
    translate(quest, **{STORY: story})
    assert build(quest) == 0
    assert "QW623" not in capsys.readouterr().out
    assert "brennt Licht" in json.dumps(document(quest))


def test_a_finding_names_the_line_of_the_quest(quest, capsys):
    translate(quest, **{STORY: "*L*\n\n- [[uncle]]\n- nor"})
    quest.write_text(QUEST.replace("uncle defeated", "unlce defeated"), encoding="utf-8")
    assert build(quest) == 1
    line = 1 + next(n for n, text in enumerate(QUEST.split("\n")) if "victory" in text)
    assert f"cellar.quest:{line}:" in capsys.readouterr().out


def test_an_included_quest_has_a_catalog_of_its_own(quest, capsys):
    translate(quest, **{"quest/The Cellar": "Der Keller"})
    whole = quest.with_name("whole.quest")
    whole.write_text('include "cellar.quest"\n', encoding="utf-8")
    assert build(whole) == 0
    assert document(quest)["title"] == "Der Keller"


# -- catalogs that may be anything -----------------------------------------------------------------

HOSTILE = [
    'msgid "open\n',
    "msgid\n",
    'msgstr "first"\n',
    'msgid "a"\nmsgstr[7] "b"\n',
    'msgid "a"\nmsgstr[x] "b"\n',
    'msgid "a"\nmsgid "b"\nmsgstr ""\n',
    'msgid "a"\nmsgstr "b"\nmsgid "a"\nmsgstr "c"\n',
    "\0\0\0",
    "/etc/passwd",
    "#| msgid\n#~ msgid\n",
    '"' * 10_000,
    'msgctxt "' + "a" * 10_000 + '"\n',
]


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_no_catalog_breaks_a_build(quest, capsys, text):
    quest.with_name("cellar.de.po").write_text(text, encoding="utf-8")
    code = build(quest)
    told = capsys.readouterr().out
    assert (code, "QW620" in told) in [(1, True), (0, False)]


@pytest.mark.parametrize("data", [b"\xff\xfe", b"#" * 5_000_000])
def test_a_catalog_is_utf8_and_has_a_size(quest, capsys, data):
    quest.with_name("cellar.de.po").write_bytes(data)
    assert build(quest) == 1
    assert "QW620" in capsys.readouterr().out


def test_a_catalog_is_a_file_and_no_link(quest, capsys):
    out = translate(quest)
    shutil.move(out, quest.with_name("elsewhere.po"))
    out.symlink_to(quest.with_name("elsewhere.po"))
    assert build(quest) == 1
    assert "this file is a link" in capsys.readouterr().out


def test_marks_are_counted_whatever_their_order():
    assert (
        marks_of("**a** [[b]] *c*") == marks_of("*c* und **a** von [[b]]") == ["*", "**", "[[b]]"]
    )


def test_a_formula_of_the_plural_cannot_run_anything():
    read = parsed("x.po", 'msgid ""\nmsgstr "Plural-Forms: nplurals=1; plural=__import__(1);"\n')
    assert read.findings == ()


def test_messages_of_one_text_in_two_roles_are_two():
    text = catalog([Message("a", "room", "", "", 0), Message("a", "door", "", "", 0)], "x", "")
    assert [entry.msgctxt for entry in polib.pofile(text)] == ["room", "door"]
