"""An event changes a figure: it stands again, stays somewhere, has other values."""

from __future__ import annotations

import json

import pytest

from oracle.witness import judge
from questwright.compiler.model.publication import Publication
from questwright.compiler.movers.movers import movers_of
from questwright.compiler.publish.book.book import compose_book
from questwright.compiler.publish.diff.compare import compare
from questwright.compiler.publish.document.quest_json import dump, quest_document
from questwright.compiler.publish.outline.write import outline
from questwright.engine.replay import replay_document
from support.editions import edition
from support.one_text import results

QUEST = '''quest hall "The Hall" {{
  system dungeon-saga-origins
  heroes {heroes}
  marauder skeleton-warrior
  board {{
    draw """
    +-+-+-+-+
    |s {first} z .|
    +-+-+-+-+
    """
    s: start
    z: zombie cooper "The Cooper" facing west
  }}
  room hall at A1..D1 "The Hall"
  {body}
}}
'''
END = "victory heroes when any hero at D1"
HARD = "event when any hero at A1 { change cooper damage-target 9 }"
SOFT = "event when any hero at B1 { change cooper damage-target 1 }"


def compiled(*body, heroes="orlaf"):
    first = "s" if "," in heroes else "."
    (made,) = results(QUEST.format(body="\n  ".join(body), heroes=heroes, first=first)).quests
    return made


def published(*body, heroes="orlaf"):
    made = compiled(*body, heroes=heroes)
    assert made.proof is not None, [(f.code.id, f.message) for f in made.findings]
    return Publication(made.quest, made.system, made.proof.verdict(), {}, ())


def verdict(*body, heroes="orlaf"):
    """The verdict, of which another player is sure as well, and whose lines are replayed."""
    publication = published(*body, heroes=heroes)
    kind = str(publication.verdict.kind)
    assert judge(publication.quest, publication.system).verdict == kind
    assert replay_document(dump(quest_document(publication))) == ""
    return kind


# -- it stands again -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        ((END, "event when cooper defeated { raise cooper }"), "winnable"),
        ((END, "event whenever cooper defeated { raise cooper }"), "unwinnable"),
        (
            (
                "victory heroes when bell set and any hero at A1",
                "event when any hero at D1 { raise cooper\n set bell }",
            ),
            "winnable",
        ),
        (
            (
                "victory heroes when bell set and not cooper defeated",
                "event when cooper defeated { set bell }",
            ),
            "unwinnable",
        ),
        (
            (
                "victory heroes when bell set and not cooper defeated",
                "event when any hero at D1 { raise cooper\n set bell }",
            ),
            "winnable",
        ),
    ],
)
def test_a_figure_that_was_beaten_stands_again(body, kind):
    assert verdict(*body) == kind


def test_a_figure_that_was_removed_stands_again():
    removed = "event when any hero at B1 { remove cooper }"
    raised = "event when any hero at D1 { raise cooper\n set bell }"
    won = "victory heroes when bell set and any hero at A1 and cooper defeated"
    assert verdict(removed, raised, won) == "winnable"
    assert verdict(removed, won.replace("bell set and ", "")) == "unwinnable"


def test_who_stands_where_it_stands_again_steps_clear():
    """One of two on its square and the one behind it: the first steps to the nearest free one."""
    raised = "event when any hero at C1 and any hero at D1 { raise cooper\n set bell }"
    won = "victory heroes when bell set and all heroes at A1..B1"
    assert verdict(raised, won, heroes="orlaf, danor") == "winnable"


def test_who_cannot_step_clear_is_buried_until_it_is_beaten_again():
    raised = "event when orlaf at C1 and danor at B1 and round >= 2 { raise cooper\n set bell }"
    full = "event when cooper defeated { block D1 }"
    won = "victory heroes when bell set and orlaf at C1"
    assert verdict(full, raised, won, heroes="orlaf, danor") == "winnable"


