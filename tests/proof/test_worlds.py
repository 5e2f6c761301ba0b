"""Worlds: what the party does not know, and what is proven, printed and played of each way."""

from __future__ import annotations

import json
import random
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from proof.ferry import TABLE, quest

from oracle.fuzz import played_in_worlds
from oracle.random_worlds import random_worlds
from oracle.replays import published
from questwright.compiler.analysis.worlds import count_worlds, each_world
from questwright.compiler.model.quest import UnknownSort
from questwright.compiler.model.verdict import QuestPart, VerdictKind, named_worlds, worst
from questwright.compiler.verdict.budget import Budget
from questwright.compiler.verdict.decide.search import Search
from questwright.compiler.verdict.prove import Proof
from questwright.compiler.wording.unknown import dice_in_words
from questwright.engine.deeds import read_step
from questwright.engine.load import load_quest
from questwright.engine.reading import Node, UnreadableDocument
from questwright.engine.replay import replay, replay_document
from support.documents import IN_PYTHON
from support.more import amount
from support.one_text import compiled, results, without_checks, without_proof


def worlds(text):
    """The titles of the worlds of a quest, with the verdict of each."""
    one = compiled(text)
    return {", ".join(world.parts): str(world.kind) for world in one.proof.worlds}


# -- which worlds there are ------------------------------------------------------------------


def test_every_way_meets_every_other():
    table = TABLE.format(here="set here", gone="set gone")
    assert worlds(quest(more=table)) == {
        f"the Prisoner is at {square}, the Iron Key is {place}, {table}": "winnable"
        for square in ("F1", "E2")
        for place in ("in the Hoard", "at A2")
        for table in ("the table “The boat” says “Here”", "the table “The boat” says “Gone”")
    }


def test_what_is_rolled_has_its_exact_chance():
    text = quest(more=TABLE.format(here="set here", gone="set gone"))
    one = compiled(text)
    (table,) = [u for u in one.quest.unknowns if u.sort is UnknownSort.TABLE]
    assert [way.chance for way in table.ways] == [Fraction(5, 12), Fraction(7, 12)]
    # Where somebody chooses as well, nobody knows how likely it is.
    assert {world.chance for world, _ in one.proof.each} == {None}
    alone = compiled(text.replace("among hoard, A2", "in hoard").replace('" among\n', '"\n'))
    assert [world.chance for world, _ in alone.proof.each] == [Fraction(5, 12), Fraction(7, 12)]


def test_some_results_are_rolled_again():
    rows = 'table boat with 2 d6 without 2, 10..12 { 3..5 "Here" { } 6..9 "Gone" { } }'
    one = compiled(quest(more=rows.replace(" { 3", " {\n3").replace("} 6", "}\n6")))
    (table,) = [u for u in one.quest.unknowns if u.sort is UnknownSort.TABLE]
    # Seven of the 36 ways in which two dice fall are rolled again.
    assert [way.chance for way in table.ways] == [Fraction(9, 29), Fraction(20, 29)]
    assert dice_in_words(table) == "2 d6, again on 2, 10, 11 or 12"


@pytest.mark.parametrize(
    ("squares", "laid", "asked", "expected"),
    [
        # Of eight tokens five are real and three are false.
        (1, 1, "snare sprung", 2),
        (3, 1, "snare sprung", 2),
        (3, 1, "any trap sprung", 4),
        (3, 3, "any trap sprung", 8),
        (4, 4, "any trap sprung", 15),  # three are false at the most
        (6, 6, "any trap sprung", 41),  # three to five of them are real
    ],
)
def test_traps_are_laid_as_tokens_allow(squares, laid, asked, expected):
    cells = ["B1", "C1", "A2", "C2", "D2", "E1"][:squares]
    more = "\n  ".join(
        f"trap {'snare' if not number else f'other-{number}'} at {cell} facing north"
        for number, cell in enumerate(cells)
    )
    text = quest(places="hoard, B2", more=more, goal=f"all heroes in crypt or {asked}", traps=laid)
    text = text.replace('" among\n', '"\n').replace(". h|", ". h|", 1)
    text = text.replace("among hoard, B2", "in hoard").replace("|. h .|", "|. . .|")
    one = compiled(text)
    assert count_worlds(one.quest, one.system) == expected
    assert sum(1 for _ in each_world(one.quest, one.system)) == expected


