"""Parts of the solver by themselves, on small tasks made by hand, beside what they mean."""

from __future__ import annotations

import random
from itertools import product

import pytest

from oracle.random_tasks import at, deed, ending, happening, has, lacks, link
from questwright.compiler.verdict.decide.certain import Certain, Ways
from questwright.compiler.verdict.decide.eager import eager_deeds
from questwright.compiler.verdict.decide.model import Model
from questwright.compiler.verdict.decide.relaxed import Relaxed
from questwright.compiler.verdict.decide.search import Search
from questwright.compiler.verdict.decide.ways import leads_back_everywhere, moored
from questwright.compiler.verdict.rules.room import can_stand, has_room
from questwright.compiler.verdict.task.gifts import Gift
from questwright.compiler.verdict.task.need import NOTHING, AtLeast, every
from questwright.compiler.verdict.task.task import (
    Begin,
    DeedSort,
    FactInfo,
    FactSort,
    Find,
    Place,
    Task,
)
from questwright.dsl.source import Span
from support.more import amount

HERE = Span("", 0, 0)


def task(places=3, links=(), facts=(), party=1, **more):
    """A task of places with four cells each; the first is where all begin."""
    rooms = tuple(Place(number, 15 << 8 * number) for number in range(places))
    begins = tuple(Begin(0, -1, bit) for bit in range(party))
    known = tuple(FactInfo(sort, f"f{n}", "", HERE) for n, sort in enumerate(facts))
    parts = {"given": 0, "deeds": (), "events": (), "sights": (), "victories": ()}
    parts |= {"fallen": (0,) * party, **more}
    return Task(rooms, tuple(links), known, party=party, begins=begins, **parts)


# -- who finds room -------------------------------------------------------------------------------


def ways_to_stand(where, rooms):
    """Each way in which members may stand, by places."""
    places = [[n for n in range(len(rooms)) if own >> n & 1] for own in where]
    for way in product(*places):
        if all(way.count(n) <= room for n, room in enumerate(rooms)):
            yield way


def is_met(asked, way):
    """Whether all that is asked is met by those who are left, each in a place."""
    for need in asked:
        able = [n for n in way if need.who >> n & 1]
        if not able and not need.is_away:
            return False
        wanted = need.wanted(len(able)) if able else 0
        if sum(need.places >> way[n] & 1 for n in able) < wanted:
            return False
    return True


def random_asked(chance, party, places):
    def one():
        spare = chance.choice((-1, -1, -1, 0, 1))
        who = chance.choice((-1, -1, chance.randrange(1, 1 << party)))
        some = chance.randrange(1, 1 << places)
        least = chance.choice((1, 1, 1, 2, 2, 3))
        return at(some, least, who, spare=spare, is_away=chance.random() < 0.1)

    return [one() for _ in range(chance.choice((1, 2, 2, 3)))]


@pytest.mark.parametrize("seed", range(amount(400, 4_000)))
def test_members_stand_as_is_asked_where_each_finds_a_cell(seed):
    chance = random.Random(f"room {seed}")
    party, places = chance.choice((1, 2, 3, 3, 4)), chance.choice((2, 3, 3, 4))
    rooms = [chance.choice((1, 1, 2, 3)) for _ in range(places)]
    where = [chance.randrange(0 if chance.random() < 0.2 else 1, 1 << places) for _ in range(party)]
    left = [n for n, own in enumerate(where) if own]
    ways = [dict(zip(left, way, strict=True))
            for way in ways_to_stand([where[n] for n in left], rooms)]  # fmt: skip
    assert has_room([where[n] for n in left], rooms, len(left)) is bool(ways)
    asked = random_asked(chance, party, places)
    if len(asked) > 1:
        assert can_stand(asked, where, rooms) is any(is_met(asked, way) for way in ways)
        return
    # Of one place alone the others can keep out of the way.
    (need,) = asked
    able = [n for n in left if need.who >> n & 1]
    wanted = max(need.wanted(len(able)), 0)
    there = [where[n] & need.places for n in able]
    found = any(
        next(ways_to_stand([own for own, is_one in zip(there, some, strict=True) if is_one], rooms),
             None) is not None
        for some in product((False, True), repeat=len(there)) if sum(some) == wanted
    )  # fmt: skip
    assert can_stand(asked, where, rooms) is (found if able else need.is_away)


def test_whoever_leaves_the_board_makes_room_for_the_next():
    both = at(1, 2), at(1, 2, leaves=True)
    assert [can_stand([need], [1, 1], [1]) for need in both] == [False, True]
    assert not can_stand([at(1, 2, leaves=True)], [1, 2], [1, 1])


