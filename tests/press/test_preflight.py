"""Preflight finds each thing that a print shop refuses, with its place, and nothing else."""

from __future__ import annotations

import json
import zlib
from contextlib import redirect_stdout
from io import StringIO

import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name, String

from questwright.compiler.cli.app import run
from questwright.compiler.press.preflight import run as running
from questwright.compiler.press.preflight.judge import INSTRUCTIONS
from questwright.compiler.press.preflight.look import PAGES
from support.press import (
    BLEED,
    INSIDE,
    MM,
    SHOP,
    TRIM,
    embedded,
    flown,
    flown_apart,
    found,
    profile_of,
    saved,
    sound,
)

X, Y = BLEED, BLEED
"""The left bottom corner of the trim box."""


def codes(data, folder, text=SHOP):
    return {name for name, _, _ in found(data, folder, text)}


def test_a_sound_pdf_has_nothing_wrong(tmp_path):
    flight = flown(sound(), tmp_path)
    assert [finding.code.name for finding in flight.findings] == ["not-promised"]
    assert flight.summary == "2 pages, 100.0 by 200.0 mm, 100 % of ink at most"


# -- one thing wrong in the content ----------------------------------------------------------------

LETTERS = b"BT /F 10 Tf 1 0 0 1 %d %d Tm (Words) Tj ET\n"
CONTENT = {
    "rgb": (b"1 0 0 rg 100 100 50 50 re f", "wrong-colour", "a drawing is coloured in RGB"),
    "rgb-stroke": (b"1 0 0 RG 100 100 m 150 150 l S", "wrong-colour", "RGB"),
    "rgb-by-space": (b"/DeviceRGB cs 1 0 0 sc 100 100 50 50 re f", "wrong-colour", "RGB"),
    "rgb-letters": (b"1 0 0 rg " + LETTERS % (100, 100), "wrong-colour", "a text"),
    "ink": (b".7 .7 .6 .9 k 100 100 50 50 re f", "too-much-ink", "290 % of ink, and 240 %"),
    "ink-stroke": (b"1 1 1 0 K 100 100 m 150 150 l S", "too-much-ink", "300 %"),
    "ink-by-space": (b"/DeviceCMYK cs 1 1 1 1 scn 100 100 9 9 re f", "too-much-ink", "400 %"),
    "near-the-edge": (
        b"0 0 0 1 k 10 100 5 5 re f",
        "outside-the-safe-area",
        "a drawing stands nearer to the edge than 10.0 mm",
    ),
    "letters-near-the-edge": (LETTERS % (270, 100), "outside-the-safe-area", "a text"),
    "stops-short-of-the-bleed": (
        b"0 0 0 1 k %f 100 50 50 re f" % (X - 1),
        "outside-the-safe-area",
        "a drawing",
    ),
    "senseless": (b"1 rg", "unreadable-pdf", "the operator `rg` has no sense here"),
    "too-many-restored": (b"Q Q", "unreadable-pdf", "`Q`"),
    "unknown-font": (b"BT /G 10 Tf ET", "unreadable-pdf", "`Tf`"),
    "inline-rgb": (
        b"q .1 0 0 .1 100 100 cm BI /W 1 /H 1 /CS /RGB /BPC 8 ID \x00\x00\x00 EI Q",
        "wrong-colour",
        "an image is coloured in RGB",
    ),
}


@pytest.mark.parametrize("name", CONTENT)
def test_content_that_is_wrong_in_one_thing_is_found(name, tmp_path):
    content, code, words = CONTENT[name]
    ((found_code, message, place),) = found(sound(INSIDE + content), tmp_path)
    assert (found_code, words in message) == (code, True), message
    assert place.startswith("page 1")


RIGHT = {
    "white-at-the-edge": b"0 0 0 0 k 0 0 400 700 re f",
    "over-the-edge": b"0 0 0 .1 k 0 0 %f %f re f" % (TRIM[0] + 2 * X, TRIM[1] + 2 * X),
    "over-one-edge": b"0 0 0 .1 k 0 100 60 60 re f",
    "clipped": b"q 100 100 20 20 re W n 1 0 0 0 k 5 90 100 100 re f Q",
    "outside-the-clip": b"q 100 100 20 20 re W n 1 0 0 rg 0 0 50 50 re f Q",
    "spot": b"/Spot cs 1 scn 100 100 50 50 re f",
    "grey": b".5 g 100 100 50 50 re f",
    "invisible-letters": b"1 0 0 rg BT 3 Tr /F 10 Tf 1 0 0 1 100 100 Tm (Words) Tj ET",
    "set-and-never-used": b"1 0 0 rg 0 0 0 1 k 100 100 5 5 re f",
    "nothing-at-all": b"",
}


