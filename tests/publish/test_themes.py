"""Themes: what a pack says of its look is printed, and what cannot be read or set is found."""

from __future__ import annotations

import io
import re
import shutil
from dataclasses import fields, replace

import pikepdf
import pytest

from questwright.compiler.packs.check.theme import contrast
from questwright.compiler.packs.load import load_system
from questwright.compiler.packs.read.tree import Tree
from questwright.compiler.packs.read.typefaces import read_typeface
from questwright.compiler.packs.system.theme import LICENCES, Theme, Typeface
from questwright.compiler.publish.book.book import compose_book
from questwright.compiler.publish.book.render.html import book_source
from questwright.compiler.publish.book.svg.ornaments import on_dark, theme_svg
from questwright.compiler.publish.book.view.theme import palette_of
from questwright.dsl.source import Span
from support.book_sample import BOOK, CHAPTER
from support.kept import system_of
from support.more import more
from support.paths import ROOT, SHIPPED
from support.published import publications

SYSTEMS = ROOT / "content" / "systems"
GAMES = sorted(path.parent.name for path in SYSTEMS.glob("*/system.yaml"))
BLANK = ROOT / "tests" / "systems" / "blank"
TEXTURINA = SYSTEMS / "dungeon-saga-origins" / "texturina.ttf"
ART = SYSTEMS / "dungeon-saga" / "emblem.svg"


def pack(tmp_path, theme="", **files):
    """The smallest pack with a theme of its own, loaded."""
    folder = tmp_path / "blank"
    shutil.copytree(BLANK, folder)
    (folder / "theme.yaml").write_text(f"theme:\n  {theme or 'headings: band'}\n", encoding="utf-8")
    for name, content in files.items():
        path = folder / name.replace("__", ".").replace("_", "-")
        path.write_bytes(content)
    return load_system(folder)


def told(loaded):
    return [(finding.code.id, finding.message) for finding in loaded.findings]


def face(**changed):
    words = {"file": "own-face", "title": "Own Face", "licence": "OFL-1.1"} | changed
    return "typeface: {" + ", ".join(f"{key}: {value}" for key, value in words.items()) + "}"


LICENCE = (SYSTEMS / "dungeon-saga-origins" / "texturina.license.txt").read_bytes()


@pytest.mark.parametrize(
    ("theme", "code", "message"),
    [
        ("accents: '#96321c'", "QW505", "`accents` means nothing here"),
        ("accent: red", "QW505", "`theme.accent` is not what belongs here"),
        ("accent: '#F00'", "QW505", "`theme.accent` is not what belongs here"),
        ("headings: loud", "QW505", "`theme.headings` cannot be `loud`"),
        ("emblem: dragon", "QW509", "there is no map symbol `dragon`"),
        ("accent: '#e8b09a'", "QW513", "`accent` is too near to the colour of the paper"),
        ("deep: '#96321c'", None, ""),
        ("deep: '#c8643c'", "QW513", "`deep` is too near to the colour of the paper"),
        ("tint: '#777777'", "QW513", "`tint` is too near to the colour of the ink"),
        (face(), "QW509", "this pack has no file `own-face.ttf`"),
        (face(licence="Proprietary"), "QW505", "`theme.typeface.licence` cannot be `Proprietary`"),
    ],
)
def test_a_broken_theme_is_found(tmp_path, theme, code, message):
    found = told(pack(tmp_path, theme))
    if code is None:
        assert found == []
    else:
        assert (code, message) in [(c, m[: len(message)]) for c, m in found], found


def test_a_theme_from_data_alone_changes_the_look(tmp_path):
    theme = f"accent: '#1f6158'\n  boxes: frame\n  emblem: banner\n  {face()}"
    files = {"own_face__ttf": TEXTURINA.read_bytes(), "own_face__license__txt": LICENCE}
    loaded = pack(tmp_path, theme, banner__svg=ART.read_bytes(), **files)
    assert told(loaded) == []
    found = loaded.system.theme
    assert (found.accent, found.deep, found.boxes) == ("#1f6158", Theme().deep, "frame")
    assert (found.emblem, found.typeface.title) == ("banner", "Own Face")
    source = book_source(replace(BOOK, theme=found, symbols=loaded.system.symbols))
    sheet = "\n".join(source.sheets)
    assert "2.6pt double #1f6158" in sheet
    assert 'font: 700 27pt/1.1 "Own Face Headings", "Alegreya"' in sheet


@pytest.mark.parametrize(
    ("content", "licence", "message"),
    [
        (b"OTTO" + TEXTURINA.read_bytes()[4:], LICENCE, "is no TrueType file"),
        (TEXTURINA.read_bytes()[:3000], LICENCE, "ends too soon"),
        (TEXTURINA.read_bytes().replace(b"glyf", b"glyg", 1), LICENCE, "has no table `glyf`"),
        (TEXTURINA.read_bytes(), b"All rights reserved.", "is not the licence OFL-1.1"),
    ],
)
def test_a_typeface_that_no_book_can_be_set_with_is_found(tmp_path, content, licence, message):
    loaded = pack(tmp_path, face(), own_face__ttf=content, own_face__license__txt=licence)
    ((code, told_),) = told(loaded)
    assert code == "QW514"
    assert message in told_


