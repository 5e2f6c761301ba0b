"""Every line that a proof shows is played, and lines that were tampered with are refused."""

from __future__ import annotations

import ast
import json
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from oracle.replays import lines_of, published, ways_of
from questwright.compiler.publish.document.quest_json import dump, quest_document
from questwright.engine.conditions import COMPARISONS, PredicateKind, Quantity
from questwright.engine.deeds import StepKind
from questwright.engine.load import load_quest
from questwright.engine.replay import replay, replay_document
from questwright.engine.script import Category, EffectKind
from support.documents import SCHEMA
from support.more import amount
from support.paths import GOLDEN, ROOT, SHIPPED
from support.published import bell, documents, publications, sample_quests
from support.strategies import random_quest

CLAIMED = ("winnable", "can-strand")
STRANDING = [
    ROOT / f"tests/cases/proof/{name}.quest" for name in ("one-step-and-no-wait", "waited-too-long")
]
PLAYED = [*dict.fromkeys((*sample_quests(), *STRANDING))]
"""Some quests, among them such as the party can play into a dead end."""


# -- what the proof shows ------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("path", PLAYED, ids=lambda path: path.stem)
def test_every_witness_of_a_quest_is_accepted(path):
    for data in documents(path):
        assert replay_document(data) == ""
        quest = load_quest(data)
        line, stranded, kind = lines_of(quest)
        if kind in CLAIMED:
            done = replay(quest, line, ways_of(quest))
            assert (done.accepted, done.won, done.lost, done.reason) == (True, True, False, "")
        if stranded:
            done = replay(quest, stranded, ways_of(quest))
            assert (done.accepted, done.won, done.stuck, done.reason) == (True, False, True, "")


@pytest.mark.slow
def test_enough_lines_are_played():
    kinds = [publication.verdict.kind for path in PLAYED for publication in publications(path)]
    assert sum(kind in CLAIMED for kind in kinds) > 20
    assert kinds.count("can-strand") >= 2
    assert len(SHIPPED) >= 3


def test_nobody_is_beside_what_stands_behind_a_gate_though_it_is_open_now():
    """The barrels are in the next room, across a corner: seed 120065."""
    one, data = published(random_quest(random.Random(120065)))
    assert one.proof.verdict().stranded
    assert replay_document(data) == ""


@pytest.mark.slow
@pytest.mark.parametrize("tenth", range(amount(1, 10)))
def test_every_witness_of_a_random_quest_is_accepted(tenth):
    claimed = 0
    for seed in range(tenth * 40, tenth * 40 + 40):
        one, data = published(random_quest(random.Random(seed)))
        assert replay_document(data) == "", seed
        claimed += one.proof.kind in CLAIMED
    assert claimed > 7


# -- documents -------------------------------------------------------------------------------


def spoiled(path, change):
    (publication,) = publications(path)
    document = json.loads(dump(quest_document(publication)))
    change(document)
    return replay_document(json.dumps(document).encode())


TALLY = next(path for path in SHIPPED if path.stem == "split-tally")


def test_a_document_whose_line_does_not_win_is_told_so():
    def change(document):
        del document["verdict"]["line"][-2:]

    assert spoiled(TALLY, change) == "the winning line: it does not win"


def test_a_document_whose_line_lacks_a_step_is_told_where():
    def change(document):
        line = document["verdict"]["line"]
        del line[next(n for n, step in enumerate(line) if step["target"] == "warden")]

    told = spoiled(TALLY, change)
    assert told.startswith("the winning line: step ")
    assert "“The key changes hands”: that does not happen" in told


def test_a_document_whose_line_does_not_say_who_does_what_is_refused():
    def change(document):
        for step in document["verdict"]["line"]:
            step["who"] = None

    assert "`verdict.line[0].who` has to be given" in spoiled(TALLY, change)


def test_a_document_whose_losing_line_does_not_lose_is_told_so():
    def change(document):
        document["verdict"]["losing"] = document["verdict"]["line"]

    assert spoiled(TALLY, change) == "the losing line: the party is not lost at its end"


def test_a_document_whose_stranding_line_wins_is_told_so():

    def change(document):
        document["verdict"]["stranded"] = document["verdict"]["line"]

    assert spoiled(TALLY, change) == "the stranding line: a side has won at its end"


def test_a_document_whose_stranding_line_is_not_allowed_is_told_where():
    path = ROOT / "tests" / "cases" / "proof" / "bell-rung-too-soon.quest"

    def change(document):
        del document["verdict"]["stranded"][0]

    assert spoiled(path, lambda _: None) == ""
    assert "the stranding line: step 1, “" in spoiled(path, change)
    assert "not every member of the party has been set up" in spoiled(path, change)


def test_without_a_verdict_there_is_nothing_to_replay():
    assert replay_document(dump(quest_document(bell()._replace(verdict=None)))) == ""


def test_a_verdict_that_claims_nothing_is_not_held_to_its_line():
    def change(document):
        document["verdict"]["kind"] = "undecided"
        document["verdict"]["line"] = []

    assert spoiled(TALLY, change) == ""