@pytest.mark.parametrize(("party", "is_so"), [(1, False), (3, True)])
def test_of_what_can_be_met_in_too_many_ways_nothing_is_certain(party, is_so):
    """Two of eleven may be met in 55 ways, which are looked at; three in 165."""
    many = task(11, [link(n, n + 1) for n in range(10)], party=party)
    certain = Certain(Ways(many), 0, 0, many.everybody)
    cores = [certain.core(1, member) for member in range(party)]
    assert cores == [(1 << 11) - 1] * party
    parts = tuple(at(1 << n) for n in range(11))
    assert certain.meets(AtLeast(2, parts), cores) is is_so
    assert not certain.meets(AtLeast(3, parts), cores)
    assert Relaxed(many).possible(AtLeast(3, parts), 0, cores)


# -- boats, and ways back -------------------------------------------------------------------------

SET, CLEAR, LIES = FactSort.SET, FactSort.CLEAR, FactSort.LIES


def boat(*links, places=3, **more):
    """Two shores with a boat between them; what else there is begins with the third fact."""
    rowed = [
        link(0, 1, has(0), is_one_way=True, is_crossing=True, counts="there"),
        link(1, 0, has(1), is_one_way=True, is_crossing=True, counts="back"),
    ]
    return task(places, [*rowed, *links], [LIES, LIES, SET, SET, CLEAR], given=1, **more)


def closing(own):
    """The same, with a place that may close."""
    return own._replace(places=(own.places[0], own.places[1]._replace(clear=4), own.places[2]))


def set_off(**more):
    return happening(at(1), more.pop("adds", 0), more.pop("removes", 0), 8, **more)


@pytest.mark.parametrize(
    ("own", "is_moored"),
    [
        (boat(), True),
        (boat(link(1, 2)), True),
        (boat(link(1, 2), link(2, 1, is_one_way=True)), True),
        (boat(link(1, 2, is_one_way=True)), False),
        (boat(link(1, 2, is_one_way=True), link(2, 1, has(2))), False),
        (boat(link(1, 2, is_one_way=True), link(2, 1, who=2), party=2), False),
        (boat(link(1, 2, has(2))), True),
        (boat(link(1, 2, lacks(2))), False),
        (boat(link(1, 2, has(2)), deeds=[deed(DeedSort.ACT, 1, removes=4)]), False),
        (boat(fallen=(4,)), False),
        (closing(boat()), False),
        (boat(deeds=[deed(DeedSort.BEFALL, 0, adds=4, is_fate=True)]), False),
        (boat(deeds=[deed(DeedSort.ACT, 1, adds=4)]), True),
        (boat(events=[set_off(adds=4)]), True),
        (boat(events=[set_off(removes=4)]), False),
        (boat(events=[set_off(live=4)]), False),
        (boat(events=[set_off(gifts=(Gift(4, 4, -1, ""),))]), False),
    ],
)
def test_boats_lie_where_they_are_wanted_if_nothing_is_lost_by_rowing(own, is_moored):
    free = moored(own, wins_only=False)
    assert (free is not own) is is_moored
    if is_moored:
        assert [way.needs for way in free.links if way.is_crossing] == [NOTHING]
        assert all(way.is_both_ways for way in free.links if way.is_crossing)
        assert len(free.links) == len(own.links) - 1
    # Whether another side wins by it is no matter where a line is to be found.
    lost = own._replace(victories=(ending(at(2), is_own=False),))
    assert moored(lost, wins_only=False) is lost
    assert (moored(lost, wins_only=True) is not lost) is is_moored


def test_a_boat_that_nobody_rows_back_is_not_moored():
    own = boat()
    assert moored(own._replace(links=own.links[:1]), wins_only=True).links == own.links[:1]
    other = own.links[1]._replace(needs=every(has(1), has(2)))
    assert moored(own._replace(links=(own.links[0], other)), wins_only=True).links[1] is other


@pytest.mark.parametrize(
    ("links", "is_so"),
    [
        ([link(0, 1), link(1, 2)], True),
        ([link(0, 1), link(1, 2, is_one_way=True)], False),
        ([link(0, 1), link(1, 2, is_one_way=True), link(0, 2)], True),
        ([link(0, 1), link(1, 2, is_one_way=True), link(0, 2, has(0))], False),
        ([link(0, 1), link(1, 2, is_one_way=True, refused="no")], True),
        ([link(0, 1), link(1, 2, counts="gate")], False),
        ([link(0, 1, has(0)), link(1, 2)], True),
        ([link(0, 1, lacks(0)), link(1, 2)], False),
    ],
)
def test_where_all_can_walk_back_at_any_time(links, is_so):
    own = task(3, links, [SET])
    assert leads_back_everywhere(own) is is_so
    away = own._replace(places=(*own.places, Place(-1, 0)))
    assert not leads_back_everywhere(away._replace(links=(*links, link(3, 0, is_one_way=True))))


# -- what is done at once -------------------------------------------------------------------------


def lever(*links, events=(), deeds=(), facts=(SET, SET, SET), **more):
    """The first fact is set at the second place, and the party wins by it."""
    pull = deed(DeedSort.ACT, 2, **{"adds": 1, "once": 1, **more})
    ways = [link(0, 1), link(1, 2), *links]
    won = (ending(has(0)),)
    return task(3, ways, facts, deeds=[pull, *deeds], events=events, victories=won)


