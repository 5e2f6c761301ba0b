"""`questwright deal`: a seed deals a board, the same one each time."""

from __future__ import annotations

import json
import subprocess
import sys
from xml.etree import ElementTree as ET

import jsonschema
import referencing

from questwright.compiler.assets import SCHEMAS_DIR
from questwright.compiler.deals import deal_board, shuffled
from support.paths import CASES, ROOT
from support.published import result_of
from support.strategies import child_environment, run

QUEST = ROOT / "content" / "quests" / "low-tide" / "low-tide.quest"
FORMS = ("text", "json", "svg")
EACH = """
import sys
from questwright.compiler.cli.main import main
_, quest, *forms = sys.argv
for form in forms:
    sys.argv = ["questwright", "deal", quest, "--seed", "7", "--format", form]
    main()
    print("--", flush=True)
"""


def deal(*arguments):
    return run("deal", *arguments)


def schema(name):
    return json.loads((SCHEMAS_DIR / f"{name}.schema.json").read_text(encoding="utf-8"))


def test_the_same_seed_gives_the_same_bytes():
    told = [
        subprocess.run(
            [sys.executable, "-c", EACH, QUEST, *FORMS],
            env=child_environment(PYTHONHASHSEED=seed),
            capture_output=True,
            encoding="utf-8",
            check=True,
        ).stdout
        for seed in (1, 2)
    ]
    assert told[0] == told[1]
    here = [deal(QUEST, "--seed", 7, "--format", form).out for form in FORMS]
    assert told[0] == "".join(f"{text}--\n" for text in here)
    for form, text in zip(FORMS, here, strict=True):
        assert text != deal(QUEST, "--seed", 8, "--format", form).out != ""


def test_the_document_meets_its_schema_and_lays_each_card_once():
    document = json.loads(deal(QUEST, "--seed", 3, "--format", "json").out)
    quest = schema("quest")
    known = referencing.Registry().with_resource(
        quest["$id"], referencing.Resource.from_contents(quest)
    )
    jsonschema.Draft202012Validator(schema("deal"), registry=known).validate(document)
    (dealt,) = document["quests"]
    assert [card["place"] for card in dealt["cards"]] == list(range(1, 14))
    (goal,) = [card for card in dealt["cards"] if card["section"] == "drowned-altar"]
    assert goal["place"] >= 7
    assert dealt["found"]
    laid = [card for card in dealt["cards"] if card["row"] is not None]
    assert min(card["row"] for card in laid) == min(card["column"] for card in laid) == 1
    for card in laid:
        # The sign stands in the middle of its section, which is five squares wide and high.
        if card["section"] != "drowned-altar":
            row, column = 2 * (card["row"] + 1) + 1, 2 * (card["column"] + 1) + 1
            assert dealt["map"][row][column] == card["sign"]


def test_the_drawing_has_each_square_that_lies_once_and_each_sign():
    drawing = ET.fromstring(deal(QUEST, "--seed", 3, "--format", "svg").out)
    document = json.loads(deal(QUEST, "--seed", 3, "--format", "json").out)
    (dealt,) = document["quests"]
    name = "{http://www.w3.org/2000/svg}"
    squares = [(rect.get("x"), rect.get("y")) for rect in drawing.iter(f"{name}rect")]
    laid = [card for card in dealt["cards"] if card["row"] is not None]
    sizes = {card["section"]: 35 if card["section"] == "drowned-altar" else 25 for card in laid}
    assert len(squares) == len(set(squares)) == sum(sizes[card["section"]] for card in laid)
    letters = "".join(text.text for text in drawing.iter(f"{name}text"))
    assert all(card["sign"] in letters for card in laid)
    assert drawing.find(f"{name}title").text == "Low Tide, seed 3"


def deck_of(path):
    return result_of(path).quests[0].quest.deck


def test_ways_beyond_a_junction_have_their_piles_from_the_bottom():
    deck, seen = deck_of(QUEST), 0
    for seed in range(30):
        cards = deal_board(deck, shuffled(deck, seed)).cards
        forks = [card.place for card in cards if card.section.word == "fork"]
        if len(forks) == 1 and cards[forks[0] - 1].turn:
            # The lowest card is the first way's, the one above it the second's (WHQ-C47).
            below = {card.place: card.way for card in cards[forks[0] :] if card.turn}
            assert set(below.items()) <= {
                (place, "12"[(13 - place) % 2]) for place in range(forks[0] + 1, 14)
            }
            assert {"1", "2"} <= {*below.values()} or forks[0] > 11
            seen += 1
    assert seen > 3


def test_a_quest_without_a_deck_is_told_so():
    plain = ROOT / "content" / "quests" / "small-change" / "small-change.quest"
    done = deal(plain)
    assert done.code == 1
    assert "QW268" in done.err
    assert done.out == ""


def test_a_deal_that_leaves_the_objective_out_of_reach_says_so():
    quest = CASES / "decks" / "a-lost-deal-is-allowed.quest"
    deck = deck_of(quest)
    lost = next(seed for seed in range(99) if not deal_board(deck, shuffled(deck, seed)).is_found)
    done = deal(quest, "--seed", lost)
    assert done.code == 0
    assert "out of reach" in done.out
    assert "never turned over" in done.out
