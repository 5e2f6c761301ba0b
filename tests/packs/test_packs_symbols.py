"""Symbols of packs: made of paths and of nothing else."""

from __future__ import annotations

import re

import pytest

from questwright.compiler.assets import TEMPLATES_DIR
from questwright.compiler.packs import codes
from questwright.compiler.packs.load import load_system
from questwright.compiler.packs.read.symbols import read_symbols
from support.paths import PACKS, ROOT
from support.spoiled_packs import findings_of

PAGE = (ROOT / "scripts/reference/texts/pack-format.md").read_text(encoding="utf-8")
SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">\n'
    '<path d="M10 10L90 90Z" fill="none" stroke="#000000" stroke-width="4"/>\n</svg>\n'
)


def test_a_symbol_of_its_own_stands_in_the_folder(blank):
    words = blank / "words.yaml"
    words.write_text(words.read_text().replace("symbol: fire", "symbol: lantern"))
    assert [one.message for one in findings_of(blank)] == ["there is no map symbol `lantern`"]
    (blank / "lantern.svg").write_text(SVG)
    system = load_system(blank).system
    assert system.symbols == (("lantern", SVG),)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("<path", "<script>alert(1)</script><path"),
        ('stroke="#000000"', 'stroke="url(http://a.example/)"'),
        ('stroke="#000000"', 'stroke="#000000" onload="x"'),
        ('stroke="#000000"', 'style="fill: url(file:///)"'),
        ("M10 10L90 90Z", "M10 10l90 90z"),
        ("M10 10L90 90Z", "L90 90Z"),
        ("M10 10L90 90Z", "M10 10L90"),
        ("M10 10L90 90Z", "M10 10L90 1e999"),
        ("<svg ", '<!DOCTYPE svg [<!ENTITY a "b">]>\n<svg '),
        ("</svg>", '<image href="file:///etc/passwd"/>\n</svg>'),
        ("</svg>\n", ""),
        (SVG, ""),
    ],
)
def test_a_symbol_is_made_of_paths_and_of_nothing_else(blank, before, after):
    assert before in SVG
    (blank / "lantern.svg").write_text(SVG.replace(before, after))
    (one,) = findings_of(blank)
    assert (one.code, one.message) == (codes.PACK_FORM, "this file is no map symbol")


def test_every_symbol_that_ships_is_of_the_form_that_packs_have():
    shipped = {file.name: file.read_bytes() for file in (TEMPLATES_DIR / "symbols").glob("*.svg")}
    assert len(shipped) > 50
    assert read_symbols("symbols", shipped).findings == ()


def test_the_example_of_a_symbol_in_the_manual_of_packs_is_one():
    (example,) = re.findall(r"```xml\n(.*?)```", PAGE, re.DOTALL)
    assert read_symbols("pack", {"lamp.svg": example.encode()}).findings == ()
    own = (PACKS / "salt" / "lamp.svg").read_text(encoding="utf-8")
    assert own == example
