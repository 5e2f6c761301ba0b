"""Who finds room, and who hands what to whom, on small tasks made by hand."""

from __future__ import annotations

import random
from itertools import product

import pytest

from oracle.random_tasks import at, deed, ending, has, link
from questwright.compiler.verdict.decide.certain import Certain, Ways
from questwright.compiler.verdict.decide.explore import Explorer
from questwright.compiler.verdict.decide.relaxed import Relaxed
from questwright.compiler.verdict.decide.search import Search
from questwright.compiler.verdict.decide.shorten import replayed
from questwright.compiler.verdict.rules.play import Play
from questwright.compiler.verdict.rules.room import can_stand, has_room
from questwright.compiler.verdict.rules.state import State
from questwright.compiler.verdict.task.need import (
    IMPOSSIBLE,
    AtLeast,
    every,
)
from questwright.compiler.verdict.task.task import (
    DeedSort,
)
from support.more import amount, each_of
from support.small_tasks import SET, task

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


@each_of(range(amount(400, 4_000)), 100)
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
