"""Every line that a proof shows is played; and the player wins nothing that cannot be won."""

from __future__ import annotations

import ast
import json
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from oracle import brute
from oracle.replays import lines_of, published, ways_of
from questwright.compiler.publish.document.quest_json import dump, quest_document
from questwright.engine.conditions import COMPARISONS, PredicateKind, Quantity
from questwright.engine.deeds import Step, StepKind
from questwright.engine.document import load_quest
from questwright.engine.replay import replay, replay_document
from questwright.engine.script import Category, EffectKind
from support.documents import SCHEMA
from support.more import amount
from support.paths import GOLDEN, ROOT, SHIPPED
from support.published import bell, every_quest, publications
from support.strategies import Kinds, random_quest

CLAIMED = ("winnable", "can-strand")


# -- what the proof shows ------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("path", every_quest(), ids=lambda path: path.stem)
def test_every_witness_of_a_quest_is_accepted(path):
    for publication in publications(path):
        data = dump(quest_document(publication))
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
    kinds = [
        publication.verdict.kind for path in every_quest() for publication in publications(path)
    ]
    assert sum(kind in CLAIMED for kind in kinds) > 50
    assert kinds.count("can-strand") >= 3
    assert len(SHIPPED) >= 3


def test_what_happens_again_and_again_may_be_told_as_often():
    """While the party walks in and out of a place, an event of it happens each time: seed 50148."""
    one, data = published(random_quest(random.Random(50148)))
    told = [step.target for step in one.proof.verdict().line]
    assert told.count("happening-2") > 2
    assert replay_document(data) == ""


def test_nobody_is_beside_what_stands_behind_a_gate_though_it_is_open_now():
    """The barrels are in the next room, across a corner: seed 120065."""
    one, data = published(random_quest(random.Random(120065)))
    assert one.proof.verdict().stranded
    assert replay_document(data) == ""


@pytest.mark.slow
@pytest.mark.parametrize("tenth", range(amount(3, 10)))
def test_every_witness_of_a_random_quest_is_accepted(tenth):
    claimed = parted = 0
    for seed in range(tenth * 40, tenth * 40 + 40):
        one, data = published(random_quest(random.Random(seed)))
        assert replay_document(data) == "", seed
        claimed += one.proof.kind in CLAIMED
        parted += any(step.who for step in lines_of(load_quest(data))[0])
    assert claimed > 7
    assert parted > 0


# -- what nobody can win ---------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("tenth", range(amount(3, 10)))
def test_no_line_wins_what_a_player_that_tries_everything_never_wins(tenth):
    hopeless = 0
    for seed in range(tenth * 12, tenth * 12 + 12):
        text = random_quest(random.Random(seed), Kinds(ground=False))
        one, data = published(text)
        try:
            outcome = brute.play(one.quest, one.system)
        except brute.TooManyStates:
            continue
        if not outcome.can_win:
            hopeless += 1
            line = tried(load_quest(data), random.Random(seed))
            assert line is None, f"seed {seed}: {line}\n{text}"
    assert hopeless > 0


def tried(quest, chance):
    """A line that wins, found by doing whatever is allowed; None where chance finds none."""
    line = []
    every = every_step(quest)
    # Traps that are asked for are there, as the player without wits takes them to be.
    ways = (0,) * len(quest.data["unknowns"])
    while not replay(quest, line, ways).won:
        chance.shuffle(every)
        step = next((one for one in every if replay(quest, [*line, one], ways).accepted), None)
        if step is None or len(line) > 12:
            return None
        line.append(step)
    return line


def every_step(quest):
    """All that a line could say of a quest."""
    found = []
    for gate in quest.board.gates.values():
        found.append(Step(StepKind.OPEN, gate.id))
        found += [Step(StepKind.EXPLORE, gate.id, area) for area in gate.areas]
    kinds = {
        StepKind.SEARCH: quest.board.areas,
        StepKind.DEFEAT: quest.things,
        StepKind.PICK_UP: [item["id"] for item in quest.data["items"]],
        StepKind.ACT: [action["id"] for action in quest.data["actions"]],
    }
    return found + [Step(kind, id_) for kind, ids in kinds.items() for id_ in ids]


# -- documents -------------------------------------------------------------------------------


def spoiled(path, change):
    (publication,) = publications(path)
    document = json.loads(dump(quest_document(publication)))
    change(document)
    return replay_document(json.dumps(document).encode())


TALLY = next(path for path in SHIPPED if path.stem == "split-tally")


def test_a_document_whose_line_does_not_win_is_told_so():
    def change(document):
        document["verdict"]["line"] = []

    assert spoiled(TALLY, change) == "the winning line: it does not win"


def test_a_document_whose_line_lacks_a_step_is_told_where():
    def change(document):
        line = document["verdict"]["line"]
        del line[next(n for n, step in enumerate(line) if step["target"] == "warden")]

    told = spoiled(TALLY, change)
    assert told.startswith("the winning line: step ")
    assert "“Open the Stock Room Door with the Warden's Key”: nobody has Warden's Key" in told


def test_a_document_whose_stranding_line_wins_is_told_so():

    def change(document):
        document["verdict"]["stranded"] = document["verdict"]["line"]

    assert spoiled(TALLY, change) == "the stranding line: it wins"


def test_a_document_whose_stranding_line_is_not_allowed_is_told_where():
    path = ROOT / "tests" / "cases" / "proof" / "bell-rung-too-soon.quest"

    def change(document):
        document["verdict"]["stranded"] = document["verdict"]["stranded"][1:]

    assert spoiled(path, lambda _: None) == ""
    assert "the stranding line: step 1, “" in spoiled(path, change)
    assert "that does not happen" in spoiled(path, change)


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
        assert frozenset(definitions[name]["required"]) in seen, name


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
