"""The page on how the cost of a proof grows shows the figures that were measured, all of them."""

from __future__ import annotations

from xml.etree import ElementTree as ET

import pytest

from scripts.growth import PAGE, SVG, Figure, picture, read, table, with_table
from support.families import FAMILIES
from support.one_text import results


def test_the_page_and_the_picture_are_drawn_from_the_figures():
    figures = read()
    page = PAGE.read_text(encoding="utf-8")
    assert with_table(page, figures) == page
    assert SVG.read_text(encoding="utf-8") == picture(figures)
    ET.fromstring(picture(figures))


def test_each_family_is_measured_and_has_the_verdict_that_is_known():
    figures = read()
    assert {figure.family for figure in figures} == {*FAMILIES}
    for figure in figures:
        assert figure.verdict in (FAMILIES[figure.family].verdict, "over"), figure


def test_what_took_too_long_is_said_so():
    shown = table([Figure("rooms", 2000, "over", 60.02, 90)])
    assert "| rooms | 2,000 | not waited for | over 60 s | 90 MB |" in shown


@pytest.mark.parametrize("name", FAMILIES)
def test_a_family_has_its_verdict_at_its_least_size(name):
    family = FAMILIES[name]
    (quest,) = results(family.make(min(*family.sizes, 12))).quests
    assert str(quest.proof.kind) == family.verdict
