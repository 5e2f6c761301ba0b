"""Numbers of pages that are put into a chapter which was set by itself."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from questwright.compiler.press.binding.marks import FOLIO, REFERENCE
from questwright.compiler.press.binding.numbers import Digits, digits_of, numbered, widths_of

GLYPHS = {digit: b"%04x" % (0x100 + int(digit)) for digit in "0123456789"}
WIDE = dict.fromkeys("0123456789", 500.0)
UNEVEN = WIDE | {"1": 300.0}
FONTS = {b"F": Digits(FOLIO, GLYPHS, UNEVEN), b"R": Digits(REFERENCE, GLYPHS, WIDE)}


def shown(text):
    """A text as the renderer writes it; letters have glyphs of their own."""
    return b"".join(b"<%s>0" % GLYPHS.get(sign, b"%04x" % (0x200 + ord(sign))) for sign in text)


def line(font, text, x=100.0):
    return b"BT\n1 0 0 -1 %.6f 200.5 Tm\n/%s 10 Tf\n[%s] TJ\nET\n" % (x, font, shown(text))


def read(content):
    """The texts of lines, with `_` for a gap, and where each begins."""
    for x, text in re.findall(rb"-1 ([\d.]+) 200.5 Tm[^\[]*\[([^\]]*)\]", content):
        found = re.findall(rb"<([0-9a-f]*)>|(-500) ", text)
        yield float(x), "".join("_" if gap else sign_of(glyphs) for glyphs, gap in found)


def sign_of(glyphs):
    """What some glyphs show."""
    codes = [int(glyph, 16) for glyph in re.findall(rb"....", glyphs)]
    return "".join(str(code - 0x100) if code < 0x200 else chr(code - 0x200) for code in codes)


def test_a_reference_gets_the_page_of_the_book_and_nothing_moves():
    content = line(b"R", "(p. 003)") + line(b"O", "(p. 003)")
    assert [*read(numbered(content, FONTS, 120).content)] == [(100, "(p. 123)"), (100, "(p. 003)")]


def test_a_number_with_fewer_digits_stands_to_the_right():
    content = line(b"R", "(p. 003)")
    assert [*read(numbered(content, FONTS, 4).content)] == [(100, "(p. __7)")]


def test_a_number_at_the_foot_stays_in_the_middle():
    before = line(b"F", "03")
    ((x, text),) = read(numbered(before, FONTS, 108).content)
    assert text == "111"
    # From two digits of 5 points to three of 3: half a point to either side.
    assert x == pytest.approx(100 + (10 - 9) / 2)


def test_marks_are_taken_out_and_a_tab_is_told():
    content = line(b"F", "0123456789") + line(b"R", "0123456789") + line(b"F", "1")
    plain = numbered(content, FONTS, 0)
    assert [text for _, text in read(plain.content)] == ["", "", "1"]
    assert not plain.has_tab
    tabbed = numbered(content + line(b"R", "00000"), FONTS, 0)
    assert tabbed.has_tab
    assert [text for _, text in read(tabbed.content)] == ["", "", "1", ""]


@given(
    st.lists(st.tuples(st.integers(1, 400), st.sampled_from("FRO")), max_size=12),
    st.integers(0, 599),
)
def test_every_number_of_ours_is_put_in_and_no_other(entries, before):
    content = b"".join(
        line(font.encode(), f"{number:03}", 100.0 + at) for at, (number, font) in enumerate(entries)
    )
    texts = [text.replace("_", "") for _, text in read(numbered(content, FONTS, before).content)]
    expected = [f"{number:03}" if font == "O" else str(number + before) for number, font in entries]
    assert texts == expected


def test_a_typeface_without_a_digit_is_refused():
    mapped = b"\n".join(b"<%s> <%04x>" % (GLYPHS[digit], ord(digit)) for digit in "012345678")
    with pytest.raises(KeyError):
        digits_of(FOLIO, mapped, widths_of([0x100, [500.0] * 10]))


def test_widths_are_read_run_by_run():
    assert widths_of([3, [1.0, 2.0], 9, [4.0]]) == {3: 1.0, 4: 2.0, 9: 4.0}
