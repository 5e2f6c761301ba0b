"""Traps that go off under whoever enters them, and are found and made harmless, as a pack says."""

from __future__ import annotations

import json
from random import Random

import pytest

from oracle.witness import judge
from questwright.compiler.model.publication import Publication
from questwright.compiler.publish.book.book import compose_book
from questwright.compiler.publish.document.quest_json import dump, quest_document
from questwright.engine.replay import replay_document
from support.more import amount
from support.one_text import results
from support.paths import ROOT

PACKS = ROOT / "tests" / "systems"
DRAIN = """quest cold-drain "The Cold Drain" {{
  system salt
  crew {crew}
  stray young-eel
  board {{
    draw \"\"\"
    +-+-+-+-+-+-+
    |s . . n . .|
    +-+-+-+ +-+-+
    |s . . n . l|
    +-+-+-+-+-+-+
    \"\"\"
    s: stair
    n: snare
    l: lamp far-lamp "The Far Lamp"
  }}
  vault drain at A1..F2 "The Drain"
  action light at far-lamp "Light it"
  {body}
  victory bargees when {goal}
}}
"""
KILLS = "event when snare-2 sprung { end tide }"


def made(body, crew="stoker, polewoman", goal="light done"):
    (quest,) = results(DRAIN.format(crew=crew, body=body, goal=goal), PACKS).quests
    assert quest.proof is not None, [finding.message for finding in quest.findings]
    return quest


@pytest.mark.parametrize(
    ("body", "crew", "goal", "expected"),
    [
        # The way leads over the second snare, and only the stoker makes it harmless.
        (KILLS, "stoker, polewoman", "light done", "winnable"),
        (KILLS, "stoker", "light done", "winnable"),
        (KILLS, "polewoman", "light done", "unwinnable"),
        ("", "polewoman", "light done", "winnable"),
        # What goes off does so at once, and once: nobody gets past it without.
        ("", "polewoman", "light done and no snare sprung", "unwinnable"),
        ("", "stoker", "light done and not snare-2 sprung", "can-strand"),
        # An event may take it away, or set it off.
        (
            "event when drain searched { remove snare-2 }\n  " + KILLS,
            "polewoman",
            "light done",
            "winnable",
        ),
        ("event when drain searched { trigger snare-2 }", "stoker", "snare-2 sprung", "winnable"),
    ],
)
def test_known_answers(body, crew, goal, expected):
    quest = made(body, crew, goal)
    assert str(quest.proof.kind) == expected
    assert judge(quest.quest, quest.system).verdict == expected


def test_it_is_searched_for_first_and_reached_from_beside():
    steps = made(KILLS).proof.verdict().line
    texts = [step.text for step in steps]
    search = texts.index("Stoker: Dredge the Drain")
    unhook = texts.index("Stoker: Unhook the snare")
    assert search < unhook
    assert steps[unhook - 1].text == "Stoker walks to C1 in the Drain"


def publication(quest):
    return Publication(quest.quest, quest.system, quest.proof.verdict(), {}, ())


@pytest.mark.parametrize("crew", ["stoker, polewoman", "stoker"])
def test_the_engine_plays_it(crew):
    data = dump(quest_document(publication(made(KILLS, crew))))
    assert replay_document(data) == ""
    actions = {action["id"]: action for action in json.loads(data)["actions"]}
    assert actions["clear-snare-1"]["beside"]
    assert actions["clear-snare-1"]["by"] == ["stoker"]
    assert not actions["light"]["beside"]


def test_the_book_prints_it_once():
    chapter = compose_book([publication(made(KILLS))]).chapters[0]
    unhook = [action for action in chapter.actions if action.title == "Unhook the snare"]
    (action,) = unhook
    assert (action.who, action.where) == ("Stoker", "beside any Snare")
    text = " ".join(run.text for paragraph in action.text for run in paragraph.runs)
    assert text == "Only once a search of its area has found it. Then it is harmless."
    assert not any("goes off" in event.title for event in chapter.events)


# -- the second player ----------------------------------------------------------------------------


def random_drain(seed):
    """A row of flags with snares, and what comes of them."""
    rng = Random(seed)
    columns, rows = rng.randint(4, 5), rng.randint(1, 2)
    cells = [f"{'ABCDE'[column]}{row + 1}" for row in range(rows) for column in range(columns)]
    crew = rng.choice(["stoker", "polewoman", "stoker, polewoman"])
    start = cells[: crew.count(",") + 1]
    far = cells[len(start) :]
    snares = rng.sample(far, min(len(far) - 1, rng.randint(1, 2)))
    wall = "+" + "-+" * columns
    between = f"\n    {'+' + ' +' * columns}\n    "
    drawn = between.join(["|" + ". " * (columns - 1) + ".|"] * rows)
    lamp = rng.choice(far)
    named = [f"snare-{number}" for number in range(1, len(snares) + 1)]
    trap, other = rng.choice(named), rng.choice(named)
    hit = rng.choice(
        [
            "end tide",
            f"block {rng.choice(cells)}",
            "set wet",
            "remove stoker" if "stoker" in crew else "set wet",
        ]
    )
    goal = rng.choice(
        [
            "light done",
            f"light done and not {other} sprung",
            f"{other} sprung and light done",
            f"clear-{other} done and light done" if "stoker" in crew else "light done",
        ]
    )
    return f"""quest drain "Drain" {{
  system salt
  crew {crew}
  board {{
    draw \"\"\"
    {wall}
    {drawn}
    {wall}
    \"\"\"
  }}
  stair at {", ".join(start)}
  snare at {", ".join(snares)}
  vault drain at A1..{cells[-1]}
  action light at {lamp}
  event when {trap} sprung {{
    {hit}
  }}
  victory bargees when {goal}
}}
"""


@pytest.mark.parametrize("seed", range(amount(12, 300)))
def test_the_second_player_comes_to_the_same_verdict(seed):
    (quest,) = results(random_drain(seed), PACKS).quests
    played = judge(quest.quest, quest.system, 8_000)
    if played.verdict not in ("too big", "refused"):
        assert str(quest.proof.kind) == played.verdict
    assert played.verdict != "refused", played