def test_what_it_held_is_not_there_twice():
    body = (
        "item cup held by cooper",
        "event when any hero at D1 { take cup\n raise cooper\n set bell }",
        "victory heroes when bell set and any hero carries cup",
    )
    assert verdict(*body) == "unwinnable"
    assert verdict(*body[:2], "victory heroes when bell set and cup taken") == "winnable"


# -- it stands again elsewhere ----------------------------------------------------------------

BELL = "event when cooper defeated {{ raise cooper at {} facing east\n set bell }}"


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        # Beaten where it stands then it is beaten; and not before.
        ((BELL.format("D1"), "victory heroes when bell set and any hero at D1"), "winnable"),
        ((BELL.format("D1"), "victory heroes when bell set and any hero at C1"), "winnable"),
        (
            (
                "event whenever cooper defeated { raise cooper at D1\n set bell }",
                "victory heroes when bell set and any hero at D1",
            ),
            "unwinnable",
        ),
        (
            (
                "event whenever cooper defeated { raise cooper at D1\n set bell }",
                "victory heroes when bell set and any hero at C1",
            ),
            "winnable",
        ),
        # It stands in one place at a time, also if nobody has beaten it.
        (
            (
                "event when any hero at B1 { raise cooper at A1\n set bell }",
                "victory heroes when bell set and any hero at D1 and not cooper defeated",
            ),
            "can-strand",
        ),
        # Back where the map has it.
        (
            (
                BELL.format("D1"),
                "event when any hero at C1 and bell set { raise cooper\n set back }",
                "event whenever cooper defeated and back set { raise cooper }",
                "victory heroes when any hero at D1",
            ),
            "can-strand",
        ),
        # Its area is the one in which it stands.
        ((BELL.format("D1"), "victory heroes when hall cleared and bell set"), "winnable"),
        (
            (
                "event whenever cooper defeated { raise cooper at D1 }",
                "victory heroes when hall cleared",
            ),
            "winnable",
        ),
    ],
)
def test_a_figure_stands_again_in_another_place(body, kind):
    assert verdict(*body) == kind


def test_an_action_follows_a_figure_to_where_it_stands_again():
    ask = "action ask at cooper when bell set"
    steps = published(BELL.format("D1"), ask, "victory heroes when ask done").verdict.line
    assert [step.cells for step in steps if step.kind == "act"] == [1 << 3]
    assert verdict(BELL.format("D1"), ask, "victory heroes when ask done") == "can-strand"


def test_who_stands_where_it_stands_again_elsewhere_steps_clear_or_is_buried():
    raised = "event when orlaf at D1 and bell set { raise cooper at D1 }"
    bell = "event when cooper defeated and not bell set { set bell }"
    won = "victory heroes when bell set and not cooper defeated and orlaf at {}"
    assert verdict(bell, raised, won.format("C1")) == "winnable"
    assert verdict(bell, raised, won.format("D1")) == "unwinnable"


def test_two_figures_that_may_stand_again_on_one_square_are_not_judged():
    twice = QUEST.replace("z .|", "z y|").replace(
        "z: zombie", "y: zombie tanner facing west\n    z: zombie"
    )
    body = (
        "event when cooper defeated { raise cooper at B1 }",
        "event when tanner defeated { raise tanner at B1 }",
        END,
    )
    (made,) = results(twice.format(body="\n  ".join(body), heroes="orlaf", first=".")).quests
    told = [f.message for f in made.findings]
    assert str(made.proof.verdict().kind) == "undecided", told


# -- its values ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        ((END, HARD), "unwinnable"),
        ((END, HARD, SOFT), "winnable"),
        ((END, SOFT, "event when any hero at B1 { change cooper damage-target 9 }"), "unwinnable"),
        ((END, HARD, "event when any hero at B1 { change cooper move 9 }"), "unwinnable"),
        ((END, "event when any hero at A1 { change cooper combat 9, move 0 }"), "winnable"),
        ((END, "event when round >= 3 { change cooper damage-target 30 }"), "can-strand"),
        ((END, "event when any hero at D1 { change cooper damage-target 9 }"), "winnable"),
    ],
)
def test_the_values_that_a_figure_has_then_decide_who_beats_it_dso_c21(body, kind):
    """Orlaf has fewer dice than nine: whom so many hits of one attack beat, he never beats."""
    assert verdict(*body) == kind


