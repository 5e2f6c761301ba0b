"""The worst moment of each component: how many are on the table at once, and when."""

from __future__ import annotations

import random

import pytest

from questwright.compiler.analysis.moments import gate_moments
from questwright.compiler.analysis.needs import needed_pieces
from questwright.compiler.packs.load import load_system
from questwright.compiler.publish.book.chapter.box import box_rows
from questwright.compiler.publish.book.desk.desk import Desk
from questwright.compiler.publish.document.quest_json import quest_document
from support.kept import system_of
from support.more import amount
from support.one_text import compiled, results
from support.paths import PACKS, ROOT
from support.published import publications

VAULT = load_system(PACKS / "vault").system
SIDE = 3
STROKES = ROOT / "content" / "quests" / "nine-strokes" / "nine-strokes.quest"


def rooms(seed):
    """Rooms of one square in a grid, and a door on its own square between some of them."""
    rng = random.Random(seed)
    spots = [(row, column) for row in range(SIDE) for column in range(SIDE)]
    pairs = [((r, c), (r, c + 1)) for r in range(SIDE) for c in range(SIDE - 1)]
    pairs += [((r, c), (r + 1, c)) for r in range(SIDE - 1) for c in range(SIDE)]
    doors = sorted(rng.sample(pairs, rng.randint(3, 9)))
    open_ = [pair for pair in doors if rng.random() < 0.2]
    parts = {spot: {spot} for spot in spots}
    for near, far in open_:
        joined = parts[near] | parts[far]
        parts |= dict.fromkeys(joined, joined)
    # A door inside of a room is refused, and stands nowhere.
    shut = [(near, far) for near, far in doors if far not in parts[near]]
    return rng.choice(spots), shut, open_


def text_of(start, doors, open_):
    rows = [["#"] * (2 * SIDE - 1) for _ in range(2 * SIDE - 1)]
    for row in range(SIDE):
        for column in range(SIDE):
            rows[2 * row][2 * column] = "."
    lines = []
    for (row, column), (down, across) in [*doors, *open_]:
        at = row + down, column + across
        rows[at[0]][at[1]] = "."
        if ((row, column), (down, across)) in doors:
            place = f"{chr(65 + at[1])}{at[0] + 1}"
            lines.append(f"slab at {place} locked padlock dice 2 iron 2")
    drawn = "\n    ".join("".join(row) for row in rows)
    body = "\n  ".join(lines)
    return f'''quest job "The Job" {{
  system vault
  gang cracker
  board {{
    draw """
    {drawn}
    """
  }}
  {body}
  rope at {chr(65 + 2 * start[1])}{2 * start[0] + 1}
  victory burglars when all burglars leave
}}
'''


def most_by_trying(start, doors, open_):
    """Each set of doors that can be opened one after the other; no thought is taken."""
    best, seen, waiting = 0, set(), [frozenset()]
    while waiting:
        opened = waiting.pop()
        if opened in seen:
            continue
        seen.add(opened)
        there = {start}
        while True:
            more = {end for way in (*opened, *open_) if there & set(way) for end in way}
            if more <= there:
                break
            there |= more
        standing = [door for door in doors if door not in opened and there & set(door)]
        best = max(best, len(standing))
        waiting += [opened | {door} for door in standing]
    return best


@pytest.mark.parametrize("seed", range(amount(25, 300)))
def test_no_more_doors_stand_at_once_than_anybody_can_bring_about(seed):
    plan = rooms(seed)
    (quest,) = results(text_of(*plan), PACKS).quests
    moments = gate_moments(quest.quest)
    assert (moments["slab"].total if moments else 0) == most_by_trying(*plan)


def needs_of(text):
    case = compiled(text)
    system = system_of("dungeon-saga")
    return {need.word: need for need in needed_pieces(case.quest, system)}


def saga(body, settings=""):
    return f"""quest job "The Job" {{
  system dungeon-saga
  heroes orlaf
  {settings}
  board {{
    tile t03a as hall
    tile t24a as gallery
    join hall:east to gallery:west
  }}
  start at hall:C4
  {body}
  victory heroes when any hero at gallery:K3
}}
"""


