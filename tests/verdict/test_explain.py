"""Why nothing wins: causes that are known, that hold, and of which none can be spared."""

from __future__ import annotations

import random
from unittest.mock import patch

import pytest
from verdict.three_rooms import IRON, OAK, compiled, quest

from oracle.random_quests import random_quest
from questwright.compiler.model.verdict import chains_of
from questwright.compiler.verdict.decide.beginnings import all_begun
from questwright.compiler.verdict.decide.relaxed import Relaxed
from questwright.compiler.verdict.decide.search import Search
from questwright.compiler.verdict.decide.simplify import simplified
from questwright.compiler.verdict.explain.causes import reasons_of
from questwright.compiler.verdict.explain.lost import Probes, lost
from questwright.compiler.verdict.explain.names import Names
from questwright.compiler.verdict.explain.unreached import OutOfReach, out_of_reach
from questwright.compiler.verdict.task.need import At, Has, Never
from questwright.compiler.verdict.task.task import DeedSort, FactSort
from questwright.compiler.verdict.translate.translate import translation
from support.families import Row, event, in_a_row, written
from support.more import amount
from support.one_text import results, without_checks, without_proof

KEY = 'item k "Key"'

CONFLICT = OutOfReach.conflict


def causes_of(*args):
    return reasons_of(*args).why_unwinnable().causes


def told(*args, **more):
    """The causes of each chain."""
    causes = causes_of(*compiled(quest(*args, **more)))
    return [[cause.text for cause in chain] for chain in chains_of(causes)]


# -- out of reach -------------------------------------------------------------------------------


def test_a_circle_is_closed():
    assert told("any hero in c", OAK, f"{IRON} locked by k", f"{KEY} at F2") == [
        [
            "the Vault is behind the Iron Door",
            "the Iron Door needs the Key",
            "the Key is in the Vault",
        ]
    ]


def test_a_circle_is_closed_though_the_key_lies_farther_off_than_the_door():
    goal, *lines = "any hero in b", f"{OAK} locked by k", IRON, f"{KEY} at F2"
    assert told(goal, *lines) == [
        [
            "the Crypt is behind the Oak Door",
            "the Oak Door needs the Key",
            "the Key is in the Vault",
            "the Vault is behind the Oak Door",
        ]
    ]


def test_each_cause_is_told_at_its_place():
    text = quest("any hero in c", OAK, f"{IRON} locked by k", f"{KEY} at F2")
    causes = causes_of(*compiled(text))
    places = [text[cause.origin.start : cause.origin.end] for cause in causes]
    assert places[0].startswith("door iron")
    assert places[1] == "k"
    assert places[2].startswith("item k")


def test_two_reasons_that_have_nothing_to_do_with_each_other_are_two_chains():
    lines = (f"{OAK} locked by k", f"{IRON} locked by l", KEY, 'item l "Other"')
    assert told("any hero in c", *lines) == [
        [
            "the Vault is behind the Oak Door",
            "the Oak Door needs the Key",
            "nobody can get the Key",
        ],
        [
            "the Vault is behind the Iron Door",
            "the Iron Door needs the Other",
            "nobody can get the Other",
        ],
    ]


def test_furniture_is_named():
    lines = (OAK, IRON, "pillar p at D1, D2", f"{KEY} at F1")
    (chain,) = told("any hero carries k", *lines)
    assert chain == ["the Key is in the Vault", "the Pillar at D1 closes the way to the Vault"]
    text = quest("any hero carries k", OAK, "pillar p at D1, D2", f"{KEY} at F1")
    text = text.replace("|. .|. .|. .|", "|. .|. . . .|").replace(
        'room c at E1..F2 "The Vault"', ""
    )
    causes = causes_of(*compiled(text.replace("C1..D2", "C1..F2")))
    assert [cause.text for cause in causes] == [
        "the Key is at F1",
        "pillars at D1 and D2 close the way to F1",
    ]


def test_there_is_room_for_one():
    # Only A1 can be reached: squares that nobody reaches make no room.
    (chain,) = told("all heroes at A1, D2", IRON, heroes="orlaf, rordin", start="A1, A2")
    assert chain == ["A1 has room for 1 of 2", "no way leads to the Crypt or the Vault"]