def test_the_odds_of_a_line_are_those_of_the_values_of_then_dso_f17():
    needed = "event when any hero at A1 { change cooper damage-target 1 }"
    steps = published(END, needed).verdict.line
    (fight,) = [step.chance for step in steps if step.kind == "defeat"]
    (usual,) = [step.chance for step in published(END).verdict.line if step.kind == "defeat"]
    assert fight != usual


def test_hits_that_add_up_are_counted_with_the_value_of_then_dso_c27():
    """A boss with more health takes more attempts, and more rounds."""
    text = QUEST.replace("zombie cooper", "undead-dwarf-king cooper")
    rounds = []
    for change in ("move 3", "health 40"):
        body = (END, f"event when any hero at A1 {{ change cooper {change} }}")
        (made,) = results(text.format(body="\n  ".join(body), heroes="orlaf", first=".")).quests
        rounds.append(made.proof.rounds)
    assert rounds[0][0] <= rounds[1][0] <= rounds[1][1]
    assert rounds[0][1] < rounds[1][1]


# -- an action that follows it ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        (("victory heroes when ask done",), "can-strand"),
        (("victory heroes when ask done and cooper defeated",), "can-strand"),
        (("victory heroes when ask done", HARD), "winnable"),
        (
            ("event when any hero at B1 { remove cooper }", "victory heroes when ask done"),
            "unwinnable",
        ),
    ],
)
def test_an_action_at_a_figure_is_done_beside_it_while_it_is_there(body, kind):
    """Who beats it first asks nobody: nothing keeps them from it but that nobody can."""
    assert verdict("action ask at cooper", *body) == kind


def test_an_action_on_the_square_of_a_figure_names_the_square():
    assert verdict("action look at C1", "victory heroes when look done") == "winnable"


def test_the_book_says_that_it_follows():
    publication = published("action ask at cooper", "victory heroes when ask done", HARD)
    book = repr(compose_book([publication]))
    assert "beside The Cooper, wherever it stands (C1 on the map)" in book


# -- told, written, compared -----------------------------------------------------------------


def test_each_is_told_and_is_in_the_document():
    body = (
        END,
        "event when cooper defeated {",
        "raise cooper",
        "keep cooper in hall",
        "change cooper armour 2",
        "}",
    )
    publication = published(*body)
    (event,) = json.loads(dump(quest_document(publication)))["events"]
    done = [(own["do"], own["target"], own["cells"], own["values"]) for own in event["effects"]]
    assert done == [
        ("raise", "cooper", ["C1"], None),
        ("keep", "cooper", ["A1", "B1", "C1", "D1"], None),
        ("change", "cooper", [], {"armour": 2}),
    ]
    told = outline(publication)
    assert "The Cooper stands again where it was placed" in told
    assert "does not leave the Hall any more" in told
    assert "has Armour 2 from now on" in told


def test_another_place_is_told_and_is_in_the_document():
    publication = published(END, BELL.format("A1"))
    (event,) = json.loads(dump(quest_document(publication)))["events"]
    raised, _ = event["effects"]
    assert (raised["cells"], raised["place"], raised["facing"]) == (["A1"], "A1", "east")
    told = "The Cooper stands again on A1, facing east, as at the beginning"
    assert told in outline(publication)
    assert told in repr(compose_book([publication]))


def test_another_place_is_a_change():
    old, new = (
        edition(QUEST.format(body=f"{END}\n  {BELL.format(at)}", heroes="orlaf", first="."))
        for at in ("A1", "D1")
    )
    assert compare(old, old).changes == ()
    told = [change.text for change in compare(old, new).changes]
    assert any("D1" in text for text in told), told


