"""What is said of a dead end names what makes it one."""

from __future__ import annotations

from support.one_text import compiled, results
from support.paths import CASES

RING = '''
quest ring "The Ring" {
  system dungeon-saga-origins
  heroes orlaf, madriga
  marauder zombie
  board {
    draw """
    +-+-+-+
    |s . .|
    + + + +
    |s . .|
    +-+-+-+
    """
    s: start
  }
  room yard at A1..C2 "The Yard"
  item ring "The Ring" bound at C2
  victory heroes when orlaf carries ring
}
'''


def test_what_is_bound_is_said_to_be_so():
    (found,) = (f for f in results(RING).findings if f.code.name == "can-strand")
    assert found.help.startswith("whoever takes the Ring keeps it: it is `bound`")
    assert "`allow can-strand by ring" in found.help


def test_it_is_told_by_those_with_whom_the_last_step_loses_it():
    """Only the Wizard can read the ledger: as long as somebody else is shut in, it can be won."""
    text = (CASES / "proof/lost-by-the-one-who-reads.quest").read_text(encoding="utf-8")
    (found,) = (f for f in results(text).findings if f.code.name == "can-strand")
    assert found.label.text.startswith("after “The Wizard walks to C4")
    assert not any("The Wizard: Turn the winch" in label.text for label in found.related)


GIVEN = RING.replace('item ring "The Ring" bound at C2', "LINES").replace(
    "victory heroes when orlaf carries ring",
    "victory heroes when orlaf carries ring and madriga carries bell",
)


def test_it_is_told_who_gets_what_an_event_gives():
    """The line that wins and the one that does not differ in nothing else."""
    lines = (
        'item ring "The Ring" bound\n  item bell "The Bell" bound\n  action pull at C2 "Pull"\n'
        '  event gift "The Gift" when pull done {\n    give ring, bell\n  }'
    )
    (one,) = results(GIVEN.replace("LINES", lines)).quests
    verdict = one.proof.verdict()
    (won,) = (step.text for step in verdict.line if step.kind == "event")
    (lost,) = (step.text for step in verdict.stranded if step.kind == "event")
    assert won == "The Gift: Orlaf gains the Ring, Madriga gains the Bell"
    assert lost != won
    assert "gains the Ring" in lost


def test_what_a_row_of_a_table_blocks_is_told_at_the_row():
    rows = '1..3 "Rubble" { block C1 }\n    4..6 "Dust" { note "Dust." }'
    lines = f"item ring among B2, C1\n  table night with d6 {{\n    {rows}\n  }}"
    text = GIVEN.replace("LINES", lines).replace(" and madriga carries bell", "")
    (found,) = (f for f in results(text).findings if f.code.name == "not-in-every-world")
    told = {label.text: text[label.span.start : label.span.end] for label in found.related}
    assert told["C1 is blocked, and nothing clears it"] == "block C1"
    assert "nobody comes to C1" in told


FALL = '''
quest fall "The Fall" {
  system dungeon-saga-origins
  heroes orlaf, rordin, danor
  marauder zombie
  board {
    draw """
    +-+-+-+-+
    |. . .|.|
    +-+-+-+-+
    """
  }
  start at A1 for orlaf
  start at C1 for rordin
  start at B1 for danor
  room hall at A1, B1, C1
  room crypt at D1
  door gate at C1|D1
  action pull at D1
  event fall whenever orlaf at C1 {
    close gate
    block D1
  }
  victory heroes when pull done and any hero at B1
}
'''


def test_where_a_line_of_its_kind_is_told_nothing_is_said_of_another():
    verdict = compiled(FALL).proof.verdict()
    assert verdict.stranded
    assert not verdict.undecided
