"""A book is read as XML, and its sheets as one: the renderer makes of both what it made before."""

from __future__ import annotations

import io
import random
from xml.etree import ElementTree as ET

import cssselect2
import pytest
import tinyhtml5
from weasyprint import CSS

from questwright.compiler.publish.book.book import compose_book
from questwright.compiler.publish.book.render.html import book_source
from questwright.compiler.publish.book.render.markup import (
    _quick_parse,
    joined_sheets,
    tree_of,
)
from questwright.compiler.publish.book.volumes import volumes_of
from support.more import some
from support.paths import SHIPPED
from support.published import publications

HEAD = "<!DOCTYPE html>\n<html>\n<head><title>x</title></head><body>"
TABLES = (
    "<table><tr><td>a</td></tr>\n<tr><td>b</td></tr></table>",
    "<table>\n<thead><tr><th>a</th></tr></thead><tr><td>b</td></tr>\n</table>",
    "<table><colgroup><col><col/></colgroup><tr><td><table><tr><td>a</td></tr></table></td></tr></table>",
    "<table><tbody><tr><td>a</td></tr></tbody><tbody><tr><td>b</td></tr></tbody></table>",
)


def slow(text):
    return tinyhtml5.parse(text, namespace_html_elements=False)


def parts(tree):
    """All that a tree says, but for space around the body."""
    for element in tree.iter():
        is_outside = element.tag in ("html", "head", "body")
        text = (element.text or "").strip() if is_outside else element.text or ""
        tail = (element.tail or "").strip() if is_outside else (element.tail or "").rstrip("\n")
        yield element.tag, dict(element.attrib), text, tail, [child.tag for child in element]


@pytest.mark.parametrize("path", some(SHIPPED, 4), ids=lambda path: path.stem)
def test_a_book_is_the_same_tree_as_xml_and_as_html(path):
    for quest in publications(path):
        for volume in volumes_of(compose_book([quest])).values():
            text = book_source(volume).html
            assert [*parts(tree_of(text))] == [*parts(slow(text))]


@pytest.mark.parametrize("table", TABLES)
def test_rows_of_a_table_have_the_bodies_that_html_gives_them(table):
    text = f"{HEAD}{table}</body></html>"
    assert [*parts(tree_of(text))] == [*parts(slow(text))]


def test_letters_and_names_of_letters_are_read_as_html():
    text = f"{HEAD}<p>&nbsp;&times;&middot;&amp;&lt;b&gt; &quot;&#39;&copy;</p></body></html>"
    assert [*parts(tree_of(text))] == [*parts(slow(text))]


def test_what_is_no_xml_is_read_as_html():
    for text in (f"{HEAD}<p>a<p>b", f"{HEAD}<p>&unknown; & x</p></body></html>", "<p>x"):
        read = _quick_parse(tinyhtml5.parse)(io.StringIO(text), namespace_html_elements=False)
        assert ET.tostring(read) == ET.tostring(slow(text))


def test_sheets_joined_say_of_each_element_what_they_say_one_by_one():
    """What wins of some declarations is the last of those with the greatest weight."""
    chance = random.Random(7)
    for _ in range(30):
        names = ["p", ".a", "#b", "p.a", "*", "p::after", "[lang]", "div p", ":first-child"]
        texts = [
            " ".join(
                f"{chance.choice(names)} {{ order: {sheet * 10 + rule} }}" for rule in range(4)
            )
            for sheet in range(3)
        ]
        sheets = [CSS(string=text) for text in texts]
        root = cssselect2.ElementWrapper.from_html_root(
            slow("<div lang='en'><p class='a'>x<p id='b'>y</div>")
        )
        for element in root.iter_subtree():
            apart = sorted(
                ((weight, number, order), pseudo, told[0])
                for number, sheet in enumerate(sheets)
                for weight, order, pseudo, told in sheet.matcher.match(element)
            )
            joined = joined_sheets(sheets).matcher.match(element)
            assert [told[0] for *_, told in joined] == [told for *_, told in apart]


def test_rules_of_pages_stand_in_the_order_of_the_sheets():
    sheets = [CSS(string=f"@page {{ margin: {number}mm }}") for number in range(3)]
    assert joined_sheets(sheets).page_rules == [
        rule for sheet in sheets for rule in sheet.page_rules
    ]