def test_there_is_nowhere_else():
    assert told("no hero at A1..F2") == [["nobody can stand outside A1..F2"]]


def test_nobody_is_at_two_places_at_once():
    assert told("any hero at A1 and any hero at A2") == [
        ["to win, Orlaf has to stand at A1 and at A2 at once"]
    ]


def test_nobody_is_at_two_places_at_once_so_that_something_happens():
    lines = ("event when any hero at A1 and any hero at A2 { set bell }",)
    ((cause,),) = told("bell set", *lines)
    assert cause.endswith(" never happens: Orlaf has to stand at A1 and at A2 at once")


def test_what_is_asked_for_is_denied_as_well():
    lines = ("lever l at A2", "action pull at l")
    assert told("pull done and not pull done", *lines) == [
        ["nobody wins: it asks that “Pull” has been done, and that this is not so"]
    ]


def test_two_are_not_on_one_square():
    assert told("all heroes at A1", heroes="orlaf, rordin", start="A1, A2") == [
        ["A1 has room for 1 of 2"]
    ]


def test_a_passage_is_gone_through_from_the_other_side():
    assert told("any hero in b", "secret s at B1|C1 from b") == [
        ["one goes through the S only from the Crypt"]
    ]


def test_who_alone_can_do_it_is_named():
    assert told("any hero in b", f"{OAK} for danor", heroes="orlaf, danor", start="A1, A2") == []
    (chain,) = told("orlaf in b", f"{OAK} for danor", heroes="orlaf, danor", start="A1, A2")
    assert chain == ["only Danor goes through the Oak Door"]


def test_why_something_else_never_comes_about():
    text = quest("any hero in a", OAK, f"{IRON} locked by k", f"{KEY} at F2", "item l at A2")
    task, board = compiled(text)
    facts = {info.id: n for n, info in enumerate(task.facts) if info.sort is FactSort.HAVE}
    causes = reasons_of(task, board).why_never(Has(facts["k"], board.origin)).causes
    assert [cause.text for cause in causes] == [
        "the Key is in the Vault",
        "the Vault is behind the Iron Door",
        "the Iron Door needs the Key",
    ]
    vault = sum(1 << n for n, place in enumerate(task.places) if place.area == 2)
    assert reasons_of(task, board).why_never(At(vault, 1, 1, "c", board.origin)).causes


def test_a_figure_that_nobody_can_hurt_is_in_the_way():
    task, board = compiled(quest("any hero at D2", OAK, "zombie z at C1 facing west"))
    why = "nobody is strong enough to defeat the Z"
    deeds = (
        deed._replace(needs=Never(why, deed.origin)) if deed.sort is DeedSort.DEFEAT else deed
        for deed in task.deeds
    )
    causes = causes_of(task._replace(deeds=tuple(deeds)), board)
    assert [cause.text for cause in causes] == ["the Z at C1 stands in the way to the Crypt", why]


def test_furniture_beside_a_wall_closes_no_way():
    lines = (OAK, "chest box at D1", f"{KEY} at F1")
    (chain,) = told("any hero carries k", *lines)
    assert chain == ["the Key is in the Vault", "no way leads to the Vault"]


def test_what_follows_is_not_told_again():
    lines = (f"{OAK} locked by k", "secret s at D1|E1 from c", 'item k "Key"', "item l at D2")
    task, board = compiled(quest("any hero in b", *lines))
    facts = {info.id: n for n, info in enumerate(task.facts) if info.sort is FactSort.HAVE}
    areas = [sum(1 << n for n, own in enumerate(task.places) if own.area == a) for a in range(3)]
    crypt, vault = (At(places, 1, 1, "", board.origin) for places in areas[1:])
    causes, left = reasons_of(task, board).why_unwinnable()
    assert causes[-1].text == "nobody can get the Key"
    # With a key one comes to the Crypt, and to what lies there; not from there to the Vault.
    assert left.reaches(crypt)
    assert left.reaches(Has(facts["l"], board.origin))
    assert not left.reaches(vault)
    causes, left = left.why_never(vault)
    assert [cause.text for cause in causes] == ["one goes through the S only from the Vault"]
    assert left.reaches(vault)


