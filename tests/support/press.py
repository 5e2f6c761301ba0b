"""Small PDFs that a print shop takes, to be made wrong in one thing each."""

from __future__ import annotations

import io
from pathlib import Path

import pikepdf
from pikepdf import Array, Dictionary, Name, String

from questwright.compiler.press.preflight.look import look
from questwright.compiler.press.preflight.run import flight_of, preflight
from questwright.compiler.press.profiles import find_profile

SHOP = """title: The corner shop
source: a test
trim: {width: 100mm, height: 200mm}
bleed: 3mm
safety: 10mm
colour: cmyk
ink: 240
standard: pdf/x-1a
condition: {id: FOGRA39, registry: http://www.color.org, words: Coated}
pages: {multiple: 2, least: 2, most: 8}
resolution: 300
composite_fonts: doubted
megabytes: 1
"""
MM = 72 / 25.4
TRIM = (100 * MM, 200 * MM)
BLEED = 3 * MM
INSIDE = b"0 0 0 1 k 100 100 50 50 re f\n"
"""A black box well inside of the page."""


def profile_of(folder: Path, text: str = SHOP):
    path = Path(folder, "corner.yaml")
    path.write_text(text, encoding="utf-8")
    found = find_profile(str(path))
    assert found.profile is not None, found.findings
    return found.profile


def sound(content: bytes = INSIDE, pages: int = 2) -> pikepdf.Pdf:
    """A PDF that the corner shop takes, all whose pages have the same content."""
    pdf = pikepdf.new()
    for _ in range(pages):
        page = pdf.add_blank_page(page_size=(TRIM[0] + 2 * BLEED, TRIM[1] + 2 * BLEED))
        page.obj.TrimBox = Array([BLEED, BLEED, BLEED + TRIM[0], BLEED + TRIM[1]])
        page.obj.BleedBox = Array(page.mediabox)
        page.obj.Resources = Dictionary(
            Font=Dictionary(F=embedded(pdf)),
            ExtGState=Dictionary(),
            XObject=Dictionary(),
            Pattern=Dictionary(),
            Shading=Dictionary(),
            ColorSpace=Dictionary(),
        )
        page.obj.Contents = pdf.make_stream(content)
    pdf.docinfo["/GTS_PDFXVersion"] = String("PDF/X-1a:2003")
    pdf.docinfo["/Trapped"] = Name("/False")
    for key, value in (
        ("/Title", "A page"),
        ("/CreationDate", "D:19800101000000Z"),
        ("/ModDate", "D:19800101000000Z"),
    ):
        pdf.docinfo[key] = String(value)
    pdf.Root.OutputIntents = Array(
        [Dictionary(Type=Name.OutputIntent, S=Name.GTS_PDFX, OutputConditionIdentifier="FOGRA39")]
    )
    return pdf


def embedded(pdf: pikepdf.Pdf, **more):
    """A simple font of which only the widths count, with a file that nobody opens."""
    return Dictionary(
        Type=Name.Font,
        Subtype=Name.TrueType,
        BaseFont=Name.Own,
        FirstChar=0,
        Widths=Array([600] * 256),
        FontDescriptor=Dictionary(Type=Name.FontDescriptor, FontFile2=pdf.make_stream(b"")),
        **more,
    )


def saved(pdf: pikepdf.Pdf, version: str = "1.4") -> bytes:
    written = io.BytesIO()
    pdf.save(
        written,
        force_version=version,
        object_stream_mode=pikepdf.ObjectStreamMode.disable,
        deterministic_id=True,
    )
    return written.getvalue()


def flown(data: bytes | pikepdf.Pdf, folder: Path, text: str = SHOP):
    """What is found in a PDF, by this process: tests of limits start the other one."""
    path = Path(folder, "held.pdf")
    path.write_bytes(data if isinstance(data, bytes) else saved(data))
    profile = profile_of(folder, text)
    return flight_of(look(str(path), profile), profile, "held.pdf")


def flown_apart(data: bytes | pikepdf.Pdf, folder: Path, text: str = SHOP):
    """The names of the codes that preflight finds, in a process of its own."""
    path = Path(folder, "held.pdf")
    path.write_bytes(data if isinstance(data, bytes) else saved(data))
    findings = preflight(path, profile_of(folder, text)).findings
    return {finding.code.name for finding in findings} - {"not-promised"}


def found(data: bytes | pikepdf.Pdf, folder: Path, text: str = SHOP):
    """The names of the codes, and the message and place of each finding."""
    return [
        (finding.code.name, finding.message, finding.label.text)
        for finding in flown(data, folder, text).findings
        if finding.code.name != "not-promised"
    ]