def test_a_typeface_that_may_not_be_embedded_is_found(tmp_path):
    from fontTools.ttLib import TTFont

    font = TTFont(TEXTURINA)
    font["OS/2"].fsType = 2
    font.save(out := io.BytesIO())
    files = {"own_face__ttf": out.getvalue(), "own_face__license__txt": LICENCE}
    assert "must not be embedded" in told(pack(tmp_path, face(), **files))[0][1]


def test_a_torn_typeface_is_a_finding_and_never_an_error():
    typeface = {"file": "own-face", "title": "Own Face", "licence": "OFL-1.1"}
    span = Span("theme.yaml", 0, 0)
    tree = Tree({"theme": {"typeface": typeface}}, {(): span}, {(): span})
    whole = TEXTURINA.read_bytes()
    for cut in [*range(0, 1200, 7), len(whole) // 2]:
        files = {"own-face.ttf": whole[:cut], "own-face.license.txt": LICENCE}
        found = read_typeface(tree, files)
        assert [finding.code.id for finding in found.findings] == ["QW514"], cut
    files = {"own-face.ttf": whole, "own-face.license.txt": LICENCE}
    assert read_typeface(tree, files).findings == ()


def test_the_contrasts_are_those_of_wcag():
    """Examples of known answer: black on white, and the lightest grey that passes at AA."""
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#767676", "#ffffff") == pytest.approx(4.54, abs=0.01)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


# -- those that ship ----------------------------------------------------------------------------


def test_every_game_has_a_look_of_its_own():
    themes = [system_of(game).theme for game in GAMES]
    assert len({theme.accent for theme in [*themes, Theme()]}) == len(GAMES) + 1
    titles = {theme.typeface.title if theme.typeface else "" for theme in themes}
    assert len(titles) == len(GAMES)
    assert load_system(BLANK).system.theme == Theme()


@pytest.mark.parametrize("game", GAMES)
def test_the_ornaments_of_a_game_are_its_own(game):
    system = system_of(game)
    own = dict(system.symbols)
    for name in (system.theme.flourish, system.theme.emblem, system.theme.corner):
        assert name in own
        for palette in (
            palette_of(system.theme, system.symbols),
            on_dark(palette_of(system.theme, system.symbols)),
        ):
            drawn = theme_svg(name, 30, 30, palette)
            assert max(drawn.width, drawn.height) == pytest.approx(30)
            known = {getattr(palette, part.name) for part in fields(palette)[:-1]}
            assert set(re.findall(r"#[0-9a-f]{6}", drawn.svg)) <= known


def test_every_licence_that_is_known_is_told_by_its_text():
    for path in SYSTEMS.glob("*/*.ttf"):
        text = path.with_suffix(".license.txt").read_text("utf-8")
        assert LICENCES["OFL-1.1"] in text


@pytest.mark.slow
@pytest.mark.parametrize(
    "look",
    [
        ("band", "between", "dark"),
        pytest.param(("between", "frame", "light"), marks=more),
    ],
)
def test_a_book_is_set_with_the_typeface_and_the_cover_of_its_theme(look, printed):
    own = system_of("dungeon-saga-origins").theme.typeface
    theme = Theme("#1f6158", "#103a34", typeface=Typeface("Own", "OFL-1.1", own.content))
    theme = theme._replace(headings=look[0], boxes=look[1], cover=look[2])
    bare = tuple(type(CHAPTER)(title.lower(), title) for title in ("First", "Second"))
    book = replace(BOOK, theme=theme, chapters=bare)
    pdf = printed(book_source(book))
    with pikepdf.open(io.BytesIO(pdf)) as document:
        fonts = [item for item in document.objects if isinstance(item, pikepdf.Dictionary)]
        names = {str(font["/BaseFont"])[8:] for font in fonts if "/BaseFont" in font}
        cover = pikepdf.unparse_content_stream(pikepdf.parse_content_stream(document.pages[0]))
    assert "Own-Headings-Bold" in names
    deep = b"0.062745 0.227451 0.203922 rg"
    assert (deep in cover) == (look[2] == "dark")


def test_the_books_of_a_game_wear_its_theme():
    book = compose_book(publications(next(path for path in SHIPPED if path.stem == "low-tide")))
    assert book.theme == system_of("warhammer-quest").theme


def test_ink_is_light_and_paper_is_dark_on_a_dark_cover():
    """No colour becomes another one on its way: black is drawn in white, and white is not."""
    theme = Theme("#1f6158", "#103a34", "#b3cfc9", "#eef5f3")
    art = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20">\n'
    for colour in ("#000000", "#ffffff", "#cc0000"):
        art += f'<path d="M1 1L9 9Z" fill="{colour}"/>\n'
    palette = on_dark(palette_of(theme, (("art", f"{art}</svg>\n"),)))
    drawn = theme_svg("art", 20, 20, palette).svg
    assert re.findall(r'fill="([^"]*)"', drawn) == ["#ffffff", "#103a34", "#b3cfc9"]