def test_what_follows_from_what_is_lost_is_not_told_again():
    lines = (
        f"{OAK} locked by k spent",
        f"{IRON} locked by k spent",
        f"{KEY} at A2",
        "item l at F2",
    )
    task, board = compiled(quest("any hero in c", *lines))
    facts = {info.id: n for n, info in enumerate(task.facts) if info.sort is FactSort.HAVE}
    _, left = reasons_of(task, board).why_unwinnable()
    assert left.sure[0] >> facts["l"] & 1
    assert left.why_never(Has(facts["l"], board.origin)).causes == ()


def errors(text):
    (case,) = results(text).quests
    found = [finding for finding in case.findings if finding.severity == "error"]
    return {finding.message: [label.text for label in finding.related] for finding in found}


def test_what_lies_behind_a_locked_door_is_told_once():
    def lie(row):
        yield "item no-key"
        for n in range(1, 12):
            yield from (f"item gem-{n} at {row.square(n)}", f"action ring-{n} at {row.square(n)}")
            yield from event(f"rung-{n}", f"ring-{n} done", f"set mark-{n}")

    text = in_a_row(12, lambda n: "" if n else " locked by no-key", lie)
    with patch.object(OutOfReach, "conflict", autospec=True, side_effect=CONFLICT) as conflict:
        found = errors(text)
    assert found["this quest cannot be won"] == [
        "Room 11 is behind Door 0",
        "Door 0 needs the No key",
        "nobody can get the No key",
    ]
    assert not [message for message in found if message.startswith("nobody can")]
    assert conflict.call_count == 1


def test_each_cause_is_told_once_also_within_what_another_one_cuts_off():
    row = Row(12)
    doors = [f"door door-{n} at {row.door(n)}" for n in range(11) if n != 8]
    doors[3] += " locked by no-key"
    rooms = [f"room room-{n} at {row.all_of(n)}" for n in range(12)]
    body = [f"start at {row.square(0)}", *rooms, *doors, "item no-key"]
    found = errors(written(row.drawing(), [*body, "victory heroes when any hero in room-11"]))
    assert found["this quest cannot be won"] == ["no way leads to Room 11, Room 9 or Room 10"]
    assert {message: told for message, told in found.items() if "nobody" in message} == {
        "nobody can reach `room-4`": [
            "Room 4 is behind Door 3",
            "Door 3 needs the No key",
            "nobody can get the No key",
        ]
    }


# -- lost ---------------------------------------------------------------------------------------


def test_one_key_is_spent_on_the_first_of_two_doors():
    lines = (f"{OAK} locked by k spent", f"{IRON} locked by k spent", f"{KEY} at A2")
    assert told("any hero in c", *lines) == [
        [
            "the Key is spent on the Oak Door",
            "the Oak Door needs the Key",
            "the Iron Door needs the Key",
        ]
    ]


def test_a_way_back_is_missing():
    lines = ('door oak "The Oak Door" at B1|C1 from a', "item k at C2")
    assert told("any hero carries k and all heroes in a", *lines) == [
        ["one goes through the Oak Door only from the Hall", "the K is in the Crypt"]
    ]


def test_where_a_thing_lies_whose_door_asks_for_it():
    doors = f"{OAK} locked by k spent", f"{IRON} locked by k spent"
    (chain,) = told("any hero in c", *doors, 'item 2 k "Key" at B1, F2')
    assert chain == [
        "a Key is spent on the Oak Door",
        "the Oak Door needs a Key",
        "the Iron Door needs a Key",
        "a Key is in the Vault",
    ]


def test_what_an_event_takes():
    lines = (OAK, 'item k "Key" at D2', 'event theft "Theft" when k taken {\n take k\n}')
    assert told("any hero carries k and any hero in a", *lines) == [["“Theft” takes the Key"]]


def test_what_an_event_closes():
    lines = (
        f"{OAK} locked by k",
        "item k",
        "event whenever any hero at A2 {\n open oak\n}",
        'event slam "Slam" whenever no hero at A2 {\n close oak\n}',
    )
    (chain,) = told("all heroes in b", *lines, heroes="orlaf, rordin", start="A1, A2")
    assert chain[0] == "“Slam” closes the Oak Door"


def test_who_takes_a_portal_away():
    lines = (
        "portal far at F2",
        "portal near at B2 to far",
        'event cut "Cut" when round >= 1 {\n remove far\n}',
    )
    assert told("any hero in c", IRON, *lines) == [["“Cut” takes the Far away"]]