def test_who_may_be_raised_counts_with_who_is_there():
    """DKQ-B2: placed and raisable together are no more than the box has."""
    needs = needs_of(
        saga(
            "zombie at gallery:C2 facing west\n  bones at gallery:D2, gallery:E2", "raise-zombies 2"
        )
    )
    assert needs["zombie"].most == 3
    assert needs["zombie"].moment.brought == 2


def test_no_more_are_raised_than_there_are_bones():
    needs = needs_of(saga("bones at gallery:D2", "raise-zombies 4"))
    assert needs["zombie"].most == 1


def test_the_fallen_leave_bones_to_raise_from():
    """DKQ-B20: a figure that leaves bones is a source."""
    needs = needs_of(saga("skeleton-warrior at gallery:C2 facing west", "raise-zombies 4"))
    assert (needs["bones"].start, needs["bones"].most) == (1 - 1, 1)
    assert needs["zombie"].most == 1


def test_who_comes_when_another_falls_needs_no_figure_of_their_own():
    body = """zombie first at gallery:C2 facing west
  event when first defeated {
    spawn zombie near gallery:J2 facing west
  }"""
    assert needs_of(saga(body))["zombie"].most == 1
    both = body.replace("spawn zombie", "spawn 2 zombie")
    assert needs_of(saga(both))["zombie"].most == 2
    late = body.replace("first defeated", "round >= 2")
    assert needs_of(saga(late))["zombie"].most == 2


def codes(text):
    return [(one.code.id, one.message) for one in results(text).findings]


def test_a_raise_list_that_the_box_cannot_fill_is_found():
    body = "zombie at gallery:C2, gallery:D2, gallery:E2 facing west"
    body += "\n  bones at gallery:F2, gallery:G2, gallery:F4, gallery:G4"
    assert ("QW224", "4 more zombies may not be in the box") in codes(saga(body, "raise-zombies 4"))
    assert codes(saga(body, "raise-zombies 3")) == []


def test_nobody_is_raised_from_nothing():
    """DKQ-B20."""
    found = codes(saga("ghost at gallery:C2 facing west", "raise-zombies 1"))
    said = "`raise-zombies 1` brings nobody: no Pile of Bones ever lies on the board"
    assert found == [("QW283", said)]


def test_an_overlord_who_raises_nobody_has_no_raise_list():
    """DKQ-B20: a raise list asks for an Overlord who raises."""
    settings = "overlord nobody-who-raises\n  raise-zombies 1"
    found = codes(saga("bones at gallery:C2", settings))
    said = "`raise-zombies 1` and `overlord nobody-who-raises` cannot both hold"
    assert found == [("QW230", said)]


def test_a_door_that_is_taken_away_stands_elsewhere_later():
    """DKQ-B3, DKQ-B12: seven single doors in a row are never more than two on the table."""
    cells = "".join("." for _ in range(15))
    doors = "\n  ".join(
        f"door at {chr(66 + 2 * number)}1 locked mundane dice 2 armour 2" for number in range(7)
    )
    text = f'''quest job "The Job" {{
  system dungeon-saga
  heroes orlaf
  board {{
    draw """
    {cells}
    """
  }}
  start at A1
  {doors}
  victory heroes when any hero at O1
}}
'''
    assert codes(text) == []
    assert needs_of(text)["door"].most == 1
    middle = text.replace("start at A1", "start at G1").replace("hero at O1", "hero at O1")
    assert needs_of(middle)["door"].most == 2


def test_a_document_says_when_the_most_of_each_are_there():
    (case,) = publications(STROKES)
    needs = {need["word"]: need for need in quest_document(case)["needs"]}
    assert needs["door"]["most"] == 3
    assert needs["skeleton-warrior"]["most"] == 6
    assert needs["skeleton-warrior"]["moment"] == {
        "areas": ["gallery"],
        "events": ["seventh"],
        "brought": 3,
    }


def test_the_annex_says_when_the_most_of_each_are_there():
    (case,) = publications(STROKES)
    rows = {row.what: row for row in box_rows(Desk(case.quest, case.system))}
    warriors = rows["Skeleton Warriors"]
    assert (warriors.start, warriors.most, warriors.box) == (0, 6, "6")
    assert warriors.when == (
        "with The Gallery set out; once “The seventh stroke” has happened; 3 brought into play"
    )
    assert rows["Barrels"].when == ""
