"""Things that members push about: which pushes there are, and what they make of a quest."""

from __future__ import annotations

import json

import pytest

from oracle.witness import judge
from questwright.compiler.geometry.pushes import pushes_of
from questwright.compiler.model.publication import Publication
from questwright.compiler.publish.book.book import compose_book
from questwright.compiler.publish.diff.compare import compare
from questwright.compiler.publish.document.quest_json import dump, quest_document
from questwright.compiler.publish.outline.write import outline
from questwright.engine.deeds import Step, StepKind
from questwright.engine.load import load_quest
from questwright.engine.replay import replay, replay_document
from support.editions import edition
from support.noir_quests import quest as noir
from support.one_text import results, without_checks, without_proof

QUEST = '''quest yard "The Yard" {{
  system dungeon-saga-origins
  heroes {heroes}
  marauder skeleton-warrior
  board {{
    draw """
    +-+-+-+-+
    |s . . {corner}|
    + + + + +
    |. p . .D. .|
    + + + + +-+-+
    |. . . .|
    +-+-+-+-+
    """
    s: start
    p: {stone}
    D: door way "The Way" {door}
    e: {other}
  }}
  room yard at A1..D3 "The Yard"
  room cave at E2..F2 "The Cave"
  {body}
}}
'''
STONE = 'pillar stone "The Stone" pushed'


def text_of(*body, stone=STONE, heroes="orlaf", corner=".", other="pillar post", door="barred"):
    starts = "" if "," not in heroes else "start at B1\n  "
    lines = starts + "\n  ".join(body)
    text = QUEST.format(
        body=lines, stone=stone, heroes=heroes, corner=corner, other=other, door=door
    )
    return text if corner == "e" else text.replace(f"    e: {other}\n", "")


def compiled(*body, **how):
    (made,) = results(text_of(*body, **how)).quests
    return made


def published(*body, **how):
    with without_checks():
        made = compiled(*body, **how)
    assert made.proof is not None, [(f.code.id, f.message) for f in made.findings]
    return Publication(made.quest, made.system, made.proof.verdict(), {}, ())


def verdict(*body, **how):
    """The verdict, of which another player is sure as well, and whose lines are replayed."""
    publication = published(*body, **how)
    kind = str(publication.verdict.kind)
    assert judge(publication.quest, publication.system).verdict == kind
    assert replay_document(dump(quest_document(publication))) == ""
    return kind


def pushes(*body, **how):
    """All pushes of the stone, by the names of the squares it leaves and comes to."""
    with without_checks(), without_proof():
        made = compiled("victory heroes when any hero at A1", *body, **how)
    name = made.quest.board.name
    found = pushes_of(made.quest, made.system)["stone"]
    return {f"{name(own.start)} {name(own.end)} {name(own.stand)}" for own in found}


# -- which pushes there are ------------------------------------------------------------------


def test_it_goes_straight_away_from_whoever_pushes_it():
    """In an open yard: from inside in all four ways, along an edge there and back, never out."""
    found = pushes()
    assert {"B2 B1 B3", "B2 C2 A2", "B2 B3 B1", "B2 A2 C2"} <= found
    along = {own for own in found if own.startswith("B1 ")}
    assert along == {"B1 A1 C1", "B1 C1 A1"}
    assert not any(own.startswith(("A1 ", "D1 ", "A3 ", "D3 ")) for own in found)
    # Two ways for each square that is in the middle of a row or a column of three.
    assert len(found) == 2 * (3 * 2 + 4 * 1)


def test_it_goes_through_no_gate_even_if_that_is_open():
    found = pushes(door="open")
    assert not any("E2" in own for own in found)


def test_it_comes_to_no_furniture_and_no_portal():
    assert not any("D1" in own for own in pushes(corner="e"))
    pair = "portal far at F2 to near"
    assert not any("D1" in own for own in pushes(pair, corner="e", other="portal near"))


def test_it_goes_to_the_opposite_of_six_hexes_and_not_into_water():
    """The second row is set in: above C2 lie C1 and D1, and below it C3 and D3."""
    drawing = ". . . . .\n s . p . w\n. . . . ."
    legend = "p: crate stone pushed\n    w: water"
    text = noir(drawing, legend, who="barin", won="stone at D2")
    (made,) = results(text).quests
    name = made.quest.board.name
    found = {
        (name(own.start), name(own.end), name(own.stand))
        for own in pushes_of(made.quest, made.system)["stone"]
    }
    ways = {("B2", "D2"), ("C1", "D3"), ("D1", "C3")}
    ways |= {way[::-1] for way in ways}
    assert {own[1:] for own in found if own[0] == "C2"} == ways
    assert ("D2", "E2", "C2") not in found


