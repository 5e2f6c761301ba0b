"""Look at a whole PDF: its pages and their boxes, what is live in it, the standard it claims."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

import pikepdf

from questwright.compiler import codes
from questwright.compiler.press.preflight.content import SENSELESS, Content
from questwright.compiler.press.preflight.graphics import GraphicsState
from questwright.compiler.press.preflight.judge import Allowance, PageJudge, Seen, TooMuchError
from questwright.compiler.press.preflight.matrix import UNCHANGED, Extent
from questwright.compiler.press.preflight.trouble import Looked, PagePlace, PageSpace, Troubles
from questwright.compiler.press.profile import MM

if TYPE_CHECKING:
    from questwright.compiler.press.profile import Profile

PAGES: Final = 2_000
"""Pages of a PDF that are looked at."""
_SLACK: Final = 0.5
"""By how many points a box may differ: a sixth of a millimetre."""
_FILE: Final = PagePlace()
_ACTIONS: Final = {
    "/OpenAction": "something happens when the file is opened",
    "/AA": "something happens when the file is used",
    "/AcroForm": "the file has a form to fill in",
    "/OCProperties": "the file has layers that are switched on and off",
}
_SENT_ALONG: Final = {
    "/EmbeddedFiles": "other files are attached",
    "/JavaScript": "the file has scripts",
}


def look(path: str, profile: Profile) -> Looked:
    """Look at a PDF with a profile in mind."""
    troubles = Troubles()
    try:
        with pikepdf.open(path, suppress_warnings=True) as pdf:
            return _looked(pdf, profile, troubles)
    except pikepdf.PasswordError:
        message = "this PDF is locked with a password"
        troubles.add(codes.UNREADABLE_PDF, message, _FILE, help_="save it without a password")
    except (pikepdf.PdfError, *SENSELESS) as error:
        why = str(error).removeprefix(f"{path}").lstrip(": ")[:200]
        message = "this is no PDF that can be read"
        troubles.add(codes.UNREADABLE_PDF, message, _FILE, reason=why, help_="make it anew")
    return Looked(tuple(troubles.every()))


def _looked(pdf: pikepdf.Pdf, profile: Profile, troubles: Troubles) -> Looked:
    count = len(pdf.pages)
    _look_at_file(pdf, profile, troubles)
    _look_at_count(count, pdf, profile, troubles)
    limits, seen = Allowance(), Seen()
    if count > PAGES:
        message = f"it has {count:,} pages, and {PAGES:,} are looked at"
        troubles.add(codes.GAVE_UP, message, _FILE)
    for number, page in enumerate(pdf.pages[:PAGES], 1):
        try:
            _look_at_page(
                page, number, PageJudge(troubles, profile, _space(page, number), limits, seen)
            )
        except TooMuchError as error:
            message = f"this PDF is not looked at to its end: {error}"
            troubles.add(codes.GAVE_UP, message, PagePlace(number))
            break
        except (pikepdf.PdfError, *SENSELESS) as error:
            reason = f"{type(error).__name__}: {error}"[:200]
            troubles.add(
                codes.UNREADABLE_PDF, "this page cannot be read", PagePlace(number), reason=reason
            )
    return Looked(tuple(troubles.every()), count, seen.ink, tuple(sorted(seen.unjudged)))


# -- the file --------------------------------------------------------------------------------------


def _look_at_file(pdf: pikepdf.Pdf, profile: Profile, troubles: Troubles) -> None:
    if pdf.is_encrypted:
        message = "this PDF is encrypted"
        troubles.add(codes.LIVE_PART, message, _FILE, help_="save it without a password")
    help_ = "take it out: paper does not need it"
    for key, message in _ACTIONS.items():
        if key in pdf.Root:
            troubles.add(codes.LIVE_PART, message, _FILE, help_=help_)
    names = pdf.Root.get("/Names", pikepdf.Dictionary())
    for key, message in _SENT_ALONG.items():
        if key in names:
            troubles.add(codes.LIVE_PART, message, _FILE, help_=help_)
    if profile.is_x1a:
        _look_at_standard(pdf, profile, troubles)


def _look_at_standard(pdf: pikepdf.Pdf, profile: Profile, troubles: Troubles) -> None:
    info = pdf.docinfo
    help_ = "make the PDF as PDF/X-1a; `questwright build --print` does"
    if not str(info.get("/GTS_PDFXVersion", "")).startswith("PDF/X-1"):
        message = "this PDF does not say that it is PDF/X-1a"
        troubles.add(codes.WRONG_STANDARD, message, _FILE, help_=help_)
    if str(info.get("/Trapped", "")) not in ("/True", "/False"):
        message = "this PDF does not say whether it is trapped"
        troubles.add(codes.WRONG_STANDARD, message, _FILE, help_=help_)
    missing = [key for key in ("/Title", "/CreationDate", "/ModDate") if key not in info]
    if missing:
        message = f"this PDF does not say its {', '.join(key[1:] for key in missing)}"
        troubles.add(codes.WRONG_STANDARD, message, _FILE, help_=help_)
    if pdf.pdf_version > "1.4":
        message = f"this is PDF {pdf.pdf_version}, and PDF/X-1a is at most PDF 1.4"
        troubles.add(codes.WRONG_STANDARD, message, _FILE, help_=help_)
    intents = [
        intent
        for intent in pdf.Root.get("/OutputIntents", [])
        if str(intent.get("/S", "")) == "/GTS_PDFX"
    ]
    condition = profile.condition
    if not intents:
        message = "this PDF has no output intent: for which press it is made"
        troubles.add(codes.WRONG_STANDARD, message, _FILE, help_=help_)
    elif condition is not None:
        said = str(intents[0].get("/OutputConditionIdentifier", ""))
        if said != condition.id:
            message = f"this PDF is made for `{said[:60]}`, and not for `{condition.id}`"
            troubles.add(codes.WRONG_STANDARD, message, _FILE, help_=help_)


def _look_at_count(count: int, pdf: pikepdf.Pdf, profile: Profile, troubles: Troubles) -> None:
    pages = profile.pages
    # Of a sheet both sides are pages of the PDF, and each of them has two pages of the book.
    multiple = math.ceil(pages.multiple / 2) if profile.sheet else pages.multiple
    message = ""
    if count % multiple:
        message = f"it has {count} page{'s' * (count != 1)}, and {multiple} or a multiple is taken"
    elif count < pages.least and not profile.sheet:
        message = f"it has {count} pages, and {pages.least} are the least"
    elif pages.most and count > pages.most:
        message = f"it has {count} pages, and {pages.most} are the most"
    if message:
        troubles.add(
            codes.WRONG_COUNT, message, _FILE, help_="add blank pages, or part it into two"
        )
    if pages.last_blank and count and not _is_blank(pdf.pages[-1]):
        message = "the last page is not blank"
        reason = "the print shop puts its own marks on it"
        troubles.add(codes.WRONG_COUNT, message, PagePlace(count), reason=reason)


def _is_blank(page: pikepdf.Page) -> bool:
    painting = {"S", "s", "f", "F", "f*", "B", "B*", "b", "b*", "Tj", "TJ", "'", '"', "Do", "sh"}
    found = pikepdf.parse_content_stream(page) if "/Contents" in page.obj else []
    return not any(str(instruction.operator) in painting for instruction in found)


# -- a page ----------------------------------------------------------------------------------------


def _box(page: pikepdf.Page, key: str) -> Extent | None:
    found = page.obj.get(key)
    if not isinstance(found, pikepdf.Array) or len(found) != 4:
        return None
    left, bottom, right, top = (float(value) for value in list(found))
    return Extent(min(left, right), min(bottom, top), max(left, right), max(bottom, top))


def _space(page: pikepdf.Page, number: int) -> PageSpace:
    box = _box(page, "/TrimBox") or _media(page)
    return PageSpace(number, *box)


def _media(page: pikepdf.Page) -> Extent:
    left, bottom, right, top = (float(value) for value in list(page.mediabox))
    return Extent(min(left, right), min(bottom, top), max(left, right), max(bottom, top))


def _look_at_page(page: pikepdf.Page, number: int, judge: PageJudge) -> None:
    troubles, profile = judge.troubles, judge.profile
    _look_at_boxes(page, number, profile, troubles)
    for annotation in page.obj.get("/Annots", []):
        kind = str(annotation.get("/Subtype", "/Annotation")).lstrip("/")[:20]
        message = f"there is something to click on ({kind})"
        help_ = "take it out: paper does not need it"
        troubles.add(codes.LIVE_PART, message, PagePlace(number), help_=help_)
    group = page.obj.get("/Group")
    media = _media(page)
    state = GraphicsState(UNCHANGED, media)
    if group is not None:
        judge.group(page.obj, state)
    Content(judge, page.obj.get("/Resources") or _inherited(page), state).follow(page)


def _inherited(page: pikepdf.Page) -> pikepdf.Object | None:
    """The resources of a page that stand above it, where pages share some."""
    above = page.obj.get("/Parent")
    for _ in range(16):
        if above is None or "/Resources" in above:
            break
        above = above.get("/Parent")
    return above.get("/Resources") if above is not None else None


def _look_at_boxes(page: pikepdf.Page, number: int, profile: Profile, troubles: Troubles) -> None:
    def complain(message: str) -> None:
        troubles.add(
            codes.WRONG_BOX,
            message,
            PagePlace(number),
            reason="a print shop cuts by these boxes",
            help_="make the PDF with the page size and the bleed of the profile",
        )

    if int(page.obj.get("/Rotate", 0)) % 360:
        complain("the page is turned")
    if float(page.obj.get("/UserUnit", 1)) != 1:
        complain("the page has a unit of its own")
    wanted = profile.page
    trim = _box(page, "/TrimBox")
    media = _media(page)
    if trim is None and (profile.bleed or profile.is_x1a):
        complain("the page has no trim box: nothing says where it is cut")
        return
    cut = trim or media
    width, height = cut.right - cut.left, cut.top - cut.bottom
    if abs(width - wanted.width) > _SLACK or abs(height - wanted.height) > _SLACK:
        complain(
            f"the page is {_size(width, height)} when it is cut, "
            f"and not {_size(wanted.width, wanted.height)}"
        )
        return
    bleed = _box(page, "/BleedBox") or media
    around = min(
        cut.left - bleed.left,
        cut.bottom - bleed.bottom,
        bleed.right - cut.right,
        bleed.top - cut.top,
    )
    if around < profile.bleed - _SLACK:
        complain(
            f"the page has {max(0.0, around) / MM:.1f} mm of bleed, "
            f"and {profile.bleed / MM:.1f} mm are asked for"
        )
    if bleed.within(media) != bleed:
        complain("the bleed box reaches beyond the media box")


def _size(width: float, height: float) -> str:
    return f"{width / MM:.1f} by {height / MM:.1f} mm"
