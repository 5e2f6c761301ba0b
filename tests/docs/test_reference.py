"""The reference of the language is complete, and what its tables show is understood."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from pages import DOCS, ROOT, blocks_of

from questwright.compiler.manual import every_page as every_finding
from questwright.compiler.model.quest import EffectKind
from questwright.compiler.passes.play.asked import VERBS
from questwright.compiler.pipeline import Compiler
from questwright.compiler.project import Disk
from questwright.dsl.diagnostics import Severity
from support.kept import PACKS, system_of

SYSTEMS = ROOT / "content" / "systems"
GAMES = ("dungeon-saga-origins", "dungeon-saga", "dragon-noir")
LANGUAGE = DOCS / "reference" / "language"

_SETTLED = """\
  traps 1
  secret hollow-shelf at D3|E3
  trap first-trap at B3 facing south
  action pull at F3 "Pull"
  item 4 small-key at E1, E2
  event alarm-raised when pull done {
    set alarm
  }
"""
"""What the tables speak of and the quest of the tutorial does not have."""
_GIVEN = "  event keys-given when pull done { give 2 small-key }\n"
"""What gives the items that have no place."""
_PUSHED = "  pillar stone at C2 pushed\n"
"""What can be pushed; only where it is asked for, as it costs the proof much."""


@pytest.fixture(scope="module", params=GAMES)
def game(request):
    return system_of(request.param)


@pytest.fixture(scope="module")
def compiler():
    return Compiler(Disk(), SYSTEMS, PACKS, proves=False)


def tutorial_quest() -> str:
    """The quest of the tutorial as its last page but one leaves it."""
    pages = sorted((DOCS / "tutorial").glob("[0-9]*.md"))
    return [block.text for page in pages for block in blocks_of(page) if block.kind == "quest"][-1]


def first_column(page: Path, heading: str | None = None) -> list[str]:
    """What stands in the first column of the tables of a page, or of a section of it."""
    text = page.read_text(encoding="utf-8")
    if heading is not None:
        text = re.split(r"^## ", text.partition(f"\n{heading}\n")[2], flags=re.MULTILINE)[0]
    else:
        text = re.split(r"^## ", text, maxsplit=1, flags=re.MULTILINE)[0]
    rows = [line for line in text.splitlines() if line.startswith("| `")]
    return [code for row in rows for code in re.findall(r"`([^`]+)`", row.split(" | ")[0])]


def words_in(page: Path) -> set[str]:
    found = re.findall(r"`([^`\n]+)`", page.read_text(encoding="utf-8"))
    return {word for code in found for word in code.split()}


def test_every_verb_and_state_is_in_the_table_of_conditions(game):
    assert {*VERBS, *game.states, "round", "in", "at"} <= words_in(LANGUAGE / "conditions.md")


def test_every_effect_is_in_the_table_of_effects():
    heads = {code.split()[0] for code in first_column(LANGUAGE / "effects.md")}
    # `give 25 gold`, `give 1 interrupt` and `give 2 exploration` are kinds of their own.
    assert {str(kind) for kind in EffectKind} - {"reward", "grant", "draw"} <= heads


def test_every_setting_is_in_the_table_of_settings(game):
    text = (LANGUAGE / "settings.md").read_text(encoding="utf-8")
    assert [word for word in game.settings if f"| `{word}` |" not in text] == []


def test_the_words_that_cannot_be_names_are_those_of_the_grammar():
    grammar = (ROOT / "dsl" / "grammar.lark").read_text(encoding="utf-8")
    listed = re.search(r"^CLAUSE\.\d+:\s+/\(\?:([a-z|]+)\)", grammar, re.MULTILINE)
    assert listed is not None
    text = (LANGUAGE / "index.md").read_text(encoding="utf-8")
    row = next(line for line in text.splitlines() if line.startswith("| clauses |"))
    assert set(re.findall(r"`([a-z]+)`", row)) == set(listed[1].split("|"))


def is_understood(text, compiler, folder):
    """Whether every word is known; whether it can be won is another matter."""
    path = folder / "example.quest"
    path.write_text(text, encoding="utf-8")
    found = compiler.compile(str(path)).findings
    return not any(one.severity is Severity.ERROR for one in found)


def test_what_the_tables_show_is_understood(compiler, tmp_path):
    base = tutorial_quest().rstrip().removesuffix("}") + _SETTLED
    page = LANGUAGE / "conditions.md"
    conditions = first_column(page, "## All conditions") + first_column(page, "## Who is meant")
    effects = first_column(LANGUAGE / "effects.md")
    assert len(conditions) > 20
    assert len(effects) > 15
    for condition in conditions:
        given = _GIVEN + _PUSHED * ("stone" in condition)
        text = f'{base}{given}  event when {condition} {{\n    note "So."\n  }}\n}}\n'
        assert is_understood(text, compiler, tmp_path), condition
    for effect in effects:
        given = "" if "small-key" in effect else _GIVEN
        text = f"{base}{given}  event when mill-door opened {{\n    {effect}\n  }}\n}}\n"
        assert is_understood(text, compiler, tmp_path), effect


def test_codes_are_named_as_they_are_called():
    names = {page.code: page.name for page in every_finding()}
    assert len(names) > 100
    told = 0
    for page in sorted((DOCS / "reference").rglob("*.md")):
        for row in page.read_text(encoding="utf-8").splitlines():
            cells = row.split("|")
            if not row.startswith("| `QW") or len(cells) != 4:
                continue
            numbers = re.findall(r"`(QW\d{3})`", cells[1])
            called = re.findall(r"`([a-z-]+)`", cells[2])
            if " to " not in cells[1]:
                assert [names[number] for number in numbers] == called, (page.name, row)
            told += len(numbers)
    assert told > 100
