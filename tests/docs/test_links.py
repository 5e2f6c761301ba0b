"""Links, pictures and the navigation lead somewhere.

Zensical's strict mode looks at links between pages and at their anchors. It does not look at
pictures, at the navigation, or at the README.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from functools import cache
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from pages import DOCS, README, ROOT, every_page, is_made

_FENCED = re.compile(r"(?ms)^ *(`{3,}).*?^ *\1 *$")
_SNIPPET = re.compile(r'(?m)^--8<-- "([^"]+)"$')
_LINK = re.compile(r"\]\(([^)\s]+)\)")


def text_of(page: Path) -> str:
    """A page as it is written, and what it takes in."""
    text = page.read_text(encoding="utf-8")
    return _SNIPPET.sub(lambda found: (ROOT / found[1]).read_text(encoding="utf-8"), text)


@cache
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


def links_of(page: Path) -> list[str]:
    text = re.sub(r"\]\(\s+", "](", _FENCED.sub("", page.read_text(encoding="utf-8")))
    return [target for target in _LINK.findall(text) if not re.match(r"[a-z]+:", target)]


def leads_nowhere(page: Path, folder: Path) -> list[str]:
    """The links of a page that lead to nothing inside a folder."""
    lost = []
    for target in links_of(page):
        path, _, anchor = target.partition("#")
        file = (page.parent / path).resolve() if path else page
        is_page = file.is_relative_to(folder) and file.is_file()
        if not is_page or (anchor and anchor not in anchors_of(file)):
            lost.append(target)
    return lost


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page, site):
    if page == README:
        # It is read where nothing has been made.
        made = [target for target in links_of(page) if is_made(ROOT / target.partition("#")[0])]
        assert made == []
        assert leads_nowhere(page, ROOT) == []
    else:
        assert leads_nowhere(site / page.relative_to(DOCS), site) == []


def test_links_of_made_pages_lead_somewhere(site):
    made = [page for page in site.rglob("*.md") if is_made(DOCS / page.relative_to(site))]
    lost = {page.name: leads_nowhere(page, site) for page in made}
    assert {name: targets for name, targets in lost.items() if targets} == {}


def test_a_checkout_has_the_made_pages_once_its_first_command_has_run():
    """The pages that are written link to those that are made: `make books` makes them first."""
    run = subprocess.run(
        ["make", "--dry-run", "--always-make", "books"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert "-m scripts.reference" in run.stdout
    assert run.stdout.index("-m scripts.reference") < run.stdout.index("questwright build")


def test_every_entry_of_the_navigation_is_a_page(site):
    assert [entry for entry in NAV if not (site / entry).is_file()] == []
    assert len(set(NAV)) == len(NAV)


def test_every_page_is_in_the_navigation(site):
    """By itself, or in the index of its folder."""
    for page in site.rglob("*.md"):
        if str(page.relative_to(site)) in NAV:
            continue
        index = page.parent / "index.md"
        assert str(index.relative_to(site)) in NAV, page
        assert f"]({page.name})" in index.read_text(encoding="utf-8"), page
