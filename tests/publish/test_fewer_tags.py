"""Tags that say nothing are left out of a PDF, and all that they held stays where it was."""

from __future__ import annotations

import importlib
import io
import re

import pikepdf
import pytest
from weasyprint import CSS, HTML

from questwright.compiler.publish.book.render.tags import tag_less

ARTIFACT = re.compile(rb"/Artifact\s<</Type /Pagination>>\sBDC")
MARK = re.compile(rb"/\w+\s<<[^>]*>>\sBDC")
SHEET = "@page { size: 80mm 60mm; @bottom-center { content: counter(page) } }"
BOOK = """<html lang="en"><head><title>Doors</title></head><body><section id="top">
<h1>Doors <span>of <em>oak</em></span></h1>
<p>One <b>two <i>three</i></b> <a href="#end">four</a> five, and <u>so</u> on for
more than a line.</p>
<div>bare words <span>in</span> a box<p>and a paragraph</p></div>
<div><div><p>within</p></div></div>
<ul><li>one</li><li>two <b>bold</b><ul><li>inner</li></ul></li></ul>
<table><thead><tr><th>Door</th><th>Dice</th></tr></thead>
<tbody><tr><td><p>oak</p><p>ash</p></td><td>2 <b>or</b> 3</td></tr>
<tr><td></td><td>1</td></tr></tbody>
</table></section><section id="end"><p>{}</p>
<p><svg xmlns="http://www.w3.org/2000/svg" width="9mm" height="9mm"><title>A door</title>
<rect width="9" height="9"/></svg> at the end</p></section></body></html>""".format("word " * 300)


def tagged():
    data = HTML(string=BOOK, base_url=None).write_pdf(
        stylesheets=[CSS(string=SHEET)], pdf_variant="pdf/ua-1", pdf_identifier=b"x"
    )
    return pikepdf.open(io.BytesIO(data))


@pytest.fixture
def both(monkeypatch):
    """A PDF with all of the renderer's tags, and one with those that are left."""
    pdfs = importlib.import_module("weasyprint.pdf")
    monkeypatch.setattr(pdfs, "add_tags", pdfs.add_tags)
    with tagged() as full:
        tag_less()
        with tagged() as fewer:
            yield full, fewer


def elements(element):
    yield element
    for kid in element.get("/K", []):
        if isinstance(kid, pikepdf.Dictionary) and "/S" in kid:
            yield from elements(kid)


def marks(pdf, element):
    """As they are read aloud: marks on pages, links, and what has words of its own."""
    numbers = {page.objgen: number for number, page in enumerate(pdf.pages)}
    for kid in element.get("/K", []):
        if isinstance(kid, pikepdf.Dictionary):
            if "/S" in kid:
                yield from [str(kid.Alt)] if "/Alt" in kid else []
                yield from marks(pdf, kid)
            else:
                yield int(kid.Obj.StructParent), str(kid.Obj.Dest)
        else:
            yield numbers[element.Pg.objgen], int(kid)


def shape(element):
    """The tags that say something, with those in them."""
    found = []
    for kid in element.get("/K", []):
        if isinstance(kid, pikepdf.Dictionary) and "/S" in kid:
            inner = shape(kid)
            says_nothing = str(kid.S) in ("/Span", "/NonStruct")
            found += inner if says_nothing else [(str(kid.S), inner)]
    return found


def test_everything_is_read_in_the_same_order_below_the_same_tags(both):
    full, fewer = (pdf.Root.StructTreeRoot.K[0] for pdf in both)
    assert [*marks(both[1], fewer)] == [*marks(both[0], full)]
    assert shape(fewer) == shape(full)


def test_tags_without_a_meaning_are_gone_where_another_holds_their_words(both):
    full, fewer = ([*elements(pdf.Root.StructTreeRoot.K[0])] for pdf in both)
    assert len(fewer) < 0.6 * len(full)
    left = [tag for tag in fewer if tag.S in ("/Span", "/NonStruct")]
    assert all(tag.P.S in ("/Div", "/Sect", "/LI", "/NonStruct", "/TR") for tag in left)


def test_each_mark_and_each_link_knows_its_tag(both):
    _, pdf = both
    root = pdf.Root.StructTreeRoot
    numbers = list(root.ParentTree.Nums)
    owners = dict(zip(map(int, numbers[::2]), numbers[1::2], strict=True))
    seen = 0
    for number, page in enumerate(pdf.pages):
        for at, owner in enumerate(owners[int(page.StructParents)]):
            assert at in [kid for kid in owner.K if isinstance(kid, int)], (number, at)
            seen += 1
        for link in page.get("/Annots", []):
            assert owners[int(link.StructParent)].S == "/Link"
    assert seen > 20
    for tag in elements(root.K[0]):
        for kid in tag.get("/K", []):
            if isinstance(kid, pikepdf.Dictionary) and "/S" in kid:
                assert kid.P.objgen == tag.objgen


def test_what_stands_in_a_margin_is_an_artifact_and_stays_where_it_was(both):
    full, fewer = both
    assert len(every_tag(full)) > len([*elements(full.Root.StructTreeRoot.K[0])])
    assert len(every_tag(fewer)) == len([*elements(fewer.Root.StructTreeRoot.K[0])])
    for before, after in zip(full.pages, fewer.pages, strict=True):
        contents = [page.Contents.read_bytes() for page in (before, after)]
        assert [len(ARTIFACT.findall(content)) for content in contents] == [0, 1]
        assert len({MARK.sub(b"", content) for content in contents}) == 1


def every_tag(pdf):
    dictionaries = (each for each in pdf.objects if isinstance(each, pikepdf.Dictionary))
    return [each for each in dictionaries if each.get("/Type") == "/StructElem"]
