"""Gates that stand open, and are locked once an event shuts them."""

from __future__ import annotations

import pytest

from oracle.planner import disagreement, needs_planner
from oracle.replays import assert_followed
from oracle.witness_run import compare
from questwright.compiler.model.publication import Publication
from questwright.compiler.model.verdict import VerdictKind
from questwright.compiler.publish.book.book import compose_book
from support.halls import three_halls
from support.more import some
from support.one_text import compiled
from support.small import TWO_ROOMS, verdict

WON, STRANDED, LOST = VerdictKind.WINNABLE, VerdictKind.CAN_STRAND, VerdictKind.UNWINNABLE

SLAM = "item cup at D1\n  event slam when cup taken { close first }"
HOME = "any hero in a and cup taken"
LEVER = "lever lever at C2\n  action haul at lever\n  event done when haul done"
SCENES = [
    (LOST, "open barred", SLAM, {"heroes": "orlaf"}),
    # A friend stays behind: it has not been asked that the same one comes home.
    (STRANDED, "open barred", SLAM, {}),
    # Anybody opens it again where it has no lock, or once it is unlocked.
    (WON, "open", SLAM, {"heroes": "orlaf"}),
    (WON, "open barred", f"{SLAM}\n  {LEVER} {{ unlock first }}", {"heroes": "orlaf"}),
    # Who hauls before it is shut opens what stands open.
    (STRANDED, "open barred", f"{SLAM}\n  {LEVER} {{ open first }}", {"heroes": "orlaf"}),
    # Whoever has the key comes back; who has left it at home does not.
    (STRANDED, "open locked by k", f"item k at A2\n  {SLAM}", {"heroes": "orlaf"}),
    (WON, "open locked by k", f"item k at D2\n  {SLAM}", {"heroes": "orlaf"}),
    (STRANDED, "open locked by k spent", f"item k at D2\n  {SLAM}", {
        "heroes": "orlaf", "second": "locked by k spent",
    }),
    # It may fall shut by itself as well.
    (STRANDED, "open barred shuts after 2", "item cup at D1", {"heroes": "orlaf"}),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "first", "body", "more"), SCENES)
def test_a_gate_is_locked_from_when_it_is_shut(kind, first, body, more):
    assert_followed(three_halls(HOME, body, first=first, **more), kind)


@needs_planner
@pytest.mark.parametrize(("kind", "first", "body", "more"), SCENES)
def test_a_planner_agrees(kind, first, body, more):
    one = compiled(three_halls(HOME, body, first=first, **more))
    assert disagreement(one.quest, one.proof.shown) == ""


@pytest.mark.slow
def test_two_players_agree_on_them():
    for seed in some(range(1000), 7):
        assert not compare(seed, 400, "slammed").differences, seed


def test_the_book_says_what_it_asks_for_once_it_is_shut():
    one = compiled(three_halls(HOME, f"item k at D2\n  {SLAM}", first="open locked by k"))
    verdict = one.proof.verdict()
    (chapter,) = compose_book([Publication(one.quest, one.system, verdict, {}, ())]).chapters
    (note,) = (row.note for row in chapter.areas[0].contents if row.name == "First")
    told = "".join(run.text for run in note)
    assert told.startswith("open; once shut, locked: the K opens it; leads to ")


def test_a_door_that_stands_open_shows_nothing_by_being_opened():
    """A key would open it again once it is shut: whoever never looks in loses the way to."""
    body = """room a at A1, B1
  room b at A2, B2
  start at A1
  door d1 at A1|A2 open locked by bell
  item bell at B2
  item cup at A1
  action pull at A1 when b revealed
  event e1 when cup taken {
    block A2
  }
  event e2 when a searched {
    unlock d1
  }
  event e3 when pull done {
    close d1
  }
  victory heroes when pull done"""
    assert verdict(TWO_ROOMS, body, "orlaf") == "can-strand"