# -- what they make of a quest ---------------------------------------------------------------

OPENS = "event when stone at {} {{ open way }}"
CAVE = "victory heroes when any hero in cave"


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        # It can be lost in a corner, or along a wall.
        ((OPENS.format("C2"), CAVE), "can-strand"),
        ((OPENS.format("D2"), CAVE), "can-strand"),
        # Wherever it goes it opens the way.
        ((OPENS.format("A2, B1, C2, B3"), CAVE), "winnable"),
        # It never comes behind the gate.
        ((OPENS.format("E2"), CAVE), "unwinnable"),
        # It stands where nobody else does, and leaves that.
        (("victory heroes when any hero at B2",), "winnable"),
        (("victory heroes when any hero at B2 and stone at B2",), "unwinnable"),
        (("victory heroes when stone at D1",), "can-strand"),
        (("victory heroes when stone at D1 and any hero at D2",), "can-strand"),
        # Once in a corner it does not come back.
        (
            ("event when stone at D1 { set bell }", "victory heroes when bell set and stone at B2"),
            "unwinnable",
        ),
        (("victory heroes when not stone at B2",), "winnable"),
        # What lies below it is out of reach, and is not when it is pushed on.
        (("item cup at C2", "victory heroes when cup taken and stone at C2"), "can-strand"),
        (
            (
                "item cup at D1",
                "event when stone at D1 { set bell }",
                "victory heroes when bell set and cup taken and round >= 2",
            ),
            "can-strand",
        ),
    ],
)
def test_the_verdict_plays_every_push(body, kind):
    assert verdict(*body) == kind


@pytest.mark.parametrize(
    ("heroes", "stone", "kind"),
    [
        ("orlaf, danor", f"{STONE} by danor", "can-strand"),
        ("orlaf, danor", f"{STONE} by orlaf, danor", "can-strand"),
        ("orlaf, danor", STONE, "can-strand"),
    ],
)
def test_who_pushes_it(heroes, stone, kind):
    won = "victory heroes when stone at D2"
    publication = published(won, heroes=heroes, stone=stone)
    steps = [step for step in publication.verdict.line if step.kind == "push"]
    assert steps
    assert {step.who for step in steps} <= {*publication.quest.thing("stone").pushers}
    assert verdict(won, heroes=heroes, stone=stone) == kind


def test_it_is_not_pushed_onto_a_monster_before_that_is_beaten():
    """Of two pushes to the corner each leads over a square of the monster, or onto it."""
    won = "victory heroes when stone at C2 and not cooper defeated"
    foe = "zombie cooper at C2 facing west"
    assert verdict(foe, won) == "unwinnable"
    assert verdict(foe, won.replace("not ", "")) == "can-strand"


def test_two_of_them_stand_on_one_square_one_after_the_other():
    won = "victory heroes when stone at C1 and post at D1"
    more = {"corner": "e", "other": 'pillar post "The Post" pushed'}
    assert verdict("victory heroes when stone at D1", **more) == "unwinnable"
    assert verdict(won, **more) == "can-strand"


def test_it_hides_who_stands_behind_it_while_it_is_high():
    """A marksman shoots past where it has stood, and not through it."""
    shot = "victory heroes when cooper defeated"
    foe = ("zombie cooper at F2 facing west", "event when stone at A2, B1, B3, C2 { open way }")
    assert verdict(*foe, shot, heroes="madriga") == "winnable"


def test_what_else_befalls_it_is_not_judged():
    for effect in ("remove stone", "clear B1", "block C2"):
        made = compiled(f"event when any hero at A3 {{ {effect} }}", CAVE, OPENS.format("C2"))
        assert str(made.proof.verdict().kind) == "undecided", effect


# -- the engine --------------------------------------------------------------------------------


