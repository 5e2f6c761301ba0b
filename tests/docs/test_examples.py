"""Every example of the documentation: it does what its page says.

``python tests/docs/test_examples.py [PAGE...]`` writes what commands print now into the pages, or
into all of them; read the diff.
"""

from __future__ import annotations

import re
import sys
import tempfile
from pathlib import Path

import pytest
import yaml

sys.path.insert(0, str(Path(__file__).parents[1]))
sys.path.insert(0, str(Path(__file__).parent))

from pages import DOCS, ROOT, blocks_of, every_page, rewrite, run, runs_of, says, told_here

from questwright.compiler.pipeline import Compiler
from questwright.compiler.project import Disk
from support.kept import CACHE, PACKS

SYSTEMS = ROOT / "content" / "systems"

PAGES = every_page()


def named(page: Path) -> str:
    return str(page.relative_to(ROOT))


@pytest.fixture(scope="module")
def compiler():
    return Compiler(Disk(), SYSTEMS, PACKS)


def findings_of(compiler, path):
    return [
        f"{one.code.id} {one.message} ({one.label.text})"
        for one in compiler.compile(str(path)).findings
    ]


RUNS = [
    pytest.param(pages, id="docs/tutorial" if len(pages) > 1 else named(pages[0]))
    for pages in runs_of(PAGES)
    if any(block.title or block.kind == "console" for page in pages for block in blocks_of(page))
]


@pytest.mark.parametrize("pages", RUNS)
def test_a_page_does_what_it_says(pages, compiler, tmp_path):
    done = run(pages, tmp_path, CACHE, told_here)
    for one in done.ran:
        assert says(one.command.shown, one.printed), (
            f"{named(one.page)}: `{one.command.line}` prints something else; "
            f"python tests/docs/test_examples.py writes it anew\n{one.printed}"
        )
    for file in done.files:
        if file.suffix in (".yml", ".yaml"):
            yaml.safe_load(file.read_text(encoding="utf-8"))
    if not done.ran:
        # Nothing on the page says what comes of its quests, so nothing may.
        for file in done.files:
            text = file.read_text(encoding="utf-8")
            if re.search(r"^(?:quest|campaign) ", text, re.MULTILINE):
                assert findings_of(compiler, file) == [], file.name


EXAMPLES = [
    pytest.param(block.text, id=f"{named(page)}:{block.line}")
    for page in PAGES
    for block in blocks_of(page)
    if block.kind == "quest" and block.title is None
]


@pytest.mark.parametrize("example", EXAMPLES)
def test_an_example_compiles_without_findings(example, compiler, tmp_path):
    path = tmp_path / "example.quest"
    path.write_text(example, encoding="utf-8")
    assert findings_of(compiler, path) == []


def test_the_tutorial_ends_with_a_book():
    last = max((DOCS / "tutorial").glob("[0-9]*.md"))
    assert any("questwright build" in block.text for block in blocks_of(last))


def main(arguments: list[str]) -> None:
    chosen = {Path(one).resolve() for one in arguments}
    for pages in runs_of(PAGES):
        if chosen and not chosen & set(pages):
            continue
        with tempfile.TemporaryDirectory() as name:
            for line in rewrite(pages, Path(name)):
                print(line)


if __name__ == "__main__":
    main(sys.argv[1:])