def test_where_it_stands_again_is_where_it_may_come_from():
    walled = QUEST.replace("z .|", "z|.|")
    raised = "event when any hero at B1 { raise cooper at D1 }"
    reached = []
    for body in ((END,), (END, raised)):
        (made,) = results(walled.format(body="\n  ".join(body), heroes="orlaf", first=".")).quests
        movers = [own for own in movers_of(made.quest, made.system) if "cooper" in own.ids]
        reached.append(any(state.reached >> 3 & 1 for own in movers for state in own.states))
    assert reached == [False, True]


@pytest.mark.parametrize(
    ("body", "code", "message"),
    [
        ("raise orlaf", "QW101", "there is no thing on the board called `orlaf`"),
        ("raise", "QW106", "`raise` does not say what"),
        ("raise cooper in hall", "QW107", "`raise` does not take this"),
        ("raise cooper at hall", "QW107", "The Cooper cannot stand in 4 places at once"),
        ("raise cooper at E1", "QW109", "`E1` is not on the board"),
        ("raise cooper facing west", "QW106", "`facing` says how a figure stands somewhere else"),
        ("raise cooper at B1 facing up", "QW103", "`zombie` cannot face that way"),
        ("keep cooper", "QW106", "`keep` does not say where"),
        ("change cooper", "QW106", "`change` does not say which value is what from then on"),
        ("change cooper armour", "QW106", "`change` does not say which value is what from then on"),
        ("change cooper armor 2", "QW103", "The Cooper has no value `armor` that is a number"),
        ("change cooper armour 100", "QW111", "100 is no value of a figure"),
        ("change cooper armour 6", "QW111", "6 is more Armour than the game allows"),
    ],
)
def test_what_cannot_be_read_is_told(body, code, message):
    made = compiled(END, f"event when cooper defeated {{ {body} }}")
    assert [(f.code.id, f.message) for f in made.findings] == [(code, message)]


def test_figures_of_the_party_and_furniture_are_not_changed():
    made = compiled(END, "chest box at A1", "event when cooper defeated { raise box }")
    assert "`box` is no figure of another side" in [f.message for f in made.findings]


@pytest.mark.parametrize("value", ["armour 0", "armour 5", "combat 99", "health 1"])
def test_values_at_the_limit_are_read(value):
    text = QUEST.replace("zombie cooper", "undead-dwarf-king cooper")
    body = f"event when cooper defeated {{ change cooper {value} }}"
    (made,) = results(text.format(body=f"{END}\n  {body}", heroes="orlaf", first=".")).quests
    assert made.findings == ()


# -- tokens ----------------------------------------------------------------------------------


def test_a_side_gets_more_of_its_tokens_dso_a27():
    """The Overlord has a number of Interrupts, and an event gives another one: no verdict of it."""
    publication = published(END, "event when cooper defeated { give 1 interrupt }")
    (event,) = json.loads(dump(quest_document(publication)))["events"]
    (effect,) = event["effects"]
    found = (effect["do"], effect["of"], effect["target"], effect["count"])
    assert found == ("grant", "token", "interrupt", 1)
    assert "The Overlord gets 1 Interrupt token more" in outline(publication)
    assert str(publication.verdict.kind) == verdict(END) == "winnable"


@pytest.mark.parametrize(
    ("gift", "message"),
    [
        ("5 interrupt", "5 Interrupt tokens cannot be given at once"),
        ("0 interrupt", "0 Interrupt tokens cannot be given at once"),
        ("1 interupt", "`give 1` does not say of what"),
    ],
)
def test_no_more_tokens_than_the_pack_says(gift, message):
    made = compiled(END, f"event when cooper defeated {{ give {gift} }}")
    assert [f.message for f in made.findings] == [message]
    assert "interrupt" in (made.findings[0].help or made.findings[0].message.lower())
