"""Links, pictures and the navigation lead somewhere.

Zensical's strict mode looks at links between pages and at their anchors. It does not look at
pictures, at the navigation, or at the README.
"""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from pages import DOCS, README, ROOT, every_page

_FENCED = re.compile(r"(?ms)^ *(`{3,}).*?^ *\1 *$")
_SNIPPET = re.compile(r'(?m)^--8<-- "([^"]+)"$')
_LINK = re.compile(r"\]\(([^)\s]+)\)")


def text_of(page: Path) -> str:
    """A page as it is written, and what it takes in."""
    text = page.read_text(encoding="utf-8")
    return _SNIPPET.sub(lambda found: (ROOT / found[1]).read_text(encoding="utf-8"), text)


def anchors_of(page: Path) -> set[str]:
    found: set[str] = set()
    for title in re.findall(r"^#+ (.+)$", _FENCED.sub("", text_of(page)), re.MULTILINE):
        plain = re.sub(r"[^\w\s-]", "", title).strip().lower()
        slug = re.sub(r"[-\s]+", "-", plain)
        at = slug
        number = 0
        while at in found:
            number += 1
            at = f"{slug}_{number}"
        found.add(at)
    return found


def entries(nav: object) -> list[str]:
    match nav:
        case str():
            return [nav]
        case list():
            return [one for entry in nav for one in entries(entry)]
        case dict():
            return [one for entry in nav.values() for one in entries(entry)]
    raise TypeError(nav)


PAGES = every_page()
NAV = entries(tomllib.loads((ROOT / "zensical.toml").read_text(encoding="utf-8"))["project"]["nav"])


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page):
    text = re.sub(r"\]\(\s+", "](", _FENCED.sub("", page.read_text(encoding="utf-8")))
    for target in _LINK.findall(text):
        if re.match(r"[a-z]+:", target):
            continue
        path, _, anchor = target.partition("#")
        file = (page.parent / path).resolve() if path else page
        assert file.is_file(), target
        if page != README:
            assert file.is_relative_to(DOCS), f"{target} is not a part of the site"
        if anchor:
            assert anchor in anchors_of(file), target


def test_every_entry_of_the_navigation_is_a_page():
    assert [entry for entry in NAV if not (DOCS / entry).is_file()] == []
    assert len(set(NAV)) == len(NAV)


def test_every_page_is_in_the_navigation():
    """By itself, or in the index of its folder."""
    for page in DOCS.rglob("*.md"):
        if str(page.relative_to(DOCS)) in NAV:
            continue
        index = page.parent / "index.md"
        assert str(index.relative_to(DOCS)) in NAV, page
        assert f"]({page.name})" in index.read_text(encoding="utf-8"), page
