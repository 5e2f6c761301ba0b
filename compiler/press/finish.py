"""Make a PDF for paper of one that the renderer has set: boxes, inks, blank pages, marks, pairs.

Takes a PDF whose pages have their trim box and bleed, in the size in which they were set, and a
profile. Returns the bytes of another PDF; the same for the same input.
"""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Final

import pikepdf
from pikepdf import Array, Dictionary, Name, String

from questwright.compiler.press.profile import MM, Colour, Size
from questwright.compiler.press.separate import separate

if TYPE_CHECKING:
    from questwright.compiler.press.profile import Profile

_MARK: Final = 5 * MM
_GAP: Final = 2 * MM
"""How long crop marks are, and how far they stand from the bleed."""
_HAIR: Final = 0.25
_UNWANTED: Final = ("/Outlines", "/Names", "/OpenAction", "/AA", "/PageLabels", "/Metadata")


def finish(pdf: bytes, profile: Profile) -> bytes:
    """The PDF that a profile asks for."""
    with pikepdf.open(io.BytesIO(pdf)) as document:
        for key in _UNWANTED:
            if key in document.Root:
                del document.Root[key]
        _separate_forms(document, profile)
        for page in document.pages:
            _place(document, page, profile)
        for _ in range(blanks_for(len(document.pages), profile)):
            blank = document.add_blank_page(page_size=_media(profile))
            # Some readers take a page without any operator for a broken one.
            blank.obj.Contents = document.make_stream(b"q\nQ\n")
        for page in document.pages:
            _set_boxes(page, profile)
            if profile.marks:
                _draw_marks(document, page, profile)
        if profile.sheet is not None:
            _lay_in_pairs(document, profile.trim, profile.sheet)
        if profile.is_x1a:
            _claim_x1a(document, profile)
        document.remove_unreferenced_resources()
        written = io.BytesIO()
        document.save(
            written,
            deterministic_id=True,
            force_version="1.4",
            object_stream_mode=pikepdf.ObjectStreamMode.disable,
            compress_streams=True,
        )
        return written.getvalue()


def blanks_for(count: int, profile: Profile) -> int:
    """How many blank pages make a number of pages one that a profile takes."""
    pages = profile.pages
    wanted = max(count + pages.last_blank, pages.least)
    return wanted + -wanted % pages.multiple - count


def _slug(profile: Profile) -> float:
    """How far the media box reaches beyond the trim box."""
    return profile.bleed + (_GAP + _MARK if profile.marks else 0.0)


def _media(profile: Profile) -> tuple[float, float]:
    more = 2 * _slug(profile)
    return profile.trim.width + more, profile.trim.height + more


def _separate_forms(document: pikepdf.Pdf, profile: Profile) -> None:
    """Turn the colours of drawings that pages refer to, and take groups away that do nothing."""
    for found in document.objects:
        if not isinstance(found, pikepdf.Stream):
            continue
        if found.get("/Subtype") == "/Form" or found.get("/PatternType") == 1:
            if profile.colour is not Colour.SRGB:
                found.write(separate(found, profile.colour, profile.ink))
            if "/Group" in found:
                del found["/Group"]


def _place(document: pikepdf.Pdf, page: pikepdf.Page, profile: Profile) -> None:
    """Put what is on a page where it belongs on paper, in the inks of the profile."""
    content = separate(page, profile.colour, profile.ink)
    scale = profile.scale / 100
    left, bottom = (float(value) for value in list(page.trimbox)[:2])
    slug = _slug(profile)
    matrix = f"{scale:g} 0 0 {scale:g} {slug - scale * left:.4f} {slug - scale * bottom:.4f}"
    page.obj.Contents = document.make_stream(f"q {matrix} cm\n".encode() + content + b"\nQ\n")
    for key in ("/Annots", "/Group", "/Tabs", "/StructParents"):
        if key in page.obj:
            del page.obj[key]
    if "/ColorSpace" in page.obj.get("/Resources", {}):
        del page.obj.Resources["/ColorSpace"]


def _set_boxes(page: pikepdf.Page, profile: Profile) -> None:
    slug = _slug(profile)
    page.mediabox = Array([0, 0, *map(_number, _media(profile))])
    page.obj.TrimBox = _box(slug, slug, profile.trim)
    wide = Size(profile.trim.width + 2 * profile.bleed, profile.trim.height + 2 * profile.bleed)
    page.obj.BleedBox = _box(slug - profile.bleed, slug - profile.bleed, wide)
    for key in ("/CropBox", "/ArtBox"):
        if key in page.obj:
            del page.obj[key]


def _box(left: float, bottom: float, size: Size) -> Array:
    right, top = left + size.width, bottom + size.height
    return Array([_number(value) for value in (left, bottom, right, top)])


def _number(value: float) -> float:
    return round(value, 4)


def _draw_marks(document: pikepdf.Pdf, page: pikepdf.Page, profile: Profile) -> None:
    slug = _slug(profile)
    right, top = slug + profile.trim.width, slug + profile.trim.height
    width, height = _media(profile)
    lines = [
        line for x in (slug, right) for line in ((x, 0.0, x, _MARK), (x, height - _MARK, x, height))
    ] + [line for y in (slug, top) for line in ((0.0, y, _MARK, y), (width - _MARK, y, width, y))]
    ink = {Colour.CMYK: "0 0 0 1 K", Colour.GREY: "0 G", Colour.SRGB: "0 0 0 RG"}[profile.colour]
    drawn = "\n".join(f"{a:.4f} {b:.4f} m {c:.4f} {d:.4f} l S" for a, b, c, d in lines)
    page.contents_add(document.make_stream(f"q {ink} {_HAIR} w\n{drawn}\nQ\n".encode()))


def _lay_in_pairs(document: pikepdf.Pdf, trim: Size, sheet: Size) -> None:
    """Lay pages on sheets so that these, folded in the middle, are a booklet."""
    count = len(document.pages)
    order = []
    for first in range(0, count // 2, 2):
        order += [(count - 1 - first, first), (first + 1, count - 2 - first)]
    forms = [document.make_indirect(page.as_form_xobject()) for page in document.pages]
    bottom = (sheet.height - trim.height) / 2
    middle = sheet.width / 2
    for left, right in order:
        page = document.add_blank_page(page_size=(sheet.width, sheet.height))
        page.obj.Resources = Dictionary(XObject=Dictionary(L=forms[left], R=forms[right]))
        places = ((middle - trim.width, "L"), (middle, "R"))
        drawn = " ".join(f"q 1 0 0 1 {x:.4f} {bottom:.4f} cm /{name} Do Q" for x, name in places)
        page.obj.Contents = document.make_stream(drawn.encode())
        page.obj.TrimBox = page.obj.BleedBox = _box(0, 0, sheet)
        page.mediabox = _box(0, 0, sheet)
    del document.pages[:count]


def _claim_x1a(document: pikepdf.Pdf, profile: Profile) -> None:
    """Say that the file is PDF/X-1a, and for which printing condition."""
    assert profile.condition is not None
    condition = profile.condition
    document.docinfo["/GTS_PDFXVersion"] = String("PDF/X-1a:2003")
    document.docinfo["/Trapped"] = Name("/False")
    document.Root.OutputIntents = Array(
        [
            Dictionary(
                Type=Name.OutputIntent,
                S=Name.GTS_PDFX,
                OutputConditionIdentifier=String(condition.id),
                RegistryName=String(condition.registry),
                OutputCondition=String(condition.words),
                Info=String(condition.words),
            )
        ]
    )
