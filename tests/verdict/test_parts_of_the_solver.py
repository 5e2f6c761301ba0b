"""Parts of the solver by themselves, on small tasks made by hand, beside what they mean."""

from __future__ import annotations

import random
from itertools import product

import pytest

from oracle.random_tasks import at, deed, ending, happening, has, lacks, link
from questwright.compiler.verdict.decide.alike import Alike
from questwright.compiler.verdict.decide.certain import Certain, Ways
from questwright.compiler.verdict.decide.eager import eager_deeds
from questwright.compiler.verdict.decide.explore import Explorer
from questwright.compiler.verdict.decide.model import Model
from questwright.compiler.verdict.decide.outdone import outdone
from questwright.compiler.verdict.decide.relaxed import Relaxed
from questwright.compiler.verdict.decide.search import Search
from questwright.compiler.verdict.decide.shorten import replayed
from questwright.compiler.verdict.decide.simplify import (
    harmless_facts,
    simplified,
    without_idle_fates,
)
from questwright.compiler.verdict.decide.ways import (
    leads_back_everywhere,
    moored,
    straight,
    without_side_rooms,
)
from questwright.compiler.verdict.rules.play import Play
from questwright.compiler.verdict.rules.room import can_stand, has_room
from questwright.compiler.verdict.rules.state import State
from questwright.compiler.verdict.task.gifts import Gift
from questwright.compiler.verdict.task.need import (
    IMPOSSIBLE,
    NOTHING,
    AtLeast,
    Carried,
    every,
    facts_named,
    some,
)
from questwright.compiler.verdict.task.task import (
    Begin,
    DeedSort,
    FactInfo,
    FactSort,
    Find,
    Place,
    Sight,
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
    search = Search(cave._replace(victories=(ending(at(4)),)), 100)
    found = search.run()
    assert found.lose.moves[-1].end.victory == -1
    # Such a line is played again as it is; after a victory nobody minds what was to come.
    for line in (found.lose, found.win):
        again = replayed(search.model.explorer, line.first, line.moves)
        assert [turn.end for turn in again] == [turn.end for turn in line.moves]
        more = replayed(search.model.explorer, line.first, [*line.moves, line.moves[0]])
        assert more == (None if line is found.lose else again)


# -- what it takes if nothing is ever lost --------------------------------------------------------


def test_who_does_not_come_where_all_are_asked_for_has_to_be_lost():
    """The second member never comes to the fourth place, where all but the first are asked for."""
    lost, heard = (FactSort.LOST,) * 2, (FactSort.HAPPENED,) * 2
    traps = (happening(at(2, who=1), 1, 0, 4), happening(at(4, who=2), 2, 0, 8))
    cave = task(
        4, [link(0, 1), link(0, 2), link(0, 3, who=4)], (*lost, *heard), 3,
        fallen=(1, 2, 0), events=traps, victories=(ending(at(8, who=6, spare=0)),),
    )  # fmt: skip
    plan = Relaxed(cave).plan(State(0, (1, 1, 1), (0, 0, 0)))
    assert (plan.deeds, plan.events, plan.places) == (set(), {1}, 4 | 8)
    assert plan.cost == 1
    assert Relaxed(cave._replace(fallen=(1, 0, 0))).plan(State(0, (1, 1, 1), (0, 0, 0))) is None


def test_of_several_who_can_come_those_come_who_are_there_already():
    hall = task(3, [link(0, 1), link(1, 2)], party=3, victories=(ending(at(4, 2)),))
    plans = [
        Relaxed(hall).plan(State(0, where, (0, 0, 0)))
        for where in ((1, 1, 1), (1, 4, 4), (4, 1, 2), (4, 2, 1))
    ]
    assert [plan.places for plan in plans] == [2 | 4, 0, 2 | 4, 4]


def test_a_deed_is_done_where_somebody_stands_or_comes_first():
    pull = deed(DeedSort.ACT, 2 | 4, adds=1, once=1, who=2)
    hall = task(3, [link(0, 1), link(0, 2)], [SET], 2, deeds=(pull,), victories=(ending(has(0)),))
    for where, places in (((1, 1), 2), ((4, 1), 2), ((1, 4), 0), ((1, 2), 0)):
        plan = Relaxed(hall).plan(State(0, where, (0, 0)))
        assert (plan.deeds, plan.places) == ({0}, places)


# -- what makes no difference ---------------------------------------------------------------------


def hall(*, deeds=(), events=(), others=(), own=NOTHING, facts=5, **more):
    """Three places in a row, and facts to be set."""
    won = (ending(every(at(4), own)), *(ending(need, is_own=False) for need in others))
    ways = [link(0, 1), link(1, 2)]
    return task(3, ways, [SET] * facts, deeds=deeds, events=events, victories=won, **more)


@pytest.mark.parametrize(
    ("own", "harmful"),
    [
        (hall(own=has(0)), 0),
        (hall(own=lacks(0)), 1),
        (hall(deeds=[deed(DeedSort.ACT, 1, lacks(1), 4)]), 2),
        (hall(deeds=[deed(DeedSort.ACT, 1, finds=(Find(1, 2, ""),))]), 2),
        (hall(others=[has(1)]), 2),
        (hall(others=[every(has(1), at(2))]), 2),
        (hall(fallen=(8,)), 8),
        # What comes of it removes something, does harm, or keeps a deed from being done.
        (hall(events=[happening(has(0), 2, 0, 16)]), 0),
        (hall(events=[happening(has(0), 0, 2, 16)]), 1),
        (hall(events=[happening(has(0), 2, 0, 16)], own=lacks(1)), 3),
        (hall(events=[happening(has(0), 2, 0, 16)], deeds=[deed(DeedSort.ACT, 1, once=2)]), 1),
        (hall(events=[happening(has(0), 2, 0, 16, gifts=(Gift(2, 2, -1, ""),))]), 1),
        (hall(events=[happening(has(0), 2, 0, 16, gifts=(Gift(0, 2, -1, ""),))]), 0),
        # And one thing of another.
        (hall(events=[happening(has(0), 2, 0, 16), happening(has(1), 0, 4, 8)]), 3),
        (hall(events=[happening(has(0), 2, 0, 16), happening(has(1), 4, 0, 8)], own=lacks(2)), 7),
        # So it is with what nobody of the party decides.
        (hall(deeds=[deed(DeedSort.BEFALL, 0, has(0), 2, is_fate=True)], own=lacks(1)), 3),
        (hall(deeds=[deed(DeedSort.ACT, 0, has(0), 2)], own=lacks(1)), 2),
    ],
)
def test_which_facts_nobody_need_mind(own, harmful):
    assert harmless_facts(own) == 31 & ~harmful


FATE = {"sort": DeedSort.BEFALL, "where": 0, "is_fate": True}


@pytest.mark.parametrize(
    ("own", "is_idle"),
    [
        (hall(deeds=[deed(**FATE, adds=1)], others=[has(0)]), True),
        (hall(deeds=[deed(**FATE, adds=1)], others=[every(has(0), has(1))]), False),
        (hall(deeds=[deed(**FATE, adds=1)], others=[has(0)], own=lacks(0)), False),
        (hall(deeds=[deed(**FATE, adds=1)], others=[has(0), lacks(0)]), False),
        (hall(deeds=[deed(**FATE, adds=1)], others=[has(0)], given=1), False),
        (hall(deeds=[deed(**FATE, adds=1), deed(DeedSort.ACT, 1, adds=1)], others=[has(0)]), False),
        (hall(deeds=[deed(**FATE, adds=1), deed(DeedSort.ACT, 1, has(0), 2)], others=[has(0)]),
         False),
        (hall(deeds=[deed(**FATE, adds=1)], events=[happening(has(0), 2, 0, 16)],
              others=[has(0)]), False),
        (hall(deeds=[deed(**FATE, adds=1)], events=[happening(has(1), 1, 0, 16)],
              others=[has(0)]), False),
        (hall(deeds=[deed(**FATE, adds=1), deed(**FATE, needs=has(0), adds=2)],
              others=[has(0)]), False),
        (hall(deeds=[deed(**FATE, adds=1), deed(**FATE, needs=has(0), removes=1)],
              others=[has(0)]), True),
        (hall(deeds=[deed(**FATE, adds=3)], others=[has(0)], own=has(1)), False),
        (hall(deeds=[deed(**FATE, adds=3)], others=[has(0)]), True),
    ],
)  # fmt: skip
def test_what_another_side_wins_by_at_any_time_tells_nothing_apart(own, is_idle):
    left = without_idle_fates(own)
    assert (left.victories != own.victories) is is_idle
    if is_idle:
        assert [victory.needs for victory in left.others] == [IMPOSSIBLE]
        assert left.own == own.own


def shots(first, second, *links, **more):
    """A deed at the first of three places, and the same at the second; or as is said."""
    does = {"sort": DeedSort.ACT, "adds": 1, "once": 1}
    one, other = ({"where": where, **does, **own} for where, own in ((1, first), (2, second)))
    ways = links or (link(0, 1), link(1, 2))
    known = [SET] * 4
    won = (ending(every(has(0), at(4, spare=0))),)
    return task(3, ways, known, 2, deeds=[deed(**one), deed(**other)], victories=won, **more)


@pytest.mark.parametrize(
    ("own", "left"),
    [
        # Whoever can do it here goes there; the first is left out, and then not the second.
        (shots({}, {}), (0, 2)),
        (shots({"needs": has(1)}, {}), (0, 2)),
        (shots({}, {"needs": has(1)}), (1, 0)),
        (shots({"needs": has(1)}, {"needs": has(2)}), (1, 2)),
        (shots({"who": 1}, {"who": 2}), (1, 2)),
        (shots({"who": 1}, {}), (0, 2)),
        (shots({}, {"who": 1}), (1, 0)),
        (shots({}, {"past": 4}), (1, 0)),
        (shots({"past": 4}, {}), (0, 2)),
        (shots({"past": 4}, {"past": 4}), (0, 2)),
        # Another deed is another.
        (shots({"id": "e"}, {}), (1, 2)),
        (shots({"sort": DeedSort.DEFEAT}, {}), (1, 2)),
        (shots({"adds": 3}, {}), (1, 2)),
        (shots({"once": 0}, {}), (1, 2)),
        (shots({"carries": 2}, {}), (1, 2)),
        (shots({"finds": (Find(2, 0, ""),)}, {}), (1, 2)),
        # What takes something away is left out only where the other can be done at once.
        (shots({"removes": 2}, {"removes": 2}), (1, 2)),
        (shots({"removes": 2, "where": 3}, {"removes": 2}), (1, 2)),
        (shots({"removes": 2}, {"removes": 2, "where": 3}), (0, 3)),
        # The way there and back.
        (shots({}, {}, link(0, 1, is_one_way=True)), (1, 2)),
        (shots({}, {}, link(0, 1, lacks(1))), (1, 2)),
        # Whoever is there has come by what the way asks for, and goes back by it if it lasts.
        (shots({}, {}, link(0, 1, has(1))), (1, 0)),
        (shots({}, {}, link(0, 1, has(1)), events=[happening(has(2), 0, 2, 8)]), (1, 2)),
        (shots({"needs": has(1)}, {}, link(0, 1, has(1))), (0, 2)),
        (shots({}, {}, link(0, 1, who=1)), (1, 2)),
        (shots({"who": 1}, {}, link(0, 1, who=1)), (0, 2)),
        (shots({}, {}, link(0, 1, counts="gate")), (1, 2)),
        (shots({}, {}, link(0, 2), link(2, 1)), (1, 2)),
        (shots({}, {}, events=[happening(at(1), 2, 0, 4)]), (1, 2)),
        (shots({}, {}, sights=[Sight(1, 2)]), (0, 2)),
        (shots({}, {}, sights=[Sight(1, 2)], events=[happening(has(1), 0, 4, 8)]), (1, 2)),
    ],
)
def test_a_deed_is_left_out_where_one_may_as_well_do_it_elsewhere(own, left):
    done = outdone(own, harmless_facts(own))
    assert tuple(each.where for each in done.deeds) == left
    assert (done is own) is (left == tuple(each.where for each in own.deeds))


def test_nobody_goes_to_do_it_where_there_is_no_room_for_all():
    own = shots({}, {})
    narrow = own.places[1]._replace(cells=1 << 8)
    done = outdone(own._replace(places=(own.places[0], narrow, own.places[2])), 15)
    assert tuple(each.where for each in done.deeds) == (1, 0)


# -- items that take each other's place -----------------------------------------------------------

KEYS = (FactSort.HAVE, FactSort.HAVE, FactSort.TAKEN, FactSort.TAKEN, SET, FactSort.HAPPENED)


def keys(*, deeds=(), events=(), goal=NOTHING, ways=None, once=(4, 8), **second):
    """Two keys, each of which is picked up once and opens the door; and how the second differs."""
    picked = [deed(DeedSort.PICK_UP, 1, adds=own | bit, once=bit, id=f"pick{own}")
              for own, bit in zip((1, 2), once, strict=True)]  # fmt: skip
    opens = [
        deed(**{"sort": DeedSort.OPEN, "where": 1, "needs": has(n), "adds": 16, "once": 16,
                "carries": 1 << n, "removes": 1 << n, "id": "door", **more})
        for n, more in ((0, {}), (1, second))
    ]  # fmt: skip
    links = [link(0, 1, has(4)), link(1, 2)] if ways is None else ways
    won = (ending(every(at(4), goal)),)
    return task(
        3, links, KEYS, 2, deeds=[*picked, *opens, *deeds], events=events, victories=won, carried=3
    )


@pytest.mark.parametrize(
    ("own", "is_so"),
    [
        (keys(), True),
        (keys(removes=0), False),
        (keys(carries=0), False),
        (keys(id="other"), False),
        (keys(sort=DeedSort.ACT), False),
        (keys(adds=48), False),
        (keys(where=2), False),
        (keys(who=1), False),
        (keys(past=2), False),
        (keys(once=(0, 8)), False),
        (keys(deeds=[deed(DeedSort.ACT, 1, removes=4)]), False),
        (keys(deeds=[deed(DeedSort.ACT, 1, removes=1)]), False),
        (keys(deeds=[deed(DeedSort.ACT, 1, removes=3)]), True),
        (keys(deeds=[deed(DeedSort.ACT, 1, has(1), 16)]), False),
        (keys(deeds=[deed(DeedSort.ACT, 1, some(has(0), has(1)), 16)]), True),
        (keys(deeds=[deed(DeedSort.ACT, 1, some(has(0), lacks(1)), 16)]), False),
        (keys(deeds=[deed(DeedSort.ACT, 1, finds=(Find(16, 1, ""),))]), False),
        (keys(deeds=[deed(DeedSort.ACT, 1, finds=(Find(16, 3, ""),))]), True),
        (keys(deeds=[deed(DeedSort.ACT, 1, adds=16, once=2)]), False),
        (keys(events=[happening(has(0), 0, 0, 32)]), False),
        (keys(events=[happening(some(has(0), has(1)), 0, 0, 32)]), True),
        (keys(events=[happening(at(1), 0, 2, 32)]), False),
        (keys(events=[happening(at(1), 2, 0, 32)]), True),
        (keys(events=[happening(at(1), 2, 0, 32, live=16)]), False),
        (keys(goal=has(1)), False),
        (keys(goal=AtLeast(1, (has(0), has(1)))), True),
        (keys(goal=Carried(0, -1, "", HERE)), False),
        (keys(goal=some(Carried(0, -1, "", HERE), Carried(1, -1, "", HERE))), True),
        (keys(goal=some(Carried(0, 1, "", HERE), Carried(1, 2, "", HERE))), False),
        (keys(ways=[link(0, 1, has(1)), link(1, 2)]), False),
        (keys(ways=[link(0, 1, things=has(1)), link(1, 2)]), False),
        (keys(ways=[link(0, 1, some(has(0), has(1))), link(1, 2)]), True),
    ],
)
def test_items_that_are_good_for_the_same_take_each_others_place(own, is_so):
    assert bool(Alike(own)) is is_so


def test_states_in_which_such_items_have_changed_places_have_one_sign():
    alike = Alike(keys())

    def sign(facts, *hold):
        return alike.sign([State(facts, (1, 1), hold)])

    # Both have been taken, and one is spent.
    assert sign(13, 1, 0) == sign(14, 2, 0) != sign(13, 0, 1)
    assert sign(13, 0, 1) == sign(14, 0, 2)
    assert sign(15, 1, 2) == sign(15, 2, 1) != sign(15, 3, 0)
    assert sign(12, 0, 0) not in (sign(13, 1, 0), sign(15, 1, 2))
    # One of them still lies there.
    assert sign(5, 1, 0) != sign(10, 2, 0)
    states = [State(13, (1, 1), (1, 0)), State(13, (1, 1), (0, 1))]
    assert alike.sign(states) == alike.sign(states[::-1]) == min(sign(13, 1, 0), sign(13, 0, 1))


# -- ways that need not be taken ------------------------------------------------------------------


def corner(first=NOTHING, second=NOTHING, *, straight=(), clear=-1, goal=1, events=(), **around):
    """Two steps, and one around the corner of them."""
    ways = [
        link(0, 1, first, **dict(straight)), link(1, 2, second),
        link(0, 2, **{"things": IMPOSSIBLE, **around}),
    ]  # fmt: skip
    won = (ending(at(goal)),)
    own = task(3, ways, [SET] * 3, 2, events=events, victories=won)
    return own._replace(places=(*own.places[:2], own.places[2]._replace(clear=clear)))


@pytest.mark.parametrize(
    ("own", "is_spared"),
    [
        (corner(), True),
        (corner(things=None), False),
        (corner(things=has(0)), False),
        (corner(is_one_way=True), False),
        (corner(straight={"is_one_way": True}), False),
        (corner(straight={"things": IMPOSSIBLE}), False),
        (corner(straight={"who": 1}), False),
        (corner(straight={"who": 1}, who=1), True),
        (corner(straight={"who": 1}, who=3), False),
        (corner(has(0)), False),
        (corner(second=has(0)), False),
        (corner(has(0), needs=has(0)), True),
        (corner(has(0), has(0), needs=has(0)), True),
        (corner(has(0), needs=has(1)), False),
        (corner(clear=0), False),
        # Whoever stands on the cell between is seen there, and not on the others.
        (corner(goal=2), False),
        (corner(goal=4), True),
        (corner(goal=3), True),
        (corner(goal=5), False),
        # It sets off what shuts the way on.
        (corner(has(0), needs=has(0), goal=4, events=[happening(at(3), 0, 1, 4)]), False),
        (corner(has(0), needs=has(0), goal=4, events=[happening(at(3), 0, 2, 4)]), True),
        (corner(lacks(0), needs=lacks(0), goal=4, events=[happening(at(3), 1, 0, 4)]), False),
        (corner(lacks(0), needs=lacks(0), goal=4, events=[happening(at(3), 2, 0, 4)]), True),
        (corner(has(0), needs=has(0), goal=4,
                events=[happening(at(3), 2, 0, 4), happening(has(1), 0, 1, 4)]), False),
    ],
)  # fmt: skip
def test_nobody_steps_around_a_corner_who_may_as_well_go_straight(own, is_spared):
    left = straight(own)
    assert (len(left.links), left is own) == (2, False) if is_spared else left is own


def closet(*, where=1, party=1, cells=15, clear=-1, goal=1, begins=(0,), way=None, past=0):
    """Three places in a row, with nothing in the last unless it is said."""
    pull = deed(DeedSort.ACT, where, adds=1, past=past)
    own = task(3, [link(0, 1), way or link(1, 2)], [SET] * 3, party, deeds=[pull],
               victories=(ending(at(goal)),))  # fmt: skip
    between, last = own.places[1]._replace(cells=cells), own.places[2]._replace(clear=clear)
    begun = tuple(Begin(place, -1, 8 * place) for place in begins)
    return own._replace(places=(own.places[0], between, last), begins=begun)


@pytest.mark.parametrize(
    ("own", "left"),
    [
        (closet(), [(0, 1)]),
        (closet(goal=7), []),
        (closet(goal=7, where=3), []),
        (closet(where=6), [(0, 1)]),
        (closet(where=4), [(0, 1), (1, 2)]),
        (closet(past=4), [(0, 1), (1, 2)]),
        (closet(past=2), [(0, 1), (1, 2)]),
        (closet(goal=4), [(0, 1), (1, 2)]),
        (closet(goal=6), [(0, 1)]),
        (closet(clear=0), [(0, 1), (1, 2)]),
        (closet(begins=(0, 2)), [(0, 1), (1, 2)]),
        (closet(party=3), [(0, 1)]),
        (closet(party=4), [(0, 1), (1, 2)]),
        (closet(party=2, cells=3), [(0, 1), (1, 2)]),
        (closet(cells=1), [(0, 1)]),
        (closet(way=link(1, 2, is_one_way=True)), [(0, 1), (1, 2)]),
        (closet(way=link(1, 2, counts="gate")), [(0, 1), (1, 2)]),
        (closet(way=link(1, 2, has(1))), [(0, 1)]),
        (closet(way=link(1, 2, lacks(1))), [(0, 1), (1, 2)]),
        (closet(way=link(0, 2)), [(0, 1), (0, 2)]),
        (closet(way=link(0, 2), goal=7), []),
    ],
)
def test_nobody_goes_where_there_is_nothing(own, left):
    assert [(way.first, way.second) for way in without_side_rooms(own).links] == left


GATE = {"where": 3, "adds": 1, "once": 1}


def gate(*, way=None, goal=NOTHING, events=(), closing=-1, **opens):
    """A gate that is opened from both of its sides, unless it is said that it is not."""
    door = deed(**{"sort": DeedSort.OPEN, **GATE, **opens})
    ways = [way or link(0, 1, has(0)), link(1, 2)]
    won = (ending(every(at(4), goal)),)
    own = task(3, ways, [SET] * 4, 2, deeds=[door], events=events, victories=won, given=2)
    return own._replace(
        places=(own.places[0], own.places[1]._replace(clear=closing), own.places[2])
    )


@pytest.mark.parametrize(
    ("own", "is_free"),
    [
        (gate(), True),
        (gate(goal=has(1)), True),
        (gate(goal=has(1), removes=2), False),
        (gate(carries=2), False),
        (gate(past=4), False),
        (gate(needs=has(2)), False),
        (gate(where=0), False),
        (gate(where=1), False),
        (gate(who=1), False),
        (gate(who=1, way=link(0, 1, has(0), who=1)), False),
        (gate(once=0), False),
        (gate(once=3), False),
        (gate(way=link(0, 1, every(has(0), has(1)))), True),
        # Somebody minds that it stands open, or asks whether it does.
        (gate(goal=lacks(0)), False),
        (gate(goal=has(0)), False),
        (gate(events=[happening(has(0), 0, 2, 8)], goal=has(1)), False),
        # Not all of what comes of opening it comes of passing.
        (gate(adds=5), True),
        (gate(adds=5, goal=has(2)), False),
    ],
)
def test_a_gate_that_whoever_comes_to_it_opens_is_open(own, is_free):
    ways = simplified(own).task.links
    assert any(facts_named(need)[0] & 1 for way in ways for need in way.asked) is not is_free


# -- who hands what to whom -----------------------------------------------------------------------


@pytest.mark.parametrize("facts", [0, 1])
@pytest.mark.parametrize("cells", [1, 2])
def test_things_are_handed_within_a_place_and_over_what_stands_open(facts, cells):
    """Four places in a row: a gate in the middle, and a corner that nobody reaches around."""
    ways = [link(0, 1), link(1, 2, has(0)), link(2, 3, things=IMPOSSIBLE)]
    row = task(4, ways, [SET], 2, carried=1)
    rooms = tuple(
        own._replace(cells=((1 << cells) - 1) << 8 * n) for n, own in enumerate(row.places)
    )
    play = Play(row._replace(places=rooms))
    near = {(0, 1), (1, 0), *(((1, 2), (2, 1)) if facts else ())}
    near |= {(n, n) for n in range(4)} if cells > 1 else set()
    for giver, taker in product(range(1, 16), repeat=2):
        state = State(facts, (giver, taker), (0, 0))
        pairs = {
            (here, there)
            for here, there in near
            if giver >> here & 1 and taker >> there & 1
        }  # fmt: skip
        found = {
            tuple(own.bit_length() - 1 for own in where)
            for where in play.handing.meetings(0, 1, state)
        }
        assert found == pairs, (giver, taker)
        assert play.handing.groups(state) == ([(0, 1)] if pairs else [(0,), (1,)])
        assert play.handing.between(0, 1, state) == ([0, 1] if pairs else [1])


def test_a_move_is_made_again_by_the_same_member_where_that_can_be():
    """The two are told apart by a way that is for the second alone."""
    pull = deed(DeedSort.ACT, 1, adds=1, once=1)
    ways = [link(0, 1, is_one_way=True), link(0, 2, who=2)]
    yard = task(3, ways, [SET], 2, deeds=[pull], victories=(ending(every(has(0), at(2))),))
    explorer = Explorer(Play(yard))
    first = State(0, (5, 5), (0, 0))
    turns = [*explorer.arrivals(explorer.cluster(State(0, (1, 1), (0, 0))))]
    assert sorted(turn.move.member for turn in turns) == [0, 0, 1]
    for turn in turns:
        for begin in (State(0, (1, 1), (0, 0)), first):
            (again,) = replayed(explorer, begin, [turn])
            assert (again.move.member, again.end) == (turn.move.member, turn.end)


@pytest.mark.parametrize("is_turned", [False, True])
def test_the_party_wins_where_it_comes_soonest(is_turned):
    """By the fifth place it is two steps, by the sixth three; each is told from those before."""
    ways = [link(0, 1), link(0, 2), link(2, 3), link(1, 4), link(3, 5)]
    told = tuple(ending(at(1 << n, 2), is_own=False) for n in (1, 2, 3))
    fork = task(6, ways[::-1] if is_turned else ways, victories=(ending(at(48)), *told))
    (turn,) = Search(fork, 100).run().win.moves
    assert (turn.move.before.where, turn.state.where) == ((2,), (16,))


def pit(way=None, *, clear=-1, begins=(0,), goal=8):
    """A gate between a place and one that something closes, from which one steps clear beyond."""
    door = deed(DeedSort.OPEN, 3, adds=1, once=1)
    pull = deed(DeedSort.ACT, 8, adds=2, once=2)
    falls = happening(every(has(1), at(8)), 0, 8 | (4 if clear == 2 else 0), 16)
    shut = every(has(0), has(3))
    ways = [link(0, 1, shut), link(1, 2, has(3)) if way is None else way, link(2, 3)]
    own = task(
        4, ways, [SET, SET, CLEAR, CLEAR, FactSort.HAPPENED], 2, given=12, deeds=[door, pull],
        events=[falls], victories=[ending(every(has(1), at(goal, 2), has(4)))],
    )  # fmt: skip
    first, second, third, last = own.places
    places = first, second._replace(clear=3), third._replace(clear=clear), last
    begun = tuple(Begin(place, -1, 8 * place + n) for place in begins for n in range(2))
    return own._replace(places=places, begins=begun)


@pytest.mark.parametrize(
    ("own", "is_free"),
    [
        (pit(), True),
        (pit(link(1, 2, every(has(3), has(1)))), False),
        (pit(link(1, 2, has(3), who=1)), False),
        (pit(link(1, 2, has(3), is_one_way=True)), True),
        (pit(link(2, 1, has(3), is_one_way=True)), False),
        (pit(link(1, 2, every(has(2), has(3))), clear=2), False),
        (pit(begins=(0, 1)), False),
        (pit(goal=4), False),
    ],
)
def test_a_gate_beside_what_closes_is_open_where_all_step_clear_without_it(own, is_free):
    ways = simplified(own).task.links
    assert any(facts_named(need)[0] & 1 for way in ways for need in way.asked) is not is_free
