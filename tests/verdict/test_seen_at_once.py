"""What is seen without a search, on small tasks made by hand."""

from __future__ import annotations

import pytest

from oracle.random_tasks import at, deed, ending, happening, has, lacks, link
from questwright.compiler.verdict.decide.eager import eager_deeds
from questwright.compiler.verdict.decide.model import Model
from questwright.compiler.verdict.decide.relaxed import Relaxed
from questwright.compiler.verdict.decide.search import Search
from questwright.compiler.verdict.decide.shorten import replayed
from questwright.compiler.verdict.decide.ways import (
    leads_back_everywhere,
    moored,
)
from questwright.compiler.verdict.rules.state import State
from questwright.compiler.verdict.task.gifts import Gift
from questwright.compiler.verdict.task.need import (
    NOTHING,
    every,
)
from questwright.compiler.verdict.task.task import (
    DeedSort,
    FactSort,
    Find,
    Place,
)
from support.small_tasks import CLEAR, LIES, SET, task

# -- boats, and ways back -------------------------------------------------------------------------


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
        # One that does the same from elsewhere is no other.
        (lever(deeds=[deed(DeedSort.ACT, 1, adds=1, once=1)]), True, True),
        (lever(deeds=[deed(DeedSort.ACT, 1, adds=1, once=1, removes=2)]), False, False),
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


@pytest.mark.parametrize(("more", "is_so"), [((), False), ((link(3, 4),), True)])
def test_who_steps_clear_to_where_no_way_leads_home(more, is_so):
    """From the third place, which something closes, one only steps clear to the fourth."""
    falls = happening(at(4), 0, 1, 2)
    won = ending(every(at(2), has(2)))
    pull = deed(DeedSort.ACT, 2, adds=4, once=4)
    ways = [link(0, 1), link(0, 2, has(0), is_way_clear=False), link(2, 3, has(0)), link(0, 4)]
    cave = task(
        5, [*ways, *more], [CLEAR, FactSort.HAPPENED, SET], 2,
        given=1, events=(falls,), deeds=(pull,), victories=(won,),
    )  # fmt: skip
    places = [*cave.places]
    places[2] = places[2]._replace(clear=0)
    assert Model(cave._replace(places=tuple(places))).always_wins() is is_so


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


def test_of_those_who_do_not_come_only_those_are_lost_who_can_be():
    """All but one are asked for: one of the others is lost, one can neither come nor be lost."""
    facts = (FactSort.LOST, FactSort.LOST, FactSort.HAPPENED)
    cave = task(
        4, [link(0, 2), link(0, 3, who=2)], facts, 3, fallen=(1, 0, 2),
        events=(happening(at(4, who=1), 1, 0, 4),), victories=(ending(at(8, spare=1)),),
    )  # fmt: skip
    plan = Relaxed(cave).plan(State(0, (1, 1, 1), (0, 0, 0)))
    assert (plan.events, plan.places) == ({0}, 4 | 8)


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
