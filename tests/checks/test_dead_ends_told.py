"""What is said of a dead end names what makes it one."""

from __future__ import annotations

from support.one_text import results
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