@pytest.mark.parametrize("name", RIGHT)
def test_content_that_is_right_is_not_complained_of(name, tmp_path):
    pdf = sound(RIGHT[name])
    function = Dictionary(FunctionType=2, Domain=Array([0, 1]), N=1)
    for page in pdf.pages:
        spot = Array([Name.Separation, Name.Gold, Name.DeviceCMYK, function])
        page.Resources.ColorSpace.Spot = spot
    assert found(pdf, tmp_path) == []


def test_the_place_is_in_millimetres_from_the_left_top_corner(tmp_path):
    x, y = X + 40 * MM, Y + 200 * MM - 90 * MM
    content = b"1 0 0 rg %f %f %f %f re f" % (x, y - 20 * MM, 20 * MM, 20 * MM)
    flight = flown(sound(content), tmp_path)
    label = flight.findings[0].label
    assert label.text == "page 1, 40 mm from the left and 90 mm from the top"
    assert flight.places[label] == {"page": 1, "left_mm": 40.0, "top_mm": 90.0}
    assert [own.text[:6] for own in flight.findings[0].related] == ["page 2"]


# -- one thing wrong elsewhere ---------------------------------------------------------------------


def bare_font(pdf):
    del pdf.pages[0].Resources.Font.F.FontDescriptor
    pdf.pages[0].Contents = pdf.make_stream(LETTERS % (100, 100))


def composite_font(pdf):
    pdf.pages[0].Resources.Font.F = Dictionary(
        Type=Name.Font,
        Subtype=Name.Type0,
        BaseFont=Name.Own,
        DescendantFonts=Array([embedded(pdf)]),
    )
    pdf.pages[0].Contents = pdf.make_stream(LETTERS % (100, 100))


def see_through(**state):
    def spoil(pdf):
        pdf.pages[0].Resources.ExtGState.A = Dictionary(**state)
        pdf.pages[0].Contents = pdf.make_stream(b"/A gs " + INSIDE)

    return spoil


def form(content, **more):
    def spoil(pdf):
        made = pdf.make_stream(
            content, Type=Name.XObject, Subtype=Name.Form, BBox=Array([0, 0, 500, 500]), **more
        )
        pdf.pages[0].Resources.XObject.X = made
        pdf.pages[0].Contents = pdf.make_stream(b"/X Do")

    return spoil


def image(width, matrix=b"50 0 0 50 100 100", data=b"\0", **more):
    def spoil(pdf):
        made = pdf.make_stream(
            data * (width * width),
            Type=Name.XObject,
            Subtype=Name.Image,
            Width=width,
            Height=width,
            BitsPerComponent=8,
            **more,
        )
        pdf.pages[0].Resources.XObject.X = made
        pdf.pages[0].Contents = pdf.make_stream(b"q " + matrix + b" cm /X Do Q")

    return spoil


def pattern(pdf):
    tile = pdf.make_stream(
        b"1 0 0 rg 0 0 5 5 re f",
        PatternType=1,
        PaintType=1,
        TilingType=1,
        BBox=Array([0, 0, 10, 10]),
        XStep=10,
        YStep=10,
    )
    pdf.pages[0].Resources.Pattern.P = tile
    pdf.pages[0].Contents = pdf.make_stream(b"/Pattern cs /P scn 100 100 50 50 re f")


def shading(pdf):
    made = Dictionary(ShadingType=2, ColorSpace=Name.DeviceRGB, Coords=Array([0, 0, 1, 1]))
    pdf.pages[0].Resources.Shading.S = made
    pdf.pages[0].Contents = pdf.make_stream(b"q 100 100 20 20 re W n /S sh Q")


def profiled(pdf):
    profile = pdf.make_stream(b"", N=4)
    pdf.pages[0].Resources.ColorSpace.C = Array([Name.ICCBased, profile])
    pdf.pages[0].Contents = pdf.make_stream(b"/C cs 0 0 0 1 sc 100 100 50 50 re f")


def on_page(key, value):
    return lambda pdf: pdf.pages[0].obj.__setitem__(key, value)