def test_traps_that_nothing_asks_about_make_no_worlds():
    text = quest(more="trap snare at B1 facing east", traps=1)
    assert [unknown.id for unknown in compiled(text).quest.unknowns] == ["prisoner", "iron-key"]


# -- the verdict -----------------------------------------------------------------------------


def test_the_worst_world_is_shown():
    one = compiled(quest(places="hoard, E1"))
    verdict = one.proof.verdict()
    assert verdict.kind is VerdictKind.UNWINNABLE
    assert verdict.world.title == "the Prisoner is at F1, the Iron Key is at E1"
    assert [world.kind.value for world in verdict.worlds] == ["winnable", "unwinnable"] * 2
    assert verdict.told_worlds[0].line
    assert not verdict.told_worlds[1].line
    assert any("Iron Key" in cause.text for cause in verdict.causes)


def test_the_order_of_verdicts():
    kinds = ["winnable", "can-strand", "undecided", "vacuous", "unwinnable"]
    for number, kind in enumerate(kinds):
        assert worst(map(VerdictKind, kinds[: number + 1])) == kind


def test_beyond_the_bound_the_verdict_is_undecided_and_says_so():
    one = compiled(quest())
    proof = Proof(one.quest, one.system, Budget(worlds=3))
    assert proof.kind is VerdictKind.UNDECIDED
    assert proof.undecided == ("3 of 4 worlds were judged (judge more with --worlds 4)",)
    assert Proof(one.quest, one.system, Budget(worlds=4)).kind is VerdictKind.WINNABLE
    # What is lost in a world that was judged is lost.
    lost = compiled(quest(places="E1, hoard"))
    assert Proof(lost.quest, lost.system, Budget(worlds=1)).kind is VerdictKind.UNWINNABLE


@pytest.mark.slow
def test_more_worlds_than_anybody_counts_are_no_trouble():
    squares = ", ".join(f"{column}{row}" for column in "ABC" for row in (1, 2))
    items = "\n  ".join(
        f'item gem-{number} "Gem {number}" among {squares.replace("B2, ", "")}'
        for number in range(40)
    )
    one = compiled(quest(more=items))
    assert count_worlds(one.quest, one.system) == 4 * 5**40
    assert one.proof.kind is VerdictKind.UNDECIDED
    assert len(one.proof.worlds) == 512


def test_worlds_that_pose_the_same_problem_are_solved_once():
    text = quest(places="hoard, A2").replace('prisoner "The Prisoner" among', "prisoner")
    text = text.replace("|. h .|", "|. . .|")
    more = 'table tale "A tale" with d6 { 1..3 "One" { read "Hm." }; 4..6 "Two" { read "Oh." } }'
    one = compiled(text.replace("  victory", f"  {more}\n  victory"))
    proofs = [proof for _, proof in one.proof.each]
    assert len(proofs) == 4
    assert len({id(proof) for proof in proofs}) == 2


def test_worlds_that_differ_only_in_where_something_lies_are_searched_once(monkeypatch):
    searched = []
    run = Search.run
    monkeypatch.setattr(
        Search, "run", lambda *a, **options: searched.append(a) or run(*a, **options)
    )
    text = quest(places="A2, B1, C2").replace('prisoner "The Prisoner" among', "prisoner")
    one = compiled(text.replace("|. h .|", "|. . .|"))
    proofs = [proof for _, proof in one.proof.each]
    assert len({id(proof) for proof in proofs}) == len(proofs) == 3
    # Each has a line of its own.
    told = [world.line for world in one.proof.verdict().told_worlds]
    assert len({*told}) == len(proofs)
    assert len(searched) == 1


@pytest.mark.parametrize("seed", range(amount(4, 12)))
def test_it_does_not_matter_what_is_asked_first(seed):
    one = compiled(random_worlds(random.Random(seed)))
    lazy = Proof(one.quest, one.system)
    assert lazy.verdict(tells_each=False) == lazy.verdict()._replace(told_worlds=())
    assert lazy.verdict() == one.proof.verdict() == Proof(one.quest, one.system).verdict()


def test_dead_is_what_is_dead_in_each_world():
    events = (
        TABLE.format(here="set here", gone="set gone"),
        'event lucky "Lucky" when here set { set luck }',
        'event never "Never" when luck set and gone set { set luck }',
    )
    (one,) = results(quest(more="\n  ".join(events))).quests
    asked = [(QuestPart.EVENT, event.id) for event in one.quest.events]
    assert [dead.id for dead in one.proof.never(asked)] == ["never"]
    assert [f.message for f in one.findings] == ["this event can never happen"]


