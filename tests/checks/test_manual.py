"""The manual: a page for every code, and every example says what it is an example of."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

import pytest

from questwright.compiler import codes
from questwright.compiler.cli.explain import explain_code
from questwright.compiler.manual import every_page, page
from questwright.compiler.packs.codes import CODES as PACK_CODES
from support.one_text import results
from support.paths import ROOT

PAGES = every_page()
CODES = sorted({*codes.every_code(), *PACK_CODES})

WITHOUT_A_QUEST = {
    "QW001": "a page is UTF-8 itself",
    "QW002": "the example would be larger than all other pages together",
    "QW009": "the example would be a line that no reader could read",
    "QW226": "takes a game with such gates: tests/passes/test_square_gates.py has it",
    "QW235": "the one game that there is keeps quiet cards in its deck",
    "QW236": "the one game that there is keeps Interrupts among its quiet cards",
    "QW251": "takes two games, and there is one",
    "QW263": "takes a game on hexes: tests/publish/test_tiles_printed.py has it",
    "QW268": "said of a command, not of what a quest means",
    "QW270": "takes two quests in one run",
    "QW271": "said of a bound book, not of a quest",
    "QW402": "the machine's fault, not a quest's",
    "QW403": "the machine's fault, not a quest's",
    "QW410": "said of a command, not of what a quest means",
    "QW411": "said of a print profile, not of a quest",
    "QW412": "said of a PDF, not of a quest",
    "QW413": "said of a PDF, not of a quest",
    "QW420": "said of a PDF, not of a quest",
    "QW421": "said of a PDF, not of a quest",
    "QW422": "said of a PDF, not of a quest",
    "QW423": "said of a PDF, not of a quest",
    "QW424": "said of a PDF, not of a quest",
    "QW425": "said of a PDF, not of a quest",
    "QW426": "said of a PDF, not of a quest",
    "QW427": "said of a PDF, not of a quest",
    "QW428": "said of a PDF, not of a quest",
    "QW429": "said of a PDF, not of a quest",
    "QW430": "said of a PDF, not of a quest",
    "QW431": "said of a PDF, not of a quest",
    "QW601": "there is no text to show",
    "QW602": "said of a path, not of a text",
    "QW603": "said of what is written, not of what is read",
    "QW604": "takes two files",
    "QW605": "said by the formatter, and never of what a quest means",
    "QW606": "said of a compiled quest, not of a text",
    "QW607": "takes two builds at once",
    "QW608": "the machine's fault, not a quest's",
    "QW620": "said of a translation, not of a quest",
    "QW621": "said of a translation, not of a quest",
    "QW622": "said of a translation, not of a quest",
    "QW623": "said of a translation, not of a quest",
    "QW901": "no quest should do it",
}
"""Codes of which no quest can be an example, and why. Those of packs (QW5xx) are not quests."""


class Held(NamedTuple):
    """A rule that nothing is said of, because the model cannot break it."""

    how: str
    test: str


HELD_BY_THE_MODEL = {
    "DSO-B12": Held(
        "Figures step over one free flank, which reaches no square that straight steps do not.",
        "tests/cases/furniture/no-way-between-two-corners.quest",
    ),
    "DSO-B13": Held(
        "Walls are edges of the compiled board, so whoever looks along an arc meets them there.",
        "tests/cases/areas/gap-in-the-wall.quest",
    ),
}
"""Rules of the validation list that no page names."""


def found_in(text):
    return [finding.code.id for finding in results(text).findings]


def _with(field):
    return [pytest.param(one, id=one.name) for one in PAGES if getattr(one, field) is not None]


def test_every_code_has_one_page_and_every_page_a_code():
    assert [(one.code, one.name) for one in PAGES] == [(code.id, code.name) for code in CODES]
    files = {path.stem for path in (ROOT / "compiler" / "manual").glob("*.md")}
    assert files == {code.name for code in CODES}


@pytest.mark.parametrize("code", CODES, ids=lambda code: code.name)
def test_a_page_is_found_by_its_id_and_by_its_name(code):
    assert page(code.id) == page(code.id.lower()) == page(code.name)
    assert page(code.id).code == code.id


@pytest.mark.parametrize(
    "asked", ["QW000", "no-such-page", "", "../codes", "__init__", "QW20", "é"]
)
def test_what_is_not_a_code_has_no_page(asked):
    assert page(asked) is None


@pytest.mark.parametrize("one", PAGES, ids=lambda one: one.name)
def test_a_page_has_its_three_parts(one):
    assert re.findall(r"^## (.+)$", one.text, re.MULTILINE) == ["Why", "Wrong", "Right"]


FOLLOWING = {"too-strong-to-defeat": {"QW301", "QW308"}, "tile-apart": {"QW302"}}
"""What follows from a mistake: who cannot be beaten makes a quest that nobody wins."""


@pytest.mark.parametrize("one", _with("wrong"))
def test_what_is_wrong_is_found_and_nothing_else(one):
    assert set(found_in(one.wrong)) == {one.code, *FOLLOWING.get(one.name, ())}


@pytest.mark.parametrize("one", _with("right"))
def test_what_is_right_is_not_complained_of(one):
    assert found_in(one.right) == []


def test_only_what_no_quest_can_show_has_no_quest():
    packs = {code.id for code in PACK_CODES}
    assert {one.code for one in PAGES if one.wrong is None} == {*WITHOUT_A_QUEST, *packs}
    assert all((one.wrong is None) == (one.right is None) for one in PAGES)


def test_every_rule_to_validate_is_named_by_a_page_or_held_by_the_model():
    named = {rule for one in PAGES for rule in re.findall(r"DSO-B\d+", one.text)}
    rules = {f"DSO-B{number}" for number in range(1, 33)}
    assert named <= rules
    assert named | HELD_BY_THE_MODEL.keys() == rules
    assert not named & HELD_BY_THE_MODEL.keys()


@pytest.mark.parametrize("held", HELD_BY_THE_MODEL.values(), ids=HELD_BY_THE_MODEL.keys())
def test_what_shows_a_rule_held_by_the_model_is_there(held):
    assert (ROOT / held.test).is_file()


def test_pages_name_only_rules_that_the_game_cites():
    from questwright.compiler.packs.load import find_systems

    folder = find_systems(ROOT / "content" / "systems")["dungeon-saga-origins"]
    text = Path(folder, "system.yaml").read_text(encoding="utf-8")
    cited = re.findall(r"^  (DSO-[A-F]): (\d+)$", text, re.MULTILINE)
    highest = {kind: int(most) for kind, most in cited}
    for one in PAGES:
        for kind, number in re.findall(r"(DSO-[A-Z])(\d+)", one.text):
            assert 1 <= int(number) <= highest[kind], f"{one.name}: {kind}{number}"


def test_a_page_says_in_whose_words_its_examples_are(capsys):
    assert explain_code("QW215") == 0
    note, found, _ = capsys.readouterr().out.partition("\n\n## Wrong\n")
    assert found
    assert "The examples are in the words of `dungeon-saga-origins`." in note
    # A pack is no quest, and in nobody's words.
    assert explain_code("QW505") == 0
    assert "in the words of" not in capsys.readouterr().out