@pytest.mark.parametrize(
    ("way", "value", "words"),
    [
        (("verdict", "line", 0, "kind"), "fly", "`fly`, which this engine does not know"),
        (("verdict", "line", 0, "round"), 0, "is not a whole number from 1"),
        (("verdict", "line", 0, "area"), 3, "`verdict.line[0].area` is not a text"),
        (("things", 0, "kind"), "moon", "`things[0].kind` is not a kind of this document"),
        (("kinds", 0, "category"), "moon", "`moon`, which this engine does not know"),
        (("items", 0, "cell"), "Z9", "`items[0].cell` is not a square of the floor"),
        (("actions", 0, "cells"), ["Z9"], "`actions[0].cells[0]` is not a square of the floor"),
        (("victories", 0, "condition", "is"), "maybe", "`maybe`, which this engine does not"),
        (("events", 0, "condition", "cells"), ["Z9"], "is not a square of the floor"),
        (("events", 0, "effects", 0, "do"), "sing", "`sing`, which this engine does not know"),
    ],
)
def test_a_document_that_cannot_be_played_is_told_why(way, value, words):
    def change(document):
        *before, last = way
        for key in before:
            document = document[key]
        document[last] = value

    assert words in spoiled(TALLY, change)


def test_a_round_is_compared_in_a_way_that_is_known():
    def comparing(how):
        def change(document):
            asked = leaf(document["victories"][0]["condition"])
            late = {**asked, "fact": "round", "number": 3, "comparison": how}
            document["victories"][0]["condition"] = late

        return change

    assert "comparison` is not a text" in spoiled(TALLY, comparing(None))
    assert "comparison` is not a comparison" in spoiled(TALLY, comparing("~"))


def leaf(condition):
    return condition if condition["is"] == "fact" else leaf(condition["parts"][0])


def test_conditions_are_not_nested_without_end():
    def change(document):
        condition = document["victories"][0]["condition"]
        for _ in range(200):
            condition = {"is": "every", "parts": [condition], "origin": None}
        document["victories"][0]["condition"] = condition

    assert "is nested too deeply" in spoiled(TALLY, change)


def test_denials_of_denials_are_read():
    def change(document):
        condition = document["victories"][0]["condition"]
        for _ in range(200):
            condition = {"is": "not", "part": condition, "origin": None}
        document["victories"][0]["condition"] = condition

    assert spoiled(TALLY, change) == ""


def test_bytes_that_are_no_document_are_told_why():
    assert "not JSON" in replay_document(b"")


DATA = (GOLDEN / "quests" / "bell-and-bone.json").read_bytes()


@pytest.mark.slow
@given(st.data())
@settings(max_examples=120, deadline=None)
def test_a_document_with_any_value_put_anywhere_is_played_or_refused(data):
    document = json.loads(DATA)
    parts = ["board", "gates", "things", "items", "events", "actions", "victories", "verdict"]
    holder, key = document, data.draw(st.sampled_from(parts))
    while isinstance(holder[key], dict | list) and holder[key] and data.draw(st.booleans()):
        holder = holder[key]
        keys = sorted(holder) if isinstance(holder, dict) else range(len(holder))
        key = data.draw(st.sampled_from(keys))
    holder[key] = data.draw(st.sampled_from([None, True, -1, 7, "x", "nest", [], {}, [[]]]))
    assert isinstance(replay_document(json.dumps(document).encode()), str)


# -- the schema ------------------------------------------------------------------------------


def test_the_replayer_reads_what_the_schema_says():
    seen = set()
    for name in ("conditions", "script", "deeds"):
        tree = ast.parse((ROOT / "engine" / f"{name}.py").read_text(encoding="utf-8"))
        seen |= {
            frozenset(node.value.split())
            for node in ast.walk(tree)
            if isinstance(node, ast.Constant) and isinstance(node.value, str)
        }
    definitions = SCHEMA["$defs"]
    for name in ("every", "not", "fact", "item", "event", "effect", "action", "victory", "step"):
        assert frozenset(definitions[name]["properties"]) in seen, name


@pytest.mark.parametrize(
    ("words", "definition", "name"),
    [
        (PredicateKind, "fact", "fact"),
        (Quantity, "fact", "quantity"),
        (EffectKind, "effect", "do"),
        (Category, "kind", "category"),
        (StepKind, "step", "kind"),
    ],
)
def test_the_replayer_knows_every_word_of_the_schema(words, definition, name):
    known = SCHEMA["$defs"][definition]["properties"][name]["enum"]
    assert {word.value for word in words} == set(known)


def test_the_replayer_knows_every_comparison_of_the_schema():
    known = SCHEMA["$defs"]["fact"]["properties"]["comparison"]["enum"]
    assert {*COMPARISONS, None} == set(known)


def test_a_step_says_what_it_is_done_to_and_from_where():
    _, data = published((ROOT / "content/quests/split-tally/split-tally.quest").read_text("utf-8"))
    line, _, _ = lines_of(load_quest(data))
    explored = [step for step in line if step.kind is StepKind.EXPLORE]
    assert [(step.target, step.area) for step in explored] == [("shelf-passage", "clerks-hall")]