def test_what_must_be_faced_is_faced_in_each_world():
    proof = compiled(quest()).proof
    assert proof.must_face("way")
    assert not proof.must_face("hoard")
    assert compiled(quest(places="hoard, E1")).proof.kind is VerdictKind.UNWINNABLE
    assert not proof.reaches_without("crypt", ("iron-key",))


def test_worlds_are_named_by_what_they_share():
    every = [(a, b) for a in ("a1", "a2") for b in ("b1", "b2", "b3")]
    assert named_worlds(every[:3], every) == ["a1"]
    assert named_worlds([*every[:3], ("a2", "b2")], every) == ["a1", "b2"]
    assert named_worlds([("a1", "b1"), ("a2", "b2")], every) == ["a1 and b1", "a2 and b2"]
    three = [(a, b, c) for a, b in every for c in ("c1", "c2")]
    # Only what is so of no other world names some.
    assert named_worlds(three[:2] + three[3:4], three) == ["a1 and b1", "a1 and b2 and c2"]


# -- the document, and the engine that plays it ----------------------------------------------


def document(text):
    return json.loads(published(text)[1])


def test_the_document_tells_the_worlds_and_meets_its_schema():
    seen = document(quest(more=TABLE.format(here="set here", gone="block D2")))
    assert [error.message for error in IN_PYTHON.iter_errors(seen)] == []
    assert [one["sort"] for one in seen["unknowns"]] == ["thing", "item", "table"]
    assert seen["verdict"]["total"] == len(seen["verdict"]["worlds"]) == 8
    assert all(world["line"] for world in seen["verdict"]["worlds"])
    assert replay_document(json.dumps(seen).encode()) == ""


def test_a_line_that_relies_on_another_world_is_refused():
    seen = document(quest())
    quest_ = load_quest(json.dumps(seen).encode())
    steps = {
        tuple(world["ways"]): [read_step(Node(step)) for step in world["line"]]
        for world in seen["verdict"]["worlds"]
    }
    for ways, line in steps.items():
        assert replay(quest_, line, ways).won
        elsewhere = (ways[0], 1 - ways[1])
        refused = replay(quest_, line, elsewhere)
        assert not refused.won
        assert refused.refused_at is not None
    worlds = seen["verdict"]["worlds"]
    worlds[2]["line"] = worlds[3]["line"]
    why = replay_document(json.dumps(seen).encode())
    assert why.startswith("where the Prisoner is at E2, the Iron Key is in the Hoard: ")


def test_where_a_row_shuts_the_way_a_line_over_it_is_refused():
    more = TABLE.format(here="set here", gone="block B1, A2")
    seen = document(quest(places="hoard, C1", more=more))
    kinds = [world["kind"] for world in seen["verdict"]["worlds"]]
    assert kinds == ["winnable", "unwinnable"] * 4
    world = seen["verdict"]["worlds"][3]
    world.update(kind="winnable", line=seen["verdict"]["worlds"][0]["line"])
    assert "the table “The boat” says “Gone”" in replay_document(json.dumps(seen).encode())


def test_nobody_plays_a_world_that_is_not_settled():
    quest_ = load_quest(json.dumps(document(quest())).encode())
    for ways in ((), (0,), (0, 2), (0, 0, 0), (-1, 0)):
        with pytest.raises(UnreadableDocument, match="does not have a way for each unknown"):
            replay(quest_, [], ways)


@pytest.mark.parametrize(
    "change",
    [
        lambda one: one["unknowns"][0].update(id="nobody"),
        lambda one: one["unknowns"][0]["ways"][0].update(cells=["Z9"]),
        lambda one: one["unknowns"][0]["ways"][0].update(cells=[]),
        lambda one: one["unknowns"][0]["ways"][1].update(area="nowhere"),
        lambda one: one["unknowns"][1]["ways"][0].update(holder="nobody"),
        lambda one: one["unknowns"][1]["ways"][1].update(cell="Z9"),
        lambda one: one["unknowns"][1].update(sort="ghost"),
        lambda one: one["verdict"].update(shown=99),
        lambda one: one["verdict"]["worlds"][0].update(ways=[9, 9]),
        lambda one: one["verdict"]["worlds"][0].update(ways=[True, 0]),
        lambda one: one["victories"][0]["condition"].update(moving={"fixed": ["Z9"], "things": []}),
    ],
)
def test_a_spoiled_document_is_refused_in_a_sentence(change):
    seen = document(quest())
    change(seen)
    assert replay_document(json.dumps(seen).encode())