def on_root(key, value):
    return lambda pdf: pdf.Root.__setitem__(key, value)


def in_info(key, value):
    def spoil(pdf):
        if value is None:
            del pdf.docinfo[key]
        else:
            pdf.docinfo[key] = value

    return spoil


def link(pdf):
    pdf.pages[1].obj.Annots = Array([Dictionary(Subtype=Name.Link, Rect=Array([0, 0, 9, 9]))])


def intent(pdf):
    pdf.Root.OutputIntents[0].OutputConditionIdentifier = String("FOGRA27")


def no_intent(pdf):
    del pdf.Root.OutputIntents


def trim_away(pdf):
    del pdf.pages[0].obj.TrimBox


def narrow_bleed(pdf):
    pdf.pages[0].obj.BleedBox = Array([X - 3, Y, X + TRIM[0], Y + TRIM[1]])


WRONG = {
    "bare-font": (bare_font, "font-not-embedded", "page 1"),
    "composite-font": (composite_font, "composite-font", "page 1"),
    "fill-shines": (see_through(ca=0.5), "transparency", "page 1"),
    "stroke-shines": (see_through(CA=0.5), "transparency", "page 1"),
    "blend": (see_through(BM=Name.Multiply), "transparency", "page 1"),
    "mask": (see_through(SMask=Dictionary(S=Name.Alpha)), "transparency", "page 1"),
    "page-group": (
        on_page("/Group", Dictionary(S=Name.Transparency, CS=Name.DeviceCMYK)),
        "transparency",
        "page 1",
    ),
    "form-group": (form(INSIDE, Group=Dictionary(S=Name.Transparency)), "transparency", "page 1"),
    "rgb-in-a-form": (form(b"1 0 0 rg 100 100 5 5 re f"), "wrong-colour", "page 1"),
    "rgb-in-a-pattern": (pattern, "wrong-colour", "page 1"),
    "rgb-in-a-shading": (shading, "wrong-colour", "page 1"),
    "colour-profile": (profiled, "wrong-colour", "page 1"),
    "form-near-the-edge": (
        form(INSIDE, Matrix=Array([1, 0, 0, 1, -90, 0])),
        "outside-the-safe-area",
        "page 1",
    ),
    "coarse-image": (image(100, ColorSpace=Name.DeviceGray), "coarse-image", "page 1"),
    "rgb-image": (image(250, data=b"\0\0\0", ColorSpace=Name.DeviceRGB), "wrong-colour", "page 1"),
    "inky-image": (
        image(250, data=b"\xff\xff\xff\xff", ColorSpace=Name.DeviceCMYK),
        "too-much-ink",
        "page 1",
    ),
    "link": (link, "live-part", "page 2"),
    "action": (on_root("/OpenAction", Dictionary(S=Name.JavaScript)), "live-part", "the whole"),
    "form-to-fill": (on_root("/AcroForm", Dictionary()), "live-part", "the whole"),
    "layers": (on_root("/OCProperties", Dictionary()), "live-part", "the whole"),
    "attachment": (
        on_root("/Names", Dictionary(EmbeddedFiles=Dictionary())),
        "live-part",
        "the whole",
    ),
    "not-x1a": (in_info("/GTS_PDFXVersion", None), "wrong-standard", "the whole"),
    "not-trapped": (in_info("/Trapped", None), "wrong-standard", "the whole"),
    "untitled": (in_info("/Title", None), "wrong-standard", "the whole"),
    "another-press": (intent, "wrong-standard", "the whole"),
    "no-press": (no_intent, "wrong-standard", "the whole"),
    "no-trim": (trim_away, "wrong-page-box", "page 1"),
    "other-trim": (on_page("/TrimBox", Array([X, Y, 200, 300])), "wrong-page-box", "page 1"),
    "narrow-bleed": (narrow_bleed, "wrong-page-box", "page 1"),
    "turned": (on_page("/Rotate", 90), "wrong-page-box", "page 1"),
    "own-unit": (on_page("/UserUnit", 2), "wrong-page-box", "page 1"),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_pdf_that_is_wrong_in_one_thing_is_found(name, tmp_path):
    spoil, code, place = WRONG[name]
    pdf = sound()
    spoil(pdf)
    ((found_code, _, found_place),) = found(pdf, tmp_path)
    assert (found_code, found_place[: len(place)]) == (code, place)


@pytest.mark.parametrize(("pages", "words"), [(3, "2 or a multiple"), (10, "8 are the most")])
def test_a_wrong_number_of_pages_is_found(pages, words, tmp_path):
    ((code, message, _),) = found(sound(pages=pages), tmp_path)
    assert code == "wrong-page-count"
    assert words in message


def test_a_last_page_that_should_be_blank_is_found(tmp_path):
    text = SHOP.replace("multiple: 2,", "multiple: 2, last_blank: true,")
    pdf = sound()
    assert found(pdf, tmp_path, text) == [
        ("wrong-page-count", "the last page is not blank", "page 2")
    ]
    pdf.pages[1].Contents = pdf.make_stream(b"q Q")
    assert found(pdf, tmp_path, text) == []


def test_a_version_that_is_too_new_is_found(tmp_path):
    assert codes(saved(sound(), "1.7"), tmp_path) == {"wrong-standard"}


def test_a_profile_in_srgb_takes_rgb_and_no_inks(tmp_path):
    text = SHOP.replace("colour: cmyk", "colour: srgb").replace("standard: pdf/x-1a\n", "")
    assert codes(sound(b"1 0 0 rg 100 100 5 5 re f"), tmp_path, text) == set()
    assert codes(sound(), tmp_path, text) == {"wrong-colour"}


def test_without_x1a_something_may_shine_through(tmp_path):
    pdf = sound()
    see_through(ca=0.5)(pdf)
    assert codes(pdf, tmp_path, SHOP.replace("standard: pdf/x-1a\n", "")) == set()


def test_what_is_not_looked_at_is_said(tmp_path):
    pdf = sound()
    shading(pdf)
    (told,) = (one for one in flown(pdf, tmp_path).findings if one.code.name == "not-promised")
    assert "Not looked at: the ink of shadings." in told.reason


# -- PDFs that mean harm ---------------------------------------------------------------------------


def test_a_file_that_is_no_pdf_is_told(tmp_path):
    for data in (b"", b"hello", b"%PDF-1.4\n%%EOF", saved(sound())[:300]):
        assert flown_apart(data, tmp_path) == {"unreadable-pdf"}


def test_every_torn_pdf_is_told_and_none_breaks_off(tmp_path):
    whole = saved(sound())
    for share in (0.5, 0.9, 0.99):
        assert "preflight-gave-up" not in flown_apart(whole[: int(len(whole) * share)], tmp_path)


def test_a_locked_pdf_is_told(tmp_path):
    path = tmp_path / "locked.pdf"
    sound().save(path, encryption=pikepdf.Encryption(owner="o", user="u"))
    assert flown_apart(path.read_bytes(), tmp_path) == {"unreadable-pdf"}


def test_a_file_that_is_missing_or_no_file_is_told(tmp_path):
    for path in (tmp_path / "none.pdf", tmp_path):
        flight = running.preflight(path, profile_of(tmp_path))
        assert [one.code.name for one in flight.findings] == ["unreadable-pdf"]


def test_a_form_in_itself_is_not_followed_for_ever(tmp_path):
    pdf = sound()
    form(b"/X Do")(pdf)
    made = pdf.pages[0].Resources.XObject.X
    made.Resources = Dictionary(XObject=Dictionary(X=made))
    assert flown_apart(pdf, tmp_path) == {"preflight-gave-up"}


def test_a_form_that_doubles_at_each_level_ends(tmp_path, monkeypatch):
    pdf = sound()
    inner = None
    for _ in range(11):
        inner = pdf.make_stream(
            b"/X Do " * 20 if inner is not None else INSIDE,
            Type=Name.XObject,
            Subtype=Name.Form,
            BBox=Array([0, 0, 500, 500]),
            Resources=Dictionary(
                XObject=Dictionary(X=inner) if inner is not None else Dictionary()
            ),
        )
    pdf.pages[0].Resources.XObject.X = inner
    pdf.pages[0].Contents = pdf.make_stream(b"/X Do")
    monkeypatch.setattr(running, "CPU_SECONDS", 1)
    assert flown_apart(pdf, tmp_path) == {"preflight-gave-up"}


def blanks(megabytes):
    """So many blanks, packed: one megabyte is, and stands there again and again."""
    plain = b" " * (1 << 20)
    packer = zlib.compressobj(1)
    begun = packer.compress(plain) + packer.flush(zlib.Z_FULL_FLUSH)
    again = packer.compress(plain) + packer.flush(zlib.Z_FULL_FLUSH)
    told = zlib.adler32(plain)
    for _ in range(megabytes - 1):
        told = zlib.adler32(plain, told)
    ended = zlib.compressobj(1).flush()[2:-4]
    return begun + again * (megabytes - 1) + ended + told.to_bytes(4, "big")


def test_what_swells_is_whole():
    assert zlib.decompress(blanks(3)) == b" " * (3 << 20)


def test_a_stream_that_swells_is_stopped(tmp_path, monkeypatch):
    swollen = zlib.compress(blanks(400), 9)
    pdf = sound()
    stream = pdf.make_stream(b"")
    stream.write(swollen, filter=Array([Name.FlateDecode, Name.FlateDecode]))
    pdf.pages[0].Contents = stream
    monkeypatch.setattr(running, "MEMORY", 256 << 20)
    found = flown_apart(pdf, tmp_path)
    assert found
    assert found <= {"preflight-gave-up", "unreadable-pdf"}


def test_a_file_that_is_too_large_is_not_opened(tmp_path):
    data = saved(sound()) + b"%" * 1_000_001
    assert flown_apart(data, tmp_path) == {"preflight-gave-up"}


def test_numbers_without_end_are_no_traceback(tmp_path):
    content = b"9e999 0 0 1 k 1" + b"0" * 400 + b" 100 50 50 re f 1 0 0 rg 0 0 1" + b"0" * 400
    assert "preflight-gave-up" not in flown_apart(sound(content + b" 5 re f"), tmp_path)


def test_limits_are_published():
    from questwright.compiler.manual import page

    text = page("preflight-gave-up").text
    assert f"{PAGES:,} pages" in text
    assert f"{INSTRUCTIONS:,} operators" in text
    assert running.BYTES == 1 << 30
    assert "1 GB of file" in text
    assert f"{running.CPU_SECONDS}\nseconds" in text or f"{running.CPU_SECONDS} seconds" in text


# -- the command -----------------------------------------------------------------------------------


def said(*arguments):
    printed = StringIO()
    with redirect_stdout(printed):
        code = run(["preflight", *map(str, arguments)])
    return code, printed.getvalue()


@pytest.fixture
def shop(tmp_path):
    path = tmp_path / "corner.yaml"
    path.write_text(SHOP, encoding="utf-8")
    (tmp_path / "good.pdf").write_bytes(saved(sound()))
    (tmp_path / "bad.pdf").write_bytes(saved(sound(b"1 0 0 rg 100 100 5 5 re f")))
    pdf = sound()
    composite_font(pdf)
    (tmp_path / "odd.pdf").write_bytes(saved(pdf))
    return tmp_path


def test_the_command_passes_what_is_sound(shop):
    code, text = said(shop / "good.pdf", "--profile", shop / "corner.yaml")
    assert code == 0
    assert text.endswith(
        "good.pdf: 2 pages, 100.0 by 200.0 mm, 100 % of ink at most: fit for `corner`\n"
    )


def test_the_command_fails_what_is_not(shop):
    code, text = said(shop / "bad.pdf", "--profile", shop / "corner.yaml")
    assert code == 1
    assert "error[QW423]: a drawing is coloured in RGB" in text
    assert "page 1, 32 mm from the left" in text
    assert "= see: page 2, 32 mm" in text


def test_the_command_speaks_to_programs(shop):
    code, text = said(shop / "bad.pdf", "--profile", shop / "corner.yaml", "--format", "json")
    assert code == 1
    finding = json.loads(text)[0]
    assert (finding["code"], finding["place"]["page"]) == ("QW423", 1)
    assert finding["place"]["left_mm"] == pytest.approx(32.3, abs=0.1)
    assert finding["related"][0]["page"] == 2


@pytest.mark.parametrize("form_", ["brief", "github", "sarif", "junit"])
def test_the_command_has_the_forms_of_others(shop, form_):
    code, text = said(shop / "bad.pdf", "--profile", shop / "corner.yaml", "--format", form_)
    assert code == 1
    assert "QW423" in text


def test_warnings_fail_where_asked_for(shop):
    options = (shop / "odd.pdf", "--profile", shop / "corner.yaml")
    assert said(*options)[0] == 0
    assert said(*options, "--strict")[0] == 1