def test_the_engine_refuses_what_the_rule_does_not_allow():
    won = "victory heroes when stone at D2"
    document = load_quest(dump(quest_document(published(won, heroes="orlaf, danor"))))
    begin = (
        Step(StepKind.BEGIN, who="orlaf", path=("A1",)),
        Step(StepKind.BEGIN, who="danor", path=("B1",)),
    )

    def is_played(*steps):
        return replay(document, (*begin, *steps)).accepted

    def push(to, who="orlaf"):
        return Step(StepKind.PUSH, "stone", who=who, to=to)

    beside = Step(StepKind.WALK, who="orlaf", path=("A2",))
    ahead = Step(StepKind.WALK, who="danor", path=("C1", "C2"))
    after = Step(StepKind.WALK, who="orlaf", path=("B2",))
    assert is_played(beside, push("C2"), after, push("D2"))
    assert not is_played(push("C2"))
    assert not is_played(beside, push("B3"))
    assert not is_played(beside, push("D2"))
    assert not is_played(beside, ahead, push("C2"))
    assert is_played(push("B3", "danor"))
    assert not is_played(beside, push("C2"), Step(StepKind.WALK, who="orlaf", path=("B2", "C2")))
    assert not is_played(beside, after)
    assert not is_played(Step(StepKind.PUSH, "way", who="orlaf", to="C2"))


# -- told, written, compared -------------------------------------------------------------------


def test_it_is_told_printed_and_in_the_document():
    publication = published(
        OPENS.format("D2"), CAVE, stone=f"{STONE} by orlaf", heroes="orlaf, danor"
    )
    things = json.loads(dump(quest_document(publication)))["things"]
    (own,) = (thing["pushed"] for thing in things if thing["id"] == "stone")
    assert own["by"] == ["orlaf"]
    assert {"from": "B2", "to": "C2", "stand": "A2"} in own["ways"]
    told = [step.text for step in publication.verdict.line if step.kind == "push"]
    assert any("Push the Stone from B2 to C2" in text for text in told)
    assert "pushed by Orlaf" in outline(publication)
    book = repr(compose_book([publication]))
    assert "Push the Stone" in book
    assert "It goes one square straight away from whoever pushes it" in book


def test_who_pushes_it_is_a_change():
    old, new = (
        edition(text_of(OPENS.format("D2"), CAVE, heroes="orlaf, danor", stone=stone))
        for stone in (STONE, f"{STONE} by danor")
    )
    assert compare(old, old).changes == ()
    told = [change.text for change in compare(old, new).changes]
    assert "the Stone is pushed by Danor now" in [text[:1].lower() + text[1:] for text in told]


@pytest.mark.parametrize(
    ("body", "stone", "code", "message"),
    [
        (("item cup in stone",), STONE, "QW110", "`cup` is in `stone`, which is pushed about"),
        ((), "pillar stone by orlaf", "QW107", "`pillar` does not take this"),
        ((), "pillar stone pushed by nobody", "QW101", "no member of the party is called `nobody`"),
        ((), "chest stone pushed", "QW107", "`chest` does not take this"),
        ((), "zombie stone facing west pushed", "QW107", "`zombie` does not take this"),
    ],
)
def test_what_cannot_be_pushed_is_told(body, stone, code, message):
    made = compiled(*body, "victory heroes when any hero at D1", stone=stone)
    assert (code, message) in [(f.code.id, f.message) for f in made.findings]


def test_large_and_hidden_things_are_not_pushed():
    won = "victory heroes when any hero at D1"
    wide = compiled("furniture bed bed-stead at C3 pushed", won)
    assert "`bed-stead` cannot be pushed" in [f.message for f in wide.findings]
    hidden = compiled("pillar post among A3, D3 pushed", won)
    assert "`post` cannot be pushed" in [f.message for f in hidden.findings]


def test_each_push_is_an_action_dso_c3():
    """Two pushes of one Hero take two rounds, and the way after them a third."""
    text = """quest stone "The Stone" {
  system dungeon-saga-origins
  heroes orlaf
  marauder zombie
  board {
    draw \"\"\"
    +-+-+-+-+-+
    |s . p . .|
    +-+-+-+-+-+
    \"\"\"
    s: start
    p: pillar stone pushed
  }
  room yard at A1..E1
  victory heroes when stone at E1
}
"""
    (quest,) = results(text).quests
    assert quest.proof.kind == "winnable"
    assert quest.proof.rounds[1] == 2