FREE = lever()


@pytest.mark.parametrize(
    ("own", "is_eager", "is_brief"),
    [
        (FREE, True, True),
        (lever(needs=has(1)), True, True),
        (lever(needs=lacks(1)), False, False),
        (lever(needs=at(4)), False, False),
        (lever(needs=has(1), deeds=[deed(DeedSort.ACT, 1, removes=2)]), False, False),
        (lever(removes=2), False, False),
        (lever(carries=2), False, False),
        (lever(past=1), False, False),
        (lever(is_fate=True), False, False),
        (lever(once=0), False, False),
        (lever(once=3), False, False),
        (lever(adds=3), True, True),
        (lever(finds=(Find(2, 4, ""),)), False, False),
        (lever(finds=(Find(2, 0, ""),)), True, True),
        (lever(facts=(SET, SET, FactSort.ABOARD)), False, False),
        (lever(deeds=[deed(DeedSort.ACT, 1, adds=1)]), False, False),
        (lever(deeds=[deed(DeedSort.ACT, 1, adds=2, once=1)]), False, False),
        (lever(adds=3, deeds=[deed(DeedSort.ACT, 1, adds=4, once=2)]), False, False),
        (lever(events=[happening(at(1), 1, 0, 4)]), False, False),
        # Something comes of it that has to be minded.
        (lever(deeds=[deed(DeedSort.ACT, 1, lacks(0), 2)]), False, False),
        (lever(events=[happening(has(0), 0, 2, 4)]), False, False),
        (lever(events=[happening(has(0), 2, 0, 4)]), True, True),
        # Something comes of it only where somebody stands somewhere just then.
        (lever(events=[happening(every(has(0), at(1)), 2, 0, 4)]), False, True),
        (lever(events=[happening(has(0), 2, 0, 4), happening(every(has(1), at(1)), 0, 0, 4)]),
         False, True),
        # Not all can go back to where they were.
        (lever(link(0, 2, is_one_way=True, needs=has(1))), True, True),
        (lever(link(1, 2, counts="gate")), False, True),
    ],
)  # fmt: skip
def test_what_takes_nothing_away_is_done_at_once(own, is_eager, is_brief):
    assert (0 in eager_deeds(own)) is is_eager
    assert (0 in eager_deeds(own, wins_only=True)) is is_brief


def test_nothing_is_done_at_once_where_somebody_may_not_come_back_to_do_it():
    assert eager_deeds(FREE) == (0,)
    way_out = FREE._replace(links=(*FREE.links[:1], FREE.links[1]._replace(is_one_way=True)))
    fate = deed(DeedSort.BEFALL, 0, adds=4, is_fate=True)
    for own in (
        way_out,
        FREE._replace(victories=(*FREE.victories, ending(at(4), is_own=False))),
        FREE._replace(fallen=(4,)),
        FREE._replace(deeds=(*FREE.deeds, fate)),
        FREE._replace(places=(*FREE.places[:2], FREE.places[2]._replace(clear=2))),
        FREE._replace(places=(*FREE.places[:2], FREE.places[2]._replace(is_lane=True))),
    ):
        assert eager_deeds(own) == ()
        assert eager_deeds(own, wins_only=True) == (0,)


# -- who always comes home ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("own", "is_so"),
    [
        (link(0, 2, has(0)), True),
        (link(0, 2, has(0), who=2), True),
        (link(0, 2, has(0), who=1), True),
        (link(0, 2, has(0), is_one_way=True), False),
        (link(0, 2, has(0), is_one_way=True, who=2), False),
        (link(0, 2, has(0), is_way_clear=False), False),
        (link(0, 2, has(0), is_jump=True), False),
    ],
)
def test_who_steps_clear_of_what_closes_always_comes_home(own, is_so):
    """Something closes the third place as soon as anybody is there."""
    falls = happening(at(4), 0, 1, 2)
    won = ending(every(at(2), has(2)))
    pull = deed(DeedSort.ACT, 2, adds=4, once=4)
    cave = task(
        3, [link(0, 1), own], [CLEAR, FactSort.HAPPENED, SET], 2,
        given=1, events=(falls,), deeds=(pull,), victories=(won,),
    )  # fmt: skip
    cave = cave._replace(places=(*cave.places[:2], cave.places[2]._replace(clear=0)))
    assert Model(cave).always_wins() is is_so


def test_play_ends_by_no_victory_when_nobody_is_left():
    trap = happening(at(2), 1, 0, 2)
    facts = [FactSort.LOST, FactSort.HAPPENED]
    cave = task(3, [link(0, 1), link(0, 2)], facts, events=(trap,), fallen=(1,))
    found = Search(cave._replace(victories=(ending(at(4)),)), 100).run()
    assert found.lose.moves[-1].end.victory == -1