@pytest.mark.parametrize(
    ("gone", "goal", "why"),
    [
        ("crank", "pull done", "the Crank"),
        ("rordin", "rordin in a", "Rordin"),
        ("rordin", "rordin carries k", "Rordin"),
        ("guard", "guard defeated", "the Guard"),
        ("box", "gem carried", "the Box"),
    ],
)
def test_what_a_table_takes_away_before_play_begins(gone, goal, why):
    """In the world in which it does the row is the cause."""
    row = f'table t with d6 {{\n 1..3 "Row" {{ remove {gone} }}\n 4..6 "Other" {{ read "x" }}\n}}'
    lines = ('item k "Key" at A2', "lever crank at A1", "action pull at crank")
    lines += ("chest box at B1", 'item gem "Gem" in box')
    guard = "zombie guard at B2 facing west"
    text = quest(goal, *lines, guard, row, heroes="orlaf, rordin", start="A1, A2")
    (unwinnable,) = [one for one in results(text).findings if one.code.id == "QW313"]
    assert f"{why} is taken away before play begins" in unwinnable.reason
    (label,) = unwinnable.related
    assert label.text.startswith(f"{why} is taken away before play begins")


def test_what_a_victory_and_an_event_ask_for_in_the_same_words_is_mended_once():
    """A cause that both have is no part of the victory alone."""
    asked = "all heroes carries k and oak opened"
    doors = OAK, f"{IRON} barred"
    lines = *doors, f"{KEY} at A2", f"event when {asked} {{\n open iron\n}}"
    text = quest("any hero in c", *lines, heroes="orlaf, rordin", start="A1, A2")
    with without_checks(), without_proof():
        (case,) = results(text).quests
    own = [victory for victory in case.quest.victories if victory.side == "heroes"]
    both = [victory._replace(condition=case.quest.events[0].condition) for victory in own]
    changed = case.quest._replace(victories=(*own, *both))
    answer = reasons_of(translation(changed, case.system).task, changed).why_unwinnable()
    assert "only one can carry it at a time" in [cause.text for cause in answer.causes]
    assert not answer.left.why_unwinnable().causes


def test_who_comes_too_late():
    lines = (OAK, "start late at A2 for rordin from round 5", "victory overlord when round > 4")
    (chain,) = told("all heroes in b", *lines, heroes="orlaf, rordin", start="A1 for orlaf")
    assert chain == ["Rordin does not come before round 5", "the quest ends with round 4"]


def test_who_is_buried():
    lines = ("action pull at A1", 'event fall "Fall" when pull done {\n block A1, B1, A2, B2\n}')
    (chain,) = told("pull done and any hero in b", OAK, *lines)
    assert chain == ["“Fall” blocks A1, B1, A2 and B2", "Orlaf is buried in A1, B1, A2 or B2"]


def test_who_rises_again_is_said_to():
    """Nobody explores beside the guard, who rises as soon as it falls."""
    lines = (
        "secret pass at B1|C1",
        "zombie guard at B2 facing west",
        'event again "Again" whenever guard defeated {\n raise guard\n}',
    )
    (chain,) = told("any hero in b", *lines)
    assert "“Again” raises the Guard" in chain


def test_nobody_need_be_where_something_falls():
    lines = (
        'item k "Key" at A1',
        'event fall "Fall" when k taken {\n block B2\n}',
        "action dig at B2 when fall happened",
    )
    (chain,) = told("dig done", *lines, heroes="orlaf, rordin", start="A1, A2")
    assert chain == ["“Fall” blocks B2", "whoever is in B2 then steps clear or is buried"]


def test_another_side_wins_first():
    lines = (OAK, IRON, "victory overlord when any hero in b")
    assert told("any hero in c", *lines) == [["another side, the overlord, wins first"]]


def test_nothing_is_handed_through_a_wall():
    lines = (f"{IRON} locked by k", f"{KEY} at A2")
    assert told("any hero in c", *lines, heroes="orlaf, rordin", start="A1, C1") == [
        [
            "the Key cannot be handed to whoever needs it",
            "no way leads from the Hall to the Crypt",
            "the Iron Door needs the Key",
        ]
    ]