# -- bad input -------------------------------------------------------------------------------

WHOLE = quest(more=TABLE.format(here='read """Hm."""', gone="block B1"))


PIECES = ("", "{", "}", '"', "among", "1..", "0..999999", "d0", "\0", "\n")


@settings(max_examples=amount(50, 150), deadline=None)
@given(st.integers(0, len(WHOLE)), st.integers(0, 40), st.sampled_from(PIECES))
def test_a_torn_quest_never_brings_the_compiler_down(at, length, instead):
    found = results(WHOLE[:at] + instead + WHOLE[at + length :])
    assert all(finding.message for finding in found.findings)


# -- against the player without wits -----------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, amount(25, 300), amount(25, 50)))
def test_each_world_agrees_with_a_player_that_tries_everything(first):
    # The first 300 of those that `make fuzz FUZZ_ARGS=--worlds` plays.
    every = [played_in_worlds(seed) for seed in range(first, first + amount(25, 50))]
    assert [(one.seed, one.words) for one in every if one.words] == []
    assert {VerdictKind.WINNABLE, VerdictKind.UNWINNABLE} <= {one.verdict for one in every}
    assert sum(one.is_skipped for one in every) <= 2


ROLLED = '''quest rolled "Rolled" {{
  system dungeon-saga-origins
  heroes orlaf, madriga
  marauder zombie
  board {{
    draw """
    +-+-+-+-+
    |. .|. .|
    +-+-+-+-+
    """
  }}
  start at A1 for orlaf
  start at C1 for madriga
  room yard at A1..B1 "The Yard"
  room far at C1 "Far"
  room low at D1 "Low"
  item lamp "The Lamp"
  door gate at C1|D1 locked by lamp
  table luck with d6 {{ 1..3 "Good" {{ {} }}; 4..6 "Bad" {{ {} }} }}
  victory heroes when gate opened
}}
'''


@pytest.mark.parametrize(
    ("effects", "kind", "begun"),
    [
        ("give lamp to madriga", "winnable", "Madriga begins at C1 in the Far with the Lamp"),
        ("give lamp to orlaf", "unwinnable", ""),
        # The players choose, and may choose the one who has no use for it.
        ("give lamp", "can-strand", "Madriga begins at C1 in the Far with the Lamp"),
        ("give lamp to orlaf, madriga", "can-strand", "Madriga begins at C1 in the Far with the"),
        # Who is lost passes it on, or never gets it.
        ("give lamp to orlaf\n remove orlaf", "winnable", "Madriga begins at C1 in the Far with"),
        ("remove madriga\n give lamp to madriga", "unwinnable", ""),
        ("give lamp to madriga\n take lamp", "unwinnable", ""),
        ("give lamp to orlaf\n give lamp to madriga", "winnable", "Madriga begins at C1 in the"),
    ],
)
def test_what_a_table_gives_somebody_has_from_the_first(effects, kind, begun):
    text = ROLLED.format(effects, "give lamp to madriga")
    one, data = published(text)
    bad, good = one.proof.worlds
    assert (str(bad.kind), str(good.kind)) == (kind, "winnable")
    told = one.proof.verdict().told_worlds[0].line
    assert [step.text.startswith(begun) for step in told].count(True) == bool(begun)
    assert replay_document(data) == ""


@pytest.mark.slow
def test_the_engine_follows_the_lines_of_random_worlds():
    claimed = 0
    # What a table gives before play, any of them may use: seed 90086.
    for seed in (*range(amount(6, 40)), 90086):
        one, data = published(random_worlds(random.Random(seed)))
        assert replay_document(data) == "", seed
        claimed += sum(str(world.kind) in ("winnable", "can-strand") for world in one.proof.worlds)
    assert claimed > amount(10, 40)


def test_random_worlds_hide_all_sorts():
    sorts = set()
    for seed in range(amount(20, 150)):
        with without_checks(), without_proof():
            (one,) = results(random_worlds(random.Random(seed))).quests
        assert one.quest.unknowns
        sorts |= {unknown.sort for unknown in one.quest.unknowns}
    assert sorts == set(UnknownSort)
