"""What a quest asks of its party, in figures, and that a campaign asks more and more."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest

from questwright.compiler.cli.prove import ProveOptions, prove_quests
from questwright.compiler.odds.difficulty import COLUMNS, difficulty_of, in_figures
from questwright.compiler.publish.book.campaign import compose_campaign
from questwright.compiler.publish.book.render.html import book_source
from support.more import more
from support.one_text import results
from support.paths import ROOT
from support.published import campaign_of

LINE = ROOT / "content" / "quests" / "deep-line.quest"
CELLS = """
quest the-cells "The Cells" {{
  system dungeon-saga
  heroes orlaf, danor
  {settings}
  board {{
    draw \"\"\"
    ss. ..... ....
    ss............
    ... ..... ....
    \"\"\"
    s: start
  }}
  door front at D2 {front}
  door back at J2 locked ward power 4
  room hall at A1..C3
  room den at D2, E1..I3
  room cell at J2, K1..N3
  {body}
  victory heroes when {won}
  victory overlord when deck spent
}}
"""


def asked(front="locked mundane dice 2 armour 2", won="den revealed", body="", settings="deck 12"):
    text = CELLS.format(front=front, won=won, body=body, settings=settings)
    result = results(text)
    (quest,) = result.quests
    assert quest.proof is not None, [finding.message for finding in result.findings]
    return difficulty_of(quest.quest, quest.proof.verdict(), quest.system)


def test_a_lock_that_is_hard_to_break_delays_the_line_dkq_b7():
    easy, hard = asked(), asked("locked mundane dice 4 armour 5")
    assert easy.line == hard.line
    assert 1 <= easy.locks < hard.locks
    # All at the lock begin in the first round, and it is what comes after that which is late.
    assert hard.expected - hard.line == hard.locks - 1
    assert hard.used == hard.expected / 10


def test_a_ward_takes_the_rounds_of_its_spells_dkq_b9():
    # Sunder Seal takes 3 of the ward's 4, and Unpick the rest in the same round.
    assert asked(won="cell revealed").locks == asked().locks + 1
    slow = asked(won="cell revealed", settings="deck 12\n  spells unpick")
    assert slow.locks == asked().locks + 4


def test_foes_count_where_the_line_goes():
    here, behind = "zombie at G1 facing west", "zombie at M1 facing west"
    assert (asked().foes, asked().threat) == (0, 0)
    # What opens a door stands before it; the door's area is that behind it.
    both = asked(won="cell revealed", body=f"{here}\n{behind}")
    near = asked(won="any hero at G3", body=f"{here}\n{behind}")
    assert (near.foes, both.foes) == (1, 2)
    assert both.threat == 2 * near.threat > 0


def test_without_a_last_round_there_is_no_share():
    own = asked()._replace(last=0)
    assert own.used is None
    assert own._replace(last=10, line=4, expected=Fraction(5)).used == Fraction(1, 2)


@pytest.fixture(scope="module")
def deep_line():
    return campaign_of(LINE)


def test_the_ten_adventures_ask_more_and_more(deep_line):
    every = [difficulty_of(own.quest, own.verdict, own.system) for own in deep_line.quests]
    assert len(every) == 10
    shares = [own.used for own in every]
    threats = [own.threat for own in every]
    assert shares == sorted(set(shares))
    assert threats == sorted(set(threats))
    # Time is left for what goes wrong.
    assert all(own.expected + 2 <= own.last for own in every)


def test_the_book_has_the_table(deep_line):
    html = book_source(compose_campaign(deep_line)).html
    assert "What each quest asks" in html
    table = html[html.index("What each quest asks") :]
    table = table[: table.index("</table>")]
    # A number and its sign stay in one line.
    cells = re.findall(r"<td>([^<]*)</td>", table.replace("\N{NO-BREAK SPACE}%", " %"))
    assert len(cells) == 10 * len(COLUMNS)
    shown = [tuple(cells[n : n + len(COLUMNS)]) for n in range(0, len(cells), len(COLUMNS))]
    assert [row[1:] for row in shown] == [row[1:] for row in in_figures(deep_line)]
    assert (shown[0][0], shown[-1][0]) == ("Nine Strokes", "The Last Line")


def test_the_page_of_the_game_has_the_table(deep_line):
    """The table of the page is that which the compiler works out; put in what this shows."""
    page = (ROOT / "docs" / "reference" / "dungeon-saga-adventures.md").read_text(encoding="utf-8")
    head = [column.lower() for column in COLUMNS]
    rows = [head, ["---", *["---:"] * (len(head) - 1)], *in_figures(deep_line)]
    table = "\n".join(f"| {' | '.join(row)} |" for row in rows)
    assert table in page, table


@more
def test_prove_tells_the_table_of_a_campaign(capsys):
    assert prove_quests(ProveOptions((str(LINE),), uses_cache=False)) == 0
    told = capsys.readouterr().out.splitlines()
    start = told.index("The Deep Line: what each quest asks")
    columns = told[start + 1].split()
    assert columns == [
        "quest", "soonest", "line", "expected", "last", "used", "locks", "foes", "threat",
    ]  # fmt: skip
    assert len(told) == start + 12
    assert told[start + 6].split()[-9] == "5"