def test_a_figure_that_an_event_makes_too_strong():
    lines = ("door oak at B1|C1", "zombie z at F1 facing west", "wall at B2|C2, E1|E2, F1|F2")
    change = "event when any hero in b {\n change z damage-target 9\n}"
    causes = told("z defeated", *lines, IRON, change)
    happens = "the event “Any Hero is in the Crypt” has happened"
    assert causes == [[f"nobody can “Defeat the Z” once {happens}: then the Z has damage-target 9"]]


def test_a_figure_that_an_event_takes_away_is_told_in_plain_english():
    """Said was “once Boss gone (by “Any Hero is in the Crypt”)”."""
    lines = ("door oak at B1|C1", 'zombie boss "Boss" at F1 facing west')
    change = "event when any hero in b {\n remove boss\n}"
    walled = "wall at B2|C2, E1|E2, F1|F2"
    happens = "the event “Any Hero is in the Crypt” has happened"
    assert told("boss defeated", *lines, walled, IRON, change) == [
        [f"nobody can “Defeat the Boss” once {happens}: then the Boss is gone"]
    ]


def test_a_chest_may_leave_no_room_to_search_beside_it():
    rooms = """
  room a at A1..B2 "The Hall"
  room b at C1..D2 "The Crypt"
  room c at E1, E2, F2 "The Vault"
  room d at F1 "The Niche"
"""
    walls = "wall at E1|F1, F1|F2"
    things = (OAK, IRON, walls, "chest box at F1", f"{KEY} in box")
    chains = told("any hero carries k", *things, rooms=rooms)
    assert chains == [["nobody can stand where one would search the Niche"]]


def test_what_is_given_to_somebody_else():
    lines = (
        f"{KEY} at A2",
        "action ring at A1 for orlaf when orlaf carries k",
        'event gift "Gift" when k taken {\n give k to rordin\n}',
    )
    assert told("ring done", *lines, heroes="orlaf, rordin", start="A1, C1") == [
        [
            "“Gift” gives the Key to Rordin",
            "the Key cannot be handed to whoever needs it",
            "no way leads from the Hall to the Crypt",
        ]
    ]


def test_a_member_is_lost():
    lines = (OAK, 'event fall "Fall" when any hero in b {\n remove rordin\n}')
    assert told("rordin in b", *lines, heroes="orlaf, rordin", start="A1, A2") == []
    lines = (OAK, IRON, lines[1])
    (chain,) = told("rordin in c", *lines, heroes="orlaf, rordin", start="A1, A2")
    assert "“Fall” takes Rordin out of the quest" in chain


def test_a_limit_makes_it_coarser_and_no_slower():
    lines = (f"{OAK} locked by k spent", f"{IRON} locked by k spent", f"{KEY} at A2")
    task, board = compiled(quest("any hero in c", *lines))
    causes = causes_of(task, board, 1)
    assert causes
    assert all(cause.text for cause in causes)


# -- whatever the quest ---------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("part", range(amount(1, 20)))
def test_there_is_always_a_cause_and_none_is_idle(part):
    seen = {"out of reach": 0, "lost": 0}
    for seed in range(part * 60, part * 60 + 60):
        task, board = compiled(random_quest(random.Random(seed)))
        if board.unknowns:
            continue
        begun = all_begun(task)
        reach = Relaxed(task).reach(begun, wants_all=True)
        simple = simplified(task)
        assert simple.is_hopeless is not reach.is_won
        is_lost = reach.is_won and Search(simple.task, 3_000).can_win() is False
        causes = causes_of(task, board)
        assert bool(causes) is (is_lost or not reach.is_won), seed
        assert all(cause.text and cause.origin.path for cause in causes)
        if is_lost:
            seen["lost"] += 1
            conflict, most = lost(simple.task, task, board, Probes(3_000)), 1
        elif causes:
            seen["out of reach"] += 1
            beyond = out_of_reach(task, begun, reach, Names(task, board))
            conflict, most = beyond.conflict(task.own), 4
        else:
            continue
        chains = conflict.chains(most)
        assert chains
        for chain in chains:
            assert conflict.hold(chain)
            for one in chain:
                assert not conflict.hold([other for other in chain if other is not one]), seed
    assert all(seen.values())
